"""One card for all the worlds a player cannot tell apart, also in a limited time."""

from __future__ import annotations

import dataclasses
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Final

from msgspec.structs import replace

from analyzer.cards.card import Card
from analyzer.errors import INTERRUPTED, TIME_LIMIT, LimitReached, UsageError, limit_of_nodes
from analyzer.knowledge.deals import deals as deals_of
from analyzer.knowledge.deals import in_world, world_of, worlds_of
from analyzer.knowledge.fitting import fitting_deals
from analyzer.messages import Message, Name, say
from analyzer.position.hand import Hand, check_not_over, merged_moves
from analyzer.position.model import Position
from analyzer.position.setting import Setting, World
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.spec.kinds.contracts import ContractAim
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.native import default_engine
from analyzer.search.engine.results import NO_LIMITS, Limits
from analyzer.search.worlds.engines import Case, Decider, NativeCase, PlainCase
from analyzer.search.worlds.proper import verdicts
from analyzer.search.worlds.results import (
    EVERY_DEAL,
    PROPRIETY,
    SURE,
    BreakEven,
    CardChoice,
    Criterion,
    Decision,
    Evaluation,
    Opponents,
    Sampled,
    WorldOutcome,
    best,
)

# One card for all the worlds a player cannot tell apart: what each comes to, and which to play.
#
# The opponents see all cards and know the world. What it means that they play against the player, or each
# for himself, and what the player may learn on the way, is defined in :mod:`analyzer.search.worlds.plain`.
#
# Source: main rule text, "Proprieties", positions 2 and 3.


MOST_WORLDS = 1000
"""Of more worlds, where they are deals of unseen cards, so many are drawn."""
NEAR_TRICKS = 3
"""Where no core answers every line is walked in every world: with more tricks to go only so far."""
FAR_NODES = 40_000
"""Nodes of such a decision further from the end, where no other limit is set."""
_WHOLE_HAND = say("`decide` is for the play; this is a whole hand, from the deal on")


def decide(
    position: Position,
    *,
    opponents: Opponents = Opponents.SELFISH,
    sample: int | None = None,
    seed: int = 0,
    threads: int = 1,
    limits: Limits = NO_LIMITS,
    plain: bool = False,
) -> Decision:
    """What every legal card of the player to move comes to over the worlds of the position.

    The worlds are those of :func:`analyzer.knowledge.deals.worlds_of`; of hands that are half known they are
    the deals that fit. With `sample` so many deals are drawn, and more than `MOST_WORLDS` are never searched
    all: the answer is then `sampled`, not exact. `plain` asks the slow reference. Cards not finished within
    the limits are listed, not valued.

    Raises: UsageError for a position that is over, a whole hand, or unseen cards the player to move is not
    the one to wonder about.
    """
    started = time.monotonic()
    worlds, deals, sampled = _worlds_and_deals(position, sample, seed)
    questions = tuple(map(Hand.from_position, deals))
    check_not_over(questions[0])
    pots, unit = bool(questions[0].pot_count), _unit(questions[0])
    weights = tuple(world.weight for world in worlds)
    case = Case(questions[0].to_move, questions, weights, opponents, unit is not None)
    decider: Decider = NativeCase(case, limits.table_mb) if pots and not plain else PlainCase(case)
    far = not pots and position.tricks_left > NEAR_TRICKS and limits.max_nodes is None
    work = _Work(case, decider, replace(limits, max_nodes=FAR_NODES) if far else limits, threads)
    moves = card_groups(case)
    found, reason = work.values([move for move, _ in moves])
    cards = tuple(
        _choice(case, move, equals, value, sampled)
        for (move, equals), value in zip(moves, found, strict=True)
        if value is not None
    )
    # A sample tells shares: whether a card is proper is to be told of every deal, or not at all.
    judged = pots and sampled is None
    if judged and len(cards) == len(moves):
        proper, stopped = verdicts(case, cards, position.players, default_engine(position.spec), work.budget)
        cards = tuple(replace(card, verdict=each) for card, each in zip(cards, proper, strict=True))
        reason = reason or stopped
    return Decision(
        player=case.player,
        opponents=opponents,
        worlds=worlds,
        cards=dominated(cards, case.player),
        break_even=break_even(cards, case.player, case.weights),
        nodes=work.budget.spent,
        seconds=time.monotonic() - started,
        sides=tuple(question.sides for question in questions),
        in_points=unit is not None,
        of_pots=pots,
        unit=unit or 1,
        sampled=sampled,
        unfinished=_unfinished(moves, found, cards, judged=judged),
        reason=reason,
    )


