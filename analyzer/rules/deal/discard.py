"""The discard: the three cards that the dealer may put in the skat, judged clause by clause.

A discard breaks a clause or does not, independently of the other clauses, with one exception: cards of a
combination may go if that is *unavoidable*. It is unavoidable to discard `n` of them if every
three cards that keep all other clauses hold at least `n`. If no three cards keep the other clauses
(all trumps, all kings and the Fool leave only two cards), the number of other cards alone decides `n`.

Source: main rule text, "The discard (the skat)", "Variations".
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import combinations
from typing import Final

from analyzer.cards.card import FOOL, MONDO, PAGAT, Card
from analyzer.errors import UsageError
from analyzer.frozenrecord import Record, derived
from analyzer.messages import ClauseId, Message, Several, either, in_a_row, say, say_many
from analyzer.rules.deal.combinations import combination_cards
from analyzer.rules.score.payments import TOUT
from analyzer.rules.spec.ruleset import DiscardClause, FoolDiscard, RuleSet, TrumpsTold
from analyzer.rules.verdicts import OpenQuestion, Reading, Verdict, Violation, verdict_on

__all__ = [
    "TOUT",
    "Announcement",
    "DiscardJudgement",
    "Verdict",
    "Violation",
    "judge_discard",
    "legal_discards",
    "nearest_among",
    "nearest_legal",
    "stated_trumps",
    "unavoidable_cards",
]

SIZES: Final = ("skat-size", "as-many-as-taken")
"""The kinds of clauses about the number of discarded cards."""


def never_laid_away(rules: RuleSet, card: Card, *, tout: bool) -> tuple[Message, Message] | None:
    """Return the fault of discarding a card, whatever else is held, and the expectation; None if it has none.

    Source: clauses discard.kings, discard.pagat, discard.mondo, discard.fool.
    """
    never = rules.discard.never_by(card)
    expected = None if never is None else say("it may never be discarded ({clause})", clause=ClauseId(never))
    if card.is_fool and rules.game.pots is not None:
        with_tout = rules.discard.fool is not FoolDiscard.NEVER
        if tout and with_tout:
            return None
        at_all = say("it may never be discarded ({clause})", clause=ClauseId("discard.fool"))
        clause = ClauseId("discard.fool")
        with_it = say("only a dealer who announces Tout may discard it ({clause})", clause=clause)
        return say("the Fool is in the skat"), with_it if with_tout else at_all
    return None if expected is None else (say("{card} is in the skat", card=card), expected)


NEVER_THE_FOOL: Final = say("the Fool may never be discarded")

Stray = tuple[Card, ...]
"""Cards that may not go, in canonical order."""

Announcement = str | Card
"""A word (`tout`, `trumps`, `cards`) or a card named as being in the skat."""


class DiscardJudgement(Record, frozen=True):
    """The verdict on a discard, with all its faults.

    `violations` are all clauses certainly broken; `open_questions` make it unsettled otherwise.
    `must_announce` are the discarded cards of combinations, which the dealer must name exactly.
    """

    violations: tuple[Violation, ...]
    open_questions: tuple[OpenQuestion, ...]
    must_announce: tuple[Card, ...]

    @property
    def verdict(self) -> Verdict:
        return verdict_on(self.violations, self.open_questions)


class _DealersHand:
    """The dealer's cards before the discard, with the requirements of the clauses."""

    def __init__(
        self, rules: RuleSet, hand: Collection[Card], announce: Collection[Announcement], size: int
    ) -> None:
        self.rules = rules.discard
        self.hand = frozenset(hand)
        self.size = size
        self.tout = TOUT in announce
        kept = rules.maybe("not-in-combination-unless-unavoidable") is not None
        self.combined = combination_cards(rules, self.hand) if kept else frozenset[Card]()
        self._of_suit: dict[str, frozenset[Card]] = {}

    @property
    def fool_allowed(self) -> bool:
        """True if some reading of the rules lets the Fool go, given the announcements."""
        return self.tout and self.rules.fool is not FoolDiscard.NEVER and FOOL not in self.rules.never

    def broken(self, discard: frozenset[Card]) -> dict[str, Violation]:
        """Return every clause that the discard breaks, except one that leans on another broken one."""
        judged = {each: STRAY[each.kind](self, each, discard) for each in self.rules.clauses}
        found = {each.id for each, stray in judged.items() if stray}
        return {
            each.id: self._violation(each, discard, tuple(sorted(stray)))
            for each, stray in judged.items()
            if stray and found.isdisjoint(each.leans_on)
        }

    def _violation(self, clause: DiscardClause, discard: frozenset[Card], wrong: Stray) -> Violation:
        return Violation(clause.id, wrong, SAID[clause.kind](self, clause, discard, wrong))

    def keeps_other_clauses(self, discard: frozenset[Card]) -> bool:
        return not any(STRAY[each.kind](self, each, discard) for each in self.rules.clauses)

    def suit_cards(self, clause: DiscardClause) -> frozenset[Card]:
        """Return the dealer's cards of a clause's suit, with the Fool if it counts as one."""
        known = self._of_suit.get(clause.id)
        if known is None:
            known = frozenset(
                card
                for card in self.hand
                if card.suit is clause.suit or (card.is_fool and clause.fool_counts)
            )
            self._of_suit[clause.id] = known
        return known

    def is_legal(self, discard: frozenset[Card]) -> bool:
        """Return True if a discard is certainly legal."""
        return self.keeps_other_clauses(discard) and self.is_legal_beyond(discard)

    def is_legal_beyond(self, discard: frozenset[Card]) -> bool:
        """Return True if a discard that keeps all clauses except that of the combinations is legal."""
        return len(discard & self.combined) <= self.unavoidable and not _open_questions(self, discard)

    @derived
    def possible(self) -> tuple[frozenset[Card], ...]:
        """Every discard that keeps all clauses except that of the combinations, in canonical order."""
        each = (frozenset(cards) for cards in combinations(sorted(self.hand), self.size))
        return tuple(discard for discard in each if self.keeps_other_clauses(discard))

    @derived
    def unavoidable(self) -> int:
        """The number of combination cards that must be discarded."""
        free = (card for card in self.hand - self.combined - self.rules.never if not card.is_trump)
        if not self.combined or sum(not card.is_fool for card in free) >= self.size:
            return 0
        short = max(0, self.size - len(self.hand - self.combined))
        return min((len(discard & self.combined) for discard in self.possible), default=short)

    @derived
    def unavoidable_beside_fool(self) -> int:
        """The number of combination cards that must be discarded with the Fool, if the discard holds it."""
        with_fool = (discard for discard in self.possible if FOOL in discard)
        return min((len(discard & self.combined - {FOOL}) for discard in with_fool), default=0)


