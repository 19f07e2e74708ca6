"""A position that can be played on: its legal actions, and the position after each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec import structs

from analyzer.cards.card import FOOL, Card
from analyzer.cards.notation import read_card, read_suit, shown
from analyzer.errors import Fault, IllegalMove, InvalidPosition, UsageError
from analyzer.frozenrecord import derived
from analyzer.messages import Name, Verbatim, either, quoted, say
from analyzer.position import files, replay
from analyzer.position.diagram import diagram
from analyzer.position.faults import faults_of, may_lie_in_the_skat, mistyped
from analyzer.position.replay.turning import dealt, turned, update_facts
from analyzer.position.setting import NOW, History, Line, Moment, Setting
from analyzer.pythonanswer import kind_of
from analyzer.rules.actions import ALLOW, Action, ActionKind, lay
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.yamltree.node import suggestion

# What judges and replays is imported where something is played: most questions are about what lies there.
if TYPE_CHECKING:
    from analyzer.position.replay.model import Replay, Step

_MOMENT: Final = r"\d+(\.\d+)?"
"""The pattern of a moment in words: a trick, and a card of it."""
CardsTold = str | Iterable[Card | str]
"""Cards in words, as in a file, or one by one."""


def _are_card_hands(hands: object) -> bool:
    """Return True if hands have the form that a position uses."""
    return isinstance(hands, tuple) and all(isinstance(hand, frozenset) for hand in hands)


_FIELDS: Final = tuple(field.name for field in fields(Setting))


def _unknown(key: str) -> Fault:
    return Fault(say("unknown key `{key}`", key=Verbatim(key)), suggestion(key, _FIELDS))


class Turn(NamedTuple):
    """A single action in a line, and the position after it."""

    action: Action
    position: Position


@dataclass(frozen=True, repr=False, init=False)
class Position(Setting):
    """A moment in a hand: the hands, the trick on the table, the pots and the piles.

    A position never changes. :meth:`legal` returns its legal actions, and :meth:`after` the position after
    one of them; you can always go back to an earlier position.

    >>> import analyzer
    >>> position = analyzer.load("positions/prop1.yaml")
    >>> position
    <Position danish, B to play, 2 tricks left: A dR T7 / B hR d9 / C c7 c2>
    >>> [str(action) for action in position.legal()]
    ['hR', 'd9']
    >>> position.after("d9").after("c7").after("dR")
    <Position danish, A to play, 1 trick left: A T7 / B hR / C c2>
    >>> position.hands == analyzer.load("positions/prop1.yaml").hands
    True

    An illegal card is refused, with the clause and the legal actions:

    >>> position.after("T7")
    Traceback (most recent call last):
    ...
    analyzer.errors.IllegalMove: trick 24, 2 left: A holds T7, but it is B to lead; legal: hR d9

    `print(position)` draws the table:

    >>> print(position)
    C                                                           B  to lead
    c7 c2                                                       hR d9
                                    ╭─────────────╮
                                    │ ·         · │
                                    │      ·      │
                                    ╰─────────────╯
                                     A
                                     dR T7

    A new position is made from the keys of a position file, in the same words, and `dataclasses.replace`
    makes a changed copy. An impossible position is refused, with all its faults:

    >>> analyzer.Position(hands={"A": "dR T7", "B": "hR d9", "C": "c7 c2"}, lead="B", pots={"king": 65})
    <Position danish, B to play, 2 tricks left: A dR T7 / B hR d9 / C c7 c2>

    >>> import dataclasses
    >>> dataclasses.replace(position, lead=3)
    Traceback (most recent call last):
    ...
    analyzer.errors.InvalidPosition: unknown seat 3 at this table; seats are counted from 0 to 2

    Seats are numbers in order of play: `position.players[position.to_move]` is the player to move. The
    amounts in `pots` and `taken` change with the play; :func:`analyzer.replay` gives the payments between the
    players.
    """

    def __init__(
        self,
        rules: RuleSet | str | None = None,
        players: Sequence[str] | None = None,
        hands: Mapping[str, CardsTold] | Sequence[CardsTold] | None = None,
        lead: int | str | None = None,
        **keys: Any,
    ) -> None:
        """Make a position from the keys of a position file, or from a position's fields, as `replace` does.

        Raises: InvalidPosition with every fault.
        """
        told = {"players": players, "hands": hands, "lead": lead, **keys}
        others, faults = told.keys() - {*_FIELDS}, list[Fault]()
        if "told" not in keys and (others or not (isinstance(rules, RuleSet) and _are_card_hands(hands))):
            read = files.writing.build_setting(rules, told)
            told = {name: getattr(read, name) for name in _FIELDS}
        else:
            faults += map(_unknown, sorted(others))
            told = {key: told[key] for key in told.keys() - others} | {"rules": rules}
            if not isinstance(lead, int) or not _are_card_hands(hands):
                told, more = files.writing.seated(told, players if isinstance(players, tuple) else ())
                faults += more
        Setting.__init__(self, **told)
        faults += [*mistyped(self)] or [*faults_of(self)]
        if faults:
            raise InvalidPosition(faults)

    @classmethod
    def from_setting(cls, setting: Setting) -> Position:
        """Return the position of a setting. Raises: InvalidPosition with every fault of it."""
        if not isinstance(setting, Setting):
            raise TypeError(f"Position.of takes a position as `setting`, not {kind_of(setting)}")
        return cls(**{name: getattr(setting, name) for name in _FIELDS})

    @property
    def over(self) -> bool:
        """True if every card has been played."""
        return self.tricks_left == 0

    @property
    def to_move(self) -> int | None:
        """The seat that decides next: it plays a card, or may demand the Fool; None if the hand is over."""
        return None if self.over else self.table.to_move

    def status(self) -> list[Fault]:
        """Return every fault of the position. A constructed position has none: construction checks them."""
        return faults_of(self)

    def legal(self) -> tuple[Action, ...]:
        """Return the legal actions; `str(action)` is the word used in a line of play.

        A led Fool appears once for each suit it may name. If a card was picked instead of the Fool, each
        opponent may demand the Fool, and playing the next card lets the picked card pass.

        >>> import analyzer
        >>> position = analyzer.load("positions/fool-demand.yaml").after("T20").after("s4")
        >>> " ".join(map(str, position.legal()))
        'hR c3 fool'
        >>> " ".join(map(str, position.after("hR").legal()))
        'demand[B] demand[C] c10 T18'
        >>> " ".join(map(str, position.after("hR").after("demand[C]").legal()))
        'fool'

        Raises: UsageError if some hands are not given.
        """
        self._check_complete()
        return self._legal

    @derived
    def _legal(self) -> tuple[Action, ...]:
        if self.over:
            return ()
        table = self.table
        if self.picked is None:
            return table.moves()
        asked = range(table.to_move, table.to_move + len(self.hands) - 1 - self.passed)
        demands = tuple(self._demand(seat % len(self.hands)) for seat in asked)
        return (*demands, *self.let_pass().legal())

    def after(self, action: Action | str) -> Position:
        """Return the position after an action, or after the word of a line.

        A complete trick is turned over: it is paid for, with the pots, and goes to the piles, and its winner
        leads. While the opponents may still answer a card by demanding the Fool, the card is `picked`; it
        lies on the table once somebody plays on. As in a line, the Fool may also be demanded before a card is
        picked; a bare `demand` is spoken by the next player.

        Raises: IllegalMove, with the clause and the legal actions, for an action that the rules forbid;
        UsageError for anything that is not a word of a line, or if some hands are not given; CardError for
        text that is not a card.
        """
        self._check_complete()
        if self.picked is None and isinstance(action, Action) and action in self._legal:
            return self._moved(action)
        done: object = self._read(action) if isinstance(action, str) else action
        if not isinstance(done, Action):
            expected = say("expected an action of `legal()`, or the word of a line")
            raise UsageError(say("{word} is nothing that is done", word=quoted(done)), expected)
        if done.kind is ActionKind.DEMAND:
            return self._demanded(done)
        if done.kind is ActionKind.ALLOW and self.picked is not None:
            return self._moved(done)
        if done.kind is not ActionKind.PLAY or done.card is None:
            raise UsageError(
                say("`{word}` is not done in a position; a line can contain it", word=Verbatim(done))
            )
        if self.picked is not None:
            return self.let_pass().after(done)
        try:
            return self._moved(self._checked(done))
        except IllegalMove as illegal:
            word = str(action).partition("=")[0].strip()
            if word.casefold() == str(done.card).casefold():
                raise
            read = say(
                "{word} is read as {card}: {message}",
                word=quoted(word),
                card=done.card,
                message=illegal.message,
            )
            raise IllegalMove(read, illegal.clause, illegal.legal, seat=illegal.seat) from None

    def play(self, line: Line | str | int | None = None) -> Iterator[Turn]:
        """Yield the actions of a line one by one, each with the position after it.

        The line is one of the position's own, by name or index, or one made for it. Cards that were taken
        back are left out, so that :meth:`after` gives the same positions.

        >>> import analyzer
        >>> position = analyzer.load("positions/prop1.yaml")
        >>> for action, then in position.play("B leads the king"):
        ...     print(action, then.tricks_left, then.pots.king)
        hR 2 60
        c2 2 60
        T7 1 65
        dR 1 65
        d9 1 65
        c7 0 60

        Raises: IllegalMove for a line that the rules forbid; UsageError for an unknown line.
        """
        found = replay.replay.find_line(self, line)
        position = self if found.lead is None else self._then(lead=found.lead)
        for step in self._taken(replay.replay.replay(self, found)):
            position = position.after(self._word(step))
            yield Turn(self._word(step), position)

    def at(
        self, line: Line | str | int | None = None, at: Moment | str | None = None, *, strict: bool = False
    ) -> Position:
        """Return the position in a line just before a card.

        `at` is a trick and a card of it, such as (24, 2) or "24.2"; "24" is before the first card of trick
        24, and None is the start. If the position has only one line, the moment is enough: `at("24.2")`. The
        result has one line, the rest of this one, without its expectations. Play continues after a forbidden
        move; if `strict`, it ends the line.

        If cards are not known, the result still shows the start. Every question about it is asked at the
        moment, in all deals that fit; deals in which the play before the moment was illegal are left out.

        >>> import analyzer
        >>> analyzer.load("positions/prop1.yaml").at("B leads the king", "25")
        <Position danish, A to play, 1 trick left: A dR / B d9 / C c7>

        Raises: UsageError for an unknown line or moment.
        """
        if self.half_known is not None:
            in_deal = partial(Position.at, line=line, at=at, strict=True)
            then = (*self.half_known.then, in_deal)
            return self._then(half_known=structs.replace(self.half_known, then=then))
        if at is None and isinstance(line, str) and re.fullmatch(_MOMENT, line) and len(self.lines) == 1:
            line, at = (line, None) if line == self.lines[0].name else (None, line)
        found = replay.replay.find_line(self, line)
        replayed = replay.replay.legal_part(self, found) if strict else replay.replay.as_played(self, found)
        tricks = replayed.tricks
        start = tricks[0].number if tricks else 1, len(self.trick) + 1
        when = start if at is None else replay.replay.moment(at)
        place = replay.replay.place_of(tricks, when, len(self.players))
        position = self if found.lead is None else self._then(lead=found.lead)
        for step in replay.replay.steps_before(self._taken(replayed), place):
            position = position._stepped(step)  # noqa: SLF001 - of its own class
        heard = replay.replay.heard_before(found, tricks, place)
        rest = Line(found.name, found.moves[heard:], where=found.where)
        position = position.let_pass()
        return position._then(  # noqa: SLF001 - of its own class
            lines=(rest,) if rest.moves else (),
            worlds=(),
            unseen=None,
            watcher=None,
            past=self._past_at(found, (start[0] + place.trick, place.card), heard),
        )

    def seen_by(self, player: str | int) -> Position:
        """Return the position as one player sees it: their hand, and everything played, said and declared.

        :func:`analyzer.deals` finds the deals that are still possible, and :func:`analyzer.decide` the best
        card over all of them.

        >>> import analyzer
        >>> now = analyzer.load("positions/whole-hand.yaml").at("as it was played", "22.2").seen_by("Bent")
        >>> analyzer.deals(now).count
        10

        Raises: UsageError for an unknown player.
        """
        return self._then(worlds=(), unseen=None, watcher=self.seat(player))

    def _past_at(self, line: Line, when: Moment, heard: int) -> History:
        """Return the past at a moment of a line, including the past of the position itself."""
        if self.past is None:
            return History(self, line, when, heard)
        before = self.past.line.moves[: self.past.heard]
        told = Line(line.name, (*before, *line.moves), self.past.line.lead)
        return History(self.past.start, told, when, len(before) + heard)

    def _taken(self, replayed: Replay) -> list[Step]:
        """Return the decisions of a replay from here on, without those that let a picked card pass."""
        return [step for step in replayed.steps if step.move != ALLOW][len(replay.replay.pending(self)) :]

    def _stepped(self, step: Step) -> Position:
        """Return the position after a decision of a replay, even a forbidden one."""
        if step.move.kind is ActionKind.DEMAND:
            return self.after(self._word(step))
        position = self.let_pass()
        if position.lead != step.table.lead:
            position = position._then(lead=step.table.lead)  # noqa: SLF001 - of its own class
        assert step.move.card is not None
        return position._moved(lay(step.move.card, step.move.suit))  # noqa: SLF001

    def _word(self, step: Step) -> Action:
        return self._demand(step.seat) if step.move.kind is ActionKind.DEMAND else step.move

    @classmethod
    def from_text(cls, text: str) -> Position:
        """Read a position from one line, or from the text of a position file; a `_` in a link is a blank.

        Raises: InvalidFile with every fault.
        """
        if not isinstance(text, str):
            raise TypeError(f"Position.from_text takes text as `text`, not {kind_of(text)}")
        return cls.from_setting(files.positions.setting_of(files.positions.position_tree(text, "<text>")))

    def to_yaml(self) -> str:
        """Return the text of a position file, which reads back as an equal position."""
        return files.writing.dumps(self)

    def to_text(self) -> str:
        """Return the position in one line, without its title, worlds, unseen cards and lines.

        Raises: UsageError if a hand is not given.
        """
        return files.oneline.to_line(self)

    def __str__(self) -> str:
        return diagram(self)

    def __repr__(self) -> str:
        hands = " / ".join(
            f"{name} {' '.join(map(str, sorted(hand)))}".rstrip()
            for name, hand in zip(self.players, self.hands, strict=True)
        )
        left = "over" if self.over else f"{self.tricks_left} trick{'s' * (self.tricks_left > 1)} left"
        turn = "" if self.to_move is None else f"{self.players[self.to_move]} to play, "
        return f"<Position {self.rules.name}, {turn}{left}: {hands}>"

    def _repr_svg_(self) -> str:
        """Draw the table as SVG, for notebooks."""
        from analyzer.position.diagram import svg  # noqa: PLC0415 - few positions are drawn

        return svg(self)

    def _check_complete(self) -> None:
        if not self.complete:
            raise UsageError(say("some cards of this position are unseen: nothing can be played in it"))

    def _demand(self, seat: int) -> Action:
        return Action(ActionKind.DEMAND, seat=seat, text=f"demand[{self.players[seat]}]")

    def _read(self, word: str) -> Action:
        """Return the action that a word of a line means."""
        head, named, suit = word.strip().partition("=")
        if head.lower().startswith("demand"):
            by = head[len("demand") :].strip()
            if not by:
                return Action(ActionKind.DEMAND)
            name = by[1:-1].strip()
            if (by[0], by[-1]) != ("[", "]") or name not in self.players:
                known = either(Name(player) for player in self.players)
                raise UsageError(say("`{word}` demands for nobody here; expected {known} in brackets",
                                     word=Verbatim(shown(word)), known=known))  # fmt: skip
            return self._demand(self.players.index(name))
        return lay(read_card(head), read_suit(suit) if named else None)

    def _checked(self, done: Action) -> Action:
        """Return a legal card as a move of the table. Raises: IllegalMove."""
        table = self.table
        illegal = replay.legality.illegal_card(
            table, done, self.players, seat=table.holder, demanded=table.demanded
        )
        if illegal is not None:
            raise illegal
        assert done.card is not None
        move = lay(done.card, done.suit)
        if done.suit is not None and move not in table.moves():
            legal = replay.legality.legal_words(table, table.holder, demanded=table.demanded)
            text = say("the Fool names {suit}, which nobody else can follow", suit=done.suit)
            raise IllegalMove(text, "naming.followable", legal, done.where)
        return move

    def let_pass(self) -> Position:
        """Return the position after everybody has let the picked card pass."""
        position = self
        while position.picked is not None:
            position = position._moved(ALLOW)
        return position

    def _demanded(self, done: Action) -> Position:
        """Return the position after a demand for the Fool, to the player to play or after a picked card."""
        table = self.table
        holder = table.holder
        asked = [(holder + step) % len(self.hands) for step in range(1 + self.passed, len(self.hands))]
        by = asked[0] if done.seat is None else done.seat
        trick = self.rules.fool.demand_trick
        if (
            not self.fool_demand
            or self.tricks_left != trick
            or FOOL not in self.hands[holder]
            or by not in asked
        ):
            text = say("{name} cannot demand the Fool now", name=Name(self.players[by]))
            raise IllegalMove(text, "fool.demand", tuple(map(str, self.legal())), done.where)
        said = self._demand(by)
        return self._then(picked=None, passed=0, demanded=True, watcher=None, past=self._past_with(said))

    def _past_with(self, done: Action) -> History:
        """Return the past of the position after an action."""
        return (self.past or History(self, Line(NOW, ()), None, 0)).then(done)

    def _moved(self, move: Action) -> Position:
        """Return the position after a move of the table; in a full hand, the deal is paid for first."""
        table, trick = self.table.after(move)
        changed = dealt(self) | {
            "hands": table.hands,
            "lead": table.lead,
            "trick": table.trick,
            "picked": table.picked,
            "passed": table.passed,
            "demanded": table.demanded,
            # Once the Fool is played nothing but the skat tells that it was not laid away for a Tout.
            "announce": self.announce if self.tout_at_stake is not None else frozenset(),
            # A skat that the replay judges has its points in the piles, and is no matter of the play.
            "skat": self.skat if self.pots is None or may_lie_in_the_skat(self) else None,
            "lines": (),
            "worlds": (),
            "unseen": None,
            "watcher": None,
            "past": self.past if move == ALLOW else self._past_with(move),
        }
        if trick is not None:
            changed |= turned(self, trick)
        changed["told"] = update_facts(self, changed.get("told", self.told))
        position = self._then(**changed)
        # What a card cannot change is not worked out again; within a trick that is the course as well.
        position.__dict__.update(spec=self.spec, untold={}, complete=True)
        if trick is None and position.told is self.told:
            position.__dict__["table"] = table
        return position

    def _then(self, **changes: Any) -> Position:
        """Return the position with changes; checks made when it was read are not repeated."""
        position = object.__new__(Position)
        held = self.__dict__
        position.__dict__.update({name: held[name] for name in _FIELDS} | changes)
        return position
