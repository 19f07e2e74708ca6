"""The question `solve`: forced goals, everyone's guarantees, and the value of every card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Final

from msgspec.structs import asdict

from analyzer import answers
from analyzer.answers.answer import OfPosition, Settled
from analyzer.answers.requests import (
    Means,
    OneBudget,
    SolveRequest,
    answer_each_reading,
    game_played,
    question_asked,
)
from analyzer.answers.values import (
    Equilibria,
    EvidenceView,
    Goals,
    GoalStatus,
    GoalView,
    Guarantee,
    InDeals,
    LimitsView,
    Margin,
    PointsToCome,
    StatsView,
    SurePoints,
    SureTricks,
    TricksToCome,
    WithWhom,
    evidence_view,
    limits_view,
    sides_view,
    stats_view,
    values_view,
)
from analyzer.cards.card import Suit
from analyzer.frozenrecord import Record
from analyzer.messages import (
    NOTHING,
    Decimal,
    Message,
    Name,
    Several,
    Toned,
    Whose,
    alone,
    either,
    formed,
    in_a_row,
    say,
    say_many,
    unbroken,
    word_alone,
)
from analyzer.position.bearing import QuestionParts, bearing_ahead
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.position.question import PositionQuestion, stipulated
from analyzer.rules.actions import Action, Play
from analyzer.rules.book import Pots
from analyzer.rules.score.goals import Aim, points_text
from analyzer.search.engine.results import (
    CardValues,
    Equilibrium,
    GoalAnswer,
    Key,
    OpenGoal,
    Solution,
    Status,
    Values,
)
from analyzer.search.engine.watch import Watch
from analyzer.search.solve.assemble import search
from analyzer.views.base import (
    UNSET,
    CardWord,
    Grounded,
    Meta,
    NotZeroSum,
    UnsetType,
    View,
    grounded,
    or_unset,
)
from analyzer.views.why import (
    DealsView,
    OverDeals,
    QuestionAsked,
    QuestionView,
    WhyView,
    reason_view,
)
from analyzer.words.blocks import (
    Block,
    Drawn,
    Grid,
    Passage,
    Phrase,
    Said,
    amount_cell,
    effort,
    part,
    used_columns,
)
from analyzer.words.effects import (
    Effect,
    best_cards,
    best_proper_cards,
    effect_messages,
    effects,
    legend,
    sign_word,
    unfinished_parts,
)
from analyzer.words.names import first_reading_message, ground_phrases
from analyzer.words.paid import OWN_COUNT, points_message, pots_message, sure_of
from analyzer.words.plans import evidence_messages, plan_message
from analyzer.words.verdicts import (
    CERTAIN,
    GoalAnswers,
    card_word,
    chief_goals,
    closer_name,
    everybody,
    goal_cell,
    goal_sentence,
    last_trick_of,
    line_outcome_message,
    names,
    number_name,
    open_cell,
    open_sentences,
    play_message,
    side_labels,
    sides_message,
    which_cards,
)

if TYPE_CHECKING:
    from analyzer.search.engine.results import CountedGoals, CountedValues


class CardView(View, frozen=True, kw_only=True):
    """A legal card, and everything known about the position after it."""

    card: CardWord
    names: Annotated[Suit | None, Meta(description="The suit named by a led Fool.")]
    equals: Annotated[
        list[CardWord], Meta(description="Cards with the same values; they have no entry of their own.")
    ]
    goals: Goals = UNSET
    points: SurePoints = UNSET
    points_to_come: PointsToCome = UNSET
    margin: Margin = UNSET
    tricks: SureTricks = UNSET
    tricks_to_come: TricksToCome = UNSET
    guarantee: Guarantee = UNSET
    equilibria: Equilibria = UNSET
    proper: bool | UnsetType = UNSET
    why: (
        Annotated[
            str, Meta(description="The reason that the card is improper, or a remark about a proper card.")
        ]
        | UnsetType
    ) = UNSET
    evidence: EvidenceView | UnsetType = UNSET
    lets_go: (
        Annotated[
            WhyView,
            Meta(
                description="For a card that gives up the player's own Ultimo, which another card "
                "forces: the way the others prevent it."
            ),
        ]
        | UnsetType
    ) = UNSET


class SolveAnswer(Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/solve/1"):
    """Solve a position: who can force what, everyone's guarantees, and the value of every card."""

    question: QuestionAsked = UNSET
    game: Annotated[str, Meta(description="The name of its rule set.")] | UnsetType = UNSET
    seats: Annotated[int, Meta(ge=2, le=5)] | UnsetType = UNSET
    sides: WithWhom = UNSET
    contract: str | UnsetType | None = UNSET
    to_play: str
    tricks_left: Annotated[int, Meta(ge=1)]
    goals: Goals = UNSET
    points: SurePoints = UNSET
    points_to_come: PointsToCome = UNSET
    margin: Margin = UNSET
    tricks: SureTricks = UNSET
    tricks_to_come: TricksToCome = UNSET
    guarantee: Guarantee = UNSET
    equilibria: Equilibria = UNSET
    cards: Annotated[list[CardView], Meta(description="The cards in canonical order.")] | UnsetType = UNSET
    zero_sum: NotZeroSum = UNSET
    worlds: OverDeals = UNSET
    limits: LimitsView
    stats: StatsView


