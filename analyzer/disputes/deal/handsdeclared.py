"""Disputed declarations in a game of card points: what a hand can declare, what was, what is paid for it.

Source: clauses declare.trumps, declare.matadors, declare.cavalry, declare.kings, declare.payers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from msgspec.structs import replace

from analyzer.cards.card import Card
from analyzer.disputes.answer import owed_view
from analyzer.disputes.deal.declarations import (
    DeclarationsCheck,
    DeclarationsDispute,
    DeclarationsShape,
    DeclaredView,
    DeclareRemedyView,
    _texts,
    read_declarations,
    told_hands,
)
from analyzer.disputes.findings import DisputeModule, Finding, Proof
from analyzer.frozenrecord import Record
from analyzer.messages import Message, Name, Whose, alone, listed, say
from analyzer.rules.book import Book, Transfer
from analyzer.rules.deal.combinations import Declaration, declarations_of
from analyzer.rules.deal.declarations import as_declared, parse_declaration, rightly_declared
from analyzer.rules.deal.judge import FactsBeforePlay, JudgedTopic, judge_before_play
from analyzer.rules.score.hand import NOTHING_TOLD, HandFacts, HandResult, Scoring, sides_of
from analyzer.rules.score.opening import pay_declared
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import Violation
from analyzer.views.base import UNSET, name_amounts
from analyzer.words.blocks import Phrase
from analyzer.words.paid import payment_phrases


class HandDeclared(Record, frozen=True):
    """One player's declarations: what the cards can declare, what was said, what of it they do not hold."""

    seat: int
    may: tuple[Declaration, ...]
    said: tuple[Declaration, ...] | None
    """None where nothing is told of it."""
    wrong: tuple[Declaration, ...] = ()

    @property
    def right(self) -> tuple[Declaration, ...]:
        """What was said and is held."""
        return tuple(each for each in self.said or () if all(each is not wrong for wrong in self.wrong))

    @property
    def shown(self) -> tuple[Declaration, ...]:
        """What was declared, with the cards that are shown for it."""
        held = {(each.kind, each.suit): each.cards for each in self.may}
        return tuple(replace(each, cards=held[each.kind, each.suit]) for each in self.right)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredHandsFinding(Finding):
    """What was declared player by player, and what is paid at once for what is held."""

    ASIDE: ClassVar = frozenset({"by_player"})
    by_player: tuple[HandDeclared, ...]
    transfers: tuple[Transfer, ...]
    """Between seats; pools have no part in it."""
    tokens: tuple[int, ...]

    @property
    def gained(self) -> tuple[int, ...]:
        return self.tokens

    @property
    def usual(self) -> tuple[str, ...]:
        """The clauses of what could have been declared, else of who pays for it."""
        could = tuple(dict.fromkeys(each.clause for player in self.by_player for each in player.may))
        payers = self.dispute.rules.maybe("declaration-payers")
        return could or ((payers,) if payers else ())

    def fact_phrases(self) -> Iterator[Phrase]:
        """The hands that are told."""
        yield from told_hands(self.dispute)

    def reason_phrases(self) -> Iterator[Phrase]:
        """What each could declare."""
        players = self.dispute.players
        for each in self.by_player:
            may = alone(listed(one.priced for one in each.may), say("nothing"))
            told = say("{player} can declare: {declared}", player=Name(players[each.seat]), declared=may)
            yield Phrase(told, level=1)

    def remedy_phrases(self) -> Iterator[Phrase]:
        """What is paid at once for what was declared."""
        yield from payment_phrases(self.transfers, self.dispute.players)

    def answer(self) -> DeclarationsCheck:
        """The answer about declarations that nobody has to make."""
        dispute = self.dispute
        players = {dispute.players[each.seat]: _could_declare(each) for each in self.by_player}
        right = {dispute.players[each.seat]: _texts(each.may) for each in self.by_player if each.wrong}
        return DeclarationsCheck(
            **self.common,
            payments=[owed_view(dispute, each) for each in self.transfers],
            tokens=name_amounts(self.tokens, dispute.players),
            players=players,
            remedy=DeclareRemedyView(declare=right or UNSET),
        )


