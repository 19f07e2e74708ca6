"""What every answer is made of: frozen values whose fields are its JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final

from msgspec import UNSET, Meta, Struct, UnsetType, to_builtins
from msgspec.structs import replace

from analyzer.cards.card import BY_TEXT, Card
from analyzer.errors import Fault, IllegalMove, Invalid, TarokError
from analyzer.messages import ENGLISH, spoken
from analyzer.rules.actions import Sides
from analyzer.rules.book import Account, Nobody, PoolAccount, Pot, Pots, Sum, Transfer
from analyzer.rules.spec.grounds import AnsweredReading, Grounds
from analyzer.rules.spec.ruleset import RuleSet

# What every answer is made of: frozen values whose fields, in their order, are the keys of the JSON.
#
# A :class:`View` is an answer or a part of one. Its JSON and its JSON Schema are made from the same fields,
# so neither can say what the other does not. A field that may be `UNSET` is absent where that part was not
# asked for, not finished, or does not apply; every other key is always there. Adding keys is fine, renaming
# or removing one needs a new `schema` version.


__all__ = [
    "MOST_EXAMPLES",
    "UNSET",
    "Amounts",
    "BySide",
    "CardWord",
    "Chance",
    "Column",
    "Count",
    "Digest",
    "Grounded",
    "HandsView",
    "Head",
    "Impossible",
    "LineNumber",
    "MadeOf",
    "Meta",
    "Moves",
    "Payer",
    "Players",
    "Points",
    "PotsView",
    "Readings",
    "RestsOn",
    "TooMany",
    "TransferView",
    "UnsetType",
    "UnsettledIds",
    "Variant",
    "View",
    "account_word",
    "grounded",
    "grounds_view",
    "name_amounts",
    "or_unset",
    "plain",
    "pots_view",
    "side_names",
    "sum_view",
    "transfer_views",
    "words",
]  # fmt: skip

CardWord = Annotated[str, Meta(extra_json_schema={"enum": list(BY_TEXT)})]
"""A card as a position file writes it."""
HandsView = Annotated[dict[str, list[CardWord]], Meta(description="The hands of one deal, by player.")]
MOST_EXAMPLES: Final = 3
"""Deals that are shown of each answer."""
Count = Annotated[int, Meta(ge=0)]
Chance = Annotated[float, Meta(ge=0, le=1)]
Payer = Annotated[str, Meta(description="A player, `king pot` or `pagat pot`; null for nobody.")]
Players = Annotated[list[str], Meta(description="Players in table order.")]
Moves = Annotated[
    list[str], Meta(description="Moves in the notation of a position file: hR, fool=h, demand[C].")
]
Amounts = Annotated[dict[str, int], Meta(description="Tokens received minus tokens paid, by player.")]
NotZeroSum = (
    Annotated[
        bool,
        Meta(
            description="False if all players gain or lose by their own counts, which nobody pays. Tokens "
            "and pots then do not have to sum to zero. Otherwise absent."
        ),
    ]
    | UnsetType
)
Points = Annotated[
    int | list[int], Meta(description="Exact: a whole number, or numerator and denominator in lowest terms.")
]
BySide = Annotated[dict[str, Points], Meta(description="Values by the leader of each side.")]
LineNumber = Annotated[int, Meta(ge=1)] | None
Column = Annotated[int, Meta(ge=1)] | None


class View(Struct, frozen=True):
    """An answer, or a part of one."""

    LAST: ClassVar[tuple[str, ...]] = ()
    """Keys that come after those that a more specific answer adds."""


Variant = Annotated[dict[str, str], Meta(description="The chosen options, each with its reading.")]
Digest = Annotated[
    str,
    Meta(description="`sha256:` and the digest of what the clauses decide. Equal digests mean equal rules."),
]


class Head(View, frozen=True, kw_only=True):
    """An answer under a rule set, with the rule set's name, variant and digest."""

    ruleset: Annotated[str, Meta(description="The rule set used for the answer.")]
    variant: Variant
    digest: Digest


