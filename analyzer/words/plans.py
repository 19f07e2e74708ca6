"""A plan in sentences: who gets their way, what each player does, what mattered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from analyzer.cards.card import FOOL, Card
from analyzer.certificates.plan import NO_DEMAND, Plan, PlanEvent, PlanEventKind, PlanLine
from analyzer.frozenrecord import Record
from analyzer.messages import (
    LineWord,
    Message,
    Name,
    Several,
    Whose,
    Word,
    alone,
    both,
    in_a_row,
    listed,
    say,
    say_many,
)
from analyzer.position.model import Position
from analyzer.rules.actions import DEMAND
from analyzer.rules.deal.combinations import SUIT_WORDS
from analyzer.rules.play.table import Table
from analyzer.rules.score.goals import Aim, Goal
from analyzer.search.engine.reasons import Explained, Pair, Reason
from analyzer.search.engine.results import LineEvidence, members
from analyzer.search.solve.proper import PROTECT_POTS
from analyzer.words.blocks import Phrase
from analyzer.words.verdicts import play_message

_SIN: Final = frozenset({Aim.ULTIMO, Aim.KING_ULTIMO, Aim.PAGAT_ULTIMO, Aim.CONTRACT})
"""What is one's own in Danish in the common gender."""


class Seen(Record, frozen=True):
    """What a plan is about: who plays, and the cards before it."""

    players: Sequence[str]
    table: Table


def plan_texts(at: Seen, goal: Goal, seat: int, found: Explained) -> list[Phrase]:
    """Everything that is told of a plan, sentence by sentence; its numbered lines set in."""
    players = at.players
    texts = [Phrase(_claim(players, goal, seat, found))]
    if found.plan is None:
        return texts
    return texts + plan_lines(at, found.plan) + [Phrase(each) for each in _reasons(at, found)]


def plan_lines(at: Seen, plan: Plan) -> list[Phrase]:
    """What each player of a plan does."""
    texts = [text for seat, lines in sorted(plan.lines.items()) for text in _player(at, seat, lines)]
    if any(len(group) > 1 for lines in plan.lines.values() for line in lines for group in line.first):
        texts.append(Phrase(say("Of cards with / between them any one will do.")))
    return texts


def plan_message(reason: Reason | None, players: Sequence[str]) -> Message | None:
    """What the players of a plan do, in one paragraph; None if there is no plan."""
    if reason is None or reason.found.plan is None:
        return None
    if not reason.found.plan.lines:
        return _claim(players, reason.goal, reason.seat, reason.found)
    texts = plan_lines(Seen(players, reason.table), reason.found.plan)
    return alone(in_a_row(text.said for text in texts))


def _claim(players: Sequence[str], goal: Goal, seat: int, found: Explained) -> Message:
    whose, what = Whose(players[seat]), goal.named
    who = both(Name(players[each]) for each in members(found.winners))
    number = found.winners.bit_count()
    if found.plan is not None and not found.plan.lines:
        if found.holds:
            return say(
                "Every line of play leads to {whose} {goal}; any card will do.", whose=whose, goal=what
            )
        return say("No line of play leads to {whose} {goal}; any card will do.", whose=whose, goal=what)
    if found.holds:
        whose = Whose(players[seat], own=found.winners == 1 << seat and goal.aim in _SIN)
        return say_many(
            "{who} forces {whose} {goal}.",
            "{who} force {whose} {goal}.",
            number,
            who=who,
            whose=whose,
            goal=what,
        )
    if not number:
        return say("No line of play leads to {whose} {goal}.", whose=whose, goal=what)
    return say_many(
        "{who} prevents {whose} {goal}.",
        "{who} prevent {whose} {goal}.",
        number,
        who=who,
        whose=whose,
        goal=what,
    )


def _player(at: Seen, seat: int, lines: Sequence[PlanLine]) -> Iterator[Phrase]:
    player = Name(at.players[seat])
    if len(lines) == 1 and not lines[0].when:
        yield Phrase(_only_line(at, seat, lines[0]))
        return
    yield Phrase(say("{player} follows the first of these rules that gives a legal card:", player=player))
    for number, line in enumerate(lines, start=1):
        when = _when(at, seat, line, last=number == len(lines))
        yield Phrase(say("{number}. {when}: {cards}", number=number, when=when, cards=_cards(line)), level=1)
    if lines[-1].when:
        yield Phrase(say("If none applies, any card will do."))


