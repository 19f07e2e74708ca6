"""Facts of a deal by name: what a study counts apart, and which deals it takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from analyzer.cards.card import BY_TEXT, FOOL, PAGAT, Card, Suit
from analyzer.errors import UsageError
from analyzer.messages import Message, Verbatim, listed, quoted, say
from analyzer.position.model import Position
from analyzer.rules.score.goals import is_ultimo_card
from analyzer.rules.spec.game import FoolKind, GameSpec
from analyzer.studies.model import LEADER, Wanted, Who

Fact = int | str
Hand = frozenset[Card]


def voids(hand: Hand) -> int:
    """Plain suits of which a hand has no card."""
    return len({Suit.HEARTS, Suit.DIAMONDS, Suit.SPADES, Suit.CLUBS} - {card.suit for card in hand})


def _trumps(hand: Hand, game: GameSpec) -> int:
    fool = game.fool.kind is FoolKind.TRUMP
    return sum(card.is_trump or (fool and card.is_fool) for card in hand)


_OF_HAND: Final[Mapping[str, Callable[[Hand, GameSpec], int]]] = {
    "trumps": _trumps,
    "kings": lambda hand, _: sum(card.is_king for card in hand),
    "courts": lambda hand, _: sum(card.is_court for card in hand),
    "ultimo_cards": lambda hand, _: sum(map(is_ultimo_card, hand)),
    "voids": lambda hand, _: voids(hand),
}
"""How many of something a hand has: `trumps_of_leader`, `kings_of_A`."""
_MEANT: Final[Mapping[str, Message]] = {
    "tricks": say("tricks to go"),
    "lead": say("who leads"),
    "trumps": say("trumps in a hand; the Fool where it is one"),
    "kings": say("kings in a hand"),
    "courts": say("kings, queens, knights and jacks in a hand"),
    "ultimo_cards": say("kings and the Pagat in a hand"),
    "voids": say("plain suits of which a hand has no card"),
    "fool_with": say("who holds the Fool, or nobody"),
    "pagat_with": say("who holds the Pagat, or nobody"),
    "hR_with": say("who holds a card, by its name, or nobody"),
}
"""What each fact is; those of a hand by their beginning."""
_HOLDERS: Final = {"fool_with": FOOL, "pagat_with": PAGAT}
NOBODY: Final = "nobody"


def known_facts() -> list[str]:
    """The names of all facts; those of a player are told of the leader here."""
    return ["tricks", "lead", *(f"{each}_of_{LEADER}" for each in _OF_HAND), *_HOLDERS, "hR_with"]


def facts_told() -> list[tuple[str, Message]]:
    """Every fact with what it is."""
    return [(name, _MEANT[name.partition("_of_")[0]]) for name in known_facts()]


def fact_said(name: str) -> Message:
    """What a fact is, of whom it is counted."""
    kind, of, who = name.partition("_of_")
    if name.endswith("_with") and name not in _MEANT:
        return say("who holds {card}, or nobody", card=Verbatim(name.removesuffix("_with")))
    if not of:
        return _MEANT[name]
    if who == LEADER:
        return say("{fact}, of the leader", fact=_MEANT[kind])
    return say("{fact}, of {player}", fact=_MEANT[kind], player=Verbatim(who))


def check_fact(name: str, players: Sequence[str]) -> None:
    """Raises: UsageError with all facts for a name of none."""
    kind, of, who = name.partition("_of_")
    if name in ("tricks", "lead") or name in _HOLDERS:
        return
    if of and kind in _OF_HAND and (who == LEADER or who in players):
        return
    if name.endswith("_with") and name.removesuffix("_with") in BY_TEXT:
        return
    known = listed(map(Verbatim, known_facts()))
    told = say("unknown fact {word}", word=quoted(name))
    raise UsageError(told, say("there are {known}; of a player by name too", known=known))


def fact_of(name: str, position: Position) -> Fact:
    """A fact of a deal."""
    if name == "tricks":
        return position.tricks_left
    if name == "lead":
        return position.players[position.lead]
    kind, of, who = name.partition("_of_")
    if of and kind in _OF_HAND:
        seat = position.lead if who == LEADER else position.players.index(who)
        return _OF_HAND[kind](position.hands[seat], position.rules.game)
    card = _HOLDERS[name] if name in _HOLDERS else BY_TEXT[name.removesuffix("_with")]
    holders = [seat for seat, hand in enumerate(position.hands) if card in hand]
    return position.players[holders[0]] if holders else NOBODY


def seats_of(who: Who, position: Position) -> tuple[int, ...]:
    """The seats that a word of a study names."""
    if isinstance(who, int):
        return (who,)
    return (position.lead,) if who == LEADER else tuple(range(len(position.players)))


def is_wanted(wanted: Sequence[Wanted], game: GameSpec, hands: Sequence[Hand], lead: int) -> bool:
    """Whether a deal is like that."""
    return all(_has(each, game, hands[lead if each.who == LEADER else int(each.who)]) for each in wanted)


def _has(wanted: Wanted, game: GameSpec, hand: Hand) -> bool:
    if wanted.trumps is not None and _trumps(hand, game) not in wanted.trumps:
        return False
    return wanted.holds <= hand and not any(card.suit in wanted.void for card in hand)
