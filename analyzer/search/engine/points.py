"""The core of card points: what it is fed of a game and a moment, and what it is asked."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING, Final

from analyzer.cards.card import DECK, FOOL, MONDO, PAGAT, Card, Suit
from analyzer.core import fastest
from analyzer.errors import UsageError
from analyzer.frozenrecord import Record
from analyzer.messages import Verbatim, say
from analyzer.position.bearing import Askable
from analyzer.position.hand import Hand
from analyzer.rules.actions import Sides
from analyzer.rules.play.table import Course, Table
from analyzer.rules.score.deeds import KINGS, pagat_before
from analyzer.rules.score.goals import Aim, Bound, Goal, paid_last
from analyzer.rules.score.reckoning import TWO_SIDES, SidePile
from analyzer.rules.score.target import slam_bid, slam_decides
from analyzer.rules.spec.game import Beat, FoolHome, FoolKind, FoolLed, GameSpec
from analyzer.rules.spec.kinds.bidding import ThreeTrumps
from analyzer.rules.spec.kinds.contracts import ContractAim
from analyzer.search.engine.solvers import WINNERS, number_in

if TYPE_CHECKING:
    from analyzer.core import _core
else:
    _core = fastest()


# What the core is fed of a game of card points: rules, a moment of the play, the past; as integers.


_FOOL: Final = 77
_SUITS: Final = tuple(Suit)
_BEATS: Final = {Beat.NONE: 0, Beat.TRUMPS: 1, Beat.ANY: 2}
_THREE: Final = {ThreeTrumps.NONE: 0, ThreeTrumps.IN_ORDER: 1, ThreeTrumps.ANY_ORDER: 2}
_SEATS: Final = 5
_NOBODY: Final = -1
_NO_TRICK_YET: Final = -2
_WORTHLESS: Final = 78


def counting_number(spec: GameSpec, card: Card) -> int:
    """The core's number of a card; the Fool has the same whatever it is."""
    return _FOOL if card.is_fool else number_in(spec, card)


def counting_card(spec: GameSpec, number: int) -> Card:
    """The card that the core calls by a number."""
    return DECK[_FOOL] if number == _FOOL else DECK[number_in(spec, DECK[number])]


def counting_rules(
    spec: GameSpec,
    sides: Sides,
    course: Course,
    talon: Sequence[Card] = (),
    tricks_left: int = 0,
    declarer: int = 0,
) -> _core.SumRules:
    """A game of card points between these sides; `talon` are cards that come with the next tricks.

    Raises: UsageError for duties and ways to win that the core does not know.
    """
    game = spec
    if not (spec.duty.follow and spec.duty.trump) or spec.winner != WINNERS:
        raise UsageError(
            say("the search knows only rule sets that follow suit, then trump, without beating"),
            say("not {ruleset}", ruleset=Verbatim(spec.name)),
        )
    out = _core.SumRules()
    out.seats = len(sides.of)
    out.side = [*sides.of, *(0,) * (_SEATS - len(sides.of))]
    out.declarer_side = sides.of[declarer]
    _feed_fool(spec, game, out)
    changes = game.exchange is not None and game.exchange.changes_side is not None
    out.lost_to_others = changes and sides.count == TWO_SIDES
    _feed_tricks(game, course, out)
    out.beat = _BEATS[spec.duty.beat]
    if spec.barred is not None:
        suit = (card for card in spec.table.deck if card.suit is spec.barred.suit and card != spec.barred)
        out.barred = [counting_number(spec, card) for card in suit]
        out.barred_trick = spec.table.hand_size
    out.worth = [game.piles.worth(counting_card(spec, number)) for number in range(len(DECK))]
    out.each, out.trick = game.piles.each_card, game.piles.trick
    extra = list(out.extra)
    for place, card in enumerate(talon):
        extra[tricks_left - place] = game.piles.card_units(card)
    out.extra = extra
    if game.target is not None:
        unit = game.piles.unit
        out.target = [unit * game.target.by_trull[number] for number in range(4)]
        out.pagat_shift = unit * game.target.pagat_shift
        out.pagat_by_partner = game.target.pagat_by_partner
    return out


