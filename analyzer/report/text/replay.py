"""A replayed line as text: trick by trick what was laid and paid, the settlement, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from analyzer.layout import GLUE, finished, pad, visible, wrap
from analyzer.position.model import Position
from analyzer.position.replay.expectation import CLAUSES
from analyzer.position.replay.model import DealPhase, PlayedTrick, Replay, UnmetExpectation
from analyzer.report.phrases.paid import outcome_words
from analyzer.report.phrases.tokens import own_count, token_head, token_row, token_widths
from analyzer.report.rulings.illegal import illegal_lines, unsettled_lines
from analyzer.report.style.diagram import position_lines
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.audit import audit_lines
from analyzer.report.text.judged import judged_lines
from analyzer.report.text.judgement import judgement_lines
from analyzer.report.text.payments import payment_lines
from analyzer.report.text.pointreplay import missing_lines, point_lines, trick_lines
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.book import sums_to_zero
from analyzer.rules.score.amounts import points_text
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.search.review.told import Told

_INDENT = "  "
_DEEPER = "    "


def replay_text(position: Position, lines: Sequence[Told], style: TextStyle) -> str:
    """All lines that were replayed, no line of text wider than the style."""
    text = position_lines(style, position, turn=False)
    for line in lines:
        text += ["", style.paint(style.safe(line.replay.name) or style.t("the line"), "bold")]
        text += replay_lines(style, position.rules, line)
    return finished(text, style.width)


def replay_lines(style: TextStyle, rules: RuleSet, line: Told) -> list[str]:
    """One line of play from the deal to the tokens, or to the move that the rules forbid."""
    if line.replay.counted is not None:
        found = point_lines(style, rules, line.replay, line.replay.counted)
        if line.audit is not None:
            found += audit_lines(style, line.audit, line.replay.players, line.replay.counted.sides)
        return [*found, *_expected(style, line.replay)]
    replay, audit, judgement = line.replay, line.audit, line.judgement
    lines: list[str] = [""]
    if replay.deal is not None:
        lines += _deal(style, replay.deal, replay)
        lines.append("")
    for trick in replay.tricks:
        lines += _trick(style, trick, replay)
    if replay.settlement:
        lines += ["", style.paint(style.t("Settlement"), "bold")]
        lines += payment_lines(style, replay.settlement, replay.players)
    if not sums_to_zero(replay.settlement):
        lines += wrap(own_count(style), style.width)
    if replay.illegal is not None:
        lines += [*([""] if replay.tricks else []), *illegal_lines(style, replay.illegal)]
    lines += judged_lines(style, rules, replay)
    lines += [*_came_to(style, replay), "", *_amounts(style, replay)]
    if audit is not None:
        lines += audit_lines(style, audit, replay.players, None)
        if judgement is not None:
            lines += judgement_lines(style, judgement, audit, replay)
    return [*lines, *_expected(style, replay)]


def _deal(style: TextStyle, deal: DealPhase, replay: Replay) -> list[str]:
    players = replay.players
    dealer = style.strong(players[deal.dealer])
    lines = wrap(
        style.t("{player} deals; skat {cards}", player=dealer, cards=style.cards(deal.skat)), style.width
    )
    if "tout" in deal.announce:
        lines.append(style.t("{player} announces Tout", player=dealer))
    for seat in declaring_order(deal.dealer, len(deal.declarations)):
        words = ", ".join(style.said(each.said) for each in deal.declarations[seat]) or style.t("pass")
        lines += wrap(f"{style.strong(players[seat])}: {words}", style.width, _INDENT, _DEEPER)
    return lines + payment_lines(style, replay.opening, players)


def declaring_order(dealer: int, seats: int) -> list[int]:
    """The seats in the order they declare."""
    return [(dealer + step) % seats for step in range(seats)]


def _trick(style: TextStyle, trick: PlayedTrick, replay: Replay) -> list[str]:
    lines = trick_lines(style, trick, replay.players)
    for event in trick.events:
        lines += [style.paint(line, "dim") for line in _event(style, event, replay.players)]
    lines += unsettled_lines(style, trick.unsettled)
    return lines + payment_lines(style, trick.transfers, replay.players)


def _event(style: TextStyle, event: Action, players: Sequence[str]) -> list[str]:
    """What was said in a trick, and the irregular; the cards themselves stand above."""
    player = style.name(players[event.by])
    card = "" if event.card is None else style.card(event.card)
    suit = "" if event.suit is None else style.suit(event.suit)
    text = {
        ActionKind.PLAY: _irregular(style, event, player, card, suit),
        ActionKind.DEMAND: style.t("{player} demands the Fool", player=player),
        ActionKind.NEEDLESS_DEMAND: style.t("{player} demands the Fool in error", player=player),
        ActionKind.TAKE_BACK: style.t("{player} takes {card} back", player=player, card=card),
        ActionKind.VOID: style.t("{player} has no {suit}", player=player, suit=suit),
        ActionKind.LOST_RIGHT: style.t("{player} has lost the right to name", player=player),
        ActionKind.CLAIM: style.t(
            "{player} claims the right to name and names {suit}", player=player, suit=suit
        ),
        ActionKind.NAMING: style.t("{player} names {suit}", player=player, suit=suit),
    }[event.kind]
    if not text:
        return []
    return wrap(f"{text} [{event.clause}]" if event.clause else text, style.width, _DEEPER)


def _irregular(style: TextStyle, event: Action, player: str, card: str, suit: str) -> str:
    """What was wrong with a card that stayed on the table; nothing for most of them."""
    match event.clause:
        case "irregularity.premature-play":
            return style.t("{player} plays {card} before his turn", player=player, card=card)
        case "irregularity.unfollowable-name":
            return style.t("{player} names {suit}, which nobody else can follow", player=player, suit=suit)
        case _:
            return ""


def outcome_sentence(style: TextStyle, replay: Replay) -> str:
    """What a line came to that was played out, in one sentence; nothing of another."""
    words = outcome_list(style, replay)
    return style.t("Outcome: {words}.", words="; ".join(words)) if words else ""


def outcome_list(style: TextStyle, replay: Replay) -> list[str]:
    """What the hand came to, the grave things first."""
    if replay.outcome is None:
        return []
    last = replay.tricks[-1].winner if replay.tricks else None
    return list(outcome_words(style, replay.outcome, replay.players, last))


def _came_to(style: TextStyle, replay: Replay) -> list[str]:
    if replay.missing is not None:
        return missing_lines(style, replay.missing)
    if replay.outcome is None:
        return []
    return ["", *wrap(outcome_sentence(style, replay), style.width, "", _INDENT)]


def _amounts(style: TextStyle, replay: Replay) -> list[str]:
    """Tokens, tricks and points as a table, and the pots before and after."""
    rows: list[tuple[str, Sequence[int | None]]] = []
    tokens = style.t("tokens")
    if replay.points is not None:
        rows.append((style.t("points"), replay.points))
    if any(number is not None for number in replay.tricks_won):
        rows.append((style.t("tricks"), replay.tricks_won))
    label = max(visible(name) for name in (tokens, *(name for name, _ in rows)))
    widths = token_widths(style, replay.players, label)
    lines = [token_head(style, replay.players, widths), token_row(style, tokens, replay.tokens, widths)]
    lines += [_plain_row(name, amounts, widths) for name, amounts in rows]
    before, after = replay.pots_before, replay.pots_after
    pots = [
        style.t("king pot {before} {arrow} {after}", before=before.king, arrow=style.arrow, after=after.king),
        style.t(
            "Pagat pot {before} {arrow} {after}", before=before.pagat, arrow=style.arrow, after=after.pagat
        ),
    ]
    return [*lines, *wrap(f" {style.dot} ".join(pot.replace(" ", GLUE) for pot in pots), style.width)]


def _plain_row(name: str, amounts: Sequence[int | None], widths: list[int]) -> str:
    cells = ["-" if amount is None else str(amount) for amount in amounts]
    padded = [pad(text, width, ">") for text, width in zip(cells, widths[1:], strict=False)]
    return "  ".join([pad(name, widths[0]), *padded])


def _differs(style: TextStyle, mismatch: UnmetExpectation) -> str:
    none = style.t("none") if mismatch.key == CLAUSES else style.t("nobody")
    expected, got = (_value(style, each, none) for each in (mismatch.expected, mismatch.got))
    key = mismatch.key.replace("_", GLUE)
    return style.t("{key}: expected {expected}, got {got}", key=key, expected=expected, got=got)


def _value(style: TextStyle, value: object, nothing: str) -> str:
    """A name, several, amounts by name, or the word for nothing."""
    if isinstance(value, Mapping):
        return ", ".join(
            f"{style.name(str(key))} {_value(style, amount, nothing)}" for key, amount in value.items()
        )
    if isinstance(value, Fraction):
        return points_text(value)
    if isinstance(value, tuple | list):
        return ", ".join(style.name(str(name)) for name in value) or nothing
    return nothing if value is None else style.name(str(value))


def _expected(style: TextStyle, replay: Replay) -> list[str]:
    if replay.mismatches is None:
        return []
    if not replay.mismatches:
        return ["", style.paint(style.t("As expected."), "good")]
    lines = ["", style.paint(style.t("Not as expected:"), "bad")]
    for mismatch in replay.mismatches:
        lines += wrap(_differs(style, mismatch), style.width, _INDENT, _DEEPER)
    return lines
