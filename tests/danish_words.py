"""English words that are left in a Danish answer."""

from __future__ import annotations

import re
from collections.abc import Iterable

from analyzer.report.style.textstyle import TextStyle

DANISH = TextStyle(width=10_000, lang="da")
ENGLISH = frozenset(
    re.findall(
        r"\w+",
        """
        and any as but by card cards clause could did does every expected forced found from has he his
        holds if is it its king last leads lead may must named nobody not nothing of only or pays player plays
        pot proper question said says suit than that the their them there they this three trick tricks trump
        trumps was what when where which who whose wins with without would
        """,
    )
)
"""English words that are none in Danish."""
CITED = re.compile(
    r"tarok-analyze [a-z]+|“[^”]*”|\(.*?\.txt\)|\[\d+\] .*|`[^`]*`|[a-z]+\.[a-z]+(-[a-z]+)*|\w+-[\w-]+"
)
"""What stays as it is: titles and headings of sources, code, names of clauses and words of files."""


def english_in(lines: Iterable[str]) -> set[tuple[str, str]]:
    """Every English word, with the line it stands in."""
    return {
        (word, line)
        for line in lines
        for word in CITED.sub(" ", line).split()
        if word.strip(".,;:()?!").casefold() in ENGLISH
    }
