"""The only judge of words and actions before the first lead: replay, score and disputes all use it.

An unknown hand is never held against its player. A word that may not be said is void: it brings nothing.

Source: clauses of the kinds auction, contracts, all-pass, slam-bid, call, purchase, trump-announcement and
kontra, and those of the discard and of declarations.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import Enum

from msgspec import field
from msgspec.structs import replace

from analyzer.cards.card import COURTS, DECK, FOOL, KINGS, Card
from analyzer.frozenrecord import Record
from analyzer.messages import Message, Name, say
from analyzer.rules.deal.auction import SLAM, AuctionResult, judge_auction
from analyzer.rules.deal.declarations import (
    declared_in_words,
    judge_declared,
    parse_declaration,
    rightly_declared,
    superfluous,
)
from analyzer.rules.deal.discard import judge_discard, laid_away
from analyzer.rules.deal.purchase import (
    Buying,
    judge_kontra,
    judge_misery,
    judge_pagat,
    judge_purchase_words,
    judge_purchases,
    judge_shown,
    judge_words,
    undone,
)
from analyzer.rules.score.hand import Declared, HandFacts, Purchase, on_top_of
from analyzer.rules.score.opening import declared_trumps
from analyzer.rules.spec.called import contract_name_message
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.bidding import Called, CallRules
from analyzer.rules.spec.kinds.contracts import Contract, ContractAim
from analyzer.rules.spec.kinds.target import VoidDeal
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import Violation


def judge_call(
    game: GameSpec,
    player: str,
    hand: Collection[Card] | None,
    card: Card,
    laid_away: Collection[Card] = (),
    contract: Contract | None = None,
    at_most: Collection[Card] | None = None,
) -> tuple[Violation, ...]:
    """Return the faults of calling a card with such a hand; empty if it may be called.

    None is an unknown hand; then it is a subset of the cards `at_most`, if they are given. `laid_away` are
    the cards that the declarer discarded, who is then the dealer.

    Raises: ValueError for a game in which no card is called.
    """
    rules = game.call
    if rules is None:
        raise ValueError("no card is called in this game")
    wrong = list(_wrong_card(rules, at_most if hand is None else hand, card))
    if contract is not None and contract.alone:
        text = say("{contract} is played without a partner", contract=contract_name_message(contract.name))
        wrong.append(Violation(contract.clause, (card,), text))
    if not rules.own and hand is not None and card in hand:
        text = say("{player} calls {card}, which he holds himself", player=Name(player), card=card)
        wrong.append(Violation(rules.clause, (card,), text))
    own = None if game.partner is None else game.partner.own_discard
    if own is not None and card in laid_away:
        text = say("{player} calls {card}, which he discarded himself", player=Name(player), card=card)
        wrong.append(Violation(own, (card,), text))
    return tuple(wrong)


def _wrong_card(rules: CallRules, hand: Collection[Card] | None, card: Card) -> Iterator[Violation]:
    """Yield the faults of a call: only a king, or a lower court by a player who holds all higher ones."""
    if rules.what is not Called.KING or card.is_king:
        return
    above = courts_above(rules, card)
    if rules.queen_clause is None or not above:
        yield Violation(rules.clause, (card,), say("{card} is not a king", card=card))
    elif hand is not None and not above <= set(hand):
        text = say("{card} may be called only by a player who holds all four kings", card=card)
        if above != {*KINGS}:
            text = say("{card} may be called only by a player who holds all courts above it", card=card)
        yield Violation(rules.queen_clause, (card,), text)


def courts_above(rules: CallRules, card: Card) -> frozenset[Card]:
    """Return the higher courts that a caller of a card must hold; empty for a card that is not called."""
    if not card.is_court or (card.face != "D" and not rules.further):
        return frozenset()
    higher = COURTS[: COURTS.index(card.face)]
    return frozenset(each for each in DECK if each.is_court and each.face in higher)


Hand = frozenset[Card] | None


class JudgedTopic(Enum):
    """The kinds of words and actions before the first lead."""

    DEAL = "deal"
    DISCARD = "discard"
    BID = "bid"
    CALL = "call"
    PURCHASE = "purchase"
    DECLARATION = "declaration"
    ANNOUNCEMENT = "announcement"
    KONTRA = "kontra"


class FactsBeforePlay(Record, frozen=True):
    """The facts of a hand before its first lead, by seat in order of play.

    None is an unknown hand.
    """

    names: Sequence[str]
    told: HandFacts
    hands: Sequence[Hand]
    """The hands that are played, after every exchange."""
    dealer: int | None = None
    before: Sequence[Hand] = ()
    """The hands before any exchange; empty if they follow from those that are played."""
    laid_away: frozenset[Card] = frozenset()
    """The discarded cards, as far as known."""
    declared: Mapping[int, Sequence[str]] = field(default_factory=dict)
    """Each player's declarations, in readable words."""
    shown: Mapping[int, frozenset[Card]] = field(default_factory=dict)
    """Each player's cards shown as trumps, if given."""

    @property
    def dealt(self) -> Sequence[Hand]:
        """The hands before any exchange."""
        known = [hand for hand in self.hands if hand is not None]
        if self.before or len(known) < len(self.hands):
            return self.before or self.hands
        return undone(known, self.told.declarer, self.told.purchases)


