"""Options of a rule set: what is chosen holds, what cannot be is told, every reading matters."""

from __future__ import annotations

import pytest

from analyzer.disputes.files import loads_dispute
from analyzer.errors import InvalidFile, UsageError
from analyzer.position.files.writing import dumps
from analyzer.position.reading import loads
from analyzer.rules.spec.clause import Standing
from analyzer.rules.spec.files.clausefile import read_rules, read_sources
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset, ruleset_names, specs_dir
from analyzer.rules.spec.variants import choices, choose

KNOWN = read_sources((specs_dir() / "sources.yaml").read_text(encoding="utf-8"), "sources.yaml")
HEAD = "format: tarok-rules/2\nname: ours\ntitle: Our rules\nextends: danish\n"
POSITION = "format: tarok-position/1\nhands: {A: [dR, T7], B: hR d9, C: c7 c2}\nlead: B\n"


def rules_of(text: str) -> RuleSet:
    return read_rules(text, "ours.yaml", KNOWN, load_ruleset)


def faults_of(text: str) -> list[str]:
    with pytest.raises(InvalidFile) as caught:
        rules_of(text)
    return [str(fault).partition(": ")[2] for fault in caught.value.faults]


@pytest.mark.parametrize("name", ruleset_names())
def test_every_reading_is_told_by_somebody_and_decides_otherwise(name: str) -> None:
    rules = load_ruleset(name)
    for option, found in rules.options.items():
        for reading in found.readings:
            _decides_otherwise(rules, option, reading)


def _decides_otherwise(rules: RuleSet, option: str, reading: str) -> None:
    found = rules.options[option]
    chosen = choose(rules, {option: reading})
    assert chosen.variant == {option: reading}
    assert [chosen.clauses[each] for each in found.clauses] == list(found.readings[reading])
    open_ = rules.clauses[found.clause].standing is Standing.DISPUTED
    settled = found.readings[reading][0].standing is not Standing.DISPUTED
    assert (chosen.digest == rules.digest) is (reading == found.default and not (open_ and settled))
    for clause in found.readings[reading]:
        assert clause.cites or clause.because
        assert {cite.source for cite in clause.cites} <= set(found.sources)
    assert {cite.source for each in chosen.clauses.values() for cite in each.cites} == set(chosen.sources)


@pytest.mark.parametrize("name", ruleset_names())
def test_a_disputed_clause_can_be_settled_by_an_option(name: str) -> None:
    rules = load_ruleset(name)
    disputed = [clause for clause, each in rules.clauses.items() if each.standing is Standing.DISPUTED]
    about = {clause: option for option in rules.options.values() for clause in option.clauses}
    for clause in disputed:
        settled = [
            each for each in about[clause].readings.values() if each[0].standing is not Standing.DISPUTED
        ]
        assert len(settled) >= 2


def test_the_default_of_each_rule_set_is_what_its_source_says() -> None:
    taken = {
        name: {option: each.default for option, each in load_ruleset(name).options.items()}
        for name in ruleset_names()
    }
    same = {
        "winning-pagat": "5", "tout-pots": "yes", "fourth": "yes", "fool-demand": "yes",
        "count": "next-dealer", "red-spots": "reversed", "unavoidable-paid": "always",
        "trumps-nameable": "yes", "considerable": "half-or-20", "demand-take-back": "all-after-holder",
    }  # fmt: skip
    assert taken["danish"] == same | {
        "fool-in-skat": "announced-tout", "trumps-told": "whether", "pagat-in-skat": "never",
        "failed-tout": "85-and-double", "tout-amount": "85", "tout-count": "yes",
    }  # fmt: skip
    assert taken["danish-1996"] == taken["danish"] | {
        "fool-in-skat": "open", "trumps-told": "how-many", "pagat-in-skat": "when-void",
        "failed-tout": "open", "unavoidable-paid": "open",
    }  # fmt: skip
    assert taken["danish-concise"] == taken["danish"] | {
        "fool-in-skat": "never", "failed-tout": "135-and-double", "tout-amount": "135", "tout-count": "no",
        "tout-pots": "no", "count": "each-his-own", "fourth": "no",
    }  # fmt: skip


