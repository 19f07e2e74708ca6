"""A claim that hangs on what no source settles says so, and by which reading it is otherwise."""

from __future__ import annotations

import pytest
from commands import Ran, Run
from msgspec.structs import replace

from analyzer.claims import claim, verify
from analyzer.claims.claim import CLAIMS, ClaimFinding, ClaimVerdict
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset

STAYS, TWICE, SUM = "discard.fool-stays", "payments.pot-owed-twice", "payments.sum-under-every-option"


def asked(run: Run, ruleset: str, *claims: str, variant: str | None = None, text: bool = False) -> Ran:
    words = [word for each in claims for word in ("--claim", each)]
    chosen = [] if variant is None else ["--variant", variant]
    return run("verify", ruleset, *words, *chosen, *([] if text else ["--json"]))


def test_a_claim_that_a_disputed_clause_decides_has_no_verdict_but_that_of_each_reading(run: Run) -> None:
    ran = asked(run, "danish-1996", STAYS)
    told = ran.json
    (claim,) = told["claims"]
    assert ran.status == 4
    assert (claim["verdict"], claim["witness"], claim["unsettled"]) == (None, None, ["discard.fool"])
    assert [(each["variant"], each["verdict"]) for each in claim["readings"]] == [
        ({"fool-in-skat": "announced-tout"}, "refuted"), ({"fool-in-skat": "never"}, "proved"),
    ]  # fmt: skip
    assert "fool" in claim["readings"][0]["witness"]["discard"]
    assert told["unsettled"] == ["discard.fool"]
    assert told["readings"] == [
        {"variant": {"fool-in-skat": "announced-tout"}, "verdicts": {STAYS: "refuted"}},
        {"variant": {"fool-in-skat": "never"}, "verdicts": {STAYS: "proved"}},
    ]


@pytest.mark.parametrize(("reading", "verdict"), [("announced-tout", "refuted"), ("never", "proved")])
def test_a_reading_that_is_chosen_decides_the_claim(run: Run, reading: str, verdict: str) -> None:
    ran = asked(run, "danish-1996", STAYS, variant=f"fool-in-skat={reading}")
    told = ran.json
    assert ran.status == 0
    (claim,) = told["claims"]
    assert (claim["verdict"], claim["unsettled"], told["unsettled"], told["readings"]) == (
        verdict, [], [], [],
    )  # fmt: skip


def test_two_disputed_clauses_are_told_in_every_combination_of_their_readings(run: Run) -> None:
    told = asked(run, "danish-1996", STAYS, TWICE).json
    assert told["unsettled"] == ["discard.fool", "payment.failed-tout"]
    first = {STAYS: "refuted", TWICE: "proved"}
    assert [each["verdicts"] for each in told["readings"]] == [
        first, first | {TWICE: "refuted"}, first | {STAYS: "proved"}, {STAYS: "proved", TWICE: "refuted"},
    ]  # fmt: skip


def test_more_combinations_of_readings_than_can_be_gone_through_are_not_told(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verify, "MOST", 3)
    told = asked(run, "danish-1996", STAYS, TWICE).json
    assert told["unsettled"] == ["discard.fool", "payment.failed-tout"]
    assert (told["readings"], told["too_many_readings"]) == ([], True)
    assert [each["readings"] != [] for each in told["claims"]] == [True, True]


def test_a_claim_about_all_readings_at_once_hangs_on_none(run: Run) -> None:
    told = asked(run, "danish-1996", SUM).json
    (claim,) = told["claims"]
    assert (claim["unsettled"], told["unsettled"]) == ([], [])
    assert claim["readings"]


def test_a_claim_tells_the_silent_clauses_that_it_rests_on(run: Run) -> None:
    told = asked(run, "danish", TWICE, STAYS).json
    by_id = {each["id"]: each["rests_on"] for each in told["claims"]}
    assert by_id == {TWICE: ["payment.failed-tout-bagud"], STAYS: []}
    assert told["rests_on"] == ["payment.failed-tout-bagud"]
    assert "This rests on “Bagud with a failed Tout”" in asked(run, "danish", TWICE, text=True).out


def test_what_no_source_settles_of_a_claim_stands_in_the_text_with_the_case_of_each_reading(run: Run) -> None:
    out = asked(run, "danish-1996", STAYS, text=True).out
    assert out.startswith("1 claim: 1 unsettled")
    told = out[out.index("No source settles discard.fool; by its readings:") :]
    refuted, proved = (
        told.index(f"With fool-in-skat={each}") for each in ("announced-tout: refuted", "never: proved")
    )
    assert refuted < told.index("Case: hand") < proved


def test_two_readings_that_matter_only_together_leave_a_claim_unsettled() -> None:
    """A colour Valat whose trump may be beaten: neither reading alone lets it be, both together do."""
    rules = load_ruleset("slovenian")
    options = {"colour-valat-ends": "that-trick", "colour-valat-leads": "declarers-side"}

    def decided(read: RuleSet, rlimit: int) -> ClaimFinding:
        return ClaimFinding(options.items() <= read.variant.items())

    made = replace(next(each for each in CLAIMS if each.id == "tricks.one-winner"), decide=decided)
    found = verify.decide(made, rules)
    assert (found.verdict, found.unsettled) == (None, ("play.colour-valat", "play.colour-valat-leads"))
    assert [each.verdict.value for each in found.readings if each.variant.keys() == options.keys()] == [
        "refuted", "refuted", "refuted", "proved",
    ]  # fmt: skip
    told = verify.grounds_of_claims(rules, [found])
    assert [dict(each.variant) for each in told.readings if "proved" in str(each.differs)] == [options]


def test_readings_too_many_to_go_through_leave_a_claim_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claim, "MOST", 3)
    (found,) = verify.verify_rules(load_ruleset("slovenian"), ["tricks.trump-wins"])
    assert found.verdict is ClaimVerdict.UNDECIDED
    assert str(found.limit) == "more readings bear on it than can be gone through"
