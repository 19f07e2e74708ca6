"""Questions about everything that is shipped: each command, each file, each rule set."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations, combinations_with_replacement, product

from frozen.asking import ROOT, WRITTEN, Case, questions
from frozen.store import names, read

POSITIONS = tuple(
    str(path.relative_to(ROOT))
    for folder in (".", "composed", "kept", "worlds")
    for path in sorted((ROOT / "positions" / folder).glob("*.yaml"))
)
DISPUTES = tuple(str(path.relative_to(ROOT)) for path in sorted((ROOT / "positions/disputes").glob("*.yaml")))
ENDINGS = tuple(
    str(path.relative_to(ROOT))
    for path in sorted((ROOT / "positions/endings").glob("*.yaml"))
    if "beggar" not in path.name  # these take seconds
)
SESSIONS = tuple(str(path.relative_to(ROOT)) for path in sorted((ROOT / "positions/sessions").glob("*.yaml")))
RULESETS = ("danish", "danish-1996", "danish-concise")
GOALS = ("ultimo", "king_ultimo", "pagat_ultimo", "last_trick", "bagud")
WANTS = (
    "one-card-wins", "pagat-wins", "one-card-saves", "no-bagud", "improper-pays", "demand-decides",
    "naming-decides", "richer-pot",
)  # fmt: skip
SCHEMAS = (
    "position", "dispute", "rules", "solve", "forced", "replay", "deals", "decide", "compose", "certify",
    "certificate", "error",
)  # fmt: skip
LIMITED = ("--max-nodes", "30000")
"""Enough for the shipped endings; what is longer ends at the same place on every machine."""


def players(file: str) -> list[str]:
    """The players of a position file."""
    told = re.search(r"^players: \[(.*)\]", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)
    return re.split(r", *", told[1]) if told else ["A", "B", "C"]


def plays(file: str) -> list[str]:
    """The names of the lines of a position file."""
    return re.findall(r'^  - name: "?(.*?)"?$', (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)


def solve_cases() -> list[Case]:
    """What `solve` is asked, whole and in parts."""
    lines = []
    for file in POSITIONS:
        solve = ("solve", file, *LIMITED)
        lines.append(solve)
        lines += [(*solve, "--ruleset", name) for name in RULESETS]
        lines += [(*solve, part) for part in ("--no-tokens", "--no-goals", "--no-cards")]
        lines += [(*solve, "--goal", goal, "--for", players(file)[0]) for goal in GOALS]
        lines += [(*solve, "--goal", "ultimo", "--tokens", "--for", name) for name in players(file)[1:]]
    lines += [("solve", f"positions/prop{number}.yaml", "--engine", "reference") for number in (1, 2, 3)]
    lines.append(("solve", "positions/prop1.yaml", "--lang", "da"))
    lines.append(("solve", "positions/prop1.yaml", "--max-nodes", "0"))
    return questions(lines)


def forced_cases() -> list[Case]:
    """Every goal of every player, alone; the Ultimo also by others and together."""
    lines = []
    for file in POSITIONS:
        names = players(file)
        asked = ("forced", file, *LIMITED)
        lines += [(*asked, "--goal", goal, "--for", name) for goal, name in product(GOALS, names)]
        if "/composed/" not in file:
            others = [f"{one},{other}" for one, other in combinations(names, 2)]
            lines += [(*asked, "--for", name, "--by", by) for name in names for by in (*names, *others)]
    lines.append(("forced", "positions/prop1.yaml", "--for", "A", "--no-line"))
    lines.append(("forced", "positions/prop1.yaml", "--for", "A", "--engine", "reference"))
    return questions(lines)


def explain_cases() -> list[Case]:
    """Why each ending is as it is: the plan, what mattered, and in games of card points what is enough."""
    endings = (file for file in POSITIONS if "/composed/" not in file and "/kept/" not in file)
    return questions([("explain", file, *LIMITED) for file in (*endings, *ENDINGS)])


def replay_cases() -> list[Case]:
    """Every line of every file, by each rule set, and every card of it valued."""
    lines = []
    for file in POSITIONS:
        lines.append(("replay", file))
        lines += [("replay", file, "--ruleset", name) for name in RULESETS]
        lines.append(("replay", file, "--audit", *LIMITED))
    lines.append(("replay", "positions/prop1.yaml", "--line", "B leads the king"))
    lines.append(("replay", "positions/prop1.yaml", "--line", "B leads the king", "--audit"))
    return questions(lines)


def check_cases() -> list[Case]:
    """Every dispute as it is asked, and by each rule set."""
    lines = [("check", file) for file in DISPUTES]
    lines += [("check", file, "--ruleset", name) for file in DISPUTES for name in RULESETS]
    return questions(lines)


def worlds_cases() -> list[Case]:
    """What `deals` tells: of unseen cards, and of what a player has seen in a line."""
    lines: list[tuple[str, ...]] = [("deals", file) for file in POSITIONS[:3]]
    for file in POSITIONS:
        for play, name in product(plays(file)[:2], players(file)):
            seen = ("deals", file, "--line", play, "--seen-by", name)
            lines += [seen, (*seen, "--at", "25.1"), (*seen, "--at", "24.2", "--sample", "2")]
    six, hand = "positions/worlds/six-deals.yaml", "positions/whole-hand.yaml"
    lines += [("deals", six, option) for option in ("--list", "--count")]
    lines += [("deals", six, "--sample", "3", "--seed", seed) for seed in ("0", "1")]
    moments = ("1.1", "2.3", "14.1", "21.2", "22.2", "25.3")
    lines += [("deals", hand, "--seen-by", name, "--at", at) for name, at in product(players(hand), moments)]
    lines += [("deals", hand, "--seen-by", name, "--at", "24.1", "--list") for name in players(hand)]
    return questions(lines)


def decide_cases() -> list[Case]:
    """What `decide` tells, by both manners of the opponents and each rule set."""
    manners = ("selfish", "against")
    lines: list[tuple[str, ...]] = [
        ("decide", file, "--opponents", manner, *LIMITED) for file, manner in product(POSITIONS, manners)
    ]
    for file, manner, name in product(("positions/worlds/six-deals.yaml",), manners, RULESETS):
        lines.append(("decide", file, "--opponents", manner, "--ruleset", name))
        lines.append(
            ("decide", file, "--opponents", manner, "--ruleset", name, "--sample", "3", "--seed", "5")
        )
    return questions(lines)


def graph_cases() -> list[Case]:
    """The graphs of games and of clauses, and what is said of writing them."""
    lines = [("graph", file, "-o", WRITTEN, "--max-positions", "100") for file in POSITIONS]
    return questions([*lines, *(("rules", name, "--graph", WRITTEN) for name in RULESETS)])


def compose_cases() -> list[Case]:
    """Small problems by their seeds."""
    lines: list[tuple[str, ...]] = [("compose", "list")]
    for want, seed in product(WANTS, ("1", "2")):
        lines.append(("compose", want, "--seed", seed, "--tries", "300"))
    lines += [("compose", want, "--tricks", "2", "--seed", "1", "--tries", "100") for want in WANTS]
    lines.append(("compose", "no-bagud", "--count", "2", "--tries", "300"))
    return questions(lines)


def game_cases() -> list[Case]:
    """The endings and evenings of the games of card points, and every fourth dispute not asked elsewhere."""
    lines: list[tuple[str, ...]] = []
    for file in ENDINGS:
        lines += [(asked, file) for asked in ("solve", "moves", "decide", "replay")]
        lines += [("solve", file, "--no-cards"), ("solve", file, "--max-nodes", "10")]
        lines += [(asked, file, "--goal", "points>=20", "--for", "A") for asked in ("solve", "forced")]
        lines += [("replay", file, "--audit"), ("graph", file, "-o", WRITTEN, "--max-positions", "100")]
    lines += [("score", file) for file in SESSIONS]
    frozen = {case.args[1] for name in names("check") for case in read(name)}
    lines += [("check", file) for file in [file for file in DISPUTES if file not in frozen][::4]]
    return questions(lines)


SHIPPED: dict[str, Callable[[], list[Case]]] = {
    "explain": explain_cases,
    "solve": solve_cases,
    "forced": forced_cases,
    "replay": replay_cases,
    "check": check_cases,
    "worlds": worlds_cases,
    "decide": decide_cases,
    "graph": graph_cases,
    "compose": compose_cases,
    "rules": lambda: questions([("rules", name) for name in RULESETS]),
    "verify": lambda: questions([("verify", name) for name in RULESETS]),
    "compare": lambda: questions(
        [("compare", one, other) for one, other in combinations_with_replacement(RULESETS, 2)]
    ),
    "games": game_cases,
    "schemas": lambda: questions([("schema", name) for name in SCHEMAS]),
}
