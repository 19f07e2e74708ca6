"""The answer of `decide`: one card for all the worlds a player cannot tell apart.

Chances and averages are numbers; each average also has its exact fraction as text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Annotated, Any, Final, Literal

from analyzer.answers.answer import OfPosition, Settled
from analyzer.answers.requests import Means, OneBudget, answer_each_reading, game_played
from analyzer.answers.values import LimitsView, StatsView, limits_view, stats_view
from analyzer.cards.card import Card, Suit
from analyzer.errors import UsageError, check_whole
from analyzer.frozenrecord import Record
from analyzer.knowledge.deals import AS_TOLD, deals
from analyzer.knowledge.fitting import as_it_stands, fitting_deals
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
from analyzer.position.bearing import QuestionParts, bearing_ahead
from analyzer.position.model import Position
from analyzer.position.setting import World
from analyzer.rules.score.goals import exact, points_text
from analyzer.search.engine.results import Limits
from analyzer.search.worlds.decide import MOST_WORLDS, decide_growing
from analyzer.search.worlds.decide import decide as search
from analyzer.search.worlds.results import (
    CONFIDENCE,
    BreakEven,
    CardChoice,
    Criterion,
    Decision,
    Opponents,
    WorldOutcome,
    wilson,
)
from analyzer.views.base import (
    UNSET,
    Amounts,
    CardWord,
    Chance,
    Count,
    Grounded,
    Meta,
    Moves,
    Players,
    Points,
    UnsetType,
    View,
    grounded,
    name_amounts,
    side_names,
    words,
)
from analyzer.words.blocks import Drawn, Grid, Phrase, Said, Tone, amount_cell, effort, part
from analyzer.words.effects import improper_message, unfinished_parts
from analyzer.words.names import ground_phrases
from analyzer.words.verdicts import card_word, everybody

BySeat = Annotated[dict[str, Points], Meta(description="By player: the total of that player's side.")]
Ultimo = Annotated[str | None, Meta(description="The player who wins the last trick with an Ultimo card.")]


class OutcomeInWorldView(View, frozen=True):
    """The end of the hand in one world."""

    tokens: Amounts
    ultimo: Ultimo
    bagud: Players


class WorldOutcomeView(View, frozen=True, kw_only=True):
    """The end of the hand in one world.

    `at_best` is the best of several ends for the player, if they differ.
    """

    world: str
    weight: Count
    tokens: BySeat | UnsetType = UNSET
    sheet: BySeat | UnsetType = UNSET
    points: BySeat | UnsetType = UNSET
    ultimo: Ultimo | UnsetType = UNSET
    bagud: Players | UnsetType = UNSET
    at_best: OutcomeInWorldView | UnsetType = UNSET


class RangeView(View, frozen=True):
    """Values from the worst equilibria for the player to the best."""

    expected: Annotated[list[float], Meta(min_length=2, max_length=2)]
    worst: Annotated[list[int], Meta(min_length=2, max_length=2)]


class WorldLineView(View, frozen=True):
    """A line of play in one of the worlds."""

    world: str
    line: Moves


class ChoiceView(View, frozen=True, kw_only=True):
    """A card with its outcome in every world."""

    card: CardWord
    names: Annotated[Suit | None, Meta(description="The suit named by a led Fool.")]
    equals: Annotated[
        list[CardWord],
        Meta(description="Cards equivalent to this one in every world; they have no entry of their own."),
    ]
    expected: Annotated[float, Meta(description="Average result of the player, or of the player's side.")]
    expected_exact: Annotated[str, Meta(description="`expected` as a fraction.")]
    worst: Annotated[Points, Meta(description="Result in the worst world.")]
    own_ultimo: Chance | UnsetType = UNSET
    own_bagud: Chance | UnsetType = UNSET
    other_ultimo: Chance | UnsetType = UNSET
    range: RangeView | UnsetType = UNSET
    dominated_by: (
        Annotated[list[str], Meta(description="Cards that are never worse and sometimes better.")] | UnsetType
    ) = UNSET
    per_world: list[WorldOutcomeView]
    error: (
        Annotated[float, Meta(description="For a sample: half the width of the interval around `expected`.")]
        | UnsetType
    ) = UNSET
    proper: (
        Annotated[
            bool | None, Meta(description="Null if the result comes from a sample, which gives only shares.")
        ]
        | UnsetType
    ) = UNSET
    clause: (
        Annotated[str, Meta(description="The clause that an improper card breaks.")] | UnsetType | None
    ) = UNSET
    why: Annotated[str, Meta(description="The reason that the card is improper.")] | UnsetType | None = UNSET
    evidence: WorldLineView | UnsetType = UNSET


class AdviceView(View, frozen=True):
    """The best card under each measure, and all equally good cards; null if unknown.

    Only in Danish Tarok can a card be improper.
    """

    expected: str | None
    worst: str | None
    proper: Annotated[str | None, Meta(description="Also null if every card is improper.")]
    equals: Annotated[dict[str, list[str]], Meta(description="All equally good cards, by measure.")]


class BreakEvenView(View, frozen=True):
    """The break-even chance for two cards: the chance of the worlds in which one card pays more."""

    card: str
    against: str
    chance: Chance
    exact: Annotated[str, Meta(description="The chance as a fraction.")]
    worlds: Annotated[
        list[str], Meta(description="The worlds whose chance is given: those in which the card pays more.")
    ]


class WorldView(View, frozen=True, kw_only=True):
    """A world: its share of the weight or the sides in it, and the hands that the player does not see."""

    world: str
    weight: Count
    chance: Chance | UnsetType = UNSET
    sides: list[Players] | UnsetType = UNSET
    hands: Annotated[dict[str, list[CardWord]], Meta(description="The hands that the player does not see.")]


class SampledView(View, frozen=True):
    """The sampling of the worlds."""

    drawn: Annotated[int, Meta(ge=1)]
    of: Annotated[int, Meta(ge=1, description="Number of deals that fit; null if unknown.")] | None
    seed: int
    confidence: Chance
    bound: Annotated[
        Literal["normal"], Meta(description="Method of computing `error`: 1.96 standard errors.")
    ]


class DecideAnswer(Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/decide/1"):
    """All cards with their outcome in every world, and the advice under each measure."""

    player: str
    worlds: Annotated[int, Meta(ge=1, description="Number of worlds.")]
    exact: Annotated[bool, Meta(description="False for a sample, or if a card has no value yet.")]
    opponents: Opponents
    measured_in: (
        Annotated[str, Meta(description="tokens, sheet, or points if nothing more is known.")] | UnsetType
    ) = UNSET
    cards: Annotated[list[ChoiceView], Meta(description="The cards in canonical order.")]
    advice: AdviceView
    break_even: list[BreakEvenView] | UnsetType = UNSET
    deals: list[WorldView]
    sampled: SampledView | UnsetType = UNSET
    limits: LimitsView
    stats: StatsView


def decide_view(position: Position, decision: Decision) -> DecideAnswer:
    """Return the answer of `decide`."""
    drawn, scored = decision.sampled, position.pots is None
    return DecideAnswer(
        **grounded(position.rules, decision.grounds),
        player=position.players[decision.player],
        worlds=len(decision.worlds),
        exact=decision.exact,
        opponents=decision.opponents,
        measured_in=measure_of(position, decision) if scored else UNSET,
        cards=[_card(position, decision, card) for card in decision.cards],
        advice=_advise_sides(decision) if scored else _advice(decision),
        break_even=UNSET if scored else [_break_even(decision, each) for each in decision.break_even],
        deals=_worlds(position, decision),
        sampled=UNSET
        if drawn is None
        else SampledView(drawn.drawn, drawn.of, drawn.seed, float(CONFIDENCE), "normal"),
        limits=limits_view(decision),
        stats=stats_view(decision.nodes, decision.seconds),
    )


def measure_of(position: Position, decision: Decision) -> str:
    """Return the measure of the outcomes, as a word."""
    game = position.spec
    if decision.in_points:
        return "points"
    return "sheet" if game.on_a_sheet else "tokens"


def _advice(decision: Decision) -> AdviceView:
    by = {
        "expected": decision.best_by(Criterion.EXPECTED),
        "worst": decision.best_by(Criterion.WORST),
        "proper": decision.best_proper,
    }
    known = decision.valued
    told = {name: cards[0].name if known and cards else None for name, cards in by.items()}
    return AdviceView(
        **told, equals={name: [card.name for card in cards] for name, cards in by.items() if known}
    )


def _advise_sides(decision: Decision) -> AdviceView:
    """Return the advice in games of card points."""
    aims = Criterion if decision.valued else ()
    best = {aim.value: [str(card.card) for card in decision.highest(aim)] for aim in aims}
    told: dict[str, Any] = {aim.value: next(iter(best.get(aim.value, ())), None) for aim in Criterion}
    return AdviceView(**told, proper=None, equals=best)


def _card(position: Position, decision: Decision, card: CardChoice) -> ChoiceView:
    expected = card.expected / decision.unit
    return ChoiceView(
        card=str(card.card),
        names=card.names,
        equals=[str(equal) for equal in card.equals],
        expected=float(expected),
        expected_exact=str(expected),
        worst=exact(Fraction(card.worst, decision.unit)),
        **({} if position.pots is None else _chances(card)),
        per_world=_per_world(position, decision, card),
        error=UNSET if card.error is None else round(card.error, 6),
        **_propriety(decision, card),
    )


def _chances(card: CardChoice) -> dict[str, Any]:
    """Return the chances of the Ultimo, and the ranges left open by indifference and by the worlds."""
    return {
        "own_ultimo": float(card.own_ultimo),
        "own_bagud": float(card.own_bagud),
        "other_ultimo": float(card.other_ultimo),
        "range": RangeView([float(card.expected), float(card.expected_best)], [card.worst, card.worst_best]),
        "dominated_by": list(card.dominated_by),
    }


def _propriety(decision: Decision, card: CardChoice) -> dict[str, Any]:
    """Return the verdict of the Proprieties on the card, as far as it was found."""
    verdict = card.verdict
    if verdict is None:
        return {"proper": None} if decision.sampled is not None and decision.of_pots else {}
    found: dict[str, Any] = {"proper": verdict.proper}
    if not verdict.proper:
        found |= {"clause": verdict.clause, "why": verdict.why}
    if verdict.evidence and verdict.world is not None:
        world = decision.worlds[verdict.world].name
        found["evidence"] = WorldLineView(world, list(verdict.evidence))
    return found


def _per_world(position: Position, decision: Decision, card: CardChoice) -> list[WorldOutcomeView]:
    end_of = _end_of_sides if position.pots is None else _end
    ends = zip(decision.worlds, card.outcomes, card.best_outcomes, strict=True)
    return [
        WorldOutcomeView(world=world.name, weight=world.weight, **end_of(position, decision, *each))
        for world, *each in ends
    ]


def _end_of_sides(
    position: Position, decision: Decision, end: WorldOutcome, _: WorldOutcome
) -> dict[str, Any]:
    """Return the amounts of every player's side, in whole tokens or points."""
    pairs = zip(position.players, end.tokens, strict=True)
    told = {player: exact(Fraction(amount, decision.unit)) for player, amount in pairs}
    return {measure_of(position, decision): told}


