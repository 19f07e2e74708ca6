"""Facts of a file that cannot all be true, as a fault at the place of the last of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from analyzer.errors import Where
from analyzer.messages import Verbatim, either, say
from analyzer.position.files.reader import Reader
from analyzer.rules.conduct.irregularities import CORRECTED, Moment, is_before, moments_of
from analyzer.rules.facts.fact import Ground, HandFact, Quarrel
from analyzer.rules.facts.together import quarrel_words, together
from analyzer.rules.score.hand import HandCame, contract_played
from analyzer.rules.score.payments import nil_seat
from analyzer.rules.score.target import slam_bid, slam_decides
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.contracts import ContractAim
from analyzer.yamltree.node import Node
from analyzer.yamltree.placed import Shape

_EXPECTED: Final = {
    "slam": say("expected who won every trick, or `slam: none`: the settlement depends on it")
}
"""What is expected for a key, where there is more to say than that it is."""


def check_came(reader: Reader, where: Where, came: HandCame, shape: Shape | None = None) -> None:
    """Note a fault for every missing key that the settlement of a hand depends on.

    A key of the `shape` with a wrong value has its own fault, and is not missing too.
    """
    game = reader.rules.game
    for key in dict.fromkeys(_needed(game, came)):
        if shape is not None and key in shape.fields() and shape.tells(key) and reader.notes.faults:
            continue
        message = say("`{key}` is missing", key=Verbatim(key))
        reader.lack(where, message, _EXPECTED.get(key, say("required: the settlement depends on it")))


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


def check_facts(reader: Reader, node: Node, ground: Ground, facts: Iterable[HandFact]) -> None:
    """Note a fault if some facts of a hand cannot all be true; `node` is the hand in its file."""
    quarrel = together(ground, facts) if reader.players_known else None
    if quarrel is not None:
        reader.lack(_place(node, quarrel), *quarrel_words(ground, quarrel))


def _place(node: Node, quarrel: Quarrel) -> Where:
    """Where the last of the facts stands that are told; the hand, where none of them is."""
    told = [_at(node, each.path) for each in quarrel.facts if each.path]
    return max(told, key=lambda where: (where.line, where.column), default=node.where)


_TAROT: Final = {"trull": "bouts", "announced": "poignee", "bonuses": "petit_au_bout"}
"""Keys that another one of the game's own words may stand for."""


def _at(node: Node, path: Sequence[str | int]) -> Where:
    key, *rest = path
    own = _TAROT.get(str(key))
    return node.at(path if own is None or node.child(key) is not None else (own, *rest))


def check_found(reader: Reader, name: str, found: Moment, where: Where) -> None:
    """Note a fault for an irregularity that cannot have been found then, or no longer been put right."""
    irregularity, can = reader.rules.fines.irregularities[name], moments_of(name)
    if found not in can:
        expected = say(
            "expected {moments}", moments=either(Verbatim(each.value) for each in Moment if each in can)
        )
        words = {"irregularity": Verbatim(name), "moment": Verbatim(found.value)}
        reader.fault(where, say("{irregularity} cannot be found {moment}", **words), expected)
    elif irregularity.remedy == CORRECTED and is_before(found, irregularity.mended_until) is False:
        expected = say("expected a moment before {until}", until=Verbatim(str(irregularity.mended_until)))
        reader.fault(where, say("a {irregularity} is found too late", irregularity=Verbatim(name)), expected)
