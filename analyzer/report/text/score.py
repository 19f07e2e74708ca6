"""An evening as a score sheet: what was paid or written hand by hand, and the table of it all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analyzer.evenings.model import ContractHand, EveningScore, Hand, HandScore, LeftLying
from analyzer.layout import GLUE, columns, spread, visible, wrap
from analyzer.report.phrases.grounds import grounds_lines
from analyzer.report.phrases.paid import came_to, payment_lines, score_lines
from analyzer.report.phrases.tokens import own_count, token_widths
from analyzer.report.style.called import called, rules_title
from analyzer.report.style.coins import odd_pots
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.frame import framed
from analyzer.rules.score.told import HandTold, Pool
from analyzer.rules.spec.ruleset import RuleSet

_INDENT = "  "
_DEEPER = "    "


def score_text(score: EveningScore, style: TextStyle) -> str:
    """The score sheet of an evening, no line wider than the style."""
    return framed(
        style,
        [totals_line(style, score)],
        _head(style, score),
        *(_hand(style, score, hand) for hand in score.hands),
        _table(style, score),
        _end(style, score),
        [] if score.sums_to_zero else wrap(own_count(style), style.width),
        grounds_lines(score.evening.rules, score.grounds, style),
    )


def _head(style: TextStyle, score: EveningScore) -> Iterator[str]:
    """What the evening is called, the rules, who was there, and what lay in the pots."""
    evening = score.evening
    yield style.paint(style.titled(evening.title) if evening.title else style.t("Score sheet"), "bold")
    names = style.both([style.strong(name) for name in evening.players])
    yield from wrap(
        style.t("{rules}: {players}", rules=rules_title(style, evening.rules), players=names), style.width
    )
    for each in [] if evening.pots is None else odd_pots(style, evening.pots):
        yield from wrap(each, style.width)


def totals_line(style: TextStyle, score: EveningScore) -> str:
    """What everybody has after the last hand, what the end brings aside."""
    named = zip(score.evening.players, score.totals, strict=True)
    amounts = ", ".join(f"{style.strong(name)} {style.signed(amount)}" for name, amount in named)
    return f"{style.t('In all')}: {amounts}"


def _hand(style: TextStyle, score: EveningScore, hand: HandScore) -> list[str]:
    """One hand: who dealt, what it came to, and who paid or wrote what."""
    players = score.evening.players
    number, dealer = _label(style, hand), style.strong(players[hand.dealer])
    text = style.t("{hand}: {player} deals", hand=number, player=dealer)
    if hand.out is not None:
        out = style.name(players[hand.out])
        text = style.t("{hand}: {player} deals, {other} sits out", hand=number, player=dealer, other=out)
    lines = wrap(text, style.width)
    words = hand_words(style, hand, players)
    lines += wrap(words, style.width, _INDENT, _DEEPER) if words else []
    lines += paid_lines(style, hand, players)
    for each in hand.violations:
        text = style.t("against the rules: {fault}", fault=style.said(each.text))
        lines += [
            style.paint(line, "warn")
            for line in wrap(f"{text} [{style.clause(each.clause)}]", style.width, _INDENT, _DEEPER)
        ]
    return lines


def hand_words(style: TextStyle, hand: HandScore, players: Sequence[str], told: Hand | None = None) -> str:
    """What a hand came to, in a few words; where it is `told` in words, first who played which contract."""
    if hand.outcome is not None:
        contract = [_contract(style, told.told, players)] if isinstance(told, ContractHand) else []
        return "; ".join(filter(None, [*contract, *came_to(style, hand.outcome, players, hand.last_trick)]))
    if hand.void is not None:
        return style.t(
            "the deal was void, and nothing is paid for it: {reason}", reason=style.said(hand.void)
        )
    return style.t("everybody passed") if hand.lying.pots is None else style.t("not played out")


def _contract(style: TextStyle, told: HandTold, players: Sequence[str]) -> str:
    """The contract and who declared it; nothing in a game without contracts."""
    who = "" if told.declarer is None else style.name(players[told.declarer])
    return " ".join(filter(None, [called(style, told.contract or ""), who]))


def paid_lines(style: TextStyle, hand: HandScore, players: Sequence[str]) -> list[str]:
    """Who paid or wrote what for a hand, each with its clause."""
    return [*payment_lines(style, hand.transfers, players), *score_lines(style, hand.scores, players)]


def _label(style: TextStyle, hand: HandScore) -> str:
    return style.t("Hand {number}", number=hand.number)


def _table(style: TextStyle, score: EveningScore) -> list[str]:
    """A line for each hand with what lies there after it, the totals, and what the end makes of them."""
    players, rules = score.evening.players, score.evening.rules
    rows = [
        (_label(style, hand), hand.amounts, lying_words(style, rules, hand.lying, players))
        for hand in score.hands
    ]
    rows.append((style.t("In all"), score.totals, ""))
    paid = not rules.game.on_a_sheet
    if any(score.end.tokens) and paid:
        rows.append((style.t("At the end"), score.end.tokens, ""))
        after = tuple(map(sum, zip(score.totals, score.end.tokens, strict=True)))
        rows.append((style.t("With the end"), after, ""))
    label = max(visible(text) for text, _, _ in rows)
    widths = token_widths(style, players, label)
    shown = [style.strong(name, width) for name, width in zip(players, widths[1:], strict=True)]
    aligns = "<" + ">" * len(players)
    lines = [columns(["", *shown], widths, aligns)]
    for text, amounts, beside in rows:
        row = columns([text, *map(style.signed, amounts)], widths, aligns)
        lines += wrap(
            spread([row.replace(" ", GLUE), *([beside] if beside else [])], 2), style.width, "", _DEEPER
        )
    return lines


def lying_words(style: TextStyle, rules: RuleSet, lying: LeftLying, players: Sequence[str]) -> str:
    """What lies on the table after a hand, in a few words."""
    game, parts = rules.game, list[str]()
    if lying.pots is not None:
        parts = [
            style.t("king pot {amount}", amount=lying.pots.king),
            style.t("Pagat pot {amount}", amount=lying.pots.pagat),
        ]
    if game.pools is not None:
        pools = [_pool(style, pool) for pool in lying.pools]
        parts.append(style.t("pools: {pools}", pools=", ".join(pools)) if pools else style.t("no pool"))
    radli = [
        f"{style.name(players[seat])} {lying.radli[seat]}"
        for seat in sorted(lying.radli)
        if lying.radli[seat]
    ]
    parts += [style.t("radli: {radli}", radli=", ".join(radli))] if radli else []
    return f" {style.dot} ".join(parts)


def _pool(style: TextStyle, pool: Pool) -> str:
    return style.t("{amount} doubled", amount=pool.amount) if pool.doubled else str(pool.amount)


def _end(style: TextStyle, score: EveningScore) -> list[str]:
    """What is paid and received, were the evening over."""
    players, end, game = score.evening.players, score.end, score.evening.rules.game
    lines: list[str] = []
    if end.transfers:
        lines += [style.paint(style.t("Were the evening over"), "bold")]
        lines += payment_lines(style, end.transfers, players)
    if end.uneven:
        text = style.t("{amount} cannot be shared evenly, and goes out coin by coin.", amount=end.uneven)
        lines += wrap(text, style.width, _INDENT)
    for each in score.games:
        if not each.complete:
            text = style.t("Game {number} is not over: not everybody has dealt.", number=each.number)
            lines += wrap(text, style.width, _INDENT)
    if game.wish is not None and end.hands_more is not None:
        text = style.n(
            "Whoever wishes to end plays {number} hand more.",
            "Whoever wishes to end plays {number} hands more.",
            end.hands_more,
        )
        lines += ["", *wrap(text, style.width)]
    return lines
