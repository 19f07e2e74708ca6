"""Any hand of card points and any trick settled, over all points, tricks, cards and pots."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, Final, NamedTuple

import z3
from msgspec.structs import replace

from analyzer.cards.card import FOOL
from analyzer.claims.chapters.play import AnyTrick
from analyzer.claims.claim import (
    ClaimFinding,
    Witness,
    check,
    last_settlement_of,
    replayed,
    score,
    settlement_of,
)
from analyzer.claims.declaration import Cases, SymbolicCase
from analyzer.disputes.paid import PaidFinding
from analyzer.frozenrecord import Record
from analyzer.messages import Message, say
from analyzer.proofs import pots as clauses
from analyzer.proofs.accounts import Special, Sums, SymbolicHand, SymbolicLaid, SymbolicPool
from analyzer.proofs.pots import Achieved
from analyzer.proofs.sheets import OPENING, SCORING_FORMULAS
from analyzer.proofs.smt import Number, SmtQuestion, Truth, every, follows, not_, number_of, some
from analyzer.rules.actions import Sides
from analyzer.rules.book import Book, Pot
from analyzer.rules.facts.fact import HandFact, TableFacts
from analyzer.rules.facts.finished import collect_hand_facts
from analyzer.rules.facts.together import find_contradiction, pile_range
from analyzer.rules.play.table import Trick
from analyzer.rules.score.deeds import HandReport, counts_all
from analyzer.rules.score.goals import points_text
from analyzer.rules.score.hand import NOTHING_DONE, Deeds, HandFacts, HandResult, sides_of
from analyzer.rules.score.steps import open_hand, score_hand
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.paying import Entry, When
from analyzer.rules.spec.ruleset import RuleSet

# Any hand of card points that is settled, over all points, tricks and pools, and its canonical case.


SEAT_LETTERS: Final = "ABCDE"
MOST_IN_POOL: Final = 10_000
NO_CARDS: Final = Trick((), 0)
"""A last trick without any card that brings something."""


class SettledHand(Record, frozen=True):
    """A hand that is paid for or written: what it came to, and what each account has of it."""

    hand: SymbolicHand
    tokens: Sequence[Number]
    """By seat, received less paid."""
    sheet: Sequence[Number]
    pools: Sequence[Number]
    """By how much each pool grew; a new one is the last."""
    radli: Sequence[Number]


class HandCase(Record, frozen=True):
    """What is known of a hand: what was said of it, and the cards of the last trick that bring something."""

    told: HandFacts
    last: Trick = NO_CARDS
    sweeper: int | None = None
    """Who won every trick, where that is written for; alone, or with his side, as the game has it."""


class AnySettledHand(SymbolicCase[SettledHand]):
    """A hand of which the amounts are for Z3: points by side, tricks by seat, the Trull, pools."""

    def __init__(self, rules: RuleSet, rlimit: int, case: HandCase, *, opening: bool = False) -> None:
        self.rules, self.game, self.told, self.opening = rules, rules.game, case.told, opening
        self.question = SmtQuestion(rlimit)
        sides = sides_of(rules.game, case.told, case.told.partner)
        seats = len(sides.of)
        self.came = HandResult(
            seats, sides, case.told, dealer=0, partner=case.told.partner, last=case.last, whole=True,
            deeds=self._deeds(case.sweeper, sides),
        )  # fmt: skip
        self.units = [z3.Int(f"units.{side}") for side in range(sides.count)]
        self.tricks = [z3.Int(f"tricks.{seat}") for seat in range(seats)]
        self.trull = z3.Int("trull")
        self.pools = [z3.Int(f"pool.{place}") for place in range(len(case.told.pools))]
        self._limit(case)
        doubled = (each.doubled for each in case.told.pools)
        pools = [SymbolicPool(*each) for each in zip(self.pools, doubled, strict=True)]
        hand = SymbolicHand(self.game, self.came, self.units, self.tricks, self.trull, pools)
        sums = Sums.opened(hand)
        for step in OPENING if opening else SCORING_FORMULAS:
            step(hand, sums)
        self.case = SettledHand(hand, sums.tokens, sums.sheet, sums.pools, sums.radli)

    def _deeds(self, sweeper: int | None, sides: Sides) -> Deeds:
        if sweeper is None:
            return NOTHING_DONE
        return (
            Deeds(all_tricks=sweeper)
            if self.game.difference_sheet is not None
            else Deeds(valat=sides.of[sweeper])
        )

    def _limit(self, case: HandCase) -> None:
        """All points are in some pile, but where a hand lies dead or nobody counts; all tricks are won.

        A trick counts something for who won it, whatever cards are in it.
        """
        given, piles = self.question.given, self.game.piles
        total, trick = piles.total, piles.trick + self.came.seats * piles.each_card
        for side, units in enumerate(self.units):
            given(units >= trick * sum(self.tricks[seat] for seat in self.came.sides.seats(side)))
        given(*(each >= 0 for each in (*self.units, *self.tricks)))
        whole = counts_all(self.rules.game, self.told)
        given(sum(self.units) == total if whole else sum(self.units) <= total)
        given(sum(self.tricks) == self.rules.table.hand_size)
        if case.last.laid:
            given(self.tricks[case.last.winner] > 0)
        for seats in self.sweepers(self.game, self.came.sides):
            everything = sum(self.tricks[seat] for seat in seats) == self.rules.table.hand_size
            given(everything if case.sweeper in seats else not_(everything))
        given(self.trull >= 0, self.trull <= len(self.game.trull))
        given(*(every((each > 0, each <= MOST_IN_POOL)) for each in self.pools))

    @staticmethod
    def sweepers(game: GameSpec, sides: Sides) -> Iterator[tuple[int, ...]]:
        """Who may together win every trick, where that is written for."""
        if game.difference_sheet is not None:
            yield from ((seat,) for seat in range(len(sides.of)))
        elif game.bonus_sheet is not None:
            yield from map(sides.seats, range(sides.count))

    def decided(self, case: Truth, *, shows: bool) -> ClaimFinding:
        """What a case comes to where there is one of which all can be true together."""
        if case is False or not self.question.possible((), case):
            return ClaimFinding(true=not shows)
        self._count()
        while self.question.possible((), case):
            came = self._first(case)
            if find_contradiction(*self._facts(came)) is None:
                return ClaimFinding(true=shows, witness=self.witness(case))
            amounts = zip((*self.units, *self.tricks), (*came.units, *came.tricks), strict=True)
            self.question.given(some(each != was for each, was in amounts))
        return ClaimFinding(true=not shows)

    def _facts(self, came: HandResult) -> tuple[TableFacts, list[HandFact]]:
        """What `score` takes to be told of such a hand."""
        sides, told = came.sides, came.told
        units = {sides.seats(side)[0]: each for side, each in enumerate(came.units) if each is not None}
        tricks = {seat: each for seat, each in enumerate(came.tricks) if each is not None}
        names = SEAT_LETTERS[: came.seats]
        return collect_hand_facts(self.rules, names, told, HandReport(units, tricks), {}, came.dealer or 0)

    def _count(self) -> None:
        """Bound what a side has by what piles of so many tricks can count."""
        ground, sides = self._facts(self.came)[0], self.came.sides
        for side, units in enumerate(self.units):
            tricks = sum(self.tricks[seat] for seat in sides.seats(side))
            for number in range(self.rules.table.hand_size + 1):
                low, high = pile_range(ground, side, number)
                self.question.given(follows(tricks == number, every((units >= low, units <= high))))

    def witness(self, case: Truth) -> Witness:
        """The hand of a case with the least of everything; `score` is asked of one that is written down."""
        came, value = self._first(case), self.question.value
        tokens, sheet = (tuple(map(value, each)) for each in (self.case.tokens, self.case.sheet))
        found, book = self._in_words(came), Book(came.seats)
        (open_hand if self.opening else score_hand)(self.game, came, book)
        same = [(book.tokens, tokens), (book.sheet, sheet)]
        if (
            self.game.on_a_sheet and self.game.deviation is None
        ):  # what must come to nothing `score` holds to it
            same.append((score(self.rules, self._file(found)), sheet))
        replayed(all(one == other for one, other in same), f"{found}: {same}")
        return found | ({"sheet": label_by_seat(sheet)} if book.scores else {"tokens": label_by_seat(tokens)})

    def _first(self, case: Truth) -> HandResult:
        """What the hand of a case came to that has the least of everything."""
        fixed = [case]
        for each in (*self.pools, *self.units, *self.tricks, self.trull):
            low = self.question.least(each, 0, MOST_IN_POOL, (), *fixed)
            fixed.append(each == low)
        assert self.question.possible((), *fixed)
        value, told = self.question.value, self.told
        pools = tuple(
            replace(pool, amount=value(amount)) for pool, amount in zip(told.pools, self.pools, strict=True)
        )
        return replace(
            self.came,
            told=replace(told, pools=pools, trull=value(self.trull)),
            units=tuple(map(value, self.units)),
            tricks=tuple(map(value, self.tricks)),
        )

    def _in_words(self, came: HandResult) -> dict[str, object]:
        """A hand in words and numbers."""
        sides, told = came.sides, self.told
        leaders = [SEAT_LETTERS[sides.leader(side, told.declarer)] for side in range(sides.count)]
        points = [
            points_text(Fraction(each, self.game.piles.unit)) for each in came.units if each is not None
        ]
        found: dict[str, object] = {} if told.contract is None else {"contract": told.contract}
        found |= {} if came.partner is None else {"partner": SEAT_LETTERS[came.partner]}
        radli = [told.radli.get(seat, 0) for seat in range(came.seats)]
        found |= {"radli": label_by_seat(radli)} if told.radli else {}
        found |= {"points": dict(zip(leaders, points, strict=True)), "tricks": label_by_seat(came.tricks)}
        found |= {"pools": [each.amount for each in came.told.pools]} if told.pools else {}
        found |= {"trull": came.told.trull} if self.game.target is not None else {}
        last = came.last or NO_CARDS
        bonus = [str(each.card) for each in last.laid]
        found |= {"last_trick": bonus, "winner": SEAT_LETTERS[last.winner]} if bonus else {}
        said: dict[str, object] = {SEAT_LETTERS[seat]: list(words) for seat, words in told.announced.items()}
        found |= {"announced": said} if said else {}
        amounts = {
            SEAT_LETTERS[seat]: sum(one.amount for one in each) for seat, each in told.declared.items()
        }
        return found | ({"declared": amounts} if amounts else {})

    def _file(self, found: dict[str, object]) -> dict[str, object]:
        """The hand as the file of an evening of one hand."""
        contract, players = self.game.contract(self.told.contract), SEAT_LETTERS[: self.came.seats]
        hand = {key: each for key, each in found.items() if key in ("contract", "points", "tricks")}
        if self.told.declarer is not None:
            hand["declarer"] = SEAT_LETTERS[self.told.declarer]
            if contract is not None and not contract.alone:
                hand["partner"] = found.get("partner", hand["declarer"])
        lying = {key: each for key, each in found.items() if key == "radli"}
        return {
            "players": [*players],
            **lying,
            "hands": [{"dealer": SEAT_LETTERS[self.came.dealer or 0], **hand}],
        }


def label_by_seat(amounts: Sequence[int | None]) -> dict[str, int | None]:
    """Amounts by the letter of their seat."""
    return dict(zip(SEAT_LETTERS, amounts, strict=False))


# Any trick settled with any pots, over all cards and amounts, and the canonical case of it.


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


PLAYERS: Final = "ABC"


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

    def build_questions(self, rules: RuleSet, rlimit: int) -> Iterator[AnySettlement]:
        """All of them, as one question."""
        yield AnySettlement(rules, rlimit, self)

    def dependencies(self, rules: RuleSet) -> object:
        """All that their payments can hang on."""
        return (last_settlement_of if self.last and not self.sitting_out else settlement_of)(rules)


def _multiple(question: SmtQuestion, number: Number, of: int) -> Truth:
    """Whether there is no rest; said with whole numbers, which Z3 solves quicker than a rest."""
    question.prefer_divisibility()
    times, rest = z3.FreshInt("times"), z3.FreshInt("rest")
    question.given(number == of * times + rest, rest >= 0, rest < of)
    return rest <= 0


class AnySettlement(SymbolicCase[SettledTrick]):
    """Any trick of a sort, last or early, with any pots; and for the last one any tricks before it.

    Seats are by order of play in this trick: A leads it.
    """

    def __init__(self, rules: RuleSet, rlimit: int, tricks: Tricks) -> None:
        self.rules, self.question, self.of = rules, SmtQuestion(rlimit), tricks
        players = rules.table.players
        self.trick = AnyTrick(rules, self.question)
        self.laid = SymbolicLaid(self.trick.laid, self.trick.wins)
        self.pots = {pot: z3.Int(f"pot.{pot.value}") for pot in Pot}
        self.tricks = [z3.Int(f"tricks.{PLAYERS[seat]}") for seat in range(players)]
        self.announced = [z3.Bool(f"announced.{PLAYERS[seat]}") for seat in range(players)]
        for variable in tricks.over:
            self.question.given(*variable.bounds(self))
        special = Special.none(players)
        if tricks.last:
            special = Special.from_tricks(rules.game, self.tricks, self.announced)
        achieved = clauses.achieved(rules.game, self.laid, special)
        came = HandResult(players, Sides.alone(players), out=tricks.sitting_out)
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
            "winner": PLAYERS[won],
            "pots_before": {pot.value: value(each) for pot, each in settled.held.items()},
            "tokens": dict(zip((*PLAYERS, "D"), map(value, settled.tokens), strict=False)),
            "pots_after": {pot.value: value(each) for pot, each in settled.left.items()},
        }
        if self.of.last:
            found["tricks"] = dict(zip(PLAYERS, map(value, self.tricks), strict=True))
        said = [seat for seat, each in enumerate(self.announced) if question.holds(each)]
        if self.of.last and said:
            found["announced"] = PLAYERS[said[0]]
        self._replay(found)
        return found

    def _replay(self, found: dict[str, Any]) -> None:
        """Hold a case against what `check` makes of it as a dispute about a settlement."""
        told: dict[str, object] = {"lead": PLAYERS[0], "trick": found["trick"], "pots": found["pots_before"]}
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
        same = owed.stated_tokens == found["tokens"] and changed == grown
        replayed(same, f"{found}: {owed.stated_tokens} {changed}")


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
