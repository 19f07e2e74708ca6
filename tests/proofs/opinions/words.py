"""What Z3 says of words before the first lead: bids, purchases, calls and announcements, from the clauses.

Each opinion is held against what a dispute has found. Raises: Mismatch where the two differ.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

import z3
from proofs.formulas.announcing import (
    is_declared_rightly,
    may_announce,
    may_announce_misery,
    may_announce_pagat,
    may_say_kontra,
    may_show,
)
from proofs.formulas.auction import Auction, Spoken
from proofs.formulas.calling import CardPlaces, is_alone, is_partner, may_be_called
from proofs.formulas.purchase import may_be_bought
from proofs.opinions.payments import opinion_on_bought, opinion_on_brought

from analyzer.cards.card import DECK, Card
from analyzer.disputes.deal.announcement import WRONG, AnnouncementDispute, AnnouncementFinding, _declarations
from analyzer.disputes.deal.auction import BidDispute, BidFinding, CallDispute, CallFinding, _talon
from analyzer.disputes.deal.purchase import NOT_BOUGHT, PurchaseDispute, PurchaseFinding
from analyzer.disputes.findings import Finding
from analyzer.errors import cross_checked
from analyzer.proofs.smt import Holding, Number, SmtQuestion, Truth, every, make_holding, not_, same, some
from analyzer.rules.deal.auction import SLAM, bid_words, judge_auction
from analyzer.rules.score.hand import PASS, Bid, on_top_of
from analyzer.rules.score.opening import MISERIES, declared_trumps
from analyzer.rules.score.sheets import PAGAT_BONUS
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.contracts import ContractAim


def opinion_on_bid(finding: Finding) -> None:
    """Z3's word on every bid, on who speaks and who declares, and on what else could be said."""
    assert isinstance(finding, BidFinding)
    dispute = finding.dispute
    assert isinstance(dispute, BidDispute)
    game, seats, bids = dispute.spec, len(dispute.players), dispute.told.bids
    passes = {
        each.place: each.passes for each in judge_auction(game, dispute.players, dispute.deals, bids).wrong
    }
    kept: list[Spoken] = []
    for place, bid in enumerate(bids):
        allowed = Auction(game, dispute.deals, seats, kept).may_say(_spoken(game, bid))
        right = cross_checked(f"the bid {bid} at {place} of {bids}", place not in finding.wrong, allowed)
        if right or passes[place]:
            kept.append(_spoken(game, bid if allowed else Bid(bid.seat, PASS)))
    ended = Auction(game, dispute.deals, seats, kept)
    speaks = [seat for seat in range(seats) if ended.turn[seat] is True]
    cross_checked(f"who speaks after {bids}", [] if finding.to_speak is None else [finding.to_speak], speaks)
    if ended.over and ended.level != -1:
        holders = [seat for seat in range(seats) if ended.holder[seat] is True]
        cross_checked(f"who declares after {bids}", [finding.declarer], holders)
    _all_words(dispute, game, finding.nearest, min(finding.wrong, default=len(bids)))


def _spoken(game: GameSpec, bid: Bid) -> Spoken:
    """A bid for Z3; what is none in the game stands behind all its words."""
    words = bid_words(game)
    return Spoken(bid.seat, words.index(bid.says) if bid.says in words else len(words))


def _all_words(dispute: BidDispute, game: GameSpec, could_say: tuple[Bid, ...], number: int) -> None:
    """Whether anything else could be said after so many bids, said by whomever: a question that must fail."""
    words, seats, question = bid_words(game), len(dispute.players), SmtQuestion()
    said = []
    for place, bid in enumerate(dispute.told.bids[:number]):
        spoken, known = Spoken(z3.Int(f"seat.{place}"), z3.Int(f"word.{place}")), _spoken(game, bid)
        question.given(spoken.seat == known.seat, spoken.word == known.word)
        said.append(spoken)
    says = Spoken(z3.Int("seat"), z3.Int("word"))
    question.given(says.seat >= 0, says.seat < seats, says.word >= 0, says.word < len(words))
    engine = some(every((says.seat == bid.seat, says.word == words.index(bid.says))) for bid in could_say)
    formula = Auction(game, dispute.deals, seats, said).may_say(says)
    question.prove_never(f"{could_say} alone after {dispute.told.bids[:number]}", not_(same(formula, engine)))


