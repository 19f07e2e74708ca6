"""The kinds of clauses about bids, contracts, purchases and called cards, and their ids."""

from __future__ import annotations

import re
from typing import Final

from analyzer.messages import say
from analyzer.rules.spec.ruleset import Parameter
from analyzer.rules.spec.shapes import FLAG, ClauseKind, ParameterShape, kind, whole, word

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
BY_NAME: Final = ParameterShape(
    say("whole numbers by name of a contract, such as {with-two: 2, solo: 6}"),
    {
        "type": "object",
        "propertyNames": {"pattern": f"^{_NAME.pattern}$"},
        "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 1000},
    },
    _by_name,
)

CONTRACT_LISTS: Final = (
    "not_bid", "with_partner", "no_trick", "every_trick", "fewest", "beats", "leads", "brings_radl",
    "not_played",
)  # fmt: skip
"""The parameters that name the contracts of which something is true."""

BID_KINDS: Final[dict[str, ClauseKind]] = {
    "contracts": kind(
        ("takes", "buys", *CONTRACT_LISTS),
        order=NAMES, value=BY_NAME, takes=BY_NAME, buys=BY_NAME,
        **dict.fromkeys(CONTRACT_LISTS, NAMES),
    ),
    "auction": kind(
        ("must_open", "once"),
        first=word("eldest", "dealer"), holds=FLAG, pushes=FLAG, must_open=FLAG, once=FLAG,
    ),
    "all-pass": kind(("plays",), then=word("next-dealer", "unbid-contract"), plays=NAMES),
    "thrown-in": kind(contracts=NAMES),
    "purchase": kind(cards=word("any", "of-a-suit")),
    "purchase-in-discard": kind(then=word("another-card", "lost")),
    "purchase-price": kind(
        each=whole(0, 1000), mond=whole(0, 1000), swaps=FLAG, to=word("holder", "opponents")
    ),
    "call": kind(
        ("when",), what=word("king", "any-card"), own=FLAG, when=word("after-discard", "before-talon")
    ),
    "call-queen": kind(("further",), with_=word("four-kings"), further=FLAG),
    "stake-value": kind(base=whole(0, 1000), half=whole(0, 250)),
    "stake-flow": kind(shares=word("evenly")),
    "odd-share": kind(to=word("declarer")),
}  # fmt: skip
"""Every kind of clause about bidding by its name."""

BID_IDS: Final[dict[str, tuple[str, ...]]] = {
    "bid.auction": ("auction",),
    "bid.contracts": ("contracts",),
    "bid.all-pass": ("all-pass",),
    "bid.with-three-thrown-in": ("thrown-in",),
    "purchase": ("purchase",),
    "purchase.in-discard": ("purchase-in-discard",),
    "purchase.paid": ("purchase-price",),
    "call.king": ("call",),
    "call.card": ("call",),
    "call.queen": ("call-queen",),
    "payment.value": ("stake-value",),
    "payment.flow": ("stake-flow",),
    "payment.odd": ("odd-share",),
}
"""The clauses about bidding, by id, and the kinds they may be of."""
