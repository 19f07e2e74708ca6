"""What is asked of a game of card points without a hand being played: bids, purchases, calls, settlements."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations, product
from typing import Any, Final

from contract.dealing import NAMES
from contract.played_examples import hand_of
from msgspec.structs import replace
from rules.point_battery import deal

from analyzer.cards.card import BY_TEXT, DECK, FOOL, Card, cards
from analyzer.errors import UsageError
from analyzer.rules.book import Book
from analyzer.rules.deal.auction import bid_words, judge_auction
from analyzer.rules.deal.discard import _case
from analyzer.rules.deal.judge import is_void, judge_call
from analyzer.rules.deal.purchase import Buying, judge_purchase_words, judge_purchases
from analyzer.rules.play.table import Laid, legal, winner
from analyzer.rules.score.hand import Bid, Purchase
from analyzer.rules.score.steps import open_hand, score_hand
from analyzer.rules.spec.game import GameSpec, apply_contract, first_leader, laid_away_under
from analyzer.rules.spec.kinds.contracts import Contract, ContractAim
from analyzer.rules.spec.ruleset import RuleSet

Ask = Callable[[RuleSet], object]
HANDS: Final = ("hR h3 T5 T12 fool d1", "T2 T9 s7", "s7 cR fool", "h4 h1 T5", "T5 T3 fool", "T5 T12 sR")
TRICKS: Final = ("", "h2", "h2 T4", "T8", "fool", "fool hC", "h2 hV")


def point_asks(rules: RuleSet) -> Iterator[Ask]:
    """Everything that is asked of a form, what is quick to answer first."""
    game = rules.game
    yield plays([None, *game.contracts])
    yield winning(rules, [None, *game.contracts])
    yield opening(list(game.contracts))
    yield laying(rules)
    yield dealing
    if game.auction is not None:
        announced = (
            (f"slam {next(iter(game.contracts))}",) if game.slam is not None and game.slam.beside else ()
        )
        yield bidding(rules.table.players, (*bid_words(game), *announced))
    if game.call is not None:
        yield calling(rules)
    if game.purchase is not None:
        yield buying(rules, [each.name for each in game.contracts.values()])
    if game.shown is not None:
        yield showing()
    for contract in game.contracts.values():
        yield settling(rules, contract)
    if not game.contracts:
        yield counting(rules)


def game_of(rules: RuleSet) -> GameSpec:
    return rules.game


def plays(contracts: list[str | None]) -> Ask:
    """The cards of hands that may be played to tricks, under every contract."""

    def told(rules: RuleSet) -> object:
        games = [apply_contract(rules.game, each) for each in contracts]
        tricks = [tuple(Laid(seat, card) for seat, card in enumerate(cards(each))) for each in TRICKS]
        return [
            sorted(legal(cards(hand), trick, game)) for game in games for hand in HANDS for trick in tricks
        ]

    return told


def winning(like: RuleSet, contracts: list[str | None]) -> Ask:
    """Who wins tricks of two cards of one suit, and of three trumps in every order under every contract."""
    deck = like.table.deck
    pairs = [(one, other) for one in deck for other in deck if one.suit is other.suit and one > other]
    tricks = [(Laid(0, one), Laid(1, other)) for one, other in pairs]
    three = [tuple(map(Laid, range(3), each)) for each in permutations(cards("fool T21 T1"))]

    def told(rules: RuleSet) -> object:
        games = [apply_contract(rules.game, each) for each in contracts]
        plain = [winner(each, rules.game) for each in tricks]
        return plain, [winner(trick, game) for trick in three for game in games]

    return told


def opening(contracts: list[str]) -> Ask:
    """Who leads first in every contract, and how many cards are taken up before."""

    def told(rules: RuleSet) -> object:
        leaders = [first_leader(rules.game, each, 0, 2, slam) for each in contracts for slam in (None, 2)]
        return leaders, [laid_away_under(rules.game, each) for each in contracts]

    return told


def dealing(rules: RuleSet) -> object:
    """By which hands the cards are dealt anew."""
    hands = (
        "T1 h1",
        "T1 fool h1",
        "T1 T2 h1",
        "T2 h1",
        "T2 fool",
        "h1 h2",
        "h1 d1",
        "T21 h1",
        "fool h1",
        "T20",
    )
    void = rules.game.void_deal
    return None if void is None else [is_void(void, frozenset(cards(hand))) for hand in hands]


def laying(like: RuleSet) -> Ask:
    """The clauses on single cards that are broken by laying away each honour, and trumps needed and not."""
    tried = [*_discards(like)]

    def told(rules: RuleSet) -> object:
        try:
            return [sorted(_case(rules, hand, ()).broken(frozenset(away))) for hand, away in tried]
        except UsageError as fault:
            return str(fault)

    return told


def _discards(like: RuleSet) -> Iterator[tuple[list[Card], list[Card]]]:
    taken_up = {"tapp": 3, "slovenian": 2}.get(like.name, like.table.skat_size)
    size, deck = like.table.hand_size + taken_up, like.table.deck
    honours = [card for card in deck if card.is_king or str(card) in ("T1", "T21", "fool")]
    plain = [card for card in deck if card not in honours and not card.is_trump]
    trumps = [card for card in deck if card.is_trump and card not in honours]
    kinds = (
        [*honours, *plain],
        [*honours, *trumps, *plain],
        [BY_TEXT["T1"], *plain],
        [*honours[:4], *trumps, *plain],
    )
    two = [BY_TEXT["T1"], BY_TEXT["T2"], *plain][:size]
    yield two, [*two[:2], *two[-taken_up:]][:taken_up]
    for hand in kinds:
        held = hand[:size]
        spare = [card for card in held if card not in honours]
        yield from ((held, [card, *spare[: taken_up - 1]]) for card in held[:8])
        yield from (
            (held, spare[place : place + taken_up]) for place in range(0, len(spare) - taken_up, taken_up)
        )
        yield held, spare[-taken_up:]
        yield held, [*spare[-taken_up + 1 :], spare[0]]


def bidding(seats: int, said: tuple[str, ...]) -> Ask:
    """What every auction of three bids comes to, and one that all pass."""
    names = NAMES[:seats]

    def told(rules: RuleSet) -> object:
        game, found = game_of(rules), []
        if game.auction is None:
            return None
        for says in [*product(said, repeat=3), ("pass",) * seats]:
            first = 0 if game.auction.opener.value == "eldest" else seats - 1
            bids = [Bid((first + place) % seats, word) for place, word in enumerate(says)]
            for more in (bids, [*bids[:2], Bid(first, "hold")]):
                came = judge_auction(game, names, seats - 1, more)
                found.append(
                    (came.contract, came.declarer, came.to_speak, [each.place for each in came.wrong])
                )
        return found

    return told


def calling(rules: RuleSet) -> Ask:
    """What speaks against calling cards of one's own, of others, and laid away."""
    hands = [cards("hR dR sR cR T1"), cards("hR dD T1")]
    called = [*cards("hR dR hD dD hV T2"), rules.table.deck[-5]]

    def told(rules: RuleSet) -> object:
        game = game_of(rules)
        tried = product(hands, called, ((), cards("hV dR")))
        return [[each.clause for each in judge_call(game, "A", *facts)] for facts in tried]

    return told


