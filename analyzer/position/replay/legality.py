"""The verdict on one written card, and on the time before the first lead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from analyzer.cards.card import FOOL, Card
from analyzer.errors import IllegalMove, Where
from analyzer.messages import Message, Name, Verbatim, Word, in_a_row, say
from analyzer.position.setting import Setting
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.deal import judge
from analyzer.rules.deal.combinations import SUIT_WORDS
from analyzer.rules.deal.declarations import declared_by_hands
from analyzer.rules.deal.judge import BreachBeforePlay, FactsBeforePlay
from analyzer.rules.play.naming import Naming
from analyzer.rules.play.table import Laid, Table, judge_name, judge_play, legal
from analyzer.rules.play.trick import OpenTrick
from analyzer.rules.score.hand import HandFacts, HandResult

# The verdict on one written card: legal, or forbidden by a clause, with the legal cards.
#
# This is the revoke verdict of a replay: the message says what the player had to do, and the error carries
# the clause, the legal cards in canonical order, and the place of the word.


OUT_OF_TURN: Final = "play.lead"
"""The clause on turns, in games without an irregularity for them."""
Refusal = tuple[str, Message]
"""The id of the clause that forbids a card, and the reason in words."""


def illegal_card(
    table: Table, word: Action, players: Sequence[str], *, seat: int, demanded: bool
) -> IllegalMove | None:
    """Return the error if `seat` may not play a card to the current trick; `demanded` if it must be the Fool.

    Source: clauses play.lead, play.follow, play.trump, fool.any-trick, fool.naming, fool.second-to-last,
    fool.demand, irregularity.lead-out-of-turn, irregularity.premature-play.
    """
    assert word.card is not None
    who, hand = Name(players[seat]), table.hands[seat]
    refusal = None if word.card in hand else not_held(table, word.card, players)
    by = seat if refusal is None else holder_of(table, word.card)
    if refusal is None and demanded and not word.card.is_fool:
        refusal = (
            "fool.demand",
            say("{who} plays {card}, but the Fool was demanded of him", who=who, card=word.card),
        )
    if refusal is None:
        refusal = _revokes(table, hand, word.card, who)
    if refusal is None:
        refusal = _wrongly_named(table, word, who)
        readable = word.suit is not None and not table.trick and table.spec.pots is not None
        by = seat if readable else None
    if refusal is None:
        return None
    legal = legal_words(table, seat if word.card in hand else table.holder, demanded=demanded)
    return refused(table, *refusal, legal, word.where, by)


def legal_words(table: Table, seat: int, *, demanded: bool = False) -> tuple[str, ...]:
    """Return the legal plays of a seat, as a line writes them; a led Fool once for each suit."""
    cards = frozenset({FOOL}) if demanded else legal(table.hands[seat], table.trick, table.spec)
    words = tuple(str(card) for card in sorted(cards) if not card.is_fool)
    if FOOL not in cards:
        return words
    if table.trick or not table.spec.fool.named:
        return (*words, "fool")
    return (*words, *(f"fool={suit}" for suit in table.nameable()))


def refused(
    table: Table,
    clause: str,
    reason: Message,
    legal: Sequence[str] = (),
    where: Where | None = None,
    seat: int | None = None,
) -> IllegalMove:
    """Return the refusal of a move in the current trick, with its seat if known."""
    text = say("{trick}: {reason}", trick=trick_words(table), reason=reason)
    return IllegalMove(text, clause, legal, where, seat, reason)


def holder_of(table: Table, card: Card) -> int | None:
    """Return the holder of a card; None for one that is in no hand."""
    return next((seat for seat, hand in enumerate(table.hands) if card in hand), None)


def trick_words(table: Table) -> Message:
    """Return the name of a trick: `the last trick`, or for example `trick 23, 3 left`."""
    if table.tricks_left == 1:
        return say("the last trick")
    number = table.spec.table.hand_size - table.tricks_left + 1
    said = say("trick {number}, {left} left", number=number, left=table.tricks_left)
    return said.or_brief("trick {number}, {left} {left:trick/tricks} to go")


def not_held(table: Table, card: Card, players: Sequence[str]) -> Refusal | None:
    """Return the refusal of a card that somebody else holds, or nobody any more; None if it is held."""
    who = Name(players[table.holder])
    if card in table.hands[table.holder]:
        return None
    other = holder_of(table, card)
    if other is None:
        return "table.hand", say("{card} is in no hand any more, and it is {who} to play", card=card, who=who)
    words: dict[str, Word] = {"other": Name(players[other]), "card": card, "who": who}
    own = table.spec.pots is None
    if table.trick:
        clause = OUT_OF_TURN if own else "irregularity.premature-play"
        return clause, say("{other} holds {card}, but it is {who} to play", **words)
    clause = OUT_OF_TURN if own else "irregularity.lead-out-of-turn"
    return clause, say("{other} holds {card}, but it is {who} to lead", **words)


def _revokes(table: Table, hand: frozenset[Card], card: Card, who: Name) -> Refusal | None:
    revoke = judge_play(table.spec, hand, table.led, card, [each.card for each in table.trick])
    if revoke is None:
        return None
    follow, trump, _ = table.spec.duty.clauses
    if card.is_fool or table.led is None or revoke.clause not in (follow, trump):
        return revoke.clause, say("{who}: {fault}", who=who, fault=revoke.text)
    words: dict[str, Word] = {"who": who, "card": card, "suit": SUIT_WORDS[table.led]}
    if revoke.clause == follow:
        held = in_a_row(sorted(each for each in hand if each.suit is table.led))
        said = say("{who} plays {card} to {suit} while holding {held}", **words, held=held)
        return revoke.clause, said
    trumps = in_a_row(sorted(each for each in hand if each.is_trump))
    return revoke.clause, say(
        "{who} plays {card}, void in {suit}, while holding {held}", **words, held=trumps
    )


def _wrongly_named(table: Table, word: Action, who: Name) -> Refusal | None:
    if word.card != FOOL:
        return None
    if table.spec.pots is None:
        return _wrongly_led(table, word, who)
    if not table.trick and word.suit is None:
        return "fool.naming", say("{who} leads the Fool without naming a suit", who=who)
    if table.trick and word.suit is not None:
        return "fool.naming", say("{who} names a suit for a Fool that is not led", who=who)
    if word.suit is None:
        return None
    others = (card for seat, hand in enumerate(table.hands) if seat != table.holder for card in hand)
    wrong = judge_name(table.spec, word.suit, others)
    return None if wrong is None else (wrong.clause, say("{who}: {fault}", who=who, fault=wrong.text))


def _wrongly_led(table: Table, word: Action, who: Name) -> Refusal | None:
    """Return the fault of a suit with a Fool, or of a missing one, in a game of card points.

    Source: clause fool.led.
    """
    named = table.spec.fool.named and not table.trick
    if word.suit is None and named:
        return "fool.led", say("{who} leads the Fool without naming a suit", who=who)
    if word.suit is not None and not named:
        return "fool.led", say("{who} names a suit for the Fool, which names none here", who=who)
    if word.suit is not None and word.suit not in table.nameable():
        return "fool.led", say("the Fool names {suit}, which nobody else can follow", suit=word.suit)
    return None


class Heard(NamedTuple):
    """The trick after a word, its effects, and its fault, for good or until a claim."""

    trick: OpenTrick
    events: tuple[Action, ...]
    uncured: IllegalMove | None = None
    wrong: IllegalMove | None = None


def judge_void_statement(trick: OpenTrick, word: Action, players: Sequence[str]) -> Heard | IllegalMove:
    """Return the effect of a player's claim to be void; without a name it is the next to play.

    It is refused for the leader, and wrong if the player is not void.

    Source: clause naming.statement.
    """
    naming, clause = _get_naming(trick), "naming.statement"
    seat = word.seat if word.seat is not None else naming.to_play
    if seat is None or seat == naming.leader:
        return _refused(trick, word, clause, say("only a player who follows says that he is void"))
    after = trick.saying(Action(ActionKind.VOID, seat=seat))
    if seat in _get_naming(after).false_statements:
        assert naming.first is not None
        text = say(
            "{player} says he is void in {suit}, and holds it", player=Name(players[seat]), suit=naming.first
        )
        return Heard(after, (), wrong=_refused(trick, word, clause, text, seat=seat))
    return Heard(after, (Action(ActionKind.VOID, None, naming.first, seat, clause, word.where),))


def claimed(trick: OpenTrick, word: Action, players: Sequence[str]) -> Heard | IllegalMove:
    """Return the effect of a player naming the Fool again; without a name it is the player with the right.

    It is refused if nobody has a right to it, and wrong if this player has none.

    Source: clauses naming.statement, naming.lost-right.
    """
    naming = _get_naming(trick)
    seat = word.seat if word.seat is not None else naming.right_to_name
    if seat is None:
        text = say("nobody has the right to name the Fool again")
        return _refused(trick, word, "naming.followable", text)
    clause = "naming.statement" if seat == naming.second else "naming.lost-right"
    after = trick.saying(Action(ActionKind.CLAIM, suit=word.suit, seat=seat))
    offences = _get_naming(after).offences[len(naming.offences) :]
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
    """Return the effect of the next card, played early if `by` is given.

    It is refused if it is not held, and wrong for a revoke that nothing can cure.

    Source: clauses naming.both-void, naming.second-card-names.
    """
    assert word.card is not None
    table, before = trick.table, _get_naming(trick)
    seat = table.holder if by is None else by
    legal, refusal = legal_words(table, seat), None if by is not None else not_held(table, word.card, players)
    if refusal is not None:
        return _refused(trick, word, *refusal, legal, seat=holder_of(table, word.card))
    after = trick.laying(Laid(seat, word.card))
    naming, uncured, wrong = _get_naming(after), None, None
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


def _get_naming(trick: OpenTrick) -> Naming:
    assert trick.naming is not None
    return trick.naming


def _lost(before: Naming, after: Naming) -> tuple[Action, ...]:
    """Return the loss of the right to name, if somebody had it."""
    lost = after.lost[len(before.lost) :] if after.both_void else ()
    return tuple(Action(ActionKind.LOST_RIGHT, seat=each.seat, clause=each.clause) for each in lost)


def _taken_back(trick: OpenTrick) -> tuple[Action, ...]:
    """Return the cards that no longer obey the suit in force."""
    naming = _get_naming(trick)
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


# The time before the first lead of a full hand in a game of card points, judged and paid.


def opening_facts(position: Setting) -> HandFacts:
    """Return the facts about a full hand with its declarations; impossible declarations are left out.

    If no declarations are given, they are those that the hands hold.
    """
    game, told = position.spec, position.told
    if game.pots is not None or not position.whole_hand:
        return told
    if game.declaring is not None and position.declarations is None:
        return replace(told, declared=declared_by_hands(position.rules, position.hands))
    return judge.standing(position.rules, facts_before(position), judge_opening(position))


def opening_state(position: Setting, told: HandFacts) -> HandResult:
    """Return the state of a hand before its first lead."""
    return HandResult(
        seats=len(position.players),
        sides=position.sides,
        told=told,
        dealer=position.dealer,
        partner=position.partner,
    )


def facts_before(position: Setting) -> FactsBeforePlay:
    """Return the facts about the time before the first lead."""
    return FactsBeforePlay(
        names=position.players,
        dealer=position.dealer,
        hands=position.hands,
        told=position.told,
        laid_away=position.skat or frozenset(),
        declared=position.declarations or {},
    )


def judge_opening(position: Setting) -> tuple[BreachBeforePlay, ...]:
    """Return the breaches before the first lead of a full hand."""
    return judge.judge_before_play(position.rules, facts_before(position)) if position.whole_hand else ()


def maker_of(position: Setting) -> int | None:
    """Return the seat that discarded before any purchase; None in other games."""
    game = position.spec
    return None if game.pots is not None else judge.maker_of(game, position.told, position.dealer)
