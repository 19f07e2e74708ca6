"""The kinds of clauses there are, with the parameters each one takes: a closed list.

A kind is what code knows how to read; a clause is one use of it in one rule set. A rule that fits no
kind cannot be stated, and a parameter no kind knows is a fault, so nothing in a rule set is ignored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from analyzer.cards.card import BY_TEXT, COURTS, Suit
from analyzer.errors import Fault
from analyzer.messages import Message, Verbatim, alone, listed, quoted, say
from analyzer.rules.spec.ruleset import Category, Parameter
from analyzer.yamltree.node import Node

SUITS: Final = tuple(suit.value for suit in Suit)
POTS: Final = ("king", "pagat")


@dataclass(frozen=True, slots=True)
class ParameterShape:
    """What a parameter may be: how it is told in words, its JSON Schema, and its reader.

    The reader gives the parameter, or None for a value that does not fit.
    """

    told: Message
    schema: Mapping[str, Any]
    read: Callable[[Any], Parameter | None]

    @property
    def is_settled(self) -> bool:
        """Whether the kind leaves one value only, so that nothing can hang on it."""
        return len(self.schema.get("enum", ())) == 1


def _whole(low: int, high: int, step: int = 1) -> ParameterShape:
    def read(value: object) -> Parameter | None:
        fits = type(value) is int and low <= value <= high and value % step == 0
        return value if fits and isinstance(value, int) else None

    told = say("a whole number from {low} to {high}", low=low, high=high)
    if step > 1:
        told = say(
            "a whole number from {low} to {high} and a multiple of {step}", low=low, high=high, step=step
        )
    schema = {"type": "integer", "minimum": low, "maximum": high}
    return ParameterShape(told, schema if step == 1 else {**schema, "multipleOf": step}, read)


def _word(*words: str) -> ParameterShape:
    def read(value: object) -> Parameter | None:
        return value if isinstance(value, str) and value in words else None

    known = listed(map(Verbatim, words))
    told = say("one of {known}", known=known) if len(words) > 1 else alone(known)
    return ParameterShape(told, {"enum": list(words)}, read)


def _words(what: Message, words: tuple[str, ...]) -> ParameterShape:
    def read(value: object) -> Parameter | None:
        if not isinstance(value, list) or len(set(map(str, value))) < len(value):
            return None
        return tuple(value) if all(isinstance(each, str) and each in words for each in value) else None

    item = {"enum": list(words)} if len(words) < 20 else {"type": "string"}
    return ParameterShape(what, {"type": "array", "items": item, "uniqueItems": True}, read)


def _points(value: object) -> Parameter | None:
    known = {*BY_TEXT, *COURTS}
    if not isinstance(value, dict) or not known >= set(value):
        return None
    return dict(value) if all(type(each) is int and 0 <= each <= 20 for each in value.values()) else None


FLAG: Final = ParameterShape(
    say("true or false"), {"type": "boolean"}, lambda value: value if isinstance(value, bool) else None
)
AMOUNT: Final = _whole(0, 1000, 5)
"""Tokens: every payment is a multiple of 5 (main rule text, "Scoring, payment")."""
TRICK: Final = _whole(0, 26)
"""A trick counted from the end, 1 the last; 0 for none."""
CARD: Final = replace(_word(*BY_TEXT), told=say("a card in canonical notation, such as hR, T21 or fool"))
CARDS: Final = _words(say("a list of cards such as [hR, T21, fool], each once"), tuple(BY_TEXT))
CATEGORY: Final = _word(*(each.value for each in Category))
SUIT: Final = _word(*SUITS)
SUIT_LIST: Final = _words(
    say("a list of suits ({known}), each once", known=listed(map(Verbatim, SUITS))), SUITS
)
POT: Final = _word(*POTS)
POT_LIST: Final = _words(say("a list of pots (king, pagat), each once"), POTS)


def _some(*words: str) -> ParameterShape:
    return _words(say("a list of some of {known}, each once", known=listed(map(Verbatim, words))), words)


@dataclass(frozen=True, slots=True)
class ClauseKind:
    """The parameters a kind of clause takes, and those it may go without."""

    parameters: Mapping[str, ParameterShape]
    optional: frozenset[str] = frozenset()


def _kind(optional: tuple[str, ...] = (), **parameters: ParameterShape) -> ClauseKind:
    return ClauseKind({name.rstrip("_"): shape for name, shape in parameters.items()}, frozenset(optional))


KINDS: Final[dict[str, ClauseKind]] = {
    # the table
    "seats": _kind(active=_whole(2, 5)),
    "sits-out": _kind(allowed=FLAG, seat=_word("opposite-the-dealer", "dealer"), pays=_some("foundation")),
    "deck": _kind(size=_whole(1, 78), without=CARDS),
    "ranks": _kind(courts=_some(*COURTS), reversed_spots=SUIT_LIST),
    "deal": _kind(("packet",), hand=_whole(1, 39), skat=_whole(0, 30), packet=_whole(1, 30)),
    "deals-next": _kind(who=_word("next-in-turn", "same-dealer")),
    "misdeal": _kind(without=SUIT, fool_counts=FLAG, deals_again=_word("same-dealer", "next-dealer")),
    # play
    "direction": _kind(turn=_word("counter-clockwise", "clockwise")),
    "leads": _kind(first=_word("after-dealer", "dealer"), then=_word("trick-winner")),
    "duty": _kind(
        ("among",), to=_word("follow-suit", "trump-when-void", "beat"), holds=FLAG,
        among=_word("any", "trumps"),
    ),
    "trick-winner": _kind(by=_some("highest-trump", "highest-of-suit-led")),
    # the Fool
    "excuse": _kind(card=CARD),
    "never-wins": _kind(card=CARD),
    "pile": _kind(card=CARD, goes_to=_word("its-player", "trick-winner")),
    "pile-at-trick": _kind(card=CARD, trick=TRICK, goes_to=_word("its-player", "trick-winner")),
    "names-suit": _kind(card=CARD, suits=SUIT_LIST),
    "ban-at-trick": _kind(card=CARD, trick=TRICK),
    "demand-at-trick": _kind(card=CARD, trick=TRICK),
    "demand-takes-back": _kind(take_back=_word("all-after-holder", "holder")),
    "naming-step": _kind(
        when=_word(
            "led", "both-say-void", "second-plays-third-claims", "both-play", "both-play-without-trumps"
        ),
        named_by=_word("leader", "second", "third", "nobody", "second-card"),
    ),
    # the skat
    "skat-size": _kind(cards=_whole(0, 30)),
    "never-discard": _kind(cards=CARDS),
    "only-if-void": _kind(("cards",), suit=SUIT, fool_counts=FLAG, cards=CARDS),
    "only-if-announced": _kind(cards=CARDS, announce=_word("tout")),
    "not-in-combination-unless-unavoidable": _kind(paid=FLAG),
    "unavoidable-paid": _kind(when=_word("always", "above-hand", "never")),
    "must-tell": _kind(
        tells=_word("whether", "how-many"), about=SUIT, asked=_word("first-chance", "showing-out")
    ),
    "must-announce": _kind(announce=_some("combination-cards", "tout")),
    # declarations
    "trump-declaration": _kind(
        from_=_whole(1, 22), amount=AMOUNT, step=AMOUNT, fool_counts=FLAG, tells_pagat=FLAG
    ),
    "matador-declaration": _kind(from_=_whole(1, 22), amount=AMOUNT, step=AMOUNT, core=CARDS),
    "graded-declaration": _kind(
        of=_word("courts-of-a-suit", "kings"), half=AMOUNT, full=AMOUNT, abundant=AMOUNT
    ),
    "declaring-order": _kind(first=_word("dealer", "after-dealer"), before=_word("first-lead")),
    "must-say": _kind(says=_word("pass")),
    "independent": _kind(holds=FLAG),
    "correctable": _kind(until=_word("opening-lead"), unless=_word("information-given-away")),
    "essential": _kind(trumps_by=_whole(0, 22)),
    "untold": _kind(card=CARD, told=FLAG),
    # payments
    "foundation": _kind(amount=AMOUNT, pots=POT_LIST, when=_some("start", "whenever-empty")),
    "pot-payment": _kind(payer=_word("dealer"), amount=AMOUNT, pots=POT_LIST),
    "pots-place": _kind(paid=_word("right", "left"), decides=FLAG),
    "lost-early": _kind(cards=CARDS, to_each=AMOUNT, to_pot=AMOUNT, pot=POT),
    "from-each": _kind(
        ("when", "cards"), amount=AMOUNT, when=_word("won-early", "last-trick", "tout", "nolo"), cards=CARDS
    ),
    "ultimo": _kind(cards=CARDS, amount=AMOUNT, pot=POT),
    "bagud": _kind(cards=CARDS, amount=AMOUNT, pot=POT),
    "settlement-order": _kind(steps=_some("count-pot", "ultimo", "bagud", "foundation")),
    "takes-pots": _kind(takes=FLAG, pots=POT_LIST),
    "failed-tout": _kind(amount=AMOUNT, doubles_pots=FLAG, ultimo=FLAG),
    "failed-tout-last-trick": _kind(paid=FLAG),
    "failed-tout-doubling": _kind(doubles=_word("counted", "as-it-lies")),
    "failed-tout-declarations": _kind(stand=FLAG),
    "answers-for": _kind(who=_word("pot-winner"), for_=_word("foundation")),
    # the count
    "card-points": _kind(
        points=ParameterShape(
            say("points by card or by court letter, such as {R: 4, T1: 4, fool: 4}"),
            {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 20}},
            _points,
        ),
        trick=_whole(0, 10), skat=_whole(0, 10), total=_whole(1, 500),
    ),
    "par": _kind(par=_whole(0, 250), rounding=_whole(1, 100)),
    "settles-count": _kind(with_=_word("next-dealer", "nobody"), next_dealer_counts=FLAG),
    "count-after": _kind(outcome=_word("tout", "nolo"), counts=FLAG),
    # the end, fines, manners
    "divides-pots": _kind(evenly=FLAG),
    "joins": _kind(divisor=_whole(1, 10)),
    "fine": _kind(category=CATEGORY, to_each_pot=AMOUNT, play=_word("goes-on", "abandoned")),
    "irregularity": _kind(
        ("mended_until", "fined_until"),
        category=CATEGORY,
        remedy=_word(
            "none", "corrected", "taken-back", "stands", "redeal-same-dealer", "repaid", "abandoned"
        ),
        mended_until=_word("opening-lead", "next-declaration"),
        fined_until=_word("opening-lead", "all-paid"),
    ),
    "propriety": _kind(duty=_word("protect-pots", "take-chance", "richer-pot")),
    "considerable": _kind(half=FLAG, least=_whole(0, 1000)),
    "not-asked": _kind(about=_word("pots"), during=_word("play", "hand")),
    "manners": _kind(asks=_word("silence", "silence-of-the-fourth", "hands-down")),
}  # fmt: skip
"""Every kind of clause by its name."""

_NEVER: Final = "never-discard"
_CHAPTERS: Final[dict[str, dict[str, str | tuple[str, ...]]]] = {
    "table": {
        "players": "seats", "fourth": "sits-out", "deck": "deck", "ranks": "ranks", "hand": "deal",
        "misdeal": "misdeal",
    },
    "play": {"lead": "leads", "follow": "duty", "trump": "duty", "no-beat": "duty", "winner": "trick-winner"},
    "fool": {
        "any-trick": "excuse", "lowest": "never-wins", "own-pile": "pile", "naming": "names-suit",
        "second-to-last": "ban-at-trick", "last-trick": "pile-at-trick", "demand": "demand-at-trick",
    },
    "naming": dict.fromkeys(
        ("followable", "statement", "lost-right", "both-void", "second-card-names"), "naming-step"
    ),
    "discard": {
        "size": "skat-size", "kings": _NEVER, "pagat": (_NEVER, "only-if-void"),
        "mondo": (_NEVER, "only-if-void"), "combination": "not-in-combination-unless-unavoidable",
        "trumps": "only-if-void", "fool": (_NEVER, "only-if-announced"), "tell-trumps": "must-tell",
        "announce": "must-announce",
    },
    "declare": {
        "trumps": "trump-declaration", "matadors": "matador-declaration", "cavallerie": "graded-declaration",
        "kings": "graded-declaration", "order": "declaring-order", "pass": "must-say",
        "independent": "independent", "correct": "correctable",
    },
    "payment": {
        "foundation": "foundation", "dealing": "pot-payment", "early-king": "lost-early",
        "early-pagat": "lost-early", "winning-pagat": "from-each", "pagat-ultimo": "ultimo",
        "king-ultimo": "ultimo", "pagat-bagud": "bagud", "king-bagud": "bagud", "last-trick": "from-each",
        "order": "settlement-order", "tout": "from-each", "tout-pots": "takes-pots", "nolo": "from-each",
        "failed-tout": "failed-tout", "pot-winner-founds": "answers-for",
    },
    "count": {
        "points": "card-points", "par": "par", "next-dealer": "settles-count", "tout": "count-after",
        "nolo": "count-after",
    },
    "end": {"divide": "divides-pots", "fourth-joins": "joins"},
    "fine": {each.value: "fine" for each in Category},
    "proper": dict.fromkeys(("protect-pots", "take-chance", "richer-pot"), "propriety"),
}  # fmt: skip

ID_KINDS: Final = {
    f"{chapter}.{name}": (kinds,) if isinstance(kinds, str) else kinds
    for chapter, clauses in _CHAPTERS.items()
    for name, kinds in clauses.items()
}
"""Every clause a rule set has, by id, and the kinds it may be of."""

IRREGULARITY: Final = "irregularity."
"""Clauses whose id begins so name one irregularity each; a rule set has as many as its source names."""

OPTIONAL: Final[Mapping[str, tuple[str, ...]]] = {
    "fool.demand-late": ("demand-takes-back",),
    "table.next-dealer": ("deals-next",),
    "play.direction": ("direction",),
    "discard.unavoidable": ("unavoidable-paid",),
    "declare.essential": ("essential",),
    "declare.fool-untold": ("untold",),
    "payment.pots-place": ("pots-place",),
    "payment.failed-tout-last-trick": ("failed-tout-last-trick",),
    "payment.failed-tout-bagud": ("failed-tout-doubling",),
    "payment.failed-tout-declarations": ("failed-tout-declarations",),
    "proper.considerable": ("considerable",),
    "proper.pots-unasked": ("not-asked",),
    "proper.silence": ("manners",),
    "proper.fourth-silent": ("manners",),
    "proper.hands-down": ("manners",),
}
"""Clauses a rule set may go without, and the kinds they may be of."""

FURTHER: Final = {IRREGULARITY: ("irregularity",), "payment.early-": ("lost-early", "from-each")}
"""The kinds of further clauses, by what their ids begin with: a rule set has as many as its source names."""


def kinds_of(clause: str) -> tuple[str, ...]:
    """The kinds a clause id may be of; empty for an id no rule set has."""
    further = (kinds for begin, kinds in FURTHER.items() if clause.startswith(begin))
    return ID_KINDS.get(clause) or OPTIONAL.get(clause) or next(further, ())


def read_parameters(kind: str, node: Node) -> tuple[dict[str, Parameter], list[Fault]]:
    """The parameters of a clause that fit its kind, and a fault for each that does not.

    A kind there is not has no parameters, and no fault either: that it is unknown is told elsewhere.
    """
    if kind not in KINDS:
        return {}, []
    faults: list[Fault] = []
    values = node.value if isinstance(node.value, dict) else {}
    read: dict[str, Parameter] = {}
    for name, value in values.items():
        shape = KINDS[kind].parameters.get(name)
        if shape is None:
            known = listed(Verbatim(f"`{each}`") for each in KINDS[kind].parameters)
            message = say("`{kind}` has no parameter {name}", kind=Verbatim(kind), name=quoted(name))
            faults.append(Fault(message, say("expected {known}", known=known), value.key_where))
            continue
        fits = shape.read(value.plain())
        if fits is None:
            faults += _misfits(name, shape, value)
        else:
            read[name] = fits
    faults += _missing(kind, values, node)
    return read, faults


def _misfits(name: str, shape: ParameterShape, value: Node) -> Iterator[Fault]:
    """What is wrong with a value: those of its items that do not fit, else the whole of it."""
    items = value.value if isinstance(value.value, list) else []
    wrong = [item for item in items if shape.read([item.plain()]) is None]
    for node in wrong or [value]:
        item = say("an item of `{key}` does not fit", key=Verbatim(name))
        whole = say("`{key}` does not fit", key=Verbatim(name))
        yield Fault(item if wrong else whole, say("expected {shape}", shape=shape.told), node.where)


def _missing(kind: str, values: Mapping[str, Any], node: Node) -> Iterator[Fault]:
    for name, shape in KINDS[kind].parameters.items():
        if name not in values and name not in KINDS[kind].optional:
            yield Fault(
                say("`{kind}` needs the parameter `{name}`", kind=Verbatim(kind), name=Verbatim(name)),
                say("expected {shape}", shape=shape.told),
                node.where,
            )


def kinds_schema() -> dict[str, Any]:
    """The JSON Schema of every kind's `parameters`, by kind."""
    return {
        name: {
            "type": "object",
            "additionalProperties": False,
            "required": [each for each in kind.parameters if each not in kind.optional],
            "properties": {each: dict(shape.schema) for each, shape in kind.parameters.items()},
        }
        for name, kind in KINDS.items()
    }