class BreachBeforePlay(Record, frozen=True):
    """A breach before the first lead: its player, its kind, and its word if there is one."""

    seat: int
    violation: Violation
    what: JudgedTopic
    word: str = ""


def judge_before_play(rules: RuleSet, facts: FactsBeforePlay) -> tuple[BreachBeforePlay, ...]:
    """Return every breach before the first lead, in the order of the actions."""
    game = rules.game
    if game.pots is not None:
        return ()
    return (
        *_void(game, facts),
        *_discard(rules, game, facts),
        *_bidding(game, facts),
        *_call(game, facts),
        *_purchases(game, facts),
        *_declared(rules, facts),
        *_announced(game, facts),
    )


def standing(rules: RuleSet, facts: FactsBeforePlay, wrong: Sequence[BreachBeforePlay]) -> HandFacts:
    """Return the facts of a hand without the void words, and with its correct declarations."""
    void = {(each.seat, each.word) for each in wrong if each.what is JudgedTopic.ANNOUNCEMENT}
    kontra = {each.seat for each in wrong if each.what is JudgedTopic.KONTRA}
    announced = {
        seat: tuple(word for word in words if (seat, word) not in void)
        for seat, words in facts.told.announced.items()
    }
    told = replace(facts.told, announced=announced, kontra=facts.told.kontra - kontra)
    return replace(told, declared=_rightly(rules, facts)) if facts.declared else told


def maker_of(game: GameSpec, told: HandFacts, dealer: int | None) -> int | None:
    """Return the seat that discards, before anything is bought."""
    return told.declarer if game.declarer_takes else dealer


def _discard(rules: RuleSet, game: GameSpec, facts: FactsBeforePlay) -> Iterator[BreachBeforePlay]:
    maker = maker_of(game, facts.told, facts.dealer)
    hand, away = None if maker is None else facts.dealt[maker], facts.laid_away
    whole = hand is not None and len(hand) == rules.table.hand_size and len(away) in laid_away(rules)
    if maker is not None and hand is not None and whole and away:
        for each in judge_discard(rules, hand | away, away).violations:
            yield BreachBeforePlay(maker, each, JudgedTopic.DISCARD)


def _bidding(game: GameSpec, facts: FactsBeforePlay) -> Iterator[BreachBeforePlay]:
    """Yield the faults of the bids, and a contract that does not follow from them."""
    told = facts.told
    if game.auction is None or facts.dealer is None:
        return
    if not told.bids:
        yield from _unbid(game, facts, facts.dealer)
        return
    result = judge_auction(game, facts.names, facts.dealer, told.bids)
    for each in result.wrong:
        bid = told.bids[each.place]
        yield BreachBeforePlay(bid.seat, each.violation, JudgedTopic.BID, bid.says)
    if told.contract is None or result.wrong:
        return
    seat, clause = facts.dealer if told.declarer is None else told.declarer, game.auction.clause
    if result.to_speak is not None:
        player = Name(facts.names[result.to_speak])
        text = say("{player} has not spoken yet", player=player)
        yield BreachBeforePlay(result.to_speak, Violation(clause, (), text), JudgedTopic.BID)
    elif (result.contract, result.declarer) != (told.contract, told.declarer):
        yield BreachBeforePlay(seat, Violation(clause, (), _other_result(result, facts)), JudgedTopic.BID)


def _unbid(game: GameSpec, facts: FactsBeforePlay, dealer: int) -> Iterator[BreachBeforePlay]:
    """Yield a contract that the dealer should play after everybody passed, but another player has played."""
    told, rule = facts.told, game.all_pass
    contract = None if rule is None or rule.plays != told.contract else game.contract(told.contract)
    if (
        rule is None
        or contract is None
        or told.declarer in (None, dealer)
        or contract.aim is ContractAim.FEWEST
    ):
        return
    word, player = contract_name_message(contract.name), Name(facts.names[dealer])
    text = say("{contract} is played by the dealer, {player}", contract=word, player=player)
    yield BreachBeforePlay(told.declarer, Violation(rule.clause, (), text), JudgedTopic.BID)


