"""The record of a run: its question, rules, core and input, saved next to the answers.

A run is continued exactly as it was begun, or refused with a list of the differences.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple

from analyzer.answers.batch import BatchRun, RulesMetView
from analyzer.errors import UsageError
from analyzer.many.source import BatchRecord, RecordBlock
from analyzer.messages import Message, Verbatim, listed, say
from analyzer.position.model import Position
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import split_named

LIMITS: Final = "limits"
OF: Final = "of"
OTHER_CORE: Final = say("the core is another")


@dataclass(slots=True)
class RulesSeen:
    """The rule sets of the positions read so far."""

    named: str | None = None
    """The rule set of all positions, if the run names one."""
    met: dict[tuple[str, str], RulesMetView] = field(default_factory=dict)

    @classmethod
    def from_ruleset(cls, ruleset: str | None) -> RulesSeen:
        """Return an empty record; if `ruleset` is given, all positions of the run are under it."""
        return cls(split_named(ruleset)[0] or None if ruleset else None)

    def note(self, position: Position) -> None:
        """Add the rules of a position."""
        rules = position.rules
        named = self.named or position.ruleset or rules.name
        self.add([RulesMetView(ruleset=named, variant=dict(rules.variant), digest=rules.digest)])

    def add(self, rules: Iterable[RulesMetView]) -> None:
        """Add rules, such as those of a run that is continued."""
        self.met |= {(each.ruleset, str(sorted(each.variant.items()))): each for each in rules}

    @property
    def digest(self) -> str:
        """The digest of the only rule set, or of all together."""
        every, together = sorted({each.digest for each in self.met.values()}), RunningDigest()
        together.add("\n".join(every).encode())
        return every[0] if len(every) == 1 else str(together)


def check_same(
    out: Path, before: BatchRun, now: BatchRun, beside: Path | None, *, other_limits: bool
) -> None:
    """Check that the run `now` may continue the run `before`.

    Raises: UsageError with the differences.
    """
    question = before.question.get(OF)
    if question != now.question.get(OF):
        refuse(out, [say("it was begun with `{before}`", before=Verbatim(question))])
    but = {LIMITS} if other_limits else frozenset[str]()
    differs = [*differences(before.question, now.question, but)]
    if before.core != now.core:
        differs.append(OTHER_CORE)
    differs += [
        say("the rules of {ruleset} are others", ruleset=Verbatim(each.ruleset))
        for each in before.rules
        if load_ruleset(each.ruleset, each.variant, beside).digest != each.digest
    ]
    refuse(out, differs)


def differences(
    before: Mapping[str, Any], now: Mapping[str, Any], but: Collection[str] = ()
) -> Iterator[Message]:
    """Yield a message for each key that differs between two questions, except the keys in `but`."""
    for key in dict.fromkeys((*before, *now)):
        was, being = before.get(key), now.get(key)
        if was != being and key not in but:
            yield say(
                "{key} was {before}, and is {now}", key=Verbatim(key), before=_shown(was), now=_shown(being)
            )


def _shown(value: Any) -> Verbatim:
    if isinstance(value, Mapping):
        told = " ".join(f"{key}={_shown(each)}" for key, each in value.items() if each is not None)
    else:
        told = ",".join(map(str, value)) if isinstance(value, list) else "" if value is None else str(value)
    return Verbatim(told or "-")


def refuse(out: Path, differs: Sequence[Message]) -> None:
    """Refuse to continue a run. Raises: UsageError if there are differences."""
    if differs:
        told = say(
            "{file} belongs to a different run: {differs}", file=Verbatim(out), differs=listed(differs)
        )
        raise UsageError(told, say("expected the run that it was begun with, or a new file"))


class RunningDigest:
    """The digest of parts that are added one by one, and their number."""

    def __init__(self) -> None:
        self._hash, self.count = sha256(), 0

    def add(self, part: bytes) -> None:
        """Add a part."""
        self._hash.update(part)
        self.count += 1

    def add_record(self, record: BatchRecord) -> None:
        """Add a position as the input gives it."""
        told = f"{record.line}\0{record.file or ''}\0{record.text}\0"
        self.add(told.encode("utf-8", "surrogatepass"))

    def __str__(self) -> str:
        return f"sha256:{self._hash.hexdigest()}"


class PassedOver(NamedTuple):
    """A partly answered input: the digest of the answered part, and the records still to be asked."""

    answered: RunningDigest
    blocks: Iterator[RecordBlock]


def passed_over(
    out: Path, blocks: Iterator[RecordBlock], before: BatchRun, last: int, again: Collection[int] = ()
) -> PassedOver:
    """Return the lines of an input that are still to be asked: those after line `last`, and those in `again`.

    Raises: UsageError if the lines already answered have changed; any error of reading.
    """
    answered, known = RunningDigest(), RunningDigest()
    asked: list[BatchRecord] = []
    end = 0
    while known.count < before.answered and (block := next(blocks, None)) is not None:
        end = block.end
        for record in block.records:
            if known.count < before.answered:
                known.add_record(record)
            if record.line <= last:
                answered.add_record(record)
            if record.line > last or record.line in again:
                asked.append(record)
    if before.answered and (known.count, str(known)) != (before.answered, before.input):
        refuse(out, [say("the input is another")])
    return PassedOver(answered, chain([RecordBlock(asked, end)] if asked else [], blocks))
