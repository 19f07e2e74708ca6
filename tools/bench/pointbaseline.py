"""The plain solver of ``pointbaseline.cpp``, and the search for card points compared with it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from analyzer.cards.card import DECK
from analyzer.errors import UsageError
from analyzer.messages import say
from analyzer.rules.spec.kinds.bidding import ThreeTrumps
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import in_form
from analyzer.search.engine.points import counting_card, counting_number
from bench import measure
from bench.baseline import BenchComparison, answered
from bench.pointquestions import (
    BenchPointRequest,
    BenchWanted,
    needed,
    point_request,
    prepare_points,
)

SOURCE: Final = Path(__file__).with_name("pointbaseline.cpp")
_NO_LIMIT: Final = 1 << 62


def point_requests(tricks: int, count: int) -> list[BenchPointRequest]:
    """Deals of the two games in which the Fool is the highest trump, by turns: is it more than half?

    Raises: UsageError where a hand has fewer tricks.
    """
    games = (("tapp", 3, "threes"), ("slovenian", 4, "three"))
    most = min(in_form(load_ruleset(name), seats).game.table.hand_size for name, seats, _ in games)
    if tricks > most:
        raise UsageError(say("the comparison of card points has {most} tricks at the most", most=most))
    return [
        point_request(*games[seed % len(games)], tricks, BenchWanted.CONTRACT, seed // len(games))
        for seed in range(count)
    ]


def compare_points(
    requests: Sequence[BenchPointRequest], most_nodes: int = 100_000_000
) -> list[BenchComparison]:
    """Both solvers on the same questions, in the same run.

    Raises: UsageError without a C++ compiler; AssertionError where the two disagree.
    """
    plain = answered(SOURCE, map(_words, requests), most_nodes)
    both = [BenchComparison(run, _native(each)) for each, run in zip(requests, plain, strict=True)]
    for each, request in zip(both, requests, strict=True):
        assert each.plain.answer in {None, each.native.answer}, f"the solvers disagree on {request}"
    return both


def _native(request: BenchPointRequest) -> measure.Run:
    search = prepare_points(request, _NO_LIMIT)
    started = time.process_time()
    nodes, answer = search()
    return measure.Run(time.process_time() - started, nodes, answer == str(True))


def _words(request: BenchPointRequest) -> str:
    spec, game, hands = request.spec, request.spec, request.hands
    of = sum(1 << seat for seat in request.sides.seats(0))
    units = needed(request, whole=len(hands[0]) == spec.table.hand_size)
    in_order = game.tricks is not None and game.tricks.three_trumps is ThreeTrumps.IN_ORDER
    worth = [game.piles.worth(counting_card(spec, number)) for number in range(len(DECK))]
    cards = [counting_number(spec, card) for hand in hands for card in sorted(hand)]
    start = (len(hands), len(hands[0]), request.lead, of, units, game.piles.each_card, int(in_order))
    return " ".join(map(str, (*start, *worth, *cards)))