def judge_discard(
    rules: RuleSet,
    hand: Collection[Card],
    discard: Collection[Card],
    announce: Collection[Announcement] = (),
    *,
    silent: bool = False,
) -> DiscardJudgement:
    """Return the verdict on a discard from the dealer's cards before it, with every clause that is broken.

    `announce` holds `tout` for an announced Tout, and the cards the dealer has named as discarded, if any;
    `trumps` (trumps in the skat admitted) breaks and mends nothing here. If it is empty, the dealer may still
    have named them, unless known to have been `silent`.

    Raises: UsageError if the hand is not that of a dealer before the discard.
    Source: clauses discard.size, discard.kings, discard.pagat, discard.mondo, discard.combination,
    discard.trumps, discard.fool, discard.announce.
    """
    case = _case(rules, hand, announce)
    laid = frozenset(discard)
    violations = [*_sizes(case, laid, len(discard)), *case.broken(laid).values()]
    combined = _combination(case, laid)
    named = case.rules.combination_cards_named and case.unavoidable and not combined
    must_announce = tuple(sorted(laid & case.combined)) if named else ()
    violations += [*combined, *_announcement(must_announce, announce, silent=silent)]
    asked = _open_questions(case, laid, {each.clause for each in violations})
    return DiscardJudgement(tuple(violations), tuple(asked), must_announce)


def legal_discards(
    rules: RuleSet, hand: Collection[Card], announce: Collection[Announcement] = (), kept: int | None = None
) -> Iterator[frozenset[Card]]:
    """Yield every discard that is certainly legal, in canonical order; a few hands have none.

    `kept` is the number of cards left of a hand dealt smaller than a full one.

    Raises: UsageError if the hand is not that of a dealer before the discard.
    """
    case = _case(rules, hand, announce, kept)
    yield from filter(case.is_legal_beyond, case.possible)


def nearest_legal(
    rules: RuleSet,
    hand: Collection[Card],
    discard: Collection[Card],
    announce: Collection[Announcement] = (),
) -> tuple[frozenset[Card], ...]:
    """Return the legal discards that keep most of the cards of this one, in canonical order."""
    case, laid = _case(rules, hand, announce), frozenset(discard)
    mine, others = sorted(case.hand & laid), sorted(case.hand - laid)
    for most in range(min(case.size, len(mine)), -1, -1):
        near = (
            frozenset((*kept, *more))
            for kept in combinations(mine, most)
            for more in combinations(others, case.size - most)
        )
        found = [each for each in near if case.is_legal(each)]
        if found:
            return tuple(sorted(found, key=sorted))
    return ()


def nearest_among(
    discards: Iterable[frozenset[Card]], discard: Collection[Card]
) -> tuple[frozenset[Card], ...]:
    """Return the discards among these that keep most of the cards of this one, in their order."""
    known, laid = list(discards), frozenset(discard)
    most = max((len(laid & each) for each in known), default=0)
    return tuple(each for each in known if len(laid & each) == most)


