"""Claims about the discard, for all dealers' hands of 28 cards, and whether each duty is needed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from enum import Enum
from itertools import product
from math import comb
from typing import Final

import z3
from msgspec.structs import replace

from analyzer.cards.card import BY_TEXT, FOOL, MONDO, PAGAT, Card
from analyzer.claims.chapters.play import HandAtPlay
from analyzer.claims.claim import ClaimFinding, ClaimKind, Witness, claim, replayed
from analyzer.errors import LimitReached
from analyzer.frozenrecord import Record
from analyzer.messages import Message, Several, alone, in_a_row, say
from analyzer.proofs.discard import FORMULAS, Skat, combination_clause
from analyzer.proofs.play import PlayClauses
from analyzer.proofs.smt import (
    RLIMIT,
    SmtQuestion,
    Truth,
    at_least,
    canonical,
    every,
    exactly,
    held,
    not_,
    number_of,
    some,
    variables,
)
from analyzer.rules.deal.discard import SIZES, TOUT, judge_discard, laid_away, legal_discards
from analyzer.rules.spec.clause import Clause, Parameter
from analyzer.rules.spec.game import GameSpec, apply_contract
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.variants import derive_rules
from analyzer.rules.verdicts import VERDICT_WORDS, Verdict

# Claims about the discard, for all dealers' hands of 28 cards.
#
# Whether a hand has a discard that keeps the clauses hangs only on how many cards it holds of each family
# (cards that no clause of the discard tells apart), so that question is put in counts, over all families
# at once. It is enough to look for a discard that keeps all clauses but that of the combinations: where
# there is one, the one with the fewest combination cards keeps that clause too.


Family = tuple[Card, ...]


def families_of(rules: RuleSet) -> list[Family]:
    """The deck parted into families that no clause of the discard tells apart, in canonical order."""
    found: dict[tuple[object, ...], list[Card]] = {}
    clauses = [each for each in rules.clauses.values() if each.kind in FORMULAS and each.kind not in SIZES]
    for card in rules.table.deck:
        mark: list[object] = []
        for clause in clauses:
            lists = [each for each in clause.parameters.values() if isinstance(each, tuple)]
            suit = clause.parameters.get("suit")
            mark += [
                *(str(card) in each for each in lists),
                card.suit is not None and card.suit.value == suit,
            ]
        found.setdefault((*mark, card.is_fool), []).append(card)
    return [tuple(cards) for cards in found.values()]


class Counts:
    """Any hand before a discard as the number of cards of each family; `size` cards are to be laid away."""

    def __init__(self, rules: RuleSet, rlimit: int, *, tout: bool, size: int | None = None) -> None:
        self.rules, self.tout, self.question = rules, tout, SmtQuestion(rlimit)
        self.families = families_of(rules)
        self.size = rules.table.skat_size if size is None else size
        self.counts = [z3.Int(f"family.{family[0]}") for family in self.families]
        for count, family in zip(self.counts, self.families, strict=True):
            self.question.given(count >= 0, count <= len(family))
        self.question.given(z3.Sum(self.counts) == rules.table.hand_size + self.size)

    def _discards(self) -> Iterator[tuple[int, ...]]:
        """Every way to take a skat from the families."""
        most = [min(self.size, len(family)) for family in self.families]
        for parts in product(*(range(each + 1) for each in most)):
            if sum(parts) == self.size:
                yield parts

    def _keeps(self, parts: Sequence[int]) -> Truth:
        """Whether the hand has these many of each family, and discarding them keeps all clauses.

        A few cards stand for each family: as many as can be discarded and one more that may be kept.
        """
        dealt: dict[Card, Truth] = {}
        laid: dict[Card, Truth] = {}
        for count, family, part in zip(self.counts, self.families, parts, strict=True):
            for place, card in enumerate(family[: self.size + 1]):
                dealt[card], laid[card] = count > place, place < part
        return every(Skat(self.rules, dealt, laid, self.tout, taken=self.size).duties().values())

    @property
    def none(self) -> Truth:
        """Whether no discard keeps the clauses."""
        return self.none_without(lambda _card: False)

    def none_without(self, spared: Callable[[Card], bool]) -> Truth:
        """Whether no discard keeps the clauses and spares these families, each told by its first card."""
        kept = [place for place, family in enumerate(self.families) if spared(family[0])]
        apart = (parts for parts in self._discards() if not any(parts[place] for place in kept))
        return not_(some(self._keeps(parts) for parts in apart))

    def number_of(self, among: Callable[[Card], bool]) -> z3.ArithRef:
        """How many cards of some families the hand has, each told by its first card."""
        pairs = zip(self.counts, self.families, strict=True)
        return z3.Sum([count for count, family in pairs if among(family[0])])

    def first(self, *case: Truth) -> list[Card]:
        """The canonical hand of a case: as many cards as can be of each family in turn."""
        fixed = list(case)
        hand: list[Card] = []
        for count, family in zip(self.counts, self.families, strict=True):
            fewer = self.question.least(len(family) - count, 0, len(family), (), *fixed)
            assert fewer is not None
            fixed.append(count == len(family) - fewer)
            hand += family[: len(family) - fewer]
        return hand

    def solve(self, none: Truth | None = None) -> ClaimFinding:
        """Proved, or refuted with the canonical hand and every family of hands without a discard."""
        none = self.none if none is None else none
        if not self.question.possible((), none):
            return ClaimFinding(true=True)
        told, first = [], None
        excluded: list[Truth] = []
        while self.question.possible((), none, *excluded):
            fixed: list[Truth] = []
            for count, family in zip(self.counts, self.families, strict=True):
                most = len(family) - (
                    self.question.least(len(family) - count, 0, len(family), (), none, *excluded, *fixed) or 0
                )
                fixed.append(count == most)
            numbers = [
                next(
                    n for n in range(len(family) + 1) if self.question.possible((), *fixed, none, count == n)
                )
                for count, family in zip(self.counts, self.families, strict=True)
            ]
            excluded.append(not_(every(fixed)))
            told.append(self._family_message(numbers))
            first = first or numbers
        assert first is not None
        hand = [card for n, family in zip(first, self.families, strict=True) for card in family[:n]]
        announce = (TOUT,) if self.tout else ()
        replayed(not list(legal_discards(self.rules, hand, announce)), str(hand))
        return ClaimFinding(true=False, witness={"hand": words(hand)}, families=tuple(told))

    def _family_message(self, numbers: Sequence[int]) -> Message:
        """A family of hands in words, with how many there are."""
        parts, hands = list[Message](), 1
        for number, family in zip(numbers, self.families, strict=True):
            hands *= comb(len(family), number)
            if number:
                cards = _range(family)
                parts.append(
                    say("{number} of {cards}", number=number, cards=cards) if number < len(family) else cards
                )
        return say("{cards} ({number} {number:hand/hands})", cards=Several(tuple(parts), ";"), number=hands)


def _range(family: Family) -> Message:
    if len(family) < 6:
        return alone(in_a_row(family))
    return say("{first} ... {last} ({number})", first=family[0], last=family[-1], number=len(family))


def words(cards: Sequence[Card] | frozenset[Card]) -> list[str]:
    """Cards as text, in canonical order."""
    return [str(card) for card in sorted(cards)]


@claim(
    "discard.always-possible",
    say("Every hand of 28 cards has a legal discard, no Tout being announced."),
    "discard.kings", "discard.pagat", "discard.mondo", "discard.trumps", "discard.fool", "discard.size",
    sat=say("hands without any legal discard, in families"), unsat=say("every hand has one"),
    bound=say("all hands of 28 cards"),
)  # fmt: skip
def _always(rules: RuleSet, rlimit: int) -> ClaimFinding:
    return Counts(rules, rlimit, tout=False).solve()


@claim(
    "discard.possible-with-tout",
    say("With a Tout announced every hand has a discard that breaks no clause for certain."),
    "discard.fool", "discard.kings", "discard.trumps", "discard.size",
    sat=say("hands without any such discard, in families"), unsat=say("every hand has one"),
    bound=say("all hands of 28 cards"),
)  # fmt: skip
def _with_tout(rules: RuleSet, rlimit: int) -> ClaimFinding:
    return Counts(rules, rlimit, tout=True).solve()


class AnyLaid:
    """Any dealer's hand and any cards laid away, with or without a Tout; no clause holds yet."""

    def __init__(self, rules: RuleSet, rlimit: int) -> None:
        self.rules, self.question = rules, SmtQuestion(rlimit)
        self.dealt = variables("dealt", rules.table.deck)
        self.laid = variables("laid", rules.table.deck)
        self.tout = z3.Bool("tout")
        taken = laid_away(rules)[-1]
        self.skat = Skat(rules, self.dealt, self.laid, self.tout, taken=taken)
        self.question.given(exactly(self.dealt.values(), rules.table.hand_size + taken))


