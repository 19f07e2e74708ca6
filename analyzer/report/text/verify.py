"""What `verify` says of the claims about a rule set: each with its verdict, and if refuted the case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from analyzer.claims.chapters.needed import ClauseNeeded, Need
from analyzer.claims.claim import ClaimKind, ClaimVerdict, DecidedClaim
from analyzer.messages import (
    Message,
    Several,
    Verbatim,
    Word,
    alone,
    both,
    formed,
    listed,
    say,
    say_many,
    stated,
    word_alone,
)
from analyzer.rules.spec.clause import Option
from analyzer.rules.spec.grounds import Grounds, open_options
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.words.blocks import Block, Phrase, Said, Tone, part
from analyzer.words.called import term_said
from analyzer.words.grounds import silent_said

_TONE: Final[Mapping[ClaimVerdict | None, Tone]] = {ClaimVerdict.PROVED: "good", ClaimVerdict.REFUTED: "bad"}
_ANSWERS: Final = {
    ClaimVerdict.PROVED: say("proved"),
    ClaimVerdict.REFUTED: say("refuted"),
    ClaimVerdict.UNDECIDED: say("undecided"),
    None: say("unsettled"),
}


def verify_said(
    rules: RuleSet, claims: Sequence[DecidedClaim], clauses: Sequence[Need], grounds: Grounds
) -> Said:
    """Every claim with its verdict, its bound and its clauses; then the duties that are not needed."""
    guards = [each for each in claims if each.claim.kind is ClaimKind.GUARD]
    return (
        *part("headline", [Phrase(_total(claims), hang=False)]),
        *part("paragraph", [Phrase(word_alone(stated(rules.title)), "bold"), *_chosen(rules)]),
        *(block for each in claims for block in _claim(each, first_guard=bool(guards) and each is guards[0])),
        *part("paragraph", _needs(clauses)),
        *part("notes", silent_said(grounds)),
    )


def claim_verdicts(claims: Sequence[DecidedClaim]) -> list[Phrase]:
    """Every claim with its verdict alone, and how many there are of each."""
    return [Phrase(_total(claims)), *map(_verdict, claims)]


def _total(claims: Sequence[DecidedClaim]) -> Message:
    counts = Counter(each.verdict for each in claims)
    told = listed(
        formed("{number} {verdict}", number=counts[answer], verdict=_ANSWERS[answer])
        for answer in _ANSWERS
        if counts[answer]
    )
    return say_many("{number} claim: {verdicts}", "{number} claims: {verdicts}", len(claims), verdicts=told)


def _chosen(rules: RuleSet) -> Iterator[Phrase]:
    """Each option that was chosen, with its reading; nothing if none was."""
    if rules.variant:
        chosen = ", ".join(f"{option}={reading}" for option, reading in rules.variant.items())
        yield Phrase(say("Chosen: {chosen}", chosen=Verbatim(chosen)))


def _verdict(decided: DecidedClaim) -> Phrase:
    verdict, claim = _ANSWERS[decided.verdict], Verbatim(decided.claim.id)
    told = formed("{verdict} {claim}", verdict=verdict, claim=claim)
    return Phrase(told, _TONE.get(decided.verdict, "warn"))


def _needs(clauses: Sequence[Need]) -> Iterator[Phrase]:
    """How many duties forbid something of their own, and of the others why they do not."""
    if not clauses:
        return
    needed = sum(each.standing is ClauseNeeded.NEEDED for each in clauses)
    told = say(
        "{needed} of {all} duties forbid what no other clause forbids", needed=needed, all=len(clauses)
    )
    yield Phrase(told, hang=False)
    for each in clauses:
        clause = Verbatim(each.clause)
        if each.standing is ClauseNeeded.SHADOWED:
            others = listed(map(Verbatim, each.by))
            shadowed = say("{clause}: forbidden by {others} already", clause=clause, others=others)
            yield Phrase(shadowed, level=1)
        elif each.limit is not None:
            yield Phrase(formed("{clause}: {limit}", clause=clause, limit=each.limit), level=1)


def _claim(decided: DecidedClaim, *, first_guard: bool) -> Iterator[Block]:
    """A claim with its verdict, what it says, for what it was asked, and its case."""
    if first_guard:
        about = say("Guards: claims that only restate what the clauses say, and watch over it.")
        yield from part("paragraph", [Phrase(about, "bold", hang=False)])
    yield from part("paragraph", _about(decided))


def _about(decided: DecidedClaim) -> Iterator[Phrase]:
    claim = decided.claim
    yield _verdict(decided)
    yield Phrase(claim.statement, level=1, hang=False)
    clauses = listed(map(Verbatim, decided.clauses))
    bound = say("For {bound}; {clauses}", bound=claim.bound, clauses=clauses)
    yield Phrase(bound, "dim", level=1, hang=False)
    if decided.limit is not None:
        yield Phrase(decided.limit, level=1, hang=False)
    if decided.witness is not None:
        yield Phrase(say("Case: {case}", case=witness_said(decided.witness)), level=1)
    for family in decided.families:
        yield Phrase(say("All of them: {family}", family=family), level=1)
    yield from _readings(decided)


def _readings(decided: DecidedClaim) -> Iterator[Phrase]:
    """Each reading's verdict where no source settles it; else those that differ, or that none does."""
    others = [each for each in decided.readings if each.verdict is not decided.verdict]
    if decided.unsettled:
        clauses = both(map(Verbatim, decided.unsettled))
        told = say("No source settles {clauses}; by its readings:", clauses=clauses)
        yield Phrase(told, "warn", level=1, hang=False)
    elif decided.readings and not others:
        same = say_many(
            "The same under {number} other reading.",
            "The same under {number} other readings.",
            len(decided.readings),
        )
        yield Phrase(same, level=1, hang=False)
    for each in others:
        chosen = "+".join(f"{option}={reading}" for option, reading in each.variant.items())
        verdict = _ANSWERS[each.verdict]
        yield Phrase(say("With {variant}: {verdict}", variant=Verbatim(chosen), verdict=verdict), level=1)
        if each.witness is not None and each.witness != decided.witness:
            yield Phrase(say("Case: {case}", case=witness_said(each.witness)), level=2)


