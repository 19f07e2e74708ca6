"""Everything that is wrong with a position, whoever made it: each fault with its expectation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Final, NamedTuple

from analyzer.cards.card import FOOL, Card
from analyzer.errors import Fault
from analyzer.messages import (
    ClauseId,
    Decimal,
    Message,
    Name,
    Verbatim,
    Whose,
    Word,
    both,
    in_a_row,
    listed,
    quoted,
    say,
    say_many,
)
from analyzer.position.piles import apart_in, lying, taken_faults, units_gone
from analyzer.position.setting import Line, Setting, Unseen, World
from analyzer.rules.actions import Action
from analyzer.rules.book import Pots
from analyzer.rules.deal.discard import never_laid_away
from analyzer.rules.play.table import Laid, Table, followable, judge_play, suit_led
from analyzer.rules.score.goals import points_text
from analyzer.rules.score.hand import HandFacts, former_holder
from analyzer.rules.spec.game import laid_away_under
from analyzer.rules.spec.kinds.contracts import ContractAim
from analyzer.rules.spec.ruleset import RuleSet

# Everything that is wrong with a position, whoever made it: each fault with its expectation.
#
# Source: main rule text, "Players and Equipment", "Dealing", "Play", "The fool", "The discard (the skat)".


def find_stated_faults(setting: Setting) -> Iterator[Fault]:
    """Yield every fault of the contract and of the piles."""
    yield from _contract(setting)
    yield from _pile_faults(setting)


def _contract(setting: Setting) -> Iterator[Fault]:
    told, game = setting.told, setting.spec
    contract = game.contract(told.contract)
    if told.contract is not None and contract is None:
        word = Verbatim(told.contract)
        yield Fault(say("unknown contract {word}", word=word), say("expected one of the rule set"))
    if contract is not None and contract.aim is not ContractAim.FEWEST and told.declarer is None:
        yield Fault(say("a contract without a declarer"), say("expected who plays it"))
    yield from called_faults(setting)


def called_faults(setting: Setting) -> Iterator[Fault]:
    """Yield the faults of a called card: nobody knows where it is, or the partner is not its holder."""
    told = setting.told
    if told.called is None:
        return
    if told.partner is None and not _is_placed(setting):
        text = say("{card} was called and is in no hand", card=told.called)
        yield Fault(text, say("expected the partner, or the declarer where he has none"))
    if told.partner is None or former_holder(told) is not None:
        return
    laid = {each.seat: each.card for each in setting.trick}
    holder = next((s for s, hand in enumerate(setting.hands) if told.called in {*hand, laid.get(s)}), None)
    if holder is not None and holder != told.partner:
        held = say(
            "{name} holds {card}, which was called", name=Name(setting.players[holder]), card=told.called
        )
        name = Name(setting.players[told.partner])
        yield Fault(say("{name} is given as the partner", name=name), held)


def _is_placed(setting: Setting) -> bool:
    """Return True if the place of the called card is given; it may be in a hand that is not given."""
    told, card = setting.told, setting.told.called
    apart = (setting.skat or frozenset(), {*told.talon_left}, told.dead)
    placed = any(card in cards for cards in (*setting.hands, *apart, {each.card for each in setting.trick}))
    return placed or not setting.complete


def _pile_faults(setting: Setting) -> Iterator[Fault]:
    """Yield the piles that do not hold the cards gone."""
    piles, seats = setting.told.piles, len(setting.hands)
    if not piles:
        return
    if set(piles) - set(range(seats)):
        yield Fault(say("a pile of nobody at the table"), say("expected piles of the players"))
        return
    left = setting.tricks_left
    gone = setting.rules.table.hand_size - left
    each = [piles.get(seat) for seat in range(seats)]
    tricks = [None if pile is None else pile.tricks for pile in each]
    if _wrong_sum(tricks, gone):
        told = sum(number for number in tricks if number is not None)
        expected = say("expected {whole} with {left} left", whole=gone, left=left)
        yield Fault(say("{told} {told:trick is/tricks are} taken", told=told), expected)
    units, whole = [None if pile is None else pile.units for pile in each], units_gone(setting)
    known = [number for number in units if number is not None]
    if whole is not None and (sum(known) > whole or (len(known) == seats and sum(known) != whole)):
        yield _points(setting, sum(known), whole)
    elif whole is not None and not _wrong_sum(tricks, gone):
        yield from taken_faults(setting)
    for seat, pile in piles.items():
        if pile.owes and pile.owes_to not in range(seats):
            text = say("{name} owes a card for the Fool", name=Name(setting.players[seat]))
            yield Fault(text, say("expected to whom"))


def _points(setting: Setting, told: int, whole: int) -> Fault:
    game, apart = setting.spec, apart_in(setting)
    beside = sum(apart.units(game, side) for side in range(len(apart.discard)))
    words = [Decimal(points_text(Fraction(each + beside, game.piles.unit))) for each in (told, whole)]
    expected = say("expected {whole} by the cards that are left", whole=words[1])
    return Fault(say("{told} {told:point is/points are} taken", told=words[0]), expected)


MOST_TOKENS: Final = 100_000_000
"""The most tokens in a pot: more than a hand pays into the largest pot that a file may give."""


def faults_of(setting: Setting) -> list[Fault]:
    """Return every fault of a position; empty for a sound one.

    Faults of cards and turns need valid seats, so faults of the seats are returned alone.
    """
    seats = list(_seats(setting))
    if seats:
        return seats
    found = [*_cards(setting), *_sizes(setting), *_trick(setting), *demand_faults(setting)]
    if setting.rules.game.pots is None:
        if setting.pots is not None:
            found.append(Fault(say("`{key}` in a game that has no use for it", key=Verbatim("pots"))))
        return [*found, *find_stated_faults(setting), *_laid_away_in(setting), *_worlds(setting)]
    return [*found, *_piles(setting), *_deal(setting), *_worlds(setting)]


def points_taken_of(rules: RuleSet, held: Iterable[Card], left: int) -> int:
    """Return the card points in all piles together, including the skat, while these cards are still held."""
    piles = rules.game.piles
    return piles.total - sum(map(piles.card_units, held)) - left * piles.trick


def _seats(setting: Setting) -> Iterator[Fault]:
    """Yield the faults of the players at the table, and of unknown seats."""
    names, count = setting.players, setting.rules.table.players
    if len(names) != count:
        rules = Verbatim(setting.rules.name)
        text = say("{number} {number:player/players}", number=len(names))
        yield Fault(text, say("{rules} is played by {count}", rules=rules, count=count))
    for name, times in Counter((*names, setting.sitting_out)).items():
        if name is not None and (times > 1 or not name.strip()):
            yield Fault(
                say("the name “{name}” is empty or used twice", name=Name(name)),
                say("expected each name once"),
            )
    if len(setting.hands) != len(names):
        text = say_many("{number} hand", "{number} hands", len(setting.hands))
        yield Fault(text, say("expected a hand of each of {players}", players=_names(names)))
    laid = [each.seat for each in setting.trick]
    dealer = () if setting.dealer is None else (setting.dealer,)
    for seat in sorted({setting.lead, *dealer, *laid} - set(range(len(setting.hands)))):
        last = len(setting.hands) - 1
        text = say("unknown seat {seat} at this table", seat=seat)
        yield Fault(text, say("seats are counted from 0 to {last}", last=last))


def _cards(setting: Setting) -> Iterator[Fault]:
    """Yield the cards of another deck, and the cards in two places."""
    trick = frozenset(each.card for each in setting.trick)
    deck, skat, aside = frozenset(setting.rules.table.deck), setting.skat or frozenset(), [*lying(setting)]
    heaps = [*setting.hands, trick, skat, *(cards for _, cards in aside)]
    unseen, cards = _unseen_elsewhere(setting), frozenset[Card]().union(*heaps)
    if sum(map(len, heaps)) == len(cards) and cards <= deck and not unseen:
        return
    places: dict[Card, list[Word]] = {}
    hands = zip(setting.players, setting.hands, strict=True)
    lie = [(say("{whose} hand", whose=Whose(name)), hand) for name, hand in hands]
    for where, heap in (*lie, (say("the trick"), trick), (say("the skat"), skat), *aside):
        for card in heap:
            places.setdefault(card, []).append(where)
    for card in unseen:
        places[card].append(say("the unseen cards"))
    for card in sorted(places):
        if card not in deck:
            text = say("{card} is not a card of {rules}", card=card, rules=Verbatim(setting.rules.name))
            yield Fault(text, say("expected a card of its deck"))
        if len(places[card]) > 1:
            text = say("{card} is in {places}", card=card, places=both(places[card]))
            yield Fault(text, say("a card belongs in one place"))


def _unseen_elsewhere(setting: Setting) -> frozenset[Card]:
    """Return the cards given as unseen that are in the trick or in a hand that is not hidden."""
    hidden = setting.unseen
    if hidden is None:
        return frozenset()
    open_hands = [hand for seat, hand in enumerate(setting.hands) if seat not in hidden.sizes]
    return hidden.cards & frozenset().union(*open_hands, {each.card for each in setting.trick})


def _sizes(setting: Setting) -> Iterator[Fault]:
    """Yield the hands that do not fit the trick, judged by the size of most hands."""
    untold, played = setting.untold, {each.seat for each in setting.trick}
    sizes = {
        seat: len(hand) + untold.get(seat, 0) + (seat in played) for seat, hand in enumerate(setting.hands)
    }
    [(left, _)] = Counter(sizes.values()).most_common(1)
    for seat, size in sizes.items():
        if size != left:
            name, here = Name(setting.players[seat]), seat in played
            number = size - here
            text = say_many("{name} holds {number} card", "{name} holds {number} cards", number, name=name)
            others = _names(setting.players[each] for each in sizes if sizes[each] == left)
            expected = say("expected {size}, as the trick leaves {players}", size=left - here, players=others)
            yield Fault(text, expected)
    most = setting.rules.table.hand_size
    if left > most:
        yield Fault(
            say("hands of {left} {left:card/cards}", left=left), say("a hand has at most {most}", most=most)
        )


def _trick(setting: Setting) -> Iterator[Fault]:
    """Yield a trick out of order, illegal cards in it, and a Fool led without a possible name."""
    seats, trick = len(setting.hands), setting.trick
    if len(trick) >= seats:
        text = say("the trick holds {number} {number:card/cards}", number=len(trick))
        yield Fault(text, say("a trick in progress holds at most {most}", most=seats - 1))
    turns = tuple((setting.lead + step) % seats for step in range(len(trick)))
    if tuple(each.seat for each in trick) != turns:
        order = _names(setting.players[seat] for seat in turns)
        yield Fault(say("the trick is not in the order of play"), say("expected {players}", players=order))
        return
    for step, each in enumerate(trick):
        if each.names is not None and (step or not (each.card.is_fool and setting.spec.fool.named)):
            text = say("{card} names {suit} and is not a Fool that is led", card=each.card, suit=each.names)
            yield Fault(text, say("only a led Fool names a suit"))
    named = setting.spec.fool.named
    if trick and trick[0].card.is_fool and trick[0].names is None and named:
        yield Fault(say("the Fool is led and names no suit"), say("expected `names` with it (fool.naming)"))
        return
    if setting.past is None:  # what was played before stays laid, be it against the rules
        yield from _revokes(setting)


def _revokes(setting: Setting) -> Iterator[Fault]:
    """Yield the illegal cards of the trick, from hands that are known."""
    untold = setting.untold
    known = {seat: hand for seat, hand in enumerate(setting.hands) if seat not in untold}
    for step, each in enumerate(setting.trick):
        if each.seat not in known:
            continue
        hand = known[each.seat] | {each.card}
        before = setting.trick[:step]
        led, spec = suit_led(before, setting.spec), setting.spec
        revoke = judge_play(spec, hand, led, each.card, [other.card for other in before])
        if revoke is not None:
            clause, name = ClauseId(revoke.clause), Name(setting.players[each.seat])
            yield Fault(
                say("{name} could not play {card} ({clause})", name=name, card=each.card, clause=clause),
                say("legal: {cards}", cards=in_a_row(revoke.legal)),
            )
    named = setting.trick[0].names if setting.trick else None
    if named is None or len(known) < len(setting.hands):
        return
    others = {card for seat, hand in known.items() if seat != setting.lead for card in hand}
    others |= {each.card for each in setting.trick[1:]}
    suits = followable(setting.rules.game, others)
    if named not in suits:
        text = say("the Fool names {suit}, which nobody else can follow", suit=named)
        if any(card.suit is named for card in others):
            text = say("the Fool names {suit}, which may not be named here", suit=named)
        yield Fault(text, say("expected one of {suits} (naming.followable)", suits=listed(suits)))


def demand_faults(setting: Setting) -> Iterator[Fault]:
    """Yield a picked card, or a demanded Fool, that is impossible."""
    before = Table(setting.spec, setting.hands, setting.lead, setting.trick, setting.fool_demand)
    pick = setting.picked
    able = FOOL in before.hands[before.holder] and before.tricks_left == setting.rules.fool.demand_trick
    if setting.demanded and not (able and setting.fool_demand and pick is None):
        text = say("the Fool is demanded of {name}", name=Name(setting.players[before.holder]))
        yield Fault(text, say("only its holder can be asked for it, in the trick of the demand"))
    if pick is not None and (
        pick not in before.moves() or pick.card is None or not before.demandable(pick.card)
    ):
        yield Fault(
            say("{name} has picked {card}", name=Name(setting.players[before.holder]), card=Verbatim(pick)),
            say("expected a card in place of the Fool, in the trick of the demand"),
        )
    if not 0 <= setting.passed <= (0 if pick is None else len(setting.hands) - 2):
        text = say_many(
            "{number} player has let a card pass", "{number} players have let a card pass", setting.passed
        )
        yield Fault(text, say("those asked are fewer"))


def _piles(setting: Setting) -> Iterator[Fault]:
    """Yield pots below zero, and piles that do not hold the cards gone."""
    for pot in ("king", "pagat"):
        amount = getattr(setting.pots, pot)
        if amount < 0:
            text = say("{amount} {amount:token/tokens} in the {pot} pot", amount=amount, pot=Verbatim(pot))
            yield Fault(text, say("a pot holds 0 or more"))
        if amount > MOST_TOKENS:
            text = say(
                "{amount} {amount:token/tokens} in the {pot} pot", amount=Verbatim("…"), pot=Verbatim(pot)
            )
            yield Fault(text, say("a pot holds at most {most}", most=MOST_TOKENS))
    taken = setting.piles
    if taken is None:
        return
    gone, left = setting.rules.table.hand_size - setting.tricks_left, setting.tricks_left
    tricks = [None if pile is None else pile.tricks for pile in taken]
    if _wrong_sum(tricks, gone):
        told = sum(each for each in tricks if each is not None)
        expected = say("expected {whole} with {left} left", whole=gone, left=left)
        yield Fault(say("{told} {told:trick is/tricks are} taken", told=told), expected)
    before_the_count = left == setting.rules.table.hand_size and setting.skat is not None
    if setting.unseen is not None or not setting.complete or (before_the_count and setting.trick):
        return
    held = [card for hand in setting.hands for card in hand] + [each.card for each in setting.trick]
    whole = 0 if setting.whole_hand else points_taken_of(setting.rules, held, left)
    points = [None if pile is None else pile.units for pile in taken]
    if _wrong_sum(points, whole):
        told = sum(each for each in points if each is not None)
        expected = say("expected {whole} by the cards that are left", whole=whole)
        yield Fault(say("{told} {told:point is/points are} taken", told=told), expected)
    elif not _wrong_sum(tricks, gone) and not setting.whole_hand:
        yield from taken_faults(setting)


def _wrong_sum(each: list[int | None], whole: int) -> bool:
    told = [number for number in each if number is not None]
    return min(told, default=0) < 0 or sum(told) > whole or (None not in each and sum(told) != whole)


def _deal(setting: Setting) -> Iterator[Fault]:
    """Yield an impossible skat, and facts that lack their dealer, piles or full hand."""
    piles = setting.piles
    if setting.skat is not None:
        yield from _skat(setting, setting.skat)
    counted = setting.whole_hand or (
        piles is not None and all(pile is not None and pile.units is not None for pile in piles)
    )
    if setting.count and (setting.dealer is None or not counted):
        yield Fault(say("the count is to be paid"), say("expected the dealer, and `taken` with all points"))
    if setting.announce and (setting.dealer is None or (piles is None and not setting.whole_hand)):
        yield Fault(say("a Tout is announced"), say("expected the dealer, and `taken` or a whole hand"))
    if setting.declarations is not None and not setting.whole_hand:
        expected = say("expected a whole hand: `dealer`, `skat` and full hands")
        yield Fault(say("declarations in the middle of a hand"), expected)


def _laid_away_in(setting: Setting) -> Iterator[Fault]:
    """Yield the faults of the discard in a game of card points."""
    if setting.skat is not None:
        yield from _skat(setting, setting.skat)


def _skat(setting: Setting, skat: frozenset[Card]) -> Iterator[Fault]:
    size = laid_away_under(setting.rules.game, setting.told.contract)
    if size is not None and len(skat) != size:
        text = say("a skat of {number} {number:card/cards}", number=len(skat))
        yield Fault(text, say("expected {size}", size=size))
    if setting.past is None and not (setting.lines and setting.whole_hand):
        yield from _laid_away(setting, skat)


def may_lie_in_the_skat(setting: Setting) -> bool:
    """Return True if no card of the skat is one that may never be discarded.

    The skat of a full hand with lines may hold such cards: the hand was played, and its replay judges them.
    The same holds at a moment of such a hand: what a file was allowed to say is not judged again.
    """
    return not any(_laid_away(setting, setting.skat or frozenset()))


def _laid_away(setting: Setting, skat: frozenset[Card]) -> Iterator[Fault]:
    for card in sorted(skat):
        wrong = never_laid_away(setting.rules, card, tout="tout" in setting.announce)
        if wrong is not None:
            yield Fault(*wrong)


def _worlds(setting: Setting) -> Iterator[Fault]:
    """Yield worlds whose hands are not another deal of the position's hands."""
    names = Counter(world.name for world in setting.worlds)
    for world in setting.worlds:
        name = Name(world.name)
        if names[world.name] > 1 or world.weight < 1:
            yield Fault(say("`worlds`: {name} appears twice or weighs less than 1", name=name),
                        say("expected each name once, with a weight of 1 or more"))  # fmt: skip
        if _sized_otherwise(world, setting) or _doubled(world, setting):
            yield Fault(
                say("`worlds`: the hands of {name} do not fit this table", name=name),
                say("expected as many cards in each hand, each card once"),
            )