RestsOn = Annotated[
    list[str],
    Meta(description="The silent clauses whose default the answer depends on, in the order of the rules."),
]
UnsettledIds = Annotated[
    list[str],
    Meta(description="The disputed clauses that the answer depends on, if no variant chooses a reading."),
]
Readings = Annotated[
    list[dict[str, Any]],
    Meta(
        description="One entry per reading of an unsettled question: its `variant` and the keys whose values "
        "differ."
    ),
]


Impossible = (
    Annotated[
        list[dict[str, Any]],
        Meta(
            description="Readings that contradict the given facts. Each has its `variant` and its `faults` "
            "instead of an answer. Absent if there are none."
        ),
    ]
    | UnsetType
)
TooMany = (
    Annotated[
        bool,
        Meta(description="True if more readings affect the answer than can be searched; otherwise absent."),
    ]
    | UnsetType
)


class Grounded(Head, frozen=True, kw_only=True):
    """An answer under a rule set, with the clauses it depends on if its source does not simply state it."""

    rests_on: RestsOn
    unsettled: UnsettledIds
    readings: Readings
    impossible: Impossible = UNSET
    too_many_readings: TooMany = UNSET


class PotsView(View, frozen=True):
    """The amounts in the pots, or their changes."""

    king: int
    pagat: int


class SumView(View, frozen=True):
    """The calculation of an amount.

    The terms are added, multiplied by `times` and doubled `doubled` times. If `halved`, half of that counts.
    """

    terms: list[Count]
    times: Annotated[int, Meta(ge=1)]
    doubled: Count
    halved: bool


MadeOf = (
    Annotated[SumView, Meta(description="The calculation of the amount; absent for a plain amount.")]
    | UnsetType
)


def sum_view(made_of: Sum | None) -> SumView | UnsetType:
    """How an amount is reckoned, where it is no plain one."""
    if made_of is None:
        return UNSET
    return SumView(list(made_of.added), made_of.times, made_of.doubled, made_of.halved)


class TransferView(View, frozen=True, rename={"giver": "from"}):
    """A payment from one player or pot to another."""

    giver: Payer | None
    to: Payer | None
    amount: Count
    clause: str
    made_of: MadeOf = UNSET


def plain(view: View) -> dict[str, Any]:
    """The view as plain data, ready to be written."""
    found: dict[str, Any] = to_builtins(view, str_keys=True, enc_hook=str)
    for key in view.LAST:
        if key in found:
            found[key] = found.pop(key)
    return found


def or_unset(value: Any) -> Any:
    """The value; absent where it is None."""
    return UNSET if value is None else value


def words(cards: Iterable[Card]) -> list[str]:
    """Cards as text, in canonical order."""
    return [str(card) for card in sorted(cards)]


def name_amounts(amounts: Sequence[int | None], players: Sequence[str]) -> dict[str, int]:
    """Amounts by seat under the players' names; seats without an amount are left out."""
    return {player: n for player, n in zip(players, amounts, strict=False) if n is not None}


def side_names(sides: Sides, players: Sequence[str]) -> list[list[str]]:
    """The names of each side, the declarer's first."""
    return [[players[seat] for seat in sides.seats(side)] for side in range(sides.count)]


def pots_view(pots: Pots) -> PotsView:
    """What lies in the pots, or what changed in them."""
    return PotsView(pots.king, pots.pagat)


def account_word(account: Account, players: Sequence[str]) -> str | None:
    """A payer or payee: a player, a pot, a pool; None for nobody."""
    if isinstance(account, Nobody):
        return None
    if isinstance(account, Pot):
        return f"{account.value} pot"
    return f"pool {account.place + 1}" if isinstance(account, PoolAccount) else players[account]


def transfer_views(transfers: Iterable[Transfer], players: Sequence[str]) -> list[TransferView]:
    """Payments with the names of those who pay and receive them."""
    return [
        TransferView(
            account_word(each.payer, players),
            account_word(each.payee, players),
            each.amount,
            each.clause,
            sum_view(each.made_of),
        )
        for each in transfers
    ]