def unavoidable_cards(rules: RuleSet, hand: Collection[Card]) -> int:
    """Return the number of combination cards that a dealer with these cards before the discard must discard.

    Source: clause discard.combination.
    """
    return _case(rules, hand, ()).unavoidable


def stated_trumps(rules: RuleSet, skat: Collection[Card]) -> int | bool:
    """Return the answer about trumps in the skat that a dealer who shows out of trumps must give, if asked.

    It is True or False for any, or their number, as the rule set has it.

    Source: clause discard.tell-trumps.
    """
    number = sum(card.is_trump for card in skat)
    return number if rules.discard.trumps_told is TrumpsTold.HOW_MANY else number > 0


def laid_away(rules: RuleSet) -> tuple[int, ...]:
    """Return the possible numbers of discarded cards: if there are several, the contract decides.

    Source: clause discard.size.
    """
    game = rules.game
    if all(each.kind != "as-many-as-taken" for each in rules.discard.clauses):
        return (rules.table.skat_size,)
    return tuple(sorted({each.takes for each in game.contracts.values() if each.takes}))


def _case(
    rules: RuleSet, hand: Collection[Card], announce: Collection[Announcement], kept: int | None = None
) -> _DealersHand:
    left = rules.table.hand_size if kept is None else kept
    sizes = tuple(left + each for each in laid_away(rules))
    number = len(frozenset(hand))
    if number not in sizes:
        expected = sizes[0] if len(sizes) == 1 else either(sizes)
        raise UsageError(
            say(
                "the dealer holds {expected} {expected:card/cards} before the discard, not {number}",
                expected=expected,
                number=number,
            )
        )
    return _DealersHand(rules, hand, announce, number - left)


def _named(cards: Collection[Card]) -> Several:
    return in_a_row(sorted(cards))


def _sizes(case: _DealersHand, discard: frozenset[Card], given: int) -> Iterator[Violation]:
    (size,) = (each.id for each in case.rules.clauses if each.kind in SIZES)
    if given != case.size or len(discard) != case.size:
        text = say_many(
            "1 card was discarded; the skat is {size}",
            "{number} cards were discarded, {different} of them different; the skat is {size}",
            given,
            different=len(discard),
            size=case.size,
        )
        yield Violation(size, tuple(sorted(discard)), text)
    strange = discard - case.hand
    if strange:
        text = say("{cards} is not among the dealer's cards", cards=_named(strange))
        yield Violation(size, tuple(sorted(strange)), text)


def _no_card(_case: _DealersHand, _clause: DiscardClause, _discard: frozenset[Card]) -> frozenset[Card]:
    """Return no cards: the number of cards is judged separately, because one may be listed twice."""
    return frozenset()


def _never(_case: _DealersHand, clause: DiscardClause, discard: frozenset[Card]) -> frozenset[Card]:
    return discard & clause.cards


def _never_message(
    _case: _DealersHand, _clause: DiscardClause, _discard: frozenset[Card], wrong: Stray
) -> Message:
    if all(card.is_king for card in wrong):
        return say("a king may never be discarded: {cards}", cards=_named(wrong))
    if len(wrong) == 1 and wrong[0] in _NEVER:
        return _NEVER[wrong[0]]
    return say("{cards} may never be discarded", cards=_named(wrong))


def _only_if_void(case: _DealersHand, clause: DiscardClause, discard: frozenset[Card]) -> frozenset[Card]:
    """Return the discarded cards of a suit of which some are kept; `cards` limits the clause."""
    of_suit = case.suit_cards(clause)
    stray = discard & of_suit & clause.cards if clause.cards else discard & of_suit
    return stray if of_suit - discard else frozenset()


def _only_void_message(
    case: _DealersHand, clause: DiscardClause, discard: frozenset[Card], _wrong: Stray
) -> Message:
    kept = case.suit_cards(clause) - discard
    return say("trumps may go only if none is kept; the dealer keeps {cards}", cards=_named(kept))


def _only_if_announced(
    case: _DealersHand, clause: DiscardClause, discard: frozenset[Card]
) -> frozenset[Card]:
    return frozenset() if case.tout else discard & clause.cards


def _only_announced_message(*_about: object) -> Message:
    return say("the Fool may go only with an announced Tout")


def _only_if_needed(case: _DealersHand, clause: DiscardClause, discard: frozenset[Card]) -> frozenset[Card]:
    """Return the discarded cards of a suit if they are more than the lack of other cards requires."""
    stray = frozenset(card for card in discard - case.rules.never if card.suit is clause.suit)
    return stray if len(stray) > _needed(case, clause) else frozenset()


