"""Evidence about unseen cards: declarations, the discard, and the cards played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from analyzer.cards.card import BY_TEXT, COURTS, FOOL, KINGS, MONDO, PAGAT, Card, Suit
from analyzer.errors import Where
from analyzer.knowledge.facts import (
    ANY,
    Apart,
    Barred,
    Fact,
    Limit,
    Number,
    Sight,
    Spared,
    elsewhere,
    impossible,
)
from analyzer.messages import Message, Name, Verbatim, Word, in_a_row, marked, say
from analyzer.position.setting import Setting
from analyzer.rules.deal.combinations import PLAIN_SUITS, SUIT_WORDS, Declaration
from analyzer.rules.deal.discard import TOUT
from analyzer.rules.deal.purchase import is_of_misery
from analyzer.rules.play.table import Laid, is_excuse, strength, suit_led
from analyzer.rules.score.hand import HandFacts
from analyzer.rules.score.opening import MISERIES, NO_COURTS, declared_trumps
from analyzer.rules.spec.game import Beat, GameSpec
from analyzer.rules.spec.kinds.target import TrumpsShown
from analyzer.rules.spec.ruleset import FoolDiscard

# What a declaration heard, or not heard, says about the hand it was made of.
#
# Where a hand is known from the deal on the limits are exact. Where the file does not tell what a player has
# played, what he declared still binds the cards that are unseen, and no more is said than follows.
#
# Source: clauses declare.trumps, declare.matadors, declare.cavallerie, declare.kings, declare.pass,
# declare.independent, declare.fool-untold.


DECLARED: Final = marked("{player} declared {declared}")
PASSED: Final = marked("{player} passed")
NOTHING_ELSE: Final = marked("{player} declared nothing else")

Limits = tuple[Limit | Barred, ...]


def declared_facts(
    sight: Sight, seat: int, said: Sequence[tuple[Declaration, Where | None]], where: Where | None
) -> Iterator[Fact]:
    """The facts of one player's declarations, each with its place, and that there were no others."""
    player = Name(sight.players[seat])
    for each, place in said:
        text = Message(DECLARED, {"player": player, "declared": each.message})
        limits = (*_infer_limits(sight, seat, each), *_fool_left_out(sight, seat, each, said))
        yield Fact(text, each.clause, limits, place)
    silent = tuple(_not_made(sight, seat, {(each.kind, each.suit) for each, _ in said}))
    template, clause = (NOTHING_ELSE, "declare.independent") if said else (PASSED, "declare.pass")
    yield Fact(Message(template, {"player": player}), clause, silent, where)


def _infer_limits(sight: Sight, seat: int, said: Declaration) -> Limits:
    """What a hand with this declaration holds and lacks."""
    if said.kind == "trumps":
        return _trumps(sight, seat, said)
    if said.kind == "matadors":
        after = BY_TEXT.get(f"T{23 - (said.number or 0)}")
        lacked = frozenset({after} if after not in (None, PAGAT) else ())
        return (*sight.must(seat, said.cards), *sight.must_not(seat, _cards(lacked)))
    four = courts_of(said.suit)
    if said.grade == "full":
        return (*sight.must(seat, four), *sight.must_not(seat, frozenset({FOOL})))
    if said.grade == "abundant":
        return sight.must(seat, four | {FOOL})
    with_fool = sight.must(seat, frozenset({FOOL}))
    if said.missing is None:
        return (*with_fool, *sight.between(seat, four, 3, 3))
    missing = frozenset({said.missing})
    return (*with_fool, *sight.must(seat, four - missing), *sight.must_not(seat, missing))


def _trumps(sight: Sight, seat: int, said: Declaration) -> Limits:
    number = said.number or 0
    limits = sight.between(seat, trumps_and_fool(sight), number, number)
    if said.pagat is None:
        return limits
    pagat = frozenset({PAGAT})
    return (*limits, *(sight.must(seat, pagat) if said.pagat else sight.must_not(seat, pagat)))


def _fool_left_out(
    sight: Sight, seat: int, trumps: Declaration, said: Sequence[tuple[Declaration, Where | None]]
) -> Limits:
    """What a number of trumps tells of the Fool: nothing, unless who has him among them must say so.

    Source: clause declare.fool-untold.
    """
    shown = any(FOOL in each.cards for each, _ in said if each.kind != "trumps")
    if trumps.kind != "trumps" or shown or not sight.rules.declarations.fool_told:
        return ()
    return sight.must_not(seat, frozenset({FOOL}))


