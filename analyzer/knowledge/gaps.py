"""Which cards may be the unknown ones of recorded tricks, by what the known ones say of each alone.

A card is ruled out where known cards show that it was not in the hand, or was not played there: because a
play to an earlier trick would then have broken the duty to follow, trump or beat, or because it breaks one
itself, or because those who played after it would have broken one. Every other unknown card is left out of
the hands for this. That is sound, since a card more never lifts a duty: a play that is legal from the whole
hand is legal from a part of it. What is ruled out by the winner of a trick needs all its other cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from analyzer.cards.card import FOOL, Card
from analyzer.frozenrecord import Record
from analyzer.position.setting import RecordWithGaps
from analyzer.rules.actions import ActionKind
from analyzer.rules.play.table import Laid, playable, suit_led, winner
from analyzer.rules.spec.game import Beat, GameSpec


class _Play(Record, frozen=True):
    """A card as it was played; None for an unknown one."""

    trick: int
    seat: int
    card: Card | None


def cards_for_gaps(
    record: RecordWithGaps, spec: GameSpec, players: int, cards: frozenset[Card]
) -> Mapping[int, frozenset[Card]]:
    """Return the cards that may be an unknown card of each seat, for the seats with unknown cards.

    `cards` are those that may be anywhere. Empty for a record in which more is written down than cards.
    """
    if spec.duty.beat is not Beat.NONE and not spec.duty.trump:
        return {}  # whether a trump has to beat another hangs on what else is in the hand
    moves = record.line.moves
    complete = players * (len(record.tricks) - 1) < len(moves) <= players * len(record.tricks)
    if not complete or any(move.kind is not ActionKind.PLAY for move in moves):
        return {}
    asked, found = _Record(record, spec, players), dict[int, frozenset[Card]]()
    for gap in (play for play in asked.plays if play.card is None):
        may = frozenset(card for card in cards if asked.may_be(card, gap))
        found[gap.seat] = found.get(gap.seat, frozenset()) | may
    return found


def _plays(record: RecordWithGaps, players: int) -> Iterator[_Play]:
    for number, (lead, _) in enumerate(record.tricks):
        for place, move in enumerate(record.line.moves[number * players : (number + 1) * players]):
            yield _Play(number, (lead + place) % players, move.card)


class _Record:
    """The plays of a record, asked about one unknown card at a time."""

    def __init__(self, record: RecordWithGaps, spec: GameSpec, players: int) -> None:
        self.record, self.spec = record, spec
        self.plays = list(_plays(record, players))

    def may_be(self, card: Card, gap: _Play) -> bool:
        """Whether the player may have held the card until the gap, and played it there."""
        own = (play for play in self.plays if play.seat == gap.seat and play.trick < gap.trick)
        trick = [play for play in self.plays if play.trick == gap.trick]
        there = trick[trick.index(gap) :]
        return all(self._fits(play, card, gap) for play in (*own, *there)) and self._leads_on(
            trick, card, gap
        )

    def _fits(self, play: _Play, card: Card, gap: _Play) -> bool:
        """Whether a play broke no duty, as far as the known cards and this one tell."""
        played = card if play is gap else play.card
        if played is None or played is FOOL:
            return True
        table = list[Laid]()
        for each in self.plays:
            if each.trick == play.trick:
                if each is play:
                    break
                before = card if each is gap else each.card
                if before is None or before is FOOL:  # a led Fool may have named any suit
                    return True
                table.append(Laid(each.seat, before))
        hand = {each.card for each in self.plays if each.seat == play.seat and each.trick >= play.trick}
        known = {each for each in hand if each is not None} | ({card} if play.seat == gap.seat else set())
        led = suit_led(table, self.spec)
        return played in playable(known, led, self.spec, [laid.card for laid in table])

    def _leads_on(self, trick: Sequence[_Play], card: Card, gap: _Play) -> bool:
        """Whether the trick with the card goes to who leads the next one."""
        cards = [card if play is gap else play.card for play in trick]
        known = [each for each in cards if each is not None and each is not FOOL]
        last = gap.trick + 1 == len(self.record.tricks)
        if self.spec.pots is None or last or len(known) < len(trick):
            return True
        laid = [Laid(play.seat, each) for play, each in zip(trick, known, strict=True)]
        return winner(laid, self.spec) == self.record.tricks[gap.trick + 1][0]
