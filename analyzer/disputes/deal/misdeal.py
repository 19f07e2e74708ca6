"""A deal in dispute, or another irregularity: who may have a new deal, and what it costs.

Source: main rule text, "Logistics, The fourth player"; "Irregularities during play - fines".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from analyzer.cards.card import Card
from analyzer.disputes.answer import player_name
from analyzer.disputes.findings import DisputeModule, Proof
from analyzer.disputes.paid import FinedFinding, PaidCheck, paid_keys
from analyzer.disputes.shape import KIND_KEY, Dispute, DisputeShape, Paid, UnknownKeys, about_of, moment_of
from analyzer.messages import Message, Name, Several, Whose, alone, formed, in_a_row, listed, say
from analyzer.position.files.cardlists import CardList, HandCards, WrittenNumber
from analyzer.position.files.hands.deal import Pile, check_cards, counted
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import Found, PlayerName
from analyzer.rules.irregularities import (
    IN_PLAY,
    REDEALT,
    UNSEEN,
    Fine,
    Moment,
    Penalty,
    fine_for,
    wrong_deal,
    wrong_hands,
)
from analyzer.rules.session import deals_after_misdeal, may_call_misdeal
from analyzer.rules.spec.kinds.catalogue import IRREGULARITY
from analyzer.rules.verdicts import OpenQuestion, Reading, Verdict, Violation
from analyzer.views.base import UNSET, Meta, Players, UnsetType, View
from analyzer.words.blocks import Phrase
from analyzer.yamltree.shapes import Field, Shape, Text


class CalledShape(Shape):
    """A demand for a new deal: the player who asked, and the moment."""

    by: PlayerName = Field(description="The player who asked for a redeal.")
    when: Found | None = None


class MisdealShape(UnknownKeys, DisputeShape):
    """A hand that may be redealt: a player has no trump, or a wrong number of cards."""

    OWN = ("called",)
    kind: Literal["misdeal"] = KIND_KEY
    player: PlayerName | None = Field(None, description="The player whose `hand` it is.")
    hand: CardList | None = Field(None, description="The cards dealt to `player`.")
    hands: dict[Text, HandCards] | None = Field(
        None, description="The cards dealt to each player, if more than one hand is given."
    )
    last_three: CardList | None = Field(
        None,
        description="The last cards, which go to the dealer, if the dealer's hand does not include them.",
    )
    sizes: dict[Text, WrittenNumber] | None = Field(
        None,
        description="The number of cards each player was dealt, if the cards are not given.",
        examples=[{"B": 26, "C": 24}],
    )
    looked: list[PlayerName] | None = Field(
        None, description="The players who have looked at their cards, if a number is wrong; [] for nobody."
    )
    called: CalledShape | None = Field(None, description="The player who asked for a redeal, if any.")
    found: Found | None = None


class MisdealDispute(Dispute, frozen=True, kw_only=True):
    """Are the cards dealt again?"""

    hands: Mapping[int, frozenset[Card]]
    """By seat, the cards dealt, as far as they are told; without the last ones where these are told apart."""
    last: frozenset[Card] | None
    sizes: Mapping[int, int]
    """By seat, how many cards were dealt, as far as it is told; the last ones aside where told apart."""
    looked: frozenset[int] | None
    """Who has seen his cards; None where nobody says."""
    called_by: int | None
    found: Moment | None


def read_misdeal(reader: Reader, shape: MisdealShape) -> MisdealDispute | None:
    """The hands or their sizes, and who asked when; None where neither is told."""
    about = about_of(reader, shape)
    hands = dict(_hands(reader, shape))
    sizes = {seat: hand.size for seat, hand in hands.items()}
    for seat, name, number in reader.values_by_seat(shape.sizes):
        if number.value is None:
            continue
        if seat in hands and hands[seat].size != number.value:
            expected = say("expected {number}, as his hand holds", number=hands[seat].size)
            reader.lack(name.key_where, _holds(reader, seat, number.value), expected)
        if not 0 <= number.value <= len(reader.rules.table.deck):
            most = say("expected at most {number}", number=len(reader.rules.table.deck))
            reader.fault(name.key_where, _holds(reader, seat, number.value), most)
        sizes[seat] = number.value
    told = [key for key in ("hand", "hands", "sizes") if shape.tells(key) and getattr(shape, key) != {}]
    if not sizes and not told:
        expected = say("expected `hand` and `player`, `hands` or `sizes`")
        reader.lack(shape.node.where, say("no hand is given"), expected)
    _check_last(reader, shape, about["dealer"], hands)
    _check_total(reader, shape, sizes)
    held = [
        Pile(say("{whose} hand", whose=Whose(reader.who(seat))), hand.placed, reader.who(seat))
        for seat, hand in hands.items()
    ]
    last = shape.last_three
    check_cards(reader, [*held, *([Pile(say("the last cards"), last.placed)] if last is not None else [])])
    called = shape.called
    when = None if called is None else called.when
    if when is not None and shape.found is not None:
        expected = say("expected `found` or `when`")
        reader.fault(shape.place("found"), say("the moment is given twice"), expected)
    looked = shape.looked
    seats = None if looked is None else frozenset(s for s in map(reader.seat_of, looked) if s is not None)
    by = reader.seat_of(called.by) if called is not None and called.has("by") else None
    if not sizes:
        return None
    return MisdealDispute(
        **about,
        hands={seat: hand.cards for seat, hand in hands.items()},
        last=None if last is None else last.cards,
        sizes=sizes,
        looked=seats,
        called_by=by,
        found=moment_of(shape.found or when),
    )


def _holds(reader: Reader, seat: int, number: int) -> Message:
    return say("{player} was dealt {cards}", player=reader.who(seat), cards=counted(number))


def _hands(reader: Reader, shape: MisdealShape) -> Iterator[tuple[int, CardList]]:
    """The hands told, by seat; a hand that is nobody's is a fault, and so is a player without one."""
    both = shape.tells("hand") and shape.tells("hands")
    if both:
        reader.fault(shape.place("hand"), say("hands are given twice"), say("expected `hand` or `hands`"))
    if shape.tells("hand") is not shape.tells("player"):
        key, missing = ("hand", "player") if shape.tells("hand") else ("player", "hand")
        expected = say("expected `player`, whose it is") if missing == "player" else say("expected `hand`")
        reader.lack(shape.key_place(key), say("a hand of nobody, or a player without one"), expected)
    for seat, _, hand in reader.values_by_seat(shape.hands):
        if hand.told:
            yield seat, hand
    seat_of_hand = reader.seat_of(shape.player)
    if shape.hand is not None and shape.hand.told and seat_of_hand is not None and not both:
        yield seat_of_hand, shape.hand


