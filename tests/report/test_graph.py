"""The game graph: its positions, the plays that decide, and every file format."""

from __future__ import annotations

import io
import json
import shutil
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree as ET

import networkx as nx
import pytest
from commands import PROP1, Run, written
from PIL import Image
from places import POSITIONS
from pypdf import PdfReader

import analyzer
from analyzer.errors import LimitReached, UsageError
from analyzer.position.model import Position
from analyzer.report.graph.files import MANY, dot, drawn, folded, graph_file, plain, quoted, readable
from analyzer.report.graph.game import game_graph
from analyzer.report.paper.markup import FINE
from analyzer.report.style.textstyle import TextStyle
from analyzer.search.engine.native import default_engine
from analyzer.search.engine.reference import ReferenceEngine

HEAD = "format: tarok-position/1\n"
DEMAND = HEAD + "hands: {A: hR c3 fool, B: c10 T20 T18, C: h9 s5 s4}\nlead: B\n"


def graph(text: str, most: int = 2000) -> nx.MultiDiGraph[str]:
    return game_graph(analyzer.loads(text), ReferenceEngine(), most)


def test_the_first_position_of_the_proprieties_has_two_ways_to_its_end() -> None:
    found = graph(PROP1)
    assert (found.number_of_nodes(), found.number_of_edges()) == (5, 4)
    ends = [data["label"] for _, data in found.nodes(data=True) if data["kind"] == "end"]
    assert ends == ["A's Ultimo", "last trick to A\nBagud for B"]


def test_every_node_is_marked_with_who_can_force_what() -> None:
    start = graph(PROP1).nodes["p0"]
    assert start["ultimo_A"] == "by B"
    assert start["last_trick_A"] == "automatic"
    assert start["ultimo_B"] == "impossible"
    assert (start["leader"], start["tricks_left"], start["hand_B"]) == ("B", 2, "hR d9")


def test_every_node_is_marked_with_kings_pagat_and_bagud_too() -> None:
    nodes = graph(PROP1).nodes
    start = nodes["p0"]
    assert (start["king_ultimo_A"], start["pagat_ultimo_A"], start["bagud_B"]) == (
        "by B",
        "impossible",
        "forced",
    )
    ends = {data["ultimo"]: data for _, data in nodes(data=True) if data["kind"] == "end"}
    assert (ends["A"]["king_ultimo"], ends["A"]["pagat_ultimo"]) == ("A", "")
    assert (ends[""]["king_ultimo"], ends[""]["bagud"]) == ("", "B")
    assert "Bagud" not in start["label"]


def test_the_plays_that_decide_are_marked_and_no_others() -> None:
    edges = graph(PROP1).edges(data=True)
    assert {data["cards"]: data["deciding"] for _, _, data in edges} == {
        "hR c7 T7": "hR",
        "d9 c7 dR": "d9",
        "dR d9 c2": "",
        "T7 hR c2": "",
    }
    assert [data["decides"] for _, _, data in edges] == [True, True, False, False]


def test_a_demand_for_the_fool_is_part_of_a_play() -> None:
    cards = [data["cards"] for _, _, data in graph(DEMAND).edges(data=True)]
    assert "T20 s5 c3 demand[B] fool" in cards
    assert "T20 s5 fool" in cards


def test_a_drawing_speaks_the_language_of_its_reader() -> None:
    found = game_graph(analyzer.loads(PROP1), ReferenceEngine(), 2000, TextStyle(lang="da"))
    assert found.nodes["p0"]["label"].endswith("\nA's ultimo: af B")
    assert found.nodes["p0"]["ultimo_A"] == "by B"
    labels = [
        data["label"]
        for _, _, data in game_graph(
            analyzer.loads(DEMAND), ReferenceEngine(), 2000, TextStyle(lang="da")
        ).edges(data=True)
    ]
    assert "T20 ♠5 ♣3 (B kræver skisen) skis → B" in labels


def test_a_position_within_a_trick_is_where_the_graph_begins() -> None:
    text = (
        PROP1.replace("B: hR d9", "B: hR").replace("lead: B\n", "lead: B\ntrick: [d9]\n").split("lines:")[0]
    )
    found = graph(text)
    assert found.nodes["p0"]["trick"] == "d9"
    assert found.number_of_nodes() == 3


