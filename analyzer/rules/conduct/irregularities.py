"""Irregularities: their gravity, their cost, and their effect on the hand.

The irregularities, their categories and remedies are clauses of the rule set; the players may agree on
another category, because the source leaves the gravity to them.

Source: main rule text, "Irregularities during play - fines"; "The fool" (the demand).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from enum import Enum
from typing import TYPE_CHECKING, Final

from analyzer.cards.card import FOOL, Card
from analyzer.errors import UsageError
from analyzer.frozenrecord import Record
from analyzer.messages import Message, Name, Verbatim, both, say
from analyzer.rules.book import Book, Pot
from analyzer.rules.deal.combinations import Declaration
from analyzer.rules.score.payments import opponents
from analyzer.rules.spec.clause import Category
from analyzer.rules.spec.game import GameSpec, TakeBack
from analyzer.rules.spec.kinds.catalogue import IRREGULARITY
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import Violation

if TYPE_CHECKING:
    from analyzer.rules.play.trick import OpenTrick

NEEDLESS_DEMAND: Final = "needless-demand"
MISTAKEN_DEMAND: Final = "mistaken-demand"
PREMATURE_PLAY: Final = "premature-play"
IMPROPER_DISCARD: Final = "improper-discard"
CORRECTED_DECLARATION: Final = "corrected-declaration"
WRONG_DECLARATION: Final = "wrong-declaration"
WRONG_DECLARATIONS: Final = (WRONG_DECLARATION, CORRECTED_DECLARATION)
REVOKES: Final = ("corrected-revoke", "irrecoverable-revoke")

MENDED: Final = say(
    "a revoke that can be put right, without telling anything essential and without having bent the play, "
    "costs nothing; one that cannot ends the hand: which it is, the players must agree"
)
NO_CLASS: Final = say("no source names the class of this irregularity: the players agree on it")
CORRECTED: Final = "corrected"
ABANDONED: Final = "abandoned"
NOTHING_DONE: Final = "none"


class Moment(Enum):
    """The time when something was found, in the order of a hand."""

    BEFORE_DECLARATIONS = "before-declarations"
    """Before the player after the dealer has declared."""
    BEFORE_LEAD = "before-lead"
    DURING_PLAY = "during-play"
    """After the opening lead, and before everything is paid."""
    AFTER_PAYMENTS = "after-payments"


BEFORE_PLAY: Final = frozenset({Moment.BEFORE_DECLARATIONS, Moment.BEFORE_LEAD})
"""The moments before any card is played."""
UNSEEN: Final = "wrong-deal-unseen"
REDEALT: Final = "wrong-deal"
IN_PLAY: Final = "wrong-number-of-cards"
_OF_PLAY: Final = frozenset(
    {
        IN_PLAY,
        NEEDLESS_DEMAND,
        MISTAKEN_DEMAND,
        PREMATURE_PLAY,
        "lead-out-of-turn",
        "unfollowable-name",
        *REVOKES,
    }
)
"""Irregularities that cannot happen before the opening lead."""


def moments_of(name: str) -> frozenset[Moment]:
    """Return the moments at which an irregularity can be found.

    Source: main rule text, "Irregularities during play - fines".
    """
    if name in (UNSEEN, REDEALT):
        return BEFORE_PLAY
    return frozenset(Moment) - (BEFORE_PLAY if name in _OF_PLAY else frozenset())


_IN_TIME: Final[Mapping[str, tuple[frozenset[Moment], frozenset[Moment]]]] = {
    "next-declaration": (
        frozenset({Moment.BEFORE_DECLARATIONS}),
        frozenset({Moment.DURING_PLAY, Moment.AFTER_PAYMENTS}),
    ),
    "opening-lead": (
        frozenset({Moment.BEFORE_DECLARATIONS, Moment.BEFORE_LEAD}),
        frozenset({Moment.DURING_PLAY, Moment.AFTER_PAYMENTS}),
    ),
    "all-paid": (frozenset(Moment) - {Moment.AFTER_PAYMENTS}, frozenset({Moment.AFTER_PAYMENTS})),
}
"""By the moment a clause names, the times before it and after it; other times are undecided."""


def is_before(found: Moment | None, until: str | None) -> bool | None:
    """Return True if the time found comes before the moment a clause names; None if unknown."""
    if found is None or until is None:
        return None
    before, after = _IN_TIME[until]
    return True if found in before else False if found in after else None


class Fine(Record, frozen=True):
    """The cost of an irregularity for its player, and its effect on the hand.

    `each_pot` are tokens into each of the two pots. `remedy` is the treatment, such as `taken-back` or
    `abandoned`. If the time when it was found is not given, `mended_until` is when it can no longer be put
    right and `fined_until` when it is no longer fined, if the source says so.
    """

    name: str
    category: Category
    each_pot: int
    remedy: str
    mended_until: str | None
    fined_until: str | None
    clauses: tuple[str, ...]
    play_goes_on: bool
    """True if the hand is played on; otherwise it is given up, and the next player deals."""
    excused: bool = False
    """True if it has no consequence, because it was found early or late enough."""


class Penalty(Record, frozen=True):
    """The cost of an offence for its player, and its effect on the hand."""

    irregularity: str
    category: str
    each_pot: int
    remedy: str
    mended_until: str | None
    fined_until: str | None
    clauses: tuple[str, ...]
    play_goes_on: bool
    seat: int | None = None

    @classmethod
    def of(cls, fine: Fine, seat: int | None) -> Penalty:
        """Return a fine as a penalty for a player."""
        return cls(
            fine.name,
            fine.category.value,
            fine.each_pot,
            fine.remedy,
            fine.mended_until,
            fine.fined_until,
            fine.clauses,
            fine.play_goes_on,
            seat,
        )


def fine_for(
    rules: RuleSet, name: str, category: Category | None = None, found: Moment | None = None
) -> Fine:
    """Return the fine for a named irregularity, in its own category or the one the players agreed on.

    If the time when it was `found` is given, anything that could still be mended then is mended, and anything
    that is no longer fined then costs nothing; a category that players agree on against the rules is still
    paid.

    Raises: UsageError for a name the rule set does not have.
    Source: clauses irregularity.<name>, fine.superficial, fine.minor, fine.major, fine.irrecoverable.
    """
    if name not in rules.fines.category:
        near = get_close_matches(name, rules.fines.category, n=1, cutoff=0)
        unknown = Verbatim(name)
        raise UsageError(
            say(
                "the rules name no irregularity “{word}”; the nearest is {near}",
                word=unknown,
                near=Verbatim(near[0]),
            )
            if near
            else say("the rules name no irregularity “{word}”", word=unknown)
        )
    irregularity = rules.fines.irregularities[name]
    agreed = irregularity.category if category is None else category
    found = found if agreed is irregularity.category else None
    mended = is_before(found, irregularity.mended_until) is True
    past = is_before(found, irregularity.fined_until) is False
    if mended or past:
        remedy = CORRECTED if mended else NOTHING_DONE
        return Fine(name, agreed, 0, remedy, None, None, (f"{IRREGULARITY}{name}",), True, True)  # noqa: FBT003
    open_still = is_before(found, irregularity.mended_until) is None
    return Fine(
        name=name,
        category=agreed,
        each_pot=rules.fines.fines[agreed],
        remedy=irregularity.remedy,
        mended_until=irregularity.mended_until if open_still else None,
        fined_until=irregularity.fined_until if found is None else None,
        clauses=(f"{IRREGULARITY}{name}", f"fine.{agreed.value}"),
        play_goes_on=rules.fines.goes_on[agreed],
    )


def demand_fined(rules: RuleSet, faults: Iterable[Violation]) -> str:
    """Return the irregularity of a demand with these faults: needless once the Fool is gone, or mistaken.

    If a rule set names only one of them, every fault is fined as that one.

    Source: clauses irregularity.needless-demand, irregularity.mistaken-demand.
    """
    if any(each.clause == f"{IRREGULARITY}{NEEDLESS_DEMAND}" for each in faults):
        return NEEDLESS_DEMAND
    return MISTAKEN_DEMAND if MISTAKEN_DEMAND in rules.fines.irregularities else NEEDLESS_DEMAND


def settle_fine(fine: Fine, seat: int, book: Book) -> None:
    """Pay a fine into each pot."""
    for pot in Pot:
        book.pay(seat, pot, fine.each_pot, f"fine.{fine.category.value}")


def repay_declaration(rules: RuleSet, seat: int, declared: Declaration, book: Book) -> None:
    """Pay back to each opponent the gain from a wrong declaration.

    Source: clause irregularity.wrong-declaration.
    """
    others = opponents(seat, rules.table.players)
    book.pays_each(seat, others, declared.amount, "irregularity.wrong-declaration")


def names_fines(rules: RuleSet) -> bool:
    """Return True if the source of the rules has classes of irregularities at all."""
    return bool(rules.fines.category)


def revoke_fines(rules: RuleSet, clause: str) -> tuple[Fine, ...]:
    """Return the possible fines for a card that breaks this clause of play; the players agree on one.

    A revoke is a failure to follow or to trump. No source says how grave any other forbidden card is, so it
    has no fines.

    Source: clauses irregularity.corrected-revoke, irregularity.irrecoverable-revoke.
    """
    if clause not in rules.game.duty.clauses or not names_fines(rules):
        return ()
    return tuple(fine_for(rules, name) for name in REVOKES)


def correct_declaration(rules: RuleSet, seat: int, owed: int, fine: Fine, book: Book) -> None:
    """Pay each opponent back the excess for a declaration that is put right, or have the rest paid.

    Source: clause irregularity.corrected-declaration.
    """
    others = opponents(seat, rules.table.players)
    book.pays_each(seat, others, max(owed, 0), fine.clauses[0])
    book.each_pays(others, seat, max(-owed, 0), fine.clauses[0])


def judge_demand(
    spec: GameSpec,
    hands: Sequence[frozenset[Card]],
    seat: int | None,
    tricks_left: int,
    *,
    fool_demand: bool = True,
) -> tuple[Violation, ...]:
    """Return the faults of a demand for the Fool; empty for one that must be obeyed.

    `hands` are the cards held when the demand is made, so that a Fool already played is in none of them.
    `seat` is the player who makes it, None if unknown. `fool_demand` is True if this table has the demand.
    Any fault is a demand made in error, whose penalty is that of a demand after the Fool is gone.

    Source: clauses fool.demand, irregularity.needless-demand.
    """
    trick, faults = spec.fool.demand_trick, []
    if trick is None:
        faults.append(Violation("fool.demand", (FOOL,), say("these rules know no demand for the Fool")))
    elif not fool_demand:
        faults.append(Violation("fool.demand", (FOOL,), say("at this table the Fool is not demanded")))
    if trick not in (None, tricks_left):
        text = say(
            "the Fool may be demanded with {trick} {trick:trick/tricks} to go, not with {number}",
            trick=trick or 0,
            number=tricks_left,
        )
        faults.append(Violation("fool.demand", (FOOL,), text))
    if seat is not None and FOOL in hands[seat]:
        faults.append(Violation("fool.demand", (FOOL,), say("the player who demands the Fool holds it")))
    elif not any(FOOL in hand for hand in hands):
        text = say("the Fool is in no hand any more")
        faults.append(Violation(f"irregularity.{NEEDLESS_DEMAND}", (FOOL,), text))
    return tuple(faults)


def late_demand_notes(trick: OpenTrick, spec: GameSpec, players: Sequence[str]) -> tuple[Message, ...]:
    """Return notes on a late demand: the cards that go back under the other reading.

    Source: clause fool.demand-late.
    """
    ours = {each.seat for each in trick.backs(spec.fool.demand_back)}
    for reading in TakeBack:
        others = {each.seat for each in trick.backs(reading)}
        if others != ours:
            names = both(Name(players[seat]) for seat in sorted(others))
            told = say(
                "no source says whose cards go back for a late demand; it may also be: {players}",
                players=names,
            )
            return (told,)
    return ()
