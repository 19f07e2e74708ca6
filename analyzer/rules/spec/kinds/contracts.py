"""The contracts of a game: which there are, what each is worth and brings with it.

One clause lists them; others say of single ones who leads, what is taken and left, which cards must beat.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import Enum
from itertools import product
from typing import Any, Final

from msgspec.structs import replace

from analyzer.frozenrecord import Record
from analyzer.messages import say
from analyzer.rules.spec.clause import Parameter
from analyzer.rules.spec.kinds.clausekind import KINDS, ClauseKind, ParameterShape, chapter, kind, whole, word
from analyzer.rules.spec.reading import RulesReading


class ContractAim(Enum):
    """What a declarer's side must do to make its contract."""

    POINTS = "points"
    NO_TRICK = "no-trick"
    EVERY_TRICK = "every-trick"
    FEWEST = "fewest"
    """Everybody for himself takes as little as he can; nobody declares."""


class TalonLeft(Enum):
    """Where the cards of the talon go that nobody took."""

    OPPONENTS = "opponents"
    DECLARER = "declarer"
    NOBODY = "nobody"
    TRICKS = "tricks"
    """One to the winner of each of the first tricks, in the order turned."""


class CalledAway(Enum):
    """With whom a declarer plays whose called card nobody holds."""

    ALONE = "alone"
    DEALER = "dealer"
    """With the dealer, who laid it away."""


_NAME: Final = re.compile(r"[a-z]+(-[a-z]+)*")


def _names(value: object) -> Parameter | None:
    if not isinstance(value, list) or len(set(map(str, value))) < len(value):
        return None
    fits = all(isinstance(each, str) and _NAME.fullmatch(each) for each in value)
    return tuple(value) if fits else None


def _by_name(value: object) -> Parameter | None:
    if not isinstance(value, dict) or _names(list(value)) is None:
        return None
    return dict(value) if all(type(each) is int and 0 <= each <= 1000 for each in value.values()) else None


NAMES: Final = ParameterShape(
    say("a list of contracts by name such as [with-two, solo], each once"),
    {"type": "array", "items": {"type": "string", "pattern": f"^{_NAME.pattern}$"}, "uniqueItems": True},
    _names,
)
_BY_NAME: Final = ParameterShape(
    say("whole numbers by name of a contract, such as {with-two: 2, solo: 6}"),
    {
        "type": "object",
        "propertyNames": {"pattern": f"^{_NAME.pattern}$"},
        "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 1000},
    },
    _by_name,
)

_LISTS: Final = (
    "not_bid", "with_partner", "no_trick", "every_trick", "fewest", "beats", "leads", "brings_radl",
    "not_played",
)  # fmt: skip
"""The parameters that name the contracts of which something is true."""

CONTRACTS: Final = kind(
    "contracts", "bid.contracts", optional=("takes", "buys", *_LISTS),
    order=NAMES, value=_BY_NAME, takes=_BY_NAME, buys=_BY_NAME, **dict.fromkeys(_LISTS, NAMES),
)  # fmt: skip
_AIM: Final = kind(
    "contract-aim", "beggar.goal", "valat.goal", "misere.goal",
    contracts=NAMES, aim=word(*(each.value for each in ContractAim)),
)  # fmt: skip
_LEFT: Final = kind(
    "talon-left", "talon.no-discard", "talon.against", "talon.left", "talon.beggar", "misere.talon",
    contracts=NAMES, goes_to=word(*(each.value for each in TalonLeft)),
)  # fmt: skip
_SHOWN: Final = kind("talon-shown", "talon.take", "talon.open", contracts=NAMES)
_TAKEN_IN: Final = kind("talon-taken-in", "bid.threes", "bid.solo", "talon", takes=_BY_NAME)
THROWN_IN_FOR: Final = kind(
    "thrown-in-for", "bid.tapp", contracts=NAMES, takes=whole(0, 6), amount=whole(0, 1000)
)
_LEADS_IN: Final = kind(
    "leads-in", "play.lead-beggar", "play.lead-misere",
    contracts=NAMES, first=word("after-dealer", "declarer"),
)  # fmt: skip
_BEATS_IN: Final = kind("beats-in", "play.beat", contracts=NAMES)
THREE_TRUMPS: Final = kind(
    "three-trumps", "play.three-trumps", won=word("in-order", "any-order"), never_in=NAMES
)
_OF_THREE: Final = kind("contracts-of-three", "bid.contracts-of-three", without=NAMES)
FLAT_VALUE: Final = kind("flat-value", "payment.flat", contracts=NAMES)
RADLI_EARNED: Final = kind("radli-earned", "radli.earned", contracts=NAMES)


class Contract(Record, frozen=True):
    """One contract: its clause, what it is called, what it is worth, and what it brings with it."""

    clause: str
    name: str
    value: int
    """A factor, a price or a base, as the game scores it."""
    aim: ContractAim = ContractAim.POINTS
    alone: bool = True
    """Whether the declarer plays without a partner."""
    takes: int = 0
    """How many cards of the talon he takes, and lays away."""
    buys: int = 0
    """How many cards he may ask for."""
    beats: bool = False
    """Whether a card must beat what lies in the trick."""
    leads: bool = False
    """Whether the declarer leads first."""
    brings_radl: bool = False
    """Whether everybody's next game counts double once it was played."""
    played: bool = True
    """Whether it is played out; else it is paid at once."""
    left: TalonLeft = TalonLeft.NOBODY
    """Where the cards of the talon go that were not taken."""
    left_clause: str = ""
    """The clause that says so; empty where none does."""
    duty: str = ""
    """The clause by which a card must beat what lies in the trick, where it must."""
    three_trumps: bool = True
    """Whether the Pagat can win a trick with the Fool and the Mond in it, where a game has that rule."""
    bid: bool = True
    """Whether it is bid; else it is played when everybody has passed."""


