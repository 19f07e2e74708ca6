"""The table of a board in words: seats, cards with why they may not be played, what was done and paid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from analyzer.answers.records.replay import outcome_sentence, played_message
from analyzer.api.board.views import (
    BoardAnswer,
    BoardCard,
    BoardGoal,
    BoardHeld,
    BoardLaid,
    BoardMove,
    BoardOther,
    BoardSeat,
    BoardTrick,
)
from analyzer.cards.card import Card
from analyzer.errors import UsageError
from analyzer.frozenrecord import Record
from analyzer.messages import Message, Name, Whose, formed, say
from analyzer.position.diagram import places
from analyzer.position.files.oneline import to_line
from analyzer.position.model import Position
from analyzer.position.reading import LegalMoves
from analyzer.position.replay.model import Replay
from analyzer.report.spans import Spans
from analyzer.report.style.diagram import fact_messages
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.terminal import one_line
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.play.table import Laid
from analyzer.rules.score.goals import Goal, exact
from analyzer.rules.spec.grounds import STATED
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.views.base import grounded
from analyzer.words.names import card_name
from analyzer.words.paid import amounts_message, payment_phrases, score_phrases
from analyzer.words.verdicts import goal_question_message, stipulation

Place = Literal["below", "left", "right", "above"]


class Done(Record, frozen=True):
    """Something that was done, who did it, and the trick it belongs to, counted from 1."""

    word: str
    action: Action
    seat: int
    trick: int


class OnBoard(Record, frozen=True):
    """A moment of a line: where it started, what was done, and what came of it."""

    position: Position
    start: Position
    """Before all that was done."""
    asked: tuple[int, Goal] | None
    """Whose goal the line is about, and which, from its start to its end."""
    done: tuple[Done, ...]
    replay: Replay
    """What was done; where not every card is known, in one of the deals in which it can have been."""
    goals: tuple[tuple[int, Goal], ...]
    """What can be asked, and whose it is."""
    may: LegalMoves | None
    """What may be done, in every deal where not every card is known; None where it is over."""
    sometimes: tuple[tuple[Action, int], ...] = ()
    """What may be done in some of those deals, with in how many."""
    recorded: bool = False
    """Whether the text that it began with tells what was played."""


def board_view(shown: OnBoard, style: TextStyle) -> BoardAnswer:
    """What a board shows at that moment, in the reader's language."""
    position, replay = shown.position, shown.replay
    legal = () if shown.may is None else (*shown.may.legal, *(each for each, _ in shown.sometimes))
    mover = None if shown.may is None else _mover(position, shown.may)
    names = position.players
    status = _status(style, shown, mover)
    return BoardAnswer(
        **grounded(position.rules, STATED),
        title=position.title,
        source=position.source,
        players=list(names),
        pots=position.pots is not None,
        lead=names[position.lead],
        to_play=None if mover is None else names[mover],
        tricks_left=position.tricks_left,
        first_trick=max(1, position.rules.table.hand_size - shown.start.tricks_left + 1),
        sides=_declaring(position),
        seats=_seats(style, shown, legal, mover),
        trick=_laid(style, position),
        last_trick=[] if position.trick else _last_trick(style, shown),
        moves=[
            BoardMove(word=each.word, player=names[each.seat], name=_named(style, each), trick=each.trick)
            for each in shown.done
        ],
        tricks=list(_tricks(style, replay, position.rules)),
        other=[_other(style, each, names) for each in legal if each.kind is not ActionKind.PLAY],
        untold=[] if mover is None else list(_untold(style, position.hands[mover], legal)),
        facts=[*map(style.render, fact_messages(position, short=True))],
        goals=[_goal(style, position, seat, goal) for seat, goal in shown.goals],
        complete=position.complete,
        over=position.over,
        last=_last(style, shown),
        status=status,
        stipulation="" if position.over else style.render(_question(shown)),
        asked=None if shown.asked is None else _goal(style, shown.start, *shown.asked),
        recorded=shown.recorded,
        posed=position.stipulation is not None,
        outcome=_outcome(style, replay) or None if position.complete else None,
        settlement=_settlement(style, replay) if position.complete else [],
        amounts=dict(zip(names, _amounts(replay), strict=False)) if position.complete else None,
        text=_one_line(position),
    )


def _question(shown: OnBoard) -> Message:
    """What is asked: in the words of the file, else of the present moment."""
    if shown.start.stipulation is None and shown.asked is not None and not shown.position.over:
        return goal_question_message(shown.position, shown.asked)
    return stipulation(shown.start, shown.asked)