def test_todays_rules_with_the_readings_of_1996_differ_in_what_is_silent_there_and_in_when_one_asks() -> None:
    older = load_ruleset("danish-1996")
    chosen = load_ruleset(
        "danish",
        {
            "fool-in-skat": "open",
            "trumps-told": "how-many",
            "pagat-in-skat": "when-void",
            "failed-tout": "open",
        },
    )
    differing = [
        clause
        for clause, each in chosen.clauses.items()
        if (each.kind, dict(each.parameters), each.standing)
        != (
            older.clauses[clause].kind,
            dict(older.clauses[clause].parameters),
            older.clauses[clause].standing,
        )
    ]
    # In 1996 a dealer is asked whenever he shows out, today at his first chance to play a trump only.
    assert set(differing) == {"fool.naming", "discard.unavoidable", "discard.tell-trumps"}


def test_a_rule_set_is_named_with_what_is_chosen() -> None:
    rules = load_ruleset("danish+tout-amount=135+fool-in-skat=never")
    assert str(rules) == "danish+fool-in-skat=never+tout-amount=135"
    assert rules.identity == {
        "ruleset": "danish",
        "variant": {"fool-in-skat": "never", "tout-amount": "135"},
        "digest": rules.digest,
    }
    assert load_ruleset("danish", {"tout-amount": "135", "fool-in-skat": "never"}) == rules
    assert load_ruleset("danish+tout-amount=135", {"tout-amount": "85"}).variant == {"tout-amount": "85"}


def test_the_reading_taken_anyway_may_be_chosen_too() -> None:
    rules = load_ruleset("danish+tout-amount=85")
    assert rules.variant == {"tout-amount": "85"}
    assert rules.digest == load_ruleset("danish").digest
    assert rules != load_ruleset("danish")


def test_a_choice_may_be_taken_back() -> None:
    once = load_ruleset("danish+tout-amount=135+pagat-in-skat=when-void")
    assert (
        choose(once, {"tout-amount": "85"}).clauses["payment.tout"]
        == load_ruleset("danish").clauses["payment.tout"]
    )
    assert choose(once, {"tout-amount": "85"}).clauses["discard.pagat"].kind == "only-if-void"


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ("danish+fool-in-skatt=never", (
            "danish has no option 'fool-in-skatt'; did you mean fool-in-skat? there are "
            "fool-in-skat, "
        )),
        ("danish+tout=no", (
            "danish has no option 'tout'; did you mean tout-amount, tout-pots or tout-count? there are "
        )),
        ("danish+xyz=never", (
            "danish has no option 'xyz'; there are fool-in-skat, trumps-told, pagat-in-skat, "
        )),
        ("danish+fool-in-skat=nver", (
            "the option fool-in-skat has no reading 'nver'; did you mean never? there are never, "
            "announced-tout, open"
        )),
        ("danish+fool-in-skat=never+fool-in-skat=open", (
            "the option fool-in-skat is chosen twice, never and open"
        )),
    ],
)  # fmt: skip
def test_what_cannot_be_chosen_is_told_with_the_nearest_and_all(named: str, told: str) -> None:
    with pytest.raises(UsageError) as caught:
        load_ruleset(named)
    assert str(caught.value).startswith(told)


def test_a_word_that_chooses_nothing_is_told() -> None:
    assert choices(["tout-amount=135", "count=x"]) == {"tout-amount": "135", "count": "x"}
    with pytest.raises(UsageError, match="'never' chooses nothing; expected OPTION=READING"):
        choices(["never"])


