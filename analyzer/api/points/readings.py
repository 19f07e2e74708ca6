"""What of a game of card points an answer about its play can hang on, and which clauses bear on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from analyzer.cards.card import FOOL
from analyzer.position.ahead import Asked, ahead
from analyzer.position.model import Position
from analyzer.position.pointquestion import PointQuestion, contract_played
from analyzer.rules.score.told import HandTold
from analyzer.rules.spec.bearing import CameUp, Topic, bearing
from analyzer.rules.spec.contracts import SlovenianScore
from analyzer.rules.spec.contractwords import Aim
from analyzer.rules.spec.game import FoolLed, GameSpec
from analyzer.rules.spec.pointgame import PointGame, ThreeTrumps, TrickRules
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.undercontract import under_contract

_PAGAT = "pagat"


def point_game_played(position: Position) -> Callable[[RuleSet], object]:
    """What of a rule set the play from a position on can hang on, and what comes of it."""
    told = position.told

    def part(rules: RuleSet) -> object:
        game = under_contract(rules.game, told.contract)
        points = game.points
        assert points is not None
        declared = (rules.declarations, points.declaring) if position.whole_hand else None
        bare = _without_fool(replace(game, name="", points=None), position)
        return bare, _scored(points, told), declared

    return part


def _without_fool(game: GameSpec, position: Position) -> object:
    """The rules of play; without those of a Fool that nobody can still lay."""
    cards = frozenset().union(*position.hands, {each.card for each in position.trick})
    return game if FOOL in cards else replace(game, fool=replace(game.fool, led=FoolLed.NEXT_CARD))


def _scored(points: PointGame, told: HandTold) -> PointGame:
    """A game without what is over before a card is played, and without bonuses that cannot fall due."""
    played = contract_played(points, told)
    aim = Aim.POINTS if played is None else played.aim
    tricks, sheet = points.tricks, points.slovenian
    return replace(
        points,
        auction=None,
        all_pass=None,
        purchase=None,
        call=None,
        declaring=None,
        end=None,
        wish=None,
        contracts={} if played is None else {played.name: played},
        tricks=None if tricks is None else _tricks(tricks, aim),
        slovenian=None if sheet is None else _sheet(sheet, aim, told),
    )


def _tricks(rules: TrickRules, aim: Aim) -> TrickRules:
    """Who wins a trick, without the rules of suits that beat trumps where none does."""
    if aim is Aim.EVERY_TRICK:
        return rules
    three = rules.three_trumps if aim is Aim.POINTS else ThreeTrumps.NONE
    return TrickRules(three_trumps=three, three_clause=rules.three_clause)


def _sheet(rule: SlovenianScore, aim: Aim, told: HandTold) -> SlovenianScore:
    """A way of scoring, with what cannot change anything under a contract read in one way."""
    words = {word for said in told.announced.values() for word in said}
    points, misere = aim is Aim.POINTS, aim is Aim.FEWEST
    own = points or (misere and rule.misere_bonuses)
    radl = told.declarer is not None and bool(told.radli.get(told.declarer))
    return replace(
        rule,
        valat_instead=rule.valat_instead and points,
        missed_loses=rule.missed_loses and points and bool(words - {_PAGAT}),
        pagat_absent_loses=rule.pagat_absent_loses and own and _PAGAT in words,
        pagat_beaten_loses=rule.pagat_beaten_loses and own,
        mond_to_partner_lost=rule.mond_to_partner_lost and points,
        trickless_alone=rule.trickless_alone and misere,
        misere_bonuses=rule.misere_bonuses and misere,
        radl_for_side=rule.radl_for_side and radl,
    )


def point_bearing(position: Position, *, paid: bool) -> tuple[str, ...]:
    """The clauses that bear on what can still come up; with `paid` on what it is worth too."""
    came = ahead(position, Asked.PLAY) | CameUp(frozenset(_of_piles(position)))
    scored = _settled_by(position) if paid else ()
    return tuple(dict.fromkeys((*bearing(position.rules, came), *scored)))


def _of_piles(position: Position) -> Iterator[Topic]:
    """What can come of the piles: they are counted, and something is given for the Fool."""
    yield Topic.COUNT
    game = position.spec.points
    held = frozenset().union(*position.hands, {each.card for each in position.trick})
    if game is None or game.exchange is None or FOOL not in held:
        return
    if position.tricks_left > position.spec.fool.lost_in_last:
        yield Topic.FOOL_PAID
        if any(pile.tricks == 0 for pile in position.told.piles.values()) or position.fresh:
            yield Topic.FOOL_OWED
            if position.skat:
                yield Topic.DISCARD_IN_PILE


def _settled_by(position: Position) -> tuple[str, ...]:
    """The clauses by which a hand is settled that is played out from here."""
    question = PointQuestion.of(position)
    while not question.over:
        question, _ = question.after(question.moves()[0])
    return question.clauses()
