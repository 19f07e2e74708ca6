"""The answer of `check` to a recorded hand: the breaches, and the amounts due."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from analyzer.answers.answer import OfPosition, Settled
from analyzer.answers.records.audit import UnsettledView, unsettled_view
from analyzer.answers.requests import answer_each_reading
from analyzer.disputes.answer import (
    OpenQuestionView,
    SourceView,
    question_view,
    source_views,
)
from analyzer.errors import UsageError
from analyzer.frozenrecord import Record
from analyzer.messages import (
    NOTHING,
    LineWord,
    Message,
    Name,
    Put,
    Several,
    Title,
    Verbatim,
    alone,
    formed,
    listed,
    say,
    say_many,
)
from analyzer.position.model import Position
from analyzer.position.reading import loads
from analyzer.position.replay.books import applied_in
from analyzer.position.replay.model import Replay
from analyzer.position.replay.replay import check_recorded
from analyzer.position.replay.ruling import LineRuling, RuledBreach, ruled
from analyzer.position.replay.turning import LineSums
from analyzer.position.setting import Line
from analyzer.pythonanswer import PythonAnswer
from analyzer.rules.book import Pots
from analyzer.rules.spec.grounds import STATED, Grounds
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import rules_asked
from analyzer.views.base import (
    UNSET,
    Amounts,
    CardWord,
    Grounded,
    Meta,
    PotsView,
    RestsOn,
    TransferView,
    UnsettledIds,
    UnsetType,
    View,
    grounded,
    name_amounts,
    or_unset,
    pots_view,
    transfer_views,
    words,
)
from analyzer.views.outcome import PoolView, Sheet, pool_views
from analyzer.words.blocks import Block, Drawn, Law, Phrase, Said, amounts_grid, part
from analyzer.words.names import ground_phrases, source_of, source_phrases
from analyzer.words.paid import pots_message, sums_message
from analyzer.words.remedies import (
    cost_message,
    deed_message,
    ending_message,
    law_entry,
    remedy_message,
    unsettled_phrases,
)


class SumsView(View, frozen=True, kw_only=True):
    """The result of a line: the amounts of all players, and the change of the pots or the pools."""

    tokens: Amounts | UnsetType = UNSET
    sheet: Sheet | UnsetType = UNSET
    pots: Annotated[PotsView, Meta(description="Change of the pots.")] | UnsetType = UNSET
    pools: list[PoolView] | UnsetType = UNSET


class OtherSumsView(SumsView, frozen=True, kw_only=True):
    """The amounts due if one breach had been found or agreed otherwise."""

    breach: Annotated[int, Meta(description="Number of the breach, from 1.")]
    when: str


class BreachView(View, frozen=True, kw_only=True):
    """A breach of the rules."""

    at: Annotated[str, Meta(description="`deal`, or trick and card, such as 12.2.")]
    by: Annotated[str | None, Meta(description="The player who committed the breach; null if unknown.")]
    what: str
    clause: Annotated[str, Meta(description="The broken clause.")]
    source: str
    cards: list[CardWord]
    legal: Annotated[list[str], Meta(description="The legal alternatives.")]
    put_right: Annotated[bool, Meta(description="True if the card was taken back at the table.")]
    remedy: str
    costs: Annotated[
        list[TransferView],
        Meta(
            description="Payments because of this breach. Those of all breaches lead from `as_played` to "
            "`due`."
        ),
    ]


class LineRulingView(View, frozen=True, kw_only=True):
    """The ruling on one line."""

    name: str
    verdict: Literal["legal", "illegal", "unsettled"]
    complete: Annotated[bool, Meta(description="True if the hand was played to the last card.")]
    breaches: Annotated[list[BreachView], Meta(description="The breaches, in the order of the hand.")]
    as_played: Annotated[SumsView, Meta(description="Payments at the table.")]
    due: Annotated[
        SumsView, Meta(description="The single amount due, including every fine fixed by a clause.")
    ]
    rows: Annotated[
        list[OtherSumsView],
        Meta(
            description="Other amounts that may be due, if the file leaves a fact open. At most one row "
            "for each breach."
        ),
    ]
    open: Annotated[list[OpenQuestionView], Meta(description="Questions that no source decides.")]
    in_tricks: Annotated[
        list[UnsettledView], Meta(description="Unsettled questions about the suit named by a led Fool.")
    ]
    missing: Annotated[str, Meta(description="The cards still to be played.")] | UnsetType = UNSET
    unsettled: UnsettledIds
    rests_on: RestsOn


class RulingAnswer(Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/ruling/1"):
    """The rulings on all lines."""

    lines: list[LineRulingView]
    sources: Annotated[list[SourceView], Meta(description="Sources of the clauses named here.")]


def ruling_view(position: Position, lines: Sequence[LineRuling], grounds: Grounds = STATED) -> RulingAnswer:
    """Return the answer of `check` to a recorded hand."""
    told = [_line(position, line, grounds) for line in lines]
    broken = (each.broken.clause for line in lines for each in line.breaches)
    asked = (each for line in lines for each in line.replay.judged.open_questions)
    sources = source_views(position.rules, (*broken, *(clause for each in asked for clause in each.clauses)))
    return RulingAnswer(**grounded(position.rules, grounds), lines=told, sources=sources)


def _line(position: Position, line: LineRuling, grounds: Grounds) -> LineRulingView:
    replay, rules = line.replay, position.rules
    unsettled = list(dict.fromkeys((*line.unsettled, *grounds.unsettled)))
    rows = [
        OtherSumsView(**_sums(position, replay, each.due), breach=each.number, when=str(each.when))
        for each in line.rows
    ]
    left = [unsettled_view(each) for trick in replay.tricks for each in trick.unsettled]
    verdict: Literal["legal", "illegal", "unsettled"] = "unsettled" if unsettled else "legal"
    return LineRulingView(
        name=replay.name,
        verdict="illegal" if line.breaches else verdict,
        complete=replay.complete,
        breaches=[_breach(rules, line, each) for each in line.breaches],
        as_played=SumsView(**_sums(position, replay, line.as_paid)),
        due=SumsView(**_sums(position, replay, line.due)),
        rows=rows,
        open=[question_view(rules, each) for each in replay.judged.open_questions],
        in_tricks=left,
        missing=or_unset(replay.missing),
        unsettled=unsettled,
        rests_on=list(line.rests_on),
    )


def _breach(rules: RuleSet, line: LineRuling, breach: RuledBreach) -> BreachView:
    replay, seat = line.replay, breach.seat
    return BreachView(
        at=breach.at,
        by=None if seat is None else replay.players[seat],
        what=breach.broken.text,
        clause=breach.broken.clause,
        source=source_of(rules, breach.broken.clause),
        cards=words(breach.broken.cards),
        legal=list(breach.legal),
        put_right=breach.put_right,
        remedy=remedy_message(rules, breach, replay.players),
        costs=transfer_views(breach.costs, replay.players),
    )


def _sums(position: Position, replay: Replay, sums: LineSums) -> dict[str, Any]:
    """Return every player's amount for the line, as keys of a :class:`SumsView`."""
    found: dict[str, Any] = {
        "tokens" if replay.sheet is None else "sheet": name_amounts(sums.tokens, replay.players)
    }
    if sums.pots is not None:
        found["pots"] = pots_view(sums.pots)
    if position.spec.target is not None:
        found["pools"] = pool_views(replay.pools)
    return found