def settle_declared_hands(dispute: DeclarationsDispute) -> DeclaredHandsFinding:
    """What could be declared, what was, and what is paid for it."""
    found = [_player(dispute, seat, hand) for seat, hand in sorted(dispute.hands.items())]
    scoring = _paid(dispute, found)
    said = [each for player in found for each in player.said or ()]
    return DeclaredHandsFinding(
        dispute=dispute,
        violations=_violations(dispute),
        proofs=tuple(_proofs(dispute, found)),
        applied=(*(each.clause for each in said), *_fool(dispute.rules, found), *scoring.applied),
        by_player=tuple(found),
        transfers=tuple(scoring.book.transfers),
        tokens=scoring.book.tokens,
    )


def _player(dispute: DeclarationsDispute, seat: int, hand: frozenset[Card]) -> HandDeclared:
    """What one player could declare and did."""
    rules, words = dispute.rules, dispute.said.get(seat)
    may = declarations_of(rules, hand)
    if words is None:
        return HandDeclared(seat, may, None)
    parsed = (parse_declaration(text, rules) for text in words)
    said = tuple(each for each in parsed if each is not None)
    right = rightly_declared(rules, hand, said)
    wrong = tuple(each for each, holds in zip(said, right, strict=True) if not holds)
    return HandDeclared(seat, may, said, wrong)


def _violations(dispute: DeclarationsDispute) -> tuple[Violation, ...]:
    """What was declared and is not held, or had to be declared and was not."""
    hands = [dispute.hands.get(seat) for seat in range(len(dispute.players))]
    said = {seat: words for seat, words in sorted(dispute.said.items()) if seat in dispute.hands}
    facts = FactsBeforePlay(dispute.players, NOTHING_TOLD, hands, dispute.dealer, declared=said)
    wrong = judge_before_play(dispute.rules, facts)
    return tuple(each.violation for each in wrong if each.what is JudgedTopic.DECLARATION)


def _paid(dispute: DeclarationsDispute, found: Sequence[HandDeclared]) -> Scoring:
    """What the others pay at once for what is held."""
    game, seats = dispute.rules.game, len(dispute.players)
    declared = {player.seat: tuple(map(as_declared, player.shown)) for player in found}
    came = HandResult(seats, sides_of(game, NOTHING_TOLD), HandFacts(declared=declared), dispute.dealer)
    scoring = Scoring.from_hand(game, came, Book(seats))
    pay_declared(scoring)
    return scoring


def _fool(rules: RuleSet, found: Sequence[HandDeclared]) -> Iterator[str]:
    """The clause of whether the Fool counts among trumps, where trumps were declared beside it."""
    for clause in rules.clauses.values():
        if clause.kind == "fool-among-trumps":
            trumps = [each for player in found for each in player.said or () if each.kind == "trumps"]
            yield from [clause.id] if trumps else []


def _proofs(dispute: DeclarationsDispute, found: Sequence[HandDeclared]) -> Iterator[Proof]:
    for player in found:
        name = Whose(dispute.players[player.seat])
        what = alone(listed(each.message for each in player.may), say("nothing"))
        clauses = tuple(sorted({each.clause for each in player.may}))
        yield Proof(_can(name, what), clauses)


def _can(name: Whose, what: Message) -> Message:
    return say("{whose} cards can declare {declared} and nothing else", whose=name, declared=what)


def _could_declare(player: HandDeclared) -> DeclaredView:
    return DeclaredView(
        may=_texts(player.may),
        amount=sum(each.amount for each in player.right),
        said=None if player.said is None else _texts(player.said),
        wrong=_texts(player.wrong),
    )


KIND: Final[DisputeModule] = DisputeModule(
    DeclarationsShape, read_declarations, settle_declared_hands, DeclarationsCheck
)
