"""Breaches in a line that did not end it: skat, declarations, demands, cards, the count.

Each is judged by the rules that settle a dispute about it. Play went on after them, so the line is replayed
to its end; if an irregularity ends the hand, its result is given too.

Source: main rule text, "The discard (the skat)"; "The declarations"; "Irregularities during play - fines".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import add
from typing import Final

from msgspec.structs import replace

from analyzer.cards.card import FOOL
from analyzer.errors import Fault, IllegalMove, InvalidFile
from analyzer.messages import Decimal, Message, Name, Verbatim, both, say
from analyzer.position.replay.model import DealPhase, FineDue, JudgedLine, Offence, Replay
from analyzer.position.replay.trick import TrickBreach, TrickPlay
from analyzer.position.replay.turning import settle_at_the_end
from analyzer.position.setting import Aftermath, Line, Setting
from analyzer.rules.book import NOBODY, Account, Book, Pots, Transfer
from analyzer.rules.deal.declarations import Correction, DeclarationFault
from analyzer.rules.deal.discard import judge_discard
from analyzer.rules.irregularities import (
    IMPROPER_DISCARD,
    MENDED,
    NO_CLASS,
    Fine,
    Moment,
    declaration_fine,
    demand_fined,
    fine_for,
    fined_once,
    mark_too_late,
    repaid_for,
    revoke_fines,
    wrong_declaration,
)
from analyzer.rules.play.table import Trick
from analyzer.rules.score.deeds import BINDS, BINDS_NOBODY, kept_fool_clauses
from analyzer.rules.score.goals import points_text
from analyzer.rules.score.hand import HandFacts
from analyzer.rules.score.reckoning import Reckoning
from analyzer.rules.score.steps import counts, is_counted, next_dealer_of, rounded
from analyzer.rules.spec.clause import Category
from analyzer.rules.spec.kinds.catalogue import IRREGULARITY
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import OpenQuestion, Reading, Verdict, Violation, amounts_message

UNFOLLOWABLE: Final = "unfollowable-name"
"""The irregularity of a Fool that is named in a suit nobody else can follow."""
_FOUND: Final = {"at-once": Moment.BEFORE_DECLARATIONS} | {
    each.value: each for each in Moment if each is not Moment.BEFORE_DECLARATIONS
}
"""The moments when a fault of the deal was found, by the words of a line."""
_IN_THE_LINE: Final = Moment.DURING_PLAY
"""The default moment when a breach was found: the line begins with the opening lead."""
_CORRECTED: Final = "corrected"


def judge_deal(position: Setting, deal: DealPhase, table: Aftermath) -> JudgedLine:
    """Return the breaches in the skat and the declarations of a full hand that was played.

    A declaration that was not put right by the opening lead can no longer be put right.

    Source: clauses discard.*, declare.*, irregularity.improper-discard, irregularity.wrong-declaration.
    """
    rules, dealer = position.rules, deal.dealer
    hand, told = position.hands[dealer] | deal.skat, table.discovery_word("deal")
    found = _IN_THE_LINE if told is None else _FOUND[told]
    skat = judge_discard(rules, hand, deal.skat, deal.announce)
    improper = fine_for(rules, IMPROPER_DISCARD, found=found)
    offences = [
        _handled(rules, table, Offence(each, dealer, fines=() if place else (improper,), beside=place > 0))
        for place, each in enumerate(skat.violations)
    ]
    for seat, fault, fined in _declared_wrongly(rules, deal, found, table):
        broken = wrong_declaration(fault, position.players[seat])
        offences.append(
            Offence(
                broken,
                seat,
                fines=(declaration_fine(rules, fault, found),) if fined else (),
                beside=not fined,
                repaid=repaid_for(rules, seat, fault, found, _seats(position)),
                found=told,
                agreed=table.agreed.get("deal"),
            )
        )
    return JudgedLine(tuple(offences), open_questions=skat.open_questions)


def _declared_wrongly(
    rules: RuleSet, deal: DealPhase, found: Moment, table: Aftermath
) -> Iterator[tuple[int, DeclarationFault, bool]]:
    """Yield the seat of each wrong declaration, its fault, and True if it has a fine of its own."""
    for seat in dict.fromkeys(seat for seat, _ in deal.faults):
        faults = mark_too_late(rules, [each for by, each in deal.faults if by == seat], found)
        if table.agreed.get("deal") == _CORRECTED:
            faults = tuple(replace(each, correction=Correction.ACCEPTABLE) for each in faults)
        yield from ((seat, fault, fined) for fault, fined in fined_once(faults))


def _seats(position: Setting) -> int:
    return len(position.players) + (position.sitting_out is not None)


def _handled(rules: RuleSet, table: Aftermath, offence: Offence) -> Offence:
    """Return an offence with the time when it was found and its gravity as the players agreed.

    If it has two fines, they agree on one; if a clause fixes the class, they may agree on another class.

    Source: main rule text, "Irregularities during play - fines".
    """
    agreed, fines = table.agreed.get(offence.at), offence.fines
    if agreed is not None and len(fines) > 1:
        fines = fines[:1] if agreed == _CORRECTED else fines[1:]
    elif agreed is not None and fines:
        grave = Category.SUPERFICIAL if agreed == _CORRECTED else Category.IRRECOVERABLE
        fines = tuple(fine_for(rules, each.name, grave) for each in fines)
    return replace(offence, fines=fines, found=table.discovery_word(offence.at), agreed=agreed)


def judge_table(position: Setting, line: Line, replay: Replay) -> JudgedLine:
    """Return the counts and payments at the table that the rules contradict, once the line is over.

    A wrong payment is put right between the players, as far as payments are given; the effect of a wrong
    count is put right if no payments are given.

    Raises: InvalidFile for a word about a breach that does not exist, or a count that the line does not have.
    """
    table, faults = line.table, list[Fault]()
    moments = {each.at for each in replay.judged.offences}
    for key in ("found", "agreed"):
        for moment in getattr(table, key).keys() - moments - {""}:
            message = say("nothing was against the rules at {moment}", moment=Verbatim(moment))
            known = both(map(Verbatim, sorted(moments)))
            expected = say("expected a moment of a breach: {known}", known=known) if moments else None
            faults.append(Fault(message, expected, table.places[key, moment]))
    wrong = list[Offence]()
    if replay.complete and (table.counted or table.paid):
        wrong = [*_counted(position, table, replay, faults), *_paid(position, table, replay)]
    elif replay.illegal is None:
        faults += [
            Fault(say("the line is not played to its end, so nothing is counted or paid"), None, where)
            for (key, _), where in table.places.items()
            if key in ("counted", "paid")
        ]
    if faults and replay.illegal is None:
        raise InvalidFile(faults)
    last = replay.tricks[-1] if replay.tricks else None
    at = (None, None) if last is None else (last.number, len(last.laid))
    return JudgedLine(tuple(replace(each, trick=at[0], card=at[1], of_the_end=True) for each in wrong))


def _counted(position: Setting, table: Aftermath, replay: Replay, faults: list[Fault]) -> Iterator[Offence]:
    """Yield the piles that were counted wrongly, and the wrong payments that resulted.

    Source: clauses count.points, count.par.
    """
    rules, points = position.rules, replay.points_by_seat
    for name, said in table.counted.items():
        seat = replay.players.index(name)
        if seat >= len(points):
            where = table.places.get(("counted", name))
            faults.append(Fault(say("the position does not say what is in the piles"), None, where))
        elif said != points[seat]:
            text = say(
                "{player} counted {said} {said:point/points}, and has {right}",
                player=Name(name),
                said=Decimal(points_text(said)),
                right=Decimal(points_text(points[seat])),
            )
            clause = rules.maybe("card-points") or rules.maybe("count-cards")
            repaid = () if table.paid else tuple(_miscounted(position, replay, seat, int(said)))
            yield Offence(Violation(clause or next(iter(rules.clauses)), (), text), seat, repaid=repaid)


def _miscounted(position: Setting, replay: Replay, seat: int, said: int) -> Iterator[Transfer]:
    """Yield the payments that correct a payment to one player for a wrong number of points."""
    spec, points = position.spec, replay.points
    if not position.count or position.dealer is None or points is None or replay.outcome is None:
        return
    if is_counted(spec, replay.outcome) and counts(spec, seat, position.dealer):
        other = NOBODY if spec.the_pots.count.own else next_dealer_of(spec, position.dealer)
        lacking = rounded(spec, int(points[seat])) - rounded(spec, said)
        if lacking:
            payer, payee = (other, seat) if lacking > 0 else (seat, other)
            yield Transfer(payer, payee, abs(lacking), spec.the_pots.count.clause)


def _paid(position: Setting, table: Aftermath, replay: Replay) -> Iterator[Offence]:
    """Yield the players whose final amount is wrong, and the payments that correct it between them."""
    right = dict(zip(replay.players, replay.amounts, strict=True))
    owing = {replay.players.index(name): right[name] - paid for name, paid in table.paid.items()}
    clause, written = last_clause(position, replay), replay.sheet is not None
    for name, paid in table.paid.items():
        seat = replay.players.index(name)
        if paid != right[name]:
            text = say(
                "{player} settled for {paid}; under the rules it is {right}",
                player=Name(name),
                paid=Verbatim(f"{paid:+d}"),
                right=Verbatim(f"{right[name]:+d}"),
            )
            repaid = tuple(_put_right({seat: owing[seat]} if written else owing, seat, clause))
            yield Offence(Violation(clause, (), text), seat, repaid=repaid)


def _put_right(owing: dict[int, int], seat: int, clause: str) -> Iterator[Transfer]:
    """Yield payments that correct one player's amount: from others who are wrong, otherwise from nobody."""
    for other in [*owing, None]:
        lacking = owing[seat]
        theirs = -lacking if other is None else owing[other]
        if theirs * lacking >= 0:
            continue
        amount, way = min(abs(lacking), abs(theirs)), 1 if lacking > 0 else -1
        account: Account = NOBODY if other is None else other
        payer, payee = (account, seat) if way > 0 else (seat, account)
        yield Transfer(payer, payee, amount, clause)
        owing[seat] -= way * amount
        if other is not None:
            owing[other] += way * amount


