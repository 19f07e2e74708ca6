"""What a card does about the Ultimo and the Bagud, in words and signs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final, Literal

from analyzer.frozenrecord import Record
from analyzer.messages import GoalName, Message, Name, Put, Toned, Verbatim, Whose, formed, say
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.results import CardValues, GoalAnswer, Solution, Status
from analyzer.words.verdicts import CERTAIN, sets_of_players, ultimo_kind

_TONES: Final[dict[str, Literal["good", "bold", "warn"]]] = {
    "+": "good", "=": "good", "*": "bold", "~": "warn", "v": "warn",
}  # fmt: skip


class Effect(Record, frozen=True):
    """What a card does: a sign, and the words for it."""

    sign: str
    said: Message


def effects(solution: Solution, card: CardValues, players: Sequence[str]) -> list[Effect]:
    """What a card does about the Ultimo and the Bagud; the mover's own first.

    Of another player's Ultimo it is told who gets it, and who would get it after a different card.
    """
    before, after, mover = solution.values.goals or {}, card.values.goals, solution.to_play
    if after is None:
        return []
    found: list[Effect | None] = []
    if (mover, Goal.ULTIMO) in before and (mover, Goal.ULTIMO) in after:
        old, new = before[mover, Goal.ULTIMO], after[mover, Goal.ULTIMO]
        found.append(_own_ultimo(old, new, ultimo_kind(after, mover), players))
    if (mover, Goal.BAGUD) in after:
        found.append(_own_bagud(after[mover, Goal.BAGUD], mover, players))
    for seat in _threatening(solution):
        if (seat, Goal.ULTIMO) in after:
            kind = ultimo_kind(after, seat)
            found.append(_others_ultimo(after[seat, Goal.ULTIMO], kind, players))
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


def _own_ultimo(old: GoalAnswer, new: GoalAnswer, kind: GoalName, players: Sequence[str]) -> Effect | None:
    if new.status is Status.AUTOMATIC:
        return Effect("+", say("wins the {goal} for certain", goal=kind))
    if new.status is Status.FORCED:
        return Effect("+", say("keeps the {goal} forced", goal=kind))
    if old.status in CERTAIN:
        if new.status is Status.IMPOSSIBLE:
            return Effect("-", say("throws away an Ultimo that was forced"))
        return Effect("-", say("lets go of a forced Ultimo, which is now up to {by}", by=_by(new, players)))
    if new.status is Status.DEPENDS:
        return Effect("~", say("leaves the own {goal} to {by}", goal=kind, by=_by(new, players)))
    if old.status is Status.DEPENDS:
        return Effect("-", say("gives up the chance of an Ultimo"))
    return None


def _own_bagud(answer: GoalAnswer, mover: int, players: Sequence[str]) -> Effect | None:
    if answer.status is Status.AUTOMATIC:
        return Effect("v", say("goes Bagud for certain"))
    others = ((1 << len(players)) - 1) ^ (1 << mover)
    if answer.forces(others):
        by = [mask for mask in answer.forced_by if not mask >> mover & 1]
        return Effect("v", say("can be put Bagud by {by}", by=sets_of_players(by, players)))
    return None


def _others_ultimo(new: GoalAnswer, kind: GoalName, players: Sequence[str]) -> Effect:
    player = Name(players[new.seat])
    match new.status:
        case Status.AUTOMATIC:
            return Effect("!", say("gives {player} the {goal} for certain", player=player, goal=kind))
        case Status.FORCED:
            return Effect("!", say("gives {player} the {goal}, who can force it", player=player, goal=kind))
        case Status.IMPOSSIBLE:
            return Effect("=", say("prevents {whose} Ultimo", whose=Whose(players[new.seat])))
        case Status.DEPENDS:
            by = _by(new, players)
            return Effect(
                "~",
                say("leaves {whose} {goal} to {by}", whose=Whose(players[new.seat]), goal=kind, by=by),
            )


def _by(answer: GoalAnswer, players: Sequence[str]) -> Message:
    return sets_of_players(answer.forced_by, players)


def legend(signs: Collection[str]) -> Iterator[Message]:
    """What the signs in use mean."""
    meaning = {
        "+": say("own Ultimo"),
        "-": say("own Ultimo let go"),
        "~": say("an Ultimo others decide"),
        "!": say("gives another the Ultimo"),
        "=": say("prevents an Ultimo"),
        "v": say("Bagud"),
        "x": say("improper"),
        "*": say("best for own tokens"),
    }
    for sign, words in meaning.items():
        if sign in signs:
            yield formed("{sign}\u00a0{words}", sign=sign_word(sign), words=Put(words, "unbroken"))


def sign_word(sign: str) -> Toned:
    """A sign in its colour."""
    return Toned(Verbatim(sign), _TONES.get(sign, "bad"))


def effects_said(card: CardValues, found: Iterable[Effect]) -> Iterator[Message]:
    """What a card does, and why it is improper, or what may be said of a proper one."""
    yield from (effect.said for effect in found)
    if card.proper is False:
        yield improper_said(card.why)
    elif card.why is not None:
        yield card.why


def improper_said(why: Message | None) -> Message:
    """That a card is improper, and why."""
    improper = say("improper")
    return formed("{improper}: {why}", improper=improper, why=why.short) if why else improper