@dataclass(frozen=True, slots=True)
class Ruled(OfPosition, PythonAnswer):
    """The answer of `check` to a recorded hand: a ruling on each of its lines."""

    position: Position
    lines: tuple[LineRuling, ...]
    grounds: Grounds = STATED
    settled: Settled = Settled.YES
    """NO if a rule was broken, OPEN if no source settles whether one was."""

    @property
    def broken(self) -> bool:
        """True if a rule was broken in any line."""
        return any(each.breaches for each in self.lines)

    @property
    def open(self) -> bool:
        """True if any line raises a question that no source decides."""
        return any(each.unsettled for each in self.lines)

    def view(self) -> RulingAnswer:
        return ruling_view(self.position, self.lines, self.grounds)

    @property
    def in_brief(self) -> Said:
        return tuple(part("headline", ruling_brief(self.position.rules, self.lines)))

    @property
    def short_text(self) -> Said:
        """A sentence for each line: its gravest breach, and the number of breaches."""
        return tuple(part("headline", [ruling_headline(self.position.rules, each) for each in self.lines]))

    @property
    def says(self) -> Said:
        return ruling_parts(self.position, self.lines, self.grounds)


def rule(position: Position, line: Line | str | None = None) -> Ruled:
    """Return the ruling on all lines of a position, or on one line.

    Raises: UsageError for an unknown line, or if the position has no lines.
    """
    chosen: Sequence[Line | str] = position.lines if line is None else (line,)
    if not chosen:
        check_recorded(position)
        told = say("{file} has no play to rule on", file=Verbatim(position.file))
        raise UsageError(told, say("write what was played under `lines:` or `tricks:`"))
    verdicts = list[bool]()

    def ask(read: Position) -> Ruled:
        found = Ruled(read, tuple(ruled(read, each) for each in chosen))
        verdicts.append(found.broken)
        return found

    found, grounds = answer_each_reading(position, ask, Ruled.view, _applied)
    return replace(found, position=position, grounds=grounds, settled=_settled(found, grounds, verdicts))