def last_clause(position: Setting, replay: Replay) -> str:
    """Return the clause behind the last payment of the hand."""
    applied = replay.applied
    paid = [each.clause for each in replay.transfers]
    return next(iter((*paid[::-1], *applied[::-1])), next(iter(position.rules.clauses)))


def judge_illegal(position: Setting, illegal: IllegalMove, trick: int | None) -> JudgedLine:
    """Return the possible fines for a move that ends a line, with a note if none is known."""
    if illegal.seat is None or position.pots is None:
        return JudgedLine()
    fines = _fines_for(position.rules, illegal.clause)
    slips = tuple(FineDue(fine, illegal.seat, trick) for fine in fines)
    return JudgedLine(slips=slips, notes=_fine_notes(fines))


def judge_trick(rules: RuleSet, play: TrickPlay, table: Aftermath) -> JudgedLine:
    """Return the breaches in a trick that did not end the line, with their fines.

    Source: clauses irregularity.*, fool.demand.
    """
    fined, offences, slips = rules.game.pots is not None, list[Offence](), list[FineDue]()
    notes = list(play.notes)
    for breach in play.breaches:
        fines = _fines_of(rules, breach) if fined else ()
        notes += _fine_notes(fines) if fined and not breach.put_right else ()
        for place, broken in enumerate(breach.broken):
            told = Offence(
                broken, breach.seat, play.number, breach.card, (), breach.put_right, breach.refused
            )
            told = replace(told, fines=() if place else fines, beside=place > 0)
            offences.append(_handled(rules, table, told))
    if fined:
        unfollowed = f"{IRREGULARITY}{UNFOLLOWABLE}"
        named = [event.actor for event in play.events if event.clause == unfollowed]
        slips += [FineDue(fine_for(rules, UNFOLLOWABLE), by, play.number) for by in named]
    return JudgedLine(tuple(offences), tuple(slips), (), tuple(notes), frozenset(play.topics))