def _declaring(position: Position) -> dict[str, str]:
    """The players of the declarer's side, as far as they are known."""
    seats = {position.told.declarer, position.partner} - {None}
    return {position.players[seat]: "declaring" for seat in seats if seat is not None}


def _goal(style: TextStyle, position: Position, seat: int, goal: Goal) -> BoardGoal:
    """A goal by the word it is asked with, as a reader reads it, and as a solver is asked about it."""
    player = position.players[seat]
    asked = "" if position.over else style.render(goal_question_message(position, (seat, goal)))
    told = say("{whose} {goal}", whose=Whose(player), goal=goal.named)
    return BoardGoal(str(goal), player, style.render(told), asked)


def _one_line(position: Position) -> str | None:
    try:
        return to_line(position) if position.complete else None
    except UsageError:  # something of it has no place in a line
        return None


def _mover(position: Position, may: LegalMoves) -> int:
    """Whose card is next; while a card picked may go back, that of the player behind it."""
    cards = [each.card for each in may.cards]
    holders = (seat for seat, hand in enumerate(position.hands) if cards and cards[0] in hand)
    return next(holders, may.to_play)


def _untold(style: TextStyle, hand: frozenset[Card], legal: Sequence[Action]) -> Iterator[BoardOther]:
    """The cards that a player may play where he holds them, which nobody knows."""
    for each in legal:
        if each.card is not None and each.card not in hand:
            yield BoardOther(str(each), style.render(card_name(each.card, each.suit)))


def _seats(style: TextStyle, shown: OnBoard, legal: Sequence[Action], mover: int | None) -> list[BoardSeat]:
    position = shown.position
    words: dict[Card | None, list[str]] = {}
    for each in legal:
        words.setdefault(each.card, []).append(str(each))
    why = _refusals(style, shown, mover)
    seated = position.rules.table.seated(len(position.players))
    below, sides, _ = places(seated)
    beside: tuple[Place, Place] = ("left", "right")
    where: dict[int, Place] = {below: "below", **dict(zip(sides, beside, strict=False))}
    return [
        BoardSeat(
            name=name,
            place=where.get(seat, "above"),
            hand=[_card(style, card, words.get(card, []), why, seat) for card in sorted(hand)],
            held=[
                BoardHeld(str(card), style.render(card_name(card)))
                for card in sorted(shown.start.hands[seat])
            ],
            hidden=position.untold.get(seat, 0),
            notes=list(_notes(style, position, seat, mover)),
            to_play=seat == mover,
            **_won(shown, seat),
        )
        for seat, (name, hand) in enumerate(zip(position.players, position.hands, strict=True))
    ]


def _refusals(
    style: TextStyle, shown: OnBoard, mover: int | None
) -> Mapping[Card | int, tuple[str, str | None]]:
    """Why a card may not be played, or none of a seat: the words and the clause."""
    position = shown.position
    if mover is None or shown.may is None:
        return {}
    turn = style.render(say("it is {whose} turn", whose=Whose(position.players[mover])))
    seats = range(len(position.players))
    found: dict[Card | int, tuple[str, str | None]] = dict.fromkeys(seats, (turn, None))
    if position.picked is None:
        found |= {each.card: (style.render(each.text), each.clause) for each in shown.may.forbidden}
    return found


def _card(
    style: TextStyle,
    card: Card,
    words: list[str],
    why: Mapping[Card | int, tuple[str, str | None]],
    seat: int,
) -> BoardCard:
    refused, clause = (None, None) if words else why.get(card, why.get(seat, (None, None)))
    return BoardCard(
        card=str(card), name=style.render(card_name(card)), words=words, why=refused, clause=clause
    )


def _notes(style: TextStyle, position: Position, seat: int, mover: int | None) -> Iterator[str]:
    if seat == mover:
        yield style.render(say("to play")) if position.trick else style.render(say("to lead"))
    elif position.trick and seat == position.lead:
        yield style.render(say("led"))
    if seat == position.dealer:
        yield style.render(say("dealer"))
    if seat == position.told.declarer:
        yield style.render(say("declarer"))
    elif seat == position.partner:
        yield style.render(say("partner"))