def contracts_of(given: RulesReading) -> Mapping[str, Contract]:
    """The contracts of a game by name, the lowest first; empty where it has none."""
    clause = given.maybe(CONTRACTS.name)
    if clause is None:
        return {}
    value = given.table(clause, "value")
    takes, buys = (given.table(clause, each) if given.has(clause, each) else {} for each in ("takes", "buys"))
    said = {name: given.names(clause, name) for name in _LISTS}

    def contract(name: str) -> Contract:
        return Contract(
            clause=clause,
            name=name,
            value=value.get(name, 0),
            aim=_aim(name, said),
            alone=name not in said["with_partner"],
            takes=takes.get(name, 0),
            buys=buys.get(name, 0),
            beats=name in said["beats"],
            leads=name in said["leads"],
            brings_radl=name in said["brings_radl"],
            played=name not in said["not_played"],
            bid=name not in said["not_bid"],
        )

    return {name: contract(name) for name in given.words(clause, "order")}


def _aim(name: str, said: Mapping[str, tuple[str, ...]]) -> ContractAim:
    aims = {
        "no_trick": ContractAim.NO_TRICK,
        "every_trick": ContractAim.EVERY_TRICK,
        "fewest": ContractAim.FEWEST,
    }
    return next((aim for parameter, aim in aims.items() if name in said[parameter]), ContractAim.POINTS)


def contracts_named(given: RulesReading) -> Iterator[tuple[str, str, str]]:
    """Every contract that a clause names outside of the order: the clause, the parameter and the name."""
    for named_by in KINDS.values():
        naming = [name for name, shape in named_by.parameters.items() if shape in (NAMES, _BY_NAME)]
        for clause, parameter in product(given.each(named_by.name), naming):
            if (named_by, parameter) != (CONTRACTS, "order"):
                for name in given.names(clause, parameter):
                    yield clause, parameter, name


def contracts_played(given: RulesReading) -> dict[str, Contract]:
    """The contracts with what single clauses say of some of them; those that are not played left out."""
    found = {name: replace(each, **_said(name, given)) for name, each in contracts_of(given).items()}
    for clause in given.each(_OF_THREE.name):
        left_out = given.words(clause, "without")
        if given.number(given.the("seats"), "active") == _THREE_SEATS:
            found = {name: each for name, each in found.items() if name not in left_out}
    return found


def _said(name: str, given: RulesReading) -> dict[str, Any]:
    """What single clauses say of one contract, by field."""

    def naming(kind: ClauseKind, parameter: str = "contracts") -> Iterator[str]:
        return (each for each in given.each(kind.name) if name in given.names(each, parameter))

    said: dict[str, Any] = {}
    for clause in naming(_TAKEN_IN, "takes"):
        said["takes"] = given.table(clause, "takes")[name]
    for clause in naming(THROWN_IN_FOR):
        said |= {"takes": given.number(clause, "takes"), "played": False}
    for clause in naming(_AIM):
        said["aim"] = ContractAim(given.word(clause, "aim"))
    for clause in naming(_LEFT):
        said |= {"left": TalonLeft(given.word(clause, "goes_to")), "left_clause": clause}
    for clause in naming(_LEADS_IN):
        said["leads"] = given.word(clause, "first") == "declarer"
    for clause in naming(_BEATS_IN):
        said |= {"beats": True, "duty": clause}
    for _ in naming(THREE_TRUMPS, "never_in"):
        said["three_trumps"] = False
    for _ in naming(RADLI_EARNED):
        said["brings_radl"] = True
    return said


_THREE_SEATS: Final = 3

_STAKE: Final = kind("stake-value", "payment.value", base=whole(0, 1000), half=whole(0, 250))
_FLOW: Final = kind("stake-flow", "payment.flow", shares=word("evenly"))
_ODD_SHARE: Final = kind("odd-share", "payment.odd", to=word("declarer"))
_THROWN_IN: Final = kind("thrown-in", "bid.with-three-thrown-in", contracts=NAMES)


@chapter(_STAKE)
class StakeScore:
    """A consolation and the points beyond half, times the factor of the contract."""

    value: str = _STAKE.clause
    """The clause of what is paid."""
    flow: str = _FLOW.clause_or_of(_STAKE)
    """The clause of who pays whom."""
    base: int = _STAKE["base"]
    half: int = _STAKE["half"]
    """Half of all points; more wins, less loses, exactly half draws."""
    odd: str = _ODD_SHARE.clause_or_of(_FLOW, _STAKE)
    """The clause of a token that partners cannot share."""
    thrown_in: frozenset[str] = _THROWN_IN.get("contracts", frozenset(), frozenset)
    """The contracts that are paid as a bare win where the cards are thrown in."""
    thrown_in_clause: str = _THROWN_IN.clause_or_of(_STAKE)
