"""The score of one hand of an evening, with pots or by contract."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from analyzer.cards.card import Card
from analyzer.errors import Fault, InvalidFile
from analyzer.evenings.model import (
    CarriedOver,
    ContractHand,
    Evening,
    Fined,
    HandScore,
    HandSeats,
    PlayedHandShape,
    PotHand,
    RecordedHand,
)
from analyzer.messages import Message, Name, Verbatim, listed, say
from analyzer.position.files.hands.contract import read_contract_facts
from analyzer.position.files.hands.deal import check_came, check_facts
from analyzer.position.files.hands.result import read_came
from analyzer.position.files.hands.unknown import read_declarations
from analyzer.position.files.reader import Reader
from analyzer.position.model import Position
from analyzer.position.replay.books import applied_in
from analyzer.position.replay.replay import replay
from analyzer.rules.actions import Sides
from analyzer.rules.book import Book, Score, Transfer
from analyzer.rules.deal.auction import judge_auction
from analyzer.rules.deal.declarations import (
    Declaration,
    left_unsaid,
    parse_declaration,
    settle_declarations,
    superfluous,
)
from analyzer.rules.deal.judge import BreachBeforePlay, FactsBeforePlay, judge_before_play, standing
from analyzer.rules.facts.finished import collect_hand_facts
from analyzer.rules.irregularities import WRONG_DECLARATIONS, Moment, fine_for, settle_fine
from analyzer.rules.play.table import Laid, Trick
from analyzer.rules.score.deeds import compute_result
from analyzer.rules.score.hand import HandFacts, HandResult, Outcome
from analyzer.rules.score.payments import TOUT, outcome_of, pay_for_dealing, pay_trick
from analyzer.rules.score.steps import (
    counts,
    in_count,
    in_early_trick,
    in_last_trick,
    is_counted,
    open_hand,
    score_hand,
)
from analyzer.rules.session import seating, start_pots
from analyzer.rules.spec.bearing import Occurrences, Topic, bearing, merge_occurrences
from analyzer.rules.spec.called import contract_name_message
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.contracts import ContractAim
from analyzer.rules.spec.kinds.paying import When
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import Violation

# The score of a hand of an evening, by the seats of the table: what both ways of telling one end in.


def founded(evening: Evening, lying: CarriedOver) -> Book:
    """A book in which the pots are founded if the game has any and they are not yet."""
    at_table, rules = len(evening.players), evening.rules
    book = Book(at_table, lying.pots)
    if lying.pots is None and rules.game.pots is not None:
        start_pots(rules, book, at_table, out_place(rules, at_table))
    return book


def out_place(rules: RuleSet, at_table: int) -> int | None:
    """The place of who sits out, among the seats of a hand."""
    return at_table - 1 if at_table > rules.table.players else None


def score_recorded(evening: Evening, number: int, hand: RecordedHand, lying: CarriedOver) -> HandScore:
    """The score of a hand that is recorded, as it was played.

    Raises: IllegalMove, Invalid for a hand that cannot be played by these rules.
    """
    rules, players, before = evening.rules, evening.players, founded(evening, lying)
    seats = seating(rules, hand.dealer, len(players))
    place = out_place(rules, len(players))
    own = tuple(map(players.index, hand.position.players)) + (() if place is None else (seats[place],))
    radli = {place: lying.radli[seat] for place, seat in enumerate(own) if seat in lying.radli}
    lies_there: dict[str, Any] = {"told": replace(hand.position.told, pools=lying.pools, radli=radli)}
    if rules.game.pots is not None:
        out = None if place is None else players[seats[place]]
        lies_there = {"pots": before.pots, "count": True, "sitting_out": out}
    position = Position.from_setting(hand.position.changed(rules=rules, lines=(hand.line,), **lies_there))
    played = replay(position, hand.line)
    void = next((each.violation for each in played.judged.offences if each.voids and not each.late), None)
    if void is not None:
        return score_void(evening, number, hand.dealer, void.text, lying, played.violations)
    outcome = played.outcome
    entries: list[Transfer | Score] = [*played.transfers, *played.scores]
    radli = {own[place]: held for place, held in played.radli.items()}
    lying = replace(lying, pools=played.pools, radli=radli)
    return scored(
        evening,
        lying,
        [*(each.among(seats) for each in before.transfers), *(each.among(own) for each in entries)],
        number=number,
        dealer=hand.dealer,
        outcome=None if outcome is None else outcome.among(own),
        applied=applied_in(position, played),
        violations=played.violations,
        last_trick=own[played.tricks[-1].winner or 0] if played.complete and played.tricks else None,
    )


def score_void(
    evening: Evening,
    number: int,
    dealer: int,
    reason: Message,
    lying: CarriedOver,
    wrong: Iterable[Violation] = (),
) -> HandScore:
    """The score of a deal that was void: nothing is due but the founding of the pots, if they are not yet."""
    rules, book = evening.rules, founded(evening, lying)
    topics = {Topic.MISDEAL, Topic.FOUNDED} if len(book.transfers) else {Topic.MISDEAL}
    void = rules.game.void_deal
    clauses = bearing(rules, Occurrences(frozenset(topics))) + (() if void is None else (void.clause,))
    seats = seating(rules, dealer, len(evening.players))
    paid = [each.among(seats) for each in book.transfers]
    return scored(
        evening,
        lying,
        paid,
        number=number,
        dealer=dealer,
        outcome=None,
        applied=clauses,
        violations=tuple(wrong),
        void=reason,
    )


def scored(
    evening: Evening, lying: CarriedOver, entries: Iterable[Transfer | Score], *, dealer: int, **told: Any
) -> HandScore:
    """The score of what is paid and written between the seats of the table, entered and added up.

    `lying` are the pots before the hand, and the pools and radli after it.
    """
    rules, at_table = evening.rules, len(evening.players)
    book, game, place = Book(at_table, lying.pots), rules.game, out_place(rules, at_table)
    for each in entries:
        book.enter(each)
    return HandScore(
        dealer=dealer,
        out=None if place is None else seating(rules, dealer, at_table)[place],
        transfers=book.transfers,
        scores=book.scores,
        amounts=book.sheet if game.on_a_sheet else book.tokens,
        lying=replace(lying, pots=book.pots) if game.pots is not None else lying,
        pots_change=book.pot_changes,
        **told,
    )


# The score of a hand in a game with pots: told in words.
#
# Whatever is paid is entered by the rules themselves; here the facts are put in the form they ask for. In a
# hand of its own the dealer is the first seat, and who sits out the last.


def score_pot_hand(evening: Evening, number: int, hand: PotHand, lying: CarriedOver) -> HandScore:
    """The score of a hand that is told in words.

    Raises: InvalidFile where the rules ask for points that nobody tells.
    """
    seats = seating(evening.rules, hand.dealer, len(evening.players))
    book = founded(evening, lying)
    told = _ToldHand(evening, hand, seats, book)
    outcome = told.settle()
    return scored(
        evening,
        lying,
        [each.among(seats) for each in book.transfers],
        number=number,
        dealer=hand.dealer,
        outcome=None if outcome is None else outcome.among(seats),
        applied=told.applied(),
        violations=tuple(told.violations()),
        last_trick=hand.tout if hand.last is None else hand.last.winner,
    )


class _ToldHand:
    """A hand that is told in words, on its way into a book."""

    def __init__(self, evening: Evening, hand: PotHand, seats: Sequence[int], book: Book) -> None:
        self._evening, self._rules, self._hand, self._book = evening, evening.rules, hand, book
        self._spec, self._place = evening.rules.game, {seat: place for place, seat in enumerate(seats)}
        self._out = out_place(evening.rules, len(seats)) is not None
        self._topics = {Topic.FOUNDED} if len(book.transfers) else set[Topic]()
        self._came: list[Occurrences] = []
        self._fined: list[str] = []

    def settle(self) -> Outcome | None:
        """Enter everything that is paid, in the order in which it is; None for a hand that was given up."""
        pay_for_dealing(self._spec, 0, self._book)
        self._declare()
        for trick in self._early():
            pay_trick(self._spec, Sides.alone(self._spec.table.players), trick, self._book)
            self._came.append(in_early_trick(trick))
        late = [each for each in self._hand.fines if each.found is Moment.AFTER_PAYMENTS]
        self._fine(each for each in self._hand.fines if each not in late)
        outcome = None if self._hand.given_up else self._end()
        self._fine(late)
        return outcome

    def _fine(self, fines: Iterable[Fined]) -> None:
        """Pay what was done wrong into the pots."""
        for each in fines:
            fine = fine_for(self._rules, each.name, each.category, each.found)
            settle_fine(fine, self._place[each.by], self._book)
            self._fined += fine.clauses

    def applied(self) -> tuple[str, ...]:
        """The clauses that the hand was settled by."""
        self._topics |= {Topic.DEALER_PAYS} | (
            {Topic.SITTING_OUT} if self._out and self._founding() else set()
        )
        came = merge_occurrences([Occurrences(frozenset(self._topics)), *self._came])
        return tuple(dict.fromkeys((*self._book.clauses, *self._fined, *bearing(self._rules, came))))

    def _founding(self) -> bool:
        clauses = {self._spec.the_pots.accounts.start.clause, self._spec.the_pots.accounts.refill.clause}
        return not clauses.isdisjoint(self._book.clauses)

    def _parse_declarations(self) -> dict[int, list[Declaration]]:
        """What each declared, by seat at the table; nothing for a pass."""
        return {
            seat: [each for text in texts if (each := parse_declaration(text, self._rules)) is not None]
            for seat, texts in self._hand.declared.items()
        }

    def violations(self) -> Iterator[Violation]:
        """What had to be declared by what was; a player who was fined for his words is told of once."""
        fined = {each.by for each in self._hand.fines if each.name in WRONG_DECLARATIONS}
        for seat, said in self._parse_declarations().items():
            yield from superfluous(self._evening.players[seat], said) if seat not in fined else ()
            for each in left_unsaid(self._rules, said) if seat not in fined else ():
                text = say(
                    "{player} declared {said}, and so had to declare {required}",
                    player=Name(self._evening.players[seat]),
                    said=listed(one.message for one in said),
                    required=each.message,
                )
                yield Violation(each.clause, tuple(sorted(each.cards)), text)

    def _declare(self) -> None:
        parsed = {self._place[seat]: said for seat, said in self._parse_declarations().items()}
        settle_declarations(self._rules, parsed, self._book, 0)
        self._topics |= {Topic.DECLARING} if any(parsed.values()) else set()
        self._topics |= {Topic.PASS} if any(not each for each in parsed.values()) else set()
        cards = [card for said in parsed.values() for each in said for card in each.cards]
        self._topics |= {Topic.SHARED} if len(cards) > len({*cards}) else set()

    def _early(self) -> Iterator[Trick]:
        players = self._spec.table.players
        for fate in self._hand.during:
            by = self._place[fate.by]
            yield Trick((Laid(by, fate.card),), by if fate.won else (by + 1) % players)

    def _end(self) -> Outcome:
        hand, spec, book = self._hand, self._spec, self._book
        trick, before = self._last(), len(book.transfers)
        announced = {0: (TOUT,)} if hand.failed_tout else {}
        came = HandResult(
            seats=spec.table.players,
            sides=Sides.alone(spec.table.players),
            told=HandFacts(announced=announced),
            dealer=0,
            tricks=self._tricks(),
            last=trick,
            out=self._out,
        )
        counted = is_counted(spec, outcome_of(spec, came))
        outcome = score_hand(spec, replace(came, units=self._points() if counted else ()), book).outcome
        paid = book.transfers[before:]
        self._came.append(in_last_trick(spec, trick, outcome, paid, sitting_out=self._out))
        if (
            outcome.failed_tout is not None
            and any(hand.declared.values())
            and not spec.the_pots.failed_tout.ultimo
        ):
            self._topics.add(Topic.FAILED_TOUT_DECLARED)
        self._came.append(in_count(outcome, None, counted=counted))
        return outcome

    def _last(self) -> Trick:
        """The last trick, with those of its cards that are told; a card that is not is a plain one."""
        last, plain = self._hand.last, _ordinary(self._spec)
        if last is None:
            # Who won a Tout won it; after a Nolo it brings nothing, whoever did.
            winner = self._place[self._hand.tout] if self._hand.tout is not None else self._not_nolo()
            return Trick((Laid(winner, plain),), winner)
        winner = self._place[last.winner]
        lost = [Laid(self._place[seat], card) for seat, card in last.lost.items()]
        return Trick((Laid(winner, last.card or plain), *lost), winner)

    def _not_nolo(self) -> int:
        nolo = None if self._hand.nolo is None else self._place[self._hand.nolo]
        return next(place for place in range(self._spec.table.players) if place != nolo)

    def _tricks(self) -> tuple[int, ...]:
        """The tricks of each place, as far as Tout and Nolo tell; everybody else has won some."""
        players, hand = range(self._spec.table.players), self._hand
        if hand.tout is not None:
            return tuple(self._spec.table.hand_size * (place == self._place[hand.tout]) for place in players)
        nolo = None if hand.nolo is None else self._place[hand.nolo]
        return tuple(int(place != nolo) for place in players)

    def _points(self) -> tuple[int, ...]:
        """The points of each place; nobody asks for those of a player who does not count."""
        spec, told = self._spec, {self._place[seat]: each for seat, each in self._hand.points.items()}
        players = range(spec.table.players)
        left = spec.piles.total - sum(told.values())
        lacking = [place for place in players if place not in told]
        if len(lacking) > 1:
            asked = [place for place in lacking if counts(spec, place, 0)]
            if asked:
                raise InvalidFile([self._lack(place) for place in asked])
        return tuple(told.get(place, left) for place in players)

    def _lack(self, place: int) -> Fault:
        who = Name(self._evening.players[next(seat for seat, own in self._place.items() if own == place)])
        told = say("`points` lacks those of {player}", player=who)
        missing = told if self._hand.points else say("`points` is missing")
        expected = say("expected the points of {player}, who counts", player=who)
        return Fault(missing, expected, self._hand.where)


def _ordinary(spec: GameSpec) -> Card:
    """A card of which nothing hangs whether it wins the last trick or not."""
    return next(
        card
        for card in spec.table.deck
        if not card.is_fool and spec.prize(card) is None and not spec.due(When.BAGUD, card)
    )


# A hand of a game of card points that is told in words: read, and scored.


def read_contract_hand(seats: HandSeats, shape: PlayedHandShape, idle: frozenset[str]) -> ContractHand:
    """What a file tells of a hand; a fault for everything that cannot be, and that is missing."""
    reader, sound = seats.reader, len(seats.reader.notes.faults)
    game = reader.rules.game
    told = read_contract_facts(reader, shape, idle)
    told, passed_out = _after_auction(seats, shape, game, told)
    if sound == len(reader.notes.faults):
        _check_words(reader, shape, game, told)
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
        came = derive_hand_result(reader.rules, hand)
        check_came(reader, hand.where, came)
        contract = game.contract(told.contract)
        if not came.thrown_in and (contract is None or contract.played):
            facts = collect_hand_facts(
                reader.rules, reader.players, told, hand.report, hand.declared, seats.dealer
            )
            check_facts(reader, shape.node, *facts)
    return hand


def derive_hand_result(rules: RuleSet, hand: ContractHand) -> HandResult:
    """What a hand that is told in words has come to.

    One whose contract may be thrown in was, where nobody tells any points.
    """
    game = rules.game
    thrown_in = game.throws_in(hand.told.contract) and not hand.report.units
    told = standing(rules, facts_before(rules, hand), wrong_before(rules, hand))
    return compute_result(rules.game, told, hand.report, dealer=hand.dealer, thrown_in=thrown_in)


def facts_before(rules: RuleSet, hand: ContractHand, names: Sequence[str] = ()) -> FactsBeforePlay:
    """What is told of the time before the first lead; the hands are not."""
    seats = range(rules.table.players)
    players = names or tuple(map(str, seats))
    return FactsBeforePlay(players, hand.told, (None,) * len(seats), hand.dealer, declared=hand.declared)


def wrong_before(
    rules: RuleSet, hand: ContractHand, names: Sequence[str] = ()
) -> tuple[BreachBeforePlay, ...]:
    """What was against the rules before the first lead, by what is told."""
    return judge_before_play(rules, facts_before(rules, hand, names))


def _after_auction(
    seats: HandSeats, shape: PlayedHandShape, game: GameSpec, told: HandFacts
) -> tuple[HandFacts, bool]:
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


def _check_words(reader: Reader, shape: PlayedHandShape, game: GameSpec, told: HandFacts) -> None:
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
        expected = say("expected who plays {contract}", contract=contract_name_message(contract.name))
        reader.lack(shape.node.where, say("`{key}` is missing", key=Verbatim("declarer")), expected)
        return
    if contract.alone and told.partner not in (None, told.declarer) and shape.partner is not None:
        message = say("a partner in {contract}", contract=contract_name_message(contract.name))
        reader.fault(shape.partner.where, message, say("expected none: it is played alone"))
    if not contract.alone and told.partner is None and not shape.tells("partner") and contract.played:
        expected = say("expected the declarer's partner, or himself where he has none")
        reader.lack(shape.node.where, say("`{key}` is missing", key=Verbatim("partner")), expected)


def score_contract_hand(evening: Evening, number: int, hand: ContractHand, lying: CarriedOver) -> HandScore:
    """The score of a hand that is told in words."""
    game, seats = evening.rules.game, len(evening.players)
    came, book = derive_hand_result(evening.rules, hand), Book(seats)
    came = replace(came, told=replace(came.told, pools=lying.pools, radli=lying.radli))
    found = open_hand(game, came, book)
    applied = list(found.applied)
    if not hand.passed_out:
        came = replace(came, told=replace(came.told, pools=found.pools))
        for trick in hand.report.early:
            applied += pay_trick(game, came.sides, trick, book)
        found = score_hand(game, came, book)
        applied += [*found.applied, *bearing(evening.rules, Occurrences(frozenset({Topic.COUNT})))]
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