def solve_view(
    position: Position, solution: Solution, asked: QuestionView | None, *, with_cards: bool
) -> SolveAnswer:
    """Return the answer of `solve`; without cards there is no entry for them at all."""
    known = {
        "question": asked or UNSET,
        **grounded(position.rules, solution.grounds),
        "to_play": everybody(position)[solution.to_play],
        "tricks_left": solution.tricks_left,
        "limits": limits_view(solution),
        "stats": stats_view(solution.nodes, solution.seconds),
    }
    if solution.found is not None:
        return SolveAnswer(**known, **_over_deals(position, solution, solution.found))
    values = values_view(position, solution.values, solution.open, to_come=solution.to_come)
    cards = [_card(position, solution, card) for card in solution.cards]
    return SolveAnswer(
        **known,
        **_played(position, solution),
        **asdict(values),
        cards=cards if with_cards else UNSET,
        zero_sum=False if position.count and position.rules.count.own else UNSET,
    )


def _played(position: Position, solution: Solution) -> dict[str, Any]:
    """Return the game and its sides, if it is not Danish Tarok, in which each plays alone."""
    if position.pots is not None:
        return {}
    game, seats = position.rules.name, len(position.players)
    return {"game": game, "seats": seats, "sides": sides_view(position), "contract": solution.contract}


def _card(position: Position, solution: Solution, card: CardValues) -> CardView:
    players, evidence = position.players, card.evidence
    return CardView(
        card=str(card.card),
        names=card.names,
        equals=[str(equal) for equal in card.equals],
        **asdict(values_view(position, card.values, to_come=solution.to_come)),
        proper=or_unset(card.proper),
        why=or_unset(card.why),
        evidence=UNSET if evidence is None else evidence_view(evidence, players),
        lets_go=reason_view(card.lets_go, players),
    )


def _over_deals(position: Position, solution: Solution, found: CountedGoals) -> dict[str, Any]:
    """Return the results over all deals that fit: the number of deals for each goal, and the guarantees."""
    first, scored, every = found.deals[0], position.pots is None, found.covers_every_deal
    cards = [_card_in_deals(first, move, each, exact=every) for move, each in found.cards.items()]
    return {
        "game": position.rules.name if scored else UNSET,
        "seats": len(position.players) if scored else UNSET,
        "contract": solution.contract if scored else UNSET,
        **_in_deals(first, found, exact=every),
        **_least(first, found),
        "cards": cards or UNSET,
        "worlds": DealsView(count=len(found.deals), exact=found.exact, fit=found.fit),
    }


def _in_deals(deal: Position, counted: CountedValues, *, exact: bool) -> dict[str, Any]:
    """Return the number of deals in which each goal is in hand, and everyone's guarantees in all.

    For drawn deals it gives the number; the result in all deals that fit is not known.
    """
    players, goals, least = deal.players, dict[str, dict[str, GoalView]](), counted.least
    for key, by_deal in counted.goals.items():
        word, *both = counted.over_all(key, exact=exact)
        forcing, preventing = ([names(mask, players) for mask in masks] for masks in both)
        worlds = InDeals(len(by_deal), counted.number(key))
        told = GoalView(GoalStatus(word), forcing, preventing, worlds=worlds)
        goals.setdefault(players[key[0]], {})[str(key[1])] = told
    sure = None if least is None or not exact else dict(zip(players, least, strict=True))
    return {"goals": goals or UNSET, "guarantee": UNSET if least is None else sure}


