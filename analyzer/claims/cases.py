"""The case that shows what a clause does: which files are tried, by the chapter of the clause.

The commands answer a case by both rule sets, and otherwise; the plainest case comes first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from analyzer.claims.asked import REFUSED, CaseAnswer, CaseFile, differing, in_words
from analyzer.claims.disputecases import (
    Family,
    declared,
    demands,
    discards,
    dispute,
    irregularities,
    namings,
    plays,
    properties,
    tellings,
    tricks,
)
from analyzer.claims.endingcases import SEATS, contracts_told, deals, endings
from analyzer.claims.handcases import score_sheets, tables
from analyzer.frozenrecord import Record
from analyzer.messages import Message, say
from analyzer.rules.deal.auction import next_bids
from analyzer.rules.score.told import Bid
from analyzer.rules.spec.agreement import contradictions
from analyzer.rules.spec.clause import Clause
from analyzer.rules.spec.grounds import open_options
from analyzer.rules.spec.kinds.bidding import Opener
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.variants import made_of, read_as

_MOST_BIDS: Final = 3
"""Auctions are looked through up to so many bids."""
_MOST_AUCTIONS: Final = 400
"""Of each length so many at most, those with the lowest bids first."""


def auctions(one: RuleSet, other: RuleSet, about: str) -> Iterator[CaseFile]:
    """The fewest bids of which the last may be said under the one alone, or that come to something else."""
    del about
    games = [rules.game for rules in (one, other)]
    if any(game.auction is None for game in games):
        yield from (dispute(one, "bid", bids=[{"A": "pass"}]) for _ in games[:1])
        return
    shorter: list[tuple[Bid, ...]] = [()]
    for _ in range(_MOST_BIDS + 1):
        longer, apart = list[tuple[Bid, ...]](), False
        for bids in shorter:
            here, there = (_next(rules, bids) for rules in (one, other))
            for bid in sorted({*here} ^ {*there}, key=lambda each: (each.seat, each.says)):
                yield _auction(one, (*bids, bid))
                apart = True
            longer += ((*bids, bid) for bid in here if bid in there)
        if apart:
            break
        shorter = longer[:_MOST_AUCTIONS]
    seats = range(one.table.players)
    yield _auction(one, tuple(Bid((seat + _dealer(one) + 1) % one.table.players, "pass") for seat in seats))


def _dealer(rules: RuleSet) -> int:
    """Who deals where A speaks first."""
    game = rules.game
    assert game.auction is not None
    return 0 if game.auction.opener is Opener.DEALER else rules.table.players - 1


def _next(rules: RuleSet, bids: tuple[Bid, ...]) -> tuple[Bid, ...]:
    game, seats = rules.game, rules.table.players
    return next_bids(game, SEATS[:seats], _dealer(rules), bids)


def _auction(rules: RuleSet, bids: tuple[Bid, ...]) -> CaseFile:
    said = [{SEATS[bid.seat]: bid.says} for bid in bids]
    return dispute(rules, "bid", dealer=SEATS[_dealer(rules)], bids=said)


def purchases(one: RuleSet, other: RuleSet, about: str) -> Iterator[CaseFile]:
    """A card bought of another, one that was laid away, and a king or a queen that is called."""
    for told in contracts_told(one, other, about):
        if told.get("declarer") != "A":
            continue
        game = one.game
        buys = [each.name for each in game.contracts.values() if each.buys]
        for contract in buys[-1:]:
            mine = {**told, "contract": contract, "dealer": "C", "hands": {"A": "c7 T7 hV", "B": "T21 h3"}}
            yield dispute(one, "purchase", **mine, purchase=[{"wants": "T21", "from": "B", "gives": "c7"}])
            mine |= {"hands": {"A": "c7 T7 hV", "B": "dR h3"}}
            yield dispute(one, "purchase", **mine, purchase=[{"wants": "dR", "from": "B", "gives": "c7"}])
            again = [{"wants": "d1"}, {"wants": "dR", "from": "B", "gives": "c7"}]
            size = one.table.skat_size
            away = ["d1", "c1", "c2", "c3", "c4", "s1"][:size]
            yield dispute(one, "purchase", **mine, discard=" ".join(away), purchase=again)
            yield dispute(one, "purchase", **mine, discard=" ".join(away), purchase=again[:1])


def calls(one: RuleSet, other: RuleSet, about: str) -> Iterator[CaseFile]:
    """A king called of another, of one's own hand, a queen with four kings and without, a plain card."""
    del about
    for rules in (one, other):
        game = rules.game
        named = [each.name for each in game.contracts.values() if not each.alone]
        for contract in named[:1] or ["call"]:
            told = {"contract": contract, "declarer": "A"}
            for called, hands in (
                ("hR", {"A": "dV T7 s8", "C": "hR c8"}),
                ("hR", {"A": "hR T7 s8"}),
                ("hD", {"A": "hR dR sR cR T7", "B": "hD c8"}),
                ("hD", {"A": "hR dR sR T7", "B": "hD c8"}),
                ("c9", {"A": "hR T7 s8", "B": "c9 c8"}),
            ):
                yield dispute(one, "call", **told, called=called, hands=hands)


