"""A line audited and judged: every decision with its values, breaches of rules, and missed chances to win."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Annotated, Any, Final, Literal

from msgspec import UnsetType, field

from analyzer.answers.values import (
    EvidenceView,
    LimitsView,
    StatsView,
    ValuesView,
    evidence_view,
    values_view,
)
from analyzer.cards.card import Suit
from analyzer.disputes.answer import PenaltyView, ViolationView, question_view
from analyzer.messages import (
    NOTHING,
    Amount,
    AsPrinted,
    LineWord,
    Message,
    Name,
    Put,
    Several,
    Verbatim,
    alone,
    formed,
    say,
    word_alone,
)
from analyzer.position.model import Position
from analyzer.position.replay.model import FineDue, Offence, Replay
from analyzer.position.replay.turning import due
from analyzer.position.setting import Moment
from analyzer.rules.actions import ActionKind, Sides, line_words, move_word
from analyzer.rules.score.goals import Aim, exact, points_text
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import Unsettled
from analyzer.search.engine.results import Values
from analyzer.search.review.audit import Audit, Audited, Mark, MarkKind
from analyzer.search.review.judgement import Blame, Chance, Judgement, MissedWin, Told
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
    name_amounts,
    or_unset,
    pots_view,
    words,
)
from analyzer.views.why import WhyView, reason_view
from analyzer.words.blocks import Block, Grid, Passage, Phrase, part
from analyzer.words.effects import improper_message
from analyzer.words.names import source_of
from analyzer.words.plans import plan_message
from analyzer.words.verdicts import names

TrickNumber = Annotated[
    int | None, Meta(description="The trick in which it happened; null for anything before the first lead.")
]


class LineViolationView(ViolationView, frozen=True):
    """A clause that was broken without ending the line, with the cards, the player and the trick."""

    player: str
    trick: TrickNumber
    at: Annotated[str, Meta(description="`deal`, or trick and card, such as 12.2.")]
    put_right: Annotated[bool, Meta(description="True if the card was taken back at the table.")]


class DueView(View, frozen=True):
    """The single amount due.

    It includes every fine fixed by a clause. If a breach ended the hand, it counts only up to that breach.
    """

    tokens: Amounts
    pots: Annotated[PotsView, Meta(description="Change of the pots.")] | UnsetType = UNSET


class LinePenaltyView(PenaltyView, frozen=True):
    """The penalty of a player for a breach. The line's `tokens` exclude it; those of `due` include it."""

    trick: TrickNumber


class UnsettledView(View, frozen=True):
    """A question in a trick that no source decides. Play went on under the first of its readings."""

    clauses: list[str]
    cards: list[CardWord]
    readings: Annotated[list[str], Meta(description="The possible readings. Play went on under the first.")]


def judged_view(position: Position, replay: Replay) -> dict[str, Any]:
    """Return the keys of a line about breaches in it; only Danish Tarok has fines."""
    judged, players, rules = replay.judged, replay.players, position.rules
    paid = due(replay)
    pots = UNSET if paid.pots is None else pots_view(paid.pots)
    return {
        "violations": [_violation(rules, each, players) for each in judged.offences],
        "penalties": UNSET if position.pots is None else [_penalty(each, players) for each in judged.dues],
        "open": [question_view(rules, each) for each in judged.open_questions],
        "notes": list(judged.notes),
        "due": DueView(name_amounts(paid.tokens, players), pots) if any(paid.costs) else UNSET,
    }


def unsettled_view(question: Unsettled) -> UnsettledView:
    """Return a question with its readings."""
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


Place = Annotated[Count | None, Meta(description="Index of the decision in the audit, from 0.")]
LastLost = Annotated[
    Count | None, Meta(description="Index in the audit of the last decision that lost the Ultimo, from 0.")
]
InsteadOf = Annotated[str | None, Meta(description="The move that was played at this decision.")]
Winning = Annotated[Moves, Meta(description="A line from this decision on that wins the Ultimo.")]


class MarkView(View, frozen=True, kw_only=True):
    """A remark about a card."""

    kind: MarkKind
    player: Annotated[str, Meta(description="The player whose goal it concerns, or whose side loses points.")]
    goal: str | UnsetType = UNSET
    lost: Points | UnsetType = UNSET
    text: str
    plan: (
        Annotated[
            WhyView,
            Meta(description="The plan that was lost, or the plan that wins the goal that was given away."),
        ]
        | UnsetType
    ) = UNSET


