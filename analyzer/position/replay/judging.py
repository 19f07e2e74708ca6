"""What was against the rules in a line and did not end it: the skat, the declarations, demands, early cards.

Each is judged by the rules that settle a dispute about it. The play that is told went on all the same, so
the line is replayed to its end; where an irregularity ends the hand, what it then comes to is told too.

Source: main rule text, "The discard (the skat)"; "The declarations"; "Irregularities during play - fines".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from operator import add
from typing import Final

from analyzer.cards.card import FOOL
from analyzer.errors import IllegalMove
from analyzer.messages import Message
from analyzer.position.replay.model import Abandoned, DealPhase, FineDue, JudgedLine, Offence
from analyzer.position.replay.trick import TrickBreach, TrickPlay
from analyzer.position.replay.turning import Piles, settle_at_the_end
from analyzer.position.setting import Setting
from analyzer.rules.book import Book, Pots
from analyzer.rules.conduct.declaring import declaration_fine, found_too_late, wrong_declaration
from analyzer.rules.conduct.irregularities import (
    IMPROPER_DISCARD,
    MENDED,
    NO_CLASS,
    Fine,
    Moment,
    demand_fined,
    fine_for,
    revoke_fines,
    settle_fine,
)
from analyzer.rules.deal.declarations import settle_declarations
from analyzer.rules.deal.discard import judge_discard
from analyzer.rules.play.table import Trick
from analyzer.rules.score.announced import BINDS, BINDS_NOBODY, kept_fool_clauses
from analyzer.rules.score.payments import pay_for_dealing
from analyzer.rules.spec.kinds import IRREGULARITY
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import OpenQuestion, Reading, Verdict, amounts_told

UNFOLLOWABLE: Final = "unfollowable-name"
"""The irregularity of a Fool that is named in a suit nobody else can follow."""
FOUND: Final = Moment.DURING_PLAY
"""When a fault of the deal is found that a line tells of: the line begins with the opening lead."""


@dataclass(frozen=True, slots=True)
class BeforeLast:
    """A last trick before it is settled: what all had, the pots, and the piles with the trick in them."""

    trick: Trick
    tokens: tuple[int, ...]
    pots: Pots
    taken: Piles


def judge_deal(position: Setting, deal: DealPhase) -> JudgedLine:
    """What was wrong with the skat and with what was declared, in a whole hand that was played.

    A declaration that was not put right by the opening lead cannot be any more.

    Source: clauses discard.*, declare.*, irregularity.improper-discard, irregularity.wrong-declaration.
    """
    rules, dealer = position.rules, deal.dealer
    hand = position.hands[dealer] | deal.skat
    skat = judge_discard(rules, hand, deal.skat, deal.announce)
    offences = [
        Offence(
            each,
            dealer,
            fines=() if place else (fine_for(rules, IMPROPER_DISCARD, found=FOUND),),
            beside=place > 0,
        )
        for place, each in enumerate(skat.violations)
    ]
    for seat, told in deal.faults:
        (fault,) = found_too_late(rules, (told,), FOUND)
        fine = declaration_fine(rules, fault, FOUND)
        offences.append(Offence(wrong_declaration(fault, position.players[seat]), seat, fines=(fine,)))
    return JudgedLine(tuple(offences), open_questions=skat.open_questions)


def judge_illegal(position: Setting, illegal: IllegalMove, trick: int | None) -> JudgedLine:
    """The fines of which one is due for a move that ends a line; where none is known, that is said."""
    if illegal.seat is None or position.scored:
        return JudgedLine()
    fines = _fines_for(position.rules, illegal.clause)
    slips = tuple(FineDue(fine, illegal.seat, trick) for fine in fines)
    return JudgedLine(slips=slips, notes=_told_of(fines))


def judge_trick(rules: RuleSet, play: TrickPlay) -> JudgedLine:
    """What was against the rules in a trick and did not end the line, with its fines.

    Source: clauses irregularity.*, fool.demand.
    """
    fined, offences, slips = rules.game.has_pots, list[Offence](), list[FineDue]()
    notes = list(play.notes)
    for breach in play.breaches:
        fines = _fines_of(rules, breach) if fined else ()
        notes += _told_of(fines) if fined and not breach.put_right else ()
        for place, broken in enumerate(breach.broken):
            told = Offence(
                broken, breach.seat, play.number, breach.card, (), breach.put_right, breach.refused
            )
            offences.append(replace(told, fines=() if place else fines, beside=place > 0))
    if fined:
        unfollowed = f"{IRREGULARITY}{UNFOLLOWABLE}"
        named = [event.by for event in play.events if event.clause == unfollowed]
        slips += [FineDue(fine_for(rules, UNFOLLOWABLE), by, play.number) for by in named]
    return JudgedLine(tuple(offences), tuple(slips), (), tuple(notes), frozenset(play.topics))


def _fines_of(rules: RuleSet, breach: TrickBreach) -> tuple[Fine, ...]:
    """The fine for a breach; two for a revoke that was not put right, of which the players agree on one."""
    if breach.demand:
        return (fine_for(rules, demand_fined(rules, breach.broken)),)
    fines = _fines_for(rules, breach.broken[0].clause)
    return fines[:1] if breach.put_right else fines


def _fines_for(rules: RuleSet, clause: str) -> tuple[Fine, ...]:
    """The fines of which one is due where a clause of play is broken.

    Source: clauses irregularity.corrected-revoke, irregularity.irrecoverable-revoke and that of the move.
    """
    if clause in rules.clauses and clause.startswith(IRREGULARITY):
        return (fine_for(rules, clause.removeprefix(IRREGULARITY)),)
    return revoke_fines(rules, clause)


def _told_of(fines: tuple[Fine, ...]) -> tuple[Message, ...]:
    """What is to be said where a fine is not fixed."""
    if not fines:
        return (NO_CLASS,)
    return (MENDED,) if len(fines) > 1 else ()


def kept_fool(position: Setting, settled: BeforeLast, book: Book) -> Iterator[OpenQuestion]:
    """The question that a Tout leaves which was announced with the Fool kept, and fails.

    The book has the last trick settled as if nothing had been announced.

    Source: clauses payment.failed-tout, discard.fool.
    """
    if "tout" not in position.announce or position.tout_at_stake is not None:
        return
    owed = Book(len(settled.tokens), settled.pots)
    settle_at_the_end(position, settled.taken, settled.trick, owed, fool_kept=True)
    other = tuple(map(add, settled.tokens, owed.tokens))
    if other != book.tokens:
        names = position.players + ((position.sitting_out,) if position.sitting_out else ())
        cases = ((BINDS_NOBODY, book.tokens), (BINDS, other))
        told = [(text, dict(zip(names, tokens, strict=True))) for text, tokens in cases]
        readings = tuple(
            Reading(text, Verdict.LEGAL, leads_to=amounts_told(tokens), tokens=tokens)
            for text, tokens in told
        )
        yield OpenQuestion(kept_fool_clauses(position.rules), (FOOL,), readings)


def given_up(position: Setting, deal: DealPhase, judged: JudgedLine) -> Abandoned | None:
    """What a hand comes to that is given up before its first lead, where something in the deal asks for it.

    The deal stays paid, and so do right declarations; what a wrong one brought goes back, as if it had not
    been made.

    Source: clauses fine.*, irregularity.wrong-declaration.
    """
    ends = [due for due in judged.dues if not due.fine.play_goes_on]
    if not ends:
        return None
    rules, book = position.rules, Book(len(position.hands) + bool(position.sitting_out), position.pots)
    pay_for_dealing(rules.game, deal.dealer, book)
    wrong = [(seat, fault.said) for seat, fault in deal.faults]
    right = {
        seat: [each for each in declared if (seat, each) not in wrong]
        for seat, declared in enumerate(deal.declarations)
    }
    settle_declarations(rules, right, book, deal.dealer)
    for due in ends:
        settle_fine(due.fine, due.seat, book)
    return Abandoned(book.transfers, book.tokens, book.pot_changes)
