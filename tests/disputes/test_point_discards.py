"""Discards in the games of card points: what may be laid away, how much of it, and what cannot be told."""

from __future__ import annotations

import pytest
from commands import Run

from analyzer.cards.card import BY_TEXT, DECK
from analyzer.disputes.files import loads_dispute
from analyzer.disputes.findings import Finding
from analyzer.disputes.table import settle
from analyzer.errors import InvalidFile

KINGS = "hR dR sR cR"
ALL_TRUMPS = " ".join(f"T{number}" for number in range(1, 22))
TWENTY_EIGHT = f"{ALL_TRUMPS} {KINGS} fool h9 h8"
"""All trumps, four kings and the Fool: only two cards may go freely."""


def settled(ruleset: str, hand: str, discard: str, more: str = "") -> Finding:
    text = f"format: tarok-dispute/2\nkind: discard\nruleset: {ruleset}\nhand: {hand}\ndiscard: {discard}\n"
    return settle(loads_dispute(text + more))


def faults(text: str) -> list[str]:
    with pytest.raises(InvalidFile) as caught:
        loads_dispute(text, "f")
    return [str(fault) for fault in caught.value.faults]


def filled(cards: str, size: int, among: str = "hdsc") -> str:
    """Some cards with plain cards that are no kings, up to a hand of a size."""
    told = [BY_TEXT[word] for word in cards.split()]
    plain = (card for card in DECK if card.suit is not None and card.suit.value in among and not card.is_king)
    told += [card for card in plain if card not in told][: size - len(told)]
    return " ".join(map(str, told))


@pytest.mark.parametrize(
    ("discard", "clauses"),
    [("h9 h8 T7", ()), ("h9 T6 T7", ("discard.trumps",)), ("h9 h8 T1", ("discard.honours",))],
)
def test_just_as_many_trumps_go_as_are_needed_to_keep_every_honour(
    discard: str, clauses: tuple[str, ...]
) -> None:
    assert settled("basic", TWENTY_EIGHT, discard).clauses == clauses


@pytest.mark.parametrize(
    ("trumps", "discard", "clauses"),
    [
        ("T1 T4", "T4 h1 h2 h3 h4 h5", ()),
        ("T1 T4", "T1 T4 h1 h2 h3 h4", ("discard.limits",)),
        ("T1", "T1 h1 h2 h3 h4 h5", ()),
        ("T1 T21", "T21 h1 h2 h3 h4 h5", ("discard.limits",)),
    ],
)
def test_the_dealer_of_tarot_dappel_lays_away_the_pagat_only_without_another_trump(
    trumps: str, discard: str, clauses: tuple[str, ...]
) -> None:
    found = settled("appel", filled(f"{trumps} h1 h2 h3 h4 h5", 24), discard)
    assert found.clauses == clauses
    assert ("discard.limits-hand" in found.rests_on) is ("T1 " in f"{discard} ")


def test_whether_a_king_may_be_laid_away_in_the_slovenian_game_is_unsettled_until_it_is_chosen() -> None:
    hand = "T1 T2 T3 hR hD h1 dR d1 dC sR sD cR cD c7"
    found = settled("slovenian", hand, "hR c7", "contract: two\n")
    assert (found.verdict.value, found.unsettled) == ("unsettled", ("discard.limits",))
    (question,) = found.open_questions
    assert [each.verdict.value for each in question.readings] == ["illegal", "legal"]
    chosen = [
        settled("slovenian", hand, "hR c7", f"contract: two\nvariant: {{discard-limits: {reading}}}\n")
        for reading in ("honours", "none")
    ]
    assert [each.verdict.value for each in chosen] == ["illegal", "legal"]


@pytest.mark.parametrize(
    ("contract", "cards", "away"),
    [("three", 15, "h1 h2 h3"), ("two", 14, "h1 h2"), ("solo-one", 13, "h1")],
)
def test_the_contract_tells_how_many_cards_the_declarer_lays_away(
    contract: str, cards: int, away: str
) -> None:
    hand = " ".join(["h1 h2 h3", *(f"T{number}" for number in range(2, cards - 1))])
    told = f"contract: {contract}\n"
    assert settled("slovenian", hand, away, told).verdict.value == "legal"
    more = settled("slovenian", hand, f"{away} T2", told)
    assert more.clauses == ("discard.size",)


def test_nothing_is_laid_away_under_a_contract_that_leaves_the_talon_unseen() -> None:
    head = "format: tarok-dispute/2\nkind: discard\nruleset: slovenian\ncontract: solo-without\n"
    assert faults(f"{head}hand: h1 h2\ndiscard: h1\n") == [
        "f:4:11: nothing is discarded under solo without; expected a contract that takes cards of the talon"
    ]


def test_a_kind_of_dispute_of_which_the_source_has_no_word_is_a_fault_that_says_so() -> None:
    (fault,) = faults("format: tarok-dispute/2\nkind: misdeal\nruleset: french\n")
    assert fault.startswith(
        "f:2:7: french has no disputes of the kind misdeal, of which its source has no word; expected one of "
    )


@pytest.mark.parametrize("discard", ["h9 h8 T7", "h9 T6 T7"])
def test_a_dispute_about_a_game_of_card_points_is_of_either_format_with_one_answer(discard: str) -> None:
    told = f"kind: discard\nruleset: basic\nhand: {TWENTY_EIGHT}\ndiscard: {discard}\n"
    first, second = (settle(loads_dispute(f"format: tarok-dispute/{number}\n{told}")) for number in (1, 2))
    assert first == second
    assert first.verdict.value == ("legal" if discard == "h9 h8 T7" else "illegal")
    (fault,) = faults(f"format: tarok-dispute/3\n{told}")
    assert fault.startswith("f:1:9: `format` is “tarok-dispute/3”; ")


def test_a_key_that_the_game_has_no_use_for_is_a_fault_that_names_the_games_that_have() -> None:
    head = f"format: tarok-dispute/2\nkind: discard\nruleset: basic\nhand: {TWENTY_EIGHT}\n"
    games = "lhombre, french, appel, tapp, slovenian and tarot have it, basic has not"
    assert faults(f"{head}discard: h9 h8 T7\ncontract: solo\n") == [
        f"f:6:1: `contract` in a game that has no use for it; {games}"
    ]


def test_a_discard_is_checked_at_the_command_line_with_its_exit_status(run: Run, tmp_path) -> None:
    file = tmp_path / "d.yaml"
    head = "format: tarok-dispute/2\nkind: discard\nruleset: lhombre\n"
    file.write_text(f"{head}hand: {TWENTY_EIGHT}\ndiscard: T1 h9 h8\n", encoding="utf-8")
    told = run("check", str(file), "--json")
    assert told.status == 1
    assert [each["clause"] for each in told.json["violations"]] == ["discard.honours"]
    assert told.json["rests_on"] == []
