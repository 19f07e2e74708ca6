"""The cards of a deal: hands, the trick on the table, the skat; and their consistency."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from analyzer.cards.card import FOOL, Card, Suit
from analyzer.cards.notation import shown
from analyzer.errors import Where
from analyzer.frozenrecord import Record
from analyzer.messages import (
    NOTHING,
    ClauseId,
    Message,
    Name,
    Several,
    Verbatim,
    Whose,
    Word,
    either,
    in_a_row,
    listed,
    say,
    say_many,
)
from analyzer.position.files.cardlists import CardList, Placed, Words
from analyzer.position.files.moves import Unread, read_words
from analyzer.position.files.reader import Reader
from analyzer.position.setting import NO_FILE
from analyzer.rules.deal.discard import never_laid_away
from analyzer.rules.facts.fact import Contradiction, HandFact, TableFacts
from analyzer.rules.facts.together import find_contradiction, quarrel_words
from analyzer.rules.irregularities import CORRECTED, Moment, is_before, moments_of
from analyzer.rules.play.table import Laid, followable, judge_play, suit_led
from analyzer.rules.score.hand import HandResult, contract_played
from analyzer.rules.score.payments import nil_seat
from analyzer.rules.score.target import slam_bid, slam_decides
from analyzer.rules.spec.game import GameSpec, laid_away_under
from analyzer.rules.spec.kinds.contracts import ContractAim
from analyzer.yamltree.node import Node
from analyzer.yamltree.shapes import Shape, Text

# The cards of a deal: hands, the trick on the table, the skat; and their consistency.
#
# Source: main rule text, "Players and Equipment", "Dealing", "Play", "The fool", "The discard (the skat)".


Hands = tuple[CardList | None, ...]
"""Hands by seat; None for a hand the file does not give."""


class TrickCard(Record, frozen=True):
    """A card played to the current trick, the suit named with it, and its place in the file."""

    card: Card
    names: Suit | None
    where: Where


class Pile(Record, frozen=True):
    """Cards of one place at the table, with its name: `A's hand`, `the trick`, `the skat`."""

    words: Message
    placed: tuple[Placed, ...]
    owner: Name | None = None


def read_hands(
    reader: Reader, told: Mapping[Text, CardList], where: Where | None, absent: Iterable[int] = ()
) -> Hands:
    """Read the hands by seat; a missing one is a fault at `where`, unless its seat may be `absent`."""
    found = {seat: hand for seat, _, hand in reader.values_by_seat(told)}
    if where is not None and reader.players_known:
        for seat in range(len(reader.players)):
            if seat not in found and seat not in absent:
                expected = say(
                    "expected a hand of each of {players}, or one alone: then the rest of the pack is unseen",
                    players=reader.table(),
                )
                reader.lack(where, say("{player} has no hand", player=reader.who(seat)), expected)
    hands = (found.get(seat) for seat in range(len(reader.players)))
    return tuple(hand if hand is not None and hand.told else None for hand in hands)


def read_trick(reader: Reader, words: Words | None, most: int | None = None) -> tuple[TrickCard, ...]:
    """Read the cards on the table, in order, at most `most`: by default those of a trick in progress.

    The names of suits are taken as they are: see :func:`check_trick`.
    """
    if words is None:
        return ()
    laid: list[TrickCard] = []
    places: list[Where] = []
    for move in read_words(reader, words):
        where = move.where or words.where
        if isinstance(move, Unread):
            places.append(where)
            continue
        if move.card is None:
            expected = say("a trick holds cards; what was said belongs in a line")
            reader.fault(where, say("{word} is not a card", word=Verbatim(shown(str(move)))), expected)
            continue
        if move.suit is not None and places:
            message = say("{card} names {suit} and is not led", card=move.card, suit=move.suit)
            reader.fault(where, message, say("only the leader of a trick names a suit"))
        laid.append(TrickCard(move.card, None if places else move.suit, where))
        places.append(where)
    most = len(reader.players) - 1 if most is None else most
    if len(places) > most:
        expected = say("a trick in progress holds at most {most}", most=most)
        reader.fault(
            places[most], say("the trick holds {number} {number:card/cards}", number=len(places)), expected
        )
    led_fool = bool(laid) and laid[0].where == places[0] and laid[0].card is FOOL
    if led_fool and not reader.rules.game.fool.named:
        if laid[0].names is not None:
            message = say("the Fool is led and names a suit")
            reader.fault(laid[0].where, message, say("here the next card is the suit that is led"))
            laid[0] = TrickCard(FOOL, None, laid[0].where)
    elif led_fool and laid[0].names is None:
        expected = say("expected {event} (fool.naming)", event=Verbatim("{card: fool, names: h}"))
        reader.lack(laid[0].where, say("the Fool is led and names no suit"), expected)
    return tuple(laid[:most])


def tricks_left(
    reader: Reader, hands: Sequence[CardList | None], lead: int | None, trick: Sequence[TrickCard]
) -> int:
    """Return the number of tricks left, by the size of most hands; a hand of any other size is a fault.

    Players who have played to the trick hold one card fewer; a card that is in the trick too is a separate
    fault. Without `lead` these players are unknown, and no size is a fault.
    """
    seats = len(reader.players)
    played = set() if lead is None else {(lead + step) % seats for step in range(len(trick))}
    laid = {each.card for each in trick}
    told = {seat: hand for seat, hand in enumerate(hands) if hand is not None}
    sizes = {seat: hand.size + (seat in played) for seat, hand in told.items()}
    if not sizes or lead is None:
        return max(sizes.values(), default=0)
    left = max(Counter(sizes.values()).most_common(), key=lambda pair: pair[1])[0]
    for seat, hand in told.items():
        if left not in (sizes[seat], sizes[seat] - len(hand.cards & laid)):
            agreeing = [reader.who(other) for other in sizes if sizes[other] == left]
            words: dict[str, Word] = {"player": reader.who(seat), "cards": counted(hand.size)}
            holds = say("{player} holds {cards}", **words)
            after = say("{player} holds {cards} and has played to the trick", **words)
            expected = _as_others(counted(left - (seat in played)), agreeing, left)
            reader.lack(hand.where, after if seat in played else holds, expected)
    first = next(iter(told.values()))
    if left == 0:
        reader.lack(first.where, say("no cards are left"), say("a position has at least one trick to play"))
    most = reader.rules.table.hand_size
    if left > most:
        reader.fault(
            first.where,
            say("hands of {left} {left:card/cards}", left=left),
            say("a hand has at most {most}", most=most),
        )
    return left


def _as_others(cards: Message, others: Sequence[Name], left: int) -> Message:
    """What is expected of a hand, as others hold it."""
    return say_many(
        "expected {cards}, as {players} holds with {left} to play",
        "expected {cards}, as {players} hold with {left} to play",
        len(others),
        cards=cards,
        players=Several(tuple(others), "all and"),
        left=left,
    )


def counted(number: int) -> Message:
    """Return a number of cards, in words."""
    return say("{number} {number:card/cards}", number=number)


def piles(reader: Reader, hands: Hands, trick: Iterable[TrickCard], skat: CardList | None) -> list[Pile]:
    """Return all piles of cards, in table order."""
    found = [
        Pile(say("{whose} hand", whose=Whose(reader.who(seat))), hand.placed, reader.who(seat))
        for seat, hand in enumerate(hands)
        if hand is not None
    ]
    found.append(Pile(say("the trick"), tuple(Placed(each.card, each.where) for each in trick)))
    if skat is not None:
        found.append(Pile(say("the skat"), skat.placed))
    return found


def check_cards(reader: Reader, all_piles: Iterable[Pile], context: Message = NOTHING) -> None:
    """Note a fault for every card that is in two places or not in the deck, at the later of its places."""
    deck, every = frozenset(reader.rules.table.deck), list(all_piles)
    cards = [each.card for pile in every for each in pile.placed]
    if len(cards) == len(set(cards)) and deck.issuperset(cards):
        return
    places: dict[Card, list[tuple[Pile, Where]]] = {}
    for pile in every:
        for each in pile.placed:
            places.setdefault(each.card, []).append((pile, each.where))
    for card, found in places.items():
        found.sort(key=lambda place: (place[1].line, place[1].column))
        if card not in deck:
            message = say("{card} is not a card of {ruleset}", card=card, ruleset=Verbatim(reader.rules.name))
            reader.fault(found[0][1], message, say("expected a card of its deck"))
        for pile, where in found[1:]:
            first, there = found[0]
            expected = say(
                "a card belongs in one (first at line {line}, column {column})",
                line=there.line,
                column=there.column,
            )
            if reader.file == NO_FILE:
                expected = say("a card belongs in one place")
            places_of = _two_places(first, pile)
            message = say("{context}{card} is in {places}", context=context, card=card, places=places_of)
            reader.fault(where, message, expected)


def _two_places(one: Pile, other: Pile) -> Message:
    if one is other:
        return say("{place} twice", place=one.words)
    if one.owner is not None and other.owner is not None:
        return say("two hands ({players})", players=listed([one.owner, other.owner]))
    return say("{place} and in {other}", place=one.words, other=other.words)


def check_trick(
    reader: Reader,
    hands: Sequence[frozenset[Card] | None],
    lead: int,
    trick: Sequence[TrickCard],
    context: Message = NOTHING,
) -> None:
    """Note a fault for every card of the trick that its player could not play.

    Hands are those after it was played; None for an unknown one, whose card is not judged.

    Source: clauses play.follow, play.trump, fool.second-to-last, naming.followable.
    """
    if not trick:
        return
    on_table = laid(trick, lead, len(hands))
    before: list[frozenset[Card] | None] = list(hands)
    for step, each in enumerate(trick):
        seat = (lead + step) % len(hands)
        hand = hands[seat]
        if hand is None:
            continue
        before[seat] = hand | {each.card}
        spec, table = reader.game, on_table[:step]
        led = suit_led(table, spec)
        revoke = judge_play(spec, hand | {each.card}, led, each.card, [other.card for other in table])
        if revoke is not None:
            message = say(
                "{context}{player} played {card}: {reason}",
                context=context,
                player=reader.who(seat),
                card=each.card,
                reason=revoke.text,
            )
            legal = in_a_row(revoke.legal)
            expected = say("legal: {cards} ({clause})", cards=legal, clause=ClauseId(revoke.clause))
            reader.lack(each.where, message, expected)
    others = [hand for seat, hand in enumerate(before) if seat != lead]
    if trick[0].names is not None and trick[0].card is FOOL and None not in others:
        cards = frozenset(card for hand in others for card in hand or ())
        _check_name(reader, trick[0].names, cards, trick[0].where, context)


def _check_name(reader: Reader, named: Suit, others: frozenset[Card], where: Where, context: Message) -> None:
    """A fault for a Fool led with a name that none of the others' cards follows."""
    suits = followable(reader.rules.game, others)
    if named not in suits:
        message = say(
            "{context}the Fool names {suit}, which nobody else can follow", context=context, suit=named
        )
        if any(card.suit is named for card in others):
            message = say(
                "{context}the Fool names {suit}, which may not be named here", context=context, suit=named
            )
        expected = say("expected one of {suits} (naming.followable)", suits=listed(suits))
        reader.lack(where, message, expected)


