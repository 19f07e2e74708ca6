"""Claims about what is paid twice over: declarations that are given back, and the end of a whole game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import z3
from msgspec.structs import replace

from analyzer.claims.chapters.any_hand import SEATS, AnySettledHand, HandCase, by_seat
from analyzer.claims.chapters.hands import declared
from analyzer.claims.claim import ClaimFinding, Condition, HowOften, Sentence, Witness, of_points, replayed
from analyzer.claims.declaration import AskedCase, AskedOfZ3, Cases, Readings, declare
from analyzer.frozenrecord import Record
from analyzer.messages import say
from analyzer.proofs.clauses.score.gameend import settle_game as end_sums
from analyzer.proofs.smt import Number, SmtQuestion, Truth, every, some
from analyzer.rules.book import Book
from analyzer.rules.conduct.ending import settle_game
from analyzer.rules.score.told import HandTold
from analyzer.rules.spec.ruleset import RuleSet


class ReturnedHand(Record, frozen=True):
    """What each seat receives: for what was declared, at the end of the hand, and at its end without that."""

    declared: Sequence[Number]
    ended: Sequence[Number]
    without: Sequence[Number]


@dataclass(frozen=True, slots=True)
class Returns(Cases[ReturnedHand]):
    """Hands after which something that was declared may have to be given back."""

    def fits(self, rules: RuleSet) -> bool:
        """Whether anything is declared."""
        return of_points(rules) and rules.game.declaring is not None

    def asked(self, rules: RuleSet, rlimit: int) -> Iterator[AnyReturn]:
        """Each player's declaration by itself."""
        for seat in declared():
            yield AnyReturn(rules, rlimit, seat)

    def hangs_on(self, rules: RuleSet) -> object:
        """All that they can hang on in a rule set."""
        return rules.game.declaring


class AnyReturn(AskedCase[ReturnedHand]):
    """Any hand in which one player declared something that may have to be given back."""

    def __init__(self, rules: RuleSet, rlimit: int, seat: int) -> None:
        said = tuple(each for each in declared()[seat] if each.returnable)
        told = HandCase(HandTold(declared={seat: said}))
        self.hand = AnySettledHand(rules, rlimit, told)
        before = AnySettledHand(rules, rlimit, told, opening=True)
        bare = AnySettledHand(rules, rlimit, replace(told, told=HandTold()))
        self.case = ReturnedHand(before.case.tokens, self.hand.case.tokens, bare.case.tokens)

    def decided(self, case: Truth, *, shows: bool) -> ClaimFinding:
        """What a case comes to, as of any hand."""
        return self.hand.decided(case, shows=shows)


def _whole(hand: ReturnedHand) -> Truth:
    parts = list(zip(hand.declared, hand.ended, hand.without, strict=True))
    back = every(every((end - without == -paid,)) for paid, end, without in parts)
    stays = every(every((end == without,)) for _, end, without in parts)
    return some((back, stays))


RETURNS: Final = Returns(
    say("every end of a hand after which a declaration may have to be given back"),
    (say("all points and tricks"), say("declarations of one player")),
)
BACK_WHOLE: Final = Condition(
    say("what was paid for a declaration comes back to everybody in full, or to nobody at all"), _whole
)
declare(
    "scores.given-back-whole", Sentence(HowOften.ALWAYS, BACK_WHOLE), of=(RETURNS,),
    kinds=("declared-return", "declaration-payers"), readings=Readings.EACH,
)  # fmt: skip


class EndedGame(Record, frozen=True):
    """The totals of a game, and what each seat receives for them."""

    totals: Sequence[Number]
    tokens: Sequence[Number]


@dataclass(frozen=True, slots=True)
class GameEnds(Cases[EndedGame]):
    """Ends of a game of which the totals are paid for."""

    def fits(self, rules: RuleSet) -> bool:
        """Whether anything is paid then."""
        return of_points(rules) and rules.game.end is not None

    def asked(self, rules: RuleSet, rlimit: int) -> Iterator[AnyGameEnd]:
        """All of them, as one question."""
        yield AnyGameEnd(rules, rlimit)

    def hangs_on(self, rules: RuleSet) -> object:
        """All that they can hang on in a rule set."""
        return rules.game.end


class AnyGameEnd(AskedOfZ3[EndedGame]):
    """Any totals at the end of a game."""

    def __init__(self, rules: RuleSet, rlimit: int) -> None:
        rule = rules.game.end
        assert rule is not None
        self.rule, self.question = rule, SmtQuestion(rlimit)
        totals = [z3.Int(f"total.{SEATS[seat]}") for seat in range(rules.table.players)]
        self.question.given(sum(totals) == 0)
        self.case = EndedGame(totals, end_sums(rule, totals))

    def witness(self, case: Truth) -> Witness:
        """The lowest totals of a case, as the engine pays for them."""
        fixed, (totals, paid) = [case], (self.case.totals, self.case.tokens)
        for each in totals:
            fixed.append(every((each == self.question.least(each, -100, 100, (), *fixed),)))
        assert self.question.possible((), *fixed)
        values, tokens = ([self.question.value(each) for each in told] for told in (totals, paid))
        book = Book(len(values))
        settle_game(self.rule, values, book)
        replayed(book.tokens == tuple(tokens), f"{values} {tokens} {book.tokens}")
        return {"sheet": by_seat(values), "tokens": by_seat(tokens)}


GAME_ENDS: Final = GameEnds(say("every end of a game"), (say("all totals that come to nothing"),))
PAID_OUT: Final[Condition[EndedGame]] = Condition(
    say("what all players receive comes to nothing"), lambda end: every((sum(end.tokens, start=0) == 0,))
)
declare(
    "scores.end-of-game-balances", Sentence(HowOften.ALWAYS, PAID_OUT), of=(GAME_ENDS,),
    kinds=("game-end",), readings=Readings.EVERY,
)  # fmt: skip