class AnyDiscard(AnyLaid):
    """Any dealer's hand and any discard of it that keeps all clauses, with or without a Tout."""

    def __init__(self, rules: RuleSet, rlimit: int) -> None:
        super().__init__(rules, rlimit)
        self.question.given(*self.skat.duties().values())

    def refuted_by(self, case: Truth) -> ClaimFinding:
        """Proved where no legal discard is of this case, else the canonical one without combination cards."""
        if not self.question.possible((), case):
            return ClaimFinding(true=True)
        return ClaimFinding(true=False, witness=self.witness(case))

    def witness(self, case: Truth) -> Witness:
        """The canonical discard of a case without combination cards, judged by the engine."""
        # A discard without combination cards is legal whatever else the hand holds.
        fixed = [case, *(not_(every((self.laid[c], there))) for c, there in self.skat.belongs.items())]
        (tout,) = self.question.smallest([not_(self.tout)], (), *fixed)
        fixed.append(not_(self.tout) if tout else self.tout)
        laid = canonical(self.question, self.laid, (), *fixed)
        fixed += [var if card in laid else not_(var) for card, var in self.laid.items()]
        dealt = canonical(self.question, self.dealt, (), *fixed)
        announce = () if tout else (TOUT,)
        judged = judge_discard(self.rules, dealt, laid, announce)
        replayed(judged.verdict is not Verdict.ILLEGAL, str(judged))
        told = {"hand": words(dealt), "discard": words(laid), "announce": list(announce)}
        return {**told, "verdict": VERDICT_WORDS[judged.verdict]}


