"""Asking for trumps in the skat: who may ask when, what must be said, and whether the answer was right.

Source: main rule text, "The discard (the skat)", "Logistics, The fourth player".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from analyzer.cards.card import Card
from analyzer.disputes.findings import Finding, Proof
from analyzer.disputes.kinds.asking import AskingDispute
from analyzer.messages import Message, Name, Verbatim, in_a_row, say
from analyzer.rules.conduct.dealt import answers_rightly, may_ask, must_answer, shows_out
from analyzer.rules.spec.reading import RulesReading
from analyzer.rules.verdicts import OpenQuestion, Reading, Verdict, Violation

NO_CLASS: Final = say("no source names a class for a wrong answer; how grave it is, the players must agree")


@dataclass(frozen=True, slots=True, kw_only=True)
class AskingFinding(Finding):
    """Whether the dealer could be asked, None where no source says; what he must say, and whether he did.

    `must_tell` is what he must say if the question is allowed; `answer_right` is None where he has not
    answered.
    """

    may_ask: bool | None
    must_tell: bool | int
    answer_right: bool | None


def settle_asking(dispute: AskingDispute) -> AskingFinding:
    """The verdict on a question and its answer, by the rules."""
    rules, answer = dispute.rules, dispute.answered
    clause = RulesReading(rules.clauses).the("must-tell")
    allowed = may_ask(rules, dispute.chances)
    right = None if answer is None else answers_rightly(rules, dispute.skat, answer)
    wrong = tuple(_violations(dispute, clause, allowed=allowed, right=right))
    is_open = allowed is None and dispute.asked_by is not None
    return AskingFinding(
        dispute=dispute,
        violations=wrong,
        open_questions=(_until_when(dispute, clause),) if is_open else (),
        proofs=() if right is None else (_proof(clause, right=right),),
        notes=tuple(_notes(right=right, allowed=allowed)),
        applied=(clause,),
        may_ask=False if dispute.asked_by is None else allowed,
        must_tell=must_answer(rules, dispute.skat),
        answer_right=right,
    )


def _violations(
    dispute: AskingDispute, clause: str, *, allowed: bool | None, right: bool | None
) -> Iterator[Violation]:
    now = dispute.chances[-1]
    if dispute.asked_by is None:
        out = Name(str(dispute.sitting_out))
        yield Violation("table.fourth", (), say("{player} sits out and may not ask", player=out))
    elif allowed is False:
        early = say("{card} shows nothing of trumps; there is nothing to ask", card=now)
        late = say("the dealer has played a trump before; he did not show out at the first chance")
        yield Violation(clause, (now,), late if shows_out(now) else early)
    elif right is False:
        yield Violation(clause, _trumps(dispute), _false(dispute))


def _trumps(dispute: AskingDispute) -> tuple[Card, ...]:
    return tuple(sorted(card for card in dispute.skat if card.is_trump))


def _false(dispute: AskingDispute) -> Message:
    """What is wrong with the answer."""
    dealer, trumps, said = Name(dispute.players[dispute.dealer]), _trumps(dispute), _said(dispute)
    if dispute.answered is True and trumps:
        return say("{player} said {answer}, and must say how many", player=dealer, answer=said)
    if trumps:
        lie = in_a_row(trumps)
        return say(
            "{player} said {answer}, and in the skat lies {cards}", player=dealer, answer=said, cards=lie
        )
    return say("{player} said {answer}, and no trump lies in the skat", player=dealer, answer=said)


def _said(dispute: AskingDispute) -> Message:
    if isinstance(dispute.answered, bool):
        return say("yes") if dispute.answered else say("no")
    return say("{number}", number=Verbatim(dispute.answered))


def _until_when(dispute: AskingDispute, clause: str) -> OpenQuestion:
    """Whether the question is still allowed, where it was not put at the first chance."""
    right = dispute.answered is None or answers_rightly(dispute.rules, dispute.skat, dispute.answered)
    later = Reading(
        say("the dealer may be asked until he has answered"),
        Verdict.LEGAL if right else Verdict.ILLEGAL,
        () if right else (clause,),
        say("the dealer must answer"),
    )
    never = Reading(
        say("he may be asked only when he first could have played a trump"),
        Verdict.ILLEGAL,
        (clause,),
        say("the dealer need not answer"),
    )
    return OpenQuestion((clause,), (dispute.chances[-1],), (later, never))


def _proof(clause: str, *, right: bool) -> Proof:
    words = (
        say("the answer is all that must be said") if right else say("the answer is not what must be said")
    )
    return Proof(words, (clause,))


def _notes(*, right: bool | None, allowed: bool | None) -> Iterator[Message]:
    if right is False:
        yield NO_CLASS
    if right is False and allowed is False:
        yield say("he need not have answered, and what he said is not so")
