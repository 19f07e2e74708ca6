"""The naming of a led Fool as formulas over what the three hold, one step for each naming clause.

What was said and done is known; the holdings may be known or not. Each step works only where its clause
is in force, so that it can be asked what rests on which clause. A step's clause says by whom the Fool
is named then.

Where no source decides, a :class:`Gap` notes it, and `second_reading` says for which gaps the second
reading is followed instead of the first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from analyzer.cards.card import FOOL, Card, Suit
from analyzer.proofs.play import PlayClauses, Played, holds_suit, wins
from analyzer.proofs.play import named as known_suit
from analyzer.proofs.smt import Holding, Truth, every, follows, not_, some
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.play.naming import Gap
from analyzer.rules.spec.game import NamingStep
from analyzer.rules.spec.ruleset import RuleSet

NAMING_STEPS: Final = tuple(step.value for step in NamingStep)


class Protocol:
    """The naming after some events; all its attributes are formulas over the holdings."""

    def __init__(
        self,
        rules: RuleSet,
        holdings: Sequence[Holding],
        tricks_left: int,
        events: Sequence[Action],
        in_force: Mapping[str, Truth] | None = None,
        second_reading: frozenset[Gap] = frozenset(),
    ) -> None:
        lead = events[0]
        assert lead.kind is ActionKind.LEAD
        assert lead.suit is not None
        self.rules, self.holdings, self.tricks_left = rules, holdings, tricks_left
        self.play = PlayClauses(rules.game)
        self.leader, self.first = lead.actor, lead.suit
        self.second, self.third = ((self.leader + step) % len(holdings) for step in (1, 2))
        self.void = {seat: not_(holds_suit(holding, self.first)) for seat, holding in enumerate(holdings)}
        self.both_void = every((self.void[self.second], self.void[self.third]))
        self.named: dict[Suit, Truth] = dict(known_suit(self.first))
        self.by: dict[int, Truth] = {seat: seat == self.leader for seat in range(len(holdings))}
        self.lost: dict[int, Truth] = {self.second: False, self.third: False, self.leader: False}
        self.said: dict[int, Truth] = dict(self.lost)
        self.cards: dict[int, Card] = {}
        self.under: dict[int, dict[Suit, Truth]] = {}
        self.gaps: dict[Gap, Truth] = dict.fromkeys(Gap, False)
        self.claims: list[tuple[Truth, dict[str, Truth]]] = []
        """Of each claim whether it was without right, and by which clause."""
        self.happened: list[Truth] = []
        """What must be so for the events to have happened at all."""
        self.switch = self._switches(in_force or {})
        self._second_reading = second_reading
        self.claims.append((self._only_others(self.first), {"fool.naming": True}))
        for event in events[1:]:
            self._after(event)

    def _switches(self, in_force: Mapping[str, Truth]) -> dict[str, Truth]:
        steps = {
            str(clause.parameters["when"]): clause.id
            for clause in self.rules.clauses.values()
            if clause.kind == "naming-step"
        }
        return {when: in_force.get(steps[when], True) if when in steps else False for when in NAMING_STEPS}

    @property
    def anew(self) -> Truth:
        """Whether somebody else than the leader has named the Fool."""
        return not_(self.by[self.leader])

    @property
    def right(self) -> dict[int, Truth]:
        """Of the second and the third player whether he may still name the Fool."""
        open_ = every((self.both_void, not_(self.anew)))
        second = every((open_, not_(self.lost[self.second]), self.switch["both-say-void"]))
        passed_on = every((self.lost[self.second], not_(self.lost[self.third])))
        third = every((open_, passed_on, self.switch["second-plays-third-claims"]))
        return {self.second: second, self.third: third}

    def followable(self, suit: Suit) -> Truth:
        """Whether the second or the third player holds a card of the suit, and it may be named."""
        held = some(self._held(suit))
        named = self.rules.fool.names
        if suit in named:
            return held
        return every((held, *(not_(there) for other in named for there in self._held(other))))

    def _only_others(self, suit: Suit) -> Truth:
        """Whether a suit may not be named, as others can be followed that may.

        Source: clause fool.naming.
        """
        named = self.rules.fool.names
        return every((suit not in named, some(there for other in named for there in self._held(other))))

    def _held(self, suit: Suit) -> tuple[Truth, ...]:
        return tuple(holds_suit(self.holdings[seat], suit) for seat in (self.second, self.third))

    def obeys(self, seat: int, card: Card, suit: Mapping[Suit, Truth]) -> Truth:
        before = {self.cards[self.second]: True} if seat == self.third and self.second in self.cards else {}
        return self.play.may_play(self.holdings[seat], self.tricks_left, suit, card, before)

    @property
    def take_back(self) -> dict[int, Truth]:
        """Of each player whether his card was played under another suit and does not obey this one."""
        found = {}
        for seat, card in self.cards.items():
            unchanged = _same_suit(self.under[seat], self.named)
            found[seat] = every((not_(unchanged), not_(self.obeys(seat, card, self.named))))
        return found

    @property
    def revokes(self) -> dict[tuple[int, str], Truth]:
        """By player and clause whether his card disobeys the suit that was in force and still is."""
        found: dict[tuple[int, str], Truth] = {}
        for seat, card in self.cards.items():
            unchanged = _same_suit(self.under[seat], self.named)
            wrong = every((unchanged, not_(self.obeys(seat, card, self.named))))
            able = some(
                every((is_named, holds_suit(self.holdings[seat], s))) for s, is_named in self.named.items()
            )
            followed = every((able, self.rules.game.duty.follow))
            found[seat, "play.follow"] = every((wrong, followed))
            found[seat, "play.trump"] = every((wrong, not_(followed)))
        return found

    @property
    def winner(self) -> dict[int, Truth]:
        """Of each player whether he wins the trick, once three cards stand and none of them is a revoke."""
        if len(self.cards) < 2:
            return dict.fromkeys(range(len(self.holdings)), False)
        laid = [
            Played.from_card(FOOL),
            Played.from_card(self.cards[self.second]),
            Played.from_card(self.cards[self.third]),
        ]
        stands = not_(some((*self.take_back.values(), *self.revokes.values())))
        found: dict[int, Truth] = {self.leader: False}
        shows = []
        for place, seat in ((1, self.second), (2, self.third)):
            best = some(
                every((is_named, wins(self.rules.game, laid, list(Suit).index(s), place)))
                for s, is_named in self.named.items()
            )
            shows.append(best)
            found[seat] = every((stands, best))
        # With neither the suit in force nor a trump on the table the second player's card has named it.
        own = self.cards[self.second].suit
        assert own is not None
        neither, names = every((stands, not_(some(shows)))), self.switch["both-play-without-trumps"]
        found[self.leader] = every((neither, not_(names)))
        for place, seat in ((1, self.second), (2, self.third)):
            by_card = wins(self.rules.game, laid, list(Suit).index(own), place)
            found[seat] = some((found[seat], every((neither, names, by_card))))
        return found

    def _after(self, event: Action) -> None:
        if event.kind is ActionKind.PLAY:
            self._play(event)
        elif event.kind is ActionKind.CLAIM:
            self._claim(event)
        elif event.kind is ActionKind.VOID and event.actor not in self.cards:
            self.said[event.actor] = some((self.said[event.actor], not_(self.anew)))

    def _name(self, given: Truth, seat: int, suit: Mapping[Suit, Truth]) -> None:
        """Where `given`, the Fool is named by the seat."""
        self.named = {s: _either(given, suit[s], was) for s, was in self.named.items()}
        self.by = {each: _either(given, each == seat, was) for each, was in self.by.items()}

    def _claim(self, event: Action) -> None:
        seat, right = event.actor, self.right.get(event.actor, False)
        misled = every((not_(right), self._misled(seat)))
        without = every((not_(right), not_(misled)))
        self.claims.append((without, self._claim_clauses(seat)))
        self._gap(Gap.MISLED, misled)
        self.said[seat] = some((self.said[seat], right))
        if event.suit is None:
            return
        followed = self.followable(event.suit)
        self._gap(Gap.NAME_NOBODY_FOLLOWS, every((right, not_(followed))))
        takes = every((right, followed))
        if Gap.NAME_NOBODY_FOLLOWS in self._second_reading:
            takes = right
        if Gap.MISLED in self._second_reading:
            takes = some((takes, every((misled, followed))))
        self._name(takes, seat, known_suit(event.suit))

    def _claim_clauses(self, seat: int) -> dict[str, Truth]:
        """The clause by which a claim without right fails."""
        lost = self.lost[seat]
        late = every((not_(lost), some((self.anew, seat == self.leader))))
        held_by = every((not_(lost), not_(late), not_(self.both_void)))
        early = every((not_(lost), not_(late), self.both_void))
        losing = "naming.lost-right" if seat == self.second else "naming.both-void"
        return {losing: lost, "naming.statement": some((late, early)), "naming.followable": held_by}

    def _misled(self, seat: int) -> Truth:
        """Whether a void player would have the right, had the other spoken and played by his hand."""
        if seat == self.leader:
            return False
        entitled = every((self.void[seat], not_(self.anew)))
        if seat == self.second:
            false = every((self.said[self.third], not_(self.void[self.third])))
            return every((entitled, false, not_(self.lost[seat])))
        card = self.cards.get(self.second)
        if card is None or card.suit is self.first or seat in self.cards:
            return False
        return every((entitled, not_(self.said[self.second]), not_(self.void[self.second])))

    def _play(self, event: Action) -> None:
        seat, card = event.actor, event.card
        assert card is not None
        self.happened.append(self.holdings[seat].get(card, False))
        again = seat in self.cards
        if again:
            self.happened.append(not_(self.obeys(seat, self.cards[seat], self.named)))
        first_of_two = seat == self.third and self.second not in self.cards
        if not again and first_of_two:
            self._gap(Gap.THIRD_BEFORE_SECOND, some(self.right.values()))
        self.cards[seat] = card
        self.under[seat] = self.named
        if not again:
            self._lose(seat)
            self._name_by_second_card()

    def _lose(self, seat: int) -> None:
        """Who plays instead of naming gives the right up."""
        if seat == self.third:
            self.lost[seat] = some((self.lost[seat], every((not_(self.anew), self.both_void))))
            return
        out = every((not_(self.anew), self.void[seat]))
        spoke = every((out, self.said[seat], self.both_void))
        self._gap(Gap.PLAYED_AFTER_SAYING, spoke)
        gives_up = every((out, not_(self.said[seat])))
        if Gap.PLAYED_AFTER_SAYING not in self._second_reading:
            gives_up = some((gives_up, spoke))
        self.lost[seat] = some((self.lost[seat], gives_up))

    def _name_by_second_card(self) -> None:
        card = self.cards.get(self.second)
        if card is None or card.suit is None:
            return
        trumps = some(holds_suit(self.holdings[seat], Suit.TRUMPS) for seat in (self.second, self.third))
        out = every(
            (self.both_void, self.lost[self.second], self.lost[self.third], not_(trumps), not_(self.anew))
        )
        self._name(every((out, self.switch["both-play-without-trumps"])), self.second, known_suit(card.suit))

    def _gap(self, gap: Gap, here: Truth) -> None:
        self.gaps[gap] = some((self.gaps[gap], here))


def _either(given: Truth, one: Truth, other: Truth) -> Truth:
    return every((follows(given, one), follows(not_(given), other)))


def _same_suit(one: Mapping[Suit, Truth], other: Mapping[Suit, Truth]) -> Truth:
    return some(every((one[suit], other[suit])) for suit in Suit)
