"""What the clauses of a rule set must agree on, among themselves and with the cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from analyzer.cards.card import COURTS, DECK, RED, Suit
from analyzer.rules.spec.chapters import Clauses
from analyzer.rules.spec.ruleset import Category, RuleSet


class Disagreement(NamedTuple):
    """A parameter of a clause that cannot be what it is, why, and what was expected."""

    clause: str
    parameter: str
    message: str
    expected: str


_KINGS: Final = ("hR", "dR", "sR", "cR")

_SETTLED: Final = {
    "play.follow": ("to", "follow-suit"),
    "play.trump": ("to", "trump-when-void"),
    "play.no-beat": ("to", "beat"),
    "naming.followable": ("when", "led"),
    "naming.statement": ("when", "both-say-void"),
    "naming.lost-right": ("when", "second-plays-third-claims"),
    "naming.both-void": ("when", "both-play"),
    "naming.second-card-names": ("when", "both-play-without-trumps"),
    "discard.trumps": ("suit", "T"),
    "declare.cavallerie": ("of", "courts-of-a-suit"),
    "declare.kings": ("of", "kings"),
    "payment.early-king": ("pot", "king"),
    "payment.king-ultimo": ("pot", "king"),
    "payment.king-bagud": ("pot", "king"),
    "payment.early-pagat": ("pot", "pagat"),
    "payment.pagat-ultimo": ("pot", "pagat"),
    "payment.pagat-bagud": ("pot", "pagat"),
    "count.tout": ("outcome", "tout"),
    "count.nolo": ("outcome", "nolo"),
    **{f"fine.{each.value}": ("category", each.value) for each in Category},
    **{
        f"fool.{each}": ("card", "fool")
        for each in ("any-trick", "lowest", "own-pile", "naming", "second-to-last", "last-trick", "demand")
    },
    **{f"proper.{each}": ("duty", each) for each in ("protect-pots", "take-chance", "richer-pot")},
}
"""A parameter that the clause's id already settles, and its word."""

_SUBJECTS: Final = {
    "discard.kings": _KINGS,
    "discard.pagat": ("T1",),
    "discard.mondo": ("T21",),
    "discard.fool": ("fool",),
    "declare.matadors": ("fool", "T1", "T21"),
    "payment.early-king": _KINGS,
    "payment.king-ultimo": _KINGS,
    "payment.king-bagud": _KINGS,
    "payment.early-pagat": ("T1",),
    "payment.pagat-ultimo": ("T1",),
    "payment.pagat-bagud": ("T1",),
}
"""The cards that a clause's id says it is about."""

_ALIKE: Final = (
    ("declare.cavallerie", "declare.kings", ("half", "full", "abundant")),
    ("payment.king-bagud", "payment.king-ultimo", ("amount",)),
    ("payment.pagat-bagud", "payment.pagat-ultimo", ("amount",)),
)
"""Clauses whose amounts are one amount for the engine."""


def disagreements(rules: RuleSet) -> Iterator[Disagreement]:
    """Every clause that contradicts another, or the cards."""
    given = Clauses(rules.clauses)
    yield from _deal_agrees(rules, given)
    yield from _ranks_agree(given)
    yield from _points_agree(rules)
    yield from _tricks_agree(rules, given)
    yield from _words_agree(given)
    yield from _cards_agree(given)
    yield from _amounts_agree(given)


def _deal_agrees(rules: RuleSet, given: Clauses) -> Iterator[Disagreement]:
    table = rules.table
    size, cards = given.number("table.deck", "size"), len(table.deck)
    if size != cards:
        yield Disagreement(
            "table.deck",
            "size",
            f"the deck is said to have {size} cards",
            f"78 less those left out are {cards}",
        )
    dealt = table.players * table.hand_size + table.skat_size
    if dealt != cards:
        message = (
            f"{table.players} hands of {table.hand_size} and a skat of {table.skat_size} are {dealt} cards"
        )
        yield Disagreement("table.hand", "hand", message, f"the deck has {cards}")
    away = given.number("discard.size", "cards")
    if away != table.skat_size:
        message = f"the dealer lays away {away} cards and takes up {table.skat_size}"
        yield Disagreement("discard.size", "cards", message, "expected as many as in table.hand")


def _ranks_agree(given: Clauses) -> Iterator[Disagreement]:
    if given.words("table.ranks", "courts") != COURTS:
        yield Disagreement("table.ranks", "courts", "courts rank in another order", "expected [R, D, C, V]")
    if set(given.words("table.ranks", "reversed_spots")) != {suit.value for suit in RED}:
        yield Disagreement("table.ranks", "reversed_spots", "other suits are reversed", "expected [h, d]")


def _points_agree(rules: RuleSet) -> Iterator[Disagreement]:
    count, table = rules.count, rules.table
    said = Clauses(rules.clauses).number("count.points", "total")
    total = sum(map(count.of, table.deck)) + count.trick * table.hand_size + count.skat
    if total != said:
        message = f"the points are said to make {said}"
        yield Disagreement("count.points", "total", message, f"cards, tricks and skat make {total}")
    if count.par * table.players != total:
        message = f"{table.players} times {count.par} is not {total}"
        yield Disagreement("count.par", "par", message, f"expected an equal share, {total / table.players:g}")


def _tricks_agree(rules: RuleSet, given: Clauses) -> Iterator[Disagreement]:
    last = rules.table.hand_size - 1
    for clause in ("fool.second-to-last", "fool.demand", "fool.last-trick"):
        trick = given.number(clause, "trick")
        if trick > last:
            message = f"no play comes before trick {trick} from the end"
            yield Disagreement(clause, "trick", message, f"expected at most {last}")
    demanded = rules.fool.demand_trick
    if demanded is not None and demanded == rules.fool.banned_trick:
        message = "the Fool is demanded at the trick it may not be played to"
        yield Disagreement("fool.demand", "trick", message, "expected another than in fool.second-to-last")


def _words_agree(given: Clauses) -> Iterator[Disagreement]:
    for clause, (name, word) in _SETTLED.items():
        said = given.word(clause, name)
        if said != word:
            yield Disagreement(clause, name, f"`{said}` is not what this is about", f"expected `{word}`")
    if set(given.words("fool.naming", "suits")) != {suit.value for suit in Suit}:
        yield Disagreement("fool.naming", "suits", "a suit cannot be named", "expected all of h, d, s, c, T")


def _cards_agree(given: Clauses) -> Iterator[Disagreement]:
    deck = {str(card) for card in DECK} - set(given.words("table.deck", "without"))
    for clause, subject in _SUBJECTS.items():
        name = "core" if clause == "declare.matadors" else "cards"
        there = [card for card in subject if card in deck]
        if set(given.words(clause, name)) != set(there):
            yield Disagreement(clause, name, "these are other cards", f"expected [{', '.join(there)}]")


def _amounts_agree(given: Clauses) -> Iterator[Disagreement]:
    for clause, like, names in _ALIKE:
        for name in names:
            here, there = given.number(clause, name), given.number(like, name)
            if here != there:
                yield Disagreement(clause, name, f"{here} here and {there} in {like}", "expected one amount")
