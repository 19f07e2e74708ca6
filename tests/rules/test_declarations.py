import plain_rules
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.cards.card import BY_TEXT, cards
from analyzer.rules.book import Book, Pots
from analyzer.rules.deal.combinations import combination_cards
from analyzer.rules.deal.declarations import (
    Correction,
    DeclarationError,
    dealer_declarations,
    declarations_of,
    judge_declarations,
    parse_declaration,
    settle_declarations,
)
from analyzer.rules.spec.shipped import load_ruleset

RICH = [card for card in plain_rules.DECK if card == "fool" or card[0] == "T" or card[1:] in plain_rules.DOWN]
HANDS = st.one_of(
    st.lists(st.sampled_from(plain_rules.DECK), min_size=25, max_size=25, unique=True),
    st.lists(st.sampled_from(RICH), min_size=18, max_size=25, unique=True),
)


def hand(text):
    return frozenset(cards(text))


def words(rules, text):
    return [each.text() for each in declarations_of(rules, hand(text))]


def said(rules, *texts):
    return [parse_declaration(text, rules) for text in texts]


@given(HANDS)
def test_every_hand_declares_what_the_plain_transcription_declares(texts):
    rules = load_ruleset("danish")
    found = declarations_of(rules, [BY_TEXT[text] for text in texts])
    told = [(each.text(), {str(card) for card in each.cards}, each.amount) for each in found]
    assert told == plain_rules.declared(texts)


@given(HANDS)
def test_every_declaration_is_read_back_from_its_own_words(texts):
    rules = load_ruleset("danish")
    for each in declarations_of(rules, [BY_TEXT[text] for text in texts]):
        back = parse_declaration(each.text(), rules)
        assert back == each
        assert back.amount == each.amount
        assert each.kind == "trumps" or back.cards == each.cards


def test_the_fool_counts_as_a_trump_when_trumps_are_declared(rules):
    assert words(rules, "T2 T3 T4 T5 T6 T7 T8 T9 T10 fool") == ["10 trumps without pagat"]
    assert words(rules, "T2 T3 T4 T5 T6 T7 T8 T9 T10 c2") == []


def test_matadors_are_counted_in_unbroken_sequence_from_the_20(rules):
    assert words(rules, "fool T1 T21 T20 T18") == ["4 matadors"]
    assert words(rules, "fool T1 T21 T19 T18") == ["3 matadors"]
    assert words(rules, "fool T1 T20") == []


def test_all_trumps_and_the_fool_are_22_matadors_and_the_pagat_counts_once(rules):
    every = "fool " + " ".join(f"T{number}" for number in range(1, 22))
    assert words(rules, every) == ["22 trumps with pagat", "22 matadors"]


def test_the_grades_of_a_suit_exclude_each_other(rules):
    assert words(rules, "hR hD hC hV") == ["full hearts"]
    assert words(rules, "hR hD hC hV fool") == ["abundant hearts"]
    assert words(rules, "dR dD dV fool") == ["half diamonds no knight"]
    assert words(rules, "dR dD dV") == []


def test_kings_and_cavallerie_share_cards_and_are_paid_independently(rules):
    found = declarations_of(rules, hand("hR dR sR cR hD hC hV fool"))
    assert [each.text() for each in found] == ["abundant hearts", "abundant kings"]
    assert sum(each.amount for each in found) == 30


@pytest.mark.parametrize(
    ("text", "canonical", "amount"),
    [
        ("11 tarokker med pagat", "11 trumps with pagat", 15),
        ("12 trumps, without the Pagat", "12 trumps without pagat", 20),
        ("ti tarokker uden pagaten", "10 trumps without pagat", 10),
        ("11 trumps no pagat", "11 trumps without pagat", 15),
        ("4 matadorer", "4 matadors", 15),
        ("five matadors", "5 matadors", 20),
        ("Fulde hjerter", "full hearts", 10),
        ("sprøjtefulde spar", "abundant spades", 15),
        ("halve ruder, mangler kaval", "half diamonds no knight", 5),
        ("half diamonds (no dC)", "half diamonds no knight", 5),
        ("halve klør mangler konge", "half clubs no king", 5),
        ("fulde konger", "full kings", 10),
        ("halve konger mangler hjerter", "half kings no hearts", 5),
        ("half kings, no heart king", "half kings no hearts", 5),
    ],
)
def test_declarations_are_read_in_english_and_danish(rules, text, canonical, amount):
    found = parse_declaration(text, rules)
    assert (found.text(), found.amount) == (canonical, amount)


