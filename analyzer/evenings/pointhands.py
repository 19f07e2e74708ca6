"""Reading a hand of a game of card points that is told in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from analyzer.errors import Where
from analyzer.evenings.model import PointHand
from analyzer.evenings.seats import HandSeats
from analyzer.evenings.shape import HandShape
from analyzer.messages import Verbatim, say
from analyzer.position.files.came import read_came
from analyzer.position.files.needed import check_came
from analyzer.position.files.piles import read_declarations
from analyzer.position.files.points import read_spoken
from analyzer.position.files.reader import Reader
from analyzer.rules.deal.pointdeclared import declared_in_words
from analyzer.rules.score.hand import HandCame
from analyzer.rules.score.reported import HandReport, came_of
from analyzer.rules.score.told import HandTold
from analyzer.rules.spec.contracts import Aim
from analyzer.rules.spec.ruleset import RuleSet


def read_point_hand(seats: HandSeats, shape: HandShape, idle: frozenset[str]) -> PointHand:
    """What a file tells of a hand; a fault for everything that cannot be, and that is missing."""
    reader = seats.reader
    told = read_spoken(reader, shape, shape.announced, idle)
    told = replace(told, trull=shape.trull if "trull" not in idle else None)
    report = read_came(reader, shape, told, idle)
    said = {} if shape.declarations is None or "declarations" in idle else shape.declarations
    hand = PointHand(
        dealer=seats.dealer,
        where=shape.node.where,
        told=told,
        report=replace(report, no_sweep=report.swept is None and report.all_tricks is None),
        declared=read_declarations(reader, said),
    )
    _check_said(reader, shape, hand)
    if not reader.notes.faults:
        check_came(reader, hand.where, came_in_words(reader.rules, hand))
    return hand
