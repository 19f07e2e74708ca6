"""A decision over worlds as text: worlds against cards, the measures under them, the advice, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from analyzer.errors import INTERRUPTED
from analyzer.layout import columns, finished, visible, wrap
from analyzer.position.model import Position
from analyzer.position.setting import World
from analyzer.report.phrases.verdicts import improper_words
from analyzer.report.style.face import Face
from analyzer.report.text.solve import search_line
from analyzer.search.worlds.results import (
    CONFIDENCE,
    PROPRIETY,
    Aim,
    BreakEven,
    CardChoice,
    Decision,
    Fate,
    Opponents,
)

_INDENT = "  "
_MOST_ROWS = 24
"""More rows of worlds than this are not shown one by one."""
_LABEL = 28


def decide_text(position: Position, decision: Decision, face: Face) -> str:
    """The whole answer, no line wider than the face."""
    lines = [*_question(face, position, decision), ""]
    lines += _table(face, decision)
    lines += ["", *_advice(face, decision), *_notes(face, position, decision)]
    lines += [*_limits(face, decision), search_line(face, decision.nodes, decision.seconds)]
    return finished(lines, face.width)


def _question(face: Face, position: Position, decision: Decision) -> Iterator[str]:
    player = face.strong(position.players[decision.player])
    cards = face.cards(position.hands[decision.player])
    yield from wrap(face.t("{player} plays, holding {cards}.", player=player, cards=cards), face.width)
    number = len(decision.worlds)
    if decision.sampled is None:
        text = face.n("There is {number} world.", "{number} worlds cannot be told apart.", number)
    else:
        drawn = decision.sampled
        text = face.t(
            "A sample of {drawn} of {of} deals (seed {seed}), {number} different: an estimate, no proof.",
            drawn=drawn.drawn, of=drawn.of, seed=drawn.seed, number=number,
        )  # fmt: skip
    yield from wrap(text, face.width)
    if decision.sampled is not None:
        text = face.t(
            "± is half of a {percent} interval around the average of this play over the deals drawn (normal "
            "approximation); the play was chosen to fit them, so averages lean to the good side, and the "
            "worst is that of the deals drawn.",
            percent=percent(face, CONFIDENCE),
        )
        yield from (face.paint(line, "dim") for line in wrap(text, face.width))
    if decision.opponents is Opponents.AGAINST:
        text = face.t("The others see all cards and play together against {player}.", player=player)
    else:
        text = face.t("The others see all cards and play each for their own tokens.")
    yield from (face.paint(line, "dim") for line in wrap(text, face.width))


def _label(face: Face, card: CardChoice) -> str:
    return face.card(card.card, card.names)


def _table(face: Face, decision: Decision) -> Iterator[str]:
    """Worlds and measures as rows, the cards as columns, in as many blocks as the width needs."""
    rows = list(_rows(face, decision))
    label = min(_LABEL, max((visible(row[0]) for row in rows), default=0))
    width = max([visible(cell) for row in rows for cell in row[1:]] + [5])
    fit = max(1, (face.width - label) // (width + 2))
    cards = decision.cards
    for start in range(0, len(cards), fit):
        part = slice(start, start + fit)
        if start:
            yield ""
        heads = [_label(face, card) for card in cards[part]]
        yield columns(["", *heads], [label, *[width] * len(heads)], "<" + ">" * len(heads))
        for name, *cells in rows:
            kept = cells[part] if cells else [""] * len(heads)
            first, *rest = wrap(name, label) or [""]
            yield columns([first, *kept], [label, *[width] * len(kept)], "<" + ">" * len(kept))
            yield from rest


def _rows(face: Face, decision: Decision) -> Iterator[list[str]]:
    """A row for each group of worlds with the same ends, then one for each measure."""
    groups = _groups(decision)
    if len(groups) <= _MOST_ROWS:
        for worlds in groups:
            ends = [card.fates[worlds[0]] for card in decision.cards]
            yield [_group(face, decision, worlds), *(_end(face, decision.player, end) for end in ends)]
    else:
        yield [face.t("{number} kinds of worlds", number=len(groups))]
    yield [face.paint(face.t("on average"), "bold"), *(_mean(face, card) for card in decision.cards)]
    yield [face.paint(face.t("at worst"), "bold"), *(face.signed(card.worst) for card in decision.cards)]
    for name, chances in (
        (face.t("own Ultimo"), [card.own_ultimo for card in decision.cards]),
        (face.t("own Bagud"), [card.own_bagud for card in decision.cards]),
        (face.t("Ultimo of another"), [card.other_ultimo for card in decision.cards]),
    ):
        if any(chances):
            yield [name, *(percent(face, chance) for chance in chances)]


def _groups(decision: Decision) -> list[list[int]]:
    """The worlds in which every card ends the same for the player and the Ultimo, together."""
    found: dict[tuple[object, ...], list[int]] = {}
    for world in range(len(decision.worlds)):
        ends = tuple(card.fates[world].grade(decision.player) for card in decision.cards)
        found.setdefault(ends, []).append(world)
    return list(found.values())


def _group(face: Face, decision: Decision, worlds: Sequence[int]) -> str:
    total = sum(world.weight for world in decision.worlds)
    share = Fraction(sum(decision.worlds[world].weight for world in worlds), total) if total else Fraction(0)
    if len(worlds) == 1:
        return f"{face.safe(decision.worlds[worlds[0]].name)} ({percent(face, share)})"
    return face.t("{number} worlds ({share})", number=len(worlds), share=percent(face, share))


def _end(face: Face, player: int, fate: Fate) -> str:
    """Tokens, and what became of the Ultimo for the player."""
    text = face.signed(fate.tokens[player])
    if fate.ultimo == player:
        return f"{text} U"
    if fate.bagud >> player & 1:
        return f"{text} B"
    return f"{text} u" if fate.ultimo is not None else f"{text}  "


def _mean(face: Face, card: CardChoice) -> str:
    text = decimal(face, card.expected)
    painted = face.paint(text, "good" if card.expected > 0 else "bad" if card.expected < 0 else "plain")
    return painted if card.error is None else f"{painted}±{face.decimal(card.error, 1)}"


def decimal(face: Face, number: Fraction) -> str:
    """A number with its sign, to one place after the point where it is not whole."""
    if number.denominator > 1:
        return f"{'+' if number > 0 else ''}{face.decimal(float(number), 1)}"
    return f"{int(number):+d}" if number else "0"


def percent(face: Face, chance: Fraction) -> str:
    """A chance in percent; never 0 % or 100 % where it is neither."""
    if chance in (0, 1):
        return f"{int(chance * 100)} %"
    return f"{face.decimal(min(99.9, max(0.1, float(chance * 100))), 1)} %"


def _advice(face: Face, decision: Decision) -> Iterator[str]:
    """The best cards by each measure, and whether the measures agree."""
    if not decision.valued:
        return
    by_mean, by_worst = decision.best_by(Aim.EXPECTED), decision.best_by(Aim.WORST)
    proper = decision.best_proper
    yield from wrap(face.t("Best on average: {cards}.", cards=_names(face, by_mean)), face.width)
    yield from wrap(face.t("Safest: {cards}.", cards=_names(face, by_worst)), face.width)
    if proper:
        yield from wrap(
            face.t("Proper, and of those best on average: {cards}.", cards=_names(face, proper)), face.width
        )
    answers = [by_mean, by_worst, *([proper] if proper else [])]
    if decision.complete or not _common(answers):
        yield from _agreement(face, answers)


def _common(answers: Sequence[Sequence[CardChoice]]) -> list[CardChoice]:
    """The cards that are in every answer."""
    return [card for card in answers[0] if all(card in answer for answer in answers)]


def _agreement(face: Face, answers: Sequence[Sequence[CardChoice]]) -> Iterator[str]:
    """Whether the answers are the same cards, or only share some, or none."""
    common = _common(answers)
    if not common:
        yield face.paint(face.t("They do not agree."), "warn")
    elif all(len(answer) == len(common) for answer in answers):
        yield face.paint(face.t("All agree."), "good")
    else:
        text = face.t("Best in every sense: {cards}.", cards=_names(face, common))
        yield from (face.paint(line, "good") for line in wrap(text, face.width))


def _names(face: Face, cards: Sequence[CardChoice]) -> str:
    return face.either([_label(face, card) for card in cards])


def _notes(face: Face, position: Position, decision: Decision) -> Iterator[str]:
    """Signs, improper cards with their proof, dominance, break-even chances, indifference."""
    ends = [fate for card in decision.cards for fate in card.fates]
    player = decision.player
    signs = [
        (any(fate.ultimo == player for fate in ends), "U", face.t("own Ultimo")),
        (any(fate.bagud >> player & 1 for fate in ends), "B", face.t("own Bagud")),
        (any(fate.ultimo not in (None, player) for fate in ends), "u", face.t("Ultimo of another")),
    ]
    legend = "   ".join(f"{sign} {words}" for shown, sign, words in signs if shown)
    if legend:
        yield from (face.paint(line, "dim") for line in wrap(legend, face.width))
    yield ""
    told: set[int] = set()
    for card in decision.cards:
        yield from _verdict(face, position, decision, card, told)
        yield from _measured(face, card)
    for each in decision.break_even:
        yield from wrap(_break_even(face, decision, each), face.width, "", _INDENT)


def _verdict(
    face: Face, position: Position, decision: Decision, card: CardChoice, told: set[int]
) -> Iterator[str]:
    """Why a card is improper, with the proof; the hands of its world where these are not `told` yet."""
    verdict = card.verdict
    if verdict is None or verdict.proper:
        return
    yield from wrap(f"{_label(face, card)}: {improper_words(face, verdict.why)}", face.width, "", _INDENT)
    if not verdict.evidence or verdict.world is None:
        return
    line = " ".join(face.word(word) for word in verdict.evidence)
    world = decision.worlds[verdict.world]
    proof = [face.t("in {world}: {line}", world=face.safe(world.name), line=line)]
    if len(decision.worlds) > 1 and verdict.world not in told:
        told.add(verdict.world)
        hidden = _hidden(face, position, decision.player, world)
        proof.append(f"{face.safe(world.name)}: {hidden}")
    for text in proof:
        yield from (face.paint(each, "dim") for each in wrap(text, face.width, _INDENT))


def _hidden(face: Face, position: Position, player: int, world: World) -> str:
    """What the player does not see in a world: the hands of the others."""
    hands = zip(position.players, world.hands, strict=True)
    others = [each for seat, each in enumerate(hands) if seat != player]
    return "; ".join(f"{face.name(name)} {face.cards(hand)}" for name, hand in others if hand)


def _measured(face: Face, card: CardChoice) -> Iterator[str]:
    """What a card is the same as, what dominates it, and what indifference may add."""
    if card.equals:
        text = face.t("the same as {cards}", cards=face.cards(card.equals))
        yield from wrap(f"{_label(face, card)}: {text}", face.width, "", _INDENT)
    if card.dominated_by:
        cards = face.either([face.word(name) for name in card.dominated_by])
        text = face.t("never better and sometimes worse than {cards}", cards=cards)
        yield from wrap(f"{_label(face, card)}: {text}", face.width, "", _INDENT)
    if card.expected_best != card.expected:
        text = face.t(
            "{best} on average where every indifference turns out well",
            best=decimal(face, card.expected_best),
        )
        yield from wrap(f"{_label(face, card)}: {text}", face.width, "", _INDENT)


def _break_even(face: Face, decision: Decision, each: BreakEven) -> str:
    if len(each.better) == 1:
        where = face.safe(decision.worlds[each.better[0]].name)
    else:
        where = face.t("the {number} worlds where it pays more", number=len(each.better))
    return face.t(
        "{card} is worth as much as {other} when the chance of {where} is {chance} ({percent}).",
        card=face.word(each.card), other=face.word(each.against), where=where, chance=str(each.chance),
        percent=percent(face, each.chance),
    )  # fmt: skip


def _limits(face: Face, decision: Decision) -> Iterator[str]:
    if decision.complete:
        return
    reason = face.said((decision.reason or INTERRUPTED).short)
    names = [face.t("what is proper") if n == PROPRIETY else face.word(n) for n in decision.unfinished]
    parts = face.both(names)
    text = face.t("Not finished: {parts} ({reason}).", parts=parts, reason=reason)
    yield from (face.paint(line, "bad") for line in wrap(text, face.width, "", _INDENT))
