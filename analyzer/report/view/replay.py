"""Replayed lines as the machine interface writes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from analyzer.errors import IllegalMove
from analyzer.position.model import Position
from analyzer.position.replay.model import Deal, Mismatch, PlayedTrick, Replay
from analyzer.report.phrases.moves import line_words, move_word, names
from analyzer.report.view.results import Json, by_name, evidence_json, pots_json, stats_json, values_json
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.deal.declarations import Declaration
from analyzer.rules.ledger import Account, Payment, Pot
from analyzer.rules.play.table import Laid
from analyzer.rules.score.payments import Outcome
from analyzer.rules.verdicts import Unsettled
from analyzer.search.review.audit import Audit, Audited
from analyzer.search.review.chances import Chance, Way
from analyzer.search.review.judgement import Blame, Judgement


@dataclass(frozen=True, slots=True)
class Told:
    """One line as it is to be told: its replay, and the audit of it where that was asked for."""

    replay: Replay
    audit: Audit | None = None
    judgement: Judgement | None = None


def replay_json(position: Position, lines: Sequence[Told]) -> Json:
    """All lines that were replayed."""
    return {
        "schema": "tarok-analyze/replay/1",
        "ruleset": position.rules.name,
        "lines": [line_json(line) for line in lines],
    }


def line_json(line: Told) -> Json:
    """One line: what happened, and what it came to; a forbidden move ends it, with what was legal."""
    replay, players = line.replay, line.replay.players
    illegal = None if replay.illegal is None else illegal_json(replay.illegal)
    found: Json = {"name": replay.name, "illegal": illegal, "complete": replay.complete}
    if replay.deal is not None:
        found["deal"] = deal_json(replay.deal, players)
    found["events"] = [_trick_json(trick, replay) for trick in replay.tricks]
    found["outcome"] = None if replay.outcome is None else outcome_json(replay.outcome, players)
    if replay.missing is not None:
        found["missing"] = replay.missing
    found |= {
        "tokens": by_name(replay.tokens, players),
        "pots": pots_json(replay.pots_change),
        "pots_before": pots_json(replay.pots_before),
        "pots_after": pots_json(replay.pots_after),
        "tricks": by_name(replay.tricks_won, players),
    }
    if replay.points is not None:
        found["points"] = by_name(replay.points, players)
    found["expected"] = expected_json(replay.mismatches)
    if line.audit is not None:
        found["audit"] = audit_json(line.audit, replay)
        if line.judgement is not None:
            found["audit"]["judgement"] = judgement_json(line.judgement, line.audit, players)
    return found


def illegal_json(illegal: IllegalMove) -> Json:
    """The verdict on a forbidden move: the clause, what was legal instead, and where it stands."""
    where = illegal.where
    return {
        "message": illegal.message,
        "clause": illegal.clause,
        "legal": list(illegal.legal),
        "where": None if where is None else str(where),
        "line": None if where is None else where.line,
        "column": None if where is None else where.column,
    }


def account_json(account: Account, players: Sequence[str]) -> str:
    """A payer or payee: a player's name, `king pot` or `pagat pot`."""
    return f"{account.value} pot" if isinstance(account, Pot) else players[account]


def payments_json(payments: Iterable[Payment], players: Sequence[str]) -> list[Json]:
    """Payments in the order they were made."""
    return [
        {
            "payer": account_json(payment.payer, players),
            "payee": account_json(payment.payee, players),
            "amount": payment.amount,
            "clause": payment.clause,
        }
        for payment in payments
    ]


def deal_json(deal: Deal, players: Sequence[str]) -> Json:
    """The deal of a whole hand: skat, declarations, their faults, and what was paid."""
    declared = {
        players[seat]: [declaration_json(each) for each in held]
        for seat, held in enumerate(deal.declarations)
    }
    faults = [
        {
            "player": players[seat],
            "kind": fault.kind,
            "said": None if fault.said is None else fault.said.text(),
            "required": None if fault.required is None else fault.required.text(),
        }
        for seat, fault in deal.faults
    ]
    return {
        "dealer": players[deal.dealer],
        "skat": [str(card) for card in sorted(deal.skat)],
        "announce": sorted(deal.announce),
        "declarations": declared,
        "faults": faults,
        "payments": payments_json(deal.payments, players),
    }


def declaration_json(declaration: Declaration) -> Json:
    """A declaration, in words and with what each opponent pays for it."""
    return {"text": declaration.text(), "amount": declaration.amount, "clause": declaration.clause}


def _trick_json(trick: PlayedTrick, replay: Replay) -> Json:
    """A trick; what the last one pays is the settlement, the count included."""
    players = replay.players
    payments = replay.settlement if trick.tricks_left == 1 else trick.payments
    found: Json = {
        "trick": trick.number,
        "tricks_left": trick.tricks_left,
        "lead": players[trick.lead],
        "cards": [_laid_word(each) for each in trick.laid],
        "players": [players[each.seat] for each in trick.laid],
        "winner": None if trick.winner is None else players[trick.winner],
        "payments": payments_json(payments, players),
    }
    if trick.named_by is not None:
        found["named_by"] = players[trick.named_by]
    told = [event for event in trick.events if event.kind is not ActionKind.PLAY or event.clause]
    if told:
        found["said"] = [_event_json(event, players) for event in told]
    if trick.unsettled:
        found["unsettled"] = [_unsettled_json(each) for each in trick.unsettled]
    return found


