"""The compile step of a game with pots: what is paid for single cards, at the end, and for the piles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from analyzer.cards.card import PAGAT
from analyzer.rules.book import Pot
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.pots import (
    Accounts,
    Considerable,
    CountRules,
    Doubling,
    Entry,
    FailedTout,
    IntoPots,
    PlayStep,
    PotRules,
    When,
)
from analyzer.rules.spec.reading import RulesReading

FROM_EACH: Final = {
    "payment.winning-pagat": When.WON_EARLY,
    "payment.last-trick": When.LAST_TRICK,
    "payment.tout": When.TOUT,
    "payment.nolo": When.NOLO,
}
"""What a payment from each is for that does not say `when` itself; any other is for a trick won early."""


def with_pots(game: GameSpec, given: RulesReading) -> GameSpec:
    """The game with what is paid into its pots and out of them, and for the piles.

    Raises: KeyError for a kind of clause that such a game needs and the rule set has not.
    """
    order = (PlayStep(word) for word in given.words(given.the("settlement-order"), "steps"))
    pots = PotRules(
        entries=tuple(_entries(given)),
        order=tuple(order),
        failed_tout=_failed_tout(given),
        accounts=_accounts(given),
        considerable=_considerable(given),
        count=_count(given),
    )
    return replace(game, pots=pots)


def _considerable(given: RulesReading) -> Considerable:
    """By how much a pot is considerably the richer: by anything, where no clause says."""
    clause = given.maybe("considerable")
    if clause is None:
        return Considerable(half=False, least=0, clause="proper.richer-pot")
    return Considerable(given.flag(clause, "half"), given.number(clause, "least"), clause)


def _failed_tout(given: RulesReading) -> FailedTout:
    """What a failed Tout does; where no clause says it, it leaves the last trick and what was counted alone.

    Where an Ultimo can be won all the same, so can the plain last trick.
    """
    ultimo = given.flag(given.the("failed-tout"), "ultimo")
    last, doubling = given.maybe("failed-tout-last-trick"), given.maybe("failed-tout-doubling")
    return FailedTout(
        ultimo=ultimo,
        last_trick=last is None or given.flag(last, "paid") or ultimo,
        doubling=Doubling.COUNTED if doubling is None else Doubling(given.word(doubling, "doubles")),
    )


def _count(given: RulesReading) -> CountRules:
    par, settled = given.the("par"), given.the("settles-count")
    after = {outcome: given.where("count-after", "outcome", outcome) for outcome in ("tout", "nolo")}
    return CountRules(
        par=given.number(par, "par"),
        rounding=given.number(par, "rounding"),
        after_tout=given.flag(after["tout"], "counts"),
        after_nolo=given.flag(after["nolo"], "counts"),
        own=given.word(settled, "with") == "nobody",
        clause=settled,
    )


def _entries(given: RulesReading) -> Iterator[Entry]:
    """Everything that is paid for play, in the order of the clauses."""
    for clause in given.by_id.values():
        reader = _ENTRIES.get(clause.kind)
        if reader is not None:
            yield reader(given, clause.id)


def _lost_early(given: RulesReading, clause: str) -> Entry:
    amount, adds = given.number(clause, "to_each"), (given.pot(clause), given.number(clause, "to_pot"))
    return Entry(clause, When.LOST_EARLY, amount, given.cards(clause), adds=adds)


def _from_each(given: RulesReading, clause: str) -> Entry:
    when = (
        When(given.word(clause, "when"))
        if given.has(clause, "when")
        else FROM_EACH.get(clause, When.WON_EARLY)
    )
    if when is not When.WON_EARLY:
        return Entry(clause, when, given.number(clause))
    cards = frozenset({PAGAT} if clause in FROM_EACH else ())
    return Entry(
        clause, when, given.number(clause), given.cards(clause) if given.has(clause, "cards") else cards
    )


def _ultimo(given: RulesReading, clause: str) -> Entry:
    return Entry(clause, When.ULTIMO, given.number(clause), given.cards(clause), takes=(given.pot(clause),))


def _bagud(given: RulesReading, clause: str) -> Entry:
    return Entry(clause, When.BAGUD, given.number(clause), given.cards(clause), doubles=(given.pot(clause),))


def _takes_pots(given: RulesReading, clause: str) -> Entry:
    pots, takes = given.pots(clause), given.flag(clause, "takes")
    return Entry(clause, When.TOUT, 0, takes=pots if takes else ())


def _cost_of_failed_tout(given: RulesReading, clause: str) -> Entry:
    doubles = tuple(Pot) if given.flag(clause, "doubles_pots") else ()
    return Entry(clause, When.FAILED_TOUT, given.number(clause), doubles=doubles)


_ENTRIES: Final = {
    "lost-early": _lost_early,
    "from-each": _from_each,
    "ultimo": _ultimo,
    "bagud": _bagud,
    "takes-pots": _takes_pots,
    "failed-tout": _cost_of_failed_tout,
}


def _accounts(given: RulesReading) -> Accounts:
    founding, dealing = given.the("foundation"), given.the("pot-payment")
    amount, pots, when = given.number(founding), given.pots(founding), given.words(founding, "when")
    start, refill = (
        IntoPots(founding, amount, pots if word in when else ()) for word in ("start", "whenever-empty")
    )
    return Accounts(start, refill, IntoPots(dealing, given.number(dealing), given.pots(dealing)))
