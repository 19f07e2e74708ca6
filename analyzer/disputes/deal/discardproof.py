"""A discard put to Z3: which clauses it breaks, what cannot but go, the nearest legal discard.

Z3 is asked about the discards there are with these cards; the engine lists them. Both must agree.
"""

from __future__ import annotations

from analyzer.cards.card import Card
from analyzer.disputes.deal.discard import DiscardDispute, DiscardFinding
from analyzer.disputes.findings import Proof
from analyzer.disputes.shape import Paid
from analyzer.errors import cross_checked
from analyzer.frozenrecord import derived
from analyzer.messages import ClauseId, say
from analyzer.proofs.discard import Skat, broken, combination_clause, excused
from analyzer.proofs.smt import SmtQuestion, Truth, canonical, make_holding, not_, number_of, some, variables
from analyzer.rules.deal.discard import (
    SIZES,
    TOUT,
    DiscardJudgement,
    judge_discard,
    nearest_legal,
    stated_trumps,
)
from analyzer.rules.irregularities import IMPROPER_DISCARD, Penalty, fine_for, names_fines
from analyzer.rules.spec.bearing import Occurrences, Topic, bearing
from analyzer.rules.verdicts import Verdict


class _DiscardQuestion:
    """One discard, put to Z3: the dealer's cards are known, every discard of them is asked about."""

    def __init__(self, dispute: DiscardDispute) -> None:
        self.dispute, self.rules = dispute, dispute.rules
        self.cards = sorted(dispute.hand | dispute.discard)
        dealt = {card: card in dispute.hand for card in self.cards}
        self.laid = variables("skat", self.cards)
        self.tout = TOUT in dispute.announce
        self.named = frozenset(each for each in dispute.announce if isinstance(each, Card))
        named = make_holding(self.named, dispute.hand) if self.named or dispute.silent else None
        self.skat = Skat(self.rules, dealt, self.laid, self.tout, named)
        self.question = SmtQuestion()
        for clause, kept in self.skat.duties().items():
            self.question.name(clause, kept)
        self.duties = self.question.names
        self.this = [var if card in dispute.discard else not_(var) for card, var in self.laid.items()]
        self.combination = combination_clause(self.rules)

    @derived
    def kept(self) -> dict[str, bool]:
        """Of each clause but that of the combinations whether this discard keeps it."""
        return {clause: self.question.possible((clause,), *self.this) for clause in self.duties}

    @derived
    def excused(self) -> frozenset[Card]:
        """The discarded cards that the announced Tout lets go, in some reading of the rules."""
        going = excused(self.rules) & self.dispute.discard
        # A card may be let go by one clause and kept by another, such as one that may never be discarded.
        return frozenset(
            card
            for card in going
            if self.tout and all(self._may_go(clause, card) for clause in self.duties if "size" not in clause)
        )

    def _may_go(self, clause: str, card: Card) -> bool:
        return self.question.possible((clause,), self.laid[card])

    def least(self, apart: frozenset[Card] = frozenset()) -> int | None:
        """The fewest combination cards of a discard that keeps all other clauses; None if there is none.

        With cards set apart: of a discard that holds them, not counting them.
        """
        with_them = [self.laid[card] for card in sorted(apart)]
        number = self.skat.count_combination_cards(apart)
        return self.question.least(number, 0, len(self.cards), self.duties, *with_them)

    @derived
    def unavoidable(self) -> int:
        """How many combination cards cannot but go.

        Where no discard keeps the other clauses, as many as the size of the skat alone asks for.
        """
        least = self.least()
        if least is not None:
            return least
        size = [clause for clause in self.duties if self.rules.clauses[clause].kind in SIZES]
        return self.question.least(self.skat.count_combination_cards(), 0, len(self.cards), size) or 0

    @derived
    def needed(self) -> int:
        """How many combination cards this discard may hold, excused ones aside."""
        if not self.excused:
            return self.unavoidable
        return self.least(self.excused) or 0

    @derived
    def belongs(self) -> frozenset[Card]:
        """The dealer's cards that belong to combinations."""
        return frozenset(card for card, there in self.skat.belongs.items() if there is True)

    @property
    def keeps_combinations(self) -> bool:
        over = self.skat.count_combination_cards(self.excused)
        return self.question.possible((), *self.this, over <= self.needed)

    @property
    def legal(self) -> list[Truth]:
        """What makes a discard legal beyond question, together with the clauses."""
        doubtful = [
            self.laid[card]
            for card in sorted(excused(self.rules) & self.dispute.hand)
            if self.tout and card in self.belongs
        ]
        return [self.skat.count_combination_cards() <= self.unavoidable, not_(some(doubtful))]


def settle_discard(dispute: DiscardDispute) -> DiscardFinding:
    """The verdict on a discard, by Z3 and by the engine.

    Raises: LimitReached where Z3 does not decide it; Mismatch where the two differ.
    """
    case = _DiscardQuestion(dispute)
    hand, laid, said = dispute.hand, dispute.discard, dispute.announce
    judged = judge_discard(dispute.rules, hand, laid, said, silent=dispute.silent)
    must = _must_announce(case)
    _same_clauses(case, judged, must)
    _same_questions(case, judged)
    verdict = judged.verdict
    exists = case.question.possible(case.duties)
    nearest = () if verdict is Verdict.LEGAL else _nearest(case)
    fined = verdict is Verdict.ILLEGAL and names_fines(dispute.rules)
    fines = (_penalty(dispute),) if fined else ()
    return DiscardFinding(
        dispute=dispute,
        violations=judged.violations,
        open_questions=judged.open_questions,
        proofs=tuple(_proofs(case, exists=exists)),
        penalties=fines,
        applied=_applied(case, must),
        smt2=case.question.smt2(case.duties, *case.this),
        must_announce=(*must, *((TOUT,) if case.excused and verdict is not Verdict.ILLEGAL else ())),
        belongs=tuple(sorted(case.belongs)),
        unavoidable=case.unavoidable,
        nearest=nearest,
        no_legal=not exists,
        told=stated_trumps(dispute.rules, dispute.discard),
        paid=_paid(dispute) if fines else None,
    )


