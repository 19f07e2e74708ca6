"""Words before the first lead, and the name of a led Fool, are judged alike whoever is asked."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from contract.dealing import dealt
from contract.test_every_game import at_random
from effort import part
from evenings.telling import in_words, recorded
from evenings.telling import told as told_in_words
from msgspec import structs
from places import POSITIONS
from ruamel.yaml import YAML
from rulesets import FORMS, POINT_RULES, rules_for

from analyzer import loads
from analyzer.cards.card import FOOL, Suit
from analyzer.disputes.files import loads_dispute
from analyzer.disputes.table import settle
from analyzer.errors import InvalidFile
from analyzer.evenings.tally import loads as loads_evening
from analyzer.evenings.tally import tally
from analyzer.position.files.hands.contract import announceable
from analyzer.position.model import Position
from analyzer.position.replay.model import IllegalLine
from analyzer.position.replay.replay import replay
from analyzer.position.setting import Line
from analyzer.rules.actions import lay
from analyzer.rules.deal.auction import bid_words, understood
from analyzer.rules.deal.combinations import declarations_of
from analyzer.rules.deal.judge import maker_of
from analyzer.rules.deal.purchase import undone
from analyzer.rules.score.hand import PASS, Bid, Purchase
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.variants import choose

SEEDS = part(range(4))
Said = dict[str, Any]
Place = tuple[str | int, ...]
FIRST_OF_KIND = {
    YAML(typ="safe").load(path)["kind"]: path
    for path in sorted((POSITIONS / "disputes").glob("*.yaml"), reverse=True)
}


def _game(position: Position) -> GameSpec:
    return position.rules.game


def by_whom_it_is_declared(start: Position) -> Position:
    """A hand whose contract is the dealer's where everybody has passed."""
    game = start.rules.game
    contract = game.contract(start.told.contract)
    if contract is None or contract.bid or start.told.declarer is None:
        return start
    return replace(start, told=structs.replace(start.told, declarer=start.dealer))


def with_random_words(start: Position, seed: int) -> tuple[Position, Said]:
    """A whole hand with words said before its first lead, right ones and wrong ones, and the same as keys."""
    rng, game, names = random.Random(seed), _game(start), start.players
    seats, told, keys = range(len(names)), start.told, Said()
    if game.auction is not None and rng.random() < 0.7:
        words = (*understood(start.rules), *3 * bid_words(game), *6 * (PASS,))
        bids = tuple(Bid(rng.choice(seats), rng.choice(words)) for _ in range(rng.randrange(1, 5)))
        told, keys = structs.replace(told, bids=bids), {"bids": [{names[b.seat]: b.says} for b in bids]}
    calls = game.call is not None and any(not each.alone for each in game.contracts.values())
    if told.declarer is not None and calls and rng.random() < 0.6:
        card = rng.choice([card for hand in start.hands for card in sorted(hand) if card.is_court] or [FOOL])
        told, keys = structs.replace(told, called=card), keys | {"called": str(card)}
    if told.declarer is not None and game.purchase is not None and rng.random() < 0.6:
        holder = rng.choice([seat for seat in seats if seat != told.declarer])
        bought = Purchase(
            rng.choice(sorted(start.hands[told.declarer])), holder, rng.choice(sorted(start.hands[holder]))
        )
        told = structs.replace(told, purchases=(bought,))
        keys["purchase"] = [{"wants": str(bought.wants), "from": names[holder], "gives": str(bought.gives)}]
    words = announceable(game)
    if words and rng.random() < 0.8:
        some = [*words, *([f"{rng.randrange(6, 15)} trumps"] if game.target is not None else [])]
        who = rng.sample(seats, rng.randrange(1, 3))  # two of them may show too many trumps
        announced = {seat: (rng.choice(some if seat == who[0] else words),) for seat in who}
        told = structs.replace(told, announced=announced)
        keys["announced"] = {names[seat]: list(said) for seat, said in announced.items()}
    if game.difference_sheet is not None and rng.random() < 0.6:
        kontra = frozenset(rng.sample(seats, 1))
        told, keys = structs.replace(told, kontra=kontra), keys | {"kontra": [names[seat] for seat in kontra]}
    position = replace(start, told=told)
    if game.declaring is not None:
        held = [declarations_of(start.rules, hand) for hand in start.hands]
        said = {seat: tuple(each.text() for each in held[rng.choice(seats)]) or ("pass",) for seat in seats}
        position = replace(position, declarations=said)
        keys["declarations"] = {names[seat]: list(texts) for seat, texts in said.items()}
    return position, keys


