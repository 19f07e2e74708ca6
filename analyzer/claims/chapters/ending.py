"""Claims about the last tricks: when an Ultimo is still possible, and when it is sure."""

from __future__ import annotations

from analyzer.cards.card import FOOL, PAGAT, Card, Suit
from analyzer.claims.chapters.any_hand import LAST, AnySettlement
from analyzer.claims.claim import ClaimFinding, ClaimKind, claim, replayed
from analyzer.messages import say
from analyzer.proofs import pots as clauses
from analyzer.proofs.play import FOOL_SUIT, SUITS, PlayClauses, Played, wins
from analyzer.proofs.smt import (
    SmtQuestion,
    Truth,
    every,
    not_,
    some,
)
from analyzer.rules.actions import lay
from analyzer.rules.play.table import Table, Trick
from analyzer.rules.spec.reading import ClauseReader
from analyzer.rules.spec.ruleset import RuleSet

TRUMPS = SUITS.index(Suit.TRUMPS)


@claim(
    "ending.no-card-no-ultimo",
    say("Once all five Ultimo cards are gone nobody can win an Ultimo or go Bagud."),
    "payment.king-ultimo", "payment.pagat-ultimo", "payment.king-bagud", "payment.pagat-bagud",
    sat=say("an Ultimo or Bagud without the cards"), unsat=say("none exists"),
    bound=say("any number of tricks left, by induction: no trick brings a card back"),
    kind=ClaimKind.GUARD,
)  # fmt: skip
def _no_card(rules: RuleSet, rlimit: int) -> ClaimFinding:
    given = ClauseReader(rules.clauses)
    prizes = sorted(given.cards("payment.king-ultimo") | given.cards("payment.pagat-ultimo"))
    last = AnySettlement(rules, rlimit, LAST)
    in_play = every(not_(clauses.is_one_of(card, prizes)) for card in last.trick.laid)
    what = last.case.achieved
    won = some((*what.king_ultimo, *what.pagat_ultimo, *what.king_bagud, *what.pagat_bagud))
    return last.decided(every((in_play, won)), shows=False)


@claim(
    "ending.pagat-on-lead-last",
    say("The Pagat wins a last trick in which it is the only trump, whoever leads what."),
    "payment.pagat-ultimo", "play.winner", "fool.lowest",
    sat=say("a last trick that the Pagat loses"), unsat=say("none exists"), bound=say("one trick left"),
)  # fmt: skip
def _last_trick(rules: RuleSet, rlimit: int) -> ClaimFinding:
    case = AnySettlement(rules, rlimit, LAST)
    pagat = some(card.is_(PAGAT) for card in case.trick.laid)
    others = every(some((card.is_(PAGAT), card.suit != TRUMPS)) for card in case.trick.laid)
    won = some(
        every((card.is_(PAGAT), won)) for card, won in zip(case.trick.laid, case.trick.wins, strict=True)
    )
    return case.decided(every((pagat, others, not_(won))), shows=False)


class TwoTricks:
    """Two tricks left, A on lead with the Pagat and another card, no other trump in play."""

    def __init__(self, rules: RuleSet, rlimit: int, *, with_fool: bool) -> None:
        self.rules, self.question = rules, SmtQuestion(rlimit)
        self.other = Played.unknown("A2")
        self.b = [Played.unknown("B1"), Played.unknown("B2")]
        self.c = [Played.unknown("C1"), Played.unknown("C2")]
        cards = [Played.from_card(PAGAT), self.other, *self.b, *self.c]
        for place, card in enumerate(cards[1:], 1):
            self.question.given(card.is_card, card.suit != TRUMPS)
            self.question.given(*(card.differs(each) for each in cards[:place]))
        if not with_fool:
            self.question.given(self.other.suit != FOOL_SUIT)

    def hands(self, *case: Truth) -> tuple[frozenset[Card], ...]:
        """The canonical smallest hands of a case."""
        fixed = list(case)
        for card in (self.other, *self.b, *self.c):
            low = self.question.least(card.index, 0, 77, (), *fixed)
            fixed.append(card.index == low)
        assert self.question.possible((), *fixed)
        read = [
            each.read(self.question.value(each.suit), self.question.value(each.height))
            for each in (self.other, *self.b, *self.c)
        ]
        return frozenset([PAGAT, read[0]]), frozenset(read[1:3]), frozenset(read[3:])


