"""The states of a line, and how they are valued: from the end to the start, since endings are cheap.

Where the Proprieties judge cards, the states after all moves of a decision are valued, and its own values
follow from theirs; else the states between two decisions are valued themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from analyzer.frozenrecord import Record
from analyzer.messages import Message, say
from analyzer.position.bearing import Worth
from analyzer.position.hand import Amounts, Hand
from analyzer.position.replay.model import Replay, Step
from analyzer.rules.actions import Action, by_seats, by_sides
from analyzer.search.engine.points import is_short, paid_by_points
from analyzer.search.engine.watch import Watch
from analyzer.search.solve.assemble import Search, SearchRequest, candidates_after
from analyzer.search.solve.candidate import Candidate
from analyzer.search.solve.outlook import Patience

MOST_TRICKS: Final = 12
"""Where cards are judged, decisions with more tricks to go are not valued: who can force what is found in a
second."""
TOKEN_TRICKS: Final = 6
"""With more tricks to go than this no tokens are sought: the sets of equilibria grow too fast."""
NEAR_TRICKS: Final = 6
"""Where none are judged, with no more tricks left than this every value is found, however long it takes."""
FAR_NODES: Final = 1_000_000
FAR_MISSES: Final = 4
"""With more of them a value may take so many nodes; once so many states took more, it is asked no more."""


Asked = Callable[[Hand], SearchRequest]
"""What is sought of a state."""


class Pass(Record, frozen=True):
    """Parts that are sought of every state of a line, from its end to its start."""

    asked: Asked
    near: int
    """With no more tricks left than this they are sought whatever it takes."""
    too_far: Callable[[int], Message]
    """Why they are missing farther from the end."""
    patience: Patience | None = None
    """How long they are sought there; None for not at all."""

    def seek(self, search: Search, state: LineState) -> Message | None:
        """Find them for a state; what limit stopped that, if one did."""
        asked = self.asked(state.question)
        if self.patience is None or state.tricks_left <= self.near or search.budget.max_nodes is not None:
            return search.seek(asked, state.candidates)[1]
        return search.seek_apart(asked, state.candidates[0], self.patience)


class LineState(Record, frozen=True):
    """A state of the line, and the states that are valued for it: itself, or those after its moves."""

    question: Hand
    paid: Amounts
    """What was paid before, by account."""
    candidates: tuple[Candidate, ...]
    at: int = 0
    """Which of those after its moves is the state after what was done."""
    moves: int = 0
    """How many of them are after moves of the player to move; the one that may follow is not."""

    @classmethod
    def judged(cls, start: Hand, step: Step, replay: Replay) -> LineState:
        """A state with those after all its moves, and after the step."""
        question, before = state_at(start, step), replay.pots_before
        assert before is not None
        assert before is not None
        gained = step.pots - before
        paid = (*step.tokens, gained.king, gained.pagat)
        moves = candidates_after(question, paid)
        at = next((place for place, candidate in enumerate(moves) if led_to(candidate, step.move)), None)
        if at is not None:
            return cls(question, paid, moves, at, len(moves))
        # A demand spoken early, and a suit that another player named, are no moves of the player to move.
        played = Candidate.after(question, paid, step.move)
        return cls(question, paid, (*moves, played), len(moves), len(moves))

    @property
    def tricks_left(self) -> int:
        return self.question.table.tricks_left


def state_at(question: Hand, step: Step) -> Hand:
    """The state at a step of a line from the position that the question is about, where cards are judged."""
    return replace(question, table=step.table, pots=step.pots, reckoning=step.reckoning)


def led_to(candidate: Candidate, move: Action) -> bool:
    """Whether the candidate is the state after the move, or after one that lays an equal card."""
    return candidate.move == move or (move.card is not None and move.card in candidate.equals)


def states_between(question: Hand, paid: Amounts, replay: Replay) -> Iterator[LineState]:
    """The states of a line, the first before its first decision, the last after its last one."""
    if replay.steps:
        question = replace(question, table=replay.steps[0].table)
    yield LineState(question, paid, (Candidate.at(question, paid),))
    for step in replay.steps:
        # Who led out of turn leads in the replay, and not where the trick before leaves it.
        question, now = replace(question, table=step.table).after(step.move)
        paid = tuple(before + more for before, more in zip(paid, now, strict=True))
        yield LineState(question, paid, (Candidate.at(question, paid),))


def passes_of_judged(question: Hand, most_tricks: int, token_tricks: int) -> tuple[Pass, ...]:
    """Where cards are judged: who can force what, then what is paid."""
    seats, groups = tuple(range(question.players)), by_seats(question.players)
    goals = tuple((seat, goal) for seat in seats for goal in Worth(question).goals())
    force = SearchRequest(goals=goals, groups=groups)
    paid = SearchRequest(guarantee=seats, equilibria=True, groups=groups)
    return (
        Pass(lambda _: force, most_tricks, not_valued),
        Pass(lambda _: paid, token_tricks, _without_tokens),
    )


def passes_between() -> tuple[Pass, ...]:
    """Where no cards are judged: everything that is worth asking, at once."""
    return (Pass(_worth_asking, NEAR_TRICKS, not_all_valued, Patience(FAR_NODES, FAR_MISSES)),)


def _worth_asking(question: Hand) -> SearchRequest:
    whole = SearchRequest.everything(question, by_sides(question.sides))
    paid = is_short(question) or paid_by_points(question)
    return replace(whole, guarantee=whole.guarantee if paid else (), equilibria=False, cards=False)


class Run(Record, frozen=True):
    """A pass over the states that it may look at, from the last one."""

    states: Sequence[LineState]
    done: int
    """How many of them were done."""
    stop: Message | None
    """What limit ended it, if one did."""
    reason: Message | None
    """Why parts are missing, where they are."""


def run(search: Search, each: Pass, states: Sequence[LineState], watch: Watch | None) -> Run:
    """Find the parts for every state, the last one first."""
    near = [state for state in states if each.patience is not None or state.tricks_left <= each.near]
    too_far = each.too_far(each.near) if len(near) < len(states) else None
    for done, state in enumerate(reversed(near)):
        if watch is not None:
            watch.begin("audit", done, len(near))
            watch.count(search.budget.spent)
        stop = each.seek(search, state)
        if each.patience is not None and each.patience.missed and too_far is None:
            too_far = each.too_far(state.tricks_left - 1)
        if stop is not None or (each.patience is not None and not state.candidates[0].found):
            return Run(near, done, stop, stop or too_far)
    return Run(near, len(near), None, too_far)


def not_valued(most_tricks: int) -> Message:
    """Why decisions far from the end have no values."""
    said = say(
        "decisions with more than {number} {number:trick/tricks} left were not valued", number=most_tricks
    )
    return said.or_brief("decisions with more than {number} {number:trick/tricks} to go were not valued")


def not_all_valued(tricks: int) -> Message:
    """Why some values of cards far from the end are missing."""
    said = say(
        "with more than {number} {number:trick/tricks} left what takes long was not valued", number=tricks
    )
    return said.or_brief("with more than {number} {number:trick/tricks} to go what takes long was not valued")


def _without_tokens(most_tricks: int) -> Message:
    said = say(
        "tokens of decisions with more than {number} {number:trick/tricks} left were not valued",
        number=most_tricks,
    )
    return said.or_brief("tokens with more than {number} {number:trick/tricks} to go were not valued")
