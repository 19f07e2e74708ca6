"""Worked examples of cards and payments: what each kind of them says, held against the rules."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from contract import formulas
from contract.examples import NAMES, rules_of

from analyzer.cards.card import cards
from analyzer.position.reading import loads
from analyzer.position.replay.replay import replay
from analyzer.rules.actions import Sides
from analyzer.rules.book import Book
from analyzer.rules.deal.declarations import declared_in_words
from analyzer.rules.deal.discard import judge_discard
from analyzer.rules.play import table
from analyzer.rules.play.table import START, Course
from analyzer.rules.score.hand import Deeds, HandFacts, HandResult, PagatCame, Pool, Scoring, sides_of
from analyzer.rules.score.steps import open_hand, score_hand
from analyzer.rules.spec.game import apply_contract
from analyzer.rules.spec.ruleset import RuleSet


def laid_by(trick: str) -> list[table.Laid]:
    """The cards of a trick, laid by the first seats in order."""
    return [table.Laid(seat, card) for seat, card in enumerate(cards(trick))]


def legal(name: str, case: Any) -> None:
    """Which cards of a hand may be played, by the engine and by Z3's formula."""
    told = case["legal"]
    game = apply_contract(rules_of(name, case).game, told.get("contract"))
    hand, trick = cards(told["hand"]), laid_by(told.get("trick", ""))
    assert table.legal(hand, trick, game) == {*cards(told["legal"])}
    assert formulas.playable(hand, trick, game) == {*cards(told["legal"])}


def winner(name: str, case: Any) -> None:
    """Which card wins a trick, by the engine and by Z3's formula."""
    told, rules = case["winner"], rules_of(name, case)
    game, trick = apply_contract(rules.game, told.get("contract")), laid_by(told["trick"])
    course = START
    if "swept" in told:
        swept = NAMES.index(told["swept"])
        course = Course(sides=Sides.against(rules.table.players, swept, None), swept=0)
    if "colour" in told:
        of = Sides.against(rules.table.players, NAMES.index(told["colour"]), None)
        course = Course(sides=of, trump_led=told.get("trump_led", False), colour=0)
    left = told.get("tricks_left", 0)
    won = table.winner(trick, game, course, left)
    assert next(str(each.card) for each in trick if each.seat == won) == told["card"]
    assert formulas.taken_by(trick, game, course, left) == [won]


def discard(name: str, case: Any) -> None:
    """Which clauses a discard breaks, by the engine and by Z3's formulas."""
    told, rules = case["discard"], rules_of(name, case)
    hand, laid = cards(told["hand"]), cards(told["discard"])
    found = judge_discard(rules, hand, laid)
    assert [each.clause for each in found.violations] == told.get("wrong", [])
    assert [*formulas.breaks(rules, hand, laid)] == told.get("wrong", [])


def position(name: str, case: Any) -> None:
    """What lines of play come to, from a position as in a file."""
    head = {
        "format": "tarok-position/2",
        "ruleset": name,
        "players": list(NAMES[: rules_of(name, case).table.players]),
    }
    head |= {"variant": case["variant"]} if "variant" in case else {}
    start = loads(json.dumps({**head, **case["position"]}))
    for line in start.lines:
        found = replay(start, line)
        assert found.complete
        assert found.mismatches == ()
    assert start.lines


def score(name: str, case: Any) -> None:
    """What a hand pays or writes that is told by its points."""
    rules, told = rules_of(name, case), case["score"]
    game = rules.game
    came, book = hand_of(rules, told), Book(rules.table.players)
    opened = open_hand(game, came, book) if told.get("opening") or told.get("declarations") else None
    found = opened if "points" not in told and opened else score_hand(game, came, book)
    for key, value in told["expect"].items():
        assert OUTCOMES[key](found) == value, key


def hand_of(rules: RuleSet, told: Any) -> HandResult:
    """What is told of a hand, made into what it came to."""
    game, seats = rules.game, rules.table.players
    partner = seat_of(told.get("partner"))
    declared = declared_in_words(rules, by_seat(told["declarations"])) if "declarations" in told else {}
    facts = HandFacts(
        contract=told.get("contract"),
        declarer=seat_of(told.get("declarer")),
        announced={seat: tuple(words) for seat, words in by_seat(told.get("announced", {})).items()},
        pools=tuple(Pool(each["amount"], each.get("doubled", False)) for each in told.get("pools", ())),
        kontra=frozenset(map(NAMES.index, told.get("kontra", ()))),
        passed=frozenset(map(NAMES.index, told.get("passed", ()))),
        radli=by_seat(told.get("radli", {})),
        trull=told.get("trull"),
        declared=declared,
    )
    sides = sides_of(rules.game, facts, partner)
    units: list[int | None] = [None] * sides.count
    for seat, points in by_seat(told.get("points", {})).items():
        units[sides.of[seat]] = int(Fraction(str(points)) * game.piles.unit)
    units = filled(units, game.piles.total)
    tricks = by_seat(told.get("tricks", {}))
    return HandResult(
        seats, sides, facts, seat_of(told.get("dealer")), partner, tuple(units),
        tuple(tricks.get(seat) for seat in range(seats)), last=last_of(told),
        deeds=deeds_of(sides, told.get("deeds", {})),
        held={seat: tuple(words) for seat, words in by_seat(told.get("held", {})).items()},
        whole=len(tricks) == seats,
    )  # fmt: skip


def deeds_of(sides: Sides, told: Any) -> Deeds:
    """What was achieved beside the contract, from who did it."""

    def side(name: str) -> int | None:
        return sides.of[NAMES.index(told[name])] if name in told else None

    pagat = None
    if "pagat" in told:
        by, to = NAMES.index(told["pagat"]), NAMES.index(told["pagat-to"])
        pagat = PagatCame(by, to, to_own_side=sides.of[by] == sides.of[to])
    return Deeds(
        kings=side("kings"), trinity=side("trinity"), king_ultimo=side("king-ultimo"), valat=side("valat"),
        pagat=pagat, mond_lost=seat_of(told.get("mond-lost")),
        mond_to_partner=told.get("mond-to-partner", False), all_tricks=seat_of(told.get("all-tricks")),
    )  # fmt: skip


def filled(units: list[int | None], total: int) -> list[int | None]:
    """What one side is not told to have is what the others leave."""
    known = [each for each in units if each is not None]
    return [total - sum(known) if each is None and len(known) == len(units) - 1 else each for each in units]


def last_of(told: Any) -> table.Trick | None:
    if "last" not in told:
        return None
    laid = laid_by(told["last"]["trick"])
    return table.Trick(tuple(laid), NAMES.index(told["last"]["winner"]))


def seat_of(name: str | None) -> int | None:
    return None if name is None else NAMES.index(name)


def by_seat(told: Mapping[str, Any]) -> dict[int, Any]:
    return {NAMES.index(name): value for name, value in told.items()}


def by_name(amounts: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(NAMES, amounts, strict=False))


def pools_of(found: Scoring) -> list[dict[str, object]]:
    return [{"amount": each.amount, **({"doubled": True} if each.doubled else {})} for each in found.pools]


OUTCOMES: Any = {
    "tokens": lambda found: by_name(found.book.tokens),
    "sheet": lambda found: by_name(found.book.sheet),
    "pools": pools_of,
    "contract": lambda found: found.outcome.contract,
    "radli": lambda found: {NAMES[seat]: number for seat, number in found.radli.items()},
    "target": lambda found: int(found.outcome.target),
}
