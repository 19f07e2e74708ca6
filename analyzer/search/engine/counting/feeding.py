"""What the core is fed of a game of card points: rules, a moment of the play, the past; as integers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from analyzer.cards.card import DECK, Card, Suit
from analyzer.core import fastest
from analyzer.errors import UsageError
from analyzer.messages import Verbatim, say
from analyzer.position.hand import Hand
from analyzer.rules.actions import Sides
from analyzer.rules.play.table import Course, Table
from analyzer.rules.score.reckoning import TWO_SIDES, SidePile
from analyzer.rules.spec.game import Beat, FoolHome, FoolKind, FoolLed, GameSpec, WinsBy
from analyzer.rules.spec.kinds.bidding import ThreeTrumps
from analyzer.search.engine.feeding import number_in

if TYPE_CHECKING:
    from analyzer.core import _core
else:
    _core = fastest()

_FOOL: Final = 77
_SUITS: Final = tuple(Suit)
_BEATS: Final = {Beat.NONE: 0, Beat.TRUMPS: 1, Beat.ANY: 2}
_THREE: Final = {ThreeTrumps.NONE: 0, ThreeTrumps.IN_ORDER: 1, ThreeTrumps.ANY_ORDER: 2}
_WAYS: Final = (WinsBy.HIGHEST_TRUMP, WinsBy.HIGHEST_OF_SUIT_LED)
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
    if not (spec.duty.follow and spec.duty.trump) or spec.winner != _WAYS:
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
        extra[tricks_left - place] = game.piles.of(card)
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
