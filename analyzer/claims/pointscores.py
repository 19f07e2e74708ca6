"""Claims about what a hand of card points pays: what must sum to what, in every game that is paid for."""

from __future__ import annotations

from dataclasses import replace

from analyzer.claims.any_end import (
    AMOUNTS,
    READINGS,
    AnyEnd,
    HandCase,
    beginnings,
    contracts_of,
    declared,
    ends,
    never,
)
from analyzer.claims.claim import ClaimFinding, claim, game_of, of_points, proved_of_all
from analyzer.claims.readings import under_each_option, under_every_option
from analyzer.messages import say
from analyzer.proofs.clauses.score.target import contract_made
from analyzer.proofs.smt import Number, Truth, every, no, some
from analyzer.rules.score.told import Declared
from analyzer.rules.spec.ruleset import RuleSet

_PAID = (
    "deviation", "partners-settle", "nil", "declared-return", "declaration-payers", "stake-value",
    "stake-flow", "odd-share", "trull-target", "target-won", "target-lost", "target-shares", "slam-payment",
    "pool-founding", "pool-dealing", "pool-choice", "announcement-pays", "purchase-price", "purchase-rest",
)  # fmt: skip


def scored_by(rules: RuleSet) -> object:
    """All that the payments and the sheet of a hand can hang on."""
    game = game_of(rules)
    parts = (game.deviation, game.payments, game.nil, game.declaring, game.purchase, game.price_rest)
    return (
        *parts,
        game.stake,
        game.target,
        game.pools,
        game.shown,
        game.tapp,
        game.slovenian,
        game.contracts,
    )


def _paid(rules: RuleSet) -> bool:
    return of_points(rules) and not game_of(rules).on_a_sheet


@claim(
    "scores.payments-balance",
    say(
        "Whichever option is read otherwise, what all players receive for a hand, before the play and in the "
        "end, and what the pools grow by come to nothing."
    ),
    kinds=_PAID, fits=_paid,
    sat=say("tokens made or lost"), unsat=say("none are"), bound=READINGS,
)  # fmt: skip
def _balance(rules: RuleSet, rlimit: int) -> ClaimFinding:
    return under_every_option(rules, rlimit, _balanced, scored_by)


def _balanced(rules: RuleSet, rlimit: int) -> ClaimFinding:
    cases = (*beginnings(rules), *ends(rules))
    return never(rules, rlimit, cases, lambda hand: hand.wide != 0)


@claim(
    "scores.given-back-whole",
    say(
        "What was declared and may have to be given back brings its player in the end all that was paid for "
        "it, or nothing; and nobody else is left with any of it."
    ),
    kinds=("declared-return", "declaration-payers"),
    fits=lambda rules: of_points(rules) and game_of(rules).declaring is not None,
    sat=say("a hand after which a part of it is left"), unsat=say("there is none"), bound=AMOUNTS,
)  # fmt: skip
def _given_back(rules: RuleSet, rlimit: int) -> ClaimFinding:
    return under_each_option(rules, rlimit, _returned, lambda other: game_of(other).declaring)


def _returned(rules: RuleSet, rlimit: int) -> ClaimFinding:
    """What one player declared is paid before the play, and comes back at its end or not at all."""
    _, told = next(iter(contracts_of(rules)))
    back = {seat: tuple(each for each in said if each.returnable) for seat, said in declared().items()}

    def brings(seat: int, said: tuple[Declared, ...]) -> ClaimFinding:
        case = HandCase(replace(told, declared={seat: said}))
        before = AnyEnd(rules, rlimit, replace(case, opening=True)).accounts.tokens
        after, bare = AnyEnd(rules, rlimit, case), AnyEnd(rules, rlimit, HandCase(told))
        back_again = [
            every((end - plain == -paid,))
            for end, plain, paid in zip(after.accounts.tokens, bare.accounts.tokens, before, strict=True)
        ]
        stays = [
            every((end == plain,))
            for end, plain in zip(after.accounts.tokens, bare.accounts.tokens, strict=True)
        ]
        return after.proves(no(some((every(back_again), every(stays)))))

    return proved_of_all(brings(seat, said) for seat, said in back.items())


def _with_pools(rules: RuleSet) -> bool:
    return of_points(rules) and game_of(rules).pools is not None


@claim(
    "scores.no-pool-below-nothing",
    say("Whichever option is read otherwise, no hand leaves less than nothing in a pool."),
    kinds=("pool-founding", "pool-dealing", "pool-choice", "target-won", "target-lost", "slam-payment"),
    fits=_with_pools,
    sat=say("a pool below nothing"), unsat=say("there is none"), bound=READINGS,
)  # fmt: skip
def _below(rules: RuleSet, rlimit: int) -> ClaimFinding:
    return under_every_option(rules, rlimit, _not_below, scored_by)


def _not_below(rules: RuleSet, rlimit: int) -> ClaimFinding:
    def wrong(hand: AnyEnd) -> Truth:
        before: list[Number] = [*hand.pools, 0]
        return some(had + more < 0 for had, more in zip(before, hand.accounts.pools, strict=True))

    return never(rules, rlimit, (*beginnings(rules), *ends(rules)), wrong)


@claim(
    "scores.pool-doubled-once",
    say(
        "The end of a hand doubles no pool that was doubled before; as much as lies in it is laid beside it."
    ),
    kinds=("pool-choice", "target-lost"), fits=_with_pools,
    sat=say("a pool that is doubled twice, or another pool beside it"), unsat=say("there is none"),
    bound=AMOUNTS,
)  # fmt: skip
def _once(rules: RuleSet, rlimit: int) -> ClaimFinding:
    def wrong(hand: AnyEnd) -> Truth:
        was = [each.doubled for each in hand.case.told.pools]
        grew = hand.accounts.pools
        twice = [every((more > 0,)) for more, doubled in zip(grew, was, strict=False) if doubled]
        held = [every((grew[-1] == had,)) for had, doubled in zip(hand.pools, was, strict=True) if doubled]
        return some((*twice, every((grew[-1] > 0, no(some(held))))))

    return never(rules, rlimit, ends(rules), wrong)


@claim(
    "scores.target-decides",
    say(
        "Slams and trumps shown aside, the declarer never receives anything for a contract he fails, and "
        "never pays for one he makes."
    ),
    kinds=("trull-target", "target-won", "target-lost", "odd-half", "target-shares"),
    fits=lambda rules: of_points(rules) and game_of(rules).target is not None,
    sat=say("a contract after which he does"), unsat=say("there is none"), bound=AMOUNTS,
)  # fmt: skip
def _decides(rules: RuleSet, rlimit: int) -> ClaimFinding:
    def wrong(hand: AnyEnd) -> Truth:
        settled, own = contract_made(hand.hand), hand.accounts.tokens[0]
        if settled is None:
            return False
        lost = every((no(settled.made), own > 0))
        return every((settled.ordinary, some((lost, every((settled.made, own < 0))))))

    cases = (each for each in ends(rules) if not each.told.announced)
    return never(rules, rlimit, cases, wrong)
