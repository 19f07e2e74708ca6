"""What was said before the play in a game with pots, what lies in them, and whether the count is paid.

Source: main rule text, "Scoring, payment", parts 3, 5 and 6.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from analyzer.cards.notation import shown
from analyzer.errors import Where
from analyzer.messages import Verbatim, say
from analyzer.position.files.cardlists import Said
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import PotsShape
from analyzer.position.setting import FOUNDED, Taken
from analyzer.rules.book import Pots
from analyzer.rules.deal.declarations import DeclarationError, parse_declaration
from analyzer.yamltree.placed import Shape, Text

TOUT: Final = "tout"
_GOES_ON: Final = re.compile(r"(?:no|not|with|without|missing|lacks|mangler|med|uden)\b", re.IGNORECASE)


def read_pots(pots: PotsShape | None) -> Pots:
    """What lies in the pots, 60 in each where the file does not say."""
    return FOUNDED if pots is None else Pots(pots.king, pots.pagat)


def check_count(reader: Reader, shape: Shape, taken: tuple[Taken | None, ...] | None, *, whole: bool) -> None:
    """A fault where the count is to be paid, and the file does not say enough to make it."""
    where = shape.place("count")
    if not shape.tells("dealer"):
        expected = say("expected `dealer`: the next dealer does not count")
        reader.lack(where, say("`count: true` without a dealer"), expected)
    if not whole and (taken is None or any(pile is None or pile.points is None for pile in taken)):
        expected = say("expected `taken` with points of each player")
        reader.lack(where, say("`count: true` without all card points"), expected)


def check_announced(reader: Reader, where: Where, shape: Shape, *, whole: bool) -> None:
    """A fault where a Tout is announced, and the file does not say enough to know whether it was made."""
    if not shape.tells("dealer"):
        reader.lack(
            where,
            say("a Tout is announced without a dealer"),
            say("expected `dealer`: only he may announce it"),
        )
    if not (shape.tells("taken") or whole):
        expected = say("expected `taken`, or a whole hand")
        reader.lack(where, say("a Tout is announced, but not who took the tricks"), expected)


def read_said(reader: Reader, said: Said | None) -> frozenset[str]:
    """The announcements of a text or a list; one that there is not is a fault."""
    found = set()
    for each in said.texts if said is not None else ():
        if each.strip().lower() == TOUT:
            found.add(TOUT)
        else:
            message = say("{word} cannot be announced here", word=Verbatim(shown(each)))
            reader.fault(each.where, message, say("expected tout"))
    return frozenset(found)


def announced_by(reader: Reader, told: Mapping[Text, Said] | None, dealer: int | None) -> Said | None:
    """What the dealer announced; a fault for what another one did."""
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
    """What each player declared, in the words of the file; () for a pass."""
    return {seat: read_declared(reader, said) for seat, _, said in reader.by_seat(told)}


def read_declared(reader: Reader, said: Said) -> tuple[str, ...]:
    """The declarations of one player, () for a pass; words that are none are a fault."""
    parts = [(part, each) for each in said.texts for part in _parts(each)]
    found = []
    for text, each in parts:
        try:
            if parse_declaration(text, reader.rules) is not None:
                found.append(text)
            elif len(parts) > 1:
                expected = say("expected `pass` alone, or the declarations")
                reader.fault(each.where, say("a pass beside other declarations"), expected)
        except DeclarationError as error:
            reader.fault(each.where, error.fault.message, error.fault.expected)
    return tuple(found)


def _parts(said: str) -> list[str]:
    """The declarations of one text, separated by commas; `half diamonds, no knight` is one."""
    found: list[str] = []
    for part in re.split(r"[,;]", said):
        text = " ".join(part.split())
        if found and _GOES_ON.match(text):
            found[-1] += f" {text}"
        elif text:
            found.append(text)
    return found
