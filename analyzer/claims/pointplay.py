"""Claims about what may be played in the games of card points, under each contract."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from analyzer.cards.card import FOOL, PAGAT
from analyzer.claims.claim import ClaimFinding, Witness, claim, never_so, of_points, proved_of_all, replayed
from analyzer.claims.play import Hand
from analyzer.messages import say
from analyzer.proofs.smt import Truth, every, no, some
from analyzer.rules.spec.game import Beat, GameSpec
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.undercontract import under_contract

_DUTIES = ("duty", "beats-in", "excuse", "fool-is")


def games(rules: RuleSet) -> Iterator[tuple[GameSpec, str | None]]:
    """The game under its contracts, each way to play it once, with the first contract of that way."""
    yield rules.game, None
    found = [rules.game.duty]
    for contract in rules.game.contracts:
        spec = under_contract(rules.game, contract)
        if spec.duty not in found:
            found.append(spec.duty)
            yield spec, contract


def _beats(rules: RuleSet) -> bool:
    return of_points(rules) and any(spec.duty.beat is not Beat.NONE for spec, _ in games(rules))


def _no_hand(
    specs: Iterable[tuple[GameSpec, str | None]], rlimit: int, case: Callable[[Hand], Truth]
) -> ClaimFinding:
    """Proved where under no contract there is a hand of a case, else refuted with the smallest one."""

    def under(spec: GameSpec, contract: str | None) -> ClaimFinding:
        hand = Hand(spec, rlimit)
        return never_so(hand.question, case(hand), lambda wrong: _witness(hand, contract, wrong))

    return proved_of_all(under(spec, contract) for spec, contract in specs)


def _witness(hand: Hand, contract: str | None, case: Truth) -> Witness:
    held = hand.witness(case)
    may = held.playable(hand.spec)
    replayed(may == {card for card in held.cards if hand.question.holds(hand.may_play(card))}, str(held))
    told = {**held.told(), "plays": [str(card) for card in sorted(may)]}
    return {"contract": contract, **told} if contract else told


@claim(
    "play.some-card-under-every-contract",
    say(
        "Under every contract some card of every hand may be played, whatever is led and whatever lies there "
        "to be beaten."
    ),
    kinds=_DUTIES, fits=of_points,
    sat=say("a hand with no legal card"), unsat=say("every hand has a legal card"),
    bound=say("all hands, all suits led, all best cards of a trick"),
)  # fmt: skip
def _some_card(rules: RuleSet, rlimit: int) -> ClaimFinding:
    return _no_hand(
        games(rules), rlimit, lambda hand: no(some(hand.may_play(card) for card in hand.spec.table.deck))
    )


@claim(
    "play.pagat-under-a-trump",
    say("A duty to beat never makes the Pagat the only trump that may be played by who holds others."),
    kinds=_DUTIES, fits=_beats,
    sat=say("a hand that may play the Pagat and no other trump it holds"), unsat=say("there is none"),
    bound=say("all hands, all suits led, all best cards of a trick"),
)  # fmt: skip
def _pagat(rules: RuleSet, rlimit: int) -> ClaimFinding:
    beating = [(spec, contract) for spec, contract in games(rules) if spec.duty.beat is not Beat.NONE]
    return _no_hand(beating, rlimit, _only_the_pagat)


def _only_the_pagat(hand: Hand) -> Truth:
    others = [card for card in hand.spec.table.deck if card.is_trump and card != PAGAT]
    only = no(some(hand.may_play(card) for card in others))
    held = some(hand.cards[card] for card in others)
    return every((hand.may_play(PAGAT), only, held))


@claim(
    "play.fool-is-free",
    say("Who holds the Fool may play it to every trick."),
    kinds=_DUTIES, fits=of_points,
    sat=say("a hand that may not"), unsat=say("there is none"),
    bound=say("all hands, all suits led, all best cards of a trick"),
)  # fmt: skip
def _fool(rules: RuleSet, rlimit: int) -> ClaimFinding:
    return _no_hand(games(rules), rlimit, lambda hand: every((hand.cards[FOOL], no(hand.may_play(FOOL)))))
