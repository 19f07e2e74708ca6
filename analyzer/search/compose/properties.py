"""The properties a problem can be composed for; each finds the card it is about, or nothing."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from msgspec import structs

from analyzer.cards.card import BY_TEXT, Suit
from analyzer.frozenrecord import Record
from analyzer.messages import LineWord, Message, Name, Whose, say
from analyzer.position.asked import ForcingClaim
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.position.replay.model import Replay
from analyzer.position.replay.replay import replay
from analyzer.position.setting import Line
from analyzer.rules.actions import Action, ActionKind, lay
from analyzer.rules.score.goals import Goal
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.search.compose.deal import Mould, drawn
from analyzer.search.compose.decides import OF_SIDES, turns_on
from analyzer.search.compose.ending import EndingRequest, TurningPoint, pick
from analyzer.search.compose.want import Want
from analyzer.search.compose.written import (
    BAGUD_AVOIDED,
    IMPROPER_PAYS,
    NAME_DECIDES,
    ONLY_BY_DEMAND,
    OTHER_WITHOUT_DEMAND,
    PAGAT_HOME,
    POTS_SAVED,
    RICHER_POT,
    SAFE_FROM_BOTH,
    filled,
)
from analyzer.search.engine.default import default_engine
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.reasons import Reason
from analyzer.search.solve.explain import reason
from analyzer.search.solve.force import ForcingPlay


def one_card_wins(asked: EndingRequest) -> TurningPoint | None:
    """One card alone keeps its player's Ultimo forced."""
    return turns_on(asked, Goal.ULTIMO, SAFE_FROM_BOTH, wins=True)


def pagat_wins(asked: EndingRequest) -> TurningPoint | None:
    """One card alone forces the last trick with the Pagat."""
    return turns_on(asked, Goal.PAGAT_ULTIMO, PAGAT_HOME, wins=True)


def one_card_saves(asked: EndingRequest) -> TurningPoint | None:
    """One card alone keeps another player from an Ultimo that every other card gives him."""

    def stands(seat: int, key: Action) -> bool:
        return _full_pots(_played(asked, seat, key))

    return turns_on(asked, Goal.ULTIMO, POTS_SAVED, wins=False, stands=stands)


def no_bagud(asked: EndingRequest) -> TurningPoint | None:
    """One card alone lets the player keep clear of his own Bagud."""
    mover, name = asked.mover, asked.position.players[asked.mover]
    others = 7 & ~(1 << mover)
    picked = pick(asked, lambda candidate: not asked.forces(candidate, mover, Goal.BAGUD, others))
    if picked is None:
        return None
    text = filled(
        BAGUD_AVOIDED,
        card=LineWord(picked[0]),
        player=Name(name),
    )
    return TurningPoint(*picked, mover, Goal.BAGUD, wins=False, teaches=text)


def improper_pays(asked: EndingRequest) -> TurningPoint | None:
    """Only improper cards are selfishly best: the proper one pays less and saves the pots."""
    return next((each for seat in asked.others if (each := _pays_to_let_win(asked, seat))), None)


def _pays_to_let_win(asked: EndingRequest, seat: int) -> TurningPoint | None:
    """The one card that saves the pots from the seat, where every other card pays its player more.

    More by selfish play, whichever equilibrium follows, and more in the two lines that are shown as well.
    """
    candidates = asked.candidates()
    saving = [candidate for candidate in candidates if not asked.alone(candidate, seat, Goal.ULTIMO)]
    if len(saving) != 1 or len(candidates) == 1 or saving[0].equals:
        return None
    if any(asked.alone(saving[0], other, Goal.ULTIMO) for other in asked.others):
        return None
    lures = [candidate for candidate in candidates if candidate is not saving[0]]
    if min(min(asked.payoffs(candidate)) for candidate in lures) <= max(asked.payoffs(saving[0])):
        return None
    key, lure = saving[0].move, max(lures, key=lambda candidate: min(asked.payoffs(candidate))).move
    assert key is not None
    assert lure is not None
    if not _seen_to_pay(asked, seat, key, lure):
        return None
    player, name = asked.position.players[asked.mover], asked.position.players[seat]
    text = filled(
        IMPROPER_PAYS,
        other=Name(name),
        player=Name(player),
        card=LineWord(key),
    )
    return TurningPoint(key, lure, seat, Goal.ULTIMO, wins=False, teaches=text)


