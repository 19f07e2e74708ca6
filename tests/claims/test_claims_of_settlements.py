"""No claim about payments is called proved where some settlement of the program itself is against it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import NamedTuple

import pytest
from decided import decide
from effort import part
from msgspec.structs import replace
from table_play import over

from analyzer.cards.card import DECK, FOOL, KINGS, PAGAT, cards
from analyzer.claims.chapters.any_hand import EARLY, LAST, LAST_OF_FOUR, SettledTrick, Tricks
from analyzer.claims.claim import Claim, ClaimVerdict, Condition, HowOften, Sentence
from analyzer.claims.verify import CLAIMS
from analyzer.proofs.accounts import Special, SymbolicLaid
from analyzer.proofs.play import Played
from analyzer.proofs.pots import Achieved
from analyzer.rules.book import Book, Pot, Pots, Transfer
from analyzer.rules.play.table import Laid, Trick, winner
from analyzer.rules.score.hand import Outcome
from analyzer.rules.score.payments import settle_early
from analyzer.rules.score.steps import score_hand
from analyzer.rules.spec.kinds.paying import When
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import choose

DANISH = ("danish", "danish-1996", "danish-concise")
DECLARED = [each for each in CLAIMS if each.of and isinstance(each.of[0], Tricks)]
SORTS = {EARLY: 600, LAST: 2000, LAST_OF_FOUR: 600}
AMOUNTS = (0, 0, 5, 13, 20, 60, 90, 135)
RICH = (*KINGS, PAGAT)


class Told(NamedTuple):
    """A trick with all that its settlement hangs on."""

    laid: tuple[Laid, ...]
    pots: Pots
    tricks: tuple[int, ...]
    announced: int | None


def random_trick(random: Random) -> tuple[Laid, ...]:
    """Three cards, the Ultimo cards often among them; a led Fool names a suit that is followed or trumped."""
    held = random.sample(RICH, random.randint(0, 3))
    held += random.sample([card for card in DECK if card not in held], 3 - len(held))
    random.shuffle(held)
    suits = [card.suit for card in held[1:] if card.suit is not None]
    names = random.choice(suits) if held[0] == FOOL else None
    return tuple(Laid(seat, card, names if seat == 0 else None) for seat, card in enumerate(held))


def random_told(rules: RuleSet, random: Random) -> Told:
    """A trick with pots that may be empty, Tout and Nolo, and a Tout announced by who laid the Fool away."""
    laid = random_trick(random)
    won = winner(laid, rules.game)
    size, others = rules.table.hand_size, [seat for seat in range(3) if seat != won]
    tricks = [0, 0, 0]
    kind = random.choice(("tout", "nolo", "any", "any"))
    if kind != "tout":
        for seat in others if kind == "any" else others[: 1 if random.random() < 0.5 else 0] or others[1:]:
            tricks[seat] = random.randint(0, size // 2 - 1)
    tricks[won] = size - sum(tricks)
    free = all(each.card != FOOL for each in laid)
    announced = random.choice((None, None, 0, 1, 2)) if free else None
    return Told(laid, Pots(random.choice(AMOUNTS), random.choice(AMOUNTS)), tuple(tricks), announced)


def settled(rules: RuleSet, told: Told, sort: Tricks) -> SettledTrick:
    """What the engine makes of it, as claims speak of it."""
    trick = Trick(told.laid, winner(told.laid, rules.game))
    book = Book(3 + sort.sitting_out, told.pots)
    outcome = None
    if sort.last:
        came = over(trick, won=told.tricks, tout=told.announced, sitting_out=sort.sitting_out)
        outcome = score_hand(rules.game, came, book).outcome
    else:
        settle_early(rules.game, trick, book)
    founding = [each for each in book.transfers if each.clause == rules.game.the_pots.accounts.refill.clause]
    return SettledTrick(
        rules.game,
        SymbolicLaid([Played.from_card(each.card) for each in told.laid], _is(trick.winner)),
        {pot: told.pots[pot] for pot in Pot},
        {pot: book.pots[pot] for pot in Pot},
        book.tokens,
        _special(outcome),
        _achieved(rules, trick, outcome, book.transfers),
        {pot: any(each.payee is pot for each in founding) for pot in Pot} if sort.last else {},
        {pot: any(each.payer is pot for each in book.transfers) for pot in Pot},
    )


def _is(who: int | None) -> list[bool]:
    return [seat == who for seat in range(3)]


def _special(outcome: Outcome | None) -> Special:
    if outcome is None:
        return Special.none(3)
    return Special(_is(outcome.tout), _is(outcome.nolo), _is(outcome.failed_tout))


def _achieved(rules: RuleSet, trick: Trick, outcome: Outcome | None, paid: tuple[Transfer, ...]) -> Achieved:
    game, by_seat = rules.game, {each.seat: each.card for each in trick.laid}

    def by_clause(when: When, seats: tuple[int, ...]) -> dict[str, list[bool]]:
        return {
            entry.clause: [seat in seats and by_seat[seat] in entry.cards for seat in range(3)]
            for entry in game.due(when)
        }

    won = () if outcome is None or outcome.ultimo is None else (outcome.ultimo,)
    lost = () if outcome is None else outcome.bagud
    plain = {each.clause for each in game.due(When.LAST_TRICK)}
    last = any(each.clause in plain for each in paid)
    ultimo, bagud = by_clause(When.ULTIMO, won), by_clause(When.BAGUD, lost)
    return Achieved(ultimo, bagud, _is(trick.winner if last else None), game)


Variant = frozenset[tuple[str, str]]
AS_IT_IS: Variant = frozenset()


@cache
def settlements(name: str, sort: Tricks, variant: Variant) -> tuple[SettledTrick, ...]:
    rules, random = choose(load_ruleset(name), dict(variant)), Random(7)
    if not sort.fits(rules):
        return ()
    return tuple(settled(rules, random_told(rules, random), sort) for _ in range(SORTS[sort]))


def deciding(
    name: str, claim: Claim, sentence: Sentence[SettledTrick], variant: Variant = AS_IT_IS
) -> Iterator[SettledTrick]:
    """The settlements against a sentence about all cases, or those that show what can be."""
    for sort in claim.of:
        yield from (each for each in settlements(name, sort, variant) if sentence.decides(each) is True)


def of(claim: Claim) -> Sentence[SettledTrick]:
    assert claim.sentence is not None
    return claim.sentence


@pytest.mark.parametrize("name", part(DANISH, 3))
def test_no_settlement_is_against_what_is_called_proved(name: str) -> None:
    rules = load_ruleset(name)
    for claim in DECLARED:
        if not claim.about(rules):
            continue
        found, can = decide(claim, rules), of(claim).form is HowOften.CAN
        verdicts = {frozenset(each.variant.items()): each.verdict for each in found.readings}
        if found.verdict is not None:
            verdicts[AS_IT_IS] = found.verdict
        assert ClaimVerdict.UNDECIDED not in verdicts.values()
        for variant, verdict in verdicts.items():
            met = next(deciding(name, claim, of(claim), variant), None)
            # What shows that something can be, or is against what always is, is never found in vain.
            assert met is None or (verdict is ClaimVerdict.PROVED) is can, (claim.id, variant, met)


def test_what_can_be_is_met_among_the_settlements() -> None:
    met = {
        each.id
        for each in DECLARED
        if of(each).form is HowOften.CAN and any(deciding("danish", each, of(each)))
    }
    assert met == {each.id for each in DECLARED if of(each).form is HowOften.CAN}


LOOSENED = [
    (claim, place)
    for claim in DECLARED
    if of(claim).form is not HowOften.CAN
    for place in range(len(of(claim).given))
]


def loosened(claim: Claim, place: int) -> Sentence[SettledTrick]:
    given: tuple[Condition[SettledTrick], ...] = of(claim).given
    return replace(of(claim), given=given[:place] + given[place + 1 :])


@pytest.mark.parametrize(("claim", "place"), LOOSENED)
def test_a_claim_without_one_of_its_assumptions_has_a_settlement_against_it(claim: Claim, place: int) -> None:
    assert any(True for name in DANISH for _ in deciding(name, claim, loosened(claim, place)))


def test_two_lost_kings_do_not_treble_an_empty_pot() -> None:
    claim = next(each for each in DECLARED if each.id == "payments.two-kings-treble")
    rules = load_ruleset("danish")
    laid = tuple(Laid(seat, card) for seat, card in enumerate(cards("T9 hR dR")))
    case = settled(rules, Told(laid, Pots(0, 60), (20, 3, 2), None), LAST)
    assert case.left[Pot.KING] == 60
    place = [str(each.words) for each in of(claim).given].index("the king pot held something")
    assert of(claim).decides(case) is False
    assert loosened(claim, place).decides(case) is True


def test_the_words_of_a_claim_are_those_of_what_is_asked() -> None:
    for claim in CLAIMS:
        if claim.sentence is None:
            continue
        assert claim.statement == of(claim).words
        assert all(str(each.words) in claim.statement for each in (of(claim).so, *of(claim).given))
        assert all(str(each) in claim.bound for sort in claim.of for each in sort.ranges)
