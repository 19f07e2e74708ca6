"""Claims about combinations and what is declared, for all hands."""

from __future__ import annotations

from collections.abc import Callable

from analyzer.cards.card import KINGS, Card
from analyzer.claims.chapters.discard import families_of, words
from analyzer.claims.claim import (
    ClaimFinding,
    claim,
    replayed,
)
from analyzer.disputes.deal.discard import DiscardDispute
from analyzer.disputes.deal.discardproof import settle_discard
from analyzer.messages import say
from analyzer.proofs.discard import combinations_of
from analyzer.proofs.smt import (
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
from analyzer.rules.deal.combinations import combination_cards, declarations_of
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import Verdict


class AnyHand:
    """Any hand of a size, with the combinations in it."""

    def __init__(self, rules: RuleSet, rlimit: int, size: int | None = None) -> None:
        self.rules, self.question = rules, SmtQuestion(rlimit)
        self.cards = variables("held", rules.table.deck)
        dealt = rules.table.hand_size + rules.table.skat_size
        self.question.given(exactly(self.cards.values(), size or dealt))
        self.combinations = combinations_of(rules, self.cards)
        self.belongs = {
            card: some(each.cards.get(card, False) for each in self.combinations) for card in self.cards
        }

    @property
    def free(self) -> frozenset[Card]:
        """The cards that may always go: those of the family that no clause speaks of, the largest one."""
        largest = max(families_of(self.rules), key=len)
        return frozenset(largest)

    @property
    def all_unavoidable(self) -> Truth:
        """Whether a dealer with this hand cannot but discard cards of combinations alone."""
        table, trumps = self.rules.table, [card for card in self.rules.table.deck if card.is_trump]
        free = sorted(self.free)
        avoided = some(every((self.cards[card], not_(self.belongs[card]))) for card in free)
        return every(
            (
                not_(avoided),
                at_least(held(self.cards, free), table.skat_size),
                at_least(held(self.cards, trumps), table.skat_size + 1),
            )
        )

    def first(self, *case: Truth) -> frozenset[Card]:
        return canonical(self.question, self.cards, (), *case)

    def refuted_by(self, case: Truth, engine_agrees: Callable[[frozenset[Card]], bool]) -> ClaimFinding:
        """Proved where no hand is of this case; else refuted by the first of them, judged by the engine too.

        Raises: as :func:`replayed`, where the engine does not agree.
        """
        if not self.question.possible((), case):
            return ClaimFinding(true=True)
        cards = self.first(case)
        replayed(engine_agrees(cards), str(cards))
        return ClaimFinding(true=False, witness={"hand": words(cards)})


@claim(
    "combinations.more-than-25",
    say("More than 25 of a dealer's 28 cards can belong to combinations."),
    "declare.trumps", "declare.matadors", "declare.cavallerie", "declare.kings", "discard.combination",
    sat=say("such a hand"), unsat=say("none exists"), bound=say("all hands of 28 cards"),
)  # fmt: skip
def _more_than_25(rules: RuleSet, rlimit: int) -> ClaimFinding:
    hand = AnyHand(rules, rlimit)
    # Of the cards that the hand holds, fewer than the skat takes are of no combination.
    spare = [every((there, not_(hand.belongs[card]))) for card, there in hand.cards.items()]
    case = not_(at_least(spare, rules.table.skat_size))
    if not hand.question.possible((), case):
        return ClaimFinding(true=False)
    cards = hand.first(case)
    mine = combination_cards(rules, cards)
    replayed(len(mine) > rules.table.hand_size, str(cards))
    return ClaimFinding(true=True, witness={"hand": words(cards), "combination_cards": len(mine)})


@claim(
    "combinations.unavoidable",
    say("It can happen that all three discarded cards have to be of combinations."),
    "discard.combination", "discard.trumps", "discard.kings", "discard.fool",
    sat=say("such a hand"), unsat=say("none exists"), bound=say("all hands of 28 cards"),
)  # fmt: skip
def _unavoidable(rules: RuleSet, rlimit: int) -> ClaimFinding:
    hand = AnyHand(rules, rlimit)
    case = hand.all_unavoidable
    if not hand.question.possible((), case):
        return ClaimFinding(true=False)
    cards = hand.first(case)
    discard = frozenset([card for card in sorted(cards) if card in hand.free][: rules.table.skat_size])
    dispute = DiscardDispute(
        rules=rules, kind="discard", players=("A", "B", "C"), hand=cards, discard=discard
    )
    finding = settle_discard(dispute)
    replayed(finding.verdict is Verdict.LEGAL and finding.unavoidable == rules.table.skat_size, str(finding))
    return ClaimFinding(
        true=True,
        witness={"hand": words(cards), "discard": words(discard),
                 "must_announce": [str(each) for each in finding.must_announce]},
    )  # fmt: skip


@claim(
    "combinations.few-trumps-no-need",
    say("With fewer than ten trumps, the Fool counted, no combination card ever has to be discarded."),
    "discard.combination", "declare.trumps",
    sat=say("a hand with fewer than three cards that may go"), unsat=say("three other cards may always go"),
    bound=say("all hands of 28 cards"),
)  # fmt: skip
def _few_trumps(rules: RuleSet, rlimit: int) -> ClaimFinding:
    hand = AnyHand(rules, rlimit)
    trumps = [card for card in rules.table.deck if card.is_trump or card.is_fool]
    # Said once more as a sum, because what follows is a matter of adding up.
    dealt = rules.table.hand_size + rules.table.skat_size
    hand.question.given(number_of(hand.cards.values()) == dealt)
    few: Truth = number_of(held(hand.cards, trumps)) < 10
    spare = number_of(every((hand.cards[card], not_(hand.belongs[card]))) for card in sorted(hand.free))
    case = every((few, spare < rules.table.skat_size))
    return hand.refuted_by(
        case, lambda cards: len(hand.free & cards - combination_cards(rules, cards)) < rules.table.skat_size
    )


@claim(
    "combinations.one-grade",
    say("Half, full and abundant exclude each other: a hand declares each suit, and kings, in one grade."),
    "declare.cavallerie", "declare.kings",
    sat=say("a hand that is two grades at once"),
    unsat=say("none exists"),
    bound=say("all hands of 25 cards"),
)  # fmt: skip
def _one_grade(rules: RuleSet, rlimit: int) -> ClaimFinding:
    hand = AnyHand(rules, rlimit, rules.table.hand_size)
    both = some(
        every((each.grades["half"], each.grades["full"])) for each in hand.combinations if each.grades
    )

    def twice(cards: frozenset[Card]) -> bool:
        said = [(each.kind, each.suit) for each in declarations_of(rules, cards)]
        return len(set(said)) < len(said)

    return hand.refuted_by(both, twice)


@claim(
    "combinations.matadors-are-trumps",
    say("Whoever declares ten matadors or more declares at least as many trumps as well."),
    "declare.matadors", "declare.trumps",
    sat=say("a hand with ten matadors and fewer trumps"),
    unsat=say("none exists"),
    bound=say("all hands of 25 cards"),
)  # fmt: skip
def _matadors(rules: RuleSet, rlimit: int) -> ClaimFinding:
    hand = AnyHand(rules, rlimit, rules.table.hand_size)
    trumps, matadors = hand.combinations[0], hand.combinations[1]
    case = every(
        (matadors.there, matadors.number >= 10, some((not_(trumps.there), trumps.number < matadors.number)))
    )

    def fewer_trumps(cards: frozenset[Card]) -> bool:
        number = {each.kind: each.number or 0 for each in declarations_of(rules, cards)}
        return number.get("matadors", 0) > number.get("trumps", 0)

    return hand.refuted_by(case, fewer_trumps)


@claim(
    "combinations.everything-abundant",
    say("One hand can declare all four suits and the kings abundant."),
    "declare.cavallerie", "declare.kings", "declare.independent",
    sat=say("such a hand"), unsat=say("none exists"), bound=say("all hands of 25 cards"),
)  # fmt: skip
def _everything(rules: RuleSet, rlimit: int) -> ClaimFinding:
    hand = AnyHand(rules, rlimit, rules.table.hand_size)
    case = every(each.grades["abundant"] for each in hand.combinations if each.grades)
    if not hand.question.possible((), case):
        return ClaimFinding(true=False)
    cards = hand.first(case)
    declared = declarations_of(rules, cards)
    replayed(sum(each.grade == "abundant" for each in declared) == len(KINGS) + 1, str(declared))
    said = [each.message for each in declared]
    return ClaimFinding(true=True, witness={"hand": words(cards), "declares": said})
