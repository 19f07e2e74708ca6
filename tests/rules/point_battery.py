"""What is asked of a game of card points to see which clauses an answer hangs on, and which parameters.

Every position is told as a file tells it, and read by the rule set that is asked; see :func:`texts`.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final

from contract.dealing import NAMES, dealt
from contract.examples import cases as worked_examples
from contract.examples import rules_of
from rulesets import FORMS, rules_for

from analyzer.cards.card import DECK, Card, cards
from analyzer.position.files.writing import dumps
from analyzer.position.model import Position
from analyzer.position.reading import loads
from analyzer.rules.actions import ActionKind
from analyzer.rules.spec.shipped import load_ruleset

Told = Mapping[str, Any]


@cache
def texts(game: str) -> tuple[str, ...]:
    """Every position that is asked of a game, as the text of a file with one line or more."""
    return tuple(_texts(game))


def _texts(game: str) -> Iterator[str]:
    yield from (finished(each) for each in POSITIONS[game]())
    yield from worked(game)
    for name, seats in FORMS:
        if name == game:
            yield from (played_out(dealt(game, seats, seed), seed) for seed in range(4))


def variant_of(text: str) -> Mapping[str, str]:
    """The options that a position is played by."""
    return dict(json.loads(text).get("variant", {})) if text.startswith("{") else {}


def disputes(game: str) -> Iterator[str]:
    """What no position can be told with.

    A discard of two cards where another number was taken; a trick of courts before a Fool that is paid for.
    """
    table = rules_for(game, load_ruleset(game).table.players).table
    taken_up = {"tapp": 3, "slovenian": 1}.get(game, table.skat_size)
    hand = words(list(table.deck[: table.hand_size + taken_up]))
    head = f"format: tarok-dispute/2\nruleset: {game}\nkind: discard\n"
    yield f"{head}hand: {hand}\ndiscard: h1 h2\n"
    if game == "tapp":
        more = words(list(table.deck[: table.hand_size + 6]))
        yield f"{head}contract: tapp\nhand: {more}\ndiscard: h1 h2 h3 h4 d1 d2\n"
    if game in {"basic", "grosstarock"}:
        yield (
            f"format: tarok-dispute/2\nruleset: {game}\nkind: piles\nplayers: [A, B, C]\nlead: A\n"
            "taken: {A: {tricks: 0}}\ntricks: [dR dD dC, fool h3 h4, s2 s5 h7]\nnumber: 5\npiles: {A: dC}\n"
        )
    contract = {"appel": "call", "french": "take", "lhombre": "solo"}.get(game)
    if contract is not None:
        seats = ", ".join(NAMES[: table.players])
        courts, later = (" ".join(each.split()[: table.players]) for each in ("dR dD dC dV", "fool h3 h4 h5"))
        least = courts.split()[-1]
        yield (
            f"format: tarok-dispute/2\nruleset: {game}\nkind: piles\nplayers: [{seats}]\n"
            f"contract: {contract}\ndeclarer: A\nlead: A\nnumber: 5\ntaken: {{A: {{tricks: 0}}}}\n"
            f"tricks: [{courts}, {later}]\npiles: {{A: {least}}}\n"
        )
        alone = {"appel": "solissimo"}.get(game, contract)
        last = " ".join(["h3", "hR", "fool", "h4"][: table.players])
        yield (
            f"format: tarok-dispute/2\nruleset: {game}\nkind: piles\nplayers: [{seats}]\n"
            f"contract: {alone}\ndeclarer: A\nlead: A\ntricks: [{last}]\npiles: {{B: fool}}\n"
        )


def evenings(game: str, seats: int) -> Iterator[str]:
    """Evenings of one, two and three hands of a game that says how it ends."""
    hand: Told = {"tapp": {"contract": "threes", "declarer": "A", "points": {"declarer": 40}}}.get(game, {})
    if game == "basic":
        hand = {"points": {"A": 40, "B": 20, "C": 18} if seats == len("ABC") else {"A": 41}}
    for number in (1, 2, 3) if hand else ():
        hands = [{"dealer": NAMES[seats - 1], **hand}, *[hand] * (number - 1)]
        told = {"format": "tarok-session/1", "ruleset": game, "players": list(NAMES[:seats])}
        yield json.dumps({**told, "hands": hands})


def worked(game: str) -> Iterator[str]:
    """The worked examples of the rule set that are positions."""
    for each in worked_examples():
        name, case = each.values
        if name == game and "position" in case and "variant" not in case:
            seats = rules_of(name, case).table.players
            head = {"format": FORMAT, "ruleset": game, "players": [*NAMES[:seats]]}
            yield json.dumps({**head, **case["position"]})


FORMAT: Final = "tarok-position/2"


def ending(
    game: str, hands: Mapping[str, str], play: str, took: Mapping[str, str] | None = None, **more: Any
) -> Told:
    """An ending with one line; the first player leads.

    `took` are cards of tricks that players won; who is told to have `rest` has all others of the deck.
    """
    told = {"lead": "A", **more}
    if took is not None:
        told["taken"] = taken(game, hands, took, told)
    head = {"format": FORMAT, "ruleset": game, "players": [*hands], "hands": dict(hands)}
    return {**head, "lines": [{"play": play}], **told}


def taken(game: str, hands: Mapping[str, str], took: Mapping[str, str], told: Told) -> Told:
    """The piles of an ending, each with the cards of its tricks."""
    deck, talon = rules_for(game, len(hands)).table.deck, told.get("talon", {})
    apart = [*hands.values(), told.get("discard", ""), talon.get("left", ""), told.get("dead", "")]
    gone = {card for each in apart for card in cards(each)}
    gone |= {card for each in took.values() if each != "rest" for card in cards(each)}
    rest = words([card for card in deck if card not in gone])
    before = rules_for(game, len(hands)).table.hand_size - min(len(cards(hand)) for hand in hands.values())
    won = {name: len(cards(took.get(name, ""))) // len(hands) for name in hands if took.get(name) != "rest"}
    return {
        name: {"tricks": won[name], "cards": took.get(name, "")}
        if name in won
        else {"tricks": before - sum(won.values()), "cards": rest}
        for name in hands
    }


def deal(game: str, seats: int, apart: str, **given: str) -> dict[str, str]:
    """Hands of all cards but some, in the order of the deck behind the cards that are given to players."""
    table = rules_for(game, seats).table
    hands = {name: [*cards(given.get(name, ""))] for name in NAMES[:seats]}
    gone = {*cards(apart), *(card for hand in hands.values() for card in hand)}
    rest = [card for card in table.deck if card not in gone]
    for held in hands.values():
        more = table.hand_size - len(held)
        held.extend(rest[:more])
        del rest[:more]
    return {name: words(hand) for name, hand in hands.items()}


def words(some: list[Card]) -> str:
    return " ".join(map(str, some))


def whole(game: str, hands: Mapping[str, str], seed: int = 1, **told: Any) -> Told:
    """A whole hand, the last player dealing unless another is told to, played out at random."""
    head = {"format": FORMAT, "ruleset": game, "players": [*hands], "hands": dict(hands)}
    return {**head, "dealer": [*hands][-1], "seed": seed, **told}


def finished(told: Told) -> str:
    """The text of a position whose line is played to its end at random, by the usual rules."""
    text = {key: value for key, value in told.items() if key not in ("lines", "seed")}
    (line,) = told.get("lines", [{"play": None}])
    if line["play"] is not None and "seed" in told:
        return json.dumps({**text, "lines": [line]})
    position = loads(json.dumps({**text, "lines": [{"play": []}]}))
    said = (line["play"] or "").split()
    for word in said:
        position = position.after(word)
    return json.dumps(
        {**text, "lines": [{"play": " ".join((*said, *at_random(position, told.get("seed", 1))))}]}
    )


def at_random(position: Position, seed: int) -> Iterator[str]:
    """The moves of a hand that is played to its end at random."""
    rng = random.Random(seed)
    while not position.over:
        move = rng.choice(position.legal())
        if move.kind is ActionKind.PLAY:
            yield str(move)
        position = position.after(move)


def played_out(start: Position, seed: int) -> str:
    """A position with a line that is played to its end at random."""
    return f"{dumps(start)}lines:\n  - play: {' '.join(at_random(start, seed))}\n"


def fools(game: str, away: str, seats: int = 3, best: str = "h3", **more: Any) -> Iterator[Told]:
    """The Fool in every way that it can go: given up, paid for at once or later, a discard beside it."""
    told = {"dealer": "A", "discard": away, **more}
    few, some = {"A": "", "B": "rest"}, {"A": f"hR hD hC{' hV' * (seats - 3)}", "B": "rest"}
    others = {"B": f"{best} s8 h7 d7 d8", "C": "h9 s9 c5 c6 c7", "D": "h8 s7 c8 c9 c10"}
    fourth = " h8" * (seats - 3)
    rest = {name: others[name] for name in "BCD"[: seats - 1]}
    hands, lost = {"A": "fool s10 s2 s3 s4", **rest}, {"A": "fool s4 s2 s3 s1", **rest}
    yield ending(game, hands, f"fool {best} h9{fourth} s8 s9{' s7' * (seats - 3)} s10", few, **told)
    for took in (few, some):
        yield ending(game, lost, f"fool {best} h9{fourth} s8 s9{' s7' * (seats - 3)} s4", took, **told)


def auction(order: str, *says: str) -> list[dict[str, str]]:
    """Bids of the players in order."""
    return [{name: said} for name, said in zip(order, says, strict=True)]


def basic() -> Iterator[Told]:
    yield from fools("basic", "h4 h5 h6")
    yield from discards("basic")


def grosstarock() -> Iterator[Told]:
    yield from fools("grosstarock", "h4 h5 h6")
    hands = {"A": "hR T1 T20", "B": "h9 dR T9", "C": "h3 sR cR"}
    line = "hR h9 h3 T20 T9 sR T1 dR cR"
    yield ending("grosstarock", hands, line, {"A": "rest", "B": "h1 h2 h4"}, discard="d1 d2 d3", dealer="B")
    yield ending("grosstarock", hands, line)
    yield ending("grosstarock", {"A": "hR fool s2", "B": "h9 h8 h7", "C": "h3 c4 c5"}, "hR h9 h3 fool")
    for last in ("hD T1", "h8 T1", "T3 h8"):
        laid = dict(zip("CD", last.split(), strict=True))
        yield ending("grosstarock", {"A": "hR", "B": "h9", **laid}, "")
    yield from near_par(4)
    yield from near_par(3)
    for king in ("hR h9 h8", "dR d9 d8", "sR s9 s8", "cR c9 c8", "T1 h9 h8", "T7 h9 h8", "fool h9 h8"):
        yield ending("grosstarock", dict(zip("ABC", king.split(), strict=True)), "")
    late = {"A": "fool s10 s2 s3", "B": "h3 s8 h7 d7", "C": "h9 s9 c5 c6"}
    yield ending("grosstarock", late, "fool")
    yield ending(
        "grosstarock", {"A": "s4 s10 fool s3", "B": "s9 h3 h7 d7", "C": "h9 s8 c5 c6"}, "s4 s9 s8 h3 h9 fool"
    )
    dead = " ".join(map(str, DECK[30:55]))
    yield ending(
        "grosstarock", {"A": "hR", "B": "h9"}, "", {"A": "rest"}, discard="d1 d2 d3", dealer="A", dead=dead
    )
    given = {"A": "hR hD hC hV T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 fool", "B": "dR sR dD dC dV T21 T20 T19"}
    rich = {"A": "hR hD hC hV T1 T2 T3 T4 T5 T6 T7 T8 T9 T20 T21 fool dR sR", "B": "dD dC dV cR T10 T11 T12"}
    for seats, away in ((2, "c1 c2 c3"), (3, "c1 c2 c3"), (4, "c1 c2")):
        for held in (given, rich):
            hands = deal("grosstarock", seats, away, **held)
            dead = {} if seats != 2 else {"dead": words(left(hands, away))}
            yield whole("grosstarock", hands, discard=away, **dead)
            yield whole(
                "grosstarock", hands, discard=away, declarations={"A": ["10 trumps"], "B": "pass"}, **dead
            )
    hands = deal("grosstarock", 3, "T2 T3 h10", A="T4")
    yield from discards("grosstarock")


def discards(game: str, seats: int = 3, extra: str = "", **told: Any) -> Iterator[Told]:
    """Whole hands with cards laid away that may be, and cards that may not."""
    dealer = NAMES[seats - 1]
    for away in ("T1 h9 h10", "T2 h9 h10", "T2 T3 h10", "hR h9 h10"):
        hands = deal(game, seats, f"{away} {extra}", **{dealer: "T4 d1 d2 d3"})
        first = hands["A"].split()[0]
        yield {**whole(game, hands, discard=f"{away} {extra}", **told), "lines": [{"play": first}]}


NEAR_PAR: Final = {4: (14, 184, 106), 3: (54, 43, 30, 12)}
"""By number of players the seeds by which a side comes to 35, 36 and 37 points, or to 25, 26, 27 and 28."""


def near_par(seats: int) -> Iterator[Told]:
    """Whole hands in which the side that declared trumps comes near its average."""
    away = "c1 c2" if seats == 4 else "c1 c2 c3"
    hands = deal("grosstarock", seats, away, A="T2 T3 T4 T5 T6 T7 T8 T9 T10 T11")
    for seed in NEAR_PAR[seats]:
        yield whole("grosstarock", hands, seed, discard=away, declarations={"A": ["10 trumps"]})


def left(hands: Mapping[str, str], away: str) -> list[Card]:
    """The cards of the whole pack that nobody has."""
    gone = {card for each in (*hands.values(), away) for card in cards(each)}
    return [card for card in DECK if card not in gone]


def lhombre() -> Iterator[Told]:
    yield from fools("lhombre", "h4 h5 h6", contract="with-two", declarer="A")
    yield from discards("lhombre", contract="solo", declarer="A")
    hands = deal("lhombre", 3, "c1 c2 c3", A="T21 T20 T19", B="hR dR", C="sR cR")
    told = {"discard": "c1 c2 c3", "declarer": "A"}
    bids = auction("ABABC", "with-three", "with-two", "hold", "pass", "pass")
    for wants, gives, holder in (("hR", "T20", "B"), ("c1", "T20", None), ("T2", "T19", "B")):
        bought = {"wants": wants, "gives": gives, **({"from": holder} if holder else {})}
        other = {"wants": "cR", "gives": "T21", "from": "C"}
        yield whole("lhombre", hands, contract="with-two", bids=bids, purchase=[bought, other], **told)
    thrown = {"contract": "with-three", "bids": auction("ABC", "with-three", "pass", "pass"), **told}
    yield {**whole("lhombre", hands, **thrown), "lines": [{"play": ""}]}
    yield whole("lhombre", hands, contract="solo", bids=auction("ABC", "with-one", "pass", "solo"), **told)
    for seats, away in ((4, "c1 c2"), (5, "c1 c2 c3")):
        passed = auction("ABCDE"[:seats], *["pass"] * seats)
        for called, held in (
            ("cR", {"A": "hR dR sR cR"}),
            ("hR", {"B": "hR"}),
            ("hD", {"ABCDE"[seats - 1]: "hR dR sR cR"}),
        ):
            hands = deal("lhombre", seats, away, **held)
            dealer = "ABCDE"[seats - 1]
            told = {"contract": "call-king", "declarer": dealer, "called": called, "bids": passed}
            for seed in (1, 2, 3):
                yield whole("lhombre", hands, seed, discard=away, **told)


def french() -> Iterator[Told]:
    hands = {"A": "s4 s10 fool s3", "B": "s9 h3 h7 d7", "C": "h9 s8 c5 c6"}
    for line in ("s4 s9 s8 h3 h9 fool", "s4 s9 s8 h3 h9 s3 d7 c5 fool"):
        yield ending("french", hands, line)
    passed = {"bids": auction("ABC", *["pass"] * 3), "talon": {"left": "c1 c2 c3 c4 c5 c6"}}
    yield {**whole("french", deal("french", 3, "c1 c2 c3 c4 c5 c6"), **passed), "lines": [{"play": ""}]}
    yield from fools("french", "h4 h5 h6 d9 d10 c10", contract="take", declarer="A")
    yield from target("french", ("take", "no-purchase", "no-discard"), "ABC")
    yield from target("french", ("take", "no-discard"), "ABCDE", called="hR", partner="C")
    yield from discards("french", contract="no-purchase", declarer="C", extra="s1 s2 s3")
    away = "c1 c2 c3"
    given = {
        "A": "T21 T20 T19 fool",
        "B": "hR dR sR cR T1 T2 T3 T4 T5 T6",
        "C": "T7 T8 T9 T10 T11 T12 T13 T14",
    }
    hands = deal("french", 5, away, **given)
    for called in ("hR", "hD"):
        for seed in (1, 2, 3):
            yield whole(
                "french", hands, seed, contract="no-purchase", declarer="B", called=called, discard=away
            )
    bought = [{"wants": "hR", "from": "B", "gives": "T19"}]
    swapped = deal("french", 5, away, A="T21 T20 hR fool", B="T19 dR sR cR T1 T2 T3 T4 T5 T6", C=given["C"])
    told = {"contract": "take", "declarer": "A", "called": "hR", "purchase": bought, "discard": away}
    bids = auction("ABCDE", "take", *["pass"] * 4)
    yield whole("french", swapped, bids=auction("ABCDE", "take", *["pass"] * 4), **told)
    yield whole("french", swapped, bids=bids, announced={"C": ["8 trumps"], "A": ["8 trumps"]}, **told)
    for pools in ([], [{"amount": 40}, {"amount": 40, "doubled": True}]):
        yield whole("french", swapped, **told, pools=pools)
    three = deal(
        "french", 3, "c1 c2 c3 c4 c5 c6", A="T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 fool", B="T20 T21"
    )
    shown = {"announced": {"A": ["13 trumps"]}, "declarer": "A"}
    for told in ({"contract": "take", "discard": "c1 c2 c3 c4 c5 c6"}, {"contract": "no-discard"}):
        for seed in (1, 2):
            yield whole("french", three, seed, **shown, **told)
    unseen = {"contract": "no-discard", "declarer": "A", "called": "cR", "talon": {"left": "cR c1 c2"}}
    yield whole("french", deal("french", 5, "cR c1 c2"), **unseen)
    for says in (
        ("take", "no-discard", "pass", "pass"),
        ("slam take", "no-purchase", "pass", "pass"),
        ("take", "slam take", "pass", "pass"),
        ("take", "push", "hold", "pass", "pass"),
    ):
        order, last = "ABCAB"[: len(says)], {"contract": "no-purchase", "declarer": "A"}
        yield whole("french", three, discard="c1 c2 c3 c4 c5 c6", bids=auction(order, *says), **last)


def tarot() -> Iterator[Told]:
    for contract in ("petite", "garde"):
        yield from fools("tarot", "h4 h5 h6 d9 d10 s6", 4, "h10", contract=contract, declarer="A")
    hands = {"A": "s4 s10 fool s3", "B": "s9 h10 h7 d7", "C": "h9 s8 c5 c6", "D": "d3 d4 d1 d2"}
    for line in ("s4 s9 s8 d3 h10 h9 d1 fool", "s4 s9 s8 d3 h10 h9 d1 s3 h7 c5 d2 fool"):
        yield ending("tarot", hands, line)
    away = "c1 c2 c3 c4 c5 c6"
    swept = {"A": "T1 fool", "B": "h1 h2", "C": "d1 d2", "D": "s1 s2"}
    yield ending("tarot", swept, "", {"A": "rest"}, contract="garde", declarer="A", discard=away)
    passed = {"bids": auction("ABCD", *["pass"] * 4), "talon": {"left": away}}
    yield {**whole("tarot", deal("tarot", 4, away), **passed), "lines": [{"play": ""}]}
    # The Excuse in the last trick, which another of its side wins.
    last, took = {"A": "h2", "B": "hR", "C": "fool", "D": "h1"}, {"A": "rest", "B": "d1 d2 d3 d4"}
    yield ending("tarot", last, "h2 hR fool h1", took, contract="garde", declarer="A", discard=away)
    # The Excuse of a side that has no card yet that counts nothing.
    owing = {"A": "T2 s7", "B": "fool s9", "C": "h1 s8", "D": "d1 s6"}
    took = {"A": "rest", "B": "hR hD dR sR"}
    line = "T2 fool h1 d1 s7 s9 s8 s6"
    yield ending("tarot", owing, line, took, contract="garde", declarer="A", discard=away)
    yield from target("tarot", ("petite", "garde", "garde-sans", "garde-contre"), "ABCD")
    yield from target("tarot", ("petite", "garde-contre"), "ABC")
    yield from target("tarot", ("petite", "garde", "garde-sans"), "ABCDE", called="hR", partner="C")
    yield from discards("tarot", 4, contract="garde", declarer="D", extra="s1 s2 s3")
    five = {"contract": "garde", "declarer": "B", "called": "hR", "discard": "c1 c2 c3"}
    yield {**whole("tarot", deal("tarot", 5, "c1 c2 c3"), **five), "lines": [{"play": "hD"}]}
    hands = deal(
        "tarot", 4, away, A="T2 T3 T4 T5 T6 T7 T8 T9 T10 fool", B="T11 T12 T13 T14 T15 T16 T17 T18 T19 T20"
    )
    told = {"declarer": "A", "contract": "garde", "discard": away}
    bids = auction("ABCD", "petite", "pass", "garde", "pass")
    for words in (["10 trumps"], ["9 trumps"], ["13 trumps"], ["slam"], ["slam", "10 trumps"]):
        yield whole("tarot", hands, announced={"A": words}, **told)
        yield whole("tarot", hands, announced={"B": words}, **told)
    for seat, given in (("A", "s2 s3 fool"), ("A", "s2 s3"), ("A", "hR s3")):
        hand = " ".join(f"{suit}{each}" for suit in "hdsc" for each in range(4, 10))[: 3 * 15 - 1]
        poor = deal("tarot", 4, away, **{seat: f"{given} {hand}"})
        yield whole("tarot", poor, announced={seat: ["no-trumps", "no-courts"]}, **told)
    yield whole("tarot", hands, bids=bids, **(told | {"declarer": "C"}))
    yield whole("tarot", deal("tarot", 4, away, A="T1 h1 h2", B="T2 fool", C="T3 T4", D="T5 T6"), **told)
    for seats, cards_ in ((3, away), (5, "c1 c2 c3")):
        shown = {
            3: "T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13 T14 T15 T16 T17 T18 T19",
            5: "T2 T3 T4 T5 T6 T7 T8",
        }
        hands = deal("tarot", seats, cards_, A=shown[seats], B="T20 T21 fool")
        for words in (["13 trumps"], ["8 trumps"], ["15 trumps"], ["18 trumps"]):
            yield whole(
                "tarot", hands, announced={"A": words}, contract="garde", declarer="A", discard=cards_
            )
    given = {"A": "T21 T20 T19 fool", "B": "hR dR sR cR hD dD sD cD T1", "C": "T7 T8 T9 T10 hC"}
    hands = deal("tarot", 5, "c1 c2 c3", **given)
    for called in ("hR", "hD", "hC", "hV"):
        for seed in (1, 2):
            told = {
                "contract": "garde-sans",
                "declarer": "B",
                "called": called,
                "talon": {"left": "c1 c2 c3"},
            }
            yield whole("tarot", hands, seed, **told)
    unseen = {"contract": "garde-contre", "declarer": "A", "called": "cR", "talon": {"left": "cR c1 c2"}}
    yield whole("tarot", deal("tarot", 5, "cR c1 c2"), **unseen)
    taken = {"talon": {"taken": "h1 cR c1"}, "discard": "c1 c2 c3", "contract": "garde"}
    with_king = deal("tarot", 5, "c1 c2 c3", A="h1 cR T20")
    yield whole("tarot", with_king, declarer="A", called="cR", **taken)
    three_kings = deal("tarot", 5, "c1 c2 c3", A="hR dR sR h1 cR T20")
    yield whole("tarot", three_kings, declarer="A", called="hD", **taken)


def target(game: str, contracts: Iterable[str], seats: str, **more: Any) -> Iterator[Told]:
    """Endings of every contract with each number of the Trull, the Pagat in the last trick, and slams."""
    ours, theirs = seats[0], seats[1]
    for contract in contracts:
        partner = {} if game == "appel" and contract != "call" else more
        told = {"contract": contract, "declarer": ours, **partner}
        told |= {} if game == "tarot" else {"pools": [{"amount": 41}]}
        unseen = contract in ("no-discard", "garde-sans", "garde-contre")
        told |= {"talon": {"left": TALONS[len(seats)]}} if unseen else {}
        if not unseen:
            told |= {"discard": TALONS[len(seats)]} | ({"dealer": "A"} if game == "appel" else {})
        plain = dict(zip(seats, ("h9 T18", "h1 T17", "h10 T16", "h7 T15", "h8 T14"), strict=False))
        pagat = dict(zip(seats, ("T1", "T17", "T16", "T15", "T14"), strict=False))
        fool = dict(zip(seats, ("fool", "T17", "T16", "T15", "T14"), strict=False))
        for cards_ in ("", "T21", "T21 T1", "hR dR sR hD dD sD hC dC sC T21 T20"):
            size = len(cards(cards_)) % len(seats)
            more_cards = " ".join((["c2", "c3", "c4", "c5"])[: len(seats) - size]) if size else ""
            yield ending(game, plain, "", {ours: f"{cards_} {more_cards}", theirs: "rest"}, **told)
        for hands in (plain, pagat, fool):
            yield ending(game, hands, "", {ours: "rest"}, **told)
            yield ending(game, hands, "", {theirs: "rest"}, **told)
            yield ending(game, hands, "", {ours: "rest"}, **{**told, "announced": {ours: ["slam"]}})
        low = {**pagat, ours: "T17", theirs: "T1"}
        high = {**pagat, ours: "T1", seats[2]: "T20"}
        for hands in (low, high):
            yield ending(game, hands, "", {ours: "rest"}, **told)
            doubled = {} if game == "tarot" else {"pools": [{"amount": 41, "doubled": True}]}
            yield ending(game, hands, "", {theirs: "rest"}, **{**told, **doubled})


TALONS: Final = {3: "h6 d6 d7 d8 s5 s6", 4: "h6 d6 d7 d8 s5 s6", 5: "d6 d7 d8"}


def appel() -> Iterator[Told]:
    yield from fools("appel", "h4 h5 h6 d9 d10 s6", 4, contract="solissimo", declarer="A")
    passed = {"discard": "c1 c2 c3 c4 c5 c6", "bids": auction("DABC", *["pass"] * 4)}
    yield {**whole("appel", deal("appel", 4, passed["discard"]), **passed), "lines": [{"play": ""}]}
    yield from target("appel", ("call", "purchase", "solissimo"), "ABCD", called="hR", partner="C")
    for away in ("T1 h9 h10 h8 h7 h6", "T2 h9 h10 h8 h7 h6", "hR h9 h10 h8 h7 h6"):
        for trumps in ("T4", "d4"):
            hands = deal("appel", 4, away, D=f"{trumps} d1 d2 d3 d5 d6 d7 d8 d9 d10 s1 s2 s3 s4 s5 s6 s7 s8")
            yield {
                **whole("appel", hands, discard=away, contract="solissimo", declarer="A"),
                "lines": [{"play": hands["A"].split()[0]}],
            }
    away = "c1 c2 c3 c4 c5 c6"
    hands = deal("appel", 4, away, A="T21 T20 T1 T2 T3 T4 T5 T6 T7 fool", B="hR dR")
    told = {"discard": away, "declarer": "A"}
    first = auction("DABC", "call", "purchase", "pass", "pass")
    for wants, holder, gives in (("hR", "B", "T2"), ("c1", None, "T2"), ("T8", "B", "T2")):
        bought = {"wants": wants, "gives": gives, **({"from": holder} if holder else {})}
        swapped = deal("appel", 4, away, A="T21 T20 T1 hR T3 T4 T5 T6 T7 fool", B="T2 dR")
        yield whole(
            "appel",
            swapped if wants == "hR" else hands,
            contract="purchase",
            bids=first,
            purchase=[bought],
            **told,
        )
    for called in ("hR", "c1", "T21"):
        bids = auction("DABC", "pass", "call", "pass", "pass")
        yield whole("appel", hands, contract="call", called=called, bids=bids, **told)
        yield whole("appel", hands, contract="call", declarer="D", called=called, discard=away)
    for number in ("10 trumps", "9 trumps"):
        for pools in ([], [{"amount": 40}], [{"amount": 40}, {"amount": 40, "doubled": True}]):
            yield whole("appel", hands, contract="solissimo", announced={"A": [number]}, pools=pools, **told)
    yield whole(
        "appel", hands, contract="solissimo", discard=away, declarer="B", announced={"A": ["10 trumps"]}
    )
    for says in (
        ("call", "solissimo", "pass", "pass", "pass"),
        ("slam call", "solissimo", "pass", "pass", "pass"),
        ("call", "slam call", "pass", "pass", "pass"),
        ("call", "purchase", "pass", "pass", "hold"),
    ):
        yield whole(
            "appel", hands, discard=away, contract="solissimo", declarer="A", bids=auction("DABCD", *says)
        )


def excuses_in_tapp() -> Iterator[Told]:
    """The Fool as in :func:`fools`, where it is read as an excuse."""
    told = {"variant": {"fool-kind": "excuse"}, "contract": "threes", "declarer": "A", "dealer": "C"}
    told |= {"discard": "d1 d2 sV", "talon": {"left": "cV hD dV"}}
    few, some = {"A": "", "B": "rest"}, {"A": "hR hC cR", "B": "rest"}
    others = {"B": "h1 s8 d3 c8", "C": "hV s9 d4 c9"}
    yield ending("tapp", {"A": "h2 c7", "B": "fool h1", "C": "hV c8"}, "h2 fool", {"A": "rest"}, **told)
    yield ending("tapp", {"A": "fool s10 c7 h4", **others}, "fool h1 hV s9 s10 s8", few, **told)
    theirs, owing = {"A": "rest", "B": "hR hC cR"}, {"A": "T2 s7", "B": "fool s9", "C": "h1 s8"}
    yield ending("tapp", owing, "T2 fool h1 s7 s9 s8", theirs, **told)
    for took in (few, some):
        yield ending("tapp", {"A": "fool s7 c7 h4", **others}, "fool h1 hV s9 s7 s8", took, **told)


def tapp() -> Iterator[Told]:
    yield from excuses_in_tapp()
    ending_hands = {"A": "c9 T1 T19", "B": "dV sD sV", "C": "s7 T5 fool"}
    high = {"A": "c9 T1 T5", "B": "dV sD sV", "C": "s7 hR h1"}
    theirs = {"A": "c9 h2 T5", "B": "T1 sD sV", "C": "s7 hR fool"}
    for contract, away, left_ in (("threes", "d2 d3 d4", "s8 c7 c8"), ("solo", "", "s8 c7 c8 d2 d3 d4")):
        told = {"contract": contract, "declarer": "A", "talon": {"left": left_}}
        told |= {"discard": away} if away else {}
        for hands in (ending_hands, high, theirs):
            for took in ({"A": "rest"}, {"B": "rest"}, {"A": "hD h3 T3 sR dR cR", "B": "rest"}):
                yield ending("tapp", hands, "", took, **told)
                yield ending("tapp", hands, "", took, announced={"A": ["pagat"]}, kontra=["B"], **told)
        yield ending("tapp", {"A": "T1", "B": "T2", "C": "T3"}, "", {"A": "rest"}, **told)
        yield ending("tapp", {"A": "T21", "B": "T2", "C": "T3"}, "", {"A": "rest"}, **told)
    for away in ("s8 c7 c8", "T2 c7 c8", "T1 c7 c8"):
        hands = deal(
            "tapp", 3, f"{away} d2 d3 d4", A="hR dR sR cR T21 fool T20 T19 T18 T17 T16 T15 T14 T13 T12 T11"
        )
        told = {"contract": "threes", "declarer": "A", "discard": away, "talon": {"left": "d2 d3 d4"}}
        yield {**whole("tapp", hands, **told), "lines": [{"play": hands["A"].split()[0]}]}
    hands = deal("tapp", 3, "s8 c7 c8 d2 d3 d4", A="hR dR sR cR", B="T21 T1 fool")
    told = {"declarer": "A", "discard": "s8 c7 c8", "talon": {"left": "d2 d3 d4"}}
    for says in (("tapp", "threes", "hold", "pass"), ("pass", "threes", "pass")):
        yield whole(
            "tapp",
            hands,
            contract="threes",
            bids=auction("ABAC"[: len(says)] if len(says) == 4 else "ABC", *says),
            **told,
        )
    yield whole("tapp", hands, contract="threes", passed=["B"], **told)
    thrown = {"contract": "tapp", "declarer": "A", "bids": auction("ABC", "tapp", "pass", "pass")}
    yield {**whole("tapp", deal("tapp", 3, "s8 c7 c8 d2 d3 d4"), **thrown), "lines": [{"play": ""}]}


def slovenian() -> Iterator[Told]:
    for contract, away, left_ in (
        ("three", "d2 d3 d4", "s8 c7 c8"),
        ("solo-one", "d2", "s8 c7 c8 d3 d4"),
        ("solo-without", "", "s8 c7 c8 d2 d3 d4"),
    ):
        told = {"contract": contract, "declarer": "A", "talon": {"left": left_}}
        told |= {"called": "hR"} if contract == "three" else {}
        yield from regular(told | ({"discard": away} if away else {}))
    for contract in ("three", "two", "one", "solo-three", "solo-two", "solo-without", "colour-valat"):
        told = {"contract": contract, "declarer": "A", "talon": {"left": "s8 c7 c8"}, "discard": "d2"}
        told |= {"called": "hR"} if contract in ("three", "two", "one") else {}
        last = {"A": "h3", "B": "h4", "C": "hR", "D": "h1"}
        yield ending("slovenian", last, "", {"A": "rest"}, **sized(told))
    yield from colour_valats()
    yield from beggars()
    yield from miseres()
    yield from slovenian_hands()


def sized(told: dict[str, Any]) -> Told:
    """The same with as many cards laid away as the contract takes."""
    cards_ = ["d2", "d3", "d4", "s8", "c7", "c8"]
    takes = {"three": 3, "two": 2, "one": 1}.get(str(told["contract"]).removeprefix("solo-"), 0)
    away = {"discard": " ".join(cards_[:takes])} if takes else {}
    rest = {key: value for key, value in told.items() if key != "discard"}
    return {**rest, **away, "talon": {"left": " ".join(cards_[takes:])}}


def colour_valats() -> Iterator[Told]:
    announced = {"contract": "two", "declarer": "A", "announced": {"A": ["colour-valat"]}}
    apart = {"discard": "d2 d3", "talon": {"left": "s8 c7 c8 d4"}}
    hands = {"A": "sD s9 T1", "B": "hD T12 T21", "C": "T10 T15 T20", "D": "cV T6 fool"}
    for took in ({"A": "rest"}, {"B": "rest"}, None):
        for lead, prefix in (("A", ""), ("A", "T1 T21"), ("B", ""), ("B", "T12")):
            more = {} if took is None else apart
            yield ending("slovenian", hands, prefix, took, lead=lead, **announced, **more)
    three = {"A": "fool hD", "B": "s7 h1", "C": "T21 h2", "D": "T1 h3"}
    yield ending("slovenian", three, "fool s7 T21 T1", None, **announced)
    yield ending("slovenian", three, "hD h1 h2 h3", None, **announced)
    three = {"A": "T5 T4", "B": "fool s7", "C": "T21 h2", "D": "T1 h3"}
    yield ending("slovenian", three, "T5 fool T21 T1", None, **announced)


def beggars() -> Iterator[Told]:
    told = {"contract": "beggar", "declarer": "A", "radli": {"A": 1}}
    told["talon"] = {"left": "s8 c7 c8 d2 d3 d4"}
    hands = {"A": "h4 s9 c9", "B": "c10 T3 hV", "C": "hC T7 hR", "D": "hD h1 T20"}
    for took in ({"B": "rest"}, {"A": "s7 s10 d1 cV", "B": "rest"}):
        yield ending("slovenian", hands, "h4", took, **told)


def miseres() -> Iterator[Told]:
    hands = {"A": "h4 s9 c9", "B": "c7 T3 hV", "C": "hC T7 hR", "D": "hD h1 T20"}
    piles: tuple[dict[str, str], ...] = (
        {"A": "rest"},
        {"A": "sD dR sR cR", "B": "rest"},
        {"A": "sR cR dR T19", "B": "s10 s7 s8 d4", "C": "rest", "D": "d1 d2 d3 c10"},
    )
    for took in piles:
        yield ending("slovenian", hands, "h4", took, contract="misere")
        last = {"A": "T1", "B": "T3", "C": "T7", "D": "T20"}
        yield ending("slovenian", last, "", took, contract="misere")
    six = {"A": "T8 T21", "B": "hR d2", "C": "T11 T15", "D": "dR T13"}
    yield ending("slovenian", six, "", None, talon={"left": "sD cC"}, contract="misere")


def slovenian_hands() -> Iterator[Told]:
    """Whole hands from the auction on."""
    away = "s8 c7 c8 d2 d3 d4"
    hands = deal("slovenian", 4, away, A="hR dR", B="sR T21 T1")
    two = {"contract": "two", "declarer": "A", "discard": "s8 c7"}
    bids = auction("ABCD", "beggar", *["pass"] * 3)
    yield whole("slovenian", hands, contract="beggar", declarer="A", bids=bids)
    bids = auction("ABCD", *["pass"] * 4)
    yield whole("slovenian", hands, contract="misere", talon={"left": away}, bids=bids)
    bids = auction("ABACD", "three", "two", "hold", "pass", "pass")
    for called in ("hR", "sR"):
        yield whole("slovenian", hands, called=called, bids=bids, **two)
    yield whole("slovenian", deal("slovenian", 4, f"{away[:-2]}sR"), called="sR", **two)
    yield whole("slovenian", hands, called="sR", announced={"A": ["colour-valat"]}, **two)
    for laid in ("hR c7", "T2 c7"):
        broken = deal("slovenian", 4, f"{laid} c8 d2 d3 d4")
        told = whole("slovenian", broken, **{**two, "discard": laid}, called="dR")
        yield {**told, "lines": [{"play": broken["A"].split()[0]}]}
    bids = auction("ABC", "two", "pass", "pass")
    yield whole("slovenian", deal("slovenian", 3, away), bids=bids, **two)


def regular(told: Told) -> Iterator[Told]:
    """Endings of a game that is played for points: kings, the Trull, the last trick, all tricks, a radl."""
    last = (
        {"A": "T1", "B": "h2", "C": "hR", "D": "h4"},
        {"A": "h3", "B": "T1", "C": "hR", "D": "h4"},
        {"A": "h3", "B": "T1", "C": "hR", "D": "T2"},
        {"A": "T21", "B": "fool", "C": "hR", "D": "h4"},
        {"A": "T21", "B": "h1", "C": "fool hR", "D": "h4"},
    )
    for hands in last[:4]:
        for took in ({"A": "rest"}, {"B": "rest"}, {"A": "dR sR cR sD cD cC sC dD T5 T6 T7 T9", "B": "rest"}):
            yield ending("slovenian", hands, "", took, **told)
            said = {"A": ["kings", "trinity", "valat", "pagat"], "B": ["king-ultimo"]}
            if "called" not in told:
                said["B"] = ["trinity"]
            yield ending("slovenian", hands, "", took, announced=said, radli={"A": 1}, **told)
    three = {"A": "fool h3", "B": "s7 h1", "C": "T21 hR", "D": "T1 h4"}
    for took in ({"A": "rest"}, {"B": "rest"}):
        yield ending("slovenian", three, "fool s7 T21 T1", took, **told)


POSITIONS: Final[dict[str, Callable[[], Iterator[Told]]]] = {
    "basic": basic,
    "grosstarock": grosstarock,
    "lhombre": lhombre,
    "french": french,
    "appel": appel,
    "tarot": tarot,
    "tapp": tapp,
    "slovenian": slovenian,
}
