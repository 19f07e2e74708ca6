"""Whether each duty of play and of the discard is needed: dropped, it admits what no other clause forbids.

A clause that forbids nothing of its own is shadowed by others, and those are told. Where a rule set is
changed clause by clause, that is how a change without effect is found.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import Enum
from typing import Final

import z3
from msgspec.structs import replace

from analyzer.claims.chapters.discard import AnyLaid, words
from analyzer.claims.chapters.play import HandAtPlay
from analyzer.claims.claim import Witness, replayed
from analyzer.errors import LimitReached
from analyzer.frozenrecord import Record
from analyzer.messages import Message
from analyzer.proofs.discard import READERS, Skat, combination_clause
from analyzer.proofs.play import PlayClauses
from analyzer.proofs.smt import (
    RLIMIT,
    Truth,
    canonical,
    every,
    not_,
    number_of,
    some,
    variables,
)
from analyzer.rules.deal.discard import TOUT, judge_discard, laid_away
from analyzer.rules.spec.clause import Clause, Parameter
from analyzer.rules.spec.game import GameSpec, under_contract
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.variants import made_of

UNDER_CONTRACT: Final = "beats-in"
"""The kind of a duty that holds under some contracts only."""
OFF: Final[Mapping[str, Mapping[str, Parameter]]] = {
    "duty": {"holds": False},
    "ban-at-trick": {"trick": 0},
    UNDER_CONTRACT: {"contracts": ()},
}
"""By kind the parameters under which a clause of play asks for nothing."""


class ClauseNeeded(Enum):
    """The necessity of a clause: needed if it forbids anything that no other clause does."""

    NEEDED = "needed"
    SHADOWED = "shadowed"
    UNDECIDED = "undecided"


class Need(Record, frozen=True):
    """A clause, whether it is needed, and a smallest case that it alone forbids, replayed in the engine.

    `by` are the clauses that shadow it; `limit` says why it is undecided.
    """

    clause: str
    standing: ClauseNeeded
    witness: Witness | None = None
    by: tuple[str, ...] = ()
    limit: Message | None = None


def needs(rules: RuleSet, only: Collection[str] | None = None, rlimit: int | None = None) -> tuple[Need, ...]:
    """Every duty that holds, in the order of the clauses; `only` names those that are wanted.

    `rlimit` is what Z3 may use up for one question. Raises: Mismatch where the engine does not see in a
    witness what Z3 saw.
    """
    wanted = [clause for clause in duties(rules) if only is None or clause.id in only]
    discards = _Discards(rules, rlimit or RLIMIT) if any(each.kind not in OFF for each in wanted) else None
    return tuple(_decided(rules, clause, discards, rlimit or RLIMIT) for clause in wanted)


def duties(rules: RuleSet) -> Iterator[Clause]:
    """The clauses that forbid something in play or in the discard."""
    combination = combination_clause(rules)
    for clause in rules.clauses.values():
        off = OFF.get(clause.kind, {})
        holds = any(clause.parameters[name] != value for name, value in off.items())
        if holds or clause.kind in READERS or clause.id == combination:
            yield clause


def _decided(rules: RuleSet, clause: Clause, discards: _Discards | None, rlimit: int) -> Need:
    try:
        if discards is None or clause.kind in OFF:
            return _of_play(rules, clause, rlimit)
        return discards.need(clause)
    except LimitReached as reached:
        return Need(clause.id, ClauseNeeded.UNDECIDED, limit=reached.reason)


def _of_play(rules: RuleSet, clause: Clause, rlimit: int) -> Need:
    """Whether a hand may play a card without the clause that it may not play with it."""
    spec, without = _with_and_without(rules, clause)
    # Only a duty to beat hangs on what lies there; for the others there is less for Z3 to try without.
    hand = HandAtPlay(spec, rlimit, beats=spec.duty.beat is not without.duty.beat)
    free = PlayClauses(without)
    freed = some(every((hand.may_play(card, free), not_(hand.may_play(card)))) for card in rules.table.deck)
    if not hand.question.possible((), freed):
        others = tuple(each.id for each in duties(rules) if each.kind in OFF and each.id != clause.id)
        return Need(clause.id, ClauseNeeded.SHADOWED, by=others)
    held = hand.witness(freed)
    legal = [held.playable(each) for each in (spec, without)]
    replayed(legal[0] < legal[1], str(held))
    case = {"table": [], **held.told(), "frees": words(legal[1] - legal[0])}
    return Need(clause.id, ClauseNeeded.NEEDED, {key: case[key] for key in ("hand", "led", "table", "frees")})


def _with_and_without(rules: RuleSet, clause: Clause) -> tuple[GameSpec, GameSpec]:
    """The game in which a clause of play holds, and the same without it."""
    if clause.kind == UNDER_CONTRACT:
        contracts = clause.parameters["contracts"]
        assert isinstance(contracts, tuple)
        return under_contract(rules.game, contracts[0]), rules.game
    without = replace(clause, parameters={**clause.parameters, **OFF[clause.kind]})
    return rules.game, made_of(rules, {**rules.clauses, clause.id: without}, rules.variant).game


class _Discards(AnyLaid):
    """Any dealer's hand and cards of it laid away, one too many at most; no clause holds yet."""

    def __init__(self, rules: RuleSet, rlimit: int) -> None:
        super().__init__(rules, rlimit)
        self.question.given(*(z3.Implies(self.laid[card], self.dealt[card]) for card in self.laid))
        self.question.given(number_of(self.laid.values()) <= laid_away(rules)[-1] + 1)
        self.duties = self.skat.duties()
        for name, duty in self.duties.items():
            self.question.name(name, duty)

    def need(self, clause: Clause) -> Need:
        """Whether a discard breaks this clause and no other."""
        kept = {name: duty for name, duty in self.duties.items() if name != clause.id}
        if clause.id in self.duties:
            broken: list[Truth] = [not_(self.duties[clause.id]), *self.without_combinations()]
        else:
            broken = self.avoidably()
        if self.question.possible(tuple(kept), *broken):
            return Need(clause.id, ClauseNeeded.NEEDED, self.witness([*broken, *kept.values()], clause.id))
        return Need(clause.id, ClauseNeeded.SHADOWED, by=self.question.core(tuple(kept), *broken))

    def without_combinations(self) -> list[Truth]:
        """That no card laid away belongs to a combination; then the clause that protects them has no say."""
        return [not_(every((self.laid[card], there))) for card, there in self.skat.belongs.items()]

    def avoidably(self) -> list[Truth]:
        """That a combination card is laid away though others could go that keep every clause."""
        instead = variables("instead", self.rules.table.deck)
        other = Skat(self.rules, self.dealt, instead, self.tout, taken=self.skat.taken)
        kept = [not_(every((instead[card], there))) for card, there in self.skat.belongs.items()]
        some_of = some(every((self.laid[card], there)) for card, there in self.skat.belongs.items())
        return [some_of, *kept, *other.duties().values()]

    def witness(self, case: Sequence[Truth], clause: str) -> Witness:
        """The canonical case, replayed: the engine sees just this clause broken."""
        question, fixed = self.question, list(case)
        (plain,) = question.smallest([not_(self.tout)], (), *fixed)
        fixed.append(not_(self.tout) if plain else self.tout)
        laid = canonical(question, self.laid, (), *fixed)
        fixed += [var if card in laid else not_(var) for card, var in self.laid.items()]
        dealt = canonical(question, self.dealt, (), *fixed)
        announce = () if plain else (TOUT,)
        judged = judge_discard(self.rules, dealt, laid, announce)
        replayed({each.clause for each in judged.violations} == {clause}, str(judged))
        return {"hand": words(dealt), "discard": words(laid), "announce": list(announce)}
