"""Tapp and Slovenian Tarok as their rule sets have them: legal cards, winners, what is written."""

from __future__ import annotations

from typing import Final

import pytest

from analyzer.cards.card import Suit, cards
from analyzer.errors import InvalidFile, UsageError
from analyzer.rules.actions import Sides
from analyzer.rules.deal.discard import judge_discard
from analyzer.rules.play.table import START, Course, Laid, Table, legal, winner
from analyzer.rules.score.reckoning import Piling, SidePile
from analyzer.rules.spec.bearing import Occurrences, Topic, bearing
from analyzer.rules.spec.clause import Standing
from analyzer.rules.spec.files.clausefile import read_rules, read_sources
from analyzer.rules.spec.game import Beat, GameSpec, apply_contract, first_leader
from analyzer.rules.spec.kinds.contracts import ContractAim, TalonLeft
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset, rules_file, specs_dir
from analyzer.rules.spec.variants import in_form
from analyzer.rules.verdicts import Verdict

FORMS: Final = (("tapp", 3), ("slovenian", 4), ("slovenian", 3))


def rules(name: str, seats: int = 0, **variant: str) -> RuleSet:
    """A rule set in one of its forms, with readings of its options (`_` for `-`)."""
    chosen = load_ruleset(name, {option.replace("_", "-"): each for option, each in variant.items()})
    return in_form(chosen, seats) if seats else chosen


def laid(text: str, lead: int = 0, seats: int = 4) -> tuple[Laid, ...]:
    return tuple(Laid((lead + place) % seats, card) for place, card in enumerate(cards(text)))


def wins(game: GameSpec, text: str, course: Course = START) -> str:
    """The card that wins a trick."""
    trick = laid(text)
    return str(trick[winner(trick, game, course)].card)


def colour(trump_led: int = 0) -> Course:
    """The course of a hand in which the first seat's side plays Colour Valat."""
    return Course(Sides.against(4, 0, 2), trump_led=bool(trump_led), colour=0)


# The cards


@pytest.mark.parametrize(("name", "seats"), FORMS)
def test_54_cards_count_70_points_and_are_all_dealt(name: str, seats: int) -> None:
    table = rules(name, seats).table
    game = rules(name, seats).game
    assert (len(table.deck), sum(map(game.piles.card_units, table.deck))) == (54, 3 * 70)
    assert seats * table.hand_size + table.skat_size == 54
    spots = {
        suit: [str(card) for card in table.deck if card.suit is suit and not card.is_court] for suit in Suit
    }
    assert sorted(spots[Suit("h")]) == ["h1", "h2", "h3", "h4"]
    assert sorted(spots[Suit("c")]) == ["c10", "c7", "c8", "c9"]


@pytest.mark.parametrize(
    ("batch", "units"),
    [
        ("hR hD T4", 24), ("fool T21 T1", 39), ("h1 T5 s7", 3), ("cV s8 d2", 6),
        ("hR hD T4 T5", 25), ("hR hD T4 T5 T6", 26),
    ],
)  # fmt: skip
def test_three_cards_are_counted_as_one_and_a_card_over_as_a_third(batch: str, units: int) -> None:
    game = rules("slovenian").game
    assert sum(map(game.piles.card_units, cards(batch))) == units


# What may be played


def test_in_a_game_for_points_no_card_must_beat_another() -> None:
    game = rules("slovenian").game
    assert apply_contract(game, "two") is game
    assert game.duty.beat is Beat.NONE
    assert legal(frozenset(cards("hR hD h1 T20")), laid("h4 hC"), game) == frozenset(cards("hR hD h1"))


@pytest.mark.parametrize("name", ["tapp", "slovenian"])
def test_the_fool_follows_trumps_as_the_highest_of_them(name: str) -> None:
    game = rules(name).game
    assert legal(frozenset(cards("fool s7")), laid("T8"), game) == frozenset(cards("fool"))
    assert legal(frozenset(cards("fool h2")), laid("h4"), game) == frozenset(cards("h2"))
    assert wins(game, "T21 fool s7") == "fool"


def test_a_fool_that_excuses_in_tapp_is_free_goes_home_and_wins_nothing() -> None:
    game = rules("tapp", fool_kind="excuse").game
    assert legal(frozenset(cards("fool h2")), laid("h4"), game) == frozenset(cards("fool h2"))
    assert wins(game, "T2 fool s7") == "T2"
    assert game.exchange is not None
    usual = rules("tapp").game
    assert usual.exchange is None


# Who wins


def test_in_colour_valat_an_opponents_lead_beats_trumps_where_anybodys_does() -> None:
    trick = laid("s8 T21 sV d1", lead=1)
    anybody, declarers = (
        rules("slovenian", colour_valat_leads=each).game for each in ("anybody", "declarers-side")
    )
    assert winner(trick, anybody, colour()) == 3
    assert winner(trick, declarers, colour()) == 2


def test_a_fool_led_to_a_trick_of_colour_valat_is_a_trump_led() -> None:
    hands = tuple(frozenset(cards(each)) for each in ("fool s8", "T2 T21", "s7 sV", "T3 d1"))
    table = Table(rules("slovenian").game, hands, 0, course=colour())
    for text in ("fool", "T2", "s7", "T3"):
        (move,) = (each for each in table.moves() if str(each.card) == text)
        table, _ = table.after(move)
    assert table.course.trump_led
    assert wins(table.spec, "s8 T21 sV d1", table.course) == "T21"