def laid(trick: Iterable[TrickCard], lead: int, seats: int) -> tuple[Laid, ...]:
    """Return the trick in the form of the table."""
    return tuple(Laid((lead + step) % seats, each.card, each.names) for step, each in enumerate(trick))


def check_skat(reader: Reader, skat: CardList, *, tout: bool, played: bool) -> None:
    """Note a fault for every card that may not be discarded, and for a skat of the wrong size.

    If the full hand was `played`, the replay judges its cards.
    """
    size = laid_away_under(reader.game, reader.contract)
    if size is not None and skat.size != size:
        reader.lack(
            skat.where, say("a skat of {cards}", cards=counted(skat.size)), say("expected {size}", size=size)
        )
    for each in () if played else skat.placed:
        wrong = never_laid_away(reader.rules, each.card, tout=tout)
        if wrong is not None:
            reader.fault(each.where, *wrong)


# Facts of a file that cannot all be true, as a fault at the place of the last of them.


_EXPECTED: Final = {
    "slam": say("expected who won every trick, or `slam: none`: the settlement depends on it"),
    "valat": say("expected who won every trick, or `valat: none`: the settlement depends on it"),
}
"""What is expected for a key, where there is more to say than that it is."""


def check_came(reader: Reader, where: Where, came: HandResult, shape: Shape | None = None) -> None:
    """Note a fault for every missing key that the settlement of a hand depends on.

    A key of the `shape` with a wrong value has its own fault, and is not missing too.
    """
    game = reader.rules.game
    for key in dict.fromkeys(_needed(game, came)):
        if shape is not None and key in shape.fields() and shape.tells(key) and reader.notes.faults:
            continue
        message = say("`{key}` is missing", key=Verbatim(key))
        reader.lack(where, message, _EXPECTED.get(key, say("required: the settlement depends on it")))


