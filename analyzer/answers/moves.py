"""A position at a moment of a line, and its legal moves, with the clause that forbids each other card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Annotated

from analyzer.answers.answer import Answered, about_position, on_grounds
from analyzer.answers.requests import answer_each_reading
from analyzer.cards.card import Card, Suit
from analyzer.cards.notation import read_cards
from analyzer.errors import CardError, InvalidPosition, UsageError
from analyzer.frozenrecord import Record
from analyzer.knowledge.fitting import Fitting, as_it_stands, fitting_deals
from analyzer.messages import (
    BareClause,
    LineWord,
    Message,
    Name,
    Spaced,
    Verbatim,
    formed,
    in_a_row,
    listed,
    say,
)
from analyzer.position.bearing import bearing_in
from analyzer.position.files.moves import spoken_moves
from analyzer.position.model import Position
from analyzer.position.reading import LegalMoves, moves_in
from analyzer.position.replay.legality import maker_of
from analyzer.position.replay.replay import replay
from analyzer.position.setting import Line
from analyzer.rules.actions import Action
from analyzer.rules.play.trick import before_card
from analyzer.rules.spec.bearing import bearing
from analyzer.rules.spec.grounds import STATED
from analyzer.views.base import (
    UNSET,
    CardWord,
    Count,
    Grounded,
    Meta,
    Players,
    UnsetType,
    View,
    grounded,
)
from analyzer.views.why import OverDeals, deals_asked
from analyzer.words.blocks import Phrase
from analyzer.words.verdicts import drawn_message

# A position at a moment of a line, played on from there, or with cards in other places.


PLAYED_ON = "played on"
"""The name of a line that is played on from a moment."""


class MomentAsked(Record, frozen=True, kw_only=True):
    """The moment and the line in the user's words; if empty, the position of the file."""

    line: str | None = None
    at: str | None = None
    play: str | None = None
    """The play from there on."""
    discard: str | None = None
    """The dealer's replacement discard."""
    swap: str | None = None
    """Cards that change places, pair by pair."""

    @property
    def changes_cards(self) -> bool:
        return self.discard is not None or self.swap is not None

    @property
    def in_a_line(self) -> bool:
        return self.line is not None or self.at is not None


def at_moment(position: Position, asked: MomentAsked) -> Position:
    """Return the position at the requested moment.

    Raises: UsageError for an unknown line, moment or card; IllegalMove for illegal play.
    """
    position = started(position, asked)
    for move in played_on(position, asked):
        position = position.after(move)
    return position


def at_moment_of_a_deal(position: Position, asked: MomentAsked) -> Position:
    """Return the moment in a possible deal: the play before the moment was legal in it.

    Raises: as :func:`at_moment`; IllegalMove for a breach in the line before the moment.
    """
    if not asked.in_a_line:
        return at_moment(position, asked)
    laid = with_cards(position, asked)
    try:
        found = laid.at(asked.line, asked.at, strict=True)
    except UsageError:
        replay(laid, asked.line)
        raise
    for move in played_on(found, asked):
        found = found.after(move)
    return found


def to_replay(position: Position, asked: MomentAsked) -> Position:
    """Return the position with the lines to replay: the rest of the line, or the new play.

    Raises: as :func:`at_moment`, but the replay judges the play.
    """
    if asked.at is None and asked.play is None:
        return with_cards(position, asked)
    position = started(position, asked)
    moves = played_on(position, asked)
    return replace(position, lines=(Line(PLAYED_ON, moves),)) if asked.play is not None else position


def started(position: Position, asked: MomentAsked) -> Position:
    """Return the position before any new play.

    Raises: UsageError if swapped cards change the play before the moment.
    """
    laid = with_cards(position, asked)
    if not asked.in_a_line:
        return laid
    found = laid.at(asked.line, asked.at)
    if asked.swap is not None and _past(found) != _past(position.at(asked.line, asked.at)):
        told = say("--swap: the play before this moment is another with these cards in each other's places")
        raise UsageError(
            told, say("expected cards that are in the hands and that keep the cards played legal")
        )
    return found


def _past(position: Position) -> tuple[object, ...]:
    """Return everything played and paid before a moment: the trick, the piles, the pots, and the turn."""
    return position.trick, position.lead, position.taken, position.pots, position.to_move


def as_seen(position: Position, player: str) -> Position:
    """Return the position as the player who decides in it sees it.

    Raises: UsageError for an unknown player, or, with the player's next turn in a line, if it is not their
    turn.
    """
    seen = position.seen_by(player)
    seat, mover = seen.watcher, seen.to_move
    if seat is None or mover in (None, seat):
        return seen
    name, number = Name(position.players[seat]), position.rules.table.hand_size - position.tricks_left + 1
    told = say(
        "{player} is to play; {name} has nothing to decide here",
        player=Name(position.players[mover or 0]),
        name=name,
    )
    if seat in {each.seat for each in position.trick}:
        raise UsageError(told, say("{name} has played to this trick", name=name))
    card = (seat - position.lead) % len(position.players) + 1
    at = Verbatim(f"{number}.{card}")
    raise UsageError(told, say("{name} plays to this trick at {moment}", name=name, moment=at))


