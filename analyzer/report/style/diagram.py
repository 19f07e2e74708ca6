"""A position at the head of an answer: its title, the table, the pots and the rules."""

from __future__ import annotations

from analyzer.layout import GLUE, wrap
from analyzer.position.diagram.table import table_lines
from analyzer.position.model import Position
from analyzer.report.style.face import Face


def pots_line(face: Face, position: Position) -> str:
    """What lies in the pots and which rules hold."""
    pots = face.t("king pot {king}", king=position.pots.king)
    pagat = face.t("Pagat pot {pagat}", pagat=position.pots.pagat)
    rules = face.t("{ruleset} rules", ruleset=face.safe(str(position.rules)))
    parts = [pots, pagat, rules]
    if position.dealer is not None:
        parts.insert(2, face.t("{player} dealt", player=face.name(position.players[position.dealer])))
    if not position.fool_demand:
        parts.append(face.t("the Fool cannot be demanded"))
    return f" {face.dot} ".join(part.replace(" ", GLUE) for part in parts)


def heading_lines(face: Face, position: Position) -> list[str]:
    """Title and source of the position, and what it teaches."""
    lines: list[str] = []
    if position.title:
        lines += [face.paint(line, "bold") for line in wrap(face.safe(position.title), face.width)]
    if position.source:
        lines += [face.paint(line, "dim") for line in wrap(face.safe(position.source), face.width)]
    if position.teaches:
        lines += ["", *wrap(face.safe(position.teaches), face.width)]
    return lines


def position_lines(face: Face, position: Position, *, turn: bool = True) -> list[str]:
    """Everything a reader must know of the position before any answer; `turn` tells whose turn it is."""
    lines = [*heading_lines(face, position), face.rule(), *table_lines(face, position, turn=turn), ""]
    return [*lines, *wrap(pots_line(face, position), face.width), face.rule()]
