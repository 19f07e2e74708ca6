"""Claims about what is written for a hand of card points: what a sheet must sum to, and what it does not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import z3

from analyzer.claims.any_end import (
    AMOUNTS,
    SEATS,
    AnyEnd,
    HandCase,
    by_seat,
    contracts_of,
    ends,
    never,
)
from analyzer.claims.claim import ClaimFinding, claim, game_of, of_points, replayed
from analyzer.claims.readings import under_each_option, under_every_option
from analyzer.messages import say
from analyzer.proofs.clauses.score.gameend import settle_game as end_sums
from analyzer.proofs.smt import Number, SmtQuestion, Truth, every, no, some
from analyzer.rules.book import Book
from analyzer.rules.conduct.ending import settle_game
from analyzer.rules.spec.contractwords import ContractAim
from analyzer.rules.spec.ruleset import RuleSet

_WRITTEN = ("sheet-value", "sheet-flow", "game-value", "flat-value", "radli-doubles")


def _each_deviates(rules: RuleSet) -> bool:
    deviation = game_of(rules).deviation if of_points(rules) else None
    return deviation is not None and deviation.to == "sheet"


@claim(
    "scores.sheet-balances",
    say("What is written for all players after a hand comes to nothing."),
    kinds=("deviation",), fits=_each_deviates,
    sat=say("points for which more is written, or less"), unsat=say("it does, whatever the points"),
    bound=AMOUNTS,
)  # fmt: skip
def _sheet(rules: RuleSet, rlimit: int) -> ClaimFinding:
    return never(rules, rlimit, ends(rules), lambda hand: _sum(hand.accounts.sheet) != 0)


def _sum(amounts: Iterable[Number]) -> Number:
    return sum(amounts, start=0)


def _on_one_side(rules: RuleSet) -> bool:
    return of_points(rules) and game_of(rules).on_a_sheet and not _each_deviates(rules)


@claim(
    "scores.one-side-writes",
    say(
        "Bonuses of single players aside, a hand with a declarer is written for one side alone, and for "
        "everybody of it the same."
    ),
    kinds=_WRITTEN, fits=_on_one_side,
    sat=say("a hand that is written for players of one side differently, or for both sides"),
    unsat=say("there is none"), bound=AMOUNTS,
)  # fmt: skip
def _one_side(rules: RuleSet, rlimit: int) -> ClaimFinding:
    return under_each_option(rules, rlimit, _written, _doubling)


def _written(rules: RuleSet, rlimit: int) -> ClaimFinding:
    return never(rules, rlimit, _declared(rules), _uneven)


def _declared(rules: RuleSet) -> Iterator[HandCase]:
    """Every contract with a declarer, and where a game has radli also with one of his."""
    for contract, told in contracts_of(rules):
        if contract is not None and contract.aim is not ContractAim.FEWEST:
            yield HandCase(told)
            if game_of(rules).slovenian is not None:
                yield HandCase(replace(told, radli={0: 1}))


def _doubling(rules: RuleSet) -> object:
    """What doubles the amounts of a hand that is written, and for whom."""
    game = game_of(rules)
    return (
        game.contracts,
        None if game.tapp is None else game.tapp.kontra_doubles_game,
        None if game.slovenian is None else game.slovenian.radl_for_side,
    )


def _uneven(hand: AnyEnd) -> Truth:
    sheet, sides = hand.accounts.sheet, hand.came.sides
    groups = [[sheet[seat] for seat in sides.seats(side)] for side in range(sides.count)]
    differ = some(each != group[0] for group in groups for each in group[1:])
    both = every(some(no(each == 0) for each in group) for group in groups)
    return some((differ, both))


@claim(
    "scores.sheet-comes-to-something",
    say("A sheet does not sum to nothing: more or less is written for all players together."),
    kinds=_WRITTEN, fits=_on_one_side,
    sat=say("a hand after which it does"), unsat=say("no hand with a declarer sums to nothing"),
    bound=AMOUNTS,
)  # fmt: skip
def _something(rules: RuleSet, rlimit: int) -> ClaimFinding:
    return under_each_option(rules, rlimit, _sums_to_something, _doubling)


def _sums_to_something(rules: RuleSet, rlimit: int) -> ClaimFinding:
    return never(rules, rlimit, _declared(rules), lambda hand: every((_sum(hand.accounts.sheet) == 0,)))


@claim(
    "scores.misere-is-all-points",
    say(
        "Where everybody plays alone, nobody has too many points and everybody has a trick, what all players "
        "lose is all points of the pack."
    ),
    kinds=("misere-score", "count-rest"),
    fits=lambda rules: of_points(rules) and game_of(rules).slovenian is not None,
    sat=say("points of which it is more, or less"), unsat=say("it always is"), bound=AMOUNTS,
)  # fmt: skip
def _misere(rules: RuleSet, rlimit: int) -> ClaimFinding:
    game = game_of(rules)
    cases = [
        HandCase(told)
        for contract, told in contracts_of(rules)
        if contract and contract.aim is ContractAim.FEWEST
    ]
    rule = game.slovenian
    assert rule is not None

    def wrong(hand: AnyEnd) -> Truth:
        over = [each > game.piles.unit * rule.misere_over for each in hand.units]
        usual = [*(each > 0 for each in hand.tricks), *map(no, over)]
        return every((*usual, _sum(hand.accounts.sheet) * game.piles.unit != -game.piles.total))

    return never(rules, rlimit, cases, wrong)


@claim(
    "scores.radli-go-one-by-one",
    say("A hand brings everybody one radl or nobody any, and uses up one of the declarer's at most."),
    kinds=("radli-doubles", "radli-earned"),
    fits=lambda rules: of_points(rules) and game_of(rules).slovenian is not None,
    sat=say("a hand that does not"), unsat=say("there is none"), bound=AMOUNTS,
)  # fmt: skip
def _radli(rules: RuleSet, rlimit: int) -> ClaimFinding:
    def wrong(hand: AnyEnd) -> Truth:
        before = [hand.case.told.radli.get(seat, 0) for seat in range(hand.came.seats)]
        more = [after - had for after, had in zip(hand.accounts.radli, before, strict=True)]
        others = [every((each == more[1],)) for each in more[1:]]
        used = more[1] - more[0]
        right = (
            *others,
            some((every((more[1] == 0,)), every((more[1] == 1,)))),
            used >= 0,
            used <= before[0],
        )
        return no(every(right))

    cases = [HandCase(told) for _, told in contracts_of(rules)]
    return never(rules, rlimit, (*cases, *_declared(rules)), wrong)


@claim(
    "scores.end-of-game-balances",
    say(
        "Whichever option is read otherwise, what all players receive at the end of a game comes to nothing."
    ),
    kinds=("game-end",), fits=lambda rules: of_points(rules) and game_of(rules).end is not None,
    sat=say("totals for which more is paid than received, or less"), unsat=say("there are none"),
    bound=say("all totals that come to nothing, every reading of each option"),
)  # fmt: skip
def _game_end(rules: RuleSet, rlimit: int) -> ClaimFinding:
    return under_every_option(rules, rlimit, _ended, lambda other: game_of(other).end)


def _ended(rules: RuleSet, rlimit: int) -> ClaimFinding:
    rule, seats, question = game_of(rules).end, rules.table.players, SmtQuestion(rlimit)
    assert rule is not None
    totals = [z3.Int(f"total.{SEATS[seat]}") for seat in range(seats)]
    question.given(sum(totals) == 0)
    paid = end_sums(rule, totals)
    wrong = [every((_sum(paid) != 0,))]
    if not question.possible((), *wrong):
        return ClaimFinding(true=True)
    for each in totals:
        wrong.append(each == question.least(each, -100, 100, (), *wrong))
    assert question.possible((), *wrong)
    values, tokens = ([question.value(each) for each in told] for told in (totals, paid))
    book = Book(seats)
    settle_game(rule, values, book)
    replayed(book.tokens == tuple(tokens), f"{values} {tokens} {book.tokens}")
    return ClaimFinding(true=False, witness={"sheet": by_seat(values), "tokens": by_seat(tokens)})
