"""Answers on paper: the sheet of an evening, a verdict, a ruling, a hand, and composed problems."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from analyzer.api.answer import Answer
from analyzer.api.asked import SolveRequest
from analyzer.api.compose import Composed
from analyzer.api.replay import Replayed
from analyzer.api.requests import Means
from analyzer.api.ruling import Ruled
from analyzer.api.score import Scored
from analyzer.api.show import Printing, ShownAs, show
from analyzer.api.solve import solve
from analyzer.api.writing import write_file
from analyzer.errors import UsageError
from analyzer.messages import Message, Verbatim, listed, say
from analyzer.report.drawn.figures import Drawing, stacked
from analyzer.report.paper.audits import audit_drawings
from analyzer.report.paper.document import (
    Block,
    Document,
    SolutionPlace,
    amount_words,
    heading,
    plain_lines,
    sentence,
    sheet,
)
from analyzer.report.paper.hands import hand_blocks
from analyzer.report.paper.markup import html, markdown
from analyzer.report.paper.press import pressed
from analyzer.report.paper.rulings import ruling_blocks
from analyzer.report.style.textstyle import TextStyle

Printed = Callable[[TextStyle], Document]
Figures = Callable[[TextStyle], list[Drawing]]
PICTURES: Final = (".svg", ".png")
"""How files of figures end."""
FORMS: Final[Mapping[str, Callable[[Document], str | bytes]]] = {
    ".pdf": lambda document: pressed(document, "pdf"),
    ".html": html,
    ".md": markdown,
}
"""What is made of a document, by the ending of its file."""


def print_into(file: Path, made: Printed, lang: str, figures: Figures | None = None) -> Message | None:
    """Write a page into a file, or its figures where it has any; why it did not take it.

    Raises: UsageError for a file whose ending tells no form, and where nothing prints or draws.
    """
    if figures is not None and file.suffix in PICTURES:
        return _draw_into(file, figures, TextStyle(10_000, lang=lang))
    if file.suffix not in FORMS:
        known = listed(map(Verbatim, (*FORMS, *(PICTURES if figures else ()))))
        raise UsageError(
            say("{file} does not tell what to write", file=Verbatim(file)),
            say("a file ends in {known}", known=known),
        )
    return write_file(file, FORMS[file.suffix](made(TextStyle(10_000, lang=lang))))


def _draw_into(file: Path, figures: Figures, style: TextStyle) -> Message | None:
    drawings = figures(style)
    if not drawings:
        return say("no card was valued in tokens, points or tricks, so there is nothing to draw")
    return write_file(file, stacked(drawings, style, file.suffix[1:]))


def score_page(answer: Scored) -> Printed:
    """The sheet of an evening: a row a hand, totals, and what the end makes of them."""

    def made(style: TextStyle) -> Document:
        score = answer.score
        evening, players = score.evening, [style.safe(name) for name in score.evening.players]
        title = style.titled(evening.title) if evening.title else style.t("Score sheet")
        rows = [[str(hand.number), *amount_words(hand.amounts), players[hand.dealer]] for hand in score.hands]
        rows.append([style.t("In all"), *amount_words(score.totals), ""])
        if any(score.end.tokens):
            after = tuple(map(sum, zip(score.totals, score.end.tokens, strict=True)))
            rows += [[style.t("At the end"), *amount_words(score.end.tokens), ""],
                     [style.t("With the end"), *amount_words(after), ""]]  # fmt: skip
        head = [style.t("Hand"), *players, style.t("dealer")]
        rules = style.t("{rules}: {players}", rules=str(evening.rules), players=style.both(players))
        told = sheet(head, rows, 1 + len(players), [len(score.hands)])
        blocks = (heading(title, large=True), sentence(rules), told)
        return Document(title, style.lang, blocks)

    return made


def check_page(answer: Answer) -> Printed:
    """A verdict with the law, the remedy and the sums, as the command tells them."""

    def made(style: TextStyle) -> Document:
        verdict, *told = plain_lines(answer.text(style).splitlines())
        blocks: list[Block] = [heading(verdict, large=True), *map(sentence, told)]
        return Document(verdict, style.lang, tuple(blocks))

    return made


def ruling_page(answer: Ruled) -> Printed:
    """A recorded hand ruled on: one page a line, with the table at each breach and the sums."""

    def made(style: TextStyle) -> Document:
        blocks = tuple(ruling_blocks(answer.position, answer.lines, answer.grounds, style))
        return Document(style.t("Ruling"), style.lang, blocks)

    return made


def replay_page(answer: Replayed) -> Printed:
    """A hand trick by trick, one page a line, with its audit where it was made."""

    def made(style: TextStyle) -> Document:
        blocks = tuple(hand_blocks(answer.position, answer.lines, answer.grounds, style))
        return Document(style.t("Replay"), style.lang, blocks)

    return made


def audit_figures(answer: Replayed) -> Figures:
    """What every player was sure of, a figure for each line that was valued."""
    return lambda style: list(audit_drawings(answer.position, answer.lines, style))


def compose_page(answer: Composed) -> Printed:
    """The problems as a booklet, with the solutions on a last page."""

    def made(style: TextStyle) -> Document:
        printing = Printing(SolutionPlace.APART)
        shown = [
            show(each.position, ShownAs.PDF, lambda read: solve(read, SolveRequest(), Means()), printing)
            for each in answer.problems
        ]
        return replace(shown[0], others=tuple(shown[1:])).document(style)

    return made
