"""A decision over worlds as text: worlds against cards, the measures under them, the advice, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from analyzer.knowledge.deals import AS_TOLD
from analyzer.layout import columns, spread, visible, wrap
from analyzer.messages import marked
from analyzer.position.model import Position
from analyzer.position.setting import World
from analyzer.report.phrases.effects import improper_words
from analyzer.report.phrases.grounds import grounds_lines
from analyzer.report.phrases.parts import unfinished_lines
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.frame import framed, search_lines
from analyzer.report.view.decide import measure_of
from analyzer.rules.score.amounts import points_text
from analyzer.search.worlds.results import (
    CONFIDENCE,
    BreakEven,
    CardChoice,
    Criterion,
    Decision,
    Opponents,
    WorldOutcome,
)

_INDENT = "  "
_MOST_ROWS = 24
"""More rows of worlds than this are not shown one by one."""
_LABEL = 28


_IN: Final = {
    "points": marked("Amounts are the card points to come of {whose} side."),
    "sheet": marked("Amounts are what is written for {whose} side, together."),
    "tokens": marked("Amounts are the tokens of {whose} side, together."),
}


def decide_text(position: Position, decision: Decision, style: TextStyle) -> str:
    """The whole answer, no line wider than the style."""
    told = _table_of_sides(style, decision) if position.pots is None else _table(style, decision)
    return framed(
        style,
        verdict_lines(position, decision, style),
        _question(style, position, decision),
        told,
        [] if position.pots is None else _notes(style, position, decision),
        grounds_lines(position.rules, decision.grounds, style),
        search_lines(style, decision.nodes, decision.seconds),
        position=position,
    )


def verdict_lines(position: Position, decision: Decision, style: TextStyle) -> list[str]:
    """Which card to play, and what was not finished."""
    best = decision.highest if position.pots is None else decision.best_by
    advice = advice_lines(style, decision, [best(aim) for aim in (Criterion.EXPECTED, Criterion.WORST)])
    return [*advice, *unfinished_lines(style, decision)]


def _question(style: TextStyle, position: Position, decision: Decision) -> Iterator[str]:
    player = style.strong(position.players[decision.player])
    cards = style.cards(decision.worlds[0].hands[decision.player])
    yield from wrap(style.t("{player} plays, holding {cards}.", player=player, cards=cards), style.width)
    number = len(decision.worlds)
    if decision.sampled is None:
        text = style.n("There is {number} world.", "{number} worlds cannot be told apart.", number)
    elif decision.sampled.of is None:
        drawn = decision.sampled
        text = style.t(
            "A sample of {drawn} of the deals that fit (seed {seed}): an estimate, no proof.",
            drawn=drawn.drawn, seed=drawn.seed,
        )  # fmt: skip
    else:
        drawn = decision.sampled
        text = style.t(
            "A sample of {drawn} of {of} deals (seed {seed}), {number} different: an estimate, no proof.",
            drawn=drawn.drawn, of=drawn.of, seed=drawn.seed, number=number,
        )  # fmt: skip
    yield from wrap(text, style.width)
    for text in _how_played(style, position, decision):
        yield from (style.paint(line, "dim") for line in wrap(text, style.width))


def _how_played(style: TextStyle, position: Position, decision: Decision) -> Iterator[str]:
    """How an average of a sample is to be read, how the others play, and what amounts are of."""
    if decision.sampled is not None:
        yield style.t(
            "± is half of a {percent} interval around the average of this play over the deals drawn (normal "
            "approximation); the play was chosen to fit them, so averages lean to the good side, and the "
            "worst is that of the deals drawn.",
            percent=style.percent(CONFIDENCE),
        )
    if position.pots is None:
        yield style.t(
            _IN[measure_of(position, decision)], whose=style.whose(position.players[decision.player])
        )
    elif decision.opponents is Opponents.AGAINST:
        player = style.strong(position.players[decision.player])
        yield style.t("The others see all cards and play together against {player}.", player=player)
    else:
        yield style.t("The others see all cards and play each for their own tokens.")


def _table_of_sides(style: TextStyle, decision: Decision) -> list[str]:
    """What each card comes to over the worlds for the side of its player."""
    heads = ["", style.t("on average"), style.t("at worst")]
    rows = [
        [
            " ".join(style.card(each) for each in (card.card, *card.equals)),
            style.decimal(float(card.expected / decision.unit), 2),
            points_text(Fraction(card.worst, decision.unit)),
        ]
        for card in decision.cards
    ]
    widths = [max(visible(row[place]) for row in (heads, *rows)) for place in range(len(heads))]
    return [columns(row, widths, "<>>") for row in (heads, *rows)]


def _label(style: TextStyle, card: CardChoice) -> str:
    return style.card(card.card, card.names)


def _table(style: TextStyle, decision: Decision) -> Iterator[str]:
    """Worlds and measures as rows, the cards as columns, in as many blocks as the width needs."""
    rows = list(_rows(style, decision))
    label = min(_LABEL, max((visible(row[0]) for row in rows), default=0))
    width = max([visible(cell) for row in rows for cell in row[1:]] + [5])
    fit = max(1, (style.width - label) // (width + 2))
    cards = decision.cards
    for start in range(0, len(cards), fit):
        part = slice(start, start + fit)
        if start:
            yield ""
        heads = [_label(style, card) for card in cards[part]]
        yield columns(["", *heads], [label, *[width] * len(heads)], "<" + ">" * len(heads))
        for name, *cells in rows:
            kept = cells[part] if cells else [""] * len(heads)
            first, *rest = wrap(name, label) or [""]
            yield columns([first, *kept], [label, *[width] * len(kept)], "<" + ">" * len(kept))
            yield from rest


def _rows(style: TextStyle, decision: Decision) -> Iterator[list[str]]:
    """A row for each group of worlds with the same ends, then one for each measure."""
    groups = _groups(decision)
    if len(groups) <= _MOST_ROWS:
        for worlds in groups:
            ends = [card.outcomes[worlds[0]] for card in decision.cards]
            yield [_group(style, decision, worlds), *(_end(style, decision.player, end) for end in ends)]
    else:
        yield [style.t("{number} kinds of worlds", number=len(groups))]
    yield [style.paint(style.t("on average"), "bold"), *(_mean(style, card) for card in decision.cards)]
    yield [style.paint(style.t("at worst"), "bold"), *(style.signed(card.worst) for card in decision.cards)]
    for name, chances in (
        (style.t("own Ultimo"), [card.own_ultimo for card in decision.cards]),
        (style.t("own Bagud"), [card.own_bagud for card in decision.cards]),
        (style.t("Ultimo of another"), [card.other_ultimo for card in decision.cards]),
    ):
        if any(chances):
            yield [name, *(style.percent(chance) for chance in chances)]


def _groups(decision: Decision) -> list[list[int]]:
    """The worlds in which every card ends the same for the player and the Ultimo, together."""
    found: dict[tuple[object, ...], list[int]] = {}
    for world in range(len(decision.worlds)):
        ends = tuple(card.outcomes[world].grade(decision.player) for card in decision.cards)
        found.setdefault(ends, []).append(world)
    return list(found.values())


def _group(style: TextStyle, decision: Decision, worlds: Sequence[int]) -> str:
    total = sum(world.weight for world in decision.worlds)
    share = Fraction(sum(decision.worlds[world].weight for world in worlds), total) if total else Fraction(0)
    if len(worlds) == 1:
        return f"{_world(style, decision.worlds[worlds[0]])} ({style.percent(share)})"
    return style.t("{number} worlds ({share})", number=len(worlds), share=style.percent(share))


def _world(style: TextStyle, world: World) -> str:
    """The name of a world: that of a file, or of a deal in the reader's language."""
    kind, _, number = world.name.rpartition(" ")
    if kind == "deal" and number.isdecimal():
        return style.t("deal {number}", number=number)
    return style.t("as told") if world.name == AS_TOLD else style.safe(world.name)