def _applied(case: _DiscardQuestion, must: tuple[Card, ...]) -> tuple[str, ...]:
    """The clauses that let these cards go, and those that ask for something said of them."""
    laid = case.dispute.discard
    topics = set[Topic]()
    if laid & case.belongs:
        topics.add(Topic.UNAVOIDABLE)
    if must or case.tout:
        topics.add(Topic.ANNOUNCED)
    if any(card.is_trump for card in laid):
        topics.add(Topic.SKAT_ASKED)
    found = bearing(case.rules, Occurrences(frozenset(topics), skat=laid))
    # For whom the cards count is another matter than whether they may go.
    return tuple(each for each in found if case.rules.clauses[each].kind != "discard-counts")


def _must_announce(case: _DiscardQuestion) -> tuple[Card, ...]:
    named = case.rules.discard.combination_cards_named
    if not named or not case.unavoidable or not case.keeps_combinations:
        return ()
    return tuple(sorted(case.dispute.discard & case.belongs))


def _same_clauses(case: _DiscardQuestion, judged: DiscardJudgement, must: tuple[Card, ...]) -> None:
    """Hold Z3's broken clauses against the engine's.

    Raises: Mismatch.
    """
    found = set(broken(case.rules, case.kept))
    if case.combination is not None and not case.keeps_combinations:
        found.add(case.combination)
    if must:
        expected = make_holding(must, case.dispute.hand)
        said = case.skat.announcement(expected)
        found |= {clause for clause, right in said.items() if right is not True}
    about = f"the discard {sorted(case.dispute.discard)} from {sorted(case.dispute.hand)}"
    cross_checked(about, ({each.clause for each in judged.violations}, judged.must_announce), (found, must))


def _nearest(case: _DiscardQuestion) -> tuple[frozenset[Card], ...]:
    """The nearest legal discards, listed by the engine; Z3 finds how near, and the canonical first one.

    Raises: Mismatch.
    """
    dispute, question = case.dispute, case.question
    engine = nearest_legal(dispute.rules, dispute.hand, dispute.discard, dispute.announce)
    if not cross_checked("a legal discard", bool(engine), question.possible(case.duties, *case.legal)):
        return ()
    changed = number_of(not_(case.laid[card]) for card in sorted(dispute.discard))
    most = question.least(changed, 0, len(dispute.discard), case.duties, *case.legal)
    assert most is not None
    first = canonical(question, case.laid, case.duties, *case.legal, changed <= most)
    nearest = engine[0], len(dispute.discard - engine[0])
    cross_checked("the nearest legal discard", nearest, (first, most))
    return engine


def _same_questions(case: _DiscardQuestion, judged: DiscardJudgement) -> None:
    """Hold what Z3 finds open against the engine's questions.

    Raises: Mismatch.
    """
    open_clauses = {clause for each in judged.open_questions for clause in each.clauses}
    doubtful = set()
    if case.excused & case.belongs and case.combination is not None:
        doubtful = {case.combination, *(clause for clause in case.duties if _lets_go(case, clause))}
    cross_checked("what is open", open_clauses, doubtful)


def _lets_go(case: _DiscardQuestion, clause: str) -> bool:
    return case.rules.clauses[clause].kind == "only-if-announced"


def _proofs(case: _DiscardQuestion, *, exists: bool) -> list[Proof]:
    """What Z3 proved about all discards of these cards, with minimal cores."""
    question = case.question
    if not exists:
        core = question.core(case.duties)
        none = say("these cards have no legal discard: no three of them keep all of these clauses")
        return [Proof(none, core, proved=True)]
    found = []
    if case.unavoidable and case.combination is not None:
        fewer = case.skat.count_combination_cards() < case.unavoidable
        core = (*question.core(case.duties, fewer), case.combination)
        text = say(
            "at least {number} of the discarded cards must belong to a combination", number=case.unavoidable
        )
        found.append(Proof(text, tuple(sorted(core)), proved=True))
    wrong = [clause for clause, kept in case.kept.items() if not kept]
    for clause in wrong:
        text = say("the discard breaks {clause}", clause=ClauseId(clause))
        found.append(Proof(text, question.core((clause,), *case.this), proved=True))
    return found


def _paid(dispute: DiscardDispute) -> Paid | None:
    fine = fine_for(dispute.rules, IMPROPER_DISCARD, found=dispute.found)
    if dispute.found is None or dispute.dealer is None or fine.mended_until is not None:
        return None
    return Paid.from_fines(dispute, [(dispute.dealer, fine)])


def _penalty(dispute: DiscardDispute) -> Penalty:
    """What the discard costs."""
    fine = fine_for(dispute.rules, IMPROPER_DISCARD, found=dispute.found)
    return Penalty.from_fine(fine, dispute.dealer)
