"""The evidence of a replay: what one player knows just before a card of a line is played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final

from analyzer.cards.card import FOOL, Card, Suit
from analyzer.errors import UsageError
from analyzer.frozenrecord import Record
from analyzer.knowledge.evidence import (
    answer_facts,
    answer_template,
    declared_facts,
    infer_facts,
    laid_facts,
    skat_facts,
)
from analyzer.knowledge.facts import Evidence, Fact, Heap, Place, Sight
from analyzer.knowledge.unseen import void_fact
from analyzer.messages import Message, Name, Word, marked, say
from analyzer.position.replay.legality import maker_of
from analyzer.position.replay.model import DealPhase, PlayedTrick, Replay
from analyzer.position.replay.replay import legal_part, place_of
from analyzer.position.replay.trick import table_before
from analyzer.position.setting import NOW, History, Line, Moment, Setting
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.deal.combinations import SUIT_WORDS
from analyzer.rules.deal.declarations import (
    Declaration,
    dealer_declarations,
    declarations_of,
    parse_declaration,
)
from analyzer.rules.deal.discard import judge_discard, stated_trumps
from analyzer.rules.play.naming import Naming
from analyzer.rules.play.table import Table
from analyzer.rules.play.trick import OpenTrick
from analyzer.rules.spec.reading import ClauseReader

# What play shows of the hands: each inference from a card or a word at the table, with its clause.
#
# Only what follows for certain is said. The Fool may be played to any trick, so playing it shows nothing;
# nor does a demand that nobody made, for nobody has to make one. A card that did not follow the first name
# of a led Fool shows that its player is void; whether he should have trumped it is certain only once nobody
# can name the Fool anew.


NO_FOLLOW: Final = marked("{player} has no {suit}: {card} did not follow in trick {trick}")
THROWN_OFF: Final = marked("{player} has no trumps: {card} was thrown off in trick {trick}")
SAID_VOID: Final = marked("{player} has no {suit}, as was said in trick {trick}")
FOOL_SHOWS_NOTHING: Final = marked(
    "the Fool that {player} played to {suit} in trick {trick} shows nothing: it may be played to any trick"
)
SEEN: Final = marked("{player} holds {card}, taken back in trick {trick}")
DEMANDED: Final = marked("{player} does not hold the Fool, which he demanded in trick {trick}")
HOLDS_FOOL: Final = marked("{player} holds the Fool: play was taken back to him in trick {trick}")
NOT_HIS: Final = marked(
    "{player} does not hold the Fool: it was demanded, and he played {card} in trick {trick}"
)


class ShownCards(Record, frozen=True):
    """What was seen of a trick: all of it, or what had happened by some moment of it."""

    number: int
    events: tuple[Action, ...]
    states: tuple[OpenTrick, ...]
    """The trick before each event, and as it is after the last."""
    whole: bool

    @classmethod
    def from_trick(
        cls, start: Table, trick: PlayedTrick, events: tuple[Action, ...], *, whole: bool
    ) -> ShownCards:
        """So many events of a trick that began at this table."""
        states = tuple(accumulate(events, OpenTrick.after, initial=OpenTrick(start)))
        return cls(trick.number, events, states, whole)

    @property
    def moments(self) -> Iterator[tuple[OpenTrick, Action]]:
        """Each event with the trick before it."""
        return zip(self.states, self.events, strict=False)

    @property
    def now(self) -> OpenTrick:
        """The trick as it is, each card that must go back in its hand."""
        trick = self.states[-1]
        return trick.without(trick.take_back)


class Void(Record, frozen=True):
    """A suit that a seat has shown to be without, by which card, if it was a card."""

    seat: int
    suit: Suit
    template: str
    card: Card | None
    clause: str


def shown_facts(sight: Sight, so_far: Sequence[ShownCards]) -> tuple[Fact, ...]:
    """Everything that was shown of hands other than the player's own, each thing where it was shown first."""
    found: dict[object, Fact] = {}
    for shown in so_far:
        for void in voids(shown):
            if void.seat != sight.seen_by:
                words: dict[str, Word] = {"trick": shown.number}
                if void.card is not None:
                    words["card"] = void.card
                fact = void_fact(sight, void.seat, void.suit, void.template, words, void.clause, None)
                found.setdefault((void.seat, void.suit), fact)
        for key, fact in (*_about_the_fool(sight, shown), *_seen_again(sight, shown)):
            found.setdefault(key, fact)
    return tuple(found.values())


def shows_no_trumps(so_far: Sequence[ShownCards], seat: int) -> bool:
    """Whether a seat has shown that it has no trumps."""
    return any(void.seat == seat and void.suit is Suit.TRUMPS for each in so_far for void in voids(each))


def voids(shown: ShownCards) -> Iterator[Void]:
    """The suits that players of a trick have shown to be without, in the order they did."""
    to_the_name: list[tuple[Action, Suit]] = []
    for trick, event in shown.moments:
        naming = trick.naming
        if event.kind is ActionKind.PLAY and trick.lying:
            led = trick.lying[0].card.suit if naming is None else naming.named
            assert led is not None
            anew = naming is not None and led is naming.first
            yield from _void_by(event, led, certain=not anew)
            to_the_name += [(event, led)] if anew else []
        elif event.kind is ActionKind.VOID and event.suit is not None:
            yield Void(event.actor, event.suit, SAID_VOID, None, "naming.statement")
        elif event.kind in {ActionKind.CLAIM, ActionKind.NAMING} and naming is not None:
            yield from _voids_of_a_name(naming, event)
    last = shown.states[-1].naming
    if shown.whole and last is not None and last.named is last.first:
        for event, led in to_the_name:
            yield from _void_by(event, led, certain=True)


