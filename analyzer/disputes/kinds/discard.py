"""Disputes about a discard: what a file of them says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal

from analyzer.cards.card import Card
from analyzer.cards.notation import scan_cards
from analyzer.disputes.kinds.common import KIND, DisputeShape, about_of, moment_of
from analyzer.disputes.kinds.hand import read_hand_told
from analyzer.disputes.model import Dispute
from analyzer.messages import Verbatim, either, say
from analyzer.position.files.beforeplay.deal import Pile, check_cards
from analyzer.position.files.cardlists import CardList, Placed, Said
from analyzer.position.files.handshape import ContractKeys
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import Found
from analyzer.rules.conduct.irregularities import Moment
from analyzer.rules.deal.discard import laid_away
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.undercontract import laid_away_under
from analyzer.yamltree.placed import Field

_SAID: Final = r"(?i)\b(?:tout|trumps|cards)\b(?!\s*[0-9])"


class DiscardShape(ContractKeys, DisputeShape):
    """Whether the dealer, or the declarer, may lay these cards away."""

    kind: Literal["discard"] = KIND
    hand: CardList = Field(description="The cards before the discard, those taken of the talon among them.")
    found: Found | None = None
    discard: CardList = Field(description="The cards laid away.")
    announce: Said | None = Field(
        None,
        description="What the dealer said: tout, trumps (that trumps are in the skat), or cards of the skat.",
        examples=[["tout"], ["hD", "hC"]],
    )


class DiscardDispute(Dispute, frozen=True, kw_only=True):
    """May the dealer discard these cards?"""

    hand: frozenset[Card]
    """The dealer's cards before the discard."""
    discard: frozenset[Card]
    announce: tuple[str | Card, ...] = ()
    """What the dealer said: the words `tout`, `trumps` and `cards`, and cards he named."""
    silent: bool = False
    """Whether it is told that the dealer said nothing."""
    found: Moment | None = None


def read_discard(reader: Reader, shape: DiscardShape) -> DiscardDispute | None:
    """The cards before the discard and what was laid away; None where either cannot be read.

    Under a contract it may tell how many are laid away.
    """
    about = about_of(reader, shape)
    told = read_hand_told(reader, shape)
    if not (shape.has("hand") and shape.has("discard")):
        return None
    number = laid_away_under(reader.game, told.contract)
    if number == 0 and shape.contract is not None:
        message = say("nothing is laid away under {contract}", contract=Verbatim(told.contract))
        reader.fault(shape.contract.where, message, say("expected a contract that takes cards of the talon"))
        return None
    _check_size(reader, shape.hand, laid_away(reader.rules) if number is None else (number,))
    words, named = _announced(reader, shape.announce)
    _check_held(reader, shape.hand, shape.discard, named)
    return DiscardDispute(
        **about,
        hand=shape.hand.cards,
        discard=shape.discard.cards,
        announce=(*words, *(each.card for each in named)),
        silent=shape.announce is not None and not shape.announce.texts,
        found=moment_of(shape.found),
    )


def _check_size(reader: Reader, hand: CardList, laid: Sequence[int]) -> None:
    """A fault for a hand before the discard that is not of a size from which so many are laid away."""
    sizes = tuple(reader.rules.table.hand_size + each for each in laid)
    if hand.size not in sizes:
        message = say("the dealer holds {number} cards", number=hand.size)
        if by_declarer(reader.rules):
            message = say("the declarer holds {number} cards", number=hand.size)
        size = sizes[0] if len(sizes) == 1 else either(sizes)
        reader.lack(hand.where, message, say("expected {size}, before the discard", size=size))


def by_declarer(rules: RuleSet) -> bool:
    """Whether the declarer lays cards away, and not the dealer."""
    return rules.game.declarer_takes


def _check_held(reader: Reader, hand: CardList, discard: CardList, named: Sequence[Placed] = ()) -> None:
    """A fault for cards that are told twice, are none of the game, or were not the dealer's."""
    check_cards(reader, [Pile(say("the hand"), hand.placed)])
    check_cards(reader, [Pile(say("the discard"), discard.placed)])
    for each in [*discard.placed, *named]:
        if each.card not in hand.cards and hand.size == len(hand.placed):
            reader.lack(
                each.where,
                say("{card} is not in the hand", card=each.card),
                say("expected a card of that hand")
                if by_declarer(reader.rules)
                else say("expected one of the dealer's cards"),
            )


def _announced(reader: Reader, said: Said | None) -> tuple[list[str], list[Placed]]:
    """What the dealer said about his discard: the words, and the cards he named."""
    words: dict[str, None] = {}
    named: list[Placed] = []
    for each in said.texts if said is not None else ():
        words |= dict.fromkeys(match[0].lower() for match in re.finditer(_SAID, each))
        found, faults = scan_cards(re.sub(_SAID, lambda match: " " * len(match[0]), each))
        named += [Placed(read.card, each.at(read.offset)) for read in found]
        for fault in faults:
            reader.fault(
                each.at(fault.offset), fault.message, say("expected tout, trumps or cards of the skat")
            )
    return list(words), named
