"""Disputed declarations: missing, wrong or superfluous, correctable or not, and what is owed for them.

Source: main rule text, "The declarations"; "Irregularities during play - fines".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Final, Literal

from msgspec import structs

from analyzer.cards.card import Card
from analyzer.disputes.facts import hand_phrases
from analyzer.disputes.findings import DisputeModule, Finding, Proof
from analyzer.disputes.paid import FinedFinding, PaidCheck, paid_keys
from analyzer.disputes.readings import settle_between
from analyzer.disputes.shape import KIND_KEY, Dispute, DisputeShape, Paid, UnknownKeys, about_of, moment_of
from analyzer.frozenrecord import Record
from analyzer.messages import Message, Name, Whose, alone, listed, say
from analyzer.position.files.cardlists import CardList, HandCards, Said
from analyzer.position.files.hands.contract import inapplicable_keys
from analyzer.position.files.hands.deal import Pile, check_cards, read_hands
from analyzer.position.files.hands.unknown import read_declared
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import Found
from analyzer.rules.book import Book
from analyzer.rules.deal.combinations import Declaration, declarations_of
from analyzer.rules.deal.declarations import (
    CORRECTION_WORDS,
    Correction,
    DeclarationFault,
    dealer_declarations,
    declares_the_skat,
    declaring_order,
    judge_declarations,
    parse_declaration,
)
from analyzer.rules.irregularities import (
    NOTHING_DONE,
    Fine,
    Moment,
    Penalty,
    declaration_fine,
    fined_once,
    mark_too_late,
    repaid_for,
    settle_fine,
    wrong_declaration,
)
from analyzer.rules.spec.bearing import Occurrences, Topic, bearing
from analyzer.rules.spec.reading import ClauseReader
from analyzer.rules.verdicts import OpenQuestion, Reading
from analyzer.views.base import UNSET, Meta, UnsetType, View
from analyzer.words.blocks import Phrase
from analyzer.yamltree.shapes import Field, Text


class DeclarationsShape(UnknownKeys, DisputeShape):
    """Declarations, compared with the cards that the hands require or hold, and their payment."""

    kind: Literal["declarations"] = KIND_KEY
    hands: dict[Text, HandCards] = Field(
        description="The hands of the players whose declarations are in dispute."
    )
    skat: CardList | None = Field(None, description="The dealer's discard, if it matters.")
    found: Found | None = None
    said: dict[Text, Said] = Field(
        description="Each player's declarations.", examples=[{"A": ["11 trumps with pagat"], "B": "pass"}]
    )
    FINED: ClassVar = ("found", "skat")


class DeclarationsDispute(Dispute, frozen=True, kw_only=True):
    """Was the right thing declared?"""

    hands: Mapping[int, frozenset[Card]]
    """By seat, those that were told."""
    said: Mapping[int, tuple[str, ...]]
    """By seat, in the words of the file; () for a pass."""
    skat: frozenset[Card] | None = None
    found: Moment | None = None


def read_declarations(reader: Reader, shape: DeclarationsShape) -> DeclarationsDispute:
    """What was declared, and the hands of those who did; a hand that is not told is a fault."""
    about = about_of(reader, shape)
    inapplicable_keys(reader, shape, shape.uses())
    told, held = _read_known_hands(reader, shape.hands)
    skat = shape.skat
    if skat is not None:
        held.append(Pile(say("the skat"), skat.placed))
        size = reader.rules.table.skat_size
        if skat.size != size:
            reader.lack(
                skat.where,
                say("a skat of {number} {number:card/cards}", number=skat.size),
                say("expected {size}", size=size),
            )
    check_cards(reader, held)
    return DeclarationsDispute(
        **about,
        hands={seat: hand.cards for seat, hand in told.items()},
        said=_read_declarations(reader, shape.said, told),
        skat=None if skat is None else skat.cards,
        found=moment_of(shape.found),
    )


def _read_known_hands(
    reader: Reader, hands: Mapping[Text, CardList]
) -> tuple[dict[int, CardList], list[Pile]]:
    """The hands by seat that are told, and where their cards lie; one of another size is a fault."""
    told = {seat: hand for seat, hand in enumerate(read_hands(reader, hands, None)) if hand is not None}
    held = []
    for seat, hand in told.items():
        size, who = reader.rules.table.hand_size, reader.who(seat)
        if hand.size != size:
            message = say("{player} holds {number} {number:card/cards}", player=who, number=hand.size)
            reader.lack(hand.where, message, say("expected {size}", size=size))
        held.append(Pile(say("{whose} hand", whose=Whose(who)), hand.placed, who))
    return told, held


def _read_declarations(
    reader: Reader, told: Mapping[Text, Said], hands: Mapping[int, CardList]
) -> dict[int, tuple[str, ...]]:
    """What was declared, by seat; the hand of each who did is needed."""
    said: dict[int, tuple[str, ...]] = {}
    for seat, name, words in reader.values_by_seat(told):
        said[seat] = read_declared(reader, words)
        if seat not in hands:
            expected = say("expected the hand of each who declared")
            reader.lack(name.key_where, say("{player} has no hand", player=reader.who(seat)), expected)
    return said


SeatFault = tuple[int, DeclarationFault]
"""A seat, and what was wrong with what was declared there."""


def faults_of(
    dispute: DeclarationsDispute, cards: frozenset[Card], said: Sequence[Declaration]
) -> tuple[DeclarationFault, ...]:
    """What was wrong; found when it is too late, nothing of it can be put right any more.

    Source: clauses declare.correct, irregularity.corrected-declaration.
    """
    return mark_too_late(dispute.rules, judge_declarations(dispute.rules, cards, said), dispute.found)


def fine_of(dispute: DeclarationsDispute, fault: DeclarationFault) -> Fine:
    """The fine for a wrong declaration: none where it may still be put right without telling anything."""
    return declaration_fine(dispute.rules, fault, dispute.found)


def paid_for(dispute: DeclarationsDispute, wrong: Sequence[SeatFault]) -> Book | None:
    """What is paid because of the faults; None where nobody says when they were found, or it is open."""
    if dispute.found is None or any(fault.correction is Correction.UNSETTLED for _, fault in wrong):
        return None
    seats = len(dispute.players) + (dispute.sitting_out is not None)
    book = Book(seats)
    for seat, fault, is_fined in _in_order(dispute, wrong):
        if is_fined:
            settle_fine(fine_of(dispute, fault), seat, book)
        for paid in repaid_for(dispute.rules, seat, fault, dispute.found, seats):
            book.enter(paid)
    return book


def _in_order(
    dispute: DeclarationsDispute, wrong: Sequence[SeatFault]
) -> Iterator[tuple[int, DeclarationFault, bool]]:
    """Yield the faults in the order of declaring, each with True if it is fined.

    One act is one fault, and none is fined after the one that ends the hand; what was received for it goes
    back all the same. Where everything was paid before any was found, the hand stands, and none ends it.
    """
    over = False
    seats = tuple(range(len(dispute.players)))
    if dispute.dealer is not None:
        seats = declaring_order(dispute.rules, dispute.dealer)
    for seat in seats:
        for fault, is_fined in fined_once([each for by, each in wrong if by == seat]):
            yield seat, fault, is_fined and not over
            ends = is_fined and not fine_of(dispute, fault).play_goes_on
            over |= ends and dispute.found is not Moment.AFTER_PAYMENTS


NOTHING_BACK: Final = say(
    "what is found once everything is paid is not punished; that nothing is paid back then either is read "
    "from that, and no source says it"
)


GOES_UNDECLARED: Final = say(
    "everything that belongs to the discarded card goes with it, and is not declared"
)
DECLARED: Final = say("the combination is still declared, with the discarded card")


class PlayerDeclarations(Record, frozen=True):
    """One player's declarations: what the cards require, and what was wrong with what was said."""

    seat: int
    required: tuple[Declaration, ...]
    said: tuple[Declaration, ...]
    faults: tuple[DeclarationFault, ...]
    judged: bool
    """Whether anything was said; a player of whom nothing is told is only told what to declare."""


