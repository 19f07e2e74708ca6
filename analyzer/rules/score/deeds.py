"""What a hand came to, made from its play: points and tricks, and what was achieved beside the contract.

A Tout that was announced binds its announcer, who may have kept the Fool all the same.

Source: main rule text, "The discard (the skat)"; "5. After the final trick" (failed announced Tout).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from analyzer.cards.card import DECK, FOOL, MONDO, PAGAT, Card
from analyzer.messages import say
from analyzer.rules.play.table import Trick
from analyzer.rules.score.hand import Deeds, HandCame
from analyzer.rules.score.reckoning import Reckoning
from analyzer.rules.score.told import HandTold, PagatCame
from analyzer.rules.sides import Sides
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.pots import When
from analyzer.rules.spec.ruleset import RuleSet

BINDS_NOBODY: Final = say(
    "a Tout announced with the Fool kept binds nobody, and the hand is settled like any other"
)
BINDS: Final = say("the dealer owes what an announced Tout costs that fails")


def fool_laid_away(skat: Collection[Card] | None, seen: Iterable[Collection[Card]]) -> bool:
    """Whether the Fool lies in the skat: where that is not told, it does if it is nowhere to be seen.

    Source: clauses payment.failed-tout, discard.fool.
    """
    return FOOL in skat if skat is not None else not any(FOOL in cards for cards in seen)


def kept_fool_clauses(rules: RuleSet) -> tuple[str, ...]:
    """The clauses that meet where a Tout fails which was announced with the Fool kept."""
    costs = (each.clause for each in rules.game.due(When.FAILED_TOUT))
    return (*costs, *(each.id for each in rules.discard.clauses if FOOL in each.cards))


KINGS: Final = frozenset(card for card in DECK if card.is_king)
FOUR_KINGS: Final = "four-kings"
TRULL: Final = "trull"


def hand_came(
    reckoning: Reckoning,
    told: HandTold,
    tricks: Sequence[Trick],
    *,
    dealer: int | None,
    partner: int | None,
    held: Mapping[int, tuple[str, ...]] | None = None,
    count: bool = True,
    out: bool = False,
) -> HandCame:
    """What a hand came to that was played to the end; `tricks` are those that are told, in order.

    `count` says whether the piles are counted, `out` whether one more player sits this hand out.
    """
    sides, game = reckoning.sides, reckoning.game
    every = range(sides.count)
    whole = None not in reckoning.tricks
    cards = tuple(map(reckoning.cards, every))
    located = game.trull <= frozenset().union(*cards)
    return HandCame(
        seats=len(sides.of),
        sides=sides,
        told=told,
        dealer=dealer,
        partner=partner,
        units=tuple(map(reckoning.units, every)) if count and reckoning.counted else (None,) * sides.count,
        tricks=reckoning.tricks,
        cards=cards if located else (),
        last=tricks[-1] if tricks else None,
        deeds=_deeds(reckoning, told, tricks, whole=whole),
        held=held or {},
        whole=whole,
        out=out,
    )


def held_at_start(hands: Sequence[Collection[Card]], trull: frozenset[Card]) -> dict[int, tuple[str, ...]]:
    """What each seat holds at the start of play that brings something by itself."""
    sets = ((FOUR_KINGS, KINGS), (TRULL, trull))
    found = {seat: tuple(word for word, cards in sets if cards <= {*hand}) for seat, hand in enumerate(hands)}
    return {seat: words for seat, words in found.items() if words}


def _deeds(reckoning: Reckoning, told: HandTold, tricks: Sequence[Trick], *, whole: bool) -> Deeds:
    sides, game = reckoning.sides, reckoning.game
    lost = next((each for each in tricks if _laid_by(each, MONDO) not in (None, each.winner)), None)
    mond = told.mond_lost if lost is None else _laid_by(lost, MONDO)
    won = {seat for seat, number in enumerate(reckoning.tricks) if number} if whole else set()
    side = {sides.of[seat] for seat in won}
    ended = tricks[-1] if tricks else None
    before = pagat_before(game) and ended is not None and won_with_the_fool(ended)
    if before and len(tricks) > 1:
        told = replace(told, pagat_before=pagat_of(sides, tricks[-2]))
    return Deeds(
        kings=_owner(reckoning, KINGS),
        trinity=_owner(reckoning, game.trull),
        king_ultimo=king_ultimo_of(sides, told, tricks[-1] if tricks else None),
        valat=next(iter(side)) if len(side) == 1 else None,
        pagat=told.pagat_before if before else pagat_of(sides, ended),
        mond_lost=mond,
        mond_to_partner=lost is not None and mond is not None and sides.of[mond] == sides.of[lost.winner],
        all_tricks=next(iter(won)) if len(won) == 1 else None,
    )


def _owner(reckoning: Reckoning, cards: frozenset[Card]) -> int | None:
    """The side that has all of some cards; None where they are divided, or not all are known."""
    sides = range(reckoning.sides.count)
    return next((side for side in sides if cards and cards <= reckoning.cards(side)), None)


def king_ultimo_of(sides: Sides, told: HandTold, last: Trick | None) -> int | None:
    """The side that wins the called king in the last trick; None where it is not there, or not known."""
    if told.called is None or last is None or _laid_by(last, told.called) is None:
        return None
    return sides.of[last.winner]


def pagat_of(sides: Sides, last: Trick | None) -> PagatCame | None:
    """What became of the Pagat in the last trick; None where it is not there, or not known."""
    by = None if last is None else _laid_by(last, PAGAT)
    if last is None or by is None:
        return None
    return PagatCame(by, last.winner, to_own_side=sides.of[by] == sides.of[last.winner])


def pagat_before(game: GameSpec) -> bool:
    """Whether the Pagat of the trick before a Fool that wins the last one counts as in the last.

    Source: clause of the kind last-pagat.
    """
    return game.coefficients is not None and game.coefficients.pagat_before_fool


def won_with_the_fool(trick: Trick) -> bool:
    """Whether the Fool wins a trick, to which it is led."""
    return trick.laid[0].card is FOOL and trick.laid[0].seat == trick.winner if trick.laid else False


def _laid_by(trick: Trick, card: Card) -> int | None:
    """Who laid a card to a trick; None where it is not in it."""
    return next((each.seat for each in trick.laid if each.card is card), None)