class DecisionView(View, frozen=True, kw_only=True):
    """A decision with the values before and after it; null for parts that were not valued."""

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
    """A decision at which the set of players who can force an Ultimo changed."""

    ultimo: Annotated[str, Meta(description="The player whose Ultimo it is.")]
    forced: Annotated[
        bool, Meta(description="True if the Ultimo is forced from here on; false if it no longer is.")
    ]
    decision: Place
    player: str | None
    move: str | None


class BlameView(View, frozen=True, kw_only=True):
    """The cost of a marked card to each player."""

    decision: Place
    player: str | None
    move: str | None
    kinds: list[MarkKind]
    instead: Annotated[str | None, Meta(description="The proper card that an improper one is compared with.")]
    cost: Annotated[Amounts | None, Meta(description="Change in every player's guaranteed tokens.")]
    evidence: EvidenceView | UnsetType = UNSET


class HelpedView(View, frozen=True):
    """The partners with whom a player could have won their Ultimo, and the last decision that lost it."""

    others: Players = field(name="with")
    decision: LastLost
    player: str | None
    instead_of: InsteadOf
    line: Winning


class ChanceView(View, frozen=True, kw_only=True):
    """The chances of a player to win their Ultimo, alone or with help."""

    answer: Annotated[
        Literal["won", "yes", "no", "open"] | None,
        Meta(
            description="yes: the player alone could have won it. no: not from `judged_from` on. open: the "
            "player still can at the end of the line. null: not judged."
        ),
    ]
    judged_from: Annotated[
        Count | None,
        Meta(
            description="Index as in `decision`. From this decision on, all were valued for the player's "
            "Ultimo. 0 means the whole line; null means that not even the last decision was valued."
        ),
    ]
    counted: Annotated[bool, Meta(description="False if a Tout or Nolo cancels the Ultimo.")] | UnsetType = (
        UNSET
    )
    decision: LastLost
    player: Annotated[str | None, Meta(description="The player who made this decision.")] | UnsetType = UNSET
    instead_of: InsteadOf
    line: Winning
    with_help: Annotated[
        list[HelpedView], Meta(description="The chances with help, if the player could not win it alone.")
    ]


class JudgementView(View, frozen=True):
    """The changes of forced Ultimos, the cost of marked cards, and the players who could have won."""

    turns: Annotated[
        list[TurnView],
        Meta(description="The changes in who can force an Ultimo. The state at the start comes first."),
    ]
    blames: list[BlameView]
    could_have_won: Annotated[
        dict[str, ChanceView],
        Meta(description="By player: the Ultimo won, or the way the player could have forced it alone."),
    ]


class AuditView(View, frozen=True, kw_only=True):
    """All decisions with the values before and after them."""

    decisions: list[DecisionView]
    limits: LimitsView
    stats: StatsView
    judgement: JudgementView | UnsetType = UNSET


def audit_view(position: Position, line: Told) -> AuditView | UnsetType:
    """Return the audit and judgement of a line; absent if they were not requested."""
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
    """Return a remark on a card; in Danish Tarok it is about the Ultimo only."""
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
        [
            TurnView(players[turn.seat], turn.forced, turn.place, *_name_decision(turn.place, audit, players))
            for turn in judgement.turns
        ],
        [_blame(blame, audit, players) for blame in judgement.blames],
        {players[chance.seat]: _chance(chance, audit, players) for chance in judgement.chances},
    )


