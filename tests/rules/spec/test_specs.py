"""The rule sets say what their sources say, and a broken one is told all that is wrong with it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from rulesets import DANISH_RULES

from analyzer.cards.card import BY_TEXT
from analyzer.errors import InvalidFile, UsageError
from analyzer.rules.book import Pot
from analyzer.rules.spec.clause import Category, Standing
from analyzer.rules.spec.files.clausefile import read_rules, read_sources
from analyzer.rules.spec.game import Beat, FoolHome
from analyzer.rules.spec.grounds import open_options
from analyzer.rules.spec.kinds.catalogue import CLAUSE_KINDS, ID_KINDS, OPTIONAL, ids_for
from analyzer.rules.spec.kinds.paying import When
from analyzer.rules.spec.readings import APART, differing_places
from analyzer.rules.spec.ruleset import FoolDiscard, RuleSet, TrumpsTold
from analyzer.rules.spec.shipped import (
    load_ruleset,
    rules_file,
    ruleset_names,
    ruleset_schema,
    specs_dir,
)
from analyzer.rules.spec.variants import in_form

MAIN, CONCISE, OLDER = "000_4ea154ee5e2b0cc2.txt", "001_eb80bdbc9f50e894.txt", "003_ee4356486dc0ecd9.txt"
NAMES = ("danish", "danish-1996", "danish-concise")

each_rule_set = pytest.mark.parametrize("rules", [load_ruleset(name) for name in NAMES], ids=NAMES)


def cards(text: str) -> frozenset[object]:
    return frozenset(BY_TEXT[word] for word in text.split())


def tout_of(rules: RuleSet) -> tuple[int, tuple[Pot, ...]]:
    """What a Tout is paid by each of the others, and the pots it takes."""
    due = rules.game.due(When.TOUT)
    return sum(each.amount for each in due), tuple(pot for each in due for pot in each.takes)


def test_three_rule_sets_of_danish_tarok_are_shipped() -> None:
    assert NAMES == DANISH_RULES


@each_rule_set
def test_every_rule_set_has_every_clause_and_the_fifteen_irregularities(rules: RuleSet) -> None:
    assert {*ID_KINDS, *OPTIONAL} <= set(rules.clauses)
    assert sorted(set(rules.clauses) - {*ID_KINDS, *OPTIONAL}) == [
        f"irregularity.{name}"
        for name in (
            "corrected-declaration", "corrected-revoke", "early-declaration", "improper-discard",
            "irrecoverable-revoke", "lead-out-of-turn", "mistaken-demand", "needless-demand",
            "pots-not-moved", "premature-play", "unfollowable-name", "wrong-deal", "wrong-deal-unseen",
            "wrong-declaration", "wrong-number-of-cards",
        )
    ]  # fmt: skip


@each_rule_set
def test_the_three_sources_agree_on_most_amounts(rules: RuleSet) -> None:
    say, count, accounts = rules.declarations, rules.count, rules.game.the_pots.accounts
    assert (accounts.start.amount, accounts.refill.amount, accounts.dealing.amount) == (20, 20, 5)
    assert [(each.amount, each.adds) for each in rules.game.due(When.LOST_EARLY)] == [
        (5, (Pot.KING, 5)),
        (5, (Pot.PAGAT, 5)),
    ]
    amounts = {each.clause: each.amount for each in rules.game.the_pots.entries}
    assert [amounts[f"payment.{each}"] for each in ("winning-pagat", "last-trick", "nolo")] == [5, 20, 25]
    assert [amounts[f"payment.{each}"] for each in ("king-ultimo", "king-bagud")] == [40, 40]
    assert [amounts[f"payment.{each}"] for each in ("pagat-ultimo", "pagat-bagud")] == [45, 45]
    assert (say.trumps_from, say.trumps_amount, say.trumps_step) == (10, 10, 5)
    assert (say.matadors_from, say.matadors_amount, say.matadors_step) == (3, 10, 5)
    assert (say.half, say.full, say.abundant) == (5, 10, 15)
    assert (count.par, count.rounding, count.after_nolo) == (26, 5, False)
    assert (rules.game.piles.trick, rules.game.piles.discard) == (1, 1)
    assert sum(map(rules.game.piles.card_units, rules.table.deck)) + 25 + 1 == 78
    assert [rules.fines.fines[each] for each in Category] == [0, 5, 20, 40]


@each_rule_set
def test_at_the_table_sit_three_with_25_cards_and_a_skat_of_three(rules: RuleSet) -> None:
    table = rules.table
    assert (table.players, table.hand_size, table.skat_size, len(table.deck)) == (3, 25, 3, 78)
    assert table.may_sit_out is (rules.name != "danish-concise")
    assert (rules.game.duty.follow, rules.game.duty.trump, rules.game.duty.beat) == (True, True, Beat.NONE)
    assert (rules.fool.banned_trick, rules.fool.demand_trick) == (2, 3)
    assert (rules.fool.home, rules.fool.lost_in_last) == (FoolHome.STAYS, 1)


def test_today_the_fool_may_lie_in_the_skat_with_an_announced_tout_only() -> None:
    rules = load_ruleset("danish")
    assert rules.discard.never == cards("hR dR sR cR T1 T21")
    assert rules.discard.fool is FoolDiscard.ANNOUNCED_TOUT
    assert rules.discard.trumps_told is TrumpsTold.WHETHER
    assert (tout_of(rules), rules.count.after_tout) == ((85, (Pot.KING, Pot.PAGAT)), True)
    (failed,) = rules.game.due(When.FAILED_TOUT)
    assert (failed.amount, failed.doubles) == (85, (Pot.KING, Pot.PAGAT))
    assert {name for name, each in rules.clauses.items() if each.standing is not Standing.STATED} == {
        "discard.unavoidable", "irregularity.mistaken-demand", "proper.considerable", "fool.demand-late",
        "payment.failed-tout-last-trick", "payment.failed-tout-bagud", "payment.failed-tout-declarations",
    }  # fmt: skip
    assert not any(each.standing is Standing.DISPUTED for each in rules.clauses.values())


def test_in_1996_the_pagat_may_go_with_the_trumps_and_the_fool_is_disputed() -> None:
    rules = load_ruleset("danish-1996")
    assert rules.discard.never == cards("hR dR sR cR T21")
    assert rules.clauses["discard.pagat"].kind == "only-if-void"
    assert open_options(rules) == {
        "fool-in-skat": ("announced-tout", "never"), "failed-tout": ("85-and-double", "as-any-hand"),
        "unavoidable-paid": ("always", "above-25", "never"),
    }  # fmt: skip
    assert rules.discard.trumps_told is TrumpsTold.HOW_MANY
    assert (tout_of(rules), rules.count.after_tout) == ((85, (Pot.KING, Pot.PAGAT)), True)
    standing = {
        name: each.standing for name, each in rules.clauses.items() if each.standing is not Standing.STATED
    }
    assert standing == {
        "discard.fool": Standing.DISPUTED,
        "payment.failed-tout": Standing.DISPUTED,
        "discard.unavoidable": Standing.DISPUTED,
        "fool.naming": Standing.SILENT,
        "fool.demand-late": Standing.SILENT,
        "irregularity.mistaken-demand": Standing.SILENT,
        "proper.considerable": Standing.SILENT,
        "payment.failed-tout-last-trick": Standing.SILENT,
        "payment.failed-tout-bagud": Standing.SILENT,
        "payment.failed-tout-declarations": Standing.SILENT,
    }


def test_the_concise_description_pays_135_for_tout_and_counts_nothing_after_it() -> None:
    rules = load_ruleset("danish-concise")
    assert rules.discard.never == cards("hR dR sR cR T1 T21 fool")
    assert rules.discard.fool is FoolDiscard.NEVER
    assert rules.discard.trumps_told is TrumpsTold.WHETHER
    assert (tout_of(rules), rules.count.after_tout) == ((135, ()), False)
    assert rules.count.own
    assert rules.clauses["table.ranks"].standing is Standing.DISPUTED
    silent = {name for name, each in rules.clauses.items() if each.standing is Standing.SILENT}
    chapters = ("fool.", "naming.", "fine.", "irregularity.", "proper.", "end.")
    assert {name for name in silent if not name.startswith(chapters)} == {
        "table.misdeal", "table.next-dealer", "play.direction", "declare.order", "declare.pass",
        "declare.independent", "declare.correct", "declare.essential", "declare.fool-untold",
        "payment.failed-tout", "payment.king-bagud", "payment.pagat-bagud", "payment.pot-winner-founds",
        "payment.pots-place", "count.points",
        "payment.failed-tout-last-trick", "payment.failed-tout-bagud", "payment.failed-tout-declarations",
    }  # fmt: skip
    assert {name for name in rules.clauses if name.startswith(chapters)} - silent == {"fool.any-trick"}


@each_rule_set
def test_a_clause_says_who_says_so_or_why_it_is_taken(rules: RuleSet) -> None:
    for clause in rules.clauses.values():
        assert clause.kind in ids_for(rules.clauses).kinds_of(clause.id)
        if clause.standing is Standing.STATED:
            assert clause.cites
            assert clause.because is None
        else:
            assert clause.because
        if clause.standing is Standing.DISPUTED:
            assert len(clause.readings) >= 2


@pytest.mark.parametrize(
    ("name", "source"), [("danish", MAIN), ("danish-1996", OLDER), ("danish-concise", CONCISE)]
)
def test_a_rule_set_cites_its_own_source_under_headings_that_are_there(name: str, source: str) -> None:
    path = specs_dir() / "sources.yaml"
    headings = read_sources(path.read_text(encoding="utf-8"), str(path))[source].headings
    rules = load_ruleset(name)
    assert list(rules.sources) == [source]
    assert {cite.source for each in rules.clauses.values() for cite in each.cites} == {source}
    assert {cite.heading for each in rules.clauses.values() for cite in each.cites} <= set(headings)


@pytest.mark.parametrize("name", NAMES)
def test_the_compiled_form_of_a_rule_set_is_the_rule_set_itself(name: str) -> None:
    file = rules_file(name)
    assert load_ruleset(name) == read_rules(file.read_text(encoding="utf-8"), str(file), KNOWN, load_ruleset)


@pytest.mark.parametrize("name", NAMES)
def test_where_the_readings_of_each_form_differ_stands_in_its_compiled_form(name: str) -> None:
    rules = load_ruleset(name)
    for seats in rules.forms or (rules.table.players,):
        form = in_form(rules, seats)
        assert APART[name, form.digest] == differing_places(form)


def test_a_shipped_rule_set_is_loaded_without_reading_yaml() -> None:
    code = (
        "import sys; from analyzer.rules.spec.shipped import load_ruleset; load_ruleset('danish');"
        "sys.exit(bool({'analyzer.yamltree.parsing', 'pydantic'} & set(sys.modules)))"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("name", NAMES)
def test_a_rule_set_names_its_schema_in_its_first_line(name: str) -> None:
    first = rules_file(name).read_text(encoding="utf-8").splitlines()[0]
    place = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", first)
    assert place is not None
    assert (rules_file(name).parent / place[1]).is_file()


def test_the_schema_knows_every_kind_with_its_parameters() -> None:
    schema = ruleset_schema()
    told = {
        each["if"]["properties"]["kind"]["const"]: each["then"]
        for each in schema["$defs"]["ClauseModel"]["allOf"]
    }
    assert set(told) == set(CLAUSE_KINDS)
    ban = told["ban-at-trick"]["properties"]["parameters"]
    assert ban["required"] == ["card", "trick"]
    assert ban["additionalProperties"] is False
    assert json.loads(json.dumps(schema)) == schema


def test_an_unknown_rule_set_is_told_with_the_nearest_name() -> None:
    with pytest.raises(UsageError, match=r"unknown rule set 'danihs'; did you mean danish\?"):
        load_ruleset("danihs")
    with pytest.raises(UsageError, match=f"there are {', '.join(ruleset_names())}"):
        load_ruleset("tarocchini")


def test_a_rule_set_file_of_ones_own_is_read_by_its_path(tmp_path: Path) -> None:
    text = DANISH.replace("name: danish", "name: ours")
    path = tmp_path / "ours.yaml"
    path.write_text(text.replace("parameters: {amount: 85}", "parameters: {amount: 100}"), encoding="utf-8")
    assert tout_of(load_ruleset(str(path)))[0] == 100
    with pytest.raises(InvalidFile, match="the file does not exist"):
        load_ruleset(str(tmp_path / "theirs.yaml"))


def test_a_rule_set_may_describe_a_source_of_its_own() -> None:
    own = "sources:\n  club.txt: {title: The club's rules, headings: [Tout]}\n"
    text = DANISH.replace("clauses:\n", f"{own}clauses:\n", 1).replace(
        f"{{source: {MAIN}, heading: Nolo}}", "{source: club.txt, heading: Tout}"
    )
    rules = read_rules(text, "f", KNOWN)
    assert rules.sources["club.txt"].title == "The club's rules"
    assert str(rules.clauses["payment.nolo"].cites[0]) == "club.txt, “Tout”"


KNOWN = read_sources((specs_dir() / "sources.yaml").read_text(encoding="utf-8"), "sources.yaml")
BEFORE = Path(__file__).parent / "before"
DANISH = (BEFORE / "danish.yaml").read_text(encoding="utf-8")
NOLO = """  - id: payment.nolo
    kind: from-each
    parameters: {amount: 25}