def test_a_position_and_a_dispute_choose_readings_and_are_written_with_them() -> None:
    position = loads(POSITION + "variant: {winning-pagat: 0, fool-demand: no}\n")
    assert position.rules.variant == {"winning-pagat": "0", "fool-demand": "no"}
    assert position.rules.clauses["payment.winning-pagat"].parameters["amount"] == 0
    assert position.fool_demand is False
    assert loads(dumps(position)) == position
    dispute = loads_dispute(
        "format: tarok-dispute/1\nkind: settlement\nruleset: "
        "danish+tout-amount=135\nvariant: {tout-pots: no}\n"
        "lead: A\ntrick: hR h2 h3\n"
    )
    assert dispute.rules.variant == {"tout-amount": "135", "tout-pots": "no"}


def test_an_unknown_option_or_reading_in_a_file_is_a_fault_at_its_place() -> None:
    with pytest.raises(InvalidFile) as caught:
        loads(POSITION + "variant: {winning-paga: 0, tout-amount: 136}\n", "f")
    assert [str(fault) for fault in caught.value.faults] == [
        (
            "f:4:11: danish has no option 'winning-paga'; did you mean winning-pagat? there are "
            "fool-in-skat, trumps-told, pagat-in-skat, winning-pagat, failed-tout, tout-amount, tout-pots, "
            "tout-count, count, red-spots, unavoidable-paid, trumps-nameable, considerable, fourth, "
            "fool-demand, demand-take-back"
        ),
        "f:4:41: the option tout-amount has no reading '136'; did you mean 135? there are 85, 135",
    ]


def test_readings_that_contradict_each_other_are_not_played() -> None:
    rules = rules_of(
        HEAD + "options:\n  last-ban: {clause: fool.second-to-last, default: 2, readings: {2: , 3: "
        "{card: fool, trick: 3}}}\n"
        "  fool-demand: {default: no}\n"
    )
    assert choose(rules, {"last-ban": "3"}).clauses["fool.second-to-last"].parameters["trick"] == 3
    with pytest.raises(
        UsageError, match=r"ours\+fool-demand=yes\+last-ban=3: fool\.demand: the Fool is demanded at"
    ):
        choose(rules, {"last-ban": "3", "fool-demand": "yes"})


def test_an_option_of_one_word_reads_the_only_parameter_of_its_clause() -> None:
    rules = rules_of(HEAD + "options:\n  nolo: {clause: payment.nolo, readings: [25, 30]}\n")
    assert rules.options["nolo"].default == "25"
    assert choose(rules, {"nolo": "30"}).clauses["payment.nolo"].parameters["amount"] == 30


def test_a_child_takes_another_reading_or_states_its_clause_anew() -> None:
    rules = rules_of(HEAD + "options: {tout-amount: {default: 135}}\n")
    assert rules.clauses["payment.tout"].parameters["amount"] == 135
    assert choose(rules, {"tout-amount": "85"}).clauses["payment.tout"].parameters["amount"] == 85
    with_two = rules_of(HEAD + "options: {pagat-in-skat: {default: when-void}}\n")
    assert with_two.clauses["discard.trumps"].depends == ("discard.mondo",)
    assert choose(with_two, {"pagat-in-skat": "never"}).clauses["discard.trumps"].depends == (
        "discard.pagat",
        "discard.mondo",
    )


