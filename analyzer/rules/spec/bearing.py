"""The clauses that affect what came up at a table: one reader for each kind of clause.

An answer depends on a clause if the clause had something to say about its facts: a permission that was used,
a duty with a choice, a payment that fell due. A clause about which nothing came up is kept by
everybody, whatever it says, and the answer does not rest on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum, auto
from typing import Final

from analyzer.cards.card import Card
from analyzer.frozenrecord import Record
from analyzer.rules.spec.clause import Clause
from analyzer.rules.spec.game import FoolKind
from analyzer.rules.spec.kinds.paying import When
from analyzer.rules.spec.ruleset import RuleSet

Cards = frozenset[Card]
NOTHING: Final[Cards] = frozenset()
_THREE: Final = 3
"""The number of players with the contracts that a clause for three of them leaves."""


class Topic(Enum):
    """A topic of clauses that can come up at a table or not."""

    WHOLE_HAND = auto()
    """A hand from the deal on: who plays it, with which cards, dealt how."""
    FIRST_LEAD = auto()
    TRICK = auto()
    """A trick was won."""
    RANKS = auto()
    """Two cards of a plain suit were held against each other."""
    FOLLOW = auto()
    """Somebody held the suit led and other cards."""
    TRUMP = auto()
    """Somebody void in the suit led held trumps and other cards."""
    BEAT = auto()
    """Somebody could beat the trick and could play under it."""
    FOOL_LAID = auto()
    """The Fool was played, or can be, where its holder could have followed or trumped."""
    FOOL_IN_TRICK = auto()
    FOOL_LED = auto()
    FOOL_HELD_AT_BAN = auto()
    """The Fool was held at the trick to which it may not be played."""
    DEMAND = auto()
    LATE_DEMAND = auto()
    """The Fool was demanded after others had played behind its holder."""
    FOOL_COUNTED = auto()
    """The Fool lies in a pile that is counted, from a trick before the last ones."""
    FOOL_COUNTED_AT_LAST = auto()
    FOOL_PAID = auto()
    """A card was given for a Fool that went home."""
    FOOL_OWED = auto()
    """A Fool went home, and there was no card yet to give for it."""
    DISCARD_IN_PILE = auto()
    """It matters whether cards laid away are a trick, or lie in a pile of tricks."""
    ORDER = auto()
    """A pot changed twice in one settlement, or Bagud pays what was counted before."""
    DEALER_PAYS = auto()
    FOUNDED = auto()
    SITTING_OUT = auto()
    COUNT = auto()
    NO_TRICKS_COUNT = auto()
    """Whether there is a count after a Nolo."""
    ALL_TRICKS_COUNT = auto()
    """Whether there is a count after a Tout."""
    DECLARING = auto()
    PASS = auto()
    SHARED = auto()
    """A card stands in two declarations."""
    PUT_RIGHT = auto()
    SKAT_ASKED = auto()
    """Trumps lie in the skat, and the dealer may be asked."""
    ANNOUNCED = auto()
    """Something that goes into the skat has to be announced."""
    UNAVOIDABLE = auto()
    """A card of a combination lies in the skat."""
    ULTIMO_POSSIBLE = auto()
    """Cards are judged by whose Ultimo they give away."""
    RICHER = auto()
    """Ultimo cards of two pots are there, so that one can be gone for in place of the other."""
    CHANCE = auto()
    """Cards are judged over deals that cannot be told apart."""
    MISDEAL = auto()
    DIVIDING = auto()
    JOINING = auto()
    BIDS = auto()
    """An auction is told, or what it came to."""
    SLAM_SAID = auto()
    ALL_PASSED = auto()
    CALLED = auto()
    """A card was called."""
    QUEEN_CALLED = auto()
    """A queen was called, or nothing but one could be."""
    CALLED_AWAY = auto()
    """The called card lies where nobody holds it."""
    BOUGHT = auto()
    BOUGHT_AWAY = auto()
    """A card was asked for that had been laid away."""
    TRUMPS_SHOWN = auto()
    MISERY_SAID = auto()
    """Who has no trump or no court said so."""
    CONTRACT = auto()
    """A contract was played out, and settled."""
    TALON_LEFT = auto()
    """Cards of the talon that nobody took lie in a pile, or go to tricks."""
    TRULL = auto()
    """It matters who has which of the honours."""
    FOOL_ON_TOP = auto()
    """The Fool was led to the last trick by a side that had won every other."""
    THREE_TRUMPS = auto()
    """The Fool, the Mond and the Pagat lay in one trick."""
    THREE_IN_COLOUR = auto()
    """They did where suits led may beat trumps."""
    SUIT_OVER_TRUMP = auto()
    """A trump lay on a suit that may beat it."""
    OPPONENTS_SUIT = auto()
    """A trump lay on a suit that the declarer's opponents led."""
    LESS_DECLARED = auto()
    """Somebody declared less than the cards held."""
    FOOL_DECLARED = auto()
    """The Fool was held beside trumps that can be declared."""
    PAGAT_LAST = auto()
    """The Pagat lay in the last trick, where that moves what is needed."""
    FAILED_TOUT_LAST_TRICK = auto()
    """An announced Tout failed that is paid for, and the last trick was won with an ordinary card."""
    FAILED_TOUT_BAGUD = auto()
    """It doubled a pot into which a Bagud paid too."""
    FAILED_TOUT_DECLARED = auto()
    """Something had been declared before it."""