def _unsettled_json(question: Unsettled) -> Json:
    """A question that no source decides; play went on by the first of its readings."""
    return {
        "clauses": list(question.clauses),
        "cards": [str(card) for card in question.cards],
        "readings": list(question.readings),
    }


def _laid_word(laid: Laid) -> str:
    return str(laid.card) if laid.names is None else f"{laid.card}={laid.names}"


def _event_json(event: Action, players: Sequence[str]) -> Json:
    return {
        "kind": event.kind.value,
        "player": players[event.by],
        "card": None if event.card is None else str(event.card),
        "suit": None if event.suit is None else event.suit.value,
        "clause": event.clause,
    }


def outcome_json(outcome: Outcome, players: Sequence[str]) -> Json:
    """What the hand came to: names, or null for nobody."""
    named = {
        "ultimo": outcome.ultimo,
        "king_ultimo": outcome.king_ultimo,
        "pagat_ultimo": outcome.pagat_ultimo,
        "last_trick": outcome.last_trick,
        "tout": outcome.tout,
        "nolo": outcome.nolo,
    }
    found: Json = {key: None if seat is None else players[seat] for key, seat in named.items()}
    return found | {"bagud": [players[seat] for seat in outcome.bagud]}


def expected_json(mismatches: Sequence[Mismatch] | None) -> Json | None:
    """Whether what the line expects came out, and what differs; null where it expects nothing."""
    if mismatches is None:
        return None
    differs = [{"key": each.key, "expected": each.expected, "got": each.got} for each in mismatches]
    return {"met": not mismatches, "differs": differs}


def audit_json(audit: Audit, replay: Replay) -> Json:
    """Every decision with the values before and after it."""
    found: Json = {
        "decisions": [_decision_json(each, replay) for each in audit.decisions],
        "limits": {"complete": audit.complete},
        "stats": stats_json(audit.nodes, 0.0),
    }
    del found["stats"]["seconds"]
    reasons = [reason for reason in (audit.reason, audit.tokens_reason) if reason is not None]
    if reasons:
        found["limits"]["reason"] = "; ".join(dict.fromkeys(reasons))
    return found


def judgement_json(judgement: Judgement, audit: Audit, players: Sequence[str]) -> Json:
    """Who came to force an Ultimo and who let it go, what marked cards cost whom, and who could have won.

    `decision` is the place in the decisions of the audit, from 0.
    """
    return {
        "turns": [
            {
                "ultimo": players[turn.seat],
                "forced": turn.forced,
                "decision": turn.place,
                **_by(turn.place, audit, players),
            }
            for turn in judgement.turns
        ],
        "blames": [_blame_json(blame, audit, players) for blame in judgement.blames],
        "could_have_won": {
            players[chance.seat]: _chance_json(chance, audit, players) for chance in judgement.chances
        },
    }


def _blame_json(blame: Blame, audit: Audit, players: Sequence[str]) -> Json:
    found: Json = {
        "decision": blame.place,
        **_by(blame.place, audit, players),
        "kinds": [kind.value for kind in blame.kinds],
        "instead": None if blame.instead is None else str(blame.instead),
        "cost": None if blame.cost is None else by_name(blame.cost, players),
    }
    if blame.evidence is not None:
        found["evidence"] = evidence_json(blame.evidence, players)
    return found


def _chance_json(chance: Chance, audit: Audit, players: Sequence[str]) -> Json:
    """Whether a player could have won his Ultimo: alone, or else with whom."""
    alone = chance.alone
    known = "no" if chance.since is not None else None
    answer = "won" if chance.won else "open" if chance.still else known if alone is None else "yes"
    found: Json = {"answer": answer, "judged_from": chance.since}
    if chance.won and not chance.counted:
        found["counted"] = False
    found |= _way_json(alone, audit, players) if alone else {"decision": None, "instead_of": None, "line": []}
    found["with_help"] = [
        {"with": names(way.by & ~(1 << chance.seat), players), **_way_json(way, audit, players)}
        for way in chance.helped
    ]
    return found


def _way_json(way: Way, audit: Audit, players: Sequence[str]) -> Json:
    """The decision that lost it, and the line that wins it, beginning there."""
    decided = _by(way.place, audit, players)
    return {
        "decision": way.place,
        "player": decided["player"],
        "instead_of": decided["move"],
        "line": line_words(way.line, players),
    }


def _by(place: int | None, audit: Audit, players: Sequence[str]) -> Json:
    """Who decided what at a place of the audit."""
    if place is None:
        return {"player": None, "move": None}
    decision = audit.decisions[place]
    return {"player": players[decision.seat], "move": move_word(decision.seat, decision.move, players)}


def _decision_json(decision: Audited, replay: Replay) -> Json:
    move, players = decision.move, replay.players
    return {
        "trick": replay.tricks[decision.step.trick].number,
        "player": players[decision.seat],
        "move": move_word(decision.seat, move, players),
        "card": None if move.card is None else str(move.card),
        "names": None if move.suit is None else move.suit.value,
        "before": None if decision.before is None else values_json(decision.before, players),
        "after": None if decision.after is None else values_json(decision.after, players),
        "proper": decision.proper,
        "why": decision.why,
        "marks": [
            {"kind": mark.kind.value, "player": players[mark.seat], "text": mark.text}
            for mark in decision.marks
        ],
    }
