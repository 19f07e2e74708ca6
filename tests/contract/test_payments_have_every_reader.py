"""What a clause pays is read alike by replay, score and check, and by Z3, which check asks each time."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

import pytest
from contract.dealing import dealt
from contract.test_every_game import at_random
from disputes.test_settlements_of_card_points import SCORED, dispute_of
from effort import part
from evenings.telling import agreed, in_words
from evenings.test_told_as_replayed import lopsided, starved
from msgspec import structs
from rules.flips import flips, refused, with_parameter
from rulesets import POINT_RULES

from analyzer.disputes.files import loads_dispute
from analyzer.disputes.table import settle
from analyzer.errors import InvalidFile
from analyzer.evenings.tally import loads as evening_of
from analyzer.evenings.tally import tally
from analyzer.position.model import Position
from analyzer.position.replay.replay import replay
from analyzer.position.setting import Line
from analyzer.rules.book import PoolAccount, Score, Transfer
from analyzer.rules.score.hand import Pool
from analyzer.rules.spec.clause import Clause
from analyzer.rules.spec.reading import TOLD
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset

Booked = Mapping[tuple[str, str], int]
Reader = Callable[[RuleSet], Booked]

BEFORE_THE_LEAD: Final = (
    "pool.new", "pool.dealing", "declare.trumps", "declare.matadors", "declare.cavalry", "declare.kings",
    "announce.misery",
)  # fmt: skip
"""What is paid before the first lead, which a dispute about the settlement of a hand leaves out."""
PAYS: Final = (
    *BEFORE_THE_LEAD, "declare.trumps.return", "bid.tapp", "bid.with-three-thrown-in", "count.rest",
    "count.odd-card", "misere.score", "misere.bonuses", "announce.pays",
)  # fmt: skip
"""Clauses of payment beside those that are called so, and bonuses."""
PLAYED: Final = 5
"""How many hands are played out at random: as they are dealt, with the best cards together, and the worst."""


def booked(entries: Iterable[Transfer | Score]) -> Booked:
    """What every account has by every clause."""
    found = Counter[tuple[str, str]]()
    for each in entries:
        if isinstance(each, Score):
            found[each.clause, str(each.seat)] += each.amount
        else:
            found[each.clause, str(each.payer)] -= each.amount
            found[each.clause, str(each.payee)] += each.amount
    return {key: amount for key, amount in found.items() if amount}


@dataclass(frozen=True)
class Played:
    """A hand that is played out: by its cards, and in words."""

    position: Position
    line: Line

    def replayed(self, rules: RuleSet, *, opening: bool = True) -> Booked:
        found = replay(replace(self.position, rules=rules), self.line)
        assert found.complete
        tricks = (each for trick in found.tricks for each in trick.transfers)
        before = found.opening if opening else ()
        return booked((*before, *tricks, *found.settlement, *found.scores))

    def words(self, rules: RuleSet) -> dict[str, Any]:
        told, names = self.position.told, self.position.players
        said = {names[seat]: list(words) for seat, words in told.announced.items()}
        words = in_words(replace(self.position, rules=rules), self.line)
        return {**words, **({"announced": said} if said else {})}

    def scored(self, rules: RuleSet) -> Booked:
        return scored(rules, self.position.players, self.words(rules), self._lying(self.position.told.pools))

    def checked(self, rules: RuleSet) -> Booked:
        paid = replay(replace(self.position, rules=rules), self.line).opening
        into = sum(each.amount for each in paid if isinstance(each.payee, PoolAccount))
        before = sum(each.amount for each in self.position.told.pools)
        pools = [Pool(before + into)] if before + into else []
        return checked(rules, self.position.players, {**self.words(rules), **self._lying(pools)})

    def _lying(self, pools: Iterable[Pool]) -> dict[str, Any]:
        told, names = self.position.told, self.position.players
        lying = [{"amount": each.amount, "doubled": each.doubled} for each in pools]
        radli = {names[seat]: number for seat, number in told.radli.items()}
        return {**({"pools": lying} if lying else {}), **({"radli": radli} if radli else {})}


def scored(rules: RuleSet, players: Iterable[str], hand: Any, lying: Mapping[str, Any]) -> Booked:
    """What `score` makes of a hand in words."""
    file = {"format": "tarok-session/1", "ruleset": rules.name, "players": [*players], "hands": [hand]}
    (found,) = tally(evening_of(json.dumps({**file, **lying}), "f.yaml", lambda _: rules)).hands
    return booked((*found.transfers, *found.scores))


def checked(rules: RuleSet, players: Iterable[str], hand: Any) -> Booked:
    """What `check` makes of it, which Z3 is asked about too: it raises where the two differ."""
    head = {"format": "tarok-dispute/2", "kind": "settlement", "ruleset": rules.name, "players": [*players]}
    found = settle(loads_dispute(json.dumps({**head, **hand}), "f.yaml", lambda _: rules))
    return booked((*found.transfers, *found.scores))


@cache
def hands(game: str) -> tuple[Played, ...]:
    """Hands of a game, played out at random, with pools, radli and announcements where it has them."""
    return tuple(_hands(game, load_ruleset(game)))


def _hands(game: str, rules: RuleSet) -> Iterator[Played]:
    seats = rules.table.players
    for seed in range(PLAYED):
        start = agreed(dealt(game, seats, seed), random.Random(seed).randrange(seats))
        for each in (start, lopsided(start), starved(start)):
            told = each.told
            if rules.game.pools is not None:
                told = structs.replace(told, pools=(Pool(60 + 5 * seed),) if seed else ())
            if rules.game.bonus_sheet is not None and told.declarer is not None:
                told = structs.replace(told, radli={told.declarer: seed % 2})
            yield Played(replace(each, told=told), at_random(each, seed))


@dataclass(frozen=True)
class InWords:
    """A worked example, of which the cards are not told."""

    name: str
    case: Any

    def scored(self, rules: RuleSet) -> Booked:
        told, adds = self._told(), 0 if rules.game.pools is None else rules.game.pools.adds
        players, pools, radli = told.pop("players"), told.pop("pools", ()), told.pop("radli", {})
        before = [{**each, "amount": each["amount"] - adds} for each in pools]
        lying = {"pools": before} if pools else {"radli": radli} if radli else {}
        return scored(rules, players, {"dealer": told.get("declarer", players[-1]), **told}, lying)

    def checked(self, rules: RuleSet) -> Booked:
        told = self._told()
        return checked(rules, told.pop("players"), told)

    def _told(self) -> dict[str, Any]:
        told = json.loads(dispute_of(self.name, self.case))
        return {
            key: each for key, each in told.items() if key not in ("format", "kind", "ruleset", "variant")
        }


@cache
def in_short(game: str) -> tuple[InWords, ...]:
    """The worked examples of a game as most play it, with one pool where it has pools."""
    cases = (each.values for each in SCORED)
    return tuple(
        InWords(name, case)
        for name, case in cases
        if name == game and not {"variant", "seats"} & case.keys() and len(case["score"].get("pools", ())) < 2
    )


def others(rules: RuleSet, clause: Clause) -> Iterator[RuleSet]:
    """The rule set with another value of each parameter, two of them where so many make sense."""
    for parameter in clause.parameters:
        if (clause.kind, parameter) in TOLD:
            continue
        made = (with_parameter(rules, clause.id, parameter, other) for other in flips(clause, parameter))
        for _, changed in zip(range(2), (each for each in made if not refused(each)), strict=False):
            yield changed


def after_the_lead(found: Booked) -> Booked:
    """Without what is paid before the first lead."""
    return {key: amount for key, amount in found.items() if key[0] not in BEFORE_THE_LEAD}


@cache
def at_first(reader: Reader, rules: RuleSet) -> Booked:
    """What a hand comes to by the rule set that is shipped."""
    return reader(rules)


def readers_of(game: str, clause: str) -> set[str]:
    """Who reads a clause, in the hands that there are; what one of them says by another value, all say."""
    rules, found = load_ruleset(game), set[str]()
    for changed in others(rules, rules.clauses[clause]):
        for some in (in_short(game), hands(game)):
            found.update(next(filter(None, (moved(each, rules, changed) for each in some)), ()))
    return found


def moved(hand: InWords | Played, rules: RuleSet, changed: RuleSet) -> set[str]:
    """Who says otherwise of a hand by another rule set; each says the same, or that it cannot be."""
    try:
        score = hand.scored(changed)
    except InvalidFile:
        with pytest.raises(InvalidFile):
            hand.checked(changed)
        return set()
    if score == at_first(hand.scored, rules):
        return set()
    check = hand.checked(changed)
    assert check == after_the_lead(score), hand
    found = {"score"} | ({"check"} if check != at_first(hand.checked, rules) else set())
    if isinstance(hand, Played):
        assert hand.replayed(changed) == score, hand
        found.add("replay")
    return found


CLAUSES: Final = [
    (game, each.id)
    for game in POINT_RULES
    for each in load_ruleset(game).clauses.values()
    if each.parameters and (each.id in PAYS or each.id.startswith(("payment.", "bonus.")))
]
ALL: Final = {"replay", "score", "check"}
IN_WORDS: Final = {
    "appel payment.slam", "french payment.slam", "slovenian bonus.side", "slovenian bonus.king-ultimo",
    "slovenian bonus.pagat", "slovenian bonus.pagat-beaten", "slovenian bonus.mond-lost", "tapp bid.tapp",
    "tapp payment.pagat", "tarot announce.pays", "tarot payment.pagat",
}  # fmt: skip
"""Too rare for hands that are played out at random: worked examples come to them."""
AT_ONCE: Final = {"grosstarock declare.matadors": {"check"}}
"""Paid before the first lead, and nothing later hangs on it."""
NO_HAND: Final = {
    "appel announce.pays", "appel count.odd-card", "french announce.pays", "french payment.shares",
    "grosstarock declare.trumps.return", "grosstarock declare.cavalry", "grosstarock declare.kings",
    "grosstarock payment.partner", "grosstarock payment.partner-payers", "grosstarock payment.count",
    "grosstarock payment.count-four", "lhombre bid.with-three-thrown-in", "lhombre payment.flow",
    "lhombre payment.odd", "slovenian count.rest", "slovenian payment.game-each", "slovenian payment.flat",
    "slovenian bonus.pagat-absent", "slovenian misere.bonuses", "tapp payment.flow", "tarot announce.misery",
    "tarot count.odd-card", "tarot payment.flow",
}  # fmt: skip
"""Of partners, of what no hand here comes to, or of which every other value is refused:
that each is read at all is held by the test of every parameter."""


@pytest.mark.parametrize(("game", "clause"), part(CLAUSES, 5))
def test_a_clause_that_pays_is_read_alike_by_replay_score_and_check(game: str, clause: str) -> None:
    name = f"{game} {clause}"
    readers = ALL - {"replay"} if name in IN_WORDS else set() if name in NO_HAND else ALL
    assert readers_of(game, clause) == readers - AT_ONCE.get(name, set())
