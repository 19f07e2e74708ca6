"""The answers of `verify` and `compare`: claims about a rule set, and differences between two rule sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from analyzer.answers.answer import Answer, Settled
from analyzer.answers.records.rules import ruleset_for
from analyzer.claims.cases import CaseFile
from analyzer.claims.chapters.discard import ClauseNeeded, Need, needs
from analyzer.claims.claim import ClaimKind, ClaimVerdict, DecidedClaim
from analyzer.claims.verify import (
    CLAIMS,
    MISSING,
    Comparison,
    Difference,
    compare_rules,
    grounds_of_claims,
    verify_rules,
)
from analyzer.errors import UsageError
from analyzer.frozenrecord import Record
from analyzer.messages import (
    BareClause,
    ClauseId,
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
from analyzer.pythonanswer import PythonAnswer
from analyzer.rules.spec.clause import Option
from analyzer.rules.spec.grounds import STATED, Grounds, open_options
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.views.base import (
    UNSET,
    Digest,
    Grounded,
    Meta,
    RestsOn,
    UnsettledIds,
    UnsetType,
    Variant,
    View,
    grounded,
    or_unset,
)
from analyzer.words.blocks import Block, Phrase, Said, Tone, part
from analyzer.words.names import silent_phrases, term_message

Case = Annotated[
    dict[str, Any] | None, Meta(description="A case in plain words and numbers, replayed in the engine.")
]


class ClaimReadingView(View, frozen=True):
    """The verdict on a claim under another reading of one option."""

    variant: Variant
    verdict: ClaimVerdict
    witness: Case


class ClaimView(View, frozen=True):
    """A claim about the rules, and the result of deciding it."""

    id: str
    statement: str
    verdict: Annotated[
        ClaimVerdict | None,
        Meta(description="The verdict; null if readings differ: `readings` then has one verdict each."),
    ]
    witness: Case
    families: Annotated[list[str], Meta(description="All cases, in words.")]
    clauses: list[str]
    sat: Annotated[str, Meta(description="The meaning of a case found by Z3.")]
    unsat: Annotated[str, Meta(description="The meaning if Z3 finds no case.")]
    bound: Annotated[str, Meta(description="The range that the claim covers.")]
    limit: Annotated[str | None, Meta(description="The reason that it is undecided.")]
    kind: Annotated[
        ClaimKind, Meta(description="A finding, or a guard: a claim that only restates what clauses say.")
    ]
    readings: Annotated[
        list[ClaimReadingView],
        Meta(
            description="Verdicts under other readings of each option that affects the claim, if they "
            "were requested."
        ),
    ]
    rests_on: RestsOn
    unsettled: UnsettledIds


class NeedView(View, frozen=True):
    """A duty of play or of the discard. `standing` says if it forbids anything that no other clause does."""

    clause: str
    standing: Annotated[ClauseNeeded, Meta(description="needed, shadowed by others, or undecided.")]
    witness: Annotated[Case, Meta(description="A case that only this clause forbids.")]
    by: Annotated[list[str], Meta(description="The clauses that shadow it.")]
    limit: Annotated[str | None, Meta(description="The reason that it is undecided.")]


class VerifyAnswer(Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/verify/1"):
    """The claims about a rule set."""

    claims: list[ClaimView]
    clauses: (
        Annotated[list[NeedView], Meta(description="Absent if single claims were requested.")] | UnsetType
    ) = UNSET


class RuleDifferenceView(View, frozen=True):
    """A clause that differs, and a small case that shows it.

    Lists have one entry for each rule set, in order.
    """

    clause: str
    what: Annotated[list[str], Meta(description="kind, parameters, standing, or missing.")]
    kinds: list[str]
    parameters: list[dict[str, Any]]
    standings: list[str]
    statements: list[str]
    area: Annotated[str | None, Meta(description="The area in which the case was found.")]
    witness: Annotated[
        dict[str, Any] | None,
        Meta(description="A small case: a complete file that either rule set can read with `--ruleset`."),
    ]
    verdicts: Annotated[
        list[str], Meta(description="The answers of the two rule sets, as far as they differ.")
    ]
    note: Annotated[str | None, Meta(description="The reason that no case shows the difference.")]
    seats: (
        Annotated[int, Meta(description="Number of players in the case, if it is not the usual number.")]
        | UnsetType
    ) = UNSET
    command: (
        Annotated[
            Literal["replay", "score", "check"],
            Meta(description="The command that reads the file of the case."),
        ]
        | UnsetType
    ) = UNSET


class CompareAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/compare/1"):
    """The differences between two rule sets."""

    rulesets: list[str]
    asked: Annotated[
        list[str], Meta(description="The two rule sets as the user named them: names, or files.")
    ]
    variants: list[Variant]
    digests: list[Digest]
    differences: list[RuleDifferenceView]


def verify_view(
    rules: RuleSet,
    claims: Sequence[DecidedClaim],
    clauses: Sequence[Need] | None,
    grounds: Grounds = STATED,
) -> VerifyAnswer:
    """Return the answer of `verify`."""
    needs = UNSET if clauses is None else [_need(each) for each in clauses]
    return VerifyAnswer(**grounded(rules, grounds), claims=[_claim(each) for each in claims], clauses=needs)


def _need(need: Need) -> NeedView:
    witness = None if need.witness is None else dict(need.witness)
    return NeedView(
        need.clause, need.standing, witness, list(need.by), None if need.limit is None else str(need.limit)
    )


def _claim(decided: DecidedClaim) -> ClaimView:
    claim, witness = decided.claim, decided.witness
    return ClaimView(
        claim.id,
        claim.statement,
        decided.verdict,
        None if witness is None else dict(witness),
        list(decided.families),
        list(decided.clauses),
        claim.sat,
        claim.unsat,
        claim.bound,
        decided.limit,
        claim.kind,
        [
            ClaimReadingView(
                dict(each.variant), each.verdict, None if each.witness is None else dict(each.witness)
            )
            for each in decided.readings
        ],
        list(decided.rests_on),
        list(decided.unsettled),
    )


def compare_view(comparison: Comparison, asked: tuple[str, str]) -> CompareAnswer:
    """Return the answer of `compare`."""
    both = (comparison.one, comparison.other)
    return CompareAnswer(
        rulesets=[each.name for each in both],
        asked=list(asked),
        variants=[dict(each.variant) for each in both],
        digests=[each.digest for each in both],
        differences=[_difference(each) for each in comparison.differences],
    )


def _difference(each: Difference) -> RuleDifferenceView:
    return RuleDifferenceView(
        each.clause,
        list(each.what),
        list(each.kinds),
        [dict(parameters) for parameters in each.parameters],
        list(each.standings),
        list(map(str, each.statements)),
        each.area,
        None if each.witness is None else each.witness.file,
        list(each.verdicts),
        each.note,
        or_unset(each.seats),
        UNSET if each.witness is None else each.witness.command,
    )


@dataclass(frozen=True, slots=True)
class Verified(Answer, PythonAnswer):
    """The answer of `verify`: claims about a rule set, each with its verdict."""

    rules: RuleSet
    claims: tuple[DecidedClaim, ...]
    clauses: tuple[Need, ...] | None
    """Each duty of play and of the discard, needed or not; None if single claims were asked for."""

    @property
    def grounds(self) -> Grounds:
        """The grounds of the verdicts, apart from what the source states."""
        return grounds_of_claims(self.rules, self.claims)

    @property
    def settled(self) -> Settled:
        limits = [each.limit for each in self.claims] + [each.limit for each in self.clauses or ()]
        stands_open = any(each.unsettled for each in self.claims) or any(each is not None for each in limits)
        return Settled.OPEN if stands_open else Settled.YES

    def view(self) -> VerifyAnswer:
        return verify_view(self.rules, self.claims, self.clauses, self.grounds)

    @property
    def in_brief(self) -> Said:
        return tuple(part("headline", claim_verdicts(self.claims)))

    @property
    def about(self) -> RuleSet:
        return self.rules

    @property
    def says(self) -> Said:
        return verify_blocks(self.rules, self.claims, self.clauses or (), self.grounds)


class Compared(Answer, Record, frozen=True):
    """The answer of `compare`."""

    comparison: Comparison
    asked: tuple[str, str]
    """The two rule sets in the user's words: names, or files."""

    @property
    def settled(self) -> Settled:
        return Settled.YES

    def view(self) -> CompareAnswer:
        return compare_view(self.comparison, self.asked)

    @property
    def about(self) -> RuleSet:
        return self.comparison.one

    @property
    def says(self) -> Said:
        one, other = str(self.comparison.one), str(self.comparison.other)
        return compare_blocks(self.comparison, self.asked if one == other else (one, other))


