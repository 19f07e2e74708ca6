"""What hands of card points pay or bring on a sheet: the worked examples, settled from points alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

import pytest
from msgspec import structs

from analyzer.cards.card import cards
from analyzer.rules.actions import Sides
from analyzer.rules.book import Book
from analyzer.rules.score.hand import Deeds, HandFacts, HandResult, PagatCame, Scoring
from analyzer.rules.score.sheets import score_radl, score_stake, score_tapp
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.bidding import PileRules
from analyzer.rules.spec.kinds.contracts import (
    BonusSheet,
    Contract,
    ContractAim,
    DifferenceSheet,
    SideBonus,
    StakeScore,
)
from analyzer.rules.spec.shipped import load_ruleset

TRULL: Final = frozenset(cards("T21 T1 fool"))
HONOURS: Final = TRULL | frozenset(cards("hR dR sR cR"))


def game(unit: int, *contracts: Contract) -> GameSpec:
    """A game of these contracts, whose points are counted in so many units."""
    piles = PileRules("count.points", unit, {}, 0, 0, 0, 0)
    named = {each.name: each for each in contracts}
    bare = structs.replace(load_ruleset("danish").game, pots=None)
    return structs.replace(bare, honours=HONOURS, trull=TRULL, piles=piles, contracts=named)


def contract(name: str, value: int, aim: ContractAim = ContractAim.POINTS, **more: bool) -> Contract:
    return Contract(f"contract.{name}", name, value, aim, **more)


def came(seats: int, told: HandFacts, points: Fraction | float, partner: int | None = None) -> HandResult:
    """A hand of which the declarer's side has these points."""
    assert told.declarer is not None
    sides = Sides.against(seats, told.declarer, partner)
    return HandResult(seats, sides, told, partner=partner, units=(0, 0), cards=(frozenset(), frozenset()))


def scored(point_game: GameSpec, hand: HandResult, points: float | Fraction | None, score: object) -> Scoring:
    """The hand scored, its declarer's side having taken so many points."""
    units = None if points is None else int(Fraction(points) * point_game.piles.unit)
    hand = structs.replace(hand, units=(units, 0))
    scoring = Scoring.from_hand(point_game, hand, Book(hand.seats))
    assert callable(score)
    score(scoring)
    return scoring


# Consolation and the points beyond half, times the contract


STAKE: Final = StakeScore(
    value="payment.value", flow="payment.flow", base=10, half=39, odd="payment.odd", thrown_in_clause=""
)
HOMBRE: Final = (contract("with-two", 2), contract("solo", 6), contract("call-king", 1, alone=False))


@pytest.mark.parametrize(
    ("seats", "half", "name", "partner", "points", "tokens"),
    [
        (3, 39, "with-two", None, 45, (64, -32, -32)),
        (3, 39, "with-two", None, 39, (0, 0, 0)),
        (3, 39, "solo", None, 33, (-192, 96, 96)),
        (4, 36, "call-king", 2, 40, (14, -14, 14, -14)),
        (5, 34, "call-king", 2, 41, (26, -17, 25, -17, -17)),
        (5, 34, "call-king", 2, 31, (-20, 13, -19, 13, 13)),
    ],
)
def test_a_declarer_is_paid_the_consolation_and_what_is_beyond_half_times_his_contract(
    seats: int, half: int, name: str, partner: int | None, points: int, tokens: tuple[int, ...]
) -> None:
    rules = structs.replace(game(1, *HOMBRE), stake=structs.replace(STAKE, half=half))
    told = HandFacts(contract=name, declarer=0)
    found = scored(rules, came(seats, told, points, partner), points, score_stake)
    assert found.book.tokens == tokens
    assert found.outcome.contract == ("made" if points > half else "drawn" if points == half else "failed")


# Tapp


TAPP: Final = DifferenceSheet(
    value="payment.value", flow="payment.flow", pagat="payment.pagat", personal="payment.personal",
    all_tricks="payment.all-tricks", unit=50, half=35, difference=2, thrown_in=25,
    thrown_in_clause="bid.tapp", pagat_value=50,
    personal_value=50, personal_held=frozenset({"trull", "four-kings"}), all_value=500,
    kontra="announce.pagat", kontra_doubles_game=False,
)  # fmt: skip
TAPPS: Final = (contract("tapp", 0, played=False), contract("threes", 1), contract("solo", 2))


