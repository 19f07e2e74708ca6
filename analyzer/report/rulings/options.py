"""The options of a rule set as text: what other tables do, and how it is chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analyzer.layout import finished, visible, wrap
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.spec.grounds import open_options
from analyzer.rules.spec.ruleset import Option, RuleSet


def options_text(rules: RuleSet, style: TextStyle) -> str:
    """Every option with its readings, the one taken marked, or told first; empty where there are none."""
    if not rules.options:
        return ""
    title = style.t("Options")
    lines = ["", title, "-" * visible(title)]
    lines += wrap(
        style.t("A reading is chosen by --variant OPTION=READING, or in a file by variant."), style.width
    )
    asked = open_options(rules)
    if asked:
        text = style.t(
            "An option marked ? is open: no source settles it; what hangs on it is told under each reading."
        )
        lines += wrap(text, style.width)
    for name, option in rules.options.items():
        lines += _option(rules, name, option, style, asked.get(name))
    return finished([*lines, ""], style.width)


def _option(
    rules: RuleSet, name: str, option: Option, style: TextStyle, asked: Sequence[str] | None
) -> Iterator[str]:
    """One option; where it is open, `asked` are its readings, first the one that values are told by."""
    yield ""
    yield f"{name} ({option.clause})" + ("" if asked is None else " ?")
    chosen = rules.variant.get(name, option.default) if asked is None else asked[0]
    for word, (clause, *_) in option.readings.items():
        taken = "* " if word == chosen else "  "
        yield from wrap(f"{style.safe(word)}: {style.stated(clause.statement)}", style.width, taken, "    ")
    if option.number is not None:
        low, high = option.number.values[0], option.number.values[-1]
        taken = "  " if chosen in option.readings else "* "
        text = style.t("a whole number from {low} to {high}", low=low, high=high)
        statement = style.stated(option.number.clause.statement)
        yield from wrap(f"{text}: {statement}", style.width, taken, "    ")


def variant_lines(rules: RuleSet, style: TextStyle) -> list[str]:
    """Each option that was chosen, with its reading; nothing where none was."""
    if not rules.variant:
        return []
    chosen = ", ".join(f"{option}={reading}" for option, reading in rules.variant.items())
    return wrap(style.t("Chosen: {chosen}", chosen=style.safe(chosen)), style.width, "", "  ")
