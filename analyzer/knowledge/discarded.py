"""What the rules of the discard, and the dealer's answer, say about the skat and the dealer's hand.

No card of a combination lies in the skat unless the dealer named it, as he has to where one must go; that
is said only where the dealer's hand is known from the deal on.

Source: clauses discard.kings, discard.pagat, discard.mondo, discard.fool, discard.trumps,
discard.combination, discard.announce, discard.tell-trumps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from analyzer.cards.card import FOOL, MONDO, PAGAT, Card
from analyzer.errors import Where
from analyzer.knowledge.declared import courts_of
from analyzer.knowledge.facts import Apart, Barred, Fact, Limit, Number, Spared, elsewhere
from analyzer.knowledge.sight import ANY, Sight
from analyzer.messages import Message, Name, Word, in_a_row, marked, say
from analyzer.rules.deal.combinations import PLAIN_SUITS
from analyzer.rules.deal.discard import TOUT
from analyzer.rules.spec.ruleset import FoolDiscard

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
        yield from _trumps(sight, skat, sight.dealer, where)
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


def _trumps(sight: Sight, skat: int, dealer: int, where: Where | None) -> Iterator[Fact]:
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
