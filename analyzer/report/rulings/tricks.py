"""What a verdict says of tricks in the games of card points: who won them, and where their cards went."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from analyzer.disputes.kinds.events import DOES, FoolNamingDispute
from analyzer.messages import (
    BareClause,
    LineWord,
    Message,
    Name,
    Toned,
    Verbatim,
    Word,
    alone,
    formed,
    in_a_row,
    listed,
    say,
)
from analyzer.rules.actions import lay
from analyzer.rules.score.amounts import points_text
from analyzer.rules.score.piles import Moved
from analyzer.rules.verdicts import VERDICT_WORDS, Verdict
from analyzer.words.blocks import Phrase
from analyzer.words.terms import term_said

if TYPE_CHECKING:
    from analyzer.disputes.game import JudgedStep, TrickFinding
    from analyzer.disputes.inplay.naming_finding import NamingFinding
    from analyzer.disputes.inplay.piles import PilesFinding
    from analyzer.disputes.inplay.pilescounted import PilesCountedFinding
    from analyzer.disputes.inplay.pileways import TurnedTrick
    from analyzer.disputes.inplay.trickwon import TrickWonFinding


def trick_won(finding: TrickWonFinding) -> Iterator[Phrase]:
    """Who wins a trick, by which clause."""
    told = say(
        "{player} wins the trick with {card} ({clause})",
        player=Name(finding.dispute.players[finding.winner]),
        card=finding.card,
        clause=BareClause(finding.decided_by),
    )
    yield Phrase(told, level=1)


def piles(finding: PilesFinding) -> Iterator[Phrase]:
    """The tricks with what went elsewhere, and the piles in the end."""
    for turned in finding.tricks:
        yield Phrase(_turned(finding, turned), level=1)
        yield from _moved(finding, turned.moved)
    yield from _moved(finding, finding.end)
    if len(finding.may_give) > 1:
        cards = in_a_row(sorted(finding.may_give))
        yield Phrase(say("One of {cards} is given for the Fool", cards=cards), level=1)
    for name, points, pile in zip(finding.leaders, finding.points, finding.piles, strict=True):
        told = say(
            "The pile of {player}: {points} points, {cards}",
            player=Name(name),
            points=Verbatim(points_text(points)),
            cards=alone(in_a_row(sorted(pile)), say("nothing")),
        )
        yield Phrase(told, level=1)


def point_count(finding: PilesCountedFinding) -> Iterator[Phrase]:
    """What each side has in its pile, with the rest where one is dropped or made whole."""
    for each in finding.sides:
        if each.points is None:
            continue
        player, points = Name(each.leader), Verbatim(points_text(each.points))
        told = say("The pile of {player}: {points} points", player=player, points=points)
        if each.exact is not None and each.exact != each.points:
            told = say(
                "The pile of {player}: {points} points, exactly {exact}",
                player=player, points=points, exact=Verbatim(points_text(each.exact)),
            )  # fmt: skip
        yield Phrase(told, level=1)


def _turned(finding: PilesFinding, turned: TurnedTrick) -> Message:
    trick = turned.trick
    cards = in_a_row(LineWord(str(lay(each.card, each.names))) for each in trick.laid)
    winner = Name(finding.dispute.players[trick.winner])
    if turned.talon is None:
        return say("{cards} goes to {player}", cards=cards, player=winner)
    return say(
        "{cards} goes to {player}, and {card} of the talon", cards=cards, player=winner, card=turned.talon
    )


def _moved(finding: PilesFinding, moved: tuple[Moved, ...]) -> Iterator[Phrase]:
    for each in moved:
        words: dict[str, Word] = {
            "player": Name(finding.leaders[each.to]),
            "clause": BareClause(each.clause),
        }
        if each.card is None:
            told = say("A card of no worth goes to the pile of {player} ({clause})", **words)
        else:
            told = say("{card} goes to the pile of {player} ({clause})", card=each.card, **words)
        yield Phrase(told, level=2)


def held(dispute: FoolNamingDispute) -> Iterator[Phrase]:
    """The hands before the trick."""
    for name, hand in zip(dispute.players, dispute.hands, strict=True):
        cards = alone(in_a_row(sorted(hand or ())), say("not told"))
        yield Phrase(formed("{player}: {cards}", player=Name(name), cards=cards), level=1)


def naming(finding: NamingFinding) -> Iterator[Phrase]:
    """What is in force, who may name, and who takes a card back."""
    yield from (Phrase(each, level=1) for each in _naming(finding))


def _naming(finding: NamingFinding) -> Iterator[Message]:
    players = finding.dispute.players

    def who(seat: int | None) -> Word:
        return say("nobody") if seat is None else Name(players[seat])

    if finding.named is not None and finding.named_by is not None:
        yield say("In force: {suit}, by {player}", suit=finding.named, player=who(finding.named_by))
    elif finding.named is not None:
        yield say("In force: {suit}", suit=finding.named)
    if "right_to_name" not in finding.open_fields:
        yield say("May still name the Fool: {player}", player=who(finding.right_to_name))
    if finding.take_back:
        yield say("Takes the card back: {players}", players=listed(map(who, finding.take_back)))
    if finding.winner is not None:
        yield say("Wins the trick: {player}", player=who(finding.winner))
    for lost in finding.lost:
        reason = formed("{text} ({clause})", text=lost.text, clause=BareClause(lost.clause))
        yield say("{player} lost the right: {reason}", player=who(lost.seat), reason=reason)
    for seat in finding.false_statements:
        yield say("{player} said what was not so", player=who(seat))


def trick(finding: TrickFinding) -> Iterator[Phrase]:
    """Every step, right or wrong, and who won the tricks."""
    players = finding.dispute.players
    for step in finding.steps:
        yield Phrase(_step(step, players), level=1)
        if step.take_back:
            names = listed(Name(players[seat]) for seat in step.take_back)
            yield Phrase(say("Takes the card back: {players}", players=names), level=2)
    if finding.must_play is not None:
        player = Name(players[finding.must_play])
        yield Phrase(say("Must play the Fool: {player}", player=player), level=1)
    for number, seat in enumerate(finding.winners, 1):
        told = say("Trick {number} goes to {player}", number=number, player=Name(players[seat]))
        yield Phrase(told, level=1)


def _step(step: JudgedStep, players: Sequence[str]) -> Message:
    event = step.event
    done: list[Word] = [Name(players[event.by]), term_said(DOES[event.kind])]
    if event.card is not None:
        done.append(LineWord(str(lay(event.card, event.suit))))
    mark = Toned(say("wrong"), "bad") if step.clauses else Toned(say("right"), "plain")
    if step.hangs_on:
        mark = Toned(VERDICT_WORDS[Verdict.UNSETTLED], "warn")
    told = formed("{done} - {mark}", done=in_a_row(done), mark=mark)
    if step.text:
        told = formed("{step}: {text}", step=told, text=step.text)
    if step.legal:
        could = say("could play {cards}", cards=in_a_row(sorted(step.legal)))
        told = formed("{step}; {could}", step=told, could=could)
    return told
