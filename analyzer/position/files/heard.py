"""Reading what a player has heard and seen about unseen cards, beside who is void in what.

Declarations, the dealer's answer about trumps in the skat, cards known to lie there, cards played before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from analyzer.cards.card import Card
from analyzer.cards.notation import shown
from analyzer.errors import Where
from analyzer.messages import Verbatim, say
from analyzer.position.files.deal import Pile, counted
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import UnseenShape
from analyzer.position.files.spoken import read_declared
from analyzer.position.setting import Unseen
from analyzer.rules.spec.ruleset import TrumpsTold

ANSWERS: Final[Mapping[str, bool]] = {"yes": True, "no": False, "ja": True, "nej": False}
"""The words with which a dealer answers for trumps in the skat."""

Places = dict[tuple[str, int | None, str], Where]


class HeardAnswers(NamedTuple):
    """The unseen cards with all that was heard of them, and the piles of cards that were told."""

    unseen: Unseen
    piles: tuple[Pile, ...]


def read_heard(reader: Reader, told: UnseenShape, unseen: Unseen, dealer: int | None) -> HeardAnswers:
    """The unseen cards with what the rest of `unseen:` says of them.

    Where the file does not tell the cards, none that is said to lie somewhere is held against them.
    """
    places: Places = {}
    piles = dict(_played(reader, told, unseen))
    found = replace(
        unseen,
        in_skat=_in_skat(reader, told, unseen, places),
        played={seat: frozenset(each.card for each in pile.placed) for seat, pile in piles.items()},
        declared=dict(_declared(reader, told, unseen, places)),
        discarded_trumps=_answer(reader, told, dealer, places),
        places=places,
    )
    for seat, _, said in reader.by_seat(told.void):
        for text in said.words:
            # A void stands at its own word in a list, else at the text of its player.
            places["void", seat, str(reader.suit(text, text.where))] = text.where
    for name in told.sizes:
        if name == "skat" and name not in reader.players:
            places["sizes", None, "skat"] = name.key_where
    return HeardAnswers(found, tuple(piles.values()))


def _in_skat(reader: Reader, told: UnseenShape, unseen: Unseen, places: Places) -> frozenset[Card]:
    if told.skat is None:
        return frozenset()
    for each in told.skat.placed:
        places["skat", None, str(each.card)] = each.where
        if told.tells("cards") and each.card not in unseen.cards:
            message = say("{card} is known to be in the skat", card=each.card)
            reader.lack(each.where, message, say("expected one of `cards`"))
    if told.skat.size > unseen.skat:
        expected = say("expected at most {number}, as `sizes` says", number=unseen.skat)
        message = say("{cards} known to be in the skat", cards=counted(told.skat.size))
        reader.lack(told.skat.where, message, expected)
    return told.skat.cards


def _played(reader: Reader, told: UnseenShape, unseen: Unseen) -> Iterator[tuple[int, Pile]]:
    size = reader.rules.table.hand_size
    for seat, _, cards in reader.by_seat(told.played):
        who = reader.who(seat)
        most = size - unseen.sizes.get(seat, 0)
        if cards.size > most:
            expected = say("expected at most {most}: a hand is dealt {size} cards", most=most, size=size)
            reader.lack(
                cards.where,
                say("{player} has played {cards}", player=who, cards=counted(cards.size)),
                expected,
            )
        yield seat, Pile(say("the cards {player} has played", player=who), cards.placed)


def _declared(
    reader: Reader, told: UnseenShape, unseen: Unseen, places: Places
) -> Iterator[tuple[int, tuple[str, ...]]]:
    for seat, _, said in reader.by_seat(told.declared):
        found = read_declared(reader, said)
        if seat not in unseen.sizes:
            who = reader.who(seat)
            reader.lack(
                said.where,
                say("{player} holds no unseen cards", player=who),
                say("expected a player named in `sizes`"),
            )
            continue
        places["declared", seat, ""] = said.where
        # One text may hold several declarations; those of a list stand each at its own place.
        for text in found:
            own = (each.where for each in said.texts if text in " ".join(each.split()))
            places["declared", seat, text] = next(own, said.where)
        yield seat, found


def _answer(reader: Reader, told: UnseenShape, dealer: int | None, places: Places) -> bool | int | None:
    """What the dealer answered, alone or under his name."""
    answer = told.discarded_trumps
    if isinstance(answer, dict):
        named = list(reader.by_seat(answer))
        for seat, name, _ in named:
            if seat != dealer:
                message = say("{player} is not the dealer", player=reader.who(seat))
                reader.lack(name.key_where, message, say("expected the player that `dealer` names"))
        answer = named[0][2] if len(named) == 1 else None
    if answer is None or answer.value is None:
        return None
    places["discarded_trumps", None, ""] = answer.where
    return _told(reader, answer.value, answer.where)


def _told(reader: Reader, told: bool | int | str, where: Where) -> bool | int | None:  # noqa: FBT001 - an answer
    if isinstance(told, str):
        told = ANSWERS.get(told.strip().casefold(), told)
    if isinstance(told, bool):
        return told
    size = reader.rules.table.skat_size
    if isinstance(told, int) and 0 <= told <= size:
        return told
    how_many = reader.rules.discard.trumps_told is TrumpsTold.HOW_MANY
    expected = say("expected yes, no or a number up to {number}", number=size)
    if how_many:
        expected = say("expected yes, no or a number up to {number} (how many)", number=size)
    message = say("{word} is no answer about trumps in the skat", word=Verbatim(shown(str(told))))
    reader.fault(where, message, expected)
    return None
