"""Who can force what, in words: statuses, the players who decide, and what a card does to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analyzer.layout import GLUE, visible
from analyzer.messages import Message
from analyzer.report.phrases.moves import names
from analyzer.report.style.face import Face
from analyzer.rules.score.goals import GOAL_WORDS, Goal
from analyzer.search.engine.results import CardValues, GoalAnswer, Solution, Status

Goals = Mapping[tuple[int, Goal], GoalAnswer]
CERTAIN = (Status.AUTOMATIC, Status.FORCED)


def goal_word(face: Face, goal: Goal) -> str:
    """A goal's name at the table."""
    return face.said(GOAL_WORDS[goal])


def sets_words(face: Face, masks: Sequence[int], players: Sequence[str]) -> str:
    """Several sets of players as a phrase: `B`, `A with B or A with C`, `any two together`."""
    named = _named_sets(face, masks, len(players))
    if named is not None:
        return named
    return face.either([_together(face, names(mask, players)) for mask in masks])


def _together(face: Face, players: list[str]) -> str:
    shown = [face.strong(player) for player in players]
    if len(shown) == 1:
        return shown[0]
    return face.t("{one} with {others}", one=shown[0], others=face.both(shown[1:]))


def cell(face: Face, answer: GoalAnswer, players: Sequence[str], room: int = 99) -> str:
    """A goal in few columns: `automatic`, `forced`, `by B`, `by A+B / A+C`, or a dash.

    Names that do not fit the room are cut to as much as tells them apart.
    """
    match answer.status:
        case Status.AUTOMATIC:
            return face.paint(face.t("automatic"), "good")
        case Status.FORCED if answer.goal is not Goal.BAGUD:
            return face.paint(face.t("forced"), "good")
        case Status.IMPOSSIBLE:
            return face.paint("–" if face.symbols else "-", "dim")
        case _:  # up to others, or a Bagud, where it matters who can bring it about
            text = _sets_cell(face, answer.forced_by, [face.name(name, 10) for name in players])
            if visible(text) > room:
                text = _sets_cell(face, answer.forced_by, _initials(face, players))
            return face.paint(text.replace(" ", GLUE).replace(f"{GLUE}/", " /"), "warn")


def _sets_cell(face: Face, masks: Sequence[int], shown: Sequence[str]) -> str:
    named = _named_sets(face, masks, len(shown))
    return named or face.t("by {sets}", sets=" / ".join("+".join(names(mask, shown)) for mask in masks))


def _named_sets(face: Face, masks: Sequence[int], players: int) -> str | None:
    """Sets that have a name of their own."""
    if players == 3 and sorted(masks) == [3, 5, 6]:
        return face.t("any two together")
    if list(masks) == [(1 << players) - 1]:
        return face.t("all together")
    return None


def _initials(face: Face, players: Sequence[str]) -> list[str]:
    """The shortest beginnings of the names that tell them apart."""
    for length in range(1, 10):
        short = [face.name(name)[:length] for name in players]
        if len(set(short)) == len(short):
            return short
    return [str(seat + 1) for seat in range(len(players))]


def ultimo_kind(face: Face, goals: Goals, seat: int) -> str:
    """Which Ultimo a seat can still win, as narrowly as the goals tell."""
    for goal, other in ((Goal.KING_ULTIMO, Goal.PAGAT_ULTIMO), (Goal.PAGAT_ULTIMO, Goal.KING_ULTIMO)):
        answer, against = goals.get((seat, goal)), goals.get((seat, other))
        if answer and against and answer.forcing and not against.forcing:
            return goal_word(face, goal)
    return goal_word(face, Goal.ULTIMO)


def sentence(face: Face, answer: GoalAnswer, what: str, players: Sequence[str]) -> str:
    """One line of why: who decides a goal. `what` is the goal's name."""
    player = face.strong(players[answer.seat])
    match answer.status:
        case Status.AUTOMATIC:
            return face.t(
                "{whose} {goal} is automatic: every legal line leads to it.",
                whose=face.whose(players[answer.seat]),
                goal=what,
            )
        case Status.FORCED:
            return face.t("{player} can force the {goal} against all others.", player=player, goal=what)
        case Status.IMPOSSIBLE:
            return face.t("{player} cannot get the {goal}, even with help.", player=player, goal=what)
        case Status.DEPENDS:
            return _depends(face, answer, face.whose(players[answer.seat]), what, players)