def disputed(position: Position, keys: Said) -> Iterator[Said]:
    """The same words as disputes, each with what its kind has a use for."""
    names, told = position.players, position.told
    assert position.dealer is not None
    about = {"ruleset": position.ruleset, "players": list(names), "dealer": names[position.dealer]}
    contract = {} if told.contract is None else {"contract": told.contract}
    contract |= {} if told.declarer is None else {"declarer": names[told.declarer]}
    cards = {name: " ".join(map(str, sorted(hand))) for name, hand in zip(names, position.hands, strict=True)}
    held = {"hands": cards}
    held |= {"discard": " ".join(map(str, sorted(position.skat)))} if position.skat else {}
    if "bids" in keys:
        yield about | contract | {"kind": "bid", "bids": keys["bids"]}
    if "called" in keys:
        before = undone(position.hands, told.declarer, told.purchases)
        dealt_to = {name: " ".join(map(str, sorted(hand))) for name, hand in zip(names, before, strict=True)}
        yield about | contract | held | {"hands": dealt_to, "kind": "call", "called": keys["called"]}
    if "purchase" in keys:
        yield about | contract | held | {"kind": "purchase", "purchase": keys["purchase"]}
    if "announced" in keys or "kontra" in keys:
        said = {key: keys[key] for key in ("announced", "kontra") if key in keys}
        yield about | contract | {"hands": cards, "kind": "announcement"} | said
    if "declarations" in keys:
        yield about | {"kind": "declarations", "hands": cards, "said": keys["declarations"]}


def clauses_by_disputes(position: Position, keys: Said) -> set[str]:
    """The clauses that are broken by what was said, a dispute about each."""
    found = set[str]()
    for each in disputed(position, keys):
        finding = settle(loads_dispute(json.dumps({"format": "tarok-dispute/2", **each})))
        found |= {violation.clause for violation in finding.violations}
    return found


@pytest.mark.parametrize(("name", "seats"), [form for form in FORMS if form[0] in POINT_RULES])
@pytest.mark.parametrize("seed", SEEDS)
def test_words_before_the_first_lead_are_judged_alike_by_replay_score_and_disputes(
    name: str, seats: int, seed: int
) -> None:
    start = by_whom_it_is_declared(dealt(name, seats, 31 * seed + seats))
    line = at_random(start, seed)
    position, keys = with_random_words(start, seed)
    read = loads(replace(position, lines=(line,)).to_yaml())
    by_replay = {each.clause for each in replay(read, line).violations}
    (hand,) = tally(recorded(read, line)).hands
    assert {each.clause for each in hand.violations} == by_replay
    assert clauses_by_disputes(read, keys) == by_replay
    slam = {"slam": None} if _game(start).slam is not None else {}
    words = slam | in_words(start, line) | {key: told for key, told in keys.items() if key != "declarations"}
    (hand,) = tally(told_in_words(start, words)).hands
    assert {each.clause for each in hand.violations} <= by_replay
    bids = {each.clause for each in hand.violations if each.clause.startswith("bid.")}
    assert bids == {each for each in by_replay if each.startswith("bid.")}


