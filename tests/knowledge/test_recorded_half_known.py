"""Tricks that were written down with cards that nobody remembers: every way they can have been played."""

from __future__ import annotations

import json
import random
from itertools import permutations

import pytest
from effort import tries

import analyzer
from analyzer.cards.card import BY_TEXT, DECK, FOOL, Suit
from analyzer.cli.main import main
from analyzer.errors import IllegalMove, TarokError, UsageError
from analyzer.knowledge import fitting
from analyzer.knowledge.fitting import fitting_deals, is_legal_on_table, played_in_full
from analyzer.knowledge.gaps import cards_for_gaps
from analyzer.position.model import Position
from analyzer.position.replay.replay import replay
from analyzer.position.setting import Line
from analyzer.rules.actions import Action, lay
from analyzer.rules.play.table import Table

HEAD = "format: tarok-position/1\nplayers: [A, B, C]\ntricks:\n"
THREE = ("B: hR ? h3", "B: d9 dR T2", "A: c7 c9 T7")


def recorded(*tricks):
    rows = (each.split(": ") for each in tricks)
    return HEAD + "".join(f'  - {{lead: {lead}, cards: "{words}"}}\n' for lead, words in rows)


def by_brute_force(tricks):
    """The hands of every way to fill the gaps that is legal as a record of its own."""
    words = " ".join(each.split(": ")[1] for each in tricks).split()
    deck = [str(card) for card in DECK]
    free = [card for card in deck if card not in words]
    found = set()
    for cards in permutations(free, words.count("?")):
        each = iter(cards)
        filled = [" ".join(next(each) if word == "?" else word for word in trick.split()) for trick in tricks]
        try:
            position = analyzer.loads(recorded(*filled))
            analyzer.replay(position, strict=True)
        except TarokError:
            continue
        found.add(position.hands)
    return found


@pytest.mark.parametrize(
    "tricks",
    [
        ("B: hR ? h3", "B: d9 dR T7"),
        ("A: ? h2 h3", "B: T9 T5 h7"),
    ],
    ids=str,
)
def test_every_legal_way_to_have_played_the_unknown_cards_is_a_deal(tricks):
    found = fitting_deals(analyzer.loads(recorded(*tricks)))
    assert found.exact or found.fit is None
    expected = by_brute_force(tricks) if found.exact else None
    assert expected is None or {deal.hands for deal in found.deals} == expected
    for deal in found.deals[:40]:
        assert analyzer.replay(deal).outcome is not None


def test_a_card_is_in_the_hand_that_played_it_until_it_is_played():
    position = analyzer.loads(recorded(*THREE))
    assert [position.half_known.sizes.get(seat, 0) for seat in range(3)] == [0, 0, 1]
    assert position.tricks_left == 3


def test_two_cards_that_nobody_wrote_down_are_those_that_are_left_of_a_whole_hand(whole_record):
    position = analyzer.loads(whole_record)
    found = fitting_deals(position)
    assert found.exact
    assert 1 <= len(found.deals) <= 2
    assert analyzer.load(WHOLE).hands in {deal.hands for deal in found.deals}


WHOLE = "positions/whole-hand.yaml"


@pytest.fixture
def whole_record(monkeypatch):
    from places import POSITIONS  # noqa: PLC0415

    monkeypatch.chdir(POSITIONS.parent)
    hand = analyzer.load(WHOLE)
    rows = []
    for number, trick in enumerate(analyzer.replay(hand).tricks, 1):
        words = [str(laid.card) for laid in trick.laid]
        if number in (8, 20):
            words[1] = "?"
        rows.append(f"{hand.players[trick.lead]}: {' '.join(words)}")
    players = ", ".join(hand.players)
    head = f"format: tarok-position/1\nplayers: [{players}]\ndealer: Clara\nskat: d6 s9 s8\ntricks:\n"
    return recorded(*rows).replace(HEAD, head)


