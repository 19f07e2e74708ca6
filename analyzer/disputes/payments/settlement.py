"""What a trick or a hand pays, and what was paid or claimed for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Final, Literal

from msgspec import field, structs

from analyzer.cards.card import Card
from analyzer.disputes.facts import laid_messages
from analyzer.disputes.findings import ONLY_RESULT, DisputeModule, Finding, Proof
from analyzer.disputes.paid import PaidFinding, PaymentDispute, claimed_phrases, owed_keys
from analyzer.disputes.payments.owed import (
    BookFinding,
    CameShape,
    Pair,
    ResultDispute,
    SaidOwed,
    SaidOwedKeys,
    book_keys,
    build_outcome_view,
    check_stated,
    clauses_of,
    differences,
    main_clause,
    pools_message,
    read_facts,
    read_said_owed,
    scoring_fields,
    wrong_declarations,
)
from analyzer.disputes.readings import settle_between
from analyzer.disputes.shape import (
    KIND_KEY,
    ClaimedPayment,
    Dispute,
    DisputeShape,
    PaidShape,
    about_of,
    read_paid,
)
from analyzer.messages import Name, Several, alone, say
from analyzer.position.files.cardlists import CardList, Placed, Said, Words
from analyzer.position.files.hands.contract import tricks_won
from analyzer.position.files.hands.deal import Pile, check_cards, check_facts, check_skat, laid, read_trick
from analyzer.position.files.hands.piles import read_stated_piles, read_taken
from analyzer.position.files.hands.unknown import check_count, read_pots, read_spoken_words
from analyzer.position.files.handshape import PileShape
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import PlayerName, PotsShape
from analyzer.position.replay.turning import settled
from analyzer.rules.actions import Sides
from analyzer.rules.book import Book, Pot, Pots
from analyzer.rules.facts.fact import HandFact, TableFacts, so_far
from analyzer.rules.facts.finished import FactCollector
from analyzer.rules.play.table import Laid, Trick, winner
from analyzer.rules.play.trick import in_trick
from analyzer.rules.score.deeds import BINDS, BINDS_NOBODY, fool_laid_away, hand_came, kept_fool_clauses
from analyzer.rules.score.hand import HandFacts, Outcome, PileFacts, Scoring
from analyzer.rules.score.opening import pay_for_deal
from analyzer.rules.score.payments import TOUT, pay_trick
from analyzer.rules.score.reckoning import Reckoning, reckoning_of
from analyzer.rules.score.steps import (
    fool_counted,
    in_count,
    in_early_trick,
    in_last_trick,
    is_counted,
    score_hand,
)
from analyzer.rules.spec.bearing import Occurrences, bearing, merge_occurrences
from analyzer.views.base import UNSET, Meta, UnsetType
from analyzer.views.outcome import OutcomeView

# What a trick of the game with pots pays, and what was paid or claimed for it.
from analyzer.words.blocks import Phrase
from analyzer.words.names import announcement_messages, contract_messages
from analyzer.words.paid import pots_held_message
from analyzer.yamltree.shapes import Field, Text


class SettlementShape(DisputeShape):
    """The payments for a complete trick; by default the last one."""

    kind: Literal["settlement"] = KIND_KEY
    lead: PlayerName = Field(description="The player who led the trick.")
    trick: Words = Field(description="The cards of the trick, in order from `lead`.")
    tricks_left: int = Field(
        1, ge=1, le=100, description="The number of tricks left when it was led; 1 for the last trick."
    )
    pots: PotsShape | None = Field(None, description="The pots before the settlement.")
    taken: dict[Text, PileShape] | None = Field(
        None, description="The contents of each pile before the trick."
    )
    announce: Said | None = Field(None, description="The dealer's announcement: tout.")
    skat: CardList | None = Field(
        None, description="The dealer's discard. An announced Tout with the Fool in it binds the dealer."
    )
    count: bool | None = Field(None, description="True if the count of card points is paid as well.")
    paid: list[PaidShape] | None = Field(
        None, description="The payments made, or those that a player claims."
    )


class SettlementDispute(Dispute, frozen=True, kw_only=True):
    """Who pays what for a complete trick?"""

    trick: tuple[Laid, ...]
    tricks_left: int
    """When the trick was led: 1 for the last trick."""
    pots: Pots
    taken: Mapping[int, PileFacts] = field(default_factory=dict)
    """What lay in each pile before the trick; None for a pile nothing is said about."""
    announce: frozenset[str] = frozenset()
    skat: frozenset[Card] | None = None
    count: bool = False
    paid: tuple[ClaimedPayment, ...] | None = None


def read_settlement(reader: Reader, shape: SettlementShape) -> SettlementDispute:
    """A complete trick with the pots and piles it is settled from, and what was paid."""
    about = about_of(reader, shape)
    lead = reader.seat_of(shape.lead) if shape.has("lead") else None
    seats, most = len(reader.players), reader.rules.table.hand_size
    trick = read_trick(reader, shape.trick, most=seats)
    if len(trick) < seats and shape.has("trick"):
        message = say("the trick holds {number} {number:card/cards}", number=len(trick))
        reader.lack(
            shape.trick.where, message, say("expected {seats}: a settled trick is complete", seats=seats)
        )
    piles = [Pile(say("the trick"), tuple(Placed(each.card, each.where) for each in trick))]
    if shape.skat is not None:
        piles.append(Pile(say("the skat"), shape.skat.placed))
        check_skat(reader, shape.skat, tout=True, played=True)
    check_cards(reader, [*piles, *tricks_won(shape.taken)])
    left = shape.tricks_left
    if left > most:
        reader.fault(
            shape.place("tricks_left"),
            say("{left} {left:trick/tricks} left", left=left),
            say("expected at most {number}", number=most),
        )
    taken: Mapping[int, PileFacts] = {}
    if shape.taken is not None:
        told = read_stated_piles(reader, shape.taken, about["dealer"], shape.skat)
        taken = read_taken(reader, told, shape.key_place("taken"), left, None)
    said = read_spoken_words(reader, shape.announce)
    if shape.announce is not None and said and about["dealer"] is None:
        reader.lack(
            shape.announce.where, say("a Tout is announced without a dealer"), say("expected `dealer`")
        )
    if shape.count:
        check_count(reader, shape, taken, whole=False)
    dispute = SettlementDispute(
        **about,
        trick=laid(trick, lead or 0, seats),
        tricks_left=left,
        pots=read_pots(shape.pots),
        taken=taken,
        announce=said,
        skat=None if shape.skat is None else shape.skat.cards,
        count=bool(shape.count),
        paid=read_paid(reader, shape.paid),
    )
    if not reader.notes.faults and taken:
        check_facts(reader, shape.node, *facts_of_settlement(dispute))
    return dispute


def facts_of_settlement(dispute: SettlementDispute) -> tuple[TableFacts, list[HandFact]]:
    """The tricks before the one that is settled, and what is told of their piles."""
    rules, sides = dispute.rules, Sides.alone(len(dispute.players))
    gone = rules.table.hand_size - dispute.tricks_left
    cards = frozenset(rules.table.deck).difference(each.card for each in dispute.trick)
    ground = so_far(rules, sides, gone, cards, dispute.dealer)
    teller, facts = FactCollector(ground, dispute.players), list[HandFact]()
    for seat, pile in dispute.taken.items():
        if pile.tricks is not None:
            facts.append(teller.tricks(seat, pile.tricks, "taken"))
        if pile.units is not None:
            facts.append(teller.points(seat, pile.units, "taken"))
    return ground, facts


class SettlementCheck(PaymentDispute, frozen=True, kw_only=True):
    """The payments or score-sheet entries for a trick or for the end of a hand."""

    kind: Literal["settlement"]
    winner: Annotated[str, Meta(description="The winner, if a trick is settled.")] | UnsetType = UNSET
    outcome: (
        Annotated[OutcomeView | None, Meta(description="The outcome, for a hand of card points.")] | UnsetType
    ) = UNSET


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementFinding(PaidFinding):
    """What is owed for a trick, payment by payment, and where the claimed payments differ."""

    dispute: SettlementDispute
    winner: int
    outcome: Outcome | None
    ASIDE: ClassVar = frozenset({"outcome"})

    @property
    def nothing_claimed(self) -> bool:
        return self.dispute.paid is None

    def fact_phrases(self) -> Iterator[Phrase]:
        """The trick, what lay in the pots, and what was paid already."""
        dispute = self.dispute
        cards = laid_messages(dispute.players, dispute.trick)
        told = alone(Several((*cards, pots_held_message(dispute.pots)), "·"))
        yield Phrase(say("The trick: {cards}", cards=told), level=1)
        yield from super(SettlementFinding, self).fact_phrases()

    @property
    def claimed(self) -> Sequence[ClaimedPayment] | None:
        return self.dispute.paid

    def answer(self) -> SettlementCheck:
        """The answer about a settlement."""
        return SettlementCheck(**self.common, **owed_keys(self), winner=self.dispute.players[self.winner])


def settle_settlement(dispute: SettlementDispute) -> Finding:
    """The right payments, and the claimed ones against them.

    Where a Tout fails that was announced with the Fool kept, it is open whether it binds the dealer.
    """
    unbound = structs.replace(dispute, announce=frozenset())
    if dispute.dealer is None or "tout" not in dispute.announce:
        return _settled(unbound)
    if fool_laid_away(dispute.skat, [{each.card for each in dispute.trick}]):
        return _settled(dispute)
    cases = {BINDS_NOBODY: _settled(unbound), BINDS: _settled(dispute)}
    return replace(settle_between(kept_fool_clauses(dispute.rules), cases), dispute=dispute)


def _settled(dispute: SettlementDispute) -> SettlementFinding:
    """The finding, where what was announced binds the dealer."""
    scoring = settlement_scoring(dispute)
    book, outcome = scoring.book, scoring.outcome if dispute.tricks_left == 1 else None
    used = tuple(sorted(book.clauses))
    return SettlementFinding(
        dispute=dispute,
        violations=tuple(
            differences(book.transfers, dispute.paid, dispute.players, _claimed_by(dispute, book))
        ),
        proofs=(Proof(say("these clauses give these payments and no others"), used),),
        applied=(*used, *_applied(dispute, book, outcome)),
        payments=book.transfers,
        tokens=book.tokens,
        pots=book.pot_changes,
        winner=winner(dispute.trick, dispute.rules.game),
        outcome=outcome,
    )


def _applied(dispute: SettlementDispute, book: Book, outcome: Outcome | None) -> tuple[str, ...]:
    """The clauses that say who won, what fell due, in which order, and what is counted."""
    spec, trick = dispute.rules.game, _trick(dispute)
    hands = [frozenset[Card]()] * len(dispute.players)
    came_up = in_trick(spec, trick.laid, hands, dispute.tricks_left)
    if outcome is None:
        return bearing(dispute.rules, came_up | in_early_trick(trick))
    last = in_last_trick(spec, trick, outcome, book.transfers, sitting_out=dispute.sitting_out is not None)
    counted = _piles(dispute).counted and is_counted(spec, outcome)
    fool = fool_counted(spec, (each.card for each in trick.laid), 1)
    told = in_count(outcome, fool, counted=counted) if dispute.count else Occurrences()
    return bearing(dispute.rules, merge_occurrences((came_up, last, told)))


def _trick(dispute: SettlementDispute) -> Trick:
    return Trick(dispute.trick, winner(dispute.trick, dispute.rules.game))


def settlement_scoring(dispute: SettlementDispute) -> Scoring:
    """What the trick pays, and where it is the last the whole hand; what was announced binds the dealer."""
    spec, trick = dispute.rules.game, _trick(dispute)
    announced = {dispute.dealer: (TOUT,)} if "tout" in dispute.announce and dispute.dealer is not None else {}
    came = hand_came(
        _piles(dispute),
        HandFacts(announced=announced),
        (trick,),
        dealer=dispute.dealer,
        partner=None,
        count=dispute.count,
        out=dispute.sitting_out is not None,
    )
    book = Book(len(dispute.players) + came.out, dispute.pots)
    if dispute.tricks_left == 1:
        return settled(spec, came, book, count=dispute.count)
    pay_trick(spec, came.sides, trick, book)
    return Scoring.from_hand(spec, came, book)


def _piles(dispute: SettlementDispute) -> Reckoning:
    """The piles with this trick in them; it is the last where that makes a difference."""
    told, sides = HandFacts(piles=dispute.taken), Sides.alone(len(dispute.players))
    before = reckoning_of(dispute.rules.game, told, sides, None, dispute.dealer, fresh=False)
    return before.turn(_trick(dispute), 1)[0]


def _claimed_by(dispute: SettlementDispute, book: Book) -> Callable[[Pair, int], str | None]:
    """By what clause somebody asks for what is not owed: one that pays as much, or what rules it out here."""
    rules, due = dispute.rules, sorted(book.clauses)

    def clause(pair: Pair, amount: int) -> str | None:
        if any(isinstance(account, Pot) for account in pair):
            return None
        claimed = next((each.clause for each in rules.game.the_pots.entries if each.amount == amount), None)
        stronger = (each for each in due if claimed in rules.clauses[each].overrides)
        return next(stronger, claimed)

    return clause


SETTLEMENT: Final[DisputeModule] = DisputeModule(
    SettlementShape, read_settlement, settle_settlement, SettlementCheck
)


# What a hand of card points pays or writes, and what was paid or claimed for it.


class HandSettlementShape(CameShape, SaidOwedKeys):
    """The payments or score-sheet entries of a hand of card points, or what a deal adds to the pools."""

    kind: Literal["settlement"] = KIND_KEY


class HandSettlementDispute(ResultDispute, frozen=True, kw_only=True):
    """What does a hand of card points pay or write, or what does a deal bring to the pools?"""

    said: SaidOwed = field(default_factory=SaidOwed)

    @property
    def is_about_deal(self) -> bool:
        """Whether it is about what a deal brings, as no hand is told."""
        return self.game.pools is not None and self.told.contract is None and self.dealer is not None


def read_hand_settlement(reader: Reader, shape: HandSettlementShape) -> HandSettlementDispute:
    """What is told of a hand that is over, and what was said to be owed for it."""
    facts = read_facts(reader, shape)
    said = read_said_owed(reader, shape, facts["told"].pools)
    dispute = HandSettlementDispute(**about_of(reader, shape), **facts, said=said)
    in_part = dispute.game.payments is not None and bool(dispute.report.early or dispute.report.last)
    if reader.players_known and not dispute.is_about_deal:
        check_stated(reader, shape, dispute, in_part=in_part and shape.points is None)
    return dispute


class HandSettlementFinding(BookFinding):
    """What the end of a hand pays or writes, and where what was said of it differs."""

    dispute: HandSettlementDispute

    @property
    def said(self) -> SaidOwed:
        return self.dispute.said

    @property
    def nothing_claimed(self) -> bool:
        return self.dispute.said.nothing

    def fact_phrases(self) -> Iterator[Phrase]:
        """What was played, what is told of the hand, and what was paid already."""
        dispute, players, told = self.dispute, self.dispute.players, self.dispute.told
        if dispute.is_about_deal and dispute.dealer is not None:
            yield Phrase(say("Dealer: {player}", player=Name(players[dispute.dealer])), level=1)
        yield from (Phrase(each, level=1) for each in contract_messages(told, players))
        if told.called is not None and told.declarer is not None:
            caller = Name(players[told.declarer])
            yield Phrase(say("{player} called {card}", player=caller, card=told.called), level=1)
        if dispute.game.shown is None:
            yield from (Phrase(each, level=1) for each in announcement_messages(told.announced, players))
        yield from (Phrase(each.text, level=1) for each in dispute.hand_facts[1] if each.path)
        if told.pools:
            yield Phrase(say("In the pools: {pools}", pools=pools_message(told.pools)), level=1)
        yield from claimed_phrases(dispute.said.paid, self.everybody)

    def answer(self) -> SettlementCheck:
        """The answer about the settlement of a hand."""
        return SettlementCheck(**self.common, **book_keys(self), outcome=build_outcome_view(self))


def settle_hand(dispute: HandSettlementDispute) -> HandSettlementFinding:
    """What is owed, and what was said to be against it."""
    scoring = hand_scoring(dispute)
    used = clauses_of(scoring)
    return HandSettlementFinding(
        dispute=dispute,
        violations=(*dispute.wrong, *wrong_declarations(dispute.said, scoring, dispute.players)),
        proofs=(Proof(ONLY_RESULT, tuple(sorted(used or (main_clause(scoring),)))),),
        applied=(*used, main_clause(scoring)),
        **scoring_fields(scoring),
    )


def hand_scoring(dispute: HandSettlementDispute) -> Scoring:
    """What a deal brings to the pools; else what single cards paid, and what the end of the hand brings."""
    came = dispute.hand_result
    if dispute.is_about_deal:
        scoring = Scoring.from_hand(dispute.game, came, Book(came.seats))
        pay_for_deal(scoring)
        return scoring
    book, applied = Book(len(dispute.players)), list[str]()
    for trick in dispute.report.early:
        applied += pay_trick(dispute.game, came.sides, trick, book)
    scoring = score_hand(dispute.game, came, book)
    scoring.applied += applied
    return scoring


HAND_SETTLEMENT: Final[DisputeModule] = DisputeModule(
    HandSettlementShape, read_hand_settlement, settle_hand, SettlementCheck
)
