"""Plans as JSON, in answers and in certificates, there and back.

A plan is an object of lists of lines by player:

    {"B": [{"when": [{"event": "void", "who": "B", "suit": "c"}], "first": [["s9"], ["s8", "T6"]]},
           {"when": [], "first": [["c10"]]}]}

What an event says beside its kind is in `KEYS`; one with `"not": true` must not be so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from analyzer.cards.card import BY_TEXT, FOOL, Suit
from analyzer.certificates.plan import NO_DEMAND, Plan, PlanEvent, PlanEventKind, PlanLine
from analyzer.messages import Message, Name, Verbatim, listed, quoted, say
from analyzer.rules.actions import DEMAND

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
            {"when": [_event_json(event, players) for event in line.when], "first": _lists(line.first)}
            for line in lines
        ]
        for seat, lines in sorted(plan.lines.items())
        if lines
    }


def _lists(first: Sequence[Sequence[str]]) -> list[list[str]]:
    return [list(group) for group in first]


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
