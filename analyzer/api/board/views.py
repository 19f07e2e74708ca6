"""What a board shows: the table at a moment of a hand, and what every card is worth there."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import field

from analyzer.cards.card import Suit
from analyzer.report.document import Sentence, Span
from analyzer.views.base import (
    UNSET,
    Amounts,
    CardWord,
    Count,
    Grounded,
    Meta,
    Moves,
    Players,
    Points,
    UnsetType,
    View,
)

Words = Annotated[list[Span], Meta(description="A sentence in the language that was asked for.")]
Spoken = Annotated[str, Meta(description="In the language that was asked for.")]
Percent = Annotated[int, Meta(ge=0, le=100, description="Of the height of a graph.")]


class BoardCard(View, frozen=True, kw_only=True):
    """A card of a hand: its name, what playing it is called, or why it may not be played."""

    card: CardWord
    name: Annotated[str, Meta(description="As it is read aloud: king of hearts.")]
    words: Annotated[Moves, Meta(description="Empty where it may not be played; a led Fool once a suit.")]
    why: Annotated[str | None, Meta(description="Why it may not be played.")] = None
    clause: str | None = None


class BoardHeld(View, frozen=True):
    """A card that a player held at the start."""

    card: CardWord
    name: Spoken


class BoardSeat(View, frozen=True, kw_only=True):
    """A player at the table."""

    name: str
    place: Annotated[Literal["below", "left", "right", "above"], Meta(description="Where he sits.")]
    hand: list[BoardCard]
    held: Annotated[list[BoardHeld], Meta(description="His hand as it was before the moves.")]
    hidden: Annotated[Count, Meta(description="Cards that nobody told.")]
    notes: Annotated[list[str], Meta(description="To play, dealer, declarer, partner.")]
    to_play: bool
    tricks: Count | None
    points: Points | None
    amount: Annotated[int | None, Meta(description="Tokens, or what is written, since the start.")]


class BoardLaid(View, frozen=True, kw_only=True):
    """A card of the trick on the table."""

    player: str
    card: CardWord
    names: Suit | None
    name: str
    picked: Annotated[bool, Meta(description="Whether the Fool may still be demanded in its place.")]


class BoardMove(View, frozen=True, kw_only=True):
    """Something that was done since the start."""

    word: str
    player: str
    name: str
    trick: Annotated[int, Meta(ge=1, description="Counted from the start of the board's line.")]


class BoardOther(View, frozen=True):
    """What may be done beside playing a card."""

    word: str
    text: Spoken


class BoardGoal(View, frozen=True):
    """A goal that can be asked about, and whose."""

    goal: str
    player: str
    text: Spoken
    asked: Annotated[str, Meta(description="Whether it can be forced, as a question to a solver.")]


class BoardTrick(View, frozen=True, kw_only=True):
    """A trick that was played: its cards in order, and who won it."""

    number: int
    text: Words
    winner: str | None
    paid: Annotated[list[Words], Meta(description="Who pays whom for it.")]


class BoardAnswer(Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/board/1"):
    """The table after some moves."""

    title: str | None
    source: str | None
    players: Players
    pots: Annotated[bool, Meta(description="Whether there are pots.")]
    lead: str
    to_play: str | None
    tricks_left: Count
    first_trick: Annotated[int, Meta(ge=1, description="Of the hand, the trick that the line begins in.")]
    sides: Annotated[dict[str, str], Meta(description="`declaring` for each player of the declarer's side.")]
    seats: Annotated[list[BoardSeat], Meta(description="In order of play.")]
    trick: list[BoardLaid]
    last_trick: Annotated[list[BoardLaid], Meta(description="The trick won last, until the next card.")]
    moves: list[BoardMove]
    tricks: list[BoardTrick]
    other: Annotated[list[BoardOther], Meta(description="Demands, and what else is no card.")]
    untold: Annotated[
        list[BoardOther],
        Meta(description="Cards that whose turn it is may play where he holds them, which is not known."),
    ]
    facts: Annotated[list[str], Meta(description="Rules, pots or pools, contract, dealer.")]
    goals: list[BoardGoal]
    complete: Annotated[bool, Meta(description="Whether every hand is told.")]
    over: bool
    last: Annotated[str, Meta(description="The last move, in words.")]
    status: Annotated[str, Meta(description="The last move and who is to play, or the outcome.")]
    stipulation: Annotated[str, Meta(description="What is asked of a solver; empty when it is over.")]
    recorded: Annotated[bool, Meta(description="Whether the position's text tells what was played.")]
    posed: Annotated[bool, Meta(description="Whether the position's file asks it in its own words.")]
    asked: Annotated[
        BoardGoal | None,
        Meta(description="The goal that it asks about, the same from the first move to the last."),
    ]
    outcome: str | None
    settlement: Annotated[list[str], Meta(description="Who pays whom in the end.")]
    amounts: Amounts | None
    text: Annotated[str | None, Meta(description="The position at this moment in one line.")]


class BoardLine(View, frozen=True):
    """A line of a file, in the moves of a board."""

    name: str
    moves: Moves


class OpenedAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/opened/1"):
    """A position that was opened: its text, and the lines of its file."""

    text: Annotated[str, Meta(description="In one line where that tells all of it, else as a file.")]
    title: str | None
    lines: list[BoardLine]
    broken: Annotated[bool, Meta(description="Whether a line has what the rules forbid.")]
    seen_by: Annotated[str | None, Meta(description="The player who does not see all the cards.")]


class TreeRefused(View, frozen=True):
    """A move that the rules do not allow, with those before it, and why."""

    moves: Moves
    message: Spoken


class TreeMove(View, frozen=True):
    """Who makes a move of a tree, and who wins the trick that it ends."""

    player: str | None
    winner: str | None


class TreeChecked(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/tree/1"):
    """What of a tree of moves may not be played, and who plays the others."""

    refused: list[TreeRefused]
    moves: Annotated[list[TreeMove], Meta(description="As they are written, those refused left out.")]


class ForceCell(View, frozen=True):
    """How far a player has a goal in hand: a dot, a word, and a sentence."""

    dot: Literal["full", "half", "none", "bad", "likely", "open", "blank"]
    text: Spoken
    why: Spoken


class ForceRow(View, frozen=True, kw_only=True):
    """A goal, and how far each player has it in hand."""

    goal: Spoken
    cells: Annotated[list[ForceCell], Meta(description="In order of play.")]


class ValueRange(View, frozen=True, kw_only=True):
    """What a player, or a side, comes to at least and at most."""

    name: str
    low: float
    high: float
    text: str


class MomentVerdict(View, frozen=True, kw_only=True):
    """What is true of a moment."""

    headline: Words
    why: Annotated[Words, Meta(description="One sentence more.")]
    forces: list[ForceRow]
    ranges: list[ValueRange]
    what: Annotated[str, Meta(description="What the ranges are of.")]


class CardWorth(View, frozen=True, kw_only=True):
    """What is known of the position after a move."""

    word: str
    chips: Annotated[list[str], Meta(description="The value for each question that was asked, short.")]
    marks: Annotated[list[str], Meta(description="Signs: + - ~ ! = v x *")]
    text: Annotated[str, Meta(description="All that is known, as a sentence.")]
    pill: Annotated[str, Meta(description="The one value that stands under it; empty while none is known.")]
    does: Annotated[str, Meta(description="What it does, in a word.")]
    best: bool


class ExampleDeal(View, frozen=True, kw_only=True):
    """One of the deals that fit: whether the goal asked about is in hand in it, and the deal itself."""

    works: bool
    text: Annotated[str, Meta(description="The position with these hands, as a text that can be opened.")]


class WorthAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/worth/1"):
    """What every card is worth, as far as it is known."""

    complete: bool
    now: Annotated[str, Meta(description="What is sought at present, or why it ended.")]
    position: Annotated[list[Words], Meta(description="What the position itself is worth.")]
    verdict: MomentVerdict | None
    guesses: Annotated[list[str], Meta(description="Of what is open: what is likely, and not proved.")]
    heads: Annotated[list[str], Meta(description="The questions, one a chip.")]
    cards: list[CardWorth]
    legend: list[str]
    deals: Annotated[
        list[ExampleDeal],
        Meta(description="Of the deals that fit, one in which the goal asked about is in hand, and one not."),
    ] = field(default_factory=list)
    answer: Annotated[dict[str, Any], Meta(description="The answer of `solve`.")] | UnsetType = UNSET


class ToldAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/told/1"):
    """The answer of a command, as `--json` writes it and as text."""

    settled: Literal["yes", "no", "open"]
    text: Spoken
    answer: dict[str, Any]
    document: Annotated[dict[str, Any], Meta(description="What is said, as blocks of sentences.")]
    rows: Annotated[list[Sentence], Meta(description="What each hand of an evening came to.")] | UnsetType = (
        UNSET
    )


class BestAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/best/1"):
    """The best line of play, to the end of the hand."""

    moves: Moves


class FormField(View, frozen=True, kw_only=True):
    """A key of a file as a field of a form."""

    key: str
    about: str
    kind: Annotated[
        str, Meta(description="text, list, choice, block; player, card, cards, numbers and the like.")
    ]
    choices: Annotated[
        list[str],
        Meta(description="What is chosen among; of cards the pack where it is empty, or a key's cards."),
    ]
    names: Annotated[
        list[str], Meta(description="The choices as a reader reads them; empty where as they are.")
    ]
    parts: Annotated[list[FormField], Meta(description="The fields within it: of each player, row or part.")]
    example: str
    required: bool


class FormKind(View, frozen=True):
    """A kind of dispute: what it is about, and the question as it is asked at the table."""

    kind: str
    about: Spoken
    asked: Spoken


class FormAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/form/1"):
    """A form: the kinds there are, and the fields of one of them."""

    kinds: list[FormKind]
    kind: str
    players: Annotated[Players, Meta(description="As many as the game usually has, by letters.")]
    fields: list[FormField]


class FilledAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/filled/1"):
    """What a text says, key by key, as the fields of its form have it."""

    values: dict[str, str]
    parts: Annotated[dict[str, list[dict[str, str]]], Meta(description="Lists of blocks, key by key.")]


class CardsAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/cards/1"):
    """Cards that were written in any notation, in canonical words."""

    cards: list[CardWord]
    names: list[str]


class HandSeating(View, frozen=True, kw_only=True):
    """Who deals a hand of an evening, and who sits it out."""

    dealer: str | None
    out: str | None


class SeatingAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/seating/1"):
    """Who deals the hands of an evening, and who sits them out."""

    hands: list[HandSeating]


class TextAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/text/1"):
    """A text that was made: a position, a picture, a certificate."""

    text: str


class ClauseTold(View, frozen=True, kw_only=True):
    """A clause in the reader's language."""

    id: str
    chapter: Spoken
    statement: Spoken
    standing: Spoken
    sources: Annotated[list[str], Meta(description="Each source with its heading.")]


