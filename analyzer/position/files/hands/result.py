"""Readers of the result of a hand of card points without its cards, and of the gaps in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from analyzer.cards.card import Card
from analyzer.cards.notation import shown
from analyzer.messages import Decimal, Verbatim, say
from analyzer.position.files.cardlists import CardList
from analyzer.position.files.hands.contract import SLOVENIAN_ONLY, TARGET_ONLY, KeyUse, match_game_word
from analyzer.position.files.hands.deal import Pile, check_cards, counted
from analyzer.position.files.hands.piles import check_tricks, units_of
from analyzer.position.files.handshape import EarlierCardShape, LastTrickShape, PointsWritten, ResultKeys
from analyzer.position.files.reader import Reader
from analyzer.rules.play.table import Laid, Trick, winner
from analyzer.rules.score.deeds import HandReport, counts_all
from analyzer.rules.score.goals import points_text
from analyzer.rules.score.hand import HandFacts, course_of, sides_of
from analyzer.rules.spec.game import GameSpec, apply_contract
from analyzer.rules.spec.kinds.contracts import ContractAim
from analyzer.yamltree.node import nearest
from analyzer.yamltree.shapes import Text

_PAID_CARDS: Final = KeyUse(lambda _, game: game.payments is not None, ("grosstarock",))
_BONUSES: Final = KeyUse(
    lambda _, game: (game.difference_sheet or game.bonus_sheet or game.coefficients) is not None,
    ("tapp", "slovenian", "tarot"),
)
_LAST: Final = KeyUse(
    lambda _, game: any((game.payments, game.target, game.difference_sheet, game.bonus_sheet)),
    ("grosstarock", "french", "appel", "tapp", "slovenian", "tarot"),
)

RESULT_KEYS: Final[Mapping[str, KeyUse]] = {
    "during": _PAID_CARDS,
    **dict.fromkeys(("tricks", "last_trick"), _LAST),
    **dict.fromkeys(("trull", "slam"), TARGET_ONLY),
    **dict.fromkeys(
        ("bouts", "petit_au_bout", "poignee"),
        KeyUse(lambda _, game: game.coefficients is not None, ("tarot",)),
    ),
    **dict.fromkeys(("valat", "mond_lost", "mond_to"), SLOVENIAN_ONLY),
    "nil": KeyUse(
        lambda _, game: (game.nil or game.bonus_sheet) is not None,
        ("grosstarock", "slovenian"),
    ),
    "all-tricks": KeyUse(lambda _, game: game.difference_sheet is not None, ("tapp",)),
    "bonuses": _BONUSES,
}
"""The keys of a hand's result that only some games use."""

_NOBODY: Final = "none"
"""The word for a slam that nobody made."""
_TO: Final = "to"
"""The key for the winner of the trick in which a Mond was lost."""


def bonus_words(game: GameSpec) -> tuple[str, ...]:
    """Return the names of achievements beyond the contract in a game."""
    found = ["pagat"] if (game.difference_sheet or game.coefficients) is not None else []
    if game.bonus_sheet is not None:
        rule = game.bonus_sheet
        found += [each.name for each in (*rule.bonuses, rule.pagat, rule.mond)]
    return tuple(found)


def read_came(
    reader: Reader, shape: ResultKeys, told: HandFacts, useless: frozenset[str] = frozenset()
) -> HandReport:
    """Read the report of a finished hand; keys that the game does not use are left out."""
    return _Came(reader, shape, told, useless).read()