def _check_last(
    reader: Reader, shape: MisdealShape, dealer: int | None, hands: Mapping[int, CardList]
) -> None:
    """A fault where the last cards are too many or too few, or are not those of a dealer who is told."""
    last = shape.last_three
    if last is None:
        return
    size = reader.rules.table.skat_size
    if last.size != size:
        message = say("the last cards are {number}", number=last.size)
        reader.lack(last.where, message, say("expected {size}", size=size))
    if not shape.tells("dealer"):
        reader.lack(last.where, say("the last cards go to nobody"), say("expected `dealer`"))
    elif dealer is not None and dealer not in hands:
        expected = say("expected his hand without them")
        reader.lack(last.where, say("the dealer's hand is missing"), expected)


def _check_total(reader: Reader, shape: MisdealShape, sizes: Mapping[int, int]) -> None:
    """A fault where hands hold more than the pack, or all of them less: the last cards may lie apart."""
    table, dealt = reader.rules.table, sum(sizes.values())
    pack, without = len(table.deck), len(table.deck) - table.skat_size
    most, least = without if shape.tells("last_three") else pack, without
    if dealt > most or (len(sizes) == table.players and dealt not in (least, most)):
        expected = say("expected {cards}, as the pack has", cards=counted(pack))
        if dealt < most:
            expected = say(
                "expected {cards}, as the pack has, or {number} without the last ones",
                cards=counted(pack),
                number=without,
            )
        place = "sizes" if shape.tells("sizes") else "hands" if shape.tells("hands") else "hand"
        reader.lack(shape.key_place(place), say("the hands hold {cards}", cards=counted(dealt)), expected)