def showing() -> Ask:
    """Whether so many trumps may be announced, from hands with the Fool and without it."""
    trumps = [card for card in DECK if card.is_trump]

    def told(rules: RuleSet) -> object:
        shown = game_of(rules).shown
        if shown is None:
            return None
        hands = [[*trumps[:held], *fool] for held in range(5, 20) for fool in ([], [FOOL])]
        tried = product(hands, range(5, 20))
        return [len(judge_purchase_words(shown, "A", hand, number)) for hand, number in tried]

    return told


def buying(rules: RuleSet, contracts: list[str]) -> Ask:
    """What is wrong with purchases in each contract, and what is paid for them."""
    away = rules.table.deck[5 : 5 + rules.table.skat_size]
    names = NAMES[: rules.table.players]
    texts = deal(rules.name, len(names), " ".join(map(str, away)), A="T20 T19 T18 hR", B="T21 dR", C="T2 sR")
    hands = [frozenset(cards(text)) for text in texts.values()]
    wanted = [BY_TEXT[word] for word in ("T21", "dR", "T2", "sR", str(away[0]))]

    def told(rules: RuleSet) -> object:
        found = []
        for contract, number in product(contracts, range(1, 5)):
            facts = Buying(0, contract, hands, names, away)
            for first in range(len(wanted)):
                asked = [wanted[(first + place) % len(wanted)] for place in range(number)]
                holders = [next((s for s, hand in enumerate(hands) if each in hand), None) for each in asked]
                bought = tuple(map(Purchase, asked, holders, cards("T20 T19 T18 hR")[:number]))
                for made in (bought, tuple(replace(each, gives=None) for each in bought)):
                    clauses = [each.clause for each in judge_purchases(game_of(rules), facts, made)]
                    found.append((clauses, _opened(rules, contract, made)))
        return found

    return told


