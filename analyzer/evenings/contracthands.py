"""A hand of a game of card points that is told in words: read, and scored."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from analyzer.evenings.model import ContractHand, Evening, HandScore, LeftLying
from analyzer.evenings.scored import scored
from analyzer.evenings.seats import HandSeats
from analyzer.evenings.shape import PlayedHandShape
from analyzer.messages import Verbatim, say
from analyzer.position.files.beforeplay.came import read_came
from analyzer.position.files.beforeplay.handtold import read_told
from analyzer.position.files.beforeplay.quarrels import check_came, check_facts
from analyzer.position.files.heard import read_declarations
from analyzer.position.files.reader import Reader
from analyzer.rules.book import Book
from analyzer.rules.deal.auction import judge_auction
from analyzer.rules.deal.judge import BeforePlay, WrongBefore, judge_before_play, standing
from analyzer.rules.facts.told import of_scored_hand
from analyzer.rules.score.deeds import came_of
from analyzer.rules.score.hand import HandCame, HandTold
from analyzer.rules.score.payments import pay_trick
from analyzer.rules.score.steps import open_hand, score_hand
from analyzer.rules.spec.bearing import CameUp, Topic, bearing
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.contracts import ContractAim
from analyzer.rules.spec.ruleset import RuleSet


def read_contract_hand(seats: HandSeats, shape: PlayedHandShape, idle: frozenset[str]) -> ContractHand:
    """What a file tells of a hand; a fault for everything that cannot be, and that is missing."""
    reader, sound = seats.reader, len(seats.reader.notes.faults)
    game = reader.rules.game
    told = read_told(reader, shape, idle)
    told, passed_out = _after_auction(seats, shape, game, told)
    if sound == len(reader.notes.faults):
        _check_said(reader, shape, game, told)
    said = {} if shape.declarations is None or "declarations" in idle else shape.declarations
    hand = ContractHand(
        dealer=seats.dealer,
        where=shape.node.where,
        told=told,
        report=read_came(reader, shape, told, idle),
        declared=read_declarations(reader, said),
        passed_out=passed_out,
    )
    if sound == len(reader.notes.faults) and not passed_out:
        came = came_in_words(reader.rules, hand)
        check_came(reader, hand.where, came)
        contract = game.contract(told.contract)
        if not came.thrown_in and (contract is None or contract.played):
            facts = of_scored_hand(
                reader.rules, reader.players, told, hand.report, hand.declared, seats.dealer
            )
            check_facts(reader, shape.node, *facts)
    return hand


def came_in_words(rules: RuleSet, hand: ContractHand) -> HandCame:
    """What a hand that is told in words has come to.

    One whose contract may be thrown in was, where nobody tells any points.
    """
    game = rules.game
    thrown_in = game.throws_in(hand.told.contract) and not hand.report.units
    told = standing(rules, facts_before(rules, hand), wrong_before(rules, hand))
    return came_of(rules.game, told, hand.report, dealer=hand.dealer, thrown_in=thrown_in)


def facts_before(rules: RuleSet, hand: ContractHand, names: Sequence[str] = ()) -> BeforePlay:
    """What is told of the time before the first lead; the hands are not."""
    seats = range(rules.table.players)
    players = names or tuple(map(str, seats))
    return BeforePlay(players, hand.told, (None,) * len(seats), hand.dealer, declared=hand.declared)


def wrong_before(rules: RuleSet, hand: ContractHand, names: Sequence[str] = ()) -> tuple[WrongBefore, ...]:
    """What was against the rules before the first lead, by what is told."""
    return judge_before_play(rules, facts_before(rules, hand, names))


def _after_auction(
    seats: HandSeats, shape: PlayedHandShape, game: GameSpec, told: HandTold
) -> tuple[HandTold, bool]:
    """What is told, with what follows from the auction, and whether everybody passed and nobody plays."""
    reader = seats.reader
    unbid = None if game.all_pass is None else game.contract(game.all_pass.plays)
    if unbid is not None and told.contract == unbid.name and unbid.aim is not ContractAim.FEWEST:
        # Nobody bids it: the dealer plays it, unless another is told to have played it all the same.
        told = replace(told, declarer=seats.dealer if told.declarer is None else told.declarer)
    if not told.bids or game.auction is None:
        return told, False
    found = judge_auction(game, reader.players, seats.dealer, told.bids)
    if told.contract is not None and told.declarer is None:
        return replace(told, declarer=found.declarer), False
    if told.contract is not None:
        return told, False
    if not found.over and found.to_speak is not None:
        expected = say("expected the bid of {player}", player=reader.who(found.to_speak))
        reader.lack(shape.key_place("bids"), say("the auction is not over"), expected)
        return told, False
    declarer = found.declarer if told.declarer is None else told.declarer
    return replace(told, contract=found.contract, declarer=declarer), found.contract is None


def _check_said(reader: Reader, shape: PlayedHandShape, game: GameSpec, told: HandTold) -> None:
    """A fault for what is said of a contract without saying what it needs, and what it has no use for."""
    contract = game.contract(told.contract)
    if contract is None:
        return
    if contract.aim is ContractAim.FEWEST:
        for key in ("declarer", "partner", "called"):
            if shape.tells(key):
                message = say("`{key}` where everybody plays for himself", key=Verbatim(key))
                reader.fault(shape.key_place(key), message, say("expected none"))
        return
    if told.declarer is None and not shape.tells("declarer"):
        expected = say("expected who plays {contract}", contract=Verbatim(contract.name))
        reader.lack(shape.node.where, say("`{key}` is missing", key=Verbatim("declarer")), expected)
        return
    if contract.alone and told.partner not in (None, told.declarer) and shape.partner is not None:
        message = say("a partner in {contract}", contract=Verbatim(contract.name))
        reader.fault(shape.partner.where, message, say("expected none: it is played alone"))
    if not contract.alone and told.partner is None and not shape.tells("partner") and contract.played:
        expected = say("expected the declarer's partner, or himself where he has none")
        reader.lack(shape.node.where, say("`{key}` is missing", key=Verbatim("partner")), expected)


def score_contract_hand(evening: Evening, number: int, hand: ContractHand, lying: LeftLying) -> HandScore:
    """The score of a hand that is told in words."""
    game, seats = evening.rules.game, len(evening.players)
    came, book = came_in_words(evening.rules, hand), Book(seats)
    came = replace(came, told=replace(came.told, pools=lying.pools, radli=lying.radli))
    found = open_hand(game, came, book)
    applied = list(found.applied)
    if not hand.passed_out:
        came = replace(came, told=replace(came.told, pools=found.pools))
        for trick in hand.report.early:
            applied += pay_trick(game, came.sides, trick, book)
        found = score_hand(game, came, book)
        applied += [*found.applied, *bearing(evening.rules, CameUp(frozenset({Topic.COUNT})))]
    applied += book.clauses
    return scored(
        evening,
        replace(lying, pools=found.pools, radli=dict(found.radli)),
        (*book.transfers, *book.scores),
        number=number,
        dealer=hand.dealer,
        outcome=None if hand.passed_out else found.outcome,
        applied=tuple(dict.fromkeys(applied)),
        violations=tuple(each.violation for each in wrong_before(evening.rules, hand, evening.players)),
    )
