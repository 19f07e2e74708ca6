"""What was done against the rules in a few words, and what becomes of it: remedy and fine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from analyzer.disputes.findings import Penalty
from analyzer.errors import IllegalMove
from analyzer.layout import recording, wrap
from analyzer.position.replay.legality import OUT_OF_TURN
from analyzer.position.replay.ruling import RuledBreach
from analyzer.report.rulings.broken import penalty_words, reading_words
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.conduct.irregularities import (
    IMPROPER_DISCARD,
    NO_CLASS,
    PREMATURE_PLAY,
    WRONG_DECLARATION,
    Fine,
    names_fines,
)
from analyzer.rules.spec.kinds.catalogue import IRREGULARITY
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import OpenQuestion, Reading, Unsettled

_MOST: Final = 3
"""So many cards that could have been played are told in a few words."""


def deed_words(style: TextStyle, rules: RuleSet, breach: RuledBreach, players: Sequence[str]) -> str:
    """Who did what: `Bent revokes, ♦D for ♥7`; else the fault as it is told in full."""
    clause, cards = breach.broken.clause, breach.broken.cards
    if breach.seat is None or breach.trick is None:
        return style.said(breach.broken.text)
    player = style.strong(players[breach.seat])
    if clause in rules.game.duty.clauses and cards:
        could = [style.word(word) for word in breach.legal[:_MOST]]
        more = ["…"] if len(breach.legal) > _MOST else []
        laid = style.card(cards[0])
        return style.t(
            "{player} revokes, {card} for {cards}",
            player=player,
            card=laid,
            cards=style.either([*could, *more]),
        )
    early = clause == f"{IRREGULARITY}{PREMATURE_PLAY}"
    if early or clause in (OUT_OF_TURN, f"{IRREGULARITY}lead-out-of-turn"):
        leads = not early and breach.at.endswith(".1")
        template = style.t("{player} leads out of turn", player=player)
        return template if leads else style.t("{player} plays before his turn", player=player)
    return style.said(breach.broken.text)


def ending_words(style: TextStyle, rules: RuleSet, breach: RuledBreach, players: Sequence[str]) -> str:
    """Which breach ends the hand, and who pays what for it."""
    player = "" if breach.seat is None else style.name(players[breach.seat])
    deed = deed_words(style, rules, breach, players)
    if breach.voids:
        return style.t("the deal is void: {deed}. Nothing is due.", deed=deed)
    fine = breach.fine
    if fine is not None and fine.name == IMPROPER_DISCARD:
        deed = style.t("{player} laid away wrongly", player=player)
    elif fine is not None and fine.name == WRONG_DECLARATION:
        deed = style.t("{player} declared wrongly", player=player)
    ends = style.t("the hand ends at the deal: {deed}.", deed=deed)
    if breach.trick is not None:
        ends = style.t("the hand ends in trick {number}: {deed}.", number=breach.trick, deed=deed)
    if fine is None or not fine.each_pot:
        return ends
    return f"{ends} " + style.t("{player} pays {amount} into each pot.", player=player, amount=fine.each_pot)


def cost_words(style: TextStyle, rules: RuleSet, breach: RuledBreach) -> str:
    """What it costs in a few words; nothing where it costs nothing, or its sum stands with another breach."""
    if breach.beside or breach.too_late or not names_fines(rules) or not breach.fines:
        return ""
    told = [_sum(style, each) for each in breach.fines]
    return style.t("{costs}, as the players agree", costs=style.either(told)) if len(told) > 1 else told[0]


def _sum(style: TextStyle, fine: Fine) -> str:
    if not fine.each_pot:
        return style.t("no fine")
    return style.t("{amount} into each pot", amount=fine.each_pot)


def remedy_words(style: TextStyle, rules: RuleSet, breach: RuledBreach, players: Sequence[str]) -> str:
    """What becomes of it, with the fine and the class that it is of."""
    if breach.too_late:
        return style.t("the hand had ended before it: nothing is due for it")
    if breach.beside:
        return style.t("the fine before it is for both")
    if breach.voids:
        void = style.t("the deal is void: nothing is due for this hand, and the next player deals")
        late = style.t("it was found when everything was paid, and the hand stands as played")
        return void if breach.ends else late
    if breach.of_the_end:
        wrong_file = style.t("what the file tells of the end is to be put right")
        return wrong_file if breach.seat is None else style.t("what was paid by it is put right")
    player = None if breach.seat is None else players[breach.seat]
    told = [penalty_words(style, Penalty.of(each, breach.seat), player) for each in breach.fines]
    if breach.put_right:
        told = [style.t("the card went back at the table"), *told]
    if len(breach.fines) > 1:
        return style.t("the players agree on one: {fines}", fines="; ".join(told))
    if breach.fines or breach.put_right:
        return "; ".join(told)
    if names_fines(rules):
        return style.said(NO_CLASS)
    return style.t("the source of these rules has no remedy for it: the players agree")


_INDENT = "  "
_DEEPER = "    "


def illegal_lines(style: TextStyle, illegal: IllegalMove) -> list[str]:
    """The verdict on a move that the rules forbid: what was legal, which clause says so, and where."""
    lines = [style.paint(style.t("Illegal:"), "bad")]
    lines += wrap(style.said(illegal.message.short), style.width, _INDENT, _DEEPER)
    if illegal.legal:
        legal = ", ".join(style.word(word) for word in illegal.legal)
        lines += wrap(style.t("legal: {cards}", cards=legal), style.width, _INDENT, _DEEPER)
    where = "" if illegal.where is None else f" {style.safe(str(illegal.where))}"
    clause = style.clause(illegal.clause) if recording() else f"[{style.clause(illegal.clause)}]"
    return [*lines, *wrap(style.paint(f"{clause}{where}", "dim"), style.width, _INDENT)]


def unsettled_lines(style: TextStyle, questions: Iterable[Unsettled | OpenQuestion]) -> list[str]:
    """What no source decides in a line, with its readings, that by which play went on first."""
    lines: list[str] = []
    for question in questions:
        head = style.t("No source settles this; play went on by the first reading:")
        lines += wrap(f"{head} [{', '.join(map(style.clause, question.clauses))}]", style.width, _DEEPER)
        for reading in question.readings:
            told = reading_words(style, reading) if isinstance(reading, Reading) else style.said(reading)
            lines += wrap(told, style.width, f"{_DEEPER}* ", f"{_DEEPER}  ")
    return [style.paint(line, "warn") for line in lines]