def _needed(game: GameSpec, came: HandResult) -> Iterator[str]:
    """The keys that are missing, by their names."""
    told = came.told
    contract = game.contract(told.contract)
    if came.thrown_in or (contract is not None and not contract.played):
        return
    if contract is None:
        if game.contracts:
            yield "contract"
        elif None in came.units and (nil_seat(game, came) is None or _returned(came)):
            yield "points"
        return
    if contract.aim is ContractAim.FEWEST:
        yield from ["points"] if None in came.units else []
        return
    if told.declarer is None:
        return
    if not contract.alone and told.called is not None and told.partner is None:
        yield "partner"
    played = contract_played(game, told) or contract
    if played.aim is ContractAim.EVERY_TRICK:
        yield from [] if came.whole else ["valat"]
    elif contract.aim is ContractAim.NO_TRICK:
        yield from ["tricks"] if not came.tricks or came.tricks[told.declarer] is None else []
    else:
        yield from _for_points(game, came, told.declarer)


def _returned(came: HandResult) -> bool:
    """Whether somebody declared what is given back where too few points are taken."""
    return any(each.returnable for said in came.told.declared.values() for each in said)


def _for_points(game: GameSpec, came: HandResult, declarer: int) -> Iterator[str]:
    """What a contract that is won by points needs."""
    side, told = came.sides.of[declarer], came.told
    won = [bool(number) for number in came.tricks] if None not in came.tricks else []
    swept = len({came.sides.of[seat] for seat, any_won in enumerate(won) if any_won}) == 1
    if game.target is not None:
        if slam_bid(game, told) and not came.whole:
            yield "slam"
        if slam_decides(game, told):
            # A slam that was bid is paid for in place of everything else, made or not.
            return
        if (
            game.target_paid is not None
            and swept
            and any(came.tricks[seat] for seat in came.sides.seats(side))
        ):
            return
        bouts = "trull" if game.coefficients is None else "bouts"
        yield from [bouts] if told.trull is None else []
    if came.deeds.all_tricks is None and came.units[side] is None:
        yield "points"


