"""No claim about card points is called proved where a hand, trick or discard of the program is against it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

import pytest
from decided import decide
from effort import part
from rulesets import rules_for
from told_hands import POINT_FORMS, game_of, random_report, random_told

from analyzer.cards.card import FOOL, MONDO, PAGAT, Card
from analyzer.claims.chapters.any_hand import SettledHand
from analyzer.claims.chapters.contracts import (
    Discards,
    HandsToPlay,
    HandToPlay,
    LaidAway,
    PastTrick,
    PastTricks,
)
from analyzer.claims.chapters.scores import Hands
from analyzer.claims.claim import Claim, ClaimVerdict, HowOften, Sentences
from analyzer.claims.verify import CLAIMS
from analyzer.proofs.accounts import SymbolicHand
from analyzer.proofs.play import SUITS, Played
from analyzer.rules.actions import Sides
from analyzer.rules.book import Book, PoolAccount
from analyzer.rules.deal.discard import judge_discard, laid_away
from analyzer.rules.facts.finished import collect_hand_facts
from analyzer.rules.facts.together import find_contradiction
from analyzer.rules.play.table import Course, Laid, playable, winner
from analyzer.rules.score.deeds import compute_result
from analyzer.rules.score.hand import HandResult, Scoring
from analyzer.rules.score.steps import open_hand, score_hand
from analyzer.rules.spec.game import apply_contract
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import Verdict

some_forms = pytest.mark.parametrize(("name", "seats"), part(POINT_FORMS, 18))
MADE: dict[type, Callable[[RuleSet, Any, Random], Any]] = {}
"""By sort of cases how one is made that the engine has settled; None where chance made none."""


def made(sort: type) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def enter(make: Callable[..., Any]) -> Callable[..., Any]:
        MADE[sort] = make
        return make

    return enter


@made(Hands)
def settled_hand(rules: RuleSet, hands: Hands, random: Random) -> SettledHand | None:
    """A hand of which all facts can be true together, with nothing of it left untold."""
    told = random_told(random, rules)
    report = random_report(random, rules, told)
    came = compute_result(rules.game, told, report, dealer=random.randrange(rules.table.players))
    declared = dict.fromkeys(told.declared, ())
    facts = collect_hand_facts(rules, "ABCDE"[: came.seats], told, report, declared, came.dealer)
    if (
        None in (*came.units, *came.tricks)
        or not came.units
        or not came.whole
        or find_contradiction(*facts) is not None
    ):
        return None
    return scored(game_of(rules), came, open_hand if hands.opening else score_hand)


def scored(game: Any, came: HandResult, score: Callable[..., Scoring]) -> SettledHand:
    book = Book(came.seats)
    scoring = score(game, came, book)
    grew = [book.balance(PoolAccount(place)) for place in range(len(came.told.pools) + 1)]
    radli = [scoring.radli.get(seat, 0) for seat in range(came.seats)]
    return SettledHand(SymbolicHand.from_facts(game, came), book.tokens, book.sheet, grew, radli)


@made(PastTricks)
def past_trick(rules: RuleSet, tricks: PastTricks, random: Random) -> PastTrick:
    """Any cards in order of play, the Trull often among them, after tricks that settled something or not."""
    players, contract = rules.table.players, random.choice([*tricks.contracts(rules)])
    spec = rules.game if contract is None else apply_contract(rules.game, contract)
    held = random.sample([FOOL, MONDO, PAGAT], random.randint(0, min(3, players)))
    held += random.sample([card for card in rules.table.deck if card not in held], players - len(held))
    random.shuffle(held)
    suits = [card.suit for card in held[1:] if card.suit is not None]
    name = random.choice(suits) if held[0] == FOOL else None
    laid = [
        Laid(seat, card, name if spec.fool.named and not seat else None) for seat, card in enumerate(held)
    ]
    sides = Sides.against(players, random.randrange(players), None)
    course = Course(
        sides,
        swept=random.choice((None, 0, 1)),
        trump_led=random.random() < 0.5,
        colour=0 if contract is None and random.random() < 0.3 else None,
    )
    won = winner(laid, spec, course, random.choice((1, 2)))
    named = 0 if name is None else SUITS.index(name)
    return PastTrick(
        [Played.from_card(card) for card in held], [place == won for place in range(players)], named
    )


@made(HandsToPlay)
def hand_to_play(rules: RuleSet, hands: HandsToPlay, random: Random) -> HandToPlay:
    """Any hand to lead, or to follow to any card of another's."""
    spec = random.choice([each for each, _ in hands.games(rules)])
    hand = random.sample(rules.table.deck, random.randint(1, rules.table.hand_size))
    table = [card for card in rules.table.deck if card not in hand and card.suit is not None]
    led = random.choice((None, random.choice(table)))
    may = playable(hand, None if led is None else led.suit, spec, () if led is None else (led,))
    return HandToPlay({card: card in hand for card in rules.table.deck}, may.__contains__)