def _only_line(at: Seen, seat: int, line: PlanLine) -> Message:
    player, cards = Name(at.players[seat]), _cards(line)
    if len(line.words) == 1:
        return say(
            "{player} plays {cards} as soon as it is legal; nothing else matters.",
            player=player,
            cards=cards,
        )
    kept = _kept(at, seat, line)
    if kept is not None and len(line.first) == 1:
        return say(
            "{player} keeps {card} for the last trick and may otherwise play anything.",
            player=player,
            card=kept,
        )
    if kept is not None:
        return say(
            "{player} plays each time the first of these that is allowed: {cards}; {card} stays to the last.",
            player=player,
            cards=cards,
            card=kept,
        )
    return say(
        "Each time, {player} plays the first legal card of {cards}; nothing else matters.",
        player=player,
        cards=cards,
    )


def _kept(at: Seen, seat: int, line: PlanLine) -> Card | None:
    """The only card of a hand that a line does not name, where there is but one and others."""
    hand = at.table.hands[seat]
    left = [card for card in hand if str(card) not in line.words]
    return left[0] if len(left) == 1 < len(hand) and left[0] != FOOL else None


def _cards(line: PlanLine) -> Several:
    return listed(_group(group) for group in line.first)


def _group(group: Sequence[str]) -> Word:
    """Cards of which any will do: `T20`, or `hR / d9`."""
    return alone(Several(tuple(_card(word) for word in group), "/"))


def _card(word: str) -> Word:
    if word == NO_DEMAND:
        return say("do not demand the Fool")
    return say("demand the Fool") if word == str(DEMAND) else LineWord(word)


def _when(at: Seen, seat: int, line: PlanLine, *, last: bool) -> Word:
    if not line.when:
        return say("otherwise") if last else say("whenever allowed")
    return Several(tuple(event_words(at.players, seat, event) for event in line.when), "all and")


def event_words(players: Sequence[str], seat: int, event: PlanEvent) -> Message:
    """An event as it is said to the player of that seat."""
    own = event.who == seat
    if event.who is not None and event.suit is not None:
        return _hand_event_message(Name(players[event.who]), event, own=own)
    if event.card is not None:
        return _card_event_message(event, event.card)
    if event.who is not None:
        return _player_event_message(Name(players[event.who]), event, own=own)
    return _trick_event_message(event)


def _hand_event_message(who: Name, event: PlanEvent, *, own: bool) -> Message:
    assert event.suit is not None
    suit = SUIT_WORDS[event.suit]
    if (event.kind is PlanEventKind.VOID) is not event.negated:
        if own:
            return say("once you have no {suit}", suit=suit)
        return say("once {player} has no {suit}", player=who, suit=suit)
    if own:
        return say("as long as you have {suit}", suit=suit)
    return say("as long as {player} has {suit}", player=who, suit=suit)


def _card_event_message(event: PlanEvent, card: Card) -> Message:
    if event.kind is PlanEventKind.IN_TRICK:
        if event.negated:
            return say("when {card} is not in the trick", card=card)
        return say("when {card} is in the trick", card=card)
    if (event.kind is PlanEventKind.GONE) is not event.negated:
        return say("once {card} is played", card=card)
    return say("as long as {card} is not played", card=card)


def _player_event_message(who: Name, event: PlanEvent, *, own: bool) -> Message:
    if event.kind is PlanEventKind.LEADER:
        if own:
            return say("when you did not lead") if event.negated else say("when you lead or led")
        if event.negated:
            return say("when {player} did not lead", player=who)
        return say("when {player} led", player=who)
    if event.negated:
        return say("when {player} is not winning the trick", player=who)
    return say("when {player} is winning the trick", player=who)


def _trick_event_message(event: PlanEvent) -> Message:
    match event.kind, event.negated:
        case PlanEventKind.TAKES, False:
            return say("where the card takes the trick so far")
        case PlanEventKind.TAKES, True:
            return say("where the card does not take the trick so far")
        case PlanEventKind.TO_LEAD, False:
            return say("when you are to lead")
        case PlanEventKind.TO_LEAD, True:
            return say("when somebody else has led")
        case PlanEventKind.LAST, False:
            return say("when you play last")
        case PlanEventKind.LAST, True:
            return say("when you do not play last")
        case PlanEventKind.RUFFED, False:
            return say("when a plain lead is trumped")
        case PlanEventKind.RUFFED, True:
            return say("when no plain lead is trumped")
        case _:
            return _number_event_message(event)