def rule_on_text(text: str, name: str, ruleset: str | None = None) -> Ruled:
    """Return the ruling on the text of a position file, under the given rules or its own.

    Raises: InvalidFile with every fault; UsageError for an unknown rule set, or if nothing was played.
    """
    return rule(loads(text, name, None if ruleset is None else rules_asked(ruleset)))


def _settled(found: Ruled, grounds: Grounds, verdicts: Sequence[bool]) -> Settled:
    if all(verdicts):
        return Settled.NO
    hangs = any(verdicts) or grounds.unsettled or grounds.too_many or found.open
    return Settled.OPEN if hangs else Settled.YES


def _applied(found: Ruled) -> tuple[str, ...]:
    return tuple(clause for each in found.lines for clause in applied_in(found.position, each.replay))


def ruling_parts(position: Position, lines: Sequence[LineRuling], grounds: Grounds) -> Said:
    """Return the text of the rulings on all lines of a position."""
    told = [each for line in lines for each in line_blocks(position, line)]
    more = say("`replay` shows the hand trick by trick, with every payment.")
    return (
        *told,
        *part("notes", ground_phrases(position.rules, grounds)),
        *part("notes", [Phrase(more, hang=False)]),
    )


def line_blocks(position: Position, line: LineRuling) -> Iterator[Block]:
    """Yield the text of the ruling on one line."""
    rules, replay = position.rules, line.replay
    yield from part("headline", [Phrase(ruling_headline(rules, line), hang=False)])
    for number, breach in enumerate(line.breaches, 1):
        yield from part("steps", _breach_phrases(rules, line, number, breach))
        moment = table_at(position, line, number)
        yield from () if moment is None else [Drawn(moment, alone=True)]
    yield from part(
        "notes",
        unsettled_phrases([*replay.judged.open_questions, *(u for t in replay.tricks for u in t.unsettled)]),
    )
    yield amounts_grid(replay.players, ((each.name, each.amounts, NOTHING) for each in sum_rows(line)))
    yield from part("paragraph", _extra_sum_lines(line), close=True)
    if replay.missing is not None:
        yield from part("paragraph", [say("The line stops here: {missing}", missing=replay.missing)])
    yield from part("notes", source_phrases(rules, [each.broken.clause for each in line.breaches]))


def ruling_brief(rules: RuleSet, lines: Sequence[LineRuling]) -> Iterator[Phrase]:
    """Yield a sentence for each breach, or for a line without any; several lines are named first."""
    for line in lines:
        told = [_short(rules, line, each, clause=True) for each in line.breaches]
        for each in told or [say("nothing was against the rules")]:
            yield Phrase(_named(line, each) if len(lines) > 1 else each)


def _named(line: LineRuling, told: Message) -> Message:
    name = Title(line.replay.name) if line.replay.name else say("the line")
    return formed("{line}: {told}", line=name, told=told)


def ruling_headline(rules: RuleSet, line: LineRuling) -> Message:
    """Return the verdict on a line, after its name."""
    return _named(line, line_verdict(rules, line))


def line_verdict(rules: RuleSet, line: LineRuling) -> Message:
    """Return the end of the hand and its payers; otherwise the gravest breach and its payers."""
    if not line.breaches:
        if line.unsettled:
            return say("no source settles whether something was against the rules")
        return say("nothing was against the rules")
    if line.due.ended_by is not None:
        return ending_message(rules, line.breaches[line.due.ended_by], line.replay.players)
    told = _decided(rules, line, line.breaches[deciding(line)[0]])
    more = len(line.breaches) - 1
    if not more:
        return told
    others = say_many("{number} more breach.", "{number} more breaches.", more)
    return formed("{told} {more}", told=told, more=others)


