"""The evidence of a position file: what its `unseen` says, and what the trick on the table shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from analyzer.cards.card import Suit
from analyzer.errors import UsageError, Where
from analyzer.knowledge.evidence import (
    answer_facts,
    answer_template,
    declared_facts,
    infer_facts,
    laid_facts,
    skat_facts,
)
from analyzer.knowledge.facts import Barred, Evidence, Fact, Place, Sight
from analyzer.messages import Message, Name, Verbatim, Word, marked, say
from analyzer.position.model import Position
from analyzer.position.setting import Setting, Unseen
from analyzer.rules.deal.combinations import SUIT_WORDS
from analyzer.rules.deal.declarations import Declaration, parse_declaration

VOID: Final = marked("{player} has no {suit}")


def unseen_evidence(position: Position) -> Evidence:
    """What the player from whom the cards are hidden knows of them.

    Raises: UsageError where the file says nothing of unseen cards.
    """
    if position.unseen is None:
        raise UsageError(
            say(
                "{file} has no unseen cards; write them under `unseen:`, or name a line and who sees it",
                file=Verbatim(position.file),
            )
        )
    sight = unseen_sight(position, position.unseen)
    facts = unseen_facts(position, sight)
    hidden = {place.seat for place in sight.places}
    hands = tuple(frozenset() if seat in hidden else hand for seat, hand in enumerate(position.hands))
    return Evidence(
        position.rules, position.players, sight.seen_by, sight.cards, sight.places, facts, hands, sight.skat
    )


def unseen_facts(position: Setting, sight: Sight) -> tuple[Fact, ...]:
    """What is known of the cards that are not seen: voids, what the trick shows, what was heard."""
    told = infer_facts(position, sight) if position.pots is None else ()
    shown = (*laid_facts(position, sight, [position.trick]), *told)
    if position.unseen is None:
        return (*shown, *_declared(position, sight))
    return (*_voids(sight, position.unseen), *shown, *_heard(position, sight, position.unseen))


def _declared(position: Setting, sight: Sight) -> Iterator[Fact]:
    """What was declared in a whole hand by those whose hands are not all known."""
    if position.pots is None or position.declarations is None:
        return
    for seat, texts in sorted(position.declarations.items()):
        if sight.place(seat) is not None:
            read = (parse_declaration(text, position.rules) for text in texts)
            yield from declared_facts(sight, seat, [(each, None) for each in read if each is not None], None)


def unseen_sight(position: Setting, unseen: Unseen) -> Sight:
    """The table as the player of `unseen` sees it."""
    seats = range(len(position.players))
    places = [Place(seat, unseen.sizes[seat]) for seat in seats if seat in unseen.sizes]
    if unseen.skat:
        places.append(Place(None, unseen.skat))
    laid = [frozenset(each.card for each in position.trick if each.seat == seat) for seat in seats]
    seen, gone = [], []
    for seat in seats:
        told = frozenset() if seat in unseen.sizes else position.hands[seat]
        known = told | laid[seat] | unseen.played.get(seat, frozenset())
        seen.append(known)
        gone.append(max(0, position.rules.table.hand_size - len(known) - unseen.sizes.get(seat, 0)))
    return Sight(
        rules=position.rules,
        players=position.players,
        seen_by=unseen.hidden_from,
        cards=unseen.cards,
        places=tuple(places),
        seen=tuple(seen),
        gone=tuple(gone),
        dealer=position.dealer,
        announced=position.announce,
        skat=position.skat,
    )


def void_fact(
    sight: Sight,
    seat: int,
    suit: Suit,
    template: str,
    words: Mapping[str, Word],
    clause: str,
    where: Where | None,
) -> Fact:
    """That a seat has no more cards of a suit among the unseen ones; `words` are those of the template."""
    place = sight.place(seat)
    own = frozenset(each for each in sight.cards if each.suit is suit)
    if suit is Suit.TRUMPS:
        own |= {each for each in sight.cards if sight.rules.game.is_trump(each)}
    limits = (Barred(own, frozenset({place})),) if own and place is not None else ()
    text = Message(template, {"player": Name(sight.players[seat]), "suit": SUIT_WORDS[suit], **words})
    return Fact(text, clause, limits, where)


def _voids(sight: Sight, unseen: Unseen) -> Iterator[Fact]:
    for seat, suits in sorted(unseen.void.items()):
        for suit in Suit:
            if suit in suits:
                where = unseen.places.get(("void", seat, str(suit)))
                yield void_fact(sight, seat, suit, VOID, {}, "play.follow", where)


def _heard(position: Setting, sight: Sight, unseen: Unseen) -> Iterator[Fact]:
    """Declarations in the order of declaring, then what is known of the skat."""
    seats = len(position.players)
    first = 0 if position.dealer is None else position.dealer
    for seat in ((first + step) % seats for step in range(seats)):
        if seat in unseen.declared:
            said = _parse_declared(position, unseen, seat, unseen.declared[seat])
            yield from declared_facts(sight, seat, said, unseen.places.get(("declared", seat, "")))
    in_skat = {card: unseen.places.get(("skat", None, str(card))) for card in sorted(unseen.in_skat)}
    yield from skat_facts(sight, in_skat, unseen.places.get(("sizes", None, "skat")))
    answer = unseen.discarded_trumps
    if answer is not None:
        where = unseen.places.get(("discarded_trumps", None, ""))
        yield from answer_facts(sight, answer, answer_template(answer), where)


def _parse_declared(
    position: Setting, unseen: Unseen, seat: int, texts: Sequence[str]
) -> list[tuple[Declaration, Where | None]]:
    said = ((parse_declaration(text, position.rules), text) for text in texts)
    return [(each, unseen.places.get(("declared", seat, text))) for each, text in said if each is not None]