def _number_event_message(event: PlanEvent) -> Message:
    if event.suit is not None:
        if event.negated:
            return say("when {suit} are not led", suit=SUIT_WORDS[event.suit])
        return say("when {suit} are led", suit=SUIT_WORDS[event.suit])
    assert event.tricks is not None
    if event.tricks == 1:
        return say("before the last trick") if event.negated else say("in the last trick")
    if event.negated:
        return say("when not {number} {number:trick is/tricks are} left", number=event.tricks)
    return say("when {number} {number:trick is/tricks are} left", number=event.tricks)


def _reasons(at: Seen, found: Explained) -> Iterator[Message]:
    if found.mattered is None:
        yield say("Not determined within the limits: what mattered.")
        return
    if found.mattered:
        pairs = Several(tuple(_beaten(at, found.mattered)), ";")
        yield say("What matters: {pairs}. No other rank matters.", pairs=pairs)
    else:
        yield say("What matters: who holds which suits. No card rank matters.")
    if found.worths is not None:
        yield from _worths(found.worths)
    if found.mattered and found.exchange_loses:
        pairs = Several(tuple(map(_pair, found.exchange_loses)), "all or")
        yield say("Swap {pairs}, and the answer changes.", pairs=pairs)
    elif found.mattered and found.exchange_loses is not None:
        yield say("Swapping any one of these pairs only changes the plan, not the answer.")


def _worths(worths: Sequence[Card]) -> Iterator[Message]:
    """Whose points a plan needs: those of the others may all be lost."""
    if worths:
        yield say("The points of {cards} are enough; all others may be lost.", cards=both(worths))
    else:
        yield say("No card that counts need be won.")


def _pair(pair: Pair) -> Message:
    return say("{one} and {other}", one=pair[0], other=pair[1])


def _beaten(at: Seen, pairs: Sequence[Pair]) -> Iterator[Message]:
    """For each card that beats others: `B's T20 beats A's T19 and C's T8`."""
    for higher in dict.fromkeys(pair[0] for pair in pairs):
        lower = [pair[1] for pair in pairs if pair[0] == higher]
        owners = dict.fromkeys(_owner(at, card) for card in lower)
        others = [
            say(
                "{whose} {cards}",
                whose=Whose(at.players[owner]),
                cards=both(card for card in lower if _owner(at, card) == owner),
            )
            for owner in owners
        ]
        whose = Whose(at.players[_owner(at, higher)])
        yield say("{whose} {card} beats {others}", whose=whose, card=higher, others=both(others))


def _owner(at: Seen, card: Card) -> int:
    """The seat that holds a card, or laid it."""
    held = (seat for seat, hand in enumerate(at.table.hands) if card in hand)
    return next(held, next((laid.seat for laid in at.table.trick if laid.card == card), 0))


def evidence_messages(evidence: LineEvidence, position: Position, *, better: bool) -> Iterator[Message]:
    """The two lines of play, each with its plan; the better one where it is wanted."""
    players, table = position.players, position.table
    told = [offence_message(evidence, table, players), plan_message(evidence.against, players)]
    if better:
        told += [better_message(evidence, table, players), plan_message(evidence.better, players)]
    yield from (each for each in told if each is not None)


def offence_message(evidence: LineEvidence, table: Table, players: Sequence[str]) -> Message:
    """What comes of the improper card."""
    line = play_message(table, evidence.offence, players)
    if evidence.clause == PROTECT_POTS:
        return say("{player} wins it: {line}", player=Name(players[evidence.seat]), line=line)
    return say("the poorer pot: {line}", line=line)


def better_message(evidence: LineEvidence, table: Table, players: Sequence[str]) -> Message:
    """The play that would have prevented or won the Ultimo."""
    line = play_message(table, evidence.line, players)
    if evidence.clause == PROTECT_POTS:
        return say("prevented: {line}", line=line)
    return say("{goal:the}: {line}", goal=evidence.goal.named, line=line)