class DeclarationErrorView(View, frozen=True):
    """An error in a declaration, and its correction."""

    kind: str
    required: str | None
    said: str | None
    correction: str
    owed_to_each: int


class DeclaredView(View, frozen=True, kw_only=True):
    """The required or possible declarations of a player, and those made."""

    required: (
        Annotated[list[str], Meta(description="The required declarations, if there is no choice.")]
        | UnsetType
    ) = UNSET
    may: (
        Annotated[list[str], Meta(description="The possible declarations, if there is a choice.")] | UnsetType
    ) = UNSET
    amount: Annotated[int, Meta(ge=0, description="Tokens from each player who pays for it.")]
    said: Annotated[list[str] | None, Meta(description="The declarations made; null if they are unknown.")]
    faults: list[DeclarationErrorView] | UnsetType = UNSET
    wrong: (
        Annotated[list[str], Meta(description="Declared combinations that the player does not hold.")]
        | UnsetType
    ) = UNSET


class DeclareRemedyView(View, frozen=True, kw_only=True):
    """By player, the declarations due or possible; empty if nothing was wrong."""

    declare: dict[str, list[str]] | UnsetType = UNSET


class DeclarationsCheck(PaidCheck, frozen=True, kw_only=True):
    """The ruling on declarations: whether they were right, and whether the cards are held."""

    kind: Literal["declarations"]
    players: dict[str, DeclaredView]
    remedy: DeclareRemedyView