def _fines_of(rules: RuleSet, breach: TrickBreach) -> tuple[Fine, ...]:
    """Return the fine for a breach; two for an uncorrected revoke, of which the players agree on one."""
    if breach.demand:
        return (fine_for(rules, demand_fined(rules, breach.broken)),)
    fines = _fines_for(rules, breach.broken[0].clause)
    return fines[:1] if breach.put_right else fines


def _fines_for(rules: RuleSet, clause: str) -> tuple[Fine, ...]:
    """Return the possible fines for breaking a clause of play.

    Source: clauses irregularity.corrected-revoke, irregularity.irrecoverable-revoke and that of the move.
    """
    if clause in rules.clauses and clause.startswith(IRREGULARITY):
        return (fine_for(rules, clause.removeprefix(IRREGULARITY)),)
    return revoke_fines(rules, clause)


def _fine_notes(fines: tuple[Fine, ...]) -> tuple[Message, ...]:
    """Return the notes for a fine that is not fixed."""
    if not fines:
        return (NO_CLASS,)
    return (MENDED,) if len(fines) > 1 else ()


def kept_fool(
    position: Setting,
    told: HandFacts,
    reckoning: Reckoning,
    tricks: Sequence[Trick],
    before: tuple[tuple[int, ...], Pots],
    book: Book,
) -> Iterator[OpenQuestion]:
    """Yield the question that remains if a Tout was announced with the Fool kept, and fails.

    `before` are tokens and pots before the last trick was settled; the book has it settled as if nothing had
    been announced.

    Source: clauses payment.failed-tout, discard.fool.
    """
    if "tout" not in position.announce or position.tout_at_stake is not None:
        return
    tokens, pots = before
    owed = Book(len(tokens), pots)
    settle_at_the_end(position, told, reckoning, tricks, owed, fool_kept=True)
    other = tuple(map(add, tokens, owed.tokens))
    if other != book.tokens:
        names = position.players + ((position.sitting_out,) if position.sitting_out else ())
        cases = ((BINDS_NOBODY, book.tokens), (BINDS, other))
        said = [(text, dict(zip(names, tokens, strict=True))) for text, tokens in cases]
        readings = tuple(
            Reading(text, Verdict.LEGAL, leads_to=amounts_message(tokens), tokens=tokens)
            for text, tokens in said
        )
        yield OpenQuestion(kept_fool_clauses(position.rules), (FOOL,), readings)