def _not_made(sight: Sight, seat: int, said: set[tuple[str, Suit | None]]) -> Iterator[Limit | Barred]:
    """The limits of a hand that can make no other declarations than those said."""
    rules = sight.rules.declarations
    if ("trumps", None) not in said:
        yield from sight.between(seat, trumps_and_fool(sight), 0, rules.trumps_from - 1)
    if ("matadors", None) not in said:
        run = {BY_TEXT[f"T{height}"] for height in range(20, 23 - rules.matadors_from, -1)}
        core = frozenset({MONDO, PAGAT} | run)
        yield from _graded(sight, seat, core, (ANY, len(core) - 1))
    for suit in PLAIN_SUITS:
        if ("cavallerie", suit) not in said:
            yield from _graded(sight, seat, courts_of(suit), (3, 2))
    if ("kings", None) not in said:
        yield from _graded(sight, seat, courts_of(None), (3, 2))


def _graded(sight: Sight, seat: int, cards: frozenset[Card], most: tuple[int, int]) -> Limits:
    """That a hand holds at most so many of the cards without the Fool, and so many with him."""
    place = sight.place(seat)
    known = len(cards & sight.seen[seat])
    without, with_fool = (number - known for number in most)
    if FOOL in sight.seen[seat]:
        without = with_fool
    if place is None:
        return () if without >= 0 else impossible()
    return (Number(place, cards & sight.cards, (0, without), (0, with_fool)),)


def courts_of(suit: Suit | None) -> frozenset[Card]:
    """The four courts of a plain suit, or the four kings."""
    return frozenset(KINGS) if suit is None else frozenset(BY_TEXT[f"{suit}{face}"] for face in COURTS)


def trumps_and_fool(sight: Sight) -> frozenset[Card]:
    """All trumps of the deck, and the Fool where he counts as one of them in a declaration."""
    with_fool = sight.rules.declarations.fool_is_a_trump
    return frozenset(card for card in sight.rules.table.deck if card.is_trump or (card.is_fool and with_fool))


def _cards(found: Iterable[Card | None]) -> frozenset[Card]:
    return frozenset(card for card in found if card is not None)


# What the rules of the discard, and the dealer's answer, say about the skat and the dealer's hand.
#
# No card of a combination lies in the skat unless the dealer named it, as he has to where one must go; that
# is said only where the dealer's hand is known from the deal on.
#
# Source: clauses discard.kings, discard.pagat, discard.mondo, discard.fool, discard.trumps,
# discard.combination, discard.announce, discard.tell-trumps.


NO_KING: Final = marked("no king is in the skat")
NO_PAGAT: Final = marked("the Pagat does not lie in the skat")
NO_MONDO: Final = marked("the Mondo does not lie in the skat")
NO_FOOL: Final = marked("the Fool does not lie in the skat: no Tout was announced")
NEVER_FOOL: Final = marked("the Fool does not lie in the skat")
TRUMPS_KEPT: Final = marked("no trump is in the skat: {player} kept {cards}")
TRUMPS_GONE: Final = marked("trumps lie in the skat only if {player} kept none")
NO_COMBINATION: Final = marked("{player} named no card of a combination, so none is in the skat")
NAMED: Final = marked("{card} is in the skat")
SOME_TRUMPS: Final = marked("{player} discarded trumps")
NO_TRUMPS: Final = marked("{player} discarded no trumps")
HOW_MANY_TRUMPS: Final = marked("number of trumps that {player} discarded: {number}")


def skat_facts(
    sight: Sight, in_skat: Mapping[Card, Where | None], where: Where | None = None
) -> Iterator[Fact]:
    """What is known of the skat from the rules, and that some cards lie in it; nothing where it is seen."""
    skat = sight.place(None)
    if skat is None:
        return
    for card, place in in_skat.items():
        barred = Barred(frozenset({card}), elsewhere(skat, len(sight.places)))
        yield Fact(Message(NAMED, {"card": card}), None, (barred,), place)
    yield from _never(sight, skat, where)
    if sight.dealer is not None:
        yield from _discarded_trumps(sight, skat, sight.dealer, where)
        yield from _combinations(sight, skat, sight.dealer, where)


def answer_facts(sight: Sight, answer: bool | int, template: str, where: Where | None) -> Iterator[Fact]:  # noqa: FBT001 - an answer, not a switch
    """What the dealer's answer about trumps in the skat says: whether there are any, or how many."""
    words: dict[str, Word] = {"player": _dealer(sight)}
    if answer is not True and answer is not False:
        words["number"] = answer
    trumps = frozenset(card for card in sight.cards if card.is_trump)
    skat, limits = sight.place(None), list[Limit | Barred]()
    if skat is not None:
        exact = (1, ANY) if answer is True else (int(answer), int(answer))
        limits.append(Number(skat, trumps, exact, exact))
    if answer and sight.dealer is not None:
        limits += sight.must_not(sight.dealer, frozenset(c for c in sight.rules.table.deck if c.is_trump))
    yield Fact(Message(template, words), "discard.tell-trumps", tuple(limits), where)


def answer_template(answer: bool | int) -> str:  # noqa: FBT001
    """The sentence for an answer of the dealer."""
    if answer is True:
        return SOME_TRUMPS
    return NO_TRUMPS if answer is False else HOW_MANY_TRUMPS