def _depends(face: Face, answer: GoalAnswer, whose: str, what: str, players: Sequence[str]) -> str:
    by, against = answer.forced_by, answer.prevented_by
    if by == against and len(by) == 1 and by[0].bit_count() == 1:
        decider = sets_words(face, by, players)
        return face.t(
            "{whose} {goal} is up to {decider}, who alone can give it and alone can prevent it.",
            whose=whose, goal=what, decider=decider,
        )  # fmt: skip
    return face.t(
        "{whose} {goal} depends: it can be forced by {by}, and prevented by {against}.",
        whose=whose, goal=what, by=sets_words(face, by, players),
        against=sets_words(face, against, players),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Effect:
    """What a card does: a sign, and the words for it."""

    sign: str
    words: str


def effects(face: Face, solution: Solution, card: CardValues, players: Sequence[str]) -> list[Effect]:
    """What a card does about the Ultimo and the Bagud; the mover's own first.

    Of another player's Ultimo it is told who gets it, and who would get it after a different card.
    """
    before, after, mover = solution.values.goals or {}, card.values.goals, solution.to_play
    if after is None:
        return []
    found: list[Effect | None] = []
    if (mover, Goal.ULTIMO) in before and (mover, Goal.ULTIMO) in after:
        old, new = before[mover, Goal.ULTIMO], after[mover, Goal.ULTIMO]
        found.append(_own_ultimo(face, old, new, ultimo_kind(face, after, mover), players))
    if (mover, Goal.BAGUD) in after:
        found.append(_own_bagud(face, after[mover, Goal.BAGUD], mover, players))
    for seat in _threatening(solution):
        if (seat, Goal.ULTIMO) in after:
            kind = ultimo_kind(face, after, seat)
            found.append(_others_ultimo(face, after[seat, Goal.ULTIMO], kind, players))
    return [effect for effect in found if effect is not None]


def _threatening(solution: Solution) -> list[int]:
    """The others to whom some cards give an Ultimo that is not theirs yet."""
    before = solution.values.goals or {}
    given = {
        seat
        for card in solution.cards
        for (seat, goal), answer in (card.values.goals or {}).items()
        if goal is Goal.ULTIMO and answer.status in CERTAIN and seat != solution.to_play
    }
    held = {seat for (seat, goal), a in before.items() if goal is Goal.ULTIMO and a.status in CERTAIN}
    return sorted(given - held)


def _own_ultimo(
    face: Face, old: GoalAnswer, new: GoalAnswer, kind: str, players: Sequence[str]
) -> Effect | None:
    if new.status is Status.AUTOMATIC:
        return Effect("+", face.t("wins the {goal} for certain", goal=kind))
    if new.status is Status.FORCED:
        return Effect("+", face.t("keeps the {goal} forced", goal=kind))
    if old.status in CERTAIN:
        if new.status is Status.IMPOSSIBLE:
            return Effect("-", face.t("throws away an Ultimo that was forced"))
        return Effect(
            "-", face.t("lets go of a forced Ultimo, which is now up to {by}", by=_by(face, new, players))
        )
    if new.status is Status.DEPENDS:
        return Effect("~", face.t("leaves the own {goal} to {by}", goal=kind, by=_by(face, new, players)))
    if old.status is Status.DEPENDS:
        return Effect("-", face.t("gives up the chance of an Ultimo"))
    return None


def _own_bagud(face: Face, answer: GoalAnswer, mover: int, players: Sequence[str]) -> Effect | None:
    if answer.status is Status.AUTOMATIC:
        return Effect("v", face.t("goes Bagud for certain"))
    others = ((1 << len(players)) - 1) ^ (1 << mover)
    if answer.forces(others):
        by = [mask for mask in answer.forced_by if not mask >> mover & 1]
        return Effect("v", face.t("can be put Bagud by {by}", by=sets_words(face, by, players)))
    return None


def _others_ultimo(face: Face, new: GoalAnswer, kind: str, players: Sequence[str]) -> Effect:
    player = face.strong(players[new.seat])
    match new.status:
        case Status.AUTOMATIC:
            return Effect("!", face.t("gives {player} the {goal} for certain", player=player, goal=kind))
        case Status.FORCED:
            return Effect(
                "!", face.t("gives {player} the {goal}, who can force it", player=player, goal=kind)
            )
        case Status.IMPOSSIBLE:
            return Effect("=", face.t("prevents {whose} Ultimo", whose=face.whose(players[new.seat])))
        case Status.DEPENDS:
            by = _by(face, new, players)
            return Effect(
                "~",
                face.t(
                    "leaves {whose} {goal} to {by}", whose=face.whose(players[new.seat]), goal=kind, by=by
                ),
            )


def _by(face: Face, answer: GoalAnswer, players: Sequence[str]) -> str:
    return sets_words(face, answer.forced_by, players)


def legend(face: Face, signs: set[str]) -> list[str]:
    """What the signs in use mean, each as one piece of text that should not be broken."""
    meaning = {
        "+": face.t("own Ultimo"),
        "-": face.t("own Ultimo let go"),
        "~": face.t("an Ultimo others decide"),
        "!": face.t("gives another the Ultimo"),
        "=": face.t("prevents an Ultimo"),
        "v": face.t("Bagud"),
        "x": face.t("improper"),
        "*": face.t("best for own tokens"),
    }
    return [f"{painted(face, sign)} {words}" for sign, words in meaning.items() if sign in signs]


def painted(face: Face, sign: str) -> str:
    """A sign in its colour."""
    style = {"+": "good", "=": "good", "*": "bold", "~": "warn", "v": "warn"}.get(sign, "bad")
    return face.paint(sign, style)


def improper_words(face: Face, why: Message | None) -> str:
    """That a card is improper, and why."""
    improper = face.t("improper")
    return f"{improper}: {face.said(why.short)}" if why else improper
