"""Command lines about files: every command, with options drawn at random that fit the file more or less."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from effort import part, tries

ROOT = Path(__file__).resolve().parents[1]
FILES = tuple(sorted(str(path.relative_to(ROOT)) for path in (ROOT / "positions").rglob("*.yaml")))
DRAWN = 1
"""How often a command is asked about each file that it reads, with other options each time."""

RULESETS = (
    "danish", "danish-1996", "danish-concise", "grosstarock", "lhombre", "tapp", "slovenian", "french",
    "appel", "basic",
)  # fmt: skip
POT_GOALS = ("ultimo", "king_ultimo", "pagat_ultimo", "last_trick", "bagud")
POINT_GOALS = (
    "contract", "points>=36", "points>=83/2", "tricks>=1", "slam", "valat", "all_tricks", "last_trick", "nil",
    "kings", "trull", "king_ultimo", "pagat_ultimo", "colour_valat", "margin>=1",
)  # fmt: skip
CONTRACTS = ("solo", "three", "game", "take", "call", "beggar", "no-discard", "valat", "nil", "push")
VARIANTS = (
    "count=each-his-own", "red-spots=high", "tout-amount=135", "fool-kind=excuse", "trumps-nameable=no",
    "pagat-by-partner=no-change", "colour-valat-ends=that-trick", "nothing=at-all",
)  # fmt: skip


class Drawn:
    """Words for options about one file, most of which fit it."""

    def __init__(self, file: str, rng: random.Random) -> None:
        text = (ROOT / file).read_text(encoding="utf-8")
        self.file, self.rng = file, rng
        told = re.search(r"^players: \[(.*)\]", text, re.MULTILINE)
        self.players = [*re.split(r", *", told[1])] if told else ["A", "B", "C"]
        self.cards = re.findall(r"\b(?:[hdsc](?:[RDCV]|10|[1-9])|T\d\d?|fool)\b", text) or ["hR"]
        self.lines = re.findall(r'^  - name: "?(.*?)"?$', text, re.MULTILINE) or ["a line"]
        ruleset = re.search(r"^ruleset: ([\w-]+)$", text, re.MULTILINE)
        self.points = ruleset is not None and not ruleset[1].startswith("danish")

    def player(self) -> str:
        return self.rng.choice([*self.players, *self.players, "Q"])

    def goal(self) -> str:
        fit, other = (POINT_GOALS, POT_GOALS) if self.points else (POT_GOALS, POINT_GOALS)
        return self.rng.choice(fit if self.rng.random() < 0.8 else other)

    def moment(self) -> str:
        return f"{self.rng.randint(1, 25)}.{self.rng.randint(1, 5)}"

    def some(self, most: int) -> str:
        return " ".join(self.rng.choices(self.cards, k=self.rng.randint(1, most)))

    def of(self, *words: str) -> Callable[[], str]:
        return lambda: self.rng.choice(words)


def _groups(drawn: Drawn) -> dict[str, tuple[tuple[str, Callable[[], str] | None], ...]]:
    """The options of each group, and what draws the word behind one that has one."""
    return {
        "goal": (("--goal", drawn.goal), ("--for", drawn.player)),
        "moment": (
            ("--line", drawn.of(*drawn.lines)),
            ("--at", drawn.moment),
            ("--play", lambda: drawn.some(3)),
            ("--discard", lambda: drawn.some(3)),
            ("--swap", lambda: drawn.some(2)),
        ),
        "by": (("--by", lambda: ",".join({drawn.player(), drawn.player()})),),
        "sides": (("--by", drawn.of("sides", "seats")),),
        "contract": (("--contract", drawn.of(*CONTRACTS)), ("--declarer", drawn.player)),
        "rules": (("--ruleset", drawn.of(*RULESETS)), ("--variant", drawn.of(*VARIANTS))),
        "engine": (("--engine", drawn.of("native", "reference")),),
        "seen": (("--seen-by", drawn.player), ("--my-hand", drawn.player), ("--sample", drawn.of("2"))),
        "parts": (("--no-goals", None), ("--tokens", None), ("--no-tokens", None), ("--no-cards", None)),
        "line": (("--no-line", None),),
        "audit": (("--audit", None),),
        "opponents": (("--opponents", drawn.of("selfish", "against")),),
        "shapes": tuple((f"--{shape}", None) for shape in ("text", "yaml", "svg", "html", "solution")),
        "deals": (("--list", None), ("--count", None)),
        "limit": (),
        "graph": (),
        "form": (
            ("--json", None),
            ("--brief", None),
            ("--lang", drawn.of("da")),
            ("--color", drawn.of("always")),
        ),
    }


ASKED = {
    "solve": ("goal", "moment", "parts", "sides", "contract", "rules", "engine", "limit"),
    "forced": ("goal", "moment", "by", "line", "contract", "rules", "engine", "limit"),
    "explain": ("goal", "moment", "by", "contract", "rules", "engine", "limit"),
    "certify": ("limit",),
    "replay": ("moment", "audit", "rules", "engine", "limit"),
    "moves": ("moment", "rules"),
    "deals": ("moment", "seen", "deals", "rules"),
    "decide": ("moment", "seen", "opponents", "rules", "engine", "limit"),
    "show": ("moment", "shapes", "rules", "limit"),
    "graph": ("moment", "rules", "limit", "graph"),
    "check": ("rules",),
    "score": ("rules",),
    "batch": ("goal", "by", "parts", "audit", "contract", "rules", "limit"),
}
"""The groups of options that each command about a file takes."""


READ = {"check": "dispute", "score": "session", "certify": "certificate", "batch": "lines"}
"""The kind of file that a command reads, where it is not a position; of the last ones none is shipped."""


def kind_of(file: str) -> str:
    """The kind of a file, as its first key tells it."""
    text = (ROOT / file).read_text(encoding="utf-8")
    told = re.search(r"^format: tarok-(\w+)/", text, re.MULTILINE)
    return told[1] if told else ""


def command_lines(command: str, folder: Path, first: int = 0) -> Iterator[list[str]]:
    """A command about every file that it reads, and about every eighth of the others."""
    for place, file in part([*enumerate(FILES)], 3):
        times = tries(DRAWN) if kind_of(file) == READ.get(command, "position") else place % 8 == 0
        for seed in range(first, first + times):
            yield command_line(command, file, seed, folder)


def command_line(command: str, file: str, seed: int, folder: Path) -> list[str]:
    """One command about one file, with some of its options; the same for the same seed."""
    rng = random.Random(f"{command} {file} {seed}")
    drawn = Drawn(file, rng)
    groups = _groups(drawn)
    words = [command, file]
    options = [option for group in ASKED[command] for option in groups[group]]
    taken = rng.sample(options, min(len(options), rng.randint(0, 3))) + rng.sample(
        groups["form"], rng.randint(0, 1)
    )
    if command in {"forced", "explain"}:
        words += [
            "--for",
            rng.choice(drawn.players),
            *(["--goal", drawn.goal()] if rng.random() < 0.7 else []),
        ]
        taken = [option for option in taken if option[0] not in {"--for", "--goal"}]
    for option, word in taken:
        words += [option] if word is None else [option, word()]
    if "limit" in ASKED[command]:
        words += ["--max-nodes", rng.choice(("1", "50", "300", "2000"))]
    if "graph" in ASKED[command]:
        words += [
            "-o",
            str(folder / f"out.{rng.choice(('json', 'svg', 'dot', 'graphml'))}"),
            "--max-positions",
            "20",
        ]
    return words
