"""What a dispute finds by the engine is what Z3 says from the clauses, for the kinds with formulas here."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from contract.dealing import dealt
from disputes.test_one_judge import by_whom_it_is_declared, disputed, with_random_words
from effort import part, tries
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs
from places import POSITIONS
from proofs.opinions.sessions import ASKED
from proofs.twice import OPINIONS, settled_twice
from rulesets import DANISH_RULES, FORMS, POINT_RULES

from analyzer.disputes.files import loads_dispute
from analyzer.disputes.findings import Finding
from analyzer.disputes.payments.pilescounted import PilesCountedFinding
from analyzer.disputes.session.settling import RULINGS
from analyzer.disputes.table import DISPUTE_KINDS, settle
from analyzer.errors import InvalidFile, Mismatch
from analyzer.rules.irregularities import Moment
from analyzer.rules.spec.clause import Category
from analyzer.rules.spec.shipped import load_ruleset

SHIPPED = {
    path.stem: found[1]
    for path in sorted((POSITIONS / "disputes").glob("*.yaml"))
    if (found := re.search(r"^kind: (\S+)$", path.read_text("utf-8"), re.MULTILINE)) and found[1] in OPINIONS
}
"""The kinds of the shipped disputes that Z3 has an opinion on, by the names of their files."""


def shipped(name: str) -> Any:
    path = POSITIONS / f"disputes/{name}.yaml"
    return loads_dispute(path.read_text("utf-8"), str(path))


def told(**file: Any) -> Finding:
    return settled_twice(loads_dispute(json.dumps({"format": "tarok-dispute/2", **file})))


def test_every_kind_with_formulas_is_shipped() -> None:
    assert set(SHIPPED.values()) == OPINIONS.keys() <= DISPUTE_KINDS.keys()
    assert ASKED.keys() == RULINGS.keys()


@pytest.mark.parametrize("name", part(sorted(SHIPPED), 3))
def test_z3_says_of_every_shipped_dispute_what_the_engine_says(name: str) -> None:
    dispute = shipped(name)
    assert settled_twice(dispute).verdict is settle(dispute).verdict


@pytest.mark.parametrize(("name", "seats"), [form for form in FORMS if form[0] in POINT_RULES])
@pytest.mark.parametrize("seed", part(range(20, 28), 4))
def test_z3_says_of_random_words_before_the_first_lead_what_the_engine_says(
    name: str, seats: int, seed: int
) -> None:
    start = by_whom_it_is_declared(dealt(name, seats, 29 * seed + seats))
    for words in disputed(*with_random_words(start, seed)):
        told(**words)


NAMES = ("A", "B", "C", "D")
COINS = st.integers(0, 40).map(lambda coins: 5 * coins)


@st.composite
def sessions(draw: st.DrawFn) -> dict[str, Any]:
    """What happens around the hands of a table of three or four."""
    event, names = draw(st.sampled_from(sorted(RULINGS))), NAMES[: draw(st.sampled_from((3, 4)))]
    if event == "fourth-joins":
        names = NAMES
    one, other = draw(st.sampled_from(names)), draw(st.sampled_from(names))
    pots = {"king": draw(COINS), "pagat": draw(COINS)}
    maybe = draw(st.sampled_from(({}, {"by": other})))
    about: dict[str, dict[str, Any]] = {
        "start": {},
        "pot-emptied": {"dealer": one, "pots": {**pots, draw(st.sampled_from(sorted(pots))): 0}, **maybe},
        "fourth-joins": {"by": one, "pots": pots},
        "session-ends": {"pots": pots},
        "pot-short": {"pot": "king", "missing": draw(COINS) + 5, **maybe},
        "dealer-paid": {
            "dealer": one,
            "pots_stand": draw(st.sampled_from(("left", "right"))),
            **draw(st.sampled_from(({}, {"agreed": "paid"}, {"agreed": "unpaid"}))),
        },
        "sits-out": {"dealer": one, "sitting_out": other},
        "next-dealer": {"dealer": one, "after": draw(st.sampled_from(("hand", "misdeal", "wrong-deal")))},
        "pots-asked": {"by": one, "during": draw(st.sampled_from(("play", "deal")))},
    }
    return {"kind": "session", "players": list(names), "event": event, **about[event]}


@settings(max_examples=tries(200))
@given(sessions(), st.sampled_from(DANISH_RULES))
def test_z3_says_of_what_goes_on_around_the_hands_what_the_engine_says(
    session: dict[str, Any], ruleset: str
) -> None:
    dispute = loads_dispute(json.dumps({"format": "tarok-dispute/1", **session}))
    settled_twice(structs.replace(dispute, rules=load_ruleset(ruleset)))


@pytest.mark.parametrize("ruleset", DANISH_RULES)
def test_z3_says_of_every_irregularity_found_at_any_moment_what_the_engine_says(ruleset: str) -> None:
    rng = random.Random(1)
    for name in load_ruleset(ruleset).fines.category:
        for found in (None, *(each.value for each in Moment)):
            file = {"format": "tarok-dispute/1", "kind": "irregularity", "irregularity": name, "by": "A"}
            file |= {} if found is None else {"found": found}
            file |= {"category": rng.choice([*Category]).value} if rng.random() < 0.3 else {}
            try:
                dispute = loads_dispute(json.dumps({**file, "ruleset": ruleset}))
            except InvalidFile:  # cannot have been found then
                continue
            settled_twice(dispute)


def dearer(found: Finding) -> dict[str, Any]:
    first, *others = found.penalties
    return {"penalties": (structs.replace(first, each_pot=first.each_pot + 5), *others)}


def one_more(found: PilesCountedFinding) -> dict[str, Any]:
    return {"sides": tuple(structs.replace(each, points=(each.points or 0) + 1) for each in found.sides)}


WRONGLY: dict[str, Callable[[Any], dict[str, Any]]] = {
    "bid-french-push-by-two-levels": lambda _: {"wrong": ()},
    "bid-lhombre-earlier-bidder-holds": lambda found: {"declarer": found.declarer + 1},
    "purchase-french-a-trump": lambda _: {"violations": ()},
    "call-lhombre-no-king": lambda _: {"violations": ()},
    "call-slovenian-king-of-a-partner": lambda _: {"partner": None},
    "announcement-tapp-pagat-of-an-opponent": lambda _: {"proofs": ()},
    "asking-false-answer": lambda _: {"answer_right": True},
    "asking-how-many": lambda _: {"may_ask": False},
    "misdeal-only-the-fool": lambda _: {"may_call": ()},
    "misdeal-looked-at": dearer,
    "irregularity-out-of-turn": lambda found: {"fine": structs.replace(found.fine, each_pot=15)},
    "piles-basic-king-for-the-fool": lambda found: {"piles": found.piles[::-1]},
    "count-slovenian-rest-of-two-thirds": one_more,
    "session-ends-one-sided": lambda _: {"tokens": (50, 40, 35)},
    "session-who-deals-after-a-misdeal": lambda found: {"deals_next": found.deals_next - 1},
    "discard-found-in-time": dearer,
    "declarations-ten-trumps-to-pass": dearer,
    "settlement-appel-slam-and-the-pool": lambda found: {"tokens": found.tokens[::-1]},
    "trick-basic-fool-led": lambda found: {"winner": found.winner - 1},
    "play-fool-second-to-last": lambda found: {"steps": found.steps[1:]},
    "demand-holder-has-led": lambda _: {"steps": ()},
}
"""By the name of a dispute what would be wrong to find."""


def test_of_every_kind_something_wrong_is_tried() -> None:
    assert {SHIPPED[name] for name in WRONGLY} == OPINIONS.keys()


@pytest.mark.parametrize("name", WRONGLY)
def test_a_wrong_finding_is_found_out(name: str) -> None:
    found = settle(shipped(name))
    OPINIONS[SHIPPED[name]](found)
    with pytest.raises(Mismatch):
        OPINIONS[SHIPPED[name]](replace(found, **WRONGLY[name](found)))


@pytest.mark.parametrize(
    ("name", "read", "wrongly"),
    [
        ("session-who-sits-out", "analyzer.disputes.session.payments.sits_out", lambda dealer, _: dealer),
        ("session-fourth-joins", "analyzer.rules.session.part_of", lambda *_: 15),
        ("bid-slovenian-out-of-turn", "analyzer.disputes.deal.auction.next_bids", lambda *_: ()),
        ("bid-lhombre-hold-in-vain", "proofs.formulas.auction.opener_of", lambda *_: 2),
        ("call-lhombre-no-king", "proofs.opinions.words.may_be_called", lambda *_: {}),
        ("count-over-the-edge", "analyzer.disputes.payments.count.settle_count", lambda *_: None),
        ("trick-basic-fool-led", "analyzer.disputes.tricks.trickwon.winner", lambda *_: 0),
        ("misdeal-twenty-six-cards", "analyzer.disputes.deal.misdeal.wrong_hands", lambda *_: ()),
    ],
)
def test_engine_or_formula_that_read_a_clause_otherwise_would_be_found_out(
    monkeypatch: pytest.MonkeyPatch, name: str, read: str, wrongly: Callable[..., object]
) -> None:
    dispute = shipped(name)
    monkeypatch.setattr(read, wrongly)
    with pytest.raises(Mismatch):
        settled_twice(dispute)