def _blame(blame: Blame, audit: Audit, players: Sequence[str]) -> BlameView:
    player, move = _name_decision(blame.place, audit, players)
    return BlameView(
        decision=blame.place,
        player=player,
        move=move,
        kinds=list(blame.kinds),
        instead=None if blame.instead is None else str(blame.instead),
        cost=None if blame.cost is None else name_amounts(blame.cost, players),
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


def _way(way: MissedWin, audit: Audit, players: Sequence[str]) -> dict[str, Any]:
    """Return the decision that lost it, and the winning line from there."""
    player, move = _name_decision(way.place, audit, players)
    return {
        "decision": way.place,
        "player": player,
        "instead_of": move,
        "line": line_words(way.line, players),
    }


def _name_decision(place: int | None, audit: Audit, players: Sequence[str]) -> tuple[str | None, str | None]:
    """Return the player and the decision at an index of the audit."""
    if place is None:
        return None, None
    decision = audit.decisions[place]
    return players[decision.seat], move_word(decision.seat, decision.move, players)


SIGNS: Final = {
    MarkKind.LET_GO: "-",
    MarkKind.GAVE_AWAY: "!",
    MarkKind.LOST_POINTS: "~",
    MarkKind.IMPROPER: "x",
}
_MEANING: Final = {
    "-": say("own Ultimo let go"),
    "!": say("gives another the Ultimo"),
    "x": say("improper"),
}


def audit_blocks(audit: Audit, players: Sequence[str], sides: Sides | None) -> Iterator[Block]:
    """Yield a row for each decision that was valued, with its marks below.

    If `sides` are given, a mark belongs to one of several players.
    """
    if not audit.decisions:
        return
    yield from part("paragraph", [Phrase(say("Every card"), "bold")])
    valued = decisions_valued(audit)
    rows = [row for each in valued for row in _decision_rows(each, players, sides, audit.counts)]
    yield from [Grid((), tuple(rows), "><<<<", close=True)] if rows else []
    reasons = dict.fromkeys(each for each in (audit.reason, audit.tokens_reason) if each is not None)
    yield from part("paragraph", [Phrase(reason_message(each), "dim") for each in reasons], close=True)
    used = set() if sides is not None else {SIGNS[mark.kind] for each in valued for mark in each.marks}
    meaning = [(sign, words) for sign, words in _MEANING.items() if sign in used]
    legend = [formed("{sign} {words}", sign=Verbatim(sign), words=words) for sign, words in meaning]
    yield from part("paragraph", [alone(Several(tuple(legend), "·"))] if legend else [], close=True)


def reason_message(reason: Message) -> Message:
    """Return the reason why not every card is valued, as a sentence."""
    return formed("{reason}.", reason=Put(reason.short, "capital"))


def decisions_valued(audit: Audit) -> list[Audited]:
    """Return the decisions to show, without letting a card pass unless it has a mark."""
    shown = (each for each in audit.decisions if each.move.kind is not ActionKind.ALLOW or each.marks)
    return [each for each in shown if each.before is not None]


def moment_word(moment: Moment) -> str:
    """Return a moment of the hand as a word: `24.2`."""
    return ".".join(map(str, moment))


def decided(decision: Audited) -> Message:
    """Return a decision: a card, or an answer to a picked one."""
    move = decision.move
    if move.card is not None:
        return word_alone(LineWord(str(move)))
    return say("demand") if move.kind is ActionKind.DEMAND else say("no demand")


def _decision_rows(
    decision: Audited, players: Sequence[str], sides: Sides | None, counts: Aim | None
) -> Iterator[tuple[Message, ...] | Passage]:
    """Yield a row, and its marks below it."""
    sure = sure_message(decision, sides, counts)
    yield (
        word_alone(Verbatim("".join(signs_of(decision)))),
        word_alone(Verbatim(moment_word(decision.moment))),
        word_alone(Name(players[decision.seat])),
        decided(decision),
        NOTHING if sure is None else say("sure of {before}", before=sure),
    )
    yield from part("paragraph", _marked(decision, players, sides))


def _marked(decision: Audited, players: Sequence[str], sides: Sides | None) -> Iterator[Phrase]:
    for told, plan in mark_pairs(decision, players, sides):
        yield Phrase(told, level=3)
        yield from [] if plan is None else [Phrase(plan, level=4)]


def signs_of(decision: Audited) -> list[str]:
    """Return the signs of a decision's marks."""
    return [SIGNS[kind] for kind in dict.fromkeys(mark.kind for mark in decision.marks)]


def sure_message(decision: Audited, sides: Sides | None, counts: Aim | None) -> Message | None:
    """Return its player's guarantee before and after, once if they are the same; None if unknown."""
    side = decision.seat if sides is None else sides.of[decision.seat]
    before, after = (sure_of(values, counts, side) for values in (decision.before, decision.after))
    if before is None or after is None:
        return None
    told = _number(before, counts)
    return told if before == after else formed("{told} → {after}", told=told, after=_number(after, counts))


def _number(number: Fraction, counts: Aim | None) -> Message:
    return word_alone(Amount(int(number)) if counts is None else AsPrinted(points_text(number)))


def mark_pairs(
    decision: Audited, players: Sequence[str], sides: Sides | None
) -> Iterator[tuple[Message, Message | None]]:
    """Yield each mark, with the plan that shows it if there is one."""
    for mark in decision.marks:
        told = improper_message(mark.text) if mark.kind is MarkKind.IMPROPER else mark.text.short
        if sides is not None:
            told = formed("{player}: {told}", player=Name(players[mark.seat]), told=told)
        yield told, plan_message(mark.reason, players)


def sure_of(values: Values | None, counts: Aim | None, side: int) -> Fraction | None:
    """Return a side's guarantee, in what is counted, otherwise in tokens; None if unknown."""
    if values is None:
        return None
    if counts is not None:
        return values.number(counts, side)
    tokens = None if values.guarantee is None else values.guarantee[side]
    return None if tokens is None else Fraction(tokens)