def opinion_on_purchase(finding: Finding) -> None:
    """Hold the clauses that Z3 finds broken against the engine's."""
    assert isinstance(finding, PurchaseFinding)
    opinion_on_bought(finding)
    dispute = finding.dispute
    assert isinstance(dispute, PurchaseDispute)
    game, buying, question = dispute.rules.game, dispute.buying, SmtQuestion()
    assert game.purchase is not None
    refused = any(proof.statement == NOT_BOUGHT for proof in finding.proofs)
    engine = frozenset(each.clause for each in finding.violations) if refused else frozenset[str]()
    wanted = {each.wants for each in dispute.purchases}
    cards = sorted(wanted.union(each.gives for each in dispute.purchases if each.gives is not None))
    hands = [
        question.holding(f"{name} has", cards, hand)
        for name, hand in zip(dispute.players, buying.hands, strict=True)
    ]
    contract = game.contract(buying.contract)
    most = 0 if contract is None else contract.buys
    kept = may_be_bought(game.purchase, most, hands, buying.declarer, dispute.purchases, buying.laid_away)
    cross_checked(f"the purchases {dispute.purchases}", engine, _broken(question, kept))


def _broken(question: SmtQuestion, kept: Mapping[str, Truth]) -> frozenset[str]:
    """The clauses of which what keeps them cannot be; the others are kept for certain.

    Raises: Mismatch for a clause of which the facts leave that open; LimitReached.
    """
    found = frozenset(clause for clause, part in kept.items() if not question.possible((), part))
    for clause in kept.keys() - found:
        question.prove_never(f"whether {clause} is kept", not_(kept[clause]))
    return found


def opinion_on_call(finding: Finding) -> None:
    """Z3's word on the call and on the partner, wherever a card lies that is not told."""
    assert isinstance(finding, CallFinding)
    dispute = finding.dispute
    assert isinstance(dispute, CallDispute)
    game, card, question = dispute.rules.game, dispute.called, SmtQuestion()
    contract = game.contract(dispute.told.contract)
    own = (dispute.discard or ()) if dispute.dealer == dispute.declarer else ()
    kept = may_be_called(game, contract, card, _hand(dispute, game), make_holding(own, [card]))
    wrong = {clause for clause, held in kept.items() if not question.possible((), held)}
    cross_checked(f"calling {card} from {dispute.hands}", {each.clause for each in finding.violations}, wrong)
    places = _places(dispute, question, game)
    seats = range(len(dispute.players))
    dealer = _dealer(dispute, question)
    partners = [is_partner(game, seat, dispute.declarer, dealer, places) for seat in seats]
    lonely = is_alone(game, dispute.declarer, dealer, places)
    if dispute.told.partner is None:
        surely = [seat for seat in seats if not question.possible((), not_(partners[seat]))]
        cross_checked(f"the partner by {card}", [] if finding.partner is None else [finding.partner], surely)
        cross_checked(f"alone with {card}", finding.alone is True, not question.possible((), not_(lonely)))


def _hand(dispute: CallDispute, game: GameSpec) -> Holding:
    """The hand from which the card is called; a card may be in it or not where that is not told."""
    told, laid, taken = dispute.hands[dispute.declarer], dispute.discard or (), dispute.told.talon_taken
    contract = game.contract(dispute.told.contract)
    assert game.call is not None
    if told is not None and not (game.call.before_talon and (laid or taken)):
        return make_holding(told, [dispute.called])
    number = 0 if contract is None else contract.takes
    open_to = {*DECK} if told is None or len(laid) != number else {*told, *laid}
    whole = told is not None and len(laid) == len(taken) == number
    there: dict[Card, Truth] = {
        each: True if whole else z3.Bool(f"{each} is dealt") for each in sorted(open_to - taken)
    }
    return {**make_holding((), [dispute.called]), **there}