_MOST_ASKED: Final = 48
"""So many cases about one thing are looked at for a clause."""
_MOST_TRIED: Final = 8
"""Of those that are answered otherwise so many are tried, whether that is for the clause."""


class ShownCase(Record, frozen=True):
    """A case, what it is about, and what each of two rule sets answers, as far as they differ."""

    area: Message
    case: CaseFile
    verdicts: tuple[Message, Message]


class CaseSearch:
    """What the two rule sets and those between them answer; each case is asked once of each of them."""

    def __init__(self, one: RuleSet, other: RuleSet, clauses: Sequence[str]) -> None:
        self._both, self._clauses = (one, other), clauses
        self._answers: dict[tuple[int, str], tuple[RuleSet, CaseAnswer]] = {}
        """By rule set and file; the rule set is kept with it, so that no other one has its number."""
        self._narrowed: dict[tuple[int, str], tuple[RuleSet, RuleSet]] = {}

    def shown(self, clause: str) -> ShownCase | None:
        """The first case that both answer otherwise because of a clause; best one that neither refuses."""
        one, other = (self._narrow(each, clause) for each in self._both)
        between = list(self._between(one, other, clause))
        refused, asked, tried = None, Counter[str](), Counter[str]()
        for area, case in self._cases(one, other, clause):
            asked[area] += 1
            if asked[area] > _MOST_ASKED or tried[area] >= _MOST_TRIED:
                continue
            mine, theirs = self._asked(one, case), self._asked(other, case)
            parts = differing(mine, theirs)
            if not parts or mine.incomplete or theirs.incomplete or (REFUSED in parts and refused):
                continue
            tried[area] += 1
            if self._clauses != [clause] and not self._by(clause, case, between, parts):
                continue
            found = self._told(area, case)
            if found is not None and REFUSED not in parts:
                return found
            refused = refused or found
        return refused

    def _told(self, area: Message, case: CaseFile) -> ShownCase | None:
        """What the two answer to a case with all that is open in them; None where they answer the same."""
        answers = [self._asked(each, case) for each in self._both]
        parts = differing(*answers)
        said = in_words(answers[0], parts), in_words(answers[1], parts)
        return ShownCase(area, case, said) if parts else None

    def _by(
        self, clause: str, case: CaseFile, between: Sequence[tuple[RuleSet, RuleSet]], parts: Sequence[str]
    ) -> bool:
        """Whether the clause makes a difference; where one of the two refuses the case, whether that is it.

        An answer says by which clauses it was found: that is all there is where no game is made without it,
        or with it alone, and enough where the other one has no such clause and cannot read the file.
        """
        answers = [self._asked(each, case) for each in self._both]
        lacks = any(
            each.refused
            for each, rules in zip(answers, self._both, strict=True)
            if clause not in rules.clauses
        )
        missing = any(clause not in each.clauses for each in self._both)
        if (lacks or not (between or missing)) and any(clause in each.applied for each in answers):
            return True
        for mine, made in between:
            told = differing(self._asked(mine, case), self._asked(made, case))
            if {*told} & {*parts} or (told and lacks and REFUSED not in told):
                return True
        return False

    def _cases(self, one: RuleSet, other: RuleSet, clause: str) -> list[tuple[Message, CaseFile]]:
        """Cases of what a clause is about, first those that speak of it in so many words."""
        found = one.clauses.get(clause) or other.clauses[clause]
        spoken = "-".join((clause, found.kind, *found.parameters)).replace(".", "-")
        words = [word for word in spoken.split("-") if len(word) > 3]
        pairs = [(one, other), *((each, read) for each in (one, other) for read in _readings(each, clause))]
        cases: dict[str, tuple[Message, CaseFile]] = {}
        for area, family in families(clause, one):
            for pair in pairs:
                cases |= {each.text: cases.get(each.text, (area, each)) for each in family(*pair, clause)}
        return sorted(cases.values(), key=lambda each: -sum(word in each[1].text for word in words))

    def _asked(self, rules: RuleSet, case: CaseFile) -> CaseAnswer:
        key = id(rules), case.text
        if key not in self._answers:
            self._answers[key] = rules, case.asked(rules)
        return self._answers[key][1]

    def _narrow(self, rules: RuleSet, clause: str) -> RuleSet:
        """The rule set with the first reading of all that is open but this clause: quicker to ask."""
        words = {name: each[0] for name, each in open_options(rules).items()}
        first = {name: each for name, each in words.items() if rules.options[name].clause != clause}
        key = id(rules), ",".join(first)
        if key not in self._narrowed:
            self._narrowed[key] = rules, read_as(rules, first)
        return self._narrowed[key][1]

    def _between(self, one: RuleSet, other: RuleSet, clause: str) -> Iterator[tuple[RuleSet, RuleSet]]:
        """Each of the two beside itself with this clause alone as the other has it, where that is a game."""
        for mine, theirs in ((one, other), (other, one)):
            clauses = {name: each for name, each in mine.clauses.items() if name != clause}
            made = _made(
                mine, clauses | {name: each for name, each in theirs.clauses.items() if name == clause}
            )
            if made is not None and next(contradictions(made), None) is None:
                yield mine, made


