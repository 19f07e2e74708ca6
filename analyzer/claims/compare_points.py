"""A smallest case in which two games of card points differ: who wins, what cards count, what is paid."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

import z3

from analyzer.cards.card import FOOL, PAGAT
from analyzer.claims.any_end import (
    SEATS,
    AnyEnd,
    HandCase,
    beginnings,
    by_seat,
    contracts_of,
    ends,
)
from analyzer.claims.claim import game_of, replayed
from analyzer.claims.compare_cases import ShownCase
from analyzer.claims.pointscores import scored_by
from analyzer.claims.pointtricks import AnyPastTrick
from analyzer.messages import Message, Verbatim, alone, listed, say
from analyzer.proofs.clauses.score.gameend import settle_game as end_sums
from analyzer.proofs.clauses.tricks import TRUMPS
from analyzer.proofs.smt import (
    RLIMIT,
    Number,
    SmtQuestion,
    canonical,
    every,
    exactly,
    no,
    same,
    some,
    variables,
    weighed,
)
from analyzer.rules.book import Book
from analyzer.rules.conduct.ending import settle_game
from analyzer.rules.play.table import Laid, Trick
from analyzer.rules.score.amounts import points_text
from analyzer.rules.score.hand import Deeds, PagatCame, Scoring
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.undercontract import under_contract


def _tricks(one: RuleSet, other: RuleSet) -> ShownCase | None:
    """A trick that another card wins, under whatever contract both have."""
    if _won_by(one) == _won_by(other):
        return None
    both = [name for name in game_of(one).contracts if name in game_of(other).contracts]
    for contract in (None, *both):
        mine, theirs = (
            AnyPastTrick(under_contract(rules.game, contract), RLIMIT, contract) for rules in (one, other)
        )
        differ = some(no(same(*pair)) for pair in zip(mine.takes, theirs.takes, strict=True))
        # A suit is named that somebody follows or trumps.
        shown = some(some((card.suit == mine.name, card.suit == TRUMPS)) for card in mine.laid[1:])
        differ = every((differ, some((no(mine.laid[0].is_(FOOL)), shown))))
        if mine.question.possible((), differ):
            found = mine.first(differ)
            cards = [found.won_under(each.spec) for each in (mine, theirs)]
            replayed(cards[0] is not cards[1], f"{found.told} {cards}")
            said = [say("{card} wins", card=card) for card in cards]
            named = found.laid[0].names if any(each.spec.fool.named for each in (mine, theirs)) else None
            told = found.told if named is None else {**found.told, "names": named.value}
            return ShownCase(told, (said[0], said[1]))
    return None


def _won_by(rules: RuleSet) -> object:
    """All that it can hang on who wins a trick."""
    game, points = rules.game, game_of(rules)
    contracts = [(name, each.three_trumps) for name, each in points.contracts.items()]
    return game.table, game.winner, game.fool, points.tricks, contracts


def _counts(one: RuleSet, other: RuleSet) -> ShownCase | None:
    """The cards of a trick, or those laid away, that count otherwise."""
    here, there = (game_of(rules).piles for rules in (one, other))
    size, cards, question = one.table.players, variables("pile", one.table.deck), SmtQuestion(RLIMIT)
    question.given(exactly(cards.values(), size))
    mine, theirs = (
        weighed((there, piles.of(card)) for card, there in cards.items()) + piles.trick
        for piles in (here, there)
    )
    differ = every((no(mine * there.unit == theirs * here.unit),))
    if question.possible((), differ):
        pile = canonical(question, cards, (), differ)
        points = [Fraction(sum(map(each.of, pile)) + each.trick, each.unit) for each in (here, there)]
        replayed(points[0] != points[1], f"{sorted(pile)} {points}")
        return ShownCase({"trick": [str(card) for card in sorted(pile)]}, _points(points))
    laid = [card for card in one.table.deck if not here.worth(card)][: one.table.skat_size]
    points = [Fraction(sum(map(each.of, laid)) + each.discard, each.unit) for each in (here, there)]
    if points[0] == points[1]:
        return None
    return ShownCase({"discard": [str(card) for card in laid]}, _points(points))


def _points(points: Sequence[Fraction]) -> tuple[Message, Message]:
    one, other = (alone(listed([Verbatim(points_text(each))])) for each in points)
    return one, other


def _scores(one: RuleSet, other: RuleSet) -> ShownCase | None:
    """A hand for which something else is paid or written, before the play or at the end."""
    counted = [(each.unit, each.total) for each in (game_of(one).piles, game_of(other).piles)]
    if scored_by(one) == scored_by(other) or counted[0] != counted[1]:
        return None
    for case in _cases(one, other):
        here, there = (AnyEnd(rules, RLIMIT, case) for rules in (one, other))
        # Both are over the same variables, so that the one's question may be asked about the other's sums.
        pairs = [*zip(_sums(here), _sums(there), strict=True)]
        differ = some(no(every((mine == theirs,))) for mine, theirs in pairs)
        if here.question.possible((), differ):
            came = here.first(differ)
            said = _told([each.scored(came) for each in (here, there)])
            replayed(str(said[0]) != str(said[1]), f"{came} {said}")
            return ShownCase(here.told(came), said)
    return None


def _sums(hand: AnyEnd) -> list[Number]:
    """Everything that a hand leaves behind it: tokens, sheet, radli, what lies in the pools."""
    accounts = hand.accounts
    return [*accounts.tokens, *accounts.sheet, *accounts.radli, *accounts.pools]


def _cases(one: RuleSet, other: RuleSet) -> Iterator[HandCase]:
    """Hands that both can have, the plain ones first."""
    both = [name for name in game_of(one).contracts if name in game_of(other).contracts]
    for case in (*_plain(one), *_special(one), *_plain(other), *_special(other)):
        if case.told.contract is None or case.told.contract in both:
            yield case


def _plain(rules: RuleSet) -> Iterator[HandCase]:
    yield from ends(rules)
    yield from beginnings(rules)


def _special(rules: RuleSet) -> Iterator[HandCase]:
    """Hands with the Pagat in the last trick, a Mond lost, bonuses announced and missed, Kontra, radli."""
    words = ("pagat",) if game_of(rules).slovenian is None else ("pagat", "kings")
    for contract, told in contracts_of(rules):
        if contract is None:
            continue
        partner = 0 if told.partner is None else told.partner
        for by, winner in ((0, 0), (0, 1), (1, 0), (0, partner)):
            last = Trick((Laid(by, PAGAT),), winner)
            pagat = PagatCame(by, winner, to_own_side=winner in (by, partner) and by == 0)
            yield HandCase(told, last, Deeds(pagat=pagat))
        lost = Deeds(mond_lost=0, mond_to_partner=told.partner is not None)
        yield HandCase(told, deeds=lost)
        yield HandCase(told, deeds=Deeds(valat=0))
        yield HandCase(replace(told, radli={0: 1}))
        said = replace(told, announced={0: words})
        yield HandCase(said)
        yield HandCase(replace(said, kontra=frozenset({1})))


def _told(scorings: Sequence[Scoring]) -> tuple[Message, Message]:
    """What two scorings come to: what each player has of them, else the pools or the radli left."""
    ways: tuple[Callable[[Scoring], Message], ...] = (_received, _pools_left, _radli_left)
    for way in ways:
        one, other = map(way, scorings)
        if str(one) != str(other):
            break
    return one, other


def _received(scoring: Scoring) -> Message:
    book = scoring.book
    return amounts_by_seat(sum(each) for each in zip(book.tokens, book.sheet, strict=True))


def _pools_left(scoring: Scoring) -> Message:
    return say("pools: {pools}", pools=listed(Verbatim(str(each.amount)) for each in scoring.pools))


def _radli_left(scoring: Scoring) -> Message:
    return say(
        "radli: {radli}",
        radli=listed(Verbatim(str(scoring.radli.get(seat, 0))) for seat in range(scoring.came.seats)),
    )


def _game_ends(one: RuleSet, other: RuleSet) -> ShownCase | None:
    """Totals for which something else is paid when a game is over."""
    rules = [game_of(each).end for each in (one, other)]
    if None in rules or rules[0] == rules[1]:
        return None
    question, seats = SmtQuestion(RLIMIT), one.table.players
    totals = [z3.Int(f"total.{SEATS[seat]}") for seat in range(seats)]
    question.given(sum(totals) == 0)
    paid = [end_sums(each, totals) for each in rules if each is not None]
    fixed = [some(no(every((mine == theirs,))) for mine, theirs in zip(*paid, strict=True))]
    if not question.possible((), *fixed):
        return None
    for each in totals:
        size = z3.If(each < 0, -each, each)
        fixed.append(size == question.least(size, 0, 1000, (), *fixed))
        fixed.append(each == question.least(each, -1000, 1000, (), *fixed))
    assert question.possible((), *fixed)
    values, books = [question.value(each) for each in totals], [Book(seats), Book(seats)]
    for rule, book in zip(rules, books, strict=True):
        assert rule is not None
        settle_game(rule, values, book)
    replayed(books[0].tokens != books[1].tokens, f"{values}")
    said = [amounts_by_seat(book.tokens) for book in books]
    return ShownCase({"sheet": by_seat(values)}, (said[0], said[1]))


def amounts_by_seat(amounts: Iterable[int]) -> Message:
    """Amounts with the letter of each seat."""
    return alone(listed(Verbatim(f"{seat} {each:+d}") for seat, each in zip(SEATS, amounts, strict=False)))


MORE_POINT_AREAS: Final[dict[Message, Callable[[RuleSet, RuleSet], ShownCase | None]]] = {
    say("trick winner"): _tricks,
    say("count"): _counts,
    say("score"): _scores,
    say("end of a game"): _game_ends,
}
"""Where a difference between games of card points is looked for, behind discard and play, in this order."""
