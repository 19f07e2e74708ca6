"""What must be told of a hand that is over, so that it can be settled without its cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from analyzer.errors import Where
from analyzer.messages import Verbatim, say
from analyzer.position.files.reader import Reader
from analyzer.rules.score.deviation import nil_seat
from analyzer.rules.score.hand import HandCame
from analyzer.rules.score.target import slam_bid, slam_decides
from analyzer.rules.score.told import contract_played
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.contracts import ContractAim
from analyzer.yamltree.placed import Shape

_EXPECTED: Final = {"slam": say("expected who won every trick, or `slam: none`: the settlement hangs on it")}
"""What is expected for a key, where there is more to say than that it is."""


def check_came(reader: Reader, where: Where, came: HandCame, shape: Shape | None = None) -> None:
    """A fault for every key that is left out and that the settlement of a hand hangs on.

    A key of the `shape` under which something wrong stands has its fault, and is not missing too.
    """
    game = reader.rules.game
    for key in dict.fromkeys(_needed(game, came)):
        if shape is not None and key in shape.fields() and shape.tells(key) and reader.notes.faults:
            continue
        message = say("`{key}` is missing", key=Verbatim(key))
        reader.lack(where, message, _EXPECTED.get(key, say("expected it: the settlement hangs on it")))


def _needed(game: GameSpec, came: HandCame) -> Iterator[str]:
    """The keys that are missing, by their names."""
    told = came.told
    contract = game.contract(told.contract)
    if came.thrown_in or (contract is not None and not contract.played):
        return
    if contract is None:
        if game.contracts:
            yield "contract"
        elif None in came.units and (nil_seat(game, came) is None or _returned(came)):
            yield "points"
        return
    if contract.aim is ContractAim.FEWEST:
        yield from ["points"] if None in came.units else []
        return
    if told.declarer is None:
        return
    if not contract.alone and told.called is not None and told.partner is None:
        yield "partner"
    played = contract_played(game, told) or contract
    if played.aim is ContractAim.EVERY_TRICK:
        yield from [] if came.whole else ["valat"]
    elif contract.aim is ContractAim.NO_TRICK:
        yield from ["tricks"] if not came.tricks or came.tricks[told.declarer] is None else []
    else:
        yield from _for_points(game, came, told.declarer)


def _returned(came: HandCame) -> bool:
    """Whether somebody declared what is given back where too few points are taken."""
    return any(each.returnable for said in came.told.declared.values() for each in said)


def _for_points(game: GameSpec, came: HandCame, declarer: int) -> Iterator[str]:
    """What a contract that is won by points needs."""
    side, told = came.sides.of[declarer], came.told
    won = [bool(number) for number in came.tricks] if None not in came.tricks else []
    swept = len({came.sides.of[seat] for seat, any_won in enumerate(won) if any_won}) == 1
    if game.target is not None:
        if slam_bid(game, told) and not came.whole:
            yield "slam"
        if slam_decides(game, told):
            # A slam that was bid is paid for in place of everything else, made or not.
            return
        if (
            game.target_paid is not None
            and swept
            and any(came.tricks[seat] for seat in came.sides.seats(side))
        ):
            return
        bouts = "trull" if game.coefficients is None else "bouts"
        yield from [bouts] if told.trull is None else []
    if came.deeds.all_tricks is None and came.units[side] is None:
        yield "points"
