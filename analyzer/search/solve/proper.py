"""Proper play: the cards that the Proprieties forbid, by who can force what after each card.

Two of the three are decided here, on a deal that is known. Taking the chance between deals that the
player cannot tell apart is a question about several deals at once.

Source: clauses proper.protect-pots, proper.richer-pot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from analyzer.frozenrecord import Record
from analyzer.messages import LineWord, Message, Name, say
from analyzer.rules.book import Pot, Pots
from analyzer.rules.score.goals import Goal
from analyzer.rules.spec.kinds.paying import Considerable
from analyzer.search.engine.results import Key

Option = tuple[str, Mapping[Key, int]]
"""A legal card in words, and the forcing masks of the goals after it, as far as they are known."""

ULTIMO_OF = {Pot.KING: Goal.KING_ULTIMO, Pot.PAGAT: Goal.PAGAT_ULTIMO}

PROTECT_POTS = "proper.protect-pots"
RICHER_POT = "proper.richer-pot"


def lets_win(player: str, card: str) -> Message:
    """That a card lets a player win an Ultimo, and the card that would not have."""
    return say(
        "lets {player} win an Ultimo that {card} would have prevented",
        player=Name(player),
        card=LineWord(card),
    ).or_brief("{card} would have prevented it")


def _goes_for_the_pagat(card: LineWord) -> Message:
    said = say("goes for the poorer pot; {card} wins the king Ultimo", card=card)
    return said.or_brief("{card} wins the king Ultimo and the richer pot")


def _goes_for_the_king(card: LineWord) -> Message:
    said = say("goes for the poorer pot; {card} wins the Pagat Ultimo", card=card)
    return said.or_brief("{card} wins the Pagat Ultimo and the richer pot")


_POORER = {Pot.KING: _goes_for_the_pagat, Pot.PAGAT: _goes_for_the_king}
"""What is said of a card that goes for the other pot, by the richer one."""


class Impropriety(Record, frozen=True):
    """What is wrong with a card, and the card that is held against it."""

    clause: str
    why: Message
    seat: int
    """Whose Ultimo it is about: another's by proper.protect-pots, the mover's by proper.richer-pot."""
    given: Goal
    """What the seat forces alone after the card."""
    instead: int
    """The place among the options of the card held against it."""
    goal: Goal
    """What all others prevent after that one, or by proper.richer-pot the seat forces."""


class Judged(Record, frozen=True):
    """Whether a card is proper, and for an improper one why; None where too little is known."""

    proper: bool | None
    breach: Impropriety | None = None
    remark: Message | None = None
    """By how much a pot is the richer that a proper card does not go for, where that is not considerable."""

    @property
    def why(self) -> Message | None:
        return self.remark if self.breach is None else self.breach.why


def judge(
    mover: int, pots: Pots, considerable: Considerable, options: Sequence[Option], players: Sequence[str]
) -> tuple[Judged, ...]:
    """The verdict on each legal card of the mover, in their order; `pots` are those he sees now.

    Of several cards that could be held against an improper one a proper one is taken, if there is one.
    """
    needed = [(seat, Goal.ULTIMO) for seat in range(len(players)) if seat != mover]
    needed += [(mover, goal) for goal in ULTIMO_OF.values()]
    known = all(key in masks for _, masks in options for key in needed)
    court = _Propriety(mover, considerable.richer(pots), tuple(options), tuple(players))
    improper = {place for place in range(len(options)) if court.breach(place, range(len(options)))}
    proper_first = sorted(range(len(options)), key=lambda place: (place in improper, place))
    breaches = [court.breach(place, proper_first) for place in range(len(options))]
    unless = True if known else None
    remarks = _remarks(replace(court, rich=_fuller(pots)), pots) if court.rich is None else {}
    return tuple(
        Judged(False if each else unless, each, None if each else remarks.get(place))
        for place, each in enumerate(breaches)
    )


def _fuller(pots: Pots) -> Pot | None:
    """The pot with more in it, by however little."""
    if pots.king == pots.pagat:
        return None
    return Pot.KING if pots.king > pots.pagat else Pot.PAGAT


def _remarks(court: _Propriety, pots: Pots) -> dict[int, Message]:
    """What is told of the cards that go for the pot with a little less in it."""
    found, places = {}, range(len(court.options))
    for place in places:
        breach = court.poorer(court.options[place], places)
        if breach is not None:
            found[place] = say(
                "goes for the pot that is poorer by {number}, too little to matter; {card} wins the other",
                number=abs(pots.king - pots.pagat),
                card=LineWord(court.options[breach.instead][0]),
            )
    return found


def leaves_richer_pot(
    option: Option, options: Sequence[Option], mover: int, rich: Pot | None
) -> Message | None:
    """Why a card goes for the wrong pot: after it the mover forces the Ultimo of the poorer pot only,
    and after a different card he forces that of the richer one. None where it does not.

    Source: clause proper.richer-pot.
    """
    found = _Propriety(mover, rich, tuple(options), ()).poorer(option, range(len(options)))
    return None if found is None else found.why


class _Propriety(Record, frozen=True):
    """The cards that are held against each other."""

    mover: int
    rich: Pot | None
    """The pot that is considerably the richer."""
    options: tuple[Option, ...]
    players: tuple[str, ...]

    def breach(self, place: int, against: Sequence[int]) -> Impropriety | None:
        """What is wrong with the card at a place, if anything; the first of `against` that shows it does."""
        option = self.options[place]
        return self.unprotected(option, against) or self.poorer(option, against)

    def unprotected(self, option: Option, against: Sequence[int]) -> Impropriety | None:
        """How a card fails to protect the pots: after it another player forces an Ultimo alone, and after
        a different card all the others together could have prevented it.

        Source: clause proper.protect-pots.
        """
        for seat, name in enumerate(self.players):
            if seat == self.mover or not _forces_alone(option, seat, Goal.ULTIMO):
                continue
            for place in against:
                other = self.options[place]
                if _prevents(other, seat, Goal.ULTIMO):
                    why = lets_win(name, other[0])
                    return Impropriety(PROTECT_POTS, why, seat, Goal.ULTIMO, place, Goal.ULTIMO)
        return None

    def poorer(self, option: Option, against: Sequence[int]) -> Impropriety | None:
        """How a card goes for the wrong pot; see :func:`leaves_richer_pot`.

        Source: clauses proper.richer-pot, proper.considerable.
        """
        rich, mover = self.rich, self.mover
        if rich is None:
            return None
        poor = Pot.PAGAT if rich is Pot.KING else Pot.KING
        given, goal = ULTIMO_OF[poor], ULTIMO_OF[rich]
        if not _forces_alone(option, mover, given) or not _prevents(option, mover, goal):
            return None
        for place in against:
            other = self.options[place]
            if _forces_alone(other, mover, goal):
                why = _POORER[rich](LineWord(other[0]))
                return Impropriety(RICHER_POT, why, mover, given, place, goal)
        return None


def _forces_alone(option: Option, seat: int, goal: Goal) -> bool:
    """Whether the seat is known to force the goal alone after the card."""
    return bool(option[1].get((seat, goal), 0) >> (1 << seat) & 1)


def _prevents(option: Option, seat: int, goal: Goal) -> bool:
    """Whether all the others together are known to prevent the seat's goal after the card."""
    return (seat, goal) in option[1] and not _forces_alone(option, seat, goal)