def with_random_discard(start: Position, seed: int) -> tuple[Position, int]:
    """A whole hand of which any cards that may lie in a skat at all were laid away, and who laid them."""
    rng, game = random.Random(seed), start.rules.game
    maker = start.dealer if game.pots is not None else maker_of(game, start.told, start.dealer)
    assert maker is not None
    assert start.skat is not None
    cards = sorted(start.hands[maker] | start.skat)
    may_go = [card for card in cards if card not in start.rules.discard.never]
    trumps = [card for card in may_go if card.is_trump]
    courts = [card for card in may_go if card.is_fool or card.is_court]
    among = rng.choice([each for each in (trumps, courts, may_go) if len(each) >= len(start.skat)])
    away = frozenset(rng.sample(among, len(start.skat)))
    hands = list(start.hands)
    hands[maker] = frozenset(cards) - away
    return replace(start, hands=tuple(hands), skat=away), maker


def with_random_declarations(start: Position, seed: int) -> tuple[Position, dict[str, list[str]]]:
    """The same with declarations, each that of a hand that need not be his, and a Tout announced or not."""
    rng, held = random.Random(seed), [declarations_of(start.rules, hand) for hand in start.hands]
    seats = range(len(start.hands))
    said = {
        seat: tuple(each.text() for each in held[seat if rng.random() < 0.6 else rng.choice(seats)])
        or ("pass",)
        for seat in seats
    }
    position = replace(start, declarations=said, announce=frozenset({"tout"} if rng.random() < 0.4 else ()))
    return position, {start.players[seat]: list(texts) for seat, texts in said.items()}


@pytest.mark.parametrize(("name", "seats"), FORMS)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_discard_and_declarations_are_judged_alike_by_replay_score_and_disputes(
    name: str, seats: int, seed: int
) -> None:
    start = by_whom_it_is_declared(dealt(name, seats, 17 * seed + seats))
    if not start.skat:
        return
    position, maker = with_random_discard(start, seed)
    about: Said = {"format": "tarok-dispute/2", "ruleset": name, "players": list(start.players)}
    about["dealer"] = start.players[start.dealer or 0]
    cards = [" ".join(map(str, sorted(hand))) for hand in position.hands]
    away = " ".join(map(str, sorted(position.skat or ())))
    discard = about | {"kind": "discard", "hand": f"{cards[maker]} {away}", "discard": away}
    disputes, games = [discard], position.rules.game
    if games.pots is not None:
        position, said = with_random_declarations(position, seed)
        discard |= {"announce": sorted(position.announce)} if position.announce else {}
        hands = dict(zip(start.players, cards, strict=True))
        disputes.append(about | {"kind": "declarations", "hands": hands, "said": said})
    elif games.declarer_takes:
        del discard["dealer"]
        discard |= {"contract": position.told.contract, "declarer": start.players[maker]}
    line = at_random(position, seed)
    read = loads(replace(position, lines=(line,)).to_yaml())
    played = replay(read, line)
    assert played.illegal is None
    by_replay = {each.clause for each in played.violations}
    (hand,) = tally(recorded(read, line)).hands
    assert {each.clause for each in hand.violations} == by_replay
    found = [settle(loads_dispute(json.dumps(each))) for each in disputes]
    assert {violation.clause for each in found for violation in each.violations} == by_replay


@pytest.mark.parametrize(("name", "seats"), part(FORMS, 2))
@pytest.mark.parametrize("nameable", ["yes", "no"])
def test_a_suit_named_for_a_led_fool_is_judged_alike_by_moves_replay_and_disputes(
    name: str, seats: int, nameable: str
) -> None:
    rules = rules_for(name, seats)
    if not rules.fool.named:
        return
    if "trumps-nameable" in rules.options:
        rules = choose(rules, {"trumps-nameable": nameable})
    rng = random.Random(seats)
    for _ in range(4):
        deck = [card for card in rules.table.deck if not card.is_fool]
        cards = rng.sample(deck, 3 * seats - 1)
        hands = [
            frozenset((FOOL, *cards[:2])),
            *(frozenset(cards[2 + 3 * n : 5 + 3 * n]) for n in range(seats - 1)),
        ]
        position = Position(rules, tuple("ABCDE"[:seats]), tuple(hands), 0)
        allowed = {each.suit for each in position.legal() if each.card is FOOL}
        for suit in Suit:
            by_replay = _named_in_replay(position, suit)
            if seats == 3 and rules.game.pots is not None:
                assert _named_in_dispute(position, suit) == by_replay
            followed = any(card.suit is suit for hand in hands[1:] for card in hand)
            assert (suit in allowed) == (by_replay == set() and followed), (suit, hands)


