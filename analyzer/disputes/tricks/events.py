"""Events of a disputed trick, and play as it went, illegal cards included."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Final, Literal, TypeVar

from msgspec.structs import replace

from analyzer.cards.card import FOOL, Card, Suit
from analyzer.disputes.answer import CheckAnswer, TakeBack, player_name
from analyzer.disputes.facts import hand_phrases, trick_phrase
from analyzer.disputes.findings import Finding, Proof
from analyzer.disputes.shape import Dispute, DisputeShape, UnknownKeys, about_of
from analyzer.errors import Where
from analyzer.frozenrecord import Record
from analyzer.messages import (
    LineWord,
    Message,
    Name,
    Toned,
    Verbatim,
    Whose,
    Word,
    formed,
    in_a_row,
    listed,
    say,
)
from analyzer.position.files.cardlists import CardList, HandCards, Words
from analyzer.position.files.hands.deal import check_cards, piles, read_hands, tricks_left
from analyzer.position.files.moves import read_moves
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import PlayerName
from analyzer.rules.actions import Action, ActionKind, lay
from analyzer.rules.irregularities import NO_CLASS, Penalty, fine_for, names_fines
from analyzer.rules.play.table import Laid, Table
from analyzer.rules.play.trick import OpenTrick
from analyzer.rules.spec.bearing import Occurrences
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import VERDICT_WORDS, OpenQuestion, Verdict, Violation
from analyzer.views.base import UNSET, CardWord, Meta, UnsetType, View, words
from analyzer.words.blocks import Phrase
from analyzer.words.names import term_message
from analyzer.yamltree.shapes import Field, Shape, Text

# What was done in a disputed trick: what a file says of it, and how it is read.


class EventShape(Shape):
    """An action of one player: exactly one of the keys, but `names` together with `leads` or `claims`."""

    leads: Text | None = Field(None, description="The card led.", examples=["fool", "hR"])
    plays: Text | None = Field(None, description="The card played.", examples=["c5"])
    says: Literal["void", "holds"] | None = Field(
        None, description="The player's statement about being able to follow suit."
    )
    claims: Literal["naming"] | None = Field(None, description="The claimed right.")
    demands: Literal["fool"] | None = Field(None, description="The card demanded.")
    names: Text | None = Field(None, description="The suit named: h, d, s, c or T.", examples=["c"])


Event = Annotated[
    dict[Text, EventShape],
    Field(
        min_length=1, max_length=1, examples=[{"A": {"leads": "fool", "names": "h"}}, {"B": {"says": "void"}}]
    ),
]


class TrickShape(UnknownKeys, DisputeShape):
    """Hands before the trick, and the cards and statements that followed, in order."""

    hands: dict[Text, HandCards] = Field(
        description="Each player's cards before the trick, the Fool included."
    )
    lead: PlayerName | None = Field(
        None, description="The player who had to lead. [default: the player of the first event]"
    )
    play: Words | None = Field(
        None, description="The cards then played, in order; the rules say who plays each."
    )
    events: list[Event] | None = Field(
        None,
        min_length=1,
        description="The same moves with the player of each and with statements, in place of `play`.",
    )
    CHIEF: ClassVar = ("events",)


DOES: Final = {
    ActionKind.LEAD: "leads",
    ActionKind.PLAY: "plays",
    ActionKind.VOID: "says-void",
    ActionKind.HOLDS: "says-holds",
    ActionKind.CLAIM: "claims",
    ActionKind.DEMAND: "demands",
}
"""What may be done in a disputed trick, as a verdict tells it."""


class TrickDispute(Dispute, frozen=True, kw_only=True):
    """What was played and said from a known deal on."""

    hands: tuple[frozenset[Card], ...]
    """By seat, before the first event, the Fool included; empty for a hand that is not told."""
    lead: int
    events: tuple[Action, ...]

    @property
    def start(self) -> Table:
        """The table before the trick, all its cards still in the hands."""
        return Table(self.rules.game, self.hands, self.lead)

    @property
    def lying(self) -> tuple[Laid, ...]:
        """The cards on the table before the first event."""
        return ()

    def knows(self, seat: int) -> bool:
        """Whether the hand of a seat is told, so that its cards can be judged."""
        return bool(self.hands[seat])

    @property
    def tricks_left(self) -> int:
        """Tricks to be won before the first event, the present one included."""
        return max(map(len, self.hands))


Kind = TypeVar("Kind", bound=TrickDispute)
_SAYS: Final = {"void": ActionKind.VOID, "holds": ActionKind.HOLDS}
_DOES: Final = {word: kind for kind, word in DOES.items()}
_ONE: Final = say("expected one of leads, plays, says, claims, demands")


def read_trick(
    reader: Reader,
    shape: TrickShape,
    kind: type[Kind],
    *,
    untold: bool = False,
    check: Callable[[Reader, tuple[frozenset[Card], ...], int, tuple[Action, ...]], None] | None = None,
    **more: Any,
) -> Kind | None:
    """A dispute about a trick: the hands before it and what was done; None where hands are missing.

    Hands may be missing where they may be `untold`; the cards played are then those of one trick, in turn.
    `check` tells faults in what was done; without it every card must be in the hand it was played from.
    """
    where = shape.key_place("hands") if shape.has("hands") else None
    hands = read_hands(reader, shape.hands, None if untold else where)
    tricks_left(reader, hands, 0, ())
    check_cards(reader, piles(reader, hands, (), None))
    events = done_events(reader, shape.play, shape.events, shape)
    first = next((each.seat for each in events), None)
    lead = reader.seat_of(shape.lead) if shape.tells("lead") else first
    if lead is None and events and not shape.tells("lead"):
        expected = say("expected the player who leads this trick")
        reader.lack(shape.node.where, say("`lead` is missing"), expected)
    if untold and shape.play is not None and lead is not None:
        events = in_turn(reader, lead, events)
    if lead is None or (not untold and any(hand is None for hand in hands)):
        return None
    if shape.has("hands") and all(hand is None for hand in hands):
        expected = say("expected at least one, so that the tricks left are known")
        reader.lack(shape.place("hands"), say("no hand is given"), expected)
    cards = tuple(frozenset() if hand is None else hand.cards for hand in hands)
    if all(hand is None or hand.size == len(hand.placed) for hand in hands):
        if check is None:
            check_held(reader, cards, events)
        else:
            check(reader, cards, lead, events)
    return kind(**about_of(reader, shape), hands=cards, lead=lead, events=events, **more)


def done_events(
    reader: Reader, play: Words | None, events: Sequence[Mapping[Text, EventShape]] | None, shape: Shape
) -> tuple[Action, ...]:
    """What was done, told by `play` or by `events`; of what `play` tells nobody is named."""
    if (play is None) == (events is None):
        both = play is not None
        message = say("`play` and `events` say the same") if both else say("nothing is played")
        where = shape.key_place("events") if both else shape.node.where
        reader.lack(where, message, say("expected one of `play` and `events`"))
    if events is not None:
        return tuple(read_events(reader, events))
    moves = () if play is None else read_moves(reader, play)
    for move in moves:
        if move.card is None and move.where is not None:
            message = say("{word} is not a card", word=Verbatim(str(move)))
            reader.fault(move.where, message, say("expected the cards in the order played"))
    return tuple(move for move in moves if move.card is not None)


def in_turn(reader: Reader, lead: int, events: Sequence[Action]) -> tuple[Action, ...]:
    """The cards of one trick by the players whose turn it was; a card more is a fault."""
    players = len(reader.players)
    for more in events[players:]:
        if more.where is not None:
            reader.fault(more.where, say("the trick is full"), say("expected the cards of one trick"))
    return tuple(
        replace(each, kind=ActionKind.PLAY if place else ActionKind.LEAD, seat=(lead + place) % players)
        for place, each in enumerate(events[:players])
    )


def read_events(reader: Reader, told: Sequence[Mapping[Text, EventShape]]) -> Iterator[Action]:
    """What was done and said, in order; what is none is a fault."""
    for each in told:
        for name, what in each.items():
            seat = reader.seat(name, name.key_where)
            event = _event(reader, seat or 0, what, name.key_where)
            if event is not None and seat is not None and _is_said_here(reader, event):
                yield event


def _is_said_here(reader: Reader, event: Action) -> bool:
    """Whether such a thing is said in the game; a demand where nobody may demand the Fool is a fault."""
    known = event.card is not None or reader.rules.game.pots is not None
    if not known and event.where is not None:
        message = say(
            "{word} has no meaning in {ruleset}",
            word=Verbatim(event.kind.value),
            ruleset=Verbatim(reader.rules.name),
        )
        reader.fault(event.where, message, say("expected cards led and played"))
    return known


def _event(reader: Reader, seat: int, what: EventShape, where: Where) -> Action | None:
    """One thing done or said; what is none is a fault."""
    done = [key for key in ("leads", "plays", "says", "claims", "demands") if what.tells(key)]
    suit = None if what.names is None else reader.suit(what.names, what.names.where)
    if what.keys == ("names",) and what.names is not None:
        return Action(ActionKind.CLAIM, None, suit, seat, where=where)
    if len(done) != 1:
        message = (
            say("{number} things are done at once", number=len(done))
            if done
            else say("nothing is done or said")
        )
        reader.fault(what.node.where, message, _ONE)
        return None
    card = what.leads or what.plays
    if card is not None:
        return _card_event(reader, Action(_DOES[done[0]], None, suit, seat, where=where), card, what.names)
    if what.says is not None:
        return Action(_SAYS[what.says], seat=seat, where=where)
    return Action(_DOES[done[0]], None, suit, seat, where=where) if what.has(done[0]) else None


def _card_event(reader: Reader, event: Action, text: Text, names: Text | None) -> Action | None:
    """A card led or played, with the suit named by a led Fool."""
    read = CardList.from_value(text, text.node, reader.notes)
    if read.size != 1:
        reader.fault(
            text.where,
            say("{number} {number:card is/cards are} played at once", number=read.size),
            say("expected one card"),
        )
    if not read.placed:
        return None
    card = read.placed[0].card
    leads_fool = event.kind is ActionKind.LEAD and card is FOOL
    if names is not None and not leads_fool:
        reader.fault(names.where, say("{card} names a suit", card=card), say("only a led Fool names one"))
    if not reader.rules.game.fool.named:
        if names is not None and leads_fool:
            message = say("the Fool is led and names a suit")
            reader.fault(names.where, message, say("here the next card is the suit that is led"))
        return replace(event, card=card)
    if names is None and leads_fool:
        expected = say("expected names: h with it (fool.naming)")
        reader.lack(text.where, say("the Fool is led and names no suit"), expected)
    return replace(event, card=card, suit=event.suit if leads_fool else None)


def check_held(reader: Reader, hands: Sequence[frozenset[Card] | None], events: tuple[Action, ...]) -> None:
    """A fault for every card that was not in the hand it was played from; of a hand None nothing is known.

    A card may come twice from the same hand, because it may have been taken back in between.
    """
    for event in events:
        hand = None if event.seat is None else hands[event.seat]
        if event.card is not None and hand is not None and event.card not in hand and event.where is not None:
            who = reader.who(event.actor)
            reader.lack(
                event.where,
                say("{player} plays {card}, which is not in the hand", player=who, card=event.card),
                say("expected a card of {whose}", whose=Whose(who)),
            )


# Play as it went, illegal cards included, and what is found wrong on the way.


class JudgedStep(Record, frozen=True):
    """One thing done, and what is to be said of it.

    `legal` are the cards that could have been played instead of an illegal one, `clauses` what is broken;
    a demand that holds makes `must_play` play the Fool, and `take_back` take back their cards. `hangs_on` are
    clauses between which it is open what it was.
    """

    event: Action
    tricks_left: int
    clauses: tuple[str, ...] = ()
    legal: tuple[Card, ...] = ()
    text: Message | None = None
    must_play: int | None = None
    take_back: tuple[int, ...] = ()
    hangs_on: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickFinding(Finding):
    """The verdict on what was done, step by step; `winners` are those of the tricks completed."""

    steps: tuple[JudgedStep, ...]
    must_play: int | None
    take_back: tuple[int, ...]
    winners: tuple[int, ...]

    @property
    def leads_to(self) -> Message | None:
        if not self.winners:
            return None
        winner = Name(self.dispute.players[self.winners[-1]])
        return say("{player} wins the trick", player=winner)

    @property
    def cards_taken_back(self) -> tuple[int, ...]:
        later = (seat for each in self.steps for seat in each.take_back)
        return tuple(dict.fromkeys((*self.take_back, *later)))

    def fact_phrases(self) -> Iterator[Phrase]:
        """The hands that are told, and what lay in the trick; the steps say what was done then."""
        dispute = self.dispute
        assert isinstance(dispute, TrickDispute)
        hands = [hand if dispute.knows(seat) else None for seat, hand in enumerate(dispute.hands)]
        yield from hand_phrases(dispute.players, hands)
        if dispute.lying:
            yield trick_phrase(dispute.players, dispute.lying)

    def reason_phrases(self) -> Iterator[Phrase]:
        """Every step, right or wrong, and who won the tricks."""
        players = self.dispute.players
        for step in self.steps:
            yield Phrase(_step_message(step, players), level=1)
            if step.take_back:
                names = listed(Name(players[seat]) for seat in step.take_back)
                yield Phrase(say("Takes the card back: {players}", players=names), level=2)
        if self.must_play is not None:
            player = Name(players[self.must_play])
            yield Phrase(say("Must play the Fool: {player}", player=player), level=1)
        for number, seat in enumerate(self.winners, 1):
            told = say("Trick {number} goes to {player}", number=number, player=Name(players[seat]))
            yield Phrase(told, level=1)

    def answer(self) -> TrickCheck:
        """The answer about play."""
        dispute, players = self.dispute, self.dispute.players
        instead = [
            LegalInsteadView(players[each.event.actor], str(each.event.card), words(each.legal))
            for each in self.steps
            if each.legal
        ]
        must = player_name(dispute, self.must_play)
        return TrickCheck(
            **self.common,
            steps=[_step(dispute, each) for each in self.steps],
            must_play_fool=must,
            take_back=[players[seat] for seat in self.take_back],
            winners=[players[seat] for seat in self.winners],
            remedy=TrickRemedyView(
                legal_instead=instead or UNSET, must_play_fool=UNSET if must is None else must
            ),
        )


@dataclass(slots=True)
class Game:
    """Play as it went, illegal cards included: the trick on the table, and what is found wrong."""

    dispute: TrickDispute
    trick: OpenTrick
    naming: list[Action] = field(default_factory=list)
    """What was said and laid since the Fool was led to the trick."""
    steps: list[JudgedStep] = field(default_factory=list)
    revoked: bool = False
    winners: list[int] = field(default_factory=list)
    violations: list[Violation] = field(default_factory=list)
    questions: list[OpenQuestion] = field(default_factory=list)
    proofs: list[Proof] = field(default_factory=list)
    penalties: list[Penalty] = field(default_factory=list)
    notes: list[Message] = field(default_factory=list)
    came_up: list[Occurrences] = field(default_factory=list)
    """What came up in the tricks that are over."""
    applied: list[str] = field(default_factory=list)
    """Clauses of naming the Fool."""

    @classmethod
    def from_dispute(cls, dispute: TrickDispute) -> Game:
        """The game before the first event."""
        return cls(dispute, OpenTrick.from_cards(dispute.start, dispute.lying))

    @property
    def rules(self) -> RuleSet:
        return self.dispute.rules

    @property
    def spec(self) -> GameSpec:
        """The game that is played, under its contract where it has one."""
        return self.trick.start.spec

    @property
    def tricks_left(self) -> int:
        """Tricks left when the trick was led, itself included."""
        return max(map(len, self.trick.start.hands))

    def name(self, seat: int) -> Name:
        return Name(self.dispute.players[seat])

    def fine(self, name: str, seat: int) -> None:
        """Note what an irregularity costs; where the source has no classes of them, that."""
        if not names_fines(self.rules):
            self.notes.append(NO_CLASS)
            return
        self.penalties.append(Penalty.from_fine(fine_for(self.rules, name), seat))

    def breaks(self, event: Action, clause: str, text: Message, legal: tuple[Card, ...] = ()) -> None:
        """Note that something done breaks a clause."""
        cards = () if event.card is None else (event.card,)
        self.violations.append(Violation(clause, cards, text))
        self.steps.append(JudgedStep(event, self.tricks_left, (clause,), legal, text))


class LegalInsteadView(View, frozen=True):
    """The cards that could have been played instead of an illegal card."""

    player: str
    played: str
    legal: list[CardWord]


class TrickRemedyView(View, frozen=True, kw_only=True):
    """The correction that is needed; empty if nothing is wrong."""

    legal_instead: list[LegalInsteadView] | UnsetType = UNSET
    must_play_fool: str | UnsetType = UNSET


class StepView(View, frozen=True):
    """An action of a player, and the ruling on it."""

    player: str
    does: Annotated[str, Meta(extra_json_schema={"enum": list(DOES.values())})]
    card: CardWord | None
    names: Suit | None
    tricks_left: Annotated[int, Meta(ge=1)]
    legal: bool
    clauses: Annotated[list[str], Meta(description="The clauses that the action breaks.")]
    instead: Annotated[list[CardWord], Meta(description="The legal alternatives.")]
    must_play_fool: str | None
    take_back: TakeBack
    text: str


class TrickCheck(CheckAnswer, frozen=True, kw_only=True):
    """The cards, statements and demands, ruled on step by step."""

    kind: Literal["fool-demand", "play"]
    steps: list[StepView]
    must_play_fool: Annotated[str | None, Meta(description="The player who must play the Fool now.")]
    take_back: TakeBack
    winners: Annotated[list[str], Meta(description="The winners of the completed tricks.")]
    remedy: TrickRemedyView


def _step(dispute: Dispute, step: JudgedStep) -> StepView:
    event = step.event
    return StepView(
        dispute.players[event.actor],
        DOES[event.kind],
        None if event.card is None else str(event.card),
        event.suit,
        step.tricks_left,
        not step.clauses,
        list(step.clauses),
        words(step.legal),
        player_name(dispute, step.must_play),
        [dispute.players[seat] for seat in step.take_back],
        step.text or "",
    )


def _step_message(step: JudgedStep, players: Sequence[str]) -> Message:
    event = step.event
    done: list[Word] = [Name(players[event.actor]), term_message(DOES[event.kind])]
    if event.card is not None:
        done.append(LineWord(str(lay(event.card, event.suit))))
    mark = Toned(say("wrong"), "bad") if step.clauses else Toned(say("right"), "plain")
    if step.hangs_on:
        mark = Toned(VERDICT_WORDS[Verdict.UNSETTLED], "warn")
    told = formed("{done} - {mark}", done=in_a_row(done), mark=mark)
    if step.text:
        told = formed("{step}: {text}", step=told, text=step.text)
    if step.legal:
        could = say("could play {cards}", cards=in_a_row(sorted(step.legal)))
        told = formed("{step}; {could}", step=told, could=could)
    return told