def _seen_to_pay(asked: EndingRequest, seat: int, key: Action, lure: Action) -> bool:
    """Whether the lines shown bear it out: nobody wins an Ultimo after the key, and the lure pays more."""
    kept, lost = (_played(asked, seat, move) for move in (key, lure))
    return _full_pots(kept) and kept.tokens[asked.mover] < lost.tokens[asked.mover]


def _played(asked: EndingRequest, seat: int, first: Action) -> Replay:
    """The line shown of a move, with play for and against the Ultimo of the seat."""
    position, play = asked.position, ForcingPlay(Goal.ULTIMO, seat, 1 << seat, asked.engine, asked.budget)
    return replay(position, shown(str(first), position.players, asked.question, first, play))


def _full_pots(played: Replay) -> bool:
    return played.outcome is not None and played.outcome.ultimo is None


def demand_decides(asked: EndingRequest) -> TurningPoint | None:
    """One card wins its player's Ultimo, and a different card, or none, if nobody may demand the Fool."""
    mover, name = asked.mover, asked.position.players[asked.mover]
    free = structs.replace(asked, position=replace(asked.position, fool_demand=False))
    picked = pick(asked, lambda candidate: asked.alone(candidate, mover, Goal.ULTIMO))
    if picked is None:
        return None
    key = picked[0]
    without = [candidate.move for candidate in free.candidates() if free.alone(candidate, mover, Goal.ULTIMO)]
    lures = [move for move in without if move is not None and move != key]
    if lures:
        text = filled(
            OTHER_WITHOUT_DEMAND,
            other=LineWord(lures[0]),
            whose=Whose(name),
            card=LineWord(key),
        )
        return TurningPoint(key, lures[0], mover, Goal.ULTIMO, wins=True, teaches=text)
    if without:
        return None
    text = filled(
        ONLY_BY_DEMAND,
        card=LineWord(key),
        player=Name(name),
    )
    return TurningPoint(*picked, mover, Goal.ULTIMO, wins=True, teaches=text)


def naming_decides(asked: EndingRequest) -> TurningPoint | None:
    """The Fool led in one suit alone wins its player's Ultimo."""
    mover, name = asked.mover, asked.position.players[asked.mover]
    picked = pick(asked, lambda candidate: asked.alone(candidate, mover, Goal.ULTIMO))
    if picked is None or picked[0].suit is None:
        return None
    lure = next((s.move for s in asked.candidates() if s.move != picked[0] and s.move and s.move.suit), None)
    if lure is None:
        return None
    text = filled(
        NAME_DECIDES,
        card=LineWord(picked[0]),
        whose=Whose(name),
    )
    return TurningPoint(picked[0], lure, mover, Goal.ULTIMO, wins=True, teaches=text)


def richer_pot(asked: EndingRequest) -> TurningPoint | None:
    """The Ultimo of the richer pot and that of the poorer one can both be forced, by different cards."""
    pots, mover = asked.position.pots, asked.mover
    rich, poor = Goal.KING_ULTIMO, Goal.PAGAT_ULTIMO
    if pots is not None and pots.pagat > pots.king:
        rich, poor = poor, rich
    picked = pick(asked, lambda candidate: asked.alone(candidate, mover, rich), least=2)
    if picked is None:
        return None
    lures = [
        candidate.move
        for candidate in asked.candidates()
        if asked.alone(candidate, mover, poor) and candidate.move
    ]
    if not lures or lures[0] == picked[0]:
        return None
    name = asked.position.players[mover]
    text = filled(
        RICHER_POT,
        player=Name(name),
        card=LineWord(picked[0]),
    )
    return TurningPoint(picked[0], lures[0], mover, rich, wins=True, teaches=text)