def _sized_otherwise(world: World, setting: Setting) -> bool:
    if len(world.hands) != len(setting.hands):
        return True
    untold = {} if setting.half_known is None else setting.half_known.sizes
    there = {} if world.half_known is None else world.half_known.sizes
    return any(
        hand and len(hand) + untold.get(seat, 0) != len(world.hands[seat]) + there.get(seat, 0)
        for seat, hand in enumerate(setting.hands)
    )


def _doubled(world: World, setting: Setting) -> bool:
    cards = [card for hand in world.hands for card in hand] + [each.card for each in setting.trick]
    return len(cards) != len({*cards}) or not {*cards} <= {*setting.rules.table.deck}


def _names(players: Iterable[str]) -> Word:
    return both(Name(name) for name in players)


# Values of the wrong type for their field: Python allows them and no position can have them.


class _Kind(NamedTuple):
    """The type of a field's value, and the expectation for a wrong one."""

    fits: Callable[[Any], bool]
    expected: Message


def _is(kind: type, expected: Message) -> _Kind:
    return _Kind(lambda value: isinstance(value, kind), expected)


def _maybe(kind: _Kind) -> _Kind:
    return _Kind(lambda value: value is None or kind.fits(value), kind.expected)


def _tuple_kind(kind: Any, expected: Message) -> _Kind:
    """Return the type of a tuple of values of one kind."""
    return _Kind(
        lambda value: isinstance(value, tuple) and all(isinstance(each, kind) for each in value), expected
    )


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _are_cards(value: object) -> bool:
    return isinstance(value, frozenset) and all(isinstance(each, Card) for each in value)


