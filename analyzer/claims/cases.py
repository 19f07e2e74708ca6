"""The cases that show what a clause does: small files, and what a rule set answers to them."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

from msgspec import structs
from msgspec.structs import replace

from analyzer.disputes.deal.purchase import AskingFinding
from analyzer.disputes.files import loads_dispute
from analyzer.disputes.findings import Finding
from analyzer.disputes.table import DISPUTE_KINDS, settle
from analyzer.disputes.tricks.events import TrickFinding
from analyzer.errors import IllegalMove, Invalid, UsageError
from analyzer.evenings.model import CarriedOver, EveningScore
from analyzer.evenings.tally import loads as loads_evening
from analyzer.evenings.tally import tally
from analyzer.frozenrecord import Record
from analyzer.messages import Decimal, Message, Name, Verbatim, alone, both, in_a_row, listed, say
from analyzer.position.reading import loads as loads_position
from analyzer.position.replay.books import applied_in
from analyzer.position.replay.model import Replay
from analyzer.position.replay.replay import legal_part
from analyzer.rules.score.goals import points_text
from analyzer.rules.spec.agreement import contradictions
from analyzer.rules.spec.clause import Clause
from analyzer.rules.spec.grounds import open_options, unsettled_of
from analyzer.rules.spec.readings import dependence, explored
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import specs_dir
from analyzer.rules.spec.variants import derive_rules, read_as
from analyzer.rules.verdicts import VERDICT_WORDS, Verdict, amounts_message
from analyzer.yamltree.node import FAMILIES, family
from analyzer.yamltree.reading import parse, read_text

# A case as a rule set's own commands have it: a file, given to `replay`, `score` or `check`.
#
# Nothing is judged here. What stands beside a rule set is what those come to when the file is read by it.


Part = tuple[str, Message]


class CaseAnswer(Record, frozen=True):
    """What a command comes to, part by part: a verdict, who receives what, points, what lies there."""

    parts: Mapping[str, Message]
    applied: frozenset[str] = frozenset()
    """The clauses that it was found by."""
    incomplete: bool = False
    """Whether the file is refused for what is missing of it, so that it is no case of the rule set."""

    @property
    def refused(self) -> bool:
        """Whether the file tells what cannot be by the rule set."""
        return REFUSED in self.parts


Command = Literal["replay", "score", "check"]
FORMATS: Final[Mapping[Command, str]] = {
    "replay": "tarok-position/2",
    "score": "tarok-session/1",
    "check": "tarok-dispute/2",
}
REFUSED: Final = "refused"
"""The only part of an answer where the file is refused."""
_VERDICT: Final = "verdict"


class CaseFile(Record, frozen=True):
    """A file, and the command that it is given to."""

    command: Command
    told: Mapping[str, Any]

    @property
    def file(self) -> dict[str, Any]:
        """What stands in the file; the rule set is named where it is asked."""
        return {"format": FORMATS[self.command], **self.told}

    @property
    def text(self) -> str:
        """The file: JSON, which is YAML too."""
        return json.dumps(self.file)

    def answer(self, rules: RuleSet) -> CaseAnswer:
        """What the command answers by a rule set; by which clause it is unsettled, where it is."""
        try:
            return _COMMANDS[self.command](self.text, rules)
        except IllegalMove as fault:
            return CaseAnswer(dict(_judged(Verdict.ILLEGAL, [fault.clause])), frozenset([fault.clause]))
        except Invalid as fault:
            lacking = any(each.lacking for each in fault.faults)
            return structs.replace(_refused(fault.faults[0].message), incomplete=lacking)
        except UsageError as fault:
            return _refused(fault.message)


def _refused(reason: Message) -> CaseAnswer:
    return CaseAnswer({REFUSED: say("refused: {reason}", reason=reason)})


def differing(one: CaseAnswer, other: CaseAnswer) -> tuple[str, ...]:
    """The parts in which two answers differ; two refusals are the same."""
    if one.refused and other.refused:
        return ()
    parts = dict.fromkeys((*one.parts, *other.parts))
    return tuple(each for each in parts if str(one.parts.get(each)) != str(other.parts.get(each)))


def in_words(answer: CaseAnswer, parts: Iterable[str]) -> Message:
    """Some parts of an answer, as far as it has them; all of it where it has none of them."""
    found, *more = [answer.parts[each] for each in parts if each in answer.parts] or answer.parts.values()
    for each in more:
        found = say("{one}; {other}", one=found, other=each)
    return found


def _replayed(text: str, rules: RuleSet) -> CaseAnswer:
    position = loads_position(text, under=lambda _: rules)

    def ask(read: RuleSet) -> CaseAnswer:
        found = legal_part(dataclasses.replace(position, rules=read), None)
        if found.illegal is not None:
            raise found.illegal
        return CaseAnswer(dict(_replay_parts(found)), frozenset(applied_in(position, found)))

    return _answer_each_reading(rules, ask)


def _scored(text: str, rules: RuleSet) -> CaseAnswer:
    evening = loads_evening(text, under=lambda _: rules)

    def ask(read: RuleSet) -> CaseAnswer:
        mine = evening if read is rules else loads_evening(text, under=lambda _: read)
        found = tally(mine)
        return CaseAnswer(dict(_score_parts(found)), frozenset(found.applied))

    return _answer_each_reading(rules, ask)


def _checked(text: str, rules: RuleSet) -> CaseAnswer:
    found = settle(loads_dispute(text, under=lambda _: rules))
    return CaseAnswer(dict(_finding_parts(found)), frozenset((*found.applied, *found.clauses)))


_COMMANDS: Final = {"replay": _replayed, "score": _scored, "check": _checked}


def _answer_each_reading(rules: RuleSet, ask: Callable[[RuleSet], CaseAnswer]) -> CaseAnswer:
    found = explored(rules, ask)
    first = found.first
    hung = dependence(found, lambda one, other: not differing(one, other))
    options = found.too_many or hung.options
    if not options:
        return first
    clauses = unsettled_of(rules, options)
    return CaseAnswer(dict(_judged(Verdict.UNSETTLED, clauses)), first.applied.union(clauses))


def _judged(verdict: Verdict, clauses: Iterable[str]) -> Iterator[Part]:
    said, named = VERDICT_WORDS[verdict], [*clauses]
    if named:
        said = say("{verdict} ({clauses})", verdict=said, clauses=listed(map(Verbatim, named)))
    yield _VERDICT, said


def _received(amounts: Iterable[int], players: Iterable[str]) -> Message:
    return amounts_message(dict(zip(players, amounts, strict=False)))


def _replay_parts(found: Replay) -> Iterator[Part]:
    broken = dict.fromkeys(each.clause for each in found.violations)
    if broken:
        yield from _judged(Verdict.ILLEGAL, broken)
    yield "received", _received(found.amounts, found.players)
    after = found.pots_after
    if after is not None:
        yield "pots", say("king pot {king}, pagat pot {pagat}", king=after.king, pagat=after.pagat)
        return
    points = (
        in_a_row((Name(found.players[found.leader(side)]), Decimal(points_text(each))))
        for side, each in enumerate(found.points or ())
    )
    yield "points", say("points {points}", points=listed(map(alone, points)))


def _score_parts(found: EveningScore) -> Iterator[Part]:
    players = found.evening.players
    broken = [each.clause for hand in found.hands for each in hand.violations]
    if broken:
        yield from _judged(Verdict.ILLEGAL, dict.fromkeys(broken))
    yield "received", _received(found.totals, players)
    yield from _lying(found.lying, players)
    if any(found.end.tokens):
        yield "end", say("at the end {amounts}", amounts=_received(found.end.tokens, players))


def _lying(lying: CarriedOver, players: tuple[str, ...]) -> Iterator[Part]:
    if lying.pots is not None:
        king, pagat = lying.pots.king, lying.pots.pagat
        yield "pots", say("king pot {king}, pagat pot {pagat}", king=king, pagat=pagat)
    if lying.pools:
        yield "pools", say("pools: {pools}", pools=listed(Verbatim(str(each.amount)) for each in lying.pools))
    if any(lying.radli.values()):
        numbers = (Verbatim(str(lying.radli.get(seat, 0))) for seat in range(len(players)))
        yield "radli", say("radli: {radli}", radli=listed(numbers))


def _finding_parts(found: Finding) -> Iterator[Part]:
    if found.unsettled or found.verdict is Verdict.UNSETTLED:
        yield from _judged(Verdict.UNSETTLED, found.unsettled or found.clauses)
        return
    yield from _judged(found.verdict, found.clauses)
    if found.leads_to is not None:
        yield "leads to", found.leads_to
    if isinstance(found, AskingFinding):
        some = say("that there are some") if found.must_tell else say("that there are none")
        whether = isinstance(found.must_tell, bool)
        yield "telling", some if whether else say("how many: {number}", number=found.must_tell)
    if isinstance(found, TrickFinding) and found.cards_taken_back:
        names = (Name(found.everybody[seat]) for seat in found.cards_taken_back)
        yield "back", say("cards go back to {players}", players=both(names))


# The cases that show what a clause does: small files, which both rule sets answer by their own commands.
#
# `specs/compared.yaml` lists them, each with the clauses that it is about: a file for `replay`, `score` or
# `check`, or the name of a shipped one.


_AREAS: Final[Mapping[str, Message]] = {"replay": say("endings"), "score": say("score")}
"""What a case of a command is about; a dispute is about the area of its kind."""


_BESIDE: Final = frozenset({"title", "teaches", "source", "stipulation", "expect", "ruleset", "variant"})
"""The keys of a shipped file that do not say what happened."""


_MOST_ASKED: Final = 48
"""The most cases that are asked for one clause."""
_MOST_TRIED: Final = 8
"""The most cases with two different answers that are searched for the clause behind them."""


class ClauseCase(Record, frozen=True):
    """A file, and the ids of the clauses that it is about."""

    about: frozenset[str]
    file: CaseFile

    @property
    def chapters(self) -> frozenset[str]:
        """The chapters of the clauses that it is about."""
        return frozenset(map(chapter, self.about))

    @property
    def area(self) -> Message:
        """What it is about, in a word or two."""
        command = self.file.command
        return DISPUTE_KINDS[self.file.told["kind"]].area if command == "check" else _AREAS[command]

    @property
    def contracts(self) -> frozenset[str]:
        """The contracts that it is played with."""
        hands = self.file.told["hands"] if self.file.command == "score" else [self.file.told]
        return frozenset(each["contract"] for each in hands if "contract" in each)

    def is_for(self, players: int) -> bool:
        """Whether this number of players play in it; if it is about the table, one more may sit out."""
        told = len(self.file.told.get("players", "ABC"))
        return told == players or ("table" in self.chapters and told == players + 1)


def chapter(clause: str) -> str:
    """The first part of a clause's id."""
    return clause.partition(".")[0]


