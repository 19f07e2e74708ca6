"""What a card does about the Ultimo and the Bagud, in words and signs."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.frozenrecord import Record
from analyzer.messages import Message, formed, say
from analyzer.report.phrases.verdicts import CERTAIN, sets_words, ultimo_kind
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.results import CardValues, GoalAnswer, Solution, Status


class Effect(Record, frozen=True):
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
    """That a card is improper, and why, laid out."""
    return style.said(improper_said(why))


def improper_said(why: Message | None) -> Message:
    """That a card is improper, and why."""
    improper = say("improper")
    return formed("{improper}: {why}", improper=improper, why=why.short) if why else improper
