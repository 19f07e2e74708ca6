"""A led Fool with a name that its player cannot know to be followed: the second player may name it anew."""

from __future__ import annotations

import random

import pytest
from effort import tries
from positions_strategy import told
from unknown_worlds import case_of, disagreement, naming_worlds

from analyzer.cards.card import FOOL, Suit, cards
from analyzer.knowledge.deals import in_world
from analyzer.position.model import Position
from analyzer.position.replay.replay import replay
from analyzer.position.setting import Line, World
from analyzer.rules.actions import Action, ActionKind, lay
from analyzer.rules.play.naming import Naming
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.search.worlds.decide import decide
from analyzer.search.worlds.engines import NativeCase, PlainCase
from analyzer.search.worlds.plain import WorldsState, unfollowed
from analyzer.search.worlds.results import Opponents


def hands(*texts: str) -> tuple[frozenset[object], ...]:
    return tuple(frozenset(cards(text)) for text in texts)


HEARTS, NO_HEARTS = hands("hR", "fool", "h2"), hands("sR", "fool", "d2")
LAST = Position(
    load_ruleset("danish"),
    ("A", "B", "C"),
    HEARTS,  # type: ignore[arg-type]
    1,
    worlds=(World("hearts", 1, HEARTS), World("no hearts", 1, NO_HEARTS)),  # type: ignore[arg-type]
)


@pytest.mark.parametrize("plain", [True, False])
def test_a_name_that_nobody_can_follow_does_not_save_its_player_from_an_ultimo(plain: bool) -> None:
    # Without hearts C says so and names spades, so that A wins with the king of spades.
    decision = decide(LAST, opponents=Opponents.AGAINST, plain=plain)
    tokens = {card.name: [outcome.tokens[1] for outcome in card.outcomes] for card in decision.cards}
    assert tokens == {"fool=h": [-60, -60], "fool=d": [-60, 40], "fool=s": [-60, -60]}
    assert {card.name: card.worst for card in decision.cards} == {"fool=h": -60, "fool=d": -60, "fool=s": -60}


@pytest.mark.parametrize("plain", [True, False])
def test_who_names_it_anew_for_himself_does_not_give_the_ultimo_to_another(plain: bool) -> None:
    decision = decide(LAST, opponents=Opponents.SELFISH, plain=plain)
    assert [[outcome.ultimo for outcome in card.outcomes] for card in decision.cards] == [
        [0, None],
        [0, None],
        [0, 0],
    ]


def test_play_that_proves_a_name_improper_says_who_names_the_fool_anew_and_can_be_replayed() -> None:
    [spades] = [card for card in decide(LAST).cards if card.name == "fool=s"]
    assert spades.verdict is not None
    assert spades.verdict.evidence == ("fool=h", "void[C]", "claim[C]=d", "d2", "sR")
    there = in_world(LAST, LAST.worlds[1])
    claim = (Action(ActionKind.VOID, seat=2), Action(ActionKind.CLAIM, suit=Suit.DIAMONDS, seat=2))
    played = (lay(FOOL, Suit.HEARTS), *claim, *(lay(card) for card in cards("d2 sR")))
    outcome = replay(there, Line("evidence", played)).outcome
    assert outcome is not None
    assert (outcome.ultimo, outcome.bagud) == (None, (0,))


@pytest.mark.parametrize("opponents", Opponents)
@pytest.mark.parametrize(("tricks", "worlds", "rounds"), [(1, 3, 80), (2, 3, 40), (3, 2, 12)])
def test_who_names_the_fool_without_knowing_what_is_followed_is_answered_as_by_the_plain_walk(
    tricks: int, worlds: int, rounds: int, opponents: Opponents
) -> None:
    for seed in range(tries(rounds, 6)):
        position = naming_worlds(random.Random(seed), worlds, tricks)
        case = case_of(position, opponents)
        native = NativeCase(case)
        assert disagreement(case, native, PlainCase(case)) is None, told(position)
        assert disagreement(case, native, NativeCase(case, cuts=False)) is None, told(position)


@pytest.mark.parametrize("opponents", Opponents)
@pytest.mark.parametrize("knowing", ["T2 c3 c4", "T1 c3 c4", "T1 c3 cR"])
def test_where_trumps_are_not_named_without_need_both_engines_say_the_same(
    knowing: str, opponents: Opponents
) -> None:
    # Who must play the Fool may only name trumps in one deal, only clubs in the other.
    trumps = World("trumps", 1, hands("T5 T3 T4", "fool h5 sR", "T2 T6 T7"))  # type: ignore[arg-type]
    clubs = World("clubs", 1, hands(knowing, "fool h5 sR", "c5 c6 c7"))  # type: ignore[arg-type]
    rules = load_ruleset("danish+trumps-nameable=no")
    case = case_of(Position(rules, ("A", "B", "C"), clubs.hands, 1, worlds=(clubs, trumps)), opponents)
    assert disagreement(case, NativeCase(case), PlainCase(case)) is None


def test_what_may_be_done_after_a_name_that_nobody_follows_is_what_the_table_allows() -> None:
    seen = 0
    for seed in range(25):
        position = naming_worlds(random.Random(seed), 2, 3)
        for state in case_of(position, Opponents.AGAINST).infoset.states:
            for suit in Suit:
                led = state.after(lay(FOOL, suit))
                if unfollowed(led.question):
                    begun = Naming(position.rules.game, state.question.table.hands)
                    held_to_the_protocol(led, begun.after(Action(ActionKind.LEAD, FOOL, suit, seat=1)))
                    seen += 1
    assert seen > 50


def held_to_the_protocol(state: WorldsState, protocol: Naming) -> None:
    """Every card of the player to move, and every name, is his here as it is by the protocol of the table."""
    seat, allowed = state.question.to_move, state.moves()
    for suit in Suit:
        claimed = protocol.after(Action(ActionKind.CLAIM, suit=suit, seat=seat))
        fine = (
            claimed.named_by == seat != protocol.named_by
            and claimed.open_questions == protocol.open_questions
        )
        move = Action(ActionKind.CLAIM, suit=suit)
        assert (move in allowed) == (fine and seat == protocol.second), (told_of(state), suit)
        if move in allowed:
            held_to_the_protocol(state.after(move), claimed)
    for card in state.question.table.hands[seat]:
        laid = protocol.after(Action(ActionKind.PLAY, card, seat=seat))
        fine = not laid.revokes and not laid.take_back
        assert (lay(card) in allowed) == fine, (told_of(state), card)
        if fine and seat == protocol.third:
            assert state.after(lay(card)).question.table.lead == laid.winner
        elif fine:
            held_to_the_protocol(state.after(lay(card)), laid)


def told_of(state: WorldsState) -> str:
    table = state.question.table
    return f"{[sorted(map(str, hand)) for hand in table.hands]} {[str(laid.card) for laid in table.trick]}"
