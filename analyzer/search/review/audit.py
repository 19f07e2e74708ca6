"""The audit of a line of play: its states, their values, and what is worth saying of each decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from analyzer.cards.card import Card
from analyzer.errors import INTERRUPTED
from analyzer.frozenrecord import Record
from analyzer.messages import Decimal, Message, Name, say
from analyzer.position.bearing import Askable
from analyzer.position.hand import Amounts, Hand
from analyzer.position.model import Position
from analyzer.position.replay.model import Replay, Step
from analyzer.position.setting import Moment
from analyzer.rules.actions import Action, Groups, seat_groups, side_groups
from analyzer.rules.score.goals import AIM_WORDS, Aim, Sense, points_text
from analyzer.search.engine.engine import Budget, Engine
from analyzer.search.engine.native import default_engine
from analyzer.search.engine.points import few_cards_left, paid_by_points
from analyzer.search.engine.reasons import Reason
from analyzer.search.engine.results import NO_LIMITS, GoalAnswer, Limits, Values
from analyzer.search.engine.watch import Watch
from analyzer.search.solve.assemble import Search, SearchRequest, candidates_after, root_of
from analyzer.search.solve.candidate import Candidate
from analyzer.search.solve.explain import reason
from analyzer.search.solve.outlook import Patience
from analyzer.search.solve.proper import Judged

# The states of a line, and how they are valued: from the end to the start, since endings are cheap.
#
# Where the Proprieties judge cards, the states after all moves of a decision are valued, and its own values
# follow from theirs; else the states between two decisions are valued themselves.


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


RequestOf = Callable[[Hand], SearchRequest]
"""What is sought of a state."""


class AuditPass(Record, frozen=True):
    """Parts that are sought of every state of a line, from its end to its start."""

    asked: RequestOf
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


def passes_of_judged(question: Hand, most_tricks: int, token_tricks: int) -> tuple[AuditPass, ...]:
    """Where cards are judged: who can force what, then what is paid."""
    seats, groups = tuple(range(question.players)), seat_groups(question.players)
    goals = tuple((seat, goal) for seat in seats for goal in Askable(question).goals())
    force = SearchRequest(goals=goals, groups=groups)
    paid = SearchRequest(guarantee=seats, equilibria=True, groups=groups)
    return (
        AuditPass(lambda _: force, most_tricks, not_valued),
        AuditPass(lambda _: paid, token_tricks, _without_tokens),
    )


def passes_between() -> tuple[AuditPass, ...]:
    """Where no cards are judged: everything that is worth asking, at once."""
    return (AuditPass(_worth_asking, NEAR_TRICKS, not_all_valued, Patience(FAR_NODES, FAR_MISSES)),)


def _worth_asking(question: Hand) -> SearchRequest:
    whole = SearchRequest.everything(question, side_groups(question.sides))
    paid = few_cards_left(question) or paid_by_points(question)
    return replace(whole, guarantee=whole.guarantee if paid else (), equilibria=False, cards=False)


class AuditRun(Record, frozen=True):
    """A pass over the states that it may look at, from the last one."""

    states: Sequence[LineState]
    done: int
    """How many of them were done."""
    stop: Message | None
    """What limit ended it, if one did."""
    reason: Message | None
    """Why parts are missing, where they are."""


def run(search: Search, each: AuditPass, states: Sequence[LineState], watch: Watch | None) -> AuditRun:
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
        if stop is not None or (each.patience is not None and not state.candidates[0].has_results):
            return AuditRun(near, done, stop, stop or too_far)
    return AuditRun(near, len(near), None, too_far)


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


# The audit of a line of play: what every decision was worth, and what is worth saying of it.


# What is worth saying of a decision: what its player let go, gave away or did improperly.


class MarkKind(Enum):
    """The reasons for marking a decision."""

    LET_GO = "let-go"
    """Its player, or his side, could force something, and no longer can."""
    GAVE_AWAY = "gave-away"
    """Another could not force something, and now can."""
    LOST_POINTS = "lost-points"
    """The side of its player is sure of less than before."""
    IMPROPER = "improper"
    """The Proprieties forbid the card."""


class Mark(Record, frozen=True):
    """One thing worth saying of a decision.

    `seat` is whose goal it is about, whose side has less, or who was improper.
    """

    kind: MarkKind
    seat: int
    text: Message
    goal: str | None = None
    """The goal, as it is asked for."""
    lost: Fraction | None = None
    """How much less the side is sure of."""
    reason: Reason | None = None
    """The plan that was let go, from before the decision; or that by which what is given away is won."""


Why = Callable[[GoalAnswer, MarkKind], Reason | None]
"""The plan behind a goal that was let go, or given away."""


def marks_of(
    worth: Askable, players: Sequence[str], before: Values, after: Values, why: Why | None
) -> Iterator[Mark]:
    """What a decision did: to what each could force, and to what the side of its player is sure of."""
    for key, had in (before.goals or {}).items():
        has = (after.goals or {}).get(key)
        if has is None or not worth.watched(key[1]) or had.forces(had.own) == has.forces(has.own):
            continue
        kind = MarkKind.LET_GO if had.forces(had.own) else MarkKind.GAVE_AWAY
        text = _news(kind, had, Name(players[had.seat]), of_the_last_trick=worth.game.pots is not None)
        yield Mark(kind, had.seat, text, str(had.goal), reason=why and why(had, kind))
    yield from _lost(worth, before, after)


def _lost(worth: Askable, before: Values, after: Values) -> Iterator[Mark]:
    """What the side of the player to move is sure of no longer."""
    mover = worth.question.to_move
    side = worth.question.sides.of[mover]
    for aim in worth.numbers[:1]:
        was, now = (values.number(aim, side) for values in (before, after))
        if was is not None and now is not None and was != now:
            less = abs(was - now)
            said = _cost(aim, worth.sense, Decimal(points_text(less)))
            yield Mark(MarkKind.LOST_POINTS, mover, said, lost=less)


def _cost(aim: Aim, sense: Sense, number: Decimal) -> Message:
    """How much less a side is sure of, or how much more it has to take."""
    if aim is Aim.POINTS and sense is Sense.MOST:
        return say("its side is sure of {number} {number:point/points} less than before", number=number)
    if aim is Aim.POINTS:
        return say("it can be made to take {number} {number:point/points} more than before", number=number)
    if sense is Sense.MOST:
        return say("its side is sure of {number} {number:trick/tricks} less than before", number=number)
    return say("its side can be made to take {number} {number:trick/tricks} more than before", number=number)


def _news(kind: MarkKind, had: GoalAnswer, player: Name, *, of_the_last_trick: bool) -> Message:
    """A goal that was forced and is no longer, or now is."""
    word = AIM_WORDS[had.goal.aim]
    if not of_the_last_trick and kind is MarkKind.LET_GO:
        return say("lets go of what was forced: {goal}", goal=word)
    if not of_the_last_trick:
        return say("gives away what was not forced: {goal}", goal=word)
    if kind is MarkKind.LET_GO:
        said = say("loses its player's Ultimo: {player} could force it before", player=player)
        return said.or_brief("lets the Ultimo go: {player} could force it before")
    said = say("gives {player} an Ultimo: nobody can prevent it any more", player=player)
    return said.or_brief("gives {player} an Ultimo that can no longer be prevented")


# The audit of a line of play: what every decision was worth, and which one let something go.
#
# A state is valued with all hands known, so a mark says what a card did, not that its player could have
# known. Amounts are those of the whole line: what was paid before a decision is part of them.


class Audited(Record, frozen=True):
    """One decision with the values before and after it, all amounts counted from the start of the line.

    A card its holder picked where the Fool may be demanded is valued with that demand still possible;
    the answers to it, DEMAND and ALLOW, are decisions of their own. Values are None where the limits did
    not last, and have no tokens too far from the end; `after` is what the line paid in all once the hand
    is over.
    """

    step: Step
    before: Values | None
    after: Values | None
    proper: bool | None = None
    why: Message | None = None
    marks: tuple[Mark, ...] = ()

    @property
    def seat(self) -> int:
        return self.step.seat

    @property
    def moment(self) -> Moment:
        """The trick, counted from the start of the hand, and which card of it is played."""
        return self.step.moment

    @property
    def move(self) -> Action:
        return self.step.move

    @property
    def card(self) -> Card | None:
        """The card that was played; None for an answer to a picked card."""
        return self.step.move.card


class Audit(Record, frozen=True):
    """Every decision of a line in order, and what the search for their values took."""

    decisions: tuple[Audited, ...]
    nodes: int
    reason: Message | None = None
    """Why values of earlier decisions are missing, where they are."""
    tokens_reason: Message | None = None
    """Why decisions that do have other values lack tokens, where they do."""
    stopped: bool = False
    """Whether a limit or the user ended it, and not only the distance from the end."""
    to_come: frozenset[Aim] = frozenset()
    """The numbers that do not count what was won before the line, as it is not told."""
    counts: Aim | None = None
    """What the sides play for, where it is a number: points, or tricks."""

    @property
    def complete(self) -> bool:
        return self.reason is None and self.tokens_reason is None

    @property
    def cards(self) -> tuple[Audited, ...]:
        """The decisions that played a card."""
        return tuple(each for each in self.decisions if each.card is not None)


def audit(
    position: Position,
    replay: Replay,
    *,
    tokens: bool = True,
    most_tricks: int = MOST_TRICKS,
    token_tricks: int = TOKEN_TRICKS,
    limits: Limits = NO_LIMITS,
    engine: Engine | None = None,
    watch: Watch | None = None,
) -> Audit:
    """The values of every decision of a line that was played from the position.

    It goes from the end of the line to its start, since endings are cheap. Where cards are judged it looks
    first for who can force what, with at most `most_tricks` left, then for tokens, with at most
    `token_tricks`. Where a limit is reached or the user interrupts, earlier decisions stay without values.

    Raises: UsageError for a position whose hands are not all known.
    """
    search = Search(position.players, engine or default_engine(position.spec), Budget.from_limits(limits))
    start = Hand.from_position(position)
    if start.judged:
        states = [LineState.judged(start, step, replay) for step in replay.steps]
        passes = passes_of_judged(start, most_tricks, token_tricks)[: 1 + tokens]
    else:
        states, passes = list(states_between(start, Hand.paid_before(position), replay)), passes_between()
    runs = list[AuditRun]()
    for each in passes:
        if not any(one.stop == INTERRUPTED for one in runs):
            runs.append(run(search, each, runs[-1].states if runs else states, watch))
    told = _audit_judged if start.judged else _audit_between
    return Audit(
        tuple(told(search, replay.steps, states, passes[0].asked, runs[0].done)),
        search.budget.spent,
        runs[0].reason,
        None if len(runs) == 1 else runs[1].reason,
        stopped=any(one.stop is not None for one in runs),
        to_come=start.to_come,
        counts=next(iter(Askable(start).numbers), None),
    )


def unvalued(replay: Replay, reason: Message) -> Audit:
    """The audit of a line that has no values."""
    return Audit(tuple(Audited(step, None, None) for step in replay.steps), 0, reason, stopped=True)


def _audit_judged(
    search: Search, steps: Sequence[Step], states: Sequence[LineState], asked: RequestOf, _done: int
) -> Iterator[Audited]:
    """Every decision with the values that follow from those after its moves, and what the Proprieties say."""
    for step, state in zip(steps, states, strict=True):
        played, moves = state.candidates[state.at], state.candidates[: state.moves]
        if not played.goals:
            yield Audited(step, None, None)
            continue
        root, judged = root_of(moves, state.paid, asked(state.question)), Judged(None)
        if state.at < state.moves and step.move.card is not None:
            judged = search.judged(moves)[state.at]
        breach = judged.breach
        improper = () if breach is None else (Mark(MarkKind.IMPROPER, step.seat, breach.why),)
        found = _audited(search, step, root, played, asked(state.question).groups)
        yield replace(found, proper=judged.proper, why=judged.why, marks=(*found.marks, *improper))


def _audit_between(
    search: Search, steps: Sequence[Step], states: Sequence[LineState], asked: RequestOf, done: int
) -> Iterator[Audited]:
    """Every decision with the values of the states before and after it."""
    first = len(states) - done
    for place, step in enumerate(steps):
        before, after = states[place].candidates[0], states[place + 1].candidates[0]
        groups = asked(before.question).groups
        if place >= first:
            yield _audited(search, step, before, after, groups)
        else:
            known = after.values(step.seat, groups) if place + 1 == first else None
            yield Audited(step, None, known)


def _audited(search: Search, step: Step, before: Candidate, after: Candidate, groups: Groups) -> Audited:
    """A decision with its values and marks."""

    def why(had: GoalAnswer, kind: MarkKind) -> Reason | None:
        state = before if kind is MarkKind.LET_GO else after
        return reason(state.question, had.goal, had.seat, 1 << had.seat, search.engine, search.budget)

    worth = Askable(before.question)
    values = before.values(step.seat, groups), after.values(step.seat, groups)
    marks = marks_of(worth, search.players, *values, why if before.question.judged else None)
    return Audited(step, *values, marks=tuple(marks))
