"""What was paid or written for a hand of card points, or is said to be owed: as files tell it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from analyzer.cards.notation import shown
from analyzer.disputes.kinds.common import PaidShape, read_paid
from analyzer.disputes.model import ClaimedPayment
from analyzer.messages import Verbatim, say
from analyzer.position.files.cardlists import WrittenNumber
from analyzer.position.files.handshape import PoolShape
from analyzer.position.files.handtold import read_pools
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import Change
from analyzer.position.files.uses import EXPECTED, KEYS, useless
from analyzer.rules.book import Account, PoolAccount
from analyzer.rules.score.pools import largest
from analyzer.rules.score.told import Pool
from analyzer.yamltree.placed import Field, Shape, Text

_POOL: Final = re.compile(r"(?:(?P<new>new) )?pool(?: (?P<place>[1-9][0-9]?))?")
SAID_KEYS: Final = {
    "paid": EXPECTED["tokens"],
    "tokens": EXPECTED["tokens"],
    "sheet": EXPECTED["sheet"],
    "pools_after": KEYS["pools"],
    "radli_after": KEYS["radli"],
}


class SaidOwedKeys(Shape):
    """What was paid or written, or what somebody says is owed."""

    paid: list[PaidShape] | None = Field(
        None,
        description="What was paid, all of it, by and to players and pools: `pool` is the largest, `pool 2` "
        "the second that is told, `new pool` one that is laid beside them.",
    )
    tokens: dict[Text, Change] | None = Field(
        None, description="What players are said to have received less what they paid."
    )
    sheet: dict[Text, Change] | None = Field(None, description="What is said to be written for players.")
    pools_after: list[PoolShape] | None = Field(
        None, description="The pools that are said to lie there afterwards."
    )
    radli_after: dict[Text, WrittenNumber] | None = Field(
        None, description="How many radli players are said to have afterwards."
    )


@dataclass(frozen=True, slots=True)
class SaidOwed:
    """What was paid or written, or is said to be owed, by seat; None for what nothing is said of."""

    paid: tuple[ClaimedPayment, ...] | None = None
    tokens: Mapping[int, int] | None = None
    sheet: Mapping[int, int] | None = None
    pools: tuple[Pool, ...] | None = None
    radli: Mapping[int, int] | None = None

    @property
    def nothing(self) -> bool:
        """Whether nobody says what is owed."""
        return self == SaidOwed()


def read_said_owed(reader: Reader, shape: SaidOwedKeys, pools: Sequence[Pool] = ()) -> SaidOwed:
    """What a file says is owed, where these pools lay on the table; what the game does not pay is a fault."""
    idle = useless(reader, shape, SAID_KEYS)
    two = say("expected two of the players and the pools")
    account = partial(_account, pools=pools)
    after = None if shape.pools_after is None or "pools_after" in idle else read_pools(shape.pools_after)
    return SaidOwed(
        paid=None if "paid" in idle else read_paid(reader, shape.paid, account, two),
        tokens=None if "tokens" in idle else _amounts(reader, shape.tokens),
        sheet=None if "sheet" in idle else _amounts(reader, shape.sheet),
        pools=after,
        radli=None if "radli_after" in idle else _amounts(reader, shape.radli_after),
    )


def _amounts(reader: Reader, told: Mapping[Text, WrittenNumber] | None) -> Mapping[int, int] | None:
    if told is None:
        return None
    return {seat: each.value for seat, _, each in reader.by_seat(told) if each.value is not None}


def _account(reader: Reader, name: Text, pools: Sequence[Pool]) -> Account | None:
    """The seat or the pool that is named."""
    if not name:
        return None
    game = reader.rules.game
    read = None if name in reader.players else _POOL.fullmatch(name.strip().lower())
    if read is None or game.pools is None:
        return reader.seat_of(name)
    if read["new"] is not None:
        return PoolAccount(len(pools))
    place = int(read["place"]) - 1 if read["place"] else largest(pools, game.pools) if pools else 0
    if place > len(pools):
        message = say("there is no {pool}", pool=Verbatim(shown(name)))
        reader.fault(name.where, message, say("expected one of the pools, or `new pool`"))
        return None
    return PoolAccount(place)