def _other_result(result: AuctionResult, facts: FactsBeforePlay) -> Message:
    if result.contract is None:
        return say("everybody passed, and nothing is played")
    contract = contract_name_message(result.contract)
    if result.declarer is None:
        return say("by the bids {contract} is played", contract=contract)
    player = Name(facts.names[result.declarer])
    return say("by the bids {player} plays {contract}", player=player, contract=contract)


def _call(game: GameSpec, facts: FactsBeforePlay) -> Iterator[BreachBeforePlay]:
    told, seat = facts.told, facts.told.declarer
    if game.call is None or told.called is None or seat is None:
        return
    own = facts.laid_away if seat == facts.dealer else frozenset()
    contract, hand, at_most = game.contract(told.contract), facts.dealt[seat], None
    if game.call.before_talon and hand is not None:
        at_most = dealt_of(hand, facts.laid_away, told.talon_taken, contract)
        hand = _before_talon(facts, hand, contract)
    for each in judge_call(game, facts.names[seat], hand, told.called, own, contract, at_most):
        yield BreachBeforePlay(seat, each, JudgedTopic.CALL)


def _before_talon(facts: FactsBeforePlay, hand: frozenset[Card], contract: Contract | None) -> Hand:
    """Return the declarer's hand as it was dealt; None if the cards taken up are given in part.

    If nothing is given about them, the hand is taken as it was before them.
    """
    taken, laid = facts.told.talon_taken, facts.laid_away
    if not (taken or laid):
        return hand
    return dealt_of(hand, laid, taken, contract) if len(taken) == len(laid) else None


def dealt_of(
    hand: frozenset[Card], laid_away: frozenset[Card], taken: frozenset[Card], contract: Contract | None
) -> Hand:
    """Return all cards that the declarer can have been dealt; None if the discard is given in part.

    They are more than were dealt if only some of the cards taken up are given.
    """
    number = 0 if contract is None else contract.takes
    return (hand | laid_away) - taken if len(laid_away) == number else None


def _void(game: GameSpec, facts: FactsBeforePlay) -> Iterator[BreachBeforePlay]:
    """Yield a hand that makes the deal void, and that was still played."""
    rule, told = game.void_deal, facts.told
    for seat, hand in enumerate(facts.dealt if rule is not None else ()):
        dealt = hand
        if hand is not None and seat == told.declarer and game.declarer_takes:
            dealt = _before_talon(facts, hand, game.contract(told.contract))
        if rule is not None and dealt is not None and is_void(rule, dealt):
            player = Name(facts.names[seat])
            text = say(
                "{player} was dealt {card} as the only trump; the cards are redealt",
                player=player,
                card=rule.only,
            )
            yield BreachBeforePlay(seat, Violation(rule.clause, (rule.only,), text), JudgedTopic.DEAL)


def is_void(rule: VoidDeal, hand: frozenset[Card]) -> bool:
    """Return True if a deal is void because of a hand."""
    beside = any(card.suit is rule.suit for card in hand - {rule.only})
    return rule.only in hand and not beside and not (rule.fool_counts and FOOL in hand)


def _purchases(game: GameSpec, facts: FactsBeforePlay) -> Iterator[BreachBeforePlay]:
    told, seat = facts.told, facts.told.declarer
    if game.purchase is None or seat is None or told.contract is None or not told.purchases:
        return
    hands = _assumed(facts.dealt, seat, told.purchases)
    buying = Buying(seat, told.contract, hands, facts.names, facts.laid_away)
    for each in judge_purchases(game, buying, told.purchases):
        yield BreachBeforePlay(seat, each, JudgedTopic.PURCHASE)


def _assumed(
    hands: Sequence[Hand], declarer: int, purchases: Sequence[Purchase]
) -> Sequence[frozenset[Card]]:
    """Return the hands; an unknown one holds the cards bought from it or given from it."""
    found = []
    for seat, hand in enumerate(hands):
        wanted = {each.wants for each in purchases if each.holder == seat}
        given = {each.gives for each in purchases if each.gives is not None and seat == declarer}
        found.append(frozenset(wanted | given) if hand is None else hand)
    return found


def _declared(rules: RuleSet, facts: FactsBeforePlay) -> Iterator[BreachBeforePlay]:
    for seat, texts in facts.declared.items():
        hand, parsed = facts.hands[seat], (parse_declaration(text, rules) for text in texts)
        said = [each for each in parsed if each is not None]
        player = facts.names[seat]
        wrong = superfluous(player, said) if hand is None else judge_declared(rules, player, hand, said)
        for each in wrong:
            yield BreachBeforePlay(seat, each, JudgedTopic.DECLARATION)