MISDEAL: Final = "table.misdeal"
REDEAL: Final = {True: "redeal-same-dealer", False: "redeal-next-dealer"}
WHOSE_FINE: Final = say("no source says whether each of them pays or only one")


class MisdealRemedyView(View, frozen=True, kw_only=True):
    """The consequence for the deal; empty if the hand is played."""

    deal: Annotated[list[str], Meta(description="Such as `redeal-same-dealer`.")] | UnsetType = UNSET


class MisdealCheck(PaidCheck, frozen=True, kw_only=True):
    """The ruling on a redeal."""

    kind: Literal["misdeal"]
    may_call: Annotated[
        Players,
        Meta(description="The players in the file who may demand a redeal because they have no trump."),
    ]
    wrong_number: Annotated[Players, Meta(description="The players with a wrong number of cards.")]
    deals_again: Annotated[str | None, Meta(description="The dealer of the redeal, if there is one.")]
    remedy: MisdealRemedyView


@dataclass(frozen=True, slots=True, kw_only=True)
class MisdealFinding(FinedFinding):
    """Whether the cards are dealt again.

    `may_call` are those who may have them dealt again for want of a trump, of the hands told; `wrong` are
    those with a wrong number of cards. `deals_again` is who deals where they are dealt again.
    """

    may_call: tuple[int, ...]
    wrong: tuple[int, ...]
    deals_again: int | None
    redeal: str | None = None
    """What becomes of a misdeal that was rightly called."""

    @property
    def remedies(self) -> tuple[str, ...]:
        """What becomes of the deal."""
        return (self.redeal,) if self.redeal else tuple(dict.fromkeys(each.remedy for each in self.penalties))

    def fact_phrases(self) -> Iterator[Phrase]:
        """The number of cards of each, as far as told, and the hands that are told."""
        dispute, players = self.dispute, self.dispute.players
        assert isinstance(dispute, MisdealDispute)
        for seat, number in sorted(dispute.sizes.items()):
            cards = in_a_row(sorted(dispute.hands.get(seat, ())))
            told = say("{number} {number:card/cards}", number=number)
            listed_cards = alone(cards, told)
            yield Phrase(formed("{player}: {cards}", player=Name(players[seat]), cards=listed_cards), level=1)

    def reason_phrases(self) -> Iterator[Phrase]:
        """Who may have the cards dealt again, whose number is wrong, and who deals."""
        names = self.dispute.players

        def all_of(seats: tuple[int, ...]) -> Several:
            return listed(Name(names[seat]) for seat in seats)

        if self.wrong:
            text = say("A wrong number of cards: {players}", players=all_of(self.wrong))
        elif self.may_call:
            text = say("Entitled to a redeal: {players}", players=all_of(self.may_call))
        else:
            text = say("None of the players in the file is certainly entitled to a redeal.")
        yield Phrase(text, level=1)
        if self.deals_again is not None:
            yield Phrase(say("Deals again: {player}", player=Name(names[self.deals_again])), level=1)

    def answer(self) -> MisdealCheck:
        """The answer about a deal."""
        players = self.dispute.players
        return MisdealCheck(
            **self.common,
            **paid_keys(self, self.paid),
            may_call=[players[seat] for seat in self.may_call],
            wrong_number=[players[seat] for seat in self.wrong],
            deals_again=player_name(self.dispute, self.deals_again),
            remedy=MisdealRemedyView(deal=list(self.remedies) or UNSET),
        )


def settle_misdeal(dispute: MisdealDispute) -> MisdealFinding:
    """The verdict on a deal: a wrong number of cards goes before want of trumps."""
    wrong = wrong_hands(dispute.rules, dispute.sizes, dispute.dealer)
    return _wrong_number(dispute, wrong) if wrong else _no_trumps(dispute)


