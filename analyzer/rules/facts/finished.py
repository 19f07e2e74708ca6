"""The facts of a finished hand, from its description: ends, tricks, points, cards, declarations.

Something that is not given is a fact too if the game pays for it: nobody made a Tout, or each has a trick.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final

from msgspec import field

from analyzer.cards.card import FOOL, KINGS, MONDO, PAGAT, Card
from analyzer.frozenrecord import Record
from analyzer.messages import Decimal, Message, Name, Verbatim, Whose, say, say_many
from analyzer.rules.deal.combinations import Declaration
from analyzer.rules.deal.declarations import parse_declaration
from analyzer.rules.facts.fact import CardLaid, HandFact, TableFacts, whole_hand
from analyzer.rules.play.table import Trick
from analyzer.rules.score.deeds import FOUR_KINGS, TRULL, HandReport
from analyzer.rules.score.goals import points_text
from analyzer.rules.score.hand import HandFacts, sides_of
from analyzer.rules.score.opening import declared_trumps
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.contracts import ContractAim
from analyzer.rules.spec.ruleset import RuleSet

HELD: Final = {FOUR_KINGS: say("all four kings"), TRULL: say("the whole Trull")}


class FactCollector(Record, frozen=True):
    """A maker of facts about one hand; `names` are those of its seats, in order of play."""

    ground: TableFacts
    names: Sequence[str]
    told: HandFacts = field(default_factory=HandFacts)

    @property
    def _seats(self) -> range:
        return range(len(self.names))

    def _who(self, seat: int) -> Name:
        return Name(self.names[seat])

    def _side(self, seat: int) -> frozenset[int]:
        return frozenset(self.ground.sides.seats(self.ground.sides.of[seat]))

    def _others(self, seats: Iterable[int]) -> frozenset[int]:
        return frozenset(self._seats) - frozenset(seats)

    def report_facts(self, report: HandReport) -> Iterator[HandFact]:
        """Yield the facts in the report of a hand of card points."""
        for trick in report.early:
            for each in trick.laid:
                to_any = each.card in report.lost_to_any
                takers = self._others({each.seat}) if to_any else frozenset({trick.winner})
                yield self.early(each.card, each.seat, takers)
        yield from self.last(report.last)
        ends = list(self._ends(report))
        yield from (each for each in ends if each.path)
        yield from self._deeds(report)
        yield from self._shown_facts()
        for seat, number in report.tricks.items():
            yield self.tricks(seat, number)
        for seat, units in report.units.items():
            yield self.points(seat, units)
        yield from (each for each in ends if not each.path)

    def points(self, seat: int, units: int, key: str = "points", *, exact: bool = False) -> HandFact:
        """Return the fact of the total of a seat's side.

        Unless it is `exact`, half a point may belong to a card that was counted without its pair, except if a
        remaining half counts; and whole points may be rounded if cards are counted in threes.
        """
        game, side = self.ground.rules.game, self.ground.sides.of[seat]
        unit = game.piles.unit
        halves_count = game.target is not None and game.target.odd_to_winner
        near = 0 if exact or (units % unit and (unit > 2 or halves_count)) else unit // 2
        number = Decimal(points_text(Fraction(units, unit)))
        text = say("{player} has {number} {number:point/points}", player=self._who(seat), number=number)
        return HandFact(text, (key, self.names[seat]), units={side: (max(0, units - near), units + near)})

    def tricks(self, seat: int, number: int, key: str = "tricks") -> HandFact:
        """Return the fact of the number of tricks a seat won."""
        text = say_many(
            "{player} has {number} trick", "{player} has {number} tricks", number, player=self._who(seat)
        )
        return HandFact(text, (key, self.names[seat]), {seat: (number, number)})

    def early(self, card: Card, by: int, takers: frozenset[int]) -> HandFact:
        """Return the fact of a card in a trick before the last, with its possible winners."""
        text = say("{player} loses {card} before the last trick", player=self._who(by), card=card)
        if takers == {by}:
            text = say("{player} wins a trick before the last with {card}", player=self._who(by), card=card)
        return HandFact(text, ("during",), laid=(CardLaid(card, by, takers, last=False),))

    def last(self, trick: Trick | None) -> Iterator[HandFact]:
        """Yield the facts of the last trick: its winner, and its cards that are given."""
        if trick is None:
            return
        won = frozenset({trick.winner})
        text = say("{player} wins the last trick", player=self._who(trick.winner))
        yield HandFact(text, ("last_trick",), last=won)
        for each in trick.laid:
            text = say("{player} loses {card} in the last trick", player=self._who(each.seat), card=each.card)
            if each.seat == trick.winner:
                text = say(
                    "{player} wins the last trick with {card}", player=self._who(each.seat), card=each.card
                )
            yield HandFact(text, ("last_trick",), laid=(CardLaid(each.card, each.seat, won, last=True),))

    def fool(self, by: int, won_by: int, *, last: bool) -> HandFact:
        """Return the fact of the trick with the Fool in it."""
        text = say("{player} wins the trick with {card} in it", player=self._who(won_by), card=FOOL)
        return HandFact(text, ("fool",), laid=(CardLaid(FOOL, by, frozenset({won_by}), last),))

    def pile(self, seat: int, cards: frozenset[Card], key: str) -> HandFact:
        """Return the fact of cards in the pile of a seat at the end."""
        text = say("the pile of {player} is open", player=self._who(seat))
        return HandFact(text, (key, self.names[seat]), owned={self.ground.sides.of[seat]: cards})

    def extra_cards(self, seat: int, cards: frozenset[Card]) -> HandFact:
        """Return the fact of cards that were in no trick and count for the side of a seat."""
        listed = Verbatim(" ".join(map(str, sorted(cards))))
        text = say("{cards} in addition to {whose} tricks", cards=listed, whose=Whose(self._who(seat)))
        return HandFact(text, (), owned={self.ground.sides.of[seat]: cards})

    def sweep(self, seats: Iterable[int], text: Message, path: Sequence[str] = ()) -> HandFact:
        """Return the fact that these seats together won every trick."""
        seats = frozenset(seats)
        losers = self._others(seats)
        some = (frozenset(few) for number in range(len(seats)) for few in combinations(sorted(seats), number))
        return HandFact(text, tuple(path), without=frozenset(losers | few for few in some))

    def tout(self, seat: int) -> HandFact:
        """Return the fact of a Tout in Danish Tarok."""
        text = say("{player} wins every trick", player=self._who(seat))
        return self.sweep({seat}, text, ("tout",))

    def nolo(self, seat: int) -> HandFact:
        """Return the fact of a Nolo in Danish Tarok."""
        return self.nil(seat, "nolo")

    def nil(self, seat: int, key: str = "nil") -> HandFact:
        """Return the fact that one seat, and no other, has no trick."""
        text = say("{player} alone wins no trick", player=self._who(seat))
        return HandFact(text, (key,), without=frozenset({frozenset({seat})}))

    def everybody_won(self) -> HandFact:
        """Return the fact that everybody has won a trick, if neither a Tout nor a Nolo is given."""
        nolos = [
            (say("did {player} play Nolo?", player=self._who(seat)), self.nolo(seat)) for seat in self._seats
        ]
        touts = [
            (say("did {player} make a Tout?", player=self._who(seat)), self.tout(seat))
            for seat in self._seats
        ]
        text = say("the file gives neither a Tout nor a Nolo")
        return HandFact(text, without=frozenset({frozenset[int]()}), instead=(*nolos, *touts))

    def _ends(self, report: HandReport) -> Iterator[HandFact]:
        """Yield the facts of who won every trick, or none, given or not."""
        game = self.ground.rules.game
        if report.nil is not None:
            yield self.nil(report.nil)
        elif game.nil is not None and not report.tricks:
            yield self._no_nil()
        if report.all_tricks is not None:
            seat = report.all_tricks
            text = say("{player} wins every trick", player=self._who(seat))
            yield self.sweep({seat}, text, ("all-tricks",))
        if report.swept is not None:
            yield self._swept(report.swept, game)
        contract = game.contract(self.told.contract)
        if report.swept is not None or report.all_tricks is not None or contract is None:
            return
        if report.no_sweep or (contract.aim is ContractAim.POINTS and not report.tricks):
            yield from self._no_sweep(game)

    def _swept(self, seat: int, game: GameSpec) -> HandFact:
        text = say("{whose} side wins every trick", whose=Whose(self.names[seat]))
        return self.sweep(self._side(seat), text, ("slam" if game.target is not None else "valat",))

    def _no_nil(self) -> HandFact:
        every = (frozenset(few) for number in self._seats for few in combinations(self._seats, number))
        asked = [(seat, self._who(seat)) for seat in self._seats]
        instead = [(say("did {player} win no trick?", player=who), self.nil(seat)) for seat, who in asked]
        without = frozenset(each for each in every if len(each) != 1)
        return HandFact(say("the file gives no Nil"), without=without, instead=tuple(instead))

    def _no_sweep(self, game: GameSpec) -> Iterator[HandFact]:
        """Yield the fact that nobody won every trick, if that is paid for."""
        if game.difference_sheet is not None:
            winners = [frozenset({seat}) for seat in self._seats]
        elif game.target is not None or game.bonus_sheet is not None:
            winners = [frozenset(self.ground.sides.seats(side)) for side in range(self.ground.sides.count)]
        else:
            return
        every = (frozenset(few) for number in self._seats for few in combinations(self._seats, number))
        some = frozenset(each for each in every if not any(self._others(each) <= mine for mine in winners))
        instead = []
        for mine in winners:
            leader = self.told.declarer if self.told.declarer in mine else min(mine)
            assert leader is not None
            text = say("did {player} win every trick?", player=self._who(leader))
            if len(mine) > 1:
                text = say("did {whose} side win every trick?", whose=Whose(self.names[leader]))
            instead.append((text, self.sweep(mine, text)))
        yield HandFact(
            say("the file does not say that anybody won every trick"), without=some, instead=tuple(instead)
        )

    def _deeds(self, report: HandReport) -> Iterator[HandFact]:
        """Yield the facts of achievements beyond the contract, if they show the place of cards."""
        game, path = self.ground.rules.game, ("bonuses",)
        for word, seat in report.bonuses.items():
            side, whose = self.ground.sides.of[seat], Whose(self.names[seat])
            cards = {"kings": frozenset(KINGS), "trinity": game.trull}.get(word)
            if cards is not None:
                text = say("{whose} side has {cards}", whose=whose, cards=self._all_of(word))
                yield HandFact(text, path, owned={side: cards})
            elif word == "king-ultimo" and self.told.called is None:
                text = say("{whose} side wins the called king in the last trick", whose=whose)
                yield HandFact(text, path, last=self._side(seat))
            elif word == "king-ultimo" and self.told.called is not None:
                text = say("{whose} side wins {card} in the last trick", whose=whose, card=self.told.called)
                yield HandFact(
                    text, path, laid=(CardLaid(self.told.called, None, self._side(seat), last=True),)
                )
            elif word == "pagat":
                text = say("{player} wins the last trick with {card}", player=self._who(seat), card=PAGAT)
                yield HandFact(text, path, laid=(CardLaid(PAGAT, seat, frozenset({seat}), last=True),))
        lost, to = report.mond_lost, report.mond_to
        if lost is not None:
            text = say("{player} loses {card}", player=self._who(lost), card=MONDO)
            takers = self._others({lost}) if to is None else frozenset({to})
            if takers - {lost}:
                yield HandFact(text, ("mond_lost",), laid=(CardLaid(MONDO, lost, takers),))

    @staticmethod
    def _all_of(word: str) -> Message:
        return say("all four kings") if word == "kings" else say("the whole Trull")

    def _shown_facts(self) -> Iterator[HandFact]:
        """Yield the facts of words and cards shown before the play."""
        told, game = self.told, self.ground.rules.game
        if told.trull is not None and told.declarer is not None:
            whose = Whose(self.names[told.declarer])
            text = say(
                "{whose} side has {number} {number:card/cards} of the Trull", whose=whose, number=told.trull
            )
            yield HandFact(text, ("trull",), of_trull={self.ground.sides.of[told.declarer]: told.trull})
        for seat, words in (told.held or {}).items():
            for word in words:
                cards = frozenset(KINGS) if word == FOUR_KINGS else game.trull
                text = say("{player} held {cards}", player=self._who(seat), cards=HELD[word])
                yield HandFact(text, ("held", self.names[seat]), held={seat: cards})
        for seat, words in told.announced.items() if game.shown is not None else ():
            number = declared_trumps(words)
            if number is not None:
                text = say(
                    "{player} showed {number} {number:trump/trumps}", player=self._who(seat), number=number
                )
                yield HandFact(text, ("announced", self.names[seat]), trumps={seat: number})

    def declared(self, said: Mapping[int, Iterable[Declaration]]) -> Iterator[HandFact]:
        """Yield the facts of declarations, as far as they show cards."""
        for seat, each in said.items():
            for one in each:
                yield self._declared(seat, one)

    def _declared(self, seat: int, said: Declaration) -> HandFact:
        text = say("{player} declared “{said}”", player=self._who(seat), said=said.message)
        lacked = frozenset({PAGAT}) if said.kind == "trumps" and said.pagat is False else frozenset[Card]()
        if said.missing is not None:
            lacked |= {said.missing}
        number = said.number or 0 if said.kind == "trumps" else 0
        path = ("declarations", self.names[seat])
        pagat = frozenset({PAGAT}) if said.pagat else frozenset[Card]()
        held, trumps = {seat: said.cards - lacked | pagat}, {seat: number}
        return HandFact(text, path, held=held, lacked={seat: lacked}, trumps=trumps)


def collect_hand_facts(
    rules: RuleSet,
    names: Sequence[str],
    told: HandFacts,
    report: HandReport,
    said: Mapping[int, Iterable[str]],
    dealer: int | None,
) -> tuple[TableFacts, list[HandFact]]:
    """Return the ground of a hand of card points, and its facts.

    Raises: DeclarationError for words in `said` that are not a declaration.
    """
    partner = None if told.partner == told.declarer else told.partner
    ground = whole_hand(rules, sides_of(rules.game, told, partner), told, dealer)
    teller = FactCollector(ground, names, told)
    return ground, [*teller.report_facts(report), *teller.declared(declared_by_words(rules, said))]


def declared_by_words(rules: RuleSet, said: Mapping[int, Iterable[str]]) -> Mapping[int, list[Declaration]]:
    """Return the declarations by seat; empty for a pass. Raises: DeclarationError."""
    parsed = {seat: [parse_declaration(text, rules) for text in texts] for seat, texts in said.items()}
    return {seat: [each for each in texts if each is not None] for seat, texts in parsed.items()}