def _least(deal: Position, found: CountedGoals) -> dict[str, Any]:
    """Return each side's guaranteed points and tricks over all deals; null in a game without card points."""
    sides, question = deal.sides.count, Hand.from_position(deal)
    points, tricks = (found.least_of(aim, sides, found.sense) for aim in (Aim.POINTS, Aim.TRICKS))
    told = values_view(deal, Values(points=points, tricks=tricks), to_come=question.to_come)
    every = found.covers_every_deal
    sure = {key: value for key, value in asdict(told).items() if key not in ("goals", "guarantee")}
    return {key: value if every or value is UNSET else None for key, value in sure.items()}


def _card_in_deals(deal: Position, move: Action, counted: CountedValues, *, exact: bool) -> CardView:
    """Return a card that may be played in every deal."""
    told = _in_deals(deal, counted, exact=exact)
    return CardView(card=str(move.card), names=move.suit, equals=[], **told)


class Solved(OfPosition, Record, frozen=True):
    """The answer of `solve`."""

    position: Position
    solution: Solution
    request: SolveRequest

    @property
    def settled(self) -> Settled:
        return Settled.YES if self.solution.complete else Settled.OPEN

    def view(self) -> SolveAnswer:
        return solve_view(
            self.position,
            self.solution,
            question_asked(self.position, self.request),
            with_cards=self.request.cards,
        )

    @property
    def says(self) -> Said:
        if self.solution.found is not None:
            return answers.everydeal.counted_blocks(self.position, self.solution, self.solution.found)
        return solution_blocks(self.position, self.solution)


def solve(position: Position, request: SolveRequest, means: Means, watch: Watch | None = None) -> Solved:
    """Return the answer, as far as known if a limit was reached; over every deal for half-known hands.

    Raises: UsageError for an unknown goal or player, or a position that cannot be searched; InvalidFile if
    no deal fits.
    """
    if position.many:
        return answers.everydeal.solved(position, request, means)
    budget = OneBudget(means)

    def ask(read: Position) -> Solved:
        left = budget.left()
        asked = answers.requests.search_request(
            PositionQuestion.from_position(read), request, plain=left.engine is not None
        )
        found = search(read, asked, left.limits, left.engine, left.threads, watch)
        return Solved(read, budget.spent(left, found), request)

    def clauses_used(found: Solved) -> tuple[str, ...]:
        if position.pots is None:
            paid = found.solution.values.guarantee is not None
            return bearing_ahead(found.position, QuestionParts.TOKENS if paid else QuestionParts.PLAY)
        return bearing_ahead(position, _parts_bearing(request))

    found, grounds = answer_each_reading(
        position, ask, Solved.view, clauses_used, same_game=game_played(position)
    )
    solution = found.solution
    knows = any(map(_has_result, (solution.values, *(card.values for card in solution.cards))))
    return Solved(position, budget.attach_grounds(grounds, solution, knows=knows), request)


def _has_result(values: Values) -> bool:
    """Return True if anything was found."""
    return any((values.goals, values.points, values.tricks, values.margin is not None, values.guarantee,
                values.equilibria))  # fmt: skip


def _parts_bearing(request: SolveRequest) -> QuestionParts:
    asked = QuestionParts.TOKENS if request.with_tokens else QuestionParts.PLAY
    return asked | QuestionParts.PROPRIETY if request.goals and request.cards else asked


_SHOWN_EQUALS = 2
SIGNS: Final = "+-~!=vx*"
"""The signs of a card, in the order they are shown."""
_MOST_SIGNS = 4


_UNKNOWN_AMOUNTS: Final = say(
    "What everybody is paid depends on what was won earlier, which the file does not give (`taken`)."
)
_UNKNOWN_RESULT: Final = say(
    "What the contract or the count pays is left out: it depends on what was won earlier, which the file "
    "does not give (`taken`)."
)


def solution_blocks(position: Position, solution: Solution) -> Said:
    """Return the full text of the answer."""
    where = [where_we_are(position, solution.to_play, solution.tricks_left)]
    if solution.sides.count < len(position.players):
        where.append(sides_message(solution.sides, position.players))
    return (
        *part("headline", solution_headline(position, solution)),
        *part("paragraph", where),
        *_goals(solution.values.goals or {}, solution.open, position.players),
        *_amounts(position, solution),
        *_cards(position, solution),
        *part("notes", _unknown_past(Hand.from_position(position))),
        *part("notes", ground_phrases(position.rules, solution.grounds)),
        effort(solution.nodes, solution.seconds),
        Drawn(position),
    )