def test_every_path_ends_and_leads_one_trick_further() -> None:
    found = graph(DEMAND)
    assert nx.is_directed_acyclic_graph(found)
    for source, target in found.edges():
        assert found.nodes[target]["tricks_left"] == found.nodes[source]["tricks_left"] - 1
    assert all(found.nodes[node]["kind"] == "end" for node in found if not found.out_degree(node))


def test_a_graph_with_exactly_as_many_positions_as_allowed_is_built() -> None:
    assert graph(PROP1, most=5).number_of_nodes() == 5
    with pytest.raises(LimitReached, match="more than 4 positions"):
        graph(PROP1, most=4)


def test_graphml_and_json_come_back_as_the_same_graph(tmp_path: Path) -> None:
    found = graph(DEMAND)
    path = tmp_path / "ending.graphml"
    path.write_bytes(graph_file(found, ".graphml"))
    again = nx.read_graphml(path, force_multigraph=True)
    data = json.loads(graph_file(found, ".json"))
    assert data.pop("schema") == "tarok-analyze/graph/1"
    third = nx.node_link_graph(data, edges="edges")
    for other in (again, third):
        assert dict(other.nodes(data=True)) == dict(found.nodes(data=True))
        assert sorted(e[2]["cards"] for e in other.edges(data=True)) == sorted(
            e[2]["cards"] for e in found.edges(data=True)
        )


def test_dot_marks_the_deciding_card_in_the_play() -> None:
    text = dot(graph(PROP1))
    assert '"p0" -> "p1" [label="♥R! ♣7 T7 → A", color=' in text
    assert text.count("penwidth=2") == 2
    assert text.startswith("digraph")
    assert text.endswith("}\n")


def test_players_with_long_names_keep_their_colours_and_marks() -> None:
    names = PROP1.replace("[A, B, C]", "[Anna Bach, B, C]").replace("  A: [dR", "  Anna Bach: [dR")
    text = dot(graph(names.split("lines:")[0]))
    assert 'fillcolor="#ffd9d2"' in text
    assert "♥R! ♣7 T7 → Anna Bach" in text


def test_quotes_and_backslashes_in_a_name_are_escaped_in_dot() -> None:
    assert quoted('a"b\\c\nd') == '"a\\"b\\\\c\\nd"'