class Occurrences(Record, frozen=True):
    """The topics that came up, or still can: with payments that fell due and their cards, and named steps."""

    topics: frozenset[Topic] = frozenset()
    due: Mapping[When, Cards] | None = None
    """The occasions for payment with their cards; no card, for payments whatever the card."""
    steps: frozenset[str] = frozenset()
    """Steps in naming the Fool."""
    skat: Cards = NOTHING
    """The discarded cards."""
    contracts: frozenset[str] = frozenset()
    """The contract that is played, and anything announced on top of it."""

    def __or__(self, other: Occurrences) -> Occurrences:
        both = [self.due or {}, other.due or {}]
        due = {
            when: NOTHING.union(*(each.get(when, NOTHING) for each in both)) for each in both for when in each
        }
        topics, steps, skat = self.topics | other.topics, self.steps | other.steps, self.skat | other.skat
        return Occurrences(topics, due, steps, skat, self.contracts | other.contracts)

    def falls_due(self, when: When, cards: Cards) -> bool:
        """Return True if something is paid on an occasion, for one of these cards if it is paid for cards."""
        held = (self.due or {}).get(when)
        return held is not None and (not cards or bool(cards & held))


Reader = Callable[[RuleSet, Occurrences, Clause], bool]


def bearing(rules: RuleSet, came_up: Occurrences) -> tuple[str, ...]:
    """Return the clauses that affect what came up, in the order of the rule set.

    If the Fool is a trump, rules about an excuse affect nothing; nor does a clause that another one overrides
    under the contract that is played.
    """
    void = _void(rules) | _void_under(rules, came_up.contracts)
    return tuple(
        each.id
        for each in rules.clauses.values()
        if each.id not in void and READERS[each.kind](rules, came_up, each)
    )


def _void(rules: RuleSet) -> frozenset[str]:
    """Return the clauses that say nothing because a clause on what the Fool is overrides them."""
    if rules.game.fool.kind is not FoolKind.TRUMP:
        return frozenset()
    return frozenset(
        name for each in rules.clauses.values() if each.kind == "fool-is" for name in each.overrides
    )


def _void_under(rules: RuleSet, contracts: frozenset[str]) -> frozenset[str]:
    """Return the clauses that a clause on play under the contract overrides."""
    found = (each for each in rules.clauses.values() if each.kind in ("beats-in", "leads-in"))
    under = (each for each in found if _names(each, "contracts", contracts))
    return frozenset(name for each in under for name in each.overrides)


