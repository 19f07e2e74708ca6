"""What a run of many questions is: what is asked, by which rules and core, of which input.

It is written beside the answers, so that a run is gone on with as it was begun, or not at all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from analyzer.answers.batch import BatchRun
from analyzer.api.many.records import BatchRecord, RecordBlock
from analyzer.errors import UsageError
from analyzer.frozenrecord import Record
from analyzer.messages import Message, Verbatim, listed, say
from analyzer.position.model import Position
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import split_named

SCHEMA: Final = "tarok-analyze/batch-run/1"
LIMITS: Final = "limits"


class RulesMet(NamedTuple):
    """A rule set that a position was played by: how it was named, what was chosen, and what that came to."""

    ruleset: str
    variant: Mapping[str, str]
    digest: str


@dataclass(slots=True)
class RulesSeen:
    """The rule sets of the positions that were read."""

    named: str | None = None
    """The one that all are played by."""
    met: dict[tuple[str, str], RulesMet] = field(default_factory=dict)

    @classmethod
    def from_ruleset(cls, ruleset: str | None) -> RulesSeen:
        """Those of a run in which all are played by one rule set, where one is named."""
        return cls(split_named(ruleset)[0] or None if ruleset else None)

    def note(self, position: Position) -> None:
        """Remember the rules of a position."""
        rules = position.rules
        named = self.named or position.ruleset or rules.name
        self.met[named, str(sorted(rules.variant.items()))] = RulesMet(
            named, dict(rules.variant), rules.digest
        )

    def go_on(self, before: Sequence[RulesMet]) -> None:
        """Remember those of the run that is gone on with."""
        self.met |= {(each.ruleset, str(sorted(each.variant.items()))): each for each in before}

    @property
    def digest(self) -> str:
        """That of the one rule set, or of all of them."""
        every = sorted({each.digest for each in self.met.values()})
        return every[0] if len(every) == 1 else digest_of("\n".join(every))


class Reached(NamedTuple):
    """How far a run was: the records that were answered, and what they were."""

    answered: int
    digest: str


_NOWHERE: Final = Reached(0, "")


class RunIdentity(Record, frozen=True):
    """A run as it is written beside its answers."""

    question: Mapping[str, Any]
    core: str
    rules: Sequence[RulesMet] = ()
    reached: Reached = _NOWHERE
    written: str = ""
    """The digest of the answers to them, as they stand in OUT."""
    open: int = 0

    def plain(self, ruleset: str) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "schema": SCHEMA,
            "question": dict(self.question),
            "ruleset": ruleset,
            "core": self.core,
            "answered": self.reached.answered,
            "open": self.open,
            "input": self.reached.digest,
            "output": self.written,
            "rules": [each._asdict() for each in self.rules],
        }

    @classmethod
    def read(cls, file: Path) -> RunIdentity:
        """What was written. Raises: OSError; ValueError for anything else."""
        told = msgspec.json.decode(file.read_bytes(), type=BatchRun)
        rules = tuple(RulesMet(each.ruleset, each.variant, each.digest) for each in told.rules)
        reached = Reached(told.answered, told.input)
        return cls(told.question, told.core, rules, reached, told.output, told.open)


def check_same(before: RunIdentity, now: RunIdentity, beside: Path | None, *, other_limits: bool) -> None:
    """Raises: UsageError that says in what the run that is gone on with is another."""
    differs = [*_questions(before.question, now.question, other_limits=other_limits)]
    if before.core != now.core:
        differs.append(say("the core is another"))
    differs += [
        say("the rules of {ruleset} are others", ruleset=Verbatim(each.ruleset))
        for each in before.rules
        if load_ruleset(each.ruleset, each.variant, beside).digest != each.digest
    ]
    refuse(differs)


def _questions(before: Mapping[str, Any], now: Mapping[str, Any], *, other_limits: bool) -> Iterator[Message]:
    for key in dict.fromkeys((*before, *now)):
        was, being = before.get(key), now.get(key)
        if was != being and not (other_limits and key == LIMITS):
            yield say(
                "{key} was {before}, and is {now}", key=Verbatim(key), before=_shown(was), now=_shown(being)
            )


def _shown(value: Any) -> Verbatim:
    if isinstance(value, Mapping):
        return Verbatim(" ".join(f"{key}={each}" for key, each in value.items() if each is not None) or "-")
    if isinstance(value, list):
        return Verbatim(",".join(map(str, value)) or "-")
    return Verbatim("-" if value is None else str(value))


def refuse(differs: Sequence[Message]) -> None:
    """Raises: UsageError where anything differs."""
    if differs:
        told = say("OUT belongs to a different run: {differs}", differs=listed(differs))
        raise UsageError(told, say("expected the run that OUT was begun with"))


class RunningDigest:
    """The digest of what comes bit by bit, as answers do that are written."""

    def __init__(self) -> None:
        self._hash = sha256()

    def add(self, part: bytes) -> None:
        """Go on with a part."""
        self._hash.update(part)

    def __str__(self) -> str:
        return f"sha256:{self._hash.hexdigest()}"


class InputDigest:
    """The digest of records in their order."""

    def __init__(self) -> None:
        self._digest, self.count = RunningDigest(), 0

    def add(self, record: BatchRecord) -> None:
        """Go on with a record."""
        told = f"{record.line}\0{record.file or ''}\0{record.text}\0"
        self._digest.add(told.encode("utf-8", "surrogatepass"))
        self.count += 1

    @property
    def reached(self) -> Reached:
        """What was added so far."""
        return Reached(self.count, str(self._digest))


class PassedOver(NamedTuple):
    """An input of which some records are answered: their digest, and what is to be asked."""

    answered: InputDigest
    blocks: Iterator[RecordBlock]


def passed_over(
    blocks: Iterator[RecordBlock], reached: Reached, last: int, again: Collection[int] = ()
) -> PassedOver:
    """What is to be asked of an input: what stands behind the `last` line answered, and lines to ask `again`.

    Raises: UsageError where the records that the run had reached are others; what reading raises.
    """
    answered, known = InputDigest(), InputDigest()
    asked: list[BatchRecord] = []
    end = 0
    while known.count < reached.answered:
        block = next(blocks, None)
        if block is None:
            break
        end = block.end
        for record in block.records:
            if known.count < reached.answered:
                known.add(record)
            if record.line <= last:
                answered.add(record)
            if record.line > last or record.line in again:
                asked.append(record)
    if reached.answered and known.reached != reached:
        refuse([say("the input is another")])
    return PassedOver(answered, chain([RecordBlock(asked, end)] if asked else [], blocks))


def digest_of(text: str) -> str:
    """The digest of a text."""
    return f"sha256:{sha256(text.encode()).hexdigest()}"
