"""A case as a rule set's own commands have it: a file, given to `replay`, `score` or `check`.

Nothing is judged here. What stands beside a rule set is what those come to when the file is read by it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, Literal

from msgspec import structs

from analyzer.disputes.asking import AskingFinding
from analyzer.disputes.files import loads_dispute
from analyzer.disputes.findings import Finding
from analyzer.disputes.game import TrickFinding
from analyzer.disputes.table import settle
from analyzer.errors import IllegalMove, Invalid, UsageError
from analyzer.evenings.model import EveningScore, LeftLying
from analyzer.evenings.tally import loads as loads_evening
from analyzer.evenings.tally import tally
from analyzer.frozenrecord import Record
from analyzer.messages import Decimal, Message, Name, Verbatim, alone, both, in_a_row, listed, say
from analyzer.position.reading import loads as loads_position
from analyzer.position.replay.books import applied_in
from analyzer.position.replay.model import Replay
from analyzer.position.replay.replay import legal_part
from analyzer.rules.score.goals import points_text
from analyzer.rules.spec.grounds import unsettled_of
from analyzer.rules.spec.readings import compared, explored
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import VERDICT_WORDS, Verdict, amounts_told

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

    def asked(self, rules: RuleSet) -> CaseAnswer:
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
        found = legal_part(replace(position, rules=read), None)
        if found.illegal is not None:
            raise found.illegal
        return CaseAnswer(dict(_of_replay(found)), frozenset(applied_in(position, found)))

    return _under_each_reading(rules, ask)


def _scored(text: str, rules: RuleSet) -> CaseAnswer:
    evening = loads_evening(text, under=lambda _: rules)

    def ask(read: RuleSet) -> CaseAnswer:
        mine = evening if read is rules else loads_evening(text, under=lambda _: read)
        found = tally(mine)
        return CaseAnswer(dict(_of_score(found)), frozenset(found.applied))

    return _under_each_reading(rules, ask)


def _checked(text: str, rules: RuleSet) -> CaseAnswer:
    found = settle(loads_dispute(text, under=lambda _: rules))
    return CaseAnswer(dict(_of_finding(found)), frozenset((*found.applied, *found.clauses)))


_COMMANDS: Final = {"replay": _replayed, "score": _scored, "check": _checked}


def _under_each_reading(rules: RuleSet, ask: Callable[[RuleSet], CaseAnswer]) -> CaseAnswer:
    found = explored(rules, ask)
    first = found.first
    hung = compared(found, lambda one, other: not differing(one, other))
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
    return amounts_told(dict(zip(players, amounts, strict=False)))


def _of_replay(found: Replay) -> Iterator[Part]:
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


def _of_score(found: EveningScore) -> Iterator[Part]:
    players = found.evening.players
    broken = [each.clause for hand in found.hands for each in hand.violations]
    if broken:
        yield from _judged(Verdict.ILLEGAL, dict.fromkeys(broken))
    yield "received", _received(found.totals, players)
    yield from _lying(found.lying, players)
    if any(found.end.tokens):
        yield "end", say("at the end {amounts}", amounts=_received(found.end.tokens, players))


def _lying(lying: LeftLying, players: tuple[str, ...]) -> Iterator[Part]:
    if lying.pots is not None:
        king, pagat = lying.pots.king, lying.pots.pagat
        yield "pots", say("king pot {king}, pagat pot {pagat}", king=king, pagat=pagat)
    if lying.pools:
        yield "pools", say("pools: {pools}", pools=listed(Verbatim(str(each.amount)) for each in lying.pools))
    if any(lying.radli.values()):
        numbers = (Verbatim(str(lying.radli.get(seat, 0))) for seat in range(len(players)))
        yield "radli", say("radli: {radli}", radli=listed(numbers))


def _of_finding(found: Finding) -> Iterator[Part]:
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