def _unknown_past(question: Hand) -> Iterator[Message]:
    if not question.knows_result:
        yield _UNKNOWN_RESULT if question.pays_apart else _UNKNOWN_AMOUNTS


def solution_headline(position: Position, solution: Solution) -> Iterator[Message | Phrase]:
    """Yield the best cards, the forced goals, the guarantees, and the unfinished parts."""
    values = solution.values
    asked, sides = _stipulated(position, solution), side_labels(position, solution.sides)
    if solution.grounds.readings:
        yield first_reading_message(solution.grounds)
    if asked is not None:
        yield asked
    yield from best_messages(position, solution)
    yield from (each for each in _who_forces_what(position, solution) if each != asked)
    if values.points is not None:
        told = points_message(values.points, sides)
        if Aim.POINTS in solution.to_come:
            yield say("Points to come for sure: {sides}.", sides=told)
        else:
            yield say("Points for sure: {sides}.", sides=told)
    if values.guarantee is not None:
        yield sure_of(values.guarantee, sides)
    yield from unfinished_parts(solution, goals=bool(values.goals))


def _stipulated(position: Position, solution: Solution) -> Message | None:
    """Return the answer to the file's question, which comes first."""
    goals = solution.values.goals or {}
    asked = None if position.stipulation is None else stipulated(position, position.stipulation)
    answer = None if asked is None else goals.get(asked)
    if answer is None:
        return None
    text = goal_sentence(answer, position.players, closer_name(goals, answer))
    return _with_cards(text, solution, answer)


def _who_forces_what(position: Position, solution: Solution) -> Iterator[Message]:
    """Yield the players who can force each goal, with the cards that decide it."""
    goals = solution.values.goals or {}
    one = len(goals) + len(solution.open) == 1
    for (seat, goal), answer in goals.items():
        if goal.aim is Aim.CONTRACT and answer.status is Status.IMPOSSIBLE:
            declarer = Name(position.players[seat])
            yield say("{player} cannot make the contract, whatever is played.", player=declarer)
    for answer in chief_goals(goals):
        text = goal_sentence(answer, position.players, None if one else closer_name(goals, answer))
        yield _with_cards(text, solution, answer)
    yield from open_sentences(goals, position.players, solution.open)


def _with_cards(text: Message, solution: Solution, answer: GoalAnswer) -> Message:
    cards = which_cards(solution, answer)
    return text if cards is None else alone(in_a_row((text, cards)))


def best_messages(position: Position, solution: Solution) -> Iterator[Message]:
    """Yield the best cards of the player to move; if one is improper, the best of the proper ones as well.

    They are the safest if equilibria were not requested, or not found.
    """
    best = best_cards(solution)
    if not best:
        return
    player, cards = Name(position.players[solution.to_play]), either(map(card_word, best))
    improper, proper = [each for each in best if each.proper is False], best_proper_cards(solution)
    if improper and proper:
        yield say(
            "Best for {player}: {cards}, but {improper} is improper. Best proper card: {others}.",
            player=player,
            cards=cards,
            improper=either(map(card_word, improper)),
            others=either(map(card_word, proper)),
        )
    elif len(best) == len(solution.cards) > 1:
        yield say("Best for {player}: any card.", player=player)
    elif position.pots is not None and solution.values.equilibria is None:
        yield say("Surest for {player}: {cards}.", player=player, cards=cards)
    else:
        yield say("Best for {player}: {cards}.", player=player, cards=cards)


def where_we_are(position: Position, to_play: int, tricks_left: int) -> Message:
    """Return whose turn it is, and the number of tricks left."""
    player = Name(position.players[to_play])
    left = say_many("{number} trick to go", "{number} tricks to go", tricks_left)
    if position.trick:
        leader = Name(position.players[position.lead])
        told = say("{player} plays to the trick {leader} led", player=player, leader=leader)
    else:
        told = say("{player} leads", player=player)
    return formed("{told}, {left}.", told=told, left=left)


