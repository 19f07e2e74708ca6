"""What `decide` says: worlds against cards, the measures under them, the advice, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from analyzer.knowledge.deals import AS_TOLD
from analyzer.messages import (
    NOTHING,
    Amount,
    AsPrinted,
    Decimal,
    LineWord,
    Message,
    Name,
    Put,
    Several,
    Toned,
    Verbatim,
    Whose,
    Word,
    alone,
    decimal,
    either,
    formed,
    in_a_row,
    percent,
    say,
    say_many,
    word_alone,
)
from analyzer.position.model import Position
from analyzer.position.setting import World
from analyzer.report.view.decide import measure_of
from analyzer.rules.score.goals import points_text
from analyzer.search.worlds.results import (
    CONFIDENCE,
    BreakEven,
    CardChoice,
    Criterion,
    Decision,
    Opponents,
    WorldOutcome,
)
from analyzer.words.blocks import Drawn, Grid, Phrase, Said, Tone, amount_cell, effort, part
from analyzer.words.effects import improper_said, unfinished_parts
from analyzer.words.grounds import grounds_said
from analyzer.words.verdicts import card_word

_MOST_ROWS = 24
"""More rows of worlds than this are not shown one by one."""


def decision_said(position: Position, decision: Decision) -> Said:
    """The whole answer."""
    table = _table_of_sides(decision) if position.pots is None else _table(decision)
    return (
        *part("headline", decision_headline(position, decision)),
        *part("paragraph", _question(position, decision)),
        *table,
        *part("paragraph", [] if position.pots is None else _notes(position, decision)),
        *part("notes", grounds_said(position.rules, decision.grounds)),
        effort(decision.nodes, decision.seconds),
        Drawn(position),
    )


def decision_headline(position: Position, decision: Decision) -> Iterator[Phrase]:
    """Which card to play, and what was not finished."""
    best = decision.highest if position.pots is None else decision.best_by
    yield from _advice(decision, [best(aim) for aim in (Criterion.EXPECTED, Criterion.WORST)])
    yield from unfinished_parts(decision)


def _question(position: Position, decision: Decision) -> Iterator[Phrase]:
    player = Name(position.players[decision.player])
    cards = in_a_row(sorted(decision.worlds[0].hands[decision.player]))
    yield Phrase(say("{player} plays, holding {cards}.", player=player, cards=cards), hang=False)
    number, drawn = len(decision.worlds), decision.sampled
    if drawn is None:
        text = say_many("There is {number} world.", "{number} worlds cannot be told apart.", number)
    elif drawn.of is None:
        text = say(
            "A sample of {drawn} of the deals that fit (seed {seed}): an estimate, no proof.",
            drawn=drawn.drawn, seed=drawn.seed,
        )  # fmt: skip
    else:
        text = say(
            "A sample of {drawn} of {of} deals (seed {seed}), {number} different: an estimate, no proof.",
            drawn=drawn.drawn, of=drawn.of, seed=drawn.seed, number=number,
        )  # fmt: skip
    yield Phrase(text, hang=False)
    if drawn is not None:
        yield Phrase(
            say(
                "± is half of a {percent} interval around the average of this play over the deals drawn "
                "(normal approximation); the play was chosen to fit them, so averages lean to the good side, "
                "and the worst is that of the deals drawn.",
                percent=percent(CONFIDENCE),
            ),
            "dim",
            hang=False,
        )
    yield Phrase(_of_what(position, decision), "dim", hang=False)


def _of_what(position: Position, decision: Decision) -> Message:
    """How the others play, and what amounts are of."""
    player = position.players[decision.player]
    if position.pots is None:
        match measure_of(position, decision):
            case "points":
                return say("Amounts are the card points to come of {whose} side.", whose=Whose(player))
            case "sheet":
                return say("Amounts are what is written for {whose} side, together.", whose=Whose(player))
            case _:
                return say("Amounts are the tokens of {whose} side, together.", whose=Whose(player))
    if decision.opponents is Opponents.AGAINST:
        return say("The others see all cards and play together against {player}.", player=Name(player))
    return say("The others see all cards and play each for their own tokens.")


def _table_of_sides(decision: Decision) -> Iterator[Grid]:
    """What each card comes to over the worlds for the side of its player."""
    rows = (
        (
            alone(in_a_row((card.card, *card.equals))),
            word_alone(decimal(card.expected / decision.unit, 2)),
            word_alone(Verbatim(points_text(Fraction(card.worst, decision.unit)))),
        )
        for card in decision.cards
    )
    yield Grid((NOTHING, say("on average"), say("at worst")), tuple(rows), "<>>")


def _table(decision: Decision) -> Iterator[Grid]:
    """Worlds and measures as rows, the cards as columns."""
    head = (NOTHING, *(word_alone(card_word(card)) for card in decision.cards))
    yield Grid(head, tuple(_rows(decision)), "<" + ">" * len(decision.cards))


def _rows(decision: Decision) -> Iterator[tuple[Message, ...]]:
    """A row for each group of worlds with the same ends, then one for each measure."""
    groups, cards = _groups(decision), decision.cards
    if len(groups) <= _MOST_ROWS:
        for worlds in groups:
            ends = [card.outcomes[worlds[0]] for card in cards]
            yield (_group(decision, worlds), *(_end(decision.player, end) for end in ends))
    else:
        yield (say("{number} kinds of worlds", number=len(groups)), *[NOTHING] * len(cards))
    yield (word_alone(Toned(say("on average"), "bold")), *map(_mean, cards))
    yield (word_alone(Toned(say("at worst"), "bold")), *(amount_cell(card.worst) for card in cards))
    for name, chances in (
        (say("own Ultimo"), [card.own_ultimo for card in cards]),
        (say("own Bagud"), [card.own_bagud for card in cards]),
        (say("Ultimo of another"), [card.other_ultimo for card in cards]),
    ):
        if any(chances):
            yield (name, *(word_alone(percent(chance)) for chance in chances))


def _groups(decision: Decision) -> list[list[int]]:
    """The worlds in which every card ends the same for the player and the Ultimo, together."""
    found: dict[tuple[object, ...], list[int]] = {}
    for world in range(len(decision.worlds)):
        ends = tuple(card.outcomes[world].grade(decision.player) for card in decision.cards)
        found.setdefault(ends, []).append(world)
    return list(found.values())


def _group(decision: Decision, worlds: Sequence[int]) -> Message:
    total = sum(world.weight for world in decision.worlds)
    share = Fraction(sum(decision.worlds[world].weight for world in worlds), total) if total else Fraction(0)
    if len(worlds) == 1:
        name = _world(decision.worlds[worlds[0]])
        return formed("{world} ({share})", world=name, share=percent(share))
    return say("{number} worlds ({share})", number=len(worlds), share=percent(share))


def _world(world: World) -> Word:
    """The name of a world: that of a file, or of a deal in the reader's language."""
    kind, _, number = world.name.rpartition(" ")
    if kind == "deal" and number.isdecimal():
        return say("deal {number}", number=Verbatim(number))
    return say("as told") if world.name == AS_TOLD else Verbatim(world.name)


