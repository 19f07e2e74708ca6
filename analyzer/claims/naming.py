"""Claims about naming the Fool: it never wins, and what each clause of the protocol is for.

A trick the Fool leads falls under exactly one of the naming clauses: somebody can follow the name; both
say they are void; the second plays and the third claims; both play; both play without trumps. Where
the clause of a case is dropped, nothing says what the Fool stands for, and nothing binds the others; it
would win where no card on the table is a trump or of the suit first named.
"""

from __future__ import annotations

from functools import partial

import z3

from analyzer.cards.card import FOOL, Card, Suit
from analyzer.claims.claim import ClaimFinding, claim, replayed
from analyzer.messages import Verbatim, say
from analyzer.proofs.clauses.naming import STEPS
from analyzer.proofs.clauses.play import PlayClauses, holds_suit
from analyzer.proofs.smt import (
    SmtQuestion,
    Truth,
    canonical,
    every,
    exactly,
    follows,
    no,
    number_of,
    some,
    variables,
)
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.play.naming import Naming
from analyzer.rules.spec.reading import RulesReading
from analyzer.rules.spec.ruleset import RuleSet

Suits = dict[Suit, Truth]


class AnyFoolLed:
    """Any two hands after the Fool was led in any name, and any two cards played by the protocol."""

    def __init__(self, rules: RuleSet, rlimit: int, dropped: str | None = None) -> None:
        self.rules, self.question, self.dropped = rules, SmtQuestion(rlimit), dropped
        deck = [card for card in rules.table.deck if card != FOOL]
        self.hands = [variables(f"hand{number}", deck) for number in (2, 3)]
        self.cards = [variables(f"plays{number}", deck) for number in (2, 3)]
        self.size = z3.Int("tricks_left")
        given = self.question.given
        for hand, card in zip(self.hands, self.cards, strict=True):
            given(number_of(hand.values()) == self.size, exactly(card.values(), 1))
            given(*(follows(played, hand[each]) for each, played in card.items()))
        given(*(no(every((self.hands[0][card], self.hands[1][card]))) for card in deck))
        given(self.size >= 1, self.size <= rules.table.hand_size)
        given(self.size != RulesReading(rules.clauses).number("fool.second-to-last", "trick"))
        self.first, self.force = self._suit("first"), self._suit("force")
        self.step: dict[str, Truth] = {step: z3.Bool(f"step.{step}") for step in STEPS}
        given(exactly(self.step.values(), 1))
        self._cases()

    def _suit(self, name: str) -> Suits:
        suits: Suits = {suit: z3.Bool(f"{name}.{suit}") for suit in Suit}
        self.question.given(exactly(suits.values(), 1))
        return suits

    def _cases(self) -> None:
        """Which case it is, what each clause makes of it, and that both cards are legal by it."""
        given, clauses = self.question.given, RulesReading(self.rules.clauses)
        held = some(
            every((is_first, some(holds_suit(hand, suit) for hand in self.hands)))
            for suit, is_first in self.first.items()
        )
        trumps = some(holds_suit(hand, Suit.TRUMPS) for hand in self.hands)
        given(held if self.step["led"] is True else z3.Implies(self.step["led"], held))
        for step in STEPS[1:]:
            given(follows(self.step[step], no(held)))
        given(
            follows(self.step["both-play"], trumps),
            follows(self.step["both-play-without-trumps"], no(trumps)),
        )
        for clause in self.rules.clauses.values():
            if clause.kind == "naming-step" and clause.id != self.dropped:
                by = clauses.word(clause.id, "named_by")
                given(follows(self.step[str(clause.parameters["when"])], self._named(by)))
            elif clause.kind == "naming-step":
                given(follows(self.step[str(clause.parameters["when"])], self._is_first()))

    def _is_first(self) -> Truth:
        return every(follows(there, self.force[suit]) for suit, there in self.first.items())

    def _named(self, by: str) -> Truth:
        """What it means that somebody names the Fool: the suit in force, and legal cards."""
        if by in ("leader", "nobody"):
            name = self._is_first()
        elif by == "second-card":
            name = every(
                follows(played, self.force[card.suit])
                for card, played in self.cards[0].items()
                if card.suit is not None
            )
        else:
            name = every(
                follows(there, some(holds_suit(hand, suit) for hand in self.hands))
                for suit, there in self.force.items()
            )
        play = PlayClauses(self.rules.game)
        legal = [
            follows(played, play.may_play(hand, self.size, self.force, card))
            for hand, cards in zip(self.hands, self.cards, strict=True)
            for card, played in cards.items()
        ]
        return every((name, *legal))

    @property
    def fool_wins(self) -> Truth:
        """Whether neither card is a trump or of the suit in force."""
        return every(
            no(every((played, True if card.is_trump else self.force[card.suit or Suit.TRUMPS])))
            for cards in self.cards
            for card, played in cards.items()
        )

    def witness(self) -> dict[str, object]:
        """The canonical smallest position: fewest tricks, then the first suit named, then first cards."""
        question, fixed = self.question, [self.fool_wins]
        low = question.least(self.size, 1, self.rules.table.hand_size, (), *fixed)
        fixed.append(self.size == low)
        for group in (self.step, self.first):
            met = question.smallest(list(group.values()), (), *fixed)
            fixed += [wish if yes else no(wish) for wish, yes in zip(group.values(), met, strict=True)]
        found: list[frozenset[Card]] = []
        for holding in (*self.hands, *self.cards):
            found.append(canonical(question, holding, (), *fixed))
            fixed += [var if card in found[-1] else no(var) for card, var in holding.items()]
        assert question.possible((), *fixed)
        first = next(suit for suit, there in self.first.items() if question.holds(there))
        step = next(name for name, there in self.step.items() if question.holds(there))
        return self._replayed(step, first, found)

    def _replayed(self, step: str, first: Suit, found: list[frozenset[Card]]) -> dict[str, object]:
        """The witness in words, after the engine, with all clauses, has stopped the Fool in it."""
        second, third = found[0], found[1]
        cards = [next(iter(each)) for each in found[2:]]
        free = [card for card in self.rules.table.deck if card not in second | third and card != FOOL]
        hands = (frozenset([FOOL, *free[: len(second) - 1]]), second, third)
        naming = Naming(self.rules.game, hands).after(Action(ActionKind.LEAD, FOOL, first, seat=0))
        if step == "both-say-void":
            for seat in (1, 2):
                naming = naming.after(Action(ActionKind.VOID, seat=seat))
            stopped = naming.right_to_name == 1
        elif step == "second-plays-third-claims":
            naming = naming.after(Action(ActionKind.PLAY, cards[0], seat=1))
            stopped = naming.right_to_name == 2
        else:
            for seat, card in enumerate(cards, 1):
                naming = naming.after(Action(ActionKind.PLAY, card, seat=seat))
            stopped = bool(naming.revokes) or naming.named_by == 1
        replayed(stopped and not any(card.is_trump or card.suit is first for card in cards), str(found))
        return {
            "hands": {
                name: [str(card) for card in sorted(hand)] for name, hand in zip("ABC", hands, strict=True)
            },
            "lead": "A",
            "names": first.value,
            "case": step,
            "plays": {"B": str(cards[0]), "C": str(cards[1])},
        }


