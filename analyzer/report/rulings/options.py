"""The options of a rule set as text: what other tables do, and how it is chosen."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.report.style.face import Face
from analyzer.report.style.layout import finished, visible, wrap
from analyzer.rules.spec.ruleset import Option, RuleSet


def options_text(rules: RuleSet, face: Face) -> str:
    """Every option with its readings, the one taken marked; empty where there are none."""
    if not rules.options:
        return ""
    title = face.t("Options")
    lines = ["", title, "-" * visible(title)]
    lines += wrap(
        face.t("A reading is chosen by --variant OPTION=READING, or in a file by variant."), face.width
    )
    for name, option in rules.options.items():
        lines += _option(rules, name, option, face)
    return finished([*lines, ""], face.width)


def _option(rules: RuleSet, name: str, option: Option, face: Face) -> Iterator[str]:
    yield ""
    yield f"{name} ({option.clause})"
    for word, (clause, *_) in option.readings.items():
        taken = "* " if word == rules.variant.get(name, option.default) else "  "
        yield from wrap(f"{face.safe(word)}: {face.stated(clause.statement)}", face.width, taken, "    ")


def variant_lines(rules: RuleSet, face: Face) -> list[str]:
    """Each option that was chosen, with its reading; nothing where none was."""
    if not rules.variant:
        return []
    chosen = ", ".join(f"{option}={reading}" for option, reading in rules.variant.items())
    return wrap(face.t("Chosen: {chosen}", chosen=face.safe(chosen)), face.width, "", "  ")
