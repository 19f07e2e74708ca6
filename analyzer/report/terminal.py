"""Answers printed on a terminal: rows of a width, colours, signs; whole or in brief."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from analyzer import report
from analyzer.answers.answer import Answer
from analyzer.layout import GLUE, columns, finished, stacked, visible, wrap
from analyzer.messages import BareClause, Put, Toned, formed, word_alone
from analyzer.report.style.textstyle import TextStyle
from analyzer.words.blocks import Drawn, Effort, FileText, FileWritten, Grid, Law, Passage, Phrase, Said

# Blocks as a terminal shows them: rows of a width, colours, signs.


_SHORTEST: Final = 5
_UNBROKEN: Final = 10_000
"""So wide that no row is broken."""


def blocks_text(told: Said, style: TextStyle) -> str:
    """An answer on a terminal, no row wider than the style."""
    files = [each for each in told if isinstance(each, FileText | FileWritten)]
    if files or not told:
        return "".join(line for each in files for line in _file(each, style))
    rows = list[str]()
    for each in told:
        if isinstance(each, Effort) and not style.stats:
            continue
        close = isinstance(each, Passage | Grid) and each.close
        rows += [""] if rows and not close else []
        match each:
            case Drawn():
                diagram = report.style.diagram  # imported where something is drawn
                rows += diagram.position_lines(style, each.position, turn=each.turn, alone=each.alone)
            case Effort():
                rows.append(style.paint(style.render(each.said), "dim"))
            case Grid():
                rows += _grid(each, style)
            case Passage():
                rows += (row for line in _lines(each) for row in _rows(line, style))
    return style.typeset(finished(rows, style.width))


def _file(told: FileText | FileWritten, style: TextStyle) -> Iterator[str]:
    """That a file was written; or its text, and comments of it, each row behind a mark."""
    if isinstance(told, FileWritten):
        yield f"{style.typeset(style.render(told.said))}\n"
        return
    yield style.spelled(told.text)
    for each in told.comments:
        yield from (f"# {row}\n" for row in wrap(style.render(each), style.width - 2))


def headline(told: Said, style: TextStyle) -> list[str]:
    """The answer itself, a sentence a line, however long; all of it where it has no headline."""
    first = next((each for each in told if isinstance(each, Passage) and each.kind == "headline"), None)
    if first is None:
        of_a_file = any(isinstance(each, FileText) for each in told)
        return blocks_text(told, style if of_a_file else replace(style, width=_UNBROKEN)).splitlines()
    return sentences((each for each in _lines(first) if isinstance(each, Phrase)), style)


def sentences(lines: Iterable[Phrase], style: TextStyle) -> list[str]:
    """Sentences, each in one row however long it is."""
    rows = (style.paint(style.render(each.said), each.tone) for each in lines)
    return [style.typeset(row.replace(GLUE, " ").rstrip()) for row in rows]


def _lines(passage: Passage) -> Sequence[Phrase | Law]:
    """The sentences of a part; the first of a headline behind its stamp; of the laws those that decide."""
    lines = [each for each in passage.lines if isinstance(each, Phrase) or not each.aside]
    if passage.stamp is not None and isinstance(lines[0], Phrase):
        stamp = Toned(passage.stamp.word, passage.stamp.tone)
        lines[0] = replace(lines[0], said=formed("{stamp}: {said}", stamp=stamp, said=lines[0].said))
    return lines


def line_rows(line: Phrase, style: TextStyle) -> list[str]:
    """A sentence in rows."""
    first = "  " * line.level + line.mark
    rest = " " * len(first) if line.mark else f"{first}  " if line.hang else first
    told = style.render(line.said)
    if line.by is not None:
        told = _with_clause(told, first, style.clause(line.by), style)
    return [style.paint(row, line.tone) for row in wrap(told, style.width, first, rest)]


def one_line(line: Phrase, style: TextStyle) -> str:
    """A sentence and the clause it follows from, in one row however long it is."""
    told = style.render(line.said).replace(GLUE, " ")
    return told if line.by is None else f"{told} [{style.clause(line.by)}]"


def _with_clause(told: str, first: str, clause: str, style: TextStyle) -> str:
    """A sentence with the clause it follows from, which stands at the right where there is room."""
    clause = style.paint(f"[{clause}]", "dim")
    gap = style.width - visible(first + told) - visible(clause)
    return f"{told}{GLUE * max(1, gap - 1)} {clause}" if gap > 1 else f"{told} {clause}"


def law_rows(law: Law, style: TextStyle) -> list[str]:
    """A clause in rows."""
    says, indent, called = law.says, "  " * law.level, word_alone(BareClause(law.clause))
    if style.ids:
        says = formed("{clause}: {says}", clause=called, says=says)
    elif law.named:
        says = formed("{clause}: {says}", clause=Put(called, "capital"), says=says)
    told = wrap(style.render(says), style.width, indent)
    return told + wrap(style.paint(style.render(law.stands), "dim"), style.width, indent)


def _grid(grid: Grid, style: TextStyle) -> Iterator[str]:
    """A table; a column whose words may be wrapped takes the room that the others leave.

    If none may be and the rows are too wide, the columns follow one another in parts, each behind the first
    one. If that has no room either, something is said below a row, or words would be broken, the cells of
    each row stand one below the other.
    """
    head = [style.render(cell) for cell in grid.head]
    rows = [
        each if isinstance(each, Passage) else [style.render(cell) for cell in each] for each in grid.rows
    ]
    cells = [*([head] if head else []), *(row for row in rows if not isinstance(row, Passage))]
    widths = [max(map(visible, column)) for column in zip(*cells, strict=True)]
    least = {
        at: _longest_word(row[at] for row in cells) for at, align in enumerate(grid.aligns) if align == "="
    }
    fixed = sum(width for at, width in enumerate(widths) if at not in least)
    room = style.width - fixed - 2 * (len(widths) - 1)
    below = bool(head) and room < sum(least.values())
    if below and not least and len(cells) == 1 + len(rows) and widths[0] + 2 + max(widths[1:]) <= style.width:
        yield from _in_parts(cells, widths, grid.aligns, style.width)
        return
    if least and not below:
        most = max(_SHORTEST, room // len(least))
        least = least if head else {at: min(words, most) for at, words in least.items()}
        widths = _shared(widths, least, room)
    for row in rows if below or not head else [head, *rows]:
        if isinstance(row, Passage):
            yield from (line for each in row.lines for line in _rows(each, style))
        elif below:
            yield from _below(row, head, style)
        elif least:
            yield from stacked(row, widths)
        else:
            yield columns(row, widths, grid.aligns)


def _longest_word(cells: Iterable[str]) -> int:
    """The columns of the longest word of some cells."""
    return max((visible(word) for cell in cells for word in cell.split(" ")), default=0)


def _shared(widths: Sequence[int], least: Mapping[int, int], room: int) -> list[int]:
    """The widths where the columns that may be wrapped share the room.

    Each has room for its longest word; what one does not need beyond that the others have.
    """
    found, left = list(widths), room - sum(least.values())
    for number, at in enumerate(sorted(least, key=lambda at: widths[at] - least[at])):
        more = max(0, min(widths[at] - least[at], left // (len(least) - number)))
        found[at], left = least[at] + more, left - more
    return found


def _in_parts(rows: Sequence[Sequence[str]], widths: Sequence[int], aligns: str, width: int) -> Iterator[str]:
    """As many columns as there is room for, each time behind the first; an empty line between the parts."""
    start = 1
    while start < len(widths):
        end = start + 1
        while end < len(widths) and widths[0] + sum(each + 2 for each in widths[start : end + 1]) <= width:
            end += 1
        yield from [""] if start > 1 else []
        part = slice(start, end)
        for row in rows:
            yield columns([row[0], *row[part]], [widths[0], *widths[part]], aligns[0] + aligns[part])
        start = end


def _below(row: Sequence[str], head: Sequence[str], style: TextStyle) -> Iterator[str]:
    """The cells of a row one below the other, each behind the title of its column; the first above them."""
    yield from wrap(row[0], style.width)
    for title, cell in zip(head[1:], row[1:], strict=True):
        if cell:
            yield from wrap(cell, style.width, f"  {title}  ", "    ")


def _rows(line: Phrase | Law, style: TextStyle) -> list[str]:
    return law_rows(line, style) if isinstance(line, Law) else line_rows(line, style)


# An answer printed: on a terminal, whole or in brief, and as blocks of words that are typed.


def text(answer: Answer, style: TextStyle) -> str:
    """All of it on a terminal."""
    return blocks_text(answer.says, for_game(answer, style))


def brief(answer: Answer, style: TextStyle) -> list[str]:
    """The answer itself on a terminal, a sentence a line."""
    return headline(answer.in_brief, _in_brief(answer, style))


def summary_lines(answer: Answer, style: TextStyle) -> list[str]:
    """What is told beside a file that holds the whole answer, a sentence a line."""
    return headline(answer.short_text, _in_brief(answer, style))


def document(answer: Answer, language: str) -> report.spans.Document:
    """All of it as blocks of words that are typed."""
    return report.spans.document(answer.says, language, answer.about)


def for_game(answer: Answer, style: TextStyle) -> TextStyle:
    """The style with the words of the game that the answer is about."""
    return style if answer.about is None else replace(style, game=answer.about.name)


def _in_brief(answer: Answer, style: TextStyle) -> TextStyle:
    return replace(for_game(answer, style), ids=style.ids or answer.brief_by_ids)