def rules_of_hand(hand: Hand) -> _core.SumRules:
    """The game that a hand is, of which any state is given. Raises: as :func:`counting_rules`."""
    table, talon = hand.table, hand.reckoning.talon
    declarer = hand.told.declarer or 0
    return counting_rules(hand.spec, hand.sides, table.course, talon, table.tricks_left, declarer)


def _feed_fool(spec: GameSpec, game: GameSpec, out: _core.SumRules) -> None:
    fool = spec.fool
    out.fool_is_trump = fool.kind is FoolKind.TRUMP
    out.fool_names = fool.led is FoolLed.NAMES
    out.excuse_names = sum(1 << place for place, suit in enumerate(_SUITS) if suit in fool.names)
    out.banned_trick = fool.banned_trick or 0
    out.exchange = game.exchange is not None and fool.home is not FoolHome.NONE
    out.worthless = game.exchange is not None and game.exchange.worthless
    out.surrender = game.exchange is not None and game.exchange.surrender is not None
    out.lost_last = fool.lost_in_last
    out.top_when_swept = fool.top_when_swept


def _feed_tricks(game: GameSpec, course: Course, out: _core.SumRules) -> None:
    rules = game.tricks
    out.colour_side = _NOBODY
    if rules is None:
        return
    three = _THREE[rules.three_trumps]
    if course.colour is not None:
        out.colour_side = course.colour
        out.colour_for_good = rules.colour_for_good
        out.colour_anybody = rules.colour_anybody
        three = three if rules.three_in_colour else 0
    out.three = three


def counting_past(spec: GameSpec, piles: Sequence[SidePile], course: Course, held: int = 0) -> _core.SumPast:
    """What the future depends on of the tricks before; `held` of the cards asked about lie in the piles."""
    game = spec
    out = _core.SumPast()
    out.taken = sum(1 << side for side, pile in enumerate(piles) if pile.tricks)
    least = [_least(spec, game, pile) for pile in piles]
    out.least = [*least, *(_NOBODY,) * (_SEATS - len(least))]
    owing = next((side for side, pile in enumerate(piles) if pile.owed is not None), None)
    if owing is not None and (owed := piles[owing].owed) is not None:
        out.owed_by, out.owed_to = owing, owed.to
    out.swept = _NO_TRICK_YET if course.first else _NOBODY if course.swept is None else course.swept
    out.trump_led, out.held = course.trump_led, held
    return out


def _least(spec: GameSpec, game: GameSpec, pile: SidePile) -> int:
    """The card that a pile gives for the Fool, by number; 78 for one of no worth, -1 where it has none."""
    free = {card for card in pile.cards if not card.is_fool}
    if game.exchange is not None and game.exchange.discard_pays:
        free |= pile.laid_away
    least = min(free, key=lambda card: (game.piles.worth(card), card in pile.laid_away, card), default=None)
    if pile.gives or (least is not None and game.piles.worth(least) == 0):
        return _WORTHLESS
    return _NOBODY if least is None else counting_number(spec, least)


def counting_play(rules: _core.SumRules, table: Table, past: _core.SumPast) -> _core.SumPlay:
    """A moment between two cards, as the core holds it."""
    spec = table.spec
    hands = [[counting_number(spec, card) for card in sorted(hand)] for hand in table.hands]
    laid = [
        (counting_number(spec, each.card), _NOBODY if each.names is None else _SUITS.index(each.names))
        for each in table.trick
    ]
    return _core.sum_play(rules, hands, table.lead, laid, past)


# Which endings are short enough for the plain search, and of which the core answers everything.


PAID_CARDS: Final = 21
"""So many cards in all hands and on the table are laid in every way, whatever is paid for them."""
PLAIN_TRICKS: Final = 4
"""So many tricks to go the plain search unfolds to the end."""
PAID_STATES: Final = 8_000_000
"""Cards that the search for payments lays in a longer ending where no other limit is set."""
PLAIN_STATES: Final = 60_000
"""States of a longer ending that the plain search unfolds where no other limit is set."""


def few_cards_left(question: Hand) -> bool:
    """Whether every card can be laid to find what is paid."""
    return question.table.tricks_left * question.players <= PAID_CARDS