class LastTrickProperty(Record, frozen=True):
    """A property by name: what it is called, what it is, how to look for it, and where."""

    title: Message
    meaning: Message
    find: Callable[[EndingRequest], TurningPoint | None]
    fool: bool = False
    uneven: bool = False
    least: int = 3
    """The fewest tricks an ending with the property has: where one card of three or more is sought, or
    the Fool, which cannot be kept for the end, is to matter, two are too few."""
    plain: int = 4

    def words(self, rules: RuleSet) -> str:  # noqa: ARG002 - all rule sets draw the same endings
        return ""

    def mould(self, tricks: int) -> Mould:
        """The endings to look among."""
        return Mould(tricks, fool=self.fool, uneven=self.uneven)

    def draw(self, rng: random.Random, rules: RuleSet, tricks: int) -> Position | None:
        """A random ending."""
        return drawn(rng, rules, self.mould(tricks))

    def why(self, position: Position, claim: ForcingClaim, budget: Budget) -> Reason | None:
        """The plan of those who get their way."""
        engine, question = default_engine(position.spec), Hand.of(replace(position, worlds=()))
        return reason(question, claim.goal, claim.seat, claim.by, engine, budget)


WANTS: dict[str, LastTrickProperty] = {
    "one-card-wins": LastTrickProperty(
        say("One card wins"), say("One card alone keeps its player's Ultimo forced."), one_card_wins
    ),
    "pagat-wins": LastTrickProperty(
        say("The Pagat comes home"), say("One card alone forces the last trick with the Pagat."), pagat_wins
    ),
    "one-card-saves": LastTrickProperty(
        say("One card saves the pots"),
        say("One card alone keeps another player from an Ultimo that every other card gives him."),
        one_card_saves,
    ),
    "no-bagud": LastTrickProperty(
        say("Keeping clear of Bagud"),
        say("One card alone lets the player keep clear of his own Bagud."),
        no_bagud,
    ),
    "improper-pays": LastTrickProperty(
        say("The card that pays is not the proper one"),
        say("Only improper cards are selfishly best: the proper one pays less and saves the pots."),
        improper_pays,
        least=2,
    ),
    "demand-decides": LastTrickProperty(
        say("The Fool is demanded"),
        say(
            "One card wins its player's Ultimo, and it is a different card, or none, if nobody "
            "may demand the Fool."
        ),
        demand_decides,
        fool=True,
    ),
    "naming-decides": LastTrickProperty(
        say("The Fool is named"),
        say("The Fool led in one suit alone wins its player's Ultimo."),
        naming_decides,
        fool=True,
    ),
    "richer-pot": LastTrickProperty(
        say("The richer pot"),
        say(
            "The Ultimo of the richer pot and that of the poorer one can both be forced, by different cards."
        ),
        richer_pot,
        uneven=True,
        least=2,
    ),
}
"""Every property by the name it is asked for."""


def wants_of(rules: RuleSet) -> Mapping[str, Want]:
    """Every property that problems of a game are composed for."""
    return WANTS if rules.game.pots is not None else OF_SIDES


def shown(name: str, players: Sequence[str], question: Hand, first: Action, play: ForcingPlay) -> Line:
    """The line of that name: the first move, then the play; every engine shows the same one.

    Raises: LimitReached where the limits of the play do not last.
    """
    after, _ = question.after(first)
    words = () if after.over else play.line(after, players, holds=play.holds(after))
    return Line(name, moves_of((str(first), *words), players))


def moves_of(words: Sequence[str], players: Sequence[str]) -> tuple[Action, ...]:
    """Words of play, such as hR, fool=h and demand[C], as the moves of a line."""
    moves = []
    for word in words:
        name, _, suit = word.partition("=")
        if name in BY_TEXT:
            moves.append(lay(BY_TEXT[name], Suit(suit) if suit else None))
        else:
            moves.append(Action(ActionKind.DEMAND, seat=players.index(word[len("demand[") : -1])))
    return tuple(moves)