def test_a_drawing_is_made_without_graphviz(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    text = (
        PROP1.replace("A:", "<&>:").replace("[A,", '["<&>",').split("lines:")[0].replace("  <&>:", '  "<&>":')
    )
    shown = readable(graph(text))
    page = PdfReader(io.BytesIO(drawn(dot(shown), *plain(shown), ".pdf"))).pages[0].extract_text()
    assert "<&>: ♦R T7" in page
    assert "♥R! ♣7 T7 → <&>" in page
    assert graph_file(graph(text), ".svg").startswith(b"<svg")


def test_another_ending_names_those_there_are() -> None:
    with pytest.raises(UsageError, match=r"\.graphml, \.dot, \.svg, \.json"):
        graph_file(graph(PROP1), ".pdf")


SHIPPED = POSITIONS / "composed/one-card-wins-4-2-17.yaml"


def test_ways_to_play_that_come_to_the_same_are_one_arrow_in_a_drawing() -> None:
    found = graph(PROP1)
    found.add_edge(
        "p0", "p1", **next(iter(found["p0"]["p1"].values())) | {"label": "again", "decides": False}
    )
    shown = readable(found)
    assert shown.number_of_edges() == found.number_of_edges() - 1
    [arrow] = shown["p0"]["p1"].values()
    assert arrow["decides"]
    assert arrow["label"].endswith("\nagain")


def test_a_drawing_of_many_positions_folds_what_decides_nothing(run: Run, tmp_path: Path) -> None:
    data, drawing = tmp_path / "game.json", tmp_path / "game.dot"
    assert run("graph", str(SHIPPED), "-o", str(data)).status == 0
    assert run("graph", str(SHIPPED), "-o", str(drawing)).status == 0
    whole = nx.node_link_graph(json.loads(data.read_text(encoding="utf-8")), edges="edges")
    shown = folded(whole)
    assert MANY < len(shown) < len(whole)
    decided = {frozenset(edge) for *edge, data in whole.edges(data=True) if data["decides"]}
    assert decided == {frozenset(edge) for *edge, data in shown.edges(data=True) if data["decides"]}
    assert drawing.read_text(encoding="utf-8").count("fillcolor") == len(shown)


def test_a_graph_of_some_tricks_ends_there_and_says_so(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "game.json"
    assert run("graph", str(SHIPPED), "--depth", "1", "--max-positions", "60", "-o", str(out)).status == 0
    found = nx.node_link_graph(json.loads(out.read_text(encoding="utf-8")), edges="edges")
    assert {data["tricks_left"] for _, data in found.nodes(data=True)} == {4, 3}
    assert all(data["label"].endswith("…") for _, data in found.nodes(data=True) if data["tricks_left"] == 3)
    points = str(POSITIONS / "endings/lhombre-half.yaml")
    assert run("graph", points, "--depth", "1", "-o", str(out)).status == 0


@pytest.mark.parametrize(
    "asked", [["graph", str(SHIPPED), "--depth", "2", "-o"], ["rules", "danish", "--graph"]]
)
def test_a_graph_is_drawn_as_svg_and_png_without_graphviz(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: list[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    drawing, picture = tmp_path / "a.svg", tmp_path / "a.png"
    assert run(*asked, str(drawing)).status == run(*asked, str(picture)).status == 0
    width = float(ET.parse(drawing).getroot().get("width", "0").removesuffix("pt"))
    assert 100 < width < 1600
    with Image.open(picture) as shown:
        assert abs(shown.width - FINE / 72 * width) < 3


@pytest.mark.parametrize("ending", ["graphml", "dot", "svg", "json"])
def test_the_command_writes_every_format(run: Run, tmp_path: Path, ending: str) -> None:
    out = tmp_path / f"ending.{ending}"
    ran = run("graph", written(tmp_path, PROP1), "-o", str(out))
    assert ran.status == 0
    assert "5 positions" in ran.out
    text = out.read_text(encoding="utf-8")
    assert ("hR" if ending in {"graphml", "json"} else "<svg" if ending == "svg" else "♥R") in text


def test_the_graph_of_a_contract_says_who_can_make_it_and_how_each_hand_ends() -> None:
    position = analyzer.load("positions/endings/lhombre-half.yaml")
    graph = game_graph(position, default_engine(position.spec))
    first, ends = graph.nodes["p0"], [data for _, data in graph.nodes(data=True) if data["kind"] == "end"]
    assert (first["contract_A"], first["half_A"], first["points_A"]) == ("by A+B+C", "forced", "33")
    assert {data["contract_A"] for data in ends} == {"reached", "not reached"}
    for data in ends:
        assert data["contract_A"] == ("reached" if Fraction(data["points_A"]) > 39 else "not reached")
        assert data["half_A"] == ("reached" if Fraction(data["points_A"]) == 39 else "not reached")


def test_a_card_decides_where_other_sides_can_make_the_contract_after_it() -> None:
    position = analyzer.load("positions/endings/lhombre-half.yaml")

    def forcing(there: Position) -> int:
        answer = analyzer.forced(there, "contract", player="A").answer
        assert answer is not None
        return answer.forcing

    graph = game_graph(position, default_engine(position.spec))
    for _, _, edge in graph.out_edges("p0", data=True):
        card = edge["cards"].split()[0]
        decides = forcing(position.after(card)) != forcing(position)
        assert (card in edge["deciding"].split()) is decides


def test_a_graph_tells_the_last_trick_where_nothing_is_known_of_the_past() -> None:
    text = "lhombre / A: d4 T20 / B: hC T13 / C: h3 T17 / A leads / contract=solo declarer=A"
    position = analyzer.loads(text)
    graph = game_graph(position, default_engine(position.spec))
    assert graph.nodes["p0"]["last_trick_A"] == "automatic"
    ends = [data for _, data in graph.nodes(data=True) if data["kind"] == "end"]
    assert all((data["last_trick_A"] == "reached") is (data["last_trick"] == "A") for data in ends)


def test_a_game_of_card_points_is_drawn_too(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "game.svg"
    done = run("graph", "-", "-o", str(out), stdin="basic / A: s2 T3 / B: T2 c4 / C: dC h1 / A leads")
    assert (done.status, ET.parse(out).getroot().tag) == (0, "{http://www.w3.org/2000/svg}svg")