def is_plain(question: Hand) -> bool:
    """Whether the plain search comes to the end."""
    return question.table.tricks_left <= PLAIN_TRICKS


def paid_by_points(question: Hand) -> bool:
    """Whether what a side is paid hangs on its own card points or its margin alone, the more the better."""
    game = question.game
    if game.payments is not None or game.nil is not None:
        return False
    if game.target is not None:
        return margin_decides(question)
    if game.difference_sheet is not None:
        return _no_bonus_left(question)
    together = question.sides.count == 2
    return game.stake is not None or (
        game.deviation is not None and (together or game.deviation.to == "sheet")
    )


def margin_decides(question: Hand) -> bool:
    """Whether a known margin alone decides: a slam, which goes before it, is neither bid nor to be had."""
    if question.game.target is None or question.slam_possible or slam_bid(question.game, question.told):
        return False
    return Askable(question).margin and not _pagat_to_come(question)


def pagat_may_go_before(question: Hand) -> bool:
    """Whether a Fool may yet win the last trick, so that the Pagat counts in the one before it.

    The core knows the last trick alone.
    """
    if not (pagat_before(question.game) and question.game.fool.top_when_swept and question.slam_possible):
        return False
    table = question.table
    laid = {each.card for each in table.trick}
    led = bool(table.trick) and table.trick[0].card is FOOL
    to_come = PAGAT in laid.union(*table.hands) or question.told.pagat_before is not None
    return to_come and (led or any(FOOL in hand for hand in table.hands))


def _pagat_to_come(question: Hand) -> bool:
    """Whether the Pagat can still be paid for in the last trick."""
    rule, table = question.game.coefficients, question.table
    held = frozenset().union(*table.hands, {each.card for each in table.trick})
    return rule is not None and PAGAT in held


def _no_bonus_left(question: Hand) -> bool:
    """Whether the Pagat is gone, and more than one player has tricks."""
    table = question.table
    held = frozenset().union(*table.hands, {each.card for each in table.trick})
    with_tricks = sum(number > 0 for number in question.won)
    return (
        not question.to_come and PAGAT not in held and with_tricks > 1 and question.told.declarer is not None
    )


# Goals of games of card points as the core is asked them: how much of something, or how the last trick goes.
#
# A goal that the past has decided is answered here; every other one becomes one number that has to reach a
# threshold, from the position on.


_POINTS, _TRICKS, _HOLDS, _MARGIN, _LAST = range(5)
_WINS, _WINS_WITH, _TAKES = range(3)
"""What of the last trick is asked: who wins it (where a card lies in it), with what, what is lost in it."""


class CoreAsk(Record, frozen=True):
    """A yes or no as the core is asked it: whether a number reaches a threshold.

    `denied` asks whether it stays below; `held` is what the piles hold already of what a margin hangs on.
    """

    question: _core.SumQuestion
    threshold: int
    held: int = 0
    denied: bool = False


class NoSingleNumber(Exception):
    """A goal that is no single number of the core's."""