@claim(
    "ending.pagat-automatic",
    say(
        "With two tricks left, all other trumps gone and its holder on lead, the Pagat wins the last trick "
        "however it is played."
    ),
    "payment.pagat-ultimo", "play.lead",
    sat=say("hands and a legal line without the Ultimo"), unsat=say("every line leads to it"),
    bound=say("two tricks left"),
)  # fmt: skip
def _automatic(rules: RuleSet, rlimit: int) -> ClaimFinding:
    case = TwoTricks(rules, rlimit, with_fool=True)
    play = PlayClauses(rules.game)
    early = play.may_play({PAGAT: True}, 2, None, PAGAT)
    # Led now, the Pagat is gone, and what wins the last trick is another card.
    if not case.question.possible((), early):
        return ClaimFinding(true=True)
    hands = case.hands(early)
    table: Table = Table(rules.game, hands, 0)
    trick: Trick | None = None
    line = [lay(PAGAT)]
    while line or not table.over:
        move = line.pop() if line else table.moves()[0]
        table, done = table.after(move)
        trick = done or trick
    assert trick is not None
    replayed(all(laid.card != PAGAT for laid in trick.laid), str(hands))
    words = {name: [str(card) for card in sorted(hand)] for name, hand in zip("ABC", hands, strict=True)}
    return ClaimFinding(true=False, witness={"hands": words, "lead": "A", "plays": "T1"})


@claim(
    "ending.pagat-forced",
    say(
        "With two tricks left, all other trumps gone and the holder of the Pagat on lead, "
        "leading the other card makes the Pagat win the last trick, if that card is not the "
        "Fool."
    ),
    "payment.pagat-ultimo", "play.winner", "fool.second-to-last",
    sat=say("hands in which it does not"), unsat=say("it always does"), bound=say("two tricks left"),
)  # fmt: skip
def _forced(rules: RuleSet, rlimit: int) -> ClaimFinding:
    return _leading_the_other(rules, rlimit, with_fool=False)


@claim(
    "ending.pagat-forced-with-fool",
    say(
        "With two tricks left, all other trumps gone and the holder of the Pagat on lead, leading the other "
        "card makes the Pagat win the last trick, be that card the Fool or not."
    ),
    "payment.pagat-ultimo", "fool.second-to-last",
    sat=say("hands in which the Fool spoils it"),
    unsat=say("it makes no difference"),
    bound=say("two tricks left"),
)  # fmt: skip
def _forced_with_fool(rules: RuleSet, rlimit: int) -> ClaimFinding:
    return _leading_the_other(rules, rlimit, with_fool=True)


def _leading_the_other(rules: RuleSet, rlimit: int, *, with_fool: bool) -> ClaimFinding:
    """Whether A may lead the other card, and then wins the last trick with the Pagat whatever is played."""
    case = TwoTricks(rules, rlimit, with_fool=with_fool)
    banned = ClauseReader(rules.clauses).number("fool.second-to-last", "trick")
    may_not = every((case.other.is_(FOOL), banned == 2))
    loses: list[Truth] = []
    for kept_b in case.b:
        for kept_c in case.c:
            for led in range(FOOL_SUIT):
                last = [Played.from_card(PAGAT), kept_b, kept_c]
                loses.append(not_(wins(rules.game, last, led, 0)))
    wrong = some((may_not, *loses))
    if not case.question.possible((), wrong):
        return ClaimFinding(true=True)
    hands = case.hands(wrong)
    table = Table(rules.game, hands, 0)
    replayed([move.card for move in table.moves()] == [PAGAT], str(hands))
    words = {name: [str(card) for card in sorted(hand)] for name, hand in zip("ABC", hands, strict=True)}
    return ClaimFinding(true=False, witness={"hands": words, "lead": "A"})