@claim(
    "discard.no-ultimo-card",
    say("No Ultimo card can ever lie in a legal skat."),
    "discard.kings", "discard.pagat", "payment.king-ultimo", "payment.pagat-ultimo",
    sat=say("a legal discard with a king or the Pagat"), unsat=say("none exists"),
    bound=say("all hands of 28 cards, all discards"),
)  # fmt: skip
def _no_ultimo_card(rules: RuleSet, rlimit: int) -> ClaimFinding:
    case = AnyDiscard(rules, rlimit)
    prizes = [BY_TEXT[word] for clause in ("payment.king-ultimo", "payment.pagat-ultimo")
              for word in _cards_of(rules, clause)]  # fmt: skip
    return case.refuted_by(some(held(case.laid, prizes)))


def _cards_of(rules: RuleSet, clause: str) -> tuple[str, ...]:
    words = rules.clauses[clause].parameters["cards"]
    assert isinstance(words, tuple)
    return words


@claim(
    "discard.no-mondo",
    say("The Mondo can never lie in a legal skat."),
    "discard.mondo",
    sat=say("a legal discard with it"),
    unsat=say("none exists"),
    bound=say("all hands of 28 cards, all discards"),
    kind=ClaimKind.GUARD,
)  # fmt: skip
def _no_mondo(rules: RuleSet, rlimit: int) -> ClaimFinding:
    case = AnyDiscard(rules, rlimit)
    return case.refuted_by(case.laid[MONDO])