def _dealer(sight: Sight) -> Name | Message:
    return say("the dealer") if sight.dealer is None else Name(sight.players[sight.dealer])


def _never(sight: Sight, skat: int, where: Where | None) -> Iterator[Fact]:
    discard = sight.rules.discard
    kings = frozenset(card for card in discard.never if card.is_king)
    for cards, template, clause in (
        (kings, NO_KING, "discard.kings"),
        (discard.never & {PAGAT}, NO_PAGAT, "discard.pagat"),
        (discard.never & {MONDO}, NO_MONDO, "discard.mondo"),
    ):
        if cards & sight.cards:
            yield Fact(
                Message(template, {}), clause, (Barred(cards & sight.cards, frozenset({skat})),), where
            )
    never = discard.fool is FoolDiscard.NEVER or FOOL in discard.never
    if FOOL in sight.cards and (never or TOUT not in sight.announced):
        barred = Barred(frozenset({FOOL}), frozenset({skat}))
        yield Fact(Message(NEVER_FOOL if never else NO_FOOL, {}), "discard.fool", (barred,), where)


def _discarded_trumps(sight: Sight, skat: int, dealer: int, where: Where | None) -> Iterator[Fact]:
    trumps = frozenset(card for card in sight.cards if card.is_trump)
    kept = frozenset(card for card in sight.seen[dealer] if card.is_trump)
    place = sight.place(dealer)
    if not trumps:
        return
    if kept:
        words: dict[str, Word] = {"player": Name(sight.players[dealer]), "cards": in_a_row(sorted(kept))}
        yield Fact(Message(TRUMPS_KEPT, words), "discard.trumps", (Barred(trumps, frozenset({skat})),), where)
    elif place is not None:
        words = {"player": Name(sight.players[dealer])}
        yield Fact(Message(TRUMPS_GONE, words), "discard.trumps", (Apart(place, skat, trumps),), where)


def _combinations(sight: Sight, skat: int, dealer: int, where: Where | None) -> Iterator[Fact]:
    if sight.gone[dealer]:
        return
    limits = []
    for suit in PLAIN_SUITS:
        four = courts_of(suit)
        if any(not card.is_king for card in four & sight.cards):
            known = len(four & sight.seen[dealer])
            with_fool = FOOL in sight.seen[dealer]
            limits.append(Spared(sight.place(dealer), skat, four & sight.cards, known, with_fool))
    if limits:
        words = {"player": Name(sight.players[dealer])}
        yield Fact(Message(NO_COMBINATION, words), "discard.combination", tuple(limits), where)


# What is known of unseen cards by the cards laid, whatever the game, and by what was called and said.
#
# Only what follows for certain is said. Where a card has to beat the trick, one that does not shows that its
# player holds none that would.


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


def infer_facts(setting: Setting, sight: Sight) -> tuple[Fact, ...]:
    """What the call, the discard and what was announced say of unseen cards, where piles are counted."""
    of_the_words = _infer_from_announcements(setting.told, setting.spec, sight)
    return *_infer_from_call(setting, sight), *_infer_from_discard(setting, sight), *of_the_words


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


def _infer_from_call(setting: Setting, sight: Sight) -> Iterator[Fact]:
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


def _bought(told: HandFacts) -> bool:
    """Whether the declarer has bought the card that he called."""
    return any(each.wants == told.called for each in told.purchases)


def _infer_from_discard(setting: Setting, sight: Sight) -> Iterator[Fact]:
    """The cards that cannot have been laid away."""
    place = sight.place(None) if setting.skat or setting.unseen is not None else None
    for clause in setting.rules.discard.clauses if place is not None else ():
        cards = clause.cards & sight.cards
        if clause.kind == "never-discard" and cards and place is not None:
            listed = Verbatim(" ".join(map(str, sorted(cards))))
            text = say("{cards} cannot have been discarded", cards=listed)
            yield Fact(text, clause.id, (Barred(cards, frozenset({place})),))


def _infer_from_announcements(told: HandFacts, game: GameSpec, sight: Sight) -> Iterator[Fact]:
    """What trumps that were shown, and a hand without trumps or courts, say of who announced them.

    Source: clauses of the kinds handful, trump-announcement and misery-pays.
    """
    for seat, words in sorted(told.announced.items()):
        player, number = Name(sight.players[seat]), declared_trumps(words)
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
    return next(
        (fact for fact in _infer_from_announcements(setting.told, setting.spec, sight) if fact.limits), None
    )


def _as_trumps(sight: Sight, rules: TrumpsShown) -> frozenset[Card]:
    """The cards that can be shown as trumps."""
    deck = sight.rules.table.deck
    return frozenset(card for card in deck if card.is_trump or (rules.fool_counts and card.is_fool))
