"""Random hands in the words of a session file, of every game; what is told fits together."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st
from rulesets import rules_for

from analyzer.errors import InvalidFile
from analyzer.evenings.tally import loads
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.contracts import Contract, ContractAim
from analyzer.rules.spec.ruleset import RuleSet

Told = dict[str, Any]
NAMES = ("Ana", "Bo", "Cai", "Dør", "Eva")
CARDS = ("hR", "dR", "sR", "cR", "T1")


@st.composite
def danish_hand(draw: st.DrawFn, rules: RuleSet, players: tuple[str, ...], dealer: int) -> Told:
    """A hand of Danish Tarok, dealt by the player at a place."""
    out = players[(dealer + 2) % 4] if len(players) == 4 else None
    playing = [name for name in players if name != out]
    cards = draw(st.permutations(CARDS))
    who = st.sampled_from(playing)
    early = draw(st.lists(st.tuples(who, st.sampled_from(("lost", "won"))), max_size=2))
    told: Told = {"dealer": players[dealer]}
    told["during"] = [{how: cards[place], "by": name} for place, (name, how) in enumerate(early)]
    winners = {name for name, how in early if how == "won"}
    left = [card for card in cards[2:] if card != "T1"]
    winner = draw(who)
    losers = draw(st.lists(st.sampled_from([each for each in playing if each != winner]), unique=True))
    told["last_trick"] = {"winner": winner, "lost": dict(zip(losers, left, strict=False))}
    if draw(st.booleans()):
        told["last_trick"]["with"] = "T5"
    nolo = [name for name in playing if name not in winners | {winner, players[dealer]}]
    first = draw(st.integers(21, 40))
    second = draw(st.integers(21, 61 - first))
    points = [first, second, 78 - first - second]
    if nolo and draw(st.integers(0, 5)) == 0:
        told["nolo"] = draw(st.sampled_from(nolo))
        points = [points[0] + points[2], points[1], 0]
        playing = [*(name for name in playing if name != told["nolo"]), told["nolo"]]
    told["points"] = dict(zip(playing, points, strict=True))
    if draw(st.integers(0, 3)) == 0:
        said = st.sampled_from(("11 trumps", "10 trumps without pagat", "pass"))
        told["declarations"] = {winner: draw(said)}
        told["during"] = [each for each in told["during"] if "T1" not in each.values()]
    return told


def game_of(rules: RuleSet) -> GameSpec:
    return rules.game


@st.composite
def point_hand(draw: st.DrawFn, rules: RuleSet, players: tuple[str, ...], dealer: int) -> Told:
    """A hand of a game of card points, dealt by the player at a place."""
    game = game_of(rules)
    told: Told = {"dealer": players[dealer]}
    if not game.contracts:
        return told | draw(_without_contract(rules, game, players))
    contract = draw(st.sampled_from(list(game.contracts.values())))
    told["contract"] = contract.name
    if contract.aim is ContractAim.FEWEST:
        return told | {"points": dict(zip(players, draw(_parts(70, len(players))), strict=True))}
    unbid = game.all_pass is not None and game.all_pass.plays == contract.name
    declarer = dealer if unbid else draw(st.integers(0, len(players) - 1))
    told["declarer"] = players[declarer]
    if not contract.alone:
        told["partner"] = draw(st.sampled_from(players))
    if contract.played:
        told |= draw(_came_of_contract(game, contract, players, players[declarer]))
    return told


@st.composite
def _parts(draw: st.DrawFn, total: int, number: int) -> list[int]:
    """A total in so many parts."""
    cuts = sorted(draw(st.lists(st.integers(0, total), min_size=number - 1, max_size=number - 1)))
    return [high - low for low, high in zip([0, *cuts], [*cuts, total], strict=True)]


@st.composite
def _without_contract(draw: st.DrawFn, rules: RuleSet, game: GameSpec, players: tuple[str, ...]) -> Told:
    total = game.piles.total // game.piles.unit
    if len(players) == 4:
        told: Told = {"points": {players[0]: draw(st.integers(0, total))}}
    else:
        told = {"points": dict(zip(players, draw(_parts(total, len(players))), strict=True))}
    if game.payments is None:
        return told
    by, to = draw(st.permutations(players))[:2]
    told["during"] = [{draw(st.sampled_from(("won", "lost"))): "hR", "by": by, "to": to}]
    told["last_trick"] = {"winner": by, "with": "T1", "lost": {to: "dR"}}
    told["declarations"] = {by: ["11 trumps", "4 matadors"]} if draw(st.booleans()) else {}
    if game.nil is not None and draw(st.booleans()):
        told["nil"] = next(name for name in players if name not in (by, to))
    return told


@st.composite
def _came_of_contract(
    draw: st.DrawFn, game: GameSpec, contract: Contract, players: tuple[str, ...], declarer: str
) -> Told:
    who = st.sampled_from(players)
    if contract.aim is not ContractAim.POINTS:
        return (
            {"tricks": {declarer: draw(st.integers(0, 3))}}
            if contract.aim is ContractAim.NO_TRICK
            else {"valat": draw(st.sampled_from((declarer, None)))}
        )
    total = game.piles.total // game.piles.unit
    told: Told = {"points": {"declarer": draw(st.integers(12, total - 12))}}
    if game.target is not None:
        told["trull"] = draw(st.integers(1, 2))
        told["last_trick"] = {"winner": draw(who), "with": "T1"} if draw(st.booleans()) else None
        told["announced"] = {draw(who): "13 trumps"} if draw(st.booleans()) else {}
        told |= {"slam": declarer} if draw(st.integers(0, 4)) == 0 else {}
    if game.difference_sheet is not None:
        told |= {"announced": {declarer: "pagat"}} if draw(st.booleans()) else {}
        told |= {"bonuses": [{"pagat": draw(who)}], "held": {draw(who): "trull"}}
    if game.bonus_sheet is not None:
        words = st.sampled_from(("kings", "trinity", "pagat", "mond-lost", "king-ultimo"))
        told["bonuses"] = [{word: draw(who)} for word in draw(st.lists(words, unique=True))]
    return {key: value for key, value in told.items() if value is not None}


def fits(name: str, players: tuple[str, ...], hand: Told) -> bool:
    """Whether the facts of a hand can be true together."""
    told: Told = {"format": "tarok-session/1", "ruleset": name, "players": list(players), "hands": [hand]}
    try:
        loads(json.dumps(told))
    except InvalidFile:
        return False
    return True


@st.composite
def evenings(draw: st.DrawFn, name: str, seats: int) -> Told:
    """The file of an evening of some hands; in Danish Tarok a fourth may sit at the table."""
    rules = rules_for(name, seats)
    pots = rules.game.pots is not None
    table = seats + (rules.table.may_sit_out and draw(st.booleans()))
    players, dealer, hands = NAMES[:table], draw(st.integers(0, table - 1)), []
    for _ in range(draw(st.integers(1, 6))):
        hand = danish_hand(rules, players, dealer) if pots else point_hand(rules, players, dealer)
        hands.append(draw(hand.filter(lambda each: fits(name, players, each))))
        dealer = (dealer + 1) % table
    told: Told = {"format": "tarok-session/1", "ruleset": name, "players": list(players), "hands": hands}
    if pots and draw(st.booleans()):
        told["pots"] = {"king": 5 * draw(st.integers(0, 40)), "pagat": 5 * draw(st.integers(0, 40))}
    return told