def _end(position: Position, _: Decision, end: WorldOutcome, best: WorldOutcome) -> dict[str, Any]:
    """Return tokens and the Ultimo, and the best of several ends for the player if they differ."""
    players = everybody(position)
    at_best = UNSET if end == best else OutcomeInWorldView(**_outcome(players, best))
    return {**_outcome(players, end), "at_best": at_best}


def _outcome(players: Sequence[str], outcome: WorldOutcome) -> dict[str, Any]:
    return {
        "tokens": name_amounts(outcome.tokens, players),
        "ultimo": None if outcome.ultimo is None else players[outcome.ultimo],
        "bagud": [players[seat] for seat in outcome.bagud_seats],
    }


def _break_even(decision: Decision, each: BreakEven) -> BreakEvenView:
    better = [decision.worlds[world].name for world in each.better]
    return BreakEvenView(each.card, each.against, float(each.chance), str(each.chance), better)


def _worlds(position: Position, decision: Decision) -> list[WorldView]:
    """Return every world, with its share of the weight or its sides, and the player's unseen hands."""
    total = sum(world.weight for world in decision.worlds)
    return [
        WorldView(
            world=world.name,
            weight=world.weight,
            chance=UNSET if position.pots is None else float(Fraction(world.weight, total or 1)),
            sides=side_names(sides, position.players) if position.pots is None else UNSET,
            hands=_hands(position.players, world.hands, decision.player),
        )
        for world, sides in zip(decision.worlds, decision.sides, strict=True)
    ]