def _voids_of_a_name(naming: Naming, event: Action) -> Iterator[Void]:
    """What a new name shows: nobody names anew while another than the leader holds the first suit.

    By a card nobody does while one of them has a trump.
    """
    assert naming.first is not None
    lacked = (naming.first, Suit.TRUMPS) if event.kind is ActionKind.NAMING else (naming.first,)
    for seat in range(len(naming.hands)):
        if seat != naming.leader:
            for suit in lacked:
                yield Void(seat, suit, SAID_VOID, None, event.clause or "naming.statement")


def _void_by(event: Action, led: Suit, *, certain: bool) -> Iterator[Void]:
    """What a card shows that was laid to `led`; that no trump was held only where that is `certain`."""
    card = event.card
    if card is None or card.is_fool or card.suit is led:
        return
    yield Void(event.actor, led, NO_FOLLOW, card, "play.follow")
    if certain and not card.is_trump:
        yield Void(event.actor, Suit.TRUMPS, THROWN_OFF, card, "play.trump")


def _about_the_fool(sight: Sight, shown: ShownCards) -> Iterator[tuple[object, Fact]]:
    """What a trick shows of the Fool: who demanded it, who had to play it and did not, whose it is."""
    for trick, event in shown.moments:
        if event.kind is ActionKind.DEMAND:
            yield from _fool(sight, shown, event.actor, DEMANDED)
            # Play goes back to the turn of the holder; where no card goes back, none of those lying was his.
            answered = any(each.seat == trick.fool_holder for each in trick.lying)
            for each in () if answered else trick.lying:
                yield from _fool(sight, shown, each.seat, NOT_HIS, each.card)
        elif event.kind is ActionKind.TAKE_BACK and event.actor == trick.demanded_of:
            yield from _fool(sight, shown, event.actor, HOLDS_FOOL)
        elif event.kind is ActionKind.PLAY and event.card == FOOL:
            yield from _shows_nothing(sight, shown, trick, event)
        elif event.kind is ActionKind.PLAY and trick.demanded_of is not None:
            yield from _fool(sight, shown, event.actor, NOT_HIS, event.card)


def _fool(
    sight: Sight, shown: ShownCards, seat: int, template: str, card: Card | None = None
) -> Iterator[tuple[object, Fact]]:
    """That a player holds the Fool, or does not, while it is still unseen."""
    if FOOL not in sight.cards or seat == sight.seen_by:
        return
    words: dict[str, Word] = {"player": Name(sight.players[seat]), "trick": shown.number}
    if card is not None:
        words["card"] = card
    limit = sight.must if template == HOLDS_FOOL else sight.must_not
    yield ("fool", seat), Fact(Message(template, words), "fool.demand", limit(seat, frozenset({FOOL})))


def _shows_nothing(
    sight: Sight, shown: ShownCards, trick: OpenTrick, event: Action
) -> Iterator[tuple[object, Fact]]:
    """That the Fool, played and not led, does not show its player void."""
    led = trick.lying[0].card.suit if trick.lying else None
    if event.actor != sight.seen_by and led is not None:
        words: dict[str, Word] = {
            "player": Name(sight.players[event.actor]),
            "suit": SUIT_WORDS[led],
            "trick": shown.number,
        }
        yield ("nothing", shown.number), Fact(Message(FOOL_SHOWS_NOTHING, words), "fool.any-trick")


def _seen_again(sight: Sight, shown: ShownCards) -> Iterator[tuple[object, Fact]]:
    """The cards that went back into a hand and have not been played since."""
    for event in shown.events:
        back = event.kind is ActionKind.TAKE_BACK and event.card is not None
        if back and event.card in sight.cards and event.actor != sight.seen_by:
            card = event.card
            words: dict[str, Word] = {
                "player": Name(sight.players[event.actor]), "card": card, "trick": shown.number
            }  # fmt: skip
            limits = sight.must(event.actor, frozenset({card}))
            yield ("seen", card), Fact(Message(SEEN, words), event.clause, limits)


# The evidence of a replay: what one player knows just before a card of a line is played.
#
# He sees his own cards and everything laid, taken back and said; the rules say what that shows. The cards
# of a position that starts in the middle of a hand are taken to be all that is left: what was played before
# it is known to everybody, and so is the skat unless the file names it.


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
        facts = (*laid_facts(position, sight, laid or [position.trick]), *infer_facts(position, sight))
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
    if past is None or not _matches_past(position, past):
        return replay_evidence(position, Line(NOW, ()), None, seen_by)
    start = past.start.changed(rules=position.rules)
    replayed = legal_part(start, past.line)
    return _evidence(start, replayed, _end_of(replayed) if past.at is None else past.at, seen_by)


def _matches_past(position: Setting, past: History) -> bool:
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
        whole.append(ShownCards.from_trick(table, trick, trick.events, whole=True))
        table = whole[-1].now.table
    if index == len(tricks):
        return tuple(whole)
    present = tricks[index]
    return (*whole, ShownCards.from_trick(table, present, _before_card(present, card), whole=False))


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
    given, contract = ClauseReader(position.rules.clauses), position.told.contract
    shown = any(contract in given.words(clause, "contracts") for clause in given.clause_ids("talon-shown"))
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
            said = [(each, None) for each in _read_declarations(position, deal, seat)]
            yield from declared_facts(sight, seat, said, None)


def _read_declarations(position: Setting, deal: DealPhase, seat: int) -> tuple[Declaration, ...]:
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
        answer = stated_trumps(position.rules, skat)
        yield from answer_facts(sight, answer, answer_template(answer), None)
