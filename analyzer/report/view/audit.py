"""A line audited and judged: every decision with its values, breaches of rules, who could have won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from msgspec import UnsetType, field

from analyzer.cards.card import Suit
from analyzer.disputes.answer import PenaltyView, ViolationView, question_view
from analyzer.position.model import Position
from analyzer.position.replay.due import due
from analyzer.position.replay.model import FineDue, Offence, Replay
from analyzer.report.view.values import (
    EvidenceView,
    LimitsView,
    StatsView,
    ValuesView,
    evidence_view,
    values_view,
)
from analyzer.rules.actions import line_words, move_word
from analyzer.rules.score.goals import exact
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import Unsettled
from analyzer.search.engine.results import Values
from analyzer.search.review.audit import Audit, Audited
from analyzer.search.review.chances import Chance, Way
from analyzer.search.review.judgement import Blame, ForcingTurn, Judgement
from analyzer.search.review.marks import Mark, MarkKind
from analyzer.search.review.told import Told
from analyzer.views.base import (
    UNSET,
    Amounts,
    CardWord,
    Count,
    Meta,
    Moves,
    Players,
    Points,
    PotsView,
    View,
    by_name,
    or_unset,
    pots_view,
    words,
)
from analyzer.views.why import WhyView, reason_view
from analyzer.words.grounds import source_of
from analyzer.words.moves import names

TrickNumber = Annotated[
    int | None, Meta(description="The trick it was in; null for what came before the first lead.")
]


class LineViolationView(ViolationView, frozen=True):
    """A clause that was broken without ending the line: by which cards, by whom, in which trick."""

    player: str
    trick: TrickNumber
    at: Annotated[str, Meta(description="`deal`, or trick and card of it, such as 12.2.")]
    put_right: Annotated[bool, Meta(description="Whether the card went back at the table.")]


class DueView(View, frozen=True):
    """The one sum that is due: with every fine that a clause fixes, where the hand was given up to there."""

    tokens: Amounts
    pots: Annotated[PotsView, Meta(description="What they gained.")] | UnsetType = UNSET


class LinePenaltyView(PenaltyView, frozen=True):
    """What an offence costs its player; `tokens` of the line are without it, those of `due` with it."""

    trick: TrickNumber


class UnsettledView(View, frozen=True):
    """A question in a trick that no source decides; play went on by the first of its readings."""

    clauses: list[str]
    cards: list[CardWord]
    readings: Annotated[list[str], Meta(description="Play went on by the first.")]


def judged_view(position: Position, replay: Replay) -> dict[str, Any]:
    """The keys of a line that tell what was against the rules in it; only Danish Tarok has fines."""
    judged, players, rules = replay.judged, replay.players, position.rules
    paid = due(replay)
    pots = UNSET if paid.pots is None else pots_view(paid.pots)
    return {
        "violations": [_violation(rules, each, players) for each in judged.offences],
        "penalties": UNSET if position.pots is None else [_penalty(each, players) for each in judged.dues],
        "open": [question_view(rules, each) for each in judged.open_questions],
        "notes": list(judged.notes),
        "due": DueView(by_name(paid.tokens, players), pots) if any(paid.costs) else UNSET,
    }


def unsettled_view(question: Unsettled) -> UnsettledView:
    """A question with its readings."""
    return UnsettledView(list(question.clauses), words(question.cards), list(question.readings))


def _violation(rules: RuleSet, offence: Offence, players: Sequence[str]) -> LineViolationView:
    broken = offence.violation
    source = source_of(rules, broken.clause)
    cards, player = words(broken.cards), players[offence.seat]
    told = (broken.clause, cards, broken.text, source, player, offence.trick)
    return LineViolationView(*told, offence.at, offence.put_right)


def _penalty(due: FineDue, players: Sequence[str]) -> LinePenaltyView:
    fine = due.fine
    return LinePenaltyView(
        fine.name,
        players[due.seat],
        fine.category.value,
        fine.each_pot,
        fine.remedy,
        fine.mended_until,
        fine.fined_until,
        fine.play_goes_on,
        list(fine.clauses),
        due.trick,
    )


Place = Annotated[Count | None, Meta(description="Its place in the decisions of the audit, from 0.")]
LastLost = Annotated[Count | None, Meta(description="The last one that lost it, in the audit, from 0.")]
InsteadOf = Annotated[str | None, Meta(description="What was played there.")]
Winning = Annotated[Moves, Meta(description="Play from there on that wins it.")]


class MarkView(View, frozen=True, kw_only=True):
    """Something to be said of a card."""

    kind: MarkKind
    player: Annotated[str, Meta(description="Whose goal it is about, or whose side has less.")]
    goal: str | UnsetType = UNSET
    lost: Points | UnsetType = UNSET
    text: str
    plan: (
        Annotated[WhyView, Meta(description="The plan that was let go, or that wins what was given away.")]
        | UnsetType
    ) = UNSET


class DecisionView(View, frozen=True, kw_only=True):
    """A decision with the values before and after it; null for what was not valued."""

    trick: Annotated[int, Meta(ge=1)]
    player: str
    move: str
    card: CardWord | None
    names: Suit | None
    before: ValuesView | None
    after: ValuesView | None
    proper: bool | UnsetType | None = UNSET
    why: str | UnsetType | None = UNSET
    marks: list[MarkView]


class TurnView(View, frozen=True):
    """Where it changed who can force an Ultimo."""

    ultimo: Annotated[str, Meta(description="Whose Ultimo.")]
    forced: Annotated[bool, Meta(description="Forced from here on, or no longer.")]
    decision: Place
    player: str | None
    move: str | None


class BlameView(View, frozen=True, kw_only=True):
    """What a marked card cost whom."""

    decision: Place
    player: str | None
    move: str | None
    kinds: list[MarkKind]
    instead: Annotated[str | None, Meta(description="The proper card an improper one is held against.")]
    cost: Annotated[Amounts | None, Meta(description="What it changed in what every player is sure of.")]
    evidence: EvidenceView | UnsetType = UNSET


class HelpedView(View, frozen=True):
    """With whom a player could have won his Ultimo, and until which decision."""

    others: Players = field(name="with")
    decision: LastLost
    player: str | None
    instead_of: InsteadOf
    line: Winning


class ChanceView(View, frozen=True, kw_only=True):
    """Whether a player could have won his Ultimo: alone, or else with whom."""

    answer: Annotated[
        Literal["won", "yes", "no", "open"] | None,
        Meta(
            description="yes: alone; no: not from `judged_from` on; open: he still can where the line ends; "
            "null: not judged."
        ),
    ]
    judged_from: Annotated[
        Count | None,
        Meta(
            description="As `decision`. The first decision from which on all were valued for his Ultimo: "
            "0 is the whole line; null where not even the last was."
        ),
    ]
    counted: Annotated[bool, Meta(description="False where Tout or Nolo cancels it.")] | UnsetType = UNSET
    decision: LastLost
    player: Annotated[str | None, Meta(description="Who decided there.")] | UnsetType = UNSET
    instead_of: InsteadOf
    line: Winning
    with_help: Annotated[list[HelpedView], Meta(description="Where he could not alone.")]


class JudgementView(View, frozen=True):
    """Who came to force an Ultimo and who let it go, what marked cards cost, and who could have won."""

    turns: Annotated[
        list[TurnView],
        Meta(description="Where it changed who can force an Ultimo; what was so at the start comes first."),
    ]
    blames: list[BlameView]
    could_have_won: Annotated[
        dict[str, ChanceView],
        Meta(description="By player: whether he won the Ultimo, or could have forced it alone, and how."),
    ]


class AuditView(View, frozen=True, kw_only=True):
    """Every decision with the values before and after it."""

    decisions: list[DecisionView]
    limits: LimitsView
    stats: StatsView
    judgement: JudgementView | UnsetType = UNSET


def audit_view(position: Position, line: Told) -> AuditView | UnsetType:
    """A line that was audited, and judged where it could be; absent where that was not asked for."""
    audit, judgement = line.audit, line.judgement
    if audit is None:
        return UNSET
    reasons = [reason for reason in (audit.reason, audit.tokens_reason) if reason is not None]
    return AuditView(
        decisions=[_decision(position, audit, each, line.replay) for each in audit.decisions],
        limits=LimitsView(
            complete=audit.complete, reason="; ".join(dict.fromkeys(reasons)) if reasons else UNSET
        ),
        stats=StatsView(nodes=audit.nodes),
        judgement=UNSET if judgement is None else _judgement(judgement, audit, line.replay.players),
    )


def _decision(position: Position, audit: Audit, decision: Audited, replay: Replay) -> DecisionView:
    def state(values: Values | None) -> ValuesView | None:
        return None if values is None else values_view(position, values, to_come=audit.to_come)

    move, players, scored = decision.move, replay.players, position.pots is None
    return DecisionView(
        trick=replay.tricks[decision.step.trick].number,
        player=players[decision.seat],
        move=move_word(decision.seat, move, players),
        card=None if move.card is None else str(move.card),
        names=move.suit,
        before=state(decision.before),
        after=state(decision.after),
        proper=UNSET if scored else decision.proper,
        why=UNSET if scored else decision.why,
        marks=[_mark(mark, players, scored=scored) for mark in decision.marks],
    )


def _mark(mark: Mark, players: Sequence[str], *, scored: bool) -> MarkView:
    """Something to be said of a card; in Danish Tarok it is about the Ultimo alone."""
    return MarkView(
        kind=mark.kind,
        player=players[mark.seat],
        goal=or_unset(mark.goal) if scored else UNSET,
        lost=UNSET if mark.lost is None else exact(mark.lost),
        text=mark.text,
        plan=reason_view(mark.reason, players),
    )


def _judgement(judgement: Judgement, audit: Audit, players: Sequence[str]) -> JudgementView:
    return JudgementView(
        [_turn(turn, audit, players) for turn in judgement.turns],
        [_blame(blame, audit, players) for blame in judgement.blames],
        {players[chance.seat]: _chance(chance, audit, players) for chance in judgement.chances},
    )


def _turn(turn: ForcingTurn, audit: Audit, players: Sequence[str]) -> TurnView:
    return TurnView(players[turn.seat], turn.forced, turn.place, *_by(turn.place, audit, players))


def _blame(blame: Blame, audit: Audit, players: Sequence[str]) -> BlameView:
    player, move = _by(blame.place, audit, players)
    return BlameView(
        decision=blame.place,
        player=player,
        move=move,
        kinds=list(blame.kinds),
        instead=None if blame.instead is None else str(blame.instead),
        cost=None if blame.cost is None else by_name(blame.cost, players),
        evidence=UNSET if blame.evidence is None else evidence_view(blame.evidence, players),
    )


def _chance(chance: Chance, audit: Audit, players: Sequence[str]) -> ChanceView:
    alone = chance.alone
    nothing: dict[str, Any] = {"decision": None, "instead_of": None, "line": []}
    return ChanceView(
        answer=_answer(chance),
        judged_from=chance.since,
        counted=False if chance.won and not chance.counted else UNSET,
        **(nothing if alone is None else _way(alone, audit, players)),
        with_help=[
            HelpedView(names(way.by & ~(1 << chance.seat), players), **_way(way, audit, players))
            for way in chance.helped
        ],
    )


def _answer(chance: Chance) -> Literal["won", "yes", "no", "open"] | None:
    if chance.won:
        return "won"
    if chance.still:
        return "open"
    if chance.alone is not None:
        return "yes"
    return "no" if chance.since is not None else None


def _way(way: Way, audit: Audit, players: Sequence[str]) -> dict[str, Any]:
    """The decision that lost it, and the line that wins it, beginning there."""
    player, move = _by(way.place, audit, players)
    return {
        "decision": way.place,
        "player": player,
        "instead_of": move,
        "line": line_words(way.line, players),
    }


def _by(place: int | None, audit: Audit, players: Sequence[str]) -> tuple[str | None, str | None]:
    """Who decided what at a place of the audit."""
    if place is None:
        return None, None
    decision = audit.decisions[place]
    return players[decision.seat], move_word(decision.seat, decision.move, players)