def _check_claim_name(name: str, rules: RuleSet) -> None:
    """Raises: UsageError for the name of no claim, or of one about clauses that the rule set has not."""
    found = next((claim for claim in CLAIMS if claim.id == name), None)
    if found is None:
        asked = (Verbatim(each.id) for each in CLAIMS if each.about(rules))
        claim, claims = Verbatim(repr(name)), listed(asked)
        raise UsageError(say("unknown claim {claim}; choose one of {claims}", claim=claim, claims=claims))
    if not found.about(rules):
        lacking = [Verbatim(clause) for clause in found.clauses if clause not in rules.clauses]
        hint = say("{ruleset} has no {clauses}", ruleset=Verbatim(rules.name), clauses=listed(lacking))
        raise UsageError(
            say("{claim} is about clauses of other rule sets", claim=Verbatim(name)),
            hint if lacking else None,
        )


def verify(
    ruleset: str, only: Sequence[str] = (), rlimit: int | None = None, seats: int | None = None
) -> Verified:
    """Decide the claims about a rule set, or only the claims with these ids.

    `rlimit` is the work that Z3 may do for one question. If all claims are asked for, each duty of play and
    of the discard is also checked: is it needed? `seats` is the number of players; by default it is the
    number that the rule set names first.

    Raises: UsageError for an unknown rule set or claim, or a number of players that the rules do not allow.
    """
    rules = ruleset_for(ruleset, seats)
    for name in only:
        _check_claim_name(name, rules)
    clauses = None if only else needs(rules, rlimit=rlimit)
    return Verified(rules, tuple(verify_rules(rules, list(only) or None, rlimit)), clauses)