def _hands(
    players: Sequence[str], hands: Sequence[frozenset[Card]], player: int
) -> dict[str, list[CardWord]]:
    return {players[seat]: words(hand) for seat, hand in enumerate(hands) if seat != player}


MOST_SAMPLE: Final = 10**9


class DecideRequest(Record, frozen=True, kw_only=True):
    """The play of the opponents, and the size of a sample of worlds."""

    opponents: Opponents | str = Opponents.SELFISH
    sample: int | None = None
    seed: int = 0
    grown: Callable[[Decision], None] | None = None
    """A function that gets the decision over a part of the deals, if all of them take long."""


class Decided(OfPosition, Record, frozen=True):
    """The answer of `decide`."""

    position: Position
    decision: Decision

    @property
    def settled(self) -> Settled:
        return Settled.YES if self.decision.complete else Settled.OPEN

    def view(self) -> DecideAnswer:
        return decide_view(self.position, self.decision)

    @property
    def says(self) -> Said:
        return decision_blocks(self.position, self.decision)


def decide(position: Position, request: DecideRequest, means: Means) -> Decided:
    """Value every card, as far as known if a limit was reached.

    Raises: UsageError for an unknown way to play, or a position that cannot be decided in this way.
    """
    if request.sample is not None:
        check_whole("sample", request.sample, 1, MOST_SAMPLE)
    check_whole("seed", request.seed, -(2**63), 2**63 - 1)
    budget = OneBudget(means)

    def ask(read: Position) -> Decided:
        left = budget.left()
        return Decided(read, budget.spent(left, _searched(read, request, left)))

    def clauses_used(found: Decided) -> tuple[str, ...]:
        if position.pots is None:
            return bearing_ahead(found.position)
        return bearing_ahead(position, QuestionParts.TOKENS | QuestionParts.PROPRIETY | QuestionParts.CHANCE)

    found, grounds = answer_each_reading(
        position, ask, Decided.view, clauses_used, same_game=game_played(position)
    )
    if position.has_unknown_cards:
        position = as_it_stands(position, fitting_deals(position, request.sample, request.seed).deals)
    return Decided(position, budget.attach_grounds(grounds, found.decision, knows=bool(found.decision.cards)))


