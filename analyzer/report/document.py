"""What an answer says, as blocks of sentences whose words are typed.

A text function tells an answer line by line. While it is recorded (`analyzer.layout.recorded`) a line is one
sentence, one row of a table or one item, and says which; cards, players, amounts and clauses stand in it as
marks of private letters, which no file can hold. So what a headline, a law or a reading is is known where it
is told, and nobody looks for it in print.

Source: the blocks and spans are those of the machine interface, "The document".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, to_builtins

from analyzer.cards.card import Card, Suit
from analyzer.layout import CELL, DIAGRAM, GLUE, ITEM, LAW, NOTE, PROOF, READING, ROW, recorded
from analyzer.report.phrases.sources import source_words
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.spec.ruleset import RuleSet

Kind = Literal["headline", "paragraph", "law", "readings", "table", "steps", "diagram", "proof", "notes"]
_OPENS, _PARTS, _CLOSES = "\ue000", "\ue001", "\ue002"
_MARK: Final = f"{_OPENS}([^{_PARTS}]*){_PARTS}([^{_PARTS}{_CLOSES}]*){_CLOSES}"
_GOAL: Final = "goal:"
_KINDS: Final[Mapping[str, Kind]] = {
    ITEM: "steps", READING: "readings", PROOF: "proof", ROW: "table", NOTE: "notes",
}  # fmt: skip
_MARKS: Final = "".join(_KINDS)


class Span(Struct, frozen=True, omit_defaults=True):
    """A word of a sentence: text, a card, a player, a goal, an amount, or a clause with what it says."""

    text: str | UnsetType = UNSET
    card: Annotated[str, Meta(description="As a position file writes it; a led Fool fool=h.")] | UnsetType = (
        UNSET
    )
    player: str | UnsetType = UNSET
    goal: Annotated[str, Meta(description="The word it is asked with; text is its name.")] | UnsetType = UNSET
    amount: int | UnsetType = UNSET
    clause: str | UnsetType = UNSET
    says: str | UnsetType = UNSET


Sentence = list[Span]


class Block(Struct, frozen=True, omit_defaults=True):
    """A part of what is said; which of the keys it has goes by its kind."""

    block: Kind
    sentences: list[Sentence] | UnsetType = UNSET
    verdict: Annotated[str, Meta(description="Of a headline about a dispute.")] | UnsetType = UNSET
    stamp: Annotated[str, Meta(description="The verdict in a word.")] | UnsetType = UNSET
    clause: Annotated[str, Meta(description="Of a law.")] | UnsetType = UNSET
    broken: Annotated[bool, Meta(description="Whether the law was broken.")] | UnsetType = UNSET
    sources: Annotated[list[str], Meta(description="Where a law stands.")] | UnsetType = UNSET
    rows: Annotated[list[list[Sentence]], Meta(description="Of a table, cell by cell.")] | UnsetType = UNSET
    position: (
        Annotated[str, Meta(description="Of a diagram: one line of text, or a position file.")] | UnsetType
    ) = UNSET


class Document(Struct, frozen=True, tag_field="schema", tag="tarok-analyze/document/1"):
    """An answer as it is said in one language."""

    language: str
    blocks: list[Block]


class SpanStyle(TextStyle, frozen=True, kw_only=True):
    """How an answer is told while it is recorded: words that are typed are marks."""

    rules: RuleSet | None = None
    width: int = 1_000_000

    def card(self, card: Card, names: Suit | None = None) -> str:
        return _mark("card", str(card) if names is None else f"{card}={names}")

    def strong(self, name: str, width: int = 24) -> str:  # noqa: ARG002 - a name is whole here
        return _mark("player", self.safe(name))

    def name(self, name: str, width: int = 24) -> str:  # noqa: ARG002
        return _mark("player", self.safe(name))

    def safe(self, text: str) -> str:
        """Text out of a file; what is marked already stays."""
        return text if _OPENS in text else TextStyle.safe(self, text)

    def signed(self, amount: int) -> str:
        return _mark("amount", str(amount))

    def goal(self, goal: str, words: str) -> str:
        return _mark(f"{_GOAL}{goal}", words)

    def clause(self, clause: str) -> str:
        return _mark("clause", clause)

    def clause_said(self, clause: str) -> str:
        return self.clause(clause)

    def rule(self, width: int | None = None) -> str:  # noqa: ARG002
        return ""

    def law_block(self, rules: RuleSet, clause: str, *, broken: bool = False) -> Block:
        """A clause as a block: what it says, and where it stands."""
        says = [self.span("text", self.stated(rules.clauses[clause].statement))]
        where = source_words(rules, clause, TextStyle(lang=self.lang))
        return Block("law", [says], clause=clause, broken=broken or UNSET, sources=[where])

    def sentence(self, told: str) -> Sentence:
        """The words of a line that was recorded."""
        told, found, at = self.typeset(told), list[Span](), 0
        for mark in re.finditer(_MARK, told):
            if mark.start() > at:
                found.append(Span(text=told[at : mark.start()].replace(GLUE, " ")))
            found.append(self.span(*mark.groups()))
            at = mark.end()
        if at < len(told):
            found.append(Span(text=told[at:].replace(GLUE, " ")))
        return found

    def span(self, kind: str, word: str) -> Span:
        """A word of a kind."""
        if kind.startswith(_GOAL):
            return Span(goal=kind.removeprefix(_GOAL), text=word.replace(GLUE, " "))
        if kind == "amount":
            return Span(amount=int(word))
        if kind == "clause":
            statement = None if self.rules is None else self.rules.clauses.get(word)
            return Span(clause=word, says=UNSET if statement is None else self.stated(statement.statement))
        if kind == "card":
            return Span(card=word)
        return Span(player=word) if kind == "player" else Span(text=word)


def _mark(kind: str, word: str) -> str:
    return word if _OPENS in word else f"{_OPENS}{kind}{_PARTS}{word}{_CLOSES}"


def recorded_blocks(style: SpanStyle, lines: Iterable[str], *, headline: bool = True) -> Iterator[Block]:
    """Lines that were told while they were recorded, as blocks; the first ones are the headline."""
    parted = groupby(_split(lines), key=lambda line: bool(line.strip()))
    groups = [list(group) for told, group in parted if told]
    for number, group in enumerate(groups):
        for kind, each in groupby(group, key=_kind):
            of_kind = list(each)
            if kind == "law":
                rules = style.rules
                yield from () if rules is None else (style.law_block(rules, line[1:]) for line in of_kind)
            elif kind == "diagram":
                yield from (Block("diagram", position=line[1:].replace("\r", "\n")) for line in of_kind)
            elif kind == "table":
                cells = [line[1:].split(CELL) for line in of_kind]
                yield Block("table", rows=[[style.sentence(cell.strip()) for cell in row] for row in cells])
            else:
                said = [style.sentence(line.lstrip(_MARKS).strip()) for line in of_kind]
                first = headline and number == 0 and kind == "paragraph"
                if first:
                    yield Block("headline", said[:1])
                    headline, said = False, said[1:]
                if said:
                    yield Block(kind, said)


def _split(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield from line.split("\n")


def _kind(line: str) -> Any:
    return {LAW: "law", DIAGRAM: "diagram", **_KINDS}.get(line.lstrip(" ")[:1], "paragraph")


def spoken(style: TextStyle, tell: Callable[[TextStyle], str]) -> Sentence:
    """What is told in the language of a style, as words that are typed."""
    return spoken_lines(style, lambda marked: [tell(marked)])[0]


def spoken_lines(
    style: TextStyle, tell: Callable[[TextStyle], Iterable[str]], rules: RuleSet | None = None
) -> list[Sentence]:
    """Lines that are told in the language of a style, each as words that are typed."""
    marked = SpanStyle(lang=style.lang, rules=rules, game=style.game)
    with recorded():
        return [marked.sentence(line.lstrip(_MARKS).strip()) for line in tell(marked)]


def document_of_text(text: Any, language: str, rules: RuleSet | None) -> Document:
    """What a text function tells of an answer, as a document; it is given the style to tell it in."""
    style = SpanStyle(lang=language, rules=rules, game="" if rules is None else rules.name)
    with recorded():
        told: str = text(style)
    return Document(language, list(recorded_blocks(style, told.split("\n"))))


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
