"""The play and payment of endings once more, written apart from the analyzer: strings, dicts, whole trees.

`tree(position)` grows every line of play of a small ending, and the functions below read the answers off it
straight from their definitions. Only the amounts of a rule set are taken from the analyzer.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

BLACK = ["R", "D", "C", "V", "10", "9", "8", "7", "6", "5", "4", "3", "2", "1"]
RED = ["R", "D", "C", "V", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]
PRIZES = ("hR", "dR", "sR", "cR", "T1")
GOALS = ("ultimo", "king_ultimo", "pagat_ultimo", "last_trick", "bagud")

Key = tuple[int, str]


@dataclass
class Node:
    """A decision of the seat `mover`, or an end: then what was reached and paid since the root."""

    mover: int | None = None
    kids: list[tuple[str, Node]] = field(default_factory=list)
    reached: frozenset[Key] = frozenset()
    tokens: tuple[int, ...] = ()
    pots: tuple[int, int] = (0, 0)

    def __len__(self) -> int:
        return 1 + sum(len(kid) for _, kid in self.kids)


def beats(card: str, other: str, led: str) -> bool:
    """Whether a card laid in a trick beats one that wins so far."""
    if card == "fool" or other == "fool":
        return card != "fool"
    if card[0] != other[0]:
        return card[0] == "T" or (card[0] == led and other[0] != "T")
    if card[0] == "T":
        return int(card[1:]) > int(other[1:])
    order = RED if card[0] in "hd" else BLACK
    return card[0] in (led, other[0]) and order.index(card[1:]) < order.index(other[1:])


def tree(position: Any) -> Node:
    """Every line of play from a position of three seats."""
    deal = {
        "hands": [[str(card) for card in sorted(hand)] for hand in position.hands],
        "leader": position.lead,
        "laid": [(each.seat, str(each.card), str(each.suit)) for each in position.trick],
        "pots": {"king": position.pots.king, "pagat": position.pots.pagat},
        "tokens": [0, 0, 0],
        "tricks": None
        if position.piles is None
        else [None if pile is None else pile.tricks for pile in position.piles],
        "points": [pile.units if pile else None for pile in position.piles or (None,) * 3],
    }
    return _grow(position, deal)


def _copy(deal: dict[str, Any]) -> dict[str, Any]:
    return {
        **deal,
        "hands": [list(hand) for hand in deal["hands"]],
        "laid": list(deal["laid"]),
        "pots": dict(deal["pots"]),
        "tokens": list(deal["tokens"]),
        "tricks": None if deal["tricks"] is None else list(deal["tricks"]),
        "points": list(deal["points"]),
    }


def _grow(position: Any, deal: dict[str, Any], *, must_fool: bool = False) -> Node:
    holder = (deal["leader"] + len(deal["laid"])) % 3
    hand = deal["hands"][holder]
    node = Node(holder)
    for card, named in _choices(deal, holder):
        if must_fool and card != "fool":
            continue
        label = card if named is None else f"{card}={named}"
        played = _grow_card(position, deal, holder, card, named)
        demandable = position.fool_demand and len(hand) == 3 and "fool" in hand and card != "fool"
        if demandable and not must_fool:
            back = _grow(position, deal, must_fool=True)
            second = Node((holder + 2) % 3, [("demand", back), ("allow", played)])
            played = Node((holder + 1) % 3, [("demand", back), ("allow", second)])
        node.kids.append((label, played))
    return node


def _choices(deal: dict[str, Any], holder: int) -> Iterator[tuple[str, str | None]]:
    """The cards the holder may lay, and the suit where it is the Fool that leads."""
    hand = deal["hands"][holder]
    real = [card for card in hand if card != "fool"]
    if deal["laid"]:
        led = deal["laid"][0][2]
        for duty in (led, "T"):
            if any(card[0] == duty for card in real):
                real = [card for card in real if card[0] == duty]
                break
    for card in real:
        yield card, None
    if "fool" in hand and len(hand) != 2:
        others = [c for seat, cards in enumerate(deal["hands"]) if seat != holder for c in cards]
        if deal["laid"]:
            yield "fool", None
        else:
            for suit in "hdscT":
                if any(card[0] == suit for card in others):
                    yield "fool", suit


def _grow_card(position: Any, deal: dict[str, Any], seat: int, card: str, named: str | None) -> Node:
    deal = _copy(deal)
    deal["hands"][seat].remove(card)
    deal["laid"].append((seat, card, named or card[0]))
    if len(deal["laid"]) < 3:
        return _grow(position, deal)
    led = deal["laid"][0][2]
    best = deal["laid"][0]
    for each in deal["laid"][1:]:
        if beats(each[1], best[1], led):
            best = each
    winner = best[0]
    last = not any(deal["hands"])
    _into_piles(position, deal, winner, last)
    reached = _settle_last(position, deal, best) if last else _settle_early(position, deal, winner)
    deal["laid"], deal["leader"] = [], winner
    if not last:
        return _grow(position, deal)
    change = (deal["pots"]["king"] - position.pots.king, deal["pots"]["pagat"] - position.pots.pagat)
    return Node(None, [], reached, tuple(deal["tokens"]), change)


def _worth(position: Any, card: str) -> int:
    points = position.rules.game.piles.values
    return int(points.get(card, 0) if card == "fool" or card[0] == "T" else points.get(card[1:], 0))


def _into_piles(position: Any, deal: dict[str, Any], winner: int, last: bool) -> None:
    if deal["tricks"] is not None and deal["tricks"][winner] is not None:
        deal["tricks"][winner] += 1
    if None in deal["points"]:
        return
    deal["points"][winner] += 1
    for seat, card, _ in deal["laid"]:
        deal["points"][seat if card == "fool" and not last else winner] += _worth(position, card)


def _give(deal: dict[str, Any], payer: int, amount: int) -> None:
    """One player pays an amount to each of the others."""
    for seat in range(3):
        deal["tokens"][seat] += -2 * amount if seat == payer else amount


def _put(deal: dict[str, Any], payer: int, pot: str, amount: int) -> None:
    deal["tokens"][payer] -= amount
    deal["pots"][pot] += amount


def _due(position: Any, clause: str, name: str = "amount") -> Any:
    """What a payment clause of the rule set says."""
    return position.rules.clauses[f"payment.{clause}"].parameters[name]


def _settle_early(position: Any, deal: dict[str, Any], winner: int) -> frozenset[Key]:
    for seat, card, _ in deal["laid"]:
        if card == "T1" and seat == winner:
            _give(deal, seat, -_due(position, "winning-pagat"))
        elif card == "T1":
            _give(deal, seat, _due(position, "early-pagat", "to_each"))
            _put(deal, seat, "pagat", _due(position, "early-pagat", "to_pot"))
        elif card in PRIZES and seat != winner:
            _give(deal, seat, _due(position, "early-king", "to_each"))
            _put(deal, seat, "king", _due(position, "early-king", "to_pot"))
    return frozenset()


def _settle_last(position: Any, deal: dict[str, Any], best: tuple[int, str, str]) -> frozenset[Key]:
    winner, card, _ = best
    before = dict(deal["pots"])
    losers = [(seat, lost) for seat, lost, _ in deal["laid"] if lost in PRIZES and seat != winner]
    tricks = deal["tricks"] or [None] * 3
    tout = tricks.index(25) if 25 in tricks else None
    nolo = tricks.index(0) if tricks.count(0) == 1 and tout is None else None
    away = not any(card.is_fool for hand in position.hands for card in hand)
    away = away and not any(laid.card.is_fool for laid in position.trick)
    announced = "tout" in position.announce and position.dealer is not None and away
    failed = announced and tout != position.dealer
    if tout is None and nolo is None:
        _pay_winner(position, deal, winner, card, plain=not losers, ultimo=not failed)
    else:
        _pay_tout_or_nolo(position, deal, tout, nolo)
    _pay_losers(position, deal, losers, before)
    if failed:
        _pay_failed_tout(position, deal, before)
    for pot in ("king", "pagat"):
        if deal["pots"][pot] == 0:
            for seat in range(3):
                _put(deal, seat, pot, _due(position, "foundation"))
            deal["pots"][pot] += _due(position, "foundation") if position.sitting_out else 0
    _count(position, deal, tout, nolo)
    reached = {(winner, "last_trick")} | {(seat, "bagud") for seat, _ in losers}
    if card in PRIZES:
        reached |= {(winner, "ultimo"), (winner, "pagat_ultimo" if card == "T1" else "king_ultimo")}
    return frozenset(reached)


def _pay_winner(
    position: Any, deal: dict[str, Any], winner: int, card: str, *, plain: bool, ultimo: bool
) -> None:
    """The Ultimo with its pot, or the last trick won without one where nobody lost a Bagud either."""
    pot = "pagat" if card == "T1" else "king"
    if card in PRIZES and ultimo:
        _give(
            deal, winner, -(_due(position, "pagat-ultimo") if card == "T1" else _due(position, "king-ultimo"))
        )
        _put(deal, winner, pot, -deal["pots"][pot])
    elif card not in PRIZES and plain:
        _give(deal, winner, -_due(position, "last-trick"))


def _pay_tout_or_nolo(position: Any, deal: dict[str, Any], tout: int | None, nolo: int | None) -> None:
    if tout is not None:
        _give(deal, tout, -_due(position, "tout"))
        if _due(position, "tout-pots", "takes"):
            for pot in ("king", "pagat"):
                _put(deal, tout, pot, -deal["pots"][pot])
    elif nolo is not None:
        _give(deal, nolo, -_due(position, "nolo"))


def _pay_losers(
    position: Any, deal: dict[str, Any], losers: list[tuple[int, str]], before: dict[str, int]
) -> None:
    for seat, lost in losers:
        pot = "pagat" if lost == "T1" else "king"
        _give(deal, seat, _due(position, "pagat-ultimo") if lost == "T1" else _due(position, "king-ultimo"))
        _put(deal, seat, pot, before[pot])


def _pay_failed_tout(position: Any, deal: dict[str, Any], before: dict[str, int]) -> None:
    _give(deal, position.dealer, _due(position, "failed-tout"))
    if _due(position, "failed-tout", "doubles_pots"):
        for pot in ("king", "pagat"):
            _put(deal, position.dealer, pot, before[pot])


def _count(position: Any, deal: dict[str, Any], tout: int | None, nolo: int | None) -> None:
    count = position.rules.count
    if not position.count or (tout is not None and not count.after_tout):
        return
    if nolo is not None and not count.after_nolo:
        return
    banker = None if count.own else (position.dealer + 1) % 3
    for seat in range(3):
        if seat != banker:
            steps = (abs(deal["points"][seat] - 26) + 2) // 5
            tokens = 5 * steps if deal["points"][seat] > 26 else -5 * steps
            deal["tokens"][seat] += tokens
            if banker is not None:
                deal["tokens"][banker] -= tokens


def forces(node: Node, team: frozenset[int], key: Key) -> bool:
    """Whether the players of a team can bring the goal about, whatever the others do."""
    if node.mover is None:
        return key in node.reached
    decide = any if node.mover in team else all
    return decide(forces(kid, team, key) for _, kid in node.kids)


def forcing_mask(node: Node, key: Key) -> int:
    """Bit S is set when the team with the members of mask S forces the goal."""
    teams = [frozenset(seat for seat in range(3) if mask >> seat & 1) for mask in range(8)]
    return sum(1 << mask for mask, team in enumerate(teams) if forces(node, team, key))


def sure(node: Node, seat: int) -> int:
    """The most tokens of a seat against both others."""
    if node.mover is None:
        return node.tokens[seat]
    values = [sure(kid, seat) for _, kid in node.kids]
    return max(values) if node.mover == seat else min(values)


def equilibria(node: Node) -> set[tuple[int, ...]]:
    """The payoffs that stand, by the rule for sets of payoffs."""
    if node.mover is None:
        return {node.tokens}
    below = [equilibria(kid) for _, kid in node.kids]
    me = node.mover
    return {
        payoff
        for place, payoffs in enumerate(below)
        for payoff in payoffs
        if all(
            payoff[me] >= min(each[me] for each in others)
            for other, others in enumerate(below)
            if other != place
        )
    }


def perfect_payoffs(root: Node) -> set[tuple[int, ...]]:
    """The payoffs of all subgame-perfect equilibria, by trying every choice at every decision.

    A profile picks one move at each decision; it is subgame-perfect when no single decision could be
    changed to its player's gain with all the other choices kept.
    """
    decisions: list[Node] = []
    _collect(root, decisions)
    found = set()
    for picks in itertools.product(*(range(len(node.kids)) for node in decisions)):
        profile = {id(node): pick for node, pick in zip(decisions, picks, strict=True)}
        values: dict[int, tuple[int, ...]] = {}
        if _perfect(root, profile, values):
            found.add(values[id(root)])
    return found


def profiles(root: Node) -> int:
    """How many profiles there are to try."""
    decisions: list[Node] = []
    _collect(root, decisions)
    total = 1
    for node in decisions:
        total *= len(node.kids)
    return total


def _collect(node: Node, into: list[Node]) -> None:
    if node.mover is not None:
        into.append(node)
        for _, kid in node.kids:
            _collect(kid, into)


def _perfect(node: Node, profile: dict[int, int], values: dict[int, tuple[int, ...]]) -> bool:
    if node.mover is None:
        values[id(node)] = node.tokens
        return True
    if not all(_perfect(kid, profile, values) for _, kid in node.kids):
        return False
    mine = [values[id(kid)] for _, kid in node.kids]
    chosen = mine[profile[id(node)]]
    values[id(node)] = chosen
    return all(chosen[node.mover] >= other[node.mover] for other in mine)
