"""Formulas over facts that may be known already: a plain `bool` or `int` where decided, else a Z3 term.

The same reading of a clause serves a dispute, where the hand is known, and a claim about all hands,
where every card is a variable: what is known folds away before Z3 sees it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Final, TypeAlias

import z3

from analyzer.cards.card import Card
from analyzer.errors import LimitReached, cross_checked
from analyzer.messages import say

Truth: TypeAlias = bool | z3.BoolRef
Number: TypeAlias = int | z3.ArithRef
Holding: TypeAlias = Mapping[Card, Truth]
"""Of each card whether it is held (or discarded, or named); a card that is left out is not."""

_WORK: Final = "rlimit count"
"""The name under which Z3 tells how much work was done."""
RLIMIT: Final = 100_000_000
"""Z3's own unit of work for one question; unlike seconds it is the same on every machine."""


def every(parts: Iterable[Truth]) -> Truth:
    """Whether all of them hold."""
    open_parts: list[z3.BoolRef] = []
    for part in parts:
        if part is False:
            return False
        if part is not True:
            assert isinstance(part, z3.BoolRef)
            open_parts.append(part)
    if len(open_parts) < 2:
        return open_parts[0] if open_parts else True
    return _joined(z3.Z3_mk_and, open_parts)


def some(parts: Iterable[Truth]) -> Truth:
    """Whether at least one of them holds."""
    open_parts: list[z3.BoolRef] = []
    for part in parts:
        if part is True:
            return True
        if part is not False:
            assert isinstance(part, z3.BoolRef)
            open_parts.append(part)
    if len(open_parts) < 2:
        return open_parts[0] if open_parts else False
    return _joined(z3.Z3_mk_or, open_parts)


def _joined(made: Callable[..., object], parts: Sequence[z3.BoolRef]) -> z3.BoolRef:
    """What `z3.And` or `z3.Or` makes of them, which spend most of their time on sorts looked at twice."""
    context = parts[0].ctx
    terms = (z3.Ast * len(parts))(*[part.as_ast() for part in parts])
    return z3.BoolRef(made(context.ref(), len(parts), terms), context)


def not_(part: Truth) -> Truth:
    """Whether it does not hold."""
    if isinstance(part, bool):
        return not part
    return part.arg(0) if z3.is_not(part) else z3.Not(part)


def follows(given: Truth, then: Truth) -> Truth:
    """Whether `then` holds wherever `given` does."""
    return some((not_(given), then))


def same(one: Truth, other: Truth) -> Truth:
    """Whether both hold or neither does."""
    if isinstance(one, bool):
        return other if one else not_(other)
    if isinstance(other, bool):
        return one if other else not_(one)
    return one == other


def either(given: Truth, one: Truth, other: Truth) -> Truth:
    """What holds where `given` does, and what holds where it does not."""
    return every((follows(given, one), some((given, other))))


def number_of(parts: Iterable[Truth]) -> Number:
    """How many of them hold."""
    return weighed((part, 1) for part in parts)


def at_least(parts: Iterable[Truth], number: int) -> Truth:
    """Whether at least so many of them hold; Z3 counts quicker this way than by adding up."""
    parts = list(parts)
    known = sum(part is True for part in parts)
    unknown = [(part, 1) for part in parts if not isinstance(part, bool)]
    if known >= number or known + len(unknown) < number:
        return known >= number
    return z3.PbGe(unknown, number - known)


def exactly(parts: Iterable[Truth], number: int) -> Truth:
    """Whether just so many of them hold."""
    parts = list(parts)
    known = sum(part is True for part in parts)
    unknown = [(part, 1) for part in parts if not isinstance(part, bool)]
    if not unknown or not known <= number <= known + len(unknown):
        return known == number
    return z3.PbEq(unknown, number - known)


def weighed(parts: Iterable[tuple[Truth, int]]) -> Number:
    """The sum of the weights of those that hold."""
    known, unknown = 0, []
    for part, weight in parts:
        if isinstance(part, bool):
            known += weight if part else 0
        else:
            unknown.append(either_number(part, weight, 0))
    return known + z3.Sum(unknown) if unknown else known


