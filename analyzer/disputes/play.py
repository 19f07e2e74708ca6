"""A disputed trick, card by card: what followed, what was a revoke, which demand for the Fool was right.

Serves the disputes about play and those about a demand. Every card is judged by the engine and by Z3;
a trick to which the Fool was led is judged by the protocol of naming.

Source: main rule text, "Play", "The fool", "Irregularities during play - fines".
"""

from __future__ import annotations

import z3

from analyzer.cards.card import FOOL, Card, Suit
from analyzer.disputes.demand import settle_demand
from analyzer.disputes.findings import Proof
from analyzer.disputes.game import MENDED, NAMING, Game, Step, TrickFinding, take_back
from analyzer.disputes.model import (
    Deed,
    DeedKind,
    FoolDemandDispute,
    FoolNamingDispute,
    PlayDispute,
)
from analyzer.disputes.naming import settle_naming
from analyzer.errors import UsageError
from analyzer.messages import Name, Several, alone, say
from analyzer.proofs.clauses.play import PlayClauses, named
from analyzer.proofs.smt import Mismatch, Question, Truth
from analyzer.rules.play.legality import Revoke, judge_play
from analyzer.rules.play.naming_state import NamingEvent, NamingKind
from analyzer.rules.play.table import Laid, winner
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import Violation


def settle_play(dispute: PlayDispute | FoolDemandDispute) -> TrickFinding:
    """What was done in a trick or several, judged one by one.

    Raises: UsageError for what cannot have happened; Mismatch where Z3 and the engine differ.
    """
    game = Game(dispute, list(dispute.hands), dispute.lead)
    for deed in dispute.deeds:
        _do(game, deed)
    _end_naming(game)
    return TrickFinding(
        dispute=dispute,
        violations=tuple(game.violations),
        open_questions=tuple(game.questions),
        proofs=tuple(game.proofs),
        penalties=tuple(game.penalties),
        notes=(MENDED,) if game.revoked else (),
        steps=tuple(game.steps),
        must_play=game.must_play,
        take_back=game.take_back,
        winners=(*game.winners, *([_winner(game)] if game.complete and game.laid else [])),
    )


def _do(game: Game, deed: Deed) -> None:
    if deed.kind is DeedKind.DEMANDS:
        settle_demand(game, deed)
    elif game.events and not (deed.kind is DeedKind.LEADS and game.complete):
        _name(game, deed)
    elif deed.card is not None:
        _lay(game, deed)
    else:
        game.steps.append(Step(deed, game.tricks_left, text=say("nothing hangs on what was said")))


def _lay(game: Game, deed: Deed) -> None:
    """A card led or played; where the trick lies complete it leads to the next one."""
    if game.complete and game.laid:
        _close(game)
    card, seat = deed.card, deed.seat
    assert card is not None
    if card not in game.hands[seat]:
        raise UsageError(
            say("{player} does not hold {card} any more", player=Name(game.dispute.players[seat]), card=card)
        )
    if not _in_turn(game, deed):
        return
    led = game.laid[0].suit if game.laid else None
    revoke = _judged(game, deed, led)
    if game.must_play == seat and card is not FOOL:
        game.breaks(
            deed, "fool.demand", say("the Fool was demanded, and {card} was played", card=card), (FOOL,)
        )
    elif revoke is not None:
        game.breaks(deed, revoke.clause, revoke.text, revoke.legal)
        game.fine("corrected-revoke", seat)
        game.fine("irrecoverable-revoke", seat)
        game.revoked = True
    else:
        game.steps.append(Step(deed, game.tricks_left))
    if game.must_play == seat:
        game.must_play = None
    if not game.laid and card is FOOL and deed.suit is not None:
        game.before = tuple(game.hands)
        game.events = [NamingEvent(seat, NamingKind.LEADS, FOOL, deed.suit)]
    _put_down(game, seat, Laid(seat, card, deed.suit if not game.laid else None))


def _put_down(game: Game, seat: int, laid: Laid) -> None:
    game.hands[seat] -= {laid.card}
    game.take_back = tuple(each for each in game.take_back if each != seat)
    game.laid.append(laid)
    if len(game.laid) > 1:
        first = game.laid[0]
        rest = sorted(game.laid[1:], key=lambda each: (each.seat - first.seat) % len(game.hands))
        game.laid = [first, *rest]


