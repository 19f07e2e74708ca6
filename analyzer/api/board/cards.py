"""What every card is worth, told in a few words while it is found, and the best line of play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import structs
from msgspec.structs import replace

from analyzer.answers.decide import DecideRequest, decide
from analyzer.answers.requests import Means, SolveRequest, limits_left
from analyzer.answers.solve import SIGNS, Solved, solve
from analyzer.api.board.deals import counted, deals_worth_view
from analyzer.api.board.verdict import does_in_a_word, verdict_of
from analyzer.api.board.views import BestAnswer, CardWorth, WorthAnswer
from analyzer.cards.card import Card, Suit
from analyzer.errors import INTERRUPTED, LimitReached
from analyzer.frozenrecord import Record
from analyzer.knowledge.fitting import one_chooses
from analyzer.messages import (
    NOTHING,
    Amount,
    Decimal,
    Message,
    Name,
    Put,
    Several,
    Whose,
    Word,
    alone,
    either,
    formed,
    say,
    word_alone,
)
from analyzer.position.model import Position
from analyzer.report.spans import Spans
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.actions import lay, line_words
from analyzer.rules.score.goals import Goal, points_text
from analyzer.search.engine.results import CardValues, Key, Solution, Status, Values
from analyzer.search.engine.watch import Watch
from analyzer.search.worlds.results import Decision
from analyzer.views.base import UNSET, plain
from analyzer.words.effects import (
    PART_NAMES,
    best_cards,
    effect_messages,
    effects,
    legend,
    part_word,
    unfinished_message,
)
from analyzer.words.paid import amounts_message, points_message
from analyzer.words.verdicts import (
    cards_apart,
    everybody,
    goal_cell,
    goal_sentence,
    open_sentence,
    side_label,
)

# What every card is worth in a few words each, as a board shows it: chips, signs and a sentence.


Best = frozenset[tuple[Card, Suit | None]]
"""The best moves: a card, and the suit that a Fool names."""
UNKNOWN = formed("…")
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
    heads = list(_heads(position, solution))
    keys = [key for _, key in heads]
    best = _best(solution, rest)
    cards = [
        each for card in solution.cards for each in cards_of(style, position, solution, card, keys, best)
    ]
    if rest is not solution:
        known = set(solution.values.goals or {}) <= set(rest.values.goals or {})
        whole = (each for card in rest.cards for each in cards_of(style, position, rest, card, (), best))
        cards = _add_full_text(cards, {each.word: each for each in whole}, known=known)
    spans = Spans(style.lang, position.rules, style.minus)
    return WorthAnswer(
        complete=state[1],
        now=state[0],
        position=[*map(spans.sentence, _position(position, rest))],
        verdict=verdict_of(style, position, solution, rest),
        guesses=[*map(style.render, _guesses(position, rest))],
        heads=[style.render(head) for head, _ in heads],
        cards=cards,
        legend=[*map(style.render, legend({sign for card in cards for sign in card.marks}))],
        answer=UNSET if answer is None else answer,
    )


def _add_full_text(
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


def stopped_message(reason: Message | None, unfinished: Sequence[str]) -> Message:
    """What is sought at present, or why a search ended early; nothing where everything is known."""
    if not unfinished:
        return NOTHING
    if reason is None:
        return say("Searching: {parts}", parts=part_word(unfinished[0]))
    return unfinished_message(unfinished, reason)


def _heads(position: Position, solution: Solution) -> Iterator[tuple[Message, str | Key]]:
    """The questions over the chips, with what finds each value: a goal, or a part of the values."""
    goals = solution.values.goals or {}
    for seat, goal in goals if len(goals) == 1 else ():
        whose, name = Whose(position.players[seat]), goal.named
        yield say("{whose} {goal}", whose=whose, goal=name), (seat, goal)
    parts = ("points", "tricks", "guarantee", *(["equilibria"] if position.pots is not None else []))
    for part in parts:
        if any(getattr(card.values, part) is not None for card in solution.cards):
            yield PART_NAMES[part], part


def _chip(position: Position, solution: Solution, values: Values, key: str | Key) -> Message:
    """The answer to the question under one head, for the side of the player to move."""
    own = solution.sides.of[solution.to_play]
    if not isinstance(key, str):
        answer = (values.goals or {}).get(key)
        return UNKNOWN if answer is None else goal_cell(answer, position.players)
    if key == "equilibria":
        ends = dict.fromkeys(Amount(each.tokens[own]) for each in values.equilibria or ())
        return alone(either(ends), UNKNOWN)
    found = getattr(values, key)
    number = None if found is None else found[own]
    if number is None:
        return UNKNOWN
    return word_alone(Amount(number) if key == "guarantee" else Decimal(points_text(number)))


def _position(position: Position, solution: Solution) -> Iterator[Message]:
    values, sides = solution.values, solution.sides
    goals = values.goals or {}
    names: list[Word] = [*map(Name, everybody(position))]
    if position.pots is None:
        names = [side_label(sides, each, position.players) for each in range(sides.count)]
    for answer in goals.values():
        if answer.status is not Status.IMPOSSIBLE or len(goals) == 1:
            yield goal_sentence(answer, position.players)
    for part, numbers in (("points", values.points), ("tricks", values.tricks)):
        if numbers is not None:
            yield _part_message(part, points_message(numbers, names))
    if values.guarantee is not None:
        yield _part_message("guarantee", amounts_message(values.guarantee, names))
    for found in values.equilibria or ():
        yield _part_message("equilibria", amounts_message(found.tokens, names))


def _part_message(part: str, told: Message) -> Message:
    return formed("{what}: {told}", what=PART_NAMES[part], told=told)


def _guesses(position: Position, solution: Solution) -> Iterator[Message]:
    """What is known and what is likely of goals that are open, each sentence with what of it is no proof."""
    for left in solution.open:
        if left.likely or left.forced_by or left.prevented_by:
            yield open_sentence(left, position.players)


def _only_goal(solution: Solution) -> Key | None:
    """The goal that is asked about, where nothing else is."""
    values = solution.values
    numbers = (values.points, values.tricks, values.guarantee, values.equilibria)
    one = len(values.goals or {}) == 1 and all(each is None for each in numbers)
    return next(iter(values.goals or {})) if one else None


def _best(solution: Solution, rest: Solution) -> Best:
    """The cards that keep or prevent the goal that is asked about; where all do the same, the best ones."""
    key = _only_goal(solution)
    apart = None if key is None else cards_apart(solution, key)
    wanted: Sequence[CardValues] = best_cards(rest)
    if key is not None and apart is not None:
        kept, lost = apart
        ours = solution.sides.of[key[0]] == solution.sides.of[solution.to_play]
        wanted = kept if ours is (key[1] != Goal.BAGUD) else lost
    return frozenset((each.card, each.names) for each in wanted)


def _does_to(solution: Solution, card: CardValues, key: Key) -> Message:
    """What a card does to a goal: nothing where every card does the same."""
    apart = cards_apart(solution, key)
    if apart is None:
        return NOTHING
    ours = solution.sides.of[key[0]] == solution.sides.of[solution.to_play]
    kept = any((each.card, each.names) == (card.card, card.names) for each in apart[0])
    goal: Word = say("it") if key[1].way is not None else key[1].named
    if key[1] == Goal.BAGUD and ours:
        return say("goes {goal}", goal=goal) if kept else say("avoids {goal}", goal=goal)
    if ours:
        return say("keeps {goal}", goal=goal) if kept else say("loses {goal}", goal=goal)
    return say("gives {goal}", goal=goal) if kept else say("stops {goal}", goal=goal)


def _cards(
    style: TextStyle,
    position: Position,
    solution: Solution,
    card: CardValues,
    keys: Sequence[str | Key],
    best: Best,
) -> Iterator[CardWorth]:
    """A card of Danish Tarok, and those that cannot be told from it."""
    is_best = (card.card, card.names) in best
    found = effects(solution, card, position.players)
    signs = {effect.sign for effect in found}
    signs |= {"x"} if card.proper is False else set()
    signs |= {"*"} if is_best else set()
    chips = [_chip(position, solution, card.values, key) for key in keys]
    one = _only_goal(solution)
    told = (*effect_messages(card, found), *_sentences(position, solution, card))
    yield from _alike(
        style,
        card,
        chips=chips,
        marks=[sign for sign in SIGNS if sign in signs],
        told=told,
        pill=NOTHING if one or not chips or chips[-1] == UNKNOWN else chips[-1],
        does=_does_to(solution, card, one) if one else does_in_a_word(signs),
        best=is_best,
    )


def _alike(
    style: TextStyle,
    card: CardValues,
    *,
    chips: Sequence[Message],
    marks: list[str],
    told: tuple[Word, ...],
    pill: Message,
    does: Message,
    best: bool,
) -> Iterator[CardWorth]:
    """A card, and those that cannot be told from it, in the language of a style."""
    for each in (card.card, *card.equals):
        yield CardWorth(
            word=str(lay(each, card.names)),
            chips=[*map(style.render, chips)],
            marks=marks,
            text=style.render(alone(Several(told, ";"))),
            pill=style.render(pill).replace("-", "−"),
            does=style.render(does),
            best=best,
        )


def _sentences(position: Position, solution: Solution, card: CardValues) -> Iterator[Put | Message]:
    asked, values, mover = solution.values.goals or {}, card.values, solution.to_play
    if len(asked) == 1 and values.goals:
        key = next(iter(asked))
        if key in values.goals:
            yield Put(goal_sentence(values.goals[key], position.players), "open")
    if values.guarantee is not None and values.guarantee[mover] is not None:
        yield _with("guarantee", Amount(values.guarantee[mover] or 0))
    if values.equilibria is not None:
        names = [*map(Name, everybody(position))]
        ends = (amounts_message(each.tokens, names) for each in values.equilibria)
        yield _with("equilibria", alone(either(ends)))


def _with(part: str, told: Word) -> Message:
    return formed("{what} {told}", what=PART_NAMES[part], told=told)


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
    yield from _alike(
        style,
        card,
        chips=[_chip(position, solution, card.values, key) for key in keys],
        marks=["*"] if is_best else [],
        told=tuple(_side_value_parts(position, solution, card)),
        pill=_pill(position, solution, card.values) if _only_goal(solution) is None else NOTHING,
        does=_keeps(solution, card),
        best=is_best,
    )


def _pill(position: Position, solution: Solution, values: Values) -> Message:
    """The points that a card leaves its side sure of, else what it is paid, else the tricks."""
    chips = (_chip(position, solution, values, part) for part in ("points", "guarantee", "tricks"))
    return next((chip for chip in chips if chip != UNKNOWN), NOTHING)


def _keeps(solution: Solution, card: CardValues) -> Message:
    """What a card does to the first goal that the cards differ in; nothing where they differ in none."""
    told = (_does_to(solution, card, key) for key in solution.values.goals or {})
    return next(filter(None, told), NOTHING)


def _side_value_parts(position: Position, solution: Solution, card: CardValues) -> Iterator[Message]:
    values, own = card.values, solution.sides.of[solution.to_play]
    goals = solution.values.goals or {}
    for key, answer in (values.goals or {}).items():
        before = goals.get(key)
        if len(goals) == 1 or before is None or before.status is not answer.status:
            yield say(
                "{whose} {goal}: {status}",
                whose=Whose(position.players[key[0]]),
                goal=key[1].named,
                status=goal_cell(answer, position.players),
            )
    for part, numbers in (("points", values.points), ("tricks", values.tricks)):
        number = None if numbers is None else numbers[own]
        if number is not None:
            yield _with(part, Decimal(points_text(number)))
    if values.guarantee is not None and values.guarantee[own] is not None:
        yield _with("guarantee", Amount(values.guarantee[own] or 0))


# The best line of play from a position: each plays the card that is best for himself, or for his side.


def best(position: Position, means: Means, watch: Watch) -> BestAnswer:
    """The moves of the best line to the end of the hand; none where every card is played.

    Where each plays for himself and several lines are best, it is the first, best for the player to move.
    Raises: LimitReached where it is not found within the limits; UsageError where nothing can be played.
    """
    if position.over:
        return BestAnswer(moves=[])
    found = _solved(position, means, watch)
    if found.values.equilibria:
        return BestAnswer(moves=line_words(found.values.equilibria[0].line, position.players))
    return BestAnswer(moves=_card_by_card(position, found, means, watch))


def _solved(position: Position, means: Means, watch: Watch) -> Solution:
    """What everybody comes to. Raises: LimitReached where that is not found within the limits."""
    found = solve(position, SolveRequest(goals=False, tokens=True), means, watch).solution
    if not found.complete:
        raise LimitReached(found.reason or INTERRUPTED, found.nodes)
    return found


def _card_by_card(position: Position, found: Solution, means: Means, watch: Watch) -> list[str]:
    """In a game of two sides, where one's best is the other's worst, each best card in its turn."""
    moves: list[str] = []
    while True:
        card = best_cards(found)[0]
        word = str(lay(card.card, card.names))
        moves.append(word)
        position = position.after(word)
        if position.over:
            return moves
        limits = limits_left(means.limits, 0, watch.seconds)
        found = _solved(position, replace(means, limits=limits), watch)


# What every card is worth, told while it is found.


ASKED: Final = "asked"
EVERYTHING: Final = "all"
TOKENS: Final = "tokens"
"""What is asked beside a goal: what the position asks, everything, what is sure and comes of it for each."""

SOON: Final = 60
"""Deals of which something is told at first, where more fit."""


class WorthRequest(Record, frozen=True):
    """The question: `all`, `tokens`, or a goal by its word and whose it is."""

    question: str = EVERYTHING
    player: str | None = None

    @property
    def asks_goal(self) -> bool:
        """Whether one goal is asked about."""
        return self.question not in (ASKED, EVERYTHING, TOKENS)

    @property
    def parts(self) -> SolveRequest:
        """The parts of `solve` that answer it."""
        if self.question == TOKENS:
            return SolveRequest(goals=False, tokens=True)
        if self.asks_goal:
            return SolveRequest(goal=self.question, player=self.player, numbers=False)
        return SolveRequest()

    def read(self, asked: tuple[int, Goal] | None, players: Sequence[str]) -> WorthRequest:
        """The request with the goal that the position asks about, where it is what the position asks."""
        if self.question != ASKED:
            return self
        return WorthRequest() if asked is None else WorthRequest(str(asked[1]), players[asked[0]])


def worth(
    position: Position,
    request: WorthRequest,
    means: Means,
    style: TextStyle,
    watch: Watch,
    told: Callable[[WorthAnswer], None],
) -> None:
    """Tell what the cards are worth: as far as it is known each time something is found, and in the end.

    Raises: UsageError for an unknown goal or player, or a position in which nothing can be played.
    """
    answer: Solved | None = None
    style = replace(style, game=position.rules.name)
    if position.many:
        _over_deals(position, request, means, style, told)
        return

    def grown(found: object) -> None:
        assert isinstance(found, Solution)
        if answer is None:
            told(_view(style, position, found, None))
        else:
            told(_view(style, position, answer.solution, answer, found))

    watch.grown = grown
    answer = solve(position, request.parts, means, watch)
    rest = None
    if request.asks_goal:
        told(_view(style, position, answer.solution, answer, answer.solution, more=True))
        rest = solve(position, SolveRequest(), means, watch).solution
    told(_view(style, position, answer.solution, answer, rest))


def _over_deals(
    position: Position,
    request: WorthRequest,
    means: Means,
    style: TextStyle,
    told: Callable[[WorthAnswer], None],
) -> None:
    """Answer the question over a few of the deals that fit, then over all; then answer everything.

    Last come the values of the cards, if one player chooses for all the deals.
    """

    def over(parts: SolveRequest) -> Solved:
        return solve(position, replace(parts, cards=False), means)

    few = over(replace(request.parts, sample=SOON))
    if not counted(few).exact:
        told(deals_worth_view(style, position, few, None, few, more=True))
    asked = few if counted(few).exact else over(request.parts)
    everything = asked
    if request.parts != SolveRequest():
        told(deals_worth_view(style, position, asked, None, asked, more=True))
        everything = over(SolveRequest())
    decision = None
    if _can_decide(position, counted(everything).deals):

        def grown(found: Decision | None) -> None:
            told(deals_worth_view(style, position, asked, found, everything, more=True))

        grown(None)
        decision = decide(position, DecideRequest(grown=grown), means).decision
    told(deals_worth_view(style, position, asked, decision, everything))


def _can_decide(position: Position, deals: Sequence[Position]) -> bool:
    """Return True if the player to move, and nobody else, chooses without seeing which deal it is."""
    if deals[0].whole_hand or position.hidden_from not in {None, deals[0].table.to_move}:
        return False
    return one_chooses(deal.table for deal in deals)


def _view(
    style: TextStyle,
    position: Position,
    found: Solution,
    answer: Solved | None,
    rest: Solution | None = None,
    *,
    more: bool = False,
) -> WorthAnswer:
    """What is known of the question, with `rest` of everything else; whether `more` of that is to come."""
    sought = found if rest is None or not found.complete else rest
    now = style.render(say("Searching") if more else stopped_message(sought.reason, sought.unfinished))
    whole: dict[str, Any] | None = None if answer is None else plain(answer.view())
    complete = not more and sought.complete
    return worth_view(style, position, found, rest or found, (now, complete), whole)