def _end(style: TextStyle, player: int, outcome: WorldOutcome) -> str:
    """Tokens, and what became of the Ultimo for the player."""
    text = style.signed(outcome.tokens[player])
    if outcome.ultimo == player:
        return f"{text} U"
    if outcome.bagud >> player & 1:
        return f"{text} B"
    return f"{text} u" if outcome.ultimo is not None else f"{text}  "


def _mean(style: TextStyle, card: CardChoice) -> str:
    text = decimal(style, card.expected)
    painted = style.paint(text, "good" if card.expected > 0 else "bad" if card.expected < 0 else "plain")
    return painted if card.error is None else f"{painted}±{style.decimal(card.error, 1)}"


def decimal(style: TextStyle, number: Fraction) -> str:
    """A number with its sign, to one place after the point where it is not whole."""
    if number.denominator > 1:
        return f"{'+' if number > 0 else ''}{style.decimal(float(number), 1)}"
    return f"{int(number):+d}" if number else "0"


def deals_line(style: TextStyle, decision: Decision) -> str:
    """What is best over the deals drawn so far, in one line."""
    drawn = len(decision.worlds) if decision.sampled is None else decision.sampled.drawn
    best = _names(style, decision, decision.best_by(Criterion.EXPECTED))
    return style.t("Over {number} deals drawn, best on average: {cards}.", number=drawn, cards=best)


def advice_lines(style: TextStyle, decision: Decision, best: Sequence[Sequence[CardChoice]]) -> Iterator[str]:
    """The best cards by each measure, and whether the measures agree."""
    if not decision.valued:
        return
    by_mean, by_worst = best
    proper = decision.best_proper
    yield style.t("Best on average: {cards}.", cards=_names(style, decision, by_mean))
    yield style.t("Safest: {cards}.", cards=_names(style, decision, by_worst))
    if proper:
        cards = _names(style, decision, proper)
        yield style.t("Proper, and of those best on average: {cards}.", cards=cards)
    elif decision.sampled is not None and decision.of_pots:
        number = decision.sampled.drawn
        yield style.t("Which card is proper is not to be told from a sample of {number}.", number=number)
    elif decision.complete and any(card.verdict is not None for card in decision.cards):
        yield style.paint(style.t("Every card is improper."), "warn")
        return
    answers = [by_mean, by_worst, *([proper] if proper else [])]
    if len(decision.cards) > 1 and (decision.complete or not _common(answers)):
        yield from _agreement(style, decision, answers)