def _decided(rules: RuleSet, line: LineRuling, breach: RuledBreach) -> Message:
    """Return a breach in a few words, and its payment if that is a single sum."""
    if breach.seat is None or len(breach.fines) != 1 or not cost_message(rules, breach):
        return formed("{told}.", told=_short(rules, line, breach, clause=False))
    told = _short(rules, line, breach, clause=False, costs=False)
    player, each_pot = Name(line.replay.players[breach.seat]), breach.fines[0].each_pot
    pays = say("{player} pays {amount} into each pot.", player=player, amount=each_pot)
    nothing = say("{player} pays nothing.", player=player)
    return formed("{told}. {pays}", told=told, pays=pays if each_pot else nothing)


def deciding(line: LineRuling) -> list[int]:
    """Return the indices of the breaches of a line, the gravest first, equal ones in order of play."""
    fines = [sorted(each.each_pot for each in breach.fines) or [0] for breach in line.breaches]
    return sorted(range(len(fines)), key=lambda at: (-fines[at][0], -fines[at][-1]))


def _short(
    rules: RuleSet, line: LineRuling, breach: RuledBreach, *, clause: bool, costs: bool = True
) -> Message:
    """Return a breach in a few words: when, who, what, and its cost."""
    when = say("the deal") if breach.trick is None else say("trick {number}", number=breach.trick)
    deed = formed("{when}: {deed}", when=when, deed=deed_message(rules, breach, line.replay.players))
    told = [formed("{deed} [{by}]", deed=deed, by=Verbatim(breach.broken.clause)) if clause else deed]
    told += [say("put right")] if breach.put_right else []
    cost = cost_message(rules, breach) if costs else None
    return alone(Several((*told, *([] if cost is None else [cost])), ";"))


def _breach_phrases(
    rules: RuleSet, line: LineRuling, number: int, breach: RuledBreach
) -> Iterator[Phrase | Law]:
    """Yield a breach with its law, the legal moves, and its remedy."""
    yield Phrase(
        formed("{at}: {what}", at=Verbatim(breach.at), what=breach.broken.text),
        mark=f"{number:>2}. ",
    )
    if breach.legal:
        yield Phrase(say("legal: {cards}", cards=listed(map(LineWord, breach.legal))), level=3, hang=False)
    yield law_entry(rules, breach.broken.clause)
    remedy = remedy_message(rules, breach, line.replay.players)
    yield Phrase(say("Remedy: {remedy}.", remedy=remedy), level=3, hang=False)


def table_at(position: Position, line: LineRuling, number: int) -> Position | None:
    """Return the position before the card of breach `number`, from 1; None if the next has the same card."""
    at, after = line.breaches[number - 1].at, line.breaches[number : number + 1]
    if after and after[0].at == at:
        return None
    return position if at == "deal" else position.at(line.line, at)


class SumRow(Record, frozen=True):
    """The result of a line in one version: everybody's amounts, and the pots if there are any."""

    name: Message
    amounts: Sequence[int]
    pots: Pots | None = None


def sum_rows(line: LineRuling) -> Iterator[SumRow]:
    """Yield the sums that the table paid, and the sum that is due."""
    yield SumRow(say("as played"), line.as_paid.tokens, line.as_paid.pots)
    yield SumRow(say("due"), line.due.tokens, line.due.pots)


def other_sums(line: LineRuling) -> Iterator[Message]:
    """Yield a sentence for each sum that would be due if a breach had been found or agreed differently."""
    for each in line.rows:
        sums = sums_message(each.due, line.replay.players)
        yield formed("{when}: {sums}.", when=Put(each.when, "capital"), sums=sums)


def _extra_sum_lines(line: LineRuling) -> Iterator[Phrase]:
    """Yield the change of the pots, and the other sums that might be due."""
    for row in sum_rows(line):
        if row.pots is not None:
            yield Phrase(formed("{name}: {pots}", name=row.name, pots=pots_message(row.pots)), hang=False)
    yield from map(Phrase, other_sums(line))