def _won(shown: OnBoard, seat: int) -> dict[str, Any]:
    """Tricks, points and amounts of a seat, as far as they are known."""
    replay, taken = shown.replay, shown.position.taken
    pile = None if taken is None else taken[seat]
    complete = shown.position.complete
    found: dict[str, Any] = {
        "tricks": None if pile is None else pile.tricks,
        "points": None if pile is None or pile.points is None else exact(pile.points),
        "amount": _amounts(replay)[seat] if complete else None,
    }
    if complete and replay.pots_before is None:
        found |= {"tricks": replay.tricks_won[seat], "points": exact(replay.points_by_seat[seat])}
    elif (complete or shown.done) and pile is None:
        found["tricks"] = sum(each.winner == seat for each in replay.tricks)
    return found


def _amounts(replay: Replay) -> Sequence[int]:
    """Tokens by seat since the start, or what is written."""
    return replay.amounts


def _laid(style: TextStyle, position: Position) -> list[BoardLaid]:
    """The cards on the table, the one that may yet go back behind them."""
    found = [_on_table(style, position.players, each) for each in position.trick]
    picked = position.picked
    if picked is not None and picked.card is not None:
        maybe = Laid(position.table.holder, picked.card, picked.suit)
        found.append(_on_table(style, position.players, maybe, picked=True))
    return found


def _last_trick(style: TextStyle, shown: OnBoard) -> list[BoardLaid]:
    """The cards of the trick that was won last."""
    tricks = shown.replay.tricks if shown.done else ()
    done = [each for each in tricks if each.winner is not None]
    return [_on_table(style, shown.position.players, each) for each in (done[-1].laid if done else ())]


def _on_table(style: TextStyle, players: Sequence[str], laid: Laid, *, picked: bool = False) -> BoardLaid:
    return BoardLaid(
        player=players[laid.seat],
        card=str(laid.card),
        names=laid.names,
        name=style.render(card_name(laid.card, laid.names)),
        picked=picked,
    )


def _named(style: TextStyle, done: Done) -> str:
    """What was done, in few words."""
    if done.action.card is None:
        return style.render(say("demands the Fool"))
    return style.render(card_name(done.action.card, done.action.suit))


def _other(style: TextStyle, action: Action, players: Sequence[str]) -> BoardOther:
    said = say("{player} demands the Fool", player=Name(players[action.actor]))
    return BoardOther(str(action), style.render(said))


def _last(style: TextStyle, shown: OnBoard) -> str:
    """The last thing done, and who won the trick where it was the last of one."""
    if not shown.done:
        return ""
    done, names = shown.done[-1], shown.position.players
    player = Name(names[done.seat])
    if done.action.card is None:
        return style.render(say("{player} demands the Fool", player=player)) + "."
    name = card_name(done.action.card, done.action.suit)
    said = style.render(say("{player} plays {card}.", player=player, card=name))
    tricks = shown.replay.tricks
    turned = not shown.position.trick and shown.position.picked is None
    if not turned or not tricks or tricks[-1].winner is None:
        return said
    winner = Name(names[tricks[-1].winner])
    return f"{said} {style.render(say('{player} wins the trick.', player=winner))}"


def _status(style: TextStyle, shown: OnBoard, mover: int | None) -> str:
    """The last move, and what comes: who is to play, or the outcome with what everybody has."""
    position, replay = shown.position, shown.replay
    parts = [_last(style, shown)]
    if mover is not None:
        player = Name(position.players[mover])
        told = say("{player} is to play.", player=player) if position.trick else say(
            "{player} leads.", player=player)  # fmt: skip
        parts.append(style.render(told))
    else:
        parts.append(_outcome(style, replay))
        amounts = amounts_message(replay.amounts, map(Name, position.players))
        parts.append(style.render(formed("{amounts}.", amounts=amounts)))
    return " ".join(filter(None, parts))


def _outcome(style: TextStyle, replay: Replay) -> str:
    """What it came to, in a sentence; nothing of what is not played out."""
    told = outcome_sentence(replay)
    return "" if told is None else style.render(told)


def _tricks(style: TextStyle, replay: Replay, rules: RuleSet) -> Iterator[BoardTrick]:
    spans = Spans(style.lang, rules, style.minus)
    for trick in replay.tricks:
        yield BoardTrick(
            number=trick.number,
            text=spans.sentence(played_message(trick, replay.players)),
            winner=None if trick.winner is None else replay.players[trick.winner],
            paid=[spans.phrase(each) for each in payment_phrases(trick.transfers, replay.players)],
        )


def _settlement(style: TextStyle, replay: Replay) -> list[str]:
    """Who pays whom in the end, or what is written for whom."""
    paid = payment_phrases(replay.settlement, replay.players)
    return [one_line(each, style) for each in (*paid, *score_phrases(replay.scores, replay.players))]
