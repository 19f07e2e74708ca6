"""The contracts of a game, their values, and the score sheet of a game that has one."""

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
from analyzer.rules.spec.kinds.clausekind import (
    REGISTERED,
    ClauseKind,
    ParameterShape,
    chapter,
    kind,
    some,
    whole,
    word,
)
from analyzer.rules.spec.reading import ClauseReader

# The contracts of a game: which there are, what each is worth and brings with it.
#
# One clause lists them; others say of single ones who leads, what is taken and left, which cards must beat.


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


def _read_named_numbers(value: object) -> Parameter | None:
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
    _read_named_numbers,
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


def contracts_of(given: ClauseReader) -> Mapping[str, Contract]:
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


def contracts_named(given: ClauseReader) -> Iterator[tuple[str, str, str]]:
    """Every contract that a clause names outside of the order: the clause, the parameter and the name."""
    for named_by in REGISTERED.values():
        naming = [name for name, shape in named_by.parameters.items() if shape in (NAMES, _BY_NAME)]
        for clause, parameter in product(given.clause_ids(named_by.name), naming):
            if (named_by, parameter) != (CONTRACTS, "order"):
                for name in given.names(clause, parameter):
                    yield clause, parameter, name


def contracts_played(given: ClauseReader) -> dict[str, Contract]:
    """The contracts with what single clauses say of some of them; those that are not played left out."""
    found = {
        name: replace(each, **_read_contract_fields(name, given))
        for name, each in contracts_of(given).items()
    }
    for clause in given.clause_ids(_OF_THREE.name):
        left_out = given.words(clause, "without")
        if given.number(given.the("seats"), "active") == _THREE_SEATS:
            found = {name: each for name, each in found.items() if name not in left_out}
    return found


def _read_contract_fields(name: str, given: ClauseReader) -> dict[str, Any]:
    """What single clauses say of one contract, by field."""

    def naming(kind: ClauseKind, parameter: str = "contracts") -> Iterator[str]:
        return (each for each in given.clause_ids(kind.name) if name in given.names(each, parameter))

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


# Games whose hands are written on a sheet, and what a hand brings there. Points are whole points.


_WORTH: Final = whole(1, 1000)

_VALUE: Final = kind(
    "sheet-value", "payment.value", base=_WORTH, half=whole(1, 250), difference=whole(1, 100)
)
_SHEETS_FLOW: Final = kind("sheet-flow", "payment.flow", won=word("declarer"), lost=word("each-opponent"))
_KONTRA: Final = kind("pagat-announcement", "announce.pagat", kontra=word("bonus", "game"))
_PAGAT: Final = kind("pagat-bonus", "payment.pagat", amount=_WORTH)
_PERSONAL: Final = kind("personal-bonus", "payment.personal", amount=_WORTH, held=some("trull", "four-kings"))
_ALL_TRICKS: Final = kind("all-tricks", "payment.all-tricks", amount=whole(1, 10000))


@chapter(_VALUE, beside=(CONTRACTS,))
class DifferenceSheet:
    """A sheet of base and difference, the Pagat in the last trick, hands held, all tricks."""

    value: str = _VALUE.clause
    flow: str = _SHEETS_FLOW.clause
    pagat: str = _PAGAT.clause
    personal: str = _PERSONAL.clause
    all_tricks: str = _ALL_TRICKS.clause
    unit: int = _VALUE["base"]
    """The consolation: what a contract of factor 1 is worth."""
    half: int = _VALUE["half"]
    difference: int = _VALUE["difference"]
    """What a point of difference is worth in a contract of factor 1."""
    thrown_in: int = THROWN_IN_FOR["amount"]
    """What a contract that is not played out is worth."""
    thrown_in_clause: str = THROWN_IN_FOR.clause
    pagat_value: int = _PAGAT["amount"]
    """What the Pagat in the last trick is worth, unannounced, in a contract of factor 1."""
    personal_value: int = _PERSONAL["amount"]
    personal_held: frozenset[str] = _PERSONAL.get("held", as_=frozenset)
    """What brings it, held at the start of play: `four-kings`, `trull`."""
    all_value: int = _ALL_TRICKS["amount"]
    """What every trick is worth in a contract of factor 1."""
    kontra: str = _KONTRA.clause
    """The clause of the announced Pagat and of Kontra."""
    kontra_doubles_game: bool = _KONTRA.says("kontra", "game")