def _match_topics(*topics: Topic) -> Reader:
    wanted = frozenset(topics)
    return lambda _rules, came_up, _clause: not wanted.isdisjoint(came_up.topics)


def _match_contracts(name: str, topic: Topic) -> Reader:
    """Return the reader of a kind whose clauses are about the contracts that a parameter lists."""
    return lambda _rules, came_up, clause: topic in came_up.topics and _names(clause, name, came_up.contracts)


def _names(clause: Clause, name: str, contracts: frozenset[str]) -> bool:
    """Return True if a parameter of a clause, a list or a table, has one of these contracts."""
    listed = clause.parameters[name]
    return isinstance(listed, tuple | Mapping) and not contracts.isdisjoint(listed)


def _match_parameter(name: str, topics: Mapping[str, Topic]) -> Reader:
    """Return the reader of a kind whose clauses have different topics, by one of their parameters."""
    return lambda _rules, came_up, clause: topics[str(clause.parameters[name])] in came_up.topics


def _due(rules: RuleSet, came_up: Occurrences, clause: Clause) -> bool:
    entries = [each for each in rules.game.the_pots.entries if each.clause == clause.id]
    return any(came_up.falls_due(each.when, each.cards) for each in entries)


def _step(_rules: RuleSet, came_up: Occurrences, clause: Clause) -> bool:
    return clause.parameters["when"] in came_up.steps


def _let_go(rules: RuleSet, came_up: Occurrences, clause: Clause) -> bool:
    """Return True if the skat has cards that the clause lets go on its condition."""
    about = next(each for each in rules.discard.clauses if each.id == clause.id)
    of_suit = frozenset(card for card in came_up.skat if about.suit is not None and card.suit is about.suit)
    return bool(came_up.skat & about.cards if about.cards else of_suit)


def _alone_laid(rules: RuleSet, came_up: Occurrences, _clause: Clause) -> bool:
    """Return True if the discard has a card that may go only if it is alone of its suit."""
    about = [each for each in rules.discard.clauses if each.kind == "never-or-alone"]
    return any(came_up.skat & each.cards for each in about)


def _turns(rules: RuleSet, came_up: Occurrences, _clause: Clause) -> bool:
    """Return True if the direction matters: for the first lead, and for the settlement of the count."""
    counted = rules.game.pots is not None and Topic.COUNT in came_up.topics
    return counted or Topic.FIRST_LEAD in came_up.topics


def _deals_next(rules: RuleSet, came_up: Occurrences, _clause: Clause) -> bool:
    """Return True if the next dealer matters: if piles are counted, and not each player's own."""
    own = rules.game.pots is not None and rules.game.pots.count.own
    return not own and Topic.COUNT in came_up.topics


def _never(_rules: RuleSet, _came_up: Occurrences, _clause: Clause) -> bool:
    """Return False: a clause that only forbids is named when broken, and an informative one never."""
    return False