def _searched(position: Position, request: DecideRequest, means: Means) -> Decision:
    asked, half = _opponents(request.opponents), position.has_unknown_cards
    hidden = not half and position.hidden_from is not None and position.pots is not None

    def over(drawn: int | None, limits: Limits) -> Decision:
        return search(
            position,
            opponents=asked,
            sample=request.sample if drawn is None else drawn,
            seed=request.seed,
            threads=means.threads,
            limits=limits,
            plain=means.engine is not None,
        )

    number = (request.sample or min(deals(position).count, MOST_WORLDS)) if hidden else 0
    if half and position.pots is not None:
        number = request.sample or len(fitting_deals(position, MOST_WORLDS, one_player=True).deals)
    return decide_growing(over, means.limits, number, request.grown)


def _opponents(word: Opponents | str) -> Opponents:
    try:
        return Opponents(word)
    except ValueError:
        text = Verbatim(repr(word))
        raise UsageError(say("opponents play `selfish` or `against`, not {word}", word=text)) from None


_MOST_ROWS = 24
"""The largest number of rows of worlds shown one by one."""


def decision_blocks(position: Position, decision: Decision) -> Said:
    """Return the full text of the answer."""
    table = _table_of_sides(decision) if position.pots is None else _table(decision)
    return (
        *part("headline", decision_headline(position, decision)),
        *part("paragraph", _question(position, decision)),
        *table,
        *part("paragraph", [] if position.pots is None else _notes(position, decision)),
        *part("notes", ground_phrases(position.rules, decision.grounds)),
        effort(decision.nodes, decision.seconds),
        Drawn(position),
    )


def decision_headline(position: Position, decision: Decision) -> Iterator[Phrase]:
    """Yield the card to play, and the unfinished parts."""
    best = decision.highest if position.pots is None else decision.best_by
    yield from _advice_phrases(decision, [best(aim) for aim in (Criterion.EXPECTED, Criterion.WORST)])
    yield from unfinished_parts(decision)


