"""Questions that cannot be answered: broken files, and command lines that make no sense."""

from __future__ import annotations

import random
import re

from frozen.asking import ROOT, Case, questions
from frozen.shipped_cases import DISPUTES, POSITIONS

PROP1 = "positions/prop1.yaml"
ASKED = (
    (),
    ("sovle", PROP1),
    ("solve",),
    ("solve", "positions/prop4.yaml"),
    ("solve", "positions"),
    ("solve", "positions/disputes/play-revoke.yaml"),
    ("solve", PROP1, "--goals=yes"),
    ("solve", PROP1, "--goal", "ultima"),
    ("solve", PROP1, "--goal", "ultimo", "--for", "Q"),
    ("solve", PROP1, "--for", "A"),
    ("solve", PROP1, "--max-nodes", "-1"),
    ("solve", PROP1, "--max-nodes", "many"),
    ("solve", PROP1, "--ruleset", "danisch"),
    ("solve", PROP1, "--ruleset", "missing/rules.yaml"),
    ("solve", PROP1, "--threads", "0"),
    ("solve", PROP1, "--engine", "steam"),
    ("solve", PROP1, "--lang", "de"),
    ("forced", PROP1),
    ("forced", PROP1, "--for", "a"),
    ("forced", PROP1, "--for", "Anna"),
    ("forced", PROP1, "--for", "A", "--goal", "last-trick"),
    ("forced", PROP1, "--for", "A", "--goal", "tout"),
    ("forced", PROP1, "--for", "A", "--by", "A,Q"),
    ("forced", PROP1, "--for", "A", "--by", ""),
    ("forced", PROP1, "--for", "A", "--by", "B", "--certificate", "missing/folder/out.json"),
    ("forced", "positions/whole-hand.yaml", "--for", "Anna", "--max-nodes", "1000"),
    ("replay", PROP1, "--line", "B leads the queen"),
    ("replay", "missing.yaml"),
    ("graph", PROP1, "-o", "{folder}/out.png"),
    ("graph", PROP1),
    ("graph", PROP1, "-o", "missing/folder/out.json"),
    ("graph", PROP1, "-o", "{folder}/out.json", "--max-positions", "1"),
    ("rules", "danisch"),
    ("rules", "positions/prop1.yaml"),
    ("schema", "solved"),
    ("deals", "positions/worlds/six-deals.yaml", "--list", "--count"),
    ("deals", PROP1, "--at", "24.2"),
    ("deals", PROP1, "--seen-by", "Q"),
    ("deals", PROP1, "--seen-by", "A", "--at", "24.9"),
    ("deals", PROP1, "--seen-by", "A", "--at", "soon"),
    ("deals", PROP1, "--seen-by", "A", "--line", "nothing"),
    ("decide", PROP1, "--opponents", "kind"),
    ("decide", "positions/whole-hand.yaml"),
    ("check", PROP1),
    ("check", "missing.yaml"),
    ("check", DISPUTES[0], "--ruleset", "danisch"),
    ("verify", "danisch"),
    ("verify", "danish", "--claim", "nothing"),
    ("compare", "danish"),
    ("compare", "danish", "danisch"),
    ("compose", "nothing"),
    ("compose", "no-bagud", "--tricks", "1"),
    ("certify", PROP1),
    ("certify", "missing.json"),
)
TEXTS = (
    "",
    "\n",
    "- a list\n",
    "format: tarok-position/9\n",
    "{",
    "a: b: c\n",
    "\tformat: x\n",
    "a: 1\na: 2\n",
)


def error_cases() -> list[Case]:
    """Misused commands, empty and broken files, and shipped files with a line missing."""
    return [*questions(ASKED), *_broken(), *_shortened()]


def _broken() -> list[Case]:
    """The broken positions of the tests, and texts that are no file of any kind."""
    known = (ROOT / "tests/position/files/broken_positions.txt").read_text(encoding="utf-8")
    texts = [
        case.partition("\n")[2].partition("--\n")[0]
        for case in re.split(r"^== ", known, flags=re.MULTILINE)[1:]
    ]
    cases = [case for text in (*texts, *TEXTS) for case in questions([("solve", "-")], text)]
    for text in TEXTS:
        cases += questions([("check", "-"), ("replay", "-"), ("deals", "-"), ("certify", "-")], text)
    return cases


def _shortened() -> list[Case]:
    """Each line of a dispute missing, or twisted, in turn; and of positions some lines."""
    rng = random.Random(78)
    cases = []
    for file in DISPUTES:
        lines = (ROOT / file).read_text(encoding="utf-8").splitlines(keepends=True)
        for place in range(len(lines)):
            twisted = lines[place].replace("c", "q", 1) if rng.random() < 0.5 else ""
            cases += questions([("check", "-")], "".join((*lines[:place], twisted, *lines[place + 1 :])))
    for file in POSITIONS:
        lines = (ROOT / file).read_text(encoding="utf-8").splitlines(keepends=True)
        for place in rng.sample(range(len(lines)), min(3, len(lines))):
            text = "".join((*lines[:place], *lines[place + 1 :]))
            cases += questions([("replay", "-")], text)
    return cases
