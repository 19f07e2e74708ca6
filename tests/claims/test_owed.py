"""Who owes how much for the last trick, and what holds under every option: claims and their witnesses."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from decided import decide, decided
from msgspec.structs import replace
from proofs.formulas.options import count_comes_to_nothing, discard_possible
from table_play import over

from analyzer.answers.records.verify import Verified
from analyzer.cards.card import BY_TEXT, cards
from analyzer.claims.chapters.any_hand import PLAYERS
from analyzer.claims.claim import ClaimVerdict, other_readings
from analyzer.claims.verify import claim_called
from analyzer.report import terminal
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.book import Book, Pots
from analyzer.rules.deal.discard import judge_discard, legal_discards
from analyzer.rules.play.table import Laid, Trick, winner
from analyzer.rules.score.steps import score_hand
from analyzer.rules.spec.clause import Parameter
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import choose, derive_rules
from analyzer.rules.verdicts import Verdict
from analyzer.views.base import plain

Case = Mapping[str, object]


def settled(rules: RuleSet, case: Mapping[str, dict[str, int]], trick: str, announced: str | None) -> Book:
    """The tokens and pots of a witness, by the engine alone."""
    laid = tuple(Laid(seat, BY_TEXT[word]) for seat, word in enumerate(trick.split()))
    book = Book(rules.table.players, Pots(**case["pots_before"]))
    tout = None if announced is None else PLAYERS.index(announced)
    came = over(Trick(laid, winner(laid, rules.game)), won=tuple(case["tricks"].values()), tout=tout)
    return score_hand(rules.game, came, book).book


def changed(clause: str, **parameters: Parameter) -> RuleSet:
    rules = load_ruleset("danish")
    old = rules.clauses[clause]
    new = replace(old, parameters={**old.parameters, **parameters})
    return derive_rules(rules, {**rules.clauses, clause: new}, {})


def test_a_tout_founds_both_pots_where_it_takes_both_and_none_where_it_takes_none() -> None:
    found = decided("payments.tout-founds-one-pot", "danish")
    assert found.verdict is ClaimVerdict.REFUTED
    assert found.witness is not None
    book = settled(load_ruleset("danish"), found.witness, " ".join(found.witness["trick"]), None)
    assert [each.amount for each in book.transfers if each.clause == "payment.foundation"] == [20] * 6
    readings = {str(dict(each.variant)): each.verdict for each in found.readings}
    assert readings["{'tout-pots': 'no'}"] is ClaimVerdict.PROVED
    assert readings["{'tout-amount': '135'}"] is ClaimVerdict.REFUTED


def test_an_announcer_who_fails_and_goes_bagud_pays_a_pot_twice() -> None:
    found = decided("payments.pot-owed-twice", "danish")
    assert found.witness is not None
    announcer = found.witness["announced"]
    trick = " ".join(found.witness["trick"])
    book = settled(load_ruleset("danish"), found.witness, trick, announcer)
    assert book.pots.king == 3 * found.witness["pots_before"]["king"]
    assert -book.tokens[PLAYERS.index(announcer)] > 2 * found.witness["pots_before"]["king"]
    as_any = next(each for each in found.readings if each.variant == {"failed-tout": "as-any-hand"})
    assert as_any.verdict is ClaimVerdict.REFUTED


def test_whoever_goes_bagud_owes_more_than_the_pot_unless_he_is_paid_back() -> None:
    assert decided("payments.owes-more-than-a-pot", "danish").verdict is ClaimVerdict.PROVED
    witness = decided("payments.bagud-paid-back", "danish").witness
    assert witness is not None
    assert 0 in witness["tricks"].values() or "announced" in witness
    book = settled(load_ruleset("danish"), witness, " ".join(witness["trick"]), witness.get("announced"))
    assert dict(zip(PLAYERS, book.tokens, strict=True)) == witness["tokens"]


BAGUD_FIRST = ("count-pot", "bagud", "ultimo", "foundation")


@pytest.mark.parametrize(
    ("claim", "rules"),
    [
        ("payments.owes-more-than-a-pot", lambda: changed("payment.king-bagud", amount=0)),
        ("payments.bagud-spares-foundation", lambda: changed("payment.order", steps=BAGUD_FIRST)),
        ("payments.pot-owed-twice", lambda: choose(load_ruleset("danish"), {"failed-tout": "as-any-hand"})),
    ],
)  # fmt: skip
def test_what_is_owed_is_another_thing_by_other_rules(claim: str, rules: Callable[[], RuleSet]) -> None:
    assert decide(claim_called(claim), rules()).verdict is ClaimVerdict.REFUTED


def test_no_option_lets_a_settlement_make_or_lose_tokens() -> None:
    for name in ("danish", "danish-1996", "danish-concise"):
        found = decided("payments.sum-under-every-option", name)
        assert found.verdict is ClaimVerdict.PROVED
        asked = {option for each in found.readings for option in each.variant}
        assert asked >= {"winning-pagat", "failed-tout", "tout-amount", "tout-pots"}


def test_only_where_each_counts_his_own_the_count_does_not_come_to_nothing() -> None:
    today, concise = (count_comes_to_nothing(load_ruleset(name)) for name in ("danish", "danish-concise"))
    assert {str(dict(each.variant)): each.verdict for each in today.readings} == {
        "{'count': 'each-his-own'}": ClaimVerdict.REFUTED,
    }
    assert today.witness is not None
    assert concise.witness is not None
    assert today.witness["variant"] == {"count": "each-his-own"}
    assert sum(concise.witness["points"].values()) == 78
    assert sum(concise.witness["tokens"].values()) != 0


@pytest.mark.thorough
def test_a_reading_that_a_claim_does_not_list_leaves_its_verdict_as_it_is() -> None:
    claim = claim_called("payments.tout-founds-one-pot")
    rules = load_ruleset("danish")
    found = decide(claim, rules)
    listed = [dict(each.variant) for each in found.readings]
    others = [each for option, word, each in other_readings(rules) if {option: word} not in listed]
    assert len(others) >= 4
    assert {decide(claim, each).verdict for each in others} == {found.verdict}


def test_where_the_fool_never_goes_a_hand_of_28_has_no_discard_even_with_a_tout() -> None:
    found = discard_possible(load_ruleset("danish"))
    assert not found.true
    assert found.witness is not None
    assert found.witness["variant"] == {"fool-in-skat": "never"}
    hand = [BY_TEXT[word] for word in found.witness["hand"]]
    today = load_ruleset("danish")
    assert list(legal_discards(choose(today, {"fool-in-skat": "never"}), hand, ("tout",))) == []
    spare = cards("fool hD hC")
    assert set(spare) < set(hand)
    assert judge_discard(today, hand, spare, ("tout",)).verdict is not Verdict.ILLEGAL


def test_the_readings_that_change_a_verdict_are_told_with_the_claim() -> None:
    claims = ("payments.tout-founds-one-pot", "payments.sum-under-every-option")
    answer = Verified(load_ruleset("danish"), tuple(decided(each, "danish") for each in claims), None)
    text, danish = (" ".join(terminal.text(answer, TextStyle(lang=lang)).split()) for lang in ("en", "da"))
    assert "With tout-pots=no: proved" in text
    assert "With tout-amount=135" not in text
    found = {each["id"]: each for each in plain(answer.view())["claims"]}
    told = found["payments.tout-founds-one-pot"]["readings"]
    assert {"variant": {"tout-pots": "no"}, "verdict": "proved", "witness": None} in told
    assert (
        f"The same under {len(found['payments.sum-under-every-option']['readings'])} other readings." in text
    )
    assert "Med tout-pots=no: bevist" in danish