def _end(player: int, outcome: WorldOutcome) -> Message:
    """Tokens, and what became of the Ultimo for the player."""
    tokens, sign = Amount(outcome.tokens[player]), "u"
    if outcome.ultimo == player:
        sign = "U"
    elif outcome.bagud >> player & 1:
        sign = "B"
    elif outcome.ultimo is None:
        return word_alone(tokens)
    return formed("{tokens} {sign}", tokens=tokens, sign=Verbatim(sign))


def _mean(card: CardChoice) -> Message:
    tone: Tone = "good" if card.expected > 0 else "bad" if card.expected < 0 else "plain"
    mean = Toned(_signed(card.expected), tone)
    if card.error is None:
        return word_alone(mean)
    return formed("{mean}±{error}", mean=mean, error=decimal(card.error, 1))


def _signed(number: Fraction) -> Word:
    """A number with its sign, to one place after the point where it is not whole."""
    if number.denominator > 1:
        return Decimal(f"{'+' if number > 0 else ''}{decimal(number, 1)}")
    return AsPrinted(f"{int(number):+d}" if number else "0")


def drawn_so_far(decision: Decision) -> Message:
    """What is best over the deals drawn so far, in one line."""
    drawn = len(decision.worlds) if decision.sampled is None else decision.sampled.drawn
    best = _names(decision, decision.best_by(Criterion.EXPECTED))
    return say("Over {number} deals drawn, best on average: {cards}.", number=drawn, cards=best)


def _advice(decision: Decision, best: Sequence[Sequence[CardChoice]]) -> Iterator[Phrase]:
    """The best cards by each measure, and whether the measures agree."""
    if not decision.valued:
        return
    by_mean, by_worst = best
    proper = decision.best_proper
    yield Phrase(say("Best on average: {cards}.", cards=_names(decision, by_mean)))
    yield Phrase(say("Safest: {cards}.", cards=_names(decision, by_worst)))
    if proper:
        yield Phrase(say("Proper, and of those best on average: {cards}.", cards=_names(decision, proper)))
    elif decision.sampled is not None and decision.of_pots:
        number = decision.sampled.drawn
        yield Phrase(say("Which card is proper is not to be told from a sample of {number}.", number=number))
    elif decision.complete and any(card.verdict is not None for card in decision.cards):
        yield Phrase(say("Every card is improper."), "warn")
        return
    answers = [by_mean, by_worst, *([proper] if proper else [])]
    if len(decision.cards) > 1 and (decision.complete or not _common(answers)):
        yield _agreement(decision, answers)


