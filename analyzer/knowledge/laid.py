"""What is known of unseen cards by the cards laid, whatever the game, and by what was called and said.

Only what follows for certain is said. Where a card has to beat the trick, one that does not shows that its
player holds none that would.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from analyzer.cards.card import Card, Suit
from analyzer.knowledge.facts import Barred, Fact
from analyzer.knowledge.sight import ANY, Sight
from analyzer.messages import Message, Name, Verbatim, marked, say
from analyzer.position.setting import Setting
from analyzer.rules.deal.combinations import SUIT_WORDS
from analyzer.rules.deal.purchase import is_of_misery
from analyzer.rules.play.table import Laid, is_excuse, strength, suit_led
from analyzer.rules.score.hand import HandTold
from analyzer.rules.score.opening import MISERIES, NO_COURTS, trumps_said
from analyzer.rules.spec.game import Beat, GameSpec
from analyzer.rules.spec.kinds.target import TrumpsShown

NO_FOLLOW: Final = marked("{player} has no {suit}: {card} did not follow")
THROWN_OFF: Final = marked("{player} has no trumps: {card} was thrown off")


def laid_facts(setting: Setting, sight: Sight, tricks: Sequence[Sequence[Laid]]) -> tuple[Fact, ...]:
    """What cards laid show of hands other than the player's own, each thing where it was shown first."""
    found: dict[str, Fact] = {}
    for trick in tricks:
        for place in range(1, len(trick)):
            for fact in _shown(setting.spec, sight, trick[: place + 1]):
                found.setdefault(str(fact.text), fact)
    return tuple(found.values())


def told_facts(setting: Setting, sight: Sight) -> tuple[Fact, ...]:
    """What the call, the discard and what was announced say of unseen cards, where piles are counted."""
    of_the_words = _of_the_words(setting.told, setting.spec, sight)
    return *_of_the_call(setting, sight), *_of_the_discard(setting, sight), *of_the_words


def _shown(spec: GameSpec, sight: Sight, laid: Sequence[Laid]) -> Iterator[Fact]:
    """What the last of the cards in a trick shows of its player's hand."""
    *before, last = laid
    led = suit_led(before, spec)
    if sight.place(last.seat) is None or led is None or is_excuse(last.card, spec):
        return
    follow, trump, beat = spec.duty.clauses
    trumps = spec.is_trump(last.card)
    follows = trumps if led is Suit.TRUMPS else last.card.suit is led
    if not follows and spec.duty.follow:
        yield _without(
            sight, last, _cards_of(spec, sight, led), follow, _no_suit(sight, last, led, NO_FOLLOW)
        )
    if not follows and not trumps and spec.duty.trump and led is not Suit.TRUMPS:
        gone = _no_suit(sight, last, Suit.TRUMPS, THROWN_OFF)
        yield _without(sight, last, _cards_of(spec, sight, Suit.TRUMPS), trump, gone)
    bound = spec.duty.beat is Beat.ANY or (spec.duty.beat is Beat.TRUMPS and trumps)
    most = max(strength(each.card, led, spec) for each in before)
    if bound and strength(last.card, led, spec) <= most:
        same = led if follows else Suit.TRUMPS if trumps else None
        held = sight.cards if same is None else _cards_of(spec, sight, same)
        higher = frozenset(card for card in held if strength(card, led, spec) > most)
        text = say(
            "{player} has no card that beats the trick: {card} did not",
            player=Name(sight.players[last.seat]),
            card=last.card,
        )
        if higher:
            yield _without(sight, last, higher, beat, text)


def _no_suit(sight: Sight, laid: Laid, suit: Suit, template: str) -> Message:
    player = Name(sight.players[laid.seat])
    return Message(template, {"player": player, "suit": SUIT_WORDS[suit], "card": laid.card})


def _cards_of(spec: GameSpec, sight: Sight, suit: Suit) -> frozenset[Card]:
    """The unseen cards of a suit, a Fool that is a trump among the trumps."""
    if suit is Suit.TRUMPS:
        return frozenset(card for card in sight.cards if spec.is_trump(card))
    return frozenset(card for card in sight.cards if card.suit is suit)