def compare(one: str, other: str, seats: int | None = None) -> Compared:
    """Compare two rule sets clause by clause, both with the same number of players.

    Raises: UsageError for an unknown rule set, or a number of players that either of them does not allow.
    """
    return Compared(
        compare_rules(ruleset_for(one, seats), ruleset_for(other, seats), other_seats=seats is None),
        (one, other),
    )


_TONE: Final[Mapping[ClaimVerdict | None, Tone]] = {ClaimVerdict.PROVED: "good", ClaimVerdict.REFUTED: "bad"}
_ANSWERS: Final = {
    ClaimVerdict.PROVED: say("proved"),
    ClaimVerdict.REFUTED: say("refuted"),
    ClaimVerdict.UNDECIDED: say("undecided"),
    None: say("unsettled"),
}


def verify_blocks(
    rules: RuleSet, claims: Sequence[DecidedClaim], clauses: Sequence[Need], grounds: Grounds
) -> Said:
    """Return every claim with its verdict, bound and clauses, then the duties that are not needed."""
    guards = [each for each in claims if each.claim.kind is ClaimKind.GUARD]
    return (
        *part("headline", [Phrase(_total(claims), hang=False)]),
        *part("paragraph", [Phrase(word_alone(stated(rules.title)), "bold"), *_chosen(rules)]),
        *(
            block
            for each in claims
            for block in _claim_blocks(each, first_guard=bool(guards) and each is guards[0])
        ),
        *part("paragraph", _needs(clauses)),
        *part("notes", silent_phrases(grounds)),
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
    """Yield the number of duties that forbid something of their own, and the reason why the rest do not."""
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


def _claim_blocks(decided: DecidedClaim, *, first_guard: bool) -> Iterator[Block]:
    """Yield a claim with its verdict, its statement, its readings, and its case."""
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
        yield Phrase(say("Case: {case}", case=witness_message(decided.witness)), level=1)
    for family in decided.families:
        yield Phrase(say("All of them: {family}", family=family), level=1)
    yield from _readings(decided)


def _readings(decided: DecidedClaim) -> Iterator[Phrase]:
    """Yield each reading's verdict if no source settles it; otherwise those that differ, or none."""
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
            yield Phrase(say("Case: {case}", case=witness_message(each.witness)), level=2)


def witness_message(witness: Mapping[str, Any]) -> Message:
    """Return a case in one sentence."""
    told = (
        formed("{key} {value}", key=term_message(key), value=_word(value))
        for key, value in witness.items()
        if value != []
    )
    return alone(Several(tuple(told), ";"))


def _word(value: object) -> Word:
    if isinstance(value, Mapping):
        pairs = ((term_message(key), _word(each)) for key, each in value.items())
        return listed(formed("{key}: {value}", key=key, value=each) for key, each in pairs)
    if isinstance(value, list):
        words = tuple(map(_word, value))
        return Several(words, "," if any(isinstance(each, Message) for each in value) else "")
    if isinstance(value, Message):
        return value
    return Verbatim("-") if value is None else term_message(str(value))


def options_blocks(rules: RuleSet) -> Iterator[Block]:
    """Yield every option with its readings, the one taken marked, or first; nothing if there are none."""
    if not rules.options:
        return
    chosen = say("A reading is chosen by --variant OPTION=READING, or in a file by variant.")
    is_open = say(
        "An option marked ? is open: no source settles it. An answer that depends on it is "
        "given under each reading."
    )
    asked = open_options(rules)
    about = [Phrase(chosen, hang=False), *([Phrase(is_open, hang=False)] if asked else [])]
    yield from part("paragraph", [Phrase(say("Options"), "bold"), *about])
    for name, option in rules.options.items():
        yield from part("paragraph", _option(rules, name, option, asked.get(name)))


def _option(rules: RuleSet, name: str, option: Option, asked: Sequence[str] | None) -> Iterator[Phrase]:
    """Yield a single option; if it is open, `asked` are its readings, first the one that values are under."""
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


FEW: Final = 4
"""The largest number of clauses differing only in standing that are named; more are only counted."""


def compare_blocks(comparison: Comparison, called: tuple[str, str]) -> Said:
    """Return the clauses that lead to different answers, each with a case; then those differing in standing.

    `called` are the names of the two rule sets.
    """
    shown = [each for each in comparison.differences if each.witness is not None]
    alone = [each for each in comparison.differences if each.witness is None and each.what == (MISSING,)]
    silent, commands = _silent(comparison), {each.witness.command for each in shown if each.witness}
    ask = Verbatim(f"tarok-analyze {'|'.join(sorted(commands))} FILE --ruleset {called[0]}")
    anew = say("Each case is a file, complete in the JSON; to answer it again: {command}", command=ask)
    other = say("Other parameters that no case shows: {clauses}", clauses=listed(map(Verbatim, silent)))
    return (
        *part("headline", [differing_clauses(comparison)]),
        *part("paragraph", [Phrase(word_alone(both(map(Verbatim, called))), "bold")]),
        *(
            block
            for each in (*shown, *alone)
            for block in part("paragraph", _difference_phrases(called, each))
        ),
        *part("paragraph", [other] if silent else []),
        *part("paragraph", _standings(comparison, called)),
        *part("paragraph", [anew] if commands else []),
    )


def differing_clauses(comparison: Comparison) -> Message:
    """Return the clauses that lead to different answers, or that only one has; or a note on none."""
    found = [
        _with_how_many(word_alone(ClauseId(each.clause)), each)
        for each in comparison.differences
        if each.witness is not None or each.what == (MISSING,)
    ]
    silent = both(map(ClauseId, _silent(comparison)))
    if not found and silent.items:
        return say("No case shows that they differ; the effect of {clauses} is not shown.", clauses=silent)
    if not found:
        return say("No clause leads to another answer.")
    return say("They differ in {clauses}.", clauses=both(found))


def _with_how_many(words: Message, each: Difference) -> Message:
    """Return the text of a difference with the number of players in its case, if it is not the usual one."""
    if each.seats is None:
        return words
    return say("{clauses} with {number} {number:player/players}", clauses=words, number=each.seats)


def _silent(comparison: Comparison) -> list[str]:
    """Return the clauses with other parameters for which no case was found."""
    known = (("standing",), (MISSING,))
    return [each.clause for each in comparison.differences if each.witness is None and each.what not in known]


def _standings(comparison: Comparison, called: tuple[str, str]) -> Iterator[Message]:
    """Yield the number of clauses that differ only in standing, and how; a few of them by name."""
    alike: dict[tuple[str, str], list[str]] = {}
    for each in comparison.differences:
        if each.witness is None and each.what == ("standing",):
            alike.setdefault(each.standings, []).append(each.clause)
    for (first, second), clauses in alike.items():
        told = say_many(
            "{number} clause says the same, {first} in {one} and {second} in {other}",
            "{number} clauses say the same, {first} in {one} and {second} in {other}",
            len(clauses),
            first=term_message(first),
            second=term_message(second),
            one=Verbatim(called[0]),
            other=Verbatim(called[1]),
        )
        named = listed(map(ClauseId, clauses))
        few = len(clauses) <= FEW
        yield formed("{told}: {named}", told=told, named=named) if few else formed("{told}.", told=told)


def _difference_phrases(called: tuple[str, str], each: Difference) -> Iterator[Phrase]:
    """Yield a clause, its text in either rule set, and a case that both answer."""
    head = word_alone(BareClause(each.clause))
    if each.area:
        head = formed("{clause} ({area})", clause=head, area=each.area)
    yield Phrase(_with_how_many(head, each))
    verdicts = each.verdicts or (None, None)
    for rules, statement, standing, verdict in zip(
        called, each.statements, each.standings, verdicts, strict=True
    ):
        yield Phrase(_statement_message(rules, statement, standing), level=1)
        if verdict is not None:
            yield Phrase(say("in the case below: {verdict}", verdict=verdict), level=2)
    if each.witness is not None:
        command, case = Verbatim(each.witness.command), witness_message(_shorten_case(each.witness))
        yield Phrase(say("Case for {command}: {case}", command=command, case=case), level=1)
    elif each.note is not None:
        yield Phrase(each.note, level=1)


def _statement_message(rules: str, statement: str, standing: str) -> Message:
    """Return a rule set's text of a clause, with its standing; or that it has none."""
    name: Word = Verbatim(rules)
    if standing == MISSING:
        return say("{rules} has no such clause", rules=name)
    if standing != "stated":
        name = formed("{rules} [{standing}]", rules=name, standing=term_message(standing))
    return formed("{rules}: {says}", rules=name, says=stated(statement))


def _shorten_case(case: CaseFile) -> dict[str, Any]:
    """Return the content of a case's file in fewer words: the line of a position, the hand of an evening."""
    told = {key: value for key, value in case.told.items() if key != "players"}
    if case.command == "replay":
        told["play"] = told.pop("lines")[0]["play"]
    if case.command == "score":
        first, *more = told.pop("hands")
        told |= {**first, **({"hands": [first, *more]} if more else {})}
    return {key: _apart(value) for key, value in told.items()}


def _apart(value: Any) -> Any:
    """Return a text split into its cards or words; texts in a list stay in one piece."""
    if isinstance(value, Mapping):
        return {key: _apart(each) for key, each in value.items()}
    if isinstance(value, list):
        return [f"`{each}`" if isinstance(each, str) and " " in each else each for each in value]
    return value.split() if isinstance(value, str) and " " in value else value
