"""What `compare` tells beside a rule set is what that rule set's own commands say of the file of the case."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest
from decided import compared_json
from effort import part, tries

from analyzer.rules.score.goals import points_text
from analyzer.rules.spec.shipped import load_ruleset

DANISH, ALONE, BIDDING = (
    ("danish", "danish-1996", "danish-concise"),
    ("basic", "grosstarock", "lhombre"),
    ("appel", "french", "slovenian", "tapp", "tarot"),
)
SAMPLE, SEED = int(os.environ.get("PAIRS", "16")), 10
"""So many pairs of a rule set and one reading of it; `make compared` takes them all."""

READ = [
    (name, f"{name}+{option}={reading}")
    for name in (*DANISH, *ALONE, *BIDDING)
    for option, each in load_ruleset(name).options.items()
    for reading in each.readings
    if reading != each.default
]
NOT_SHOWN = {
    ("appel", "appel+odd-half=to-the-winner"),
    ("tapp", "tapp+fool-led=names"),
}
"""What is of half points, which no pile of tricks of four has, and of a led Fool where it is a trump."""
WITH_OTHERS = {
    ("grosstarock", "grosstarock+declare-payers=all-others"): 4,
    ("grosstarock", "grosstarock+count-four=half"): 4,
    ("slovenian", "slovenian+contracts=solo-only"): 3,
    ("tarot", "tarot+five-own-call=forbidden"): 5,
    ("tarot", "tarot+first-lead=free"): 5,
}
"""What shows with another number of players than the usual one."""
SHIPPED: list[tuple[str, ...]] = [
    *combinations(DANISH, 2),
    *combinations(ALONE, 2),
    ("basic", "grosstarock", "4"),
    ("appel", "french", "4"),
    ("grosstarock", "grosstarock+declare-payers=all-others", "4"),
    ("french", "french+pagat-by-partner=no-change"),
    ("grosstarock", "grosstarock+form=early"),
    ("slovenian", "slovenian+contracts=solo-only", "3"),
    *WITH_OTHERS,
]
PAIRS = [*part(SHIPPED, 6), *Random(SEED).sample(READ, min(tries(SAMPLE, 8), len(READ)))]


@pytest.mark.parametrize("pair", PAIRS, ids="|".join)
def test_each_rule_set_says_of_the_file_of_a_case_what_stands_beside_it(pair, run, tmp_path) -> None:
    one, other, *seats = pair
    answer = compared_json(one, other, *map(int, seats))
    shown = [each for each in answer["differences"] if each["witness"] is not None]
    if seats or other.startswith(f"{one}+"):
        assert {each.get("seats") for each in shown} == ({WITH_OTHERS.get(pair)} if shown else set())
    assert bool(shown) is (pair not in NOT_SHOWN)
    file = tmp_path / "case.yaml"
    for each in shown:
        file.write_text(json.dumps(each["witness"]), encoding="utf-8")
        assert each["verdicts"][0] != each["verdicts"][1]
        for rules, verdict in zip((one, other), each["verdicts"], strict=True):
            ran = run(each["command"], str(file), "--ruleset", rules, "--json")
            told = [*said(ran)]
            for words in verdict.split("; "):
                assert words in told, (each["clause"], rules, verdict, told)


def said(ran: Any) -> Iterator[str]:
    """What the JSON of a command says, in the words of `compare`."""
    answer = ran.json
    if "errors" in answer:
        fault = answer["errors"][0]
        whole = "is missing" not in fault["message"] and "cannot be true together" not in fault["message"]
        assert whole, "a case is a whole hand or ending by either rule set, or of what the one has not"
        yield "refused: " + fault["message"].removesuffix(f"; {fault['expected']}")
        return
    if answer["unsettled"]:
        yield f"unsettled ({', '.join(answer['unsettled'])})"
    if "verdict" in answer:
        yield from checked(answer)
    line = answer.get("lines", [{}])[0]
    broken = [line["illegal"]["clause"]] if line.get("illegal") else []
    broken += [each["clause"] for each in line.get("violations", ())]
    broken += [each["clause"] for hand in answer.get("hands", ()) for each in hand["violations"]]
    if broken:
        yield f"illegal ({', '.join(dict.fromkeys(broken))})"
    for key in ("tokens", "sheet", "totals"):
        yield from (amounts(each[key]) for each in (answer, line) if each.get(key))
    yield from lying(answer, line)
    if line.get("points"):
        points = ", ".join(f"{name} {written(each)}" for name, each in line["points"].items())
        yield f"points {points}"
    if "end" in answer:
        yield f"at the end {amounts(answer['end']['tokens'])}"


def checked(answer: Mapping[str, Any]) -> Iterator[str]:
    """What `check` says beside what is paid."""
    clauses = [each["clause"] for each in answer["violations"]]
    clauses = clauses or answer["unsettled"]
    yield answer["verdict"] + (f" ({', '.join(dict.fromkeys(clauses))})" if clauses else "")
    if answer.get("winners"):
        yield f"{answer['winners'][-1]} wins the trick"
    if answer["kind"] == "trick":
        yield f"{answer['winner']} wins the trick with {answer['card']}"
    if answer.get("named"):
        yield f"named {answer['named']} by {answer['named_by']}"
    if answer.get("partner"):
        yield f"{answer['partner']} is the partner"
    if answer.get("alone"):
        yield "the declarer plays alone"
    told = answer.get("must_tell")
    if told is not None:
        some = {True: "that there are some", False: "that there are none"}
        yield some[told] if isinstance(told, bool) else f"how many: {told}"
    steps = answer.get("steps", ())
    back = [*answer.get("take_back", ()), *(name for each in steps for name in each["take_back"])]
    if back:
        yield f"cards go back to {' and '.join(dict.fromkeys(back))}"


def lying(answer: Mapping[str, Any], line: Mapping[str, Any]) -> Iterator[str]:
    """What lies on the table in the end."""
    for pots in (answer.get("pots"), line.get("pots_after")):
        if pots:
            yield f"king pot {pots['king']}, pagat pot {pots['pagat']}"
    if answer.get("pools"):
        yield "pools: " + ", ".join(str(each["amount"]) for each in answer["pools"])
    if answer.get("radli"):
        yield "radli: " + ", ".join(map(str, answer["radli"].values()))


def amounts(by_name: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {amount:+d}" for name, amount in by_name.items())


def written(points: int | list[int]) -> str:
    return points_text(Fraction(*points) if isinstance(points, list) else Fraction(points))