def _only_needed_message(
    case: _DealersHand, clause: DiscardClause, _discard: frozenset[Card], wrong: Stray
) -> Message:
    number, needed = len(wrong), _needed(case, clause)
    return say_many(
        "1 trump was discarded; none had to be",
        "{number} trumps were discarded; {needed} of them had to be",
        number,
        needed=needed,
    )


def _needed(case: _DealersHand, clause: DiscardClause) -> int:
    other = sum(card.suit is not clause.suit for card in case.hand - case.rules.never)
    return max(0, case.size - other)


def _never_or_alone(case: _DealersHand, clause: DiscardClause, discard: frozenset[Card]) -> frozenset[Card]:
    """Return the discarded cards that never go, otherwise those with a further card of their suit."""
    stray = discard & clause.cards
    return discard & clause.never or (stray if _find_companions(case, clause, discard) else frozenset())


def _never_or_alone_message(
    case: _DealersHand, clause: DiscardClause, discard: frozenset[Card], wrong: Stray
) -> Message:
    if discard & clause.never:
        return say("{cards} may never be discarded", cards=_named(wrong))
    return say(
        "{cards} may go only without other trumps; the dealer has {others}",
        cards=_named(wrong),
        others=_named(_find_companions(case, clause, discard)),
    )


def _find_companions(case: _DealersHand, clause: DiscardClause, discard: frozenset[Card]) -> frozenset[Card]:
    """Return the further cards of the suit, with which the clause's cards do not go."""
    among = case.hand if clause.whole_hand else case.hand - discard
    return frozenset(card for card in among if card.suit is clause.suit) - (discard & clause.cards)


_NEVER: Final = {
    PAGAT: say("the Pagat may never be discarded"),
    MONDO: say("the Mondo may never be discarded"),
    FOOL: NEVER_THE_FOOL,
}

STRAY: Final[Mapping[str, Callable[[_DealersHand, DiscardClause, frozenset[Card]], frozenset[Card]]]] = {
    **dict.fromkeys(SIZES, _no_card),
    "never-discard": _never,
    "only-if-void": _only_if_void,
    "only-if-announced": _only_if_announced,
    "only-if-needed": _only_if_needed,
    "never-or-alone": _never_or_alone,
}
"""The cards that may not go, for each kind of clause about the discard."""

SAID: Final[Mapping[str, Callable[[_DealersHand, DiscardClause, frozenset[Card], Stray], Message]]] = {
    "never-discard": _never_message,
    "only-if-void": _only_void_message,
    "only-if-announced": _only_announced_message,
    "only-if-needed": _only_needed_message,
    "never-or-alone": _never_or_alone_message,
}
"""The text about such cards, for every kind that has any."""


def _combination(case: _DealersHand, discard: frozenset[Card]) -> list[Violation]:
    """Return violations of the combination clause, without an announced Tout's Fool: an open question."""
    cards, needed = discard & case.combined, case.unavoidable
    if FOOL in cards and case.fool_allowed:
        cards, needed = cards - {FOOL}, case.unavoidable_beside_fool
    if len(cards) <= needed:
        return []
    must = say("no such card need go") if needed == 0 else say("only {number} such need go", number=needed)
    text = say("{cards}: part of a combination that must be declared; {must}", cards=_named(cards), must=must)
    return [Violation("discard.combination", tuple(sorted(cards)), text)]


def _announcement(
    must: tuple[Card, ...], announce: Collection[Announcement], *, silent: bool
) -> Iterator[Violation]:
    named = frozenset(each for each in announce if isinstance(each, Card))
    if must and silent:
        text = say("the dealer named no card; exactly {must} had to be named", must=_named(must))
        yield Violation("discard.announce", must, text)
    if must and named and named != frozenset(must):
        text = say(
            "the dealer named {named}; exactly {must} had to be named", named=_named(named), must=_named(must)
        )
        yield Violation("discard.announce", must, text)


def _open_questions(
    case: _DealersHand, discard: frozenset[Card], broken: Collection[str] = ()
) -> list[OpenQuestion]:
    """Return the open questions about a combination's Fool: first that it may go, then that it may not.

    If so many cards are combined that some must go, it also stays open if the dealer may pick the Fool among
    them.
    """
    if FOOL not in discard & case.combined or not case.fool_allowed:
        return []
    lets_go, keeps = "discard.fool", "discard.combination"
    readings = (
        _reading(say("the announced Tout lets the Fool go, and its combination goes with it"), broken),
        _reading(say("the Fool belongs to a combination and must be kept"), {*broken, keeps}),
    )
    return [OpenQuestion((lets_go, keeps), (FOOL,), readings)]


def _reading(text: Message, broken: Collection[str]) -> Reading:
    return Reading(text, Verdict.ILLEGAL if broken else Verdict.LEGAL, tuple(sorted(broken)))
