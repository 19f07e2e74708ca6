"""The answers themselves, in sentences: what `--brief` writes, and what every text begins with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest

from analyzer.messages import Message
from analyzer.position.model import Position
from analyzer.position.stipulated import stipulated
from analyzer.report.phrases.best import best_cards, best_proper_cards
from analyzer.report.phrases.moves import side_words
from analyzer.report.phrases.parts import unfinished_lines
from analyzer.report.phrases.tokens import sure_of
from analyzer.report.phrases.verdicts import chief_goals, closer, goal_sentences, sentence, which_cards
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.score.amounts import points_text
from analyzer.rules.score.goals import Aim
from analyzer.search.engine.results import CardValues, Solution


def yes_or_no(
    style: TextStyle, stopped: Message | None, told: Callable[[bool], list[str]], *, holds: bool | None
) -> list[str]:
    """What `told` says of a yes or no; or that a limit came first, or that no source settles it."""
    if stopped is not None:
        return [style.t("Undecided: {reason}.", reason=style.said(stopped.short))]
    if holds is None:
        text = style.t("Unsettled: the answer hangs on what no source settles.")
        return [style.paint(text, "warn")]
    return told(holds)


def solve_brief(position: Position, solution: Solution, style: TextStyle) -> list[str]:
    """Which cards are best, who can force what, what each is sure of, and what was not finished."""
    values = solution.values
    goals, sides = values.goals or {}, side_words(style, position, solution.sides)
    asked, others = _stipulated(position, solution, style), list(_goals(position, solution, style))
    lines = [*asked, *_best(position, solution, style), *(each for each in others if each not in asked)]
    if values.points is not None:
        known = zip(sides, values.points, strict=False)
        told = ", ".join(f"{side} {points_text(number)}" for side, number in known if number is not None)
        lines.append(
            style.t("Points for sure: {sides}.", sides=told)
            if Aim.POINTS not in solution.to_come
            else style.t("Points to come for sure: {sides}.", sides=told)
        )
    if values.guarantee is not None:
        lines.append(sure_of(style, values.guarantee, sides))
    return lines + unfinished_lines(style, solution, goals=bool(goals))


def _stipulated(position: Position, solution: Solution, style: TextStyle) -> list[str]:
    """What comes of the question that the file asks, which is told first."""
    asked = None if position.stipulation is None else stipulated(position, position.stipulation)
    answer = None if asked is None else (solution.values.goals or {}).get(asked)
    if answer is None:
        return []
    text = sentence(style, answer, position.players, closer(style, solution.values.goals or {}, answer))
    return [f"{text} {which_cards(style, solution, answer)}".rstrip()]


def _goals(position: Position, solution: Solution, style: TextStyle) -> Iterator[str]:
    """Who can force what, each with the cards that decide it."""
    goals = solution.values.goals or {}
    cards = [which_cards(style, solution, each) for each in chief_goals(goals)]
    told = goal_sentences(style, goals, position.players, solution.open)
    for text, by_cards in zip_longest(told, cards, fillvalue=""):
        yield f"{text} {by_cards}".rstrip()


def _best(position: Position, solution: Solution, style: TextStyle) -> Iterator[str]:
    """The best cards of the player to move; where one is improper, the best of the proper ones as well.

    They are the surest where it was not asked, or not found, what comes of all playing for themselves.
    """
    best = best_cards(solution)
    if not best:
        return
    player = style.strong(position.players[solution.to_play])
    improper, proper = [each for each in best if each.proper is False], best_proper_cards(solution)
    if improper and proper:
        yield style.t(
            "Best for {player}: {cards}; {improper} is improper, and the best proper card is {others}.",
            player=player,
            cards=_named(best, style),
            improper=_named(improper, style),
            others=_named(proper, style),
        )
    elif len(best) == len(solution.cards) > 1:
        yield style.t("Best for {player}: any card.", player=player)
    elif position.pots is not None and solution.values.equilibria is None:
        yield style.t("Surest for {player}: {cards}.", player=player, cards=_named(best, style))
    else:
        yield style.t("Best for {player}: {cards}.", player=player, cards=_named(best, style))


def _named(cards: Sequence[CardValues], style: TextStyle) -> str:
    return style.either([style.card(each.card, each.names) for each in cards])
