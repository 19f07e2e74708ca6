"""The application: every question is answered with a view, a text, and how it was settled."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from commands import PROP1, Run
from places import POSITIONS

import analyzer
from analyzer.answers.answer import Answer, Settled
from analyzer.answers.compose import ComposeRequest, Wants, compose
from analyzer.answers.deals import DealsRequest, DealsShown, deals
from analyzer.answers.decide import DecideRequest, decide
from analyzer.answers.explain import certify
from analyzer.answers.forced import ForcedRequest, forced
from analyzer.answers.records.check import check
from analyzer.answers.records.replay import audited, replay
from analyzer.answers.records.rules import rules
from analyzer.answers.records.verify import compare, verify
from analyzer.answers.requests import Means
from analyzer.answers.solve import SolveRequest, solve
from analyzer.api.files.new import Schemas
from analyzer.api.files.show import clause_graph, graph
from analyzer.report import terminal
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.search.engine.results import Limits
from analyzer.views.base import plain

STYLE = TextStyle()
NOTHING = Means(Limits(max_nodes=0))
WORLDS = POSITIONS / "prop2-3-worlds.yaml"
UNSEEN = "unseen: {hidden_from: B, sizes: {A: 2, C: 2}, cards: T10 T7 h3 h4%s}\n"
KNOWN = "format: tarok-position/1\nhands: {B: hR d9}\nlead: B\n" + UNSEEN


def position(text: str = PROP1) -> analyzer.Position:  # type: ignore[name-defined]
    return analyzer.loads(text)


def dispute(name: str) -> Answer:
    return check(str(POSITIONS / "disputes" / f"{name}.yaml"))


def proof(folder: Path) -> Path:
    out = folder / "proof.json"
    forced(position(), ForcedRequest(player="A", by="B", certificate=out), Means())
    return out


@dataclass(frozen=True)
class Question:
    """A question, and how it is settled; it may write into the folder."""

    settled: Settled
    ask: Callable[[Path], Answer]


YES, NO, OPEN = Settled.YES, Settled.NO, Settled.OPEN
QUESTIONS = {
    "solved": Question(YES, lambda _: solve(position(), SolveRequest(), Means())),
    "not solved": Question(OPEN, lambda _: solve(position(), SolveRequest(), NOTHING)),
    "forced": Question(YES, lambda _: forced(position(), ForcedRequest(player="A", by="B"), Means())),
    "not forced": Question(NO, lambda _: forced(position(), ForcedRequest(player="A"), Means())),
    "undecided": Question(OPEN, lambda _: forced(position(), ForcedRequest(player="A", by="B"), NOTHING)),
    "certified": Question(
        YES,
        lambda folder: forced(
            position(), ForcedRequest(player="A", by="B", certificate=folder / "out.json"), Means()
        ),
    ),
    "proven": Question(YES, lambda folder: certify(str(proof(folder)))),
    "replayed": Question(YES, lambda _: replay(position())),
    "unexpected": Question(NO, lambda _: replay(position(PROP1.replace("A: 130", "A: 135")))),
    "audited": Question(YES, lambda _: audited(position(), None, Means())),
    "audited in part": Question(OPEN, lambda _: audited(position(), None, NOTHING)),
    "deals": Question(YES, lambda _: deals(position(KNOWN % ""), DealsRequest(shown=DealsShown.ALL))),
    "no deal": Question(
        NO, lambda _: deals(position(KNOWN % ", void: {A: [h], C: [h]}"), DealsRequest(shown=DealsShown.ALL))
    ),
    "decided": Question(YES, lambda _: decide(analyzer.load(WORLDS), DecideRequest(), Means())),
    "not decided": Question(
        OPEN, lambda _: decide(analyzer.load(WORLDS), DecideRequest(), Means(Limits(max_nodes=5)))
    ),
    "legal": Question(YES, lambda _: dispute("discard-fool-for-tout")),
    "illegal": Question(NO, lambda _: dispute("discard-king")),
    "unsettled": Question(OPEN, lambda _: dispute("naming-hands-unknown")),
    "verified": Question(YES, lambda _: verify("danish", ["discard.no-mondo"])),
    "not verified": Question(OPEN, lambda _: verify("danish", ["discard.no-mondo"], 1)),
    "compared": Question(YES, lambda _: compare("danish", "danish")),
    "rules": Question(YES, lambda _: rules("danish")),
    "clauses": Question(YES, lambda folder: clause_graph("danish", folder / "clauses.json")),
    "graph": Question(
        YES, lambda folder: graph(analyzer.loads(PROP1), folder / "out.json", 100, Means(), STYLE)
    ),
    "composed": Question(YES, lambda _: compose(ComposeRequest(want="one-card-wins"))),
    "not composed": Question(OPEN, lambda _: compose(ComposeRequest(want="richer-pot", tries=1))),
    "wants": Question(YES, lambda _: Wants()),
    "schemas": Question(YES, lambda _: Schemas()),
}


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_a_question_is_answered_with_a_view_a_text_and_how_it_was_settled(
    question: Question, tmp_path: Path
) -> None:
    answer = question.ask(tmp_path)
    assert answer.settled is question.settled
    assert plain(answer.view())["schema"].startswith("tarok-analyze/")
    assert terminal.text(answer, STYLE).endswith("\n")


def test_a_view_cannot_be_changed() -> None:
    view = solve(position(), SolveRequest(), Means()).view()
    with pytest.raises(AttributeError):
        view.tricks_left = 3  # type: ignore[misc]


@pytest.mark.parametrize(
    ("args", "answer"),
    [
        (["solve", "FILE"], lambda: solve(position(), SolveRequest(), Means())),
        (["replay", "FILE"], lambda: replay(position())),
        (["rules", "danish-1996"], lambda: rules("danish-1996")),
        (["schema", "list"], Schemas),
    ],
    ids=lambda given: given[0] if isinstance(given, list) else "",
)
def test_a_command_shows_the_answer_of_the_application_and_nothing_else(
    run: Run, prop1: str, args: list[str], answer: Callable[[], Answer]
) -> None:
    given = [prop1 if arg == "FILE" else arg for arg in args]
    shown, told = run(*given, "--json").json, json.loads(json.dumps(plain(answer().view())))
    for each in (shown, told):
        each.get("stats", {}).pop("seconds", None)
    assert shown == told


def test_limits_that_last_for_the_answer_and_not_for_the_certificate_leave_it_open(tmp_path: Path) -> None:
    request = ForcedRequest(player="A", by="B", certificate=tmp_path / "out.json")
    for nodes in range(200):
        answer = forced(position(), request, Means(Limits(max_nodes=nodes)))
        if answer.found is not None and answer.written is not None and answer.written.certificate is None:
            break
    assert answer.settled is OPEN
    assert plain(answer.view())["certificate"]["file"] is None
    assert "No certificate was written" in terminal.text(answer, STYLE)
    assert not (tmp_path / "out.json").exists()


def test_a_file_that_cannot_be_written_takes_nothing_from_the_answer(tmp_path: Path) -> None:
    answer = clause_graph("danish", tmp_path / "nowhere" / "out.json")
    assert "cannot write" in (answer.unwritten or "")
    assert answer.nodes == len(load_ruleset("danish").clauses)
