"""The deals that a half-known position may be: each of them a position of its own, all cards face up."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, permutations, product
from typing import Final, Generic, TypeVar

from msgspec import structs

from analyzer.cards.card import FOOL, Card, Suit
from analyzer.errors import Fault, IllegalMove, Invalid, InvalidFile, UsageError, check_time
from analyzer.knowledge.deals import AS_TOLD, in_world
from analyzer.knowledge.evidence import against_the_words
from analyzer.knowledge.layout import layout_of
from analyzer.messages import Name, say
from analyzer.position.model import Position
from analyzer.position.replay.replay import replay
from analyzer.position.setting import NOTHING_UNKNOWN, Line, RecordWithGaps, Setting, World
from analyzer.rules.actions import ALLOW, Action, ActionKind, lay
from analyzer.rules.play.table import Table
from analyzer.rules.spec.grounds import STATED, Grounds, OnGrounds

MOST: Final = 1_000
"""Deals that are asked about where no other number is named; of more so many are drawn."""
GONE_THROUGH: Final = 5_000
"""Ways for the cards to lie that are all tried; of more deals are drawn until there are enough."""
TRIES: Final = 20
"""Draws for each deal that is wanted, where not every one that is drawn can be."""


Deal = TypeVar("Deal")


@dataclass(frozen=True, slots=True)
class Fitting(OnGrounds):
    """The deals that fit, or some of them, each once and as likely as the other."""

    deals: tuple[Position, ...]
    exact: bool
    """Whether they are all that fit."""
    fit: int | None
    """How many fit; None where that is not known."""
    of: tuple[World | None, ...]
    """The world of the file that each comes from; None: its own hands."""
    grounds: Grounds = STATED

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Position]:
        return iter(self.listed())

    @property
    def count(self) -> int:
        """How many fit. Raises: UsageError where that is not known."""
        if self.fit is None:
            raise UsageError(say("too many ways for the cards to lie are left to count those that fit"))
        return self.fit

    def listed(self) -> tuple[Position, ...]:
        """All of them. Raises: UsageError where these are only some of them."""
        if not self.exact:
            told = say("more than {most} {most:deal/deals} fit", most=len(self.deals))
            raise UsageError(told, say("expected fewer unknown cards, or a sample"))
        return self.deals

    def sample(self, number: int, seed: int = 0) -> tuple[Position, ...]:
        """So many of them, drawn one by one and put back; the same seed, the same deals."""
        rng = random.Random(seed)  # noqa: S311 - deals, not secrets
        return tuple(rng.choice(self.deals) for _ in range(number))

    @property
    def worlds(self) -> tuple[World, ...]:
        """The deals as worlds, each with the weight of the one it comes from; several of one are numbered."""
        several, number = Counter(self.of), Counter[World | None]()
        found = []
        for deal, of in zip(self.deals, self.of, strict=True):
            number[of] += 1
            name = AS_TOLD if of is None else of.name
            if several[of] > 1:
                name = f"{'deal' if of is None else of.name} {number[of]}"
            found.append(World(name, 1 if of is None else of.weight, deal.hands, deal.skat))
        return tuple(found)


def fitting_deals(
    position: Position,
    sample: int | None = None,
    seed: int = 0,
    deadline: float | None = None,
    *,
    one_player: bool = False,
) -> Fitting:
    """The deals that fit a position of which not all is known; more than `sample` are drawn at random.

    At the deadline, by :func:`time.monotonic`, those are taken that were found. Where `one_player` decides
    the first two that differ in who that is, or in his hand, are refused as :func:`check_one_player` does.
    Raises: InvalidFile where no deal fits, or none was found; UsageError where there are too many choices;
    LimitReached where the deadline came before the first.
    """
    half = position.half_known or NOTHING_UNKNOWN

    def ways(setting: Setting) -> Iterator[Position]:
        for each in [setting] if half.recorded is None else played_in_full(setting, half.recorded):
            deal = Position.from_setting(each)
            if untrue := against_the_words(deal):
                raise IllegalMove(untrue.text, untrue.clause or "")
            yield deal

    def lies(deal: Position) -> object:
        played = deal.lines[0].moves if half.recorded is not None else ()
        return deal.hands, deal.trick, deal.lead, deal.skat, deal.picked, played

    def alike(first: Position, deal: Position) -> None:
        if one_player:
            check_one_player([first, deal])

    bound = half.recorded is not None
    drawn = draw(position, ways, lies, half.then, sample, seed, bound=bound, deadline=deadline, alike=alike)
    if not drawn.found:
        raise InvalidFile([_nothing_fits(position, drawn.refused, exact=drawn.exact)])
    deals, of = zip(*drawn.found, strict=True)
    return Fitting(deals, drawn.exact, drawn.fit, of)


class DrawnDeals(Generic[Deal]):
    """Deals that were taken, each once, with the world of the file that it comes from."""

    def __init__(
        self,
        lies: Callable[[Deal], object],
        then: Sequence[Callable[[Deal], Deal]],
        alike: Callable[[Deal, Deal], None],
    ) -> None:
        self.found: list[tuple[Deal, World | None]] = []
        self.exact = True
        """Whether they are all that fit."""
        self.fit: int | None = None
        """How many fit; None where that is not known."""
        self._refused: Invalid | IllegalMove | _Unplayable | None = None
        self._lies, self._then, self._alike = lies, then, alike
        self._seen: set[object] = set()

    @property
    def refused(self) -> Invalid | IllegalMove | None:
        """Why the last of those cannot be that do not fit; None if all fit."""
        return self._refused.reason() if isinstance(self._refused, _Unplayable) else self._refused

    @property
    def all_fit(self) -> bool:
        """True if none was refused."""
        return self._refused is None

    def take(self, deals: Callable[[], Iterable[Deal]], of: World | None) -> None:
        """Take deals, each further, unless they are there already, or cannot be."""
        try:
            found = list(deals())
        except (Invalid, IllegalMove, _Unplayable) as refused:
            self._refused = refused
            return
        for deal in found:
            self._keep(deal, of)

    def _keep(self, deal: Deal, of: World | None) -> None:
        # Deals that lie alike at a later moment came to it with other piles and pots: they are others.
        key = self._lies(deal)
        if key in self._seen:
            return
        self._seen.add(key)
        try:
            for step in self._then:
                deal = step(deal)
        except (Invalid, IllegalMove) as refused:
            self._refused = refused
            return
        self.found.append((deal, of))
        self._alike(self.found[0][0], deal)


def draw(
    setting: Setting,
    ways: Callable[[Setting], Iterable[Deal]],
    lies: Callable[[Deal], object],
    then: Sequence[Callable[[Deal], Deal]] = (),
    sample: int | None = None,
    seed: int = 0,
    *,
    bound: bool = False,
    deadline: float | None = None,
    alike: Callable[[Deal, Deal], None] = lambda _, __: None,
) -> DrawnDeals[Deal]:
    """The deals that a setting may be, by the `ways` in which it can be when its cards lie in one way.

    Two that lie alike are one. More than `sample` are drawn at random. `bound` says that what is told beside
    the cards may refuse some. At the deadline those that were found are all. `alike` is asked of the first
    and each deal that is found, and raises what is wrong with them together.
    Raises: LimitReached where it came before the first.
    """
    most, stems = sample or MOST, list(_stems(setting))
    layouts = [layout_of(each, deadline) for _, each in stems]
    ends = [*accumulate(each.count for each in layouts)]
    total, rng, drawn = ends[-1], random.Random(seed), DrawnDeals(lies, then, alike)  # noqa: S311 - deals, not secrets

    def take(rank: int) -> None:
        if not drawn.found:
            check_time(deadline)
        at = next(place for place, end in enumerate(ends) if rank < end)
        drawn.take(lambda: ways(layouts[at].deal(rank - ends[at] + layouts[at].count)), stems[at][0])

    def over() -> bool:
        return deadline is not None and time.monotonic() > deadline and bool(drawn.found)

    if total <= max(GONE_THROUGH, most):
        for rank in range(total):
            take(rank)
            if over():
                drawn.exact = False
                return drawn
        drawn.fit, drawn.exact = len(drawn.found), len(drawn.found) <= most
        if not drawn.exact:
            drawn.found = rng.sample(drawn.found, most)
        return drawn
    tries = 0
    while len(drawn.found) < most and tries < TRIES * most and not over():
        take(rng.randrange(total))
        tries += 1
    drawn.exact = False
    drawn.fit = total if drawn.all_fit and not bound and len(layouts) == 1 else None
    return drawn


def _stems(position: Setting) -> Iterator[tuple[World | None, Setting]]:
    """The worlds of a position, that of its own hands first, in each of which cards may be unknown."""
    bare = position.changed(worlds=())
    yield None, bare
    for world in position.worlds:
        unseen = position.unseen
        if unseen is not None:
            told = [seat for seat in unseen.sizes if world.hands[seat] != position.hands[seat]]
            sizes = {seat: size for seat, size in unseen.sizes.items() if seat not in told}
            cards = unseen.cards.difference(*(world.hands[seat] for seat in told))
            unseen = structs.replace(unseen, sizes=sizes, cards=cards)
        yield world, in_world(bare, world).changed(unseen=unseen, half_known=world.half_known)


def in_every_deal(position: Position, step: Callable[[Position], Position]) -> Position:
    """The position of which every deal is taken a step further; those in which it cannot be fall away."""
    half = position.half_known or NOTHING_UNKNOWN
    return replace(position, half_known=structs.replace(half, then=(*half.then, step)))


def one_chooses(tables: Iterable[Table]) -> bool:
    """Return True if the same player is to play at all the tables, from the same hand."""
    return len({(table.to_move, table.hands[table.to_move]) for table in tables}) == 1


def check_one_player(deals: Sequence[Position]) -> None:
    """Raises: UsageError where who is to play is not the same in all deals, or does not hold the same."""
    first, player = deals[0], deals[0].table.to_move
    if any(deal.table.to_move != player for deal in deals):
        told = say("the player to move differs between the deals that fit")
        raise UsageError(told, say("expected a moment at which one player decides"))
    if any(deal.hands[player] != first.hands[player] for deal in deals):
        told = say("{player} is to play and knows his own cards", player=Name(first.players[player]))
        raise UsageError(told, say("expected his hand with every card given"))


def as_it_stands(position: Position, deals: Sequence[Position]) -> Position:
    """The position at the moment at which its deals are, with what is known of the hands there.

    A card that may yet go back, where its player holds the Fool, lies on the table as in most of the deals.
    """
    half = position.half_known
    if half is None or not half.then:
        return position
    tables = [(deal.lead, deal.trick, deal.picked) for deal in deals]
    first = deals[tables.index(Counter(tables).most_common(1)[0][0])]
    hands = tuple(frozenset.intersection(*held) for held in zip(*(deal.hands for deal in deals), strict=True))
    told = frozenset(laid.card for laid in first.trick).union(*hands)
    choices = tuple(
        each
        for each in half.choices
        if not each.cards & told and all(each.cards & deal.hands[each.seat] for deal in deals)
    )
    holes = {
        seat: len(first.hands[seat]) - len(hand) - sum(each.seat == seat for each in choices)
        for seat, hand in enumerate(hands)
    }
    differ = {deal.pots for deal in deals if deal.pots is not None}
    pots = tuple(sorted(differ, key=lambda each: (each.king, each.pagat))) if len(differ) > 1 else ()
    known = structs.replace(
        half, holes={seat: size for seat, size in holes.items() if size}, choices=choices, then=(), pots=pots
    )
    if not known.sizes and not pots:
        return first
    if not known.sizes:
        known = structs.replace(known, recorded=None)
    return Position.from_setting(first.changed(hands=hands, half_known=known))


def _nothing_fits(position: Position, refused: Invalid | IllegalMove | None, *, exact: bool) -> Fault:
    where = None if position.half_known is None else position.half_known.where
    told = say("no deal fits what is known")
    if not exact:
        told = say("none of the deals that were drawn fits what is known")
    if isinstance(refused, IllegalMove):
        return Fault(told, refused.message, where)
    if refused is not None:
        return Fault(told, refused.faults[0].message, where)
    return Fault(told, say("expected facts that can be true together"), where)


class _Unplayable(Exception):
    """A deal in which a record cannot be played, whichever cards its unknown ones are."""

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self._setting = setting

    def reason(self) -> Invalid | IllegalMove | None:
        """Return what a replay of the record refuses, which takes longer than all else about the deal."""
        try:
            deal = Position.from_setting(self._setting)
            replay(deal, deal.lines[0])
        except (Invalid, IllegalMove) as refused:
            return refused
        return None


def played_in_full(setting: Setting, recorded: RecordWithGaps) -> Iterator[Setting]:
    """Yield the setting with the record as its line, once for each way to play the cards that are not known.

    Raises: _Unplayable if none of them is legal.
    """
    refused, found = None, False
    for moves in _ways(setting, recorded):
        line = structs.replace(recorded.line, moves=moves)
        if _is_playable(setting, line):
            found = True
            yield _with_line(setting, line)
        else:
            refused = line
    if refused is not None and not found:
        raise _Unplayable(_with_line(setting, refused))


def _with_line(setting: Setting, line: Line) -> Setting:
    return setting.changed(lines=(line, *setting.lines))


def _is_playable(setting: Setting, line: Line) -> bool:
    # Playing it on the table takes a tenth of a replay.
    legal = is_legal_on_table(setting.table, line.moves) if setting.spec.pots is not None else None
    if legal is not None:
        return legal
    try:
        replay(Position.from_setting(_with_line(setting, line)), line)
    except IllegalMove:
        return False
    return True


def is_legal_on_table(table: Table, moves: Iterable[Action]) -> bool | None:
    """Return whether cards can be played one after the other; None for what only a replay knows.

    That is what is said and demanded, and a led Fool that names what nobody can follow.
    """
    for move in moves:
        if move.kind is not ActionKind.PLAY:
            return None
        if move.card not in table.legal_cards():
            return False
        if move.card is FOOL and not table.trick and move.suit not in table.nameable():
            return None
        if move.suit is not None and (move.card is not FOOL or table.trick):
            return False
        table, _ = table.after(move)
        while table.picked is not None:
            table, _ = table.after(ALLOW)
    return True


def _ways(deal: Setting, recorded: RecordWithGaps) -> Iterator[tuple[Action, ...]]:
    """The words of the line with cards of the hands in place of those that are not known."""
    moves = recorded.line.moves
    known = {move.card for move in moves}
    own = [recorded.seats.count(seat) for seat in range(len(deal.hands))]
    left = (permutations(sorted(hand - known), number) for hand, number in zip(deal.hands, own, strict=True))
    for laid in product(*left):
        in_order = [iter(cards) for cards in laid]
        cards = [next(in_order[seat]) for seat in recorded.seats]
        for actions in product(*map(_as_played, cards)):
            yield _filled(moves, actions)


def _as_played(card: Card) -> Sequence[Action]:
    """A card; the Fool, which may have been led, with each suit that it may name as well."""
    return (lay(card), *(lay(card, suit) for suit in Suit)) if card.is_fool else (lay(card),)


def _filled(moves: Sequence[Action], actions: Sequence[Action]) -> tuple[Action, ...]:
    each = iter(actions)
    return tuple(
        structs.replace(next(each), where=move.where)
        if move.kind is ActionKind.PLAY and move.card is None
        else move
        for move in moves
    )
