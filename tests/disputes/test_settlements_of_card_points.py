"""What a hand of card points pays or writes, disputed: told without its cards, held against what was said."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from contract.examples import cases, rules_of
from effort import examples, part
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from told_hands import game_of, random_report, random_rules, random_told

from analyzer.disputes.files import loads_dispute
from analyzer.disputes.payments.owed import SaidOwed
from analyzer.disputes.payments.settlement import HandSettlementDispute, settle_hand
from analyzer.disputes.table import settle
from analyzer.errors import InvalidFile

NAMES = "ABCDE"
TOLD = (
    "contract", "declarer", "partner", "announced", "pools", "kontra", "passed", "radli", "trull", "points",
    "tricks", "held", "dealer",
)  # fmt: skip
# What is paid before the play is no part of a settlement.
SCORED = [
    each
    for each in cases()
    if "score" in each.values[1] and not {"opening", "declarations"} & each.values[1]["score"].keys()
]
HEAD = "format: tarok-dispute/2\nkind: settlement\n"
LHOMBRE = "ruleset: lhombre\nplayers: [A, B, C]\ncontract: solo\ndeclarer: A\n"
CALLED = "ruleset: lhombre\nplayers: [A, B, C, D]\ncontract: call-king\ndeclarer: A\npartner: C\n"
FRENCH = "ruleset: french\nplayers: [A, B, C]\n"
TAKE = f"{FRENCH}contract: take\ndeclarer: A\n"
SLOVENIAN = "ruleset: slovenian\nplayers: [A, B, C, D]\n"
TAPP = "ruleset: tapp\nplayers: [A, B, C]\ncontract: solo\ndeclarer: A\npoints: {A: 40}\n"
BASIC = "ruleset: basic\nplayers: [A, B, C]\n"
GROSS = "ruleset: grosstarock\nplayers: [A, B, C]\n"


def dispute_of(name: str, case: Any) -> str:
    """A worked example of a score, told as a dispute."""
    told, rules = case["score"], rules_of(name, case)
    file = {key: told[key] for key in TOLD if key in told}
    deeds = dict(told.get("deeds", {}))
    if "pagat" in deeds:
        by, to = deeds.pop("pagat"), deeds.pop("pagat-to")
        file["last_trick"] = {"winner": to, "with": "T1"} if by == to else {"winner": to, "lost": {by: "T1"}}
    if "last" in told:
        laid = dict(zip(NAMES, told["last"]["trick"].split(), strict=False))
        won = told["last"]["winner"]
        lost = {player: card for player, card in laid.items() if player != won}
        file["last_trick"] = {"winner": won, "with": laid[won], "lost": lost}
    if "mond-lost" in deeds:
        file["mond_lost"] = deeds.pop("mond-lost")
        partner = told["partner"] if deeds.pop("mond-to-partner", False) else None
        file |= {"mond_to": partner} if partner else {}
    if "all-tricks" in deeds:
        file["all-tricks"] = deeds.pop("all-tricks")
    file |= {"bonuses": [{word: player} for word, player in deeds.items()]} if deeds else {}
    head = {"format": "tarok-dispute/2", "kind": "settlement", "ruleset": name}
    head["players"] = list(NAMES[: rules.table.players])
    return json.dumps({**head, **({"variant": case["variant"]} if "variant" in case else {}), **file})


@pytest.mark.parametrize(("name", "case"), part([each.values for each in SCORED], 3))
def test_a_worked_example_told_without_its_cards_pays_or_writes_the_same(name: str, case: Any) -> None:
    found, expect = settle(loads_dispute(dispute_of(name, case))), case["score"]["expect"]
    assert found.comes_to["sheet"] == expect.get("sheet", found.comes_to["sheet"])
    assert found.stated_tokens == expect.get("tokens", found.stated_tokens)
    assert found.comes_to["contract"] == expect.get("contract", found.comes_to["contract"])
    if "pools" in expect:
        told = [(each["amount"], each.get("doubled", False)) for each in expect["pools"]]
        assert [(each["amount"], each["doubled"]) for each in found.comes_to["pools"]] == told


def random_dispute(seed: int) -> HandSettlementDispute:
    """A settlement of a random hand, by a random rule set."""
    rng = random.Random(seed)
    rules = random_rules(rng)
    told = random_told(rng, rules)
    return HandSettlementDispute(
        rules=rules,
        kind="settlement",
        players=tuple(NAMES[: rules.table.players]),
        told=told,
        report=random_report(rng, rules, told),
        thrown_in=game_of(rules).throws_in(told.contract) and rng.random() < 0.5,
    )


@settings(max_examples=examples(60))
@given(st.integers(0, 2**40))
def test_what_was_said_is_right_if_and_only_if_it_is_what_is_owed(seed: int) -> None:
    dispute, rng = random_dispute(seed), random.Random(seed)
    right = settle_hand(dispute)
    assert right.violations == dispute.wrong  # words that may not be said
    owed = dict(enumerate(right.tokens or right.sheet))
    key = "tokens" if right.tokens else "sheet"
    assert settle_hand(replace(dispute, said=SaidOwed(**{key: owed}))).violations == dispute.wrong
    seat = rng.randrange(len(owed))
    other = {**owed, seat: owed[seat] + rng.choice((-10, -1, 1, 5))}
    wrong = settle_hand(replace(dispute, said=SaidOwed(**{key: other})))
    assert len(wrong.violations) == 1 + len(dispute.wrong)
    assert wrong.violations[-1].clause in dispute.rules.clauses


def faults(text: str) -> list[str]:
    with pytest.raises(InvalidFile) as refused:
        loads_dispute(HEAD + text, "f.yaml")
    return [str(each) for each in refused.value.faults]


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        (f"{TAKE}points: {{A: 40}}\n", "trull"),
        (f"{TAKE}trull: 2\n", "points"),
        (f"{TAKE}announced: {{A: [slam]}}\n", "slam"),
        (f"{SLOVENIAN}contract: beggar\ndeclarer: A\n", "tricks"),
        (f"{SLOVENIAN}contract: misere\npoints: {{A: 30}}\n", "points"),
        (f"{SLOVENIAN}points: {{A: 30}}\n", "contract"),
        (f"{SLOVENIAN}contract: two\ndeclarer: A\ncalled: hR\npoints: {{A: 30}}\n", "partner"),
        (f"{BASIC}points: {{A: 30}}\n", "points"),
    ],
)
def test_what_the_settlement_hangs_on_is_asked_for_by_name(text: str, missing: str) -> None:
    assert [each for each in faults(text) if f"`{missing}` is missing" in each]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"{LHOMBRE}points: {{A: 79}}\n", "79 points"),
        (f"{LHOMBRE}points: {{A: 40, B: 40}}\n", "80 points"),
        (f"{LHOMBRE}points: {{B: 40, C: 39}}\n", "twice"),
        (f"{LHOMBRE}points: {{A: 40.5}}\n", "40.5 points"),
        (f"{BASIC}points: {{A: 30, B: 28}}\ntrull: 2\n", "`trull` in a game"),
        (f"{BASIC}points: {{A: 30, B: 28}}\ntokens: {{A: 4}}\n", "`tokens` in a game"),
        (f"{TAPP}bonuses: [{{kings: A}}]\n", "is not said in this game"),
        (f"{FRENCH}dealer: A\npools: [{{amount: 40}}]\npools_after: 3\n", "pools_after"),
        (f"{FRENCH}dealer: A\npaid: [{{from: A, to: pool 4, amount: 5}}]\n", "pool"),
        (f"{GROSS}during: [{{lost: hR, won: hR, by: A}}]\n", "whether a card won"),
        (f"{GROSS}last_trick: {{winner: A, lost: {{A: hR}}}}\n", "wins the trick"),
        (f"{GROSS}last_trick: {{cards: hR h2 h3}}\n", "who led"),
        (f"{GROSS}last_trick: {{lead: A, cards: hR h2 h3, winner: B}}\n", "wins the trick"),
    ],
)
def test_a_hand_that_cannot_be_is_a_fault(text: str, said: str) -> None:
    assert any(said in each for each in faults(text))


def test_who_pays_whom_makes_no_difference_where_everybody_has_his_own_in_the_end() -> None:
    paid = "points: {A: 40}\npaid: [{from: B, to: A, amount: 14}, {from: D, to: C, amount: 14}]\n"
    assert settle(loads_dispute(HEAD + CALLED + paid)).violations == ()


def test_points_of_one_side_tell_those_of_the_other() -> None:
    both = [settle(loads_dispute(f"{HEAD}{LHOMBRE}points: {each}\n")) for each in ("{A: 45}", "{C: 33}")]
    assert both[0].tokens == both[1].tokens == (192, -96, -96)


def test_a_card_lost_to_a_partner_or_not_must_be_told_where_there_are_partners() -> None:
    four = "ruleset: grosstarock\nplayers: [A, B, C, D]\nduring: [{lost: hR, by: A}]\n"
    assert any("who won the trick" in each for each in faults(four))