def identity(rules: RuleSet) -> Mapping[str, Any]:
    """Which rules an answer rests on, as keys of a :class:`Head`."""
    return rules.identity


def grounded(rules: RuleSet, grounds: Grounds) -> dict[str, Any]:
    """Rule set and grounds of an answer, as keys of a :class:`Grounded`."""
    return {**rules.identity, **grounds_view(grounds)}


def grounds_view(grounds: Grounds) -> dict[str, Any]:
    """What an answer rests on, as keys of a :class:`Grounded` beside those of its :class:`Head`."""
    return {
        "rests_on": list(grounds.rests_on),
        "unsettled": list(grounds.unsettled),
        "readings": _readings(grounds.readings),
        "impossible": _readings(grounds.impossible) or UNSET,
        "too_many_readings": grounds.too_many or UNSET,
    }


def _readings(told: Iterable[AnsweredReading]) -> list[dict[str, Any]]:
    return [{"variant": dict(each.variant), **each.differs} for each in told]


class FaultView(View, frozen=True, kw_only=True):
    """A fault. `expected` repeats, on its own, what the message says was expected."""

    where: Annotated[str, Meta(description="FILE:LINE:COL, or empty.")]
    line: LineNumber
    column: Column
    message: Annotated[str, Meta(description="The fault, then what was expected.")]
    expected: str | None
    clause: Annotated[str, Meta(description="The clause that forbids the move.")] | UnsetType = UNSET
    legal: Annotated[list[str], Meta(description="The legal moves.")] | UnsetType = UNSET
    lacking: (
        Annotated[bool, Meta(description="True if more information in the file would remove the fault.")]
        | UnsetType
    ) = UNSET


class ErrorAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/error/1"):
    """The faults that prevented an answer."""

    errors: Annotated[list[FaultView], Meta(description="All faults, in file order.")]


def error_view(error: TarokError, lang: str = ENGLISH) -> ErrorAnswer:
    """The answer where something went wrong, in a language."""
    if isinstance(error, Invalid):
        return ErrorAnswer(errors=[_fault(fault, lang) for fault in error.faults])
    found = FaultView(where="", line=None, column=None, message=error.describe(lang), expected=None)
    if isinstance(error, IllegalMove):
        found = replace(found, clause=error.clause, legal=list(error.legal))
    return ErrorAnswer(errors=[found])


def _fault(fault: Fault, lang: str) -> FaultView:
    where = fault.where
    return FaultView(
        where="" if where is None else str(where),
        line=None if where is None else where.line or None,
        column=None if where is None else where.column or None,
        message=fault.text(lang),
        expected=None if fault.expected is None else spoken(fault.expected, lang),
        lacking=fault.lacking or UNSET,
    )


# JSON as it is written: what fits on a line stands on one line.


def dumps(value: object, *, ascii_only: bool = False, width: int = 100) -> str:
    """The value as JSON text; whatever fits on a line of `width` columns stands on one line."""
    return _written(value, "", width, ascii_only=ascii_only) + "\n"


def _written(value: object, indent: str, width: int, *, ascii_only: bool) -> str:
    flat = json.dumps(value, ensure_ascii=ascii_only)
    if len(indent) + len(flat) <= width or not value or not isinstance(value, dict | list):
        return flat
    deeper = indent + "  "
    if isinstance(value, dict):
        inner = [
            f"{json.dumps(str(key), ensure_ascii=ascii_only)}: "
            f"{_written(each, deeper, width, ascii_only=ascii_only)}"
            for key, each in value.items()
        ]
        opening, closing = "{", "}"
    else:
        inner = [_written(each, deeper, width, ascii_only=ascii_only) for each in value]
        opening, closing = "[", "]"
    body = f",\n{deeper}".join(inner)
    return f"{opening}\n{deeper}{body}\n{indent}{closing}"
