"""What every card is worth in a few words each, as a board shows it: chips, signs and a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import structs

from analyzer.cards.card import Card, Suit
from analyzer.messages import Message
from analyzer.position.model import Position
from analyzer.report.document import spoken_lines
from analyzer.report.phrases.best import best_cards
from analyzer.report.phrases.effects import effects, improper_words, legend
from analyzer.report.phrases.moves import everybody, side_word
from analyzer.report.phrases.parts import part_words, unfinished_words
from analyzer.report.phrases.tokens import amounts_words
from analyzer.report.phrases.verdicts import cell, comes_about, goal_word, open_sentence, sentence
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.headline import does, verdict_of
from analyzer.report.view.base import UNSET
from analyzer.report.view.board import CardWorth, WorthAnswer
from analyzer.rules.actions import lay
from analyzer.rules.score.amounts import points_text
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.results import CardValues, Key, Solution, Status, Values

SIGNS = "+-~!=vx*"
"""The signs of a card, in the order they are shown."""
Best = frozenset[tuple[Card, Suit | None]]
"""The best moves: a card, and the suit that a Fool names."""
UNKNOWN = "…"
"""What stands for a value that is not found yet."""


def worth_view(
    style: TextStyle,
    position: Position,
    solution: Solution,
    rest: Solution,
    state: tuple[str, bool],
    answer: dict[str, Any] | None,
) -> WorthAnswer:
    """What every card is worth, as far as it is known; with the `rest`, what is known of everything.

    `state` is what is sought at present, and whether everything is known.
    """
    cards_of = _cards_of_side if position.pots is None else _cards
    heads = list(_heads(style, position, solution))
    keys = [key for _, key in heads]
    best = _best(solution, rest)
    cards = [
        each for card in solution.cards for each in cards_of(style, position, solution, card, keys, best)
    ]
    if rest is not solution:
        known = set(solution.values.goals or {}) <= set(rest.values.goals or {})
        whole = (each for card in rest.cards for each in cards_of(style, position, rest, card, (), best))
        cards = _told_whole(cards, {each.word: each for each in whole}, known=known)
    return WorthAnswer(
        complete=state[1],
        now=state[0],
        position=spoken_lines(style, lambda marked: _position(marked, position, rest)),
        verdict=verdict_of(style, position, solution, rest),
        guesses=list(_guesses(style, position, rest)),
        heads=[head for head, _ in heads],
        cards=cards,
        legend=legend(style, {sign for card in cards for sign in card.marks}),
        answer=UNSET if answer is None else answer,
    )


def _told_whole(
    cards: Sequence[CardWorth], whole: Mapping[str, CardWorth], *, known: bool
) -> list[CardWorth]:
    """The cards with all that is told of them, and of the goal asked about where that is not among it."""
    told = []
    for each in cards:
        more = whole.get(each.word)
        if more is not None and more.text:
            text = more.text if known else f"{each.text}; {more.text}"
            told.append(structs.replace(each, text=text, marks=more.marks))
        else:
            told.append(each)
    return told


def stopped_words(style: TextStyle, reason: Message | None, unfinished: Sequence[str]) -> str:
    """What is sought at present, or why a search ended early; nothing where everything is known."""
    if not unfinished:
        return ""
    if reason is None:
        return style.t("Searching: {parts}", parts=part_words(style, unfinished[0]))
    return unfinished_words(style, unfinished, reason)


def _heads(style: TextStyle, position: Position, solution: Solution) -> Iterator[tuple[str, str | Key]]:
    """The questions over the chips, with what finds each value: a goal, or a part of the values."""
    goals = solution.values.goals or {}
    for seat, goal in goals if len(goals) == 1 else ():
        yield f"{style.whose(position.players[seat])} {goal_word(style, goal)}", (seat, goal)
    names = {"points": style.t("points"), "tricks": style.t("tricks"), "guarantee": style.t("sure of")}
    if position.pots is not None:
        names["equilibria"] = style.t("each for themselves")
    for part, name in names.items():
        if any(getattr(card.values, part) is not None for card in solution.cards):
            yield name, part


def _chip(style: TextStyle, position: Position, solution: Solution, values: Values, key: str | Key) -> str:
    """The answer to the question under one head, for the side of the player to move."""
    own = solution.sides.of[solution.to_play]
    if not isinstance(key, str):
        answer = (values.goals or {}).get(key)
        return UNKNOWN if answer is None else cell(style, answer, position.players)
    if key == "equilibria":
        ends = dict.fromkeys(style.signed(each.tokens[own]) for each in values.equilibria or ())
        return f" {style.t('or')} ".join(ends) or UNKNOWN
    found = getattr(values, key)
    number = None if found is None else found[own]
    if number is None:
        return UNKNOWN
    return style.signed(number) if key == "guarantee" else points_text(number)


def _position(style: TextStyle, position: Position, solution: Solution) -> Iterator[str]:
    values, sides = solution.values, solution.sides
    goals, names = values.goals or {}, everybody(position)
    if position.pots is None:
        names = tuple(side_word(style, sides, each, position.players) for each in range(sides.count))
    for answer in goals.values():
        if answer.status is not Status.IMPOSSIBLE or len(goals) == 1:
            yield sentence(style, answer, position.players)
    for name, numbers in ((style.t("points"), values.points), (style.t("tricks"), values.tricks)):
        if numbers is not None:
            told = zip(names, numbers, strict=False)
            yield f"{name}: " + ", ".join(f"{side} {points_text(n)}" for side, n in told if n is not None)
    if values.guarantee is not None:
        yield f"{style.t('sure of')}: {amounts_words(style, values.guarantee, names)}"
    for found in values.equilibria or ():
        yield f"{style.t('each for themselves')}: {amounts_words(style, found.tokens, names)}"


def _guesses(style: TextStyle, position: Position, solution: Solution) -> Iterator[str]:
    """What is known and what is likely of goals that are open, each sentence with what of it is no proof."""
    for left in solution.open:
        if left.likely or left.forced_by or left.prevented_by:
            yield open_sentence(style, left, goal_word(style, left.goal), position.players)


def _only_goal(solution: Solution) -> Key | None:
    """The goal that is asked about, where nothing else is."""
    values = solution.values
    numbers = (values.points, values.tricks, values.guarantee, values.equilibria)
    one = len(values.goals or {}) == 1 and all(each is None for each in numbers)
    return next(iter(values.goals or {})) if one else None


def _best(solution: Solution, rest: Solution) -> Best:
    """The cards that keep or prevent the goal that is asked about; where all do the same, the best ones."""
    key = _only_goal(solution)
    sure = {} if key is None else _sure(solution, key)
    if key is not None and len(set(sure.values())) > 1:
        ours = solution.sides.of[key[0]] == solution.sides.of[solution.to_play]
        wanted = ours is (key[1] != Goal.BAGUD)
        return frozenset(card for card, kept in sure.items() if kept is wanted)
    return frozenset((each.card, each.names) for each in best_cards(rest))


def _sure(solution: Solution, key: Key) -> dict[tuple[Card, Suit | None], bool]:
    """By card, whether a goal is in hand after it; a Bagud, whether the others can bring it about."""
    found = {}
    for card in solution.cards:
        after = (card.values.goals or {}).get(key)
        if after is None:
            return {}
        found[card.card, card.names] = comes_about(after)
    return found


def _does_to(style: TextStyle, solution: Solution, card: CardValues, key: Key) -> str:
    """What a card does to a goal: empty where every card does the same."""
    sure = _sure(solution, key)
    if len(set(sure.values())) < 2:
        return ""
    ours, kept = solution.sides.of[key[0]] == solution.sides.of[solution.to_play], sure[card.card, card.names]
    goal = style.t("it") if key[1].way is not None else goal_word(style, key[1])
    if key[1] == Goal.BAGUD and ours:
        return style.t("goes {goal}", goal=goal) if kept else style.t("avoids {goal}", goal=goal)
    if ours:
        return style.t("keeps {goal}", goal=goal) if kept else style.t("loses {goal}", goal=goal)
    return style.t("gives {goal}", goal=goal) if kept else style.t("stops {goal}", goal=goal)


def _cards(
    style: TextStyle,
    position: Position,
    solution: Solution,
    card: CardValues,
    keys: Sequence[str | Key],
    best: Best,
) -> Iterator[CardWorth]:
    """A card of Danish Tarok, and those that cannot be told from it."""
    found = effects(style, solution, card, position.players)
    is_best = (card.card, card.names) in best
    signs = {each.sign for each in found}
    signs |= {"x"} if card.proper is False else set()
    signs |= {"*"} if is_best else set()
    told = [each.words for each in found]
    if card.proper is False:
        told.append(improper_words(style, card.why))
    elif card.why is not None:
        told.append(style.said(card.why))
    chips = [_chip(style, position, solution, card.values, key) for key in keys]
    one = _only_goal(solution)
    text = "; ".join([*told, *_sentences(style, position, solution, card)])
    for each in (card.card, *card.equals):
        yield CardWorth(
            word=str(lay(each, card.names)),
            chips=chips,
            marks=[sign for sign in SIGNS if sign in signs],
            text=text,
            pill=chips[-1].replace("-", "−") if chips and UNKNOWN not in chips[-1] and not one else "",
            does=_does_to(style, solution, card, one) if one else does(style, signs),
            best=is_best,
        )


def _sentences(style: TextStyle, position: Position, solution: Solution, card: CardValues) -> Iterator[str]:
    asked, values, mover = solution.values.goals or {}, card.values, solution.to_play
    if len(asked) == 1 and values.goals:
        key = next(iter(asked))
        if key in values.goals:
            yield sentence(style, values.goals[key], position.players).rstrip(".")
    if values.guarantee is not None and values.guarantee[mover] is not None:
        yield f"{style.t('sure of')} {style.signed(values.guarantee[mover] or 0)}"
    if values.equilibria is not None:
        names, between = everybody(position), f" {style.t('or')} "
        each = between.join(amounts_words(style, found.tokens, names) for found in values.equilibria)
        yield f"{style.t('each for themselves')} {each}"


def _cards_of_side(
    style: TextStyle,
    position: Position,
    solution: Solution,
    card: CardValues,
    keys: Sequence[str | Key],
    best: Best,
) -> Iterator[CardWorth]:
    """A card of a game of card points, and those that cannot be told from it: what its side is sure of."""
    is_best = (card.card, card.names) in best
    for each in (card.card, *card.equals):
        yield CardWorth(
            word=str(lay(each, card.names)),
            chips=[_chip(style, position, solution, card.values, key) for key in keys],
            marks=["*"] if is_best else [],
            text="; ".join(_told_of_side(style, position, solution, card)),
            pill=_pill(style, position, solution, card.values) if _only_goal(solution) is None else "",
            does=_keeps(style, solution, card),
            best=is_best,
        )


def _pill(style: TextStyle, position: Position, solution: Solution, values: Values) -> str:
    """The points that a card leaves its side sure of, else what it is paid, else the tricks."""
    chips = (_chip(style, position, solution, values, part) for part in ("points", "guarantee", "tricks"))
    return next((chip.replace("-", "−") for chip in chips if chip != UNKNOWN), "")


def _keeps(style: TextStyle, solution: Solution, card: CardValues) -> str:
    """What a card does to the first goal that the cards differ in; empty where they differ in none."""
    told = (_does_to(style, solution, card, key) for key in solution.values.goals or {})
    return next(filter(None, told), "")


def _told_of_side(
    style: TextStyle, position: Position, solution: Solution, card: CardValues
) -> Iterator[str]:
    values, own = card.values, solution.sides.of[solution.to_play]
    goals = solution.values.goals or {}
    for key, answer in (values.goals or {}).items():
        before = goals.get(key)
        if len(goals) == 1 or before is None or before.status is not answer.status:
            status, goal = cell(style, answer, position.players), goal_word(style, key[1])
            whose = style.whose(position.players[key[0]])
            yield style.t("{whose} {goal}: {status}", whose=whose, goal=goal, status=status)
    for name, numbers in ((style.t("points"), values.points), (style.t("tricks"), values.tricks)):
        number = None if numbers is None else numbers[own]
        if number is not None:
            yield f"{name} {points_text(number)}"
    if values.guarantee is not None and values.guarantee[own] is not None:
        yield f"{style.t('sure of')} {style.signed(values.guarantee[own] or 0)}"