@claim(
    "naming.fool-never-wins",
    say("Under the protocol of naming the Fool never wins a trick that it leads."),
    "naming.followable", "naming.statement", "naming.lost-right", "naming.both-void",
    "naming.second-card-names", "play.follow", "play.trump", "play.winner",
    sat=say("a trick in which nothing beats the Fool"),
    unsat=say("every such trick has a trump or a card of the name"),
    bound=say("all hands of 1 to 25 cards, all names, all five cases"),
)  # fmt: skip
def _never_wins(rules: RuleSet, rlimit: int) -> ClaimFinding:
    case = AnyFoolLed(rules, rlimit)
    if not case.question.possible((), case.fool_wins):
        return ClaimFinding(true=True)
    return ClaimFinding(true=False, witness=case.witness())


def _dropped(clause: str, rules: RuleSet, rlimit: int) -> ClaimFinding:
    case = AnyFoolLed(rules, rlimit, clause)
    if not case.question.possible((), case.fool_wins):
        return ClaimFinding(true=True)
    return ClaimFinding(true=False, witness=case.witness())


for _clause in ("followable", "statement", "lost-right", "both-void", "second-card-names"):
    claim(
        f"naming.without-{_clause}",
        say(
            "The Fool would never win a trick that it leads even without the clause {clause}.",
            clause=Verbatim(f"naming.{_clause}"),
        ),
        f"naming.{_clause}",
        sat=say("a smallest position in which it would"), unsat=say("the clause is not needed for that"),
        bound=say("all hands of 1 to 25 cards, all names, all five cases"),
    )(partial(_dropped, f"naming.{_clause}"))  # fmt: skip