TOUT = """clauses:
  - id: payment.tout
    kind: from-each
    parameters: {amount: 135}
    statement: Tout brings 135.
    cites: [{source: 001_eb80bdbc9f50e894.txt, heading: Payments}]
    overrides: [payment.last-trick, payment.king-ultimo, payment.pagat-ultimo, payment.nolo]
"""


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (
            "nolo+: {clause: payment.nolo, readings: [25, 30]}",
            "an option or a reading is called `nolo+`; expected letters, digits and single hyphens",
        ),
        (
            "nolo: {clause: payment.nolo, readings: {25: , a b: {amount: 30}}}",
            "an option or a reading is called `a b`; expected letters, digits and single hyphens",
        ),
        ("nolo: {readings: [25, 30]}", "the option nolo names no clause; expected `clause: ...`"),
        ((
            "nolo: {clause: payment.nollo, readings: [25]}"
        ), (
            "unknown clause `payment.nollo` here; did you mean `payment.nolo`?"
        )),
        ("nolo: {clause: payment.nolo}", "the option nolo has no readings; expected `readings`"),
        ((
            "nolo: {clause: payment.nolo, default: 35, readings: [25, 30]}"
        ), (
            "the option nolo has no reading `35`; expected one of 25, 30"
        )),
        ((
            "nolo: {clause: payment.nolo, readings: [30, 25]}"
        ), (
            "payment.nolo differs from `30`, the default of nolo; expected one rule in "
            "both places"
        )),
        ((
            "nolo: {clause: payment.nolo, readings: {25: , 27: {amount: 27}}}"
        ), (
            "`amount` does not fit; expected a whole number from 0 to 1000 and a multiple of 5"
        )),
        ((
            "nolo: {clause: payment.nolo, readings: {25: , 30: }}"
        ), (
            "the reading `30` of nolo says nothing; expected its `parameters`; only the default "
            "may say nothing"
        )),
        ((
            "fool: {clause: fool.demand, readings: {yes: , no: }}"
        ), (
            "the reading `no` of fool says nothing; expected its `parameters`; only the default "
            "may say nothing"
        )),
        ((
            "tout-amount: {clause: payment.nolo, default: 85}"
        ), (
            "the option tout-amount is about payment.tout; expected that clause, or another name"
        )),
        ((
            "tout: {clause: payment.tout, readings: [85, 90]}"
        ), (
            "the options tout-amount and tout are of one clause; expected each clause in one "
            "option"
        )),
        ((
            "skat: {clause: discard.kings, readings: {never: , free: {kind: duty, cites: "
            "[{source: 000_4ea154ee5e2b0cc2.txt, heading: Cards}]}}}"
        ), (
            "discard.kings cannot be of the kind `duty`; expected `never-discard`"
        )),
        ((
            "nolo: {clause: payment.nolo, readings: {25: , 30: {parameters: {amount: 30}}}}"
        ), (
            "nolo=30 is stated but cites nothing; expected `cites`, or another standing"
        )),
        ((
            "ban: {clause: fool.second-to-last, readings: {2: , 3: {card: fool, trick: 3}}}"
        ), (
            "ban=3: fool.demand: the Fool is demanded at the trick it may not be played to; "
            "expected another than in fool.second-to-last"
        )),
    ],
)  # fmt: skip
def test_everything_wrong_with_an_option_is_told(options: str, told: str) -> None:
    assert told in faults_of(f"{HEAD}options:\n  {options}\n")


def test_a_clause_stated_anew_that_is_another_reading_needs_that_default() -> None:
    assert faults_of(HEAD + TOUT) == [
        "payment.tout says what `135` says, and the default of tout-amount is `85`; expected `default: 135`"
    ]
    assert (
        rules_of(HEAD + "options: {tout-amount: {default: 135}}\n" + TOUT).options["tout-amount"].default
        == "135"
    )


def test_nothing_chosen_is_the_rule_set_itself() -> None:
    rules = load_ruleset("danish")
    assert choose(rules, {}) is rules
    assert rules.variant == {}


@pytest.mark.parametrize(
    ("option", "told"),
    [
        (
            "{clause: payment.nolo, note: x, readings: {25: , 27: {amount: 27}}}",
            ["unknown key `note`", "`amount` does not fit"],
        ),
        (
            "{clause: [payment.nolo], default: 25, readings: {25: , 30: {amount: 30}}}",
            ["`clause` must be text"],
        ),
        (
            (
                "{clause: payment.nolo, readings: {25: , 30: {parameters: {amount: 31}, statement: 7, "
                "standing: silent, because: So., cites: [x]}}}"
            ),
            ["`amount` does not fit", "`statement` must be text", "the source is not named"],
        ),
    ],
)
def test_a_value_of_the_wrong_shape_in_an_option_hides_no_other_fault(option: str, told: list[str]) -> None:
    found = faults_of(f"{HEAD}options:\n  nolo: {option}\n")
    assert len(found) == len(told)
    assert [each for each, fault in zip(told, found, strict=True) if each not in fault] == []