def _without(sight: Sight, laid: Laid, cards: frozenset[Card], clause: str, text: Message) -> Fact:
    """That the player of a card holds none of these."""
    place = sight.place(laid.seat)
    limits = (Barred(cards, frozenset({place})),) if cards and place is not None else ()
    return Fact(text, clause, limits)


def _of_the_call(setting: Setting, sight: Sight) -> Iterator[Fact]:
    """Who holds the called card, as far as the call or the file tells it."""
    told, game = setting.told, setting.spec
    rules = game.call
    if rules is None or told.called is None or told.called not in sight.cards:
        return
    declarer, partner = told.declarer, told.partner
    words = {"card": told.called}
    if declarer is not None and not rules.own and not _bought(told) and declarer != sight.seen_by:
        name = Name(sight.players[declarer])
        text = say("{player} does not hold {card}, which he called", player=name, **words)
        yield Fact(text, rules.clause, sight.must_not(declarer, frozenset({told.called})))
    if partner is not None and partner != declarer and sight.place(partner) is not None:
        name = Name(sight.players[partner])
        text = say("{player} holds {card}, which was called", player=name, **words)
        yield Fact(text, rules.clause, sight.must(partner, frozenset({told.called})))


def _bought(told: HandTold) -> bool:
    """Whether the declarer has bought the card that he called."""
    return any(each.wants == told.called for each in told.purchases)


def _of_the_discard(setting: Setting, sight: Sight) -> Iterator[Fact]:
    """The cards that cannot have been laid away."""
    place = sight.place(None) if setting.skat or setting.unseen is not None else None
    for clause in setting.rules.discard.clauses if place is not None else ():
        cards = clause.cards & sight.cards
        if clause.kind == "never-discard" and cards and place is not None:
            listed = Verbatim(" ".join(map(str, sorted(cards))))
            text = say("{cards} cannot have been discarded", cards=listed)
            yield Fact(text, clause.id, (Barred(cards, frozenset({place})),))


def _of_the_words(told: HandTold, game: GameSpec, sight: Sight) -> Iterator[Fact]:
    """What trumps that were shown, and a hand without trumps or courts, say of who announced them.

    Source: clauses of the kinds handful, trump-announcement and misery-pays.
    """
    for seat, words in sorted(told.announced.items()):
        player, number = Name(sight.players[seat]), trumps_said(words)
        if game.shown is not None and number is not None:
            text = say("{player} has shown {number} {number:trump/trumps}", player=player, number=number)
            trumps = _as_trumps(sight, game.shown)
            yield Fact(text, game.shown.clause, sight.between(seat, trumps, number, ANY))
        for word in (each for each in MISERIES if game.misery is not None and each in words):
            assert game.misery is not None
            without = frozenset(
                card for card in sight.rules.table.deck if is_of_misery(game.misery, card, word)
            )
            text = (
                say("{player} has said that he has no court", player=player)
                if word == NO_COURTS
                else say("{player} has said that he has no trump", player=player)
            )
            yield Fact(text, game.misery.clause, sight.must_not(seat, without))


def against_the_words(setting: Setting) -> Fact | None:
    """Something announced that cannot be true of the hands as they lie; None where there is nothing."""
    laid = [
        frozenset(each.card for each in setting.trick if each.seat == seat)
        for seat, _ in enumerate(setting.hands)
    ]
    seen = tuple(hand | own for hand, own in zip(setting.hands, laid, strict=True))
    gone = tuple(setting.rules.table.hand_size - len(each) for each in seen)
    sight = Sight(setting.rules, setting.players, 0, frozenset(), (), seen, gone)
    return next((fact for fact in _of_the_words(setting.told, setting.spec, sight) if fact.limits), None)


def _as_trumps(sight: Sight, rules: TrumpsShown) -> frozenset[Card]:
    """The cards that can be shown as trumps."""
    deck = sight.rules.table.deck
    return frozenset(card for card in deck if card.is_trump or (rules.fool_counts and card.is_fool))
