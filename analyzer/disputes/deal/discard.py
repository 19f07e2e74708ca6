"""A disputed discard: every clause it breaks, what is unavoidable, the nearest legal discards.

Source: main rule text, "The discard (the skat)".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Final, Literal, Self

from analyzer import disputes
from analyzer.cards.card import Card
from analyzer.cards.notation import scan_cards
from analyzer.disputes.findings import DisputeModule, Finding
from analyzer.disputes.paid import FinedFinding, PaidCheck, paid_keys
from analyzer.disputes.shape import KIND_KEY, Dispute, DisputeShape, about_of, moment_of, read_hand_facts
from analyzer.messages import Message, Word, alone, either, in_a_row, listed, say, say_many
from analyzer.position.files.cardlists import CardList, Placed, Said
from analyzer.position.files.hands.deal import Pile, check_cards
from analyzer.position.files.handshape import ContractKeys
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import Found
from analyzer.rules.deal.discard import laid_away, legal_discards, nearest_among
from analyzer.rules.irregularities import Moment
from analyzer.rules.spec.called import contract_name_message
from analyzer.rules.spec.game import laid_away_under
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import Verdict
from analyzer.views.base import UNSET, CardWord, Meta, UnsetType, View, words
from analyzer.words.blocks import Phrase
from analyzer.words.names import term_message
from analyzer.yamltree.shapes import Field

_SAID: Final = r"(?i)\b(?:tout|trumps|cards)\b(?!\s*[0-9])"


class DiscardShape(ContractKeys, DisputeShape):
    """A discard of the dealer or the declarer."""

    kind: Literal["discard"] = KIND_KEY
    hand: CardList = Field(description="The cards before the discard, with those taken from the talon.")
    found: Found | None = None
    discard: CardList = Field(description="The discard.")
    announce: Said | None = Field(
        None,
        description="The dealer's statements: tout, trumps (trumps are in the skat), or cards of the skat.",
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
    told = read_hand_facts(reader, shape)
    if not (shape.has("hand") and shape.has("discard")):
        return None
    number = laid_away_under(reader.game, told.contract)
    if number == 0 and shape.contract is not None and told.contract is not None:
        message = say("nothing is discarded under {contract}", contract=contract_name_message(told.contract))
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
        message = say("the dealer holds {number} {number:card/cards}", number=hand.size)
        if declarer_discards(reader.rules):
            message = say("the declarer holds {number} {number:card/cards}", number=hand.size)
        size = sizes[0] if len(sizes) == 1 else either(sizes)
        reader.lack(hand.where, message, say("expected {size}, before the discard", size=size))


def declarer_discards(rules: RuleSet) -> bool:
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
                if declarer_discards(reader.rules)
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


class DiscardRemedyView(View, frozen=True, kw_only=True):
    """A possible discard for the dealer; empty if the discard made is legal."""

    no_legal_discard: bool | UnsetType = UNSET
    discard: list[CardWord] | UnsetType = UNSET
    nearest: (
        Annotated[
            list[list[CardWord]],
            Meta(description="Some of the legal discards that keep the most of these cards."),
        ]
        | UnsetType
    ) = UNSET
    count: (
        Annotated[int, Meta(ge=0, description="Number of legal discards that keep as many.")] | UnsetType
    ) = UNSET


class DiscardCheck(PaidCheck, frozen=True, kw_only=True):
    """The ruling on the dealer's discard."""

    kind: Literal["discard"]
    must_announce: Annotated[list[str], Meta(description="Cards, or `trumps`.")]
    unavoidable: Annotated[
        int, Meta(ge=0, description="Number of cards of combinations that must be discarded.")
    ]
    combination_cards: list[CardWord]
    trumps_told: Annotated[
        int | bool,
        Meta(
            description="The answer that the dealer must give about trumps in the skat, if asked when "
            "out of trumps."
        ),
    ]
    remedy: DiscardRemedyView


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardFinding(FinedFinding):
    """The verdict on a discard.

    `unavoidable` is how many combination cards cannot but go. `nearest` are the legal discards that keep
    most of the cards of this one, where it is not legal itself; `no_legal` says that there is none at
    all. `told` is what the dealer must say of trumps in the skat, if asked when he shows out of them.
    """

    dispute: DiscardDispute
    must_announce: tuple[Card | str, ...]
    belongs: tuple[Card, ...]
    unavoidable: int
    nearest: tuple[frozenset[Card], ...] = ()
    no_legal: bool = False
    told: int | bool = False
    ASIDE: ClassVar = frozenset({"nearest", "no_legal"})

    @property
    def usual(self) -> tuple[str, ...]:
        return tuple(each.id for each in self.dispute.rules.discard.clauses)

    @property
    def unsaid(self) -> tuple[Card, ...]:
        """The cards that have to be named, if the file does not tell what the dealer said."""
        dispute = self.dispute
        told = dispute.silent or dispute.announce
        return () if told else tuple(each for each in self.must_announce if isinstance(each, Card))

    def restricted_to_common(self, cases: Sequence[Finding]) -> Self:
        """The finding with the nearest of the discards that are legal under every reading."""
        dispute = self.dispute
        asked = [(case.dispute.rules, dispute.hand, dispute.announce) for case in cases]
        legal = [list(legal_discards(*each)) for each in asked]
        everywhere = frozenset(legal[0]).intersection(*legal)
        near = nearest_among(filter(everywhere.__contains__, legal[0]), dispute.discard)
        return replace(self, nearest=near if self.verdict is not Verdict.LEGAL else ())

    @property
    def when_right(self) -> Message:
        """What is still to be said of the discard; else as for every dispute."""
        if self.unsaid:
            return say("to be announced: {cards}", cards=in_a_row(self.unsaid))
        return super(DiscardFinding, self).when_right

    def fact_phrases(self) -> Iterator[Phrase]:
        """The cards before the discard, what was laid away, and what was said of it."""
        dispute = self.dispute
        cards = in_a_row(sorted(dispute.hand))
        if declarer_discards(dispute.rules):
            yield Phrase(say("The declarer's cards: {cards}", cards=cards), level=1)
        else:
            yield Phrase(say("The dealer's cards: {cards}", cards=cards), level=1)
        cards = in_a_row(sorted(dispute.discard))
        if dispute.rules.game.pots is not None and (dispute.announce or dispute.silent):
            said = alone(listed(map(_announced_word, dispute.announce)), say("nothing"))
            yield Phrase(say("Discarded: {cards}; announced: {said}", cards=cards, said=said), level=1)
        else:
            yield Phrase(say("Discarded: {cards}", cards=cards), level=1)

    def reason_phrases(self) -> Iterator[Phrase]:
        """How many cards of combinations cannot but go."""
        if self.unavoidable:
            least = self.unavoidable
            told = say(
                "At least {number} {number:combination card/combination cards} must be discarded "
                "from this hand.",
                number=least,
            )
            yield Phrase(told, level=1)

    def remedy_phrases(self) -> Iterator[Phrase]:
        """What had to be said, the discards that are legal, and what is paid."""
        yield from (Phrase(each, level=1) for each in _instead(self))
        yield from FinedFinding.remedy_phrases(self)

    def answer(self) -> DiscardCheck:
        """The answer about a discard."""
        remedy = DiscardRemedyView()
        if self.no_legal:
            remedy = DiscardRemedyView(no_legal_discard=True)
        elif self.nearest:
            shown = [words(each) for each in self.nearest[:NEAREST_SHOWN]]
            remedy = DiscardRemedyView(discard=shown[0], nearest=shown, count=len(self.nearest))
        return DiscardCheck(
            **self.common,
            **paid_keys(self, self.paid),
            must_announce=[str(each) for each in self.must_announce],
            unavoidable=self.unavoidable,
            combination_cards=words(self.belongs),
            trumps_told=self.told,
            remedy=remedy,
        )