def _in_turn(game: Game, deed: Deed) -> bool:
    """Whether the card may be looked at: a lead out of turn is taken back, a premature card stands."""
    name = game.dispute.players[deed.seat]
    if not game.laid:
        if deed.seat == game.lead:
            return True
        text = say(
            "{player} led where {other} had the lead; the lead is taken back",
            player=Name(name),
            other=Name(game.dispute.players[game.lead]),
        )
        game.breaks(deed, "irregularity.lead-out-of-turn", text)
        game.fine("lead-out-of-turn", deed.seat)
        return False
    if any(each.seat == deed.seat for each in game.laid):
        take_back(game, (deed.seat,))
        return True
    if deed.seat != game.to_play:
        other = Name(game.dispute.players[game.to_play])
        text = say("{player} played before {other}; the card stands", player=Name(name), other=other)
        game.violations.append(Violation("irregularity.premature-play", (deed.card or FOOL,), text))
        game.fine("premature-play", deed.seat)
    return True


def _judged(game: Game, deed: Deed, led: Suit | None) -> Revoke | None:
    """What is wrong with a card, by the engine and by Z3.

    Raises: Mismatch.
    """
    assert deed.card is not None
    hand, seat = game.hands[deed.seat], deed.seat
    revoke = judge_play(game.rules, hand, led, deed.card)
    question, legal = _playable(game.rules, hand, led)
    if question.possible((), legal[deed.card]) is not (revoke is None):
        raise Mismatch(f"{deed.card} from {sorted(hand)} to {led}: the engine finds {revoke}")
    if revoke is not None:
        right = tuple(card for card in sorted(hand) if question.possible((), legal[card]))
        if right != revoke.legal:
            raise Mismatch(f"what {game.dispute.players[seat]} could play: {right}, {revoke.legal}")
        text = say("{player} could not play {card}", player=Name(game.dispute.players[seat]), card=deed.card)
        game.proofs.append(Proof(text, (revoke.clause,)))
    return revoke


def _playable(rules: RuleSet, hand: frozenset[Card], led: Suit | None) -> tuple[Question, dict[Card, Truth]]:
    """Of each card whether it may be played, over variables that are given the hand."""
    question = Question()
    holding: dict[Card, Truth] = {card: z3.Bool(f"held.{card}") for card in sorted(hand)}
    question.given(*holding.values())
    play, suit = PlayClauses.of(rules), None if led is None else named(led)
    return question, {card: play.may_play(holding, len(hand), suit, card) for card in holding}


def _close(game: Game) -> None:
    """The trick is turned over; its winner leads."""
    game.lead = _winner(game)
    game.winners.append(game.lead)
    _end_naming(game)
    game.laid, game.must_play = [], None


def _winner(game: Game) -> int:
    return winner(tuple(game.laid))


def _name(game: Game, deed: Deed) -> None:
    """Something said or played while a led Fool lies on the table."""
    event = NamingEvent(deed.seat, NAMING[deed.kind], deed.card, deed.suit)
    found = settle_naming(_naming(game, [*game.events, event]))
    game.events.append(event)
    if deed.card is not None:
        take_back(game, (deed.seat,))
        _put_down(game, deed.seat, Laid(deed.seat, deed.card))
    first = game.laid[0]
    game.laid[0] = replace_name(first, found.named)
    game.take_back = found.take_back
    wrong = [each for each in found.violations if deed.card in each.cards]
    text = alone(Several(tuple(each.text for each in wrong), ";")) if wrong else None
    game.steps.append(Step(deed, game.tricks_left, tuple(each.clause for each in wrong), (), text))


def replace_name(laid: Laid, suit: Suit | None) -> Laid:
    """The led Fool under the suit now in force."""
    return laid._replace(names=suit)


def _naming(game: Game, events: list[NamingEvent]) -> FoolNamingDispute:
    dispute = game.dispute
    return FoolNamingDispute(
        rules=dispute.rules,
        kind="fool-naming",
        players=dispute.players,
        hands=game.before,
        lead=game.lead,
        deeds=(),
        events=tuple(events),
    )


def _end_naming(game: Game) -> None:
    """What the protocol of naming says of a trick the Fool led, once it is over or nothing more is told."""
    if not game.events:
        return
    found = settle_naming(_naming(game, game.events))
    fresh = [each for each in found.violations if each.clause != "fool.second-to-last"]
    game.violations += fresh
    game.questions += found.open_questions
    game.penalties += found.penalties
    game.proofs += found.proofs
    game.take_back = found.take_back
    game.events = []
