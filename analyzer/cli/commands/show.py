"""`graph`, `rules` and `schema`: things that are shown rather than asked."""

from __future__ import annotations

from pathlib import Path

from analyzer.cli.common import engine_named, face_for, limits_of, position_of, write, write_file, write_json
from analyzer.cli.failures import DONE
from analyzer.cli.options import Means, Style
from analyzer.cli.progress import progress


def graph(file: str, output: Path, most: int, means: Means, style: Style, ruleset: str | None) -> int:
    """Write the game graph of an ending into a file."""
    from analyzer.report.graph.files import check_ending, graph_text  # noqa: PLC0415
    from analyzer.report.graph.game import game_graph  # noqa: PLC0415 - networkx is slow to import
    from analyzer.search.engine.default import default_engine  # noqa: PLC0415

    check_ending(output.suffix)
    position = position_of(file, ruleset)
    engine = engine_named(means.engine) or default_engine()
    with progress(style):
        found = game_graph(position, engine, most, face_for(style), limits_of(means))
    write_file(output, graph_text(found, output.suffix))
    positions, plays = found.number_of_nodes(), found.number_of_edges()
    if style.as_json:
        counts = {"file": str(output), "positions": positions, "plays": plays}
        write_json({"schema": "tarok-analyze/graph-written/1", **counts})
    else:
        text = face_for(style).t(
            "{file}: {positions} positions, {plays} ways to play a trick",
            file=output, positions=positions, plays=plays,
        )  # fmt: skip
        write(f"{text}\n")
    return DONE


def rules(name: str, style: Style) -> int:
    """Write a rule set, clause by clause."""
    from analyzer.report.rulings.rules import rules_json, rules_text  # noqa: PLC0415
    from analyzer.rules.spec.shipped import load_ruleset, ruleset_names  # noqa: PLC0415

    ruleset = load_ruleset(name)
    if style.as_json:
        write_json(rules_json(ruleset))
        return DONE
    write(rules_text(ruleset, face_for(style).width))
    others = [other for other in ruleset_names() if other != name]
    write(face_for(style).t("Other rule sets: {names}", names=", ".join(others)) + "\n")
    return DONE


def clause_graph(name: str, output: Path, style: Style) -> int:
    """Write the graph of a rule set's clauses into a file."""
    from analyzer.report.graph.clauses import clause_graph as graph_of  # noqa: PLC0415 - networkx is slow
    from analyzer.report.graph.clauses import clause_graph_text  # noqa: PLC0415
    from analyzer.rules.spec.shipped import load_ruleset  # noqa: PLC0415

    found = graph_of(load_ruleset(name))
    write_file(output, clause_graph_text(found, output.suffix))
    clauses, arrows = found.number_of_nodes(), found.number_of_edges()
    if style.as_json:
        counts = {"file": str(output), "clauses": clauses, "arrows": arrows}
        write_json({"schema": "tarok-analyze/graph-written/1", **counts})
    else:
        write(f"{output}: {clauses} clauses, {arrows} arrows\n")
    return DONE


def schema(kind: str) -> int:
    """Write the JSON Schema of a kind of file or answer."""
    from analyzer.report.view.schema import ANSWERS, answer_schema  # noqa: PLC0415

    if kind in ANSWERS:
        write_json(answer_schema(kind))
        return DONE
    if kind == "rules":
        from analyzer.rules.spec.shipped import ruleset_schema  # noqa: PLC0415

        write_json(ruleset_schema())
        return DONE
    from analyzer.disputes.schema import dispute_schema  # noqa: PLC0415
    from analyzer.position.files.schema import position_schema  # noqa: PLC0415

    write_json(position_schema() if kind == "position" else dispute_schema())
    return DONE
