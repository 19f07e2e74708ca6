"""What a player knows in a line, held against replaying it with every other deal of the hidden cards."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice

import pytest
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs
from places import POSITIONS
from positions_strategy import Shape, random_position
from replay_lines import PLAYERS, ending, line, words
from small_deals import allowed, shares

from analyzer.cards.card import BY_TEXT, FOOL, cards
from analyzer.errors import IllegalMove, UsageError
from analyzer.knowledge.deals import Deal, deals
from analyzer.knowledge.facts import kept
from analyzer.position.model import Position
from analyzer.position.reading import load
from analyzer.position.replay.replay import replay
from analyzer.position.setting import Line
from analyzer.rules.actions import ALLOW, ActionKind
from analyzer.rules.deal.declarations import declarations_of
from analyzer.rules.deal.discard import judge_discard, legal_discards
from analyzer.rules.play.table import Table
from analyzer.rules.spec.shipped import load_ruleset


def told(deal: Deal):
    return tuple(hand for _, hand in sorted(deal.hands.items())), deal.skat


def random_line(rng: random.Random, table: Table) -> list[list[str]]:
    """Random legal play, the demands spoken among it: the words of each trick."""
    tricks: list[list[str]] = [[]]
    while not table.over:
        seat, move = table.to_move, rng.choice(table.moves())
        table, trick = table.after(move)
        if move.kind is ActionKind.DEMAND:
            tricks[-1].append(f"demand[{PLAYERS[seat]}]")
        elif move is not ALLOW and move.kind is ActionKind.PLAY:
            tricks[-1].append(str(move))
        if trick is not None and not table.over:
            tricks.append([])
    return tricks


def seen(position: Position, text: str):
    """Everything that happens at the table in a line; None where it is illegal."""
    try:
        replayed = replay(position, line(text))
    except IllegalMove:
        return None
    return [
        [(event.kind, event.seat, event.card, event.suit) for event in trick.events]
        for trick in replayed.tricks
    ]


def fitting(position: Position, text: str, seen_by: int):
    """The deals of the hidden cards, as they lie after the words, with which the line goes as it went."""
    happened = seen(position, text)
    assert happened is not None
    played = [set(), set(), set()]
    for trick in happened:
        for kind, seat, card, _ in trick:
            if kind.value == "play":
                played[seat].add(card)
            elif kind.value == "take-back":
                played[seat].discard(card)
    start = [
        hand | {laid.card for laid in position.trick if laid.seat == seat}
        for seat, hand in enumerate(position.hands)
    ]
    others = [seat for seat in range(3) if seat != seen_by]
    left = [start[seat] - played[seat] for seat in others]
    given = [{laid.card for laid in position.trick if laid.seat == seat} for seat in range(3)]
    found = set()
    for hidden in shares(sorted(left[0] | left[1]), [len(left[0]), len(left[1])]):
        hands = list(position.hands)
        for seat, hand in zip(others, hidden, strict=True):
            hands[seat] = (hand | played[seat]) - given[seat]
        if seen(replace(position, hands=tuple(map(frozenset, hands))), text) == happened:
            found.add((hidden, frozenset()))
    return found


@settings(deadline=None, max_examples=examples(40))
@given(seed=st.integers(0, 2**32 - 1), tricks=st.integers(2, 4), fool=st.booleans())
def test_a_player_knows_exactly_what_rules_out_the_other_deals(seed, tricks, fool):
    rng = random.Random(seed)
    position = random_position(rng, Shape(tricks=tricks, laid=0, fool=fool, ruleset="danish"))
    told_by_trick = random_line(rng, position.table)
    number = rng.randrange(len(told_by_trick))
    card = rng.choice((1, 2, 3))
    trick = told_by_trick[number]
    # The words before the one that lays the card for good; a demand right before it was heard too.
    last = [place for place, word in enumerate(trick) if not word.startswith("demand")]
    if any(word.startswith("demand") for word in trick):
        picked = next(place for place, word in enumerate(trick) if word.startswith("demand")) - 1
        last.remove(picked)
    before = [word for each in told_by_trick[:number] for word in each] + trick[: last[card - 1]]
    seen_by = rng.randrange(3)
    whole = Line("it", words(" ".join(word for each in told_by_trick for word in each)))
    at = (25 - tricks + 1 + number, card)
    found = deals(position, line=whole, at=at, seen_by=seen_by)
    assert {told(each) for each in found} == fitting(position, " ".join(before), seen_by)


def knows(position, text, at, seen_by="B"):
    return deals(position, line=line(text), at=at, seen_by=PLAYERS.index(seen_by))


def facts(found):
    return [(fact.text, fact.clause) for fact in found.evidence.facts]


def test_who_does_not_follow_is_void_and_who_throws_off_has_no_trumps():
    position = ending(["h3 h4 d1", "h5 h6 T3", "s1 s2 d3"], "A")
    found = knows(position, "h3 h5 s1", "23.3", "B")
    assert facts(found) == []
    found = knows(position, "h3 h5 s1 h4 h6", "24.2", "B")
    assert facts(found) == [
        ("C has no hearts: s1 did not follow in trick 23", "play.follow"),
        ("C has no trumps: s1 was thrown off in trick 23", "play.trump"),
    ]


def test_the_fool_shows_nothing_of_the_suit_it_is_played_to():
    position = ending(["h3 h4 d1 d5", "h5 d2 T3 T4", "fool h9 s2 d3"], "A")
    found = knows(position, "h3 h5 fool", "23.1", "B")
    assert facts(found) == [
        (
            "the Fool that C played to hearts in trick 22 shows nothing: it may be played to any trick",
            "fool.any-trick",
        )
    ]
    assert found.count == 20  # six cards, three in each hand, and nothing known of any


def test_a_card_taken_back_is_known_to_be_in_the_hand_and_so_is_the_fool():
    position = ending(["hR h4 d1", "h5 d2 T3", "fool h9 s2"], "A")
    whole = "hR h5 h9 demand[B] fool"
    found = knows(position, whole, "23.3", "B")
    assert ("C holds h9, taken back in trick 23", "fool.demand") in facts(found)
    assert ("C holds the Fool: play was taken back to him in trick 23", "fool.demand") in facts(found)
    assert all({FOOL, BY_TEXT["h9"]} <= deal.hands[2] for deal in found)
    assert found.count == 3


def test_who_demands_the_fool_does_not_hold_it():
    position = ending(["fool h4 d1", "h5 d2 T3", "hR h9 s2"], "C")
    found = deals(position, line=line("demand[C] hR fool"), at="23.1", seen_by=1)
    assert ("C does not hold the Fool, which he demanded in trick 23", "fool.demand") in facts(found)
    assert all(FOOL in deal.hands[0] for deal in found)


def test_who_says_he_is_void_in_the_name_of_the_fool_is_void():
    position = ending(["fool h4 d1", "c5 c2 T3", "d9 s7 s2"], "A", fool_demand=False)
    found = deals(position, line=line("fool=h void[B] claim[B]=c c5 s2"), at="24.1", seen_by=0)
    assert ("C has no hearts, as was said in trick 23", "naming.statement") in facts(found)
    assert ("B has no hearts, as was said in trick 23", "naming.statement") in facts(found)


def test_a_second_player_who_may_still_be_named_over_has_shown_no_lack_of_trumps():
    position = ending(["fool h4 d1", "c5 c2 T3", "d9 s7 s2"], "A", fool_demand=False)
    found = deals(position, line=line("fool=h c5 claim[C]=c s7"), at="24.1", seen_by=0)
    assert any(BY_TEXT["T3"] in deal.hands[1] for deal in found)


@pytest.mark.parametrize(
    ("hands", "text", "at"),
    [
        (["fool h4 d1", "c5 c2 T3", "d9 s7 s2"], "fool=h | void[B] | claim[B]=c | c5 | s2", (24, 1)),
        (["fool h4 d1", "c5 c2 T3", "d9 s7 s2"], "fool=h | c5 | claim[C]=c | s7", (24, 1)),
        (["fool h4 d1", "s5 c2 T3", "d9 s7 c4"], "fool=h | s5 | claim[C]=c | c2 | c4", (24, 1)),
        (["fool h4 d1", "s5 c2 c3", "d9 s7 c4"], "fool=h | s5 | d9 | s7", (24, 1)),
        (["fool h4 d1", "s5 c2 c3", "h9 s7 c4"], "fool=h | void[B] | s5 | h9", (24, 1)),
        (["hR fool d1", "s5 c2 T3", "h9 s7 c4"], "hR | T3 | demand[C] | fool=c | c2 | c4", (23, 3)),
    ],
)
def test_whatever_is_said_about_the_name_of_the_fool_no_deal_is_ruled_out_that_fits(hands, text, at):
    position = ending(hands, "A", fool_demand="demand" in text)
    for seen_by in range(3):
        found = deals(position, line=line(text.replace("|", "")), at=at, seen_by=seen_by)
        said = text.split(" | ")
        heard = text.replace("|", "") if at == (24, 1) else " ".join(said[: said.index("c4")])
        assert fitting(position, heard, seen_by) <= {told(each) for each in found}


@pytest.mark.parametrize(
    ("at", "message"),
    [
        ("26.1", "no trick 26; its tricks are 24 to 25"),
        ("3.1", "no trick 3"),
        ("24.4", "no card 4"),
        ("x.y", "write TRICK.CARD"),
        ("24.0", "write TRICK.CARD"),
        ("²4.1", "write TRICK.CARD"),
    ],
)
def test_a_moment_the_line_does_not_come_to_is_refused(at, message):
    position = ending(["dR T7", "hR d9", "c7 c2"], "B")
    with pytest.raises(UsageError, match=message):
        deals(position, line=line("d9 dR c2 T7 hR c7"), at=at, seen_by=1)


def test_tricks_may_be_counted_from_the_start_of_the_line():
    position = ending(["dR T7", "hR d9", "c7 c2"], "B")
    whole = line("d9 dR c2 T7 hR c7")
    assert deals(position, line=whole, at="1.3", seen_by=1) == deals(
        position, line=whole, at="24.3", seen_by=1
    )


def test_a_line_tells_what_a_player_knows_and_must_say_which():
    position = ending(["dR T7", "hR d9", "c7 c2"], "B")
    with pytest.raises(UsageError, match="by whom"):
        deals(position, line=line("d9 dR c2 T7 hR c7"))


@pytest.fixture(scope="module")
def hand():
    return load(str(POSITIONS / "whole-hand.yaml"))


@pytest.mark.parametrize("at", [(24, 1), (24, 3), (25, 2)])
def test_in_a_whole_hand_a_player_knows_what_the_rules_of_the_whole_hand_leave(hand, at):
    found = deals(hand, line="as it was played", at=at, seen_by=1)
    cards_played = sum(3 if trick < at[0] else at[1] - 1 for trick in range(1, at[0] + 1))
    moves = [move for move in hand.lines[0].moves if move.card is not None][:cards_played]
    played = {move.card for move in moves}
    hidden = [hand.hands[0] - played, hand.hands[2] - played, hand.skat]
    expected = set()
    for first, last, skat in shares(sorted(hidden[0] | hidden[1] | hidden[2]), list(map(len, hidden))):
        hands = (first | (hand.hands[0] & played), hand.hands[1], last | (hand.hands[2] & played))
        if not allowed(hand.rules, hands[2], skat):
            continue
        other = replace(hand, hands=hands, skat=skat, declarations=None)
        if any(
            declarations_of(hand.rules, hands[s]) != declarations_of(hand.rules, hand.hands[s])
            for s in (0, 2)
        ):
            continue
        try:
            replay(other, structs.replace(hand.lines[0], moves=tuple(moves), expect=None))
        except IllegalMove:
            continue
        expected.add(((first, last), skat))
    assert {told(each) for each in found} == expected
    assert (tuple(hidden[:2]), hidden[2]) in expected


def test_the_dealer_knows_his_own_skat(hand):
    found = deals(hand, line="as it was played", at=(20, 1), seen_by=2)
    assert not found.evidence.cards & hand.skat
    assert all(not deal.skat for deal in found.sample(3))


def test_at_the_start_of_a_whole_hand_the_deals_are_counted_though_nobody_could_list_them(hand):
    found = deals(hand, line="as it was played", seen_by=0)
    assert found.count > 10**12
    assert all(len(deal.hands[1]) == len(deal.hands[2]) == 25 for deal in found.sample(5))
    for deal in found.sample(20, seed=2):
        assert declarations_of(hand.rules, deal.hands[1]) == declarations_of(hand.rules, hand.hands[1])
        assert declarations_of(hand.rules, deal.hands[2]) == declarations_of(hand.rules, hand.hands[2])
        assert allowed(hand.rules, deal.hands[2], deal.skat)


def void_dealer(skat: str, ruleset: str = "danish") -> Position:
    """A whole hand whose dealer C holds spades and clubs and no trump; A leads hearts, and B holds some."""
    rules = load_ruleset(ruleset)
    laid = frozenset(cards(skat))
    black = frozenset(card for card in rules.table.deck if str(card)[0] in "sc")
    dealer = frozenset(sorted(black)[:25])
    rest = [card for card in rules.table.deck if card not in dealer | laid]
    return Position(
        rules=rules,
        players=PLAYERS,
        hands=(frozenset(rest[::2]), frozenset(rest[1::2]), dealer),
        lead=0,
        dealer=2,
        skat=laid,
    )


@pytest.mark.parametrize(
    ("skat", "ruleset", "answer"),
    [
        ("T2 T3 d10", "danish", "C discarded trumps"),
        ("d8 d9 d10", "danish", "C discarded no trumps"),
        ("T2 T3 d10", "danish-1996", "number of trumps that C discarded: 2"),
    ],
)
def test_a_dealer_who_shows_out_of_trumps_at_once_must_say_whether_he_discarded_some(skat, ruleset, answer):
    position = void_dealer(skat, ruleset)
    whole = line("hR hD s1 h1")
    found = deals(position, line=whole, at=(1, 3), seen_by=0)
    assert answer not in [fact.text for fact in found.evidence.facts]
    found = deals(position, line=whole, at=(2, 1), seen_by=0)
    assert (answer, "discard.tell-trumps") in facts(found)
    trumps = sum(card.is_trump for card in position.skat)
    told_trumps = {sum(card.is_trump for card in deal.skat) for deal in found.sample(50)}
    assert told_trumps <= ({0} if not trumps else {trumps} if ruleset == "danish-1996" else {1, 2, 3})


def test_the_cards_a_dealer_had_to_name_in_the_skat_are_no_secret():
    rules = load_ruleset("danish")
    kept = cards("hR hD hC hV dR dD dC dV sR sD sC sV cR fool T1 T21 T20 T19 T18 T17 T16 T15 T14 T13 T12")
    laid = cards("cD cC cV")
    rest = [card for card in rules.table.deck if card not in kept + laid]
    hands = (frozenset(rest[::2]), frozenset(rest[1::2]), frozenset(kept))
    position = Position(rules, PLAYERS, hands, 0, dealer=2, skat=frozenset(laid))
    assert judge_discard(rules, kept + laid, laid).must_announce == laid
    found = deals(position, line=line(str(min(hands[0]))), seen_by=0)
    assert not found.evidence.cards & frozenset(laid)
    assert not found.clash
    assert "C declared abundant clubs" in [fact.text for fact in found.evidence.facts]


@pytest.mark.parametrize("seed", range(6))
def test_the_deal_that_was_dealt_is_never_ruled_out(seed):
    rng = random.Random(seed)
    rules = load_ruleset(rng.choice(("danish", "danish-1996", "danish-concise")))
    deck = list(rules.table.deck)
    rng.shuffle(deck)
    before = frozenset(deck[50:])
    skat = rng.choice(list(islice(legal_discards(rules, before), 500)))
    hands = (frozenset(deck[:25]), frozenset(deck[25:50]), before - skat)
    position = Position(rules, PLAYERS, hands, 0, dealer=2, skat=skat)
    whole = line(" ".join(word for trick in random_line(rng, position.table) for word in trick))
    for _ in range(6):
        at, seen_by = (rng.randint(1, 25), rng.randint(1, 3)), rng.randrange(3)
        found = deals(position, line=whole, at=at, seen_by=seen_by)
        pool = found.evidence.cards
        truth = {
            card: place
            for place, each in enumerate(found.evidence.places)
            for card in pool & (skat if each.seat is None else hands[each.seat])
        }
        limits = [limit for fact in found.evidence.facts for limit in fact.limits]
        assert kept(limits, truth, len(found.evidence.places))
        assert found.count
        for deal in found.sample(3, seed):
            others = [each for each in found.evidence.places if each.seat is not None]
            assert all(len(deal.hands[each.seat]) == each.size for each in others)
