"""The time before the first lead of a full hand in a game of card points, judged and paid."""

from __future__ import annotations

from msgspec.structs import replace

from analyzer.position.setting import Setting
from analyzer.rules.deal import judge
from analyzer.rules.deal.declarations import declared_by_hands
from analyzer.rules.deal.judge import BeforePlay, WrongBefore
from analyzer.rules.score.hand import HandCame, HandTold


def told_before(position: Setting) -> HandTold:
    """Return the facts about a full hand with its declarations; impossible declarations are left out.

    If no declarations are given, they are those that the hands hold.
    """
    game, told = position.spec, position.told
    if game.pots is not None or not position.whole_hand:
        return told
    if game.declaring is not None and position.declarations is None:
        return replace(told, declared=declared_by_hands(position.rules, position.hands))
    return judge.standing(position.rules, facts_before(position), judge_opening(position))


def came_before(position: Setting, told: HandTold) -> HandCame:
    """Return the state of a hand before its first lead."""
    return HandCame(
        seats=len(position.players),
        sides=position.sides,
        told=told,
        dealer=position.dealer,
        partner=position.partner,
    )


def facts_before(position: Setting) -> BeforePlay:
    """Return the facts about the time before the first lead."""
    return BeforePlay(
        names=position.players,
        dealer=position.dealer,
        hands=position.hands,
        told=position.told,
        laid_away=position.skat or frozenset(),
        declared=position.declarations or {},
    )


def judge_opening(position: Setting) -> tuple[WrongBefore, ...]:
    """Return the breaches before the first lead of a full hand."""
    return judge.judge_before_play(position.rules, facts_before(position)) if position.whole_hand else ()


def maker_of(position: Setting) -> int | None:
    """Return the seat that discarded before any purchase; None in other games."""
    game = position.spec
    return None if game.pots is not None else judge.maker_of(game, position.told, position.dealer)
