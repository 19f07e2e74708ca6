"""Answers on paper: the sheet of an evening, a verdict, and composed problems as a booklet, each one PDF."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from analyzer.api.answer import Answer
from analyzer.api.asked import SolveRequest
from analyzer.api.compose import Composed
from analyzer.api.requests import Means
from analyzer.api.score import Scored
from analyzer.api.show import Printing, ShownAs, show
from analyzer.api.solve import solve
from analyzer.api.writing import write_file
from analyzer.layout import GLUE
from analyzer.messages import Message
from analyzer.report.paper.document import Block, Document, SolutionPlace, heading, sentence, sheet
from analyzer.report.paper.press import pressed
from analyzer.report.style.textstyle import TextStyle

Printed = Callable[[TextStyle], bytes]


def print_into(file: Path, made: Printed, lang: str) -> Message | None:
    """Write a page into a file; why it did not take it. Raises: UsageError where nothing prints."""
    return write_file(file, made(TextStyle(10_000, lang=lang)))


def score_page(answer: Scored) -> Printed:
    """The sheet of an evening: a row a hand, totals, and what the end makes of them."""

    def made(style: TextStyle) -> bytes:
        score = answer.score
        evening, players = score.evening, [style.safe(name) for name in score.evening.players]
        title = style.safe(evening.title) if evening.title else style.t("Score sheet")
        rows = [[str(hand.number), *_amounts(hand.amounts), players[hand.dealer]] for hand in score.hands]
        rows.append([style.t("In all"), *_amounts(score.totals), ""])
        if any(score.end.tokens):
            after = tuple(map(sum, zip(score.totals, score.end.tokens, strict=True)))
            rows += [[style.t("At the end"), *_amounts(score.end.tokens), ""],
                     [style.t("With the end"), *_amounts(after), ""]]  # fmt: skip
        head = [style.t("Hand"), *players, style.t("dealer")]
        rules = style.t("{rules}: {players}", rules=str(evening.rules), players=style.both(players))
        told = sheet(head, rows, 1 + len(players), [len(score.hands)])
        blocks = (heading(title, large=True), sentence(rules), told)
        return pressed(Document(title, style.lang, blocks), "pdf")

    return made


def _amounts(amounts: tuple[int, ...]) -> Iterator[str]:
    return (f"{amount:+d}".replace("-", "−") if amount else "0" for amount in amounts)


def check_page(answer: Answer) -> Printed:
    """A verdict with the law, the remedy and the sums, as the command tells them."""

    def made(style: TextStyle) -> bytes:
        lines = [" ".join(line.replace(GLUE, " ").split()) for line in answer.text(style).splitlines()]
        verdict, *told = [line for line in lines if line.strip("─")]
        blocks: list[Block] = [heading(verdict), *map(sentence, told)]
        return pressed(Document(verdict, style.lang, tuple(blocks)), "pdf")

    return made


def compose_page(answer: Composed) -> Printed:
    """The problems as a booklet, with the solutions on a last page."""

    def made(style: TextStyle) -> bytes:
        printing = Printing(SolutionPlace.APART)
        shown = [
            show(each.position, ShownAs.PDF, lambda read: solve(read, SolveRequest(), Means()), printing)
            for each in answer.problems
        ]
        return replace(shown[0], others=tuple(shown[1:])).content(style)

    return made