@pytest.mark.parametrize("text", ["pass", "Pas", "pas."])
def test_a_pass_declares_nothing(rules, text):
    assert parse_declaration(text, rules) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "full",
        "full trumps",
        "half diamonds no nine",
        "full hearts no king",
        "23 trumps",
        "hearts",
        "half kings no dD",
        "4 matadors no pagat",
        "11 trumps with king",
        "0 trumps",
    ],
)
def test_words_that_declare_nothing_are_refused(rules, text):
    with pytest.raises(DeclarationError):
        parse_declaration(text, rules)


def test_the_right_declarations_in_any_order_have_no_fault(rules):
    held = hand("hR dR sR cR hD hC hV fool")
    assert judge_declarations(rules, held, said(rules, "abundant kings", "abundant hearts")) == ()


def test_a_missing_a_wrong_and_a_superfluous_declaration_are_told_apart(rules):
    held = hand("hR dR sR cR hD hC hV fool")
    faults = judge_declarations(rules, held, said(rules, "full hearts", "full spades"))
    assert [(fault.kind, fault.owed) for fault in faults] == [
        ("wrong", -5),
        ("superfluous", 10),
        ("missing", -15),
    ]


def test_a_number_of_trumps_may_be_put_right_but_trumps_may_not_become_a_pass(rules):
    eleven = hand(" ".join(f"T{number}" for number in range(1, 12)))
    (wrong,) = judge_declarations(rules, eleven, said(rules, "12 trumps with pagat"))
    assert wrong.correction is Correction.ACCEPTABLE
    (bluff,) = judge_declarations(rules, hand("c2 c3"), said(rules, "10 trumps with pagat"))
    assert bluff.correction is Correction.NOT_ACCEPTABLE


def test_the_pagat_must_be_mentioned_with_the_trumps(rules):
    eleven = hand(" ".join(f"T{number}" for number in range(1, 12)))
    (fault,) = judge_declarations(rules, eleven, said(rules, "11 trumps"))
    assert fault.kind == "wrong"
    assert fault.correction is Correction.UNSETTLED


def test_each_opponent_pays_the_declarer_and_the_dealer_declares_first(rules):
    book = Book(3, Pots(60, 60))
    settle_declarations(rules, {0: said(rules, "4 matadors"), 2: said(rules, "full kings")}, book, 2)
    assert book.tokens == (30 - 10, -15 - 10, 20 - 15)
    assert [payment.payee for payment in book.transfers] == [2, 2, 0, 0]
    assert [payment.clause for payment in book.transfers][::2] == ["declare.kings", "declare.matadors"]


def test_a_dealer_with_too_many_combination_cards_is_paid_for_all_28(rules):
    courts = hand("hR hD hC hV dR dD dC dV sR sD sC sV cR cD cC cV")
    before = courts | hand("fool T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 T11")
    assert len(combination_cards(rules, before)) == 28
    skat = hand("hV dV sV")
    assert dealer_declarations(rules, before - skat, skat) == declarations_of(rules, before)


def test_a_dealer_who_had_a_choice_declares_what_he_keeps(rules):
    before = hand("hR hD hC hV c2 c3 c4 " + " ".join(f"T{number}" for number in range(2, 23 - 1)) + " d2")
    skat = hand("c2 c3 c4")
    assert dealer_declarations(rules, before - skat, skat) == declarations_of(rules, before - skat)
