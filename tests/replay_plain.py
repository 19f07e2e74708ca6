"""What a played-out ending or hand pays, written down plainly from the sources, without the engine.

Cards are canonical text, players 0, 1, 2 (3 sits out); `tricks` is a list of ([(player, card), ...],
named). Nothing here imports `analyzer`.
"""

from plain_rules import KINGS, points_of, winner_of

TOUT = {"danish": 85, "danish-1996": 85, "danish-concise": 135}
TAKES_POTS = {"danish": True, "danish-1996": True, "danish-concise": False}
COUNTS_ALONE = {"danish": False, "danish-1996": False, "danish-concise": True}
COUNT_AFTER_TOUT = {"danish": True, "danish-1996": True, "danish-concise": False}


class Purse:
    """Tokens of the players and the two pots, moved one payment at a time."""

    def __init__(self, king, pagat, at_table):
        self.tokens = [0] * at_table
        self.pots = {"king": king, "pagat": pagat}

    def from_each_to(self, who, amount):
        for player in range(3):
            if player != who:
                self.tokens[player] -= amount
                self.tokens[who] += amount

    def into(self, pot, who, amount):
        self.tokens[who] -= amount
        self.pots[pot] += amount


def pot_of(card):
    return "king" if card in KINGS else "pagat" if card == "T1" else None


def play_early(purse, plays, winner):
    for player, card in plays:
        if player == winner:
            if card == "T1":
                purse.from_each_to(player, 5)
        elif pot_of(card):
            purse.from_each_to(player, -5)
            purse.into(pot_of(card), player, 5)


def play_last(purse, plays, winner, tricks, variant, announcer):
    """Settle the last trick; whether the cards are counted afterwards."""
    counted = dict(purse.pots)
    tout = tricks.index(25) if tricks and 25 in tricks else None
    nolo = tricks.index(0) if tricks and tout is None and tricks.count(0) == 1 else None
    failed = announcer is not None and announcer != tout
    losers = [(player, card) for player, card in plays if player != winner and pot_of(card)]
    if tout is not None:
        purse.from_each_to(tout, TOUT[variant])
        for pot in ("king", "pagat"):
            purse.into(pot, tout, -purse.pots[pot] if TAKES_POTS[variant] else 0)
    elif nolo is not None:
        purse.from_each_to(nolo, 25)
    else:
        win_last(purse, winner, dict(plays)[winner], counted, ultimo=not failed, plain=not losers)
    for player, card in losers:
        purse.from_each_to(player, -40 if card in KINGS else -45)
        purse.into(pot_of(card), player, counted[pot_of(card)])
    if failed:
        fail_tout(purse, announcer, counted, TOUT[variant])
    found(purse)
    return nolo is None and (tout is None or COUNT_AFTER_TOUT[variant])


def win_last(purse, winner, card, counted, *, ultimo, plain):
    if pot_of(card) and ultimo:
        purse.from_each_to(winner, 40 if card in KINGS else 45)
        purse.into(pot_of(card), winner, -counted[pot_of(card)])
    elif not pot_of(card) and plain:
        purse.from_each_to(winner, 20)


def fail_tout(purse, announcer, counted, amount):
    purse.from_each_to(announcer, -amount)
    for pot in ("king", "pagat"):
        purse.into(pot, announcer, counted[pot])


def found(purse):
    for pot in ("king", "pagat"):
        if purse.pots[pot] == 0:
            for player in range(len(purse.tokens)):
                purse.into(pot, player, 20)


def count(purse, points, dealer, variant):
    collector = None if COUNTS_ALONE[variant] else (dealer + 1) % 3
    for player in range(3):
        if player != collector:
            steps = round((points[player] - 26) / 5)
            purse.tokens[player] += 5 * steps
            if collector is not None:
                purse.tokens[collector] -= 5 * steps


def settle(purse, tricks, variant, won, points, *, announcer=None, dealer=None, counted=False):
    """Play the tricks of an ending through; `won` and `points` go on from what was taken, None if unknown."""
    won = None if won is None else list(won)
    points = None if points is None else list(points)
    for number, (plays, named) in enumerate(tricks, 1):
        last = number == len(tricks)
        winner = winner_of(plays, named)
        if won is not None and won[winner] is not None:
            won[winner] += 1
        if points is not None:
            points[winner] += 1
            for player, card in plays:
                home = card == "fool" and not last
                points[player if home else winner] += points_of(card)
        if not last:
            play_early(purse, plays, winner)
        elif play_last(purse, plays, winner, won, variant, announcer) and counted:
            count(purse, points, dealer, variant)
    return points
