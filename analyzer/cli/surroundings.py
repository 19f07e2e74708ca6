"""The language of the program, before anything of it is made."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import pairwise

from analyzer.messages import LANGUAGES
from analyzer.report.style.language import language


def language_of(args: Sequence[str]) -> str:
    """The language of the program: the one asked for, else that of the surroundings."""
    for word, after in pairwise([*args, ""]):
        chosen = after if word == "--lang" else word.removeprefix("--lang=")
        if word.startswith("--lang") and chosen in LANGUAGES:
            return chosen
    return language(os.environ)
