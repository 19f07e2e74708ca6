"""Smallest cases of what no formula is needed for: what is told, the table, naming, unavoidable cards, pots.

Each is tried in its order on the engine under both rule sets; the first that differs is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Final

from analyzer.cards.card import FOOL, Card
from analyzer.claims.any_settlement import SEATS
from analyzer.claims.compare_cases import ShownCase
from analyzer.messages import Message, alone, both, listed, say
from analyzer.rules.book import Pot, Pots
from analyzer.rules.conduct.asking import may_ask
from analyzer.rules.deal.combinations import combination_cards
from analyzer.rules.deal.declarations import dealer_declarations
from analyzer.rules.deal.discard import legal_discards, trumps_told
from analyzer.rules.play.table import Laid, Table, followable
from analyzer.rules.play.trick import OpenTrick
from analyzer.rules.spec.ruleset import RuleSet

_KING_POT: Final = 60
_MOST_MORE: Final = 200


def _telling(one: RuleSet, other: RuleSet) -> ShownCase | None:
    """What a dealer says, if asked, of trumps in the skat, and when he may be asked."""
    trump = next(card for card in reversed(one.table.deck) if card.is_trump)
    told = tuple(_trumps_told(rules, trump) for rules in (one, other))
    if str(told[0]) == str(told[1]):
        return _asking(one, other, trump)
    return ShownCase({"skat": [str(trump)]}, (told[0], told[1]))


def _trumps_told(rules: RuleSet, trump: Card) -> Message:
    said = trumps_told(rules, [trump])
    return say("that there are some") if said is True else say("how many: {number}", number=int(said))


def _asking(one: RuleSet, other: RuleSet, trump: Card) -> ShownCase | None:
    """What a dealer laid, one after the other, after which only one of the two lets him be asked."""
    plain = next(card for card in one.table.deck if card.suit is not trump.suit and not card.is_fool)
    first, second = (may_ask(rules, (trump, plain)) for rules in (one, other))
    if first is second:
        return None
    words = {True: say("he may be asked"), False: say("he may not be asked")}
    return ShownCase({"laid": [str(trump), str(plain)]}, (words[first is True], words[second is True]))


def _demands(one: RuleSet, other: RuleSet) -> ShownCase | None:
    """A trick at which the Fool may be demanded under the one and not under the other."""
    tricks = [rules.fool.demand_trick for rules in (one, other)]
    if tricks[0] == tricks[1]:
        return _late_demands(one, other)
    said = tuple(
        say("nobody demands it") if each is None else say("demanded with {number} to go", number=each)
        for each in tricks
    )
    return ShownCase({"hand": [str(FOOL)]}, (said[0], said[1]))


def _late_demands(one: RuleSet, other: RuleSet) -> ShownCase | None:
    """A full trick whose second player holds the Fool, which is demanded now."""
    plain = [card for card in one.table.deck if card.suit is one.table.deck[0].suit]
    laid = [Laid(seat, card) for seat, card in enumerate(plain[: one.table.players])]
    holder = 1
    hands = tuple(frozenset({each.card, *([FOOL] if each.seat == holder else [])}) for each in laid)
    trick = OpenTrick.of(Table(one.game, hands, 0), laid)
    backs = [trick.backs(rules.fool.demand_back) for rules in (one, other)]
    if backs[0] == backs[1] or one.fool.demand_trick is None:
        return None
    said = tuple(
        say("back into the hands go {cards}", cards=both(each.card for each in back)) for back in backs
    )
    case = {"trick": [str(each.card) for each in laid], "fool": SEATS[holder]}
    return ShownCase(case, (said[0], said[1]))


def _tables(one: RuleSet, other: RuleSet) -> ShownCase | None:
    """A table with one player more than play."""
    if one.table.may_sit_out is other.table.may_sit_out:
        return None
    said = tuple(
        say("one sits each hand out") if rules.table.may_sit_out else say("nobody sits out")
        for rules in (one, other)
    )
    return ShownCase({"players": one.table.players + 1}, (said[0], said[1]))


def _named(one: RuleSet, other: RuleSet) -> ShownCase | None:
    """Two cards of the others where the leader of the Fool names other suits."""
    if one.fool.names == other.fool.names:
        return None
    for held in combinations([card for card in one.table.deck if card != FOOL], 2):
        suits = [followable(rules.game, held) for rules in (one, other)]
        if suits[0] != suits[1]:
            said = tuple(say("may name {suits}", suits=listed(each)) for each in suits)
            hands = {"A": [str(FOOL)], "B": [str(held[0])], "C": [str(held[1])]}
            return ShownCase({"hands": hands, "lead": "A"}, (said[0], said[1]))
    return None


def _unavoidable(one: RuleSet, other: RuleSet) -> ShownCase | None:
    """A dealer who cannot but lay away a card of a combination, and declares otherwise for it."""
    if one.discard.unavoidable is other.discard.unavoidable:
        return None
    for hand in _full_hands(one):
        laid = next(legal_discards(one, hand), None)
        if laid is None:
            continue
        declared = [dealer_declarations(rules, hand - laid, laid) for rules in (one, other)]
        if declared[0] != declared[1]:
            said = tuple(alone(listed(each.priced for each in found), say("pass")) for found in declared)
            words = {"hand": [str(card) for card in sorted(hand)], "discard": [str(c) for c in sorted(laid)]}
            return ShownCase(words, (said[0], said[1]))
    return None


def _full_hands(rules: RuleSet) -> Iterator[frozenset[Card]]:
    """Dealer's cards with all trumps and the Fool: first those with the fewest cards of combinations."""
    rich = frozenset(card for card in rules.table.deck if card.is_trump or card.is_fool)
    size = rules.table.hand_size + rules.table.skat_size - len(rich)
    courts = [card for card in rules.table.deck if card.is_court]
    plain = [card for card in rules.table.deck if card not in rich and not card.is_court]
    for number in range(size + 1):
        for some in combinations(courts, number):
            hand = rich.union(some, plain[: size - number])
            if len(combination_cards(rules, hand)) >= rules.table.hand_size:
                yield hand


def _richer(one: RuleSet, other: RuleSet) -> ShownCase | None:
    """The least difference between the pots that is considerable by the one and not by the other."""
    for more in range(_MOST_MORE):
        pots = Pots(_KING_POT + more, _KING_POT)
        rich = [rules.game.considerable.richer(pots) for rules in (one, other)]
        if rich[0] is not rich[1]:
            words: Mapping[str, object] = {"pots": {"king": pots.king, "pagat": pots.pagat}}
            return ShownCase(words, (_RICHER[rich[0]], _RICHER[rich[1]]))
    return None


_RICHER: Final[Mapping[Pot | None, Message]] = {
    Pot.KING: say("the king pot is considerably the richer"),
    Pot.PAGAT: say("the Pagat pot is considerably the richer"),
    None: say("neither pot is considerably the richer"),
}

MORE_AREAS: Final[dict[Message, Callable[[RuleSet, RuleSet], ShownCase | None]]] = {
    say("telling"): _telling,
    say("demand"): _demands,
    say("table"): _tables,
    say("naming"): _named,
    say("unavoidable cards"): _unavoidable,
    say("richer pot"): _richer,
}
"""Where else a difference is looked for, in this order."""
