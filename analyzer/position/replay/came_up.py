"""What came up in a line that was replayed: the deal, trick by trick the play, the settlement, the count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from analyzer.cards.card import Card
from analyzer.position.replay.model import DealPhase, PlayedTrick, Replay
from analyzer.position.replay.pointcameup import in_point_line
from analyzer.position.setting import Setting
from analyzer.rules.actions import ActionKind
from analyzer.rules.play.came_up import in_trick
from analyzer.rules.play.course import START
from analyzer.rules.play.table import Table, Trick
from analyzer.rules.score.came_up import fool_counted, in_count, in_early_trick, in_last_trick
from analyzer.rules.score.count import is_counted
from analyzer.rules.spec.bearing import CameUp, Topic, bearing, together
from analyzer.rules.spec.reading import RulesReading


def applied_in(setting: Setting, replay: Replay) -> tuple[str, ...]:
    """The clauses that a line was played, paid and judged by, as far as they bore on it."""
    named = {each.clause for each in replay.transfers}
    named |= {each.clause for trick in replay.tricks for each in trick.moved}
    named |= {event.clause for trick in replay.tricks for event in trick.events if event.clause is not None}
    if replay.illegal is not None:
        named.add(replay.illegal.clause)
    named |= {*replay.judged.clauses}
    parts = [CameUp(replay.judged.topics), *_tricks(setting, replay), *_settlement(setting, replay)]
    if replay.counted is not None:
        counted = replay.counted
        named |= {*counted.applied} | {score.clause for score in counted.scores}
        parts.append(in_point_line(setting, counted, replay.tricks))
    if replay.deal is not None:
        parts.append(_deal(setting, replay.deal))
    return tuple(dict.fromkeys((*named, *bearing(setting.rules, together(parts)))))


def _tricks(setting: Setting, replay: Replay) -> Iterator[CameUp]:
    spec = setting.spec
    before: dict[int, Table] = {}
    for step in replay.steps:
        before.setdefault(step.trick, step.table)
    for place, trick in enumerate(replay.tricks):
        table = before.get(place)
        hands = (frozenset[Card](),) * len(setting.hands) if table is None else table.hands
        whole = [
            frozenset(hand) | {each.card for each in trick.laid if each.seat == seat}
            for seat, hand in enumerate(hands)
        ]
        course = START if table is None else table.course
        yield in_trick(spec, trick.laid, whole, trick.tricks_left, course)
        yield _said(setting, trick)
        if trick.winner is not None and trick.tricks_left > 1 and not setting.scored:
            yield in_early_trick(Trick(trick.laid, trick.winner))


def _said(setting: Setting, trick: PlayedTrick) -> CameUp:
    """What was demanded, and how a led Fool came to be named otherwise than it was led."""
    topics = set[Topic]()
    if any(event.kind is ActionKind.DEMAND for event in trick.events):
        topics.add(Topic.DEMAND)
    lost = {event.clause for event in trick.events if event.kind is ActionKind.LOST_RIGHT}
    given = RulesReading(setting.rules.clauses)
    steps = {given.word(clause, "when") for clause in lost if clause is not None}
    if trick.named_by is not None and trick.named_by != trick.lead and not lost:
        steps.add("both-say-void")
    return CameUp(frozenset(topics), steps=frozenset(steps))


def _settlement(setting: Setting, replay: Replay) -> Iterator[CameUp]:
    outcome = replay.outcome
    if outcome is None:
        return
    last, spec = replay.tricks[-1], setting.rules.game
    assert last.winner is not None
    out = setting.sitting_out is not None
    yield in_last_trick(spec, Trick(last.laid, last.winner), outcome, replay.settlement, sitting_out=out)
    declared = replay.deal is not None and any(replay.deal.declarations)
    if outcome.failed_tout is not None and declared and not spec.failed_tout.ultimo:
        yield CameUp(frozenset({Topic.FAILED_TOUT_DECLARED}))
    if not setting.count:
        return
    counted = is_counted(spec, outcome)
    yield in_count(outcome, None, counted=counted)
    for trick in replay.tricks:
        fool = fool_counted(spec, (each.card for each in trick.laid), trick.tricks_left)
        if fool is not None and counted:
            yield CameUp(frozenset({fool}))


def _deal(setting: Setting, deal: DealPhase) -> CameUp:
    """What the deal asks for: the dealer's tokens, declarations, what lies in the skat."""
    topics = {Topic.WHOLE_HAND, Topic.DEALER_PAYS, Topic.DECLARING, Topic.FIRST_LEAD}
    cards = [Counter(card for each in declared for card in each.cards) for declared in deal.declarations]
    if any(number > 1 for held in cards for number in held.values()):
        topics.add(Topic.SHARED)
    if setting.declarations is not None and any(not said for said in setting.declarations.values()):
        topics.add(Topic.PASS)
    if deal.faults:
        topics.add(Topic.PUT_RIGHT)
    if any(card.is_trump for card in deal.skat):
        topics.add(Topic.SKAT_ASKED)
    if deal.announce:
        topics.add(Topic.ANNOUNCED)
    return CameUp(frozenset(topics), skat=deal.skat)