def _common(answers: Sequence[Sequence[CardChoice]]) -> list[CardChoice]:
    """The cards that are in every answer."""
    return [card for card in answers[0] if all(card in answer for answer in answers)]


def _agreement(decision: Decision, answers: Sequence[Sequence[CardChoice]]) -> Phrase:
    """Whether the answers are the same cards, or only share some, or none."""
    common = _common(answers)
    if not common:
        return Phrase(say("They do not agree."), "warn")
    if all(len(answer) == len(common) for answer in answers):
        return Phrase(say("All agree."), "good")
    return Phrase(say("Best in every sense: {cards}.", cards=_names(decision, common)), "good")


def _names(decision: Decision, cards: Sequence[CardChoice]) -> Word:
    """Cards by name; where that is all of several, that it is any."""
    if len(cards) == len(decision.cards) > 1:
        return say("any card")
    return either(map(card_word, cards))


def _notes(position: Position, decision: Decision) -> Iterator[Phrase]:
    """Signs, improper cards with their proof, dominance, break-even chances, indifference."""
    ends = [outcome for card in decision.cards for outcome in card.outcomes]
    player = decision.player
    signs = [
        (any(outcome.ultimo == player for outcome in ends), "U", say("own Ultimo")),
        (any(outcome.bagud >> player & 1 for outcome in ends), "B", say("own Bagud")),
        (any(outcome.ultimo not in (None, player) for outcome in ends), "u", say("Ultimo of another")),
    ]
    meant = (
        formed("{sign}\u00a0{words}", sign=Verbatim(sign), words=Put(told, "unbroken"))
        for on, sign, told in signs
        if on
    )
    legend = Several(tuple(meant), "·")
    if legend.items:
        yield Phrase(alone(legend), "dim", hang=False)
    shown: set[int] = set()
    for card in decision.cards:
        yield from _verdict(position, decision, card, shown)
        for each in _measured(card):
            yield Phrase(formed("{card}: {told}", card=card_word(card), told=each))
    yield from (Phrase(_break_even(decision, each)) for each in decision.break_even)


def _verdict(position: Position, decision: Decision, card: CardChoice, told: set[int]) -> Iterator[Phrase]:
    """Why a card is improper, with the proof; the hands of its world where these are not `told` yet."""
    verdict = card.verdict
    if verdict is None or verdict.proper:
        return
    yield Phrase(formed("{card}: {why}", card=card_word(card), why=improper_said(verdict.why)))
    if not verdict.evidence or verdict.world is None:
        return
    world = decision.worlds[verdict.world]
    line = in_a_row(map(LineWord, verdict.evidence))
    yield Phrase(say("in {world}: {line}", world=_world(world), line=line), "dim", level=1, hang=False)
    if len(decision.worlds) > 1 and verdict.world not in told:
        told.add(verdict.world)
        hands = _hidden(position, decision.player, world)
        yield Phrase(formed("{world}: {hands}", world=_world(world), hands=hands), "dim", level=1, hang=False)


def _hidden(position: Position, player: int, world: World) -> Several:
    """What the player does not see in a world: the hands of the others."""
    hands = zip(position.players, world.hands, strict=True)
    others = [each for seat, each in enumerate(hands) if seat != player]
    told = (formed("{player} {cards}", player=Name(name), cards=in_a_row(sorted(hand)))
            for name, hand in others if hand)  # fmt: skip
    return Several(tuple(told), ";")


def _measured(card: CardChoice) -> Iterator[Message]:
    """What a card is the same as, what dominates it, and what indifference may add."""
    if card.equals:
        yield say("the same as {cards}", cards=in_a_row(sorted(card.equals)))
    if card.dominated_by:
        cards = either(map(LineWord, card.dominated_by))
        yield say("never better and sometimes worse than {cards}", cards=cards)
    if card.expected_best != card.expected:
        best = _signed(card.expected_best)
        yield say("{best} on average where every indifference turns out well", best=best)


def _break_even(decision: Decision, each: BreakEven) -> Message:
    if len(each.better) == 1:
        where = _world(decision.worlds[each.better[0]])
    else:
        where = say("the {number} worlds where it pays more", number=len(each.better))
    return say(
        "{card} is worth as much as {other} when the chance of {where} is {chance} ({percent}).",
        card=LineWord(each.card), other=LineWord(each.against), where=where,
        chance=Verbatim(str(each.chance)), percent=percent(each.chance),
    )  # fmt: skip