def played_on(position: Position, asked: MomentAsked) -> tuple[Action, ...]:
    """Return the new play. Raises: UsageError for text that is not play."""
    return () if asked.play is None else spoken_moves(asked.play, "--play", position.players)


def with_cards(position: Position, asked: MomentAsked) -> Position:
    """Return the position with the cards in their new places.

    Raises: UsageError for cards that are not in the old places, or may not be in the new ones.
    """
    if asked.changes_cards and position.worlds:
        told = say("--discard and --swap need a single deal; this position lists several `worlds`")
        raise UsageError(told)
    if asked.discard is not None:
        position = _build_position(
            "--discard", lambda: _discarding(position, _cards("--discard", asked.discard or ""))
        )
    if asked.swap is not None:
        before = position
        position = _build_position("--swap", lambda: _swapping(before, _cards("--swap", asked.swap or "")))
    return position


def _build_position(option: str, make: Callable[[], Position]) -> Position:
    try:
        return make()
    except InvalidPosition as refused:
        fault = refused.faults[0]
        told = say("{option}: {what}", option=Verbatim(option), what=fault.message)
        raise UsageError(told, fault.expected) from None


def _cards(option: str, text: str) -> tuple[Card, ...]:
    try:
        return tuple(each.card for each in read_cards(text))
    except CardError as error:
        fault = error.faults[0]
        raise UsageError(
            say("{option}: {what}", option=Verbatim(option), what=fault.message), fault.expected
        ) from None


def _discarding(position: Position, cards: tuple[Card, ...]) -> Position:
    """Return the position with another discard."""
    maker = maker_of(position) if position.pots is None else position.dealer
    if not position.whole_hand or maker is None or not position.skat:
        told = say("--discard needs a whole hand, from the deal on, in which cards were discarded")
        raise UsageError(told, say("expected `dealer`, `skat` and full hands"))
    had = position.hands[maker] | position.skat
    for card in cards:
        if card not in had:
            told = say("{player} has no {card} to discard", player=Name(position.players[maker]), card=card)
            raise UsageError(told)
    if len(set(cards)) != len(position.skat):
        told = say("--discard names {number} {number:card/cards}", number=len(set(cards)))
        raise UsageError(told, say("expected {number}", number=len(position.skat)))
    away = frozenset(cards)
    hands = tuple(had - away if seat == maker else hand for seat, hand in enumerate(position.hands))
    return replace(position, hands=hands, skat=away, worlds=(), unseen=None, past=None)


def _swapping(position: Position, cards: tuple[Card, ...]) -> Position:
    """Return the position with cards swapped, the first with the second and so on."""
    if not cards or len(cards) % 2 or len(set(cards)) < len(cards):
        raise UsageError(say("--swap takes pairs of cards"), say("expected two cards, or four, each once"))
    lie = (*position.hands, position.skat or frozenset())
    lost = [card for card in cards if not any(card in pile for pile in lie)]
    if lost:
        raise UsageError(say("{cards}: in no hand and not in the skat", cards=listed(lost)))
    other = dict(zip((*cards[::2], *cards[1::2]), (*cards[1::2], *cards[::2]), strict=True))
    *hands, skat = (frozenset(other.get(card, card) for card in pile) for pile in lie)
    lain = None if position.skat is None else skat
    return replace(position, hands=tuple(hands), skat=lain, worlds=(), unseen=None, past=None)


# The legal moves of a position, and the clause that forbids each other card of the hand.
#
# If cards are unknown: the moves that are legal in every deal that fits, and those legal only in some.


Sometimes = tuple[tuple[Action, int], ...]
"""Actions that are legal in some of the deals that fit, each with the number of these deals."""


class MoveView(View, frozen=True):
    """A legal card. A led Fool has one entry for each suit that it may name."""

    card: CardWord
    names: Suit | None


class ForbiddenView(View, frozen=True):
    """A card of the hand that may not be played now, with the clause and the reason."""

    card: CardWord
    clause: str
    text: str


class SometimesView(MoveView, frozen=True):
    """A card that is legal only in some of the deals that fit, with the number of those deals."""

    holds: Count