def _no_trumps(dispute: MisdealDispute) -> MisdealFinding:
    """Who was dealt no trump, and whether he who asked for a new deal is one of them."""
    rights = {seat: _right(dispute, seat) for seat in sorted(dispute.hands)}
    caller = _caller(dispute)
    allowed = rights.get(caller, False) if caller is not None else False
    wrong = [] if allowed is not False else [_refused(dispute, caller)]
    questions = [] if wrong else [*_are_last_dealt(dispute, allowed=allowed), *_too_late(dispute)]
    rules, granted = dispute.rules, not wrong and not questions
    return MisdealFinding(
        dispute=dispute,
        violations=tuple(wrong),
        open_questions=tuple(questions),
        proofs=tuple(
            Proof(_about(dispute, seat, right=right), (MISDEAL,))
            for seat, right in rights.items()
            if right is not None
        ),
        applied=(MISDEAL, "table.hand"),
        may_call=tuple(seat for seat, right in rights.items() if right),
        wrong=(),
        deals_again=_deals_again(dispute) if granted else None,
        redeal=REDEAL[rules.session.same_dealer_again] if granted else None,
    )


def _right(dispute: MisdealDispute, seat: int) -> bool | None:
    """Whether a player was dealt no trump; None where that hangs on the last cards."""
    hand, last = dispute.hands[seat], dispute.last if seat == dispute.dealer else None
    found = may_call_misdeal(dispute.rules, hand)
    if last is None:
        return found
    with_last = may_call_misdeal(dispute.rules, hand | last)
    return found if found is with_last else None


def _caller(dispute: MisdealDispute) -> int | None:
    """Who asks for a new deal: whoever did, else the one whose hand is told."""
    if dispute.called_by is not None:
        return dispute.called_by
    return next(iter(dispute.hands)) if len(dispute.hands) == 1 else None


def _about(dispute: MisdealDispute, seat: int, *, right: bool) -> Message:
    name = Name(dispute.players[seat])
    if right:
        return say("{player} was dealt no trump", player=name)
    return say("{player} was dealt what forbids a misdeal", player=name)


def _refused(dispute: MisdealDispute, caller: int | None) -> Violation:
    """Why there is no misdeal."""
    if caller is None:
        return Violation(MISDEAL, (), say("nobody says who asked for a new deal"))
    name = Name(dispute.players[caller])
    if caller not in dispute.hands:
        text = say("only a player dealt no trumps may ask for a redeal; {player} is not one", player=name)
        return Violation(MISDEAL, (), text)
    cards = tuple(sorted(card for card in _all_of(dispute, caller) if _counts(dispute, card)))
    return Violation(MISDEAL, cards, say("{player} was dealt a trump", player=name))


def _all_of(dispute: MisdealDispute, seat: int) -> frozenset[Card]:
    last = dispute.last if seat == dispute.dealer and dispute.last is not None else frozenset()
    return dispute.hands[seat] | last


def _counts(dispute: MisdealDispute, card: Card) -> bool:
    session = dispute.rules.session
    return card.suit is session.misdeal_without or (session.misdeal_fool_counts and card.is_fool)


def _are_last_dealt(dispute: MisdealDispute, *, allowed: bool | None) -> Iterator[OpenQuestion]:
    """Whether the last cards, which the dealer takes up, count among those he was dealt."""
    if allowed is not None or dispute.dealer is None:
        return
    cards = tuple(sorted(card for card in dispute.last or () if _counts(dispute, card)))
    readings = (
        Reading(say("the last cards are dealt to the dealer like the others"), Verdict.ILLEGAL, (MISDEAL,),
                say("the hand is played")),
        Reading(say("only the cards dealt to everybody are meant"), Verdict.LEGAL, (),
                say("the cards are dealt again")),
    )  # fmt: skip
    yield OpenQuestion((MISDEAL, "table.hand"), cards, readings)


