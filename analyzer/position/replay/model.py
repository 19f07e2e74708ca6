"""What a replay comes to: the deal, trick by trick what was said, laid and paid, and the settlement.

Everything is a value, seats are numbers in order of play (a player sitting out is the seat after the
last), and amounts are tokens. How it looks is said by `analyzer.report`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Final

from analyzer.arguments import checked_arguments
from analyzer.cards.card import Card
from analyzer.errors import IllegalMove, Where
from analyzer.frozenrecord import NotedRecord, Record
from analyzer.messages import Message, Verbatim, say
from analyzer.position.setting import Moment
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.book import Pots, Score, Transfer
from analyzer.rules.conduct.irregularities import Fine
from analyzer.rules.deal.declarations import Declaration, DeclarationFault
from analyzer.rules.play.table import Laid, Table
from analyzer.rules.score.hand import Outcome
from analyzer.rules.score.reckoning import Moved, Reckoning
from analyzer.rules.score.told import Pool
from analyzer.rules.sides import Sides
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
"""What can happen in a trick; the suit of a void statement is the one the player is without."""


class Step(Record, frozen=True):
    """A decision that stood, with the table before and after it: enough to search from either.

    The moves are those of search (:meth:`Table.moves`): where a card its holder picked could have been
    answered by a demand, ALLOW or DEMAND of the others are steps of their own. Two differences: a demand
    spoken before the holder has chosen a card is one step of its speaker, taken at the holder's turn;
    and a led Fool carries the suit that finally stood, with `named_by` telling who named it.

    `tokens`, `pots` and `reckoning` are those before the decision. `trick` is the place in `Replay.tricks`.
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
        """The trick, counted from the start of the hand, and which card of it is played."""
        table = self.table
        return table.spec.table.hand_size - table.tricks_left + 1, len(table.trick) + 1


class PlayedTrick(NotedRecord, frozen=True):
    """One trick: what happened, the cards as they lie in the end, the winner, and what was paid.

    `moved` are the cards that went elsewhere than to the winner.

    `number` counts from the start of a whole hand (1 is the first trick of it), `tricks_left` to its end
    (1 is the last trick). `winner` is None for a trick the line does not complete. What a last trick
    pays is in the settlement. `named_by` is who named a led Fool in the end, and `unsettled` the
    questions of the naming that no source decides: play went on by the first reading of each.
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
    """How many words of the line came before it."""


class DealPhase(Record, frozen=True):
    """What came before the first lead of a whole hand with pots.

    `declarations` is, by seat, what was said and paid for; where the file tells nothing of a seat, what its
    hand requires. `faults` are the differences of what was said to what the hands require.
    """

    dealer: int
    skat: frozenset[Card]
    announce: frozenset[str]
    declarations: tuple[tuple[Declaration, ...], ...]
    faults: tuple[tuple[int, DeclarationFault], ...]


class Offence(NotedRecord, frozen=True):
    """Something against the rules after which play went on; `trick` is its number, None for the deal.

    `card` counts the cards of the trick, this one included. Of two `fines` the players agree on one; there
    is none where no source names one. A card that was `put_right` went back to its hand at the table; it is
    a move that was `refused` where the line did not end with it.
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
    """Whether the fine of the offence before it is for both."""
    repaid: tuple[Transfer, ...] = ()
    """What is paid beside a fine: what a wrong word brought goes back, a wrong payment is put right."""
    of_the_end: bool = False
    """Whether it is a false count or payment, which costs nothing but what is `repaid`."""
    found: str | None = None
    """When it was found, in the word of the file; None where nothing is told of it."""
    agreed: str | None = None
    """What the players agreed that it is, in the word of the file."""
    voids: bool = False
    """Whether the deal is void by it, and nothing is due for the hand."""

    @property
    def late(self) -> bool:
        """Whether it was found when everything was paid: then the hand stands."""
        return self.found == AFTER_PAYMENTS

    @property
    def legal(self) -> tuple[str, ...]:
        """What could have been played."""
        return () if self.refused is None else self.refused.legal

    @property
    def at(self) -> str:
        """The moment of it as `--at` takes it, or `deal`."""
        return "deal" if self.trick is None else f"{self.trick}.{self.card or 1}"

    @property
    def fine(self) -> Fine | None:
        """The fine that a clause fixes; None where there is none, or the players agree on one of two."""
        return self.fines[0] if len(self.fines) == 1 else None


class FineDue(Record, frozen=True):
    """A fine, who owes it, and the number of the trick; None for the deal.

    For a revoke there are two, of which the players agree on one. The tokens of a replay are those of the
    play: what is due with the fines stands beside them.
    """

    fine: Fine
    seat: int
    trick: int | None = None


class JudgedLine(Record, frozen=True):
    """What was against the rules in a line, what it costs, what no source decides, and what is to be said."""

    offences: tuple[Offence, ...] = ()
    slips: tuple[FineDue, ...] = ()
    """Fines for what is no offence, or ended the line."""
    open_questions: tuple[OpenQuestion, ...] = ()
    notes: tuple[Message, ...] = ()
    topics: frozenset[Topic] = frozenset()
    """What came up on the way that clauses speak of."""

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
        """Both, in order."""
        return JudgedLine(
            self.offences + later.offences,
            self.slips + later.slips,
            self.open_questions + later.open_questions,
            self.notes + later.notes,
            self.topics | later.topics,
        )


