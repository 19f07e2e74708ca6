"""The rules written down a second time, plainly, from the sources and without the engine.

Cards are their canonical text. Nothing here imports `analyzer`; the tests hold the engine against it.
"""

from itertools import combinations

DOWN = ["R", "D", "C", "V"]
ORDER = {
    "s": [*DOWN, *["10", "9", "8", "7", "6", "5", "4", "3", "2", "1"]],
    "c": [*DOWN, *["10", "9", "8", "7", "6", "5", "4", "3", "2", "1"]],
    "h": [*DOWN, *["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]],
    "d": [*DOWN, *["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]],
    "T": [str(n) for n in range(21, 0, -1)],
}
DECK = [suit + face for suit in "hdscT" for face in ORDER[suit]] + ["fool"]
KINGS = {"hR", "dR", "sR", "cR"}


def suit_of(card):
    return None if card == "fool" else card[0]


def winner_of(plays, named=None):
    """`plays`: (player, card) in order; the suit named where the Fool leads."""
    led = named if plays[0][1] == "fool" else suit_of(plays[0][1])
    for suit in ("T", led):
        for face in ORDER[suit]:
            for player, card in plays:
                if card == suit + face:
                    return player
    return None


def may_play(hand, led):
    """The cards of a hand that may be played to a trick, `led` None for its lead."""
    others = [card for card in hand if card != "fool"]
    same = [card for card in others if suit_of(card) == led]
    trumps = [card for card in others if suit_of(card) == "T"]
    allowed = others if led is None else same or trumps or others
    fool = ["fool"] if "fool" in hand and len(hand) != 2 else []
    return set(allowed) | set(fool)


def declared(hand):
    """Every declaration of a hand as (words, cards, amount)."""
    found = []
    fool = "fool" in hand
    trumps = {card for card in hand if card[0] == "T"} | ({"fool"} if fool else set())
    if len(trumps) >= 10:
        words = f"{len(trumps)} trumps {'with' if 'T1' in hand else 'without'} pagat"
        found.append((words, trumps, 10 + 5 * (len(trumps) - 10)))
    if fool and "T21" in hand and "T1" in hand:
        cards, number = {"fool", "T21", "T1"}, 20
        while f"T{number}" in hand and number > 1:
            cards.add(f"T{number}")
            number -= 1
        found.append((f"{len(cards)} matadors", cards, 10 + 5 * (len(cards) - 3)))
    names = {"h": "hearts", "d": "diamonds", "s": "spades", "c": "clubs"}
    faces = {"R": "king", "D": "queen", "C": "knight", "V": "jack"}
    fours = [({suit + face for face in DOWN}, names[suit], lambda card: faces[card[1]]) for suit in "hdsc"]
    fours.append((KINGS, "kings", lambda card: names[card[0]]))
    for four, name, lacking in fours:
        have = four & set(hand)
        if len(have) == 4 and fool:
            found.append((f"abundant {name}", have | {"fool"}, 15))
        elif len(have) == 4:
            found.append((f"full {name}", have, 10))
        elif len(have) == 3 and fool:
            (gone,) = four - have
            found.append((f"half {name} no {lacking(gone)}", have | {"fool"}, 5))
    return found


def combined(hand):
    return set().union(*(cards for _, cards, _ in declared(hand)))


def broken_but_combination(hand, discard, tout, variant):
    """The clauses a discard breaks, combinations aside."""
    broken = set()
    if discard & KINGS:
        broken.add("discard.kings")
    if "T21" in discard:
        broken.add("discard.mondo")
    if "T1" in discard and variant != "danish-1996":
        broken.add("discard.pagat")
    trumps_before = {card for card in hand if card[0] == "T"}
    if discard & trumps_before and not trumps_before <= discard:
        broken.add("discard.trumps")
    if "fool" in discard and (variant == "danish-concise" or not tout):
        broken.add("discard.fool")
    return broken


def judged(hand, discard, tout, variant):
    """Verdict and broken clauses of a discard, over every other discard there is."""
    hand, discard = set(hand), set(discard)
    cards = combined(hand)
    broken = broken_but_combination(hand, discard, tout, variant)
    excused = "fool" in discard and "discard.fool" not in broken
    least = None
    for other in map(set, combinations(sorted(hand), 3)):
        if (excused and "fool" not in other) or broken_but_combination(hand, other, tout, variant):
            continue
        number = len((other & cards) - ({"fool"} if excused else set()))
        least = number if least is None else min(least, number)
    if least is None:
        least = max(0, 3 - len(hand - cards))
    if len((discard & cards) - ({"fool"} if excused else set())) > least:
        broken.add("discard.combination")
    if broken:
        return "illegal", broken
    if excused and "fool" in cards:
        return "unsettled", broken
    return "legal", broken


def points_of(card):
    if card == "fool" or card in {"T1", "T21"}:
        return 4
    return {"R": 4, "D": 3, "C": 2, "V": 1}.get(card[1:], 0) if card[0] != "T" else 0
