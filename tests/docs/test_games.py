"""README and the site tell of every shipped game what its rule set says."""

from __future__ import annotations

import importlib.util
import re
from types import ModuleType

from places import ROOT

from analyzer.rules.spec.shipped import load_ruleset, ruleset_names


def made() -> ModuleType:
    """The module that makes the table, which lies beside the pages of the site."""
    spec = importlib.util.spec_from_file_location("games", ROOT / "docs" / "games.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_readme_names_every_game_that_is_shipped() -> None:
    section = (
        (ROOT / "README.md").read_text(encoding="utf-8").partition("## The games")[2].partition("\n## ")[0]
    )
    assert set(re.findall(r"`([a-z0-9-]+)`", section)) == set(ruleset_names())


def test_the_table_counts_the_clauses_and_options_of_every_game() -> None:
    table = made().games()
    for name in ruleset_names():
        rules = load_ruleset(name)
        (row,) = [line for line in table.splitlines() if line.startswith(f"| `{name}` |")]
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        assert cells[4:7:2] == [str(len(rules.clauses)), str(len(rules.options))]
        assert sum(map(int, cells[5].split(", "))) == len(rules.clauses)


def test_a_variant_costs_so_many_lines_as_the_table_says() -> None:
    """The first reading that games of card points differ by, counted by hand: the modern order of cards."""
    modern = next(each for each in made()._options() if each.startswith("  order:"))
    assert modern.splitlines()[:5] == [
        "  order:", "    clause: table.ranks", "    default: traditional",
        "    readings:", "      traditional:",
    ]  # fmt: skip
    assert len(modern.strip("\n").splitlines()) == 5 + 8
