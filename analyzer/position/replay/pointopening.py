"""What comes before the first lead of a whole hand in a game of card points, judged and paid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from analyzer.position.replay.model import JudgedLine, Offence
from analyzer.position.setting import Setting
from analyzer.rules.deal.beforeplay import BeforePlay, judge_before_play
from analyzer.rules.deal.discard import judge_discard
from analyzer.rules.deal.pointdeclared import declared_by_hands, declared_in_words
from analyzer.rules.deal.purchase import undone
from analyzer.rules.score.hand import HandCame
from analyzer.rules.score.told import Declared, HandTold


def told_with_declared(position: Setting) -> HandTold:
    """What is told of a hand with what was declared in it; where nothing is said, what the hands hold."""
    game = position.spec.points
    if game is None or game.declaring is None or not position.whole_hand:
        return position.told
    found: Mapping[int, Sequence[Declared]]
    if position.declarations is None:
        found = declared_by_hands(position.rules, position.hands)
    else:
        found = declared_in_words(position.rules, position.declarations)
    return replace(position.told, declared={seat: tuple(each) for seat, each in found.items()})


def came_before(position: Setting, told: HandTold) -> HandCame:
    """What a hand has come to before its first lead."""
    return HandCame(
        seats=len(position.players),
        sides=position.sides,
        told=told,
        dealer=position.dealer,
        partner=position.partner,
    )


def judge_opening(position: Setting) -> JudgedLine:
    """What was against the rules before the first lead: the discard, and everything that was said."""
    if position.dealer is None:
        return JudgedLine()
    offences = []
    maker, away = maker_of(position), position.skat
    if maker is not None and away:
        before = undone(position.hands, position.told.declarer, position.told.purchases)
        judged = judge_discard(position.rules, before[maker] | away, away)
        offences += [Offence(each, maker) for each in judged.violations]
    facts = BeforePlay(
        names=position.players,
        dealer=position.dealer,
        hands=position.hands,
        told=position.told,
        laid_away=away or frozenset(),
        declared=position.declarations or {},
    )
    offences += [Offence(each.violation, each.seat) for each in judge_before_play(position.rules, facts)]
    return JudgedLine(tuple(offences))


def maker_of(position: Setting) -> int | None:
    """Who laid cards away, which is done before anything is bought; None in other games."""
    game = position.spec.points
    if game is None:
        return None
    return position.told.declarer if game.declarer_takes else position.dealer
