"""A card that was legal: whether the Proprieties allow it, and what it gave away.

Source: main rule text, "Proprieties".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, ClassVar, Final, Literal

from msgspec import structs

from analyzer import disputes
from analyzer.cards.notation import shown
from analyzer.disputes.answer import CheckAnswer
from analyzer.disputes.facts import hand_phrases, trick_phrase
from analyzer.disputes.findings import DisputeModule, Finding
from analyzer.disputes.shape import KIND_KEY, Dispute, DisputeShape, about_of
from analyzer.disputes.tricks.events import Event, done_events
from analyzer.errors import IllegalMove, InvalidFile, TarokError, UsageError
from analyzer.frozenrecord import Record
from analyzer.knowledge.fitting import check_one_player, fitting_deals, in_every_deal
from analyzer.messages import LineWord, Message, Name, Several, Verbatim, Whose, in_a_row, listed, say
from analyzer.position.files.cardlists import HandCards, Words
from analyzer.position.files.moves import read_moves
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import DealShape
from analyzer.position.model import Position
from analyzer.position.reading import load, read_position
from analyzer.rules.actions import Action, ActionKind
from analyzer.search.engine.reasons import Reason
from analyzer.views.base import UNSET, Meta, UnsetType, View
from analyzer.views.why import WhyView, reason_view
from analyzer.words.blocks import Phrase
from analyzer.words.plans import plan_message
from analyzer.yamltree.shapes import Field, Text

MOST_DEALS: Final = 10_000
"""Deals that fit, all of which are looked at."""


class ProprietyShape(DisputeShape, DealShape):
    """A card that may be proper or not: the position (or a position file), and the moves played."""

    kind: Literal["propriety"] = KIND_KEY
    position: Text | None = Field(
        None,
        description="A position file, relative to this file; in place of `hands`.",
        examples=["prop1.yaml"],
    )
    hands: dict[Text, HandCards] = Field(
        default_factory=dict,
        description="Each player's cards, as one text or as a list, without those in `trick`.",
    )
    play: Words | None = Field(
        None,
        description="The cards played from there, in order; the last one is the card in question.",
        examples=["hR", "T7 hR"],
    )
    events: list[Event] | None = Field(
        None, description="The same moves with the player of each and with statements, in place of `play`."
    )
    CHIEF: ClassVar = ("play",)


class ProprietyDispute(Dispute, frozen=True, kw_only=True):
    """Was this card proper?"""

    position: Position
    """Before the card; with worlds, where its player cannot tell deals apart."""
    card: Action


def read_propriety(reader: Reader, shape: ProprietyShape) -> ProprietyDispute | None:
    """The position before the card in question, and the card; None where there is no position.

    Raises: InvalidFile with every fault where the position cannot be read.
    """
    about = about_of(reader, shape)
    moves = _moves(reader, shape)
    start = _start(reader, shape)
    if start is None or not moves:
        return None
    found = _before_last(reader, start, moves)
    if found is None:
        return None
    about |= {"players": start.players, "rules": start.rules, "sitting_out": start.sitting_out}
    return ProprietyDispute(**about, position=found, card=structs.replace(moves[-1], seat=None))


def _moves(reader: Reader, shape: ProprietyShape) -> tuple[Action, ...]:
    """What was played, and said, from the position on."""
    if shape.events is not None:
        done = done_events(reader, shape.play, shape.events, shape)
        return tuple(
            each if each.card is None else structs.replace(each, kind=ActionKind.PLAY) for each in done
        )
    if shape.play is None:
        reader.lack(shape.node.where, say("nothing is played"), say("expected one of `play` and `events`"))
        return ()
    moves = read_moves(reader, shape.play)
    if not moves:
        reader.lack(shape.play.where, say("nothing was played"), say("expected the card in question"))
    return moves


def _start(reader: Reader, shape: ProprietyShape) -> Position | None:
    """Where the play began."""
    if shape.tells("position") is shape.tells("hands"):
        message = say("the position is given twice") if shape.tells("hands") else say("no position is given")
        reader.lack(shape.node.where, message, say("expected `hands` or `position`"))
        return None
    if shape.position is None:
        return read_position(reader, shape)
    try:
        return load(str(Path(reader.file).parent / shape.position), lambda _: reader.rules)
    except UsageError as error:
        reader.fault(shape.position.where, error.message, error.expected)
    except InvalidFile as refused:
        unread = next((each for each in refused.faults if each.where is None or not each.where.line), None)
        if unread is None:
            raise
        reader.fault(shape.position.where, unread.message, unread.expected)
    return None


def _before_last(reader: Reader, position: Position, moves: tuple[Action, ...]) -> Position | None:
    """The position before the last of the moves; one that cannot be is a fault where it stands."""
    told_apart = position.many and not position.has_unknown_cards
    if told_apart and len(moves) > 1:
        where = moves[0].where
        assert where is not None
        expected = say("expected one card: the position gives what was known before it")
        reader.fault(where, say("cards are played in deals that are not distinguished"), expected)
        return None
    if position.has_unknown_cards:
        return _in_deals(reader, position, moves)
    for place, move in enumerate(moves):
        where = move.where
        assert where is not None
        if move.kind is not ActionKind.PLAY and place == len(moves) - 1:
            expected = say("expected the card in question")
            reader.fault(where, say("{word} is not a card", word=Verbatim(shown(str(move)))), expected)
            return None
        turn = position.table.holder
        if move.seat not in (None, turn) and move.kind is ActionKind.PLAY:
            expected = say("expected a card of {whose}", whose=Whose(position.players[turn]))
            reader.fault(where, say("it is {whose} turn", whose=Whose(position.players[turn])), expected)
            return None
        try:
            after = position.after(move) if not told_apart else _any_card(position, move)
        except IllegalMove as illegal:
            legal = listed(map(Verbatim, illegal.legal))
            reader.fault(where, illegal.message, say("expected one of {cards}", cards=legal))
            return None
        except TarokError as error:
            reader.fault(where, error.message)
            return None
        if place == len(moves) - 1:
            return _let_pass(position)
        position = after
    return None


def _in_deals(reader: Reader, position: Position, moves: tuple[Action, ...]) -> Position | None:
    """The position before the last of the moves, with every deal that fits as one of its worlds."""
    for move in moves[:-1]:
        position = in_every_deal(position, partial(_after, move))
    where = moves[-1].where
    assert where is not None
    try:
        found = fitting_deals(position, MOST_DEALS)
        check_one_player(found.listed())
        before = _let_pass(found.deals[0])
        before.after(moves[-1])
    except IllegalMove as illegal:
        legal = listed(map(Verbatim, illegal.legal))
        reader.fault(where, illegal.message, say("expected one of {cards}", cards=legal))
    except UsageError as error:
        reader.fault(where, error.message, error.expected)
    except InvalidFile as none_fits:
        reader.notes.faults.extend(none_fits.faults)
    else:
        return replace(before, worlds=found.worlds)
    return None


def _after(move: Action, deal: Position) -> Position:
    return deal.after(move)


def _any_card(position: Position, move: Action) -> Position:
    """The position, once it is known that its player holds the card and may play it."""
    known = replace(position, worlds=(), unseen=None)
    if not known.complete:
        hand = known.hands[position.table.to_move]
        if move.card not in hand:
            raise UsageError(say("the card is not in the player's hand"))
        return position
    return known.after(move)


def _let_pass(position: Position) -> Position:
    """The position once everybody has let a card pass that could be answered by a demand."""
    while position.picked is not None:
        position = position.after(Action(ActionKind.ALLOW))
    return position


class JudgedCard(Record, frozen=True):
    """A card of the player, those equal to it, and whether it is proper.

    For an improper one the clause and the reason, and play: what comes of the card, and the better play.
    For a proper one `why` may tell by how little a pot is the richer.
    """

    card: Action
    equals: tuple[str, ...]
    proper: bool
    clause: str | None = None
    why: Message | None = None
    offence: tuple[str, ...] = ()
    better: tuple[str, ...] = ()
    world: int | None = None
    against: Reason | None = None
    """The plan by which the Ultimo is won after the card."""
    why_better: Reason | None = None
    """The plan behind the better play."""

    def is_card(self, word: str) -> bool:
        """Whether a word of a line is this card, or one equal to it."""
        return word in (str(self.card), *self.equals)

    @property
    def verdict(self) -> tuple[object, ...]:
        """What two readers of one position must agree on."""
        return str(self.card), self.proper, self.clause


class ProprietyRemedyView(View, frozen=True, kw_only=True):
    """The proper alternatives; empty if the card was proper."""

    play: Annotated[list[str], Meta(description="The proper cards.")] | UnsetType = UNSET


class ProprietyCheck(CheckAnswer, frozen=True, kw_only=True):
    """The ruling on the propriety of a card."""

    kind: Literal["propriety"]
    player: str
    card: Annotated[str, Meta(description="The card as a line writes it.")]
    proper: bool
    why: Annotated[
        str | None,
        Meta(
            description="The reason that it is improper, or the small amount by which the pot that it "
            "leaves is richer."
        ),
    ]
    offence: Annotated[MoveWords, Meta(description="The play that follows an improper card.")]
    better: Annotated[MoveWords, Meta(description="Play that prevents or wins the Ultimo instead.")]
    against: Annotated[WhyView, Meta(description="The plan after an improper card.")] | UnsetType = UNSET
    why_better: Annotated[WhyView, Meta(description="The plan after the better card.")] | UnsetType = UNSET
    remedy: ProprietyRemedyView


@dataclass(frozen=True, slots=True, kw_only=True)
class ProprietyFinding(Finding):
    """Whether a card was proper; `cards` are all that could be played, in canonical order."""

    seat: int
    judged: JudgedCard
    cards: tuple[JudgedCard, ...]
    deals: int
    """Over how many deals it was judged."""
    ASIDE: ClassVar = frozenset({"seat", "judged", "cards", "deals"})

    @property
    def comes_to(self) -> Mapping[str, Any]:
        return {**super(ProprietyFinding, self).comes_to, "proper": self.judged.proper}

    @property
    def when_right(self) -> Message:
        """The card that was played, and whether it was proper."""
        player, card = Name(self.dispute.players[self.seat]), LineWord(str(self.judged.card))
        if self.judged.proper:
            return say("{player} played {card}: proper", player=player, card=card)
        return say("{player} played {card}: improper", player=player, card=card)

    def fact_phrases(self) -> Iterator[Phrase]:
        """The hands at that moment, and the trick; of several deals only the player's own hand."""
        dispute = self.dispute
        assert isinstance(dispute, ProprietyDispute)
        table, known = dispute.position.table, self.deals == 1
        hands = [hand if known or seat == self.seat else None for seat, hand in enumerate(table.hands)]
        yield from hand_phrases(dispute.players, hands)
        if table.trick:
            yield trick_phrase(dispute.players, table.trick)
        else:
            yield Phrase(say("{player} leads", player=Name(dispute.players[self.seat])), level=1)

    def reason_phrases(self) -> Iterator[Phrase]:
        """Over how many deals it was judged, and what comes of the card."""
        if self.deals > 1:
            player = Name(self.dispute.players[self.seat])
            told = say(
                "Judged over {number} {number:deal/deals} that {player} could not distinguish.",
                number=self.deals,
                player=player,
            )
            yield Phrase(told, level=1)
        offence = in_a_row(map(LineWord, self.judged.offence))
        yield from self._line_phrases(
            offence, say("This leads to: {line}", line=offence), self.judged.against
        )

    def remedy_phrases(self) -> Iterator[Phrase]:
        """What would have been better than the card, and the proper cards."""
        judged, better = self.judged, in_a_row(map(LineWord, self.judged.better))
        told = say("It would have been better to play: {line}", line=better)
        yield from self._line_phrases(better, told, judged.why_better)
        proper = listed(LineWord(str(each.card)) for each in self.cards if each.proper)
        if not judged.proper and proper.items:
            yield Phrase(say("Proper: {cards}", cards=proper), level=1)
        elif not judged.proper:
            yield Phrase(say("No card is proper here."), level=1)

    def _line_phrases(self, line: Several, told: Message, reason: Reason | None) -> Iterator[Phrase]:
        """A line of play, if there is one, and the plan behind it."""
        if line.items:
            yield Phrase(told, level=1)
        if (plan := plan_message(reason, self.dispute.players)) is not None:
            yield Phrase(plan, level=2)

    def answer(self) -> ProprietyCheck:
        """The answer about a card."""
        judged = self.judged
        proper = [str(each.card) for each in self.cards if each.proper]
        return ProprietyCheck(
            **self.common,
            player=self.dispute.players[self.seat],
            card=str(judged.card),
            proper=judged.proper,
            why=judged.why,
            offence=list(judged.offence),
            better=list(judged.better),
            against=reason_view(judged.against, self.dispute.players),
            why_better=reason_view(judged.why_better, self.dispute.players),
            remedy=ProprietyRemedyView(play=UNSET if judged.proper else proper),
        )


MoveWords = Annotated[list[str], Meta(description="Play, in the notation of a line.")]


def settle(dispute: ProprietyDispute) -> ProprietyFinding:
    """The verdict by the search: :func:`analyzer.disputes.tricks.proprietysearch.settle_propriety`."""
    return disputes.tricks.proprietysearch.settle_propriety(dispute)


KIND: Final[DisputeModule] = DisputeModule(ProprietyShape, read_propriety, settle, ProprietyCheck)