def _too_late(dispute: MisdealDispute) -> Iterator[OpenQuestion]:
    """Whether it is too late once declarations are made, which no source says."""
    if dispute.found in {None, Moment.BEFORE_DECLARATIONS}:
        return
    readings = (
        Reading(say("a misdeal may be called as long as the hand is not over"), Verdict.LEGAL, (),
                say("the cards are dealt again")),
        Reading(say("a player who has declared or played has accepted the deal"), Verdict.ILLEGAL,
                (MISDEAL,), say("the hand is played")),
    )  # fmt: skip
    yield OpenQuestion((MISDEAL,), (), readings)


def _deals_again(dispute: MisdealDispute) -> int | None:
    """Who deals again; None where the dealer is not told, or a fourth at the table might be the next."""
    if dispute.dealer is None:
        return None
    if dispute.rules.session.same_dealer_again:
        return dispute.dealer
    seats = len(dispute.players)
    return None if dispute.sitting_out else deals_after_misdeal(dispute.rules, dispute.dealer, seats)


def _wrong_number(dispute: MisdealDispute, wrong: tuple[int, ...]) -> MisdealFinding:
    """What a wrong number of cards costs, and what becomes of the hand."""
    name = wrong_deal(dispute.rules, dispute.sizes, wrong, dispute.looked, dispute.found)
    fined = [
        (seat, _fine(dispute, each)) for each in _names(name) for seat in _who_pays(dispute, each, wrong)
    ]
    offence = name is not None and any(fine.each_pot or not fine.play_goes_on for _, fine in fined)
    shared = name == IN_PLAY and len(wrong) > 1
    return MisdealFinding(
        dispute=dispute,
        violations=tuple(_offences(dispute, name, wrong)) if offence else (),
        open_questions=() if name is not None else (_who_looked(),),
        penalties=tuple(Penalty.from_fine(fine, seat) for seat, fine in fined),
        notes=(WHOSE_FINE,) if shared else (),
        applied=("table.hand", *(clause for _, fine in fined for clause in fine.clauses)),
        may_call=(),
        wrong=wrong,
        deals_again=dispute.dealer if name == REDEALT else None,
        paid=None if name is None or shared else _paid(dispute, fined),
    )


def _names(name: str | None) -> tuple[str, ...]:
    """The irregularities that it may be: the one it is, or both that hang on who has looked."""
    return (UNSEEN, REDEALT) if name is None else (name,)


def _who_pays(dispute: MisdealDispute, name: str, wrong: tuple[int, ...]) -> tuple[int | None, ...]:
    """Whose irregularity it is: the dealer's until the hand is played, then theirs who hold the cards."""
    return wrong if name == IN_PLAY else (dispute.dealer,)


def _fine(dispute: MisdealDispute, name: str) -> Fine:
    return fine_for(dispute.rules, name, found=dispute.found)


def _offences(dispute: MisdealDispute, name: str | None, wrong: tuple[int, ...]) -> Iterator[Violation]:
    for seat in wrong:
        player, size = Name(dispute.players[seat]), dispute.sizes[seat]
        text = say("{player} was dealt {cards}", player=player, cards=counted(size))
        yield Violation(f"{IRREGULARITY}{name}", (), text)


def _who_looked() -> OpenQuestion:
    seen, unseen = f"{IRREGULARITY}{REDEALT}", f"{IRREGULARITY}{UNSEEN}"
    readings = (
        Reading(say("who has too many cards has not looked at them"), Verdict.LEGAL, (),
                say("the number is put right, without a fine")),
        Reading(say("who has too many cards has looked at them"), Verdict.ILLEGAL, (seen,),
                say("the same dealer deals again")),
    )  # fmt: skip
    return OpenQuestion((unseen, seen), (), readings)


def _paid(dispute: MisdealDispute, fined: list[tuple[int | None, Fine]]) -> Paid | None:
    """What the fines come to; None where nobody says who dealt."""
    known = [(seat, fine) for seat, fine in fined if seat is not None]
    return Paid.from_fines(dispute, known) if len(known) == len(fined) else None


KIND: Final[DisputeModule] = DisputeModule(MisdealShape, read_misdeal, settle_misdeal, MisdealCheck)
