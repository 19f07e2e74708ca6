"""A disputed announcement: whether it may be made, what it brings, and what becomes of it in the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from msgspec import field
from msgspec.structs import replace

from analyzer.cards.card import Card
from analyzer.disputes.findings import ONLY_RESULT, DisputeModule, Proof
from analyzer.disputes.paid import PaymentDispute, claimed_phrases
from analyzer.disputes.payments.owed import (
    BookFinding,
    CameShape,
    ResultDispute,
    SaidOwed,
    SaidOwedKeys,
    book_keys,
    build_outcome_view,
    clauses_of,
    main_clause,
    read_facts,
    read_said_owed,
    scoring_fields,
    wrong_declarations,
)
from analyzer.disputes.shape import KIND_KEY, UnknownKeys, about_of
from analyzer.messages import Message, Name, Verbatim, formed, in_a_row, listed, say
from analyzer.position.files.cardlists import CardList, HandCards
from analyzer.position.files.hands.contract import KeyUse, inapplicable_keys
from analyzer.position.files.hands.deal import check_came, check_cards, check_facts, piles, read_hands
from analyzer.position.files.reader import Reader
from analyzer.rules.book import Book
from analyzer.rules.deal.auction import SLAM
from analyzer.rules.deal.combinations import Declaration
from analyzer.rules.deal.declarations import parse_declaration
from analyzer.rules.deal.judge import JudgedTopic, judge_before_play, standing
from analyzer.rules.score.hand import HandFacts, Scoring, contract_played
from analyzer.rules.score.opening import (
    MISERIES,
    declared_trumps,
    pay_declared,
    pay_misery,
    pay_shown_at_once,
    pay_shown_by_contract,
    score_returned,
)
from analyzer.rules.score.sheets import PAGAT_BONUS
from analyzer.rules.score.steps import score_hand
from analyzer.rules.score.target import pay_shown_to_winners
from analyzer.rules.spec.kinds.contracts import ContractAim
from analyzer.views.base import Meta, Players
from analyzer.views.outcome import OutcomeView
from analyzer.words.blocks import Phrase
from analyzer.words.names import announcement_messages, contract_messages
from analyzer.yamltree.shapes import Field, Text

SHOWN_KEY = {"shown": KeyUse(lambda _, game: game.shown is not None, ("french", "appel", "tarot"))}


class AnnouncementShape(UnknownKeys, CameShape, SaidOwedKeys):
    """An announcement or declaration, and its payment."""

    kind: Literal["announcement"] = KIND_KEY
    hands: dict[Text, HandCards] | None = Field(
        None, description="The hands that are known, before the first lead."
    )
    shown: dict[Text, CardList] | None = Field(
        None, description="The cards that a player shows as trumps.", examples=[{"B": "fool T1 T2 T3"}]
    )


class AnnouncementDispute(ResultDispute, frozen=True, kw_only=True):
    """May this be announced, and what does it bring?"""

    hands: tuple[frozenset[Card] | None, ...]
    shown: Mapping[int, frozenset[Card]]
    said: SaidOwed = field(default_factory=SaidOwed)

    @property
    def over(self) -> bool:
        """Whether it is told what the hand came to."""
        report = self.report
        known = (report.last, report.swept, report.nil, report.all_tricks, report.mond_lost)
        return any(each is not None for each in known) or any((report.units, report.tricks, report.bonuses))


def read_announcement(reader: Reader, shape: AnnouncementShape) -> AnnouncementDispute:
    """What was announced or declared, the hands that tell, and what the hand came to where it is over."""
    facts = read_facts(reader, shape)
    inapplicable_keys(reader, shape, SHOWN_KEY)
    hands = read_hands(reader, shape.hands or {}, None)
    check_cards(reader, piles(reader, hands, (), None))
    shown = {seat: cards.cards for seat, _, cards in reader.values_by_seat(shape.shown)}
    held = tuple(None if hand is None else hand.cards for hand in hands)
    said = read_said_owed(reader, shape, facts["told"].pools)
    dispute = AnnouncementDispute(**about_of(reader, shape), **facts, hands=held, shown=shown, said=said)
    if not (facts["told"].announced or facts["told"].kontra or dispute.declarations or shown):
        expected = say("expected `announced`, `declarations` or `shown`")
        reader.lack(shape.node.where, say("nothing is announced"), expected)
    if reader.players_known and dispute.over and (dispute.game.bonus_sheet or dispute.game.shown):
        check_came(reader, shape.node.where, dispute.hand_result, shape)
    if not reader.notes.faults:
        ground, told = dispute.hand_facts
        check_facts(reader, shape.node, ground, [each for each in told if each.path[:1] == ("announced",)])
    return dispute


WRONG: Final = say("it may not be announced by these clauses")
ANNOUNCED: Final = frozenset({JudgedTopic.DECLARATION, JudgedTopic.ANNOUNCEMENT, JudgedTopic.KONTRA})


class AnnouncementCheck(PaymentDispute, frozen=True, kw_only=True):
    """The ruling on an announcement, and its payment."""

    kind: Literal["announcement"]
    worth: Annotated[dict[str, int], Meta(description="The value of each announcement if it succeeds.")]
    waits: Annotated[
        Players, Meta(description="The players who are paid, or who pay, when the contract is settled.")
    ]
    outcome: OutcomeView | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncementFinding(BookFinding):
    """Whether it may be announced, what it brings, and who is paid only when the contract is settled.

    `worth` is what each announcement is worth where it is made good: what each payer pays, or is written.
    """

    worth: Mapping[str, int]
    waits: tuple[int, ...]

    @property
    def said(self) -> SaidOwed:
        assert isinstance(self.dispute, AnnouncementDispute)
        return self.dispute.said

    @property
    def comes_to(self) -> Mapping[str, Any]:
        return {**super(AnnouncementFinding, self).comes_to, "worth": dict(self.worth)}

    def remedy_phrases(self) -> Iterator[Phrase]:
        """What the hand pays as far as it is told, what announcements are worth, and who is paid later."""
        yield from BookFinding.remedy_phrases(self)
        if not self.sums_by_reading:
            yield from (Phrase(each, level=1) for each in _announced(self))

    def fact_phrases(self) -> Iterator[Phrase]:
        """What is played, what each announced, and the cards that were shown."""
        dispute, players = self.dispute, self.dispute.players
        assert isinstance(dispute, AnnouncementDispute)
        yield from (Phrase(each, level=1) for each in contract_messages(dispute.told, players))
        for each in announcement_messages(dispute.told.announced, players):
            yield Phrase(each, level=1)
        for seat, words in (dispute.declarations or {}).items():
            said = listed(formed("“{word}”", word=Verbatim(word)) for word in words)
            yield Phrase(say("{player} declared {words}", player=Name(players[seat]), words=said), level=1)
        for seat, cards in dispute.shown.items():
            laid = in_a_row(sorted(cards))
            yield Phrase(say("{player} showed {cards}", player=Name(players[seat]), cards=laid), level=1)
        yield from claimed_phrases(self.said.paid, self.everybody)

    def answer(self) -> AnnouncementCheck:
        """The answer about announcements."""
        return AnnouncementCheck(
            **self.common,
            **book_keys(self),
            worth=dict(self.worth),
            waits=[self.dispute.players[seat] for seat in self.waits],
            outcome=build_outcome_view(self),
        )


def settle_announcement(dispute: AnnouncementDispute) -> AnnouncementFinding:
    """The verdict on announcements, and what they bring."""
    facts = dispute.before_play(dispute.hands, shown=dispute.shown, declared=dispute.declarations or {})
    judged = [each for each in judge_before_play(dispute.rules, facts) if each.what in ANNOUNCED]
    wrong = tuple(each.violation for each in judged)
    scoring = announcement_scoring(dispute, standing(dispute.rules, facts, judged))
    used = tuple(dict.fromkeys((*_applied(dispute), *clauses_of(scoring))))
    said = () if wrong else tuple(wrong_declarations(dispute.said, scoring, dispute.players))
    return AnnouncementFinding(
        dispute=dispute,
        violations=(*wrong, *said),
        proofs=(Proof(WRONG if wrong else ONLY_RESULT, tuple(sorted(used)) or (main_clause(scoring),)),),
        applied=used,
        worth=_worth(dispute),
        waits=() if dispute.over else tuple(_waiting(dispute, scoring.came.told)),
        **scoring_fields(scoring),
    )


def _declarations(dispute: AnnouncementDispute) -> dict[int, list[Declaration]]:
    """What each declared, by seat."""
    said = dispute.declarations or {}
    parsed = {
        seat: [parse_declaration(text, dispute.rules) for text in texts] for seat, texts in said.items()
    }
    return {seat: [each for each in found if each is not None] for seat, found in parsed.items()}


def _applied(dispute: AnnouncementDispute) -> Iterator[str]:
    """The clauses that the announcements are judged by."""
    game = dispute.game
    if game.shown is not None:
        yield game.shown.clause
    if game.difference_sheet is not None:
        yield game.difference_sheet.kontra
    if game.slam is not None and any(SLAM in words for words in dispute.told.announced.values()):
        yield game.slam.clause
    if game.misery is not None and any({*MISERIES} & {*words} for words in dispute.told.announced.values()):
        yield game.misery.clause
    if game.declaring is not None:
        for said in _declarations(dispute).values():
            yield from (each.clause for each in said)


def announcement_scoring(dispute: AnnouncementDispute, told: HandFacts) -> Scoring:
    """What the announcements that stand bring.

    On a sheet it is the whole hand, as an announcement changes what the hand itself brings.
    """
    came, game = replace(dispute.hand_result, told=told), dispute.game
    if game.on_a_sheet and dispute.over:
        return score_hand(game, came, Book(came.seats))
    scoring = Scoring.from_hand(game, came, Book(came.seats))
    if game.on_a_sheet:
        return scoring
    pay_declared(scoring)
    pay_shown_at_once(scoring)
    pay_misery(scoring)
    score_returned(scoring)
    if game.shown is not None and [*_waiting(dispute, told)]:
        scoring.applied.append(game.shown.pays)
    if dispute.over and game.target is not None and told.declarer is not None:
        ended = score_hand(game, came, Book(came.seats)).outcome
        scoring.outcome = ended
        if ended.contract is not None and ended.margin is not None:
            pay_shown_by_contract(scoring, told.declarer, made=ended.contract == "made")
            pay_shown_to_winners(scoring, made=ended.contract == "made")
    return scoring


def _worth(dispute: AnnouncementDispute) -> dict[str, int]:
    """What each thing that was announced is worth, by the word for it."""
    game, told = dispute.game, dispute.told
    contract, played = game.contract(told.contract), contract_played(game, told)
    found = {each.text(): each.amount for said in _declarations(dispute).values() for each in said}
    for words in told.announced.values():
        number = declared_trumps(words)
        if game.shown is not None and number is not None:
            found[f"{number} trumps"] = game.shown.amount(number)
        if game.misery is not None:
            found |= {each: game.misery.amount for each in MISERIES if each in words}
        if game.bonus_sheet is not None and (played is None or played.aim is ContractAim.POINTS):
            bonuses = (*game.bonus_sheet.bonuses, game.bonus_sheet.pagat)
            found |= {each.name: 2 * each.value for each in bonuses if each.name in words}
        if game.difference_sheet is not None and PAGAT_BONUS in words and contract is not None:
            kontra = bool(told.kontra) and not game.difference_sheet.kontra_doubles_game
            found[PAGAT_BONUS] = game.difference_sheet.pagat_value * contract.value * (4 if kontra else 2)
    return found


def _waiting(dispute: AnnouncementDispute, told: HandFacts) -> Iterator[int]:
    """Who showed trumps that are paid for when the contract is settled."""
    rule = dispute.game.shown
    said = None if told.declarer is None else declared_trumps(told.announced.get(told.declarer, ()))
    if rule is not None and rule.with_contract and told.declarer is not None and said is not None:
        yield told.declarer
    if rule is not None and rule.to_winners:
        yield from (seat for seat, words in told.announced.items() if declared_trumps(words) is not None)


def _announced(finding: AnnouncementFinding) -> Iterator[Message]:
    """What announcements are worth, and who is paid for them later."""
    for word, amount in finding.worth.items():
        yield say("`{announced}` is worth {amount}", announced=Verbatim(word), amount=amount)
    shown = finding.dispute.rules.game.shown
    if finding.waits and shown is not None and shown.to_winners:
        yield say("The side that wins the contract is paid for it, whoever showed it.")
        return
    for seat in finding.waits:
        player = Name(finding.dispute.players[seat])
        yield say("{player} is paid for it if the contract is made, and else pays.", player=player)


KIND: Final[DisputeModule] = DisputeModule(
    AnnouncementShape, read_announcement, settle_announcement, AnnouncementCheck
)
