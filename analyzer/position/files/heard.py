"""Readers of a player's knowledge of unseen cards, and of words before the play.

Declarations, the dealer's answer about trumps in the skat, cards known to be in it, cards played before;
in a game with pots their contents, and the payment of the count.

Source: main rule text, "Scoring, payment", parts 3, 5 and 6.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from msgspec.structs import replace

from analyzer.cards.card import Card
from analyzer.cards.notation import shown
from analyzer.errors import Where
from analyzer.messages import Verbatim, say
from analyzer.position.files.beforeplay.deal import Pile, counted
from analyzer.position.files.cardlists import Said
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import PotsShape, UnseenShape
from analyzer.position.setting import FOUNDED, Unseen
from analyzer.rules.book import Pots
from analyzer.rules.deal.declarations import DeclarationError, parse_declaration
from analyzer.rules.score.hand import PileTold
from analyzer.rules.spec.ruleset import TrumpsTold
from analyzer.yamltree.placed import Shape, Text

TOUT: Final = "tout"
_GOES_ON: Final = r"(?i)(?:no|not|with|without|missing|lacks|mangler|med|uden)\b"


def read_pots(pots: PotsShape | None) -> Pots:
    """Read the contents of the pots, 60 in each if the file gives none."""
    return FOUNDED if pots is None else Pots(pots.king, pots.pagat)


def check_count(reader: Reader, shape: Shape, piles: Mapping[int, PileTold], *, whole: bool) -> None:
    """Note a fault if the count is to be paid, and the file does not give enough for it."""
    where = shape.place("count")
    if not shape.tells("dealer"):
        expected = say("expected `dealer`: the next dealer does not count")
        reader.lack(where, say("`count: true` without a dealer"), expected)
    if not whole and (len(piles) < len(reader.players) or any(pile.units is None for pile in piles.values())):
        expected = say("expected `taken` with points of each player")
        reader.lack(where, say("`count: true` without all card points"), expected)


def check_announced(reader: Reader, where: Where, shape: Shape, *, whole: bool) -> None:
    """Note a fault if a Tout is announced, and the file does not give enough to know its result."""
    if not shape.tells("dealer"):
        reader.lack(
            where,
            say("a Tout is announced without a dealer"),
            say("expected `dealer`: only he may announce it"),
        )
    taken = shape.node.child("taken")
    if not whole and (taken is None or not taken.value):
        expected = say("expected `taken`, or a whole hand")
        reader.lack(where, say("a Tout is announced, but not who took the tricks"), expected)


def read_said(reader: Reader, said: Said | None) -> frozenset[str]:
    """Read the announcements of a text or a list; an unknown one is a fault."""
    found = set()
    for each in said.texts if said is not None else ():
        if each.strip().lower() == TOUT:
            found.add(TOUT)
        else:
            message = say("{word} cannot be announced here", word=Verbatim(shown(each)))
            reader.fault(each.where, message, say("expected tout"))
    return frozenset(found)


def announced_by(reader: Reader, told: Mapping[Text, Said] | None, dealer: int | None) -> Said | None:
    """Return the dealer's announcements; note a fault for another player's."""
    found = None
    for seat, name, said in reader.by_seat(told):
        if dealer is not None and seat != dealer and said.texts:
            message = say("{player} announces a Tout", player=reader.who(seat))
            reader.fault(name.key_where, message, say("only the dealer may announce it"))
        else:
            found = said
        read_said(reader, said)
    return found


def read_declarations(reader: Reader, told: Mapping[Text, Said]) -> Mapping[int, tuple[str, ...]]:
    """Read each player's declarations, in the words of the file; () for a pass."""
    return {seat: read_declared(reader, said) for seat, _, said in reader.by_seat(told)}


def read_declared(reader: Reader, said: Said) -> tuple[str, ...]:
    """Read the declarations of one player, () for a pass; unknown words are a fault."""
    parts = [(part, each) for each in said.texts for part in _parts(each)]
    found = []
    for text, each in parts:
        try:
            if parse_declaration(text, reader.rules) is not None:
                found.append(text)
            elif len(parts) > 1:
                expected = say("expected `pass` alone, or the declarations")
                reader.fault(each.where, say("a pass with other declarations"), expected)
        except DeclarationError as error:
            reader.fault(each.where, error.fault.message, error.fault.expected)
    return tuple(found)


def _parts(said: str) -> list[str]:
    """The declarations of one text, separated by commas; `half diamonds, no knight` is one."""
    found: list[str] = []
    for part in re.split(r"[,;]", said):
        text = " ".join(part.split())
        if found and re.match(_GOES_ON, text):
            found[-1] += f" {text}"
        elif text:
            found.append(text)
    return found


ANSWERS: Final[Mapping[str, bool]] = {"yes": True, "no": False, "ja": True, "nej": False}
"""The words of a dealer's answer about trumps in the skat."""

Places = dict[tuple[str, int | None, str], Where]


class HeardAnswers(NamedTuple):
    """The unseen cards with everything heard about them, and the piles of cards that were given."""

    unseen: Unseen
    piles: tuple[Pile, ...]


def read_heard(reader: Reader, told: UnseenShape, unseen: Unseen, dealer: int | None) -> HeardAnswers:
    """Read the unseen cards with the rest of `unseen:`.

    If the file does not give the cards, no card that is given a place is compared with them.
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
            expected = say(
                "expected at most {most}: a hand is dealt {size} {size:card/cards}", most=most, size=size
            )
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
    message = say("{word} is not an answer about trumps in the skat", word=Verbatim(shown(str(told))))
    reader.fault(where, message, expected)
    return None
