"""Disputes about what a hand of card points pays or writes, or is said to owe: what a file of them says."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final, Literal

from msgspec import field

from analyzer.cards.notation import shown
from analyzer.disputes.kinds.common import KIND, PaidShape, about_of, read_paid
from analyzer.disputes.kinds.hand import HandDispute, HandShape, read_hand_told
from analyzer.disputes.model import ClaimedPayment
from analyzer.frozenrecord import Record
from analyzer.messages import Verbatim, say
from analyzer.position.files.beforeplay.came import CAME_KEYS, read_came
from analyzer.position.files.beforeplay.handtold import read_pools
from analyzer.position.files.beforeplay.needed import check_came
from analyzer.position.files.beforeplay.quarrels import check_facts
from analyzer.position.files.beforeplay.uses import EXPECTED, KEYS, useless
from analyzer.position.files.cardlists import Said, WrittenNumber
from analyzer.position.files.handshape import CameKeys, CarriedKeys, PoolShape, SaidKeys
from analyzer.position.files.heard import read_declarations
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import Change
from analyzer.rules.book import Account, PoolAccount
from analyzer.rules.deal.judge import BeforePlay, judge_before_play, standing
from analyzer.rules.facts.told import of_scored_hand
from analyzer.rules.score.hand import HandCame
from analyzer.rules.score.opening import largest
from analyzer.rules.score.reported import HandReport, came_of
from analyzer.rules.score.told import HandTold, Pool
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.verdicts import Violation
from analyzer.yamltree.placed import Field, Shape, Text

_POOL: Final = r"(?:(?P<new>new) )?pool(?: (?P<place>[1-9][0-9]?))?"
SAID_KEYS: Final = {
    "paid": EXPECTED["tokens"],
    "tokens": EXPECTED["tokens"],
    "sheet": EXPECTED["sheet"],
    "pools_after": KEYS["pools"],
    "radli_after": KEYS["radli"],
}


class SaidOwedKeys(Shape):
    """What was paid or written, or what somebody says is owed."""

    paid: list[PaidShape] | None = Field(
        None,
        description="What was paid, all of it, by and to players and pools: `pool` is the largest, `pool 2` "
        "the second that is told, `new pool` one that is laid beside them.",
    )
    tokens: dict[Text, Change] | None = Field(
        None, description="What players are said to have received less what they paid."
    )
    sheet: dict[Text, Change] | None = Field(None, description="What is said to be written for players.")
    pools_after: list[PoolShape] | None = Field(
        None, description="The pools that are said to lie there afterwards."
    )
    radli_after: dict[Text, WrittenNumber] | None = Field(
        None, description="How many radli players are said to have afterwards."
    )


class SaidOwed(Record, frozen=True):
    """What was paid or written, or is said to be owed, by seat; None for what nothing is said of."""

    paid: tuple[ClaimedPayment, ...] | None = None
    tokens: Mapping[int, int] | None = None
    sheet: Mapping[int, int] | None = None
    pools: tuple[Pool, ...] | None = None
    radli: Mapping[int, int] | None = None

    @property
    def nothing(self) -> bool:
        """Whether nobody says what is owed."""
        return self == SaidOwed()


def read_said_owed(reader: Reader, shape: SaidOwedKeys, pools: Sequence[Pool] = ()) -> SaidOwed:
    """What a file says is owed, where these pools lay on the table; what the game does not pay is a fault."""
    idle = useless(reader, shape, SAID_KEYS)
    two = say("expected two of the players and the pools")
    account = partial(_account, pools=pools)
    after = None if shape.pools_after is None or "pools_after" in idle else read_pools(shape.pools_after)
    return SaidOwed(
        paid=None if "paid" in idle else read_paid(reader, shape.paid, account, two),
        tokens=None if "tokens" in idle else _amounts(reader, shape.tokens),
        sheet=None if "sheet" in idle else _amounts(reader, shape.sheet),
        pools=after,
        radli=None if "radli_after" in idle else _amounts(reader, shape.radli_after),
    )


def _amounts(reader: Reader, told: Mapping[Text, WrittenNumber] | None) -> Mapping[int, int] | None:
    if told is None:
        return None
    return {seat: each.value for seat, _, each in reader.by_seat(told) if each.value is not None}


def _account(reader: Reader, name: Text, pools: Sequence[Pool]) -> Account | None:
    """The seat or the pool that is named."""
    if not name:
        return None
    game = reader.rules.game
    read = None if name in reader.players else re.fullmatch(_POOL, name.strip().lower())
    if read is None or game.pools is None:
        return reader.seat_of(name)
    if read["new"] is not None:
        return PoolAccount(len(pools))
    place = int(read["place"]) - 1 if read["place"] else largest(pools, game.pools) if pools else 0
    if place > len(pools):
        message = say("there is no {pool}", pool=Verbatim(shown(name)))
        reader.fault(name.where, message, say("expected one of the pools, or `new pool`"))
        return None
    return PoolAccount(place)


class CameShape(SaidKeys, CarriedKeys, CameKeys, HandShape):
    """A dispute about a hand of card points that tells what the hand came to."""

    declarations: dict[Text, Said] | None = Field(
        None,
        description="What each player declared, in words.",
        examples=[{"A": ["11 trumps", "half kings no clubs"]}],
    )


class HandSettlementShape(CameShape, SaidOwedKeys):
    """What a hand of card points pays or writes when it is over, or what a deal brings to the pools."""

    kind: Literal["settlement"] = KIND


class CameDispute(HandDispute, frozen=True, kw_only=True):
    """A dispute about what a hand of card points came to."""

    report: HandReport
    declarations: Mapping[int, tuple[str, ...]] | None = None
    thrown_in: bool = False

    @property
    def game(self) -> GameSpec:
        """What is special about the game."""
        return self.rules.game

    @property
    def came(self) -> HandCame:
        """What the hand came to, by the rules it is settled by."""
        told = standing(self.rules, self._facts, judge_before_play(self.rules, self._facts))
        return came_of(self.rules.game, told, self.report, dealer=self.dealer, thrown_in=self.thrown_in)

    @property
    def wrong(self) -> tuple[Violation, ...]:
        """What was against the rules before the first lead, by what is told."""
        return tuple(each.violation for each in judge_before_play(self.rules, self._facts))

    @property
    def _facts(self) -> BeforePlay:
        return self.before_play(declared=self.declarations or {})


class HandSettlementDispute(CameDispute, frozen=True, kw_only=True):
    """What does a hand of card points pay or write, or what does a deal bring to the pools?"""

    said: SaidOwed = field(default_factory=SaidOwed)

    @property
    def of_the_deal(self) -> bool:
        """Whether it is about what a deal brings, as no hand is told."""
        return self.game.pools is not None and self.told.contract is None and self.dealer is not None


def read_hand_settlement(reader: Reader, shape: HandSettlementShape) -> HandSettlementDispute:
    """What is told of a hand that is over, and what was said to be owed for it."""
    facts = read_facts(reader, shape)
    said = read_said_owed(reader, shape, facts["told"].pools)
    dispute = HandSettlementDispute(**about_of(reader, shape), **facts, said=said)
    in_part = dispute.game.payments is not None and bool(dispute.report.early or dispute.report.last)
    if reader.players_known and not dispute.of_the_deal:
        check_told(reader, shape, dispute, in_part=in_part and shape.points is None)
    return dispute


def check_told(reader: Reader, shape: CameShape, dispute: CameDispute, *, in_part: bool) -> None:
    """A fault for what is missing of a hand, unless it is told in part, and for what cannot be true of it."""
    if not in_part:
        check_came(reader, shape.node.where, dispute.came, shape)
    contract = dispute.game.contract(dispute.told.contract)
    if reader.notes.faults or dispute.thrown_in or (contract is not None and not contract.played):
        return
    said, told = dispute.declarations or {}, dispute.told
    facts = of_scored_hand(reader.rules, reader.players, told, dispute.report, said, dispute.dealer)
    check_facts(reader, shape.node, *facts)


def read_facts(reader: Reader, shape: CameShape) -> dict[str, Any]:
    """What a file tells of the hand: the fields of a :class:`CameDispute` beside those of every dispute."""
    game = reader.rules.game
    told: HandTold = read_hand_told(reader, shape)
    keys = {key: use for key, use in CAME_KEYS.items() if key not in KEYS}
    report = read_came(reader, shape, told, useless(reader, shape, keys))
    declared = None
    if shape.declarations is not None and game.declaring is not None:
        declared = read_declarations(reader, shape.declarations)
    thrown_in = game.throws_in(told.contract) and shape.points is None
    return {"told": told, "report": report, "declarations": declared, "thrown_in": thrown_in}
