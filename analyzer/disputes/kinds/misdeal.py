"""Disputes about a wrong deal or one without a trump, and other irregularities: what a file of them says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from analyzer.cards.card import Card
from analyzer.cards.notation import shown
from analyzer.disputes.kinds.common import (
    KIND,
    DisputeShape,
    PaidShape,
    UnknownKeys,
    about_of,
    moment_of,
    read_paid,
)
from analyzer.disputes.model import ClaimedPayment, Dispute
from analyzer.messages import Message, Verbatim, Whose, say
from analyzer.position.files.beforeplay.deal import Pile, check_cards, counted
from analyzer.position.files.beforeplay.quarrels import check_found
from analyzer.position.files.cardlists import CardList, HandCards, WrittenNumber
from analyzer.position.files.heard import read_pots
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import Found, Name, PotsShape
from analyzer.rules.book import Pots
from analyzer.rules.conduct.irregularities import Moment
from analyzer.rules.deal.declarations import DeclarationError, parse_declaration
from analyzer.rules.spec.clause import Category
from analyzer.yamltree.placed import Field, Shape, Text
from analyzer.yamltree.places import suggestion


class IrregularityShape(DisputeShape):
    """What an irregularity costs, and what becomes of the hand."""

    kind: Literal["irregularity"] = KIND
    irregularity: Text = Field(description="Its name in the rule set.", examples=["lead-out-of-turn"])
    by: Name = Field(description="Who committed it.")
    category: Literal["superficial", "minor", "major", "irrecoverable"] | None = Field(
        None, description="How grave the players hold it to be; as the rule set says where left out."
    )
    declaration: Text | None = Field(
        None, description="The wrong declaration that was paid for, if it is one."
    )
    found: Found | None = None
    pots: PotsShape | None = Field(None, description="The pots before the fine.")
    paid: list[PaidShape] | None = Field(None, description="What was paid, or what somebody says is owed.")


class IrregularityDispute(Dispute, frozen=True, kw_only=True):
    """What does this irregularity cost?"""

    irregularity: str
    by: int
    category: Category | None = None
    """What the players agreed on; None for what the rule set says."""
    declaration: str | None = None
    found: Moment | None = None
    pots: Pots
    paid: tuple[ClaimedPayment, ...] | None = None


def read_irregularity(reader: Reader, shape: IrregularityShape) -> IrregularityDispute | None:
    """What somebody did wrong; None where neither is known."""
    about = about_of(reader, shape)
    by = reader.seat_of(shape.by) if shape.has("by") else None
    name, known = shape.irregularity, reader.rules.fines.category
    if shape.has("irregularity") and name not in known:
        reader.fault(
            name.where,
            say("no irregularity is called {word}", word=Verbatim(shown(name))),
            suggestion(name, known),
        )
    if shape.found is not None and name in known:
        check_found(reader, str(name), Moment(shape.found), shape.place("found"))
    if shape.declaration is not None:
        try:
            parse_declaration(shape.declaration, reader.rules)
        except DeclarationError as error:
            reader.fault(shape.declaration.where, error.fault.message, error.fault.expected)
    paid = read_paid(reader, shape.paid)
    if by is None or name not in known:
        return None
    return IrregularityDispute(
        **about,
        irregularity=str(name),
        by=by,
        category=None if shape.category is None else Category(shape.category),
        declaration=None if shape.declaration is None else str(shape.declaration),
        found=moment_of(shape.found),
        pots=read_pots(shape.pots),
        paid=paid,
    )


class CalledShape(Shape):
    """Who asked for a new deal, and when."""

    by: Name = Field(description="Who asked for a new deal.")
    when: Found | None = None


class MisdealShape(UnknownKeys, DisputeShape):
    """Whether the cards are dealt again: somebody has no trump, or a wrong number of cards."""

    OWN = ("called",)
    kind: Literal["misdeal"] = KIND
    player: Name | None = Field(None, description="Whose `hand` it is.")
    hand: CardList | None = Field(None, description="The cards dealt to `player`.")
    hands: dict[Text, HandCards] | None = Field(
        None, description="The cards dealt to players, where more than one hand is told."
    )
    last_three: CardList | None = Field(
        None, description="The last cards, which go to the dealer, where his hand does not hold them."
    )
    sizes: dict[Text, WrittenNumber] | None = Field(
        None,
        description="How many cards players were dealt, where no card is told.",
        examples=[{"B": 26, "C": 24}],
    )
    looked: list[Name] | None = Field(
        None, description="Who has looked at his cards, where a number is wrong; [] for nobody."
    )
    called: CalledShape | None = Field(None, description="Who asked for a new deal, if anybody did.")
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
    for seat, name, number in reader.by_seat(shape.sizes):
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
        reader.lack(shape.node.where, say("no hand is told"), expected)
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
        reader.fault(shape.place("found"), say("the moment is told twice"), expected)
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
        reader.fault(shape.place("hand"), say("hands are told twice"), say("expected `hand` or `hands`"))
    if shape.tells("hand") is not shape.tells("player"):
        key, missing = ("hand", "player") if shape.tells("hand") else ("player", "hand")
        expected = say("expected `player`, whose it is") if missing == "player" else say("expected `hand`")
        reader.lack(shape.key_place(key), say("a hand of nobody, or a player without one"), expected)
    for seat, _, hand in reader.by_seat(shape.hands):
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
        reader.lack(last.where, say("the dealer's hand is not told"), expected)


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