POINT_READERS: Final[Mapping[str, Reader]] = {
    "sides": _match_topics(Topic.WHOLE_HAND, Topic.COUNT),
    "takes-talon": _match_topics(Topic.WHOLE_HAND),
    "dead-hand": _match_topics(Topic.WHOLE_HAND),
    "only-if-needed": _let_go,
    "discard-counts": lambda _rules, came_up, _clause: bool(came_up.skat),
    "led-fool": _match_topics(Topic.FOOL_LED),
    "fool-is": _match_topics(Topic.FOOL_LAID, Topic.FOOL_IN_TRICK),
    "exchange": _match_topics(Topic.FOOL_PAID, Topic.FOOL_OWED),
    "exchange-card": _match_topics(Topic.FOOL_PAID),
    "exchange-later": _match_topics(Topic.FOOL_OWED),
    "discard-no-trick": _match_topics(Topic.DISCARD_IN_PILE),
    "honours": _match_topics(Topic.TRULL),
    "count-cards": _match_topics(Topic.COUNT),
    "top-when-swept": _match_topics(Topic.FOOL_ON_TOP),
    "alone-counted": _alone_laid,
    "beats-in": _match_contracts("contracts", Topic.BEAT),
    "leads-in": _match_contracts("contracts", Topic.FIRST_LEAD),
    "auction": _match_topics(Topic.BIDS),
    "contracts": _match_topics(Topic.BIDS, Topic.CONTRACT),
    "contracts-of-three": lambda rules, came_up, _: (
        rules.table.players == _THREE and not {Topic.BIDS, Topic.CONTRACT}.isdisjoint(came_up.topics)
    ),
    "slam-bid": _match_topics(Topic.SLAM_SAID),
    "slam-leads": lambda _rules, came_up, _: {Topic.FIRST_LEAD, Topic.SLAM_SAID} <= came_up.topics,
    "first-lead": _match_topics(Topic.FIRST_LEAD),
    "all-pass": _match_topics(Topic.ALL_PASSED),
    "call": _match_topics(Topic.CALLED),
    "call-queen": _match_topics(Topic.QUEEN_CALLED),
    "called-away": _match_topics(Topic.CALLED_AWAY),
    "purchase": _match_topics(Topic.BOUGHT),
    "purchase-price": _match_topics(Topic.BOUGHT),
    "purchase-in-discard": _match_topics(Topic.BOUGHT_AWAY),
    "trump-announcement": _match_topics(Topic.TRUMPS_SHOWN),
    "misery-pays": _match_topics(Topic.MISERY_SAID),
    "handful": _match_topics(Topic.TRUMPS_SHOWN),
    "talon-shown": _match_contracts("contracts", Topic.WHOLE_HAND),
    "talon-taken-in": _match_contracts("takes", Topic.WHOLE_HAND),
    "talon-left": _match_contracts("contracts", Topic.TALON_LEFT),
    "contract-aim": _match_contracts("contracts", Topic.CONTRACT),
    "pagat-target": _match_topics(Topic.PAGAT_LAST),
    "three-trumps": _match_topics(Topic.THREE_TRUMPS),
    "three-trumps-in-colour": _match_topics(Topic.THREE_IN_COLOUR),
    "suit-beats-trumps": _match_topics(Topic.SUIT_OVER_TRUMP),
    "suit-beats-led-by": _match_topics(Topic.OPPONENTS_SUIT),
    "may-declare": _match_topics(Topic.LESS_DECLARED),
    "fool-among-trumps": _match_topics(Topic.FOOL_DECLARED),
}
"""Readers for games of card points, by kind; the book names the clauses that pay or score."""

_NAMED_ELSEWHERE: Final = (
    "all-tricks", "announcement-payers", "announcement-pays", "as-many-as-taken", "called-bought",
    "called-own-discard", "card-payers", "card-payment", "coefficient-shares", "coefficient-value",
    "count-rest", "courts-declared", "declaration-payers", "declared-return", "deviation", "ends-on-wish",
    "fine", "flat-value", "game-end", "game-for", "game-value", "graded-declaration", "handful-pays",
    "irregularity", "last-pagat", "manners", "matador-declaration", "misere-bonuses", "misere-score",
    "mond-lost", "never-discard", "never-or-alone", "nil", "not-asked", "odd-half", "odd-share",
    "pagat-absent", "pagat-announcement", "pagat-beaten", "pagat-bonus", "partner-cards", "partners-settle",
    "personal-bonus", "player-pagat", "pool-choice", "pool-dealing", "pool-founding", "pots-place",
    "purchase-rest", "radli-doubles", "radli-earned", "sheet-flow", "sheet-value", "side-bonus",
    "side-bonuses", "skat-size", "slam-bonus", "slam-payment", "stake-flow", "stake-value", "surrender",
    "target-lost", "target-shares", "target-won", "thrown-in", "thrown-in-for", "trull-target",
    "trump-declaration", "trumps-declared", "untold", "valat-bonus", "void-deal",
)  # fmt: skip
"""Kinds whose clauses only forbid, and are named when they are broken; or pay, and are named in the book."""