class CoreAsking(Record, frozen=True):
    """Puts the goals of one state to the core."""

    question: Hand

    def translate_goal(self, goal: Goal, seat: int) -> CoreAsk | bool:
        """The goal as the core is asked it, or its answer where the past has given it.

        Raises: NotPut for a goal that is no single number.
        """
        if goal.way is Bound.LEAST:
            return self.reaching(goal.aim, seat, goal.bound)
        if goal.way is Bound.MOST:
            step = Fraction(1, self.question.unit(goal.aim)) if goal.aim is not Aim.TRULL else 1
            more = self.reaching(goal.aim, seat, floor(goal.bound / step) * step + step)
            return (
                not more
                if isinstance(more, bool)
                else CoreAsk(more.question, more.threshold, more.held, not more.denied)
            )
        return self._plain(goal.aim, seat)

    def reaching(self, aim: Aim, seat: int, bound: Fraction | int) -> CoreAsk | bool:
        """Whether the seat's side has so much of a number in the end, or more."""
        question, side = self.question, self.question.sides.of[seat]
        unit = question.unit(aim)
        match aim:
            case Aim.POINTS:
                past = question.reckoning.units(side)
                return CoreAsk(self.number(Aim.POINTS, side), ceil(bound * unit) - past)
            case Aim.TRICKS:
                return CoreAsk(self.number(Aim.TRICKS, side), ceil(bound) - self._won(self._seats(side)))
            case Aim.TRULL:
                return self._holding(side, question.game.trull, ceil(bound))
            case Aim.MARGIN:
                return self._margin(seat, Fraction(bound))
            case _:
                raise AssertionError(aim)

    def number(self, aim: Aim, side: int) -> _core.SumQuestion:
        """What the core counts of a side: units or tricks that come, or units less the target."""
        found = _core.SumQuestion()
        found.of = self._seats(side)
        found.kind = {Aim.POINTS: _POINTS, Aim.TRICKS: _TRICKS}.get(aim, _MARGIN)
        if found.kind == _MARGIN:
            found.cards = self._numbers(self.question.game.trull)
        return found

    def trull_held(self, side: int) -> int:
        """How many cards of the Trull lie in the piles of a side already."""
        return len(self.question.game.trull & self.question.reckoning.cards(side))

    def _margin(self, seat: int, margin: Fraction) -> CoreAsk | bool:
        question, side = self.question, self.question.sides.of[seat]
        if question.game.target is not None:
            past, unit = question.reckoning.units(side), question.game.piles.unit
            asked = self.number(Aim.MARGIN, side)
            return CoreAsk(asked, ceil(margin * unit) - past, self.trull_held(side))
        return self.reaching(Aim.POINTS, seat, points_for(question, margin))

    def _plain(self, aim: Aim, seat: int) -> CoreAsk | bool:
        question, side = self.question, self.question.sides.of[seat]
        match aim:
            case Aim.CONTRACT:
                return self._contract(seat)
            case Aim.HALF:
                return self._half(seat)
            case Aim.SLAM | Aim.VALAT:
                return self._none_of(self._others(self._seats(side)))
            case Aim.ALL_TRICKS:
                return self._none_of(self._others(1 << seat))
            case Aim.NIL:
                return self._nil(seat)
            case Aim.KINGS | Aim.TRINITY:
                cards = KINGS if aim is Aim.KINGS else question.game.trull
                return self._holding(side, cards, len(cards))
            case Aim.MOND_LOST:
                return self._mond_lost(seat)
            case _:
                return self._at_last(aim, seat)

    def _contract(self, seat: int) -> CoreAsk | bool:
        """Whether the contract is made."""
        question, side = self.question, self.question.sides.of[seat]
        played, game = question.played, question.game
        assert played is not None
        if played.aim is ContractAim.NO_TRICK:
            return self._none_of(self._seats(side))
        if played.aim is ContractAim.EVERY_TRICK:
            return self._none_of(self._others(self._seats(side)))
        if game.target is not None:
            bid = slam_decides(game, question.told) and None not in question.reckoning.tricks
            return self._plain(Aim.SLAM, seat) if bid else self._margin(seat, Fraction(0))
        return self._margin(seat, Fraction(1, 1 if game.bonus_sheet is not None else game.piles.unit))

    def _half(self, seat: int) -> CoreAsk:
        """Whether exactly half of the points is reached."""
        question, side = self.question, self.question.sides.of[seat]
        assert question.game.stake is not None
        found = self.number(Aim.POINTS, side)
        found.width = 0
        units = question.game.stake.half * question.game.piles.unit
        return CoreAsk(found, units - question.reckoning.units(side))

    def _none_of(self, seats: int) -> CoreAsk | bool:
        """Whether some seats win no trick at all."""
        if self._won(seats):
            return False
        found = _core.SumQuestion()
        found.kind, found.of = _TRICKS, seats
        return CoreAsk(found, 1, denied=True)

    def _nil(self, seat: int) -> CoreAsk | bool:
        """Whether a player wins no trick; where that is paid, whether he is the only one.

        Raises: NotPut where another may be without a trick too.
        """
        others = [other for other in range(self.question.players) if other != seat]
        if self.question.game.nil is not None and not all(self.question.won[other] for other in others):
            if self.question.won[seat]:
                return False
            raise NoSingleNumber
        return self._none_of(1 << seat)

    def _holding(self, side: int, cards: frozenset[Card], number: int) -> CoreAsk:
        """Whether so many of some cards lie in the piles of a side in the end."""
        found = _core.SumQuestion()
        found.kind, found.of, found.cards = _HOLDS, self._seats(side), self._numbers(cards)
        return CoreAsk(found, number - len(cards & self.question.reckoning.cards(side)))

    def _mond_lost(self, seat: int) -> CoreAsk | bool:
        """Whether a player loses the Mond in a trick, where that costs."""
        question, sides = self.question, self.question.sides
        table, sheet = question.table, question.game.bonus_sheet
        laid = any(each.card is MONDO and each.seat == seat for each in table.trick)
        if MONDO not in table.hands[seat] and not laid:
            return question.told.mond_lost == seat
        partner = sheet is None or sheet.mond_to_partner_lost
        own = 1 << seat if partner else self._seats(sides.of[seat])
        found = _core.SumQuestion()
        found.kind, found.of, found.cards = _HOLDS, self._others(own), self._numbers((MONDO,))
        return CoreAsk(found, 1)

    def _at_last(self, aim: Aim, seat: int) -> CoreAsk:
        """What the last trick has to be."""
        question, game = self.question, self.question.game
        own, everybody = self._seats(question.sides.of[seat]), self._others(0)
        paid = self._numbers(paid_last(game))
        match aim:
            case Aim.LAST_TRICK:
                return self._last(_WINS, own)
            case Aim.ULTIMO:
                return self._last(_WINS_WITH, own, paid)
            case Aim.KING_ULTIMO if game.bonus_sheet is not None:
                called = question.told.called
                assert called is not None
                return self._last(_WINS, own, self._numbers((called,)), everybody)
            case Aim.KING_ULTIMO:
                return self._last(_WINS_WITH, own, self._numbers(KINGS))
            case Aim.PAGAT_ULTIMO if game.target is not None:
                if pagat_may_go_before(question):
                    raise NoSingleNumber
                return self._last(_WINS, own, self._numbers((PAGAT,)), everybody)
            case Aim.PAGAT_ULTIMO:
                player = 1 << seat if game.bonus_sheet is not None else own
                return self._last(_WINS_WITH, player, self._numbers((PAGAT,)))
            case Aim.BAGUD | Aim.LOST_ULTIMO:
                partner = game.payments is not None and game.payments.lost_to_partner
                return self._last(_TAKES, everybody if partner else self._others(own), paid, own)
            case _:
                raise AssertionError(aim)

    def _last(self, how: int, of: int, cards: list[int] | None = None, by: int = 0) -> CoreAsk:
        found = _core.SumQuestion()
        found.kind, found.of, found.how, found.by = _LAST, of, how, by
        found.cards = cards or []
        return CoreAsk(found, 1)

    def _seats(self, side: int) -> int:
        """The seats of a side, as a mask."""
        return sum(1 << seat for seat in self.question.sides.seats(side))

    def _others(self, seats: int) -> int:
        return ((1 << self.question.players) - 1) & ~seats

    def _won(self, seats: int) -> int:
        """The tricks that some seats have won, as far as it is known."""
        return sum(number for seat, number in enumerate(self.question.won) if seats >> seat & 1)

    def _numbers(self, cards: frozenset[Card] | tuple[Card, ...]) -> list[int]:
        spec = self.question.spec
        return [counting_number(spec, card) for card in sorted(cards)]


def points_for(question: Hand, margin: Fraction) -> Fraction:
    """The fewest points with which a side that needs half of them has such a margin, or more."""
    game, unit = question.game, question.game.piles.unit
    if game.bonus_sheet is not None:
        # A rest of thirds is dropped or made whole, whichever is nearer.
        return Fraction(ceil((ceil(margin) + game.bonus_sheet.half - Fraction(1, 2)) * unit), unit)
    rule = game.stake or game.difference_sheet
    assert rule is not None
    return margin + rule.half
