"""What the clauses of a rule set must agree on, among themselves and with the cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from analyzer.cards.card import COURTS, DECK, RED, Suit
from analyzer.rules.spec.chapters import make_ruleset
from analyzer.rules.spec.compiling import FROM_EACH
from analyzer.rules.spec.game import Way, When
from analyzer.rules.spec.reading import Reading
from analyzer.rules.spec.ruleset import Category, FoolDiscard, RuleSet


class Disagreement(NamedTuple):
    """A parameter of a clause that cannot be what it is, why, and what was expected."""

    clause: str
    parameter: str
    message: str
    expected: str


_KINGS: Final = ("hR", "dR", "sR", "cR")

_NAMING: Final = {
    "followable": ("led", "leader"),
    "statement": ("both-say-void", "second"),
    "lost-right": ("second-plays-third-claims", "third"),
    "both-void": ("both-play", "nobody"),
    "second-card-names": ("both-play-without-trumps", "second-card"),
}
"""When each step of the naming is, and by whom the Fool is named then."""

_SETTLED: Final = {
    "table.fourth": ("seat", "opposite-the-dealer"),
    "play.follow": ("to", "follow-suit"),
    "play.trump": ("to", "trump-when-void"),
    "play.no-beat": ("to", "beat"),
    **{f"naming.{each}": ("when", when) for each, (when, _) in _NAMING.items()},
    "discard.trumps": ("suit", "T"),
    "discard.tell-trumps": ("about", "T"),
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
    """Every clause that contradicts another, or the cards, and every parameter that nothing reads."""
    given = Reading(rules.clauses)
    make_ruleset(rules.name, rules.title, rules.clauses, rules.sources, given)
    wrong = list(_contradictions(rules, given))
    yield from wrong
    for clause, name in given.unread():
        if clause not in {each.clause for each in wrong}:
            message = f"nothing reads `{name}` of a clause of the kind `{rules.clauses[clause].kind}` here"
            yield Disagreement(clause, name, message, "expected it left out")


def _contradictions(rules: RuleSet, given: Reading) -> Iterator[Disagreement]:
    yield from _deal_agrees(rules, given)
    yield from _ranks_agree(given)
    yield from _points_agree(rules, given)
    yield from _tricks_agree(rules, given)
    yield from _words_agree(given)
    yield from _cards_agree(given)
    yield from _amounts_agree(given)
    yield from _play_agrees(rules, given)
    yield from _skat_agrees(rules, given)
    yield from _early_payments_agree(rules, given)
    yield from _settlement_agrees(rules, given)


def _deal_agrees(rules: RuleSet, given: Reading) -> Iterator[Disagreement]:
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


def _ranks_agree(given: Reading) -> Iterator[Disagreement]:
    if given.words("table.ranks", "courts") != COURTS:
        yield Disagreement("table.ranks", "courts", "courts rank in another order", "expected [R, D, C, V]")
    if set(given.words("table.ranks", "reversed_spots")) != {suit.value for suit in RED}:
        yield Disagreement("table.ranks", "reversed_spots", "other suits are reversed", "expected [h, d]")


def _points_agree(rules: RuleSet, given: Reading) -> Iterator[Disagreement]:
    count, table = rules.count, rules.table
    said = given.number("count.points", "total")
    for key in count.points:
        if key not in {str(card) for card in table.deck} | set(COURTS):
            yield Disagreement("count.points", "points", f"{key} is not in the deck", "expected cards of it")
    total = sum(map(count.of, table.deck)) + count.trick * table.hand_size + count.skat
    if total != said:
        message = f"the points are said to make {said}"
        yield Disagreement("count.points", "total", message, f"cards, tricks and skat make {total}")
    if count.par * table.players != total:
        message = f"{table.players} times {count.par} is not {total}"
        yield Disagreement("count.par", "par", message, f"expected an equal share, {total / table.players:g}")


def _tricks_agree(rules: RuleSet, given: Reading) -> Iterator[Disagreement]:
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


def _words_agree(given: Reading) -> Iterator[Disagreement]:
    settled = [(clause, name, word) for clause, (name, word) in _SETTLED.items()]
    settled += [(f"naming.{each}", "named_by", by) for each, (_, by) in _NAMING.items()]
    for clause, name, word in settled:
        said = given.word(clause, name)
        if said != word:
            yield Disagreement(clause, name, f"`{said}` is not what this is about", f"expected `{word}`")
    if set(given.words("fool.naming", "suits")) != {suit.value for suit in Suit}:
        yield Disagreement("fool.naming", "suits", "a suit cannot be named", "expected all of h, d, s, c, T")


def _cards_agree(given: Reading) -> Iterator[Disagreement]:
    deck = {str(card) for card in DECK} - set(given.words("table.deck", "without"))
    for clause, subject in _SUBJECTS.items():
        name = "core" if clause == "declare.matadors" else "cards"
        there = [card for card in subject if card in deck]
        if set(given.words(clause, name)) != set(there):
            yield Disagreement(clause, name, "these are other cards", f"expected [{', '.join(there)}]")


def _amounts_agree(given: Reading) -> Iterator[Disagreement]:
    for clause, like, names in _ALIKE:
        for name in names:
            here, there = given.number(clause, name), given.number(like, name)
            if here != there:
                yield Disagreement(clause, name, f"{here} here and {there} in {like}", "expected one amount")


def _play_agrees(rules: RuleSet, given: Reading) -> Iterator[Disagreement]:
    if Way.HIGHEST_OF_SUIT_LED not in rules.game.winner:
        message = "nobody would win a trick without trumps"
        yield Disagreement("play.winner", "by", message, "expected `highest-of-suit-led` among the ways")
    if given.has("play.no-beat", "among") and not given.flag("play.no-beat", "holds"):
        message = "no card has to beat another"
        yield Disagreement("play.no-beat", "among", message, "expected it with `holds: true` only")


def _skat_agrees(rules: RuleSet, given: Reading) -> Iterator[Disagreement]:
    for clause in rules.discard.clauses:
        strange = sorted(card for card in clause.cards if card.suit is not clause.suit)
        if clause.kind == "only-if-void" and strange:
            message = f"{strange[0]} is not of the suit `{clause.suit}`"
            yield Disagreement(clause.id, "suit", message, "expected the suit of the cards")
    announced = "tout" in given.words("discard.announce", "announce")
    if announced and rules.discard.fool is FoolDiscard.NEVER:
        message = "no card goes with an announced Tout"
        yield Disagreement("discard.announce", "announce", message, "expected no `tout`")
    if not announced and rules.discard.fool is not FoolDiscard.NEVER:
        message = "the Fool goes with a Tout that need not be announced"
        yield Disagreement("discard.announce", "announce", message, "expected `tout`, as in discard.fool")


def _early_payments_agree(rules: RuleSet, given: Reading) -> Iterator[Disagreement]:
    """What a further payment is for is said in full; for the others it is settled by the id."""
    for entry in rules.game.entries:
        if rules.clauses[entry.clause].kind != "from-each":
            continue
        when = FROM_EACH.get(entry.clause, When.WON_EARLY)
        if entry.when is not when:
            message = f"`{entry.when.value}` is not what this is about"
            yield Disagreement(entry.clause, "when", message, f"expected `{when.value}`")
        if entry.clause not in FROM_EACH and not entry.cards:
            message = "no card is named that it is paid for"
            yield Disagreement(entry.clause, "cards", message, "expected `cards`")
    for clause in given.each("lost-early"):
        if not given.cards(clause) and clause not in _SUBJECTS:
            yield Disagreement(clause, "cards", "no card is named that it is paid for", "expected some cards")


def _settlement_agrees(rules: RuleSet, given: Reading) -> Iterator[Disagreement]:
    steps = given.words("payment.order", "steps")
    for step in ("ultimo", "bagud"):
        if step not in steps:
            message = f"what is paid for `{step}` would never be paid"
            yield Disagreement("payment.order", "steps", message, f"expected `{step}` among them")
    if ("foundation" in steps) != bool(rules.game.accounts.refill.pots):
        message = "pots are founded at the end of a settlement in one of two clauses only"
        expected = "expected `foundation` where payment.foundation says whenever-empty"
        yield Disagreement("payment.order", "steps", message, expected)
    if given.flag("count.next-dealer", "next_dealer_counts"):
        message = "nobody is left with whom the next dealer could settle his own pile"
        yield Disagreement("count.next-dealer", "next_dealer_counts", message, "expected false")
    if not given.flag("end.divide", "evenly"):
        yield Disagreement("end.divide", "evenly", "no other division is known", "expected true")
