"""One trick of a replay: the words of a line turned into cards on the table, demands and take-backs.

Until the next trick is led a card can still go back: where the Fool is demanded, play returns to its
holder's turn, and where a led Fool is named anew a card that no longer obeys is taken up. Whatever was
taken back, the next card written for that player replaces it. A follower's card that is written before
his turn lies where it was put, and is played at his turn; in a trick led with the Fool it is refused.

Source: main rule text, "The fool".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.cards.card import FOOL, Card
from analyzer.errors import IllegalMove, Where
from analyzer.position.model import Position
from analyzer.position.replay.legality import check_card, trick_words
from analyzer.position.replay.model import PlayedTrick
from analyzer.position.replay.naming import NamedTrick
from analyzer.rules.actions import Action, ActionKind, lay
from analyzer.rules.ledger import Payment
from analyzer.rules.play.table import Laid, Table, Trick, winner


@dataclass(frozen=True, slots=True)
class Demand:
    """The Fool was demanded: by whom, and the card its holder had picked in its place, if any."""

    by: int
    picked: Laid | None
    where: Where | None


def table_before(position: Position, lead: int) -> Table:
    """The table of a position before its present trick, whose cards are back in the hands."""
    hands = tuple(
        hand | {laid.card for laid in position.trick if laid.seat == seat}
        for seat, hand in enumerate(position.hands)
    )
    return Table(position.rules.game, hands, lead, fool_demand=position.fool_demand)


class TrickPlay:
    """A trick as it is played. Feed it words with :meth:`hear` until it is complete and stands."""

    def __init__(self, start: Table, players: Sequence[str], given: Sequence[Laid] = ()) -> None:
        """`start` is the table before the trick, `given` what lies on it already, in order."""
        self.start = start
        self.laid: list[Laid] = list(given)
        self.places: list[Where | None] = [None for _ in given]
        self.given = len(given)
        """How many of the cards on the table lay there before the line began."""
        self.events: list[Action] = [_played(laid) for laid in given]
        self.demand: Demand | None = None
        self.early: dict[int, tuple[Laid, Where | None]] = {}
        """Cards that lie on the table before their players' turn."""
        self._players = players
        self._named = NamedTrick(start, given, players) if given and given[0].card.is_fool else None

    @property
    def complete(self) -> bool:
        return len(self.laid) == len(self.start.hands)

    @property
    def table(self) -> Table:
        """The table with the cards that lie now; after a complete trick its winner is to lead the next."""
        table = self.start
        for laid in self.laid:
            table, _ = table.laid_down(as_move(laid))
        return table

    @property
    def named_by(self) -> int | None:
        """Who named a led Fool, as things stand."""
        return None if self._named is None else self._named.state.named_by

    @property
    def fool_seat(self) -> int | None:
        """Who held the Fool when the trick was led."""
        return next((seat for seat, hand in enumerate(self.start.hands) if FOOL in hand), None)

    def wants(self, word: Action) -> bool:
        """Whether a word still belongs to this trick: only a demand does once three cards stand."""
        return not self.complete or word.kind is ActionKind.DEMAND

    def hear(self, word: Action) -> None:
        """The trick after one more word.

        Raises: IllegalMove, naming the clause, for anything the rules forbid.
        """
        if word.kind is ActionKind.DEMAND:
            self._demand(word)
        elif word.kind is ActionKind.PLAY:
            self._card(word)
        elif self._named is None:
            text = f"{trick_words(self.start)}: nothing is to be said where the Fool is not led"
            raise IllegalMove(text, "fool.naming", (), word.where)
        else:
            said = self._named.void(word) if word.kind is ActionKind.VOID else self._named.claim(word)
            self._enter(said)

    def finish(self) -> None:
        """Nothing more is written for this trick. Raises: IllegalMove for a revoke that still stands."""
        if self._named is not None:
            self._named.settle()

    def break_off(self) -> None:
        """Undo a card that was refused only after it lay on the table, with what came of it, if any was."""
        if self._named is not None and self._named.refused:
            refused = self._take_up()
            cards = [event.card for event in self.events]
            del self.events[cards.index(refused.card) :]

    def played(self, payments: tuple[Payment, ...]) -> PlayedTrick:
        """The trick as it came out, and what was paid for it."""
        left = self.start.tricks_left
        return PlayedTrick(
            number=self.start.spec.table.hand_size - left + 1,
            tricks_left=left,
            lead=self.start.lead,
            laid=tuple(self.laid),
            events=tuple(self.events),
            winner=winner(self.laid, self.start.spec) if self.complete else None,
            payments=payments,
            named_by=self.named_by,
            unsettled=() if self._named is None else self._named.unsettled,
        )

    def trick(self) -> Trick:
        """The complete trick."""
        laid = tuple(self.laid)
        return Trick(laid, winner(laid, self.start.spec))

    def _card(self, word: Action) -> None:
        assert word.card is not None
        table = self.table
        if self._named is not None:
            events = self._named.plays(word, table)
            self._lay(Laid(table.holder, word.card), word.where)
            self._enter(events)
            return
        seat = self._premature(table, word.card)
        early, seat = seat is not None, table.holder if seat is None else seat
        demanded = self.demand is not None and seat == self.fool_seat
        check_card(table, word, self._players, seat=seat, demanded=demanded)
        laid = Laid(seat, word.card, word.suit)
        if early:
            self.early[seat] = laid, word.where
            self.events.append(_played(laid, "irregularity.premature-play", word.where))
            return
        led_fool = word.card.is_fool and not self.laid
        nobody_follows = led_fool and word.suit not in table.nameable()
        clause = "irregularity.unfollowable-name" if nobody_follows else None
        self.events.append(_played(laid, clause, word.where))
        self._lay(laid, word.where)
        if led_fool:
            self._named = NamedTrick(self.start, self.laid, self._players)

    def _premature(self, table: Table, card: Card) -> int | None:
        """The player who plays this card before his turn; None for a card in turn, or held by nobody.

        Source: clause irregularity.premature-play.
        """
        waiting = {
            (table.holder + step) % len(table.hands) for step in range(1, len(table.hands) - len(self.laid))
        }
        if not self.laid:
            return None
        return next((seat for seat in waiting - set(self.early) if card in table.hands[seat]), None)

    def _lay(self, laid: Laid, where: Where | None) -> None:
        """Put a card on the table for good, and those after it that lie there already."""
        self.laid.append(laid)
        self.places.append(where)
        following = (laid.seat + 1) % len(self.start.hands)
        if following in self.early:
            self._lay(*self.early.pop(following))

    def _enter(self, events: Sequence[Action]) -> None:
        """Take the events of the naming into the trick: cards go back, and the Fool has its new suit."""
        assert self._named is not None
        self.events += events
        backs = {event.seat for event in events if event.kind is ActionKind.TAKE_BACK}
        while self.laid[-1].seat in backs:
            self._take_up()
        self.laid[0] = self.laid[0]._replace(names=self._named.named)

    def _take_up(self) -> Laid:
        self.places.pop()
        self.given = min(self.given, len(self.laid) - 1)
        return self.laid.pop()

    def _demand(self, word: Action) -> None:
        """Take play back to the turn of the Fool's holder, who must now play it.

        Source: clauses fool.demand, irregularity.needless-demand.
        """
        holder = self.fool_seat
        if holder is None or any(laid.card.is_fool for laid in self.laid):
            raise self._refused(word, "irregularity.needless-demand", "the Fool is in no hand any more")
        by = word.seat if word.seat is not None else (holder + 1) % len(self.start.hands)
        self._check_demand(word, by, holder)
        self.events.append(Action(ActionKind.DEMAND, FOOL, None, by, "fool.demand", word.where))
        picked = self._back_to(holder)
        if self.demand is None:
            self.demand = Demand(by, picked, word.where)

    def _back_to(self, holder: int) -> Laid | None:
        """Take play back to a player's turn; the card he takes up, if he had played one."""
        lying = [laid for laid, _ in self.early.values()] + self.laid
        picked = next((laid for laid in lying if laid.seat == holder), None)
        backs = []
        if picked in self.laid:
            backs = [laid for laid, _ in self.early.values()]
            self.early.clear()
            while picked in self.laid:
                backs.append(self._take_up())
        elif holder in self.early:
            backs.append(self.early.pop(holder)[0])
        self.events += [
            Action(ActionKind.TAKE_BACK, back.card, clause="fool.demand", seat=back.seat) for back in backs
        ]
        return picked

    def _check_demand(self, word: Action, by: int, holder: int) -> None:
        rules = self.start.spec
        if not self.start.fool_demand or rules.fool.demand_trick is None:
            raise self._refused(word, "fool.demand", "the Fool cannot be demanded in this game")
        if self.start.tricks_left != rules.fool.demand_trick:
            text = f"the Fool can be demanded only with {rules.fool.demand_trick} tricks left"
            raise self._refused(word, "fool.demand", text)
        if by == holder:
            text = f"{self._players[by]} demands the Fool and holds it himself"
            raise self._refused(word, "fool.demand", text)

    def _refused(self, word: Action, clause: str, text: str) -> IllegalMove:
        return IllegalMove(f"{trick_words(self.start)}: {text}", clause, (), word.where)


def as_move(laid: Laid) -> Action:
    """The move that laid a card."""
    return lay(laid.card, laid.names)


def _played(laid: Laid, clause: str | None = None, where: Where | None = None) -> Action:
    return Action(ActionKind.PLAY, laid.card, laid.names, laid.seat, clause, where)