def told_hands(dispute: Dispute) -> Iterator[Phrase]:
    """Yield the hands that are told before declarations."""
    assert isinstance(dispute, DeclarationsDispute)
    players = dispute.players
    yield from hand_phrases(players, map(dispute.hands.get, range(len(players))))


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclarationsFinding(FinedFinding):
    """The verdict on what was declared, player by player."""

    by_player: tuple[PlayerDeclarations, ...]

    def fact_phrases(self) -> Iterator[Phrase]:
        """The hands that are told."""
        yield from told_hands(self.dispute)

    def reason_phrases(self) -> Iterator[Phrase]:
        """What each has to declare, and what was wrong with what he said."""
        for each in self.by_player:
            right = alone(listed(one.priced for one in each.required), say("pass"))
            player = Name(self.dispute.players[each.seat])
            yield Phrase(say("{player} has to declare: {declared}", player=player, declared=right), level=1)
            for correction in dict.fromkeys(fault.correction for fault in each.faults):
                yield Phrase(CORRECTION_WORDS[correction], level=2)

    def answer(self) -> DeclarationsCheck:
        """The answer about declarations."""
        players = {self.dispute.players[each.seat]: _declared_view(each) for each in self.by_player}
        right = {name: each.required or ["pass"] for name, each in players.items() if each.faults}
        remedy = DeclareRemedyView(declare=right or UNSET)
        return DeclarationsCheck(**self.common, **paid_keys(self, self.paid), players=players, remedy=remedy)


def settle_declared(dispute: DeclarationsDispute) -> Finding:
    """What had to be declared, and what was said against it.

    Where a card of a combination lies in the skat because something was announced for it, as the Fool for a
    Tout, no source says whether the combination is declared: both ways are told.
    """
    rules, dealer = dispute.rules, dispute.dealer
    let_go = [each for each in rules.discard.clauses if each.kind == "only-if-announced"]
    gone = frozenset().union(*(each.cards for each in let_go)) & (dispute.skat or frozenset())
    if not gone or dealer is None or dealer not in dispute.hands:
        return _declared(dispute)
    shown = {**dispute.hands, dealer: dispute.hands[dealer] | gone}
    with_them = structs.replace(dispute, hands=shown, skat=(dispute.skat or frozenset()) - gone)
    kept = ClauseReader(rules.clauses).maybe("not-in-combination-unless-unavoidable")
    combination = [] if kept is None else [kept]
    cases = {GOES_UNDECLARED: _declared(dispute), DECLARED: replace(_declared(with_them), dispute=dispute)}
    return settle_between((*(each.id for each in let_go if each.cards & gone), *combination), cases)


