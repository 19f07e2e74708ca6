"""The evenings that are shipped, each number of them held: hands, totals, what on the table, the end."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import pytest
from commands import Run
from jsonschema import Draft202012Validator
from places import POSITIONS
from ruamel.yaml import YAML
from rulesets import POINT_RULES
from schemas import closed

import analyzer
from analyzer.api.files.new import answer_schema, schema_of
from analyzer.evenings.tally import load

SESSIONS: Final = POSITIONS / "sessions"


class Sheet(NamedTuple):
    """What an evening comes to, in table order."""

    hands: list[tuple[int, ...]]
    totals: tuple[int, ...]
    end: tuple[int, ...]
    lying: Mapping[str, Any] = MappingProxyType({})
    unsettled: Sequence[str] = ()


SHEETS: Final = {
    "a-club-evening": Sheet(
        [(-10, -50, 45), (-230, 220, -5)],
        (-240, 170, 40),
        (65, 60, 65),
        {"pots": {"king": 90, "pagat": 100}},
    ),
    "appel": Sheet(
        [(19, -14, 19, -24), (-4, -109, 7, 6), (-200, -205, 600, -200)],
        (-185, -328, 626, -218),
        (0, 0, 0, 0),
        {"pools": [{"amount": 105, "doubled": True}]},
        ["payment.slam"],
    ),
    "basic": Sheet([(4, 2, -6), (5, -8, 3), (0, 4, -4)], (9, -2, -7), (2, -1, -1), {}, ["end.game"]),
    "basic-partners": Sheet(
        [(5, -5, 5, -5), (-2, 2, -2, 2), (0, 0, 0, 0), (-6, 6, -6, 6), (-2, 2, -2, 2)],
        (-5, 5, -5, 5),
        (-4, 4, -4, 4),
    ),
    "four-at-the-table": Sheet(
        [
            (-50, 210, -40, -295), (40, -35, -15, 0), (-20, 175, -80, -70), (-25, 0, 50, -35),
            (-155, -155, -40, 380),
        ],
        (-210, 195, -125, -20),
        (40, 40, 40, 40),
        {"pots": {"king": 80, "pagat": 80}},
    ),
    "french-pools": Sheet(
        [(-62, -9, -9), (-91, -2, 3), (90, 0, -5), (-5, 0, 0), (6, -29, 113), (-210, 390, -220)],
        (-272, 350, -118),
        (0, 0, 0),
        {"pools": [{"amount": 40, "doubled": False}]},
    ),
    "grosstarock": Sheet([(49, -16, -33), (9, -36, 27), (-25, -31, 56)], (33, -83, 50), (0, 0, 0)),
    "grosstarock-partners": Sheet([(-21, -4, -1, 26)], (-21, -4, -1, 26), (0, 0, 0, 0)),
    "lhombre": Sheet(
        [(26, -17, 25, -17, -17), (-20, 13, -19, 13, 13), (0, 0, 0, 0, 0), (-84, -84, -84, 336, -84)],
        (-78, -88, -78, 332, -88),
        (0, 0, 0, 0, 0),
    ),
    "slovenian": Sheet(
        [
            (30, 0, 30, 0), (-15, 0, -15, 0), (-10, 0, -10, 0), (75, 0, 0, 0), (50, 0, 50, 0), (20, 0, 20, 0),
            (10, 0, 30, 0), (30, 25, 30, 0), (0, 0, 0, -70), (60, 0, 60, 0), (-28, -22, -20, 70),
            (0, 0, 0, 670),
        ],
        (222, 3, 175, 670),
        (0, 0, 0, 0),
        {"radli": {"A": 1, "B": 2, "C": 2, "D": 1}},
        ["bonus.valat", "misere.score", "radli"],
    ),
    "tarot-evening": Sheet(
        [
            (258, -86, -86, -86), (-216, 72, 72, 72), (45, -15, -15, -15), (390, -130, -130, -130),
            (-468, 156, 156, 156), (0, 0, 0, 0), (1740, -580, -580, -580), (-276, 92, 92, 92),
        ],
        (1473, -491, -491, -491),
        (0, 0, 0, 0),
    ),
    "tapp": Sheet(
        [
            (60, 0, 0), (0, 50, 50), (0, 120, 120), (25, 0, 0), (260, 0, 0), (60, 200, 200), (1000, 0, 0),
            (52, 50, 0),
        ],
        (1457, 420, 370),
        (0, 0, 0),
        {},
        ["announce.pagat"],
    ),
}  # fmt: skip
every_evening = pytest.mark.parametrize("path", sorted(SESSIONS.glob("*.yaml")), ids=lambda path: path.stem)


@every_evening
def test_a_shipped_evening_comes_to_the_numbers_that_were_worked_out(run: Run, path: Path) -> None:
    ran, right = run("score", str(path), "--json"), SHEETS[path.stem]
    found, players = ran.json, load(str(path)).players

    def named(amounts: tuple[int, ...]) -> dict[str, int]:
        return dict(zip(players, amounts, strict=True))

    assert ran.status == 0
    assert [each.get("tokens", each.get("sheet")) for each in found["hands"]] == [
        named(each) for each in right.hands
    ]
    assert found["totals"] == named(right.totals)
    assert found["end"]["tokens"] == named(right.end)
    assert {key: found[key] for key in right.lying} == {**right.lying}
    assert found["unsettled"] == [*right.unsettled]


@every_evening
def test_the_answer_about_an_evening_is_as_its_schema_describes(run: Run, path: Path) -> None:
    judge = Draft202012Validator(closed(answer_schema("score")))
    assert [each.message for each in judge.iter_errors(run("score", str(path), "--json").json)] == []


@every_evening
def test_a_shipped_evening_is_as_the_schema_of_its_format_describes(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# yaml-language-server: $schema=../schema/session.schema.json\n")
    schema = schema_of("session")
    Draft202012Validator.check_schema(schema)
    assert list(Draft202012Validator(schema).iter_errors(YAML(typ="safe").load(text))) == []


@every_evening
def test_the_score_sheet_is_told_in_both_languages(run: Run, path: Path) -> None:
    english, danish = run("score", str(path)).out, run("score", str(path), "--lang", "da").out
    for number in range(1, len(SHEETS[path.stem].hands) + 1):
        assert f"Hand {number}: " in english
        assert f"Spil {number}: " in danish
    totals = SHEETS[path.stem].totals
    for sheet, first in ((english, "In all"), (danish, "I alt")):
        brief = sheet.partition("\n\n")[0]
        assert brief.startswith(f"{first}: ")
        assert [int(each) for each in re.findall(r"[+-]?\d+(?=,|$)", brief)] == [*totals]
        assert f"\n{first} " in sheet
    assert max(map(len, (english + danish).splitlines())) <= 80
    ours = danish.replace(f"\n{load(str(path)).title}\n", "", 1)
    told = re.sub(r"\[[^]]*\]|[a-z]+\.[a-z.-]+", "", ours.partition("*")[0])
    assert not re.search(r"\b(deals|pays|pay|Hand|and|with|the)\b", told)


def test_every_game_has_an_evening_and_every_evening_its_numbers() -> None:
    paths = sorted(SESSIONS.glob("*.yaml"))
    assert {path.stem for path in paths} == set(SHEETS)
    assert {load(str(path)).rules.name for path in paths} == {"danish", *POINT_RULES}


def test_python_scores_the_evening_of_a_file_and_one_that_was_read() -> None:
    path = SESSIONS / "basic.yaml"
    found = analyzer.score(path)
    assert found.totals == (9, -2, -7)
    assert found.unsettled == ("end.game",)
    assert analyzer.score(load(str(path))) == found
    with pytest.raises(TypeError, match="the path of a session file or an evening"):
        analyzer.score(3)
