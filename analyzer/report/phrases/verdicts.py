"""Who can force what, in words: statuses, the players who decide, and what a card does to it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from analyzer.layout import GLUE, recording, visible
from analyzer.report.phrases.moves import names
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.score.goals import AIM_WORDS, Aim, Goal
from analyzer.search.engine.results import CardValues, GoalAnswer, OpenGoal, Solution, Status, seats_of

Goals = Mapping[tuple[int, Goal], GoalAnswer]
CERTAIN = (Status.AUTOMATIC, Status.FORCED)
MOST_CARDS: Final = 3
"""Cards that a sentence names one by one."""


def goal_word(style: TextStyle, goal: Goal) -> str:
    """A goal's name at the table."""
    return style.goal(str(goal), style.said(goal.said))


def number_word(style: TextStyle, aim: Aim, to_come: Collection[Aim]) -> str:
    """The name of a number in a table: points, tricks, or those `to_come` where no more is told."""
    if aim not in to_come:
        return style.said(AIM_WORDS[aim])
    return style.t("points to come") if aim is Aim.POINTS else style.t("tricks to come")


def sets_words(style: TextStyle, masks: Sequence[int], players: Sequence[str]) -> str:
    """Several sets of players as a phrase: `B`, `A with B or A with C`, `any two together`."""
    named = _named_sets(style, masks, len(players))
    if named is not None:
        return named
    return style.either([_together(style, names(mask, players)) for mask in masks])


def _together(style: TextStyle, players: list[str]) -> str:
    shown = [style.strong(player) for player in players]
    if len(shown) == 1:
        return shown[0]
    return style.t("{one} with {others}", one=shown[0], others=style.both(shown[1:]))


def cell(style: TextStyle, answer: GoalAnswer, players: Sequence[str], room: int = 99) -> str:
    """A goal in few columns: `automatic`, `forced`, `by B`, `by A+B / A+C`, or a dash.

    Names that do not fit the room are cut to as much as tells them apart.
    """
    match answer.status:
        case Status.AUTOMATIC:
            return style.paint(style.t("automatic"), "good")
        case Status.FORCED if answer.goal != Goal.BAGUD:
            return style.paint(style.t("forced"), "good")
        case Status.IMPOSSIBLE:
            return style.paint("–" if style.symbols else "-", "dim")
        case _:  # up to others, or a Bagud, where it matters who can bring it about
            text = _sets_cell(style, answer.forced_by, [style.name(name, 10) for name in players])
            if visible(text) > room and not recording():
                text = _sets_cell(style, answer.forced_by, _initials(style, players))
            return style.paint(text.replace(" ", GLUE).replace(f"{GLUE}/", " /"), "warn")


def _sets_cell(style: TextStyle, masks: Sequence[int], shown: Sequence[str]) -> str:
    named = _named_sets(style, masks, len(shown))
    return named or style.t("by {sets}", sets=" / ".join("+".join(names(mask, shown)) for mask in masks))


def _named_sets(style: TextStyle, masks: Sequence[int], players: int) -> str | None:
    """Sets that have a name of their own."""
    if players == 3 and sorted(masks) == [3, 5, 6]:
        return style.t("any two together")
    if list(masks) == [(1 << players) - 1]:
        return style.t("all together")
    return None


def _initials(style: TextStyle, players: Sequence[str]) -> list[str]:
    """The shortest beginnings of the names that tell them apart."""
    for length in range(1, 10):
        short = [style.name(name)[:length] for name in players]
        if len(set(short)) == len(short):
            return short
    return [str(seat + 1) for seat in range(len(players))]


def status_word(style: TextStyle, status: Status) -> str:
    """A status in a word."""
    words = {
        Status.AUTOMATIC: style.t("automatic"),
        Status.FORCED: style.t("forced"),
        Status.DEPENDS: style.t("up to others"),
        Status.IMPOSSIBLE: style.t("impossible"),
    }
    return words[status]


def open_cell(style: TextStyle, left: OpenGoal) -> str:
    """A goal that is not settled in few columns: `open`, or `likely forced?`."""
    if left.likely is None:
        return style.paint(style.t("open"), "dim")
    words = style.t("likely {status}?", status=status_word(style, left.likely.status))
    return style.paint(words.replace(" ", GLUE), "dim")


def open_sentence(style: TextStyle, left: OpenGoal, what: str, players: Sequence[str]) -> str:
    """One line of what is known of a goal that is not settled."""
    whose = style.whose(players[left.seat])
    known: list[str] = []
    if left.forced_by:
        known.append(style.t("forced by {by}", by=sets_words(style, left.forced_by, players)))
    if left.prevented_by:
        known.append(style.t("prevented by {by}", by=sets_words(style, left.prevented_by, players)))
    likely = left.likely
    guess = style.t("likely {status}, not proved", status=status_word(style, likely.status)) if likely else ""
    told = "; ".join(
        part for part in (guess, style.t("proved: {known}", known=style.both(known)) if known else "") if part
    )
    if not told:
        return style.t("{whose} {goal} is open.", whose=whose, goal=what)
    return style.t("{whose} {goal} is open: {told}.", whose=whose, goal=what, told=told)


