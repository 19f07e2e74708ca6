"""What a replay says: trick by trick what was laid and paid, the settlement, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from analyzer.messages import (
    NOTHING,
    AsPrinted,
    BareClause,
    LineWord,
    Message,
    Name,
    Several,
    Title,
    Verbatim,
    Word,
    alone,
    formed,
    in_a_row,
    listed,
    say,
    say_many,
    word_alone,
)
from analyzer.position.files.tricks import PLAYED
from analyzer.position.model import Position
from analyzer.position.replay.expectation import CLAUSES
from analyzer.position.replay.model import DealPhase, PlayedTrick, Replay, UnmetExpectation
from analyzer.report.text.audit import audit_said
from analyzer.report.text.judgement import judged_said, judgement_said
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.book import sums_to_zero
from analyzer.rules.score.goals import points_text
from analyzer.rules.spec.grounds import Grounds
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.search.review.told import Told
from analyzer.words.blocks import Block, Drawn, Grid, Phrase, Said, amount_cell, part
from analyzer.words.grounds import grounds_said
from analyzer.words.paid import OWN_COUNT, amounts_said, came_to_said, payments_said, scores_said
from analyzer.words.remedies import illegal_said, unsettled_said


def replay_said(position: Position, lines: Sequence[Told], grounds: Grounds) -> Said:
    """What each line came to, then each trick by trick, and the position they begin at."""
    wrong = any(each.replay.judged.offences or each.replay.illegal for each in lines)
    check = say("`check` rules on it: each breach with its law, its remedy and what is due; -o prints it.")
    return (
        *part("headline", [_in_short(each.replay) for each in lines]),
        *(block for each in lines for block in _line(position.rules, each)),
        *part("paragraph", [check] if wrong else []),
        *part("notes", grounds_said(position.rules, grounds)),
        Drawn(position, turn=False),
    )


def line_name(replay: Replay) -> Message:
    """What a line is called."""
    if replay.name == PLAYED:
        return say("as it was played")
    return word_alone(Title(replay.name)) if replay.name else say("the line")


def _in_short(replay: Replay) -> Message:
    """What a line came to, and whether that was expected."""
    return formed("{line}: {told}", line=line_name(replay), told=Several((*_came_to(replay),), ";"))


def _came_to(replay: Replay) -> Iterator[Message]:
    if replay.illegal is not None:
        fault = say("illegal: {fault}", fault=replay.illegal.message.short)
        yield formed("{fault} [{clause}]", fault=fault, clause=BareClause(replay.illegal.clause))
    yield from outcome_list(replay)
    if replay.illegal is None:
        yield amounts_said(replay.amounts, map(Name, replay.players))
    for each in replay.judged.offences:
        told = each.violation.text.short
        if each.trick is not None:
            told = formed("{trick}{told}", trick=say("trick {number}: ", number=each.trick), told=told)
        yield formed("{told} [{clause}]", told=told, clause=BareClause(each.violation.clause))
    if replay.mismatches is not None:
        yield say("Not as expected.") if replay.mismatches else say("As expected.")


def outcome_list(replay: Replay) -> list[Message]:
    """What a line came to that was played out, the grave things first; nothing of another."""
    if replay.missing is not None:
        return []
    last = replay.tricks[-1].winner if replay.tricks else None
    return [*came_to_said(replay.outcome, replay.players, last)]


def outcome_sentence(replay: Replay) -> Message | None:
    """What a line came to that was played out, in one sentence; None for another."""
    words = outcome_list(replay)
    return say("Outcome: {words}.", words=Several(tuple(words), ";")) if words else None


def _line(rules: RuleSet, line: Told) -> Iterator[Block]:
    """One line of play from the deal to what is paid or written, or to the move that the rules forbid."""
    replay, audit = line.replay, line.audit
    yield from part("paragraph", [Phrase(line_name(replay), "bold")])
    tricks = (each for trick in replay.tricks for each in trick_said(trick, replay))
    opening = [*opening_said(replay)]
    yield from part("paragraph", opening)
    yield from part("paragraph", tricks)
    yield from part("paragraph", settlement_said(replay))
    yield from part("paragraph", [] if replay.illegal is None else illegal_said(replay.illegal))
    yield from judged_said(rules, replay)
    came_to = outcome_sentence(replay)
    if replay.missing is not None:
        came_to = say("The line stops here: {missing}", missing=replay.missing)
    yield from part("paragraph", [] if came_to is None else [came_to])
    yield sums_grid(replay)
    left = left_said(replay)
    yield from part("paragraph", [] if left is None else [Phrase(left, hang=False)], close=True)
    if audit is not None:
        sides = None if replay.pots_before is not None else replay.sides
        yield from audit_said(audit, replay.players, sides)
        if line.judgement is not None:
            yield from judgement_said(line.judgement, audit, replay)
    yield from part("paragraph", _expected(replay))


def settlement_said(replay: Replay) -> Iterator[Phrase]:
    """Who pays whom, or what is written, when a hand has ended."""
    if replay.settlement or replay.scores:
        yield Phrase(say("Settlement"), "bold")
        yield from payments_said(replay.settlement, replay.players)
        yield from scores_said(replay.scores, replay.players)
    if not sums_to_zero(replay.settlement):
        yield Phrase(OWN_COUNT, hang=False)


def opening_said(replay: Replay) -> Iterator[Phrase]:
    """What came before the first lead, and what it paid."""
    if replay.deal is not None:
        yield from _deal(replay.deal, replay.players)
    yield from payments_said(replay.opening, replay.players)


def _deal(deal: DealPhase, players: Sequence[str]) -> Iterator[Phrase]:
    dealer = Name(players[deal.dealer])
    skat = in_a_row(sorted(deal.skat))
    yield Phrase(say("{player} deals; skat {cards}", player=dealer, cards=skat), hang=False)
    if "tout" in deal.announce:
        yield Phrase(say("{player} announces Tout", player=dealer), hang=False)
    for seat in declaring_order(deal.dealer, len(deal.declarations)):
        words = alone(listed(each.said for each in deal.declarations[seat]), say("pass"))
        yield Phrase(formed("{player}: {words}", player=Name(players[seat]), words=words), level=1)


def declaring_order(dealer: int, seats: int) -> list[int]:
    """The seats in the order they declare."""
    return [(dealer + step) % seats for step in range(seats)]


def trick_said(trick: PlayedTrick, replay: Replay) -> Iterator[Phrase]:
    """The number of a trick, its cards as they lie, who wins it, and what was said, moved and paid."""
    told = laid_said(trick, replay.players)
    if trick.winner is not None:
        told = formed("{cards} → {winner}", cards=told, winner=Name(replay.players[trick.winner]))
    number = say("Trick {number}", number=trick.number)
    yield Phrase(formed("{trick}: {told}", trick=number, told=told))
    yield from beside_trick(trick, replay)


def beside_trick(trick: PlayedTrick, replay: Replay) -> Iterator[Phrase]:
    """What was said in a trick, what went elsewhere than to its winner, and what it paid."""
    players = replay.players
    for event in trick.events:
        told = _event(event, Name(players[event.by]))
        if told is not None and event.clause:
            told = formed("{told} [{clause}]", told=told, clause=BareClause(event.clause))
        yield from [] if told is None else [Phrase(told, "dim", level=2, hang=False)]
    yield from unsettled_said(trick.unsettled)
    for moved in trick.moved:
        card: Word = say("a card of no worth") if moved.card is None else moved.card
        player = Name(players[replay.leader(moved.to)])
        yield Phrase(say("{card} goes to {player}", card=card, player=player), level=2, by=moved.clause)
    yield from payments_said(trick.transfers, players)


def laid_said(trick: PlayedTrick, players: Sequence[str]) -> Message:
    """The cards of a trick as they lie, each with its player."""
    cards = (
        formed("{player}\u00a0{card}", player=Name(players[each.seat]), card=laid_word(each.card, each.names))
        for each in trick.laid
    )
    return alone(Several(tuple(cards), "·"))


def laid_word(card: object, names: object) -> LineWord:
    """A card on the table; a led Fool with the suit it names."""
    return LineWord(card if names is None else f"{card}={names}")


def _event(event: Action, player: Name) -> Message | None:
    """What was said in a trick, and the irregular; the cards themselves stand above."""
    card: Word = Verbatim("") if event.card is None else event.card
    suit: Word = Verbatim("") if event.suit is None else event.suit
    match event.kind:
        case ActionKind.PLAY:
            return _irregular(event, player, card, suit)
        case ActionKind.DEMAND:
            return say("{player} demands the Fool", player=player)
        case ActionKind.NEEDLESS_DEMAND:
            return say("{player} demands the Fool in error", player=player)
        case ActionKind.TAKE_BACK:
            return say("{player} takes {card} back", player=player, card=card)
        case ActionKind.VOID:
            return say("{player} has no {suit}", player=player, suit=suit)
        case ActionKind.LOST_RIGHT:
            return say("{player} has lost the right to name", player=player)
        case ActionKind.CLAIM:
            return say("{player} claims the right to name and names {suit}", player=player, suit=suit)
        case ActionKind.NAMING:
            return say("{player} names {suit}", player=player, suit=suit)
        case _:
            return None


def _irregular(event: Action, player: Name, card: Word, suit: Word) -> Message | None:
    """What was wrong with a card that stayed on the table; nothing for most of them."""
    match event.clause:
        case "irregularity.premature-play":
            return say("{player} plays {card} before his turn", player=player, card=card)
        case "irregularity.unfollowable-name":
            return say("{player} names {suit}, which nobody else can follow", player=player, suit=suit)
        case _:
            return None


def amounts_called(replay: Replay) -> Message:
    """The word for what everybody has of a line."""
    return say("tokens") if replay.sheet is None else say("sheet")


def count_rows(replay: Replay) -> list[tuple[Message, list[str]]]:
    """Points and tricks by player, a dash where they are not known; nothing if none is."""
    points = [*map(points_text, replay.points_by_seat)]
    tricks = ["-" if each is None else str(each) for each in replay.tricks_won]
    rows = [(say("points"), points), (say("tricks"), tricks)]
    seats = len(replay.players)
    return [(name, [*row, *["-"] * (seats - len(row))]) for name, row in rows if set(row) - {"-"}]


def sums_grid(replay: Replay) -> Grid:
    """What is paid or written, points and tricks as a table."""
    head = (NOTHING, *(word_alone(Name(name)) for name in replay.players))
    amounts = [*replay.amounts, *[None] * (len(replay.players) - len(replay.amounts))]
    first = (amounts_called(replay), *map(amount_cell, amounts))
    rows = [(name, *(word_alone(AsPrinted(cell)) for cell in row)) for name, row in count_rows(replay)]
    return Grid(head, (first, *rows), "<" + ">" * len(replay.players))


def left_said(replay: Replay) -> Message | None:
    """What lies there afterwards."""
    parts = tuple(_left(replay))
    return alone(Several(parts, "·")) if parts else None


def _left(replay: Replay) -> Iterator[Message]:
    """The pots, or the pools and the radli that are there afterwards."""
    if replay.pots_before is not None and replay.pots_after is not None:
        before, after = replay.pots_before, replay.pots_after
        arrow = AsPrinted("→")
        yield say("king pot {before} {arrow} {after}", before=before.king, arrow=arrow, after=after.king)
        yield say("Pagat pot {before} {arrow} {after}", before=before.pagat, arrow=arrow, after=after.pagat)
    for place, pool in enumerate(replay.pools, 1):
        told = formed("{pool} {amount}", pool=say("pool {number}", number=place), amount=pool.amount)
        yield formed("{pool} {doubled}", pool=told, doubled=say("doubled")) if pool.doubled else told
    for seat in sorted(replay.radli):
        number, player = replay.radli[seat], Name(replay.players[seat])
        yield say_many("{number} radl of {player}", "{number} radli of {player}", number, player=player)


def _differs(mismatch: UnmetExpectation) -> Message:
    none = say("none") if mismatch.key == CLAUSES else say("nobody")
    expected, got = (_value(each, none) for each in (mismatch.expected, mismatch.got))
    key = Verbatim(mismatch.key.replace("_", "\u00a0"))
    return say("{key}: expected {expected}, got {got}", key=key, expected=expected, got=got)


def _value(value: object, nothing: Message) -> Word:
    """A name, several, amounts by name, or the word for nothing."""
    if isinstance(value, Mapping):
        pairs = ((Name(key), _value(amount, nothing)) for key, amount in value.items())
        return listed(formed("{name} {amount}", name=name, amount=amount) for name, amount in pairs)
    if isinstance(value, Fraction):
        return AsPrinted(points_text(value))
    if isinstance(value, tuple | list):
        return alone(listed(Name(name) for name in value), nothing)
    return nothing if value is None else Name(value)


def _expected(replay: Replay) -> Iterator[Phrase]:
    if replay.mismatches is None:
        return
    if not replay.mismatches:
        yield Phrase(say("As expected."), "good")
        return
    yield Phrase(say("Not as expected:"), "bad")
    yield from (Phrase(_differs(each), level=1) for each in replay.mismatches)
