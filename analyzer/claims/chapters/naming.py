"""Claims about naming the Fool: it never wins, and on which clause of the protocol that hangs.

A trick the Fool leads falls under exactly one of the naming clauses: somebody can follow the name; both
say they are void; the second plays and the third claims; both play; both play without trumps. Where a rule
set lacks the clause of a case, the others bind all the same: nobody has the right that the clause gives, so
that the first name stands, or the second player's card names where neither can follow nor trump.
"""

from __future__ import annotations

from functools import partial

import z3

from analyzer.cards.card import FOOL, Card, Suit
from analyzer.claims.chapters.any_hand import PLAYERS
from analyzer.claims.claim import ClaimFinding, claim, replayed
from analyzer.disputes.tricks.naming import FoolNamingDispute
from analyzer.disputes.tricks.namingproof import settle_naming
from analyzer.messages import Verbatim, say
from analyzer.proofs.naming import NAMING_STEPS
from analyzer.proofs.play import PlayClauses, holds_suit
from analyzer.proofs.smt import (
    SmtQuestion,
    Truth,
    canonical,
    every,
    exactly,
    follows,
    not_,
    number_of,
    some,
    variables,
)
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.spec.game import NamingStep
from analyzer.rules.spec.reading import ClauseReader
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.variants import derive_rules
from analyzer.rules.verdicts import Verdict

Suits = dict[Suit, Truth]