def ultimo_kind(style: TextStyle, goals: Goals, seat: int) -> str:
    """Which Ultimo a seat can still win, as narrowly as the goals tell."""
    for goal, other in ((Goal.KING_ULTIMO, Goal.PAGAT_ULTIMO), (Goal.PAGAT_ULTIMO, Goal.KING_ULTIMO)):
        answer, against = goals.get((seat, goal)), goals.get((seat, other))
        if answer and against and answer.forcing and not against.forcing:
            return goal_word(style, goal)
    return goal_word(style, Goal.ULTIMO)


def sentence(style: TextStyle, answer: GoalAnswer, players: Sequence[str], closer: str | None = None) -> str:
    """One line of why: who decides a goal; `closer` is a closer name for it."""
    what = closer or goal_word(style, answer.goal)
    player = style.both([style.strong(each) for each in names(seats_of(answer.groups, answer.own), players)])
    match answer.status:
        case Status.AUTOMATIC:
            return style.t(
                "{whose} {goal} is automatic: every legal line leads to it.",
                whose=style.whose(players[answer.seat]),
                goal=what,
            )
        case Status.FORCED:
            return style.t("{player} can force the {goal} against all others.", player=player, goal=what)
        case Status.IMPOSSIBLE:
            return style.t("{player} cannot get the {goal}, even with help.", player=player, goal=what)
        case Status.DEPENDS:
            return _depends(style, answer, what, players)


def _depends(style: TextStyle, answer: GoalAnswer, what: str, players: Sequence[str]) -> str:
    by, against, whose = answer.forced_by, answer.prevented_by, style.whose(players[answer.seat])
    if by == against and len(by) == 1 and by[0].bit_count() == 1:
        decider = sets_words(style, by, players)
        return style.t(
            "{whose} {goal} is up to {decider}, who alone can give it and alone can prevent it.",
            whose=whose, goal=what, decider=decider,
        )  # fmt: skip
    sets = (sets_words(style, masks, players) for masks in (by, against))
    return style.t(
        "{whose} {goal} depends: it can be forced by {by}, and prevented by {against}.",
        whose=whose, goal=what, **dict(zip(("by", "against"), sets, strict=True)),
    )  # fmt: skip


def chief_goals(goals: Goals) -> list[GoalAnswer]:
    """The answers that get a sentence: what somebody can reach, the Ultimo alone where that is asked."""
    ultimo = any(goal == Goal.ULTIMO for _, goal in goals)
    reached = [each for each in goals.values() if each.status is not Status.IMPOSSIBLE]
    chief = [each for each in reached if each.goal == Goal.ULTIMO or not ultimo]
    return [*goals.values()] if len(goals) == 1 else chief


def goal_sentences(
    style: TextStyle, goals: Goals, players: Sequence[str], left: Sequence[OpenGoal] = ()
) -> list[str]:
    """Who decides what somebody can reach, the Ultimo alone where that is asked; or the one thing asked."""
    alone = len(goals) + len(left) == 1
    told = [
        sentence(style, each, players, None if alone else closer(style, goals, each))
        for each in chief_goals(goals)
    ]
    told += [
        open_sentence(style, each, goal_word(style, each.goal), players)
        for each in left
        if alone or each.goal == Goal.ULTIMO
    ]
    if not told and all((seat, Goal.ULTIMO) in goals for seat in range(len(players))):
        told.append(style.t("No one can win an Ultimo from here, not even with help."))
    return told


def closer(style: TextStyle, goals: Goals, answer: GoalAnswer) -> str | None:
    """Which Ultimo it is, where that is known."""
    return ultimo_kind(style, goals, answer.seat) if answer.goal == Goal.ULTIMO else None


def which_cards(style: TextStyle, solution: Solution, answer: GoalAnswer) -> str:
    """Which cards keep a goal and which do not; empty where it hangs on none."""
    key = (answer.seat, answer.goal)
    cards = [(each, (each.values.goals or {}).get(key)) for each in solution.cards]
    good = [each for each, then in cards if then is not None and comes_about(then)]
    rest = [each for each, then in cards if then is not None and not comes_about(then)]
    if not good or not rest or len(good) + len(rest) < len(cards):
        return ""
    words = {"cards": _few_cards(style, good), "others": _few_cards(style, rest)}
    if answer.goal == Goal.BAGUD:
        return style.t("Avoided by {others}, brought about by {cards}.", **words)
    if solution.sides.of[answer.seat] == solution.sides.of[solution.to_play]:
        return style.t("Kept by {cards}, let go by {others}.", **words)
    return style.t("Given by {cards}, saved by {others}.", **words)


def comes_about(answer: GoalAnswer) -> bool:
    """Whether a goal is in hand; a Bagud, whether the others together can bring it about."""
    if answer.goal == Goal.BAGUD:
        return answer.forces(sum(answer.groups) & ~(1 << answer.seat))
    return answer.status in CERTAIN


def _few_cards(style: TextStyle, cards: Sequence[CardValues]) -> str:
    """Cards by name where they are few."""
    every = [
        word for each in cards for word in (style.card(each.card, each.names), *map(style.card, each.equals))
    ]
    if len(every) > MOST_CARDS:
        return style.n("{number} card", "{number} cards", len(every))
    return style.both(every)
