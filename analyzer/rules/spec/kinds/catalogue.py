"""All kinds of clauses, with the parameters of each: a closed list.

A kind is something that code knows how to read; a clause is one use of it in one rule set. A rule that fits
no kind cannot be stated, and a parameter no kind knows is a fault, so nothing in a rule set is ignored.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping
from typing import Any, Final

from msgspec import field

from analyzer.cards.card import COURTS
from analyzer.errors import Fault
from analyzer.frozenrecord import Record
from analyzer.messages import Verbatim, listed, quoted, say
from analyzer.rules.spec.clause import Category, Parameter
from analyzer.rules.spec.kinds.clausekind import (
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
    ParameterShape,
    kind,
    kinds_beside,
    some,
    whole,
    word,
)
from analyzer.rules.spec.kinds.clausekind import REGISTERED as _ALL
from analyzer.yamltree.node import Node

# the table
kind("seats", "table.players", active=whole(2, 5))
kind("sits-out", allowed=FLAG, seat=word("opposite-the-dealer", "dealer"), pays=some("foundation"))
kind("deck", "table.deck", size=whole(1, 78), without=CARDS)
kind("ranks", "table.ranks", courts=some(*COURTS), reversed_spots=SUIT_LIST)
kind("deal", "table.hand", optional=("packet",), hand=whole(1, 39), skat=whole(0, 30), packet=whole(1, 30))
kind("deals-next", who=word("next-in-turn", "same-dealer"))
kind("misdeal", without=SUIT, fool_counts=FLAG, deals_again=word("same-dealer", "next-dealer"))
# play
kind("direction", "table.direction", turn=word("counter-clockwise", "clockwise"))
kind("leads", "play.lead", first=word("after-dealer", "dealer"), then=word("trick-winner"))
kind(
    "duty",
    "play.follow",
    "play.trump",
    "play.free",
    "play.overtrump",
    optional=("among",),
    to=word("follow-suit", "trump-when-void", "beat"),
    holds=FLAG,
    among=word("any", "trumps"),
)
kind("trick-winner", "play.winner", by=some("highest-trump", "highest-of-suit-led"))
# the Fool
kind("excuse", "fool.any-trick", card=CARD)
kind("never-wins", "fool.never-wins", card=CARD)
kind("pile", card=CARD, goes_to=word("its-player", "trick-winner"))
kind(
    "pile-at-trick",
    "fool.lost",
    "fool.last",
    card=CARD,
    trick=TRICK,
    goes_to=word("its-player", "trick-winner", "other-side"),
)
kind("names-suit", card=CARD, suits=SUIT_LIST)
kind("ban-at-trick", card=CARD, trick=TRICK)
kind("demand-at-trick", card=CARD, trick=TRICK)
kind("demand-takes-back", take_back=word("all-after-holder", "holder"))
kind(
    "naming-step",
    when=word("led", "both-say-void", "second-plays-third-claims", "both-play", "both-play-without-trumps"),
    named_by=word("leader", "second", "third", "nobody", "second-card"),
)
# the skat
kind("skat-size", "discard.size", cards=whole(0, 30))
kind("never-discard", "discard.honours", "discard.limits", cards=CARDS)
kind("only-if-void", optional=("cards",), suit=SUIT, fool_counts=FLAG, cards=CARDS)
kind("only-if-announced", cards=CARDS, announce=word("tout"))
kind("not-in-combination-unless-unavoidable", paid=FLAG)
kind("unavoidable-paid", when=word("always", "above-hand", "never"))
kind("must-tell", tells=word("whether", "how-many"), about=SUIT, asked=word("first-chance", "showing-out"))
kind("must-announce", announce=some("combination-cards", "tout"))
# declarations
kind("trump-declaration", from_=whole(1, 22), amount=AMOUNT, step=AMOUNT, fool_counts=FLAG, tells_pagat=FLAG)
kind("matador-declaration", "declare.matadors", from_=whole(1, 22), amount=AMOUNT, step=AMOUNT, core=CARDS)
kind("graded-declaration", of=word("courts-of-a-suit", "kings"), half=AMOUNT, full=AMOUNT, abundant=AMOUNT)
kind("must-say", says=word("pass"))
kind("correctable", until=word("opening-lead"), unless=word("information-given-away"))
kind("essential", trumps_by=whole(0, 22))
kind("untold", card=CARD, told=FLAG)
# payments
kind("foundation", amount=AMOUNT, pots=POT_LIST, when=some("start", "whenever-empty"))
kind("pot-payment", payer=word("dealer"), amount=AMOUNT, pots=POT_LIST)
kind("pots-place", paid=word("right", "left"), decides=FLAG)
kind("lost-early", cards=CARDS, to_each=AMOUNT, to_pot=AMOUNT, pot=POT)
kind(
    "from-each",
    optional=("when", "cards"),
    amount=AMOUNT,
    when=word("won-early", "last-trick", "tout", "nolo"),
    cards=CARDS,
)
kind("ultimo", cards=CARDS, amount=AMOUNT, pot=POT)
kind("bagud", cards=CARDS, amount=AMOUNT, pot=POT)
kind("settlement-order", steps=some("count-pot", "ultimo", "bagud", "foundation"))
kind("takes-pots", takes=FLAG, pots=POT_LIST)
kind("failed-tout", amount=AMOUNT, doubles_pots=FLAG, ultimo=FLAG)
kind("failed-tout-last-trick", paid=FLAG)
kind("failed-tout-doubling", doubles=word("counted", "as-it-lies"))
kind("failed-tout-declarations", stand=FLAG)
kind("answers-for", who=word("pot-winner"), for_=word("foundation"))
# the count
kind(
    "card-points",
    points=POINTS,
    trick=whole(0, 10),
    skat=whole(0, 10),
    total=whole(1, 500),
)
kind("par", par=whole(0, 250), rounding=whole(1, 100))
kind("settles-count", with_=word("next-dealer", "nobody"), next_dealer_counts=FLAG)
kind("count-after", outcome=word("tout", "nolo"), counts=FLAG)
# the end, fines, manners
kind("divides-pots", evenly=FLAG)
kind("joins", divisor=whole(1, 10))
kind("fine", category=CATEGORY, to_each_pot=AMOUNT, play=word("goes-on", "abandoned"))
kind(
    "irregularity",
    optional=("mended_until", "fined_until"),
    category=CATEGORY,
    remedy=word("none", "corrected", "taken-back", "stands", "redeal-same-dealer", "repaid", "abandoned"),
    mended_until=word("opening-lead", "next-declaration"),
    fined_until=word("opening-lead", "all-paid"),
)
kind("propriety", duty=word("protect-pots", "take-chance", "richer-pot"))
kind("considerable", half=FLAG, least=whole(0, 1000))
kind("not-asked", about=word("pots"), during=word("play", "hand"))
kind("manners", asks=word("silence", "silence-of-the-fourth", "hands-down"))
# of games of card points
kind("sides", "table.sides", who=word("alone", "partners", "declarer"))
kind("led-fool", "fool.led", led_by=word("next-card", "leader"))
kind("fool-is", "fool.kind", what=word("trump", "excuse"))
kind("top-when-swept", "fool.top", holds=FLAG)
kind(
    "count-cards",
    "count.points",
    points=POINTS,
    unit=whole(1, 3),
    card=whole(0, 3),
    trick=whole(0, 3),
    discard=whole(0, 3),
    total=whole(1, 500),
)

CLAUSE_KINDS: Final = _ALL
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
"""Every clause of a rule set of Danish Tarok, by id, and its possible kinds."""

IRREGULARITY: Final = "irregularity."
"""The beginning of ids of clauses with one irregularity each; a rule set has as many as its source names."""

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
"""Optional clauses of a rule set, and their possible kinds."""

FURTHER: Final = {IRREGULARITY: ("irregularity",), "payment.early-": ("lost-early", "from-each")}
"""The kinds of further clauses, by the beginning of their ids: a rule set has as many as its source names."""


class ClauseIds(Record, frozen=True):
    """The clauses of one sort of games, by id, and the possible kinds of each."""

    needed: frozenset[str]
    """The clauses that every rule set of the sort has."""
    known: Mapping[str, tuple[str, ...]]
    further: Mapping[str, tuple[str, ...]]
    """The kinds of further clauses, by the beginning of their ids."""
    together: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The kinds that a rule set also needs if it has a clause of a kind, by that kind."""

    def kinds_lacking(self, kinds: Collection[str]) -> tuple[str, ...]:
        """Return the kinds of clauses that are missing next to those of these kinds."""
        wanted = (each for kind, others in self.together.items() if kind in kinds for each in others)
        return tuple(each for each in dict.fromkeys(wanted) if each not in kinds)

    def kinds_of(self, clause: str) -> tuple[str, ...]:
        """Return the possible kinds of a clause; empty for an id that no rule set of the sort has."""
        further = (kinds for begin, kinds in self.further.items() if clause.startswith(begin))
        return self.known.get(clause) or next(further, ())


