"""A hand is played on from a card that the rules forbid, as it was played, and the card is found."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from contract.dealing import dealt
from contract.test_every_game import at_random
from effort import part
from replay_lines import ending, final, kinds, line
from rulesets import FORMS

from analyzer.position.model import Position
from analyzer.position.replay.model import Replay
from analyzer.position.replay.replay import as_played, replay
from analyzer.position.replay.turning import due, otherwise
from analyzer.position.setting import Line
from analyzer.rules.actions import Action, ActionKind, lay
from analyzer.rules.book import Pots

HANDS = ("dR T7 h3", "hR d9 c9", "c7 c2 s3")
ENDING = ("dR T7", "hR d9", "c7 c2")


def went(hands: tuple[str, ...], lead: str, text: str) -> Replay:
    """What came of a line that was played on."""
    return as_played(ending(hands, lead), line(text))


def broken(found: Replay) -> list[tuple[str, str, str, bool]]:
    """Where each rule was broken, by whom, by which clause, and whether it was put right."""
    return [
        (each.at, "ABC"[each.seat], each.violation.clause, each.put_right) for each in found.judged.offences
    ]


def test_a_revoke_stays_laid_and_the_hand_is_played_on_from_it() -> None:
    found = went(HANDS, "B", "hR c2 T7 dR d9 c7 h3 c9 s3")
    assert broken(found) == [("23.3", "A", "play.follow", False)]
    assert found.judged.offences[0].legal == ("h3",)
    assert [final(trick) for trick in found.tricks] == ["hR c2 T7", "dR d9 c7", "h3 c9 s3"]
    # The king is caught by the revoke (5 to each and to the pot); the last trick is 20 from each.
    assert found.tokens == (5 + 40, -15 - 20, 5 - 20)
    assert found.complete
    assert found.illegal is None


def test_of_a_revoke_that_stayed_the_players_agree_on_one_of_two_fines() -> None:
    found = went(HANDS, "B", "hR c2 T7 dR d9 c7 h3 c9 s3")
    assert not any(due(found).costs)
    assert due(found).tokens == found.tokens
    # Given up in its trick, the first: nothing was paid before it, and the revoker pays 40 into each pot.
    (ended,) = otherwise(ending(HANDS, "B").rules, found)
    assert (ended.due.tokens, ended.due.pots) == ((-80, 0, 0), Pots(40, 40))


def test_a_hand_that_is_given_up_keeps_what_was_paid_before_the_revoke() -> None:
    found = went(("dR T7 c3", "hR d9 c9", "c7 c2 s3"), "B", "hR c2 T7 c3 d9 c7 s3 dR c9")
    assert broken(found) == [("24.2", "B", "play.follow", False)]
    # The king that was lost in the first trick cost 5 to each and into the pot.
    (ended,) = otherwise(ending(HANDS, "B").rules, found)
    assert (ended.due.tokens, ended.due.pots) == ((5, -15 - 80, 5), Pots(45, 40))


@pytest.mark.parametrize(
    ("text", "card"),
    [("hR c2 T7 h3 d9 s3 dR c9 c7 T7", "T7"), ("hR c2 dR h3", "dR"), ("hR c2 dR h3 d9 s3 dR c9 c7 T7", "dR")],
)
def test_a_card_for_which_another_is_laid_was_put_right_and_lies_in_no_trick(text: str, card: str) -> None:
    found = went(HANDS, "B", text)
    assert broken(found)[0] == ("23.3", "A", "play.follow", True)
    assert final(found.tricks[0]) == "hR c2 h3"
    assert kinds(found.tricks[0])[2:4] == [f"play A {card}", f"take-back A {card}"]
    (fine,) = found.judged.offences[0].fines
    assert (fine.name, fine.each_pot) == ("corrected-revoke", 0)


def test_who_leads_out_of_turn_has_led_and_pays_twenty_into_each_pot() -> None:
    found = went(ENDING, "B", "c7 dR hR c2 T7 d9")
    assert broken(found) == [
        ("24.1", "C", "irregularity.lead-out-of-turn", False),
        ("24.2", "A", "play.trump", False),
    ]
    assert (found.tricks[0].lead, found.tricks[0].winner) == (2, 2)
    paid = due(found)
    costs = [cost for each in paid.costs for cost in each]
    assert [(each.payer, each.amount, each.clause) for each in costs] == [(2, 20, "fine.major")] * 2
    assert paid.tokens[2] == found.tokens[2] - 40
    assert sum(paid.tokens) + paid.pots.king + paid.pots.pagat == 0


def test_a_lead_out_of_turn_that_is_taken_back_is_fined_and_the_right_player_leads() -> None:
    found = went(ENDING, "B", "c7 hR c2 T7 dR d9 c7")
    assert broken(found) == [("24.1", "C", "irregularity.lead-out-of-turn", True)]
    assert found.tokens == (130, -75, -55)
    assert due(found).tokens == (130, -75, -95)


def test_a_card_before_its_turn_is_fined_in_what_is_due_and_not_in_what_was_paid() -> None:
    found = went(ENDING, "B", "hR T7 c2 dR d9 c7")
    assert broken(found) == [("24.2", "A", "irregularity.premature-play", False)]
    assert found.tokens == (130, -75, -55)
    assert due(found).tokens == (90, -75, -55)
    assert due(found).pots == Pots(20, 20)


def test_who_plays_another_card_when_the_fool_was_demanded_has_broken_that_and_play_goes_on() -> None:
    hands = ("hR fool c3", "T20 h9 s5", "s4 c10 T18")
    found = went(hands, "B", "T20 T18 demand[C] hR h9 s4 c3 s5 c10 fool")
    assert [each[:3] for each in broken(found)] == [("23.3", "A", "fool.demand")]


def test_a_false_void_and_a_claim_without_right_are_breaches_and_the_name_stands() -> None:
    hands = ("fool h2 h4 h6", "h3 s3 s5 s6", "s2 s4 s7 s8")
    found = went(hands, "A", "fool=h void[B] h3 claim[C]=s s2")
    assert [(at, by, clause) for at, by, clause, _ in broken(found)] == [
        ("22.2", "B", "naming.statement"),
        ("22.3", "C", "naming.followable"),
    ]
    assert (found.tricks[0].winner, found.tricks[0].named_by) == (1, 0)


def test_a_revoke_in_a_trick_that_the_fool_leads_stays_laid() -> None:
    hands = ("fool h2 h4 h6", "T5 s3 s5 s6", "s2 s4 s7 s8")
    found = as_played(ending(hands, "A", fool_demand=False), line("fool=h s3 s2 s5 s4 h2"))
    assert broken(found)[0] == ("22.2", "B", "play.trump", False)
    assert final(found.tricks[0]) == "fool=h s3 s2"
    assert found.tricks[0].winner is not None


def test_a_card_that_nobody_holds_still_ends_the_line() -> None:
    found = went(ENDING, "B", "hR c2 hR")
    assert found.illegal is not None
    assert found.illegal.clause == "table.hand"


def test_a_position_is_found_behind_a_card_that_the_rules_forbid() -> None:
    start = replace(ending(HANDS, "B"), lines=(line("hR c2 T7 dR d9 c7 h3 c9 s3"),))
    now = start.at("the line", "24.2")
    assert [sorted(map(str, hand)) for hand in now.hands] == [["h3"], ["c9", "d9"], ["c7", "s3"]]
    assert now.pots == Pots(65, 60)


def revoked(start: Position, played: Line, seed: int) -> tuple[Line, str] | None:
    """The line with one card of it played against the rules and the hand played on, and where that was."""
    rng = random.Random(seed)
    words, position = list(played.moves), start
    places = list(range(len(words) - len(start.players)))
    chosen, moves = rng.choice(places), list[Action]()
    for place, word in enumerate(words):
        table = position.table
        wrong = sorted(table.hands[table.holder] - table.legal_cards())
        if (
            place >= chosen
            and table.trick
            and wrong
            and position.picked is None
            and word.kind is ActionKind.PLAY
        ):
            at = f"{table.spec.table.hand_size - table.tricks_left + 1}.{len(table.trick) + 1}"
            card = rng.choice(wrong)
            if card.is_fool:
                return None
            moves.append(lay(card))
            then, _ = table.laid_down(lay(card))
            return Line("revoked", (*moves, *_on(then, rng))), at
        moves.append(word)
        position = position.after(word)
    return None


def _on(table, rng: random.Random) -> list[Action]:  # type: ignore[no-untyped-def]
    """The rest of a hand, card by card by the rules."""
    moves = []
    while not table.over:
        move = rng.choice(table.moves())
        if move.kind is ActionKind.PLAY:
            moves.append(move)
        elif move.kind is ActionKind.DEMAND:
            move = table.moves()[1]
        table, _ = table.after(move)
    return moves


@pytest.mark.parametrize(("name", "seats"), FORMS)
@pytest.mark.parametrize("seed", part(range(3), 3))
def test_one_forbidden_card_in_a_random_hand_is_found_in_its_trick_and_the_rest_is_as_played(
    name: str, seats: int, seed: int
) -> None:
    start = dealt(name, seats, 31 * seed + seats)
    legal = at_random(start, seed)
    before = replay(start, legal).judged.offences
    assert as_played(start, legal).judged.offences == before
    changed = revoked(start, legal, seed)
    if changed is None:
        return
    told, at = changed
    found = as_played(start, told)
    assert found.complete
    new = [each for each in found.judged.offences if each.trick is not None]
    assert [each.at for each in new] == [at]
    assert not new[0].put_right
    assert [laid.card for trick in found.tricks for laid in trick.laid] == [each.card for each in told.moves]
    if found.pots_change is not None:
        paid = due(found)
        assert paid.pots is not None
        assert sum(paid.tokens) + paid.pots.king + paid.pots.pagat == 0
        assert sum(found.tokens) + found.pots_change.king + found.pots_change.pagat == 0
    elif found.sheet is None:
        assert due(found).tokens == found.tokens