def _opened(rules: RuleSet, contract: str, made: tuple[Purchase, ...]) -> object:
    told = {"contract": contract, "declarer": "A"}
    came = hand_of(rules, told)
    book = Book(rules.table.players)
    open_hand(game_of(rules), replace(came, told=replace(came.told, purchases=made)), book)
    return book.tokens


def settling(like: RuleSet, contract: Contract) -> Ask:
    """What a contract brings with every number of points near what is needed, and every deed."""
    hands = [*_settlements(like, contract)]

    def told(rules: RuleSet) -> object:
        return [_settled(rules, each) for each in hands]

    return told


def _settled(rules: RuleSet, told: Any) -> object:
    game, book = game_of(rules), Book(rules.table.players)
    if told["contract"] not in (None, *game.contracts):
        return None
    found = score_hand(game, hand_of(rules, told), book)
    return book.tokens, book.sheet, found.pools, sorted(found.radli.items()), found.outcome


def _settlements(rules: RuleSet, contract: Contract) -> Iterator[dict[str, Any]]:
    game, seats = game_of(rules), rules.table.players
    others = NAMES[1:seats]
    told: dict[str, Any] = {"contract": contract.name}
    if contract.aim is ContractAim.FEWEST:
        for tricks, points in (
            ((6, 6, 0), (36, 34, 0)),
            ((4, 4, 4), (24, 23, 23)),
            ((6, 4, 2), (40, 20, 10)),
            ((6, 4, 2), (35, 25, 10)),
        ):
            seated = dict(zip(NAMES[:seats], (*tricks, 0) if 0 in tricks else (*tricks, 1), strict=False))
            by_name = dict(zip(NAMES[:seats], (*points, 0), strict=False))
            for deeds in (
                {},
                {"pagat": "A", "pagat-to": "B"},
                {"pagat": "A", "pagat-to": "A"},
                {"mond-lost": "A"},
            ):
                yield {**told, "points": by_name, "tricks": seated, "deeds": deeds, "radli": {"A": 1}}
        return
    told |= {"declarer": "A"} | ({} if contract.alone else {"partner": "C"})
    half = Fraction(game.piles.total, 2 * game.piles.unit)
    for off in (
        -7,
        -2,
        Fraction(-1, 2),
        Fraction(-1, 3),
        0,
        Fraction(1, 3),
        Fraction(1, 2),
        Fraction(2, 3),
        1,
        6,
    ):
        points = half + off
        if (points * game.piles.unit).denominator == 1:
            yield {**told, "points": {"A": str(points)}, "radli": {"A": 1}}
    level = {
        **told,
        "points": {"A": str(Fraction(int(half * game.piles.unit) + game.piles.unit * 6, game.piles.unit))},
    }
    if game.target is not None:
        yield from _targets(level, others)
    if game.bonus_sheet is not None or game.difference_sheet is not None:
        yield from _deeds(level, seats)
    if contract.aim in (ContractAim.NO_TRICK, ContractAim.EVERY_TRICK):
        yield from ({**told, "tricks": dict(zip(NAMES[:seats], each, strict=False))} for each in
                    ((0, 4, 4, 4), (1, 4, 4, 3), (12, 0, 0, 0), (9, 0, 3, 0)))  # fmt: skip