def _question(position: Position, decision: Decision) -> Iterator[Phrase]:
    player = Name(position.players[decision.player])
    cards = in_a_row(sorted(decision.worlds[0].hands[decision.player]))
    yield Phrase(say("{player} plays, holding {cards}.", player=player, cards=cards), hang=False)
    number, drawn = len(decision.worlds), decision.sampled
    if drawn is None:
        text = say_many("{number} deal is possible.", "{number} deals are possible.", number)
    elif drawn.of is None:
        text = say(
            "A sample of {drawn} of the deals that fit (seed {seed}): an estimate, no proof.",
            drawn=drawn.drawn, seed=drawn.seed,
        )  # fmt: skip
    else:
        text = say(
                "A sample of {drawn} of {of} {of:deal/deals} (seed {seed}), {number} different: an "
                "estimate, no proof.",
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
    yield Phrase(_unit_message(position, decision), "dim", hang=False)


def _unit_message(position: Position, decision: Decision) -> Message:
    """Return the play of the opponents, and the unit of amounts."""
    player = position.players[decision.player]
    if position.pots is None:
        match measure_of(position, decision):
            case "points":
                return say(
                    "Amounts are the card points that {whose} side will still win.", whose=Whose(player)
                )
            case "sheet":
                return say("Amounts are what is written for {whose} side, together.", whose=Whose(player))
            case _:
                return say("Amounts are the tokens of {whose} side, together.", whose=Whose(player))
    if decision.opponents is Opponents.AGAINST:
        return say("The others see all cards and play together against {player}.", player=Name(player))
    return say("The others see all cards and play each for their own tokens.")


def _table_of_sides(decision: Decision) -> Iterator[Grid]:
    """Yield the results of each card over the worlds for the side of its player."""
    rows = (
        (
            alone(in_a_row((card.card, *card.equals))),
            word_alone(decimal(card.expected / decision.unit, 2)),
            word_alone(Decimal(points_text(Fraction(card.worst, decision.unit)))),
        )
        for card in decision.cards
    )
    yield Grid((NOTHING, say("on average"), say("at worst")), tuple(rows), "<>>")


def _table(decision: Decision) -> Iterator[Grid]:
    """Yield worlds and measures as rows, the cards as columns."""
    head = (NOTHING, *(word_alone(card_word(card)) for card in decision.cards))
    yield Grid(head, tuple(_rows(decision)), "<" + ">" * len(decision.cards))


def _rows(decision: Decision) -> Iterator[tuple[Message, ...]]:
    """Yield a row for each group of worlds with the same ends, then one for each measure."""
    groups, cards = _groups(decision), decision.cards
    if len(groups) <= _MOST_ROWS:
        for worlds in groups:
            ends = [card.outcomes[worlds[0]] for card in cards]
            yield (_group(decision, worlds), *(_end_message(decision.player, end) for end in ends))
    else:
        yield (say("{number} kinds of deals", number=len(groups)), *[NOTHING] * len(cards))
    yield (word_alone(Toned(say("on average"), "bold")), *map(_mean, cards))
    yield (word_alone(Toned(say("at worst"), "bold")), *(amount_cell(card.worst) for card in cards))
    for name, chances in (
        (say("own Ultimo"), [card.own_ultimo for card in cards]),
        (say("own Bagud"), [card.own_bagud for card in cards]),
        (say("Ultimo of another"), [card.other_ultimo for card in cards]),
    ):
        if any(chances):
            yield (name, *(_chance(decision, chance) for chance in chances))


def _chance(decision: Decision, chance: Fraction) -> Message:
    """Return a chance; for a sample, with half the width of its interval."""
    if decision.sampled is None:
        return word_alone(percent(chance))
    low, high = wilson(float(chance * decision.sampled.drawn), decision.sampled.drawn)
    return formed("{share}±{half} %", share=decimal(100 * chance, 1), half=decimal(50 * (high - low), 1))


def _groups(decision: Decision) -> list[list[int]]:
    """Return groups of worlds in which every card has the same end for the player and the Ultimo."""
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
    return say("{number} {number:deal/deals} ({share})", number=len(worlds), share=percent(share))


def _world(world: World) -> Word:
    """Return the name of a world: that of a file, or of a deal in the reader's language."""
    kind, _, number = world.name.rpartition(" ")
    if kind == "deal" and number.isdecimal():
        return say("deal {number}", number=Verbatim(number))
    return say("as given") if world.name == AS_TOLD else Verbatim(world.name)


def _end_message(player: int, outcome: WorldOutcome) -> Message:
    """Return the tokens, and the Ultimo's end for the player."""
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
    """Return a number with its sign, and one decimal if it is not whole."""
    if number.denominator > 1:
        return Decimal(f"{'+' if number > 0 else ''}{decimal(number, 1)}")
    return AsPrinted(f"{int(number):+d}" if number else "0")


def drawn_so_far(decision: Decision) -> Message:
    """Return the best card over the deals drawn so far, in one line."""
    drawn = len(decision.worlds) if decision.sampled is None else decision.sampled.drawn
    best = _names(decision, decision.best_by(Criterion.EXPECTED))
    return say("Over {number} {number:deal/deals} drawn, best on average: {cards}.", number=drawn, cards=best)


def _advice_phrases(decision: Decision, best: Sequence[Sequence[CardChoice]]) -> Iterator[Phrase]:
    """Yield the best cards by each measure, and the agreement of the measures."""
    if not decision.valued:
        return
    by_mean, by_worst = best
    proper = decision.best_proper
    yield Phrase(say("Best on average: {cards}.", cards=_names(decision, by_mean)))
    yield Phrase(say("Safest: {cards}.", cards=_names(decision, by_worst)))
    if proper:
        yield Phrase(say("Best proper card on average: {cards}.", cards=_names(decision, proper)))
    elif decision.sampled is not None and decision.of_pots:
        number = decision.sampled.drawn
        yield Phrase(say("A sample of {number} does not show which card is proper.", number=number))
    elif decision.complete and any(card.verdict is not None for card in decision.cards):
        yield Phrase(say("Every card is improper."), "warn")
        return
    answers = [by_mean, by_worst, *([proper] if proper else [])]
    if len(decision.cards) > 1 and (decision.complete or not _common(answers)):
        yield _agreement(decision, answers)


def _common(answers: Sequence[Sequence[CardChoice]]) -> list[CardChoice]:
    """Return the cards that are in every answer."""
    return [card for card in answers[0] if all(card in answer for answer in answers)]


def _agreement(decision: Decision, answers: Sequence[Sequence[CardChoice]]) -> Phrase:
    """Return a note that the answers are the same cards, share some, or share none."""
    common = _common(answers)
    if not common:
        return Phrase(say("No card is best on all counts."), "warn")
    if all(len(answer) == len(common) for answer in answers):
        return Phrase(say("All agree."), "good")
    return Phrase(say("Best in every sense: {cards}.", cards=_names(decision, common)), "good")


def _names(decision: Decision, cards: Sequence[CardChoice]) -> Word:
    """Return cards by name, or the word for any card if they are all of several."""
    if len(cards) == len(decision.cards) > 1:
        return say("any card")
    return either(map(card_word, cards))


def _notes(position: Position, decision: Decision) -> Iterator[Phrase]:
    """Yield signs, improper cards with their proof, dominance, break-even chances, indifference."""
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
    yield from (Phrase(_break_even_message(decision, each)) for each in decision.break_even)


def _verdict(position: Position, decision: Decision, card: CardChoice, told: set[int]) -> Iterator[Phrase]:
    """Yield the reason that a card is improper, with the proof; the hands of its world if not `told` yet."""
    verdict = card.verdict
    if verdict is None or verdict.proper:
        return
    yield Phrase(formed("{card}: {why}", card=card_word(card), why=improper_message(verdict.why)))
    if not verdict.evidence or verdict.world is None:
        return
    world = decision.worlds[verdict.world]
    line = in_a_row(map(LineWord, verdict.evidence))
    yield Phrase(say("in {deal}: {line}", deal=_world(world), line=line), "dim", level=1, hang=False)
    if len(decision.worlds) > 1 and verdict.world not in told:
        told.add(verdict.world)
        hands = _hidden(position, decision.player, world)
        yield Phrase(formed("{world}: {hands}", world=_world(world), hands=hands), "dim", level=1, hang=False)


def _hidden(position: Position, player: int, world: World) -> Several:
    """Return the cards that the player does not see in a world: the opponents' hands."""
    hands = zip(position.players, world.hands, strict=True)
    others = [each for seat, each in enumerate(hands) if seat != player]
    told = (formed("{player} {cards}", player=Name(name), cards=in_a_row(sorted(hand)))
            for name, hand in others if hand)  # fmt: skip
    return Several(tuple(told), ";")


def _measured(card: CardChoice) -> Iterator[Message]:
    """Yield the equals of a card, the cards that dominate it, and the possible gain from indifference."""
    if card.equals:
        yield say("the same as {cards}", cards=in_a_row(sorted(card.equals)))
    if card.dominated_by:
        cards = either(map(LineWord, card.dominated_by))
        yield say("never better and sometimes worse than {cards}", cards=cards)
    if card.expected_best != card.expected:
        best = _signed(card.expected_best)
        yield say("{best} on average where every indifference turns out well", best=best)


def _break_even_message(decision: Decision, each: BreakEven) -> Message:
    if len(each.better) == 1:
        where = _world(decision.worlds[each.better[0]])
    else:
        where = say("the {number} {number:deal/deals} in which it pays more", number=len(each.better))
    return say(
        "{card} is worth as much as {other} when the chance of {where} is {chance} ({percent}).",
        card=LineWord(each.card), other=LineWord(each.against), where=where,
        chance=Verbatim(str(each.chance)), percent=percent(each.chance),
    )  # fmt: skip