def _goals(goals: GoalAnswers, left: Sequence[OpenGoal], players: Sequence[str]) -> Iterator[Grid]:
    """Yield a row for every goal within somebody's reach, and a column for everybody it was asked of."""
    not_settled = {(each.seat, each.goal): open_cell(each) for each in left}
    all_asked = [*goals, *not_settled]
    reached = {goal for (_, goal), answer in goals.items() if answer.status is not Status.IMPOSSIBLE}
    reached |= {goal for _, goal in not_settled}
    rows = [goal for goal in dict.fromkeys(goal for _, goal in all_asked) if goal in reached]
    if len(all_asked) < 2 or not rows:
        return
    seats = sorted({seat for seat, _ in all_asked})
    head = (NOTHING, *(word_alone(Name(players[seat])) for seat in seats))
    cells = {key: goal_cell(answer, players) for key, answer in goals.items()} | not_settled
    table = ((word_alone(goal.named), *(cells.get((seat, goal), NOTHING) for seat in seats))
             for goal in rows)  # fmt: skip
    yield Grid(head, tuple(table), "<" + "=" * len(seats))


def _amounts(position: Position, solution: Solution) -> Iterator[Block]:
    """Yield the guarantees of each side: points, tricks, payments or score entries; and the equilibria."""
    rows = list(_rows(position, solution))
    if not rows:
        return
    sides = side_labels(position, solution.sides)
    head = (NOTHING, *(word_alone(Toned(side, "bold")) for side in sides))
    table = list[tuple[Message, ...] | Passage]()
    for row, below in rows:
        table += [(*row, *[formed("-")] * (len(head) - len(row))), *below]
    yield Grid(head, tuple(table), "<" + ">" * len(sides))
    yield from part("paragraph", _meanings(position, solution), close=True)


def _rows(position: Position, solution: Solution) -> Iterator[tuple[tuple[Message, ...], Iterator[Passage]]]:
    """Yield the rows of amounts, each equilibrium with its play below."""
    values, nothing = solution.values, iter(())
    for aim, numbers in ((Aim.POINTS, values.points), (Aim.TRICKS, values.tricks)):
        if numbers is not None:
            yield (number_name(aim, solution.to_come), *map(_number, numbers)), nothing
    kind = say("sheet") if solution.on_a_sheet else say("tokens")
    if values.guarantee is not None:
        name = formed("{kind}, {what}", kind=kind, what=say("sure of"))
        yield (name, *map(amount_cell, values.guarantee)), nothing
    for number, found in enumerate(values.equilibria or ()):
        what = say("or") if number else say("each for themselves")
        name = formed("{kind}, {what}", kind=kind, what=what)
        played = part("paragraph", _played_phrases(position, found))
        yield (name, *map(amount_cell, found.tokens)), played


def _number(value: Fraction | None) -> Message:
    return formed("-") if value is None else word_alone(Decimal(points_text(value)))


def _played_phrases(position: Position, found: Equilibrium) -> Iterator[Phrase]:
    """Yield the result of an equilibrium, if there are pots, and its play."""
    if found.pots:
        outcome = line_outcome_message(last_trick_of(position, found), position.players)
        told = ([] if outcome is None else [outcome]) + [pots_message(Pots(*found.pots))]
        yield Phrase(alone(Several(tuple(told), ";")), level=1, hang=False)
    yield Phrase(play_message(position.table, found.line, position.players), level=1)


def _meanings(position: Position, solution: Solution) -> Iterator[Phrase]:
    """Yield the margin, and the meaning of the two kinds of amounts."""
    if solution.values.margin is not None:
        points = Decimal(points_text(solution.values.margin))
        yield Phrase(say("margin {points}", points=points), hang=False)
    if solution.values.guarantee is not None:
        yield Phrase(say("guaranteed: whatever the others do, even if they cooperate."), "dim")
    if solution.values.equilibria is not None:
        yield Phrase(
            say("each for themselves: everyone sees all cards and plays for their own tokens."), "dim"
        )
    if position.count and position.rules.count.own:
        yield Phrase(OWN_COUNT, "dim")


