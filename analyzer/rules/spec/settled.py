"""What a clause's id settles already: the words, cards and amounts that its parameters can only repeat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from analyzer.cards.card import DECK
from analyzer.messages import Message, Verbatim, listed, say
from analyzer.rules.spec.clause import Category
from analyzer.rules.spec.reading import RulesReading


class Disagreement(NamedTuple):
    """A parameter of a clause that cannot be what it is, why, and what was expected."""

    clause: str
    parameter: str
    message: Message
    expected: Message


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
    "proper.silence": ("asks", "silence"),
    "proper.fourth-silent": ("asks", "silence-of-the-fourth"),
    "proper.hands-down": ("asks", "hands-down"),
    "declare.fool-untold": ("card", "fool"),
}
"""A parameter that the clause's id already settles, and its word."""

SUBJECTS: Final = {
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


def settled_by_id(given: RulesReading) -> Iterator[Disagreement]:
    """Every parameter that is not what its clause's id says."""
    yield from _words_agree(given)
    yield from _cards_agree(given)
    yield from _amounts_agree(given)


def _words_agree(given: RulesReading) -> Iterator[Disagreement]:
    settled = [(clause, name, word) for clause, (name, word) in _SETTLED.items()]
    settled += [(f"naming.{each}", "named_by", by) for each, (_, by) in _NAMING.items()]
    for clause, name, word in settled:
        if clause not in given.by_id:
            continue
        said = given.word(clause, name)
        if said != word:
            yield Disagreement(
                clause,
                name,
                say("`{word}` is not what this is about", word=Verbatim(said)),
                say("expected `{word}`", word=Verbatim(word)),
            )
    if not {"h", "d", "s", "c"} <= set(given.words("fool.naming", "suits")):
        message, expected = say("a plain suit cannot be named"), say("expected all of h, d, s, c")
        yield Disagreement("fool.naming", "suits", message, expected)


def _cards_agree(given: RulesReading) -> Iterator[Disagreement]:
    deck = {str(card) for card in DECK} - set(given.words("table.deck", "without"))
    for clause, subject in SUBJECTS.items():
        name = "core" if clause == "declare.matadors" else "cards"
        there = [card for card in subject if card in deck]
        if set(given.words(clause, name)) != set(there):
            yield Disagreement(
                clause,
                name,
                say("these are other cards"),
                say("expected [{cards}]", cards=listed(map(Verbatim, there))),
            )


def _amounts_agree(given: RulesReading) -> Iterator[Disagreement]:
    for clause, like, names in _ALIKE:
        for name in names:
            here, there = given.number(clause, name), given.number(like, name)
            if here != there:
                yield Disagreement(
                    clause,
                    name,
                    say("{here} here and {there} in {like}", here=here, there=there, like=Verbatim(like)),
                    say("expected one amount"),
                )
