"""Rule files of the second format: what they take over, what they leave open, and what is wrong with one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace
from places import ROOT

from analyzer.errors import InvalidFile
from analyzer.rules.book import Pot, Pots
from analyzer.rules.spec.clause import Clause, Parameter, Standing
from analyzer.rules.spec.files.clausefile import clashes, read_rules, read_sources
from analyzer.rules.spec.kinds.catalogue import OPTIONAL
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import from_compiled, load_ruleset, ruleset_names, specs_dir, to_compiled

BEFORE = Path(__file__).parent / "before"
"""Rule files of the first format."""
FIRST_FORMAT = (BEFORE / "danish.yaml").read_text(encoding="utf-8")
KNOWN = read_sources((specs_dir() / "sources.yaml").read_text(encoding="utf-8"), "sources.yaml")
HEAD = "format: tarok-rules/2\nname: ours\ntitle: Our rules\nextends: danish\n"
CLUB = "source: club.txt\nsources:\n  club.txt: {title: The club's rules, headings: [Play, Tout, The skat]}\n"
NOLO = """clauses:
  - id: payment.nolo
    kind: from-each
    parameters: {amount: 30}
    statement: Nolo brings 30.
    cites: [Tout]
    overrides: [payment.last-trick, payment.king-ultimo, payment.pagat-ultimo]
