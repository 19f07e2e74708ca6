"""A game of OpenSpiel played once more by our engine, and everything in which the two differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from msgspec.structs import replace
from peers.openspiel import THREE_TRUMPS, Played
from peers.put import Put

from analyzer.cards.card import FOOL, MONDO, PAGAT
from analyzer.position.model import Position
from analyzer.position.replay.model import PlayedTrick, Replay
from analyzer.position.replay.replay import replay
from analyzer.position.setting import Line
from analyzer.rules.actions import lay
from analyzer.rules.deal.discard import judge_discard
from analyzer.rules.play.table import Table, Trick
from analyzer.rules.score.hand import HandFacts
from analyzer.rules.score.sheets import rounded
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import choose, in_form

FLAT = {"BEGGAR": 70, "OPEN_BEGGAR": 90, "COLOUR_VALAT_WITHOUT": 125, "VALAT_WITHOUT": 500}
"""What the peer pays for the games that are over with the first trick that decides them."""
VALUES = {
    "three": 10, "two": 20, "one": 30, "solo-three": 40, "solo-two": 50, "solo-one": 60, "solo-without": 80,
}  # fmt: skip
PAGAT_WINS = "the Pagat wins by the three trumps in a game of no tricks or few"
NEGATIVE = ("beggar", "misere")
VARIANT = {"three-trumps": "any-order", "colour-valat-ends": "that-trick"}
"""The options by which the peer plays: three trumps in any order, no trump led that ends a Colour Valat."""


def rules_of(seats: int) -> RuleSet:
    """Slovenian Tarok as the peer plays it."""
    return in_form(choose(load_ruleset("slovenian"), VARIANT), seats)


@dataclass(slots=True)
class Compared:
    """A game replayed: how often each of the known differences showed, and every other difference."""

    game: Played
    rules: RuleSet
    known: Counter[str] = field(default_factory=Counter)
    unknown: list[str] = field(default_factory=list)
    tricks: int = 0

    def __post_init__(self) -> None:
        self._discard()
        self._lead()
        self._play()
        if not self.unknown and (not self.known[PAGAT_WINS] or self.game.its_contract in FLAT):
            self._count()

    @property
    def position(self) -> Position:
        """The game before the first card."""
        game, table = self.game, self.rules.table
        misere = game.contract == "misere"
        talon = () if game.contract == "beggar" else game.left
        told = HandFacts(
            contract=game.contract,
            declarer=None if misere else game.declarer,
            called=game.called,
            talon_left=talon,
        )
        return Position(
            rules=self.rules,
            players=tuple("ABCD"[: table.players]),
            hands=game.hands,
            lead=game.leader,
            dealer=table.players - 1,
            skat=game.discard or None,
            ruleset="slovenian",
            fool_demand=False,
            told=told,
        )

    def _discard(self) -> None:
        """The peer lets trumps go only where nothing else may; what it lets go we do too."""
        for hand, may_go in self.game.may_go:
            mine = hand - self.rules.discard.never
            plain = frozenset(card for card in mine if not self.rules.game.is_trump(card))
            if may_go != (plain or mine):
                self.unknown.append(f"may be laid away: {sorted(may_go)}, of {sorted(hand)}")
            self.known["a trump is laid away only where no other card may be"] += may_go != mine
        if self.game.may_go:
            whole = self.game.may_go[0][0]
            judged = judge_discard(self.rules, whole, self.game.discard)
            if judged.violations:
                self.unknown.append(f"{sorted(self.game.discard)} laid away: {judged}")

    def _lead(self) -> None:
        """The declarer leads in every contract without talon, by us in Beggar alone."""
        contract = self.rules.game.contract(self.game.contract)
        assert contract
        first = self.game.declarer if contract.leads else 0
        if first != self.game.leader:
            ours = self.game.contract in ("solo-without", "colour-valat")
            if not ours or self.game.leader != self.game.declarer:
                self.unknown.append(f"{self.game.leader} leads, not {first}")
            self.known["the declarer leads in solo without and colour valat"] += 1

    def _play(self) -> None:
        table = self.position.table
        for put in self.game.play:
            self._legal(table, put)
            table, trick = table.after(lay(put.card))
            if trick is None:
                continue
            self.tricks += 1
            winner = self._winner(trick)
            if put.winner not in (None, winner):  # the winner of the last trick is not told
                self.unknown.append(f"{trick} is won by {put.winner}")
                return
            self.known[PAGAT_WINS] += winner != trick.winner
            table = replace(table, lead=winner)

    def _winner(self, trick: Trick) -> int:
        """Who wins a trick as the peer plays: three trumps take it in a game of no tricks or few too."""
        by = {each.card: each.seat for each in trick.laid}
        return by[PAGAT] if self.game.contract in NEGATIVE and by.keys() >= THREE_TRUMPS else trick.winner

    def _legal(self, table: Table, put: Put) -> None:
        hand, ours = table.hands[table.holder], table.legal_cards()
        if put.seat != table.holder:
            self.unknown.append(f"{put.seat} plays, not {table.holder}")
        if put.legal == ours:
            return
        lying = {each.card for each in table.trick}
        if self.game.contract in NEGATIVE and PAGAT in hand:
            if {MONDO, FOOL} <= lying and put.legal == {PAGAT}:
                self.known["the Pagat must be played to the Mond and the Fool"] += 1
                return
            if put.legal == ours - {PAGAT}:
                self.known["the Pagat goes only where nothing else may"] += 1
                return
        self.unknown.append(f"{sorted(put.legal)} of {sorted(hand)} on {lying}, not {sorted(ours)}")

    def _count(self) -> None:
        """The score that the peer gives, made of the points that we count."""
        if self.game.its_contract in FLAT:
            self._ended_in_time()
            return
        line = Line("as played", tuple(lay(put.card) for put in self.game.play))
        found = replay(self.position, line)
        assert found.points is not None
        points = [rounded(each) for each in found.points]
        if self.game.contract == "misere":
            scores = misere_scores(points)
        else:
            scores = self._scores(found.points[found.sides.of[self.game.declarer]], found)
        if scores != self.game.scores:
            told = f"{self.game.its_contract}: {self.game.scores}, not {scores} for {points}"
            self.unknown.append(told)

    def _ended_in_time(self) -> None:
        """The peer ends these games at the first trick that decides them, and pays them without points."""
        won = [self._winner(trick) for trick in self._tricks()]
        own = [seat == self.game.declarer for seat in won]
        lost = own if self.game.contract == "beggar" else [not each for each in own]
        value = FLAT[self.game.its_contract]
        score = -value if any(lost) else value
        scores = tuple(score * (seat == self.game.declarer) for seat in range(self.rules.table.players))
        if any(lost[:-1]) or scores != self.game.scores:
            self.unknown.append(f"{self.game.its_contract}: {own} brings {self.game.scores}")

    def _tricks(self) -> Iterator[Trick]:
        table = self.position.table
        for put in self.game.play:
            table, trick = table.after(lay(put.card))
            if trick is not None:
                table = replace(table, lead=self._winner(trick))
                yield trick

    def _scores(self, points: Fraction, found: Replay) -> tuple[int, ...]:
        """The peer's score of a game for points: no rounding to five, a valat and Solo Without flat."""
        game, seats, piles = self.game, self.rules.table.players, self.rules.game
        side = {game.declarer, game.partner}
        tricks = [each for each in found.tricks if each.winner is not None]
        king = next((each for each in tricks if self._takes_rest(each)), None)
        if king is not None and game.left:
            self.known["the rest of the talon goes to the declarer with the called king in it"] += 1
            points += Fraction(sum(map(piles.piles.card_units, game.left)), piles.piles.unit)
        over, value = rounded(points) - 35, VALUES[game.contract]
        own = len([each for each in tricks if each.winner in side])
        if game.its_contract == "SOLO_WITHOUT":
            score = value if over > 0 else -value
        elif not 0 < own < len(tricks) and seats * len(tricks) == 48 and (own == 0 or not game.discard):
            score = -250 if own == 0 else 250
        else:
            score = over + (value if over > 0 else -value) + self._bonuses(tricks, side, own, king)
        return tuple(score * (seat in side) for seat in range(seats))

    def _takes_rest(self, trick: PlayedTrick) -> bool:
        """Whether the declarer wins a trick with a called king that lay in the talon."""
        called, game = self.game.called, self.game
        if called is None or called not in {*game.taken, *game.left}:
            return False
        return any(each.card == called and each.seat == trick.winner for each in trick.laid)

    def _bonuses(
        self, tricks: Sequence[PlayedTrick], side: set[int | None], own: int, king: PlayedTrick | None
    ) -> int:
        """King or Pagat in the last trick; and what it takes for four kings: a pile of four cards."""
        seats, last = self.rules.table.players, tricks[-1]
        cards = {each.card for each in last.laid}
        if king is last and self.game.left:
            # The talon lies on top of the trick, and its last cards are taken for it.
            pile = [*(each.card for each in last.laid), *self.game.left]
            cards = set(pile[-seats:])
        worth = 10 if self.game.called in cards else 25 if PAGAT in cards else 0
        self.known["king and Pagat in the last trick: the king alone counts"] += (
            worth == 10 and PAGAT in cards
        )
        bonus = worth if last.winner in side else -worth
        mine = own * seats + len(self.game.discard) + (len(self.game.left) if king else 0)
        theirs = (len(tricks) - own) * seats
        four = 10 * (mine == 4) - 10 * (theirs == 4 and mine != 4)
        self.known["a pile of four cards counts as four kings"] += four != 0
        return bonus + four


def misere_scores(points: Sequence[int]) -> tuple[int, ...]:
    """What the peer writes in Misere: where somebody has no point or more than 35, for these alone."""
    scores = tuple(-70 if each > 35 else 70 if each == 0 else -each for each in points)
    decided = any(abs(each) == 70 for each in scores)
    return tuple(each if abs(each) == 70 or not decided else 0 for each in scores)
