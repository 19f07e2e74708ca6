"""The result of a replay: the deal, each trick with its words, cards and payments, and the settlement.

Everything is a value, seats are numbers in order of play (a player sitting out is the seat after the
last), and amounts are tokens. `analyzer.report` decides how it looks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Final

from analyzer.cards.card import Card
from analyzer.errors import IllegalMove, Where
from analyzer.frozenrecord import Record, RecordWithMetadata
from analyzer.messages import Message, Verbatim, say
from analyzer.position.setting import Moment
from analyzer.pythonanswer import checked_arguments
from analyzer.rules.actions import Action, ActionKind, Sides
from analyzer.rules.book import Pots, Score, Transfer
from analyzer.rules.deal.declarations import Declaration, DeclarationFault
from analyzer.rules.irregularities import Fine
from analyzer.rules.play.table import Laid, Table
from analyzer.rules.score.hand import Outcome, Pool
from analyzer.rules.score.reckoning import Moved, Reckoning
from analyzer.rules.spec.bearing import Topic
from analyzer.rules.spec.grounds import STATED, Grounds, OnGrounds
from analyzer.rules.verdicts import OpenQuestion, Unsettled, Violation

AFTER_PAYMENTS: Final = "after-payments"
EVENTS: Final = (
    ActionKind.PLAY,
    ActionKind.DEMAND,
    ActionKind.NEEDLESS_DEMAND,
    ActionKind.TAKE_BACK,
    ActionKind.VOID,
    ActionKind.CLAIM,
    ActionKind.LOST_RIGHT,
    ActionKind.NAMING,
)
"""The events of a trick; the suit of a void statement is the one the player is without."""


class Step(Record, frozen=True):
    """A decision that stood, with the table before and after it: enough to search from either.

    The moves are those of search (:meth:`Table.moves`): if a card its holder picked could have been answered
    by a demand, ALLOW or DEMAND of the opponents are separate steps. There are two differences. A demand
    spoken before the holder has chosen a card is one step of its speaker, taken at the holder's turn. A led
    Fool carries the suit that finally stood, and `named_by` is the seat that named it.

    `tokens`, `pots` and `reckoning` are those before the decision. `trick` is the index in `Replay.tricks`.
    """

    trick: int
    seat: int
    table: Table
    move: Action
    after: Table
    tokens: tuple[int, ...]
    pots: Pots
    reckoning: Reckoning
    named_by: int | None = None
    where: Where | None = None

    @property
    def moment(self) -> Moment:
        """The trick, from the start of the hand, and the number of the card that is played, both from 1."""
        table = self.table
        return table.spec.table.hand_size - table.tricks_left + 1, len(table.trick) + 1


class PlayedTrick(RecordWithMetadata, frozen=True):
    """A trick: its events, its cards as they lie at the end, the winner, and the payments.

    `moved` are the cards that did not go to the winner.

    `number` counts from the start of a full hand (1 is its first trick), `tricks_left` to its end (1 is the
    last trick). `winner` is None if the line does not complete the trick. Payments for a last trick are in
    the settlement. `named_by` is the seat that finally named a led Fool. `unsettled` are the questions about
    the naming that no source decides: play went on under the first reading of each.
    """

    NOTES: ClassVar[tuple[str, ...]] = ("heard",)

    number: int
    tricks_left: int
    lead: int
    laid: tuple[Laid, ...]
    events: tuple[Action, ...]
    winner: int | None
    transfers: tuple[Transfer, ...] = ()
    moved: tuple[Moved, ...] = ()
    named_by: int | None = None
    unsettled: tuple[Unsettled, ...] = ()
    heard: int = 0
    """The number of words of the line before it."""


class DealPhase(Record, frozen=True):
    """The phase before the first lead of a full hand with pots.

    `declarations` are, by seat, the declarations that were said and paid for; if the file gives none for a
    seat, those that its hand requires. `faults` are the differences between what was said and what the hands
    require.
    """

    dealer: int
    skat: frozenset[Card]
    announce: frozenset[str]
    declarations: tuple[tuple[Declaration, ...], ...]
    faults: tuple[tuple[int, DeclarationFault], ...]


class Offence(RecordWithMetadata, frozen=True):
    """A breach after which play went on; `trick` is its number, None for the deal.

    `card` counts the cards of the trick, including this one. If there are two `fines`, the players agree on
    one; there is none if no source names one. A card that was `put_right` went back to the hand at the table.
    `refused` is the forbidden move, if the line did not end with it.
    """

    NOTES: ClassVar[tuple[str, ...]] = ("refused",)

    violation: Violation
    seat: int
    trick: int | None = None
    card: int | None = None
    fines: tuple[Fine, ...] = ()
    put_right: bool = False
    refused: IllegalMove | None = None
    beside: bool = False
    """True if the fine of the offence before it covers both."""
    repaid: tuple[Transfer, ...] = ()
    """Payments in addition to a fine: gains from a wrong word go back, a wrong payment is put right."""
    of_the_end: bool = False
    """True for a false count or payment, which costs nothing except what is `repaid`."""
    found: str | None = None
    """The time when it was found, in the word of the file; None if the file does not say."""
    agreed: str | None = None
    """The players' agreement on what it is, in the word of the file."""
    voids: bool = False
    """True if the deal is void because of it, and nothing is due for the hand."""

    @property
    def late(self) -> bool:
        """True if it was found after all payments: then the hand stands."""
        return self.found == AFTER_PAYMENTS

    @property
    def legal(self) -> tuple[str, ...]:
        """The moves that would have been legal."""
        return () if self.refused is None else self.refused.legal

    @property
    def at(self) -> str:
        """Its moment as `--at` takes it, or `deal`."""
        return "deal" if self.trick is None else f"{self.trick}.{self.card or 1}"

    @property
    def fine(self) -> Fine | None:
        """The fine that a clause fixes; None if there is none, or the players agree on one of two."""
        return self.fines[0] if len(self.fines) == 1 else None