class AnyFoolLed:
    """Any two hands after the Fool was led in any name, and any two cards played by the protocol."""

    def __init__(self, rules: RuleSet, rlimit: int) -> None:
        self.rules, self.question = rules, SmtQuestion(rlimit)
        deck = [card for card in rules.table.deck if card != FOOL]
        self.hands = [variables(f"hand{number}", deck) for number in (2, 3)]
        self.cards = [variables(f"plays{number}", deck) for number in (2, 3)]
        self.size = z3.Int("tricks_left")
        given = self.question.given
        for hand, card in zip(self.hands, self.cards, strict=True):
            given(number_of(hand.values()) == self.size, exactly(card.values(), 1))
            given(*(follows(played, hand[each]) for each, played in card.items()))
        given(*(not_(every((self.hands[0][card], self.hands[1][card]))) for card in deck))
        given(self.size >= 1, self.size <= rules.table.hand_size)
        given(self.size != ClauseReader(rules.clauses).number("fool.second-to-last", "trick"))
        self.first, self.force = self._suit("first"), self._suit("force")
        self.step: dict[str, Truth] = {step: z3.Bool(f"step.{step}") for step in NAMING_STEPS}
        given(exactly(self.step.values(), 1))
        self._cases()

    def _suit(self, name: str) -> Suits:
        suits: Suits = {suit: z3.Bool(f"{name}.{suit}") for suit in Suit}
        self.question.given(exactly(suits.values(), 1))
        return suits

    def _cases(self) -> None:
        """Which case it is, what the clauses make of it, and that both cards are legal by them."""
        given = self.question.given
        held = some(
            every((is_first, some(holds_suit(hand, suit) for hand in self.hands)))
            for suit, is_first in self.first.items()
        )
        # Where nobody has to trump, the trumps that are held settle nothing.
        able = some(holds_suit(hand, Suit.TRUMPS) for hand in self.hands)
        trumps = every((self.rules.game.duty.trump, able))
        given(
            follows(self.step["led"], held),
            *(follows(self.step[step], not_(held)) for step in NAMING_STEPS[1:]),
        )
        given(
            follows(self.step["both-play"], trumps),
            follows(self.step["both-play-without-trumps"], not_(trumps)),
        )
        clauses = [each for each in self.rules.clauses.values() if each.kind == "naming-step"]
        by = {str(each.parameters["when"]): str(each.parameters["named_by"]) for each in clauses}
        left = self._left(every((not_(held), not_(trumps))))
        for step in NAMING_STEPS:
            given(follows(self.step[step], self._named(by[step]) if step in by else left))
        given(*self._legal())

    def _is_first(self) -> Truth:
        return every(follows(there, self.force[suit]) for suit, there in self.first.items())

    def _left(self, neither: Truth) -> Truth:
        """What is left of a case whose clause is missing; `neither` of the two can follow or trump."""
        if NamingStep.BOTH_PLAY_WITHOUT_TRUMPS not in self.rules.fool.naming:
            return self._is_first()
        by_card = self._named("second-card")
        return every((follows(neither, by_card), follows(not_(neither), self._is_first())))

    def _named(self, by: str) -> Truth:
        """What it means for the suit in force that somebody names the Fool."""
        if by in ("leader", "nobody"):
            return self._is_first()
        if by == "second-card":
            return every(
                follows(played, self.force[card.suit])
                for card, played in self.cards[0].items()
                if card.suit is not None
            )
        return every(
            follows(there, some(holds_suit(hand, suit) for hand in self.hands))
            for suit, there in self.force.items()
        )

    def _legal(self) -> list[Truth]:
        play = PlayClauses(self.rules.game)
        return [
            follows(played, play.may_play(hand, self.size, self.force, card))
            for hand, cards in zip(self.hands, self.cards, strict=True)
            for card, played in cards.items()
        ]

    @property
    def fool_wins(self) -> Truth:
        """Whether neither card is a trump or of the suit in force."""
        return every(
            not_(every((played, True if card.is_trump else self.force[card.suit or Suit.TRUMPS])))
            for cards in self.cards
            for card, played in cards.items()
        )

    def finding(self, whole: RuleSet) -> ClaimFinding:
        """Proved where the Fool cannot win, else refuted; `whole` are the rules with all their clauses."""
        if not self.question.possible((), self.fool_wins):
            return ClaimFinding(true=True)
        return ClaimFinding(true=False, witness=self._witness(whole))

    def _witness(self, whole: RuleSet) -> dict[str, object]:
        """The canonical smallest position: fewest tricks, then the first suit named, then first cards."""
        question, fixed = self.question, [self.fool_wins]
        low = question.least(self.size, 1, self.rules.table.hand_size, (), *fixed)
        fixed.append(self.size == low)
        for group in (self.step, self.first):
            met = question.smallest(list(group.values()), (), *fixed)
            fixed += [wish if yes else not_(wish) for wish, yes in zip(group.values(), met, strict=True)]
        found: list[frozenset[Card]] = []
        for holding in (*self.hands, *self.cards):
            found.append(canonical(question, holding, (), *fixed))
            fixed += [var if card in found[-1] else not_(var) for card, var in holding.items()]
        assert question.possible((), *fixed)
        first = next(suit for suit, there in self.first.items() if question.holds(there))
        step = next(name for name, there in self.step.items() if question.holds(there))
        second, third = found[0], found[1]
        free = [card for card in self.rules.table.deck if card not in second | third and card != FOOL]
        hands = (frozenset([FOOL, *free[: len(second) - 1]]), second, third)
        cards = [next(iter(each)) for each in found[2:]]
        self._replay(whole, step, hands, first, cards)
        return {
            "hands": {
                name: [str(card) for card in sorted(hand)] for name, hand in zip("ABC", hands, strict=True)
            },
            "lead": "A",
            "names": first.value,
            "case": step,
            "plays": {"B": str(cards[0]), "C": str(cards[1])},
        }

    def _replay(
        self, whole: RuleSet, step: str, hands: tuple[frozenset[Card], ...], first: Suit, cards: list[Card]
    ) -> None:
        """Settle the trick by both rule sets: all of it is legal, and the Fool wins by these rules alone."""
        said = [Action(ActionKind.VOID, seat=seat) for seat in (1, 2)] if step == "both-say-void" else []
        events = (
            Action(ActionKind.LEAD, FOOL, first, seat=0),
            *said,
            *(Action(ActionKind.PLAY, card, seat=seat) for seat, card in enumerate(cards, 1)),
        )
        here, there = (
            settle_naming(
                FoolNamingDispute(
                    rules=rules,
                    kind="fool-naming",
                    players=tuple(PLAYERS),
                    hands=hands,
                    lead=0,
                    events=events,
                )
            )
            for rules in (self.rules, whole)
        )
        legal = here.verdict is there.verdict is Verdict.LEGAL
        alone = self.rules is whole or there.winner != 0
        replayed(legal and here.winner == 0 and alone, f"{hands} {cards}")


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
    return AnyFoolLed(rules, rlimit).finding(rules)


def _without(clause: str, rules: RuleSet, rlimit: int) -> ClaimFinding:
    """The claim about the rules without a clause of the naming, all the others being in force."""
    rest = {each.id: each for each in rules.clauses.values() if each.id != clause}
    return AnyFoolLed(derive_rules(rules, rest, rules.variant), rlimit).finding(rules)


for _clause in ("followable", "statement", "lost-right", "both-void", "second-card-names"):
    claim(
        f"naming.without-{_clause}",
        say(
            "The Fool never wins a trick that it leads even where the rules lack {clause} and keep all "
            "other clauses.",
            clause=Verbatim(f"naming.{_clause}"),
        ),
        f"naming.{_clause}",
        sat=say("a smallest position in which it would win, without a revoke"),
        unsat=say("the other clauses see to it"),
        bound=say("all hands of 1 to 25 cards, all names, all five cases"),
    )(partial(_without, f"naming.{_clause}"))  # fmt: skip
