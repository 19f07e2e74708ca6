"""What a board shows: the table at a moment of a hand, and what every card is worth there."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import field

from analyzer.cards.card import Suit
from analyzer.report.spans import Sentence, Span
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

Words = Annotated[list[Span], Meta(description="A sentence in the requested language.")]
Spoken = Annotated[str, Meta(description="Text in the requested language.")]
Percent = Annotated[int, Meta(ge=0, le=100, description="Height in a graph, in percent.")]


class BoardCard(View, frozen=True, kw_only=True):
    """A card of a hand: its name, and the words for playing it or the reason that it may not be played."""

    card: CardWord
    name: Annotated[str, Meta(description="The card as it is read aloud: king of hearts.")]
    words: Annotated[
        Moves,
        Meta(
            description="The moves that play the card; empty if it may not be played. A led Fool has one "
            "move for each suit."
        ),
    ]
    why: Annotated[str | None, Meta(description="The reason that it may not be played.")] = None
    clause: str | None = None


class BoardHeld(View, frozen=True):
    """A card that a player held at the start."""

    card: CardWord
    name: Spoken


class BoardSeat(View, frozen=True, kw_only=True):
    """A player at the table."""

    name: str
    place: Annotated[
        Literal["below", "left", "right", "above"], Meta(description="The player's place at the table.")
    ]
    hand: list[BoardCard]
    held: Annotated[list[BoardHeld], Meta(description="The player's hand before the moves.")]
    hidden: Annotated[Count, Meta(description="Number of unknown cards in the hand.")]
    notes: Annotated[list[str], Meta(description="To play, dealer, declarer, partner.")]
    to_play: bool
    tricks: Count | None
    points: Points | None
    amount: Annotated[int | None, Meta(description="Tokens or score-sheet amount since the start.")]


class BoardLaid(View, frozen=True, kw_only=True):
    """A card of the trick on the table."""

    player: str
    card: CardWord
    names: Suit | None
    name: str
    picked: Annotated[bool, Meta(description="True if the Fool may still be demanded instead of this card.")]


class BoardMove(View, frozen=True, kw_only=True):
    """An action since the start."""

    word: str
    player: str
    name: str
    trick: Annotated[
        int, Meta(ge=1, description="Number of the trick, counted from the start of the board's line.")
    ]


class BoardOther(View, frozen=True):
    """A possible action other than playing a card."""

    word: str
    text: Spoken


class BoardGoal(View, frozen=True):
    """A goal that can be asked about, and its player."""

    goal: str
    player: str
    text: Spoken
    asked: Annotated[str, Meta(description="The question to a solver whether the goal can be forced.")]


class BoardTrick(View, frozen=True, kw_only=True):
    """A played trick: its cards in order, and its winner."""

    number: int
    text: Words
    winner: str | None
    paid: Annotated[list[Words], Meta(description="The payments for the trick.")]


class BoardAnswer(Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/board/1"):
    """The table after some moves."""

    title: str | None
    source: str | None
    players: Players
    pots: Annotated[bool, Meta(description="True if there are pots.")]
    lead: str
    to_play: str | None
    tricks_left: Count
    first_trick: Annotated[
        int, Meta(ge=1, description="Number of the trick in the hand in which the line begins.")
    ]
    sides: Annotated[dict[str, str], Meta(description="`declaring` for each player of the declarer's side.")]
    seats: Annotated[list[BoardSeat], Meta(description="The players, in order of play.")]
    trick: list[BoardLaid]
    last_trick: Annotated[
        list[BoardLaid], Meta(description="The last completed trick, until the next card is played.")
    ]
    moves: list[BoardMove]
    tricks: list[BoardTrick]
    other: Annotated[list[BoardOther], Meta(description="Demands and other actions that do not play a card.")]
    untold: Annotated[
        list[BoardOther],
        Meta(
            description="Cards that the player to move may play, if that player holds them. The hand is "
            "unknown."
        ),
    ]
    facts: Annotated[list[str], Meta(description="Rules, pots or pools, contract, dealer.")]
    goals: list[BoardGoal]
    complete: Annotated[bool, Meta(description="True if all hands are known.")]
    over: bool
    last: Annotated[str, Meta(description="The last move, in words.")]
    status: Annotated[str, Meta(description="The last move and the player to move, or the outcome.")]
    stipulation: Annotated[str, Meta(description="The question for a solver; empty when the hand is over.")]
    recorded: Annotated[bool, Meta(description="True if the text of the position includes the moves played.")]
    posed: Annotated[
        bool, Meta(description="True if the file of the position has its own wording of the stipulation.")
    ]
    asked: Annotated[
        BoardGoal | None,
        Meta(description="The goal of the stipulation. It is the same from the first move to the last."),
    ]
    outcome: str | None
    settlement: Annotated[list[str], Meta(description="The payments at the end.")]
    amounts: Amounts | None
    text: Annotated[str | None, Meta(description="The position at this moment in one line.")]


class BoardLine(View, frozen=True):
    """A line of a file, as moves on a board."""

    name: str
    moves: Moves


class OpenedAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/opened/1"):
    """An opened position: its text, and the lines of its file."""

    text: Annotated[
        str,
        Meta(description="The position in one line, if one line can hold all of it; otherwise as a file."),
    ]
    title: str | None
    lines: list[BoardLine]
    broken: Annotated[bool, Meta(description="True if a line contains a forbidden move.")]
    seen_by: Annotated[str | None, Meta(description="The player who does not see all cards.")]


class TreeRefused(View, frozen=True):
    """A move that the rules forbid, with the moves before it and the reason."""

    moves: Moves
    message: Spoken


class TreeMove(View, frozen=True):
    """The player of a move in a tree, and the winner of the trick that it completes."""

    player: str | None
    winner: str | None


class TreeChecked(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/tree/1"):
    """The forbidden moves of a tree of moves, and the players of its other moves."""

    refused: list[TreeRefused]
    moves: Annotated[list[TreeMove], Meta(description="The moves as written, without those refused.")]


class ForceCell(View, frozen=True):
    """The degree to which a player can force a goal: a dot, a word, and a sentence."""

    dot: Literal["full", "half", "none", "bad", "likely", "open", "blank"]
    text: Spoken
    why: Spoken


class ForceRow(View, frozen=True, kw_only=True):
    """A goal, and the degree to which each player can force it."""

    goal: Spoken
    cells: Annotated[list[ForceCell], Meta(description="One cell for each player, in order of play.")]


class ValueRange(View, frozen=True, kw_only=True):
    """The least and the most that a player or a side can get."""

    name: str
    low: float
    high: float
    text: str


class MomentVerdict(View, frozen=True, kw_only=True):
    """The results for a moment of the hand."""

    headline: Words
    why: Annotated[Words, Meta(description="An additional sentence.")]
    forces: list[ForceRow]
    ranges: list[ValueRange]
    what: Annotated[str, Meta(description="The quantity given by the ranges.")]


class CardWorth(View, frozen=True, kw_only=True):
    """The results for the position after a move."""

    word: str
    chips: Annotated[list[str], Meta(description="A short value for each question.")]
    marks: Annotated[list[str], Meta(description="Signs: + - ~ ! = v x *")]
    text: Annotated[str, Meta(description="All results as a sentence.")]
    pill: Annotated[str, Meta(description="The one value shown under the card; empty while none is known.")]
    does: Annotated[str, Meta(description="The effect of the move, in a word.")]
    best: bool


class ExampleDeal(View, frozen=True, kw_only=True):
    """A deal that fits. `works` is true if the goal in question can be forced in it."""

    works: bool
    text: Annotated[str, Meta(description="The position with these hands, as a text that can be opened.")]


class WorthAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/worth/1"):
    """The known values of all cards."""

    complete: bool
    now: Annotated[str, Meta(description="The current part of the search, or the reason that it ended.")]
    position: Annotated[list[Words], Meta(description="The values of the position itself.")]
    verdict: MomentVerdict | None
    guesses: Annotated[
        list[str], Meta(description="For open questions, the likely answers. They are not proven.")
    ]
    heads: Annotated[list[str], Meta(description="The questions, one for each chip.")]
    cards: list[CardWorth]
    legend: list[str]
    deals: Annotated[
        list[ExampleDeal],
        Meta(
            description="Two deals that fit: one in which the goal in question can be forced, and one in "
            "which it cannot."
        ),
    ] = field(default_factory=list)
    answer: Annotated[dict[str, Any], Meta(description="The answer of `solve`.")] | UnsetType = UNSET


class ToldAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/told/1"):
    """The answer of a command, both as `--json` writes it and as text."""

    settled: Literal["yes", "no", "open"]
    text: Spoken
    answer: dict[str, Any]
    document: Annotated[dict[str, Any], Meta(description="The text as blocks of sentences.")]
    rows: Annotated[list[Sentence], Meta(description="The result of each hand of a session.")] | UnsetType = (
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
        Meta(description="The choices. For cards: the cards of a key, or the pack if the list is empty."),
    ]
    names: Annotated[
        list[str], Meta(description="The choices in readable form; empty if they are readable as they are.")
    ]
    parts: Annotated[
        list[FormField], Meta(description="The fields inside this field, for each player, row or part.")
    ]
    example: str
    required: bool


class FormKind(View, frozen=True):
    """A kind of dispute: its subject, and the question as players ask it at the table."""

    kind: str
    about: Spoken
    asked: Spoken


class FormAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/form/1"):
    """A form: the available kinds, and the fields of one of them."""

    kinds: list[FormKind]
    kind: str
    players: Annotated[
        Players, Meta(description="The usual number of players of the game, named by letters.")
    ]
    fields: list[FormField]


class FilledAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/filled/1"):
    """The content of a text, key by key, as the fields of its form show it."""

    values: dict[str, str]
    parts: Annotated[dict[str, list[dict[str, str]]], Meta(description="Lists of blocks, key by key.")]


class CardsAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/cards/1"):
    """Cards written in any notation, in canonical notation."""

    cards: list[CardWord]
    names: list[str]


class HandSeating(View, frozen=True, kw_only=True):
    """The dealer of a hand of a session, and the player who sits out."""

    dealer: str | None
    out: str | None


class SeatingAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/seating/1"):
    """The dealers of the hands of a session, and the players who sit out."""

    hands: list[HandSeating]


class TextAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/text/1"):
    """A generated text: a position, a picture, a certificate."""

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
    """An examined move of a line: the goals that each player could force before it, and its effect."""

    step: Annotated[Count, Meta(description="Index in the moves of the board, from 0.")]
    trick: int
    player: str
    card: str
    sure: Annotated[
        dict[str, str],
        Meta(description="By player, the degree to which the goal could be forced before the move."),
    ]
    marks: list[str]


class AuditLevel(View, frozen=True):
    """A height of a graph that has a name."""

    percent: Percent
    text: Spoken


class AuditGraph(View, frozen=True, kw_only=True):
    """For every move, the degree to which each player could force a goal before it."""

    title: Spoken
    levels: Annotated[list[AuditLevel], Meta(description="The levels from the lowest to the highest.")]
    lines: Annotated[
        dict[str, list[Percent | None]],
        Meta(description="For each player one height per move; null if unknown."),
    ]


class AuditTold(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/audit-told/1"):
    """A played line, examined card by card."""

    points: list[AuditMoment]
    graphs: Annotated[list[AuditGraph], Meta(description="One graph for each goal that could be forced.")]
    text: str


class BreachTold(View, frozen=True, kw_only=True):
    """A breach of rules in a recorded hand, with the law and the remedy."""

    at: Annotated[str, Meta(description="The deal, or the trick.")]
    what: Words
    legal: Annotated[list[Words], Meta(description="The legal alternatives.")]
    clause: str
    law: Spoken
    source: str
    remedy: Annotated[Words, Meta(description="The remedy and its cost.")]


class SumTold(View, frozen=True):
    """One version of the result of a recorded hand, by player, with the change of the pots."""

    name: Spoken
    amounts: list[int]
    pots: str


class LineRuled(View, frozen=True, kw_only=True):
    """The ruling on one line of a recorded hand."""

    name: str
    verdict: Literal["legal", "illegal", "unsettled"]
    stamp: Spoken
    headline: Annotated[
        Words, Meta(description="Each breach in a few words, or a statement that there was none.")
    ]
    breaches: Annotated[list[BreachTold], Meta(description="The breaches, in the order of the hand.")]
    unsettled: Annotated[
        list[Words], Meta(description="Questions that no source decides, with their readings.")
    ]
    sums: Annotated[
        list[SumTold], Meta(description="The amounts paid at the table, and the single amount due.")
    ]
    others: Annotated[
        list[str], Meta(description="The amounts due if a breach had been found or agreed otherwise.")
    ]
    moves: Annotated[Moves, Meta(description="The moves for a board, up to the forbidden move.")]
    stops: Annotated[
        str, Meta(description="The reason that the line ends early; empty if it was played to the end.")
    ]


class RulingTold(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/ruling-told/1"):
    """The ruling on a recorded hand in the reader's language."""

    settled: Literal["yes", "no", "open"]
    players: Players
    lines: list[LineRuled]
    text: Annotated[str, Meta(description="The text that `check` writes.")]


class WhyAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/why/1"):
    """The verdict on a forced goal, in words, and a line of play that shows it."""

    settled: Literal["yes", "no", "open"]
    verdict: Words
    sentences: Annotated[list[Words], Meta(description="The reasons for the verdict, one thought each.")]
    moves: Moves


BOARD: tuple[type, ...] = (
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
