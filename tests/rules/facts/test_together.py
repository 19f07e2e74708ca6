"""Which facts can be true together, held against Z3's count of cards and tricks; and what is asked then."""

from __future__ import annotations

import json
import random

import pytest
import z3
from rulesets import rules_for

from analyzer.disputes.files import loads_dispute
from analyzer.errors import InvalidFile
from analyzer.evenings.tally import loads, tally
from analyzer.rules.actions import Sides
from analyzer.rules.facts.fact import HandFact, whole_hand
from analyzer.rules.facts.finished import FactCollector
from analyzer.rules.facts.together import possible
from analyzer.rules.score.hand import NOTHING_TOLD

WORTHS = {4: 7, 3: 4, 2: 4, 1: 4, 0: 59}
"""How many cards of the deck of 78 are worth so much, the Fool among the dearest."""
PLAYERS = {
    "danish": ("Anna", "Bent", "Carl"),
    "slovenian": ("A", "B", "C", "D"),
    "tarot": ("A", "B", "C", "D"),
}


def divided(points: list[int], without: set[int] | None, dealer: int) -> bool:
    """Whether cards and tricks can be divided so that the points are these, by Z3.

    `without` are those without a trick; None where nobody is known to have none, so that all have one.
    """
    solver, seats = z3.Solver(), range(3)
    tricks = [z3.Int(f"t{seat}") for seat in seats]
    solver.add(z3.Sum(tricks) == 25)
    for seat in seats:
        solver.add(tricks[seat] == 0 if seat in (without or set()) else tricks[seat] >= 1)
    cards = {(w, seat): z3.Int(f"c{w}.{seat}") for w in WORTHS for seat in seats}
    skat = {w: z3.Int(f"s{w}") for w in WORTHS}
    fool_to = [z3.Bool(f"home{seat}") for seat in seats]
    fool_from = [z3.Bool(f"from{seat}") for seat in seats]
    solver.add(*(each >= 0 for each in (*cards.values(), *skat.values())), z3.Sum(list(skat.values())) == 3)
    # Only the Fool of the dearest may lie in the skat, and then it does not come home from a trick.
    solver.add(skat[4] <= 1, z3.Implies(skat[4] == 1, z3.Not(z3.Or(fool_to))))
    solver.add(z3.Sum([z3.If(each, 1, 0) for each in fool_to]) <= 1)
    solver.add(
        z3.Sum([z3.If(each, 1, 0) for each in fool_to]) == z3.Sum([z3.If(each, 1, 0) for each in fool_from])
    )
    for seat in seats:
        solver.add(
            z3.Not(z3.And(fool_to[seat], fool_from[seat])), z3.Implies(fool_from[seat], tricks[seat] >= 1)
        )
        own = z3.Sum([cards[w, seat] for w in WORTHS])
        solver.add(own == 3 * tricks[seat] - z3.If(fool_from[seat], 1, 0))
        counted = z3.Sum([w * cards[w, seat] for w in WORTHS]) + tricks[seat] + z3.If(fool_to[seat], 4, 0)
        if seat == dealer:
            counted += 1 + z3.Sum([w * skat[w] for w in WORTHS])
        solver.add(counted == points[seat])
    for w, number in WORTHS.items():
        home = z3.If(z3.Or(fool_to), 1, 0) if w == 4 else 0
        solver.add(z3.Sum([cards[w, seat] for seat in seats]) + skat[w] + home == number)
    return solver.check() == z3.sat


@pytest.mark.parametrize("seed", range(60))
def test_points_can_be_where_cards_and_tricks_can_be_divided_so(seed: int) -> None:
    chance = random.Random(seed)
    low = chance.choice([3, 13, 40])
    first = chance.randint(0, min(low, 78))
    second = chance.randint(0, min(low, 78 - first))
    points = [first, second, 78 - first - second]
    chance.shuffle(points)
    dealer, ends = chance.randrange(3), [None, {0}, {1}, {0, 1}, {1, 2}]
    teller = FactCollector(
        whole_hand(rules_for("danish", 3), Sides.alone(3), NOTHING_TOLD, dealer), PLAYERS["danish"]
    )
    for without in ends:
        facts = [teller.points(seat, number) for seat, number in enumerate(points)]
        few = frozenset(without or ())
        facts.append(HandFact(teller.everybody_won().text, without=frozenset({few})))
        assert possible(teller.ground, facts) == divided(points, without, dealer), (points, without, dealer)


def told(ruleset: str, hand: str) -> str:
    """What a score says of a hand; its totals, or the first fault."""
    head = {"format": "tarok-session/1", "ruleset": ruleset, "players": list(PLAYERS[ruleset])}
    text = json.dumps(head)[:-1] + ', "hands": [' + hand + "]}"
    try:
        return str(tally(loads(text)).totals)
    except InvalidFile as error:
        return str(error.faults[0].message) + "; " + str(error.faults[0].expected)


