"""Who can force what, in words: statuses, the players who decide, and what a card does to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analyzer.layout import GLUE, visible
from analyzer.messages import Message
from analyzer.report.phrases.moves import names
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.results import CardValues, GoalAnswer, OpenGoal, Solution, Status

Goals = Mapping[tuple[int, Goal], GoalAnswer]
CERTAIN = (Status.AUTOMATIC, Status.FORCED)


def goal_word(style: TextStyle, goal: Goal) -> str:
    """A goal's name at the table."""
    return style.said(goal.said)


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
            if visible(text) > room:
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


def sentence(style: TextStyle, answer: GoalAnswer, what: str, players: Sequence[str]) -> str:
    """One line of why: who decides a goal. `what` is the goal's name."""
    player = style.strong(players[answer.seat])
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
            return _depends(style, answer, style.whose(players[answer.seat]), what, players)


def _depends(style: TextStyle, answer: GoalAnswer, whose: str, what: str, players: Sequence[str]) -> str:
    by, against = answer.forced_by, answer.prevented_by
    if by == against and len(by) == 1 and by[0].bit_count() == 1:
        decider = sets_words(style, by, players)
        return style.t(
            "{whose} {goal} is up to {decider}, who alone can give it and alone can prevent it.",
            whose=whose, goal=what, decider=decider,
        )  # fmt: skip
    return depends(style, whose, what, *(sets_words(style, masks, players) for masks in (by, against)))


def depends(style: TextStyle, whose: str, goal: str, by: str, against: str) -> str:
    """That a goal is up to others, and who they are."""
    return style.t(
        "{whose} {goal} depends: it can be forced by {by}, and prevented by {against}.",
        whose=whose, goal=goal, by=by, against=against,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Effect:
    """What a card does: a sign, and the words for it."""

    sign: str
    words: str


def effects(style: TextStyle, solution: Solution, card: CardValues, players: Sequence[str]) -> list[Effect]:
    """What a card does about the Ultimo and the Bagud; the mover's own first.

    Of another player's Ultimo it is told who gets it, and who would get it after a different card.
    """
    before, after, mover = solution.values.goals or {}, card.values.goals, solution.to_play
    if after is None:
        return []
    found: list[Effect | None] = []
    if (mover, Goal.ULTIMO) in before and (mover, Goal.ULTIMO) in after:
        old, new = before[mover, Goal.ULTIMO], after[mover, Goal.ULTIMO]
        found.append(_own_ultimo(style, old, new, ultimo_kind(style, after, mover), players))
    if (mover, Goal.BAGUD) in after:
        found.append(_own_bagud(style, after[mover, Goal.BAGUD], mover, players))
    for seat in _threatening(solution):
        if (seat, Goal.ULTIMO) in after:
            kind = ultimo_kind(style, after, seat)
            found.append(_others_ultimo(style, after[seat, Goal.ULTIMO], kind, players))
    return [effect for effect in found if effect is not None]


def _threatening(solution: Solution) -> list[int]:
    """The others to whom some cards give an Ultimo that is not theirs yet."""
    before = solution.values.goals or {}
    given = {
        seat
        for card in solution.cards
        for (seat, goal), answer in (card.values.goals or {}).items()
        if goal == Goal.ULTIMO and answer.status in CERTAIN and seat != solution.to_play
    }
    held = {seat for (seat, goal), a in before.items() if goal == Goal.ULTIMO and a.status in CERTAIN}
    return sorted(given - held)


def _own_ultimo(
    style: TextStyle, old: GoalAnswer, new: GoalAnswer, kind: str, players: Sequence[str]
) -> Effect | None:
    if new.status is Status.AUTOMATIC:
        return Effect("+", style.t("wins the {goal} for certain", goal=kind))
    if new.status is Status.FORCED:
        return Effect("+", style.t("keeps the {goal} forced", goal=kind))
    if old.status in CERTAIN:
        if new.status is Status.IMPOSSIBLE:
            return Effect("-", style.t("throws away an Ultimo that was forced"))
        return Effect(
            "-", style.t("lets go of a forced Ultimo, which is now up to {by}", by=_by(style, new, players))
        )
    if new.status is Status.DEPENDS:
        return Effect("~", style.t("leaves the own {goal} to {by}", goal=kind, by=_by(style, new, players)))
    if old.status is Status.DEPENDS:
        return Effect("-", style.t("gives up the chance of an Ultimo"))
    return None


def _own_bagud(style: TextStyle, answer: GoalAnswer, mover: int, players: Sequence[str]) -> Effect | None:
    if answer.status is Status.AUTOMATIC:
        return Effect("v", style.t("goes Bagud for certain"))
    others = ((1 << len(players)) - 1) ^ (1 << mover)
    if answer.forces(others):
        by = [mask for mask in answer.forced_by if not mask >> mover & 1]
        return Effect("v", style.t("can be put Bagud by {by}", by=sets_words(style, by, players)))
    return None


def _others_ultimo(style: TextStyle, new: GoalAnswer, kind: str, players: Sequence[str]) -> Effect:
    player = style.strong(players[new.seat])
    match new.status:
        case Status.AUTOMATIC:
            return Effect("!", style.t("gives {player} the {goal} for certain", player=player, goal=kind))
        case Status.FORCED:
            return Effect(
                "!", style.t("gives {player} the {goal}, who can force it", player=player, goal=kind)
            )
        case Status.IMPOSSIBLE:
            return Effect("=", style.t("prevents {whose} Ultimo", whose=style.whose(players[new.seat])))
        case Status.DEPENDS:
            by = _by(style, new, players)
            return Effect(
                "~",
                style.t(
                    "leaves {whose} {goal} to {by}", whose=style.whose(players[new.seat]), goal=kind, by=by
                ),
            )


def _by(style: TextStyle, answer: GoalAnswer, players: Sequence[str]) -> str:
    return sets_words(style, answer.forced_by, players)


def legend(style: TextStyle, signs: set[str]) -> list[str]:
    """What the signs in use mean, each as one piece of text that should not be broken."""
    meaning = {
        "+": style.t("own Ultimo"),
        "-": style.t("own Ultimo let go"),
        "~": style.t("an Ultimo others decide"),
        "!": style.t("gives another the Ultimo"),
        "=": style.t("prevents an Ultimo"),
        "v": style.t("Bagud"),
        "x": style.t("improper"),
        "*": style.t("best for own tokens"),
    }
    return [f"{painted(style, sign)} {words}" for sign, words in meaning.items() if sign in signs]


def painted(style: TextStyle, sign: str) -> str:
    """A sign in its colour."""
    paint = {"+": "good", "=": "good", "*": "bold", "~": "warn", "v": "warn"}.get(sign, "bad")
    return style.paint(sign, paint)


def improper_words(style: TextStyle, why: Message | None) -> str:
    """That a card is improper, and why."""
    improper = style.t("improper")
    return f"{improper}: {style.said(why.short)}" if why else improper
