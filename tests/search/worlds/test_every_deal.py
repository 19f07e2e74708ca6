"""Half-known endings: their answers against every deal that fits, each answered by brute force."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

import pytest
from effort import part
from places import ROOT

import analyzer
from analyzer.cards.card import Card
from analyzer.errors import InvalidPosition
from analyzer.knowledge.deciding import deciding_rank, place_of
from analyzer.knowledge.fitting import fitting_deals
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.position.question import PositionQuestion
from analyzer.rules.score.goals import Aim, Goal
from analyzer.search.worlds.everydeal import InEveryDeal

NUMBER = 200
SMALL = {
    "danish": "hR hD h3 h4 dR d9 d2 sV c7 c2 T1 T7 T10 T18 fool",
    "tapp": "hR hD h1 h2 dR dD d1 sV sR c7 c10 T1 T7 T10 T18",
}
"""Cards of which endings are made, few enough that each unknown card can be tried by itself."""


def half_known_endings(rules: str) -> Iterator[tuple[str, list[set[tuple[frozenset[str], ...]]]]]:
    """Endings of two and three tricks in one line, with the ways that their cards may lie."""
    rng = random.Random(f"half-known {rules}")
    for _ in range(NUMBER // 2):
        cards = SMALL[rules].split()
        rng.shuffle(cards)
        size = rng.choice((2, 2, 3))
        hands = [cards[size * seat : size * (seat + 1)] for seat in range(3)]
        yield _line(rng, rules, hands, cards[size * 3 :])


def _line(
    rng: random.Random, rules: str, hands: list[list[str]], gone: list[str]
) -> tuple[str, list[set[tuple[frozenset[str], ...]]]]:
    """Some cards of the hands are forgotten; of each a few others are named that it may have been."""
    unknown = rng.sample(
        [(seat, at) for seat in range(3) for at in range(len(hands[0]))], rng.choice((1, 2, 2, 3))
    )
    free = [hands[seat][at] for seat, at in unknown] + gone[:2]
    words, ways = [], []
    for seat, hand in enumerate(hands):
        told = []
        known = frozenset(card for at, card in enumerate(hand) if (seat, at) not in unknown)
        choices = []
        for at, card in enumerate(hand):
            if (seat, at) not in unknown:
                told.append(card)
                continue
            others = [each for each in free if each != card]
            choice = sorted({card, *rng.sample(others, min(len(others), rng.choice((1, 2, 3))))})
            choices.append(choice)
            told.append("|".join(choice))
        words.append(f"{'ABC'[seat]}: {' '.join(told)}")
        ways.append({known | set(picked) for picked in product(*choices) if len({*picked}) == len(picked)})
    line = f"{rules} / {' / '.join(words)} / {rng.choice('ABC')} leads"
    every = {deal for deal in product(*ways) if len(frozenset().union(*deal)) == sum(map(len, deal))}
    return line, [every]


def by_brute_force(question: Hand, goal: Goal, seat: int, by: int) -> bool:
    """Whether the players in a mask force a goal, by trying all play."""
    if question.over:
        return question.reached(goal, seat)
    each = (by_brute_force(question.after(move)[0], goal, seat, by) for move in question.moves())
    return any(each) if by >> question.to_move & 1 else all(each)


@pytest.mark.parametrize("rules", part(sorted(SMALL), 2))
def test_two_hundred_half_known_endings_are_answered_as_by_brute_force(rules: str) -> None:
    goal = "ultimo" if rules == "danish" else "tricks>=1"
    answers, deals, turning = Counter[str](), 0, 0
    for line, (every,) in half_known_endings(rules):
        position = analyzer.loads(line)
        whole = [_dealt(position, deal) for deal in every]
        expected = {
            deal.hands: by_brute_force(Hand.from_position(deal), *_asked(deal, goal))
            for deal in whole
            if deal is not None
        }
        found = analyzer.forced(position, goal, "A")
        assert isinstance(found, InEveryDeal)
        assert found.exact
        told = {deal.hands: answer for deal, answer in zip(found.deals, found.answers, strict=True)}
        assert told == expected, line
        values = set(expected.values())
        assert found.holds == (values.pop() if len(values) == 1 else None), line
        assert found.one_plan is not True or found.holds, line
        assert _decide(found), line
        assert found.one_plan == _one_plan(found, goal), line
        deals, turning = deals + len(told), turning + bool(found.turns_on)
        answers[{True: "yes", False: "no", None: "depends"}[found.holds]] += 1
        answers["one plan"] += found.one_plan is True
    figures = [deals, *(answers[each] for each in ("yes", "one plan", "no", "depends")), turning]
    row = f"| `{rules}`, {goal} | {' | '.join(map(str, [NUMBER // 2, *figures]))} |"
    assert row in (ROOT / "docs/howto/unseen.md").read_text(encoding="utf-8"), row


def _dealt(position: Position, deal: tuple[frozenset[str], ...]) -> Position | None:
    hands = {name: " ".join(sorted(hand)) for name, hand in zip("ABC", deal, strict=True)}
    told = {"lead": position.players[position.lead], "hands": hands}
    try:
        return Position(position.rules, **told)
    except InvalidPosition:
        return None


def _asked(deal: Position, goal: str) -> tuple[Goal, int, int]:
    claim = PositionQuestion.from_position(deal).claim(goal, "A", None)
    return claim.goal, claim.seat, claim.by


def _decide(found: InEveryDeal) -> bool:
    """Whether the places of the cards that are named decide, and no fewer cards do."""
    if len(set(found.answers)) < 2:
        return found.turns_on == ()
    if not found.turns_on:
        return True
    cards = sorted({card for deal in found.deals for hand in deal.hands for card in hand})
    fewer = combinations(cards, len(found.turns_on) - 1)
    return _settles(found, found.turns_on) and not any(_settles(found, each) for each in fewer)


def _settles(found: InEveryDeal, cards: tuple[Card, ...]) -> bool:
    told: dict[tuple[int | None, ...], set[bool]] = {}
    for deal, answer in zip(found.deals, found.answers, strict=True):
        told.setdefault(tuple(place_of(card, deal) for card in cards), set()).add(answer)
    return all(len(each) == 1 for each in told.values())


def _one_plan(found: InEveryDeal, goal: str) -> bool | None:
    """Whether one way to play does in all, by trying every one that goes by what A sees."""
    if not all(found.answers):
        return False
    groups: dict[frozenset[Card], list[Position]] = {}
    for deal in found.deals:
        groups.setdefault(deal.hands[0], []).append(deal)
    asked, seat, _ = _asked(found.deals[0], goal)
    return all(_plays(tuple(map(Hand.from_position, deals)), asked, seat) for deals in groups.values())


def _plays(questions: tuple[Hand, ...], goal: Goal, seat: int) -> bool:
    """Whether A has a plan for states that look alike to him."""
    if questions[0].over:
        return all(question.reached(goal, seat) for question in questions)
    mover = questions[0].to_move
    seen: dict[object, list[Hand]] = {}
    for question in questions:
        for move in question.moves():
            seen.setdefault(move, []).append(question.after(move)[0])
    if mover:
        return all(_plays(tuple(after), goal, seat) for after in seen.values())
    return any(_plays(tuple(after), goal, seat) for after in seen.values() if len(after) == len(questions))


def test_a_thousand_deals_of_six_tricks_are_answered_soon() -> None:
    line = "danish / A: hR h5 dD s2 T14 ? / B: h9 dR s7 c3 T9 ? / C: h2 d5 sR c9 T16 ? / A leads"
    position = analyzer.loads(line)
    started = time.process_time()
    found = analyzer.forced(position, "ultimo", "A")
    assert isinstance(found, InEveryDeal)
    assert len(found.deals) == 1000
    assert time.process_time() - started < 10  # about a second on most machines; a slow one is given more


@pytest.mark.parametrize("rules", part(sorted(SMALL), 2))
def test_behind_each_card_goals_are_counted_as_in_each_deal_by_itself(rules: str) -> None:
    listed = 0
    for line, _ in list(half_known_endings(rules))[:25]:
        solution = analyzer.solve(analyzer.loads(line))
        assert solution.found is not None
        found = solution.found
        mover = found.deals[0].table.to_move
        if len({deal.hands[mover] for deal in found.deals}) > 1:
            assert not found.cards, line
            continue
        for move, counted in found.cards.items():
            listed += 1
            after = [analyzer.solve(deal.after(move), cards=False) for deal in found.deals if not _last(deal)]
            for key in counted.goals if len(after) == len(found.deals) else ():
                in_hand = [each.values.goals[key].status.value in ("automatic", "forced") for each in after]
                assert counted.number(key) == sum(in_hand), (line, str(move), key)
            if len(after) == len(found.deals) and counted.least is not None:
                paid = [Hand.from_position(deal).after(move)[1][:3] for deal in found.deals]
                sure = [
                    [now + later for now, later in zip(amounts, each.values.guarantee, strict=True)]
                    for amounts, each in zip(paid, after, strict=True)
                ]
                assert counted.least == tuple(map(min, zip(*sure, strict=True))), line
    assert listed > 10


def _last(deal: Position) -> bool:
    """Whether the next card ends the hand."""
    return deal.tricks_left == 1 and len(deal.trick) == len(deal.players) - 1


def test_points_that_are_sure_wherever_the_cards_lie_are_the_least_of_all_deals() -> None:
    for line, _ in list(half_known_endings("tapp"))[:10]:
        solution = analyzer.solve(analyzer.loads(line))
        assert solution.found is not None
        found = solution.found
        each = [analyzer.solve(deal, cards=False).values for deal in found.deals]
        for aim in (Aim.POINTS, Aim.TRICKS):
            sure = [[values.number(aim, side) for values in each] for side in range(3)]
            assert found.least_of(aim, 3, found.sense) == tuple(map(min, sure)), line


def test_deals_that_were_drawn_prove_no_yes() -> None:
    found = analyzer.forced(
        analyzer.loads("danish / A: T21 T20 / B: ? ? / C: ? ? / A leads"), "last_trick", "A"
    )
    assert isinstance(found, InEveryDeal)
    assert all(found.answers)
    assert (found.exact, found.holds, found.one_plan) == (False, None, None)


def test_fits_are_counted_where_they_are_drawn() -> None:
    found = fitting_deals(analyzer.loads("danish / A: T21 T20 / B: ? h3 / C: ? h4 / A leads"), 100)
    assert (len(found.deals), found.exact, found.fit) == (100, False, 74 * 73)


def test_goals_of_deals_that_a_limit_cut_short_are_told_as_unfinished_like_those_of_one_position() -> None:
    everywhere = analyzer.loads("danish / A: hR h5 ? / B: h9 dR ? / C: h2 d5 ? / A leads")
    alone = analyzer.loads("danish / A: hR h5 T7 / B: h9 dR s3 / C: h2 d5 T9 / A leads")
    for position in everywhere, alone:
        whole, cut = analyzer.solve(position), analyzer.solve(position, max_nodes=1)
        assert (whole.complete, whole.unfinished, whole.reason) == (True, (), None)
        assert not cut.complete
        assert cut.unfinished
        assert cut.reason is not None


def test_where_many_cards_decide_it_is_told_from_which_on() -> None:
    position = analyzer.loads("danish / Anna: T12 c2 / Bent: T1 hR / Clara: ? c3 / Anna leads")
    fits = fitting_deals(position)
    higher = {f"T{rank}" for rank in range(13, 22)}
    answers = [not higher & set(map(str, deal.hands[2])) for deal in fits.deals]
    held = deciding_rank(fits.deals, answers)
    assert held is not None
    assert (held.seat, str(held.card), held.answer) == (2, "T13", False)
    assert deciding_rank(fits.deals, [True] * len(answers)) is None
    answers[0] = not answers[0]
    assert deciding_rank(fits.deals, answers) is None


def test_who_plays_with_whom_is_in_the_answer_over_every_deal() -> None:
    line = "tapp / A: T21 ? / B: T20 h3 / C: dR c8 / A leads / contract=solo declarer=A"
    found = analyzer.forced(analyzer.loads(line), "pagat_ultimo", "A")
    assert found.to_dict()["sides"] == [["A"], ["B", "C"]]
