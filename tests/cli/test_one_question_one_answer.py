"""A question has one answer or one refusal, with its goal named or not."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from commands import Ran, Run
from effort import part
from places import POSITIONS
from ruamel.yaml import YAML

import analyzer
from analyzer.position.question import PositionQuestion
from analyzer.web.here import answered

ENDINGS = sorted((POSITIONS / "endings").glob("*.yaml"))
PLAIN = ["--engine", "reference"]
LONG = 3
"""With so many tricks to go the plain reference and the plan take long."""
TOLD_IN_PART = {
    "format": "tarok-position/2",
    "ruleset": "slovenian",
    "players": ["Ana", "Bor", "Cene", "Dana"],
    "contract": "two",
    "declarer": "Ana",
    "called": "hR",
    "lead": "Ana",
    "hands": {"Ana": "hR sR", "Bor": "h2 s7", "Cene": "h3 s8", "Dana": "h4 s9"},
    "taken": {"Ana": {"tricks": 6, "points": 30}, "Bor": {"tricks": 4, "points": 20}},
}
HANGS_ON = ("contract", "declarer", "called")
"""What an answer may hang on beside the past."""
NINE = "the nine, in the hands of position 2"


def stripped(path: Path) -> list[dict[str, Any]]:
    """An ending without its question, and without one thing more: its past, some of that, the contract."""
    whole = YAML(typ="safe").load(path)
    content = {key: value for key, value in whole.items() if key not in ("lines", "stipulation")}
    taken = content.pop("taken", {})
    found = [content, *([content | {"taken": taken}] if taken else [])]
    for left_out in ("points", "tricks"):
        kept = {who: {k: v for k, v in pile.items() if k != left_out} for who, pile in taken.items()}
        found.append(content | {"taken": {who: pile for who, pile in kept.items() if pile}})
    found.append(content | {"taken": {who: taken[who] for who in list(taken)[1:]}})
    whole = content | {"taken": taken}
    found += [{k: v for k, v in whole.items() if k != key} for key in HANGS_ON if key in content]
    return [each for place, each in enumerate(found) if each not in found[:place]]


Said = bool | str
"""The yes or no, or the refusal in words."""


def refusal(text: str) -> str:
    return " ".join(text.split()).removeprefix("tarok-analyze: ").partition(";")[0]


def of_command(ran: Ran) -> Said:
    """What a command that asks for a yes or no says."""
    return {0: True, 1: False}[ran.status] if ran.status < 2 else refusal(ran.err)


def of_library(ask: Callable[[], Any]) -> Said:
    try:
        return bool(ask())
    except analyzer.UsageError as refused:
        return refusal(str(refused))


def of_batch(ran: Ran) -> Said:
    row = json.loads(ran.out)
    return bool(row["holds"]) if "holds" in row else refusal(row["errors"][0]["message"])


def of_page(body: dict[str, str]) -> Said:
    _, told = answered("why", json.dumps(body), lambda *_: None)
    found = json.loads(told)
    return found["settled"] == "yes" if "settled" in found else refusal(found["errors"][0]["message"])


def of_certificate(run: Run, text: str, words: list[str], file: Path) -> Said:
    """What a certificate of the answer claims, once it was checked by the rules alone."""
    ran = run("forced", "-", *words, "--certificate", str(file), stdin=text)
    if ran.status > 1:
        return refusal(ran.err)
    assert run("certify", str(file)).status == 0
    return bool(json.loads(file.read_text())["holds"])


def every_way(
    run: Run, content: dict[str, Any], goal: str | None, player: str, file: Path
) -> dict[str, Said]:
    """What every way in says of one question, by the way."""
    text, words = json.dumps(content), ["--for", player, *(["--goal", goal] if goal else [])]
    position = analyzer.loads(text)
    found: dict[str, Said] = {
        how: of_command(run("forced", "-", *words, *more, stdin=text))
        for how, more in {"text": [], "brief": ["--brief"], "json": ["--json"], "plain": PLAIN}.items()
        if more != PLAIN or position.tricks_left < LONG
    }
    found["python"] = of_library(lambda: analyzer.forced(position, goal, player).holds)
    (one,) = analyzer.forced_many([position], goal, player)
    found["many"] = refusal(one.errors[0]["message"]) if one.errors else bool(one.holds)
    found["batch"] = of_batch(run("batch", "forced", "-", *words, stdin=text.replace("\n", " ")))
    found["certificate"] = of_certificate(run, text, words, file)
    if position.tricks_left < LONG:
        found["explain"] = of_command(run("explain", "-", *words, "--brief", stdin=text))
    if goal is not None and position.tricks_left < LONG:
        found["page"] = of_page({"position": text, "goal": goal, "for": player, "lang": "en"})
    return found


@pytest.mark.parametrize("path", part(ENDINGS, 9), ids=lambda path: path.stem)
def test_a_question_has_one_answer_or_one_refusal_whichever_way_it_is_asked(
    path: Path, run: Run, tmp_path: Path
) -> None:
    for content in stripped(path):
        try:
            position = analyzer.loads(json.dumps(content))
        except analyzer.InvalidFile:
            continue
        asking = PositionQuestion.from_position(position)
        first = next(iter(asking.goals()), None)
        if first is None:
            continue
        player = position.players[asking.seats(first)[0]]
        said = [every_way(run, content, goal, player, tmp_path / "c.json") for goal in (None, str(first))]
        assert len({each for ways in said for each in ways.values()}) == 1, (content.get("taken"), said)


def test_a_side_that_has_won_enough_is_not_told_that_it_cannot(run: Run) -> None:
    for goal in ([], ["--goal", "contract"], ["--goal", "points>=36"], ["--goal", "margin>=0"]):
        ran = run("forced", "-", *goal, "--for", "Ana", stdin=json.dumps(TOLD_IN_PART))
        assert ran.status == 2, goal
        assert "depends on what was won earlier" in ran.err.replace("\n", " ")


@pytest.mark.parametrize("name", ["lhombre-half", "french-overtrump", "slovenian-king-ultimo"])
def test_whether_a_contract_is_made_is_not_asked_before_it_is_told_which_is_played(
    name: str, run: Run
) -> None:
    content = YAML(typ="safe").load(POSITIONS / "endings" / f"{name}.yaml")
    for key in ("contract", "lines", "stipulation"):
        content.pop(key, None)
    for goal in ([], ["--goal", "contract"]):
        ran = run("forced", "-", *goal, "--for", "A", stdin=json.dumps(content))
        assert ran.status == 2
        assert "depends on the contract, which the file does not give" in " ".join(ran.err.split())
    solved = run("solve", "-", "--json", stdin=json.dumps(content))
    assert (solved.status, "contract" in solved.json["goals"]["A"]) == (0, False)


@pytest.mark.parametrize("name", ["appel-trull", "lhombre-half"])
def test_nobody_has_a_margin_where_nobody_declares(name: str, run: Run) -> None:
    content = YAML(typ="safe").load(POSITIONS / "endings" / f"{name}.yaml")
    untold = ("contract", "declarer", "called", "lines")
    text = json.dumps({key: value for key, value in content.items() if key not in untold})
    ran = run("forced", "-", "--goal", "margin>=0", "--for", "B", stdin=text)
    assert (ran.status, "unknown goal" in ran.err) == (2, True)
    assert run("solve", "-", stdin=text).status == 0


@pytest.mark.parametrize("command", ["solve", "forced", "explain"])
def test_one_deal_is_not_answered_for_all_that_cannot_be_told_apart(command: str, run: Run) -> None:
    text = (
        "format: tarok-position/1\nplayers: [Anna, Bent, Clara]\nlead: Bent\n"
        "hands: {Bent: T3 T1 s9, Anna: hR T7 d4, Clara: d7 T12 c4}\n"
        "worlds: [{name: both with Anna, hands: {Anna: hR T7 T12, Clara: d7 d4 c4}}]\n"
    )
    asked = () if command == "solve" else ("--for", "Bent", "--goal", "pagat_ultimo")
    ran = run(command, "-", *asked, stdin=text)
    assert ran.status == (0 if command == "solve" else 4)
    assert ("Pagat Ultimo in 1 of 2" if command == "solve" else "in 1 of 2 deals") in ran.out


@pytest.mark.parametrize(
    ("moment", "told"),
    [
        (("--play", "d9"), "in 1 of 2 deals"),
        (("--play", "hR"), "in none of the 2 deals"),
        (("--line", NINE, "--at", "24.2"), "in 1 of 2 deals"),
        (("--line", NINE, "--at", "24.3"), "only one deal fits"),
        (("--line", NINE, "--at", "25"), "only one deal fits"),
        (("--swap", "hR,h3"), "in none of the 2 deals"),
    ],
    ids=str,
)
@pytest.mark.parametrize("command", ["forced", "explain"])
def test_worlds_are_not_forgotten_once_a_card_is_played(
    command: str, moment: tuple[str, ...], told: str, run: Run
) -> None:
    ran = run(command, str(POSITIONS / "prop2-3-worlds.yaml"), "--for", "B", "--goal", "ultimo", *moment)
    # A plan for every deal is more than a no in each of them.
    assert (ran.status, told in ran.out) == (4 if "1 of 2" in told or command == "explain" else 1, True)


@pytest.mark.parametrize("moment", [("--play", "d9"), ("--line", NINE, "--at", "24.2")])
def test_whose_own_cards_differ_between_the_worlds_of_another_does_not_decide_between_them(
    moment: tuple[str, ...], run: Run
) -> None:
    ran = run("decide", str(POSITIONS / "prop2-3-worlds.yaml"), *moment)
    assert (ran.status, ran.out) == (2, "")
    assert "C is to play and knows his own cards" in ran.err


@pytest.mark.parametrize("command", ["forced", "explain"])
def test_another_player_is_asked_what_the_file_asks(run: Run, command: str) -> None:
    path = str(POSITIONS / "endings" / "grosstarock-king-ultimo.yaml")
    of_the_file, of_another = (
        run(command, path, *more, "--json").json["question"] for more in ((), ("--for", "B"))
    )
    assert (of_the_file["goal"], of_the_file["for"]) == ("king_ultimo", "A")
    assert (of_another["goal"], of_another["for"]) == ("king_ultimo", "B")
