"""The naming of a led Fool as a replay goes through it: what may be said, and whose card goes back.

The protocol itself is :mod:`analyzer.rules.play.naming`; here its judgements become the events and the
errors of a line. A player who plays a plain card though he should trump is not refused at once where the
third player may still name: a name claimed after it makes the card one to be taken back, not a revoke.
"""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.cards.card import Suit
from analyzer.errors import IllegalMove
from analyzer.position.replay.legality import legal_words, not_held, trick_words
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.play.naming import Naming, Unsettled
from analyzer.rules.play.table import Laid, Table


class NamedTrick:
    """The naming in one trick; feed it every word after the Fool was led."""

    __slots__ = ("_players", "_refusal", "_start", "state")

    def __init__(self, start: Table, given: Sequence[Laid], players: Sequence[str]) -> None:
        """`start` is the table before the Fool was led, `given` the led Fool and what lies on it."""
        fool = given[0]
        self._start, self._players = start, players
        self._refusal: IllegalMove | None = None
        led = Action(ActionKind.LEAD, suit=fool.names, seat=fool.seat)
        self.state = Naming(start.spec, start.hands).after(led)
        for laid in given[1:]:
            self.state = self.state.after(Action(ActionKind.PLAY, laid.card, seat=laid.seat))

    @property
    def named(self) -> Suit | None:
        """The suit in force."""
        return self.state.named

    @property
    def unsettled(self) -> tuple[Unsettled, ...]:
        """The questions met that no source decides; play went on by the first reading of each."""
        return self.state.open_questions

    def void(self, word: Action) -> tuple[Action, ...]:
        """What comes of a player saying that he is void; without a name it is the next to play.

        Raises: IllegalMove where he is not, or is the leader.
        Source: clause naming.statement.
        """
        seat = word.seat if word.seat is not None else self.state.to_play
        if seat is None or seat == self.state.leader:
            raise self._error(word, "naming.statement", "only a player who follows says that he is void")
        state = self.state.after(Action(ActionKind.VOID, seat=seat))
        if seat in state.false_statements:
            text = f"{self._players[seat]} says he is void in {state.first}, and holds it"
            raise self._error(word, "naming.statement", text)
        self.state = state
        return (Action(ActionKind.VOID, None, state.first, seat, "naming.statement", word.where),)

    def claim(self, word: Action) -> tuple[Action, ...]:
        """What comes of a player naming the Fool anew; without a name it is the player with the right.

        Raises: IllegalMove where he has no right to.
        Source: clauses naming.statement, naming.lost-right.
        """
        right = self.state.right_to_name
        seat = word.seat if word.seat is not None else right
        if seat is None:
            raise self._error(word, "naming.followable", "nobody has the right to name the Fool anew")
        clause = "naming.statement" if seat == self.state.second else "naming.lost-right"
        state = self.state.after(Action(ActionKind.CLAIM, suit=word.suit, seat=seat))
        if len(state.offences) > len(self.state.offences):
            offence = state.offences[-1]
            text = f"{self._players[seat]} names {word.suit}: {offence.text}"
            raise self._error(word, offence.clause, text)
        self.state, self._refusal = state, None
        said = Action(ActionKind.CLAIM, None, word.suit, seat, clause, word.where)
        return (said, *self._taken_back())

    def plays(self, word: Action, table: Table) -> tuple[Action, ...]:
        """What comes of the next card, `table` being the one it is laid on.

        Raises: IllegalMove for a card not held and for a revoke.
        Source: clauses naming.both-void, naming.second-card-names.
        """
        assert word.card is not None
        self.settle()
        refusal = not_held(table, word.card, self._players)
        if refusal is not None:
            raise self._error(word, *refusal, legal=legal_words(table, table.holder))
        before, seat = self.state, table.holder
        state = before.after(Action(ActionKind.PLAY, word.card, seat=seat))
        self._judge(state, word, table)
        self.state = state
        events = [Action(ActionKind.PLAY, word.card, where=word.where, seat=seat)]
        if self.state.both_void:
            lost = self.state.lost[len(before.lost) :]
            events += [Action(ActionKind.LOST_RIGHT, clause=each.clause, seat=each.seat) for each in lost]
        if self.state.named_by != before.named_by:
            named_by, named = self.state.second, self.state.named
            card = self.state.card_of(named_by)
            events.append(Action(ActionKind.NAMING, card, named, named_by, "naming.second-card-names"))
        return (*events, *self._taken_back())

    @property
    def refused(self) -> bool:
        """Whether a revoke lies on the table that only a claim of the third player can cure."""
        return self._refusal is not None

    def settle(self) -> None:
        """Raise the revoke that a claim did not cure."""
        if self._refusal is not None:
            raise self._refusal

    def _judge(self, state: Naming, word: Action, table: Table) -> None:
        """Refuse the revoke a card makes, or keep it in mind while the third player may still name."""
        revoke = next((each for each in state.revokes if each.cards == (word.card,)), None)
        if revoke is None:
            return
        text = f"{self._players[table.holder]}: {revoke.text}"
        refusal = self._error(word, revoke.clause, text, legal=legal_words(table, table.holder))
        if state.right_to_name != state.third:
            raise refusal
        self._refusal = refusal

    def _taken_back(self) -> tuple[Action, ...]:
        """The cards that no longer obey the suit in force."""
        state = self.state
        return tuple(
            Action(ActionKind.TAKE_BACK, state.card_of(seat), state.named, seat, "naming.lost-right")
            for seat in state.take_back
        )

    def _error(self, word: Action, clause: str, text: str, legal: Sequence[str] = ()) -> IllegalMove:
        return IllegalMove(f"{trick_words(self._start)}: {text}", clause, legal, word.where)