"""


def rules_of(text: str) -> RuleSet:
    return read_rules(text, "ours.yaml", KNOWN, load_ruleset)


def faults_of(text: str) -> list[str]:
    with pytest.raises(InvalidFile) as caught:
        rules_of(text)
    return [str(fault) for fault in caught.value.faults]


def place(text: str, needle: str) -> str:
    """Line and column at which a text has the needle."""
    before = text[: text.index(needle)]
    return f"{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}"


def test_a_file_of_the_first_format_is_read_as_ever() -> None:
    rules, today = rules_of(FIRST_FORMAT), load_ruleset("danish")
    assert today.clauses.keys() - rules.clauses.keys() == {*OPTIONAL, "irregularity.mistaken-demand"}
    said = {name: (each.kind, dict(each.parameters)) for name, each in rules.clauses.items()}
    differing = {name for name, told in said.items() if told != _said(today.clauses[name])}
    assert differing == {"irregularity.early-declaration"}
    assert (rules.forms, rules.options) == ((), {})


def _said(clause: Clause) -> tuple[str, dict[str, Parameter]]:
    return clause.kind, dict(clause.parameters)


def test_a_rule_set_without_the_clauses_it_may_go_without_plays_on_in_the_usual_way() -> None:
    rules, today = rules_of(FIRST_FORMAT), load_ruleset("danish")
    pots = replace(today.game.the_pots, considerable=rules.game.the_pots.considerable)
    assert rules.game == replace(today.game, name=rules.game.name, pots=pots)
    assert rules.game.the_pots.considerable.richer(Pots(65, 60)) is Pot.KING
    assert rules.discard == today.discard
    assert (rules.declarations.correctable_by, rules.declarations.fool_told) == (None, False)
    assert (rules.session.paid_at, rules.session.pots_unasked) == (None, None)


def test_a_file_of_the_first_format_extends_nothing() -> None:
    faults = faults_of(FIRST_FORMAT.replace("\nclauses:", "\nextends: danish\nclauses:", 1))
    assert len(faults) == 1
    assert "unknown key `extends`" in faults[0]


@pytest.mark.parametrize("name", ruleset_names())
def test_the_compiled_form_reads_back(name: str) -> None:
    rules = load_ruleset(name)
    assert from_compiled(json.loads(json.dumps(to_compiled(rules)))) == rules


def test_what_is_neither_changed_nor_confirmed_is_inherited_and_silent() -> None:
    rules = rules_of(HEAD)
    assert list(rules.clauses) == list(load_ruleset("danish").clauses)
    assert {each.standing for each in rules.clauses.values()} == {Standing.SILENT}
    nolo = rules.clauses["payment.nolo"]
    assert (nolo.origin, nolo.cites) == ("danish", ())
    assert nolo.because == "Taken over from danish; inherited, silent here."


def test_a_clause_stated_anew_stands_where_the_inherited_one_stood() -> None:
    rules = rules_of(HEAD + CLUB + NOLO)
    nolo = rules.clauses["payment.nolo"]
    assert list(rules.clauses) == list(load_ruleset("danish").clauses)
    assert (nolo.parameters["amount"], nolo.origin, nolo.standing) == (30, "ours", Standing.STATED)
    assert [str(each) for each in nolo.cites] == ["club.txt, “Tout”"]
    assert rules.sources == {"club.txt": ("The club's rules", None, None, None)}


def test_a_clause_is_confirmed_by_the_rule_sets_own_source_in_one_line() -> None:
    rules = rules_of(HEAD + CLUB + "confirms: {payment.tout: [Tout, Play], play.follow: Play}\n")
    tout = rules.clauses["payment.tout"]
    assert (tout.standing, tout.origin, tout.because) == (Standing.STATED, "danish", None)
    assert [each.heading for each in tout.cites] == ["Tout", "Play"]
    assert rules.clauses["play.trump"].standing is Standing.SILENT


def test_clauses_that_the_source_does_not_tell_have_their_reason_together() -> None:
    rules = rules_of(
        HEAD + CLUB + "silent: [{because: It says no more., clauses: [play.lead], cites: [Play]}]\n"
    )
    lead = rules.clauses["play.lead"]
    assert (lead.standing, lead.because) == (Standing.SILENT, "It says no more.")
    assert [each.heading for each in lead.cites] == ["Play"]


def test_the_own_source_is_the_only_one_described_or_else_the_only_one_cited() -> None:
    described = CLUB.replace("source: club.txt\n", "")
    assert rules_of(HEAD + described + "confirms: {play.follow: Play}\n").clauses["play.follow"].cites[0]
    cited = "confirms: {play.follow: Play}\n" + NOLO.replace("[Tout]", "[{source: SOURCE, heading: Tout}]")
    cited = cited.replace("SOURCE", "000_4ea154ee5e2b0cc2.txt")
    assert rules_of(HEAD + cited).clauses["play.follow"].cites[0].source == "000_4ea154ee5e2b0cc2.txt"
    text = HEAD + "confirms: {play.follow: Play}\n"
    assert faults_of(text) == [
        (
            f"ours.yaml:{place(text, 'Play}')}: the source is not named; expected `source: ...` "
            f"here or in the head"
        )
    ]


def test_everything_wrong_about_what_is_taken_over_is_told_at_its_place() -> None:
    text = HEAD + CLUB + (
        "without: [play.folow, count.par]\n"
        "confirms: {payment.tuot: Tout, payment.nolo: Tout, play.follow: Plya}\n"
        "silent:\n  - {because: Not told., clauses: [play.follow, play.leed]}\n"
    ) + NOLO  # fmt: skip
    line = place(text, "- id: payment.nolo").partition(":")[0]
    follow = place(text, "Plya").partition(":")[0]
    assert faults_of(text) == [
        (
            f"ours.yaml:{place(text, 'play.folow')}: danish has no clause `play.folow`; did you "
            f"mean `play.follow`?"
        ),
        (
            f"ours.yaml:{place(text, 'count.par]')}: the inherited clause count.next-dealer needs "
            f"count.par, which "
            "is left out; leave count.next-dealer out too, or state it again"
        ),
        (
            f"ours.yaml:{place(text, 'payment.tuot')}: danish has no clause `payment.tuot`; did "
            f"you mean `payment.tout`?"
        ),
        (
            f"ours.yaml:{place(text, 'payment.nolo: Tout')}: what becomes of payment.nolo is said "
            f"twice, first at "
            f"line {line}; expected it once"
        ),
        f"ours.yaml:{place(text, 'Plya')}: the source has no heading `Plya`; did you mean `Play`?",
        (
            f"ours.yaml:{place(text, 'play.follow, play.leed')}: what becomes of play.follow is "
            f"said twice, first at "
            f"line {follow}; expected it once"
        ),
        f"ours.yaml:{place(text, 'play.leed')}: danish has no clause `play.leed`; did you mean `play.lead`?",
        (
            f"ours.yaml:{place(text, 'clauses:' + chr(10) + '  - id')}: the clause count.par is "
            f"missing; expected "
            "every clause; if the source says nothing, `standing: silent`"
        ),
    ]


def test_a_chain_of_files_is_followed_to_its_base_and_a_circle_is_told(tmp_path: Path) -> None:
    (tmp_path / "first.yaml").write_text(HEAD.replace("ours", "first") + CLUB + NOLO, encoding="utf-8")
    second = HEAD.replace("ours", "second").replace("danish", "first.yaml")
    (tmp_path / "second.yaml").write_text(second, encoding="utf-8")
    rules = load_ruleset(str(tmp_path / "second.yaml"))
    assert rules.clauses["payment.nolo"].parameters["amount"] == 30
    assert (rules.clauses["payment.nolo"].origin, rules.clauses["payment.tout"].origin) == ("first", "danish")
    (tmp_path / "first.yaml").write_text(second.replace("first.yaml", "second.yaml"), encoding="utf-8")
    with pytest.raises(
        InvalidFile, match=r"second\.yaml extends first\.yaml extends second\.yaml; expected no circle"
    ):
        load_ruleset(str(tmp_path / "second.yaml"))


def test_the_faults_of_a_base_follow_those_of_the_file(tmp_path: Path) -> None:
    broken = (HEAD + CLUB + NOLO).replace("ours", "first").replace("from-each", "from-all")
    (tmp_path / "first.yaml").write_text(broken, encoding="utf-8")
    file = tmp_path / "second.yaml"
    file.write_text(HEAD.replace("danish", "first.yaml") + "titel: x\n", encoding="utf-8")
    with pytest.raises(InvalidFile) as caught:
        load_ruleset(str(file))
    told = [str(fault).replace(str(tmp_path), ".") for fault in caught.value.faults]
    assert told[0] == "./second.yaml:4:10: the rule set `first.yaml` cannot be read; its faults follow"
    assert told[1].startswith("./second.yaml:5:1: unknown key `titel`; did you mean `title`?")
    assert told[2].startswith("./first.yaml:10:11: `kind` is “from-all”")


def test_a_file_that_extends_nothing_there_is_told_the_nearest_name() -> None:
    text = HEAD.replace("extends: danish", "extends: danihs")
    assert faults_of(text) == [
        f"ours.yaml:{place(text, 'danihs')}: unknown rule set 'danihs'; did you mean danish?"
    ]


def test_a_rule_set_of_ones_own_may_not_bear_a_shipped_name(tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text(HEAD.replace("ours", "danish-1996"), encoding="utf-8")
    with pytest.raises(InvalidFile) as caught:
        load_ruleset(str(tmp_path / "ours.yaml"))
    assert str(caught.value).endswith(
        "ours.yaml:2:7: `danish-1996` is the name of a shipped rule set; expected a name of its own"
    )


def test_one_path_in_two_folders_is_two_rule_sets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder, amount in (("one", 30), ("other", 35)):
        (tmp_path / folder).mkdir()
        text = HEAD + CLUB + NOLO.replace("30", str(amount))
        (tmp_path / folder / "ours.yaml").write_text(text, encoding="utf-8")
        monkeypatch.chdir(tmp_path / folder)
        assert load_ruleset("ours.yaml").clauses["payment.nolo"].parameters["amount"] == amount


def test_a_rule_set_whose_file_or_base_has_changed_is_read_anew(tmp_path: Path) -> None:
    base, file = tmp_path / "base.yaml", tmp_path / "ours.yaml"
    file.write_text(HEAD.replace("danish", "base.yaml"), encoding="utf-8")
    for amount in (30, 35):
        text = (HEAD + CLUB + NOLO).replace("ours", "base").replace("30", str(amount))
        base.write_text(text, encoding="utf-8")
        rules = load_ruleset(str(file))
        assert rules.clauses["payment.nolo"].parameters["amount"] == amount
        assert load_ruleset(str(file)) is rules


SECTIONS = """source: club.txt
sources:
  club.txt:
    title: The club's rules
    headings:
      French: [Deck, Play, {Bids: [Play]}]
      Tapp: {Deck: [Cards], Play: }
      Tout:
