"""Random hands of card points that are over, told without their cards, of any shipped game and variant.

The same seed gives the same hand.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Final

from rulesets import FORMS, POINT_RULES

from analyzer.errors import UsageError
from analyzer.position.files.hands.contract import announceable
from analyzer.rules.play.table import Laid, Trick
from analyzer.rules.score.deeds import HandReport, compute_result
from analyzer.rules.score.hand import Bid, Declared, HandFacts, HandResult, Pool, Purchase, sides_of
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.contracts import ContractAim
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import choose, in_form

POINT_FORMS: Final = tuple(each for each in FORMS if each[0] in POINT_RULES)


@cache
def read_as(name: str, seats: int, variant: tuple[tuple[str, str], ...]) -> RuleSet:
    """A rule set with some readings chosen, as so many play it; with none where they contradict."""
    try:
        return in_form(choose(load_ruleset(name), dict(variant)), seats)
    except UsageError:
        return in_form(load_ruleset(name), seats)


def random_rules(rng: random.Random) -> RuleSet:
    """A game of card points in one of its forms, up to four of its options read in some way."""
    name, seats = rng.choice(POINT_FORMS)
    options = load_ruleset(name).options
    chosen = sorted(rng.sample(sorted(options), min(rng.randrange(5), len(options))))
    return read_as(name, seats, tuple((each, rng.choice(sorted(options[each].readings))) for each in chosen))


def game_of(rules: RuleSet) -> GameSpec:
    return rules.game


def some_of(rng: random.Random, rules: RuleSet, most: int) -> list[int]:
    """Some seats."""
    return rng.sample(range(rules.table.players), rng.randrange(most + 1))


def random_told(rng: random.Random, rules: RuleSet) -> HandFacts:
    """What is told of such a hand before it was played."""
    game, seats = game_of(rules), range(rules.table.players)
    contracts = [
        each for each in game.contracts.values() for _ in range(1 + 3 * (each.aim is ContractAim.FEWEST))
    ]
    contract = rng.choice(contracts) if contracts else None
    declarer = None if contract is None or contract.aim is ContractAim.FEWEST else rng.choice(seats)
    partner = rng.choice((None, *seats)) if contract is not None and not contract.alone else None
    words = [*announceable(game), *(["13 trumps", "8 trumps"] if game.shown is not None else [])]
    said = {seat: tuple(rng.sample(words, min(len(words), 2))) for seat in some_of(rng, rules, 2)}
    slam = rng.random() < 0.1 and game.slam is not None and contract is not None and declarer is not None
    held = {seat: rng.choice((("trull",), ("four-kings", "trull"))) for seat in some_of(rng, rules, 1)}
    pools = [Pool(rng.choice((40, 85, 90, 135)), rng.random() < 0.5) for _ in range(rng.randrange(4))]
    return HandFacts(
        contract=None if contract is None else contract.name,
        declarer=declarer,
        partner=partner if declarer is not None else None,
        announced=said if words else {},
        kontra=frozenset(some_of(rng, rules, 1)) if game.difference_sheet else frozenset(),
        passed=frozenset(some_of(rng, rules, 1)) if game.difference_sheet else frozenset(),
        held=held if game.difference_sheet else None,
        bids=(Bid(declarer or 0, f"slam {contract.name}"),) if slam and contract else (),
        purchases=tuple(_purchases(rng, rules, declarer)),
        pools=tuple(pools) if game.pools else (),
        radli={seat: rng.randrange(3) for seat in some_of(rng, rules, 3)} if game.bonus_sheet else {},
        trull=rng.randrange(4) if game.target is not None else None,
        declared=_declared(rng, rules),
    )


def _purchases(rng: random.Random, rules: RuleSet, declarer: int | None) -> list[Purchase]:
    """Cards that were bought, some of which nobody held."""
    if game_of(rules).purchase is None or declarer is None:
        return []
    others = [seat for seat in range(rules.table.players) if seat != declarer]
    cards = rng.sample(rules.table.deck, rng.randrange(3))
    return [Purchase(card, rng.choice((None, *others)), None) for card in cards]


def _declared(rng: random.Random, rules: RuleSet) -> dict[int, tuple[Declared, ...]]:
    """What was declared, and may have to be given back."""
    if game_of(rules).declaring is None:
        return {}
    each = [Declared("declare.trumps", 10, returnable=True), Declared("declare.kings", 5)]
    return {seat: tuple(rng.sample(each, rng.randrange(1, 3))) for seat in some_of(rng, rules, 2)}


def random_trick(rng: random.Random, rules: RuleSet) -> Trick:
    """A trick with some cards of it that bring something, rather the Pagat than chance would have it."""
    prized = [card for card in rules.table.deck if card.is_king or str(card) in ("T1", "T21")]
    order = rng.sample(range(rules.table.players), rng.randrange(rules.table.players + 1))
    cards = rng.sample(prized, len(order))
    if order and rng.random() < 0.5 and "T1" not in map(str, cards):
        cards[0] = next(card for card in prized if str(card) == "T1")
    return Trick(tuple(map(Laid, order, cards)), rng.randrange(rules.table.players))


def random_report(rng: random.Random, rules: RuleSet, said: HandFacts) -> HandReport:
    """What such a hand came to."""
    game, seats = game_of(rules), range(rules.table.players)
    sides = sides_of(rules.game, said, None if said.partner == said.declarer else said.partner)
    cuts = sorted(rng.randrange(game.piles.total + 1) for _ in range(sides.count - 1))
    units = [high - low for low, high in zip([0, *cuts], [*cuts, game.piles.total], strict=True)]
    if rng.random() < 0.4:
        # Near the average of a side, where contracts are won and lost and trumps given back.
        units[0] = game.piles.total // sides.count + rng.randrange(-3, 4)
        units[1:] = [0] * (sides.count - 2) + [game.piles.total - units[0]]

    def seldom(there: bool = True) -> int | None:
        return rng.choice(seats) if there and rng.random() < 0.15 else None

    names = ["kings", "trinity", "king-ultimo", "pagat"]
    return HandReport(
        units={sides.seats(side)[0]: each for side, each in enumerate(units)} if rng.random() < 0.85 else {},
        tricks={seat: rng.randrange(3) for seat in some_of(rng, rules, 2)} if rng.random() < 0.4 else {},
        last=random_trick(rng, rules) if rng.random() < 0.7 else None,
        swept=seldom(),
        no_sweep=rng.random() < 0.5,
        nil=seldom(),
        all_tricks=seldom(game.difference_sheet is not None),
        bonuses={name: rng.choice(seats) for name in names if rng.random() < 0.3 and game.on_a_sheet},
        mond_lost=seldom(game.bonus_sheet is not None),
        mond_to=rng.choice(seats),
    )


def random_hand(seed: int) -> tuple[RuleSet, HandResult]:
    """A hand that is over, and the rules it was played by."""
    rng = random.Random(seed)
    rules = random_rules(rng)
    said = random_told(rng, rules)
    thrown_in = game_of(rules).throws_in(said.contract) and rng.random() < 0.5
    dealer = rng.choice((None, *range(rules.table.players)))
    report = random_report(rng, rules, said)
    return rules, compute_result(rules.game, said, report, dealer=dealer, thrown_in=thrown_in)