def test_a_record_with_gaps_is_written_as_it_was_read():
    position = analyzer.loads(recorded(*THREE))
    assert analyzer.loads(position.to_yaml()) == position


def test_a_question_at_a_moment_of_such_a_record_is_asked_of_what_is_left_there(tmp_path, capsys):
    file = tmp_path / "gaps.yaml"
    file.write_text(recorded(*THREE))
    assert main(["forced", str(file), "--goal", "last_trick", "--for", "C", "--at", "25"]) in (0, 4)
    assert main(["moves", str(file), "--at", "25"]) == 0
    assert "A may play" in capsys.readouterr().out
    assert main(["show", str(file), "--at", "25"]) == 0
    assert "?" not in capsys.readouterr().out


def test_python_asks_at_a_moment_of_such_a_record_as_the_command_does(tmp_path, capsys):
    file = tmp_path / "gaps.yaml"
    file.write_text(recorded(*THREE))
    assert main(["solve", str(file), "--at", "25", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    found = analyzer.solve(analyzer.load(file).at("25")).to_dict()
    assert told["worlds"]["count"] > 1
    assert {**found, "stats": None} == {**told, "stats": None}
    with pytest.raises(UsageError):
        analyzer.solve(analyzer.load(file).at("77"))


@pytest.mark.parametrize("command", ["replay", "check"])
def test_what_is_not_known_is_neither_replayed_nor_ruled_on(command, tmp_path, capsys):
    file = tmp_path / "gaps.yaml"
    file.write_text(recorded(*THREE))
    assert main([command, str(file)]) == 2
    assert "not all cards of the tricks are known" in capsys.readouterr().err
    with pytest.raises(UsageError):
        analyzer.replay(analyzer.loads(recorded(*THREE)))


def test_who_does_not_know_his_own_hand_is_told_so_before_all_deals_are_played(monkeypatch):
    played = []

    def counted(deal, recorded):
        played.append(deal)
        return played_in_full(deal, recorded)

    monkeypatch.setattr(fitting, "played_in_full", counted)
    record = analyzer.loads(recorded("B: hR ? h3", "B: d9 dR ?", "A: c7 c9 T7", "C: s5 s6 s7"))
    with pytest.raises(UsageError, match="knows his own cards"):
        analyzer.decide(record.at("22.2"))
    assert len(played) < 500, "of 2,070 ways for the cards to lie"


GAMES = {
    "danish": "ABC",
    "tapp / contract=solo declarer=A": "ABC",
    "slovenian / contract=beggar declarer=B": "ABCD",
    "tarot / contract=garde declarer=A": "ABCD",
    "grosstarock": "ABC",
}
"""Games with duties of their own, and who plays; a contract stands behind the cards."""


def head(game):
    """What a file says of a game before its tricks."""
    ruleset, *more = game.split(" / ")
    told = "".join(f"{key}: {value}\n" for key, value in (word.split("=") for word in " ".join(more).split()))
    return (
        f"format: tarok-position/2\nruleset: {ruleset}\nplayers: [{', '.join(GAMES[game])}]\n{told}tricks:\n"
    )


def written_down(game, tricks):
    return head(game) + recorded(*tricks).removeprefix(HEAD)


def played_at_random(game: str, seed: int, gaps: int):
    """The tricks of an ending that was played by chance, some of whose cards are forgotten; which."""
    rng, players, (ruleset, *more) = random.Random(f"forgotten {seed}"), GAMES[game], game.split(" / ")
    deck = sorted({*analyzer.rule_set(ruleset).table.deck} - {FOOL})
    cards = rng.sample(deck, 3 * len(players))
    hands = (" ".join(map(str, cards[seat :: len(players)])) for seat in range(len(players)))
    told = [f"{name}: {hand}" for name, hand in zip(players, hands, strict=True)]
    position = analyzer.loads(" / ".join([ruleset, *told, "A leads", *more]))
    tricks = []
    while position.tricks_left:
        lead, words = position.players[position.table.holder], []
        for _ in players:
            move = rng.choice(position.legal())
            words.append(str(move))
            position = position.after(move)
        tricks.append([lead, words])
    forgotten = []
    for at in sorted(rng.sample(range(3 * len(players)), gaps)):
        trick, place = divmod(at, len(players))
        forgotten.append(tricks[trick][1][place])
        tricks[trick][1][place] = "?"
    return [f"{lead}: {' '.join(words)}" for lead, words in tricks], forgotten


def filled(game, tricks, cards):
    """The record with cards in its gaps; None where it is not legal."""
    each = iter(cards)
    made = [" ".join(str(next(each)) if word == "?" else word for word in one.split()) for one in tricks]
    try:
        position = analyzer.loads(written_down(game, made))
        analyzer.replay(position, strict=True)
    except TarokError:
        return None
    return position


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(tries(12, 2)))
def test_a_forgotten_card_may_be_every_card_with_which_the_record_is_legal_and_no_other(seed, game):
    tricks, _ = played_at_random(game, seed, 1)
    record = analyzer.loads(written_down(game, tricks))
    # Who led the Fool named a suit, which is not filled in here.
    found = {
        deal.hands for deal in fitting_deals(record).deals if not any(FOOL in hand for hand in deal.hands)
    }
    made = (filled(game, tricks, [card]) for card in record.half_known.cards - {FOOL})
    assert found == {position.hands for position in made if position is not None}


@pytest.mark.parametrize("seed", range(tries(40, 6)))
def test_a_card_that_one_gap_rules_out_is_in_no_legal_record(seed):
    tricks, forgotten = played_at_random("danish", seed, 3)
    record = analyzer.loads(written_down("danish", tricks))
    half = record.half_known
    may = cards_for_gaps(half.recorded, record.spec, 3, half.cards)
    rng, free, legal = random.Random(seed), sorted(half.cards), 0
    for cards in [[BY_TEXT[each] for each in forgotten], *(rng.sample(free, 3) for _ in range(150))]:
        if filled("danish", tricks, cards) is not None:
            legal += 1
            assert all(card in may[seat] for seat, card in zip(half.recorded.seats, cards, strict=True)), (
                cards
            )
    assert legal


def stray_moves(rng: random.Random, table: Table) -> tuple[Action, ...]:
    """Cards laid one after the other, now and then one that the rules forbid, or a Fool that names a suit."""
    moves = list[Action]()
    while not table.over:
        if rng.random() < 0.9:
            move = rng.choice(table.moves())
        else:
            move = lay(rng.choice(sorted(table.hands[table.holder])))
        if move.card is FOOL and rng.random() < 0.3:
            move = lay(FOOL, rng.choice([None, *Suit]))
        moves.append(move)
        table, _ = table.laid_down(move)
    return tuple(moves)


@pytest.mark.parametrize("seed", range(tries(300, 12)))
def test_what_the_table_says_of_a_line_a_replay_says_too(seed: int) -> None:
    rng = random.Random(f"strayed {seed}")
    cards = [*rng.sample(sorted({*DECK} - {FOOL}), 3 * rng.choice([2, 3, 4]) - 1), FOOL]
    rng.shuffle(cards)
    hands = (f"{name}: {' '.join(map(str, cards[seat::3]))}" for seat, name in enumerate("ABC"))
    position = analyzer.loads(" / ".join(["A leads", *hands, rng.choice(["demand=on", "demand=off"])]))
    for _ in range(10):
        moves = stray_moves(rng, position.table)
        found = is_legal_on_table(position.table, moves)
        assert found in (None, can_be_replayed(position, moves))


def can_be_replayed(position: Position, moves: tuple[Action, ...]) -> bool:
    try:
        replay(position, Line("strayed", moves))
    except IllegalMove:
        return False
    return True
