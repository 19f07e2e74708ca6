"""Play written the short way, for tests: tricks and whole endings from canonical text."""

from analyzer.cards.card import BY_TEXT, Suit, cards
from analyzer.rules.actions import ALLOW, Sides, lay
from analyzer.rules.book import Book, Pots
from analyzer.rules.play.table import Laid, Table, Trick, winner
from analyzer.rules.score.hand import HandFacts, HandResult
from analyzer.rules.score.payments import TOUT, settle_early
from analyzer.rules.score.steps import score_hand
from analyzer.rules.spec.shipped import load_ruleset


def trick(text, lead=0, names=None):
    """The complete trick of three cards, led by a seat."""
    suit = Suit(names) if names else None
    laid = tuple(
        Laid((lead + place) % 3, card, suit if card.is_fool and place == 0 else None)
        for place, card in enumerate(cards(text))
    )
    return Trick(laid, winner(laid, load_ruleset("danish").game))


def over(done, *, won=None, tout=None, sitting_out=False, dealer=None, points=()):
    """A hand of three with pots that is over: last trick, tricks and points by seat, who announced a Tout."""
    told = HandFacts(announced={} if tout is None else {tout: (TOUT,)})
    tricks = () if won is None else won
    return HandResult(
        3, Sides.alone(3), told, dealer, units=points, tricks=tricks, last=done, out=sitting_out
    )


def settled(rules, text, *, lead=0, king=60, pagat=60, won=None, tout=None, sitting_out=False):
    """The book and the outcome of a last trick."""
    book = Book(4 if sitting_out else 3, Pots(king, pagat))
    came = over(trick(text, lead), won=won, tout=tout, sitting_out=sitting_out)
    return book, score_hand(rules.game, came, book).outcome


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
            outcome = score_hand(rules.game, over(done), book).outcome
        elif done:
            settle_early(rules.game, done, book)
    return book, outcome