def _unit(question: Hand) -> int | None:
    """The units of a card point where nothing would be paid, as it is not known what was won before."""
    if question.aim in (None, ContractAim.NO_TRICK, ContractAim.EVERY_TRICK):
        return None
    paid = question.reckoning.counted or question.game.payments is not None
    return None if paid else question.game.piles.unit


def _unfinished(
    moves: Groups, found: Sequence[Value | None], cards: Sequence[CardChoice], *, judged: bool
) -> tuple[str, ...]:
    """The cards without a value, then `PROPRIETY` where they are to be judged, and are not."""
    missing = [str(move) for (move, _), value in zip(moves, found, strict=True) if value is None]
    lacking = judged and (missing or any(card.verdict is None for card in cards))
    return (*missing, *((PROPRIETY,) if lacking else ()))


def _worlds_and_deals(
    position: Position, sample: int | None, seed: int
) -> tuple[tuple[World, ...], Sequence[Setting], Sampled | None]:
    """The worlds to search, the position in each, and what they are a sample of, if they are one."""
    if not position.has_unknown_cards:
        worlds, sampled = worlds_for(position, sample, seed)
        return worlds, [in_world(position, world) for world in worlds], sampled
    found = fitting_deals(position, sample or MOST_WORLDS, seed, one_player=True)
    if found.deals[0].whole_hand:
        raise UsageError(_WHOLE_HAND)
    return found.worlds, found.deals, None if found.exact else Sampled(len(found.deals), found.fit, seed)


def worlds_for(position: Position, sample: int | None, seed: int) -> tuple[tuple[World, ...], Sampled | None]:
    """The worlds to search, and what they are a sample of, if they are one."""
    table = position.table
    if position.whole_hand:
        raise UsageError(_WHOLE_HAND)
    hidden_from = position.hidden_from
    if hidden_from is not None and hidden_from != table.to_move:
        raise UsageError(
            say(
                "the cards are hidden from {hidden_from}, but {player} is to play",
                hidden_from=Name(position.players[hidden_from]),
                player=Name(position.players[table.to_move]),
            )
        )
    if hidden_from is None:
        if position.has_worlds and not position.worlds:
            told = say("`worlds` are those of the start, and cards were played since")
            raise UsageError(told, say("expected the deals as they are now, or the start"))
        worlds = worlds_of(position)
        if sample is None:
            return worlds, None
        raise UsageError(
            say(
                "only deals of unseen cards are sampled; these are {number} named {number:deal/deals}",
                number=len(worlds),
            )
        )
    if sample is None:
        count = deals_of(position).count
        if count <= MOST_WORLDS:
            return worlds_of(position), None
        sample = MOST_WORLDS
    return _drawn(position, sample, seed)


def _drawn(position: Position, sample: int, seed: int) -> tuple[tuple[World, ...], Sampled]:
    """A sample of the deals; one that is drawn several times is one world with that weight."""
    fitting = deals_of(position)
    if not fitting.count:
        worlds_of(position)
    drawn = Counter(world_of(position, deal, "") for deal in fitting.sample(sample, seed))
    worlds = tuple(
        replace(each, name=f"deal {n}", weight=weight) for n, (each, weight) in enumerate(drawn.items(), 1)
    )
    return worlds, Sampled(sample, fitting.count, seed)


Groups = tuple[tuple[Action, tuple[Card, ...]], ...]


def card_groups(case: Case) -> Groups:
    """The player's cards, with those that are equal to them in every world; canonical order."""
    groups: dict[tuple[object, ...], list[Action]] = {}
    stands = [_stands_for(question) for question in case.questions]
    for move, _ in case.infoset.choices():
        if move.kind is ActionKind.PLAY:
            groups.setdefault(tuple(each.get(move, move) for each in stands), []).append(move)
    return tuple((moves[0], tuple(m.card for m in moves[1:] if m.card)) for moves in groups.values())


def _stands_for(question: Hand) -> dict[Action, Action]:
    """Which move stands for each card equal to it."""
    found: dict[Action, Action] = {}
    for move, equals in merged_moves(question):
        for card in equals:
            found[replace(move, card=card)] = move
    return found


Value = tuple[Evaluation, tuple[int, int]]


