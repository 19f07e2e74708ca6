"""A smallest case in which two rule sets differ, area by area, replayed in the engine under both."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import z3

from analyzer.cards.card import Card
from analyzer.claims.any_settlement import EARLY, LAST, AnySettlement
from analyzer.claims.claim import Witness, replayed
from analyzer.claims.play import Hand
from analyzer.messages import Message, Several, Verbatim, alone, in_a_row, listed, say
from analyzer.proofs.clauses import count as piles
from analyzer.proofs.clauses import payments as clauses
from analyzer.proofs.clauses.combinations import combinations_of
from analyzer.proofs.clauses.discard import Skat
from analyzer.proofs.clauses.play import PlayClauses
from analyzer.proofs.smt import (
    RLIMIT,
    Number,
    SmtQuestion,
    Truth,
    canonical,
    either_number,
    every,
    exactly,
    no,
    number_of,
    same,
    some,
    variables,
)
from analyzer.rules.book import Book, Pot, Pots
from analyzer.rules.deal.combinations import declarations_of
from analyzer.rules.deal.discard import TOUT, judge_discard, laid_away
from analyzer.rules.score.count import is_counted, settle_count
from analyzer.rules.score.payments import Outcome
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import VERDICT_WORDS, Verdict

MOST_ELSEWHERE: Final = 14
"""Points that somebody else can have after a Tout: the Fool, the skat and three queens in it."""


@dataclass(frozen=True, slots=True)
class ShownCase:
    """A case in which two rule sets differ, and what each says of it."""

    witness: Witness
    verdicts: tuple[Message, Message]


def _words(cards: frozenset[Card]) -> list[str]:
    return [str(card) for card in sorted(cards)]


def differing_discard(one: RuleSet, other: RuleSet) -> ShownCase | None:
    """A discard without combination cards on which they differ."""
    question = SmtQuestion(RLIMIT)
    dealt, laid = variables("dealt", one.table.deck), variables("laid", one.table.deck)
    tout = z3.Bool("tout")
    size = laid_away(one)[-1]
    question.given(exactly(dealt.values(), one.table.hand_size + size))
    question.given(exactly(laid.values(), size))
    skats = [Skat(rules, dealt, laid, tout, taken=size) for rules in (one, other)]
    question.given(*(no(every((laid[card], there))) for card, there in skats[0].belongs.items()))
    question.given(*(z3.Implies(laid[card], dealt[card]) for card in laid))
    legal = [every(skat.duties().values()) for skat in skats]
    differ = no(same(*legal))
    if not question.possible((), differ):
        return None
    (plain,) = question.smallest([no(tout)], (), differ)
    fixed: list[Truth] = [differ, no(tout) if plain else tout]
    discard = canonical(question, laid, (), *fixed)
    fixed += [var if card in discard else no(var) for card, var in laid.items()]
    hand = canonical(question, dealt, (), *fixed)
    announce = () if plain else (TOUT,)
    verdicts = [judge_discard(rules, hand, discard, announce) for rules in (one, other)]
    said = tuple(_judged(each.verdict, [v.clause for v in each.violations]) for each in verdicts)
    replayed(said[0] != said[1], f"{hand} {discard} {said}")
    words = {"hand": _words(hand), "discard": _words(discard), "announce": list(announce)}
    return ShownCase(words, (said[0], said[1]))


def _judged(verdict: Verdict, broken: list[str]) -> Message:
    said = VERDICT_WORDS[verdict]
    if not broken:
        return said
    return say("{verdict} ({clauses})", verdict=said, clauses=listed(map(Verbatim, broken)))


def _plays(one: RuleSet, other: RuleSet) -> ShownCase | None:
    """A hand that may play a card under the one and not under the other."""
    if len({replace(rules.game, name="", points=None) for rules in (one, other)}) == 1:
        return None  # what a game of card points adds says nothing of the cards that may be played
    hand, theirs = Hand(one.game, RLIMIT, other.game), PlayClauses(other.game)
    differ = some(no(same(hand.may_play(card), hand.may_play(card, theirs))) for card in one.table.deck)
    if not hand.question.possible((), differ):
        return None
    held = hand.witness(differ)
    legal = [held.playable(rules.game) for rules in (one, other)]
    replayed(legal[0] != legal[1], str(held))
    said = tuple(
        say("may play {cards}", cards=alone(in_a_row(sorted(each)), say("nothing"))) for each in legal
    )
    return ShownCase(held.told(), (said[0], said[1]))


def differing_declarations(one: RuleSet, other: RuleSet) -> ShownCase | None:
    """A whole hand that declares something else, or is paid otherwise for it."""
    question = SmtQuestion(RLIMIT)
    held = variables("held", one.table.deck)
    question.given(number_of(held.values()) == one.table.hand_size)
    amounts = [_worth(rules, held) for rules in (one, other)]
    differ: Truth = amounts[0] != amounts[1]
    if not question.possible((), differ):
        return None
    hand = canonical(question, held, (), differ)
    said = tuple(
        alone(listed(each.priced for each in declarations_of(rules, hand)), say("pass"))
        for rules in (one, other)
    )
    replayed(said[0] != said[1], str(hand))
    return ShownCase({"hand": _words(hand)}, (said[0], said[1]))


def _worth(rules: RuleSet, held: Mapping[Card, Truth]) -> z3.ArithRef:
    """What each opponent pays for everything a hand declares."""
    total = z3.IntVal(0)
    for each in combinations_of(rules, held):
        given = rules.clauses[each.clause].parameters
        if each.grades:
            for grade, there in each.grades.items():
                if grade not in given:  # nobody declares the Fool beside all four
                    continue
                amount = given[grade]
                assert isinstance(amount, int)
                # Abundant is full with the Fool: it is paid in place of it, not beside it.
                only = every((there, no(each.grades["abundant"]))) if grade == "full" else there
                total = total + z3.If(only, amount, 0)
            continue
        low, amount, step = (given[name] for name in ("from", "amount", "step"))
        assert isinstance(low, int)
        assert isinstance(amount, int)
        assert isinstance(step, int)
        total = total + z3.If(each.there, amount + step * (each.number - low), 0)
    return total


def _payments(one: RuleSet, other: RuleSet, *, last: bool) -> ShownCase | None:
    """A trick that is settled otherwise, from the same pots."""
    here, there = (AnySettlement(rules, RLIMIT, LAST if last else EARLY) for rules in (one, other))
    # Both are over the same variables, so that the one's question may be asked about the other's sums.
    pairs = [*zip(here.settled.tokens, there.settled.tokens, strict=True)]
    pairs += [(here.settled.left[pot], there.settled.left[pot]) for pot in here.pots]
    differ = some(mine != theirs for mine, theirs in pairs)
    if not here.question.possible((), differ):
        return None
    witness = here.witness(differ)
    tokens = [_after(case, here) for case in (here, there)]
    replayed(tokens[0] != tokens[1], str(witness))
    return ShownCase(witness, (tokens[0], tokens[1]))


def _after(case: AnySettlement, found: AnySettlement) -> Message:
    """The tokens of a case in the witness found, by its own clauses."""
    tokens = [found.question.value(each) for each in case.settled.tokens]
    pots = {pot: found.question.value(each) for pot, each in case.settled.left.items()}
    return say(
        "{tokens}; king pot {king}, pagat pot {pagat}",
        tokens=_received(tokens),
        king=pots[Pot.KING],
        pagat=pots[Pot.PAGAT],
    )


def _received(tokens: Sequence[int]) -> Several:
    """Tokens by seat: `A +10, B -10`."""
    return listed(Verbatim(f"{seat} {each:+d}") for seat, each in zip("ABC", tokens, strict=False))


def _counts(one: RuleSet, other: RuleSet) -> ShownCase | None:
    """A hand after which the piles are paid for otherwise."""
    question = SmtQuestion(RLIMIT)
    points = [z3.Int(f"points.{seat}") for seat in "ABC"]
    tout, nolo = z3.Bool("tout"), z3.Bool("nolo")
    question.given(number_of((tout, nolo)) <= 1, *(each >= 0 for each in points))
    question.given(sum(points) == one.count.par * one.table.players)
    # Who takes all tricks has all points, but for the Fool that goes home and what lies in the skat.
    question.given(z3.Implies(tout, points[0] >= one.count.par * one.table.players - MOST_ELSEWHERE))
    special = clauses.Special([tout, False, False], [False, nolo, False], [False] * 3)
    paid = [
        [either_number(piles.is_counted(rules.game, special), each, 0) for each in _counted(rules, points)]
        for rules in (one, other)
    ]
    differ = some(mine != theirs for mine, theirs in zip(*paid, strict=True))
    if not question.possible((), differ):
        return None
    met = question.smallest([no(tout), no(nolo)], (), differ)
    fixed: list[Truth] = [differ, no(tout) if met[0] else tout, no(nolo) if met[1] else nolo]
    for each in points:
        low = question.least(each, 0, 78, (), *fixed)
        fixed.append(each == low)
    assert question.possible((), *fixed)
    pile = tuple(question.value(each) for each in points)
    outcome = Outcome(0, None, None, None, None if met[0] else 0, None if met[1] else 1, ())
    said = tuple(_count_told(rules, outcome, pile) for rules in (one, other))
    replayed(said[0] != said[1], str(pile))
    words = {"points": dict(zip("ABC", pile, strict=True)), "dealer": "C",
             "tout": None if met[0] else "A", "nolo": None if met[1] else "B"}  # fmt: skip
    return ShownCase(words, (said[0], said[1]))


def _counted(rules: RuleSet, points: list[z3.ArithRef]) -> list[Number]:
    sums = clauses.start({}, len(points), rules.game)
    return list(piles.settle_count(rules.game, points, [True, False, False], sums).tokens)


def _count_told(rules: RuleSet, outcome: Outcome, points: tuple[int, ...]) -> Message:
    book = Book(rules.table.players, Pots(60, 60))
    if not is_counted(rules.game, outcome):
        return say("no count")
    settle_count(rules.game, points, 2, book)
    return alone(_received(book.tokens))


AREAS: Final[dict[Message, Callable[[RuleSet, RuleSet], ShownCase | None]]] = {
    say("discard"): differing_discard,
    say("play"): _plays,
    say("declarations"): differing_declarations,
    say("early payments"): lambda one, other: _payments(one, other, last=False),
    say("last payments"): lambda one, other: _payments(one, other, last=True),
    say("count"): _counts,
}
"""Where a difference is looked for, in this order."""
POINT_AREAS: Final = (say("discard"), say("play"))
"""The same of games of card points."""