def _dealer(dispute: CallDispute, question: SmtQuestion) -> Number:
    """Who dealt; where nobody says, anybody."""
    if dispute.dealer is not None:
        return dispute.dealer
    dealer: Number = z3.Int("dealer")
    question.given(dealer >= 0, dealer < len(dispute.players))
    return dealer


def _places(dispute: CallDispute, question: SmtQuestion, game: GameSpec) -> CardPlaces:
    """Where the card can lie: in one place that is not told to be without it."""
    card = dispute.called

    def there(name: str, cards: Collection[Card] | None) -> Truth:
        found: Truth = z3.Bool(f"{name} has {card}")
        if cards is not None:
            question.given(found if card in cards else not_(found))
        return found

    hands = [there(name, hand) for name, hand in zip(dispute.players, dispute.hands, strict=True)]
    talon: Truth = False
    if game.declarer_takes:
        told = _talon(dispute)
        talon = there("talon", told if card in told or len(told) == dispute.rules.table.skat_size else None)
    places = CardPlaces(hands, talon, there("discard", dispute.discard))
    question.given(places.in_one())
    return places


def opinion_on_announcement(finding: Finding) -> None:
    """Hold Z3's word on what may be announced against the engine's."""
    assert isinstance(finding, AnnouncementFinding)
    opinion_on_brought(finding)
    dispute = finding.dispute
    assert isinstance(dispute, AnnouncementDispute)
    engine = all(proof.statement != WRONG for proof in finding.proofs)
    allowed = list(_allowed(dispute))
    cross_checked(f"what is announced in {dispute.told}", engine, all(each is True for each in allowed))


def _no_bonus(dispute: AnnouncementDispute) -> Iterator[Truth]:
    """No for each bonus that is announced where a contract counts its value alone."""
    game, told = dispute.game, dispute.told
    sheet, contract = game.bonus_sheet, game.contract(told.contract)
    alone = (ContractAim.NO_TRICK, ContractAim.EVERY_TRICK)
    if sheet is not None and contract is not None and contract.aim in alone:
        bonuses = {each.name for each in (*sheet.bonuses, sheet.pagat)}
        yield from (False for words in told.announced.values() for word in words if word in bonuses)


def _allowed(dispute: AnnouncementDispute) -> Iterator[Truth]:
    """Of each announcement whether it may be made."""
    game, told = dispute.game, dispute.told
    hands = [None if hand is None else make_holding(hand, DECK) for hand in dispute.hands]
    yield from _no_bonus(dispute)
    if game.shown is not None:
        for seat, words in told.announced.items():
            number = declared_trumps(words)
            if number is not None and seat not in dispute.shown:
                yield may_announce(game.shown, hands[seat], number)
        for seat, cards in dispute.shown.items():
            yield may_show(game.shown, hands[seat] or make_holding(cards, DECK), make_holding(cards, DECK))
    for seat, said in _declarations(dispute).items():
        hand = hands[seat]
        for place, each in enumerate(said if hand is not None else ()):
            assert hand is not None
            yield is_declared_rightly(dispute.rules, hand, each, said[:place])
    if game.slam is not None:
        announce_slam = (seat for seat, words in told.announced.items() if SLAM in words)
        yield from (told.declarer in (None, seat) for seat in announce_slam)
    yield from _misery_allowed(dispute)
    bid = game.contract(told.contract)
    for seat, words in told.announced.items():
        over = any(game.contract(word) is not None for word in words)
        yield not over or (told.declarer in (None, seat) and on_top_of(bid))
    if game.difference_sheet is not None:
        announces = [seat for seat, words in told.announced.items() if PAGAT_BONUS in words]
        yield from (may_announce_pagat(seat, told.declarer, hands[seat] or {}) for seat in announces)
        yield from (may_say_kontra(seat, told.declarer, bool(announces)) for seat in told.kontra)


def _misery_allowed(dispute: AnnouncementDispute) -> Iterator[Truth]:
    """Of each hand that is said to have no trump, or no court, whether it has none."""
    rules = dispute.game.misery
    if rules is None:
        return
    for seat, words in dispute.told.announced.items():
        hand = make_holding(dispute.hands[seat] or (), DECK)
        yield from (may_announce_misery(rules, hand, said) for said in MISERIES if said in words)
