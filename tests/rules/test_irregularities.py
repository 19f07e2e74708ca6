import pytest

from analyzer.cards.card import cards
from analyzer.errors import UsageError
from analyzer.rules.book import Book, Pots
from analyzer.rules.deal.declarations import parse_declaration
from analyzer.rules.irregularities import fine_for, judge_demand, repay_declaration, settle_fine
from analyzer.rules.spec.clause import Category

EACH_POT = {"superficial": 0, "minor": 5, "major": 20, "irrecoverable": 40}
OF_THE_SOURCE = {
    "wrong-deal-unseen": "superficial",
    "corrected-revoke": "superficial",
    "unfollowable-name": "superficial",
    "corrected-declaration": "superficial",
    "pots-not-moved": "minor",
    "wrong-deal": "minor",
    "early-declaration": "major",
    "lead-out-of-turn": "major",
    "premature-play": "major",
    "needless-demand": "major",
    "mistaken-demand": "major",
    "improper-discard": "irrecoverable",
    "irrecoverable-revoke": "irrecoverable",
    "wrong-declaration": "irrecoverable",
    "wrong-number-of-cards": "irrecoverable",
}


def test_every_irregularity_of_the_source_has_its_category_and_fine(rules):
    fines = {name: fine_for(rules, name) for name in rules.fines.category}
    assert {name: fine.category.value for name, fine in fines.items()} == OF_THE_SOURCE
    assert all(fine.each_pot == EACH_POT[fine.category.value] for fine in fines.values())


def test_a_fine_is_paid_into_each_pot(rules):
    book = Book(3, Pots(60, 60))
    settle_fine(fine_for(rules, "lead-out-of-turn"), 1, book)
    assert book.tokens == (0, -40, 0)
    assert book.pots == Pots(80, 80)
    assert {payment.clause for payment in book.transfers} == {"fine.major"}


def test_a_superficial_irregularity_costs_nothing(rules):
    book = Book(3, Pots(60, 60))
    settle_fine(fine_for(rules, "corrected-revoke"), 1, book)
    assert len(book.transfers) == 0


def test_only_an_irrecoverable_irregularity_ends_the_hand(rules):
    ending = {name for name in rules.fines.category if not fine_for(rules, name).play_goes_on}
    assert ending == {name for name, category in OF_THE_SOURCE.items() if category == "irrecoverable"}


def test_the_players_may_agree_on_another_category(rules):
    agreed = fine_for(rules, "premature-play", Category.MINOR)
    assert (agreed.each_pot, agreed.clauses) == (5, ("irregularity.premature-play", "fine.minor"))


def test_an_unknown_irregularity_is_answered_with_the_nearest_name(rules):
    with pytest.raises(UsageError, match="needless-demand"):
        fine_for(rules, "needles-demand")


def test_what_a_wrong_declaration_brought_is_paid_back(rules):
    book = Book(3, Pots(60, 60))
    repay_declaration(rules, 0, parse_declaration("12 trumps with pagat", rules), book)
    assert book.tokens == (-40, 20, 20)


def hands(*texts):
    return [frozenset(cards(text)) for text in texts]


def test_a_demand_in_the_third_to_last_trick_by_another_player_must_be_obeyed(rules):
    assert judge_demand(rules.game, hands("fool h2 h3", "hR d9 d8", "c7 c2 c3"), 1, 3) == ()


def test_a_demand_in_another_trick_is_made_in_error(rules):
    (fault,) = judge_demand(rules.game, hands("fool h2 h3 h4", "hR d9 d8 d7", "c7 c2 c3 c4"), 1, 4)
    assert fault.clause == "fool.demand"


def test_the_holder_of_the_fool_cannot_demand_it(rules):
    (fault,) = judge_demand(rules.game, hands("fool h2 h3", "hR d9 d8", "c7 c2 c3"), 0, 3)
    assert fault.clause == "fool.demand"


def test_a_demand_after_the_fool_was_played_is_the_named_irregularity(rules):
    (fault,) = judge_demand(rules.game, hands("h4 h2 h3", "hR d9 d8", "c7 c2 c3"), 1, 3)
    assert fault.clause == "irregularity.needless-demand"
    assert fault.clause in rules.clauses
