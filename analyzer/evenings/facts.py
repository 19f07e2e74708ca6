"""The facts of a hand of an evening, as they are told in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analyzer.evenings.model import PotHand
from analyzer.rules.conduct.irregularities import WRONG_DECLARATIONS
from analyzer.rules.facts.fact import Ground, HandFact
from analyzer.rules.facts.ground import whole_hand
from analyzer.rules.facts.told import Teller, declared_by_words
from analyzer.rules.play.table import Laid, Trick
from analyzer.rules.score.told import NOTHING_TOLD
from analyzer.rules.sides import Sides
from analyzer.rules.spec.ruleset import RuleSet


def facts_of_pots(
    rules: RuleSet, players: Sequence[str], playing: Sequence[int], hand: PotHand
) -> tuple[Ground, list[HandFact]]:
    """The hand of a game with pots that facts are told of, and the facts; `playing` are the seats in it."""
    place = {seat: number for number, seat in enumerate(playing)}
    ground = whole_hand(rules, Sides.alone(len(playing)), NOTHING_TOLD, place[hand.dealer])
    teller = Teller(ground, [players[seat] for seat in playing])
    return ground, list(_facts(rules, hand, teller, place))


def _facts(rules: RuleSet, hand: PotHand, teller: Teller, place: dict[int, int]) -> Iterator[HandFact]:
    if hand.tout is not None:
        yield teller.tout(place[hand.tout])
    if hand.nolo is not None:
        yield teller.nolo(place[hand.nolo])
    everybody = frozenset(place.values())
    for each in hand.during:
        by = place[each.by]
        others = everybody - {by} if each.to is None else frozenset({place[each.to]})
        yield teller.early(each.card, by, frozenset({by}) if each.won else others)
    if hand.last is not None:
        won = place[hand.last.winner]
        mine = () if hand.last.card is None else (Laid(won, hand.last.card),)
        lost = (Laid(place[seat], card) for seat, card in hand.last.lost.items())
        yield from teller.last(Trick((*mine, *lost), won))
    # What was declared wrongly tells nothing of the cards.
    wrong = {each.by for each in hand.fines if each.name in WRONG_DECLARATIONS}
    right = {place[seat]: texts for seat, texts in hand.declared.items() if seat not in wrong}
    yield from teller.declared(declared_by_words(rules, right))
    yield from (teller.points(place[seat], number) for seat, number in hand.points.items())
    if hand.tout is None and hand.nolo is None and not hand.given_up:
        yield teller.each_won()
