"""What an answer says, as blocks of sentences whose words are typed.

Source: the blocks and spans are those of the machine interface, "The document".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, to_builtins

from analyzer.report.style.textstyle import TextStyle

Kind = Literal["headline", "paragraph", "law", "readings", "table", "steps", "diagram", "proof", "notes"]


class Span(Struct, frozen=True, omit_defaults=True):
    """A part of a sentence: text, a card, a player, a goal, an amount, or a clause with its statement."""

    text: str | UnsetType = UNSET
    card: (
        Annotated[str, Meta(description="The card as a position file writes it; a led Fool as fool=h.")]
        | UnsetType
    ) = UNSET
    player: str | UnsetType = UNSET
    goal: (
        Annotated[str, Meta(description="The word for the goal in a question; `text` is its name.")]
        | UnsetType
    ) = UNSET
    amount: int | UnsetType = UNSET
    clause: str | UnsetType = UNSET
    says: str | UnsetType = UNSET


Sentence = list[Span]


class Block(Struct, frozen=True, omit_defaults=True):
    """A part of what is said; which of the keys it has goes by its kind."""

    block: Kind
    sentences: list[Sentence] | UnsetType = UNSET
    verdict: Annotated[str, Meta(description="For a headline about a dispute.")] | UnsetType = UNSET
    stamp: Annotated[str, Meta(description="The verdict in a word.")] | UnsetType = UNSET
    role: (
        Annotated[str, Meta(description="The part of a ruling: due, about, facts, reasons, open, remedy.")]
        | UnsetType
    ) = UNSET
    clause: Annotated[str, Meta(description="The clause of a law.")] | UnsetType = UNSET
    broken: Annotated[bool, Meta(description="True if the law was broken.")] | UnsetType = UNSET
    sources: Annotated[list[str], Meta(description="The sources of a law.")] | UnsetType = UNSET
    rows: (
        Annotated[list[list[Sentence]], Meta(description="The rows of a table, cell by cell.")] | UnsetType
    ) = UNSET
    position: (
        Annotated[str, Meta(description="The position of a diagram: one line of text, or a position file.")]
        | UnsetType
    ) = UNSET


class Document(Struct, frozen=True, tag_field="schema", tag="tarok-analyze/document/1"):
    """An answer as it is said in one language."""

    language: str
    blocks: list[Block]


def plain_document(document: Document) -> dict[str, Any]:
    """The document as plain data, ready to be written."""
    found: dict[str, Any] = to_builtins(document)
    return found


def words_of(sentence: Sequence[Span], style: TextStyle) -> str:
    """A sentence as a style prints it."""
    return "".join(_printed(span, style) for span in sentence)


def _printed(span: Span, style: TextStyle) -> str:
    if span.card is not UNSET:
        return style.word(str(span.card))
    if span.player is not UNSET:
        return style.strong(str(span.player))
    if isinstance(span.amount, int):
        return style.signed(span.amount)
    if span.clause is not UNSET:
        return style.clause_said(str(span.clause))
    return "" if span.text is UNSET else str(span.text)