POINTS = "points: {Anna: 30, Bent: 25, Carl: 23}"
TRUMPS_SHOWN = (
    "contract: garde, declarer: A, points: {A: 50}, trull: 2, announced: {A: [13 trumps], B: [10 trumps]}"
)
DANISH = POINTS + ", last_trick: {winner: Anna}"


@pytest.mark.parametrize(
    ("ruleset", "hand", "answer"),
    [
        (
            "danish",
            "last_trick: {winner: Anna}, points: {Anna: 58, Carl: 20, Bent: 0}",
            "Bent has 0 points, the file gives neither a Tout nor a Nolo; did Bent play Nolo?",
        ),
        ("danish", "last_trick: {winner: Bent}, points: {Anna: 58, Carl: 20, Bent: 0}", "Bent wins the last"),
        (
            "danish",
            "tout: Anna, points: {Anna: 30, Bent: 25, Carl: 23}",
            "Anna wins every trick, Anna has 30",
        ),
        (
            "danish",
            "nolo: Anna, points: {Anna: 30, Bent: 25, Carl: 23}",
            "Anna alone wins no trick, Anna has 30",
        ),
        (
            "danish",
            DANISH + ", declarations: {Bent: 10 trumps without pagat, Carl: 13 trumps with pagat}",
            "Bent declared “10 trumps without pagat”, Carl declared “13 trumps with pagat”",
        ),
        (
            "danish",
            DANISH + ", declarations: {Bent: 10 trumps with pagat}, during: [{lost: T1, by: Carl}]",
            "Carl loses T1 before the last trick, Bent declared “10 trumps with pagat”",
        ),
        (
            "danish",
            POINTS
            + ", declarations: {Bent: half kings no hearts}, last_trick: {winner: Anna, lost: {Carl: dR}}",
            "Carl loses dR in the last trick, Bent declared “half kings no hearts”",
        ),
        ("danish", "nolo: Bent, declarations: {Bent: 4 matadors}", "Bent alone wins no trick, Bent declared"),
        ("danish", "nolo: Bent, points: {Anna: 54, Bent: 4, Carl: 20}", "("),
        (
            "slovenian",
            "contract: solo-without, declarer: A, points: {A: 0, B: 70}, tricks: {D: 12}",
            "(-365, 0, 0, 0)",
        ),
        (
            "slovenian",
            "contract: solo-without, declarer: A, points: {A: 0}",
            (
                "A has 0 points, the file does not say that anybody won every trick"
                "; did B's side win every trick?"
            ),
        ),
        (
            "slovenian",
            "contract: three, declarer: A, partner: A, points: {A: 0}",
            "A has 0 points, 3 cards are discarded there",
        ),
        (
            "slovenian",
            "contract: two, declarer: A, partner: C, points: {A: 44}, bonuses: [{kings: A}, {kings: B}]",
            "`kings` is given for A and for B; expected it once",
        ),
        (
            "tarot",
            TRUMPS_SHOWN,
            "A showed 13 trumps, B showed 10 trumps",
        ),
    ],
)
def test_facts_that_cannot_be_true_together_are_named(ruleset: str, hand: str, answer: str) -> None:
    dealer = PLAYERS[ruleset][0]
    assert answer in told(ruleset, f"{{dealer: {dealer}, {hand}}}")


def test_a_valat_in_place_of_the_game_leaves_the_other_bonuses() -> None:
    hand = "contract: two, declarer: A, called: hR, partner: C, points: {declarer: 69}, valat: A"
    text = (
        "format: tarok-session/1\nruleset: slovenian\nplayers: [A, B, C, D]\nvariant: {valat: instead}\n"
        f"hands:\n  - {{dealer: D, {hand}, bonuses: [{{trinity: A}}, {{kings: A}}]}}\n"
    )
    assert tally(loads(text)).totals == (270, 0, 270, 0)


SETTLED = """\
kind: settlement
lead: A
trick: hR h3 h4
taken: {A: {tricks: 14, points: 41}, B: {tricks: 0, points: 20}, C: {tricks: 10, points: 12}}
"""
DISPUTE = "format: tarok-dispute/1\nplayers: [A, B, C]\n"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("kind: count\ndealer: A\npiles: {A: {points: 50}, B: {points: 0}, C: {points: 28}}\n", "play Nolo?"),
        (
            SETTLED,
            "B has 0 tricks, B has 20 points",
        ),
        (
            "kind: irregularity\nirregularity: wrong-number-of-cards\nby: B\nfound: before-lead\n",
            "wrong-number-of-cards cannot be found before-lead",
        ),
        (
            "kind: irregularity\nirregularity: wrong-deal-unseen\nby: B\nfound: after-payments\n",
            "wrong-deal-unseen cannot be found after-payments",
        ),
    ],
)
def test_a_dispute_about_what_cannot_be_is_refused(text: str, wrong: str) -> None:
    with pytest.raises(InvalidFile) as refused:
        loads_dispute(DISPUTE + text)
    assert wrong in str(refused.value)
