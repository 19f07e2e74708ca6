"""A trick of a replay: the words of a line, each checked against the rules and entered into the trick.

The next card written for a player replaces any card that the player took back. A follower's card that is
written before its turn stays where it was put, and is played at its turn; in a trick led with the Fool it is
refused. A word that the rules forbid changes nothing and gets the reason as its answer. If a line is played
on as it was played, the word is noted, and the card stands if its player held it, unless the card is written
again: then it was put right, and went back.

Source: main rule text, "The fool".
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import Enum
from typing import Final, NamedTuple

from msgspec.structs import replace

from analyzer.cards.card import FOOL, Card
from analyzer.errors import IllegalMove, Where
from analyzer.frozenrecord import Record
from analyzer.messages import Message, Name, Word, say
from analyzer.position.replay.legality import (
    OUT_OF_TURN,
    Heard,
    claimed,
    holder_of,
    illegal_card,
    judge_void_statement,
    legal_words,
    named_card,
    not_held,
    refused,
)
from analyzer.position.replay.model import PlayedTrick
from analyzer.position.setting import Setting
from analyzer.rules.actions import Action, ActionKind, lay
from analyzer.rules.irregularities import PREMATURE_PLAY, judge_demand, late_demand_notes
from analyzer.rules.play.table import Laid, Table
from analyzer.rules.play.trick import OpenTrick
from analyzer.rules.spec.bearing import Topic
from analyzer.rules.spec.kinds.catalogue import IRREGULARITY
from analyzer.rules.verdicts import Violation

EXCUSE: Final = "fool.any-trick"
"""The clause that lets the Fool be played freely, if nobody may ask for it."""


class Manner(Enum):
    """The treatment of a line with a forbidden word."""

    STRICT = "strict"
    """The line ends there."""
    AS_PLAYED = "as-played"
    """The line goes on after a card that its player held, as if that had been legal."""


class TrickBreach(NamedTuple):
    """A breach in a trick that did not end the line: its player, and the number of the card."""

    broken: tuple[Violation, ...]
    seat: int
    card: int
    put_right: bool = False
    refused: IllegalMove | None = None
    """The move itself, which the rules forbid and which did not end the line."""
    demand: bool = False
    """True if it is a demand for the Fool, made in error."""


class Demand(Record, frozen=True):
    """A demand for the Fool: its speaker, and the card its holder had picked instead, if any."""

    by: int
    picked: Laid | None
    where: Where | None


def table_before(position: Setting, lead: int) -> Table:
    """Return the table of a position before its current trick, whose cards are back in the hands."""
    hands = tuple(
        hand | {laid.card for laid in position.trick if laid.seat == seat}
        for seat, hand in enumerate(position.hands)
    )
    return Table(position.spec, hands, lead, fool_demand=position.fool_demand, course=position.course)


class TrickPlay:
    """A trick as it is played. Feed it words with :meth:`hear` until it is complete and stands."""

    def __init__(
        self,
        start: Table,
        players: Sequence[str],
        given: Sequence[Laid] = (),
        manner: Manner = Manner.STRICT,
        irrecoverable: Collection[str] = (),
    ) -> None:
        """Start a trick: `start` is the table before it, `given` its cards so far, in order.

        Breaches at the moments in `irrecoverable` were not put right, as the players agreed.
        """
        self.trick = OpenTrick.from_cards(start, given)
        self.given = len(given)
        """The number of cards on the table before the line began."""
        self.events: list[Action] = [_played(laid) for laid in given]
        self.places: dict[int, Where | None] = {}
        """The place of the card of each seat in the file."""
        self.demand: Demand | None = None
        self.breaches: list[TrickBreach] = []
        """The breaches in it that did not end the line."""
        self.notes: list[Message] = []
        self.topics: set[Topic] = set()
        self._players, self._manner, self._irrecoverable = players, manner, irrecoverable
        self._uncured: IllegalMove | None = None
        self._later: Sequence[Action] = ()
        """The words of the line after the current one."""

    @property
    def start(self) -> Table:
        """The table before the trick."""
        return self.trick.start

    @property
    def number(self) -> int:
        """The number of the trick; 1 is the first of a full hand."""
        return self.start.spec.table.hand_size - self.start.tricks_left + 1

    @property
    def complete(self) -> bool:
        return self.trick.complete

    @property
    def named_by(self) -> int | None:
        """The seat that currently names a led Fool."""
        return None if self.trick.naming is None else self.trick.naming.named_by

    def wants(self, word: Action) -> bool:
        """Return True if a word still belongs to this trick.

        A demand said between two tricks belongs to the first if the Fool may still be demanded for it, or if
        no trick follows; otherwise to the next.
        """
        if not self.complete:
            return True
        left, laid = self.start.tricks_left, {each.card for each in self.trick.laid}
        held = FOOL not in laid and any(FOOL in hand for hand in self.start.hands)
        in_time = left == self.start.spec.fool.demand_trick and held
        return word.kind is ActionKind.DEMAND and (in_time or left == 1)

    def hear(self, word: Action, later: Sequence[Action] = ()) -> IllegalMove | None:
        """Enter one more word, before others; return the reason, with the clause, if the rules forbid it."""
        self._later = [each for each in later if each.item == word.item]
        if word.kind is not ActionKind.PLAY and self.start.spec.pots is None:
            return self._refused(word, EXCUSE, say("nothing is demanded or claimed for the Fool here"))
        if word.kind is ActionKind.DEMAND:
            self._demand(word)
            return None
        if self.trick.naming is not None:
            return self._in_naming(word)
        if word.kind is ActionKind.PLAY:
            return self._card(word)
        return self._refused(word, "fool.naming", say("nothing is to be said where the Fool is not led"))

    def finish(self) -> IllegalMove | None:
        """End the trick without further words; return an uncured revoke, if it ends the line."""
        return None if self._stays(self._uncured) else self._uncured

    def break_off(self) -> None:
        """Undo a card that was refused only after it was on the table, with its effects, if there was one."""
        if self._uncured is not None:
            refused = self.trick.laid[-1]
            self._enter(self.trick.without({refused.seat}), ())
            cards = [event.card for event in self.events]
            del self.events[cards.index(refused.card) :]

    def played(self) -> PlayedTrick:
        """Return the trick as it was played."""
        trick = self.trick
        return PlayedTrick(
            number=self.number,
            tricks_left=self.start.tricks_left,
            lead=self.start.lead,
            laid=trick.laid,
            events=tuple(self.events),
            winner=trick.trick.winner if trick.complete else None,
            named_by=self.named_by,
            unsettled=() if trick.naming is None else trick.naming.open_questions,
        )

    def _in_naming(self, word: Action) -> IllegalMove | None:
        heard = self._hear_statement(word) if word.kind is not ActionKind.PLAY else self._laid_in_naming(word)
        if isinstance(heard, IllegalMove):
            return heard
        wrong, done, card = heard.wrong or heard.uncured, heard.events, word.kind is ActionKind.PLAY
        if wrong is not None and card and self._went_back(wrong, word, self.trick.table):
            return None
        if heard.wrong is not None:
            if not self._stays(heard.wrong):
                return heard.wrong
            self._note(heard.wrong, word)
        if card:
            self.places[done[0].actor] = word.where
        if word.kind is not ActionKind.VOID:
            self._uncured = heard.uncured
        self._enter(heard.trick, done)
        return None

    def _hear_statement(self, word: Action) -> Heard | IllegalMove:
        hear = judge_void_statement if word.kind is ActionKind.VOID else claimed
        return hear(self.trick, word, self._players)

    def _laid_in_naming(self, word: Action) -> Heard | IllegalMove:
        """Play a card while the Fool is being named; before it, a revoke that no claim has cured stands."""
        assert word.card is not None
        table = self.trick.table
        if self._uncured is not None and not self._stays(self._uncured):
            return self._uncured
        early = None if self._manner is Manner.STRICT else self._premature(table, word.card)
        heard = named_card(self.trick, word, self._players, early)
        if early is not None and isinstance(heard, Heard):
            self._note_early(table, early, word.card)
        return heard

    def _card(self, word: Action) -> IllegalMove | None:
        assert word.card is not None
        leads = holder_of(self.trick.table, word.card)
        if self._manner is Manner.AS_PLAYED and not self.trick.lying and leads not in (None, self.start.lead):
            return self._led_out_of_turn(word, leads or 0)
        table = self.trick.table
        seat = self._premature(table, word.card)
        early, seat = seat is not None, table.holder if seat is None else seat
        demanded = seat == self.trick.demanded_of
        illegal = illegal_card(table, word, self._players, seat=seat, demanded=demanded)
        if illegal is not None:
            if word.card not in table.hands[seat] or not self._playable(illegal):
                return illegal
            if self._went_back(illegal, word, table):
                return None
            self._note(illegal, word)
            self.demand = None if demanded else self.demand
        clause = self._note_early(table, seat, word.card) if early else None
        named = word.card.is_fool and not table.trick and table.spec.fool.named
        if illegal is None and named and word.suit not in table.nameable():
            clause = "irregularity.unfollowable-name"
        laid = Laid(seat, word.card, word.suit)
        self.places[seat] = word.where
        clause = clause if illegal is None else illegal.clause
        self._enter(self.trick.laying(laid), (_played(laid, clause, word.where),))
        return None

    def _led_out_of_turn(self, word: Action, by: int) -> IllegalMove | None:
        """Note a lead by the wrong player; if it was not taken back, that player has led.

        Source: clauses play.lead, irregularity.lead-out-of-turn.
        """
        assert word.card is not None
        table = self.trick.table
        refusal = not_held(table, word.card, self._players)
        assert refusal is not None
        wrong = refused(table, *refusal, legal_words(table, table.holder), word.where, by)
        if self._went_back(wrong, word, table):
            return None
        self._note(wrong, word)
        self.trick = replace(self.trick, start=replace(self.start, lead=by))
        return self._card(word)

    def _premature(self, table: Table, card: Card) -> int | None:
        """Return the player who plays this card too early; None for a card in turn, or held by nobody.

        Source: clause irregularity.premature-play.
        """
        strict = self._manner is Manner.STRICT and table.spec.pots is None
        if not table.trick or card in table.hands[table.holder] or strict:
            return None
        played = {each.seat for each in self.trick.lying}
        return next((s for s, hand in enumerate(table.hands) if card in hand and s not in played), None)

    def _note_early(self, table: Table, seat: int, card: Card) -> str:
        """Note a card played before its turn; return the clause it breaks.

        Source: clauses irregularity.premature-play, play.lead.
        """
        clause = f"{IRREGULARITY}{PREMATURE_PLAY}" if table.spec.pots is not None else OUT_OF_TURN
        names: dict[str, Word] = {
            "player": Name(self._players[seat]),
            "other": Name(self._players[table.holder]),
        }
        text = say("{player} played before {other}; the card stays played", **names)
        place = len(self.trick.lying) + 1
        self.breaches.append(TrickBreach((Violation(clause, (card,), text),), seat, place))
        return clause

    def _playable(self, wrong: IllegalMove) -> bool:
        """Return True if play goes on after a word that the rules forbid."""
        return self._manner is Manner.AS_PLAYED and wrong.seat is not None

    def _stays(self, wrong: IllegalMove | None) -> bool:
        """Return True if play went on after an error that can no longer be cured; it is then noted."""
        if wrong is None or not self._playable(wrong):
            return False
        if wrong is self._uncured:
            self._uncured = None
            laid = next(each for each in self.trick.lying if each.seat == wrong.seat)
            self._note(wrong, lay(laid.card), self.trick.lying.index(laid) + 1)
        return True

    def _note(self, wrong: IllegalMove, word: Action, place: int | None = None) -> None:
        """Note a forbidden action that its player did anyway."""
        assert wrong.seat is not None
        cards = () if word.card is None else (word.card,)
        broken = Violation(wrong.clause, cards, wrong.reason)
        place = len(self.trick.lying) + 1 if place is None else place
        self.breaches.append(TrickBreach((broken,), wrong.seat, place, refused=wrong))

    def _went_back(self, wrong: IllegalMove, word: Action, table: Table) -> bool:
        """Return True if a forbidden card was put right at the table: written again, or replaced by another.

        It is noted then, and is in no trick.
        """
        agreed = f"{self.number}.{len(self.trick.lying) + 1}" in self._irrecoverable
        if agreed or not self._playable(wrong) or not self._written_again(word, wrong.seat, table):
            return False
        self._note(wrong, word)
        self.breaches[-1] = self.breaches[-1]._replace(put_right=True)
        told = Action(ActionKind.PLAY, word.card, word.suit, wrong.seat, wrong.clause, word.where)
        self.events += [told, Action(ActionKind.TAKE_BACK, word.card, None, wrong.seat, wrong.clause)]
        return True

    def _written_again(self, word: Action, seat: int | None, table: Table) -> bool:
        cards = [each.card for each in self._later if each.kind is ActionKind.PLAY]
        if word.card in cards or not cards or seat is None or word.card is None:
            return word.card in cards
        _, won = table.laid_down(lay(word.card, word.suit))
        leads = won is not None and won.winner == seat
        return cards[0] in table.hands[seat] - {word.card} and not leads

    def _enter(self, trick: OpenTrick, events: Sequence[Action]) -> None:
        self.trick = trick
        self.events += events
        self.given = min(self.given, len(trick.laid))

    def _demand(self, word: Action) -> None:
        """Take play back to the turn of the Fool's holder, who must now play it; one in error is only noted.

        Source: clauses fool.demand, fool.demand-late, irregularity.needless-demand.
        """
        trick, holder = self.trick, self.trick.fool_holder
        turn = trick.table.holder if holder is None else holder
        by = word.seat if word.seat is not None else (turn + 1) % len(self.start.hands)
        spec, left = self.start.spec, self.start.tricks_left
        wrong = judge_demand(spec, trick.hands, by, left, fool_demand=self.start.fool_demand)
        if wrong or holder is None:
            place = min(len(trick.lying) + 1, len(trick.hands))  # after the last card: the moment before it
            self.breaches.append(TrickBreach(wrong, by, place, demand=True))
            said = Action(ActionKind.NEEDLESS_DEMAND, FOOL, None, by, wrong[0].clause, word.where)
            self._enter(trick, (said,))
            return
        backs, picked = trick.backs(spec.fool.demand_back), trick.card_of(holder)
        late = late_demand_notes(trick, spec, self._players)
        self.notes += late
        self.topics |= {Topic.LATE_DEMAND} if late else set()
        said = Action(ActionKind.DEMAND, FOOL, None, by, "fool.demand", word.where)
        taken = [Action(ActionKind.TAKE_BACK, each.card, None, each.seat, "fool.demand") for each in backs]
        self._enter(trick.demanding({each.seat for each in backs}), (said, *taken))
        if self.demand is None:
            self.demand = Demand(by, picked, word.where)

    def _refused(self, word: Action, clause: str, reason: Message) -> IllegalMove:
        return refused(self.start, clause, reason, where=word.where)


def _played(laid: Laid, clause: str | None = None, where: Where | None = None) -> Action:
    return Action(ActionKind.PLAY, laid.card, laid.names, laid.seat, clause, where)