class SideBonus(Record, frozen=True):
    """A bonus of a side: its clause, what it is called, what it is worth unannounced."""

    clause: str
    name: str
    value: int


def _bonus(kind: ClauseKind) -> SideBonus:
    """The bonus of the one clause of a kind."""
    found: SideBonus = kind.derived_field(lambda given: _bonus_at(given, given.the(kind.name)))
    return found


def _bonus_at(given: ClauseReader, clause: str) -> SideBonus:
    """A bonus, called as the last part of its clause's id."""
    return SideBonus(clause, clause.rpartition(".")[2], given.number(clause))


_GAME: Final = kind("game-value", "payment.game", half=whole(1, 250), rounding=whole(1, 50))
_GAME_FOR: Final = kind("game-for", "payment.game-each", who=word("each-of-side"))
_REST: Final = kind("count-rest", "count.rest", to=word("nearest"))
_SIDE: Final = kind("side-bonuses", "bonus.side", missed=word("doubled-loss", "nothing"))
_SIDE_BONUS: Final = kind("side-bonus", "bonus.kings", "bonus.trinity", "bonus.king-ultimo", amount=_WORTH)
_VALAT: Final = kind("valat-bonus", "bonus.valat", amount=_WORTH, counts=word("added", "instead"))
_PLAYER_PAGAT: Final = kind("player-pagat", "bonus.pagat", amount=_WORTH)
_ABSENT: Final = kind("pagat-absent", "bonus.pagat-absent", brings=word("loss", "nothing"))
_BEATEN: Final = kind("pagat-beaten", "bonus.pagat-beaten", brings=word("loss", "nothing"))
_MOND: Final = kind("mond-lost", "bonus.mond-lost", amount=_WORTH, to_partner=word("lost", "kept"))
_MISERE: Final = kind(
    "misere-score", "misere.score",
    amount=_WORTH, over=whole(1, 250), with_trickless=word("trickless-scores", "nobody-else"),
)  # fmt: skip
_OWN: Final = kind("misere-bonuses", "misere.bonuses", count=word("none", "own"))
_RADLI: Final = kind("radli-doubles", "radli", for_=word("side", "declarer"))


@chapter(_GAME, beside=(CONTRACTS,))
class BonusSheet:
    """A sheet of the contract with the difference, bonuses of sides and of players, radli."""

    game: str = _GAME.clause
    flat: str = FLAT_VALUE.clause
    misere: str = _MISERE.clause
    radli: str = _RADLI.clause
    radli_earned: str = RADLI_EARNED.clause
    """The clause of what brings everybody a radl."""
    missed: str = _SIDE.clause
    rest: str = _REST.clause
    """The clause of a rest of thirds."""
    each: str = _GAME_FOR.clause
    """The clause that gives declarer and partner the whole of the game each."""
    absent: str = _ABSENT.clause
    beaten: str = _BEATEN.clause
    """The clauses of a Pagat announced and not in the last trick, and of one unannounced and beaten there."""
    own: str = _OWN.clause
    """The clause of what players have beside their points where each plays alone."""
    half: int = _GAME["half"]
    rounding: int = _GAME["rounding"]
    bonuses: tuple[SideBonus, ...] = _VALAT.derived_field(
        lambda given: tuple(
            _bonus_at(given, each) for kind in (_SIDE_BONUS, _VALAT) for each in given.clause_ids(kind.name)
        )
    )
    pagat: SideBonus = _bonus(_PLAYER_PAGAT)
    mond: SideBonus = _bonus(_MOND)
    valat_instead: bool = _VALAT.says("counts", "instead")
    missed_loses: bool = _SIDE.says("missed", "doubled-loss")
    pagat_absent_loses: bool = _ABSENT.says("brings", "loss")
    pagat_beaten_loses: bool = _BEATEN.says("brings", "loss")
    mond_to_partner_lost: bool = _MOND.says("to_partner", "lost")
    trickless_alone: bool = _MISERE.says("with_trickless", "nobody-else")
    """Whether with a player without a trick nobody else is deducted anything."""
    misere_bonuses: bool = _OWN.says("count", "own")
    misere_value: int = _MISERE["amount"]
    misere_over: int = _MISERE["over"]
    """With more points than this somebody alone is deducted that value."""
    radl_for_side: bool = _RADLI.says("for", "side")
    """Whether a radl doubles for the declarer's side; else for the declarer alone."""