class FineDue(Record, frozen=True):
    """A fine, the seat that owes it, and the number of the trick; None for the deal.

    A revoke has two fines, and the players agree on one. The tokens of a replay are those of the play; the
    amounts due with fines are given separately.
    """

    fine: Fine
    seat: int
    trick: int | None = None


class JudgedLine(Record, frozen=True):
    """The breaches in a line, their costs, the questions that no source decides, and notes."""

    offences: tuple[Offence, ...] = ()
    slips: tuple[FineDue, ...] = ()
    """Fines for something that is not an offence, or that ended the line."""
    open_questions: tuple[OpenQuestion, ...] = ()
    notes: tuple[Message, ...] = ()
    topics: frozenset[Topic] = frozenset()
    """Topics of clauses that came up on the way."""

    @property
    def dues(self) -> tuple[FineDue, ...]:
        """All fines."""
        fined = (FineDue(fine, each.seat, each.trick) for each in self.offences for fine in each.fines)
        return (*fined, *self.slips)

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses broken and those of the fines, each once."""
        fined = (clause for each in self.dues for clause in each.fine.clauses)
        return tuple(dict.fromkeys((*(each.violation.clause for each in self.offences), *fined)))

    def and_then(self, later: JudgedLine) -> JudgedLine:
        """Return both judgements together, in order."""
        return JudgedLine(
            self.offences + later.offences,
            self.slips + later.slips,
            self.open_questions + later.open_questions,
            self.notes + later.notes,
            self.topics | later.topics,
        )


_NOT_JUDGED: Final = JudgedLine()


class UnmetExpectation(Record, frozen=True):
    """An expectation of the line that was not met; names as in the file."""

    key: str
    expected: object
    got: object

    def __str__(self) -> str:
        return f"{self.key}: expected {_word(self.expected)}, got {_word(self.got)}"


def unmet_words(unmet: UnmetExpectation) -> Message:
    """Return a sentence about a result that differs from the file's expectation."""
    expected, got = (Verbatim(_word(each)) for each in (unmet.expected, unmet.got))
    return say(
        "the file says {key}: {expected}; the play gives {got}",
        key=Verbatim(unmet.key),
        expected=expected,
        got=got,
    )


def _word(value: object) -> str:
    if value is None:
        return "nobody"
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "nobody"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {amount}" for key, amount in value.items())
    return str(value)


class End(Record, frozen=True):
    """The end of a line: played out, with words still missing, or at a refused word.

    A word written after the last card is also refused; then there is an outcome too.
    """

    outcome: Outcome | None = None
    missing: Message | None = None
    illegal: IllegalMove | None = None

    @property
    def over(self) -> bool:
        """True if the line was played to the last card."""
        return self.outcome is not None


