"""Disputes of which some cards are forgotten: ruled on in every deal that fits."""

from __future__ import annotations

import re
from collections import Counter
from io import StringIO
from pathlib import Path

import pytest
from effort import part
from places import POSITIONS
from ruamel.yaml import YAML

from analyzer.answers.records.check import answer_dispute
from analyzer.disputes.files import loads_dispute
from analyzer.disputes.table import settle
from analyzer.errors import InvalidFile
from analyzer.report import terminal
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.verdicts import Verdict

PLAY = """format: tarok-dispute/1
kind: play
hands: {A: h5 c2, B: HELD c5, C: T9 d4}
lead: A
events: [{A: {leads: h5}}, {B: {plays: c5}}]
"""
_OF_HANDS = ("play", "fool-naming", "fool-demand", "call", "purchase", "announcement", "declarations")


def _shipped() -> list[Path]:
    """One shipped dispute with hands of each kind and rule set."""
    found: dict[object, Path] = {}
    for path in sorted((POSITIONS / "disputes").glob("*.yaml")):
        told = YAML(typ="safe").load(path)
        if told["kind"] in _OF_HANDS and told.get("hands") and all(map(str, told["hands"].values())):
            found.setdefault((told["kind"], told.get("ruleset")), path)
    return list(found.values())


def _text(told: object) -> str:
    written = StringIO()
    YAML(typ="safe").dump(told, written)
    return written.getvalue()


@pytest.mark.parametrize("path", part(_shipped(), 2), ids=lambda path: path.stem)
def test_a_card_that_is_one_of_two_is_ruled_on_as_both_by_themselves(path: Path) -> None:
    told = YAML(typ="safe").load(path)
    told.pop("expect", None)
    name, hand = next((name, hand) for name, hand in told["hands"].items() if hand)
    card, *rest = hand.split() if isinstance(hand, str) else hand
    text = path.read_text()
    deck = load_ruleset(told.get("ruleset", "danish")).table.deck
    other = next(str(each) for each in deck[::-1] if not re.search(rf"\b{each}\b", text) and not each.is_fool)
    alone = Counter[tuple[Verdict, tuple[str, ...]]]()
    for each in (card, other):
        told["hands"][name] = " ".join([each, *rest])
        try:
            found = settle(loads_dispute(_text(told), str(path)))
        except InvalidFile:  # the card was played, or the Fool cannot have been demanded of its holder
            continue
        alone[found.verdict, found.clauses] += 1
    told["hands"][name] = " ".join([f"{card}|{other}", *rest])
    ruled = settle(loads_dispute(_text(told), str(path)))
    assert ruled.in_deals is not None
    cases = Counter[tuple[Verdict, tuple[str, ...]]]()
    for case in ruled.in_deals.cases:
        cases[case.finding.verdict, case.finding.clauses] += case.number
    assert cases == alone
    if len({verdict for verdict, _ in alone}) == 1:
        assert ruled.verdict == next(iter(alone))[0]
    else:
        assert ruled.verdict is Verdict.UNSETTLED


def test_a_forgotten_card_is_any_that_stands_nowhere_in_the_file() -> None:
    found = settle(loads_dispute(PLAY.replace("HELD", "?"))).in_deals
    assert found is not None
    assert (found.count, found.exact) == (78 - 5, True)
    by = {case.finding.clauses: case.number for case in found.cases}
    # Thirteen hearts are left to follow with, and twenty trumps.
    assert by["play.follow",] == 13
    assert by["play.trump",] == 20


def test_where_a_card_decides_it_is_told_who_held_it() -> None:
    answer = answer_dispute(PLAY.replace("HELD", "h7|s7"), "forgotten.yaml")
    (line,) = terminal.brief(answer, TextStyle())
    assert line.startswith("IT DEPENDS: illegal in 1, legal in 1 of 2 deals; ")
    assert line.endswith("illegal where B held the 7 of hearts.")


def test_what_is_the_same_in_all_deals_is_said_once_and_with_what_the_kind_tells() -> None:
    answer = answer_dispute(PLAY.replace("HELD", "h7|h8"), "forgotten.yaml")
    (line,) = terminal.brief(answer, TextStyle())
    assert line.endswith(". The same in all 2 deals that fit.")
    assert answer.finding.verdict is Verdict.ILLEGAL
    worlds = answer.view().worlds
    assert [(case.deals, case.verdict) for case in worlds.cases] == [(2, Verdict.ILLEGAL)]
    assert worlds.exact


@pytest.mark.thorough
def test_deals_that_were_drawn_say_nothing_of_the_others() -> None:
    text = PLAY.replace("HELD", "h7").replace("T9 d4", "? ?")
    found = settle(loads_dispute(text))
    assert found.in_deals is not None
    assert not found.in_deals.exact
    assert found.verdict is Verdict.UNSETTLED
    assert not found.violations


def test_worlds_and_unseen_cards_are_deals_of_a_dispute_too() -> None:
    worlds = PLAY.replace("HELD", "h7") + "worlds: [{hands: {B: s7 c5}}]\n"
    hidden = PLAY.replace("B: HELD c5, C: T9 d4", "C: T9 d4") + (
        "unseen: {hidden_from: A, sizes: {B: 2}, cards: c5 s7}\n"
    )
    found = settle(loads_dispute(worlds)).in_deals
    assert found is not None
    assert {case.finding.verdict: case.number for case in found.cases} == {
        Verdict.ILLEGAL: 1,
        Verdict.LEGAL: 1,
    }
    assert settle(loads_dispute(hidden)).verdict is Verdict.LEGAL


def test_no_deal_fits_where_a_card_was_played_that_nobody_can_have_held() -> None:
    with pytest.raises(InvalidFile, match="no deal fits what is known"):
        loads_dispute(PLAY.replace("HELD c5", "h7|h8 c6"))