def tapp(name: str, points: int | None, deeds: Deeds | None = None, **told: object) -> tuple[int, ...]:
    held = told.pop("held", {})
    assert isinstance(held, Mapping)
    facts = HandFacts(contract=name, declarer=0, **told)  # type: ignore[arg-type]
    hand = structs.replace(came(3, facts, 0), deeds=deeds or Deeds(), held=held)
    return scored(
        structs.replace(game(3, *TAPPS), difference_sheet=TAPP), hand, points, score_tapp
    ).book.sheet


def test_who_makes_tapp_scores_and_else_each_opponent_does() -> None:
    assert tapp("threes", 40) == (60, 0, 0)
    assert tapp("threes", 35) == (0, 50, 50)
    assert tapp("solo", 30) == (0, 120, 120)
    assert tapp("tapp", None) == (25, 0, 0)


def test_an_announced_pagat_is_doubled_and_with_kontra_once_more() -> None:
    announced: dict[str, object] = {"announced": {0: ("pagat",)}, "kontra": frozenset({1})}
    assert tapp("threes", 40, Deeds(pagat=PagatCame(0, 0, to_own_side=True)), **announced) == (260, 0, 0)
    assert tapp("threes", 40, **announced) == (60, 200, 200)


def test_an_opponents_pagat_that_falls_to_the_other_opponent_brings_nothing() -> None:
    assert tapp("threes", 40, Deeds(pagat=PagatCame(1, 2, to_own_side=True))) == (60, 0, 0)
    assert tapp("threes", 40, Deeds(pagat=PagatCame(1, 1, to_own_side=True))) == (60, 50, 50)
    assert tapp("threes", 40, Deeds(pagat=PagatCame(1, 0, to_own_side=False))) == (110, 0, 0)


def test_all_tricks_count_in_place_of_the_points_and_hands_held_beside() -> None:
    assert tapp("solo", 70, Deeds(all_tricks=0)) == (1000, 0, 0)
    assert tapp("threes", 36, held={1: ("four-kings",)}) == (52, 50, 0)
    assert tapp("threes", 36, held={1: ("four-kings",)}, passed=frozenset({1})) == (52, 0, 0)


# Slovenian


def bonus(name: str, value: int) -> SideBonus:
    return SideBonus(f"bonus.{name}", name, value)


SLOVENIAN: Final = BonusSheet(
    game="payment.game", flat="payment.flat", misere="misere.score", radli="radli",
    radli_earned="radli.earned", missed="bonus.side", rest="count.rest", each="payment.game-each",
    absent="bonus.pagat-absent", beaten="bonus.pagat-beaten", own="misere.bonuses", half=35, rounding=5,
    bonuses=tuple(
        bonus(*each) for each in (("kings", 10), ("trinity", 10), ("king-ultimo", 10), ("valat", 250))
    ),
    pagat=bonus("pagat", 25), mond=bonus("mond-lost", 20), valat_instead=False, missed_loses=True,
    pagat_absent_loses=True, pagat_beaten_loses=True, mond_to_partner_lost=True, trickless_alone=False,
    misere_bonuses=False, misere_value=70, misere_over=35, radl_for_side=True,
)  # fmt: skip
GAMES: Final = (
    contract("three", 10, alone=False), contract("two", 20, alone=False), contract("one", 30, alone=False),
    contract("solo-one", 60), contract("beggar", 70, ContractAim.NO_TRICK, brings_radl=True),
    contract("colour-valat", 125, ContractAim.EVERY_TRICK, brings_radl=True),
    contract("misere", 0, ContractAim.FEWEST, brings_radl=True),
)  # fmt: skip


def slovenian(
    name: str, points: float | Fraction | None, deeds: Deeds | None = None, *, partner: int | None = 2,
    declarer: int = 0, rule: BonusSheet = SLOVENIAN, tricks: Sequence[int] = (), **told: object,
) -> Scoring:  # fmt: skip
    facts = HandFacts(contract=name, declarer=declarer, **told)  # type: ignore[arg-type]
    hand = structs.replace(
        came(4, facts, 0, partner), deeds=deeds or Deeds(), tricks=tuple(tricks), whole=bool(tricks)
    )
    return scored(structs.replace(game(3, *GAMES), bonus_sheet=rule), hand, points, score_radl)


