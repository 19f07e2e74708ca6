"""Verdicts alone, in sentences: what `--brief` writes of each answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from analyzer.messages import Message
from analyzer.position.model import Position
from analyzer.position.replay.model import Replay
from analyzer.report.phrases.sides import decided_by, side_word
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.replay import outcome_list
from analyzer.report.text.solve import goal_sentences, limit_lines
from analyzer.rules.score.amounts import points_text
from analyzer.search.engine.results import CardValues, Solution, Status
from analyzer.search.review.told import Told


def yes_or_no(
    style: TextStyle, stopped: Message | None, told: Callable[[bool], list[str]], *, holds: bool | None
) -> list[str]:
    """What `told` says of a yes or no; or that a limit came first, or that no source settles it."""
    if stopped is not None:
        return [style.t("Undecided: {reason}.", reason=style.said(stopped.short))]
    if holds is None:
        return [style.t("Unsettled: the answer hangs on what no source settles.")]
    return told(holds)


def solve_brief(position: Position, solution: Solution, style: TextStyle) -> list[str]:
    """Who can force an Ultimo, which cards are best, and what was not finished."""
    goals, players = solution.values.goals, position.players
    lines = goal_sentences(style, goals, players) if goals else []
    if solution.values.guarantee is not None:
        sure = zip(players, solution.values.guarantee, strict=False)
        told = [f"{style.strong(name)} {style.signed(amount)}" for name, amount in sure if amount is not None]
        amounts = ", ".join(told)
        lines.append(style.t("Sure of: {amounts}.", amounts=amounts))
    return [*lines, *_best(position, solution, style), *limit_lines(style, solution)]


def _best(position: Position, solution: Solution, style: TextStyle) -> list[str]:
    """The best cards of the player to move; where one is improper, the best of the proper ones as well."""
    best = {each.tokens for each in solution.values.equilibria or ()}
    ends = [{found.tokens for found in each.values.equilibria or ()} for each in solution.cards]
    cards = [each for each, end in zip(solution.cards, ends, strict=True) if best & end]
    if not cards:
        return []
    player = style.strong(position.players[solution.to_play])
    told = [style.t("Best for {player}: {cards}.", player=player, cards=_named(cards, style))]
    improper = [each for each in cards if each.proper is False]
    own = [
        (max(tokens[solution.to_play] for tokens in end), each)
        for each, end in zip(solution.cards, ends, strict=True)
        if each.proper and end
    ]
    if improper and own:
        most = max(amount for amount, _ in own)
        bad, good = _named(improper, style), _named([each for amount, each in own if amount == most], style)
        told.append(style.t("{cards} is improper; the best proper card: {others}.", cards=bad, others=good))
    return told


def _named(cards: Sequence[CardValues], style: TextStyle) -> str:
    return style.either([style.card(each.card, each.names) for each in cards])


def point_solve_brief(position: Position, solution: Solution, style: TextStyle) -> list[str]:
    """Who can force which goal, and the points that each side is sure of."""
    players, lines = position.players, list[str]()
    for answer in (solution.values.goals or {}).values():
        if answer.status is not Status.IMPOSSIBLE or len(solution.values.goals or {}) == 1:
            lines.append(decided_by(style, position, answer))
    sure = [
        f"{side_word(style, solution.sides, side, players)} {points_text(points)}"
        for side, points in enumerate(solution.values.points or ())
        if points is not None
    ]
    if sure:
        lines.append(style.t("Points for sure: {sides}.", sides=", ".join(sure)))
    if not solution.complete:
        parts = ", ".join(style.safe(part) for part in solution.unfinished)
        lines.append(style.t("Not finished: {parts}.", parts=parts))
    return lines


def replay_brief(lines: Sequence[Told], style: TextStyle) -> list[str]:
    """What each line came to, and whether that was expected."""
    told = []
    for each in lines:
        name = style.safe(each.replay.name) or style.t("the line")
        told.append(f"{style.paint(name, 'bold')}: {'; '.join(_came_to(each.replay, style))}")
    return told


def _came_to(replay: Replay, style: TextStyle) -> Iterator[str]:
    if replay.illegal is not None:
        fault = style.said(replay.illegal.message.short)
        text = style.t("illegal: {fault}", fault=fault)
        yield style.paint(f"{text} [{replay.illegal.clause}]", "bad")
    yield from outcome_list(style, replay)
    if replay.illegal is None:
        named = zip(replay.players, replay.amounts, strict=False)
        yield ", ".join(f"{style.name(player)} {style.signed(amount)}" for player, amount in named)
    yield from (f"[{each.clause}]" for each in replay.violations)
    if replay.mismatches is not None:
        met = not replay.mismatches
        yield style.paint(
            style.t("As expected.") if met else style.t("Not as expected."), "good" if met else "bad"
        )