def either_number(given: Truth, one: Number, other: Number) -> Number:
    """One number where `given` holds, else the other."""
    if isinstance(given, bool):
        return one if given else other
    context, terms = given.ctx, (given, _term(one), _term(other))
    return z3.ArithRef(z3.Z3_mk_ite(context.ref(), *[term.as_ast() for term in terms]), context)


def _term(value: Number) -> z3.ArithRef:
    return _number(value) if isinstance(value, int) else value


@cache
def _number(value: int) -> z3.ArithRef:
    return z3.IntVal(value)


def held(holding: Holding, cards: Iterable[Card]) -> list[Truth]:
    """Of each of the cards whether it is in the holding."""
    return [holding.get(card, False) for card in cards]


def formula(part: Truth) -> z3.BoolRef:
    """A truth as a Z3 term."""
    return z3.BoolVal(part) if isinstance(part, bool) else part


class SmtQuestion:
    """Named formulas, of which any selection can be asked whether it can hold together.

    Every answer is Z3's; nothing is remembered between two answers but what Z3 learned, and everything
    handed out (cores, witnesses) is canonical, so it does not depend on how Z3 came to it. A question has a
    Z3 context to itself: Z3 takes terms in the order they were made in, so in a common one the work a
    question takes, and with it what is within the limit, would hang on what was asked before it.
    """

    def __init__(self, rlimit: int = RLIMIT) -> None:
        self._context = z3.Context()
        self._solver = z3.Solver(ctx=self._context)
        self._solver.set("rlimit", rlimit)
        self._rlimit = rlimit
        self._labels: dict[str, z3.BoolRef] = {}
        self._model: z3.ModelRef | None = None

    def given(self, *parts: Truth) -> None:
        """Facts that hold in every question asked."""
        self._solver.add(*map(self._own, parts))

    def _own(self, part: Truth) -> z3.BoolRef:
        """The formula in the question's own context."""
        return formula(part).translate(self._context)

    def name(self, name: str, part: Truth) -> None:
        """A formula that holds where its name is asked for."""
        label = self._labels[name] = z3.Bool(name, self._context)
        self._solver.add(z3.Implies(label, self._own(part)))

    def prefer_divisibility(self) -> None:
        """Ask in the way that is ten times as quick where it hangs on what divides the numbers."""
        self._solver.set("arith.solver", 2)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all named formulas, in alphabetical order."""
        return tuple(sorted(self._labels))

    def possible(self, names: Iterable[str] = (), *also: Truth) -> bool:
        """Whether the named formulas and `also` can hold together with the facts.

        Raises: LimitReached where Z3 does not know within its limit; unknown is never "no".
        KeyboardInterrupt, which Z3 hears itself and takes for one more reason not to know.
        """
        asked = [self._labels[name] for name in names] + [*map(self._own, also)]
        before = self._spent()
        answer = self._solver.check(*asked)
        if answer == z3.unknown:
            # Z3 says `canceled` of both; with work left it was no limit that ended it.
            why = self._solver.reason_unknown()
            if "interrupt" in why or (why == "canceled" and self._spent() - before < self._rlimit):
                raise KeyboardInterrupt
            raise LimitReached(
                say(
                    "Z3 did not decide it within its limit of {number} {number:unit/units} of work",
                    number=self._rlimit,
                )
            )
        self._model = self._solver.model() if answer == z3.sat else None
        return bool(answer == z3.sat)

    def prove_never(self, about: object, other: Truth, names: Iterable[str] = ()) -> None:
        """Have Z3 prove that nothing else can be than what the engine says, which `other` denies.

        Raises: Mismatch where it can; LimitReached.
        """
        cross_checked(about, False, self.possible(names, other))  # noqa: FBT003 - it is the answer itself

    def holding(self, prefix: str, among: Iterable[Card], cards: Collection[Card]) -> dict[Card, Truth]:
        """A holding of variables that are given their values: these cards, and none of the others."""
        found = variables(prefix, among)
        self.given(*(there if card in cards else not_(there) for card, there in found.items()))
        return found

    def _spent(self) -> int:
        """The units of work that all questions have taken so far."""
        told = self._solver.statistics()
        pairs = (told[at] for at in reversed(range(len(told))))
        return next((int(number) for word, number in pairs if word == _WORK), 0)

    def core(self, names: Sequence[str], *also: Truth) -> tuple[str, ...]:
        """Names that cannot hold together, none of which can be left out; sorted.

        They are tried for leaving out in alphabetical order from the last, so the core is canonical.
        """
        assert not self.possible(names, *also)
        kept = sorted(names)
        for name in sorted(names, reverse=True):
            fewer = [each for each in kept if each != name]
            if not self.possible(fewer, *also):
                kept = fewer
        return tuple(kept)

    def smallest(self, wishes: Sequence[Truth], names: Iterable[str] = (), *also: Truth) -> list[bool]:
        """Of each wish whether it holds in the canonical witness: wishes are granted first come first.

        A wish is granted where it can be together with all those before it that were. Call it only where
        the question is possible.
        """
        self._solver.push()
        try:
            self._solver.add(*(self._labels[name] for name in names))
            self.given(*also)
            possible = self.possible()  # it finds the model too: no assertion, which `python -O` leaves out
            assert possible
            return self._granted(wishes)
        finally:
            self._solver.pop()

    def _granted(self, wishes: Sequence[Truth]) -> list[bool]:
        """Of each wish whether it is granted. Mostly a run of them is granted or denied as a whole."""
        if not wishes:
            return []
        witness = self._model
        if all(map(self.holds, wishes)) or self.possible((), *wishes):
            self.given(*wishes)
            return [True] * len(wishes)
        # The witness before granted not all of them, and serves on where it grants none.
        self._model = witness
        if len(wishes) == 1 or not (any(map(self.holds, wishes)) or self.possible((), some(wishes))):
            self._model = witness
            self.given(*map(not_, wishes))
            return [False] * len(wishes)
        half = len(wishes) // 2
        return self._granted(wishes[:half]) + self._granted(wishes[half:])

    def least(
        self, value: Number, low: int, high: int, names: Iterable[str] = (), *also: Truth
    ) -> int | None:
        """The least value of a number between bounds; None where it has none there."""
        if isinstance(value, int):
            return value
        names = tuple(names)
        if not self.possible(names, *also, value >= low, value <= high):
            return None
        high = self.value(value)
        while low < high:
            middle = (low + high) // 2
            if self.possible(names, *also, value >= low, value <= middle):
                high = self.value(value)
            else:
                low = middle + 1
        return high

    def holds(self, part: Truth) -> bool:
        """Whether it holds in the witness found last."""
        if isinstance(part, bool):
            return part
        assert self._model is not None
        return bool(z3.is_true(self._model.eval(self._own(part), model_completion=True)))

    def value(self, number: Number) -> int:
        """What a number is in the witness found last."""
        if isinstance(number, int):
            return number
        assert self._model is not None
        found = self._model.eval(number.translate(self._context), model_completion=True)
        assert isinstance(found, z3.IntNumRef)
        return int(found.as_long())

    def smt2(self, names: Iterable[str] = (), *also: Truth) -> str:
        """The question as SMT-LIB text, which other solvers read too."""
        copy = z3.Solver(ctx=self._context)
        copy.add(self._solver.assertions())
        copy.add(*map(self._own, also))
        body = copy.sexpr()
        labels = " ".join(self._labels[name].sexpr() for name in sorted(names))
        return f"(set-logic ALL)\n{body}(check-sat-assuming ({labels}))\n"


def variables(prefix: str, cards: Iterable[Card]) -> dict[Card, Truth]:
    """One yes-or-no variable for each card."""
    return {card: z3.Bool(f"{prefix}.{card}") for card in cards}


def make_holding(cards: Iterable[Card], among: Iterable[Card]) -> dict[Card, Truth]:
    """A holding that is known: these cards, and none of the others."""
    mine = frozenset(cards)
    return {card: card in mine for card in {*among, *mine}}


def chosen(question: SmtQuestion, holding: Holding) -> frozenset[Card]:
    """The cards of a holding in the witness found last."""
    return frozenset(card for card, there in holding.items() if question.holds(there))


def canonical(
    question: SmtQuestion, holding: Holding, names: Iterable[str] = (), *also: Truth
) -> frozenset[Card]:
    """The canonical witness for a holding: it takes the canonically first cards it can."""
    order = sorted(holding)
    taken = question.smallest([holding[card] for card in order], names, *also)
    return frozenset(card for card, there in zip(order, taken, strict=True) if there)
