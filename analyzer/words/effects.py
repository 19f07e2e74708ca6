"""What cards come to: the best of them, what each leads to, and the parts of an answer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final, Literal

from analyzer.errors import INTERRUPTED
from analyzer.frozenrecord import Record
from analyzer.messages import (
    GoalName,
    LineWord,
    Message,
    Name,
    Put,
    Toned,
    Verbatim,
    Whose,
    Word,
    both,
    formed,
    say,
)
from analyzer.rules.score.goals import Goal, read_goal
from analyzer.search.engine.results import CardValues, Equilibrium, GoalAnswer, Searched, Solution, Status
from analyzer.words.blocks import Phrase
from analyzer.words.verdicts import CERTAIN, sets_of_players, ultimo_kind

_SURE: Final = ("guarantee", "points", "tricks")
Cards = tuple[CardValues, ...]


def best_cards(solution: Solution) -> Cards:
    """The cards by which the mover comes to what is best: each for himself, else for sure.

    Where no propriety says more, those of equal cards that leave most goals in the hand of his side.
    """
    own = solution.sides.of[solution.to_play]
    kept = _pick_by_ends(solution, own) if solution.values.equilibria else _pick_by_guarantee(solution, own)
    if any(card.proper is not None for card in kept):
        return kept
    most = max((_in_hand(solution, card, own) for card in kept), default=0)
    return tuple(card for card in kept if _in_hand(solution, card, own) == most)


def best_proper_cards(solution: Solution) -> Cards:
    """The proper cards that come to the most, where all play for themselves."""
    own = solution.sides.of[solution.to_play]
    most = [
        (max(tokens[own] for tokens in _ends(card.values.equilibria)), card)
        for card in solution.cards
        if card.proper and card.values.equilibria
    ]
    top = max((amount for amount, _ in most), default=0)
    return tuple(card for amount, card in most if amount == top)


def _pick_by_ends(solution: Solution, own: int) -> Cards:
    """The cards that come to one of the best ends, and of these those whose own ends are highest."""
    best = _ends(solution.values.equilibria)
    ends = [(card, _ends(card.values.equilibria)) for card in solution.cards]
    amounts = [(card, [end[own] for end in each]) for card, each in ends if best & each]
    most = max(((min(each), max(each)) for _, each in amounts), default=None)
    return tuple(card for card, each in amounts if (min(each), max(each)) == most)


def _ends(equilibria: tuple[Equilibrium, ...] | None) -> set[tuple[int, ...]]:
    return {each.tokens for each in equilibria or ()}


def _pick_by_guarantee(solution: Solution, own: int) -> Cards:
    """The cards that keep what the side is sure of: what is paid, then points, then tricks."""
    asked = [part for part in _SURE if getattr(solution.values, part) is not None]
    kept = solution.cards
    for part in asked:
        kept = _keeping(solution, part, own, kept)
    return kept if asked else ()


def _keeping(solution: Solution, part: str, own: int, cards: Cards) -> Cards:
    """Of the cards those that keep what a side is sure of, and of these those that leave the others least."""
    now = getattr(solution.values, part)
    after = [(card, getattr(card.values, part)) for card in cards]
    kept = [(card, then) for card, then in after if then is not None and then[own] == now[own]]
    least = min((_sum_others(then, own) for _, then in kept), default=0)
    return tuple(card for card, then in kept if _sum_others(then, own) == least) or cards


def _sum_others(sure: Sequence[Fraction | int | None], own: int) -> Fraction | int:
    return sum(each or 0 for side, each in enumerate(sure) if side != own)


def _in_hand(solution: Solution, card: CardValues, own: int) -> int:
    """How many goals a card leaves in the hand of its side, less those of the others."""
    sure = ((seat, each) for (seat, _), each in (card.values.goals or {}).items() if each.status in CERTAIN)
    return sum(1 if solution.sides.of[seat] == own else -1 for seat, _ in sure)


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
        return Effect("+", say("wins {goal:the} for certain", goal=kind))
    if new.status is Status.FORCED:
        return Effect("+", say("keeps {goal:the} forced", goal=kind))
    if old.status in CERTAIN:
        if new.status is Status.IMPOSSIBLE:
            return Effect("-", say("throws away an Ultimo that was forced"))
        return Effect(
            "-", say("gives up a forced Ultimo, which is now up to {by}", by=_forcers_message(new, players))
        )
    if new.status is Status.DEPENDS:
        return Effect(
            "~",
            say(
                "leaves the decision on its own {goal} to {by}", goal=kind, by=_forcers_message(new, players)
            ),
        )
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
            return Effect("!", say("gives {player} {goal:the} for certain", player=player, goal=kind))
        case Status.FORCED:
            return Effect("!", say("gives {player} {goal:the}, who can force it", player=player, goal=kind))
        case Status.IMPOSSIBLE:
            return Effect("=", say("prevents {whose} Ultimo", whose=Whose(players[new.seat])))
        case Status.DEPENDS:
            by = _forcers_message(new, players)
            return Effect(
                "~",
                say("leaves {whose} {goal} to {by}", whose=Whose(players[new.seat]), goal=kind, by=by),
            )


def _forcers_message(answer: GoalAnswer, players: Sequence[str]) -> Message:
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
        "*": say("best for its player's tokens"),
    }
    for sign, words in meaning.items():
        if sign in signs:
            yield formed("{sign}\u00a0{words}", sign=sign_word(sign), words=Put(words, "unbroken"))


def sign_word(sign: str) -> Toned:
    """A sign in its colour."""
    return Toned(Verbatim(sign), _TONES.get(sign, "bad"))


def effect_messages(card: CardValues, found: Iterable[Effect]) -> Iterator[Message]:
    """What a card does, and why it is improper, or what may be said of a proper one."""
    yield from (effect.said for effect in found)
    if card.proper is False:
        yield improper_message(card.why)
    elif card.why is not None:
        yield card.why


def improper_message(why: Message | None) -> Message:
    """That a card is improper, and why."""
    improper = say("improper")
    return formed("{improper}: {why}", improper=improper, why=why.short) if why else improper


PART_NAMES: Final = {
    "goals": say("who can force what"),
    "guarantee": say("sure of"),
    "equilibria": say("each for themselves"),
    "evidence": say("evidence against improper cards"),
    "points": say("points"),
    "tricks": say("tricks"),
    "margin": say("margin"),
    "proper": say("what is proper"),
    "deals": say("all the deals"),
}


def part_word(part: str) -> Word:
    """A part of an answer in words: `A's Ultimo`, `sure of`, or a card."""
    goal = _goal_of(part)
    if goal is not None:
        return say("{whose} {goal}", whose=Whose(goal[0]), goal=goal[1].named)
    return PART_NAMES.get(kind_of(part), LineWord(part))


def kind_of(part: str) -> str:
    """The kind of a part, without whose it is."""
    return part.partition(".")[0]


def _goal_of(part: str) -> tuple[str, Goal] | None:
    """Whose goal a part is, and which; names and numbers may have points in them."""
    kind, *words = part.split(".")
    for end in range(1, len(words)):
        goal = read_goal(".".join(words[end:]))
        if kind == "goals" and goal is not None:
            return ".".join(words[:end]), goal
    return None


def unfinished_message(unfinished: Sequence[str], reason: Message | None) -> Message:
    """The kinds of parts that were not finished, and why."""
    return _not_finished(map(part_word, dict.fromkeys(map(kind_of, unfinished))), reason)


def unfinished_parts(found: Searched, *, goals: bool = False) -> Iterator[Phrase]:
    """What was not finished, if anything; `goals` has the goals told one by one, where some are known."""
    kinds = {kind_of(part): part_word(kind_of(part)) for part in found.unfinished}
    if goals and "goals" in kinds:
        each = both(part_word(part) for part in found.unfinished if kind_of(part) == "goals")
        kinds["goals"] = formed("{what} ({each})", what=kinds["goals"], each=each)
    if kinds:
        yield Phrase(_not_finished(kinds.values(), found.reason), "bad")


def _not_finished(parts: Iterable[Word], reason: Message | None) -> Message:
    why = (reason or INTERRUPTED).short
    return say("Not finished: {parts} ({reason}).", parts=both(parts), reason=why)