def check_facts(reader: Reader, node: Node, ground: TableFacts, facts: Iterable[HandFact]) -> None:
    """Note a fault if some facts of a hand cannot all be true; `node` is the hand in its file."""
    quarrel = find_contradiction(ground, facts) if reader.players_known else None
    if quarrel is not None:
        reader.lack(_place(node, quarrel), *quarrel_words(ground, quarrel))


def _place(node: Node, quarrel: Contradiction) -> Where:
    """Where the last of the facts stands that are told; the hand, where none of them is."""
    told = [_at(node, each.path) for each in quarrel.facts if each.path]
    return max(told, key=lambda where: (where.line, where.column), default=node.where)


_TAROT: Final = {"trull": "bouts", "announced": "poignee", "bonuses": "petit_au_bout"}
"""Keys that another one of the game's own words may stand for."""


def _at(node: Node, path: Sequence[str | int]) -> Where:
    key, *rest = path
    own = _TAROT.get(str(key))
    return node.at(path if own is None or node.child(key) is not None else (own, *rest))


def check_found(reader: Reader, name: str, found: Moment, where: Where) -> None:
    """Note a fault for an irregularity that cannot have been found then, or no longer been put right."""
    irregularity, can = reader.rules.fines.irregularities[name], moments_of(name)
    if found not in can:
        expected = say(
            "expected {moments}", moments=either(Verbatim(each.value) for each in Moment if each in can)
        )
        words = {"irregularity": Verbatim(name), "moment": Verbatim(found.value)}
        reader.fault(where, say("{irregularity} cannot be found {moment}", **words), expected)
    elif irregularity.remedy == CORRECTED and is_before(found, irregularity.mended_until) is False:
        expected = say("expected a moment before {until}", until=Verbatim(str(irregularity.mended_until)))
        reader.fault(where, say("a {irregularity} is found too late", irregularity=Verbatim(name)), expected)