def _rightly(rules: RuleSet, facts: FactsBeforePlay) -> dict[int, tuple[Declared, ...]]:
    """Return the declarations that are held, by seat."""
    found = {}
    for seat, texts in facts.declared.items():
        read = [(text, each) for text in texts if (each := parse_declaration(text, rules)) is not None]
        hand = facts.hands[seat]
        right = [True] * len(read)
        if hand is not None:
            right = list(rightly_declared(rules, hand, [each for _, each in read]))
        found[seat] = [text for (text, _), holds in zip(read, right, strict=True) if holds]
    return dict(declared_in_words(rules, found))


def _announced(game: GameSpec, facts: FactsBeforePlay) -> Iterator[BreachBeforePlay]:
    told, names = facts.told, facts.names
    for seat in dict.fromkeys((*told.announced, *facts.shown)) if game.shown is not None else ():
        yield from _trumps_shown(game, facts, seat)
    for seat, words in told.announced.items():
        slam, may = game.slam, told.declarer in (None, seat)
        if slam is not None and SLAM in words and not may:
            text = say("{player} announces a slam and does not declare", player=Name(names[seat]))
            yield BreachBeforePlay(seat, Violation(slam.clause, (), text), JudgedTopic.ANNOUNCEMENT, SLAM)
        hand = facts.hands[seat]
        if game.misery is not None and hand is not None:
            for word, each in judge_misery(game.misery, names[seat], hand, words):
                yield BreachBeforePlay(seat, each, JudgedTopic.ANNOUNCEMENT, word)
    yield from _announced_on_top(game, facts)
    yield from _no_bonus(game, facts)
    if game.difference_sheet is not None:
        for seat, each in judge_pagat(game.difference_sheet, names, told, facts.hands):
            yield BreachBeforePlay(seat, each, JudgedTopic.ANNOUNCEMENT, "pagat")
        for seat, each in judge_kontra(game.difference_sheet, names, told):
            yield BreachBeforePlay(seat, each, JudgedTopic.KONTRA)


def _no_bonus(game: GameSpec, facts: FactsBeforePlay) -> Iterator[BreachBeforePlay]:
    """Yield a bonus that was announced although the contract counts only its own value."""
    sheet, bid = game.bonus_sheet, game.contract(facts.told.contract)
    if sheet is None or bid is None or bid.aim in (ContractAim.POINTS, ContractAim.FEWEST):
        return
    names = {each.name for each in (*sheet.bonuses, sheet.pagat)}
    for seat, words in facts.told.announced.items():
        for word in (each for each in words if each in names):
            text = say(
                "{player} announces {bonus} in {contract}, in which no bonus counts",
                player=Name(facts.names[seat]),
                bonus=contract_name_message(word),
                contract=contract_name_message(bid.name),
            )
            yield BreachBeforePlay(seat, Violation(sheet.flat, (), text), JudgedTopic.ANNOUNCEMENT, word)


def _announced_on_top(game: GameSpec, facts: FactsBeforePlay) -> Iterator[BreachBeforePlay]:
    """Yield the faults of a contract that was announced on top of the one that is played."""
    told, bid = facts.told, game.contract(facts.told.contract)
    clause = "" if game.tricks is None else game.tricks.colour_clause
    for seat, words in told.announced.items():
        for word in (each for each in words if game.contract(each) is not None):
            player, contract = Name(facts.names[seat]), contract_name_message(word)
            if told.declarer not in (None, seat):
                text = say(
                    "{player} announces {contract} and does not declare", player=player, contract=contract
                )
                yield BreachBeforePlay(seat, Violation(clause, (), text), JudgedTopic.ANNOUNCEMENT, word)
            elif bid is not None and not on_top_of(bid):
                text = say(
                    "{contract} is announced on top of a game of points, and {bid} is not one",
                    contract=contract,
                    bid=contract_name_message(bid.name),
                )
                yield BreachBeforePlay(seat, Violation(clause, (), text), JudgedTopic.ANNOUNCEMENT, word)


def _trumps_shown(game: GameSpec, facts: FactsBeforePlay, seat: int) -> Iterator[BreachBeforePlay]:
    rules, player, hand = game.shown, facts.names[seat], facts.hands[seat]
    cards, words = facts.shown.get(seat), facts.told.announced.get(seat, ())
    number, wrong = declared_trumps(words), tuple[Violation, ...]()
    assert rules is not None
    if cards is not None:
        wrong = judge_shown(rules, player, cards if hand is None else hand, cards)
    elif number is not None:
        wrong = judge_purchase_words(rules, player, hand, number)
    for each in wrong:
        yield BreachBeforePlay(
            seat, each, JudgedTopic.ANNOUNCEMENT, "" if number is None else f"{number} trumps"
        )
    for word, each in judge_words(rules, player, words):
        yield BreachBeforePlay(seat, each, JudgedTopic.ANNOUNCEMENT, word)
