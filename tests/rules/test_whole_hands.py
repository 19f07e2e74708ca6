"""Whole hands, dealt and played at random in every rule set: nothing is lost, everything adds up."""

import random

from hypothesis import given
from hypothesis import strategies as st
from piling import points_of_trick
from rulesets import DANISH_RULES
from table_play import over

from analyzer.cards.card import DECK, FOOL
from analyzer.rules.book import Book, unmatched
from analyzer.rules.deal.declarations import dealer_declarations, declarations_of, settle_declarations
from analyzer.rules.deal.discard import legal_discards
from analyzer.rules.play.table import Table
from analyzer.rules.score.payments import pay_for_dealing, settle_early
from analyzer.rules.score.steps import points_of_skat, score_hand
from analyzer.rules.session import start_pots
from analyzer.rules.spec.shipped import load_ruleset


def dealt(rng, rules):
    """The hands after the discard and the skat; the dealer is seat 2, so that seat 0 leads."""
    pack = list(DECK)
    rng.shuffle(pack)
    before = frozenset(pack[:28])
    legal = list(legal_discards(rules, before))
    skat = rng.choice(legal)
    return (frozenset(pack[28:53]), frozenset(pack[53:]), before - skat), skat


def played(rng, rules, hands, skat, book):
    """The points and tricks of each seat of a hand that is played at random, and settled."""
    table, points, tricks = Table(rules.game, hands, 0), [0, 0, 0], [0, 0, 0]
    points[2] += points_of_skat(rules.game, skat)
    while True:
        left = table.tricks_left
        table, done = table.after(rng.choice(table.moves()))
        if done is None:
            continue
        tricks[done.winner] += 1
        for seat, gained in enumerate(points_of_trick(rules.game, done, left)):
            points[seat] += gained
        if table.over:
            score_hand(rules.game, over(done, won=tuple(tricks), dealer=2, points=tuple(points)), book)
            return points, tricks
        settle_early(rules.game, done, book)


@given(st.integers(0, 2**32), st.sampled_from(DANISH_RULES))
def test_tokens_and_pots_add_up_to_nothing_and_points_to_78(seed, name):
    rng, rules = random.Random(seed), load_ruleset(name)
    hands, skat = dealt(rng, rules)
    book = Book(3)
    start_pots(rules, book, 3)
    pay_for_dealing(rules.game, 2, book)
    declared = {0: declarations_of(rules, hands[0]), 1: declarations_of(rules, hands[1])}
    declared[2] = dealer_declarations(rules, hands[2], skat)
    settle_declarations(rules, declared, book, 2)
    points, tricks = played(rng, rules, hands, skat, book)
    assert (sum(points), sum(tricks)) == (78, 25)
    assert sum(book.tokens) + book.pots.king + book.pots.pagat == unmatched(book.transfers)
    assert rules.count.own or unmatched(book.transfers) == 0
    assert all(payment.clause in rules.clauses for payment in book.transfers)
    assert all(payment.amount % 5 == 0 for payment in book.transfers)


@given(st.integers(0, 2**32))
def test_the_fool_wins_no_trick_and_is_not_in_the_second_to_last(seed):
    rng, rules = random.Random(seed), load_ruleset("danish")
    hands, _ = dealt(rng, rules)
    table = Table(rules.game, hands, 0)
    left = 25
    while not table.over:
        left = table.tricks_left
        table, done = table.after(rng.choice(table.moves()))
        if done is None:
            continue
        card_of = {laid.seat: laid.card for laid in done.laid}
        assert card_of[done.winner] != FOOL
        assert left != 2 or FOOL not in card_of.values()
        left -= 1