POT_GAMES: Final = ClauseIds(frozenset(ID_KINDS), {**ID_KINDS, **OPTIONAL}, FURTHER)
"""Danish Tarok: the last trick decides, and there are two pots."""
MARK: Final = "table.sides"
"""The clause that marks a rule set of a game decided by card points."""
_NEEDED: Final = frozenset(
    {
        "table.players", MARK, "table.deck", "table.honours", "table.ranks", "table.hand", "play.lead",
        "play.follow", "play.trump", "play.winner", "count.points",
    }
)  # fmt: skip
_IDS: Final[dict[str, tuple[str, ...]]] = {}
for _kind in CLAUSE_KINDS.values():
    for _id in _kind.at:
        _IDS[_id] = (*_IDS.get(_id, ()), _kind.name)
POINT_GAMES: Final = ClauseIds(_NEEDED, _IDS, {}, kinds_beside())
"""The games decided by card points."""


def ids_for(clauses: Container[str]) -> ClauseIds:
    """Return the clauses of the sort of games that these clauses belong to."""
    return POINT_GAMES if MARK in clauses else POT_GAMES


def read_parameters(kind: str, node: Node) -> tuple[dict[str, Parameter], list[Fault]]:
    """Return the parameters of a clause that fit its kind, and a fault for each that does not.

    An unknown kind has no parameters, and no fault either: it is reported elsewhere.
    """
    if kind not in CLAUSE_KINDS:
        return {}, []
    faults: list[Fault] = []
    values = node.value if isinstance(node.value, dict) else {}
    read: dict[str, Parameter] = {}
    for name, value in values.items():
        shape = CLAUSE_KINDS[kind].parameters.get(name)
        if shape is None:
            known = listed(Verbatim(f"`{each}`") for each in CLAUSE_KINDS[kind].parameters)
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
    """Yield the faults of a value: those of its items that do not fit, otherwise of all of it."""
    items = value.value if isinstance(value.value, list) else []
    wrong = [item for item in items if shape.read([item.plain()]) is None]
    for node in wrong or [value]:
        item = say("an item of `{key}` does not fit", key=Verbatim(name))
        whole = say("`{key}` does not fit", key=Verbatim(name))
        yield Fault(item if wrong else whole, say("expected {shape}", shape=shape.told), node.where)


def _missing(kind: str, values: Mapping[str, Any], node: Node) -> Iterator[Fault]:
    for name, shape in CLAUSE_KINDS[kind].parameters.items():
        if name not in values and name not in CLAUSE_KINDS[kind].optional:
            yield Fault(
                say("`{kind}` needs the parameter `{name}`", kind=Verbatim(kind), name=Verbatim(name)),
                say("expected {shape}", shape=shape.told),
                node.where,
            )


def kinds_schema() -> dict[str, Any]:
    """Return the JSON Schema of every kind's `parameters`, by kind."""
    return {
        name: {
            "type": "object",
            "additionalProperties": False,
            "required": [each for each in kind.parameters if each not in kind.optional],
            "properties": {each: dict(shape.schema) for each, shape in kind.parameters.items()},
        }
        for name, kind in CLAUSE_KINDS.items()
    }
