"""One trick of a replay: the words of a line, each held against the rules and entered into the trick.

Whatever was taken back, the next card written for that player replaces it. A follower's card that is
written before his turn lies where it was put, and is played at his turn; in a trick led with the Fool it is
refused. A word that the rules forbid changes nothing and is answered with the reason.

Source: main rule text, "The fool".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.cards.card import FOOL, Card
from analyzer.errors import IllegalMove, Where
from analyzer.messages import Message, Name, say
from analyzer.position.replay.legality import illegal_card, refused
from analyzer.position.replay.model import PlayedTrick
from analyzer.position.replay.naming import claimed, named_card, said_void
from analyzer.position.setting import Setting
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.ledger import Payment
from analyzer.rules.play.table import Laid, Table
from analyzer.rules.play.trick import OpenTrick


@dataclass(frozen=True, slots=True)
class Demand:
    """The Fool was demanded: by whom, and the card its holder had picked in its place, if any."""

    by: int
    picked: Laid | None
    where: Where | None


def table_before(position: Setting, lead: int) -> Table:
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
        self.trick = OpenTrick.of(start, given)
        self.given = len(given)
        """How many of the cards on the table lay there before the line began."""
        self.events: list[Action] = [_played(laid) for laid in given]
        self.places: dict[int, Where | None] = {}
        """Where the card of each seat is written."""
        self.demand: Demand | None = None
        self._players = players
        self._uncured: IllegalMove | None = None

    @property
    def start(self) -> Table:
        """The table before the trick."""
        return self.trick.start

    @property
    def complete(self) -> bool:
        return self.trick.complete

    @property
    def named_by(self) -> int | None:
        """Who named a led Fool, as things stand."""
        return None if self.trick.naming is None else self.trick.naming.named_by

    def wants(self, word: Action) -> bool:
        """Whether a word still belongs to this trick: only a demand does once three cards stand."""
        return not self.complete or word.kind is ActionKind.DEMAND

    def hear(self, word: Action) -> IllegalMove | None:
        """Enter one more word; the reason, with the clause, where the rules forbid it."""
        if word.kind is ActionKind.DEMAND:
            return self._demand(word)
        if self.trick.naming is not None:
            return self._in_naming(word)
        if word.kind is ActionKind.PLAY:
            return self._card(word)
        return self._refused(word, "fool.naming", say("nothing is to be said where the Fool is not led"))

    def finish(self) -> IllegalMove | None:
        """Nothing more is written for this trick: the revoke in it that no claim has cured."""
        return self._uncured

    def break_off(self) -> None:
        """Undo a card that was refused only after it lay on the table, with what came of it, if any was."""
        if self._uncured is not None:
            refused = self.trick.laid[-1]
            self._enter(self.trick.without({refused.seat}), ())
            cards = [event.card for event in self.events]
            del self.events[cards.index(refused.card) :]

    def played(self, payments: tuple[Payment, ...]) -> PlayedTrick:
        """The trick as it came out, and what was paid for it."""
        trick, left = self.trick, self.start.tricks_left
        return PlayedTrick(
            number=self.start.spec.table.hand_size - left + 1,
            tricks_left=left,
            lead=self.start.lead,
            laid=trick.laid,
            events=tuple(self.events),
            winner=trick.trick.winner if trick.complete else None,
            payments=payments,
            named_by=self.named_by,
            unsettled=() if trick.naming is None else trick.naming.open_questions,
        )

    def _in_naming(self, word: Action) -> IllegalMove | None:
        if word.kind is not ActionKind.PLAY:
            hear = said_void if word.kind is ActionKind.VOID else claimed
            heard = hear(self.trick, word, self._players)
        elif self._uncured is not None:
            return self._uncured
        else:
            heard = named_card(self.trick, word, self._players)
        if isinstance(heard, IllegalMove):
            return heard
        if word.kind is ActionKind.PLAY:
            self.places[heard.events[0].by] = word.where
        if word.kind is not ActionKind.VOID:
            self._uncured = heard.uncured
        self._enter(heard.trick, heard.events)
        return None

    def _card(self, word: Action) -> IllegalMove | None:
        assert word.card is not None
        table = self.trick.table
        seat = self._premature(table, word.card)
        early, seat = seat is not None, table.holder if seat is None else seat
        demanded = seat == self.trick.demanded_of
        illegal = illegal_card(table, word, self._players, seat=seat, demanded=demanded)
        if illegal is not None:
            return illegal
        clause = "irregularity.premature-play" if early else None
        if word.card.is_fool and not table.trick and word.suit not in table.nameable():
            clause = "irregularity.unfollowable-name"
        laid = Laid(seat, word.card, word.suit)
        self.places[seat] = word.where
        self._enter(self.trick.laying(laid), (_played(laid, clause, word.where),))
        return None

    def _premature(self, table: Table, card: Card) -> int | None:
        """The player who plays this card before his turn; None for a card in turn, or held by nobody.

        Source: clause irregularity.premature-play.
        """
        if not table.trick or card in table.hands[table.holder]:
            return None
        played = {each.seat for each in self.trick.lying}
        return next((s for s, hand in enumerate(table.hands) if card in hand and s not in played), None)

    def _enter(self, trick: OpenTrick, events: Sequence[Action]) -> None:
        self.trick = trick
        self.events += events
        self.given = min(self.given, len(trick.laid))

    def _demand(self, word: Action) -> IllegalMove | None:
        """Take play back to the turn of the Fool's holder, who must now play it.

        Source: clauses fool.demand, irregularity.needless-demand.
        """
        holder = self.trick.fool_holder
        if holder is None or any(laid.card.is_fool for laid in self.trick.laid):
            gone = say("the Fool is in no hand any more")
            return self._refused(word, "irregularity.needless-demand", gone)
        by = word.seat if word.seat is not None else (holder + 1) % len(self.start.hands)
        fault = self._wrong_demand(by, holder)
        if fault is not None:
            return self._refused(word, "fool.demand", fault)
        backs = self._back_to(holder)
        picked = self.trick.card_of(holder)
        said = Action(ActionKind.DEMAND, FOOL, None, by, "fool.demand", word.where)
        taken = [Action(ActionKind.TAKE_BACK, each.card, None, each.seat, "fool.demand") for each in backs]
        self._enter(self.trick.demanding({each.seat for each in backs}), (said, *taken))
        if self.demand is None:
            self.demand = Demand(by, picked, word.where)
        return None

    def _back_to(self, holder: int) -> tuple[Laid, ...]:
        """The cards that go back where play returns to a player's turn, the last one laid first."""
        trick = self.trick
        place = next((place for place, each in enumerate(trick.laid) if each.seat == holder), None)
        if place is not None:
            return (*trick.early, *reversed(trick.laid[place:]))
        return tuple(each for each in trick.early if each.seat == holder)

    def _wrong_demand(self, by: int, holder: int) -> Message | None:
        rules = self.start.spec
        if not self.start.fool_demand or rules.fool.demand_trick is None:
            return say("the Fool cannot be demanded in this game")
        if self.start.tricks_left != rules.fool.demand_trick:
            return say(
                "the Fool can be demanded only with {number} tricks left", number=rules.fool.demand_trick
            )
        himself = say("{player} demands the Fool and holds it himself", player=Name(self._players[by]))
        return himself if by == holder else None

    def _refused(self, word: Action, clause: str, reason: Message) -> IllegalMove:
        return refused(self.start, clause, reason, where=word.where)


def _played(laid: Laid, clause: str | None = None, where: Where | None = None) -> Action:
    return Action(ActionKind.PLAY, laid.card, laid.names, laid.seat, clause, where)
