"""A script as a programmer writes one who has installed the package: it runs, and passes `mypy --strict`."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import analyzer
from analyzer import Position, TarokError

HALF_KNOWN = "A: dR T7 / B: hR|hD d9 / C: c7 c2 / B leads"


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
    assert isinstance(finding, analyzer.Finding)
    proved = analyzer.verify(claims=["naming.fool-never-wins"]).claims
    ultimo = solution.goals["Anna"]["ultimo"]
    status: str = ultimo.status
    half_known = analyzer.solve(HALF_KNOWN)
    in_all = analyzer.forced(HALF_KNOWN, "ultimo", "A")
    many = analyzer.forced_many([position], goal="ultimo", player="Anna")
    return {
        "as its JSON": (forced.goal, forced.player, forced.by, forced.status, forced.line, forced.worlds),
        "sets": (forced.forced_by, forced.prevented_by, status, ultimo.forced_by, ultimo.prevented_by),
        "used": (forced.nodes, forced.seconds),
        "by card": [(card.card, card.proper, card.equals) for card in solution.cards],
        "sure of": (solution.guarantee, solution.to_play),
        "over every deal": (half_known.goals["A"]["ultimo"].status, half_known.guarantee, in_all.worlds),
        "one of many": many[0].to_dict(),
        "ruled": [line["breaches"] for line in analyzer.check(position).to_dict()["lines"]],
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
        "rules": analyzer.rule_set("danish").clauses["fool.demand"].kind,
        "schema": analyzer.schema("position")["title"],
        "template": analyzer.template("position").splitlines()[0],
        "legal": [str(action) for action in analyzer.legal(position)],
        "read": analyzer.loads(position.to_yaml()) == position,
    }
