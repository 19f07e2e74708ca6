"""The cases that show what a clause does: small files, which both rule sets answer by their own commands.

`specs/compared.yaml` lists them, each with the clauses that it is about: a file for `replay`, `score` or
`check`, or the name of a shipped one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from analyzer.claims.asked import FORMATS, REFUSED, CaseAnswer, CaseFile, differing, in_words
from analyzer.disputes.table import KINDS
from analyzer.frozenrecord import Record
from analyzer.messages import Message, say
from analyzer.rules.spec.agreement import contradictions
from analyzer.rules.spec.clause import Clause
from analyzer.rules.spec.grounds import open_options
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import specs_dir
from analyzer.rules.spec.variants import made_of, read_as
from analyzer.yamltree.places import FAMILIES, family
from analyzer.yamltree.reading import parse, read_text

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
        return KINDS[self.file.told["kind"]].area if command == "check" else _AREAS[command]

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
            self._answers[key] = rules, case.asked(rules)
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
            made = _made(
                mine, clauses | {name: each for name, each in theirs.clauses.items() if name == clause}
            )
            if made is not None and next(contradictions(made), None) is None:
                yield mine, made


def _made(like: RuleSet, clauses: Mapping[str, Clause]) -> RuleSet | None:
    """The rule set of other clauses, with the options about those; None where a clause is lacking."""
    options = {name: each for name, each in like.options.items() if clauses.keys() >= {*each.clauses}}
    chosen = {name: word for name, word in like.variant.items() if name in options}
    try:
        return made_of(replace(like, options=options), clauses, chosen)
    except KeyError:
        return None