def _common(answers: Sequence[Sequence[CardChoice]]) -> list[CardChoice]:
    """The cards that are in every answer."""
    return [card for card in answers[0] if all(card in answer for answer in answers)]


def _agreement(
    style: TextStyle, decision: Decision, answers: Sequence[Sequence[CardChoice]]
) -> Iterator[str]:
    """Whether the answers are the same cards, or only share some, or none."""
    common = _common(answers)
    if not common:
        yield style.paint(style.t("They do not agree."), "warn")
    elif all(len(answer) == len(common) for answer in answers):
        yield style.paint(style.t("All agree."), "good")
    else:
        text = style.t("Best in every sense: {cards}.", cards=_names(style, decision, common))
        yield style.paint(text, "good")


def _names(style: TextStyle, decision: Decision, cards: Sequence[CardChoice]) -> str:
    """Cards by name; where that is all of several, that it is any."""
    if len(cards) == len(decision.cards) > 1:
        return style.t("any card")
    return style.either([_label(style, card) for card in cards])


def _notes(style: TextStyle, position: Position, decision: Decision) -> Iterator[str]:
    """Signs, improper cards with their proof, dominance, break-even chances, indifference."""
    ends = [outcome for card in decision.cards for outcome in card.outcomes]
    player = decision.player
    signs = [
        (any(outcome.ultimo == player for outcome in ends), "U", style.t("own Ultimo")),
        (any(outcome.bagud >> player & 1 for outcome in ends), "B", style.t("own Bagud")),
        (any(outcome.ultimo not in (None, player) for outcome in ends), "u", style.t("Ultimo of another")),
    ]
    legend = spread([f"{sign} {words}" for shown, sign, words in signs if shown])
    if legend:
        yield from (style.paint(line, "dim") for line in wrap(legend, style.width))
    told: set[int] = set()
    for card in decision.cards:
        yield from _verdict(style, position, decision, card, told)
        yield from _measured(style, card)
    for each in decision.break_even:
        yield from wrap(_break_even(style, decision, each), style.width, "", _INDENT)


def _verdict(
    style: TextStyle, position: Position, decision: Decision, card: CardChoice, told: set[int]
) -> Iterator[str]:
    """Why a card is improper, with the proof; the hands of its world where these are not `told` yet."""
    verdict = card.verdict
    if verdict is None or verdict.proper:
        return
    yield from wrap(f"{_label(style, card)}: {improper_words(style, verdict.why)}", style.width, "", _INDENT)
    if not verdict.evidence or verdict.world is None:
        return
    line = " ".join(style.word(word) for word in verdict.evidence)
    world = decision.worlds[verdict.world]
    proof = [style.t("in {world}: {line}", world=_world(style, world), line=line)]
    if len(decision.worlds) > 1 and verdict.world not in told:
        told.add(verdict.world)
        hidden = _hidden(style, position, decision.player, world)
        proof.append(f"{_world(style, world)}: {hidden}")
    for text in proof:
        yield from (style.paint(each, "dim") for each in wrap(text, style.width, _INDENT))


def _hidden(style: TextStyle, position: Position, player: int, world: World) -> str:
    """What the player does not see in a world: the hands of the others."""
    hands = zip(position.players, world.hands, strict=True)
    others = [each for seat, each in enumerate(hands) if seat != player]
    return "; ".join(f"{style.name(name)} {style.cards(hand)}" for name, hand in others if hand)


def _measured(style: TextStyle, card: CardChoice) -> Iterator[str]:
    """What a card is the same as, what dominates it, and what indifference may add."""
    if card.equals:
        text = style.t("the same as {cards}", cards=style.cards(card.equals))
        yield from wrap(f"{_label(style, card)}: {text}", style.width, "", _INDENT)
    if card.dominated_by:
        cards = style.either([style.word(name) for name in card.dominated_by])
        text = style.t("never better and sometimes worse than {cards}", cards=cards)
        yield from wrap(f"{_label(style, card)}: {text}", style.width, "", _INDENT)
    if card.expected_best != card.expected:
        text = style.t(
            "{best} on average where every indifference turns out well",
            best=decimal(style, card.expected_best),
        )
        yield from wrap(f"{_label(style, card)}: {text}", style.width, "", _INDENT)


def _break_even(style: TextStyle, decision: Decision, each: BreakEven) -> str:
    if len(each.better) == 1:
        where = _world(style, decision.worlds[each.better[0]])
    else:
        where = style.t("the {number} worlds where it pays more", number=len(each.better))
    return style.t(
        "{card} is worth as much as {other} when the chance of {where} is {chance} ({percent}).",
        card=style.word(each.card), other=style.word(each.against), where=where, chance=str(each.chance),
        percent=style.percent(each.chance),
    )  # fmt: skip
