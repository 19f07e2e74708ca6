"""Blocks as the machine interface has them: sentences of words that are typed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, to_builtins
from msgspec.structs import replace

from analyzer.cards.card import BY_TEXT, Card
from analyzer.layout import GLUE
from analyzer.messages import (
    Amount,
    BareClause,
    ClauseId,
    GoalName,
    LineWord,
    Message,
    Name,
    Put,
    Several,
    Title,
    Toned,
    Verbatim,
    Whose,
    Word,
    alone,
    between,
    formed,
    in_form,
    parts_of,
    template,
    whose,
    word_alone,
)
from analyzer.report.style.diagram import fact_messages, position_text
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.words.blocks import Drawn, FileText, FileWritten, Grid, Law, Passage, Phrase, Said, Stamp
from analyzer.words.names import source_message

# What an answer says, as blocks of sentences whose words are typed.
#
# Source: the blocks and spans are those of the machine interface, "The document".


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
        return style.clause_name(str(span.clause))
    return "" if span.text is UNSET else str(span.text)


# Blocks as the machine interface has them: sentences of words that are typed.
#
# Source: the machine interface, "The document".


def document(told: Said, language: str, rules: RuleSet | None) -> Document:
    """An answer in a language, about a game of these rules."""
    return Document(language, [*Spans(language, rules).blocks(told)])


class Spans:
    """Words of a language, with what the clauses of some rules say."""

    def __init__(self, language: str, rules: RuleSet | None, minus: str = "-") -> None:
        self.rules = rules
        self.style = TextStyle(lang=language, game="" if rules is None else rules.name, minus=minus)

    def blocks(self, told: Said) -> Iterator[Block]:
        """Blocks of the document."""
        for each in told:
            match each:
                case FileWritten():
                    yield Block("headline", [self.sentence(each.said)])
                case FileText():
                    lines = [[Span(text=line)] for line in each.text.splitlines() if line.strip()]
                    sentences = [*lines, *map(self.sentence, each.comments)]
                    yield from [Block("paragraph", sentences)] if sentences else []
                case Drawn() if each.alone:
                    yield Block("diagram", position=position_text(each.position))
                case Drawn():
                    yield from self._table(each)
                case Grid():
                    yield from self._grid(each)
                case Passage():
                    yield from self._part(each)

    def _grid(self, grid: Grid) -> Iterator[Block]:
        """A table, in parts where something is said below one of its rows."""
        rows = list[list[Sentence]]([[*map(self.sentence, grid.head)]] if grid.head else [])
        for each in grid.rows:
            if isinstance(each, Passage):
                yield from [Block("table", rows=rows)] if rows else []
                yield from self._part(each)
                rows = []
            else:
                rows.append([*map(self.sentence, each)])
        yield from [Block("table", rows=rows)] if rows else []

    def _part(self, told: Passage) -> Iterator[Block]:
        """Sentences as blocks: the first of a headline by itself, and each law by itself."""
        kind = told.kind
        for is_law, lines in groupby(told.lines, key=lambda each: isinstance(each, Law)):
            if is_law:
                yield from (
                    self.law(each.clause, broken=each.broken) for each in lines if isinstance(each, Law)
                )
                continue
            sentences = [self.phrase(each) for each in lines if isinstance(each, Phrase)]
            if kind == "headline":
                yield self._stamped(Block(kind, sentences[:1]), told.stamp)
                kind, sentences = "paragraph", sentences[1:]
            if sentences:
                yield Block(kind, sentences, role=UNSET if told.role is None else told.role)

    def _stamped(self, headline: Block, stamp: Stamp | None) -> Block:
        if stamp is None:
            return headline
        return replace(headline, verdict=stamp.verdict, stamp=self.style.render(stamp.word))

    def law(self, clause: str, *, broken: bool = False) -> Block:
        """A clause as a block: what it says, and where it stands."""
        assert self.rules is not None
        says = [Span(text=self.style.stated(self.rules.clauses[clause].statement))]
        where = self.style.render(source_message(self.rules, clause))
        return Block("law", [says], clause=clause, broken=broken or UNSET, sources=[where])

    def _table(self, told: Drawn) -> Iterator[Block]:
        """A position with its title before it, and what lies beside it behind it."""
        position = told.position
        for titles in ((position.title, position.source), (position.teaches,)):
            sentences = [self.sentence(word_alone(Title(each))) for each in titles if each]
            yield from [Block("paragraph", sentences)] if sentences else []
        yield Block("diagram", position=position_text(position))
        facts = alone(Several(tuple(fact_messages(position)), "·"))
        yield Block("paragraph", [self.sentence(facts)])

    def phrase(self, line: Phrase) -> Sentence:
        """A sentence with the clause it follows from, behind its number if it has one."""
        told = _whole(line)
        if line.mark.startswith("["):
            told = formed("{number} {told}", number=Verbatim(line.mark.strip()), told=told)
        return self.sentence(told)

    def sentence(self, message: Message) -> Sentence:
        """A sentence as words that are typed; words of text that stand together are one."""
        found = Sentence()
        for span in filter(_says_something, self._make_spans(message)):
            last = found[-1] if found else None
            if last is not None and _is_text(last) and _is_text(span):
                found[-1] = Span(text=f"{last.text}{span.text}")
            else:
                found.append(span)
        return [self._set(span, first=place == 0) for place, span in enumerate(found)]

    def _set(self, span: Span, *, first: bool) -> Span:
        """A text with the spaces of its language, as it stands behind what is before it."""
        if not _is_text(span):
            return span
        before = "" if first else "x"
        told = self.style.typeset(self.style.spelled(f"{before}{span.text}")).removeprefix(before)
        return Span(text=told.replace(GLUE, " "))

    def _make_spans(self, word: Word) -> Iterator[Span]:
        match word:
            case Message():
                for literal, name, form in parts_of(template(word, self.style.lang)):
                    yield from [Span(text=literal)] if literal else []
                    yield from (
                        self._make_spans(in_form(word.words[name], form, self.style.lang)) if name else ()
                    )
            case Several():
                for place, each in enumerate(word.items):
                    yield from [Span(text=between(word, place, self.style.lang))] if place else []
                    yield from self._make_spans(each)
            case Put():
                yield from self._put(word)
            case Toned():
                yield from self._make_spans(word.said)
            case Whose():
                yield from self._make_spans(whose(word, self.style.lang))
            case Title():
                for part in filter(None, self.style.title_parts(word)):
                    yield self._leaf(part) if isinstance(part, LineWord) else Span(text=part)
            case _:
                yield self._leaf(word)

    def _put(self, word: Put) -> Iterator[Span]:
        """A message as a part of a sentence: its first text as one begins, or its last one left open."""
        found = [*self._make_spans(word.said)]
        at = -1 if word.how == "open" else 0
        if found and _is_text(found[at]):
            found[at] = Span(text=word.as_put(str(found[at].text)))
        yield from found

    def _leaf(self, word: Word) -> Span:
        match word:
            case Card():
                return Span(card=str(word))
            case LineWord() if word.partition("=")[0] in BY_TEXT:
                return Span(card=str(word))
            case GoalName():
                return Span(goal=word.goal, text=self.style.render(word.said))
            case Name():
                return Span(player=self.style.safe(word))
            case Amount():
                return Span(amount=int(word))
            case ClauseId():
                return self._clause(str(word))
            case _:
                return Span(text=self.style.render(word_alone(word)))

    def _clause(self, clause: str) -> Span:
        stated = None if self.rules is None else self.rules.clauses.get(clause)
        return Span(clause=clause, says=UNSET if stated is None else self.style.stated(stated.statement))


def _is_text(span: Span) -> bool:
    return span == Span(text=span.text)


def _says_something(span: Span) -> bool:
    return span != Span(text="")


def _whole(line: Phrase) -> Message:
    """What is said, with the clause it follows from."""
    if line.by is None:
        return line.said
    return formed("{said} ({by})", said=line.said, by=BareClause(line.by))
