"""One trick of a replay: the words of a line, each held against the rules and entered into the trick.

Whatever was taken back, the next card written for that player replaces it. A follower's card that is
written before his turn lies where it was put, and is played at his turn; in a trick led with the Fool it is
refused. A word that the rules forbid changes nothing and is answered with the reason.

Source: main rule text, "The fool".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from analyzer.cards.card import FOOL, Card
from analyzer.errors import IllegalMove, Where
from analyzer.messages import Message, Name, Word, say
from analyzer.position.replay.legality import illegal_card, refused
from analyzer.position.replay.model import Offence, PlayedTrick
from analyzer.position.replay.naming import claimed, named_card, said_void
from analyzer.position.setting import Setting
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.conduct.irregularities import (
    PREMATURE_PLAY,
    judge_demand,
    late_demand_notes,
)
from analyzer.rules.play.table import Laid, Table
from analyzer.rules.play.trick import OpenTrick
from analyzer.rules.spec.bearing import Topic
from analyzer.rules.spec.kinds import IRREGULARITY
from analyzer.rules.verdicts import Violation

EXCUSE: Final = "fool.any-trick"
"""The clause that lets the Fool be played freely, where nobody may ask for it."""


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
    return Table(position.spec, hands, lead, fool_demand=position.fool_demand, course=position.course)


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
        self.offences: list[Offence] = []
        """What was against the rules in it and did not end the line."""
        self.early: list[int] = []
        """Who played before his turn."""
        self.mistaken: list[tuple[int, tuple[Violation, ...]]] = []
        """Who demanded the Fool in error, and what was wrong with that."""
        self.notes: list[Message] = []
        self.topics: set[Topic] = set()
        self._players = players
        self._uncured: IllegalMove | None = None

    @property
    def start(self) -> Table:
        """The table before the trick."""
        return self.trick.start

    @property
    def number(self) -> int:
        """The number of the trick; 1 is the first of a whole hand."""
        return self.start.spec.table.hand_size - self.start.tricks_left + 1

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
        if word.kind is not ActionKind.PLAY and not self.start.spec.has_pots:
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
        """Nothing more is written for this trick: the revoke in it that no claim has cured."""
        return self._uncured

    def break_off(self) -> None:
        """Undo a card that was refused only after it lay on the table, with what came of it, if any was."""
        if self._uncured is not None:
            refused = self.trick.laid[-1]
            self._enter(self.trick.without({refused.seat}), ())
            cards = [event.card for event in self.events]
            del self.events[cards.index(refused.card) :]

    def played(self) -> PlayedTrick:
        """The trick as it came out."""
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
        clause = self._note_early(table, seat, word.card) if early else None
        named = word.card.is_fool and not table.trick and table.spec.fool.named
        if named and word.suit not in table.nameable():
            clause = "irregularity.unfollowable-name"
        laid = Laid(seat, word.card, word.suit)
        self.places[seat] = word.where
        self._enter(self.trick.laying(laid), (_played(laid, clause, word.where),))
        return None

    def _premature(self, table: Table, card: Card) -> int | None:
        """The player who plays this card before his turn; None for a card in turn, or held by nobody.

        Source: clause irregularity.premature-play.
        """
        if not table.trick or card in table.hands[table.holder] or not table.spec.has_pots:
            return None
        played = {each.seat for each in self.trick.lying}
        return next((s for s, hand in enumerate(table.hands) if card in hand and s not in played), None)

    def _note_early(self, table: Table, seat: int, card: Card) -> str:
        """Note a card played before its turn; the clause it breaks.

        Source: clause irregularity.premature-play.
        """
        clause = f"{IRREGULARITY}{PREMATURE_PLAY}"
        names: dict[str, Word] = {
            "player": Name(self._players[seat]),
            "other": Name(self._players[table.holder]),
        }
        text = say("{player} played before {other}; the card stands", **names)
        self.offences.append(Offence(Violation(clause, (card,), text), seat, self.number))
        self.early.append(seat)
        return clause

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
            self.offences += (Offence(each, by, self.number) for each in wrong)
            self.mistaken.append((by, wrong))
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
