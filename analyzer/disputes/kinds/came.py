"""Disputes about what a hand of card points pays or writes: what a file of them says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from analyzer.disputes.kinds.common import KIND, about_of
from analyzer.disputes.kinds.hand import HandDispute, HandShape, read_hand_told
from analyzer.disputes.kinds.saidowed import SaidOwed, SaidOwedKeys, read_said_owed
from analyzer.position.files.came import CAME_KEYS, read_came
from analyzer.position.files.cameshape import CameKeys
from analyzer.position.files.cardlists import Said
from analyzer.position.files.handshape import CarriedKeys, SaidKeys
from analyzer.position.files.needed import check_came
from analyzer.position.files.quarrels import check_facts
from analyzer.position.files.reader import Reader
from analyzer.position.files.spoken import read_declarations
from analyzer.position.files.uses import KEYS, useless
from analyzer.rules.deal.judge import BeforePlay, judge_before_play, standing
from analyzer.rules.facts.told import of_scored_hand
from analyzer.rules.score.hand import HandCame
from analyzer.rules.score.reported import HandReport, came_of
from analyzer.rules.score.told import HandTold
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.verdicts import Violation
from analyzer.yamltree.placed import Field, Text


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


@dataclass(frozen=True, slots=True, kw_only=True)
class CameDispute(HandDispute):
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


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSettlementDispute(CameDispute):
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