_HANDS: Final = say("expected a hand of each player, by name or in order of play: text, or cards")
_SEAT: Final = _Kind(_whole, say("expected a player's name or seat"))
_TEXT: Final = _is(str, say("expected text"))
_FLAG: Final = _is(bool, say("expected True or False"))
_SKAT: Final = _Kind(_are_cards, say("expected a frozenset of cards"))
_NUMBER: Final = _Kind(_whole, say("expected a whole number"))

_KINDS: Final[Mapping[str, _Kind]] = {
    "rules": _is(RuleSet, say("expected a rule set, as `analyzer.rule_set` gives it")),
    "players": _tuple_kind(str, say("expected the players' names in order of play")),
    "hands": _Kind(lambda value: isinstance(value, tuple) and all(map(_are_cards, value)), _HANDS),
    "lead": _SEAT,
    "trick": _tuple_kind(Laid, say("expected the cards played, in order")),
    "pots": _maybe(
        _Kind(
            lambda value: isinstance(value, Pots) and _whole(value.king) and _whole(value.pagat),
            say("expected pots with whole numbers of tokens"),
        )
    ),
    "dealer": _maybe(_SEAT),
    "fool_demand": _FLAG,
    "count": _FLAG,
    "skat": _maybe(_SKAT),
    "announce": _is(frozenset, say("expected a frozenset of words")),
    "declarations": _maybe(_is(Mapping, say("expected declarations by seat"))),
    "sitting_out": _maybe(_TEXT),
    "worlds": _tuple_kind(World, say("expected deals under `worlds`")),
    "unseen": _maybe(_is(Unseen, say("expected what is unseen"))),
    "lines": _tuple_kind(Line, say("expected lines")),
    "title": _maybe(_TEXT),
    "source": _maybe(_TEXT),
    "stipulation": _maybe(_TEXT),
    "teaches": _maybe(_TEXT),
    "ruleset": _maybe(_TEXT),
    "file": _TEXT,
    "picked": _maybe(_is(Action, say("expected an action"))),
    "passed": _NUMBER,
    "told": _is(HandFacts, say("expected the facts about the hand")),
    "demanded": _FLAG,
}
"""The types by field of a setting."""


def mistyped(setting: object) -> Iterator[Fault]:
    """Yield a fault for every field with a value of the wrong type; `setting` has all of them."""
    for name, kind in _KINDS.items():
        value = getattr(setting, name)
        if not kind.fits(value):
            told = say("`{name}` is {value}", name=Verbatim(name), value=quoted(value))
            yield Fault(told, kind.expected)