READERS: Final[Mapping[str, Reader]] = {
    **dict.fromkeys(_NAMED_ELSEWHERE, _never),
    "seats": _match_topics(Topic.WHOLE_HAND),
    "sits-out": _match_topics(Topic.SITTING_OUT),
    "deck": _match_topics(Topic.WHOLE_HAND),
    "ranks": _match_topics(Topic.RANKS),
    "deal": _match_topics(Topic.WHOLE_HAND),
    "deals-next": _deals_next,
    "misdeal": _match_topics(Topic.MISDEAL),
    "leads": _match_topics(Topic.FIRST_LEAD),
    "direction": _turns,
    "duty": _match_parameter(
        "to", {"follow-suit": Topic.FOLLOW, "trump-when-void": Topic.TRUMP, "beat": Topic.BEAT}
    ),
    "trick-winner": _match_topics(Topic.TRICK),
    "excuse": _match_topics(Topic.FOOL_LAID),
    "never-wins": _match_topics(Topic.FOOL_IN_TRICK),
    "pile": _match_topics(Topic.FOOL_COUNTED),
    "pile-at-trick": _match_topics(Topic.FOOL_COUNTED_AT_LAST),
    "names-suit": _match_topics(Topic.FOOL_LED),
    "ban-at-trick": _match_topics(Topic.FOOL_HELD_AT_BAN),
    "demand-at-trick": _match_topics(Topic.DEMAND),
    "demand-takes-back": _match_topics(Topic.LATE_DEMAND),
    "naming-step": _step,
    "only-if-void": _let_go,
    "only-if-announced": _let_go,
    "not-in-combination-unless-unavoidable": _match_topics(Topic.UNAVOIDABLE),
    "unavoidable-paid": _match_topics(Topic.UNAVOIDABLE),
    "must-tell": _match_topics(Topic.SKAT_ASKED),
    "must-announce": _match_topics(Topic.ANNOUNCED),
    "declaring-order": _match_topics(Topic.DECLARING),
    "must-say": _match_topics(Topic.PASS),
    "independent": _match_topics(Topic.SHARED),
    "correctable": _match_topics(Topic.PUT_RIGHT),
    "essential": _match_topics(Topic.PUT_RIGHT),
    "foundation": _match_topics(Topic.FOUNDED),
    "pot-payment": _match_topics(Topic.DEALER_PAYS),
    "lost-early": _due,
    "from-each": _due,
    "ultimo": _due,
    "bagud": _due,
    "settlement-order": _match_topics(Topic.ORDER),
    "takes-pots": _due,
    "failed-tout": _due,
    "failed-tout-last-trick": _match_topics(Topic.FAILED_TOUT_LAST_TRICK),
    "failed-tout-doubling": _match_topics(Topic.FAILED_TOUT_BAGUD),
    "failed-tout-declarations": _match_topics(Topic.FAILED_TOUT_DECLARED),
    "answers-for": _match_topics(Topic.FOUNDED),
    "card-points": _match_topics(Topic.COUNT),
    "par": _match_topics(Topic.COUNT),
    "settles-count": _match_topics(Topic.COUNT),
    "count-after": _match_parameter(
        "outcome", {"tout": Topic.ALL_TRICKS_COUNT, "nolo": Topic.NO_TRICKS_COUNT}
    ),
    "divides-pots": _match_topics(Topic.DIVIDING),
    "joins": _match_topics(Topic.JOINING),
    "propriety": _match_parameter(
        "duty",
        {
            "protect-pots": Topic.ULTIMO_POSSIBLE,
            "richer-pot": Topic.RICHER,
            "take-chance": Topic.CHANCE,
        },
    ),
    "considerable": _match_topics(Topic.RICHER),
    **POINT_READERS,
}
"""Readers by kind: they return True if a clause affects what came up, except those named when applied."""


def merge_occurrences(found: Iterable[Occurrences]) -> Occurrences:
    """Return everything that came up in several parts."""
    whole = Occurrences()
    for each in found:
        whole |= each
    return whole
