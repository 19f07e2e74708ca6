"""Play written the short way, for tests: tricks and whole endings from canonical text."""

from analyzer.cards.card import BY_TEXT, Suit, cards
from analyzer.rules.actions import ALLOW, lay
from analyzer.rules.book import Book, Pots
from analyzer.rules.play.table import Laid, Table, Trick, winner
from analyzer.rules.score.payments import settle_early, settle_last
from analyzer.rules.spec.shipped import load_ruleset


def trick(text, lead=0, names=None):
    """The complete trick of three cards, led by a seat."""
    suit = Suit(names) if names else None
    laid = tuple(
        Laid((lead + place) % 3, card, suit if card.is_fool and place == 0 else None)
        for place, card in enumerate(cards(text))
    )
    return Trick(laid, winner(laid, load_ruleset("danish").game))


def settled(rules, text, *, lead=0, king=60, pagat=60, won=None, tout=None, sitting_out=False):
    """The book and the outcome of a last trick."""
    book = Book(4 if sitting_out else 3, Pots(king, pagat))
    outcome = settle_last(
        rules.game, trick(text, lead), book, tricks_won=won, announced_tout=tout, sitting_out=sitting_out
    )
    return book, outcome


def play_out(rules, hands, lead, line, king=60, pagat=60):
    """The book and the outcome of an ending played card by card, every card checked for legality."""
    table = Table(rules.game, tuple(frozenset(cards(hand)) for hand in hands), lead)
    book = Book(3, Pots(king, pagat))
    outcome = None
    for word in line.split():
        text, _, names = word.partition("=")
        move = lay(BY_TEXT[text], Suit(names) if names else None)
        assert move in table.moves(), f"{word} is not legal"
        table, done = table.after(move)
        while table.picked is not None:
            table, done = table.after(ALLOW)
        if done and table.over:
            outcome = settle_last(rules.game, done, book, tricks_won=None)
        elif done:
            settle_early(rules.game, done, book)
    return book, outcome