"""
BAN = "  - id: fool.second-to-last\n    kind: ban-at-trick\n    parameters: {card: fool, trick: 2}\n"
CITE = f"      - {{source: {MAIN}, heading: Nolo}}\n"

# What is changed in today's rules; then every fault: a text that begins in its line, its column, its words.
BROKEN: list[tuple[str, str, str, list[tuple[str, int, str, str]]]] = [
    (
        "an unknown head key",
        "title: Danish",
        "titel: Danish",
        [
            ("format: tarok", 1, "`title` is missing", "expected `title: ...`"),
            ("titel", 1, "unknown key `titel`", "did you mean `title`?"),
        ],
    ),
    (
        "another format",
        "tarok-rules/1",
        "tarok-rules/3",
        [("tarok-rules/3", 9, "`format` is “tarok-rules/3”", "did you mean `tarok-rules/1`?")],
    ),
    (
        "an unknown clause key",
        "    kind: ban-at-trick",
        "    knid: ban-at-trick",
        [
            ("fool.second-to-last\n", 5, "`kind` is missing", "expected `kind: ...`"),
            ("knid", 5, "unknown key `knid`", "did you mean `kind`?"),
        ],
    ),
    (
        "an unknown kind",
        "kind: ban-at-trick",
        "kind: ban-at-tricks",
        [("kind: ban-at-tricks", 11, "`kind` is “ban-at-tricks”", "did you mean `ban-at-trick`?")],
    ),
    (
        "a kind this clause cannot be of",
        BAN,
        BAN.replace("ban", "demand"),
        [
            (
                "kind: demand-at-trick",
                11,
                "fool.second-to-last cannot be of the kind `demand-at-trick`",
                "expected `ban-at-trick`",
            )
        ],
    ),
    (
        "an unknown parameter",
        BAN,
        BAN.replace("trick: 2", "tirck: 2"),
        [
            (
                "tirck",
                17,
                "`ban-at-trick` needs the parameter `trick`",
                "expected a whole number from 0 to 26",
            ),
            ("tirck", 30, "`ban-at-trick` has no parameter 'tirck'", "expected `card`, `trick`"),
        ],
    ),
    (
        "a ban at the last trick",
        BAN,
        BAN.replace("2", "1"),
        [
            (
                "trick: 1}",
                37,
                "fool.second-to-last: who has only the Fool left could not play to the last trick",
                "expected an earlier trick",
            )
        ],
    ),
    (
        "an amount that is no multiple of 5",
        NOLO,
        NOLO.replace("25", "26"),
        [
            (
                "amount: 26",
                26,
                "`amount` does not fit",
                "expected a whole number from 0 to 1000 and a multiple of 5",
            )
        ],
    ),
    (
        "an amount in quotes",
        NOLO,
        NOLO.replace("25", "'25'"),
        [
            (
                "amount: '25'",
                26,
                "`amount` does not fit",
                "expected a whole number from 0 to 1000 and a multiple of 5",
            )
        ],
    ),
    (
        "an unknown card",
        "parameters: {cards: [T21]}",
        "parameters: {cards: [T22]}",
        [
            (
                "T22",
                26,
                "an item of `cards` does not fit",
                "expected a list of cards such as [hR, T21, fool], each once",
            )
        ],
    ),
    (
        "the wrong card",
        "parameters: {cards: [T21]}",
        "parameters: {cards: [T20]}",
        [("T20]", 25, "discard.mondo: these are other cards", "expected [T21]")],
    ),
    (
        "a clause twice",
        NOLO,
        NOLO.replace("nolo", "tout"),
        [
            (
                "clauses:\n",
                1,
                "the clause payment.nolo is missing",
                "expected every clause; if the source says nothing, `standing: silent`",
            ),
            (
                "payment.tout\n    kind: from-each\n    parameters: {amount: 25}",
                9,
                "duplicate clause payment.tout, first at line {tout}",
                "expected each clause once",
            ),
            (
                "depends: [payment.nolo]",
                15,
                "unknown clause `payment.nolo` here",
                "did you mean `payment.tout`?",
            ),
            (
                "payment.king-ultimo, payment.pagat-ultimo, payment.nolo]",
                80,
                "unknown clause `payment.nolo` here",
                "did you mean `payment.tout`?",
            ),
        ],
    ),
    (
        "an unknown clause",
        "id: proper.richer-pot",
        "id: proper.richest-pot",
        [
            (
                "clauses:\n",
                1,
                "the clause proper.richer-pot is missing",
                "expected every clause; if the source says nothing, `standing: silent`",
            ),
            (
                "richest-pot",
                9,
                "unknown clause `proper.richest-pot`",
                "did you mean `proper.richer-pot`?",
            ),
        ],
    ),
    (
        "an unknown source",
        CITE,
        CITE.replace("000_", "007_"),
        [
            (
                "007_",
                18,
                "unknown source `007_4ea154ee5e2b0cc2.txt`",
                "did you mean `000_4ea154ee5e2b0cc2.txt`?",
            )
        ],
    ),
    (
        "an unknown heading",
        CITE,
        CITE.replace("Nolo", "Nullo"),
        [("Nullo", 53, "the source has no heading `Nullo`", "did you mean `Nolo`?")],
    ),
    (
        "a stated clause without a source",
        "    cites:\n" + CITE + "    overrides",
        "    overrides",
        [
            (
                "id: payment.nolo",
                9,
                "payment.nolo is stated but cites nothing",
                "expected `cites`, or another standing",
            )
        ],
    ),
    (
        "a silent clause without a reason",
        NOLO,
        NOLO + "    standing: silent\n",
        [("standing: silent", 15, "payment.nolo is silent but does not say why", "expected `because`")],
    ),
    (
        "a stated clause with a reason",
        NOLO,
        NOLO + "    because: It is so.\n",
        [
            (
                "because: It",
                14,
                "payment.nolo is stated but gives a reason for a default",
                "expected `because` only with `standing: silent` or `disputed`",
            )
        ],
    ),
    (
        "a disputed clause with one reading",
        NOLO,
        NOLO + "    standing: disputed\n    because: Why.\n    readings: [One way.]\n",
        [
            (
                "standing: disputed",
                15,
                "payment.nolo is disputed, and no option settles it",
                "expected an option of this clause with two readings that are not disputed",
            )
        ],
    ),
    (
        "an unknown dependence",
        "depends: [payment.nolo]",
        "depends: [payment.nola]",
        [("nola", 15, "unknown clause `payment.nola` here", "did you mean `payment.nolo`?")],
    ),
    (
        "a circle",
        "    depends: [table.players]\n",
        "    depends: [table.players, payment.foundation]\n",
        [
            (
                "payment.foundation]\n\n  - id: table.deck",
                14,
                "table.fourth depends on payment.foundation depends on table.fourth",
                "expected no circle",
            )
        ],
    ),
    (
        "points that do not make 78",
        "points: {R: 4, D: 3",
        "points: {R: 5, D: 3",
        [
            (
                "total: 78",
                14,
                "count.points: the points are said to make 78",
                "cards, tricks and skat make 82",
            ),
            (
                "parameters: {par: 26",
                23,
                "count.par: 3 times 26 is not 82",
                "expected an equal share, 27.3333",
            ),
        ],
    ),
    (
        "hands that are no deck",
        "{hand: 25, skat: 3, packet: 5}",
        "{hand: 24, skat: 3, packet: 5}",
        [
            ("hand: 24", 24, "table.hand: 3 hands of 24 and a skat of 3 are 75 cards", "the deck has 78"),
            (
                "total: 78",
                14,
                "count.points: the points are said to make 78",
                "cards, tricks and skat make 77",
            ),
            (
                "parameters: {par: 26",
                23,
                "count.par: 3 times 26 is not 77",
                "expected an equal share, 25.6667",
            ),
        ],
    ),
    (
        "a deck that is not left",
        "{size: 78, without: []}",
        "{size: 78, without: [h10]}",
        [
            (
                "size: 78",
                24,
                "table.deck: the deck is said to have 78 cards",
                "78 less those left out are 77",
            ),
            ("hand: 25", 24, "table.hand: 3 hands of 25 and a skat of 3 are 78 cards", "the deck has 77"),
        ],
    ),
    (
        "another skat than was dealt",
        "parameters: {cards: 3}",
        "parameters: {cards: 4}",
        [
            (
                "{cards: 4}",
                25,
                "discard.size: the dealer discards 4 cards and takes up 3",
                "expected as many as in table.hand",
            )
        ],
    ),
    (
        "a trick that no hand has",
        "{card: fool, trick: 2}",
        "{card: fool, trick: 25}",
        [
            (
                "trick: 25",
                37,
                "fool.second-to-last: no play comes before trick 25 from the end",
                "expected at most 24",
            )
        ],
    ),
    (
        "a demand at the forbidden trick",
        "{card: fool, trick: 3}",
        "{card: fool, trick: 2}",
        [
            (
                "{card: fool, trick: 2}\n    statement: In the third",
                37,
                "fool.demand: the Fool is demanded at the trick it may not be played to",
                "expected another than in fool.second-to-last",
            )
        ],
    ),
    (
        "two prices for one Bagud",
        "kind: bagud\n    parameters: {cards: [T1], amount: 45",
        "kind: bagud\n    parameters: {cards: [T1], amount: 50",
        [
            (
                "amount: 50",
                39,
                "payment.pagat-bagud: 50 here and 45 in payment.pagat-ultimo",
                "expected one amount",
            )
        ],
    ),
    (
        "another duty than the id says",
        "{to: beat, holds: false}",
        "{to: follow-suit, holds: false}",
        [
            (
                "follow-suit, holds: false",
                22,
                "play.no-beat: `follow-suit` is not what this is about",
                "expected `beat`",
            )
        ],
    ),
    (
        "reversed spots among the trumps",
        "reversed_spots: [h, d]",
        "reversed_spots: [h, T]",
        [("[h, T]", 56, "table.ranks: trumps have no spot cards", "expected some of h, d, s, c")],
    ),
    (
        "a bare star",
        "without: []",
        "without: [*]",
        [
            (
                "[*]",
                38,
                "`*` begins a YAML alias, which is not read here",
                'for the Fool write `fool`, or the star in quotes: "*"',
            ),
            (
                "[*]",
                38,
                "an item of `without` does not fit",
                "expected a list of cards such as [hR, T21, fool], each once",
            ),
        ],
    ),
]


def line_of(text: str, needle: str) -> int:
    assert needle in text, needle
    return text[: text.index(needle)].count("\n") + 1


@pytest.mark.parametrize(
    ("old", "new", "expected"), [each[1:] for each in BROKEN], ids=[each[0] for each in BROKEN]
)
def test_a_broken_rule_set_is_told_every_fault_at_its_place(
    old: str, new: str, expected: list[tuple[str, int, str, str]]
) -> None:
    assert old in DANISH
    text = DANISH.replace(old, new, 1)
    with pytest.raises(InvalidFile) as caught:
        read_rules(text, "f", KNOWN)
    tout = str(line_of(text, "- id: payment.tout\n"))
    told = [
        f"f:{line_of(text, needle)}:{column}: {message.replace('{tout}', tout)}; {wanted}"
        for needle, column, message, wanted in expected
    ]
    assert sorted(map(str, caught.value.faults)) == sorted(told)
    places = [(fault.where.line, fault.where.column) for fault in caught.value.faults if fault.where]
    assert places == sorted(places)


def test_all_faults_of_a_rule_set_come_in_one_go() -> None:
    text = DANISH
    for _, old, new, _ in BROKEN:
        if new.startswith(
            ("parameters: {cards: [T22]", "id: proper.richest", "titel", "depends: [payment.nola")
        ) or new == CITE.replace("000_", "007_"):
            text = text.replace(old, new, 1)
    with pytest.raises(InvalidFile) as caught:
        read_rules(text, "f", KNOWN)
    told = str(caught.value)
    for word in (
        "titel",
        "an item of `cards` does not fit",
        "proper.richest-pot",
        "proper.richer-pot is missing",
        "nola",
        "007_",
    ):
        assert word in told


def test_a_rule_set_that_is_no_mapping_is_refused() -> None:
    with pytest.raises(InvalidFile, match="f:1:1: the file must be a mapping; got a list"):
        read_rules("- a\n", "f", KNOWN)


@each_rule_set
def test_an_improper_discard_is_one_against_any_rule_of_the_discard(rules: RuleSet) -> None:
    depends = set(rules.clauses["irregularity.improper-discard"].depends)
    of_the_skat = {clause for clause in rules.clauses if clause.startswith("discard.")}
    assert depends == (of_the_skat - {"discard.tell-trumps", "discard.unavoidable"}) | {"fine.irrecoverable"}


@each_rule_set
def test_a_fourth_player_may_be_arbiter_and_nobody_asks_what_is_in_the_pots(rules: RuleSet) -> None:
    arbiter = "how grave an irregularity is" in rules.clauses["table.fourth"].statement
    assert arbiter is rules.table.may_sit_out
    assert "During play nobody asks" in rules.clauses["proper.pots-unasked"].statement
