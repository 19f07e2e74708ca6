"""Answers on paper: the sheet of an evening, a verdict, a ruling, a hand, and composed problems."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from analyzer.answers.answer import Answer, Settled
from analyzer.answers.compose import Composed
from analyzer.answers.records.check import Checked
from analyzer.answers.records.replay import Replayed
from analyzer.answers.records.ruling import Ruled
from analyzer.answers.records.score import Scored, hand_message, left_over_message, paid_phrases
from analyzer.answers.requests import Means, SolveRequest
from analyzer.answers.solve import solve
from analyzer.api.files.show import Printing, ShownAs, show
from analyzer.errors import UsageError
from analyzer.fileio import write_file
from analyzer.messages import Message, Title, Verbatim, listed, say
from analyzer.report import terminal
from analyzer.report.paper.document import (
    BREAK,
    MINUS,
    PaperDocument,
    SolutionPlace,
    amount_words,
    answer_blocks,
    heading,
    minus,
    phrases,
    sheet,
)
from analyzer.report.paper.figures import Drawing, stacked
from analyzer.report.paper.markup import html, markdown, pressed
from analyzer.report.paper.rulings import (
    RULINGS,
    audit_drawings,
    blank_form,
    contents,
    hand_blocks,
    ruling_blocks,
    ruling_title,
    signatures,
    signed_blocks,
)
from analyzer.report.spans import Document, words_of
from analyzer.report.style.textstyle import TextStyle
from analyzer.words.names import ground_phrases

Printed = Callable[[TextStyle], PaperDocument]
Figures = Callable[[TextStyle], list[Drawing]]
PICTURES: Final = (".svg", ".png")
"""How files of figures end."""
FORMS: Final[Mapping[str, Callable[[PaperDocument], str | bytes]]] = {
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
    check_form(file, *(PICTURES if figures else ()))
    return write_file(file, FORMS[file.suffix](made(paper_style(lang))))


def paper_style(lang: str) -> TextStyle:
    """How a page looks: sentences unbroken, with the minus of print."""
    return TextStyle(10_000, lang=lang, minus=MINUS)


def check_form(file: Path, *more: str) -> None:
    """Raises: UsageError for a file whose ending tells no form of a page, nor one `more`."""
    if file.suffix not in FORMS:
        raise UsageError(
            say("the ending of {file} does not say what to write", file=Verbatim(file)),
            say("a file ends in {known}", known=listed(map(Verbatim, (*FORMS, *more)))),
        )


def booklet_of(pages: Sequence[tuple[str, Printed]], left_out: Sequence[str] = ()) -> Printed:
    """Pages in one document, each beginning a new one, behind a page that lists what they rule.

    With each page the name of the file that it is about. The list also names the files that are `left_out`.
    """

    def build_document(style: TextStyle) -> PaperDocument:
        first, *others = documents = [page(style) for _, page in pages]
        if not others and not left_out:
            return first
        files = [Path(file).name for file, _ in pages]
        told = (part for each in documents for part in (BREAK, *each.blocks))
        lacking = [style.safe(Path(file).name) for file in left_out]
        blocks = (*contents(style, documents, files, lacking), *told)
        return PaperDocument(style.render(RULINGS), style.lang, blocks)

    return build_document


def _draw_into(file: Path, figures: Figures, style: TextStyle) -> Message | None:
    drawings = figures(style)
    if not drawings:
        return say("no card was valued in tokens, points or tricks, so there is nothing to draw")
    return write_file(file, stacked(drawings, style, file.suffix[1:]))


def score_page(answer: Scored, *, details: bool = False) -> Printed:
    """The sheet of an evening: a row a hand in words, totals, what the end makes of them, lines to sign.

    With `details` every payment stands behind it, hand by hand, with its clause.
    """

    def build_document(style: TextStyle) -> PaperDocument:
        score = answer.score
        evening, players = score.evening, [style.safe(name) for name in score.evening.players]
        title = style.titled(evening.title) if evening.title else style.render(say("Score sheet"))
        lies = [style.render(left_over_message(evening.rules, hand.lying, players)) for hand in score.hands]
        more = 1 if any(lies) else 0
        rows = [
            [str(hand.number), players[hand.dealer], *amount_words(hand.amounts),
             minus(style.render(hand_message(hand, players, evening.rules, told))), *[lie][:more]]
            for hand, told, lie in zip(score.hands, evening.hands, lies, strict=True)
        ]  # fmt: skip
        sums = [(say("In all"), score.totals)]
        if any(score.end.tokens):
            after = tuple(map(sum, zip(score.totals, score.end.tokens, strict=True)))
            sums += [(say("At the end"), score.end.tokens), (say("With the end"), after)]
        rows += [[style.render(name), "", *amount_words(amounts), "", *[""] * more] for name, amounts in sums]
        lying = [style.render(say("on the table"))] * more
        first, outcome = map(style.render, (say("Hand"), say("what came of it")))
        head = [first, style.render(say("dealer")), *players, outcome, *lying]
        told = sheet(head, rows, 2 + len(players), [len(score.hands)])
        marked = [len(score.hands) + (len(sums) - 1)]
        blocks = [heading(title, large=True), blank_form(style, evening.rules, players, None, ruling=False)]
        blocks += [{**told, "marked": marked}]
        if details:
            for hand in score.hands:
                blocks.append(heading(style.render(say("Hand {number}", number=hand.number))))
                blocks += phrases(style, paid_phrases(hand, players))
        blocks += phrases(style, ground_phrases(evening.rules, score.grounds))
        blocks.append(signatures(style, players, arbiter=False))
        return PaperDocument(title, style.lang, tuple(blocks))

    return _in_words_of_the_game(answer, build_document)


def _in_words_of_the_game(answer: Answer, page: Printed) -> Printed:
    return lambda style: page(terminal.for_game(answer, style))


def answer_page(answer: Answer) -> Printed:
    """What an answer says, block by block: a verdict with law, remedy and sums, or a plan with the table."""

    def build_document(style: TextStyle) -> PaperDocument:
        told = terminal.document(answer, style.lang)
        return PaperDocument(_title(told, style), style.lang, tuple(answer_blocks(told, style)))

    return _in_words_of_the_game(answer, build_document)


def verdict_page(answer: Checked) -> Printed:
    """A verdict on a dispute as it is signed."""
    finding = answer.finding

    def build_document(style: TextStyle) -> PaperDocument:
        told = terminal.document(answer, style.lang)
        blocks = signed_blocks(told, finding, style, good=answer.settled is Settled.YES)
        return PaperDocument(style.render(ruling_title(finding.dispute)), style.lang, tuple(blocks))

    return _in_words_of_the_game(answer, build_document)


def _title(told: Document, style: TextStyle) -> str:
    """The first sentence of an answer, which is its headline."""
    return words_of(told.blocks[0].sentences[0] if told.blocks[0].sentences else [], style)


def ruling_page(answer: Ruled) -> Printed:
    """A recorded hand ruled on: for each line what is signed, then the hand trick by trick."""

    def build_document(style: TextStyle) -> PaperDocument:
        blocks = tuple(ruling_blocks(answer.position, answer.lines, answer.grounds, style))
        about = Title(answer.position.title or "")
        title = say("Ruling: {about}", about=about) if about else say("Ruling")
        return PaperDocument(style.render(title), style.lang, blocks)

    return _in_words_of_the_game(answer, build_document)


def replay_page(answer: Replayed) -> Printed:
    """A hand trick by trick, one page a line, with its audit where it was made."""

    def build_document(style: TextStyle) -> PaperDocument:
        blocks = tuple(hand_blocks(answer.position, answer.lines, answer.grounds, style))
        return PaperDocument(style.render(say("Replay")), style.lang, blocks)

    return _in_words_of_the_game(answer, build_document)


def audit_figures(answer: Replayed) -> Figures:
    """What every player was sure of, a figure for each line that was valued."""
    return lambda style: list(audit_drawings(answer.position, answer.lines, style))


def compose_page(answer: Composed) -> Printed:
    """The problems as a booklet, with the solutions on a last page."""

    def build_document(style: TextStyle) -> PaperDocument:
        printing = Printing(SolutionPlace.APART)
        shown = [
            show(each.position, ShownAs.PDF, lambda read: solve(read, SolveRequest(), Means()), printing)
            for each in answer.problems
        ]
        return replace(shown[0], others=tuple(shown[1:])).document(style)

    return build_document