def test_the_game_and_the_difference_go_to_the_declarers_side() -> None:
    assert slovenian("two", 44).book.sheet == (30, 0, 30, 0)
    assert slovenian("three", 30).book.sheet == (-15, 0, -15, 0)
    assert slovenian("three", 35).book.sheet == (-10, 0, -10, 0)
    assert slovenian("three", Fraction(106, 3)).book.sheet == (-10, 0, -10, 0)
    assert slovenian("solo-one", 50, partner=None).book.sheet == (75, 0, 0, 0)


def test_kings_collected_count_for_whom_they_go_to_and_double_when_announced() -> None:
    own, others = Deeds(kings=0), Deeds(kings=1)
    announced: dict[str, object] = {"announced": {0: ("kings",)}}
    assert slovenian("two", 44, own, **announced).book.sheet == (50, 0, 50, 0)
    assert slovenian("two", 44, others).book.sheet == (20, 0, 20, 0)
    assert slovenian("two", 44, others, **announced).book.sheet == (10, 0, 10, 0)
    nothing = structs.replace(SLOVENIAN, missed_loses=False)
    assert slovenian("two", 44, rule=nothing, **announced).book.sheet == (30, 0, 30, 0)


def test_the_mond_and_the_pagat_are_their_players_own() -> None:
    assert slovenian("two", 44, Deeds(mond_lost=0)).book.sheet == (10, 0, 30, 0)
    won = Deeds(pagat=PagatCame(1, 1, to_own_side=True))
    assert slovenian("two", 44, won).book.sheet == (30, 25, 30, 0)
    beaten = Deeds(pagat=PagatCame(1, 0, to_own_side=False))
    assert slovenian("two", 44, beaten).book.sheet == (30, -25, 30, 0)


def test_a_radl_doubles_the_game_and_is_used_up_only_where_it_is_won() -> None:
    made = slovenian("two", 44, radli={0: 1})
    assert (made.book.sheet, made.radli) == ((60, 0, 60, 0), {0: 0})
    lost = slovenian("two", 30, radli={0: 1})
    assert (lost.book.sheet, lost.radli) == ((-50, 0, -50, 0), {0: 1})
    alone = slovenian("two", 44, radli={0: 1}, rule=structs.replace(SLOVENIAN, radl_for_side=False))
    assert alone.book.sheet == (60, 0, 30, 0)


def test_a_beggar_who_takes_a_trick_loses_and_everybody_gets_a_radl() -> None:
    found = slovenian("beggar", None, declarer=3, partner=None, tricks=(4, 4, 3, 1))
    assert found.book.sheet == (0, 0, 0, -70)
    assert found.radli == {0: 1, 1: 1, 2: 1, 3: 1}


def test_a_king_in_the_last_trick_and_all_tricks() -> None:
    assert slovenian("two", 44, Deeds(king_ultimo=0)).book.sheet == (40, 0, 40, 0)
    assert slovenian("two", 44, Deeds(king_ultimo=1)).book.sheet == (20, 0, 20, 0)
    swept = Deeds(kings=0, trinity=0, valat=0)
    assert slovenian("two", 69, swept).book.sheet == (325, 0, 325, 0)
    # The Valat stands for game and difference; kings and trinity are written beside it.
    instead = slovenian("two", 69, swept, rule=structs.replace(SLOVENIAN, valat_instead=True))
    assert instead.book.sheet == (270, 0, 270, 0)


@pytest.mark.parametrize(
    ("points", "tricks", "sheet"),
    [
        ((28, 22, 20, 0), (5, 4, 3, 0), (-28, -22, -20, 70)),
        ((40, 18, 12, 0), (6, 4, 2, 0), (-70, 0, 0, 70)),
        ((24, 20, 15, 11), (4, 3, 3, 2), (-24, -20, -15, -11)),
    ],
)
def test_in_misere_each_loses_his_points(
    points: Sequence[int], tricks: tuple[int, ...], sheet: tuple[int, ...]
) -> None:
    hand = HandResult(
        4, Sides.alone(4), HandFacts(contract="misere"), units=tuple(3 * each for each in points),
        tricks=tricks, whole=True,
    )  # fmt: skip
    rules = structs.replace(game(3, *GAMES), bonus_sheet=SLOVENIAN)
    scoring = Scoring.from_hand(rules, hand, Book(4))
    score_radl(scoring)
    assert scoring.book.sheet == sheet
