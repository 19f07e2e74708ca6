"""A disputed auction and a disputed call: wrong bids, the declarer, and the declarer's partner."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final, Literal

from analyzer.cards.card import Card
from analyzer.disputes.answer import CheckAnswer, player_name
from analyzer.disputes.findings import DisputeModule, Finding, Proof
from analyzer.disputes.shape import (
    KIND_KEY,
    HandDispute,
    HandShape,
    HeldDispute,
    HeldShape,
    about_of,
    need,
    read_hand_facts,
    read_held,
)
from analyzer.messages import Message, Name, Put, alone, formed, in_a_row, listed, say
from analyzer.position.files.reader import Reader
from analyzer.rules.deal.auction import SLAM, AuctionResult, judge_auction, next_bids
from analyzer.rules.deal.judge import JudgedTopic
from analyzer.rules.score.hand import Bid
from analyzer.rules.spec.called import contract_name_message
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.bidding import Opener
from analyzer.rules.spec.kinds.contracts import CalledAway
from analyzer.views.base import UNSET, Meta, UnsetType, View
from analyzer.words.blocks import Phrase
from analyzer.words.names import named_message
from analyzer.yamltree.shapes import Field, Text

# A disputed auction: which bids were wrong, what could have been said, and who plays what in the end.


class BidShape(HandShape):
    """The bids of an auction, and its result."""

    kind: Literal["bid"] = KIND_KEY
    BIDS_DISPUTED: ClassVar = True
    bids: list[dict[Text, Text]] = Field(
        description="The auction, bid by bid. `dealer` says who opens it; otherwise the first to speak does.",
        examples=[[{"A": "with-three"}, {"B": "with-two"}, {"A": "hold"}]],
    )


class BidDispute(HandDispute, frozen=True, kw_only=True):
    """Was this said rightly in the auction, and what did it come to?"""

    deals: int
    """Who dealt, as it is told or as the first who spoke tells it."""


def read_bid(reader: Reader, shape: BidShape) -> BidDispute | None:
    """What was said in an auction; None where the game has none, or nobody said anything."""
    about, told = about_of(reader, shape), read_hand_facts(reader, shape)
    game = reader.rules.game
    if game.auction is None or not told.bids:
        if shape.has("bids") and not any(shape.bids):
            reader.lack(shape.place("bids"), say("nobody says anything"), say("expected what was said first"))
        return None
    back = 0 if game.auction.opener is Opener.DEALER else 1
    opened_by = (told.bids[0].seat - back) % len(reader.players)
    dealer = about["dealer"]
    return BidDispute(**about, told=told, deals=opened_by if dealer is None else dealer)


ALLOWED: Final = say("nothing else may be said then by these clauses")


class BidRemedyView(View, frozen=True, kw_only=True):
    """By player, the possible bids instead of the first illegal one; empty if all bids were legal."""

    say: dict[str, list[str]] | UnsetType = UNSET


class BidCheck(CheckAnswer, frozen=True, kw_only=True):
    """The ruling on the bids, and the result of the auction without the illegal ones."""

    kind: Literal["bid"]
    wrong: Annotated[list[int], Meta(description="The numbers of the illegal bids; the first bid is 1.")]
    to_speak: Annotated[str | None, Meta(description="The next player to bid; null if the auction is over.")]
    may_say: Annotated[list[str], Meta(description="The legal bids of this player.")]
    declarer: Annotated[str | None, Meta(description="The declarer, if the auction is over.")]
    contract: str | None
    slam: Annotated[bool, Meta(description="True if the bid promises every trick.")]
    remedy: BidRemedyView


@dataclass(frozen=True, slots=True, kw_only=True)
class BidFinding(Finding):
    """Which bids were wrong, and what the auction comes to without them.

    `nearest` is what could have been said in place of the first wrong bid, else what may be said next.
    """

    dispute: BidDispute
    wrong: tuple[int, ...]
    to_speak: int | None
    declarer: int | None
    contract: str | None
    slam: bool
    nearest: tuple[Bid, ...]
    ASIDE: ClassVar = frozenset({"nearest"})

    @property
    def comes_to(self) -> Mapping[str, Any]:
        """What it comes to, as keys of an answer."""
        players = self.everybody
        return {
            **super(BidFinding, self).comes_to,
            "declarer": None if self.declarer is None else players[self.declarer],
            "contract": self.contract,
            "slam": self.slam,
            "may_say": [] if self.wrong else self._to_json(self.nearest),
            "to_speak": None if self.to_speak is None else players[self.to_speak],
        }

    def fact_phrases(self) -> Iterator[Phrase]:
        """What everybody said, in order."""
        players = self.dispute.players
        said = (
            formed("{player} {bid}", player=Name(players[each.seat]), bid=_bid(each.says))
            for each in self.dispute.told.bids
        )
        yield Phrase(say("Said: {bids}", bids=listed(said)), level=1)

    def reason_phrases(self) -> Iterator[Phrase]:
        """Who speaks next and what he may say, or what the auction comes to."""
        may = [_bid(each.says) for each in self.nearest if each.seat == self.to_speak and not self.wrong]
        yield Phrase(_auction(self, may), level=1)

    def remedy_phrases(self) -> Iterator[Phrase]:
        """What could have been said in place of a wrong bid."""
        instead: dict[int, list[Message]] = {}
        for each in self.nearest if self.wrong else ():
            instead.setdefault(each.seat, []).append(_bid(each.says))
        for seat, bids in instead.items():
            player = Name(self.dispute.players[seat])
            yield Phrase(say("{player} could say: {bids}", player=player, bids=listed(bids)), level=1)

    def answer(self) -> BidCheck:
        """The answer about an auction."""
        dispute, instead = self.dispute, dict[str, list[str]]()
        for each in self.nearest:
            instead.setdefault(dispute.players[each.seat], []).append(each.says)
        next_ = [each.says for each in self.nearest if each.seat == self.to_speak]
        return BidCheck(
            **self.common,
            wrong=[place + 1 for place in self.wrong],
            to_speak=player_name(dispute, self.to_speak),
            may_say=[] if self.wrong else next_,
            declarer=player_name(dispute, self.declarer),
            contract=self.contract,
            slam=self.slam,
            remedy=BidRemedyView(say=instead if self.wrong else UNSET),
        )


def settle_bid(dispute: BidDispute) -> BidFinding:
    """The verdict on an auction, by the rules."""
    game, players = dispute.spec, dispute.players
    assert game.auction is not None
    bids = dispute.told.bids
    result = judge_auction(game, players, dispute.deals, bids)
    wrong = tuple(each.place for each in result.wrong)
    before = bids[: wrong[0]] if wrong else bids
    could_say = next_bids(game, players, dispute.deals, before)
    used = tuple(_auction_clauses(game, dispute, result))
    return BidFinding(
        dispute=dispute,
        violations=tuple(
            each.violation
            for each in dispute.wrong_before(dealer=dispute.deals)
            if each.what is JudgedTopic.BID
        ),
        proofs=(Proof(ALLOWED, tuple(sorted(used))),),
        applied=used,
        wrong=wrong,
        to_speak=result.to_speak,
        declarer=result.declarer,
        contract=result.contract,
        slam=result.slam,
        nearest=could_say,
    )


def _auction_clauses(game: GameSpec, dispute: BidDispute, result: AuctionResult) -> Iterator[str]:
    """The clauses that the auction is judged by."""
    assert game.auction is not None
    yield game.auction.clause
    yield game.auction.contracts
    if game.slam is not None and any(SLAM in each.says.split() for each in dispute.told.bids):
        yield game.slam.clause
    unbid = result.over and not any(each.says in game.contracts for each in dispute.told.bids)
    if unbid and game.all_pass is not None:
        yield game.all_pass.clause


def _auction(finding: BidFinding, may: list[Message]) -> Message:
    """Who speaks next and what he may say, or what the auction comes to."""
    players = finding.dispute.players
    if finding.to_speak is not None:
        player = Name(players[finding.to_speak])
        if may:
            return say("Speaks next: {player}, who may say {bids}", player=player, bids=listed(may))
        return say("Speaks next: {player}", player=player)
    if finding.contract is None:
        return say("Everybody has passed, and the next dealer deals.")
    contract = contract_name_message(finding.contract)
    if finding.declarer is None:
        return say("Everybody has passed, and {contract} is played.", contract=contract)
    player = Name(players[finding.declarer])
    if finding.slam:
        return say("{player} plays {contract} with a slam", player=player, contract=contract)
    return say("{player} plays {contract}", player=player, contract=contract)


def _bid(says: str) -> Message:
    """What is said in an auction as a reader says it: a contract by what it is called."""
    return alone(in_a_row(map(named_message, says.split())))


BID: Final[DisputeModule] = DisputeModule(BidShape, read_bid, settle_bid, BidCheck)


# A disputed call: whether the card may be called, and who is the declarer's partner by it.


class CallShape(HeldShape):
    """A called card, and the partner who holds it."""

    kind: Literal["call"] = KIND_KEY


class CallDispute(HeldDispute, frozen=True, kw_only=True):
    """May this card be called, and whose partner does it find?"""

    declarer: int
    called: Card


def read_call(reader: Reader, shape: CallShape) -> CallDispute | None:
    """Who called which card, and the cards that tell; None where either is not told."""
    about, told, held = about_of(reader, shape), read_hand_facts(reader, shape), read_held(reader, shape)
    need(reader, shape, "declarer", say("nobody calls the card"))
    need(reader, shape, "called", say("no card is called"))
    game = reader.rules.game
    if told.declarer is None or told.called is None or game.call is None:
        return None
    if not game.call.own and held["hands"][told.declarer] is None:
        # What he holds himself he may not call.
        need_hand = say("the hand of {player} is missing", player=reader.who(told.declarer))
        reader.lack(shape.node.where, need_hand, say("expected it under `hands`: he may not call his own"))
    return CallDispute(**about, told=told, **held, declarer=told.declarer, called=told.called)


MAY: Final = say("the card may be called by these clauses")
MAY_NOT: Final = say("the card may not be called by these clauses")


class CallRemedyView(View, frozen=True, kw_only=True):
    """Always empty: the declarer calls another card of their choice."""


class CallCheck(CheckAnswer, frozen=True, kw_only=True):
    """The ruling on a called card, and the partner it gives."""

    kind: Literal["call"]
    partner: Annotated[str | None, Meta(description="Null for nobody, or if the cards do not show it.")]
    alone: Annotated[bool | None, Meta(description="Null if the known cards do not show it.")]
    remedy: CallRemedyView


@dataclass(frozen=True, slots=True, kw_only=True)
class CallFinding(Finding):
    """Who is the partner, and whether the declarer plays alone; None where the cards told leave it open."""

    dispute: CallDispute
    partner: int | None
    alone: bool | None

    def fact_phrases(self) -> Iterator[Phrase]:
        """Who called which card."""
        player, contract = Name(self.dispute.players[self.dispute.declarer]), self.dispute.told.contract
        told = say("{player} called {card}", player=player, card=self.dispute.called)
        if contract is not None:
            told = formed("{contract}: {told}", contract=Put(_bid(contract), "capital"), told=told)
        yield Phrase(told, level=1)

    @property
    def leads_to(self) -> Message | None:
        if self.partner is not None:
            return say("{player} is the partner", player=Name(self.everybody[self.partner]))
        return say("the declarer plays alone") if self.alone else None

    @property
    def comes_to(self) -> Mapping[str, Any]:
        told = super(CallFinding, self).comes_to
        partner = None if self.partner is None else self.everybody[self.partner]
        return {**told, "partner": partner, "alone": self.alone}

    def reason_phrases(self) -> Iterator[Phrase]:
        """Who is the partner."""
        if self.partner is not None:
            told = say("The declarer's partner: {player}", player=Name(self.dispute.players[self.partner]))
        elif self.alone:
            told = say("The declarer plays alone.")
        else:
            told = say("The cards in the file do not show who the partner is.")
        yield Phrase(told, level=1)

    def answer(self) -> CallCheck:
        """The answer about a called card."""
        partner = player_name(self.dispute, self.partner)
        return CallCheck(**self.common, partner=partner, alone=self.alone, remedy=CallRemedyView())


def settle_call(dispute: CallDispute) -> CallFinding:
    """The verdict on a call, by the rules."""
    game = _game(dispute)
    wrong = dispute.wrong_before(
        dispute.hands, before=dispute.hands, laid_away=dispute.discard or frozenset()
    )
    violations = tuple(each.violation for each in wrong if each.what is JudgedTopic.CALL)
    partner, alone = _partner(dispute)
    used = tuple(dict.fromkeys(_call_clauses(dispute, game)))
    text = MAY_NOT if violations else MAY
    broken = tuple(sorted({each.clause for each in violations}))
    return CallFinding(
        dispute=dispute,
        violations=violations,
        proofs=(Proof(text, broken or tuple(sorted(used))),),
        applied=used,
        partner=partner,
        alone=alone,
    )


def _game(dispute: CallDispute) -> GameSpec:
    return dispute.rules.game


def _call_clauses(dispute: CallDispute, game: GameSpec) -> Iterator[str]:
    """The clauses that the call is judged by."""
    rules, partner, card = game.call, game.partner, dispute.called
    assert rules is not None
    yield rules.clause
    if rules.queen_clause is not None and card.face == "D":
        yield rules.queen_clause
    nobodys = card in (dispute.discard or ()) or card in _talon(dispute)
    if partner is not None and nobodys:
        own = dispute.dealer == dispute.declarer and card in (dispute.discard or ())
        yield from filter(None, [partner.own_discard if own else partner.away_clause])


def _talon(dispute: CallDispute) -> frozenset[Card]:
    return dispute.told.talon_taken | frozenset(dispute.told.talon_left)


def _partner(dispute: CallDispute) -> tuple[int | None, bool | None]:
    """The partner, and whether there is none, wherever the card can lie by what is told."""
    if dispute.told.partner is not None:
        alone = dispute.told.partner == dispute.declarer
        return (None if alone else dispute.told.partner), alone
    found = {_partner_at(dispute, place) for place in _can_lie(dispute)}
    if len(found) != 1:
        return None, None if None in found else False
    (partner,) = found
    return (None, None) if partner == UNKNOWN else (partner, partner is None)


UNKNOWN: Final = -1
"""In place of a seat: a partner that is not told."""
TALON: Final = "talon"
DISCARD: Final = "discard"


def _can_lie(dispute: CallDispute) -> list[int | str]:
    """The seats that can hold the called card, with the talon and the discard where it can lie there."""
    told: dict[int | str, Collection[Card] | None] = dict(enumerate(dispute.hands))
    told[DISCARD] = dispute.discard
    if _game(dispute).declarer_takes:
        told[TALON] = _talon(dispute) or None
    sure = [place for place, cards in told.items() if dispute.called in (cards or ())]
    return sure or [place for place, cards in told.items() if cards is None or _in_part(dispute, place)]


def _in_part(dispute: CallDispute, place: int | str) -> bool:
    """Whether only some of the cards of a place are told."""
    return place == TALON and len(_talon(dispute)) < dispute.rules.table.skat_size


def _partner_at(dispute: CallDispute, place: int | str) -> int | None:
    """The partner where the called card lies in a place; None where the declarer then plays alone."""
    if isinstance(place, int):
        return None if place == dispute.declarer else place
    partner = _game(dispute).partner
    if place == TALON or partner is None or partner.away is not CalledAway.DEALER:
        return None
    dealer = UNKNOWN if dispute.dealer is None else dispute.dealer
    return None if dealer == dispute.declarer else dealer


CALL: Final[DisputeModule] = DisputeModule(CallShape, read_call, settle_call, CallCheck)
