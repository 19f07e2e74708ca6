"""The table of the shipped games that the site shows, made from the rule sets."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset, ruleset_names, specs_dir
from analyzer.rules.spec.variants import in_form, played_by


def games() -> str:
    """The table of all shipped rule sets, and what a variant costs to write."""
    head = (
        "| rule set | game | players | cards | clauses | said, silent, disputed | options | worked examples |"
    )
    rows = [_row(name, load_ruleset(name)) for name in ruleset_names()]
    least, middle, most = _lines()
    number = len(_options())
    told = (
        f"A variant is data: {number} options have readings with names, and a further reading of one is\n"
        f"{least} to {most} lines of YAML in one file (half of them {middle} or fewer)."
    )
    return "\n".join([head, "|---|---|---|---|---|---|---|---|", *rows, "", told]) + "\n"


def _row(name: str, rules: RuleSet) -> str:
    standing = Counter(each.standing.value for each in rules.clauses.values())
    told = ", ".join(str(standing[word]) for word in ("stated", "silent", "disputed"))
    cells = (
        f"`{name}`", rules.title, played_by(rules), _decks(rules), len(rules.clauses), told,
        len(rules.options), _examples(name) or "–",
    )  # fmt: skip
    return f"| {' | '.join(map(str, cells))} |"


def _decks(rules: RuleSet) -> str:
    """Hands and talon by number of players, such as `25+3, 19+2`."""
    forms = [in_form(rules, seats).table for seats in rules.forms or (rules.table.players,)]
    return ", ".join(f"{each.hand_size}+{each.skat_size}" for each in forms)


def _examples(name: str) -> int:
    """How many worked examples the rule set brings with it."""
    path = specs_dir() / name / "cases.yaml"
    return len(re.findall(r"^  - ", path.read_text(encoding="utf-8"), re.MULTILINE)) if path.exists() else 0


def _options() -> list[str]:
    """The text of every option that a rule file has."""
    return [option for name in ruleset_names() for option in _options_of(specs_dir() / name / "rules.yaml")]


def _options_of(path: Path) -> Iterator[str]:
    _, _, listed = path.read_text(encoding="utf-8").partition("\noptions:\n")
    for option in re.split(r"^(?=  \S)", listed, flags=re.MULTILINE):
        if re.match(r"  [a-z0-9-]+:\n", option):
            yield option


def _lines() -> tuple[int, int, int]:
    """How many lines the readings take that are not the first: the fewest, the median, the most."""
    sizes = []
    for option in _options():
        _, _, readings = option.partition("    readings:\n")
        each = re.split(r"^(?=      \S)", readings, flags=re.MULTILINE)
        lines = [len([line for line in text.splitlines() if line.strip()]) for text in each if text.strip()]
        sizes += [number for number in lines if number > 1]
    return min(sizes), int(median(sizes)), max(sizes)
