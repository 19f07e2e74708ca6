"""What a ruling on a recorded hand says: the answer, each breach with law and remedy, and the sums."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
from analyzer.position.replay.ruling import LineRuling, RuledBreach
from analyzer.rules.book import Pots
from analyzer.rules.spec.grounds import Grounds
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.words.blocks import Block, Drawn, Law, Phrase, Said, amounts_grid, part
from analyzer.words.grounds import grounds_said, sources_said
from analyzer.words.paid import pots_said, sums_said
from analyzer.words.remedies import cost_said, deed_said, ending_said, law_said, remedy_said, unsettled_said


def ruling_said(position: Position, lines: Sequence[LineRuling], grounds: Grounds) -> Said:
    """The rulings on all lines of a position."""
    told = [each for line in lines for each in line_said(position, line)]
    more = say("`replay` shows the hand trick by trick, with every payment.")
    return (
        *told,
        *part("notes", grounds_said(position.rules, grounds)),
        *part("notes", [Phrase(more, hang=False)]),
    )


def line_said(position: Position, line: LineRuling) -> Iterator[Block]:
    """The ruling on one line."""
    rules, replay = position.rules, line.replay
    yield from part("headline", [Phrase(ruling_headline(rules, line), hang=False)])
    for number, breach in enumerate(line.breaches, 1):
        yield from part("steps", _breach(rules, line, number, breach))
        moment = table_at(position, line, number)
        yield from () if moment is None else [Drawn(moment, alone=True)]
    yield from part(
        "notes",
        unsettled_said([*replay.judged.open_questions, *(u for t in replay.tricks for u in t.unsettled)]),
    )
    yield amounts_grid(replay.players, ((each.name, each.amounts, NOTHING) for each in sum_rows(line)))
    yield from part("paragraph", _beside(line), close=True)
    if replay.missing is not None:
        yield from part("paragraph", [say("The line stops here: {missing}", missing=replay.missing)])
    yield from part("notes", sources_said(rules, [each.broken.clause for each in line.breaches]))


def ruling_brief(rules: RuleSet, lines: Sequence[LineRuling]) -> Iterator[Phrase]:
    """A sentence a breach, or that there is none; before it the name of the line where there are several."""
    for line in lines:
        told = [_short(rules, line, each, clause=True) for each in line.breaches]
        for each in told or [say("nothing was against the rules")]:
            yield Phrase(_named(line, each) if len(lines) > 1 else each)


def _named(line: LineRuling, told: Message) -> Message:
    name = Title(line.replay.name) if line.replay.name else say("the line")
    return formed("{line}: {told}", line=name, told=told)


def ruling_headline(rules: RuleSet, line: LineRuling) -> Message:
    """The verdict on a line behind its name."""
    return _named(line, line_verdict(rules, line))


def line_verdict(rules: RuleSet, line: LineRuling) -> Message:
    """What ends the hand and who pays; else the breach and who pays for it, of several the gravest."""
    if not line.breaches:
        if line.unsettled:
            return say("no source settles whether something was against the rules")
        return say("nothing was against the rules")
    if line.due.ended_by is not None:
        return ending_said(rules, line.breaches[line.due.ended_by], line.replay.players)
    told = _decided(rules, line, line.breaches[deciding(line)[0]])
    more = len(line.breaches) - 1
    if not more:
        return told
    others = say_many("{number} more breach.", "{number} more breaches.", more)
    return formed("{told} {more}", told=told, more=others)


def _decided(rules: RuleSet, line: LineRuling, breach: RuledBreach) -> Message:
    """A breach in a few words, and who pays what for it where that is one sum."""
    if breach.seat is None or len(breach.fines) != 1 or not cost_said(rules, breach):
        return formed("{told}.", told=_short(rules, line, breach, clause=False))
    told = _short(rules, line, breach, clause=False, costs=False)
    player, each_pot = Name(line.replay.players[breach.seat]), breach.fines[0].each_pot
    pays = say("{player} pays {amount} into each pot.", player=player, amount=each_pot)
    nothing = say("{player} pays nothing.", player=player)
    return formed("{told}. {pays}", told=told, pays=pays if each_pot else nothing)


def deciding(line: LineRuling) -> list[int]:
    """The places of the breaches of a line, the gravest first, and of equal ones as they came."""
    fines = [sorted(each.each_pot for each in breach.fines) or [0] for breach in line.breaches]
    return sorted(range(len(fines)), key=lambda at: (-fines[at][0], -fines[at][-1]))


def _short(
    rules: RuleSet, line: LineRuling, breach: RuledBreach, *, clause: bool, costs: bool = True
) -> Message:
    """A breach in a few words: when, who, what, and what it costs."""
    when = say("the deal") if breach.trick is None else say("trick {number}", number=breach.trick)
    deed = formed("{when}: {deed}", when=when, deed=deed_said(rules, breach, line.replay.players))
    told = [formed("{deed} [{by}]", deed=deed, by=Verbatim(breach.broken.clause)) if clause else deed]
    told += [say("put right")] if breach.put_right else []
    cost = cost_said(rules, breach) if costs else None
    return alone(Several((*told, *([] if cost is None else [cost])), ";"))


def _breach(rules: RuleSet, line: LineRuling, number: int, breach: RuledBreach) -> Iterator[Phrase | Law]:
    """A breach with its law, what could have been played, and its remedy."""
    yield Phrase(
        formed("{at}: {what}", at=Verbatim(breach.at), what=breach.broken.text),
        mark=f"{number:>2}. ",
    )
    if breach.legal:
        yield Phrase(say("legal: {cards}", cards=listed(map(LineWord, breach.legal))), level=3, hang=False)
    yield law_said(rules, breach.broken.clause)
    remedy = remedy_said(rules, breach, line.replay.players)
    yield Phrase(say("Remedy: {remedy}.", remedy=remedy), level=3, hang=False)


def table_at(position: Position, line: LineRuling, number: int) -> Position | None:
    """The position before the card that was breach `number`, from 1; None where the next is of it too."""
    at, after = line.breaches[number - 1].at, line.breaches[number : number + 1]
    if after and after[0].at == at:
        return None
    return position if at == "deal" else position.at(line.line, at)


class SumRow(Record, frozen=True):
    """What a line comes to in one way: everybody's amounts, and what becomes of pots if there are any."""

    name: Message
    amounts: Sequence[int]
    pots: Pots | None = None


def sum_rows(line: LineRuling) -> Iterator[SumRow]:
    """As the table paid, and the one sum that is due."""
    yield SumRow(say("as played"), line.as_paid.tokens, line.as_paid.pots)
    yield SumRow(say("due"), line.due.tokens, line.due.pots)


def other_sums(line: LineRuling) -> Iterator[Message]:
    """A sentence for each sum that would be due if a breach had been found or agreed otherwise."""
    for each in line.rows:
        sums = sums_said(each.due, line.replay.players)
        yield formed("{when}: {sums}.", when=Put(each.when, "capital"), sums=sums)


def _beside(line: LineRuling) -> Iterator[Phrase]:
    """What becomes of the pots, and what else might be due."""
    for row in sum_rows(line):
        if row.pots is not None:
            yield Phrase(formed("{name}: {pots}", name=row.name, pots=pots_said(row.pots)), hang=False)
    yield from map(Phrase, other_sums(line))
