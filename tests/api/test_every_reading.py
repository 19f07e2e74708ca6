"""An answer is settled exactly where it is the same by every combination of readings of what is open."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pytest
from commands import Run
from effort import part, tries
from opened import (
    Question,
    answered,
    bare,
    checking,
    deciding,
    explaining,
    forcing,
    moving,
    opened,
    replaying,
    scoring,
    solving,
    under_readings,
    verifying,
)

from analyzer.answers import forced
from analyzer.answers.forced import searched
from analyzer.answers.requests import ForcedRequest, Means
from analyzer.claims.verify import CLAIMS
from analyzer.position.model import Position
from analyzer.position.question import ForcingClaim
from analyzer.position.reading import load, loads
from analyzer.rules.spec import readings
from analyzer.rules.spec.grounds import open_options
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset, ruleset_names
from analyzer.rules.spec.variants import in_form
from analyzer.search.engine.results import Forced, Limits

POSITIONS: Final = Path(__file__).parents[2] / "positions"
BESIDE: Final = ("variant", "faults")


def rules_of(file: Path) -> RuleSet:
    """The rule set that a file names, without a reading chosen, as so many play it."""
    text = file.read_text(encoding="utf-8")
    named = [line.split(":")[1].strip() for line in text.splitlines() if line.startswith("ruleset:")]
    rules = load_ruleset(named[0].split("+")[0] if named else "danish")
    if file.parent.name in ("sessions", "disputes"):
        seats = next((line for line in text.splitlines() if line.startswith("players:")), "").count(",") + 1
        return in_form(rules, seats) if seats in rules.forms else rules
    return load(str(file)).rules if not named else in_form(rules, len(load(str(file)).players))


def impossible(answer: Mapping[str, Any] | None) -> bool:
    """Whether what is told cannot be: it was refused, or every line of it is forbidden."""
    if answer is None:
        return True
    played = [each for each in answer.get("lines", ()) if "events" in each]
    return bool(played) and all(each.get("illegal") for each in played)


def holds_against(question: Question, rules: RuleSet) -> None:
    """The answer with options open, held against those by every combination of readings."""
    read = under_readings(rules)
    by_each = [answered(question, each) for each in read]
    cannot = [impossible(each) for each in by_each]
    if all(each is None for each in by_each):
        assert answered(question, rules) is None
        return
    if all(cannot):
        cannot = [each is None for each in by_each]
    can = [each for each, wrong in zip(by_each, cannot, strict=True) if not wrong]
    found = question(rules)
    told = [bare(each) for each in can]
    differ = any(each != told[0] for each in told)
    assert bool(found["unsettled"]) is differ, (found["unsettled"], [each.variant for each in read])
    assert bool(found["readings"]) is differ
    if "holds" in found and len({each["holds"] for each in can}) > 1:
        assert found["holds"] is None
    variants = [each.variant for each in read]
    for each in found["readings"]:
        told_by(each, variants, by_each, cannot)
    keys = [{**each, "variant": None} for each in map(bare, found["readings"])]
    assert not differ or any(each != keys[0] for each in keys)
    for each in found.get("impossible", ()):
        about = [wrong for variant, wrong in zip(variants, cannot, strict=True) if agrees(each, variant)]
        assert about
        assert all(about)
    assert bool(found.get("impossible")) is any(cannot)


def agrees(told: Mapping[str, Any], variant: Mapping[str, str]) -> bool:
    return all(variant[name] == word for name, word in told["variant"].items())


def told_by(
    reading: Mapping[str, Any],
    variants: Sequence[Mapping[str, str]],
    answers: Sequence[Mapping[str, Any] | None],
    cannot: Sequence[bool],
) -> None:
    """What is told of a reading, held against the answers by it."""
    assert set(reading) - {"variant"}
    for variant, answer, wrong in zip(variants, answers, cannot, strict=True):
        if answer is None or wrong or not agrees(reading, variant):
            continue
        for key, value in reading.items():
            if key in ("holds", "verdict", "tokens", "totals", "lines", "winner", "moves", "contract"):
                assert bare(value) == bare(answer[key]), (key, variant)


def asked(draw: random.Random, kind: str) -> tuple[Question, RuleSet, str]:
    """A question of a shipped file, with some options open that its rule set has."""
    if kind == "check":
        file = draw.choice(sorted((POSITIONS / "disputes").glob("*.yaml")))
        question = checking(file)
    elif kind == "score":
        file = draw.choice(sorted((POSITIONS / "sessions").glob("*.yaml")))
        question = scoring(file)
    else:
        places = [*POSITIONS.glob("*.yaml"), *(POSITIONS / "endings").glob("*.yaml")]
        file = draw.choice([each for each in sorted(places) if each.name != "whole-hand.yaml"])
        position = load(str(file))
        who = draw.choice(position.players)
        goal = None if position.pots is None else draw.choice(["ultimo", "last_trick", "bagud"])
        question = explaining(file, goal, who) if kind == "explain" else forcing(file, goal, who)
        if kind in OF_FILE:
            question = OF_FILE[kind](file)
    rules = rules_of(file)
    names = draw.sample(sorted(rules.options), min(3, len(rules.options)))
    return question, opened(rules, names), f"{kind} {file.name} {names}"


OF_FILE: Final = {"replay": replaying, "moves": moving, "solve": solving, "decide": deciding}
NUMBERS: Final = {
    "check": 16,
    "explain": 6,
    "score": 5,
    "replay": 12,
    "moves": 8,
    "forced": 12,
    "solve": 8,
    "decide": 3,
}


@pytest.mark.parametrize("kind", part([*NUMBERS], 4))
def test_an_answer_is_unsettled_exactly_where_readings_differ(kind: str) -> None:
    for seed in range(tries(NUMBERS[kind], 10)):
        question, rules, told = asked(random.Random(f"{kind} {seed}"), kind)
        if 1 < len(under_readings(rules)) <= 24:
            holds_against(question, rules)
        else:
            assert open_options(rules), told


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(12))
def test_a_claim_is_unsettled_exactly_where_its_verdicts_differ(seed: int) -> None:
    draw = random.Random(f"verify {seed}")
    rules = load_ruleset(draw.choice([name for name in ruleset_names() if name != "danish-concise"]))
    names = draw.sample(sorted(rules.options), 2)
    asked, about = opened(rules, names), {rules.options[name].clause for name in names}
    claims = [each for each in CLAIMS if each.about(asked) and about & {*each.clauses_of(asked)}]
    for claim in draw.sample(claims, min(2, len(claims))):
        found = verifying(asked, claim.id)
        verdicts = {verifying(each, claim.id)["verdict"] for each in under_readings(asked)}
        assert bool(found["unsettled"]) is (len(verdicts) > 1), (rules.name, names, claim.id)


COLOUR_VALAT: Final = """\
format: tarok-position/2
ruleset: slovenian
players: [Ana, Bor, Cene, Dana]
contract: two
declarer: Bor
called: cR
announced: {Bor: [colour-valat]}
dealer: Cene
talon: {left: "d3 s8 T17 sV"}
discard: h4 hV
hands: {Ana: T11 T12 T21, Bor: T16 c10 fool, Cene: cR T14 T1, Dana: T7 T9 sR}
lead: Dana
taken:
  Bor:
    tricks: 6
    cards: T18 hR c8 cC T6 dV dD T19 T15 h1 h2 T20 c9 T4 d2 d1 cD d4 c7 cV s10 T3 hD T10
  Cene: {tricks: 3, cards: dC T13 T5 sD hC T2 dR h3 sC s7 s9 T8}
  Ana: {tricks: 0, cards: ""}
  Dana: {tricks: 0, cards: ""}
