"""Deal k of a study, always the same, and the questions put to it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any, Final, NamedTuple

from msgspec import structs

from analyzer.answers.answer import Settled
from analyzer.answers.decide import DecideRequest, decide
from analyzer.answers.explain import explained
from analyzer.answers.forced import claimed
from analyzer.answers.records.replay import replay
from analyzer.answers.requests import ForcedRequest, Means, SolveRequest, names_in
from analyzer.answers.solve import solve
from analyzer.api.many.records import CALLED, UNIFORM, uniform
from analyzer.api.python.positions import decided_alone
from analyzer.cards.card import Card
from analyzer.cards.drawing import Draw
from analyzer.errors import LimitReached, UsageError
from analyzer.frozenrecord import Record
from analyzer.messages import Verbatim, say
from analyzer.position.model import Position
from analyzer.position.reading import load
from analyzer.rules.deal.discard import legal_discards
from analyzer.rules.score.goals import is_ultimo_card
from analyzer.rules.score.hand import NOTHING_TOLD
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.search.engine.results import Limits
from analyzer.studies.files import ANY, Fact, Study, StudyAsk, called_of, fact_of, is_wanted, seats_of, voids
from analyzer.studies.tally import Value
from analyzer.views.base import plain

# Deal k of a study: whoever asks for it, and whatever was dealt before, it has the same cards.
#
# And which cards the dealer or declarer lays away: by chance, or by a rule of thumb.


BEST: Final = "best"
_RANDOM: Final = "random"

Discard = Sequence[Card]


def possible(rules: RuleSet, dealer: Hand, kept: int) -> list[list[Card]]:
    """Every discard that is legal beyond question, if so many cards are kept, in canonical order."""
    return sorted(map(sorted, legal_discards(rules, sorted(dealer), kept=kept)))


def different(rules: RuleSet, known: Sequence[list[Card]], others: Collection[Card]) -> list[list[Card]]:
    """One of all discards that come to the same game, whatever is played for.

    Two cards of the taker's are alike where no card of another player lies between them, king and Pagat
    apart: what he lays away of the one or the other leaves the same comparisons. Where a contract is played
    for points, they count as much besides.
    """
    found: dict[tuple[object, ...], list[Card]] = {}
    for cards in known:
        found.setdefault(tuple(sorted(_kind(rules, card, others) for card in cards)), cards)
    return list(found.values())


def _kind(rules: RuleSet, card: Card, others: Collection[Card]) -> tuple[str, int, bool, int]:
    above = sum(other.suit is card.suit and other.height > card.height for other in others)
    worth = 0 if rules.game.pots is not None else rules.game.piles.card_units(card)
    return str(card.suit), above, is_ultimo_card(card), worth


def chosen(rules: RuleSet, draw: Draw, how: str, dealer: Hand, known: Sequence[list[Card]]) -> Discard:
    """The discard that is chosen; of several that are as good the first in canonical order."""
    if how == _RANDOM:
        return draw.choice(known)
    return max(known, key=lambda cards: _WORTH[how](rules, dealer, cards))


def _points(rules: RuleSet, cards: Collection[Card]) -> int:
    return sum(map(rules.game.piles.card_units, cards))


def _height(cards: Collection[Card]) -> int:
    """How high cards stand in their suits, in all."""
    return sum(card.height for card in cards)


def _longest(hand: Hand) -> int:
    plain = [card.suit for card in hand if not card.is_trump and not card.is_fool]
    return max(map(plain.count, plain), default=0)


def _count_with_king(hand: Hand, cards: Collection[Card]) -> int:
    """How many of some cards are of a suit whose king is in the hand."""
    kings = {card.suit for card in hand if card.is_king}
    return sum(card.suit in kings for card in cards)


_WORTH: Final[Mapping[str, Callable[[RuleSet, Hand, Discard], int]]] = {
    "fewest-points": lambda rules, _, cards: -_points(rules, cards),
    "most-points": lambda rules, _, cards: _points(rules, cards),
    "lowest": lambda _, __, cards: -_height(cards),
    "highest": lambda _, __, cards: _height(cards),
    "longest-trumps": lambda _, hand, cards: sum(card.is_trump for card in hand.difference(cards)),
    "most-voids": lambda _, hand, cards: voids(hand.difference(cards)),
    "longest-suit": lambda _, hand, cards: _longest(hand.difference(cards)),
    "guarded-kings": lambda _, hand, cards: -_count_with_king(hand, cards),
    "bare-kings": lambda _, hand, cards: _count_with_king(hand, cards),
}
"""What makes a discard good, by the name of the rule of thumb."""


MOST_TRIES: Final = 100_000
"""So many deals are passed over until one is as it is wanted."""

Hand = frozenset[Card]


class Taker(Record, frozen=True):
    """Who has taken cards up and laid as many away: the seat, and what it held before it laid any away."""

    seat: int
    held: Hand


class Dealt(Record, frozen=True):
    """A deal: its position, and of whole hands who laid cards away."""

    study: Study
    k: int
    position: Position
    taker: Taker | None = None

    def discarded(self, how: str) -> Iterator[Position]:
        """The position if the taker chooses so; of the best discard that of all legal ones that differ."""
        assert self.taker is not None
        seat, held, hands = self.taker.seat, self.taker.held, self.position.hands
        draw = Draw(CALLED, "discard", self.study.deals.seed, self.k)
        known = possible(self.study.rules, held, self.position.tricks_left)
        others = frozenset().union(*hands[:seat], *hands[seat + 1 :])
        every = different(self.study.rules, known, others)
        for cards in every if how == BEST else [chosen(self.study.rules, draw, how, held, known)]:
            left = (*hands[:seat], held.difference(cards), *hands[seat + 1 :])
            skat = None if self.position.skat is None else frozenset(cards)
            yield replace(self.position, hands=left, skat=skat)


def dealt(study: Study, k: int) -> Dealt:
    """Deal k, counted from 0.

    Raises: UsageError where no deal is found that is as the study wants it; InvalidFile for a bad file.
    """
    deals = study.deals
    if deals.by == "files":
        return Dealt(study, k, load(str(deals.files[k])))
    draw = Draw(CALLED, deals.by, deals.seed, k)
    for _ in range(MOST_TRIES):
        found = _drawn(study, draw, k)
        if is_wanted(deals.wanted, study.rules.game, found.position.hands, found.position.lead):
            return found
    told = say("deal {number}: none of {tries} is as `where` wants it", number=k, tries=MOST_TRIES)
    raise UsageError(told, say("expected something that happens now and then"))


def _drawn(study: Study, draw: Draw, k: int) -> Dealt:
    """One deal, whatever it is like."""
    table, deals = study.rules.table, study.deals
    tricks = deals.tricks[k % len(deals.tricks)] if deals.tricks else table.hand_size
    if deals.by == UNIFORM:
        cards, lead = uniform(study.rules, draw, tricks)
        hands = tuple(frozenset(cards[seat * tricks :][:tricks]) for seat in range(table.players))
        return Dealt(study, k, Position(study.rules, study.players, hands, lead))
    found = None
    while found is None:
        found = _whole(study, draw, k, tricks) if deals.contract is None else _declared(study, draw, k)
    return found


def _whole(study: Study, draw: Draw, k: int, size: int) -> Dealt | None:
    """A hand as it is dealt: the dealer sits last, has taken what was left and has laid cards away by rule.

    None for one who may lay none of his cards away.
    """
    table = study.rules.table
    last = table.players - 1
    cards = draw.sample(sorted(table.deck), table.players * size + table.skat_size)
    others = tuple(frozenset(cards[seat * size : (seat + 1) * size]) for seat in range(last))
    dealer = frozenset(cards[last * size :])
    kept = _kept(study, draw, dealer, size)
    if kept is None:
        return None
    return Dealt(study, k, Position(study.rules, study.players, (*others, kept), 0), Taker(last, dealer))


def _kept(study: Study, draw: Draw, held: Hand, size: int) -> Hand | None:
    """What is left of a hand after the discard of the study; None where no discard is legal."""
    known = possible(study.rules, held, size)
    return held.difference(chosen(study.rules, draw, study.deals.discard, held, known)) if known else None


def _declared(study: Study, draw: Draw, k: int) -> Dealt | None:
    """A hand with a contract: the first seat declares; None where it has nothing to lay away or to call."""
    rules, table = study.rules, study.rules.table
    contract = rules.game.contracts[str(study.deals.contract)]
    size, seats = table.hand_size, table.players
    cards = draw.sample(sorted(table.deck), seats * size + table.skat_size)
    talon = cards[seats * size :]
    others = tuple(frozenset(cards[seat * size : (seat + 1) * size]) for seat in range(1, seats))
    lead = 0 if contract.leads else draw.below(seats)
    held = frozenset((*cards[:size], *talon[: contract.takes]))
    kept = _kept(study, draw, held, size) if contract.takes else held
    called = None if kept is None or contract.alone else called_of(kept, others)
    if kept is None or (called is None and not contract.alone):
        return None
    told = structs.replace(
        NOTHING_TOLD,
        contract=contract.name,
        declarer=0,
        called=called,
        talon_left=tuple(talon[contract.takes :]),
    )
    position = Position(
        rules, study.players, (kept, *others), lead, skat=(held - kept) or None, told=told, ruleset=rules.name
    )
    return Dealt(study, k, position, Taker(0, held) if contract.takes else None)


# The questions of a study put to its deals: what is answered of each, and its facts.


Values = list[Value]
"""The answers to one question of one deal: one, or one for each player."""


class DealTold(NamedTuple):
    """What is told of one deal."""

    k: int
    facts: tuple[Fact, ...]
    """Those it is counted by."""
    values: tuple[Values, ...]
    """By question."""

    @property
    def answered(self) -> bool:
        """Whether every question is."""
        return all(value is not None for values in self.values for value in values)


def answer_deals(study: Study, first: int, count: int) -> Iterator[DealTold]:
    """What is told of some deals, in order. Raises: UsageError for what cannot be asked of one of them."""
    means = Means(Limits(max_nodes=study.nodes, table_mb=study.table_mb))
    for k in range(first, first + count):
        one = dealt(study, k)
        facts = tuple(fact_of(name, one.position) for name in study.group_by)
        yield DealTold(k, facts, tuple(_answered(ask, one, means) for ask in study.asks))


def _answered(ask: StudyAsk, one: Dealt, means: Means) -> Values:
    """The answers to a question of a deal; after several discards whether it is so after one of them."""
    if ask.discard is None:
        return _ASKED[ask.of](ask, _as_asked(ask, one.position), means)
    found: list[Values] = []
    for position in one.discarded(ask.discard):
        found.append(_ASKED[ask.of](ask, _as_asked(ask, position), means))
        if all(value is True for value in found[-1]):
            break
    return [_any_of(values) for values in zip(*found, strict=True)]


def _as_asked(ask: StudyAsk, position: Position) -> Position:
    return position if ask.fool_demand is None else replace(position, fool_demand=ask.fool_demand)


def _forced(ask: StudyAsk, position: Position, means: Means) -> Values:
    assert ask.who is not None
    found = [_holds(ask, position, seat, means) for seat in seats_of(ask.who, position)]
    return [_any_of(found)] if ask.who == ANY else list(found)


def _any_of(found: Sequence[Value]) -> bool | None:
    """Whether one of several holds; None where that hangs on what is open."""
    return True if True in found else None if None in found else False


def _holds(ask: StudyAsk, position: Position, seat: int, means: Means) -> bool | None:
    """Whether some of those who may play together for a seat force its goal."""
    found: list[bool | None] = []
    for by in _together(ask.by, position, seat):
        try:
            request = _request(ask, seat, by)
            found.append(decided_alone(position, claimed(position, request), request, means).holds)
        except LimitReached:
            found.append(None)
        if found[-1]:
            break
    return _any_of(found)


def _request(ask: StudyAsk, seat: int, by: Sequence[int | str] | None) -> ForcedRequest:
    return ForcedRequest(goal=ask.goal, player=seat, by=by)


def _together(by: str, position: Position, seat: int) -> Sequence[Sequence[int | str] | None]:
    """Who may play together for a seat; None is whoever does by default."""
    others = [each for each in range(len(position.players)) if each != seat]
    groups: dict[str, Sequence[Sequence[int] | None]] = {
        "alone": (None,),
        "nobody": ((),),
        "others": (others,),
        "two": [(seat, each) for each in others],
    }
    return groups[by] if by in groups else (names_in(by),)


def _explained(ask: StudyAsk, position: Position, means: Means) -> Values:
    """For each player yes or no, and how many lines the plan for it has: `yes-1`, `no-0`, `no-none`."""
    assert ask.who is not None
    return [_lines(ask, position, seat, means) for seat in seats_of(ask.who, position)]


def _lines(ask: StudyAsk, position: Position, seat: int, means: Means) -> str | None:
    """The shortest of the plans of those who may play together; None where the limits do not last."""
    told: list[tuple[bool, int | None]] = []
    for by in _together(ask.by, position, seat):
        try:
            found = explained(position, _request(ask, seat, by), means)
        except LimitReached:
            return None
        if found.holds is None:
            return None
        told.append((found.holds, None if found.plan is None else found.plan.length))
    holds = any(each for each, _ in told)
    lengths = [length for each, length in told if each is holds and length is not None]
    return f"{'yes' if holds else 'no'}-{min(lengths, default='none')}"


def _guarantee(ask: StudyAsk, position: Position, means: Means) -> Values:
    request = SolveRequest(goals=False, tokens=True, equilibria=False, numbers=False, cards=False)
    return _read_player_values(
        ask, position, plain(solve(position, request, means).view()).get("guarantee", {})
    )


def _card_points(ask: StudyAsk, position: Position, means: Means) -> Values:
    request = SolveRequest(goals=False, tokens=False, goal="points", cards=False)
    return _read_player_values(ask, position, plain(solve(position, request, means).view()).get("points", {}))


def _read_player_values(ask: StudyAsk, position: Position, told: Mapping[str, Any]) -> Values:
    """The values of the players asked about; of a side by the player it is called by."""
    assert ask.who is not None
    names = [position.players[seat] for seat in seats_of(ask.who, position)]
    return [_value(told.get(name)) for name in names]


def _taken(ask: StudyAsk, told: Mapping[str, Any]) -> Values:
    """One value of an answer. Raises: UsageError for what the answer does not have."""
    at: Any = told
    for key in ask.take:
        if isinstance(at, list) and key.isdigit() and int(key) < len(at):
            at = at[int(key)]
        elif isinstance(at, Mapping) and key in at:
            at = at[key]
        elif isinstance(told.get("limits"), Mapping) and told["limits"].get("complete") is False:
            return [None]
        else:
            text = say(
                "the answer of `{of}` has no {key}", of=Verbatim(ask.of), key=Verbatim(".".join(ask.take))
            )
            raise UsageError(text)
    return [_value(at)]


def _value(found: Any) -> Value:
    """A value of an answer as it is counted: a pair of numbers is a fraction, and a list how long it is."""
    if isinstance(found, float):
        exact = Fraction(found).limit_denominator(10**6)
        return f"{exact.numerator}/{exact.denominator}"
    if isinstance(found, list):
        pair = len(found) == 2 and all(type(each) is int for each in found)
        return f"{found[0]}/{found[1]}" if pair else len(found)
    return len(found) if isinstance(found, Mapping) else found


def _parting(ask: StudyAsk, position: Position, means: Means) -> Values:  # noqa: ARG001 - nothing to say
    """Which of the proper cards, those of an equilibrium and the sure ones have no card in common.

    The sure ones are those after which the mover is sure of most; those of an equilibrium have one after
    them that stands before them too. A word such as `proper|sure`, several with blanks between,
    `none-proper` where every card is improper, `agree` where there is nothing of this.
    """
    found = solve(position, SolveRequest(), means)
    if found.settled is Settled.OPEN:
        return [None]
    told = plain(found.view())
    mover, cards = told["to_play"], told["cards"]
    most = max(each["guarantee"][mover] for each in cards)
    kinds = {
        "proper": {_played(each) for each in cards if each["proper"]},
        "equilibrium": {_played(each) for each in cards if _stands(each, told)},
        "sure": {_played(each) for each in cards if each["guarantee"][mover] == most},
    }
    there = [kind for kind, found in kinds.items() if found]
    parted = [f"{a}|{b}" for a, b in combinations(there, 2) if not kinds[a] & kinds[b]]
    return [" ".join([*([] if "proper" in there else ["none-proper"]), *parted]) or "agree"]


def _gain(ask: StudyAsk, position: Position, means: Means) -> Values:
    """How much more the mover is sure of with a card than with the best other one, if he has that choice."""
    sure = _sure_with(position, means)
    if sure is None:
        return [None]
    mine = [worth for card, worth in sure if card == str(ask.card)]
    others = [worth for card, worth in sure if card != str(ask.card)]
    return [max(mine) - max(others)] if mine and others else []


def _naming(ask: StudyAsk, position: Position, means: Means) -> Values:
    """What lies between the best and the worst suit that the card may be named, if the mover may name one."""
    sure = _sure_with(position, means)
    if sure is None:
        return [None]
    mine = [worth for card, worth in sure if card == str(ask.card)]
    return [max(mine) - min(mine)] if mine else []


def _sure_with(position: Position, means: Means) -> list[tuple[str, int]] | None:
    """What the mover is sure of after each of his plays; None where the limits came first."""
    found = solve(position, SolveRequest(goals=False, tokens=True, equilibria=False), means)
    if found.settled is Settled.OPEN:
        return None
    told = plain(found.view())
    return [(each["card"], each["guarantee"][told["to_play"]]) for each in told["cards"]]


def _stands(card: Mapping[str, Any], told: Mapping[str, Any]) -> bool:
    """Whether an equilibrium after the card is one of the position too."""
    stand = [each["tokens"] for each in told["equilibria"]]
    return any(each["tokens"] in stand for each in card["equilibria"])


def _played(card: Mapping[str, Any]) -> str:
    """A card as a line has it."""
    return card["card"] if card["names"] is None else f"{card['card']}={card['names']}"


def _solved(ask: StudyAsk, position: Position, means: Means) -> Values:
    return _taken(ask, plain(solve(position, _needed(ask.take), means).view()))


def _needed(take: Sequence[str]) -> SolveRequest:
    """As little of the answer as has the value in it."""
    part = take[0]
    if part == "goals":
        player, goal = (*take[1:3], None, None)[:2]
        return SolveRequest(tokens=False, cards=False, player=player, goal=goal)
    if part in ("guarantee", "equilibria"):
        return SolveRequest(goals=False, tokens=True, cards=False, equilibria=part == "equilibria")
    return SolveRequest()


def _decided(ask: StudyAsk, position: Position, means: Means) -> Values:
    return _taken(ask, plain(decide(position, DecideRequest(), means).view()))


def _replayed(ask: StudyAsk, position: Position, means: Means) -> Values:  # noqa: ARG001 - nothing is searched
    return _taken(ask, plain(replay(position).view()))


_ASKED: Final[Mapping[str, Callable[[StudyAsk, Position, Means], Values]]] = {
    "forced": _forced,
    "explain": _explained,
    "guarantee": _guarantee,
    "points": _card_points,
    "gain": _gain,
    "naming": _naming,
    "parting": _parting,
    "solve": _solved,
    "decide": _decided,
    "replay": _replayed,
}
