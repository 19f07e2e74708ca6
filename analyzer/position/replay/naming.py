"""The naming of a led Fool as a replay goes through it: what may be said, and whose card goes back.

The protocol itself is :mod:`analyzer.rules.play.naming`; here its judgements become the events and the
refusals of a line. A player who plays a plain card though he should trump is not refused at once where the
third player may still name: a name claimed after it makes the card one to be taken back, not a revoke.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from analyzer.errors import IllegalMove
from analyzer.messages import Message, Name, Verbatim, say
from analyzer.position.replay.legality import holder_of, legal_words, not_held, refused
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.play.naming import Naming
from analyzer.rules.play.table import Laid
from analyzer.rules.play.trick import OpenTrick


class Heard(NamedTuple):
    """The trick after a word, what came of it, and what is wrong with it, for good or till a claim."""

    trick: OpenTrick
    events: tuple[Action, ...]
    uncured: IllegalMove | None = None
    wrong: IllegalMove | None = None


def said_void(trick: OpenTrick, word: Action, players: Sequence[str]) -> Heard | IllegalMove:
    """What comes of a player saying that he is void; without a name it is the next to play.

    Refused of the leader, and wrong where he is not void.

    Source: clause naming.statement.
    """
    naming, clause = _of(trick), "naming.statement"
    seat = word.seat if word.seat is not None else naming.to_play
    if seat is None or seat == naming.leader:
        return _refused(trick, word, clause, say("only a player who follows says that he is void"))
    after = trick.saying(Action(ActionKind.VOID, seat=seat))
    if seat in _of(after).false_statements:
        assert naming.first is not None
        text = say(
            "{player} says he is void in {suit}, and holds it", player=Name(players[seat]), suit=naming.first
        )
        return Heard(after, (), wrong=_refused(trick, word, clause, text, seat=seat))
    return Heard(after, (Action(ActionKind.VOID, None, naming.first, seat, clause, word.where),))


def claimed(trick: OpenTrick, word: Action, players: Sequence[str]) -> Heard | IllegalMove:
    """What comes of a player naming the Fool anew; without a name it is the player with the right.

    Refused where nobody has a right to, and wrong where he has none.

    Source: clauses naming.statement, naming.lost-right.
    """
    naming = _of(trick)
    seat = word.seat if word.seat is not None else naming.right_to_name
    if seat is None:
        text = say("nobody has the right to name the Fool anew")
        return _refused(trick, word, "naming.followable", text)
    clause = "naming.statement" if seat == naming.second else "naming.lost-right"
    after = trick.saying(Action(ActionKind.CLAIM, suit=word.suit, seat=seat))
    offences = _of(after).offences[len(naming.offences) :]
    if offences:
        text = say(
            "{player} names {suit}: {reason}",
            player=Name(players[seat]),
            suit=Verbatim(word.suit) if word.suit is None else word.suit,
            reason=offences[-1].text,
        )
        return Heard(after, (), wrong=_refused(trick, word, offences[-1].clause, text, seat=seat))
    said = Action(ActionKind.CLAIM, None, word.suit, seat, clause, word.where)
    return Heard(after, (said, *_taken_back(after)))


def named_card(
    trick: OpenTrick, word: Action, players: Sequence[str], by: int | None = None
) -> Heard | IllegalMove:
    """What comes of the next card, played `by` somebody before his turn where one is told.

    Refused where it is not held, and wrong for a revoke that nothing can cure.

    Source: clauses naming.both-void, naming.second-card-names.
    """
    assert word.card is not None
    table, before = trick.table, _of(trick)
    seat = table.holder if by is None else by
    legal, refusal = legal_words(table, seat), None if by is not None else not_held(table, word.card, players)
    if refusal is not None:
        return _refused(trick, word, *refusal, legal, seat=holder_of(table, word.card))
    after = trick.laying(Laid(seat, word.card))
    naming, uncured, wrong = _of(after), None, None
    revoke = next((each for each in naming.revokes if each.cards == (word.card,)), None)
    if revoke is not None:
        fault = say("{who}: {fault}", who=Name(players[seat]), fault=revoke.text)
        uncured = _refused(trick, word, revoke.clause, fault, legal, seat=seat)
        if naming.right_to_name != naming.third:
            uncured, wrong = None, uncured
    events = [Action(ActionKind.PLAY, word.card, seat=seat, where=word.where), *_lost(before, naming)]
    if naming.named_by != before.named_by:
        card = naming.card_of(naming.second)
        clause = "naming.second-card-names"
        events.append(Action(ActionKind.NAMING, card, naming.named, naming.second, clause))
    return Heard(after, (*events, *_taken_back(after)), uncured, wrong)


def _of(trick: OpenTrick) -> Naming:
    assert trick.naming is not None
    return trick.naming


def _lost(before: Naming, after: Naming) -> tuple[Action, ...]:
    """Who lost the right to name, where somebody had it."""
    lost = after.lost[len(before.lost) :] if after.both_void else ()
    return tuple(Action(ActionKind.LOST_RIGHT, seat=each.seat, clause=each.clause) for each in lost)


def _taken_back(trick: OpenTrick) -> tuple[Action, ...]:
    """The cards that no longer obey the suit in force."""
    naming = _of(trick)
    return tuple(
        Action(ActionKind.TAKE_BACK, naming.card_of(seat), naming.named, seat, "naming.lost-right")
        for seat in naming.take_back
    )


def _refused(
    trick: OpenTrick,
    word: Action,
    clause: str,
    reason: Message,
    legal: Sequence[str] = (),
    *,
    seat: int | None = None,
) -> IllegalMove:
    return refused(trick.start, clause, reason, legal, word.where, seat)