class _Came:
    """What a hand came to, being read."""

    def __init__(self, reader: Reader, shape: ResultKeys, told: HandFacts, useless: frozenset[str]) -> None:
        game = reader.rules.game
        self._reader, self._shape, self._told, self._useless = reader, shape, told, useless
        self._game, self._sides = game, sides_of(reader.rules.game, told, told.partner)

    def _uses(self, key: str) -> bool:
        return key not in self._useless

    def _named(self, key: str, told: Text | None) -> int | None:
        return self._reader.seat_of(told) if self._uses(key) else None

    def read(self) -> HandReport:
        shape = self._shape
        bonuses = dict(self._bonuses())
        early = tuple(self._early()) if self._uses("during") else ()
        lost, to = self._named("mond_lost", shape.mond_lost), self._named("mond_to", shape.mond_to)
        slam, valat = self._swept("slam", shape.slam), self._swept("valat", shape.valat)
        swept = [seat for seat in (slam, valat, bonuses.get("valat")) if seat is not None]
        return HandReport(
            units=dict(self._units()),
            tricks=dict(self._tricks()) if self._uses("tricks") else {},
            early=early,
            lost_to_any=frozenset(self._lost_to_any()) if early else frozenset(),
            last=self._last(shape.last_trick) if self._uses("last_trick") else None,
            swept=swept[0] if swept else None,
            no_sweep=any(map(self._not_swept, ("slam", "valat"))),
            nil=self._named("nil", shape.nil),
            all_tricks=self._named("all-tricks", shape.all_tricks),
            bonuses=bonuses,
            mond_lost=bonuses.get("mond-lost") if lost is None else lost,
            mond_to=bonuses.get(_TO) if to is None else to,
        )

    def _swept(self, key: str, told: Text | None) -> int | None:
        """Whose side won every trick: a player stands for it, and `true` for the declarer's."""
        if told is None or told in self._reader.players:
            return self._named(key, told)
        if isinstance(told.node.value, bool):
            return self._told.declarer if told.node.value and self._uses(key) else None
        return None if told.lower() == _NOBODY else self._named(key, told)

    def _not_swept(self, key: str) -> bool:
        """Whether it is told that no side won every trick."""
        node = self._shape.node.child(key)
        if node is None or node.torn:
            return False
        if isinstance(node.value, str):
            return node.value.lower() == _NOBODY and node.value not in self._reader.players
        return node.value is None or node.value is False

    def _seat(self, name: Text) -> int | None:
        """The seat that is named; `declarer` is the declarer where nobody is called so."""
        declarer = self._told.declarer
        if name == "declarer" and name not in self._reader.players and declarer is not None:
            return declarer
        return self._reader.seat(name, name.key_where)

    def _units(self) -> Iterator[tuple[int, int]]:
        """The points of each side that is told, in units."""
        found: dict[int, tuple[int, Text, int]] = {}
        for name, points in (self._shape.points or {}).items():
            seat = self._seat(name)
            units = None if seat is None else self._in_units(seat, name, points)
            if seat is None or units is None:
                continue
            side = self._sides.of[seat]
            if side in found and found[side][2] != units:
                message = say("the points of one side are given twice, and differ")
                self._reader.fault(name.key_where, message, say("expected each side once"))
            found.setdefault(side, (seat, name, units))
        self._check_sum([units for _, _, units in found.values()])
        yield from ((seat, units) for seat, _, units in found.values())

    def _in_units(self, seat: int, name: Text, points: PointsWritten) -> int | None:
        if points.value is None:
            return None
        node = self._shape.node.child("points")
        where = name.key_where if node is None else node.at((str(name),))
        return units_of(self._reader, seat, points.value, where)

    def _check_sum(self, units: list[int]) -> None:
        """A fault where the points of all sides are not those of the game."""
        if not counts_all(self._reader.rules.game, self._told):
            return
        piles, all_told = self._game.piles, len(units) == self._sides.count
        over, contract = sum(units) - piles.total, self._game.contract(self._told.contract)
        # Where everybody counts for himself, what is told may be rounded already.
        rounded = (
            contract is not None
            and contract.aim is ContractAim.FEWEST
            and not any(n % piles.unit for n in units)
        )
        near = piles.unit if rounded else 0
        if over > near or (all_told and abs(over) > near):
            whole = Decimal(points_text(Fraction(piles.total, piles.unit)))
            number = Decimal(points_text(Fraction(sum(units), piles.unit)))
            expected = say("expected {number} in all", number=whole)
            if not all_told:
                expected = say("expected at most {number}", number=whole)
            where = self._shape.key_place("points")
            self._reader.lack(
                where, say("{number} {number:point/points} in the piles", number=number), expected
            )

    def _tricks(self) -> Iterator[tuple[int, int]]:
        tricks: list[int | None] = [None] * len(self._reader.players)
        for seat, _, number in self._reader.values_by_seat(self._shape.tricks):
            tricks[seat] = number.value
        hand = self._reader.rules.table.hand_size
        check_tricks(self._reader, self._shape.key_place("tricks"), tricks, hand, 0)
        yield from ((seat, number) for seat, number in enumerate(tricks) if number is not None)

    def _bonuses(self) -> Iterator[tuple[str, int]]:
        known, mond = bonus_words(self._game), self._game.bonus_sheet
        whose: dict[str, int] = {}
        petit = self._named("petit_au_bout", self._shape.petit_au_bout)
        if petit is not None:
            yield "pagat", whose.setdefault("pagat", petit)
        for each in (self._uses("bonuses") and self._shape.bonuses) or ():
            for name, player in each.items():
                word = match_game_word(name, known, self._game)
                seat = self._reader.seat_of(player)
                if word == _TO and mond is not None and mond.mond.name in each:
                    known = (*known, _TO)
                if word not in known:
                    self._unknown(name, known)
                elif seat is not None:
                    self._check_whose(name, word, whose.setdefault(word, seat), seat)
                    yield word, whose[word]

    def _check_whose(self, name: Text, word: str, first: int, seat: int) -> None:
        """A fault for what only one player, or one side, can bring about, and is told of two."""
        sheet = self._game.bonus_sheet
        of_sides = () if sheet is None else [each.name for each in sheet.bonuses]
        own = self._sides.seats(self._sides.of[first]) if word in of_sides else (first,)
        if seat not in own:
            one, other = self._reader.who(first), self._reader.who(seat)
            message = say(
                "`{word}` is given for {one} and for {other}", word=Verbatim(word), one=one, other=other
            )
            self._reader.fault(name.key_where, message, say("expected it once"))

    def _unknown(self, name: Text, known: tuple[str, ...]) -> None:
        guess = nearest(name.strip().lower(), known)
        expected = say("there are {known}", known=Verbatim(", ".join(known)))
        if guess:
            expected = say("did you mean {word}?", word=Verbatim(guess))
        message = say("{word} is not said in this game", word=Verbatim(shown(name)))
        self._reader.fault(name.key_where, message, expected)

    def _early(self) -> Iterator[Trick]:
        """The tricks before the last in which cards brought something."""
        for each in self._shape.during or ():
            by = self._reader.seat_of(each.by) if each.has("by") else None
            told = [(key, cards) for key, cards in (("won", each.won), ("lost", each.lost)) if cards]
            if len(told) != 1:
                message = say("the file does not say whether a card won its trick or was lost")
                self._reader.lack(each.node.where, message, say("expected one of `won` and `lost`"))
                continue
            key, cards = told[0]
            card = self._one(cards)
            if by is not None and card is not None:
                to = by if key == "won" else self._taker(each, by)
                if to is not None:
                    yield Trick((Laid(by, card),), to)

    def _lost_to_any(self) -> Iterator[Card]:
        """The cards lost before the last trick, where nobody tells to whom."""
        for each in self._shape.during or ():
            if each.lost is not None and each.to is None:
                yield from each.lost.cards

    def _taker(self, each: EarlierCardShape, by: int) -> int | None:
        """Who won the trick that a card was lost in; where it may be a partner, it must be told."""
        if each.to is not None:
            to = self._reader.seat_of(each.to)
            if to == by:
                message = say("{player} loses a card to himself", player=self._reader.who(by))
                self._reader.fault(each.to.where, message, say("expected another player"))
                return None
            return to
        if len(self._sides.seats(self._sides.of[by])) > 1:
            message = say(
                "the file does not say who won the trick with the card of {player}",
                player=self._reader.who(by),
            )
            self._reader.lack(each.node.where, message, say("expected `to`"))
            return None
        return self._sides.others(self._sides.of[by])[0]

    def _one(self, cards: CardList) -> Card | None:
        check_cards(self._reader, [Pile(say("the trick"), cards.placed)])
        if cards.size != 1:
            self._reader.lack(cards.where, counted(cards.size), say("expected one card"))
        return cards.placed[0].card if cards.placed else None

    def _last(self, told: LastTrickShape | None) -> Trick | None:
        """The last trick, with those of its cards that are told."""
        if told is None:
            return None
        if told.cards is not None:
            return self._last_of_cards(told, told.cards)
        won = self._reader.seat_of(told.winner)
        if won is None:
            if not told.tells("winner"):
                message = say("a last trick that nobody wins")
                self._reader.lack(told.node.where, message, say("expected `winner`, or `lead` and `cards`"))
            return None
        laid = [] if told.with_ is None else [(won, self._one(told.with_))]
        for seat, name, cards in self._reader.values_by_seat(told.lost):
            if seat == won:
                message = say("{player} wins the trick and loses a card in it", player=self._reader.who(seat))
                self._reader.fault(name.key_where, message, say("expected another player"))
            laid.append((seat, self._one(cards)))
        return Trick(tuple(Laid(seat, card) for seat, card in laid if card is not None), won)

    def _last_of_cards(self, told: LastTrickShape, cards: CardList) -> Trick | None:
        lead, seats = self._reader.seat_of(told.lead), len(self._reader.players)
        check_cards(self._reader, [Pile(say("the trick"), cards.placed)])
        if cards.size != seats:
            message = say("the trick holds {number} {number:card/cards}", number=cards.size)
            expected = say("expected {seats}: a settled trick is complete", seats=seats)
            self._reader.lack(cards.where, message, expected)
        if lead is None:
            if not told.tells("lead"):
                message = say("the file does not say who led the trick")
                self._reader.lack(cards.where, message, say("expected `lead`"))
            return None
        if len(cards.placed) != seats:
            return None
        laid = tuple(Laid((lead + place) % seats, each.card) for place, each in enumerate(cards.placed))
        course = course_of(self._reader.rules.game, self._told, self._sides, fresh=False)
        won = winner(laid, apply_contract(self._reader.rules.game, self._told.contract), course, 1)
        if told.winner is not None and self._reader.seat_of(told.winner) not in (None, won):
            message = say("{player} wins the trick with these cards", player=self._reader.who(won))
            self._reader.fault(told.winner.where, message, say("expected no other winner"))
        return Trick(laid, won)
