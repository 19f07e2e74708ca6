"""Findings, claims and comparisons as JSON.

`check`: `verdict`, `violations` (clause, cards, text, source), `open` (questions no source decides, each
reading with what it leads to), `proofs` (what Z3 proved, with the clauses it rests on), `penalties`, and
what the kind of dispute adds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from analyzer.cards.card import Card, Suit
from analyzer.claims.claim import Decided
from analyzer.claims.compare import Comparison
from analyzer.disputes.declarations import DeclarationsFinding, PlayerDeclarations
from analyzer.disputes.discard import DiscardFinding
from analyzer.disputes.findings import Finding, OpenQuestion, Penalty
from analyzer.disputes.game import Step, TrickFinding
from analyzer.disputes.irregularity import IrregularityFinding
from analyzer.disputes.model import DOES, Dispute
from analyzer.disputes.naming_case import NamingFinding, Possibility, told
from analyzer.disputes.settlement import SettlementFinding
from analyzer.report.view.results import Json, by_name, pots_json
from analyzer.rules.ledger import Account, Payment, Pot
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import Violation

NEAREST_SHOWN = 20
"""Nearest legal discards beyond these are only counted."""


def words(cards: Iterable[Card]) -> list[str]:
    """Cards as text, in canonical order."""
    return [str(card) for card in sorted(cards)]


def source_of(rules: RuleSet, clause: str) -> str:
    """Where a clause stands; for one its source says nothing about, why it is taken."""
    found = rules.clauses[clause]
    places = "; ".join(str(cite) for cite in found.cites)
    return places or f"no source says so: {found.because}"


def check_json(finding: Finding, asked: Finding | None = None) -> Json:
    """The answer of `check`; `asked` is the finding under the file's own rule set, if it is another one."""
    dispute = finding.dispute
    found: Json = {
        "schema": "tarok-analyze/check/1",
        "kind": dispute.kind,
        "ruleset": dispute.rules.name,
        "title": dispute.title,
        "verdict": finding.verdict.value,
        "violations": [_violation(dispute.rules, each) for each in finding.violations],
        **_more(finding),
        "open": [_question(dispute.rules, each) for each in finding.open_questions],
        "penalties": [_penalty(dispute, each) for each in finding.penalties],
        "proofs": [{"statement": each.statement, "core": list(each.core)} for each in finding.proofs],
        "notes": list(finding.notes),
    }
    if asked is not None:
        other = {"ruleset": asked.dispute.rules.name, "verdict": asked.verdict.value}
        found["in_file"] = {**other, "clauses": list(asked.clauses)}
    if dispute.expect is not None:
        found["expected"] = {"met": not finding.unexpected, "differs": list(finding.unexpected)}
    return found


def _violation(rules: RuleSet, violation: Violation) -> Json:
    return {
        "clause": violation.clause,
        "cards": words(violation.cards),
        "text": violation.text,
        "source": source_of(rules, violation.clause),
    }


def _question(rules: RuleSet, question: OpenQuestion) -> Json:
    return {
        "clauses": list(question.clauses),
        "cards": words(question.cards),
        "sources": [source_of(rules, clause) for clause in question.clauses],
        "readings": [
            {
                "text": each.text,
                "verdict": each.verdict.value,
                "clauses": list(each.clauses),
                "leads_to": each.leads_to,
            }
            for each in question.readings
        ],
    }


def _penalty(dispute: Dispute, penalty: Penalty) -> Json:
    return {
        "irregularity": penalty.irregularity,
        "player": _player(dispute, penalty.seat),
        "category": penalty.category,
        "into_each_pot": penalty.each_pot,
        "remedy": penalty.remedy,
        "until": penalty.until,
        "clauses": list(penalty.clauses),
    }


def _player(dispute: Dispute, seat: int | None) -> str | None:
    return None if seat is None else _account(seat, dispute)


def _account(account: Account, dispute: Dispute) -> str:
    if isinstance(account, Pot):
        return account.value
    return dispute.players[account] if account < len(dispute.players) else str(dispute.sitting_out)


def _more(finding: Finding) -> Json:
    """What the kind of dispute adds."""
    match finding:
        case DiscardFinding():
            return _discard(finding)
        case NamingFinding():
            return _naming(finding)
        case TrickFinding():
            return _trick(finding)
        case DeclarationsFinding():
            return _declarations(finding)
        case SettlementFinding() | IrregularityFinding():
            return _paid(finding)
        case _:
            return {"remedy": {}}


def _discard(finding: DiscardFinding) -> Json:
    remedy: Json = {}
    if finding.no_legal:
        remedy["no_legal_discard"] = True
    elif finding.nearest:
        shown = [words(each) for each in finding.nearest[:NEAREST_SHOWN]]
        remedy = {"discard": shown[0], "nearest": shown, "count": len(finding.nearest)}
    return {
        "must_announce": [str(each) for each in finding.must_announce],
        "unavoidable": finding.unavoidable,
        "combination_cards": words(finding.belongs),
        "trumps_told": finding.told,
        "remedy": remedy,
    }


def _suit(suit: Suit | None) -> str | None:
    return None if suit is None else suit.value


def _naming(finding: NamingFinding) -> Json:
    dispute = finding.dispute
    back = [_player(dispute, seat) for seat in finding.take_back]
    found: Json = {
        "named": _suit(finding.named),
        "named_by": _player(dispute, finding.named_by),
        "right_to_name": _player(dispute, finding.right_to_name),
        "take_back": back,
        "winner": _player(dispute, finding.winner),
        "lost_right": [
            {"player": _player(dispute, each.seat), "clause": each.clause, "text": each.text}
            for each in finding.lost
        ],
        "false_statements": [_player(dispute, seat) for seat in finding.false_statements],
        "remedy": {"take_back": back} if back else {},
    }
    if finding.possibilities:
        found["depends_on_hands"] = list(finding.open_fields)
        found["possibilities"] = [_possibility(dispute, each) for each in finding.possibilities]
    return found