def _readings(rules: RuleSet, clause: str) -> Iterator[RuleSet]:
    """The rule set by each reading of a clause that is open in it."""
    for name, words in open_options(rules).items():
        if rules.options[name].clause == clause:
            yield from (read_as(rules, {name: word}) for word in words)


def _made(like: RuleSet, clauses: Mapping[str, Clause]) -> RuleSet | None:
    """The rule set of other clauses, with the options about those; None where a clause is lacking."""
    options = {name: each for name, each in like.options.items() if clauses.keys() >= {*each.clauses}}
    chosen = {name: word for name, word in like.variant.items() if name in options}
    try:
        return made_of(replace(like, options=options), clauses, chosen)
    except KeyError:
        return None


_AREAS: Final[Mapping[Family, Message]] = {
    tables: say("table"),
    deals: say("deal"),
    discards: say("discard"),
    tellings: say("telling"),
    declared: say("declarations"),
    auctions: say("auction"),
    calls: say("called card"),
    purchases: say("purchase"),
    plays: say("play"),
    namings: say("naming"),
    demands: say("demand"),
    tricks: say("trick winner"),
    endings: say("endings"),
    score_sheets: say("score"),
    properties: say("propriety"),
    irregularities: say("irregularities"),
}
"""Every family, and what it is about."""

_COUNTED: Final = (score_sheets, endings)
_CHAPTERS: Final[Mapping[str, tuple[Family, ...]]] = {
    "table": (tables, endings, discards, plays, irregularities),
    "deal": (deals,),
    "discard": (discards, declared, tellings, score_sheets),
    "talon": (discards, score_sheets),
    "bid": (auctions, score_sheets),
    "call": (calls, auctions),
    "purchase": (purchases, score_sheets),
    "declare": (score_sheets, declared),
    "announce": (score_sheets, declared),
    "play": (plays, endings, tricks),
    "fool": (demands, namings, endings, plays),
    "naming": (namings, endings),
    "beggar": (plays, *_COUNTED),
    "misere": (*_COUNTED, plays),
    "valat": (*_COUNTED, plays),
    "end": (score_sheets, irregularities),
    "proper": (properties,),
    "fine": (irregularities, score_sheets),
    "irregularity": (irregularities,),
    **dict.fromkeys(("payment", "count", "target", "bonus", "radli", "pool"), _COUNTED),
}


def families(clause: str, rules: RuleSet) -> Iterator[tuple[Message, Family]]:
    """Where cases of a clause are looked for, in this order, and what those are about.

    Where there are contracts, an ending is paid for by what was won before it, which a score sheet tells.
    """
    found = _CHAPTERS.get(clause.partition(".")[0], tuple(_AREAS))
    game = rules.game
    if found[:2] == _COUNTED and not game.contracts:
        found = (*reversed(_COUNTED), *found[2:])
    yield from ((_AREAS[family], family) for family in found)
