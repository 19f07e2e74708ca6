"""Tokens and pots as tables, and lines of play as a reader follows them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from analyzer.cards.card import Card
from analyzer.layout import wrap
from analyzer.messages import (
    Amount,
    LineWord,
    Message,
    Name,
    Several,
    Word,
    alone,
    formed,
    listed,
    say,
    unbroken,
    word_alone,
)
from analyzer.position.model import Position
from analyzer.position.replay.due import LineSums
from analyzer.report.phrases.moves import tricks_of
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.actions import Action
from analyzer.rules.book import Account, Nobody, PoolAccount, Pot, Pots
from analyzer.rules.play.table import Table, Trick
from analyzer.search.engine.results import Equilibrium, Play


def amounts_words(style: TextStyle, amounts: Sequence[int | None], names: Sequence[str]) -> str:
    """Amounts with whose they are, in one line: `A +40, B -75`; those that are not known are left out."""
    return amounts_by_side(style, amounts, map(style.name, names))


def amounts_by_side(style: TextStyle, amounts: Sequence[int | None], sides: Iterable[str]) -> str:
    """Amounts of players or sides whose names are told already; those that are not known are left out."""
    known = zip(sides, amounts, strict=False)
    return ", ".join(f"{side} {style.signed(n)}" for side, n in known if n is not None)


def sure_of(style: TextStyle, amounts: Sequence[int | None], sides: Iterable[str]) -> str:
    """What each side is sure of, in a sentence."""
    return style.t("Sure of: {amounts}.", amounts=amounts_by_side(style, amounts, sides))


def account_name(style: TextStyle, account: Account, players: Sequence[str]) -> str:
    """A payer or payee, laid out."""
    return style.said(account_said(account, players))


def account_said(account: Account, players: Sequence[str]) -> Message:
    """A payer or payee."""
    if isinstance(account, Nobody):
        return say("nobody")
    if isinstance(account, PoolAccount):
        return say("pool {number}", number=account.place + 1)
    if isinstance(account, Pot):
        return say("the king pot") if account is Pot.KING else say("the Pagat pot")
    return word_alone(Name(players[account]))


def amounts_said(amounts: Sequence[int | None], names: Sequence[str]) -> Message:
    """Amounts with whose they are: `A +40, B -75`; those that are not known are left out."""
    known = zip(names, amounts, strict=False)
    return alone(listed(formed("{p} {n}", p=Name(name), n=Amount(n)) for name, n in known if n is not None))


def sums_said(sums: LineSums, players: Sequence[str]) -> Message:
    """What everybody has of a line, and what becomes of the pots where there are any."""
    pots = () if sums.pots is None else (pots_said(sums.pots),)
    amounts = (amounts_said(sums.tokens, players),) if any(each is not None for each in sums.tokens) else ()
    return alone(Several((*amounts, *pots), ";"))


def pots_words(style: TextStyle, change: Pots) -> str:
    """What becomes of the pots, laid out."""
    return style.said(pots_said(change))


def pots_said(change: Pots) -> Message:
    """What becomes of the pots: `king pot +60`, or that they stay as they are."""
    if change.king == change.pagat == 0:
        return say("pots unchanged")
    king, pagat = Amount(change.king), Amount(change.pagat)
    told = (say("king pot {amount}", amount=king), say("Pagat pot {amount}", amount=pagat))
    return alone(listed(each for each, amount in zip(told, (king, pagat), strict=True) if amount))


def line_lines(style: TextStyle, position: Position, equilibrium: Equilibrium, indent: str) -> list[str]:
    """A line of play, trick by trick: `B: ♥R ♣2 T7 → A`."""
    text = play_words(style, position.table, equilibrium.line, position.players)
    return wrap(text, style.width, indent, indent + "  ")


def play_words(style: TextStyle, table: Table, line: Play, players: Sequence[str]) -> str:
    """A line of play from a table on, laid out."""
    return style.said(play_said(table, line, players))


def play_said(table: Table, line: Play, players: Sequence[str]) -> Message:
    """A line of play from a table on, trick by trick: `B: ♥R ♣2 T7 → A`."""
    return alone(Several(tuple(_trick(*each, players) for each in tricks_of(table, line)), "·"))


def _trick(moves: list[tuple[int, Action]], trick: Trick | None, players: Sequence[str]) -> Message:
    words: list[Word] = []
    if moves:
        words += [formed("{player}:", player=Name(players[moves[0][0]]))]
        words += [_move(seat, move, players) for seat, move in moves]
    if trick is not None:
        words += [formed("→"), Name(players[trick.winner])]
    return alone(unbroken(words))


def _move(seat: int, move: Action, players: Sequence[str]) -> Word:
    if move.card is None:
        return say("({player} demands the Fool)", player=Name(players[seat]))
    return LineWord(str(move))


def last_trick_of(position: Position, equilibrium: Equilibrium) -> Trick | None:
    """The last trick of a line that reaches the end."""
    tricks = tricks_of(position.table, equilibrium.line)
    return tricks[-1][1] if tricks else None


def outcome_words(style: TextStyle, trick: Trick | None, players: Sequence[str]) -> str:
    """What the last trick came to: who won it or the Ultimo, and who went Bagud."""
    if trick is None:
        return ""
    winning = next(each.card for each in trick.laid if each.seat == trick.winner)
    winner = style.strong(players[trick.winner], 10)
    if is_ultimo(winning):
        text = style.t("Ultimo for {player}", player=winner)
    else:
        text = style.t("last trick to {player}", player=winner)
    behind = [
        style.name(players[e.seat], 10) for e in trick.laid if e.seat != trick.winner and is_ultimo(e.card)
    ]
    return f"{text}, {style.t('Bagud for {players}', players=style.both(behind))}" if behind else text


def is_ultimo(card: Card) -> bool:
    """A king or the Pagat."""
    return card.is_king or (card.is_trump and card.face == "1")


def own_count(style: TextStyle) -> str:
    """That the count is nobody's to pay, laid out."""
    return style.said(OWN_COUNT)


OWN_COUNT: Final = say("The count is each player's own: nobody pays it, and tokens need not sum to zero.")
