"""A hand that was played card by card, told in words: what a club writes down of it afterwards."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from msgspec import structs

from analyzer.cards.card import MONDO, PAGAT, Card
from analyzer.errors import Where
from analyzer.evenings.model import Evening, RecordedHand
from analyzer.evenings.tally import loads
from analyzer.position.model import Position
from analyzer.position.replay.model import PlayedTrick, Replay
from analyzer.position.replay.replay import replay
from analyzer.position.setting import Line
from analyzer.rules.deal.combinations import declarations_of
from analyzer.rules.score.deeds import KINGS, held_at_start
from analyzer.rules.score.goals import points_text
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.contracts import ContractAim

HERE = Where("here", 1, 1)
Told = dict[str, Any]


def recorded(position: Position, line: Line) -> Evening:
    """An evening of this one hand, recorded."""
    assert position.dealer is not None
    hand = RecordedHand(position.dealer, HERE, position, line)
    return Evening(position.rules, position.players, (hand,))


def told(position: Position, *hands: Told) -> Evening:
    """An evening of hands that are told in words."""
    file = {
        "format": "tarok-session/1",
        "ruleset": position.rules.name,
        "players": list(position.players),
        "hands": list(hands),
    }
    return loads(json.dumps(file))


def in_words(position: Position, line: Line) -> Told:
    """What came of a hand, in the words of a session file."""
    played = replay(position, line)
    assert played.complete
    assert position.dealer is not None
    facts: Told = {"dealer": position.players[position.dealer]}
    found = _of_pots(position, played) if played.pots_before is not None else _of_points(position, played)
    return facts | {key: value for key, value in found if value not in (None, {}, [])}


def _of_pots(position: Position, played: Replay) -> Iterator[tuple[str, Any]]:
    names, outcome, deal = position.players, played.outcome, played.deal
    assert outcome is not None
    assert deal is not None
    assert played.points is not None
    said = {names[seat]: [each.text() for each in held] for seat, held in enumerate(deal.declarations)}
    yield "declarations", {name: texts or "pass" for name, texts in said.items()}
    yield "during", list(_early(played, names))
    yield "last_trick", _last(played.tricks[-1], names)
    for key, seat in (("tout", outcome.tout), ("nolo", outcome.nolo)):
        yield key, None if seat is None else names[seat]
    yield "points", dict(zip(names, map(int, played.points), strict=True))


def _early(played: Replay, names: tuple[str, ...], *, to: bool = False) -> Iterator[Told]:
    """The kings and the Pagat of the tricks before the last."""
    for trick in played.tricks[:-1]:
        assert trick.winner is not None
        for each in trick.laid:
            if each.card not in {*KINGS, PAGAT}:
                continue
            if each.seat == trick.winner:
                yield {"won": str(each.card), "by": names[each.seat]}
            else:
                beyond = {"to": names[trick.winner]} if to else {}
                yield {"lost": str(each.card), "by": names[each.seat], **beyond}


def _last(trick: PlayedTrick, names: tuple[str, ...]) -> Told:
    assert trick.winner is not None
    card = next(each.card for each in trick.laid if each.seat == trick.winner)
    lost = {
        names[each.seat]: str(each.card)
        for each in trick.laid
        if each.seat != trick.winner and each.card in {*KINGS, PAGAT}
    }
    return {"winner": names[trick.winner], "with": str(card), **({"lost": lost} if lost else {})}


def _of_points(position: Position, played: Replay) -> Iterator[tuple[str, Any]]:
    names, game = position.players, position.spec
    assert game.pots is None
    contract = game.contract(position.told.contract)
    if contract is not None:
        yield "contract", contract.name
    declarer = position.told.declarer
    if declarer is not None and contract is not None:
        yield "declarer", names[declarer]
        if not contract.alone:
            yield "partner", names[declarer if position.partner is None else position.partner]
    if contract is None or contract.aim in (ContractAim.POINTS, ContractAim.FEWEST):
        points = map(points_text, played.points or ())
        yield "points", {names[played.leader(side)]: each for side, each in enumerate(points)}
    yield from _what_was_done(position, played, game)


def _what_was_done(position: Position, played: Replay, game: GameSpec) -> Iterator[tuple[str, Any]]:
    names = position.players
    tricks = dict(zip(names, played.tricks_won, strict=True))
    swept = {played.sides.of[seat] for seat, number in enumerate(played.tricks_won) if number}
    leader = names[played.leader(next(iter(swept)))] if len(swept) == 1 else None
    where = piles(played)
    if game.declaring is not None:
        held = {
            names[seat]: declarations_of(position.rules, hand) for seat, hand in enumerate(position.hands)
        }
        yield "declarations", {name: [each.text() for each in said] for name, said in held.items() if said}
    if game.payments is not None:
        yield "during", list(_early(played, names, to=True))
    if game.payments is not None or game.target is not None or game.difference_sheet is not None:
        yield "last_trick", _last(played.tricks[-1], names)
    if game.nil is not None:
        without = [name for name, number in tricks.items() if not number]
        yield "nil", without[0] if len(without) == 1 else None
    if game.target is not None:
        yield "trull", sum(where[card] == 0 for card in game.trull)
        yield "slam", leader
    if game.difference_sheet is not None:
        alone = [name for name, number in tricks.items() if number]
        yield "all-tricks", alone[0] if len(alone) == 1 else None
        yield (
            "held",
            {names[s]: list(words) for s, words in held_at_start(position.hands, game.trull).items()},
        )
    if game.bonus_sheet is not None:
        yield "tricks", tricks
        yield "last_trick", _last(played.tricks[-1], names)
        yield "bonuses", list(_bonuses(played, where, leader, names, game))


def _bonuses(
    played: Replay,
    where: Mapping[Card, int],
    leader: str | None,
    names: tuple[str, ...],
    game: GameSpec,
) -> Iterator[Told]:
    for word, cards in (("kings", KINGS), ("trinity", game.trull)):
        sides = {where[card] for card in cards}
        if len(sides) == 1:
            yield {word: names[played.leader(sides.pop())]}
    if leader is not None:
        yield {"valat": leader}
    for trick in played.tricks:
        mond = next((each for each in trick.laid if each.card is MONDO), None)
        if mond is not None and mond.seat != trick.winner:
            yield {"mond-lost": names[mond.seat], "to": names[trick.winner or 0]}


def piles(played: Replay) -> dict[Card, int]:
    """The side in whose pile each card of the tricks ends."""
    found: dict[Card, int] = {}
    for trick in played.tricks:
        found |= {each.card: played.sides.of[trick.winner or 0] for each in trick.laid}
        found |= {moved.card: moved.to for moved in trick.moved if moved.card is not None}
    return found


def agreed(position: Position, partner: int) -> Position:
    """A hand that is declared by whom the rules let, with a partner where the contract lets him have one."""
    game, declarer = position.spec, position.told.declarer
    contract = game.contract(position.told.contract)
    if game.pots is not None or contract is None or declarer is None:
        return position
    if game.all_pass is not None and game.all_pass.plays == contract.name:
        declarer = position.dealer
    told = structs.replace(position.told, declarer=declarer, partner=None if contract.alone else partner)
    return replace(position, told=told)