class MovesAnswer(Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/moves/1"):
    """The legal moves of the player to move; nobody if every card is played."""

    to_play: str | None
    moves: list[MoveView]
    forbidden: Annotated[list[ForbiddenView], Meta(description="All other cards of the hand.")]
    demands: Annotated[Players, Meta(description="The players who may demand the Fool now.")] | UnsetType = (
        UNSET
    )
    sometimes: (
        Annotated[list[SometimesView], Meta(description="Cards that are legal in some of the deals.")]
        | UnsetType
    ) = UNSET
    worlds: OverDeals = UNSET


def moves(position: Position) -> Answered[MovesAnswer]:
    """Return the legal moves, and the clause that forbids each other card of the hand.

    Raises: InvalidFile if no deal fits.
    """

    def ask(read: Position) -> tuple[Fitting | None, LegalMoves, Sometimes]:
        fits = fitting_deals(read) if read.many else None
        return fits, *common_moves([moves_in(deal) for deal in ([read] if fits is None else fits.deals)])

    def view(asked: tuple[Fitting | None, LegalMoves, Sometimes]) -> MovesAnswer:
        return _answer(*asked)

    (fits, found, sometimes), grounds = answer_each_reading(position, ask, view, _applied)
    shown = position if fits is None else as_it_stands(position, fits.deals)
    answer = on_grounds(_answer(fits, found, sometimes), position, grounds)
    forbidden = (Phrase(each, level=1) for each in _forbidden(found))
    return Answered(
        shown, answer, about_position(shown, grounds, _may(fits, found, sometimes), forbidden), found
    )


def _applied(asked: tuple[Fitting | None, LegalMoves, Sometimes]) -> Iterable[str]:
    """Return the clauses behind an answer."""
    fits, found, _ = asked
    yield from (each.clause for each in found.forbidden)
    if fits is not None:
        yield from bearing_in(fits.deals)
    else:
        table = found.position.table
        came = before_card(table.spec, table.trick, table.hands[table.holder], table.tricks_left)
        yield from bearing(found.position.rules, came)


def common_moves(each: Sequence[LegalMoves]) -> tuple[LegalMoves, Sometimes]:
    """Return the moves that are legal in every one of several deals, and the number of deals for the rest."""
    first, number = each[0], Counter(move for moves in each for move in moves.legal)
    always = tuple(move for move in first.legal if number[move] == len(each))
    sometimes = ((move, times) for move, times in sorted(number.items(), key=_order) if times < len(each))
    may = {move.card for move in number}
    forbidden = {one.card: one for moves in each for one in moves.forbidden if one.card not in may}
    told = tuple(forbidden[card] for card in sorted(forbidden))
    return LegalMoves(first.position, first.to_play, always, told), tuple(sometimes)


def _order(counted: tuple[Action, int]) -> tuple[int, str]:
    card = counted[0].card
    return (99 if card is None else card.index, str(counted[0]))


def _answer(fits: Fitting | None, found: LegalMoves, sometimes: Sometimes) -> MovesAnswer:
    position = found.position
    some = [SometimesView(str(move.card), move.suit, times) for move, times in sometimes if move.card]
    return MovesAnswer(
        **grounded(position.rules, STATED),
        to_play=None if position.over else position.players[found.to_play],
        moves=[MoveView(str(each.card), each.suit) for each in found.cards],
        forbidden=[ForbiddenView(str(each.card), each.clause, each.text) for each in found.forbidden],
        demands=[position.players[seat] for seat in found.demands] or UNSET,
        sometimes=UNSET if fits is None else some,
        worlds=UNSET if fits is None else deals_asked(fits),
    )


def _may(fits: Fitting | None, found: LegalMoves, sometimes: Sometimes) -> Iterator[Message]:
    """Yield the cards legal in all deals, those legal in some, and the players who may demand the Fool."""
    players = found.position.players
    player, cards = Name(players[found.to_play]), in_a_row(LineWord(each) for each in map(str, found.cards))
    if fits is None:
        if found.position.over:
            yield say("Every card is played.")
            return
        yield say("{player} may play {cards}", player=player, cards=cards)
        for seat in found.demands:
            yield say("{player} may demand the Fool", player=Name(players[seat]))
        return
    asked = Spaced(len(fits.deals))
    if found.cards:
        yield (
            say("{player} may play {cards}, wherever the cards lie", player=player, cards=cards)
            if fits.exact
            else say(
                "{player} may play {cards} in all {asked} {asked:deal/deals} that were drawn",
                player=player, cards=cards, asked=asked,
            )
        )  # fmt: skip
    if sometimes:
        each = (formed("{card}\u00a0{number}", card=LineWord(str(move)), number=Spaced(number))
                for move, number in sometimes)  # fmt: skip
        yield say(
            "Deals (of {asked}) in which {player} may play: {cards}",
            asked=asked,
            player=player,
            cards=listed(each),
        )
    if not fits.exact:
        yield drawn_message(len(fits.deals))


def _forbidden(found: LegalMoves) -> Iterator[Message]:
    """Yield the clause that forbids each illegal card."""
    for each in found.forbidden:
        by = BareClause(each.clause)
        yield formed("{card}: {why} [{clause}]", card=each.card, why=each.text.short, clause=by)
