"""A disputed count: who counts, what his pile comes to, and what is paid for it.

Source: main rule text, "Scoring, payment", part 6; "The fool".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from msgspec import structs

from analyzer.cards.card import FOOL
from analyzer.disputes.findings import PaidFinding, Proof
from analyzer.disputes.kinds.count import CountDispute, FoolPlayed, points_where_due
from analyzer.disputes.paidotherwise import Pair, differences
from analyzer.messages import Name, say
from analyzer.rules.book import NOBODY, Account, Book
from analyzer.rules.score.count import (
    counts,
    fool_owner,
    is_counted,
    next_dealer_of,
    settle_count,
)
from analyzer.rules.score.hand import HandCame, Scoring
from analyzer.rules.score.outcome import Outcome
from analyzer.rules.sides import Sides
from analyzer.rules.spec.reading import RulesReading
from analyzer.rules.verdicts import Violation

Points = tuple[int | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CountFinding(PaidFinding):
    """What is paid for the piles.

    `points` are by seat, the Fool in the pile where it belongs; None for a pile that nobody counts and that
    is not told. `counting` are the seats that settle their piles, empty where there is no count.
    """

    dispute: CountDispute
    points: Points
    next_dealer: int
    counting: tuple[int, ...]

    @property
    def nothing_claimed(self) -> bool:
        return self.dispute.paid is None


def settle_disputed_count(dispute: CountDispute) -> CountFinding:
    """The right payments for the piles, and the claimed ones against them."""
    spec = dispute.rules.game
    points = points_where_due(dispute)
    book = Book(len(dispute.players) + (dispute.sitting_out is not None))
    seats = len(dispute.players)
    out = dispute.sitting_out is not None
    came = HandCame(seats, Sides.alone(seats), dealer=dispute.dealer, units=points, out=out)
    scoring = structs.replace(Scoring.of(spec, came, book), outcome=_outcome(dispute))
    settle_count(scoring)
    wrong = differences(
        book.transfers, dispute.paid, dispute.players, lambda pair, _: _asked_by(dispute, pair)
    )
    return CountFinding(
        dispute=dispute,
        violations=(*_misplaced(dispute), *wrong),
        proofs=(Proof(say("no other tokens follow from these clauses"), _used(dispute)),),
        applied=_used(dispute),
        payments=book.transfers,
        tokens=book.tokens,
        pots=book.pot_changes,
        points=points,
        next_dealer=next_dealer_of(spec, dispute.dealer),
        counting=_counting(dispute),
    )


def _is_counted(dispute: CountDispute) -> bool:
    """Whether the piles are paid for at all."""
    return is_counted(dispute.rules.game, _outcome(dispute))


def _outcome(dispute: CountDispute) -> Outcome:
    return Outcome(tout=dispute.tout, nolo=dispute.nolo)


def _counting(dispute: CountDispute) -> tuple[int, ...]:
    """The seats that settle their own piles."""
    if not _is_counted(dispute):
        return ()
    seats = range(len(dispute.players))
    return tuple(seat for seat in seats if counts(dispute.rules.game, seat, dispute.dealer))


def _misplaced(dispute: CountDispute) -> Iterator[Violation]:
    """A Fool that lies in a pile where it does not belong."""
    fool = dispute.fool
    if fool is None:
        return
    home = fool_owner(dispute.rules.game, fool.by, fool.won_by, fool.tricks_left)
    if home != fool.lies_with:
        text = say(
            "the Fool lies with {player} and belongs to {owner}",
            player=Name(dispute.players[fool.lies_with]),
            owner=Name(dispute.players[home]),
        )
        yield Violation(_of_the_fool(dispute, fool), (FOOL,), text)


def _of_the_fool(dispute: CountDispute, fool: FoolPlayed) -> str:
    """The clause that says in whose pile the Fool ends: that of the last tricks, or that of all others."""
    last = fool.tricks_left <= dispute.rules.fool.lost_in_last
    return dispute.rules.the("pile-at-trick" if last else "pile")


def _after(dispute: CountDispute) -> str | None:
    """The clause that says whether there is a count after a Tout or a Nolo; None where neither was made."""
    if dispute.tout is None and dispute.nolo is None:
        return None
    outcome = "nolo" if dispute.tout is None else "tout"
    return RulesReading(dispute.rules.clauses).where("count-after", "outcome", outcome)


def _decided_by(dispute: CountDispute) -> str:
    """The clause by which the piles are paid for, or are not."""
    after = _after(dispute)
    return dispute.rules.count.clause if after is None or _is_counted(dispute) else after


def _asked_by(dispute: CountDispute, pair: Pair) -> str:
    """The clause by which nothing is owed between two: the rounding, where they settle at all."""
    spec = dispute.rules.game
    following: Account = NOBODY if spec.the_pots.count.own else next_dealer_of(spec, dispute.dealer)
    if following in pair and not {*pair} - {following, *_counting(dispute)}:
        return dispute.rules.the("par")
    return _decided_by(dispute)


def _used(dispute: CountDispute) -> tuple[str, ...]:
    """The clauses that the payments rest on, sorted."""
    used, rules, after = {_decided_by(dispute)}, dispute.rules, _after(dispute)
    if after is not None:
        used.add(after)
    if dispute.fool is not None:
        used.add(_of_the_fool(dispute, dispute.fool))
    if _is_counted(dispute):
        turn = None if rules.count.own else rules.maybe("deals-next")
        used |= {rules.the("par"), *([turn] if turn else [])}
        used |= {rules.the("card-points")} if dispute.cards else set()
    return tuple(sorted(used))