# The contracts


def test_the_declarer_leads_in_beggar_and_the_player_after_the_dealer_otherwise() -> None:
    game = rules("slovenian").game
    assert first_leader(game, "beggar", dealer=0, declarer=3) == 3
    assert first_leader(game, "solo-one", dealer=0, declarer=3) == 1
    assert first_leader(game, "misere", dealer=3, declarer=None) == 0


def test_each_contract_takes_its_batch_and_leaves_the_rest_where_it_belongs() -> None:
    game = rules("slovenian").game
    taken = {name: (each.takes, each.left) for name, each in game.contracts.items()}
    assert taken["two"] == taken["solo-two"] == (2, TalonLeft.OPPONENTS)
    assert taken["solo-without"] == (0, TalonLeft.OPPONENTS)
    assert taken["beggar"] == (0, TalonLeft.NOBODY)
    assert taken["misere"] == (0, TalonLeft.TRICKS)
    assert game.contracts["colour-valat"].aim is ContractAim.EVERY_TRICK
    tapp = rules("tapp").game
    assert [(each.takes, each.played) for each in tapp.contracts.values()] == [
        (6, False),
        (3, True),
        (0, True),
    ]


def test_three_players_play_every_game_alone_or_the_solo_games_only() -> None:
    four, three = rules("slovenian").game, rules("slovenian", 3).game
    solo = rules("slovenian", 3, contracts="solo-only").game
    assert [name for name, each in four.contracts.items() if not each.alone] == ["three", "two", "one"]
    assert all(each.alone for each in three.contracts.values())
    assert list(three.contracts) == list(four.contracts)
    assert not {"three", "two", "one"} & set(solo.contracts)
    with_four = rules("slovenian", 4, contracts="solo-only").game
    assert list(with_four.contracts) == list(four.contracts)


# What is written


def test_the_same_trick_counts_alike_in_both_games() -> None:
    for name in ("tapp", "slovenian"):
        game = rules(name).game
        sides = Sides.against(3, 0, None)
        piling = Piling(game.piles, game.exchange, game.fool.lost_in_last, sides)
        trick = laid("hR hD T4", seats=3)
        table = Table(game, tuple(frozenset([each.card]) for each in trick), 0)
        for each in trick:
            (move,) = (one for one in table.moves() if one.card == each.card)
            table, done = table.after(move)
        assert done is not None
        assert [each.units for each in piling.turn((SidePile(), SidePile()), done, 1).piles] == [0, 24]


# The files


def test_every_disputed_clause_of_both_games_has_its_option() -> None:
    for name in ("tapp", "slovenian"):
        found = rules(name)
        asked = {option.clause for option in found.options.values()}
        disputed = {each.id for each in found.clauses.values() if each.standing is Standing.DISPUTED}
        assert disputed <= asked


def test_a_sheet_that_lacks_one_of_its_clauses_is_told_which() -> None:
    text = rules_file("slovenian").read_text(encoding="utf-8")
    start = text.index("  - id: radli.earned")
    text = text[:start] + text[text.index("  - id: radli\n") :]
    with pytest.raises(InvalidFile) as caught:
        read_rules(
            text, "ours.yaml", read_sources((specs_dir() / "sources.yaml").read_text(), "sources.yaml")
        )
    told = [str(each.message) for each in caught.value.faults]
    assert "a clause of the kind `radli-earned` is missing" in told


def test_a_contract_that_there_is_not_is_told_where_it_is_named() -> None:
    text = rules_file("slovenian").read_text(encoding="utf-8")
    text = text.replace("{contracts: [beggar], first: declarer}", "{contracts: [beggars], first: declarer}")
    with pytest.raises(InvalidFile) as caught:
        read_rules(
            text, "ours.yaml", read_sources((specs_dir() / "sources.yaml").read_text(), "sources.yaml")
        )
    told = [str(each.message) for each in caught.value.faults]
    assert "play.lead-beggar: unknown contract `beggars`" in told


def test_an_answer_of_tapp_rests_on_no_clause_of_an_excuse_while_the_fool_is_a_trump() -> None:
    came = Occurrences(frozenset({Topic.FOOL_IN_TRICK, Topic.FOOL_LED, Topic.FOOL_LAID, Topic.FOOL_COUNTED}))
    trump, excuse = rules("tapp"), rules("tapp", fool_kind="excuse")
    assert [each for each in bearing(trump, came) if each.startswith("fool.")] == ["fool.kind"]
    assert {"fool.any-trick", "fool.never-wins", "fool.led"} <= set(bearing(excuse, came))


# The discard


def test_as_many_cards_are_laid_away_as_were_taken_whatever_the_batch() -> None:
    hand = cards("hR hD T4 T21 s7 s8 s9 c7 c8 d1 d2 d3 T9")
    for taken, laid_away in ((1, "s7"), (2, "s7 T4"), (3, "s7 T4 d3")):
        held = frozenset([*hand, *cards("T5 T6")][: 12 + taken])
        assert judge_discard(rules("slovenian"), held, frozenset(cards(laid_away))).verdict is Verdict.LEGAL
    wrong = judge_discard(rules("slovenian"), frozenset(hand), frozenset(cards("s7 s8")))
    assert [each.clause for each in wrong.violations] == ["discard.size"]
    with pytest.raises(UsageError, match="13, 14 or 15"):
        judge_discard(rules("slovenian"), frozenset(hand[:12]), frozenset())
