"""Tapp and Slovenian Tarok as their rule sets have them: legal cards, winners, what is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

import pytest

from analyzer.cards.card import Suit, cards
from analyzer.errors import InvalidFile, UsageError
from analyzer.rules.deal.discard import judge_discard
from analyzer.rules.play.course import START, Course
from analyzer.rules.play.table import Laid, Table, legal, winner
from analyzer.rules.score.book import Book
from analyzer.rules.score.hand import NOTHING_DONE, Deeds, HandCame, PagatCame, Scoring
from analyzer.rules.score.piles import Piling, SidePile
from analyzer.rules.score.steps import score_hand
from analyzer.rules.score.told import HandTold, sides_of
from analyzer.rules.sides import Sides
from analyzer.rules.spec.bearing import CameUp, Topic, bearing
from analyzer.rules.spec.clausefile import read_rules, read_sources
from analyzer.rules.spec.contracts import Aim, TalonLeft
from analyzer.rules.spec.game import Beat, GameSpec
from analyzer.rules.spec.ruleset import RuleSet, Standing
from analyzer.rules.spec.shipped import load_ruleset, rules_file, specs_dir
from analyzer.rules.spec.undercontract import first_leader, under_contract
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
    points = rules(name, seats).game.points
    assert points is not None
    assert (len(table.deck), sum(map(points.piles.of, table.deck))) == (54, 3 * 70)
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
    points = rules("slovenian").game.points
    assert points is not None
    assert sum(map(points.piles.of, cards(batch))) == units


# What may be played


@pytest.mark.parametrize("contract", ["beggar", "misere"])
@pytest.mark.parametrize(
    ("table", "hand", "allowed"),
    [
        ("h4 hC", "hR hD h1 T20", "hR hD"),
        ("h4 hC", "h2 hV", "hV h2"),
        ("h4 T3", "hR h1", "hR h1"),
        ("h4 T3", "T2 T9 sR", "T9"),
        ("h4 T3", "T1 T2 sR", "T1 T2"),
        ("h4 hC", "sR c7", "sR c7"),
        ("T8", "T2 T7 cR", "T2 T7"),
        ("T8", "fool T2 T9", "T9 fool"),
    ],
)
def test_in_beggar_and_misere_a_card_beats_the_table_where_one_can(
    contract: str, table: str, hand: str, allowed: str
) -> None:
    game = under_contract(rules("slovenian").game, contract)
    assert legal(frozenset(cards(hand)), laid(table), game) == frozenset(cards(allowed))
    assert game.duty.clauses[2] == "play.beat"


def test_in_a_game_for_points_no_card_must_beat_another() -> None:
    game = rules("slovenian").game
    assert under_contract(game, "two") is game
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
    assert game.points is not None
    assert game.points.exchange is not None
    usual = rules("tapp").game.points
    assert usual is not None
    assert usual.exchange is None


# Who wins


@pytest.mark.parametrize(
    ("trick", "in_order", "any_order"),
    [
        ("fool T21 T1 s7", "T1", "T1"),
        ("fool d1 T21 T1", "T1", "T1"),
        ("T21 fool T1 s7", "fool", "T1"),
        ("hR fool T21 T1", "T1", "T1"),
        ("fool T21 T2 s7", "fool", "fool"),
    ],
)
def test_the_pagat_takes_fool_and_mond_where_they_fall_in_this_order(
    trick: str, in_order: str, any_order: str
) -> None:
    assert wins(rules("slovenian").game, trick) == in_order
    assert wins(rules("slovenian", three_trumps="any-order").game, trick) == any_order


def test_the_pagat_wins_nothing_of_the_kind_in_beggar_misere_and_tapp() -> None:
    for contract in ("beggar", "misere"):
        assert wins(under_contract(rules("slovenian").game, contract), "fool T21 T1 s7") == "fool"
    assert wins(rules("tapp").game, "fool T21 T1") == "fool"


@pytest.mark.parametrize(
    ("trick", "first"),
    [("s8 T21 sV d1", "sV"), ("s8 T2 hR d1", "s8"), ("T2 s8 T5 d1", "T5"), ("s8 fool T21 T1", "s8")],
)  # fmt: skip
def test_in_colour_valat_the_suit_led_beats_trumps_until_one_was_led(trick: str, first: str) -> None:
    game = rules("slovenian").game
    assert wins(game, trick, colour()) == first
    assert wins(game, "s8 T21 sV d1", colour(trump_led=1)) == "T21"
    that_trick = rules("slovenian", colour_valat_ends="that-trick").game
    assert wins(that_trick, "s8 T21 sV d1", colour(trump_led=1)) == "sV"


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


def test_the_three_trumps_in_colour_valat_are_judged_as_ever_unless_the_option_says_never() -> None:
    game, never = rules("slovenian").game, rules("slovenian", three_trumps_in_colour_valat="never").game
    assert wins(game, "fool T21 T1 s7", colour()) == "T1"
    assert wins(never, "fool T21 T1 s7", colour()) == "fool"
    assert wins(never, "fool T21 T1 s7") == "T1"


def test_red_spot_cards_rank_from_the_one_down() -> None:
    assert wins(rules("slovenian").game, "d4 d1 d2 d3") == "d1"
    assert wins(rules("slovenian").game, "c7 c10 c8 c9") == "c10"


# The contracts


def test_the_declarer_leads_in_beggar_and_the_player_after_the_dealer_otherwise() -> None:
    game = rules("slovenian").game
    assert first_leader(game, "beggar", dealer=0, declarer=3) == 3
    assert first_leader(game, "solo-one", dealer=0, declarer=3) == 1
    assert first_leader(game, "misere", dealer=3, declarer=None) == 0


def test_each_contract_takes_its_batch_and_leaves_the_rest_where_it_belongs() -> None:
    points = rules("slovenian").game.points
    assert points is not None
    taken = {name: (each.takes, each.left) for name, each in points.contracts.items()}
    assert taken["two"] == taken["solo-two"] == (2, TalonLeft.OPPONENTS)
    assert taken["solo-without"] == (0, TalonLeft.OPPONENTS)
    assert taken["beggar"] == (0, TalonLeft.NOBODY)
    assert taken["misere"] == (0, TalonLeft.TRICKS)
    assert points.contracts["colour-valat"].aim is Aim.EVERY_TRICK
    tapp = rules("tapp").game.points
    assert tapp is not None
    assert [(each.takes, each.played) for each in tapp.contracts.values()] == [
        (6, False),
        (3, True),
        (0, True),
    ]


def test_three_players_play_every_game_alone_or_the_solo_games_only() -> None:
    four, three, solo = (
        each.game.points
        for each in (rules("slovenian"), rules("slovenian", 3), rules("slovenian", 3, contracts="solo-only"))
    )
    assert four is not None
    assert three is not None
    assert solo is not None
    assert [name for name, each in four.contracts.items() if not each.alone] == ["three", "two", "one"]
    assert all(each.alone for each in three.contracts.values())
    assert list(three.contracts) == list(four.contracts)
    assert not {"three", "two", "one"} & set(solo.contracts)
    with_four = rules("slovenian", 4, contracts="solo-only").game.points
    assert with_four is not None
    assert list(with_four.contracts) == list(four.contracts)


# What is written


def scored(
    name: str, contract: str, points: Sequence[int | Fraction], deeds: Deeds = NOTHING_DONE, *,
    partner: int | None = None, declarer: int | None = 0, tricks: Sequence[int] = (),
    held: Mapping[int, tuple[str, ...]] | None = None, seats: int = 0,
    variant: Mapping[str, str] | None = None, **told: object,
) -> Scoring:  # fmt: skip
    """A hand scored by a rule set, from the points of its sides."""
    ruled = rules(name, seats, **(variant or {}))
    facts = HandTold(contract=contract, declarer=declarer, **told)  # type: ignore[arg-type]
    sides = sides_of(ruled.game, facts, partner)
    game = ruled.game.points
    assert game is not None
    units = tuple(int(each * game.piles.unit) for each in points) or (None,) * sides.count
    hand = HandCame(
        ruled.table.players, sides, facts, partner=partner, units=units, tricks=tuple(tricks), deeds=deeds,
        held=held or {}, whole=bool(tricks),
    )  # fmt: skip
    return score_hand(game, hand, Book(ruled.table.players))


def tapp(contract: str, points: int | None, deeds: Deeds = NOTHING_DONE, **told: object) -> tuple[int, ...]:
    both = () if points is None else (points, 70 - points)
    return scored("tapp", contract, both, deeds, **told).book.sheet  # type: ignore[arg-type]


def test_what_tapp_scores() -> None:
    assert tapp("threes", 40) == (60, 0, 0)
    assert tapp("threes", 35) == (0, 50, 50)
    assert tapp("solo", 30) == (0, 120, 120)
    assert tapp("tapp", None) == (25, 0, 0)
    assert tapp("solo", 70, Deeds(all_tricks=0)) == (1000, 0, 0)
    assert tapp("threes", 36, held={1: ("four-kings",)}) == (52, 50, 0)
    assert tapp("threes", 36, held={1: ("four-kings", "trull")}) == (52, 50, 0)
    assert tapp("threes", 36, held={1: ("four-kings",)}, passed=frozenset({1})) == (52, 0, 0)


def test_kontra_doubles_the_pagat_or_the_game() -> None:
    said: dict[str, object] = {"announced": {0: ("pagat",)}, "kontra": frozenset({1})}
    won = Deeds(pagat=PagatCame(0, 0, to_own_side=True))
    assert tapp("threes", 40, won, **said) == (260, 0, 0)
    assert tapp("threes", 40, **said) == (60, 200, 200)
    assert tapp("threes", 40, won, variant={"kontra": "game"}, **said) == (220, 0, 0)


def slovenian(
    contract: str, points: int | Fraction | None, deeds: Deeds = NOTHING_DONE, **told: object
) -> Scoring:
    both = () if points is None else (points, 70 - points)
    return scored("slovenian", contract, both, deeds, **{"partner": 2, **told})  # type: ignore[arg-type]


def test_what_a_game_of_slovenian_tarok_scores() -> None:
    assert slovenian("two", 44).book.sheet == (30, 0, 30, 0)
    assert slovenian("three", 30).book.sheet == (-15, 0, -15, 0)
    assert slovenian("three", 35).book.sheet == (-10, 0, -10, 0)
    assert slovenian("three", Fraction(106, 3)).outcome.contract == "failed"
    assert slovenian("three", Fraction(107, 3)).outcome.contract == "made"
    assert slovenian("solo-one", 50, partner=None).book.sheet == (75, 0, 0, 0)
    lost = slovenian("beggar", None, declarer=3, partner=None, tricks=(4, 4, 3, 1))
    assert (lost.book.sheet, lost.radli) == ((0, 0, 0, -70), {0: 1, 1: 1, 2: 1, 3: 1})


def test_what_the_bonuses_of_slovenian_tarok_score() -> None:
    said: dict[str, object] = {"announced": {0: ("kings",)}}
    assert slovenian("two", 44, Deeds(kings=0), **said).book.sheet == (50, 0, 50, 0)
    assert slovenian("two", 44, Deeds(kings=1)).book.sheet == (20, 0, 20, 0)
    assert slovenian("two", 44, Deeds(kings=1), **said).book.sheet == (10, 0, 10, 0)
    assert slovenian("two", 44, Deeds(mond_lost=0)).book.sheet == (10, 0, 30, 0)
    assert slovenian("two", 44, Deeds(pagat=PagatCame(1, 1, to_own_side=True))).book.sheet == (30, 25, 30, 0)
    assert slovenian("two", 44, Deeds(king_ultimo=0)).book.sheet == (40, 0, 40, 0)
    assert slovenian("two", 44, Deeds(king_ultimo=1)).book.sheet == (20, 0, 20, 0)
    assert slovenian("two", 69, Deeds(kings=0, trinity=0, valat=0)).book.sheet == (325, 0, 325, 0)


def test_a_radl_doubles_for_the_side_and_is_used_up_where_the_game_is_won() -> None:
    made = slovenian("two", 44, radli={0: 2})
    assert (made.book.sheet, made.radli) == ((60, 0, 60, 0), {0: 1})
    assert slovenian("two", 30, radli={0: 1}).radli == {0: 1}


@pytest.mark.parametrize(
    ("option", "reading", "deeds", "said", "usual", "other"),
    [
        ("missed_announcement", "nothing", NOTHING_DONE, {0: ("kings",)}, (10, 0, 10, 0), (30, 0, 30, 0)),
        ("pagat_beaten_unannounced", "nothing", Deeds(pagat=PagatCame(1, 0, to_own_side=False)), {},
         (30, -25, 30, 0), (30, 0, 30, 0)),
        ("mond_to_partner", "kept", Deeds(mond_lost=0, mond_to_partner=True), {},
         (10, 0, 30, 0), (30, 0, 30, 0)),
        ("valat", "instead", Deeds(valat=0), {}, (280, 0, 280, 0), (250, 0, 250, 0)),
    ],
)  # fmt: skip
def test_each_disputed_bonus_follows_the_reading_that_is_chosen(
    option: str, reading: str, deeds: Deeds, said: Mapping[int, tuple[str, ...]], usual: tuple[int, ...],
    other: tuple[int, ...],
) -> None:  # fmt: skip
    assert slovenian("two", 44, deeds, announced=said).book.sheet == usual
    assert slovenian("two", 44, deeds, announced=said, variant={option: reading}).book.sheet == other


def test_a_radl_of_the_declarer_alone_leaves_the_partners_line() -> None:
    assert slovenian("two", 44, radli={0: 1}, variant={"radli": "declarer"}).book.sheet == (60, 0, 30, 0)


@pytest.mark.parametrize(
    ("points", "tricks", "sheet", "nobody_else"),
    [
        ((28, 22, 20, 0), (5, 4, 3, 0), (-28, -22, -20, 70), (0, 0, 0, 70)),
        ((40, 18, 12, 0), (6, 4, 2, 0), (-70, 0, 0, 70), (0, 0, 0, 70)),
        ((24, 20, 15, 11), (4, 3, 3, 2), (-24, -20, -15, -11), (-24, -20, -15, -11)),
    ],
)
def test_in_misere_each_is_deducted_his_points(
    points: Sequence[int], tricks: Sequence[int], sheet: tuple[int, ...], nobody_else: tuple[int, ...]
) -> None:
    usual = scored("slovenian", "misere", points, declarer=None, tricks=tricks)
    assert usual.book.sheet == sheet
    assert usual.radli == {0: 1, 1: 1, 2: 1, 3: 1}
    variant = {"misere_over_35_with_trickless": "nobody-else"}
    other = scored("slovenian", "misere", points, declarer=None, tricks=tricks, variant=variant)
    assert other.book.sheet == nobody_else


def test_the_same_trick_counts_alike_in_both_games() -> None:
    for name in ("tapp", "slovenian"):
        game = rules(name).game
        assert game.points is not None
        sides = Sides.against(3, 0, None)
        piling = Piling(game.points.piles, game.points.exchange, game.fool.lost_in_last, sides)
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
    assert "play.lead-beggar: there is no contract `beggars`" in told


def test_an_answer_of_tapp_rests_on_no_clause_of_an_excuse_while_the_fool_is_a_trump() -> None:
    came = CameUp(frozenset({Topic.FOOL_IN_TRICK, Topic.FOOL_LED, Topic.FOOL_LAID, Topic.FOOL_COUNTED}))
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


def test_a_king_goes_in_slovenian_tarok_only_where_nothing_is_forbidden() -> None:
    hand = frozenset(cards("hR hD T4 T21 s7 s8 s9 c7 c8 d1 d2 d3 T9"))
    kept = judge_discard(rules("slovenian"), hand, frozenset(cards("hR")))
    assert [each.clause for each in kept.violations] == ["discard.limits"]
    free = judge_discard(rules("slovenian", discard_limits="none"), hand, frozenset(cards("hR")))
    assert free.verdict is Verdict.LEGAL


def test_in_tapp_the_fool_is_an_honour_and_trumps_go_only_where_they_must() -> None:
    hand = frozenset(cards("hR fool T21 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13 T14 T15 s7 s8"))
    two = judge_discard(rules("tapp"), hand, frozenset(cards("s7 s8 T2")))
    assert two.verdict is Verdict.LEGAL
    three = judge_discard(rules("tapp"), hand, frozenset(cards("s7 T3 T2")))
    assert [each.clause for each in three.violations] == ["discard.trumps"]
    fool = judge_discard(rules("tapp"), hand, frozenset(cards("s7 s8 fool")))
    assert [each.clause for each in fool.violations] == ["discard.honours"]
