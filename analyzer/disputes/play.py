"""A disputed trick, card by card: what followed, what was a revoke, which demand for the Fool was right.

Serves the disputes about play and those about a demand. Every card is judged by the engine and by Z3;
a trick to which the Fool was led is judged by the protocol of naming.

Source: main rule text, "Play", "The fool", "Irregularities during play - fines".
"""

from __future__ import annotations

from dataclasses import replace

import z3

from analyzer.cards.card import FOOL, Card, Suit
from analyzer.disputes.demand import settle_demand
from analyzer.disputes.findings import Proof
from analyzer.disputes.game import MENDED, Game, Step, TrickFinding, take_back
from analyzer.disputes.model import FoolDemandDispute, FoolNamingDispute, PlayDispute
from analyzer.disputes.naming import settle_naming
from analyzer.errors import UsageError
from analyzer.proofs.clauses.play import PlayClauses, named
from analyzer.proofs.smt import Mismatch, Question, Truth
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.play.legality import Revoke, judge_play
from analyzer.rules.play.table import Laid, winner
from analyzer.rules.verdicts import Violation


def settle_play(dispute: PlayDispute | FoolDemandDispute) -> TrickFinding:
    """What was done in a trick or several, judged one by one.

    Raises: UsageError for what cannot have happened; Mismatch where Z3 and the engine differ.
    """
    game = Game(dispute, list(dispute.hands), dispute.lead)
    for event in dispute.events:
        _do(game, event)
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


def _do(game: Game, event: Action) -> None:
    if event.kind is ActionKind.DEMAND:
        settle_demand(game, event)
    elif game.naming and not (event.kind is ActionKind.LEAD and game.complete):
        _name(game, event)
    elif event.card is not None:
        _lay(game, event)
    else:
        game.steps.append(Step(event, game.tricks_left, text="nothing hangs on what was said"))


def _lay(game: Game, event: Action) -> None:
    """A card led or played; where the trick lies complete it leads to the next one."""
    if game.complete and game.laid:
        _close(game)
    card, seat = event.card, event.by
    assert card is not None
    if card not in game.hands[seat]:
        raise UsageError(f"{game.dispute.players[seat]} does not hold {card} any more")
    if not _in_turn(game, event):
        return
    led = game.laid[0].suit if game.laid else None
    revoke = _judged(game, event, led)
    if game.must_play == seat and card is not FOOL:
        game.breaks(event, "fool.demand", f"the Fool was demanded, and {card} was played", (FOOL,))
    elif revoke is not None:
        game.breaks(event, revoke.clause, revoke.text, revoke.legal)
        game.fine("corrected-revoke", seat)
        game.fine("irrecoverable-revoke", seat)
        game.revoked = True
    else:
        game.steps.append(Step(event, game.tricks_left))
    if game.must_play == seat:
        game.must_play = None
    if not game.laid and card is FOOL and event.suit is not None:
        game.before = tuple(game.hands)
        game.naming = [replace(event, kind=ActionKind.LEAD)]
    _put_down(game, seat, Laid(seat, card, event.suit if not game.laid else None))


def _put_down(game: Game, seat: int, laid: Laid) -> None:
    game.hands[seat] -= {laid.card}
    game.take_back = tuple(each for each in game.take_back if each != seat)
    game.laid.append(laid)
    if len(game.laid) > 1:
        first = game.laid[0]
        rest = sorted(game.laid[1:], key=lambda each: (each.seat - first.seat) % len(game.hands))
        game.laid = [first, *rest]


def _in_turn(game: Game, event: Action) -> bool:
    """Whether the card may be looked at: a lead out of turn is taken back, a premature card stands."""
    name = game.dispute.players[event.by]
    if not game.laid:
        if event.by == game.lead:
            return True
        text = f"{name} led where {game.dispute.players[game.lead]} had the lead; the lead is taken back"
        game.breaks(event, "irregularity.lead-out-of-turn", text)
        game.fine("lead-out-of-turn", event.by)
        return False
    if any(each.seat == event.by for each in game.laid):
        take_back(game, (event.by,))
        return True
    if event.by != game.to_play:
        text = f"{name} played before {game.dispute.players[game.to_play]}; the card stands"
        game.violations.append(Violation("irregularity.premature-play", (event.card or FOOL,), text))
        game.fine("premature-play", event.by)
    return True


def _judged(game: Game, event: Action, led: Suit | None) -> Revoke | None:
    """What is wrong with a card, by the engine and by Z3.

    Raises: Mismatch.
    """
    assert event.card is not None
    hand, seat = game.hands[event.by], event.by
    revoke = judge_play(game.rules.game, hand, led, event.card, [each.card for each in game.laid])
    question, legal = _playable(game, hand, led)
    if question.possible((), legal[event.card]) is not (revoke is None):
        raise Mismatch(f"{event.card} from {sorted(hand)} to {led}: the engine finds {revoke}")
    if revoke is not None:
        right = tuple(card for card in sorted(hand) if question.possible((), legal[card]))
        if right != revoke.legal:
            raise Mismatch(f"what {game.dispute.players[seat]} could play: {right}, {revoke.legal}")
        text = f"{game.dispute.players[seat]} could not play {event.card}"
        game.proofs.append(Proof(text, (revoke.clause,)))
    return revoke


def _playable(game: Game, hand: frozenset[Card], led: Suit | None) -> tuple[Question, dict[Card, Truth]]:
    """Of each card whether it may be played, over variables that are given the hand."""
    question = Question()
    holding: dict[Card, Truth] = {card: z3.Bool(f"held.{card}") for card in sorted(hand)}
    question.given(*holding.values())
    play, suit = PlayClauses(game.rules.game), None if led is None else named(led)
    table = [each.card for each in game.laid]
    return question, {card: play.may_play(holding, len(hand), suit, card, table) for card in holding}


def _close(game: Game) -> None:
    """The trick is turned over; its winner leads."""
    game.lead = _winner(game)
    game.winners.append(game.lead)
    _end_naming(game)
    game.laid, game.must_play = [], None


def _winner(game: Game) -> int:
    return winner(game.laid, game.rules.game)


def _name(game: Game, event: Action) -> None:
    """Something said or played while a led Fool lies on the table."""
    found = settle_naming(_naming(game, [*game.naming, event]))
    game.naming.append(event)
    if event.card is not None:
        take_back(game, (event.by,))
        _put_down(game, event.by, Laid(event.by, event.card))
    first = game.laid[0]
    game.laid[0] = replace_name(first, found.named)
    game.take_back = found.take_back
    wrong = [each for each in found.violations if event.card in each.cards]
    text = "; ".join(each.text for each in wrong)
    game.steps.append(Step(event, game.tricks_left, tuple(each.clause for each in wrong), (), text))


def replace_name(laid: Laid, suit: Suit | None) -> Laid:
    """The led Fool under the suit now in force."""
    return laid._replace(names=suit)


def _naming(game: Game, events: list[Action]) -> FoolNamingDispute:
    dispute = game.dispute
    return FoolNamingDispute(
        rules=dispute.rules,
        kind="fool-naming",
        players=dispute.players,
        hands=game.before,
        lead=game.lead,
        events=tuple(events),
    )


def _end_naming(game: Game) -> None:
    """What the protocol of naming says of a trick the Fool led, once it is over or nothing more is told."""
    if not game.naming:
        return
    found = settle_naming(_naming(game, game.naming))
    fresh = [each for each in found.violations if each.clause != "fool.second-to-last"]
    game.violations += fresh
    game.questions += found.open_questions
    game.penalties += found.penalties
    game.proofs += found.proofs
    game.take_back = found.take_back
    game.naming = []
