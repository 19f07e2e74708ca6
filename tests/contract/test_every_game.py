"""What every game keeps with every number of players: legal cards, undo, conservation, reading back."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from contract.dealing import contracts, dealt, played
from contract.formulas import playable, taken_by
from effort import part
from rulesets import FORMS, POINT_RULES

from analyzer.errors import IllegalMove
from analyzer.position.files.writing import dumps
from analyzer.position.model import Position
from analyzer.position.reading import loads
from analyzer.position.replay.model import Replay
from analyzer.position.replay.replay import replay
from analyzer.position.setting import Line
from analyzer.rules.actions import Action, ActionKind, lay
from analyzer.rules.book import unmatched
from analyzer.rules.score.deeds import held_at_start

SEEDS = part((1, 2, 3), 3)
IDS = [f"{name}-{seats}" for name, seats in FORMS]
every_form = pytest.mark.parametrize(("name", "seats"), part(FORMS, 3))
every_point_form = pytest.mark.parametrize(
    ("name", "seats"),
    part([each for each in FORMS if each[0] in POINT_RULES], 3),
)


@every_form
def test_a_card_is_legal_if_and_only_if_it_is_accepted(name: str, seats: int) -> None:
    for seed in SEEDS:
        for place, (position, _, _) in enumerate(played(dealt(name, seats, seed), seed)):
            if place % 7 == 0 and position.picked is None and not position.demanded:
                assert accepted(position) == {
                    each.card for each in position.legal() if each.kind is ActionKind.PLAY
                }


def accepted(position: Position) -> set[object]:
    """The cards of the deck that may be laid down now, whatever suit a led Fool then names."""
    found = set[object]()
    for card in position.rules.table.deck:
        for suit in (None, *position.table.nameable()) if card.is_fool else (None,):
            try:
                position.after(lay(card, suit))
            except IllegalMove:
                continue
            found.add(card)
    return found


@every_form
def test_z3_finds_the_same_cards_legal_and_the_same_winner_of_every_trick(name: str, seats: int) -> None:
    for contract in contracts(name, seats):
        for place, (position, action, _) in enumerate(played(dealt(name, seats, 4, contract), 4)):
            table = position.table
            if table.picked is None and not table.demanded:
                if place % 3 == 0 or table.tricks_left < 4:
                    hand = table.hands[table.holder]
                    assert playable(hand, table.trick, table.spec) == table.legal_cards()
                after, trick = table.after(action)
                if trick is not None:
                    won = taken_by(trick.laid, table.spec, table.course, table.tricks_left)
                    assert won == [trick.winner] == [after.lead]


@every_form
def test_play_changes_no_position_that_was_there_before(name: str, seats: int) -> None:
    start = dealt(name, seats, 1)
    before = [(position, dumps(position)) for position, _, _ in played(start, 1)][::9]
    assert [dumps(position) for position, _ in before] == [text for _, text in before]


@every_form
def test_a_position_written_as_a_file_and_in_one_line_reads_back_the_same(name: str, seats: int) -> None:
    for seed in SEEDS:
        for place, (position, _, _) in enumerate(played(dealt(name, seats, seed), seed)):
            if place % 11 == 0 and position.picked is None and not position.demanded:
                assert loads(dumps(position)) == position
                assert loads(position.to_text()) == position
                assert loads(position.to_text().replace(" ", "_")) == position


def at_random(start: Position, seed: int) -> Line:
    """The line of a hand played at random; nobody holds its moments against the rules of a file."""
    rng, table, actions = random.Random(seed), start.table, list[Action]()
    while not table.over:
        actions.append(rng.choice(list(table.moves())))
        table, _ = table.after(actions[-1])
    return Line("at random", tuple(each for each in actions if each.kind is ActionKind.PLAY))


def played_out(start: Position, line: Line) -> Replay:
    """A line that is played to the last card."""
    found = replay(start, line)
    assert found.complete
    return found


@every_point_form
def test_the_points_of_all_sides_are_those_of_the_cards_that_are_played_for(name: str, seats: int) -> None:
    for seed in SEEDS:
        start = dealt(name, seats, seed)
        game, table = start.spec, start.rules.table
        came = played_out(start, at_random(start, seed))
        nobodys = start.told.dead | ({*start.told.talon_left} if start.told.declarer is None else set())
        whole = sum(map(game.piles.card_units, set(table.deck) - nobodys))
        whole += table.hand_size * game.piles.trick + (game.piles.discard if start.skat else 0)
        reached = sum(came.points or (), Fraction(0))
        assert sum(number or 0 for number in came.tricks_won) == table.hand_size
        if start.whole_hand:
            assert reached == Fraction(whole, game.piles.unit)


@every_form
def test_what_one_player_pays_another_receives_or_lies_in_a_pot_or_a_pool(name: str, seats: int) -> None:
    for seed in SEEDS:
        start = dealt(name, seats, seed)
        found = replay(start, at_random(start, seed))
        pots = found.pots_change
        lying = 0 if pots is None else pots.king + pots.pagat
        lying += sum(each.amount for each in found.pools) - sum(each.amount for each in start.told.pools)
        assert sum(found.tokens) + lying == unmatched(found.transfers)
        for seat, amount in enumerate(found.tokens):
            received = sum(each.amount for each in found.transfers if each.payee == seat)
            assert amount == received - sum(each.amount for each in found.transfers if each.payer == seat)


@every_point_form
def test_a_sheet_is_the_sum_of_its_lines_and_above_or_below_the_average_nothing(
    name: str, seats: int
) -> None:
    for seed in SEEDS:
        start = dealt(name, seats, seed)
        came, game = played_out(start, at_random(start, seed)), start.spec
        for seat, amount in enumerate(came.sheet or ()):
            assert amount == sum(each.amount for each in came.scores if each.seat == seat)
        assert game.deviation is None or came.sheet is None or sum(came.sheet) == 0


@every_point_form
def test_a_hand_comes_to_the_same_from_every_card_of_it_on(name: str, seats: int) -> None:
    start = dealt(name, seats, 5)
    line = at_random(start, 5)
    ended = played_out(start, line)
    game = start.spec
    assert ended.outcome is not None
    for place, (_, _, position) in enumerate(played(start, 5)):
        if place % 13 == 0 and not position.over:
            rest = Line("the rest", line.moves[place + 1 :])
            found = played_out(position, rest)
            assert found.points == ended.points
            assert found.tricks_won == ended.tricks_won
            assert found.outcome == ended.outcome
            # What a hand held from the deal on is not seen any more once cards of it are played.
            assert found.sheet == ended.sheet or held_at_start(start.hands, game.trull)


@every_form
def test_a_random_card_that_is_not_legal_ends_the_line_with_its_clause(name: str, seats: int) -> None:
    rng, refused = random.Random(7), 0
    for position, _, _ in played(dealt(name, seats, 7), 7):
        legal = {each.card for each in position.legal()}
        others = sorted(position.hands[position.table.holder] - legal)
        if others and position.picked is None and not position.demanded:
            with pytest.raises(IllegalMove) as caught:
                position.after(lay(rng.choice(others)))
            assert caught.value.clause in position.rules.clauses
            refused += 1
    assert refused