def _named_in_replay(position: Position, suit: Suit) -> set[str]:
    """The clause by which a line may not begin with the Fool in this suit."""
    line = Line("led", (lay(FOOL, suit),))
    try:
        return {each.clause for each in replay(replace(position, lines=(line,)), line).violations}
    except IllegalLine as illegal:
        return {illegal.clause}


def _named_in_dispute(position: Position, suit: Suit) -> set[str]:
    names = position.players
    cards = {name: " ".join(map(str, sorted(hand))) for name, hand in zip(names, position.hands, strict=True)}
    file = {
        "format": "tarok-dispute/1", "ruleset": position.rules.name, "variant": dict(position.rules.variant),
        "kind": "fool-naming", "hands": cards, "lead": "A",
        "events": [{"A": {"leads": "fool", "names": str(suit)}}],
    }  # fmt: skip
    finding = settle(loads_dispute(json.dumps(file)))
    return {each.clause for each in finding.violations}


@pytest.mark.parametrize(
    ("contract", "who", "right"),
    [("solo-one", "A", True), ("solo-one", "B", False), ("beggar", "A", False), ("beggar", "B", False)],
)
def test_only_who_declares_a_game_of_points_announces_a_colour_valat_on_top_of_it(
    contract: str,
    who: str,
    right: bool,
) -> None:
    said = {"contract": contract, "declarer": "A", "announced": {who: ["colour-valat"]}}
    about = {"ruleset": "slovenian", "players": ["A", "B", "C"], **said}
    dispute = {"format": "tarok-dispute/2", "kind": "announcement", **about}
    broken = {each.clause for each in settle(loads_dispute(json.dumps(dispute))).violations}
    assert broken == (set() if right else {"play.colour-valat"})
    alone: Said = {"points": {"A": 40}} if contract == "solo-one" else {"tricks": {"A": 0}}
    hand = {"dealer": "C", **said, **({"valat": "A"} if right else alone)}
    evening = {"format": "tarok-session/1", "ruleset": "slovenian", "players": ["A", "B", "C"]}
    (scored,) = tally(loads_evening(json.dumps(evening | {"hands": [hand]}))).hands
    assert {each.clause for each in scored.violations} == broken
    assert scored.amounts[0] == (125 if right else 70 if contract == "beggar" else 65)
    cards = {"A": "s8 T2", "B": "T21 h2", "C": "d1 h1"}
    position = {"format": "tarok-position/2", **about, "hands": cards, "lead": "A"}
    after = loads(json.dumps(position)).after("s8").after("T21").after("d1")
    assert after.table.to_move == (0 if right else 1)


@pytest.mark.parametrize("kind", part(sorted(FIRST_OF_KIND), 3))
def test_a_dispute_of_which_a_part_is_empty_is_settled_or_refused(kind: str) -> None:
    content = YAML(typ="safe").load(FIRST_OF_KIND[kind])
    draw = random.Random(kind)
    places = [place for place in places_in(content) if place != ("format",)]
    for place in draw.sample(places, min(len(places), 12)):
        for empty in ({}, [], "", None, [{}]):
            with suppress(InvalidFile):
                settle(loads_dispute(json.dumps(emptied(content, place, empty))))


def places_in(content: Any, place: Place = ()) -> Iterator[Place]:
    """The places of everything that a file tells."""
    parts = enumerate(content) if isinstance(content, list) else ()
    for key, each in content.items() if isinstance(content, dict) else parts:
        yield (*place, key)
        yield from places_in(each, (*place, key))


def emptied(content: Any, place: Place, empty: object) -> Any:
    """The same file with something else in one place."""
    (first, *rest), copy = place, content.copy()
    copy[first] = emptied(content[first], tuple(rest), empty) if rest else empty
    return copy