def _targets(level: dict[str, Any], others: str) -> Iterator[dict[str, Any]]:
    pools = [{"amount": 41}, {"amount": 41, "doubled": True}]
    for trull in range(4):
        for points in ("36", "40", "41", "50.5", "56", "61"):
            known = {**level, "points": {"A": points}, "trull": trull}
            yield {**known, "pools": pools}
            yield {**known, "pools": pools[1:], "announced": {"A": ["13 trumps"]}}
    for trick, won in (("T1 T2 T3", "A"), ("T1 T2 T3", "B"), ("T2 T1 T3", "B"), ("T2 T1 T3", others[1])):
        yield {**level, "trull": 2, "last": {"trick": trick, "winner": won}}
    for by, to in (("A", "A"), ("A", "B"), ("B", "A"), ("B", "B")):
        yield {**level, "trull": 2, "deeds": {"pagat": by, "pagat-to": to}}
    for number in (8, 10, 15, 18):
        yield {**level, "trull": 2, "announced": {"B": [f"{number} trumps"]}}
    every = dict.fromkeys(others, 0)
    for tricks in ({"A": 10, **every}, {"A": 9, **every, "B": 1}, {"A": 0, **every, "B": 9}):
        for announced in ({}, {"A": ["slam"]}):
            yield {**level, "trull": 3, "tricks": tricks, "announced": announced, "pools": pools}


def _deeds(level: dict[str, Any], seats: int) -> Iterator[dict[str, Any]]:
    last = {"trick": " ".join(("h1", "h2", "h3", "h4")[:seats]), "winner": "A"}
    deeds: list[dict[str, Any]] = [
        {}, {"kings": "A"}, {"trinity": "B"}, {"king-ultimo": "A"}, {"valat": "A"}, {"mond-lost": "A"},
        {"mond-lost": "A", "mond-to-partner": True}, {"all-tricks": "A"}, {"all-tricks": "B"},
        *({"pagat": by, "pagat-to": to} for by, to in ("AA", "BB", "AB", "BA", "BC")),
    ]  # fmt: skip
    for deed in deeds:
        for announced in ({}, {"A": ["pagat"]}, {"A": ["kings", "king-ultimo"], "B": ["trinity", "pagat"]}):
            for more in ({}, {"kontra": ["B"]}, {"radli": {"A": 2}}):
                yield {**level, "deeds": deed, "announced": announced, "last": last, **more}
    for held in ({"A": ["trull"]}, {"B": ["four-kings"]}, {"C": ["trull", "four-kings"]}):
        yield from ({**level, "held": held, "passed": passed} for passed in ([], ["B"]))


def counting(like: RuleSet) -> Ask:
    """What points bring where there is no contract."""
    seats, game = like.table.players, game_of(like)
    total = game.piles.total // game.piles.unit

    def told(rules: RuleSet) -> object:
        found = []
        for first, second in product(range(20, 45, 3), repeat=2):
            names = "AB" if rules.game.sides.value == "partners" else NAMES[:seats]
            points = [first, total - first] if len(names) == 2 else [first, second, total - first - second]
            known = {"contract": None, "points": dict(zip(names, points, strict=False))}
            found.append(_settled(rules, known))
        return found

    return told
