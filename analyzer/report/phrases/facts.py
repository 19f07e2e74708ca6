"""What a player knows of unseen cards, in the reader's language."""

from __future__ import annotations

from typing import Final

from analyzer.cards.card import Card, Suit
from analyzer.knowledge.discarded import THE_DEALER
from analyzer.knowledge.facts import Fact, Word
from analyzer.messages import marked
from analyzer.report.phrases.declared import declared_words, suit_name
from analyzer.report.style.face import Face
from analyzer.rules.deal.combinations import Declaration

SENTENCES: Final = (
    marked("{player} has no {suit}"),
    marked("{player} has no {suit}: {card} did not follow"),
    marked("{player} has no {suit}: {card} did not follow in trick {trick}"),
    marked("{player} has no trumps: {card} was thrown off"),
    marked("{player} has no trumps: {card} was thrown off in trick {trick}"),
    marked("{player} has no {suit}, as was said in trick {trick}"),
    marked(
        "the Fool that {player} played to {suit} in trick {trick} shows nothing: "
        "it may be played to any trick"
    ),
    marked("{player} holds {card}, taken back in trick {trick}"),
    marked("{player} does not hold the Fool, which he demanded in trick {trick}"),
    marked("{player} holds the Fool: play was taken back to him in trick {trick}"),
    marked("{player} does not hold the Fool: it was demanded, and he played {card} in trick {trick}"),
    marked("{player} declared {declared}"),
    marked("{player} passed"),
    marked("{player} declared nothing else"),
    marked("no king lies in the skat"),
    marked("the Pagat does not lie in the skat"),
    marked("the Mondo does not lie in the skat"),
    marked("the Fool does not lie in the skat: no Tout was announced"),
    marked("the Fool does not lie in the skat"),
    marked("no trump lies in the skat: {player} kept {cards}"),
    marked("trumps lie in the skat only if {player} kept none"),
    marked("{player} named no card of a combination, so none lies in the skat"),
    marked("{card} lies in the skat"),
    marked("{player} discarded trumps"),
    marked("{player} discarded no trumps"),
    marked("{player} discarded so many trumps: {number}"),
)  # fmt: skip
"""Every sentence a fact is told with."""


def fact_words(face: Face, fact: Fact) -> str:
    """A fact as this reader reads it."""
    return face.t(fact.template, **{key: _word(face, key, word) for key, word in fact.words.items()})


def _word(face: Face, key: str, word: Word) -> str:
    if isinstance(word, Suit):
        return suit_name(face, word)
    if isinstance(word, Card):
        return face.card(word)
    if isinstance(word, Declaration):
        return declared_words(face, word)
    if isinstance(word, frozenset):
        return face.cards(word)
    if key == "player":
        return face.t("the dealer") if word == THE_DEALER else face.strong(str(word))
    return str(word)
