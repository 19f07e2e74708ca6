"""The kinds of clauses there are, with the parameters each one takes: a closed list.

A kind is what code knows how to read; a clause is one use of it in one rule set. A rule that fits no
kind cannot be stated, and a parameter no kind knows is a fault, so nothing in a rule set is ignored.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from analyzer.cards.card import COURTS
from analyzer.errors import Fault
from analyzer.messages import Verbatim, listed, quoted, say
from analyzer.rules.spec.gamekinds import (
    GAME_FURTHER,
    GAME_IDS,
    GAME_KINDS,
    GAME_NEEDED,
    GAME_TOGETHER,
    MARK,
)
from analyzer.rules.spec.ruleset import Category, Parameter
from analyzer.rules.spec.shapes import (
    AMOUNT,
    CARD,
    CARDS,
    CATEGORY,
    FLAG,
    POINTS,
    POT,
    POT_LIST,
    SUIT,
    SUIT_LIST,
    TRICK,
    ClauseKind,
    ParameterShape,
)
from analyzer.rules.spec.shapes import kind as _kind
from analyzer.rules.spec.shapes import some as _some
from analyzer.rules.spec.shapes import whole as _whole
from analyzer.rules.spec.shapes import word as _word
from analyzer.yamltree.node import Node

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
    "pile-at-trick": _kind(
        card=CARD, trick=TRICK, goes_to=_word("its-player", "trick-winner", "other-side")
    ),
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
        points=POINTS, trick=_whole(0, 10), skat=_whole(0, 10), total=_whole(1, 500),
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
    **GAME_KINDS,
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


@dataclass(frozen=True, slots=True)
class ClauseIds:
    """The clauses of one sort of games, by id, and the kinds each may be of."""

    needed: frozenset[str]
    """Those that every rule set of the sort has."""
    known: Mapping[str, tuple[str, ...]]
    further: Mapping[str, tuple[str, ...]]
    """The kinds of further clauses, by what their ids begin with."""
    together: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By kind the kinds of which a rule set has a clause too where it has one of that kind."""

    def kinds_lacking(self, kinds: Collection[str]) -> tuple[str, ...]:
        """The kinds of clauses that are lacking beside those of these kinds."""
        wanted = (each for kind, others in self.together.items() if kind in kinds for each in others)
        return tuple(each for each in dict.fromkeys(wanted) if each not in kinds)

    def kinds_of(self, clause: str) -> tuple[str, ...]:
        """The kinds a clause may be of; empty for an id that no rule set of the sort has."""
        further = (kinds for begin, kinds in self.further.items() if clause.startswith(begin))
        return self.known.get(clause) or next(further, ())


POT_GAMES: Final = ClauseIds(frozenset(ID_KINDS), {**ID_KINDS, **OPTIONAL}, FURTHER)
"""Danish Tarok: the last trick decides, and there are two pots."""
POINT_GAMES: Final = ClauseIds(GAME_NEEDED, GAME_IDS, GAME_FURTHER, GAME_TOGETHER)
"""The games in which card points decide."""


def ids_for(clauses: Container[str]) -> ClauseIds:
    """The clauses of the sort of games that these clauses are of."""
    return POINT_GAMES if MARK in clauses else POT_GAMES


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
