"""Reading and writing cards."""

from __future__ import annotations

import unicodedata
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.cards.card import DECK, OF, Suit, cards_of, folded, nearest_cards
from analyzer.cards.notation import read_card, read_cards, read_suit, scan_cards, write_cards
from analyzer.errors import CardError

SPELLINGS = {
    "hR": [
        "hR",
        "HR",
        "heart king",
        "Hearts King",
        "h K",
        "K♥",
        "king of hearts",
        "hjerter konge",
        "ｈＲ",
        "hjerterkonge",
        "Kh",
        "konge af hjerter",
        "Herz-König",
        "srce kralj",
        "Roi de cœur",
    ],
    "dR": ["diamondR", "diamond R", "♦R", "♦️R", "♢ r"],
    "hD": ["hQ", "🂽", "Qh", "Herz Dame", "Dame von Herz", "srce dama"],
    "hC": ["h N"],
    "hV": ["hJ", "h V"],
    "c7": ["7 of clubs"],
    "sC": ["knight of spades", "spar kaval", "pik kaval", "Pik-Cavall"],
    "T7": ["T 7", "t7", "VII", "vii", "T VII", "tarok 7", "tarok VII", "trump 7", "trumf 7", "Ⅶ", "\u200bT7"],
    "T1": ["I", "pagat", "Pagaten", "le Petit", "🃡"],
    "T5": ["V", "T V"],
    "T21": ["XXI", "mondo", "21", "trumf enogtyve", "atout vingt-et-un", "le 21"],
    "fool": ["fool", "Skis", "skisen", "scusen", "excuse", "*", "🃠", "Škis", "Sküs", "l'Excuse"],
    "dD": ["ruder dame", "dD"],
    "cV": ["Treff-Bube", "križ fant", "valet de trèfle", "klør knægt", "KLØR KNÆGT", "kloer knaegt"],
    "c10": ["klor 10", "klo̸r 10", "klør ti", "ten of clubs", "dix de trèfle"],
    "h9": ["hjerter-9"],
    "cC": ["cC"],
    "dC": ["dC", "dc"],
    "s10": ["♠10", "10♠"],
    "h7": ["7h", "h\u200b7"],
    "h1": ["🂱", "hA", "hjerter es"],
    "c1": ["k1", "klør es"],
    "d9": ["r9", "Karo 9", "carreau 9"],
}


WHERE_UNKNOWN = "it may be used in `hands` of a position or a dispute, and in `tricks`"


def test_a_card_is_read_however_it_is_spelled() -> None:
    for card, texts in SPELLINGS.items():
        assert {text: str(read_card(text)) for text in texts} == dict.fromkeys(texts, card)


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
def test_accents_may_be_typed_either_way(form: str) -> None:
    text = unicodedata.normalize(form, "klør knægt ♥R")  # type: ignore[arg-type]
    assert write_cards(each.card for each in read_cards(text)) == "cV hR"


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("♥ R C V 2 4 ♦ 9 10", "hR hC hV h2 h4 d9 d10"),
        ("♥ R V\n♣ 3 4\nT 21 V\nfool", "hR hV c3 c4 T21 T5 fool"),
        ("T 19 18 17", "T19 T18 T17"),
        ("T21 20, 19 h10 9", "T21 T20 T19 h10 h9"),
        ("hjerter: K D 9, ruder: es; trumf: 21, 20", "hR hD h9 d1 T21 T20"),
        ("dR, ♣: D 7 ♥9", "dR cD c7 h9"),
    ],
)
def test_a_suit_may_stand_before_all_its_cards(text: str, cards: str) -> None:
    found, faults = scan_cards(text)
    assert (write_cards(each.card for each in found), faults) == (cards, ())


def test_a_number_on_the_next_line_is_no_card_of_the_suit_before() -> None:
    faults = scan_cards("T 19\n8")[1]
    assert [str(each) for each in faults] == ["8: no such card; did you mean h8, d8, s8, c8 or T8?"]


def test_a_number_above_the_tens_is_a_trump_wherever_it_stands() -> None:
    assert write_cards(each.card for each in read_cards("21 dD 20 cR 7h enogtyve")) == "T21 dD T20 cR h7 T21"


@pytest.mark.parametrize(
    "text", ["hR D C V", "hjerter R D C", "hR V", "VT", "RT", "cT", "ti", "7 dD", "22", "Th", "T22"]
)
def test_what_may_be_two_things_is_never_read_as_one_and_only_cards_are_suggested(text: str) -> None:
    faults = scan_cards(text)[1]
    assert faults
    for word in ("".join(pair) for pair in product("hdsctrkqjvnx0123456789", repeat=2)):
        assert all(str(read_card(each)) == each for each in nearest_cards(word)), word


@given(st.lists(st.sampled_from(DECK), max_size=30))
def test_what_is_written_reads_back_as_the_same_cards(cards: list) -> None:
    assert [each.card for each in read_cards(write_cards(cards))] == cards