@made(Discards)
def discard(rules: RuleSet, _discards: Discards, random: Random) -> LaidAway | None:
    """A legal discard, rather of the cards that may hardly go."""
    size = laid_away(rules)[-1]
    hand = random.sample(rules.table.deck, rules.table.hand_size + size)
    ranked = sorted(hand, key=lambda card: (card not in game_of(rules).honours, random.random()))
    laid: Sequence[Card] = random.choice((ranked[:size], random.sample(hand, size)))
    if judge_discard(rules, hand, laid).verdict is not Verdict.LEGAL:
        return None
    return LaidAway({card: card in laid for card in rules.table.deck}, game_of(rules).honours)


DECLARED = [each for each in CLAIMS if each.of and type(each.of[0]) in MADE]


@cache
def cases(name: str, seats: int, sort: Any) -> tuple[Any, ...]:
    rules, random = rules_for(name, seats), Random(11)
    if not sort.fits(rules):
        return ()
    found: list[Any] = []
    for tried in range(1600):
        made_one = MADE[type(sort)](rules, sort, random)
        found += [] if made_one is None else [made_one]
        if tried >= 400 and len(found) >= 120:
            break
    return tuple(found)


def of(claim: Claim) -> Sentences:
    assert claim.sentence is not None
    return claim.sentence


def deciding(name: str, seats: int, claim: Claim) -> Iterator[Any]:
    """The cases against a sentence about all of them, or those that show what can be."""
    for sort in claim.of:
        yield from (each for each in cases(name, seats, sort) if of(claim).decides(each) is True)


@some_forms
def test_no_hand_trick_or_discard_is_against_what_is_called_proved(name: str, seats: int) -> None:
    rules = rules_for(name, seats)
    for claim in DECLARED:
        if not claim.about(rules):
            continue
        met = next(deciding(name, seats, claim), None)
        if met is not None:
            proved = decide(claim, rules).verdict is ClaimVerdict.PROVED
            assert proved is (of(claim).form is HowOften.CAN), (claim.id, met)


@pytest.mark.thorough
def test_every_sort_of_cases_is_met_in_some_game() -> None:
    sorts = {id(sort): sort for claim in DECLARED for sort in claim.of}
    assert all(any(cases(*form, sort) for form in POINT_FORMS) for sort in sorts.values())


@pytest.mark.thorough
def test_of_every_claim_that_is_refuted_something_is_met() -> None:
    left = {
        "tricks.fool-wins-always", "tricks.trump-wins", "play.fool-is-free", "points.each-pile-rounded",
    }  # fmt: skip
    for form in sorted(POINT_FORMS, key=lambda form: form[0] != "slovenian"):
        about = [claim for claim in DECLARED if claim.id in left and claim.about(rules_for(*form))]
        left -= {claim.id for claim in about if next(deciding(*form, claim), None) is not None}
        if not left:
            return
    assert not left
