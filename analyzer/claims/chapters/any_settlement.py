"""Any trick settled with any pots, over all cards and amounts, and the canonical case of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, NamedTuple

import z3

from analyzer.cards.card import FOOL
from analyzer.claims.chapters.play import AnyTrick
from analyzer.claims.claim import check, replayed
from analyzer.claims.declaration import AskedOfZ3, Cases
from analyzer.claims.readings import last_settlement_of, settlement_of
from analyzer.disputes.paid import PaidFinding
from analyzer.frozenrecord import Record
from analyzer.messages import Message, say
from analyzer.proofs import pots as clauses
from analyzer.proofs.accounts import Special, Sums, SymbolicHand, SymbolicLaid
from analyzer.proofs.pots import Achieved
from analyzer.proofs.smt import Number, SmtQuestion, Truth, every, follows, not_, number_of, some
from analyzer.rules.actions import Sides
from analyzer.rules.book import Pot
from analyzer.rules.score.hand import HandCame
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.paying import Entry, When
from analyzer.rules.spec.ruleset import RuleSet


class BagudOf(NamedTuple):
    """A Bagud of a seat: whether it is there, what it costs, and the pot that it doubles."""

    seat: int
    there: Truth
    entry: Entry
    pot: Pot


class SettledTrick(Record, frozen=True):
    """A complete trick, what each pot held and holds, and what everybody received less what he paid."""

    spec: GameSpec
    laid: SymbolicLaid
    held: Mapping[Pot, Number]
    left: Mapping[Pot, Number]
    tokens: Sequence[Number]
    """By seat, one sitting out last."""
    special: Special
    achieved: Achieved
    founded: Mapping[Pot, Truth]
    """Of each pot whether it was founded again."""
    taken: Mapping[Pot, Truth]
    """Of each pot whether somebody took what lay in it."""

    multiple: Callable[[Number, int], Truth] = lambda number, of: number % of == 0
    """Whether a number is a multiple of another."""

    @property
    def seats(self) -> range:
        """Those who play."""
        return range(self.spec.table.players)

    def owed(self, seat: int) -> Number:
        """What a seat paid less what it received."""
        return 0 - self.tokens[seat]

    @property
    def baguds(self) -> Iterator[BagudOf]:
        """Every Bagud there can be."""
        for entry in self.spec.due(When.BAGUD):
            for seat, there in enumerate(self.achieved.bagud[entry.clause]):
                for pot in entry.doubles:
                    yield BagudOf(seat, there, entry, pot)


SEATS: Final = "ABC"


class Variable(Record, frozen=True):
    """What a case leaves open: in words, and the formulas that bound it."""

    words: Message
    bounds: Callable[[AnySettlement], Iterator[Truth]]


@dataclass(frozen=True, slots=True)
class Tricks(Cases[SettledTrick]):
    """Tricks of one sort, with all that they leave open."""

    over: tuple[Variable, ...]
    last: bool = True
    sitting_out: bool = False

    def fits(self, rules: RuleSet) -> bool:
        """Whether a rule set knows such tricks."""
        return rules.game.pots is not None and (rules.table.may_sit_out or not self.sitting_out)

    def asked(self, rules: RuleSet, rlimit: int) -> Iterator[AnySettlement]:
        """All of them, as one question."""
        yield AnySettlement(rules, rlimit, self)

    def hangs_on(self, rules: RuleSet) -> object:
        """All that their payments can hang on."""
        return (last_settlement_of if self.last and not self.sitting_out else settlement_of)(rules)


def _multiple(question: SmtQuestion, number: Number, of: int) -> Truth:
    """Whether there is no rest; said with whole numbers, which Z3 solves quicker than a rest."""
    question.by_divisibility()
    times, rest = z3.FreshInt("times"), z3.FreshInt("rest")
    question.given(number == of * times + rest, rest >= 0, rest < of)
    return rest <= 0


class AnySettlement(AskedOfZ3[SettledTrick]):
    """Any trick of a sort, last or early, with any pots; and for the last one any tricks before it.

    Seats are by order of play in this trick: A leads it.
    """

    def __init__(self, rules: RuleSet, rlimit: int, tricks: Tricks) -> None:
        self.rules, self.question, self.of = rules, SmtQuestion(rlimit), tricks
        players = rules.table.players
        self.trick = AnyTrick(rules, self.question)
        self.laid = SymbolicLaid(self.trick.laid, self.trick.wins)
        self.pots = {pot: z3.Int(f"pot.{pot.value}") for pot in Pot}
        self.tricks = [z3.Int(f"tricks.{SEATS[seat]}") for seat in range(players)]
        self.announced = [z3.Bool(f"announced.{SEATS[seat]}") for seat in range(players)]
        for variable in tricks.over:
            self.question.given(*variable.bounds(self))
        special = Special.none(players)
        if tricks.last:
            special = Special.of(rules.game, self.tricks, self.announced)
        achieved = clauses.achieved(rules.game, self.laid, special)
        came = HandCame(players, Sides.alone(players), out=tricks.sitting_out)
        hand = SymbolicHand(
            rules.game, came, (), self.tricks, pots=self.pots, last=self.laid, special=special
        )
        sums = Sums.opened(hand)
        if tricks.last:
            clauses.settle_last(hand, sums)
        else:
            clauses.settle_early(rules.game, self.laid, sums)
        taken = {pot: tricks.last and self._taken(pot, achieved, special) for pot in Pot}
        self.case = SettledTrick(
            rules.game,
            self.laid,
            self.pots,
            sums.pots,
            sums.tokens,
            special,
            achieved,
            sums.founded,
            taken,
            partial(_multiple, self.question),  # no method: the question is freed as soon as it is answered
        )

    def _taken(self, pot: Pot, achieved: clauses.Achieved, special: Special) -> Truth:
        made = {When.TOUT: special.tout, When.NOLO: special.nolo, When.LAST_TRICK: achieved.last_trick}
        takers = [each for each in self.rules.game.the_pots.entries if pot in each.takes]
        return some(
            some(achieved.ultimo[each.clause] if each.when is When.ULTIMO else made.get(each.when, ()))
            for each in takers
        )

    def witness(self, case: Truth) -> dict[str, object]:
        """The canonical case with plain pots, put to `check`: tokens and pots must be the same."""
        question, special, fixed = self.question, self.case.special, [case]
        plain = [not_(some((*special.tout, *special.nolo, *special.failed)))]
        usual = [every(self.pots[pot] == 60 for pot in Pot)]
        met = question.smallest([*plain, *usual], (), *fixed)
        fixed += [wish if yes else not_(wish) for wish, yes in zip([*plain, *usual], met, strict=True)]
        # Who announced Tout is a part of the case too: nobody, else a seat as late as may be.
        met = question.smallest([not_(each) for each in self.announced], (), *fixed)
        fixed += [not_(said) if yes else said for said, yes in zip(self.announced, met, strict=True)]
        laid, words = self.trick.witness(*fixed)
        for place, each in enumerate(laid):
            fixed.append(self.trick.laid[place].is_(each.card))
        for number in (self.trick.led, *self.pots.values(), *self.tricks):
            low = question.least(number, 0, 10_000, (), *fixed)
            fixed.append(number == low)
        assert question.possible((), *fixed)
        value, settled = question.value, self.case
        won = next(seat for seat, each in enumerate(settled.laid.wins) if question.holds(each))
        found: dict[str, Any] = {
            "trick": words,
            "winner": SEATS[won],
            "pots_before": {pot.value: value(each) for pot, each in settled.held.items()},
            "tokens": dict(zip((*SEATS, "D"), map(value, settled.tokens), strict=False)),
            "pots_after": {pot.value: value(each) for pot, each in settled.left.items()},
        }
        if self.of.last:
            found["tricks"] = dict(zip(SEATS, map(value, self.tricks), strict=True))
        said = [seat for seat, each in enumerate(self.announced) if question.holds(each)]
        if self.of.last and said:
            found["announced"] = SEATS[said[0]]
        self._replay(found)
        return found

    def _replay(self, found: dict[str, Any]) -> None:
        """Hold a case against what `check` makes of it as a dispute about a settlement."""
        told: dict[str, object] = {"lead": SEATS[0], "trick": found["trick"], "pots": found["pots_before"]}
        if self.of.last:
            before = {seat: each - (seat == found["winner"]) for seat, each in found["tricks"].items()}
            told["taken"] = {seat: {"tricks": each} for seat, each in before.items()}
        else:
            told["tricks_left"] = 2
        if "announced" in found:
            told |= {"dealer": found["announced"], "announce": ["tout"]}
        if self.of.sitting_out:
            told["sitting_out"] = "D"
        owed = check(self.rules, "settlement", told)
        assert isinstance(owed, PaidFinding)
        grown = {pot: found["pots_after"][pot] - each for pot, each in found["pots_before"].items()}
        changed = {pot.value: owed.pots[pot] for pot in Pot}
        same = owed.tokens_told == found["tokens"] and changed == grown
        replayed(same, f"{found}: {owed.tokens_told} {changed}")


def _cards(case: AnySettlement) -> Iterator[Truth]:
    yield from case.trick.given


def _pots(case: AnySettlement) -> Iterator[Truth]:
    yield from (pot >= 0 for pot in case.pots.values())


def _division(case: AnySettlement) -> Iterator[Truth]:
    whole: Number = sum(case.tricks)
    yield whole == case.rules.table.hand_size
    for tricks, won in zip(case.tricks, case.trick.wins, strict=True):
        yield every((tricks >= 0, follows(won, tricks >= 1)))


def _announced(case: AnySettlement) -> Iterator[Truth]:
    yield number_of(case.announced) <= 1
    yield follows(some(case.announced), not_(some(card.is_(FOOL) for card in case.trick.laid)))


CARDS: Final = Variable(say("all cards of the trick"), _cards)
POTS: Final = Variable(say("all pots, empty ones too"), _pots)
DIVISIONS: Final = Variable(say("all divisions of the tricks, with Tout and Nolo"), _division)
ANNOUNCED: Final = Variable(
    say("a Tout announced by a player who discarded the Fool, or by nobody"), _announced
)


def _tricks(words: Message, *over: Variable, last: bool = True, sitting_out: bool = False) -> Tricks:
    return Tricks(words, tuple(each.words for each in over), over, last, sitting_out)


_OVER: Final = (CARDS, POTS, DIVISIONS, ANNOUNCED)
LAST: Final = _tricks(say("every last trick"), *_OVER)
LAST_OF_FOUR: Final = _tricks(
    say("every last trick with a fourth player sitting out"), *_OVER, sitting_out=True
)
EARLY: Final = _tricks(say("every trick before the last"), CARDS, POTS, last=False)