class RulesTold(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/rules-told/1"):
    """A rule set in the reader's language."""

    ruleset: str
    title: Spoken
    clauses: list[ClauseTold]
    options: Annotated[dict[str, list[str]], Meta(description="The readings of each option.")]


class AuditMoment(View, frozen=True, kw_only=True):
    """A move of a line that was looked at: who could force what before it, and what it did."""

    step: Annotated[Count, Meta(description="Its place in the moves of the board, from 0.")]
    trick: int
    player: str
    card: str
    sure: Annotated[dict[str, str], Meta(description="Before it, how far each player has the goal in hand.")]
    marks: list[str]


class AuditLevel(View, frozen=True):
    """A height of a graph that has a name."""

    percent: Percent
    text: Spoken


class AuditGraph(View, frozen=True, kw_only=True):
    """How far each player had something in hand before every move."""

    title: Spoken
    levels: Annotated[list[AuditLevel], Meta(description="From the lowest to the highest.")]
    lines: Annotated[
        dict[str, list[Percent | None]], Meta(description="For each player a height a move; null is unknown.")
    ]


class AuditTold(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/audit-told/1"):
    """A played line looked at card by card."""

    points: list[AuditMoment]
    graphs: Annotated[list[AuditGraph], Meta(description="One for each thing that could be forced.")]
    text: str


class BreachTold(View, frozen=True, kw_only=True):
    """Something against the rules in a recorded hand, with law and remedy."""

    at: Annotated[str, Meta(description="The deal, or the trick.")]
    what: Words
    legal: Annotated[list[Words], Meta(description="What could have been played.")]
    clause: str
    law: Spoken
    source: str
    remedy: Annotated[Words, Meta(description="What follows, with what it costs.")]


class SumTold(View, frozen=True):
    """What a recorded hand comes to in one way, by player, and what becomes of the pots."""

    name: Spoken
    amounts: list[int]
    pots: str


class LineRuled(View, frozen=True, kw_only=True):
    """The ruling on one line of a recorded hand."""

    name: str
    verdict: Literal["legal", "illegal", "unsettled"]
    stamp: Spoken
    headline: Annotated[Words, Meta(description="Each breach in a few words, or that there is none.")]
    breaches: Annotated[list[BreachTold], Meta(description="In the order of the hand.")]
    unsettled: Annotated[list[Words], Meta(description="What no source decides, with its readings.")]
    sums: Annotated[list[SumTold], Meta(description="As the table paid, and the one sum that is due.")]
    others: Annotated[
        list[str], Meta(description="What would be due, had a breach been found or agreed otherwise.")
    ]
    moves: Annotated[Moves, Meta(description="Those of a board, up to what the rules forbid.")]
    stops: Annotated[str, Meta(description="Why it goes on no further; empty where it was played out.")]


class RulingTold(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/ruling-told/1"):
    """The ruling on a recorded hand in the reader's language."""

    settled: Literal["yes", "no", "open"]
    players: Players
    lines: list[LineRuled]
    text: Annotated[str, Meta(description="As `check` writes it.")]


class WhyAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/why/1"):
    """Whether a goal is forced, in words, and a play that shows it."""

    settled: Literal["yes", "no", "open"]
    verdict: Words
    sentences: Annotated[list[Words], Meta(description="Why it is so, a thought each.")]
    moves: Moves


BOARD = (
    BoardAnswer,
    OpenedAnswer,
    TreeChecked,
    WorthAnswer,
    BestAnswer,
    WhyAnswer,
    AuditTold,
    RulingTold,
    FormAnswer,
    FilledAnswer,
    CardsAnswer,
    SeatingAnswer,
    TextAnswer,
    RulesTold,
    ToldAnswer,
)
"""What the page of `board` is told; what `solve` and `moves` answer it is theirs."""