def _possibility(dispute: Dispute, possibility: Possibility) -> Json:
    outcome = possibility.outcome
    return {
        "when": [
            {"player": dispute.players[seat], "suit": suit.value, "holds": holds}
            for (seat, suit), holds in possibility.holds.items()
        ],
        "named": outcome.named.value,
        "named_by": dispute.players[outcome.named_by],
        "right_to_name": _player(dispute, outcome.right_to_name),
        "take_back": [dispute.players[seat] for seat in outcome.take_back],
        "winner": _player(dispute, outcome.winner),
        "verdict": outcome.verdict.value,
        "clauses": list(outcome.broken),
        "text": told(outcome, dispute.players),
        "hands": {dispute.players[seat]: words(hand) for seat, hand in possibility.hands.items()},
    }


def _trick(finding: TrickFinding) -> Json:
    dispute = finding.dispute
    remedy: Json = {}
    wrong = [each for each in finding.steps if each.legal]
    if wrong:
        remedy["legal_instead"] = [
            {
                "player": dispute.players[each.event.by],
                "played": str(each.event.card),
                "legal": words(each.legal),
            }
            for each in wrong
        ]
    if finding.must_play is not None:
        remedy["must_play_fool"] = dispute.players[finding.must_play]
    return {
        "steps": [_step(dispute, each) for each in finding.steps],
        "must_play_fool": _player(dispute, finding.must_play),
        "take_back": [dispute.players[seat] for seat in finding.take_back],
        "winners": [dispute.players[seat] for seat in finding.winners],
        "remedy": remedy,
    }


def _step(dispute: Dispute, step: Step) -> Json:
    event = step.event
    return {
        "player": dispute.players[event.by],
        "does": DOES[event.kind],
        "card": None if event.card is None else str(event.card),
        "names": _suit(event.suit),
        "tricks_left": step.tricks_left,
        "legal": not step.clauses,
        "clauses": list(step.clauses),
        "instead": words(step.legal),
        "must_play_fool": _player(dispute, step.must_play),
        "take_back": [dispute.players[seat] for seat in step.take_back],
        "text": step.text,
    }


def _declarations(finding: DeclarationsFinding) -> Json:
    players = {finding.dispute.players[each.seat]: _declared(each) for each in finding.by_player}
    right = {name: each["required"] or ["pass"] for name, each in players.items() if each["faults"]}
    return {"players": players, "remedy": {"declare": right} if right else {}}


def _declared(player: PlayerDeclarations) -> Json:
    return {
        "required": [each.text() for each in player.required],
        "amount": sum(each.amount for each in player.required),
        "said": [each.text() for each in player.said] if player.judged else None,
        "faults": [
            {
                "kind": each.kind,
                "required": None if each.required is None else each.required.text(),
                "said": None if each.said is None else each.said.text(),
                "correction": each.correction.value,
                "owed_to_each": each.owed,
            }
            for each in player.faults
        ],
    }


def _paid(finding: SettlementFinding | IrregularityFinding) -> Json:
    dispute = finding.dispute
    names = [*dispute.players, *([dispute.sitting_out] if dispute.sitting_out else [])]
    payments = [_payment(dispute, each) for each in finding.payments]
    found: Json = {
        "payments": payments,
        "tokens": by_name(finding.tokens, names),
        "pots": pots_json(finding.pots),
        "remedy": {"payments": payments} if finding.violations else {},
    }
    if isinstance(finding, IrregularityFinding):
        found["category"] = finding.fine.category.value
        found["agreed_by_players"] = finding.agreed
        found["play_goes_on"] = finding.fine.play_goes_on
    else:
        found["winner"] = dispute.players[finding.winner]
    return found


def _payment(dispute: Dispute, payment: Payment) -> Json:
    return {
        "from": _account(payment.payer, dispute),
        "to": _account(payment.payee, dispute),
        "amount": payment.amount,
        "clause": payment.clause,
    }


def verify_json(rules: RuleSet, claims: Sequence[Decided]) -> Json:
    """The answer of `verify`."""
    return {
        "schema": "tarok-analyze/verify/1",
        "ruleset": rules.name,
        "claims": [
            {
                "id": each.claim.id,
                "statement": each.claim.statement,
                "verdict": each.verdict.value,
                "witness": each.witness,
                "families": list(each.families),
                "clauses": list(each.claim.clauses),
                "sat": each.claim.sat,
                "unsat": each.claim.unsat,
                "bound": each.claim.bound,
                "limit": each.limit,
            }
            for each in claims
        ],
    }


def compare_json(comparison: Comparison) -> Json:
    """The answer of `compare`."""
    return {
        "schema": "tarok-analyze/compare/1",
        "rulesets": [comparison.one.name, comparison.other.name],
        "differences": [
            {
                "clause": each.clause,
                "what": list(each.what),
                "kinds": list(each.kinds),
                "parameters": [dict(parameters) for parameters in each.parameters],
                "standings": list(each.standings),
                "statements": list(each.statements),
                "area": each.area,
                "witness": each.witness,
                "verdicts": list(each.verdicts),
                "note": each.note,
            }
            for each in comparison.differences
        ],
    }