@cache
def shipped_cases() -> tuple[ClauseCase, ...]:
    """Every case of `specs/compared.yaml`, in the order of the file."""
    path = specs_dir() / "compared.yaml"
    data: Any = parse(read_text(str(path)), str(path)).plain()
    return tuple(_case(each) for each in data["cases"])


def _case(data: Mapping[str, Any]) -> ClauseCase:
    about = frozenset(data["about"])
    if "file" in data:
        return ClauseCase(about, _shipped(specs_dir().parent / "positions" / data["file"]))
    command = next(each for each in FORMATS if each in data)
    return ClauseCase(about, CaseFile(command, data[command]))


def _shipped(path: Path) -> CaseFile:
    """A shipped file without its title and its rule set."""
    data: Any = parse(read_text(str(path)), str(path)).plain()
    told = {key: value for key, value in data.items() if key not in _BESIDE}
    command = FAMILIES[family(told["format"])]
    return CaseFile(next(each for each in FORMATS if each == command), told)


class ShownCase(Record, frozen=True):
    """A case, what it is about, and what each of two rule sets answers, as far as they differ."""

    area: Message
    case: CaseFile
    verdicts: tuple[Message, Message]


class CaseSearch:
    """What the two rule sets and those between them answer; each case is asked once of each of them."""

    def __init__(self, one: RuleSet, other: RuleSet, clauses: Sequence[str]) -> None:
        self._both, self._clauses = (one, other), clauses
        self._answers: dict[tuple[int, str], tuple[RuleSet, CaseAnswer]] = {}
        """By rule set and file; the rule set is kept with it, so that no other one has its number."""
        self._narrowed: dict[tuple[int, str], tuple[RuleSet, RuleSet]] = {}

    def shown(self, clause: str) -> ShownCase | None:
        """The first case with two answers because of a clause; if possible one that neither refuses."""
        one, other = (self._narrow(each, clause) for each in self._both)
        between = list(self._between(one, other, clause))
        refused, tried = None, 0
        for each in self._cases(clause)[:_MOST_ASKED]:
            case = each.file
            mine, theirs = self._answer(one, case), self._answer(other, case)
            parts = differing(mine, theirs)
            needless = REFUSED in parts and (refused or clause not in each.about)
            if not parts or mine.incomplete or theirs.incomplete or needless:
                continue
            if tried == _MOST_TRIED:
                break
            tried += 1
            if self._clauses != [clause] and not self._is_because_of(clause, case, between, parts):
                continue
            found = self._case_shown(each)
            if found is not None and REFUSED not in parts:
                return found
            refused = refused or found
        return refused

    def _case_shown(self, case: ClauseCase) -> ShownCase | None:
        """What the two answer to a case with all that is open in them; None where they answer the same."""
        answers = [self._answer(each, case.file) for each in self._both]
        parts = differing(*answers)
        said = in_words(answers[0], parts), in_words(answers[1], parts)
        return ShownCase(case.area, case.file, said) if parts else None

    def _is_because_of(
        self, clause: str, case: CaseFile, between: Sequence[tuple[RuleSet, RuleSet]], parts: Sequence[str]
    ) -> bool:
        """Whether the clause makes a difference; where one of the two refuses the case, whether that is it.

        An answer says by which clauses it was found: that is all there is where no game is made without it,
        or with it alone, and enough where the other one has no such clause and cannot read the file.
        """
        answers = [self._answer(each, case) for each in self._both]
        lacks = any(
            each.refused
            for each, rules in zip(answers, self._both, strict=True)
            if clause not in rules.clauses
        )
        missing = any(clause not in each.clauses for each in self._both)
        if (lacks or not (between or missing)) and any(clause in each.applied for each in answers):
            return True
        for mine, made in between:
            told = differing(self._answer(mine, case), self._answer(made, case))
            if {*told} & {*parts} or (told and lacks and REFUSED not in told):
                return True
        return False

    def _cases(self, clause: str) -> list[ClauseCase]:
        """The cases for the players and contracts of both, first those about the clause, then its chapter."""

        def place(case: ClauseCase) -> int:
            if clause in case.about:
                return 0
            return 1 if chapter(clause) in case.chapters else 2

        players = self._both[0].table.players
        shared = {*self._both[0].game.contracts} & {*self._both[1].game.contracts}
        return sorted(
            (each for each in shipped_cases() if each.is_for(players) and each.contracts <= shared), key=place
        )

    def _answer(self, rules: RuleSet, case: CaseFile) -> CaseAnswer:
        key = id(rules), case.text
        if key not in self._answers:
            self._answers[key] = rules, case.answer(rules)
        return self._answers[key][1]

    def _narrow(self, rules: RuleSet, clause: str) -> RuleSet:
        """The rule set with the first reading of all that is open but this clause: quicker to ask."""
        words = {name: each[0] for name, each in open_options(rules).items()}
        first = {name: each for name, each in words.items() if rules.options[name].clause != clause}
        key = id(rules), ",".join(first)
        if key not in self._narrowed:
            self._narrowed[key] = rules, read_as(rules, first)
        return self._narrowed[key][1]

    def _between(self, one: RuleSet, other: RuleSet, clause: str) -> Iterator[tuple[RuleSet, RuleSet]]:
        """Each of the two beside itself with this clause alone as the other has it, where that is a game."""
        for mine, theirs in ((one, other), (other, one)):
            clauses = {name: each for name, each in mine.clauses.items() if name != clause}
            made = _build_rules(
                mine, clauses | {name: each for name, each in theirs.clauses.items() if name == clause}
            )
            if made is not None and next(contradictions(made), None) is None:
                yield mine, made


def _build_rules(like: RuleSet, clauses: Mapping[str, Clause]) -> RuleSet | None:
    """The rule set of other clauses, with the options about those; None where a clause is lacking."""
    options = {name: each for name, each in like.options.items() if clauses.keys() >= {*each.clauses}}
    chosen = {name: word for name, word in like.variant.items() if name in options}
    try:
        return derive_rules(replace(like, options=options), clauses, chosen)
    except KeyError:
        return None
