"""Irregularities: their gravity, their cost, and their effect on the hand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from enum import Enum
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from analyzer.cards.card import FOOL, Card
from analyzer.errors import UsageError
from analyzer.frozenrecord import Record
from analyzer.messages import Message, Name, Verbatim, Word, both, say
from analyzer.rules.book import Book, Pot, Transfer
from analyzer.rules.deal.combinations import Declaration
from analyzer.rules.deal.declarations import Correction, DeclarationFault
from analyzer.rules.deal.discard import stated_trumps
from analyzer.rules.score.payments import opponents
from analyzer.rules.spec.clause import Category
from analyzer.rules.spec.game import GameSpec, TakeBack
from analyzer.rules.spec.kinds.catalogue import IRREGULARITY
from analyzer.rules.spec.ruleset import RuleSet, TrumpsTold
from analyzer.rules.verdicts import Violation

if TYPE_CHECKING:
    from analyzer.rules.play.trick import OpenTrick


# Irregularities: their gravity, their cost, and their effect on the hand.
#
# The irregularities, their categories and remedies are clauses of the rule set; the players may agree on
# another category, because the source leaves the gravity to them.
#
# Source: main rule text, "Irregularities during play - fines"; "The fool" (the demand).


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
    def from_fine(cls, fine: Fine, seat: int | None) -> Penalty:
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
    book.charge_each(others, seat, max(-owed, 0), fine.clauses[0])


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


# The dealer's responsibilities: a misdeal, and answers about the skat.


def wrong_hands(rules: RuleSet, sizes: Mapping[int, int], dealer: int | None) -> tuple[int, ...]:
    """Return the seats that were dealt a wrong number of cards.

    A dealer's hand is right with the last cards and without them; if nobody knows who dealt, any hand may be
    that one.

    Source: clause table.hand.
    """
    hand, last = rules.table.hand_size, rules.table.skat_size

    def right(seat: int, size: int) -> bool:
        return size == hand or (size == hand + last and dealer in (seat, None))

    return tuple(sorted(seat for seat, size in sizes.items() if not right(seat, size)))


def wrong_deal(
    rules: RuleSet,
    sizes: Mapping[int, int],
    wrong: tuple[int, ...],
    looked: frozenset[int] | None,
    found: Moment | None,
) -> str | None:
    """Return the irregularity of a wrong deal, by name; None if it depends on who has seen their cards.

    Source: clauses irregularity.wrong-deal-unseen, irregularity.wrong-deal,
    irregularity.wrong-number-of-cards.
    """
    if found is not None and found not in moments_of(REDEALT):
        return IN_PLAY
    too_many = {seat for seat in wrong if sizes[seat] > rules.table.hand_size}
    if looked is None or (not too_many and len(sizes) < rules.table.players):
        return None
    return REDEALT if too_many & looked else UNSEEN


def shows_out(card: Card) -> bool:
    """Return True if a card shows that its player has no trump to play; the Fool shows nothing."""
    return not card.is_trump and not card.is_fool


def may_ask(rules: RuleSet, laid: Sequence[Card]) -> bool | None:
    """Return True if the dealer may be asked now; None if no source says.

    `laid` are the dealer's cards at each chance to play a trump, the last one that of the question. The
    dealer is asked when showing out, and under some rules at the first chance only. No source says if a
    dealer who was not asked then may be asked later, or what follows if the dealer played the Fool at the
    first chance.

    Source: clause discard.tell-trumps.
    """
    *before, now = laid
    if not shows_out(now):
        return False
    if rules.discard.asked_at_first and any(card.is_trump for card in before):
        return False
    passed = before if rules.discard.asked_at_first else [card for card in before if shows_out(card)]
    return None if passed else True


def answers_rightly(rules: RuleSet, skat: Collection[Card], answer: bool | int) -> bool:  # noqa: FBT001 - said
    """Return True if the dealer's answer is true and complete; anything more must be true as well.

    Source: clause discard.tell-trumps.
    """
    number = sum(card.is_trump for card in skat)
    if not isinstance(answer, bool):
        return answer == number
    if rules.discard.trumps_told is TrumpsTold.HOW_MANY and answer:
        return False
    return answer is (number > 0)


def must_answer(rules: RuleSet, skat: Collection[Card]) -> bool | int:
    """Return the answer that the dealer must give if asked: trumps in the skat or not, or their number."""
    return stated_trumps(rules, skat)


# A wrong declaration as an irregularity: its fault, its gravity, and the payments that remain.
#
# Source: main rule text, "The declarations"; "Irregularities during play - fines".


def wrong_declaration(fault: DeclarationFault, player: str) -> Violation:
    """Return the violation of a wrong declaration, under the clause that requires or rules it out."""
    either = fault.required or fault.said
    assert either is not None
    words: dict[str, Word] = {
        "player": Name(player),
        "said": say("“{declared}”", declared=fault.said.message)
        if fault.said is not None
        else say("nothing"),
        "right": (
            say("“{declared}”", declared=fault.required.message)
            if fault.required is not None
            else say("no such declaration")
        ),
        "amount": abs(fault.owed),
    }
    text = say("{player} declared {said} where the cards require {right}", **words)
    if fault.owed < 0:
        text = say(
            "{player} declared {said} where the cards require {right}: {amount} too little from each", **words
        )
    elif fault.owed:
        text = say(
            "{player} declared {said} where the cards require {right}: {amount} too much from each", **words
        )
    cards = tuple(sorted(fault.required.cards)) if fault.required is not None else ()
    return Violation(either.clause, cards, text)


def mark_too_late(
    rules: RuleSet, faults: Sequence[DeclarationFault], found: Moment | None
) -> tuple[DeclarationFault, ...]:
    """Return the faults, none of which can be put right any more if they were found too late.

    Source: clauses declare.correct, irregularity.corrected-declaration.
    """
    until = rules.fines.irregularities[CORRECTED_DECLARATION].mended_until
    if is_before(found, until) is not False:
        return tuple(faults)
    return tuple(replace(each, correction=Correction.NOT_ACCEPTABLE) for each in faults)


def repaid_for(
    rules: RuleSet, seat: int, fault: DeclarationFault, found: Moment | None, seats: int
) -> tuple[Transfer, ...]:
    """Return payments between players for a wrong declaration, without its fine; `seats` sit at the table.

    A declaration that is put right is paid as it should have been; gains from another go back, if it is
    fined.

    Source: clauses irregularity.corrected-declaration, irregularity.wrong-declaration.
    """
    fine, book = declaration_fine(rules, fault, found), Book(seats)
    if fine.remedy == CORRECTED:
        correct_declaration(rules, seat, fault.owed, fine, book)
    elif not fine.excused and fault.said is not None:
        repay_declaration(rules, seat, fault.said, book)
    return book.transfers


def fined_once(faults: Sequence[DeclarationFault]) -> tuple[tuple[DeclarationFault, bool], ...]:
    """Return the faults of one player, each with True if a fine is due for it: one act is one fault.

    Everything left unsaid was kept back in one act, which is as grave as the gravest part.
    """
    kept_back = [each for each in faults if each.said is None]
    gravest = next((each for each in kept_back if each.correction is Correction.NOT_ACCEPTABLE), None)
    fined = gravest or next(iter(kept_back), None)
    return tuple((each, each.said is not None or each is fined) for each in faults)


def declaration_fine(rules: RuleSet, fault: DeclarationFault, found: Moment | None) -> Fine:
    """Return the fine for a wrong declaration: none if it may still be put right without revealing anything.

    Source: clauses irregularity.corrected-declaration, irregularity.wrong-declaration.
    """
    right = fault.correction is Correction.ACCEPTABLE
    return fine_for(rules, CORRECTED_DECLARATION if right else WRONG_DECLARATION, found=found)
