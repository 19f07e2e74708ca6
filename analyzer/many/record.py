"""What a run is: what is asked, by which rules and core, of which input. It is kept beside the answers.

A run is continued as it was begun, or not at all: whatever differs is told.
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


def digest_of(text: str | bytes) -> str:
    """The digest of a text."""
    return f"sha256:{sha256(text.encode() if isinstance(text, str) else text).hexdigest()}"


@dataclass(slots=True)
class RulesSeen:
    """The rule sets of the positions that were read."""

    named: str | None = None
    """The one that all are played by, if one was named."""
    met: dict[tuple[str, str], RulesMetView] = field(default_factory=dict)

    @classmethod
    def from_ruleset(cls, ruleset: str | None) -> RulesSeen:
        """No rules yet, in a run where all positions are played by one rule set if it is named."""
        return cls(split_named(ruleset)[0] or None if ruleset else None)

    def note(self, position: Position) -> None:
        """Remember the rules of a position."""
        rules = position.rules
        named = self.named or position.ruleset or rules.name
        self.add([RulesMetView(ruleset=named, variant=dict(rules.variant), digest=rules.digest)])

    def add(self, rules: Iterable[RulesMetView]) -> None:
        """Remember rules, as those of a run that is continued."""
        self.met |= {(each.ruleset, str(sorted(each.variant.items()))): each for each in rules}

    @property
    def digest(self) -> str:
        """The digest of the one rule set, or of all of them."""
        every = sorted({each.digest for each in self.met.values()})
        return every[0] if len(every) == 1 else digest_of("\n".join(every))


def check_same(
    out: Path, before: BatchRun, now: BatchRun, beside: Path | None, *, other_limits: bool
) -> None:
    """Raises: UsageError that tells what differs in the run that is to be continued."""
    asked, asks = before.question.get(OF), now.question.get(OF)
    if asked != asks:
        refuse(out, [say("it was begun with `{before}`", before=Verbatim(asked))])
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
    """What of a question was asked otherwise, key by key."""
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
    """Raises: UsageError if anything differs."""
    if differs:
        told = say(
            "{file} belongs to a different run: {differs}", file=Verbatim(out), differs=listed(differs)
        )
        raise UsageError(told, say("expected the run that it was begun with, or a new file"))


class RunningDigest:
    """The digest of parts that come one by one, and how many came."""

    def __init__(self) -> None:
        self._hash, self.count = sha256(), 0

    def add(self, part: bytes) -> None:
        """Add a part."""
        self._hash.update(part)
        self.count += 1

    def add_record(self, record: BatchRecord) -> None:
        """Add a position as it was given."""
        told = f"{record.line}\0{record.file or ''}\0{record.text}\0"
        self.add(told.encode("utf-8", "surrogatepass"))

    def __str__(self) -> str:
        return f"sha256:{self._hash.hexdigest()}"


class PassedOver(NamedTuple):
    """An input some of which is answered: the digest of that, and what is still to be asked."""

    answered: RunningDigest
    blocks: Iterator[RecordBlock]


def passed_over(
    out: Path, blocks: Iterator[RecordBlock], before: BatchRun, last: int, again: Collection[int] = ()
) -> PassedOver:
    """What is to be asked of an input: the lines after the `last` one answered, and those to ask `again`.

    Raises: UsageError if the lines that the run had reached are others; what reading raises.
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
