"""Random endings as texts of position files, and what is asked about them; the same on every day.

The little that has to be known of the rules stands here, so that nothing has to be imported for it. Where it
is wrong for one of the rule sets, the fault that the program finds is what is frozen.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from itertools import chain

from frozen.asking import Case, questions

SEED = 25
SOLVED, FORCED, REPLAYED, AUDITED, UNSEEN = 1300, 250, 400, 50, 120
TRICKS = (1, *[2] * 9, *[3] * 7, *[4] * 2)
COURTS = "RDCV"
SPOTS = [str(number) for number in range(1, 11)]
SUITS = {
    "h": [*COURTS, *SPOTS], "d": [*COURTS, *SPOTS],
    "s": [*COURTS, *SPOTS[::-1]], "c": [*COURTS, *SPOTS[::-1]],
    "T": [str(number) for number in range(21, 0, -1)],
}  # fmt: skip
"""The faces of each suit from high to low."""
DECK = [*(suit + face for suit, faces in SUITS.items() for face in faces), "fool"]
HIGH = ("hR", "dR", "sR", "cR", "T1")
WORTH = {"R": 4, "D": 3, "C": 2, "V": 1}
POTS = (60, 60, 60, 65, 75, 135, 20, 5, 0, 7)
NAMES = (["A", "B", "C"], ["A", "B", "C"], ["Anna", "Bent", "Carl"])


@dataclass
class Ending:
    """An ending that is played on: hands by seat, who leads, what lies on the table."""

    hands: list[list[str]]
    lead: int
    trick: list[str] = field(default_factory=list)
    names: str = ""
    """The suit that a led Fool stands for."""

    @property
    def left(self) -> int:
        return max(map(len, self.hands))

    @property
    def turn(self) -> int:
        return (self.lead + len(self.trick)) % 3

    def legal(self) -> list[str]:
        hand = self.hands[self.turn]
        if self.left == 2 and len(hand) == 2 and "fool" in hand:
            return [card for card in hand if card != "fool"]
        plain = [card for card in hand if card != "fool"]
        asked = self.names or (self.trick[0][0] if self.trick else "")
        follow = [card for card in plain if card[0] == asked] or [card for card in plain if card[0] == "T"]
        return [*((follow or plain) if asked else plain), *(["fool"] if "fool" in hand else [])]

    def play(self, card: str, rng: random.Random) -> str:
        """Play a card of the one to move; the word for it."""
        word = card
        if card == "fool" and not self.trick:
            others = [each for seat in (1, 2) for each in self.hands[(self.lead + seat) % 3]]
            self.names = rng.choice(others)[0]
            word = f"fool={self.names}"
        self.hands[self.turn].remove(card)
        self.trick.append(card)
        if len(self.trick) == 3:
            self.lead = (self.lead + self._winning()) % 3
            self.trick, self.names = [], ""
        return word

    def _winning(self) -> int:
        asked = self.names or self.trick[0][0]
        for suit in ("T", asked, self.trick[1][0]):
            laid = [card for card in self.trick if card != "fool" and card[0] == suit]
            if laid:
                return self.trick.index(min(laid, key=lambda card: SUITS[suit].index(card[1:])))
        return 0


def dealt(rng: random.Random, tricks: int) -> Ending:
    """An ending richer in kings, Pagat and the Fool, and poorer in suits, than chance would have it."""
    suits = [*rng.sample("hdsc", rng.choice((1, 2, 2, 3, 4))), "T"]
    cards = [card for card in HIGH if rng.random() < 0.35] + (["fool"] if rng.random() < 0.45 else [])
    rng.shuffle(cards)
    cards = cards[: 3 * tricks]
    pool = [card for card in DECK if card[0] in suits and card != "fool" and card not in cards]
    cards += rng.sample(pool, 3 * tricks - len(cards))
    rng.shuffle(cards)
    return Ending([cards[seat * tricks : (seat + 1) * tricks] for seat in range(3)], rng.randrange(3))


def written(rng: random.Random, ending: Ending, names: list[str], begun: list[str]) -> str:
    """The ending as a position file, with whatever else such a file may say."""
    lines = ["format: tarok-position/1", f"players: [{', '.join(names)}]", "hands:"]
    lines += [f"  {name}: [{', '.join(hand)}]" for name, hand in zip(names, ending.hands, strict=True)]
    lines.append(f"lead: {names[ending.lead]}")
    lines += [f"trick: {' '.join(begun)}"] if begun else []
    if rng.random() < 0.5:
        lines.append(f"ruleset: {rng.choice(('danish', 'danish-1996', 'danish-concise'))}")
    if rng.random() < 0.6:
        lines.append(f"pots: {{king: {rng.choice(POTS)}, pagat: {rng.choice(POTS)}}}")
    if rng.random() < 0.2:
        lines.append(f"fool_demand: {rng.choice(('true', 'false'))}")
    if rng.random() < 0.08:
        lines.append("sitting_out: Dan")
    return "\n".join([*lines, *_piles(rng, ending, names, begun)]) + "\n"


def _piles(rng: random.Random, ending: Ending, names: list[str], begun: list[str]) -> list[str]:
    """What was taken before, often not told at all, sometimes in part, and what is paid for it."""
    dealer = f"dealer: {rng.choice(names)}"
    if rng.random() < 0.6:
        return [dealer] if rng.random() < 0.3 else []
    takers = rng.choice(((0,), (0, 1), (0, 1, 2), (0, 1, 2), (1, 2), (2,), (0, 2)))
    laid = [word.partition("=")[0] for word in begun]
    points = 78 - ending.left - sum(map(_worth, [*chain(*ending.hands), *laid]))
    tricks, points_of = _shares(rng, 25 - ending.left, takers), _shares(rng, points, takers)
    manner = rng.choice(("points", "points", "tricks", "count", "count", "tout", "some"))
    told = [
        f"{name}: {{tricks: {tricks[seat]}"
        + ("}" if manner == "tricks" else f", points: {points_of[seat]}}}")
        for seat, name in enumerate(names)
        if manner != "some" or seat
    ]
    more = {"count": [dealer, "count: true"], "tout": [dealer, "announce: [tout]"]}.get(manner, [])
    return [f"taken: {{{', '.join(told)}}}", *more]


def _shares(rng: random.Random, whole: int, takers: tuple[int, ...]) -> list[int]:
    shares = [0, 0, 0]
    for _ in range(whole):
        shares[rng.choice(takers)] += 1
    return shares


def _worth(card: str) -> int:
    return 4 if card in {"T1", "T21", "fool"} else WORTH.get(card[1:], 0)


def random_text(rng: random.Random, tricks: int) -> tuple[str, Ending, list[str]]:
    """A file, the ending as it is in it, and its players."""
    ending, names = dealt(rng, tricks), rng.choice(NAMES)
    begun = [ending.play(rng.choice(ending.legal()), rng) for _ in range(rng.choice((0, 0, 1, 2)))]
    return written(rng, ending, names, begun), ending, names


def _demandable(ending: Ending) -> bool:
    """Whether the third trick from the end has begun, and one who has not played to it holds the Fool."""
    holds = any("fool" in ending.hands[(ending.lead + seat) % 3] for seat in (1, 2))
    return ending.left == 3 and len(ending.trick) == 1 and holds


def random_line(rng: random.Random, ending: Ending, names: list[str]) -> str:
    """The ending played to its end at random, the Fool demanded now and then, and what was expected of it."""
    words, demanded = [], False
    while any(ending.hands):
        if _demandable(ending) and rng.random() < 0.5:
            who = [name for name, hand in zip(names, ending.hands, strict=True) if "fool" not in hand]
            words.append(f"demand[{rng.choice(who)}]")
            demanded = True
        legal = ending.legal()
        words.append(ending.play("fool" if demanded and "fool" in legal else rng.choice(legal), rng))
        if not ending.trick:
            demanded = False
    told = f"lines:\n  - play: {' '.join(words)}\n"
    expected = rng.choice(("", "{ultimo: null, bagud: []}", f"{{last_trick: {names[0]}, pots: {{king: 5}}}}"))
    return told + (f"    expect: {expected}\n" if expected else "")


def random_cases() -> list[Case]:
    """Two thousand positions: most solved, of some one goal asked, with some a line replayed."""
    rng = random.Random(SEED)
    cases = []
    for number in range(SOLVED + FORCED + REPLAYED + AUDITED):
        solved, audited = number < SOLVED, number >= SOLVED + FORCED + REPLAYED
        text, ending, names = random_text(rng, rng.choice((2, 2, 3)) if audited else rng.choice(TRICKS))
        if solved:
            cases += questions([("solve", "-")], text)
        elif number < SOLVED + FORCED:
            goal = rng.choice(("ultimo", "king_ultimo", "pagat_ultimo", "last_trick", "bagud"))
            by = rng.choice(((), ("--by", ",".join(sorted(rng.sample(names, rng.choice((1, 2))))))))
            cases += questions([("forced", "-", "--goal", goal, "--for", rng.choice(names), *by)], text)
        else:
            line = random_line(rng, ending, names)
            cases += questions([("replay", "-", *(["--audit"] if audited else []))], text + line)
    return cases


def unseen_cases() -> list[Case]:
    """Endings in which the leader sees his own cards only: which deals there are, and what to play."""
    rng = random.Random(SEED)
    cases = []
    for _ in range(UNSEEN):
        ending, names = dealt(rng, rng.choice((2, 2, 3))), rng.choice(NAMES)
        me = ending.lead
        others = [seat for seat in range(3) if seat != me]
        sizes = ", ".join(f"{names[seat]}: {len(ending.hands[seat])}" for seat in others)
        cards = " ".join(sorted(card for seat in others for card in ending.hands[seat]))
        void = f", void: {{{names[others[0]]}: [{rng.choice('hdsc')}]}}" if rng.random() < 0.3 else ""
        text = (
            f"format: tarok-position/1\nplayers: [{', '.join(names)}]\n"
            f"hands: {{{names[me]}: [{', '.join(ending.hands[me])}]}}\nlead: {names[me]}\n"
            f"pots: {{king: {rng.choice(POTS)}, pagat: {rng.choice(POTS)}}}\n"
            f"unseen: {{hidden_from: {names[me]}, sizes: {{{sizes}}}, cards: {cards}{void}}}\n"
        )
        manner = rng.choice(("selfish", "against"))
        cases += questions([("deals", "-", "--list"), ("decide", "-", "--opponents", manner)], text)
    return cases
