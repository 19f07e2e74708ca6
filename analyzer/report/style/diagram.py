"""A position at the head of an answer: its title, the table, the pots and the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from analyzer.errors import UsageError
from analyzer.layout import GLUE, wrap
from analyzer.messages import Message, Name, Word, either, formed, say
from analyzer.position.diagram import table_lines
from analyzer.position.files.writing import dumps
from analyzer.position.model import Position
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.spec.called import contract_name_message
from analyzer.words.names import announcement_messages, odd_pot_messages, rules_message


def pots_line(style: TextStyle, position: Position) -> str:
    """What lies in the pots and which rules hold, each part unbroken."""
    return f" {style.dot} ".join(style.render(each).replace(" ", GLUE) for each in fact_messages(position))


def fact_messages(position: Position, *, short: bool = False) -> list[Message]:
    """What is to be known beside the cards: the rules, the pots or pools, the contract, the dealer.

    In `short` the rules are called without which form of them it is.
    """
    rules = rules_message(position.rules, short=short)
    if position.pots is None:
        return [rules, *_fact_lines(position)]
    half = position.half_known
    may = (half.pots if half is not None else ()) or (position.pots,)
    pots = say("king pot {king}", king=_any_of(each.king for each in may))
    pagat = say("Pagat pot {pagat}", pagat=_any_of(each.pagat for each in may))
    parts = [pots, pagat, rules]
    if position.dealer is not None:
        parts.insert(2, say("{player} dealt", player=Name(position.players[position.dealer])))
    if not position.fool_demand:
        parts.append(say("the Fool cannot be demanded"))
    return [*parts, *odd_pot_messages(position.pots)]


def _any_of(amounts: Iterable[int]) -> Word:
    """One amount, or those that it may be: `60 or 65`."""
    return either(sorted({*amounts}))


def _fact_lines(position: Position) -> Iterator[Message]:
    """What is told of a hand in a game of card points, in a few words."""
    told, names = position.told, position.players
    if told.contract is not None:
        yield contract_name_message(told.contract)
    if told.declarer is not None:
        yield say("{player} declares", player=Name(names[told.declarer]))
    if told.called is not None:
        yield say("{card} called", card=told.called)
    yield from announcement_messages(told.announced, names)
    for seat in sorted(told.kontra):
        yield say("Kontra by {player}", player=Name(names[seat]))
    if position.dealer is not None:
        yield say("{player} dealt", player=Name(names[position.dealer]))
    for seat, number in told.radli.items():
        yield say("radli of {player}: {number}", player=Name(names[seat]), number=number)
    for place, pool in enumerate(told.pools, 1):
        yield formed("{pool} {amount}", pool=say("pool {number}", number=place), amount=pool.amount)


def heading_lines(style: TextStyle, position: Position) -> list[str]:
    """Title and source of the position, and what it teaches."""
    lines: list[str] = []
    if position.title:
        lines += [style.paint(line, "bold") for line in wrap(style.titled(position.title), style.width)]
    if position.source:
        lines += [style.paint(line, "dim") for line in wrap(style.titled(position.source), style.width)]
    if position.teaches:
        lines += ["", *wrap(style.titled(position.teaches), style.width)]
    return lines


def position_text(position: Position) -> str:
    """The position in one line, else as a file."""
    try:
        return position.to_text()
    except UsageError:  # something of it has no place in one line
        return dumps(position)


def position_lines(
    style: TextStyle, position: Position, *, turn: bool = True, alone: bool = False
) -> list[str]:
    """The table with everything a reader must know of the position, or the table `alone`.

    `turn` tells whose turn it is.
    """
    table = table_lines(style, position, turn=turn)
    if alone:
        return table
    facts = wrap(pots_line(style, position), style.width)
    return [*heading_lines(style, position), style.rule(), *table, "", *facts, style.rule()]
