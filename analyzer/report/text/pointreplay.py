"""A replayed line of a game of card points as text: tricks, cards that changed piles, points, the sheet."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.layout import GLUE, pad, visible, wrap
from analyzer.messages import Message
from analyzer.position.replay.model import CountedLine, PlayedTrick, Replay
from analyzer.report.phrases.paid import outcome_words, score_lines, transfer_lines, with_clause
from analyzer.report.phrases.tokens import token_head, token_row, token_widths
from analyzer.report.rulings.illegal import illegal_lines
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.judged import judged_lines
from analyzer.rules.score.amounts import points_text
from analyzer.rules.spec.ruleset import RuleSet

_INDENT = "  "
_DEEPER = "    "


def point_lines(style: TextStyle, rules: RuleSet, replay: Replay, came: CountedLine) -> list[str]:
    """One line of play from the first lead to what is paid or written."""
    lines: list[str] = ["", *transfer_lines(style, replay.opening, replay.players)]
    for trick in replay.tricks:
        lines += _trick(style, trick, replay, came)
    if replay.settlement or came.scores:
        lines += ["", style.paint(style.t("Settlement"), "bold")]
        lines += transfer_lines(style, replay.settlement, replay.players)
        lines += score_lines(style, came.scores, replay.players)
    if replay.illegal is not None:
        lines += [*([""] if replay.tricks else []), *illegal_lines(style, replay.illegal)]
    lines += judged_lines(style, rules, replay)
    if replay.missing is not None:
        lines += missing_lines(style, replay.missing)
    elif replay.outcome is not None:
        last = replay.tricks[-1].winner if replay.tricks else None
        words = "; ".join(outcome_words(style, replay.outcome, replay.players, last))
        lines += ["", *wrap(style.t("Outcome: {words}.", words=words), style.width, "", _INDENT)]
    return [*lines, "", *_table(style, replay, came), *_left(style, replay, came)]


def missing_lines(style: TextStyle, missing: Message) -> list[str]:
    """What is still to be played of a line that stops."""
    text = style.t("The line stops here: {missing}", missing=style.said(missing))
    return ["", *wrap(text, style.width, "", _INDENT)]


def _trick(style: TextStyle, trick: PlayedTrick, replay: Replay, came: CountedLine) -> list[str]:
    lines = trick_lines(style, trick, replay.players)
    for each in trick.moved:
        card = style.t("a card of no worth") if each.card is None else style.card(each.card)
        side = style.name(replay.players[came.leader(each.to)])
        lines += with_clause(style, style.t("{card} goes to {player}", card=card, player=side), each.clause)
    return [*lines, *transfer_lines(style, trick.transfers, replay.players)]


def trick_lines(style: TextStyle, trick: PlayedTrick, players: Sequence[str]) -> list[str]:
    """The number of a trick, its cards as they lie, and who wins it."""
    number = style.t("Trick {number}", number=f"{trick.number:>2}")
    cards = laid_words(style, trick, players)
    if trick.winner is not None:
        cards += f" {style.arrow} {style.strong(players[trick.winner])}"
    return wrap(cards, style.width, f"{style.paint(number, 'dim')}  ", _DEEPER)


def laid_words(style: TextStyle, trick: PlayedTrick, players: Sequence[str]) -> str:
    """The cards of a trick as they lie, each with its player."""
    cards = [
        f"{style.name(players[each.seat], 12)}{GLUE}{style.card(each.card, each.names)}"
        for each in trick.laid
    ]
    return "  ".join(cards)


def _table(style: TextStyle, replay: Replay, came: CountedLine) -> list[str]:
    """What each player has: points of his side, tricks, and what is paid or written for him."""
    players, sides = replay.players, came.sides
    points = [points_text(came.points[side]) for side in sides.of]
    head = style.t("tokens") if came.paid else style.t("sheet")
    rows = [(style.t("points"), points), (style.t("tricks"), [str(number) for number in came.tricks])]
    label = max(visible(name) for name in (head, *(name for name, _ in rows)))
    widths = token_widths(style, players, label)
    lines = [token_head(style, players, widths), token_row(style, head, replay.amounts, widths)]
    for name, cells in rows:
        padded = [pad(text, width, ">") for text, width in zip(cells, widths[1:], strict=True)]
        lines.append("  ".join([pad(name, widths[0]), *padded]))
    return lines


def _left(style: TextStyle, replay: Replay, came: CountedLine) -> list[str]:
    """The pools and the radli that are there afterwards."""
    parts = []
    for place, pool in enumerate(came.pools, 1):
        doubled = style.t("doubled") if pool.doubled else ""
        parts.append(f"{style.t('pool {number}', number=place)} {pool.amount} {doubled}".strip())
    for seat in sorted(came.radli):
        player, number = style.name(replay.players[seat]), came.radli[seat]
        parts.append(
            style.n("{number} radl of {player}", "{number} radli of {player}", number, player=player)
        )
    return (
        wrap(f" {style.dot} ".join(part.replace(" ", GLUE) for part in parts), style.width) if parts else []
    )
