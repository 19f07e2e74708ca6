"""Plans: what the players of a side do, in lines that a player can follow, and their JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, Final, NamedTuple

from analyzer.cards.card import BY_TEXT, FOOL, Card, Suit
from analyzer.frozenrecord import Record
from analyzer.messages import Message, Name, Verbatim, listed, quoted, say
from analyzer.rules.actions import DEMAND, Action, ActionKind
from analyzer.rules.play.table import Laid, Table, strength

# Plans: what the players of a side do, in lines that a player can follow; read by the rules alone.
#
# A plan has lines for each player who follows it. Each time such a player moves, the first line counts whose
# events all hold and which has an allowed card; in it the first group with an allowed card, and any card of
# that group is right. Where no line counts, any move is right. A led Fool, a demand for the Fool, and not
# making it are cards like others: `fool=h`, `demand`, `no-demand`.
#
# Source: clauses play.follow, play.winner, fool.lowest, fool.demand.


NO_DEMAND: Final = "no-demand"
"""The word for letting a card pass that was picked in place of the Fool."""


class PlanEventKind(Enum):
    """What a line of a plan may wait for, as it stands before the card is played."""

    VOID = "void"
    """A player has no card of a suit; the Fool is of none."""
    HAS = "has"
    GONE = "gone"
    """A card was played."""
    HELD = "held"
    """A card is still in a hand."""
    TAKES = "takes"
    """The card itself leads, follows or trumps, and beats all cards of the trick so far."""
    TO_LEAD = "to-lead"
    LAST = "last"
    """The player plays last."""
    LED = "led"
    """A suit was led, or named by a led Fool."""
    RUFFED = "ruffed"
    """A trump lies on a plain lead."""
    LEADER = "leader"
    """A player leads the trick."""
    WINNING = "winning"
    """A player has the best card so far; nobody while only the Fool or discards lie there."""
    IN_TRICK = "in-trick"
    """A card lies in the trick."""
    LEFT = "left"
    """So many tricks are left, the present one included."""


class PlanEvent(Record, frozen=True):
    """One thing that every player sees; `who` is a seat. What a kind does not speak of is None."""

    kind: PlanEventKind
    who: int | None = None
    suit: Suit | None = None
    card: Card | None = None
    tricks: int | None = None
    negated: bool = False

    def holds(self, table: Table, move: Action) -> bool:
        """Whether it holds before a move of the player to move."""
        return self._is_so(table, move) is not self.negated

    def _is_so(self, table: Table, move: Action) -> bool:
        match self.kind:
            case PlanEventKind.VOID:
                return not self._has(table)
            case PlanEventKind.HAS:
                return self._has(table)
            case PlanEventKind.GONE:
                return not self._held(table)
            case PlanEventKind.HELD:
                return self._held(table)
            case PlanEventKind.TAKES:
                return takes(table, move)
            case _:
                return self._holds_in_trick(table)

    def _has(self, table: Table) -> bool:
        assert self.who is not None
        return any(card.suit is self.suit for card in table.hands[self.who])

    def _held(self, table: Table) -> bool:
        return any(self.card in hand for hand in table.hands)

    def _holds_in_trick(self, table: Table) -> bool:
        match self.kind:
            case PlanEventKind.TO_LEAD:
                return not table.trick
            case PlanEventKind.LAST:
                return len(table.trick) == len(table.hands) - 1
            case PlanEventKind.LED:
                return bool(table.trick) and table.led is self.suit
            case PlanEventKind.RUFFED:
                return (
                    bool(table.trick)
                    and table.led is not Suit.TRUMPS
                    and any(laid.card.is_trump for laid in table.trick)
                )
            case PlanEventKind.LEADER:
                return table.lead == self.who
            case PlanEventKind.WINNING:
                return winning(table) == self.who
            case PlanEventKind.IN_TRICK:
                return any(laid.card == self.card for laid in table.trick)
            case _:
                return table.tricks_left == self.tricks


def winning(table: Table) -> int | None:
    """The seat that has the best card of the trick so far; None while nobody has one that can win."""
    best = max(table.trick, key=lambda laid: _strength(table, laid), default=None)
    return None if best is None or not _strength(table, best) else best.seat


def takes(table: Table, move: Action) -> bool:
    """Whether a card leads, follows or trumps, and beats all cards of the trick so far."""
    if move.card is None or move.card.is_fool:
        return False
    if not table.trick:
        return True
    own = strength(move.card, table.led, table.spec)
    return own > max(_strength(table, laid) for laid in table.trick)


def _strength(table: Table, laid: Laid) -> int:
    return strength(laid.card, table.led, table.spec)


class PlanLine(Record, frozen=True):
    """Events, and groups of cards in the words of a line of play; of a group any card is right."""

    when: tuple[PlanEvent, ...]
    first: tuple[tuple[str, ...], ...]

    def says(self, table: Table, moves: tuple[Action, ...]) -> tuple[Action, ...]:
        """The moves that are right by this line; none where it does not count."""
        open_ = {
            word_of(move): move for move in moves if all(event.holds(table, move) for event in self.when)
        }
        for group in self.first:
            if said := tuple(open_[word] for word in group if word in open_):
                return said
        return ()

    @property
    def words(self) -> tuple[str, ...]:
        """Every card of the line."""
        return tuple(word for group in self.first for word in group)


class Plan(Record, frozen=True):
    """What each player who follows it does, by seat."""

    lines: Mapping[int, tuple[PlanLine, ...]]

    def right(self, table: Table) -> tuple[Action, ...]:
        """The moves of the player to move that are right; all where no line counts."""
        moves = table.moves()
        for line in self.lines.get(table.to_move, ()):
            if said := line.says(table, moves):
                return said
        return moves

    @property
    def length(self) -> int:
        """How many lines it has."""
        return sum(map(len, self.lines.values()))

    @property
    def named(self) -> frozenset[str]:
        """The cards it speaks of, in its lines or their events."""
        lines = [line for each in self.lines.values() for line in each]
        events = {str(event.card) for line in lines for event in line.when if event.card is not None}
        return frozenset(events.union(*(line.words for line in lines)))


def word_of(move: Action) -> str:
    """A move as a plan writes it."""
    return NO_DEMAND if move.kind is ActionKind.ALLOW else str(move)


# Plans as JSON, in answers and in certificates, there and back.
#
# A plan is an object of lists of lines by player:
#
#     {"B": [{"when": [{"event": "void", "who": "B", "suit": "c"}], "first": [["s9"], ["s8", "T6"]]},
#            {"when": [], "first": [["c10"]]}]}
#
# What an event says beside its kind is in `KEYS`; one with `"not": true` must not be so.


KEYS: Final[Mapping[PlanEventKind, tuple[str, ...]]] = {
    PlanEventKind.VOID: ("who", "suit"),
    PlanEventKind.HAS: ("who", "suit"),
    PlanEventKind.GONE: ("card",),
    PlanEventKind.HELD: ("card",),
    PlanEventKind.TAKES: (),
    PlanEventKind.TO_LEAD: (),
    PlanEventKind.LAST: (),
    PlanEventKind.LED: ("suit",),
    PlanEventKind.RUFFED: (),
    PlanEventKind.LEADER: ("who",),
    PlanEventKind.WINNING: ("who",),
    PlanEventKind.IN_TRICK: ("card",),
    PlanEventKind.LEFT: ("tricks",),
}
"""What each event says beside its kind."""

WORDS: Final = frozenset((*BY_TEXT, *(f"{FOOL}={suit}" for suit in Suit), str(DEMAND), NO_DEMAND))
"""What a line of a plan may name."""


class Unreadable(NamedTuple):
    """What is wrong with a plan, and what belongs there."""

    message: Message
    expected: Message


def plan_json(plan: Plan, players: Sequence[str]) -> dict[str, Any]:
    """The plan as plain data, players in table order."""
    return {
        players[seat]: [
            {
                "when": [_event_json(event, players) for event in line.when],
                "first": [list(group) for group in line.first],
            }
            for line in lines
        ]
        for seat, lines in sorted(plan.lines.items())
        if lines
    }


def _event_json(event: PlanEvent, players: Sequence[str]) -> dict[str, Any]:
    told: dict[str, Any] = {
        "who": None if event.who is None else players[event.who],
        "suit": None if event.suit is None else event.suit.value,
        "card": None if event.card is None else str(event.card),
        "tricks": event.tricks,
    }
    found = {"event": event.kind.value, **{key: told[key] for key in KEYS[event.kind]}}
    return {**found, "not": True} if event.negated else found


def read_plan(content: Mapping[str, Any], players: Sequence[str], who: Sequence[str]) -> Plan:
    """The plan of plain data, for some of the players.

    Raises: PlanUnreadable with everything that is wrong.
    """
    faults = [
        Unreadable(
            say("`plan` cannot be read: {name} does not follow it", name=quoted(name)),
            say("expected lines for {players}", players=listed(map(Name, who))),
        )
        for name in content
        if name not in who
    ]
    for name, lines in content.items():
        if name in who:
            faults += _wrong_lines(lines, players)
    if faults:
        raise PlanUnreadable(faults)
    return Plan(
        {
            players.index(name): tuple(_line(line, players) for line in lines)
            for name, lines in content.items()
        }
    )


class PlanUnreadable(Exception):
    """What is wrong with a plan."""

    def __init__(self, faults: list[Unreadable]) -> None:
        self.faults = faults
        super().__init__("; ".join(fault.message for fault in faults))


def _wrong_lines(lines: object, players: Sequence[str]) -> Iterator[Unreadable]:
    if not isinstance(lines, list):
        yield Unreadable(say("`plan` cannot be read"), say("expected a list of lines for each player"))
        return
    for line in lines:
        if not isinstance(line, dict) or line.keys() != {"when", "first"}:
            yield Unreadable(
                say("a line of `plan` cannot be read"), say("expected `when` and `first`, and nothing else")
            )
            continue
        yield from _wrong_first(line["first"])
        yield from _wrong_events(line["when"], players)


def _wrong_first(first: object) -> Iterator[Unreadable]:
    groups = first if isinstance(first, list) else [None]
    words = [word for group in groups for word in (group if isinstance(group, list) else [None])]
    for word in words:
        if not isinstance(word, str) or word not in WORDS:
            yield Unreadable(
                say("a card of `plan` cannot be read: {word}", word=quoted(word)),
                say("expected lists of cards such as hR, fool=h, demand or no-demand"),
            )


def _wrong_events(when: object, players: Sequence[str]) -> Iterator[Unreadable]:
    for event in when if isinstance(when, list) else [None]:
        if not _is_event(event, players):
            yield Unreadable(
                say("an event of `plan` cannot be read: {event}", event=quoted(event)),
                say(
                    "expected one of {known} with what it is about",
                    known=listed(Verbatim(kind.value) for kind in KEYS),
                ),
            )


def _is_event(event: object, players: Sequence[str]) -> bool:
    kinds = {kind.value: kind for kind in KEYS}
    if not isinstance(event, dict) or not isinstance(event.get("event"), str) or event["event"] not in kinds:
        return False
    keys = KEYS[kinds[event["event"]]]
    if event.keys() - {"not"} != {"event", *keys} or not isinstance(event.get("not", False), bool):
        return False
    suits, cards = [suit.value for suit in Suit], list(BY_TEXT)
    known: dict[str, Sequence[object]] = {
        "who": players,
        "suit": suits,
        "card": cards,
        "tricks": range(1, 26),
    }
    return all(type(event[key]) in {str, int} and event[key] in known[key] for key in keys)


def _line(line: Mapping[str, Any], players: Sequence[str]) -> PlanLine:
    return PlanLine(
        tuple(_event(event, players) for event in line["when"]),
        tuple(tuple(group) for group in line["first"]),
    )


def _event(event: Mapping[str, Any], players: Sequence[str]) -> PlanEvent:
    return PlanEvent(
        PlanEventKind(event["event"]),
        who=players.index(event["who"]) if "who" in event else None,
        suit=Suit(event["suit"]) if "suit" in event else None,
        card=BY_TEXT[event["card"]] if "card" in event else None,
        tricks=event.get("tricks"),
        negated=event.get("not", False),
    )