def _cards(position: Position, solution: Solution) -> Iterator[Block]:
    """Yield every legal card with its signs, its results, and its effects; nothing if nothing is known."""
    sides = side_labels(position, solution.sides)
    heads = (NOTHING, NOTHING, say("points"), say("tricks"), say("sure of"), *sides)
    best, told, seen = best_cards(solution), set[Play](), set[str]()
    starred = best if len(best) < len(solution.cards) or solution.values.equilibria else ()
    table, known = list[Sequence[Message] | Passage](), False
    for card in solution.cards:
        found = effects(solution, card, position.players)
        signs = _signs(card, found, starred=card in starred)
        rows, below = _card_rows(solution, card, signs), list(_below(position, solution, card, found, told))
        known |= bool(below) or any(cell not in ("", "-") for row in rows for cell in row[2:])
        table += [(*row, *[formed("-")] * (len(heads) - len(row))) for row in rows]
        table += part("paragraph", below)
        seen |= set(signs)
    if not known:
        return
    yield from part("paragraph", [say("{whose} cards", whose=Whose(position.players[solution.to_play]))])
    yield from used_columns(heads, table, "><" + ">" * (len(heads) - 2))
    signs_meant = tuple(legend(seen))
    yield from part("paragraph", [alone(Several(signs_meant, "·"))] if signs_meant else [])


def _card_rows(solution: Solution, card: CardValues, signs: str) -> list[tuple[Message, ...]]:
    """Return the cells of a card: a row for each equilibrium, the first with all the rest."""
    values, own, sides = card.values, solution.sides.of[solution.to_play], solution.sides.count
    few = card.equals if len(card.equals) <= _SHOWN_EQUALS else ()
    label = alone(unbroken((card_word(card), *few)))
    sure = NOTHING if values.guarantee is None else amount_cell(values.guarantee[own])
    numbers = [NOTHING if each is None else _number(each[own]) for each in (values.points, values.tricks)]
    amounts = [[*map(amount_cell, each.tokens)] for each in values.equilibria or ()] or [[NOTHING] * sides]
    first = (_marks(signs), label, *numbers, sure, *amounts[0])
    return [first, *((NOTHING, say("or"), NOTHING, NOTHING, NOTHING, *more) for more in amounts[1:])]


def _marks(signs: str) -> Message:
    words = [*map(sign_word, signs)] + [Toned(NOTHING, "plain")] * (_MOST_SIGNS - len(signs))
    return formed("{one}{two}{three}{four}", **dict(zip(("one", "two", "three", "four"), words, strict=True)))


def _signs(card: CardValues, found: Sequence[Effect], *, starred: bool) -> str:
    """Return the card's signs in the order of the legend, each once."""
    signs = {effect.sign for effect in found}
    if card.proper is False:
        signs.add("x")
    if starred:
        signs.add("*")
    return "".join(sign for sign in SIGNS if sign in signs)[-_MOST_SIGNS:]


def _below(
    position: Position, solution: Solution, card: CardValues, found: Sequence[Effect], told: set[Play]
) -> Iterator[Phrase]:
    """Yield the equals and effects of a card; the plan against one that lets its own player's Ultimo go.

    An improper card has its evidence: a better line that is `told` already, under another card, is left out.
    """
    notes = list(does(position, solution, card, found))
    if len(card.equals) > _SHOWN_EQUALS:
        notes.insert(0, say("the same as {cards}", cards=unbroken(sorted(card.equals))))
    if notes:
        yield Phrase(alone(Several(tuple(notes), ";")), level=3, hang=False)
    plan = plan_message(card.lets_go, position.players)
    if plan is not None:
        yield Phrase(say("why not: {plan}", plan=plan), level=3)
    if card.evidence is not None:
        said = evidence_messages(card.evidence, position, better=card.evidence.line not in told)
        told.add(card.evidence.line)
        yield from (Phrase(each, level=3) for each in said)


def does(
    position: Position, solution: Solution, card: CardValues, found: Sequence[Effect]
) -> Iterator[Message]:
    """Yield the effects of a card; the reason that it is improper, or remarks on a proper one."""
    if position.pots is not None:
        yield from effect_messages(card, found)
        return
    after = card.values.goals or {}
    for key in _telling(solution):
        if key in after:
            yield say(
                "{whose} {goal}: {status}",
                whose=Whose(position.players[key[0]]),
                goal=key[1].named,
                status=goal_cell(after[key], position.players),
            )


def _telling(solution: Solution) -> list[Key]:
    """Return the goals that are guaranteed after some cards and not after others; the only one asked for."""
    goals = solution.values.goals or {}

    def sure(key: Key) -> set[bool]:
        found = [(card.values.goals or {}).get(key) for card in solution.cards]
        return {each.status in CERTAIN for each in found if each is not None}

    return [key for key in goals if len(goals) == 1 or len(sure(key)) > 1]
