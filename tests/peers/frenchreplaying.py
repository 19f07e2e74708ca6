"""Games of another program of French tarot replayed by our engine, and everything in which they differ."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from peers.frenchgames import Played

from analyzer.cards.card import FOOL
from analyzer.position.model import Position
from analyzer.position.replay.replay import replay
from analyzer.position.setting import Line
from analyzer.rules.actions import lay
from analyzer.rules.deal.discard import judge_discard
from analyzer.rules.score.hand import HandFacts
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset

SWEPT_BY_A_PARTNER = (
    "the Excuse wins the last trick for a side that won all others, though another card was led"
)
CROSSES = "the Excuse in the last trick goes to the other side, even where its own side wins the trick"
KEPT = "a side without a trick keeps the Excuse"


@dataclass(slots=True)
class Compared:
    """A game replayed: how often each of the known differences showed, and every other difference."""

    game: Played
    rules: RuleSet = field(default_factory=lambda: load_ruleset("tarot"))
    known: Counter[str] = field(default_factory=Counter)
    unknown: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._discards()
        self._play()

    @property
    def position(self) -> Position:
        """The game before the first card."""
        game = self.game
        shown = {seat: (f"{number} trumps",) for seat, number in game.shown.items()}
        left = () if game.discard else game.left
        told = HandFacts(contract=game.contract, declarer=game.taker, announced=shown, talon_left=left)
        return Position(
            rules=self.rules,
            players=tuple("ABCD"),
            hands=game.hands,
            lead=game.play[0].seat,
            dealer=game.dealer,
            skat=game.discard or None,
            ruleset="tarot",
            fool_demand=False,
            told=told,
        )

    def _discards(self) -> None:
        for cards, allowed in self.game.tried:
            judged = judge_discard(self.rules, self.game.whole, cards)
            if allowed == bool(judged.violations):
                self.unknown.append(f"{sorted(cards)} laid away of {sorted(self.game.whole)}: {judged}")

    def _play(self) -> None:
        game, table = self.game, self.position.table
        if game.play[0].seat != (game.dealer + self.rules.table.first_lead) % 4:
            self.unknown.append(f"{game.play[0].seat} leads, and {game.dealer} deals")
        for put in game.play:
            if (put.seat, put.legal) != (table.holder, table.legal_cards()):
                self.unknown.append(f"{put}, of {sorted(table.hands[table.holder])}")
            table, _ = table.after(lay(put.card))
        found = replay(self.position, Line("as played", tuple(lay(put.card) for put in game.play)))
        tricks = [game.play[place : place + 4] for place in range(0, len(game.play), 4)]
        for trick, ours in zip(tricks, found.tricks, strict=True):
            if trick[-1].winner != ours.winner:
                self._other_winner(trick is tricks[-1])
        differ = self._excuse()
        if not differ and not self.unknown and tuple(found.tokens or ()) != game.scores:
            self.unknown.append(
                f"{game.contract}, {game.points} of {game.bouts}: {game.scores}, not {found.tokens}"
            )

    def _other_winner(self, last: bool) -> None:
        *_, (first, *others) = [
            self.game.play[place : place + 4] for place in range(0, len(self.game.play), 4)
        ]
        winner = others[-1].winner
        if last and any(put.card is FOOL and put.seat == winner for put in others):
            self.known[SWEPT_BY_A_PARTNER] += 1
        else:
            self.unknown.append(f"the trick led by {first} is won by {winner}")

    def _excuse(self) -> bool:
        """Whether the two give the Excuse to different sides, which is known and moves what is paid."""
        game = self.game
        place = next((at for at, put in enumerate(game.play) if put.card is FOOL), None)
        if place is None:
            return False
        own = game.play[place].seat == game.taker
        trick = place // 4
        winners = [game.play[at].winner == game.taker for at in range(3, len(game.play), 4)]
        if trick == len(winners) - 1:
            other = winners[-1] == own and not all(each == own for each in winners)
            self.known[CROSSES] += other
            return other or self.known[SWEPT_BY_A_PARTNER] > 0
        none = own not in winners
        self.known[KEPT] += none
        return none
