"""The claims about a rule set as text: each with its verdict, and for a refuted one the case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from analyzer.claims.chapters.needed import ClauseNeeded, Need
from analyzer.claims.claim import ClaimKind, ClaimVerdict, DecidedClaim
from analyzer.layout import finished, visible, wrap
from analyzer.messages import Message, say
from analyzer.report.phrases.grounds import silent_lines
from analyzer.report.phrases.terms import term
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.spec.clause import Option
from analyzer.rules.spec.grounds import Grounds, open_options
from analyzer.rules.spec.ruleset import RuleSet

_STYLE: Final[Mapping[ClaimVerdict | None, str]] = {ClaimVerdict.PROVED: "good", ClaimVerdict.REFUTED: "bad"}
_ANSWERS: Final = {
    ClaimVerdict.PROVED: say("proved"),
    ClaimVerdict.REFUTED: say("refuted"),
    ClaimVerdict.UNDECIDED: say("undecided"),
    None: say("unsettled"),
}


def verify_text(
    rules: RuleSet,
    claims: Sequence[DecidedClaim],
    clauses: Sequence[Need],
    grounds: Grounds,
    style: TextStyle,
) -> str:
    """Every claim with its verdict, its bound and its clauses; then the duties that are not needed."""
    lines = [*wrap(_total(claims, style), style.width)]
    lines += ["", style.paint(style.stated(rules.title), "bold"), *variant_lines(rules, style), ""]
    guards = [each for each in claims if each.claim.kind is ClaimKind.GUARD]
    for each in claims:
        if guards and each is guards[0]:
            about = style.t("Guards: claims that only restate what the clauses say, and watch over it.")
            lines += [*wrap(style.paint(about, "bold"), style.width), ""]
        lines += _claim(each, style)
    return finished([*lines, *_needs(clauses, style), *silent_lines(grounds, style)], style.width)


def claim_verdicts(claims: Sequence[DecidedClaim], style: TextStyle) -> list[str]:
    """Every claim with its verdict alone, and how many there are of each."""
    return [_total(claims, style), *(_verdict(each, style) for each in claims)]


def _total(claims: Sequence[DecidedClaim], style: TextStyle) -> str:
    counts = Counter(each.verdict for each in claims)
    told = [f"{counts[answer]} {style.said(_ANSWERS[answer])}" for answer in _ANSWERS if counts[answer]]
    return style.n(
        "{number} claim: {verdicts}", "{number} claims: {verdicts}", len(claims), verdicts=", ".join(told)
    )


def _verdict(decided: DecidedClaim, style: TextStyle) -> str:
    verdict = style.said(_ANSWERS[decided.verdict])
    return f"{style.paint(f'{verdict:<9}', _STYLE.get(decided.verdict, 'warn'))} {decided.claim.id}"


def _needs(clauses: Sequence[Need], style: TextStyle) -> Iterator[str]:
    """How many duties forbid something of their own, and of the others why they do not."""
    if not clauses:
        return
    needed = sum(each.standing is ClauseNeeded.NEEDED for each in clauses)
    text = style.t(
        "{needed} of {all} duties forbid what no other clause forbids", needed=needed, all=len(clauses)
    )
    yield from wrap(text, style.width)
    for each in clauses:
        if each.standing is ClauseNeeded.SHADOWED:
            others = ", ".join(each.by)
            text = style.t("{clause}: forbidden by {others} already", clause=each.clause, others=others)
            yield from wrap(text, style.width, "  ", "    ")
        elif each.limit is not None:
            yield from wrap(f"{each.clause}: {style.said(each.limit)}", style.width, "  ", "    ")


def _claim(decided: DecidedClaim, style: TextStyle) -> Iterator[str]:
    claim = decided.claim
    yield _verdict(decided, style)
    yield from wrap(style.said(claim.statement), style.width, "  ")
    about = style.t(
        "For {bound}; {clauses}", bound=style.said(claim.bound), clauses=", ".join(decided.clauses)
    )
    yield from wrap(style.paint(about, "dim"), style.width, "  ")
    if decided.limit is not None:
        yield from wrap(style.said(decided.limit), style.width, "  ")
    if decided.witness is not None:
        case = style.t("Case: {case}", case=witness_words(decided.witness, style))
        yield from wrap(case, style.width, "  ", "    ")
    for family in decided.families:
        yield from wrap(
            style.t("All of them: {family}", family=style.said(family)), style.width, "  ", "    "
        )
    yield from _readings(decided, style)
    yield ""


def _readings(decided: DecidedClaim, style: TextStyle) -> Iterator[str]:
    """Each reading's verdict where no source settles it; else those that differ, or that none does."""
    others = [each for each in decided.readings if each.verdict is not decided.verdict]
    if decided.unsettled:
        clauses = style.both([style.safe(each) for each in decided.unsettled])
        text = style.t("No source settles {clauses}; by its readings:", clauses=clauses)
        yield from wrap(style.paint(text, "warn"), style.width, "  ")
    elif decided.readings and not others:
        same = style.n(
            "The same under {number} other reading.",
            "The same under {number} other readings.",
            len(decided.readings),
        )
        yield from wrap(same, style.width, "  ")
    for each in others:
        chosen = "+".join(f"{option}={reading}" for option, reading in each.variant.items())
        verdict = style.said(_ANSWERS[each.verdict])
        under = style.t("With {variant}: {verdict}", variant=chosen, verdict=verdict)
        yield from wrap(under, style.width, "  ", "    ")
        if each.witness is not None and each.witness != decided.witness:
            case = style.t("Case: {case}", case=witness_words(each.witness, style))
            yield from wrap(case, style.width, "    ", "      ")


def witness_words(witness: Mapping[str, Any], style: TextStyle) -> str:
    """A case in one line."""
    return "; ".join(
        f"{term(style, key)} {_words(value, style)}" for key, value in witness.items() if value != []
    )


def _words(value: object, style: TextStyle) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{term(style, key)}: {_words(each, style)}" for key, each in value.items())
    if isinstance(value, list):
        between = ", " if any(isinstance(each, Message) for each in value) else " "
        return between.join(_words(each, style) for each in value)
    if isinstance(value, Message):
        return style.said(value)
    return "-" if value is None else term(style, str(value))


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