@dataclass(frozen=True, slots=True)
class Replay(OnGrounds):
    """A line of play, replayed.

    `players` are the names by seat, a player sitting out last. `tokens` are by seat, received less paid. If
    the line stops before the last card, the `missing` of its `end` says what is still to be played. `illegal`
    is the move that the rules forbid; everything else then describes the line before it, and no expectation
    is checked. `points` are by side, in a game with pots if the position says enough: full hands, and endings
    whose `taken` gives the points. `tricks_won` are by seat, including those `taken` before. Unknown values
    in them are None; without pots both count only from the position on. `mismatches` is None for a line that
    expects nothing.
    """

    name: str
    players: tuple[str, ...]
    deal: DealPhase | None
    opening: tuple[Transfer, ...]
    """The payments before the first lead of a full hand."""
    tricks: tuple[PlayedTrick, ...]
    settlement: tuple[Transfer, ...]
    end: End
    tokens: tuple[int, ...]
    pots_before: Pots | None
    """The pots at the start; None if there are none."""
    pots_after: Pots | None
    sides: Sides
    declarer: int | None
    points: tuple[Fraction, ...] | None
    tricks_won: tuple[int | None, ...]
    steps: tuple[Step, ...]
    judged: JudgedLine = _NOT_JUDGED
    scores: tuple[Score, ...] = ()
    """The entries written at the end, in a game with a score sheet."""
    sheet: tuple[int, ...] | None = None
    """The amount written for each seat; None in a game that is paid."""
    pools: tuple[Pool, ...] = ()
    """The pools at the end."""
    radli: Mapping[int, int] = field(default_factory=dict, hash=False)
    applied: tuple[str, ...] = ()
    """The clauses that decided something, although they caused no payment or entry."""
    mismatches: tuple[UnmetExpectation, ...] | None = None
    expects_clauses: bool = False
    """True if the line names the broken clauses; differences from that are among the mismatches."""
    grounds: Grounds = field(default=STATED, compare=False, kw_only=True)
    """The grounds of the replay, apart from what its source states."""

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the hand; None for a line that ends before the last card."""
        return self.end.outcome

    @checked_arguments
    def leader(self, side: int) -> int:
        """Return the seat that a side is named after."""
        return self.sides.leader(side, self.declarer)

    @property
    def events(self) -> tuple[Any, ...]:
        """The events of each trick, by names: `cards`, `players`, `winner`, `transfers` and more.

        The attributes of each are the keys of the JSON. Raises: UsageError for a replay that no command gave.
        """
        return tuple(self._answered().view().lines[0].events)

    @property
    def missing(self) -> Message | None:
        """A description of what is still to be played; None for a line that is played out or refused."""
        return self.end.missing

    @property
    def illegal(self) -> IllegalMove | None:
        """The move that the rules forbid and that ended the line, if any."""
        return self.end.illegal

    @property
    def forbidden(self) -> IllegalMove | None:
        """The first forbidden move, even one after which play went on; None if there is none."""
        played = (each.refused for each in self.judged.offences if each.refused is not None)
        return next(played, self.illegal)

    @property
    def complete(self) -> bool:
        """True if the line was played to the last card."""
        return self.end.over

    @property
    def met(self) -> bool:
        """True if the line broke no rule unexpectedly and every expectation was met."""
        allowed = self.expects_clauses or not self.violations
        return self.illegal is None and allowed and not self.mismatches

    @property
    def violations(self) -> tuple[Violation, ...]:
        """The breaches except the move that ended the line: the deal first, then in order."""
        return tuple(each.violation for each in self.judged.offences)

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """All payments, in order."""
        turned = (paid for trick in self.tricks for paid in trick.transfers)
        return (*self.opening, *turned, *self.settlement)

    @property
    def points_by_seat(self) -> list[Fraction]:
        """The points of each seat's side; empty if unknown."""
        return [] if self.points is None else [self.points[side] for side in self.sides.of]

    @property
    def amounts(self) -> tuple[int, ...]:
        """The value of the line for each seat: tokens, or score entries in a game with a sheet."""
        return self.tokens if self.sheet is None else self.sheet

    @property
    def pots_change(self) -> Pots | None:
        """The pots at the end less the pots at the start; None if there are none."""
        if self.pots_before is None or self.pots_after is None:
            return None
        return self.pots_after - self.pots_before


class IllegalLine(IllegalMove):
    """A line with a move that the rules forbid; `replay` is the line up to that move."""

    def __init__(self, illegal: IllegalMove, replay: Replay) -> None:
        super().__init__(
            illegal.message, illegal.clause, illegal.legal, illegal.where, illegal.seat, illegal.reason
        )
        self.replay = replay
