"""Claims about what is laid away in the games of card points, for every size of a discard."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from analyzer.cards.card import Card
from analyzer.claims.claim import ClaimFinding, claim, game_of, of_points, proved_of_all, replayed
from analyzer.claims.discard import AnyDiscard, Counts, words
from analyzer.messages import say
from analyzer.proofs.smt import held, some
from analyzer.rules.deal.discard import judge_discard, laid_away
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import Verdict

_LIMITS = (
    "skat-size", "as-many-as-taken", "never-discard", "only-if-needed", "never-or-alone", "alone-counted",
)  # fmt: skip
_HANDS = say("all hands before a discard, of every size there is")


def _with(kind: str) -> Callable[[RuleSet], bool]:
    """Fits the games of card points with a clause of a kind."""
    return lambda rules: of_points(rules) and any(each.kind == kind for each in rules.clauses.values())


@claim(
    "discards.always-possible",
    say("Every hand has a legal discard, however many cards are to be laid away."),
    kinds=_LIMITS, fits=of_points,
    sat=say("hands without any legal discard, in families"), unsat=say("every hand has one"), bound=_HANDS,
)  # fmt: skip
def _always(rules: RuleSet, rlimit: int) -> ClaimFinding:
    return proved_of_all(Counts(rules, rlimit, tout=False, size=size).solve() for size in laid_away(rules))


@claim(
    "discards.trump-needed",
    say("A hand may have to lay away a trump; the one told has the fewest trumps of all that have to."),
    kinds=_LIMITS, fits=_with("only-if-needed"),
    sat=say("such a hand"), unsat=say("every hand has other cards to lay away"), bound=_HANDS,
)  # fmt: skip
def _trump_needed(rules: RuleSet, rlimit: int) -> ClaimFinding:
    """The engine finds a trump in every legal discard of the hand."""
    counts = Counts(rules, rlimit, tout=False, size=laid_away(rules)[-1])
    none = counts.none_without(_is_trump)
    trumps = counts.number_of(_is_trump)
    fewest = counts.question.least(trumps, 0, len(rules.table.deck), (), none)
    if fewest is None:
        return ClaimFinding(true=False)
    hand = counts.first(none, trumps == fewest)
    plain = combinations([card for card in hand if not card.is_trump], counts.size)
    free = sorted((card for card in hand if card not in rules.discard.never), key=_is_trump)
    legal = [laid for laid in plain if judge_discard(rules, hand, laid).verdict is Verdict.LEGAL]
    needed = judge_discard(rules, hand, free[: counts.size]).verdict is Verdict.LEGAL and not legal
    replayed(needed, str(hand))
    return ClaimFinding(true=True, witness={"hand": words(hand), "trumps": fewest})


def _is_trump(card: Card) -> bool:
    return card.is_trump


@claim(
    "discards.no-honour",
    say("No legal discard has a king or a card of the Trull in it."),
    kinds=_LIMITS, fits=of_points,
    sat=say("a legal discard of one"), unsat=say("there is none"), bound=_HANDS,
)  # fmt: skip
def _no_honour(rules: RuleSet, rlimit: int) -> ClaimFinding:
    case = AnyDiscard(rules, rlimit)
    return case.refuted_by(some(held(case.laid, sorted(game_of(rules).honours))))