@given(st.lists(st.sampled_from(DECK), min_size=1), st.sampled_from([" ", ",", ", ", "\n", " ; ", "\t"]))
def test_every_card_knows_where_it_was_read(cards: list, between: str) -> None:
    text = between.join(map(str, cards))
    assert [text[each.offset :][: each.length] for each in read_cards(text)] == [str(card) for card in cards]


def test_two_or_three_cards_in_their_own_words_are_no_other_card_together() -> None:
    words = [folded(str(card)) for card in DECK]
    assert [cards_of((word,)) for word in words] == [{card} for card in DECK]
    assert not any(map(cards_of, product(words, repeat=2)))
    assert not any(
        cards_of((first, of, last)) for first, last in product(words, repeat=2) for of in (*OF, first)
    )


def test_cards_of_several_words_are_found_in_a_list() -> None:
    found = read_cards("heart king, diamond 9 T 7 klør knægt king of spades skis")
    assert [str(each.card) for each in found] == ["hR", "d9", "T7", "cV", "sR", "fool"]
    assert [(each.offset, each.length) for each in found][:3] == [(0, 10), (12, 9), (22, 3)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "h kn",
            "h kn reads two ways, as hC (knight, kaval) or hV (jack, knægt); write the one that is meant",
        ),
        ("hkn", "hkn reads two ways, as hC (knight, kaval) or hV (jack, knægt); write the one that is meant"),
        ("hj V", "hj V reads two ways, as hV or as hV T5; write each card as one word, like hR"),
        ("hX", "hX: no such card; did you mean h10?"),
        ("h11", "h11: no such card; did you mean h10?"),
        ("h0", "h0: no such card; did you mean h1?"),
        ("T22", "T22: no such card; did you mean T21?"),
        ("Kd", "Kd reads two ways, as dR (king, konge) or cD (queen, dame); write the one that is meant"),
        ("Rd", "Rd reads two ways, as dR (king, konge) or dD (queen, dame); write the one that is meant"),
        ("heart kign", "heart kign: no such card; did you mean hR?"),
        ("king of heartz", "king of heartz: no such card; did you mean hR?"),
        ("fol", "fol: no such card; did you mean fool?"),
        ("king", "king: no such card; did you mean hR, dR, sR or cR?"),
        ("z9", "z9: no such card; did you mean T9, s9, h9, d9 or c9?"),
        ("hearts", "hearts: no such card; did you mean hR, hD, hC, hV or one of h1 to h10?"),
        ("T²", "T²: no such card; did you mean one of T1 to T21?"),
        ("T1_0", "T1_0: no such card; did you mean T10?"),
        ("T-1", "T-1: no such card; did you mean T1?"),
        ("?", f"?: a card that is not known has no place here; {WHERE_UNKNOWN}"),
        ("", "no card; one card was expected"),
        ("hR d9", "hR d9: 2 cards; one card was expected"),
    ],
)
def test_what_is_no_card_or_two_is_told_with_the_nearest(text: str, message: str) -> None:
    with pytest.raises(CardError) as caught:
        read_card(text)
    assert str(caught.value) == message


def test_all_faults_of_a_list_are_told_with_their_places() -> None:
    found, faults = scan_cards("hR hX T7 z9 h kn d9")
    assert write_cards(each.card for each in found) == "hR T7 d9"
    assert [(each.offset, each.length) for each in faults] == [(3, 2), (9, 2), (12, 4)]


@pytest.mark.parametrize(
    ("text", "cards", "faults"),
    [
        ("h R D C", "hR", ["D C reads two ways, as dC or as hD hC; write each card as one word, like hR"]),
        ("h R d C", "hR dC", []),
        ("H R D C", "hR dC", []),
        ("h R, D C, V", "hR dC T5", []),
        ("h R D R", "hR dR", []),
        ("T 7 V", "T7 T5", []),
    ],
)
def test_a_capital_that_may_go_on_with_the_suit_before_it_reads_two_ways(
    text: str, cards: str, faults: list[str]
) -> None:
    found, wrong = scan_cards(text)
    assert write_cards(each.card for each in found) == cards
    assert [str(each) for each in wrong] == faults


def test_queen_of_diamonds_and_knight_of_clubs_are_told_by_their_place_in_the_word() -> None:
    assert write_cards(each.card for each in read_cards("dD cC dC cD")) == "dD cC dC cD"


@pytest.mark.parametrize(
    ("text", "suit"),
    [
        ("h", Suit.HEARTS),
        ("klør", Suit.CLUBS),
        ("♠", Suit.SPADES),
        ("Trumf", Suit.TRUMPS),
        ("ruder", Suit.DIAMONDS),
    ],
)
def test_a_suit_is_read_by_letter_symbol_or_name(text: str, suit: Suit) -> None:
    assert read_suit(text) is suit


def test_what_is_no_suit_is_an_error() -> None:
    with pytest.raises(CardError, match="x: no such suit"):
        read_suit("x")


@given(st.text(max_size=60))
def test_no_text_makes_the_reader_fail(text: str) -> None:
    found, faults = scan_cards(text)
    spans = sorted((each.offset, each.offset + each.length) for each in (*found, *faults))
    assert all(0 <= start < end <= len(text) for start, end in spans)