"""
OF_THREE: Final = """\
format: tarok-position/2
ruleset: slovenian
players: [A, B, C]
contract: three
declarer: A
hands: {A: T21 T11, B: hR h4, C: dR d4}
lead: A
"""
FOOL_WINS: Final = """\
format: tarok-position/2
ruleset: tapp
players: [Ana, Bor, Cene]
hands: {Ana: fool h4, Bor: hR T5, Cene: h3 dD}
lead: Bor
lines: [{play: T5 dD fool h4 hR h3}]
"""


def test_two_readings_that_matter_only_together_leave_a_goal_unsettled(run: Run) -> None:
    ran = run("forced", "-", "--goal", "contract", "--for", "Bor", "--json", stdin=COLOUR_VALAT)
    assert (ran.status, ran.json["holds"]) == (4, None)
    assert [each["holds"] for each in ran.json["readings"]] == [False, False, False, True]


PILES = """format: tarok-position/2
ruleset: slovenian
players: [Ana, Bor, Cene, Dana]
contract: three
declarer: Bor
called: sR
dealer: Ana
talon: {left: T20 h2 cV}
discard: c8 dD c7
hands: {Ana: T3 fool, Bor: cR T21, Cene: c9 sR, Dana: T9 T1}
lead: Dana
taken:
  Ana: {tricks: 4, cards: h1 d3 dV T13 hC T15 hV T4 T11 d2 T6 dC s10 sD hD T7}
  Bor: {tricks: 2, cards: c10 T8 d1 s8 h4 T12 T17 dR}
  Cene: {tricks: 1, cards: cD s9 s7 T2}
  Dana: {tricks: 3, cards: cC T16 T5 T14 T18 h3 d4 sC T19 sV T10 hR}