def _declared(dispute: DeclarationsDispute) -> DeclarationsFinding:
    found, proofs = [], []
    for seat, hand in sorted(dispute.hands.items()):
        cards = _declaring(dispute, seat, hand)
        required = _required(dispute, seat, hand)
        name = dispute.players[seat]
        what = alone(listed(each.message for each in required), say("a pass"))
        clauses = tuple(sorted({each.clause for each in required}))
        proofs.append(Proof(_require(name, what), clauses))
        words = dispute.said.get(seat)
        said = tuple(
            each for text in words or () if (each := parse_declaration(text, dispute.rules)) is not None
        )
        faults = faults_of(dispute, cards, said) if words is not None else ()
        found.append(PlayerDeclarations(seat, required, said, faults, words is not None))
    wrong = [(each.seat, fault) for each in found for fault in each.faults]
    book = paid_for(dispute, wrong)
    return DeclarationsFinding(
        dispute=dispute,
        violations=tuple(wrong_declaration(fault, dispute.players[seat]) for seat, fault in wrong),
        open_questions=tuple(_may_it_be_put_right(fault) for seat, fault in wrong
                             if fault.correction is Correction.UNSETTLED),
        proofs=tuple(proofs),
        penalties=tuple(dict.fromkeys(
            _penalty(dispute, seat, fault)
            for seat, fault, fined in _in_order(dispute, wrong)
            if fined and fault.correction is not Correction.UNSETTLED
        )),
        notes=(NOTHING_BACK,) if any(_is_past(dispute, fault) for _, fault in wrong) else (),
        applied=_applied(dispute, found),
        by_player=tuple(found),
        paid=None if book is None else Paid.from_book(book),
    )  # fmt: skip


def _applied(dispute: DeclarationsDispute, found: Sequence[PlayerDeclarations]) -> tuple[str, ...]:
    """The clauses of what had to be declared and of what was, and those that bear on how it was told."""
    told = [one for each in found for one in (*each.required, *each.said)]
    topics = set[Topic]()
    for each in found:
        cards = Counter(card for one in each.required for card in one.cards)
        if any(number > 1 for number in cards.values()):
            topics.add(Topic.SHARED)
        if each.judged and not each.said:
            topics.add(Topic.PASS)
        if each.faults:
            topics.add(Topic.PUT_RIGHT)
        if _declaring(dispute, each.seat, dispute.hands[each.seat]) != dispute.hands[each.seat]:
            topics.add(Topic.UNAVOIDABLE)
    return (*(one.clause for one in told), *bearing(dispute.rules, Occurrences(frozenset(topics))))


def _is_past(dispute: DeclarationsDispute, fault: DeclarationFault) -> bool:
    fine = fine_of(dispute, fault)
    return fine.excused and fine.remedy == NOTHING_DONE


def _require(name: str, what: Message) -> Message:
    return say("{whose} cards require {declared} and nothing else", whose=Whose(name), declared=what)


def _declaring(dispute: DeclarationsDispute, seat: int, hand: frozenset[Card]) -> frozenset[Card]:
    """The cards a player declares from: the hand, and for a dealer with too many combinations the skat."""
    if seat != dispute.dealer or dispute.skat is None:
        return hand
    before = hand | dispute.skat
    return before if declares_the_skat(dispute.rules, before) else hand


def _required(dispute: DeclarationsDispute, seat: int, hand: frozenset[Card]) -> tuple[Declaration, ...]:
    if seat == dispute.dealer and dispute.skat is not None:
        return dealer_declarations(dispute.rules, hand, dispute.skat)
    return declarations_of(dispute.rules, hand)


def _may_it_be_put_right(fault: DeclarationFault) -> OpenQuestion:
    readings = (
        Reading(say("correcting it reveals nothing important, so it is free before the opening lead"),
                None, (), say("corrected without a fine")),
        Reading(say("correcting it reveals something important to the others"),
                None, ("irregularity.wrong-declaration",), say("the hand is given up, with the fine")),
    )  # fmt: skip
    either = fault.required or fault.said
    assert either is not None
    return OpenQuestion(("declare.correct", either.clause), (), readings)


def _penalty(dispute: DeclarationsDispute, seat: int, fault: DeclarationFault) -> Penalty:
    """The fine for what was declared: none where it may still be put right without telling anything."""
    return Penalty.from_fine(fine_of(dispute, fault), seat)


def _declared_view(player: PlayerDeclarations) -> DeclaredView:
    return DeclaredView(
        required=_texts(player.required),
        amount=sum(each.amount for each in player.required),
        said=_texts(player.said) if player.judged else None,
        faults=[
            DeclarationErrorView(
                each.kind,
                None if each.required is None else each.required.text(),
                None if each.said is None else each.said.text(),
                each.correction.value,
                each.owed,
            )
            for each in player.faults
        ],
    )


def _texts(declared: Iterable[Declaration]) -> list[str]:
    return [each.text() for each in declared]


KIND: Final[DisputeModule] = DisputeModule(
    DeclarationsShape, read_declarations, settle_declared, DeclarationsCheck
)