@claim(
    "discard.void-dealer-with-pagat-or-mondo",
    say("A dealer who was dealt the Pagat or the Mondo cannot have discarded a trump."),
    "discard.pagat", "discard.mondo", "discard.trumps",
    sat=say("a legal discard of trumps from a hand with one of them"), unsat=say("none exists"),
    bound=say("all hands of 28 cards, all discards"),
)  # fmt: skip
def _void_dealer(rules: RuleSet, rlimit: int) -> ClaimFinding:
    case = AnyDiscard(rules, rlimit)
    trumps = [card for card in rules.table.deck if card.is_trump]
    return case.refuted_by(every((some(held(case.dealt, (PAGAT, MONDO))), some(held(case.laid, trumps)))))


@claim(
    "discard.four-trumps",
    say("A dealer with four trumps or more, the Fool not counted, keeps all of them."),
    "discard.trumps", "discard.size",
    sat=say("a legal discard of a trump from such a hand"), unsat=say("none exists"),
    bound=say("all hands of 28 cards, all discards"),
)  # fmt: skip
def _four_trumps(rules: RuleSet, rlimit: int) -> ClaimFinding:
    case = AnyDiscard(rules, rlimit)
    trumps = [card for card in rules.table.deck if card.is_trump]
    many = at_least(held(case.dealt, trumps), 4)
    return case.refuted_by(every((many, some(held(case.laid, trumps)))))


@claim(
    "discard.fool-needs-tout",
    say("The Fool is never in a legal skat unless a Tout was announced."),
    "discard.fool",
    sat=say("a legal discard of it without the announcement"), unsat=say("none exists"),
    bound=say("all hands of 28 cards, all discards"),
    kind=ClaimKind.GUARD,
)  # fmt: skip
def _fool_needs_tout(rules: RuleSet, rlimit: int) -> ClaimFinding:
    case = AnyDiscard(rules, rlimit)
    return case.refuted_by(every((case.laid[FOOL], not_(case.tout))))


@claim(
    "discard.fool-stays",
    say("The Fool is never in a legal skat at all."),
    "discard.fool",
    sat=say("a discard of it that is not illegal"), unsat=say("none exists"),
    bound=say("all hands of 28 cards, all discards"),
)  # fmt: skip
def _fool_stays(rules: RuleSet, rlimit: int) -> ClaimFinding:
    case = AnyDiscard(rules, rlimit)
    return case.refuted_by(case.laid[FOOL])


# Whether each duty of play and of the discard is needed: dropped, it admits what no other clause forbids.
#
# A clause that forbids nothing of its own is shadowed by others, and those are told. Where a rule set is
# changed clause by clause, that is how a change without effect is found.


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
        if holds or clause.kind in FORMULAS or clause.id == combination:
            yield clause


def _decided(rules: RuleSet, clause: Clause, discards: _Discards | None, rlimit: int) -> Need:
    try:
        if discards is None or clause.kind in OFF:
            return _check_play_need(rules, clause, rlimit)
        return discards.need(clause)
    except LimitReached as reached:
        return Need(clause.id, ClauseNeeded.UNDECIDED, limit=reached.reason)


def _check_play_need(rules: RuleSet, clause: Clause, rlimit: int) -> Need:
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
    case = {"table": [], **held.as_witness(), "frees": words(legal[1] - legal[0])}
    return Need(clause.id, ClauseNeeded.NEEDED, {key: case[key] for key in ("hand", "led", "table", "frees")})


def _with_and_without(rules: RuleSet, clause: Clause) -> tuple[GameSpec, GameSpec]:
    """The game in which a clause of play holds, and the same without it."""
    if clause.kind == UNDER_CONTRACT:
        contracts = clause.parameters["contracts"]
        assert isinstance(contracts, tuple)
        return apply_contract(rules.game, contracts[0]), rules.game
    without = replace(clause, parameters={**clause.parameters, **OFF[clause.kind]})
    return rules.game, derive_rules(rules, {**rules.clauses, clause.id: without}, rules.variant).game


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