"""


@pytest.mark.parametrize("engine", ["native", "reference"])
def test_only_the_reading_that_bears_is_told_apart_whichever_engine_is_asked(run: Run, engine: str) -> None:
    told = run("solve", "-", "--json", "--engine", engine, stdin=PILES).json
    assert told["unsettled"] == ["bonus.pagat-beaten"]


def test_all_readings_of_a_question_share_one_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float | None] = []

    def noting(position: Position, asked: ForcingClaim, means: Means, **more: Any) -> Forced:
        given.append(means.limits.timeout)
        return searched(position, asked, means, **more)

    monkeypatch.setattr(forced, "searched", noting)
    request, means = ForcedRequest(goal="contract", player="Bor"), Means(Limits(timeout=100.0))
    assert forced.decided(loads(COLOUR_VALAT), request, means).holds is None
    left = [each or 0.0 for each in given]
    assert len({*left}) > 3
    assert left == sorted(left, reverse=True)


@pytest.mark.parametrize("command", ["solve", "decide"])
def test_where_the_limits_end_before_the_last_reading_no_reading_is_told_apart(
    run: Run, command: str
) -> None:
    whole = run(command, "-", "--json", stdin=COLOUR_VALAT).json
    assert (len(whole["readings"]), whole["limits"]["complete"]) == (4, True)
    enough = whole["stats"]["nodes"] + 1
    ran = run(command, "-", "--json", "--max-nodes", str(enough), stdin=COLOUR_VALAT)
    told = ran.json
    assert (ran.status, told["readings"], told["too_many_readings"]) == (4, [], True)
    assert told["limits"]["reason"] == f"the limit of {enough} nodes was reached"
    assert told["limits"]["unfinished"]


def test_more_readings_than_can_be_gone_through_settle_nothing(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readings, "MOST", 2)
    ran = run("forced", "-", "--goal", "contract", "--for", "Bor", "--json", stdin=COLOUR_VALAT)
    assert (ran.status, ran.json["holds"], ran.json["readings"]) == (4, None, [])
    assert ran.json["too_many_readings"] is True
    told = run("forced", "-", "--goal", "contract", "--for", "Bor", stdin=COLOUR_VALAT).out
    assert "bear on this than can be gone through" in " ".join(told.split())


def test_a_contract_that_was_played_is_there_whatever_a_reading_says(run: Run) -> None:
    ran = run("forced", "-", "--goal", "tricks>=2", "--for", "A", "--json", stdin=OF_THREE)
    assert (ran.status, ran.json["holds"], ran.json["unsettled"]) == (0, True, [])
    (other,) = ran.json["impossible"]
    assert other["variant"] == {"contracts": "solo-only"}


def test_a_line_that_a_reading_forbids_has_no_result_by_it(run: Run) -> None:
    ran = run("replay", "-", "--json", stdin=FOOL_WINS)
    assert (ran.status, ran.json["unsettled"], ran.json["readings"]) == (0, [], [])
    (other,) = ran.json["impossible"]
    assert other["variant"] == {"fool-kind": "excuse"}
    assert "Under fool-kind=excuse it cannot be" in run("replay", "-", stdin=FOOL_WINS).out


def test_a_line_that_is_possible_is_unsettled_whatever_a_reading_says_of_another(run: Run) -> None:
    file = POSITIONS / "announced-tout-failed.yaml"
    ran = run("replay", str(file), "--ruleset", "danish-concise", "--json")
    assert (ran.json["unsettled"], ran.json.get("impossible")) == (["table.ranks"], None)
    told = [[bool(line.get("violations")) for line in each["lines"]] for each in ran.json["readings"]]
    assert told == [[False, False], [False, True]]
    said = " ".join(run("replay", str(file), "--ruleset", "danish-concise").out.split())
    assert "won with a king: A +270, B -135, C -135 (lead out of turn)" in said


def test_a_proper_card_is_proper_however_long_it_took_to_see(run: Run) -> None:
    text = (
        "format: tarok-dispute/1\nkind: propriety\nhands: {A: dR T7, B: hR d9, C: c7 c2}\nlead: B\nplay: d9\n"
    )
    ran = run("check", "-", "--ruleset", "danish-1996", "--json", stdin=text)
    assert (ran.status, ran.json["verdict"], ran.json["readings"]) == (0, "legal", [])


def test_a_demand_that_is_legal_by_both_readings_tells_who_then_wins(run: Run) -> None:
    ran = run("check", str(POSITIONS / "disputes/demand-holder-has-led.yaml"), "--ruleset", "danish-concise",
              "--json")  # fmt: skip
    assert [each["winners"] for each in ran.json["readings"]] == [["B"], ["C"]]


def test_a_reading_beside_another_question_tells_its_own_tokens(run: Run) -> None:
    file = POSITIONS / "disputes/settlement-tout-with-the-fool-kept.yaml"
    readings = run("check", str(file), "--ruleset", "danish-1996", "--json").json["readings"]
    told = [(each["variant"]["failed-tout"], each["tokens"]["A"]) for each in readings]
    assert told == [("85-and-double", -60), ("85-and-double", -290), ("as-any-hand", -60)]
