"""The evidence of a replay: what one player knows just before a card of a line is played.

He sees his own cards and everything laid, taken back and said; the rules say what that shows. The cards
of a position that starts in the middle of a hand are taken to be all that is left: what was played before
it is known to everybody, and so is the skat unless the file names it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analyzer.cards.card import Card
from analyzer.errors import UsageError
from analyzer.knowledge.declared import declared_facts
from analyzer.knowledge.discarded import answer_facts, answer_template, skat_facts
from analyzer.knowledge.facts import Evidence, Fact, Heap, Place
from analyzer.knowledge.laid import laid_facts, told_facts
from analyzer.knowledge.shown import ShownCards, shown_facts, shows_no_trumps
from analyzer.knowledge.sight import Sight
from analyzer.messages import say
from analyzer.position.replay.model import DealPhase, PlayedTrick, Replay
from analyzer.position.replay.moments import place_of
from analyzer.position.replay.opening import maker_of
from analyzer.position.replay.replay import legal_part
from analyzer.position.replay.trick import table_before
from analyzer.position.setting import NOW, History, Line, Moment, Setting
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.deal.declarations import (
    Declaration,
    dealer_declarations,
    declarations_of,
    parse_declaration,
)
from analyzer.rules.deal.discard import judge_discard, trumps_told
from analyzer.rules.spec.reading import RulesReading


def replay_evidence(position: Setting, line: Line | str | None, at: Moment | None, seen_by: int) -> Evidence:
    """What the seat `seen_by` knows when the card `at` of the line is about to be played.

    Tricks are counted from the start of the hand, or where that gives none from the start of the line.

    Raises: UsageError for a moment the line does not come to; as :func:`analyzer.position.replay.replay`.
    """
    if not 0 <= seen_by < len(position.players):
        raise UsageError(say("unknown seat {seat} at this table", seat=seen_by))
    return _evidence(position, legal_part(position, line), at, seen_by)


def _evidence(position: Setting, replayed: Replay, at: Moment | None, seen_by: int) -> Evidence:
    """What one player has seen in a line that was replayed."""
    so_far = _until(position, replayed, at)
    sight = _sight(position, so_far, seen_by)
    if position.pots is None:
        laid = [each.now.laid for each in so_far]
        facts = (*laid_facts(position, sight, laid or [position.trick]), *told_facts(position, sight))
    else:
        shown = shown_facts(sight, so_far)
        facts = (*_declared(position, replayed.deal, sight), *shown, *_skat(position, sight, so_far))
    hands = [
        hand if seat == seen_by else frozenset() for seat, hand in enumerate(_hands_now(position, so_far))
    ]
    return Evidence(
        position.rules,
        position.players,
        seen_by,
        sight.cards,
        sight.places,
        facts,
        tuple(hands),
        sight.skat,
    )


def seen_evidence(position: Setting, seen_by: int) -> Evidence:
    """What the seat `seen_by` knows in a position: what was seen in the play that it came of, where it did.

    Raises: UsageError where a hand is not told.
    """
    past = position.past
    if past is None or not _came_so(position, past):
        return replay_evidence(position, Line(NOW, ()), None, seen_by)
    start = past.start.changed(rules=position.rules)
    replayed = legal_part(start, past.line)
    return _evidence(start, replayed, _end_of(replayed) if past.at is None else past.at, seen_by)


def _came_so(position: Setting, past: History) -> bool:
    """Whether the cards of a position are those that its past leaves; one may have been made of another."""
    on_table = frozenset(each.card for each in position.trick)
    words = past.line.moves[: past.heard]
    played = {each.card for each in words if each.kind is ActionKind.PLAY}
    played |= {each.card for each in past.start.trick}
    return all(
        now <= before | on_table and not (before - now - played)
        for now, before in zip(position.hands, past.start.hands, strict=True)
    )


def _end_of(replayed: Replay) -> Moment | None:
    """The moment after all that is told of a line."""
    if not replayed.tricks:
        return None
    last = replayed.tricks[-1]
    return (last.number, len(last.laid) + 1) if last.winner is None else (last.number + 1, 1)


def _until(position: Setting, replayed: Replay, at: Moment | None) -> tuple[ShownCards, ...]:
    """The tricks up to a moment, the last with what had happened in it by then."""
    tricks = replayed.tricks
    if not tricks:
        return ()
    index, card = place_of(tricks, at or (tricks[0].number, len(position.trick) + 1), len(position.players))
    table, whole = table_before(position, tricks[0].lead), list[ShownCards]()
    for trick in tricks[:index]:
        whole.append(ShownCards.of(table, trick, trick.events, whole=True))
        table = whole[-1].now.table
    if index == len(tricks):
        return tuple(whole)
    present = tricks[index]
    return (*whole, ShownCards.of(table, present, _before_card(present, card), whole=False))


def _before_card(trick: PlayedTrick, card: int) -> tuple[Action, ...]:
    """What happened in a trick before its card number `card`, as the cards lie in the end, was laid."""
    if card > len(trick.laid):
        return trick.events
    laid = trick.laid[card - 1]
    places = [
        place
        for place, event in enumerate(trick.events)
        if event.kind is ActionKind.PLAY and (event.seat, event.card) == (laid.seat, laid.card)
    ]
    return trick.events[: places[-1]]


def _hands_now(position: Setting, so_far: Sequence[ShownCards]) -> tuple[frozenset[Card], ...]:
    return so_far[-1].now.hands if so_far else table_before(position, position.lead).hands


def _sight(position: Setting, so_far: Sequence[ShownCards], seen_by: int) -> Sight:
    rules, seats = position.rules, range(len(position.players))
    start, hands = table_before(position, position.lead).hands, _hands_now(position, so_far)
    played = [dealt - held for dealt, held in zip(start, hands, strict=True)]
    named, declared_too = _named_in_the_skat(position)
    seen = [played[seat] | (hands[seat] if seat == seen_by else frozenset()) for seat in seats]
    if position.dealer is not None and declared_too:
        seen[position.dealer] |= named
    is_dealer = seen_by == (maker_of(position) if position.pots is None else position.dealer)
    heaps = {
        Heap.SKAT: frozenset() if is_dealer or position.skat is None else position.skat - named,
        Heap.TALON: _talon_nobody_saw(position),
        Heap.DEAD: _dead_hand(position),
    }
    places = [Place(seat, len(hands[seat])) for seat in seats if seat != seen_by]
    places += [Place(None, len(cards), heap) for heap, cards in heaps.items() if cards]
    return Sight(
        rules=rules,
        players=position.players,
        seen_by=seen_by,
        cards=frozenset().union(*(hands[seat] for seat in seats if seat != seen_by), *heaps.values()),
        places=tuple(places),
        seen=tuple(seen),
        gone=tuple(rules.table.hand_size - len(start[seat]) for seat in seats),
        dealer=position.dealer,
        announced=position.announce,
        skat=position.skat if is_dealer else named or None,
    )


def _talon_nobody_saw(position: Setting) -> frozenset[Card]:
    """What nobody took of the talon, unless it lay open under the contract.

    Source: clauses of the kinds talon-left and talon-shown.
    """
    given, contract = RulesReading(position.rules.clauses), position.told.contract
    shown = any(contract in given.words(clause, "contracts") for clause in given.each("talon-shown"))
    return frozenset() if contract is None or shown else frozenset(position.told.talon_left)


def _dead_hand(position: Setting) -> frozenset[Card]:
    """A hand that nobody plays, where it is told or follows from all the others.

    Source: clause of the kind dead-hand.
    """
    table, dead = position.rules.table, position.told.dead
    size = len(table.deck) - table.players * table.hand_size - table.skat_size
    if dead or not size or not position.whole_hand:
        return dead
    rest = frozenset(table.deck).difference(position.skat or (), *position.hands)
    return rest if len(rest) == size else frozenset()


def _named_in_the_skat(position: Setting) -> tuple[frozenset[Card], bool]:
    """The cards of combinations that the dealer had to name as discarded, and whether he declared them.

    Source: clause discard.announce.
    """
    if position.pots is None or not position.whole_hand or position.dealer is None or position.skat is None:
        return frozenset(), False
    rules, hand, skat = position.rules, position.hands[position.dealer], position.skat
    named = frozenset(judge_discard(rules, hand | skat, skat, position.announce).must_announce)
    return named, dealer_declarations(rules, hand, skat) != declarations_of(rules, hand)


def _declared(position: Setting, deal: DealPhase | None, sight: Sight) -> Iterator[Fact]:
    """What the others declared, as it was said where the file tells, else as their hands require."""
    if deal is None:
        return
    seats = len(position.players)
    for seat in ((deal.dealer + step) % seats for step in range(seats)):
        if seat != sight.seen_by:
            said = [(each, None) for each in _said(position, deal, seat)]
            yield from declared_facts(sight, seat, said, None)


def _said(position: Setting, deal: DealPhase, seat: int) -> tuple[Declaration, ...]:
    if position.declarations is None or seat not in position.declarations:
        return deal.declarations[seat]
    said = (parse_declaration(text, position.rules) for text in position.declarations[seat])
    return tuple(each for each in said if each is not None)


def _skat(position: Setting, sight: Sight, so_far: Sequence[ShownCards]) -> Iterator[Fact]:
    """What the rules say of a skat that is not seen, and what the dealer must answer when he is asked.

    He may be asked where he shows out of trumps and has played none; the answer is the truth.
    """
    yield from skat_facts(sight, {})
    dealer, skat = sight.dealer, position.skat
    if dealer is None or skat is None or dealer == sight.seen_by or sight.gone[dealer]:
        return
    trumps_played = any(card.is_trump for card in sight.seen[dealer])
    if not trumps_played and shows_no_trumps(so_far, dealer):
        answer = trumps_told(position.rules, skat)
        yield from answer_facts(sight, answer, answer_template(answer), None)