@dataclass(slots=True)
class _Work:
    """Valuing the cards, one after the other or in several threads."""

    case: Case
    decider: Decider
    limits: Limits
    threads: int
    budget: Budget = None  # type: ignore[assignment] # made just below

    def __post_init__(self) -> None:
        self.budget = Budget.from_limits(self.limits)

    def values(self, moves: Sequence[Action]) -> tuple[list[Value | None], Message | None]:
        """The value of every card, None for what was not finished, and why not."""
        if self.threads > 1 and len(moves) > 1 and isinstance(self.decider, NativeCase):
            return self._in_threads(moves)
        found: list[Value | None] = []
        reason: Message | None = None
        for move in moves:
            value, stopped = (None, reason) if reason else _value(self.decider, move, self.budget)
            found.append(value)
            reason = reason or stopped
        return found, reason

    def _in_threads(self, moves: Sequence[Action]) -> tuple[list[Value | None], Message | None]:
        """Every card has tables and a count of nodes of its own; all have the same end of time.

        An interrupt is heard here, and passed on to the threads.
        """
        share = max(1, self.limits.table_mb // self.threads)
        cases = [NativeCase(self.case, share) for _ in moves]

        def work(case: NativeCase, move: Action) -> tuple[Value | None, Message | None, int]:
            budget = Budget(self.limits.max_nodes, self.budget.deadline, self.limits.table_mb)
            value, stopped = _value(case, move, budget)
            return value, stopped, budget.spent

        with ThreadPoolExecutor(self.threads) as pool:
            jobs = [pool.submit(work, case, move) for case, move in zip(cases, moves, strict=True)]
            try:
                wait(jobs)
            except KeyboardInterrupt:
                for case in cases:
                    case.stop()
        done = [job.result() for job in jobs]
        self.budget.spent += sum(nodes for _, _, nodes in done)
        return [value for value, _, _ in done], next((stop for _, stop, _ in done if stop), None)


def _value(decider: Decider, move: Action, budget: Budget) -> tuple[Value | None, Message | None]:
    try:
        return (decider.evaluation(move, budget), decider.least(move, budget)), None
    except LimitReached as stop:
        return None, stop.reason
    except KeyboardInterrupt:
        return None, INTERRUPTED


def _choice(
    case: Case, move: Action, equals: tuple[Card, ...], value: Value, sampled: Sampled | None
) -> CardChoice:
    evaluation, (worst, worst_best) = value
    outcomes, player = evaluation.worst, case.player
    assert move.card is not None
    return CardChoice(
        card=move.card,
        names=move.suit,
        equals=equals,
        expected=average([outcome.tokens[player] for outcome in outcomes], case.weights),
        expected_best=average([outcome.tokens[player] for outcome in evaluation.best], case.weights),
        worst=worst,
        worst_best=worst_best,
        own_ultimo=average([int(outcome.ultimo == player) for outcome in outcomes], case.weights),
        own_bagud=average([outcome.bagud >> player & 1 for outcome in outcomes], case.weights),
        other_ultimo=average(
            [int(outcome.ultimo not in (None, player)) for outcome in outcomes], case.weights
        ),
        outcomes=outcomes,
        best_outcomes=evaluation.best,
        error=None if sampled is None else _error(outcomes, player, case.weights, sampled.drawn),
    )


def average(amounts: Sequence[int], weights: Sequence[int]) -> Fraction:
    """The weighted mean, exactly."""
    return Fraction(sum(n * weight for n, weight in zip(amounts, weights, strict=True)), sum(weights))


def _error(outcomes: Sequence[WorldOutcome], player: int, weights: Sequence[int], drawn: int) -> float:
    """Half the width of a 95 % interval around the mean of a sample, for the play of the table."""
    tokens = [outcome.tokens[player] for outcome in outcomes]
    mean = average(tokens, weights)
    spread = average([0], [1]) + sum(
        weight * (n - mean) ** 2 for n, weight in zip(tokens, weights, strict=True)
    ) / Fraction(max(1, drawn - 1))
    return SURE * sqrt(spread / drawn)


def dominated(cards: Sequence[CardChoice], player: int) -> tuple[CardChoice, ...]:
    """The cards, each with those that pay the player no less in any world and more in some."""
    tokens = [tokens_of(card, player) for card in cards]
    found = []
    for place, card in enumerate(cards):
        better = [
            other.name
            for over, other in enumerate(cards)
            if tokens[over] != tokens[place]
            and all(a >= b for a, b in zip(tokens[over], tokens[place], strict=True))
        ]
        found.append(replace(card, dominated_by=tuple(better)))
    return tuple(found)


def break_even(cards: Sequence[CardChoice], player: int, weights: Sequence[int]) -> tuple[BreakEven, ...]:
    """Where the card best on average and every other card that beats it in some world change places.

    The chance is that of the worlds in which the best card pays more. Cards that pay the same in all
    worlds, or more in all in which they differ, have no such place.
    """
    leading = best(cards, Criterion.EXPECTED)
    if not leading:
        return ()
    pairs = ((leading[0], other) for other in cards if other is not leading[0])
    found = (_between(one, other, player, weights) for one, other in pairs)
    return tuple(each for each in found if each is not None)


def _between(one: CardChoice, other: CardChoice, player: int, weights: Sequence[int]) -> BreakEven | None:
    gains = [a - b for a, b in zip(tokens_of(one, player), tokens_of(other, player), strict=True)]
    better = tuple(world for world, gain in enumerate(gains) if gain > 0)
    worse = tuple(world for world, gain in enumerate(gains) if gain < 0)
    if not better or not worse:
        return None
    gain, loss = _mean(gains, weights, better), -_mean(gains, weights, worse)
    return BreakEven(one.name, other.name, better, loss / (gain + loss))


def _mean(gains: Sequence[int], weights: Sequence[int], worlds: Sequence[int]) -> Fraction:
    """The mean over some of the worlds, which have a weight together."""
    total = sum(weights[world] for world in worlds)
    if total == 0:
        return Fraction(sum(gains[world] for world in worlds), len(worlds))
    return Fraction(sum(gains[world] * weights[world] for world in worlds), total)


def tokens_of(card: CardChoice, player: int) -> tuple[int, ...]:
    """The player's tokens by world."""
    return tuple(outcome.tokens[player] for outcome in card.outcomes)


# Deciding over many deals in a limited time: all cards over a few of them first, then over more.
#
# Not every search over hundreds of deals ends (to find the best strategy is NP-hard in their number), and
# half of a table says little: what is known when the limits end is a whole table, over as many deals as
# were done.


FEW: Final = (8, 32, 128)
"""So many deals are drawn, one number after the other, where all of them take long."""
AT_FIRST: Final = 8
"""In one of so many parts of the limits all deals are tried before any are drawn."""
A_STEP: Final = 4
"""One of so many parts of what is left then is for each number of deals."""
LONGEST: Final = {AT_FIRST: 3.0, A_STEP: 30.0}
"""Seconds that each of these parts may take at most."""

Deciding = Callable[[int | None, Limits], Decision]
"""Decides over so many deals drawn at random, None for as many as were asked for, within limits."""


def decide_growing(
    decide: Deciding, limits: Limits, deals: int, grown: Callable[[Decision], None] | None = None
) -> Decision:
    """The decision over all the deals; where the limits do not last, that over the most that were done.

    It then has `EVERY_DEAL` unfinished, and is a sample. Where there are few deals, or no limits, all are
    searched at once. `grown` is told the decisions over fewer deals as they come.
    """
    if deals <= 2 * FEW[0] or (limits.timeout is None and limits.max_nodes is None):
        return decide(None, limits)
    clock = _Clock(limits)
    whole = clock.spend(decide, None, AT_FIRST)
    if not whole.unfinished or whole.reason == INTERRUPTED:
        return whole
    best: Decision | None = None
    for few in (number for number in FEW if number < deals):
        found = clock.spend(decide, few, A_STEP)
        if found.unfinished:
            break
        best = found
        if grown is not None:
            grown(found)
    last = clock.spend(decide, None, 1)
    told, reason = last, clock.reason(last)
    if last.unfinished and best is not None:
        told = dataclasses.replace(best, unfinished=(EVERY_DEAL,))
    return dataclasses.replace(
        told, reason=reason, nodes=clock.nodes, seconds=time.monotonic() - clock.started
    )


@dataclass(slots=True)
class _Clock:
    """What is used up of the limits."""

    limits: Limits
    nodes: int = 0
    started: float = field(default_factory=time.monotonic)

    def spend(self, decide: Deciding, deals: int | None, share: int) -> Decision:
        """The decision over so many deals, within one of so many parts of what is left."""
        most, seconds = self.limits.max_nodes, self.limits.timeout
        left = Limits(
            None if most is None else max(0, most - self.nodes) // share,
            None if seconds is None else self._seconds(seconds, share),
            self.limits.table_mb,
        )
        found = decide(deals, left)
        self.nodes += found.nodes
        return found

    def reason(self, last: Decision) -> Message | None:
        """Why the last search stopped, if it did, by the limits of all of them together."""
        most = self.limits.max_nodes
        if most is None or self.nodes < most or last.reason in (None, TIME_LIMIT, INTERRUPTED):
            return last.reason
        return limit_of_nodes(most)

    def _seconds(self, limit: float, share: int) -> float:
        """One of so many parts of the seconds left; only the last part may be longer than a few."""
        left = max(0.0, limit - (time.monotonic() - self.started))
        return min(left / share, LONGEST[share]) if share in LONGEST else left
