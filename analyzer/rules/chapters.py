"""A rule set's chapters, made from its clauses; and what the clauses must agree on among themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from analyzer.cards import BY_TEXT, COURTS, DECK, RED, Card, Suit
from analyzer.rules.kinds import IRREGULARITY
from analyzer.rules.ruleset import (
    Category,
    Clause,
    CountRules,
    DeclarationRules,
    DiscardRules,
    FineRules,
    FoolDiscard,
    FoolRules,
    PaymentRules,
    PlayRules,
    RuleSet,
    Standing,
    TableRules,
    TrumpsTold,
)

Note = Callable[[str, str, str, str], None]
"""Told of a disagreement: clause id, parameter, what is wrong, what was expected."""

T = TypeVar("T")


class Clauses:
    """The clauses of one rule set, and typed access to their parameters."""

    def __init__(self, clauses: Mapping[str, Clause]) -> None:
        self.by_id = clauses

    def _get(self, clause: str, name: str, kind: type[T]) -> T:
        value = self.by_id[clause].parameters[name]
        assert isinstance(value, kind), f"{clause}: {name} is {value!r}"
        return value

    def number(self, clause: str, name: str = "amount") -> int:
        return self._get(clause, name, int)

    def flag(self, clause: str, name: str) -> bool:
        return self._get(clause, name, bool)

    def word(self, clause: str, name: str) -> str:
        return self._get(clause, name, str)

    def words(self, clause: str, name: str) -> tuple[str, ...]:
        return self._get(clause, name, tuple)

    def cards(self, clause: str, name: str = "cards") -> frozenset[Card]:
        return frozenset(BY_TEXT[word] for word in self.words(clause, name))

    def points(self) -> Mapping[str, int]:
        return self._get("count.points", "points", dict)

    def trick(self, clause: str) -> int | None:
        """The trick a clause is about, counted from the end; None for no trick."""
        return self.number(clause, "trick") or None

    def is_kind(self, clause: str, kind: str) -> bool:
        return self.by_id[clause].kind == kind


def make_ruleset(name: str, title: str, clauses: Mapping[str, Clause], sources: Mapping[str, str]) -> RuleSet:
    """The rule set of a complete list of clauses."""
    given = Clauses(clauses)
    return RuleSet(
        name,
        title,
        clauses,
        _table(given),
        PlayRules(
            follow_suit=given.flag("play.follow", "holds"),
            trump_when_void=given.flag("play.trump", "holds"),
            must_beat=given.flag("play.no-beat", "holds"),
        ),
        FoolRules(
            banned_trick=given.trick("fool.second-to-last"),
            demand_trick=given.trick("fool.demand"),
            own_pile=given.word("fool.own-pile", "goes_to") == "its-player",
            last_trick_to_winner=given.word("fool.last-trick", "goes_to") == "trick-winner",
        ),
        _discard(given),
        _declarations(given),
        _payments(given),
        _count(given),
        _fines(given),
        sources,
    )


def _table(given: Clauses) -> TableRules:
    without = given.cards("table.deck", "without")
    return TableRules(
        players=given.number("table.players", "active"),
        hand_size=given.number("table.hand", "hand"),
        skat_size=given.number("table.hand", "skat"),
        deck=tuple(card for card in DECK if card not in without),
        may_sit_out=given.flag("table.fourth", "allowed"),
    )


_NEVER_IDS: Final = ("discard.kings", "discard.pagat", "discard.mondo", "discard.fool")


def _discard(given: Clauses) -> DiscardRules:
    never = [given.cards(each) for each in _NEVER_IDS if given.is_kind(each, "never-discard")]
    fool = FoolDiscard.NEVER
    if given.is_kind("discard.fool", "only-if-announced"):
        disputed = given.by_id["discard.fool"].standing is Standing.DISPUTED
        fool = FoolDiscard.DISPUTED if disputed else FoolDiscard.ANNOUNCED_TOUT
    return DiscardRules(
        never=frozenset().union(*never),
        trumps_only_to_become_void=given.is_kind("discard.trumps", "only-if-void"),
        combinations_protected=given.is_kind("discard.combination", "not-in-combination-unless-unavoidable"),
        fool=fool,
        trumps_told=TrumpsTold(given.word("discard.tell-trumps", "tells")),
    )


def _declarations(given: Clauses) -> DeclarationRules:
    return DeclarationRules(
        trumps_from=given.number("declare.trumps", "from"),
        trumps_amount=given.number("declare.trumps"),
        trumps_step=given.number("declare.trumps", "step"),
        matadors_from=given.number("declare.matadors", "from"),
        matadors_amount=given.number("declare.matadors"),
        matadors_step=given.number("declare.matadors", "step"),
        half=given.number("declare.kings", "half"),
        full=given.number("declare.kings", "full"),
        abundant=given.number("declare.kings", "abundant"),
    )


def _payments(given: Clauses) -> PaymentRules:
    return PaymentRules(
        foundation=given.number("payment.foundation"),
        dealing=given.number("payment.dealing"),
        early_king=given.number("payment.early-king", "to_each"),
        early_king_pot=given.number("payment.early-king", "to_pot"),
        early_pagat=given.number("payment.early-pagat", "to_each"),
        early_pagat_pot=given.number("payment.early-pagat", "to_pot"),
        winning_pagat=given.number("payment.winning-pagat"),
        king_ultimo=given.number("payment.king-ultimo"),
        pagat_ultimo=given.number("payment.pagat-ultimo"),
        last_trick=given.number("payment.last-trick"),
        tout=given.number("payment.tout"),
        tout_takes_pots=given.flag("payment.tout-pots", "takes"),
        nolo=given.number("payment.nolo"),
        failed_tout=given.number("payment.failed-tout"),
        failed_tout_doubles_pots=given.flag("payment.failed-tout", "doubles_pots"),
    )


def _count(given: Clauses) -> CountRules:
    return CountRules(
        points=given.points(),
        trick=given.number("count.points", "trick"),
        skat=given.number("count.points", "skat"),
        par=given.number("count.par", "par"),
        rounding=given.number("count.par", "rounding"),
        after_tout=given.flag("count.tout", "counts"),
        after_nolo=given.flag("count.nolo", "counts"),
    )


def _fines(given: Clauses) -> FineRules:
    return FineRules(
        fines={each: given.number(f"fine.{each.value}", "to_each_pot") for each in Category},
        category={
            clause.removeprefix(IRREGULARITY): Category(given.word(clause, "category"))
            for clause in given.by_id
            if clause.startswith(IRREGULARITY)
        },
    )


def disagreements(rules: RuleSet, note: Note) -> None:
    """Notes every clause that contradicts another, or the cards."""
    given = Clauses(rules.clauses)
    _table_agrees(rules, given, note)
    _count_agrees(rules, note)
    _tricks_agree(rules, given, note)
    _words_agree(given, note)
    _cards_agree(given, note)
    _equal(given, note, "declare.cavallerie", "declare.kings", ("half", "full", "abundant"))
    _equal(given, note, "payment.king-bagud", "payment.king-ultimo", ("amount",))
    _equal(given, note, "payment.pagat-bagud", "payment.pagat-ultimo", ("amount",))


def _table_agrees(rules: RuleSet, given: Clauses, note: Note) -> None:
    table = rules.table
    size = given.number("table.deck", "size")
    if size != len(table.deck):
        note(
            "table.deck",
            "size",
            f"the deck is said to have {size} cards",
            f"78 less those left out are {len(table.deck)}",
        )
    dealt = table.players * table.hand_size + table.skat_size
    if dealt != len(table.deck):
        note("table.hand", "hand", f"{table.players} hands of {table.hand_size} and a skat of {table.skat_size} are {dealt} cards", f"the deck has {len(table.deck)}")  # fmt: skip # noqa: E501
    if given.number("discard.size", "cards") != table.skat_size:
        note("discard.size", "cards", "the dealer lays away another number of cards than he takes up", f"expected {table.skat_size}, as in table.hand")  # fmt: skip # noqa: E501
    if given.words("table.ranks", "courts") != COURTS or set(given.words("table.ranks", "reversed_spots")) != {str(suit) for suit in RED}:  # fmt: skip # noqa: E501
        note("table.ranks", "courts", "this order of the cards is not known here", "expected courts [R, D, C, V] and reversed_spots [h, d]")  # fmt: skip # noqa: E501


def _count_agrees(rules: RuleSet, note: Note) -> None:
    count, table = rules.count, rules.table
    said = rules.clauses["count.points"].parameters["total"]
    total = sum(map(count.of, table.deck)) + count.trick * table.hand_size + count.skat
    if total != said:
        note(
            "count.points",
            "total",
            f"the points are said to make {said}",
            f"cards, tricks and skat make {total}",
        )
    if count.par * table.players != total:
        note("count.par", "par", f"{table.players} times {count.par} is not {total}", f"expected {total / table.players:g}, an equal share of the points")  # fmt: skip # noqa: E501


def _tricks_agree(rules: RuleSet, given: Clauses, note: Note) -> None:
    for clause in ("fool.second-to-last", "fool.demand", "fool.last-trick"):
        trick = given.number(clause, "trick")
        if trick >= rules.table.hand_size:
            note(clause, "trick", f"there is no trick {trick} from the end that this could be about", f"expected less than {rules.table.hand_size}")  # fmt: skip # noqa: E501
    fool = rules.fool
    if fool.demand_trick is not None and fool.demand_trick == fool.banned_trick:
        note("fool.demand", "trick", "the Fool is demanded at the trick it may not be played to", "expected another trick than in fool.second-to-last")  # fmt: skip # noqa: E501


_DUTIES: Final = {
    ("play.follow", "to"): "follow-suit", ("play.trump", "to"): "trump-when-void", ("play.no-beat", "to"): "beat",
    ("count.tout", "outcome"): "tout", ("count.nolo", "outcome"): "nolo",
    ("declare.cavallerie", "of"): "courts-of-a-suit", ("declare.kings", "of"): "kings",
    ("naming.followable", "when"): "led", ("naming.statement", "when"): "both-say-void",
    ("naming.lost-right", "when"): "second-plays-third-claims", ("naming.both-void", "when"): "both-play",
    ("naming.second-card-names", "when"): "both-play-without-trumps",
    ("payment.early-king", "pot"): "king", ("payment.king-ultimo", "pot"): "king", ("payment.king-bagud", "pot"): "king",
    ("payment.early-pagat", "pot"): "pagat", ("payment.pagat-ultimo", "pot"): "pagat",
    ("payment.pagat-bagud", "pot"): "pagat", ("discard.trumps", "suit"): "T",
    **{(f"fine.{each.value}", "category"): each.value for each in Category},
    **{(f"fool.{each}", "card"): "fool" for each in
       ("any-trick", "lowest", "own-pile", "naming", "second-to-last", "last-trick", "demand")},
    **{(f"proper.{each}", "duty"): each for each in ("protect-pots", "take-chance", "richer-pot")},
}  # fmt: skip
"""Parameters that a clause's id already settles."""