def witness_said(witness: Mapping[str, Any]) -> Message:
    """A case in one sentence."""
    told = (
        formed("{key} {value}", key=term_said(key), value=_word(value))
        for key, value in witness.items()
        if value != []
    )
    return alone(Several(tuple(told), ";"))


def _word(value: object) -> Word:
    if isinstance(value, Mapping):
        pairs = ((term_said(key), _word(each)) for key, each in value.items())
        return listed(formed("{key}: {value}", key=key, value=each) for key, each in pairs)
    if isinstance(value, list):
        words = tuple(map(_word, value))
        return Several(words, "," if any(isinstance(each, Message) for each in value) else "")
    if isinstance(value, Message):
        return value
    return Verbatim("-") if value is None else term_said(str(value))


def options_said(rules: RuleSet) -> Iterator[Block]:
    """Every option with its readings, the one taken marked, or told first; nothing if there are none."""
    if not rules.options:
        return
    chosen = say("A reading is chosen by --variant OPTION=READING, or in a file by variant.")
    is_open = say(
        "An option marked ? is open: no source settles it; what hangs on it is told under each reading."
    )
    asked = open_options(rules)
    about = [Phrase(chosen, hang=False), *([Phrase(is_open, hang=False)] if asked else [])]
    yield from part("paragraph", [Phrase(say("Options"), "bold"), *about])
    for name, option in rules.options.items():
        yield from part("paragraph", _option(rules, name, option, asked.get(name)))


def _option(rules: RuleSet, name: str, option: Option, asked: Sequence[str] | None) -> Iterator[Phrase]:
    """One option; if it is open, `asked` are its readings, first the one that values are told by."""
    mark = "" if asked is None else " ?"
    yield Phrase(word_alone(Verbatim(f"{name} ({option.clause}){mark}")))
    chosen = rules.variant.get(name, option.default) if asked is None else asked[0]
    for word, (clause, *_) in option.readings.items():
        says = formed("{word}: {says}", word=Verbatim(word), says=stated(clause.statement))
        yield Phrase(says, mark="* " if word == chosen else "  ")
    if option.number is not None:
        low, high = option.number.values[0], option.number.values[-1]
        number = say("a whole number from {low} to {high}", low=low, high=high)
        says = formed("{number}: {says}", number=number, says=stated(option.number.clause.statement))
        yield Phrase(says, mark="  " if chosen in option.readings else "* ")