_NOT_JUDGED: Final = JudgedLine()


class UnmetExpectation(Record, frozen=True):
    """A thing the line was expected to come to and did not; names as in the file."""

    key: str
    expected: object
    got: object

    def __str__(self) -> str:
        return f"{self.key}: expected {_word(self.expected)}, got {_word(self.got)}"


def unmet_words(unmet: UnmetExpectation) -> Message:
    """What came out otherwise than the file says, in a sentence."""
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
    """How a line leaves the table: played out, with words still to be written, or at a word refused.

    A word written after the last card is refused too, and then the outcome stands beside it.
    """

    outcome: Outcome | None = None
    missing: Message | None = None
    illegal: IllegalMove | None = None

    @property
    def over(self) -> bool:
        """Whether the line was played to the last card."""
        return self.outcome is not None


@dataclass(frozen=True, slots=True)
class Replay(OnGrounds):
    """One line of play, replayed.

    `players` are the names by seat, the one sitting out last. `tokens` is by seat, received less paid.
    The `end` of a line that stops before the last card says in `missing` what is still to be played;
    `illegal` is the move that the rules forbid, and everything else is what stood before it: such a line
    is held against no expectation. `points` is by side, of a game with pots where the position says enough:
    whole hands, and endings whose `taken` gives the points. `tricks_won` is by seat, what was `taken` before
    included. What is not known of it is None there; without pots both then tell what came from the
    position on. `mismatches` is None for a line that expects nothing.
    """

    name: str
    players: tuple[str, ...]
    deal: DealPhase | None
    opening: tuple[Transfer, ...]
    """What is paid before the first lead of a whole hand."""
    tricks: tuple[PlayedTrick, ...]
    settlement: tuple[Transfer, ...]
    end: End
    tokens: tuple[int, ...]
    pots_before: Pots | None
    """What the pots held at the start; None where there are none."""
    pots_after: Pots | None
    sides: Sides
    declarer: int | None
    points: tuple[Fraction, ...] | None
    tricks_won: tuple[int | None, ...]
    steps: tuple[Step, ...]
    judged: JudgedLine = _NOT_JUDGED
    scores: tuple[Score, ...] = ()
    """What is written at the end, in a game with a sheet."""
    sheet: tuple[int, ...] | None = None
    """What is written for each seat; None where it is paid."""
    pools: tuple[Pool, ...] = ()
    """What lies in the pools in the end."""
    radli: Mapping[int, int] = field(default_factory=dict, hash=False)
    applied: tuple[str, ...] = ()
    """The clauses that decided something although nothing was paid or written by them."""
    mismatches: tuple[UnmetExpectation, ...] | None = None
    expects_clauses: bool = False
    """Whether the line says which clauses are broken; what differs from that is among the mismatches."""
    grounds: Grounds = field(default=STATED, compare=False, kw_only=True)
    """What it rests on beside what its source states."""

    @property
    def outcome(self) -> Outcome | None:
        """What the hand came to; None for a line that ends before the last card."""
        return self.end.outcome

    @checked_arguments
    def leader(self, side: int) -> int:
        """The seat that a side is called by."""
        return self.sides.leader(side, self.declarer)

    @property
    def events(self) -> tuple[Any, ...]:
        """Trick by trick what happened, by names: `cards`, `players`, `winner`, `transfers` and more.

        The attributes of each are the keys of the JSON. Raises: UsageError for what no command answered.
        """
        return tuple(self._answered().view().lines[0].events)

    @property
    def missing(self) -> Message | None:
        """What is still to be played; None for a line that is played out or refused."""
        return self.end.missing

    @property
    def illegal(self) -> IllegalMove | None:
        """The move that the rules forbid, where there is one."""
        return self.end.illegal

    @property
    def forbidden(self) -> IllegalMove | None:
        """The first move that the rules forbid, whether it ended the line or was played on from."""
        played = (each.refused for each in self.judged.offences if each.refused is not None)
        return next(played, self.illegal)

    @property
    def complete(self) -> bool:
        """Whether the line was played to the last card."""
        return self.end.over

    @property
    def met(self) -> bool:
        """Whether nothing was against the rules that is not expected, and all that is expected came out."""
        allowed = self.expects_clauses or not self.violations
        return self.illegal is None and allowed and not self.mismatches

    @property
    def violations(self) -> tuple[Violation, ...]:
        """What was against the rules, the move aside that ended the line: the deal first, then in order."""
        return tuple(each.violation for each in self.judged.offences)

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """Everything that is paid, in order."""
        turned = (paid for trick in self.tricks for paid in trick.transfers)
        return (*self.opening, *turned, *self.settlement)

    @property
    def points_by_seat(self) -> list[Fraction]:
        """What the side of each seat has; nothing where that is not known."""
        return [] if self.points is None else [self.points[side] for side in self.sides.of]

    @property
    def amounts(self) -> tuple[int, ...]:
        """By seat what the line is worth: tokens, or in a game of a sheet what is written."""
        return self.tokens if self.sheet is None else self.sheet

    @property
    def pots_change(self) -> Pots | None:
        """What the pots hold in the end less what they held at the start; None where there are none."""
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
