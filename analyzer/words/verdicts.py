"""Who can force what, in words: statuses, the players who decide, cards and lines of play."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from analyzer.cards.card import Card
from analyzer.messages import (
    NOTHING,
    GoalName,
    LineWord,
    Message,
    Name,
    Several,
    Spaced,
    Title,
    Toned,
    Whose,
    Word,
    alone,
    both,
    either,
    formed,
    say,
    unbroken,
    word_alone,
)
from analyzer.position.model import Position
from analyzer.rules.actions import ALLOW, Action, ActionKind, Line, Play, Sides, lay
from analyzer.rules.play.table import Table, Trick
from analyzer.rules.score.goals import AIM_WORDS, Aim, Goal
from analyzer.search.engine.results import (
    CardValues,
    Equilibrium,
    GoalAnswer,
    Key,
    OpenGoal,
    Solution,
    Status,
    members,
    seats_of,
)

if TYPE_CHECKING:
    from analyzer.search.worlds.results import CardChoice


# The words results are written in, the same in JSON and in text: lines of play, sets of players.


def everybody(position: Position) -> tuple[str, ...]:
    """All names at the table: those who play in order of play, then the one who sits the hand out."""
    return position.players + ((position.sitting_out,) if position.sitting_out else ())


def names(mask: int, players: Sequence[str]) -> list[str]:
    """The players of a mask, in table order."""
    return [players[seat] for seat in members(mask)]


def tricks_of(table: Table, line: Line) -> list[tuple[list[tuple[int, Action]], Trick | None]]:
    """A line of play cut into tricks: who did what in each, and the trick where it was completed.

    Moves that only let a card pass may be missing from the line; they are put in to play on, not shown.
    """
    tricks: list[tuple[list[tuple[int, Action]], Trick | None]] = []
    shown: list[tuple[int, Action]] = []
    for seat, move in line:
        table, trick = _let_pass(table, move)
        if trick is not None:
            tricks.append((shown, trick))
            shown = []
        if move.kind is ActionKind.ALLOW:
            continue
        shown.append((seat, move))
        table, trick = table.after(move)
        if trick is not None:
            tricks.append((shown, trick))
            shown = []
    table, trick = _let_pass(table, None)
    return [*tricks, (shown, trick)] if shown else tricks


def _let_pass(table: Table, move: Action | None) -> tuple[Table, Trick | None]:
    """The table once everybody has let a picked card pass, unless the move demands the Fool instead."""
    trick: Trick | None = None
    if move is not None and move.kind is ActionKind.DEMAND:
        return table, None
    while table.picked is not None and trick is None:
        table, trick = table.after(ALLOW)
    return table, trick


def side_label(sides: Sides, side: int, players: Sequence[str]) -> Message:
    """A side by its members: `A+C`."""
    return alone(Several(tuple(Name(players[seat]) for seat in sides.seats(side)), "+"))


def side_labels(position: Position, sides: Sides) -> list[Message]:
    """All sides by their members, then who sits the hand out."""
    told = [side_label(sides, side, position.players) for side in range(sides.count)]
    return told + [word_alone(Name(name)) for name in everybody(position)[len(position.players) :]]


def sides_message(sides: Sides, players: Sequence[str]) -> Message:
    """Who plays with whom."""
    if sides.count == len(players):
        return say("Each plays alone.")
    one, *others = (both(Name(players[seat]) for seat in sides.seats(side)) for side in range(sides.count))
    return say("{one} against {others}.", one=one, others=both(others))


def play_message(table: Table, line: Play, players: Sequence[str]) -> Message:
    """A line of play from a table on, trick by trick: `B: ♥R ♣2 T7 → A`."""
    return alone(Several(tuple(_trick(*each, players) for each in tricks_of(table, line)), "·"))


def _trick(moves: list[tuple[int, Action]], trick: Trick | None, players: Sequence[str]) -> Message:
    words: list[Word] = []
    if moves:
        words += [formed("{player}:", player=Name(players[moves[0][0]]))]
        words += [_move(seat, move, players) for seat, move in moves]
    if trick is not None:
        words += [formed("→"), Name(players[trick.winner])]
    return alone(unbroken(words))


def _move(seat: int, move: Action, players: Sequence[str]) -> Word:
    if move.card is None:
        return say("({player} demands the Fool)", player=Name(players[seat]))
    return LineWord(str(move))


def last_trick_of(position: Position, equilibrium: Equilibrium) -> Trick | None:
    """The last trick of a line that reaches the end."""
    tricks = tricks_of(position.table, equilibrium.line)
    return tricks[-1][1] if tricks else None


def line_outcome_message(trick: Trick | None, players: Sequence[str]) -> Message | None:
    """What the last trick came to: who won it or the Ultimo, who went Bagud; None if it was not played."""
    if trick is None:
        return None
    winning = next(each.card for each in trick.laid if each.seat == trick.winner)
    winner = Name(players[trick.winner])
    if is_ultimo(winning):
        told = say("Ultimo for {player}", player=winner)
    else:
        told = say("last trick to {player}", player=winner)
    behind = [Name(players[e.seat]) for e in trick.laid if e.seat != trick.winner and is_ultimo(e.card)]
    if not behind:
        return told
    return formed("{won}, {lost}", won=told, lost=say("Bagud for {players}", players=both(behind)))


def is_ultimo(card: Card) -> bool:
    """A king or the Pagat."""
    return card.is_king or (card.is_trump and card.face == "1")


# Who can force what, in words: statuses, the players who decide, and what a card does to it.


GoalAnswers = Mapping[Key, GoalAnswer]
CERTAIN = (Status.AUTOMATIC, Status.FORCED)
MOST_CARDS: Final = 3
"""Cards that a sentence names one by one."""
LESS: Final = (Goal.LAST_TRICK, Goal.BAGUD)
"""GoalAnswers that are a headline only where no other is within reach."""
STATUSES: Final = {
    Status.AUTOMATIC: say("automatic"),
    Status.FORCED: say("forced"),
    Status.DEPENDS: say("up to others"),
    Status.IMPOSSIBLE: say("impossible"),
}


def number_name(aim: Aim, to_come: Collection[Aim]) -> Message:
    """The name of a number in a table: points, tricks, or those `to_come` where no more is told."""
    if aim not in to_come:
        return AIM_WORDS[aim]
    return say("points to come") if aim is Aim.POINTS else say("tricks to come")


def card_word(card: CardValues | CardChoice) -> LineWord:
    """A card to be laid; a led Fool with the suit it names."""
    return LineWord(str(lay(card.card, card.names)))


def sets_of_players(masks: Sequence[int], players: Sequence[str]) -> Message:
    """Several sets of players: `B`, `A with B or A with C`, `any two together`."""
    named = _named_sets(masks, len(players))
    return named or alone(either(_together(names(mask, players)) for mask in masks))


def _together(players: Sequence[str]) -> Word:
    one, *others = map(Name, players)
    return say("{one} with {others}", one=one, others=both(others)) if others else one


def goal_cell(answer: GoalAnswer, players: Sequence[str]) -> Message:
    """A goal in few columns: `automatic`, `forced`, `by B`, `by A+B / A+C`, or a dash."""
    match answer.status:
        case Status.AUTOMATIC:
            return word_alone(Toned(STATUSES[answer.status], "good"))
        case Status.FORCED if answer.goal != Goal.BAGUD:
            return word_alone(Toned(STATUSES[answer.status], "good"))
        case Status.IMPOSSIBLE:
            return word_alone(Toned(formed("–"), "dim"))
        case _:  # up to others, or a Bagud, where it matters who can bring it about
            return word_alone(Toned(_sets_cell(answer.forced_by, players), "warn"))


def _sets_cell(masks: Sequence[int], players: Sequence[str]) -> Message:
    sets = (Several(tuple(map(Name, names(mask, players))), "+") for mask in masks)
    named = _named_sets(masks, len(players))
    return named or say("by {sets}", sets=Several(tuple(sets), "/"))


def _named_sets(masks: Sequence[int], players: int) -> Message | None:
    """Sets that have a name of their own."""
    if players == 3 and sorted(masks) == [3, 5, 6]:
        return say("any two together")
    if list(masks) == [(1 << players) - 1]:
        return say("all together")
    return None


def open_cell(left: OpenGoal) -> Message:
    """A goal that is not settled in few columns: `open`, or `likely forced?`."""
    if left.likely is None:
        return word_alone(Toned(say("open"), "dim"))
    return word_alone(Toned(say("likely {status}?", status=STATUSES[left.likely.status]), "dim"))


def open_sentence(left: OpenGoal, players: Sequence[str]) -> Message:
    """What is known of a goal that is not settled."""
    whose, goal = Whose(players[left.seat]), left.goal.named
    known = list[Message]()
    if left.forced_by:
        known.append(say("forced by {by}", by=sets_of_players(left.forced_by, players)))
    if left.prevented_by:
        known.append(say("prevented by {by}", by=sets_of_players(left.prevented_by, players)))
    told = list[Message]()
    if left.likely is not None:
        told.append(say("likely {status}, not proved", status=STATUSES[left.likely.status]))
    if known:
        told.append(say("proved: {known}", known=both(known)))
    if not told:
        return say("{whose} {goal} is open.", whose=whose, goal=goal)
    return say("{whose} {goal} is open: {told}.", whose=whose, goal=goal, told=Several(tuple(told), ";"))


def ultimo_kind(goals: GoalAnswers, seat: int) -> GoalName:
    """Which Ultimo a seat can still win, as narrowly as the goals tell."""
    for goal, other in ((Goal.KING_ULTIMO, Goal.PAGAT_ULTIMO), (Goal.PAGAT_ULTIMO, Goal.KING_ULTIMO)):
        answer, against = goals.get((seat, goal)), goals.get((seat, other))
        if answer and against and answer.forcing and not against.forcing:
            return goal.named
    return Goal.ULTIMO.named


def goal_sentence(answer: GoalAnswer, players: Sequence[str], closer: GoalName | None = None) -> Message:
    """Who decides a goal; `closer` is a closer name for it."""
    what = closer or answer.goal.named
    player = both(map(Name, names(seats_of(answer.groups, answer.own), players)))
    match answer.status:
        case Status.AUTOMATIC if answer.goal.way is not None:
            return say("{player} gets {goal:the} on every legal line.", player=player, goal=what)
        case Status.AUTOMATIC:
            return say(
                "{whose} {goal} is automatic: every legal line leads to it.",
                whose=Whose(players[answer.seat]),
                goal=what,
            )
        case Status.FORCED:
            return say("{player} can force {goal:the} against all others.", player=player, goal=what)
        case Status.IMPOSSIBLE:
            return say("{player} cannot get {goal:the}, even with help.", player=player, goal=what)
        case Status.DEPENDS:
            return _depends(answer, what, players)


def _depends(answer: GoalAnswer, what: GoalName, players: Sequence[str]) -> Message:
    by, against, whose = answer.forced_by, answer.prevented_by, Whose(players[answer.seat])
    if by == against and len(by) == 1 and by[0].bit_count() == 1:
        return say(
            "{whose} {goal} is up to {decider}, who alone can give it and alone can prevent it.",
            whose=whose, goal=what, decider=sets_of_players(by, players),
        )  # fmt: skip
    if answer.goal.way is not None:
        return say(
            "Whether {player} gets {goal:the} depends: {by} can force it, {against} can prevent it.",
            player=both(map(Name, names(seats_of(answer.groups, answer.own), players))),
            goal=what,
            by=sets_of_players(by, players),
            against=sets_of_players(against, players),
        )
    return say(
        "{whose} {goal} can go either way: {by} can force it, {against} can prevent it.",
        whose=whose, goal=what, by=sets_of_players(by, players), against=sets_of_players(against, players),
    )  # fmt: skip


def chief_goals(goals: GoalAnswers) -> list[GoalAnswer]:
    """The answers that get a sentence: what somebody can reach, the Ultimo alone where that is asked."""
    ultimo = any(goal == Goal.ULTIMO for _, goal in goals)
    reached = [each for each in goals.values() if each.status is not Status.IMPOSSIBLE]
    chief = [each for each in reached if each.goal == Goal.ULTIMO or not ultimo]
    return [*goals.values()] if len(goals) == 1 else chief


def open_sentences(goals: GoalAnswers, players: Sequence[str], left: Sequence[OpenGoal]) -> Iterator[Message]:
    """What is known of goals that are not settled, the Ultimo alone where that is asked among others."""
    one = len(goals) + len(left) == 1
    open_goals = [each for each in left if one or each.goal == Goal.ULTIMO]
    yield from (open_sentence(each, players) for each in open_goals)
    told = open_goals or chief_goals(goals)
    if not told and all((seat, Goal.ULTIMO) in goals for seat in range(len(players))):
        yield say("No one can win an Ultimo from here, not even with help.")


def closer_name(goals: GoalAnswers, answer: GoalAnswer) -> GoalName | None:
    """Which Ultimo it is, where that is known."""
    return ultimo_kind(goals, answer.seat) if answer.goal == Goal.ULTIMO else None


def which_cards(solution: Solution, answer: GoalAnswer) -> Message | None:
    """Which cards keep a goal and which do not; None where it hangs on none."""
    apart = cards_apart(solution, (answer.seat, answer.goal))
    if apart is None:
        return None
    good, rest = apart
    words = {"cards": few_cards(good, rest), "others": few_cards(rest, good)}
    if answer.goal == Goal.BAGUD:
        return say("Playing {others} avoids it; playing {cards} does not.", **words)
    if solution.sides.of[answer.seat] == solution.sides.of[solution.to_play]:
        return say("Playing {cards} keeps it; playing {others} loses it.", **words)
    return say("Playing {cards} allows it; playing {others} prevents it.", **words)


def cards_apart(solution: Solution, key: Key) -> tuple[Sequence[CardValues], Sequence[CardValues]] | None:
    """The cards after which a goal is in hand, and the others; None where it hangs on none."""
    cards = [(each, (each.values.goals or {}).get(key)) for each in solution.cards]
    good = [each for each, then in cards if then is not None and comes_about(then)]
    rest = [each for each, then in cards if then is not None and not comes_about(then)]
    return (good, rest) if good and rest and len(good) + len(rest) == len(cards) else None


def drawn_message(asked: int) -> Message:
    """That deals were drawn, and what that says of the others."""
    return say(
        "{asked} {asked:deal was/deals were} drawn at random; of the others nothing is certain.",
        asked=Spaced(asked),
    )


def comes_about(answer: GoalAnswer) -> bool:
    """Whether a goal is in hand; a Bagud, whether the others together can bring it about."""
    if answer.goal == Goal.BAGUD:
        return answer.forces(sum(answer.groups) & ~(1 << answer.seat))
    return answer.status in CERTAIN


def few_cards(cards: Sequence[CardValues], others: Sequence[CardValues]) -> Message:
    """Cards by name where they are few; a led Fool that names whatever the others leave is one of them."""
    every: list[Word] = []
    named = [each for each in cards if each.names is not None]
    for each in cards:
        if len(named) < 2 or each.names is None:
            every += [card_word(each), *each.equals]
    if len(named) > 1:
        otherwise = any(each.names is not None for each in others)
        every.append(say("the Fool named otherwise") if otherwise else say("the Fool, whatever it names"))
    if len(every) > MOST_CARDS:
        return say("{number} {number:card/cards}", number=len(every))
    return alone(either(every))


def stipulation(position: Position, asked: tuple[int, Goal] | None) -> Message:
    """What the position's file asks; else whether a seat's goal can be forced, or which card is best."""
    if position.over:
        return NOTHING
    if position.stipulation is not None:
        return word_alone(Title(position.stipulation))
    if asked is None:
        return formed("{turn} {asked}", turn=_turn(position), asked=say("What is the best card?"))
    return goal_question_message(position, asked)


def goal_question_message(position: Position, asked: tuple[int, Goal]) -> Message:
    """Who leads or plays, and whether a goal of a seat can be forced."""
    seat, goal = asked
    player, name = Name(position.players[seat]), goal.named
    if goal.aim is Aim.CONTRACT:
        question = say("Can {player} make the contract?", player=player)
    elif goal == Goal.BAGUD:
        question = say("Can the others bring {player} to a Bagud?", player=player)
    else:
        question = say("Can {player} force {goal:the}?", player=player, goal=name)
    return formed("{turn} {asked}", turn=_turn(position), asked=question)


def _turn(position: Position) -> Message:
    player = Name(position.players[position.table.holder])
    if position.trick:
        return say("{player} plays.", player=player)
    return say("{player} leads.", player=player)