NEAREST_SHOWN = 20
"""Nearest legal discards beyond these are only counted."""


NEAREST_TOLD: Final = 5


def _announced_word(said: Card | str) -> Word:
    return said if isinstance(said, Card) else term_message(said)


def _instead(finding: DiscardFinding) -> Iterator[Message]:
    """What the dealer had to say, and could have discarded."""
    if finding.must_announce:
        said = in_a_row(map(_announced_word, finding.must_announce))
        yield say("The dealer must announce: {said}", said=said)
    if finding.no_legal:
        yield say("No discard from this hand is legal.")
    elif finding.nearest:
        yield _nearest(finding)
    elif finding.verdict is not Verdict.LEGAL:
        yield say("No discard from this hand is certainly legal.")


def _nearest(finding: DiscardFinding) -> Message:
    cards = listed(alone(in_a_row(sorted(each))) for each in finding.nearest[:NEAREST_TOLD])
    more = len(finding.nearest) - NEAREST_TOLD
    if more > 0:
        return say_many(
            "The nearest legal discards: {cards} and {number} more",
            "The nearest legal discards: {cards} and {number} more", more, cards=cards,
        )  # fmt: skip
    return say("The nearest legal discards: {cards}", cards=cards)


def settle(dispute: DiscardDispute) -> DiscardFinding:
    """The verdict by Z3 and by the engine: :func:`analyzer.disputes.deal.discardproof.settle_discard`."""
    return disputes.deal.discardproof.settle_discard(dispute)


KIND: Final[DisputeModule] = DisputeModule(DiscardShape, read_discard, settle, DiscardCheck)