"""


@pytest.mark.parametrize(
    ("heading", "within", "wrong"),
    [
        ("Tout", None, None),
        ("Cards", None, None),
        ("Deck", "French", None),
        ("Play", "Tapp", None),
        ("Play", "Bids", None),
        ("Play", "French", None),
        ("Tout", "/", None),
        ("Deck", None, (
            "the source has the heading `Deck` 2 times; expected `within: ...`, one of `French`, "
            "`Tapp`"
        )),
        ("Cards", "French", "the source has no heading `Cards` within `French`; it is in `Deck`"),
        ("Caards", None, "the source has no heading `Caards`; did you mean `Cards`?"),
    ],
)  # fmt: skip
def test_a_heading_is_found_in_its_section(heading: str, within: str | None, wrong: str | None) -> None:
    cite = f"{{heading: {heading}}}" if within is None else f"{{heading: {heading}, within: {within}}}"
    text = HEAD + SECTIONS + f"confirms: {{play.follow: {cite}}}\n"
    if wrong is not None:
        (fault,) = faults_of(text)
        assert fault.endswith(wrong)
        return
    (found,) = rules_of(text).clauses["play.follow"].cites
    assert (found.heading, found.within) == (heading, within)
    written = json.loads(json.dumps(to_compiled(rules_of(text))))
    assert from_compiled(written).clauses["play.follow"].cites == (found,)


def test_a_list_of_headings_holds_text_and_sections_only() -> None:
    (fault,) = faults_of(HEAD + CLUB.replace("Play,", "7,"))
    assert fault.endswith("item 1 of `headings` must be text or a mapping; got 7")


def test_a_disputed_clause_needs_an_option_that_settles_it() -> None:
    disputed = NOLO.replace("    cites", "    standing: disputed\n    because: Nobody knows.\n    cites")
    text = HEAD + CLUB + disputed
    assert faults_of(text) == [
        (
            f"ours.yaml:{place(text, 'disputed')}: payment.nolo is disputed, and no option settles it; "
            "expected an option of this clause with two readings that are not disputed"
        )
    ]
    option = (
        "options:\n  nolo:\n    clause: payment.nolo\n    default: open\n"
        "    readings: {open: , 25: {amount: 25}, 30: {amount: 30}}\n"
    )
    rules = rules_of(HEAD + CLUB + option + disputed)
    assert rules.clauses["payment.nolo"].standing is Standing.DISPUTED
    assert list(rules.options["nolo"].readings) == ["open", "25", "30"]


def test_a_value_of_the_wrong_shape_hides_no_other_fault_and_makes_none_up() -> None:
    head = HEAD.replace("title", "titel").replace("ours", "Ours") + CLUB + "confirms: {payment.tout: Tut}\n"
    nolo = NOLO.replace("Nolo brings 30.", "30").replace("[Tout]", "[Tuot]")
    text = head + nolo.replace("amount: 30", "amount: 31")
    assert [fault.split("; ")[0].removeprefix("ours.yaml:") for fault in faults_of(text)] == [
        "1:1: `title` is missing",
        "2:7: `name` is “Ours”",
        "3:1: unknown key `titel`",
        f"{place(text, 'Tut}')}: the source has no heading `Tut`",
        f"{place(text, '31')}: `amount` does not fit",
        f"{place(text, '30')}: `statement` must be text",
        f"{place(text, 'Tuot')}: the source has no heading `Tuot`",
    ]


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("source: club.txt", "source: [club.txt]", "`source` must be text"),
        ("cites: [Tout]", "cites: Tout", "`cites` must be a list"),
        ("cites: [Tout]", "cites: [7]", "item 1 of `cites` must be"),
        ("cites: [Tout]", "standing: firm\n    because: We say so.", "`standing` is “firm”"),
        ("cites: [Tout]", "standing: silent\n    because: [x]", "`because` must be text"),
        ("headings: [Play, Tout, The skat]", "headings: []", "`headings` has 0 items"),
        ("headings: [Play, Tout, The skat]", "headings: 7", "`headings` must be"),
        ("kind: from-each", "kind: [from-each]", "`kind`"),
        ("id: payment.nolo", "id: Transfer.Nolo", "`id` is “Transfer.Nolo”"),
    ],
)
def test_what_hangs_on_a_refused_value_is_no_fault_of_its_own(right: str, wrong: str, told: str) -> None:
    text = HEAD + CLUB + NOLO
    (fault,) = faults_of(text.replace(right, wrong))
    assert told in fault


LAST_TRICK = """clauses:
  - id: fool.last-trick
    kind: pile-at-trick
    parameters: {card: fool, trick: 1, goes_to: trick-winner}
    statement: In the last trick the Fool is the winner's.
    cites: [Play]
