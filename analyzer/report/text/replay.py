"""Replayed lines as text: trick by trick what was laid and paid, the settlement, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from analyzer.layout import GLUE, columns, spread, visible, wrap
from analyzer.position.model import Position
from analyzer.position.replay.expectation import CLAUSES
from analyzer.position.replay.model import DealPhase, PlayedTrick, Replay, UnmetExpectation
from analyzer.report.phrases.grounds import grounds_lines
from analyzer.report.phrases.paid import payment_lines, score_lines, with_clause
from analyzer.report.phrases.tokens import own_count
from analyzer.report.rulings.remedies import illegal_lines, unsettled_lines
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.terminal import token_head, token_row, token_widths
from analyzer.report.text.audit import audit_lines
from analyzer.report.text.brief import line_name, outcome_list, replay_brief
from analyzer.report.text.frame import framed
from analyzer.report.text.judgement import judged_lines, judgement_lines
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.book import sums_to_zero
from analyzer.rules.score.amounts import points_text
from analyzer.rules.score.piles import Moved
from analyzer.rules.spec.grounds import Grounds
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.search.review.told import Told

_INDENT = "  "
_DEEPER = "    "


def replay_text(position: Position, lines: Sequence[Told], grounds: Grounds, style: TextStyle) -> str:
    """All lines that were replayed, no line of text wider than the style."""
    return framed(
        style,
        replay_brief(lines, style),
        *(
            [style.paint(line_name(style, each.replay), "bold"), *replay_lines(style, position.rules, each)]
            for each in lines
        ),
        _pointer(lines, style),
        grounds_lines(position.rules, grounds, style),
        position=position,
        turn=False,
    )


def _pointer(lines: Sequence[Told], style: TextStyle) -> list[str]:
    """What rules on a hand in which something was wrong."""
    if not any(each.replay.judged.offences or each.replay.illegal for each in lines):
        return []
    told = style.t("`check` rules on it: each breach with its law, its remedy and what is due; -o prints it.")
    return wrap(told, style.width, "", _INDENT)


def replay_lines(style: TextStyle, rules: RuleSet, line: Told) -> list[str]:
    """One line of play from the deal to what is paid or written, or to the move that the rules forbid."""
    replay, audit = line.replay, line.audit
    lines = ["", *opening_lines(style, replay)]
    for trick in replay.tricks:
        lines += trick_lines(style, trick, replay)
    if replay.settlement or replay.scores:
        lines += ["", style.paint(style.t("Settlement"), "bold")]
        lines += payment_lines(style, replay.settlement, replay.players)
        lines += score_lines(style, replay.scores, replay.players)
    if not sums_to_zero(replay.settlement):
        lines += wrap(own_count(style), style.width)
    if replay.illegal is not None:
        lines += [*([""] if replay.tricks else []), *illegal_lines(style, replay.illegal)]
    lines += judged_lines(style, rules, replay)
    lines += [*_came_to(style, replay), "", *_amounts(style, replay)]
    if audit is not None:
        sides = None if replay.pots_before is not None else replay.sides
        lines += audit_lines(style, audit, replay.players, sides)
        if line.judgement is not None:
            lines += judgement_lines(style, line.judgement, audit, replay)
    return [*lines, *_expected(style, replay)]


def opening_lines(style: TextStyle, replay: Replay) -> list[str]:
    """What came before the first lead, and what it paid."""
    if replay.deal is not None:
        return [*_deal(style, replay.deal, replay), ""]
    return payment_lines(style, replay.opening, replay.players)


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


def trick_lines(style: TextStyle, trick: PlayedTrick, replay: Replay) -> list[str]:
    """The number of a trick, its cards as they lie, who wins it, and what was said, moved and paid."""
    number = style.t("Trick {number}", number=f"{trick.number:>2}")
    cards = laid_words(style, trick, replay.players)
    if trick.winner is not None:
        cards += f" {style.arrow} {style.strong(replay.players[trick.winner])}"
    lines = wrap(cards, style.width, f"{style.paint(number, 'dim')}  ", _DEEPER)
    for event in trick.events:
        lines += [style.paint(line, "dim") for line in _event(style, event, replay.players)]
    lines += unsettled_lines(style, trick.unsettled)
    for each in trick.moved:
        lines += _moved(style, each, replay)
    return lines + payment_lines(style, trick.transfers, replay.players)


def _moved(style: TextStyle, moved: Moved, replay: Replay) -> list[str]:
    """A card that went elsewhere than to the winner of its trick."""
    card = style.t("a card of no worth") if moved.card is None else style.card(moved.card)
    player = style.name(replay.players[replay.leader(moved.to)])
    return with_clause(style, style.t("{card} goes to {player}", card=card, player=player), moved.clause)


def laid_words(style: TextStyle, trick: PlayedTrick, players: Sequence[str]) -> str:
    """The cards of a trick as they lie, each with its player."""
    cards = [
        f"{style.name(players[each.seat], 12)}{GLUE}{style.card(each.card, each.names)}"
        for each in trick.laid
    ]
    return spread(cards, 2)


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
    return wrap(f"{text} [{style.clause(event.clause)}]" if event.clause else text, style.width, _DEEPER)


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


def _came_to(style: TextStyle, replay: Replay) -> list[str]:
    """What is still to be played of a line that stops, else what it came to."""
    text = outcome_sentence(style, replay)
    if replay.missing is not None:
        text = style.t("The line stops here: {missing}", missing=style.said(replay.missing))
    return ["", *wrap(text, style.width, "", _INDENT)] if text else []


def amounts_called(style: TextStyle, replay: Replay) -> str:
    """The word for what everybody has of a line."""
    return style.t("tokens") if replay.sheet is None else style.t("sheet")


def count_rows(style: TextStyle, replay: Replay) -> list[tuple[str, list[str]]]:
    """Points and tricks by player, where any are known."""
    return [(name, row) for name, row in _counts(style, replay) if set(row) != {"-"}]


def left_words(style: TextStyle, replay: Replay) -> str:
    """What lies there afterwards."""
    parts = [part.replace(" ", GLUE) for part in _left(style, replay)]
    return f" {style.dot} ".join(parts)


def _amounts(style: TextStyle, replay: Replay) -> list[str]:
    """What is paid or written, points and tricks as a table, and what lies there afterwards."""
    players, kind, rows = replay.players, amounts_called(style, replay), count_rows(style, replay)
    label = max(visible(name) for name in (kind, *(name for name, _ in rows)))
    widths = token_widths(style, players, label)
    lines = [token_head(style, players, widths), token_row(style, kind, replay.amounts, widths)]
    lines += [columns([name, *row], widths, "<" + ">" * len(row)) for name, row in rows]
    left = left_words(style, replay)
    return [*lines, *(wrap(left, style.width) if left else [])]


def _counts(style: TextStyle, replay: Replay) -> Iterator[tuple[str, list[str]]]:
    """The points of each player's side and the tricks, a dash where they are not known."""
    points, tricks = map(points_text, replay.points_by_seat), map(_or_dash, replay.tricks_won)
    for name, cells in ((style.t("points"), points), (style.t("tricks"), tricks)):
        row = list(cells)
        yield name, [*row, *["-"] * (len(replay.players) - len(row))]


def _or_dash(number: int | None) -> str:
    return "-" if number is None else str(number)


def _left(style: TextStyle, replay: Replay) -> Iterator[str]:
    """The pots, or the pools and the radli that are there afterwards."""
    if replay.pots_before is not None and replay.pots_after is not None:
        pots = {"before": replay.pots_before, "after": replay.pots_after}
        king = {word: each.king for word, each in pots.items()}
        pagat = {word: each.pagat for word, each in pots.items()}
        yield style.t("king pot {before} {arrow} {after}", arrow=style.arrow, **king)
        yield style.t("Pagat pot {before} {arrow} {after}", arrow=style.arrow, **pagat)
    for place, pool in enumerate(replay.pools, 1):
        doubled = style.t("doubled") if pool.doubled else ""
        yield f"{style.t('pool {number}', number=place)} {pool.amount} {doubled}".strip()
    for seat in sorted(replay.radli):
        player, number = style.name(replay.players[seat]), replay.radli[seat]
        yield style.n("{number} radl of {player}", "{number} radli of {player}", number, player=player)


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