_KINGS: Final = ("hR", "dR", "sR", "cR")
_SUBJECTS: Final = {
    "discard.kings": _KINGS, "discard.pagat": ("T1",), "discard.mondo": ("T21",), "discard.fool": ("fool",),
    "payment.early-king": _KINGS, "payment.king-ultimo": _KINGS, "payment.king-bagud": _KINGS,
    "payment.early-pagat": ("T1",), "payment.pagat-ultimo": ("T1",), "payment.pagat-bagud": ("T1",),
    "declare.matadors": ("fool", "T1", "T21"),
}  # fmt: skip
"""The cards that a clause's id says it is about."""


def _words_agree(given: Clauses, note: Note) -> None:
    for (clause, name), word in _DUTIES.items():
        if given.word(clause, name) != word:
            note(
                clause,
                name,
                f"`{given.word(clause, name)}` is not what {clause} is about",
                f"expected `{word}`",
            )
    if set(given.words("fool.naming", "suits")) != {suit.value for suit in Suit}:
        note("fool.naming", "suits", "a suit is left out", "expected all of h, d, s, c, T")


def _cards_agree(given: Clauses, note: Note) -> None:
    deck = {str(card) for card in DECK} - set(given.words("table.deck", "without"))
    for clause, subject in _SUBJECTS.items():
        name = "core" if clause == "declare.matadors" else "cards"
        value = given.by_id[clause].parameters.get(name)
        if not isinstance(value, tuple):
            continue
        if set(value) != set(subject) & deck:
            note(clause, name, f"these are not the cards {clause} is about", f"expected [{', '.join(each for each in subject if each in deck)}]")  # fmt: skip # noqa: E501


def _equal(given: Clauses, note: Note, clause: str, like: str, names: tuple[str, ...]) -> None:
    for name in names:
        here, there = given.number(clause, name), given.number(like, name)
        if here != there:
            note(clause, name, f"`{name}` is {here} here and {there} in {like}", f"expected {there} in both")
