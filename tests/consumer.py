"""A script as a programmer writes one who has installed the package: it runs, and passes `mypy --strict`."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import analyzer
from analyzer import Position, TarokError


def made() -> Position:
    """A position with a line, made in Python."""
    hands = {"Anna": "dR T7", "Bent": ["hR", "d9"], "Carl": "c7 c2"}
    return analyzer.Position(
        hands=hands,
        lead="Bent",
        pots={"king": 60, "pagat": 60},
        lines=[{"name": "king", "play": "hR c7 T7 dR d9 c2"}],
    )


def refused(position: Position) -> list[str]:
    """Every fault of a position that cannot be."""
    try:
        dataclasses.replace(position, lead=7, dealer=9)
    except TarokError as error:
        return str(error).splitlines()
    return []


def answers(position: Position, disputes: Path) -> dict[str, object]:
    """One thing of every answer."""
    forced = analyzer.forced(position, "ultimo", "Anna", by={"Bent"})
    solution = analyzer.solve(position, player="anna")
    told = analyzer.audit(position, "king")
    proof = analyzer.certificate(position, player=0, by="Bent")
    finding = analyzer.check(disputes / "demand-too-early.yaml")
    proved = analyzer.verify(claims=["naming.fool-never-wins"]).claims
    return {
        "forced": forced.holds,
        "solved": solution.unfinished,
        "replayed": analyzer.replay(position, "king").complete,
        "audited": [str(card.move) for card in told.audit.cards] if told.audit else [],
        "explained": analyzer.explain(position, player="Anna", by=1).plan is not None,
        "certified": analyzer.certify(proof).proven,
        "checked": (finding.verdict.value, finding.clauses),
        "verified": [each.verdict and each.verdict.value for each in proved],
        "compared": analyzer.compare("danish", "danish").differences,
        "composed": [problem.key for problem in analyzer.compose("one-card-wins", tricks=3)],
        "graph": analyzer.graph(position).number_of_nodes(),
        "rules": analyzer.rules("danish").clauses["fool.demand"].kind,
        "schema": analyzer.schema("position")["title"],
        "template": analyzer.template("position").splitlines()[0],
        "legal": [str(action) for action in analyzer.legal(position)],
        "read": analyzer.loads(position.to_yaml()) == position,
    }