"""


def test_two_clauses_that_answer_one_question_are_both_shown() -> None:
    text = HEAD + CLUB + LAST_TRICK
    assert faults_of(text) == [
        (
            f"ours.yaml:{place(text, 'fool.last-trick')}: fool.last-trick and fool.own-pile (line "
            f"4) both say in whose "
            "pile fool ends; expected that one of them `overrides` the other"
        )
    ]
    assert rules_of(text + "    overrides: [fool.own-pile]\n").clauses["fool.last-trick"].origin == "ours"


def test_what_is_asked_at_other_tricks_is_another_question() -> None:
    rules = load_ruleset("danish").clauses
    trick = {each: rules[each] for each in ("fool.second-to-last", "fool.demand")}
    assert list(clashes(trick)) == []
    sooner = replace(rules["fool.demand"], parameters={"card": "fool", "trick": 2})
    assert [clash.subject for clash in clashes(trick | {sooner.id: sooner})] == ["whether fool may be played"]


def test_the_rule_set_that_is_shown_as_an_example_can_be_read() -> None:
    page = (ROOT / "docs/howto/own-rules.md").read_text(encoding="utf-8")
    rules = rules_of(page.partition("```yaml\n")[2].partition("```")[0])
    assert rules.clauses["payment.nolo"].parameters["amount"] == 30
    assert rules.clauses["count.tout"].parameters["counts"] is False
    assert rules.clauses["payment.tout"].standing is Standing.STATED
