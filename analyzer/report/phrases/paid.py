"""What a hand comes to, in lines: who pays whom, what is written, how it went."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from analyzer.layout import wrap
from analyzer.messages import marked
from analyzer.report.phrases.tokens import account_name
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.book import Score, Transfer
from analyzer.rules.score.amounts import points_text
from analyzer.rules.score.outcome import Outcome

_INDENT = "  "
_DEEPER = "    "
_CONTRACT = {
    "made": marked("the contract is made"),
    "failed": marked("the contract is lost"),
    "drawn": marked("the contract is neither made nor lost"),
}


def with_clause(style: TextStyle, text: str, clause: str) -> list[str]:
    """A text with the clause it follows from."""
    return wrap(f"{text} {style.paint(f'[{clause}]', 'dim')}", style.width, _DEEPER, _DEEPER + _INDENT)


def transfer_lines(style: TextStyle, transfers: Iterable[Transfer], players: Sequence[str]) -> Iterator[str]:
    """Who pays whom, payment by payment."""
    for each in transfers:
        payer, payee = (account_name(style, account, players) for account in (each.payer, each.payee))
        text = style.t("{payer} pays {amount} to {payee}", payer=payer, amount=each.amount, payee=payee)
        yield from with_clause(style, text, each.clause)


def score_lines(style: TextStyle, scores: Iterable[Score], players: Sequence[str]) -> Iterator[str]:
    """What is written for whom, score by score."""
    for each in scores:
        amount, name = style.signed(each.amount), style.name(players[each.seat])
        text = style.t("{amount} for {player}", amount=amount, player=name)
        yield from with_clause(style, text, each.clause)


def outcome_words(
    style: TextStyle, outcome: Outcome, players: Sequence[str], last: int | None = None
) -> Iterator[str]:
    """What a hand came to, the grave things first; `last` is who won the last trick, where that is told."""
    if outcome.contract is not None:
        yield style.t(_CONTRACT[outcome.contract])
    if outcome.margin is not None:
        yield style.t("margin {points}", points=points_text(outcome.margin))
    named = [
        (marked("Tout for {player}"), outcome.tout),
        (marked("Nolo for {player}"), outcome.nolo),
        (marked("king Ultimo for {player}"), outcome.king_ultimo),
        (marked("Pagat Ultimo for {player}"), outcome.pagat_ultimo),
        (marked("slam for {player}"), outcome.slam),
        (marked("Nil for {player}"), outcome.nil),
        (marked("all tricks for {player}"), outcome.valat),
        (marked("last trick to {player}"), last if outcome.ultimo is None else None),
    ]
    for text, seat in named:
        if seat is not None:
            yield style.t(text, player=style.strong(players[seat]))
    if outcome.bagud:
        behind = style.both([style.strong(players[seat]) for seat in outcome.bagud])
        yield style.t("Bagud for {players}", players=behind)
    for name, each in ((name, each) for name, bonus in outcome.bonuses.items() for each in bonus.all):
        amount, player = style.signed(each.value), style.name(players[each.by])
        yield style.t("{bonus} {amount} ({player})", bonus=name, amount=amount, player=player)
