"""Every shipped dispute, settled once: each judge looks at that one answer.

A verdict rests on a silent clause if the clause bore on the facts. Whether it depends on the default of the
clause can be observed for those of which another reading is known: it is settled under that one too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest
from danish_words import DANISH, english_in
from effort import part
from places import POSITIONS
from schemas import block_texts, faults

from analyzer.answers.records.check import Checked, check
from analyzer.cards.card import BY_TEXT
from analyzer.disputes.files import loads_dispute
from analyzer.disputes.findings import Finding
from analyzer.disputes.paid import PaidFinding
from analyzer.disputes.payments.owed import BookFinding
from analyzer.disputes.table import DISPUTE_KINDS, settle, with_question
from analyzer.errors import Invalid, TarokError
from analyzer.report import terminal
from analyzer.report.spans import plain_document
from analyzer.report.style.clausenames import CLAUSE_NAMES
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.book import Account, Pots
from analyzer.rules.spec.clause import Standing
from analyzer.rules.spec.grounds import definite
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import choose
from analyzer.views.base import plain

SHIPPED: Final = sorted((POSITIONS / "disputes").glob("*.yaml"))
CODE: Final = re.compile(r"(?<![\w.])(?:[hdsc](?:10|[1-9RDCV])|[a-z]+\.[a-z]+(?:-[a-z]+)*)(?![\w.])")
"""A card or a clause as files write them."""
DOTTED: Final = re.compile(r"(?<![\w.])[a-z]+\.[a-z][a-z-]*(?![\w-])")
"""What may be the id of a clause."""
READ_OTHERWISE: Final = part(SHIPPED, 6)
TOLD: Final = part(SHIPPED, 2)
"""Files that a run puts to every judge; the others are settled and held against what they expect."""


def is_answered_as_the_file_expects(answer: Checked) -> None:
    assert answer.finding.dispute.expect is not None
    assert answer.finding.unexpected == ()
    dispute = answer.finding.dispute
    assert bool(answer.finding.smt2) is (dispute.kind in with_question(dispute.rules))
    seen = plain(answer.view())
    assert seen["schema"] == "tarok-analyze/check/1"
    assert faults("check", seen) == []


def is_told_answer_first_in_lines_without_ids(answer: Checked) -> None:
    title = answer.finding.dispute.title
    lines, told = (terminal.text(answer, style).splitlines() for style in (TextStyle(), DANISH))
    assert lines[0].startswith(("LEGAL", "ILLEGAL", "UNSETTLED", "DUE", "SETTLED"))
    for style, found in ((TextStyle(), lines), (DANISH, told)):
        first = found[: found.index("")]
        assert " ".join(map(str.strip, first)) == " ".join(terminal.brief(answer, style))
    assert max(map(len, lines)) <= 100
    assert not english_in(line for line in told if line != title)
    for text in ("\n".join(lines), "\n".join(told)):
        assert not CLAUSE_NAMES.keys() & {*DOTTED.findall(text)}
        assert "by the rule set" not in text


def has_its_verdict_and_its_law_and_no_code_as_blocks(answer: Checked) -> None:
    view = plain(answer.view())
    for language in ("en", "da", "fr"):
        blocks = plain_document(terminal.document(answer, language))["blocks"]
        first, laws = blocks[0], [block for block in blocks if block["block"] == "law"]
        assert (first["block"], first["verdict"]) == ("headline", view["verdict"])
        assert first["stamp"]
        assert laws
        assert all(block["sentences"][0] and block["sources"] for block in laws)
        assert {law["clause"] for law in laws} >= {law["clause"] for law in view["laws"]}
        readings = [block for block in blocks if block["block"] == "readings"]
        assert (len(view["readings"]) > 1 and bool(readings)) or view["verdict"] != "unsettled"
        codes = [code for text in block_texts(blocks) for code in CODE.findall(text)]
        assert not [code for code in codes if is_card_or_clause(code)]
    for each in view["readings"]:
        assert {"variant", "text", "verdict", "laws", "leads_to"} <= set(each)


ORDER: Final = [
    "headline",
    "due",
    "about",
    "facts",
    "steps",
    "law",
    "reasons",
    "proof",
    "open",
    "remedy",
    "notes",
]
"""The parts of a ruling as an arbiter gives it; some of them are there only if there is something to say."""


TOLD_BY_THEIR_REASONS: Final = {"count", "piles"}
"""Kinds whose reasons go through what happened, so that the facts need not stand before them."""


def is_told_in_an_arbiters_order(answer: Checked) -> None:
    blocks = plain_document(terminal.document(answer, "en"))["blocks"]
    places = [ORDER.index(each.get("role", each["block"])) for each in blocks]
    finding = answer.finding
    assert ORDER.index("facts") in places or finding.dispute.kind in TOLD_BY_THEIR_REASONS or finding.in_deals
    assert places == sorted(places)
    finding = answer.finding
    due = next((each for each in blocks if each.get("role") == "due"), None)
    is_open = finding.open_questions or finding.unsettled or (finding.in_deals and not finding.in_deals.alike)
    assert (due is not None) is bool(finding.due and not finding.nothing_claimed and not is_open)
    if due is None or not finding.gained:
        return
    sentence, *corrected = due["sentences"]
    assert len(corrected) == bool(finding.corrections)
    named = {word["player"] for word in sentence if "player" in word}
    gained = dict(zip(finding.everybody, finding.gained, strict=True))
    own_count = sum(gained.values()) and finding.pots_gain in (None, Pots(0, 0))
    assert named == {player for player, amount in gained.items() if amount or own_count}


def corrects_what_was_paid_to_what_is_due(answer: Checked) -> None:
    finding = answer.finding
    if not finding.corrections:
        return
    assert isinstance(finding, PaidFinding | BookFinding)
    claimed = finding.claimed if isinstance(finding, PaidFinding) else finding.said.paid
    owed = finding.payments if isinstance(finding, PaidFinding) else finding.transfers
    assert claimed is not None
    due, came = Counter[Account](), Counter[Account]()
    for payments, sums in ((owed, due), ((*claimed, *finding.corrections), came)):
        for each in payments:
            sums[each.payee] += each.amount
            sums[each.payer] -= each.amount
    assert {account: sum_ for account, sum_ in due.items() if sum_} == {
        account: sum_ for account, sum_ in came.items() if sum_
    }


def tells_players_by_name_wherever_it_tells_them(answer: Checked) -> None:
    """A field of a finding that holds a seat is a name in its JSON and where two readings are compared."""
    seen, compared = plain(answer.view()), answer.finding.comes_to
    players = {*answer.finding.everybody}
    for key in seen.keys() & compared.keys():
        told = seen[key] if isinstance(seen[key], list) else [seen[key]]
        if told and all(each in players for each in told if isinstance(each, str)):
            assert compared[key] == seen[key] or not all(isinstance(each, str) for each in told), key


def rests_on_every_clause_that_would_change_it(answer: Checked) -> None:
    found, path = answer.finding, Path(answer.finding.dispute.file)
    if path not in READ_OTHERWISE:
        return
    text = path.read_text(encoding="utf-8")
    for clause, rules in read_otherwise(found.dispute.rules):
        other = settled(text, str(path), rules)
        if other is not None and other.comes_to != found.comes_to:
            assert clause in (*found.rests_on, *found.unsettled)


JUDGES: Final[tuple[Callable[[Checked], None], ...]] = (
    is_answered_as_the_file_expects,
    is_told_answer_first_in_lines_without_ids,
    has_its_verdict_and_its_law_and_no_code_as_blocks,
    is_told_in_an_arbiters_order,
    corrects_what_was_paid_to_what_is_due,
    tells_players_by_name_wherever_it_tells_them,
    rests_on_every_clause_that_would_change_it,
)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_dispute_stands_before_every_judge(path: Path) -> None:
    answer = check(str(path))
    for judge in JUDGES if path in TOLD else JUDGES[:1]:
        judge(answer)


def test_there_is_a_shipped_dispute_of_every_kind() -> None:
    kinds = {loads_dispute(path.read_text(encoding="utf-8"), str(path)).kind for path in SHIPPED}
    assert kinds == set(DISPUTE_KINDS)


def test_every_other_rule_set_of_danish_tarok_settles_every_shipped_dispute_about_it() -> None:
    # The files give the piles of those who count today, and who sits out.
    texts = [(path.read_text(encoding="utf-8"), str(path)) for path in SHIPPED]
    danish = [told for told in texts if loads_dispute(*told).rules.game.pots is not None]
    assert len(danish) >= 80
    for name in ("danish-1996", "danish-concise+count=next-dealer+fourth=yes"):
        rules = load_ruleset(name)
        for told in part(danish):
            settle(loads_dispute(*told, lambda _, rules=rules: rules))


def is_card_or_clause(code: str) -> bool:
    return code in BY_TEXT or code.split(".", maxsplit=1)[0] in {"play", "discard", "fool", "naming"}


def read_otherwise(rules: RuleSet) -> Iterator[tuple[str, RuleSet]]:
    """The rules with one silent clause read otherwise, each with the clause."""
    for name, option in rules.options.items():
        # What a variant chooses is the word of whoever asks, and no default any more.
        if name in rules.variant or rules.clauses[option.clause].standing is not Standing.SILENT:
            continue
        for word in definite(option):
            if word != option.default:
                try:
                    yield option.clause, choose(rules, {name: word})
                except TarokError:
                    continue


def settled(text: str, file: str, rules: RuleSet) -> Finding | None:
    """The verdict under some rules; None if under them the facts cannot be."""
    try:
        return settle(loads_dispute(text, file, lambda _: rules))
    except Invalid:
        return None
