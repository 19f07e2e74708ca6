"""What settling a dispute comes to: values without names, files or looks.

Seats are numbers in order of play.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import Enum
from fractions import Fraction
from typing import Any, ClassVar, Final, NamedTuple, Self

from msgspec import Struct, structs, to_builtins

from analyzer.cards.card import Card
from analyzer.disputes.answer import (
    AsExpectedView,
    CheckAnswer,
    DealCaseView,
    ProvedView,
    RuledInDealsView,
    law_view,
    penalty_view,
    source_views,
    violation_view,
)
from analyzer.disputes.model import Dispute, ExpectedVerdict
from analyzer.disputes.shape import DisputeShape
from analyzer.frozenrecord import Record
from analyzer.knowledge.deciding import place_of
from analyzer.messages import Message, Name, Verbatim, alone, both, listed, say
from analyzer.position.files.reader import Reader
from analyzer.position.setting import Setting
from analyzer.pythonanswer import PythonAnswer
from analyzer.rules.book import Pots
from analyzer.rules.conduct.irregularities import Penalty
from analyzer.rules.score.goals import exact
from analyzer.rules.spec.grounds import AnsweredReading, Grounds, silent_among
from analyzer.rules.verdicts import VERDICT_WORDS, OpenQuestion, Verdict, Violation, amounts_told
from analyzer.views.base import MOST_EXAMPLES, CardWord, grounded, words
from analyzer.words.blocks import Phrase


class Proof(Record, frozen=True):
    """A statement and the clauses it rests on; where Z3 has proved it, none of them can be left out."""

    statement: Message
    core: tuple[str, ...]
    proved: bool = False
    """Whether Z3 has proved it; otherwise it follows by the engine."""


class DealCase(Record, frozen=True):
    """One way in which a dispute is ruled on, in so many of the deals that fit."""

    number: int
    finding: Finding
    """That in the first of them."""
    settings: tuple[Setting, ...]

    def places(self, cards: Sequence[Card]) -> list[tuple[int | None, ...]]:
        """Where cards lay in them: a seat or nobody, each case once."""
        found = {tuple(place_of(card, deal) for card in cards) for deal in self.settings}
        return sorted(found, key=lambda seats: [99 if seat is None else seat for seat in seats])


class RuledInDeals(Record, frozen=True):
    """What is ruled in every deal that fits; the way in which most are ruled first."""

    cases: tuple[DealCase, ...]
    turns_on: tuple[Card, ...]
    """A smallest set of cards whose places decide; () where none is small."""
    exact: bool
    """Whether they are all that fit; else they were drawn."""
    fit: int | None
    alike: bool
    """Whether everything that the kind of dispute tells is the same in all."""

    @property
    def count(self) -> int:
        """How many deals were ruled on."""
        return sum(case.number for case in self.cases)

    @property
    def same(self) -> bool:
        """Whether the ruling is one in all that fit."""
        return self.exact and len(self.cases) == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding(PythonAnswer):
    """The verdict on a dispute: everything broken, everything open, and what was proved on the way."""

    dispute: Dispute
    violations: tuple[Violation, ...]
    open_questions: tuple[OpenQuestion, ...] = ()
    proofs: tuple[Proof, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    notes: tuple[Message, ...] = ()
    applied: tuple[str, ...] = ()
    """Every clause that was applied on the way, whether it was broken or kept: it bore on the facts."""
    unsettled: tuple[str, ...] = ()
    """The disputed clauses that the finding hangs on and no variant chooses."""
    answered: tuple[AnsweredReading, ...] = ()
    """What is found under each of their readings, where it differs."""
    impossible: tuple[AnsweredReading, ...] = ()
    """The readings under which what is told cannot be."""
    too_many: bool = False
    """Whether more readings bear on it than can be gone through."""
    smt2: str = field(default="", compare=False, repr=False)
    """The question put to Z3 as SMT-LIB text; empty where Z3 is put none."""
    in_deals: RuledInDeals | None = None
    """Where not every hand is known, what is ruled in the deals that fit."""
    ASIDE: ClassVar[frozenset[str]] = frozenset()
    """What a kind of finding tells beside its answer: how it was found, or what could be done instead."""

    @property
    def rests_on(self) -> tuple[str, ...]:
        """The silent clauses whose default the finding hangs on, in the order of the rule set."""
        fined = [clause for each in self.penalties for clause in each.clauses]
        return silent_among(self.dispute.rules, (*self.applied, *self.clauses, *fined))

    @property
    def bearing(self) -> tuple[str, ...]:
        """The clauses that were applied, each once; where no single one was, the :attr:`usual` ones."""
        applied = dict.fromkeys(each for each in self.applied if each in self.dispute.rules.clauses)
        return tuple(applied) or self.usual

    @property
    def usual(self) -> tuple[str, ...]:
        """The clauses that a dispute of this kind is settled by where nothing in it touched one of them."""
        return ()

    @property
    def grounds(self) -> Grounds:
        """What the finding rests on beside what its source states."""
        return Grounds(self.rests_on, self.unsettled, self.answered, self.impossible, self.too_many)

    @property
    def verdict(self) -> Verdict:
        """Illegal where anything is broken for certain, unsettled where anything is open."""
        if self.violations:
            return Verdict.ILLEGAL
        return Verdict.UNSETTLED if self.open_questions else Verdict.LEGAL

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that decide it: broken ones, else those of the open questions; each once."""
        broken = [each.clause for each in self.violations]
        asked = [clause for each in self.open_questions for clause in each.clauses]
        return tuple(dict.fromkeys(broken or asked))

    @property
    def nothing_claimed(self) -> bool:
        """Whether it is only asked what is due, or who won, so that there is nothing a verdict can be on."""
        return False

    @property
    def hangs_on_hands(self) -> bool:
        """Whether it is open because hands are not told, and not because no source settles it."""
        return False

    @property
    def sums_by_reading(self) -> bool:
        """Whether each reading of what no source settles has a sum of its own, so that none is due."""
        return any(each.tokens for question in self.open_questions for each in question.readings)

    @property
    def remedies(self) -> tuple[str, ...]:
        """What becomes of what was done, such as `abandoned`; each word once."""
        back = ["taken-back"] if self.cards_taken_back else []
        return tuple(dict.fromkeys([*back, *(each.remedy for each in self.penalties)]))

    @property
    def unexpected(self) -> tuple[Message, ...]:
        """Where it is not what the dispute's file expects, in words."""
        expect = self.dispute.expect
        if expect is None:
            return ()
        found = list[Message]()
        if expect.verdict not in (None, self.verdict.value):
            found.append(
                say(
                    "the verdict is {verdict}, not {expected}",
                    verdict=VERDICT_WORDS[self.verdict],
                    expected=VERDICT_WORDS[Verdict(expect.verdict)],
                )
            )
        if expect.clauses is not None and set(expect.clauses) != set(self.clauses):
            found.append(
                say(
                    "the clauses are {clauses}",
                    clauses=alone(listed(map(Verbatim, self.clauses)), say("none")),
                )
            )
        for what in ("named", "winner"):
            wanted = getattr(expect, what)
            if wanted is not None and getattr(self, what, None) != wanted:
                found.append(
                    say("{key} is {value}", key=Verbatim(what), value=Verbatim(getattr(self, what, None)))
                )
        return (*found, *self._consequences(expect))

    def _consequences(self, expect: ExpectedVerdict) -> Iterator[Message]:
        """Where what follows is not what is expected: remedies, and the tokens of those named."""
        if expect.remedy is not None and set(expect.remedy) != set(self.remedies):
            said = alone(listed(map(Verbatim, self.remedies)), say("nothing"))
            yield say("the remedy is {remedy}", remedy=said)
        tokens = dict(zip(self.everybody, self.gained, strict=False))
        for name, amount in (expect.tokens or {}).items():
            if name not in tokens:
                yield say("no tokens are given for {player}", player=Name(name))
            elif tokens[name] != amount:
                yield say(
                    "{player} has {amount} tokens, not {expected}",
                    player=Name(name),
                    amount=Verbatim(f"{tokens[name]:+d}"),
                    expected=Verbatim(f"{amount:+d}"),
                )
        came = self.comes_to if expect.comes_to else {}
        for key, wanted in expect.comes_to.items():
            found = came.get(key)
            if isinstance(wanted, Mapping) and isinstance(found, Mapping):
                found = {name: found.get(name) for name in wanted}
            if found != wanted:
                yield say("{key} is {value}", key=Verbatim(key), value=Verbatim(found))

    @property
    def gained(self) -> tuple[int, ...]:
        """The tokens of everybody; empty where the finding is about none, or cannot tell them."""
        return ()

    @property
    def due(self) -> Sequence[int]:
        """What everybody receives or is written; empty if the kind of dispute is about neither."""
        return self.gained

    @property
    def pots_gain(self) -> Pots | None:
        """What the pots gain; None if that is not known, or the game has none."""
        return None

    @property
    def cards_taken_back(self) -> tuple[int, ...]:
        """The seats that had to take a card back, each once; it is no penalty."""
        return ()

    @property
    def tokens_told(self) -> dict[str, int] | None:
        """What everybody receives less what he pays, by name; None where nothing is settled in tokens."""
        tokens = self.gained
        return dict(zip(self.everybody, tokens, strict=True)) if tokens else None

    @property
    def leads_to(self) -> Message | None:
        """What it comes to beside the verdict, in a few words; None where to nothing."""
        tokens = self.tokens_told
        return None if tokens is None else amounts_told(tokens)

    @property
    def in_brief(self) -> Message | None:
        """What it comes to in as few words as can be, where the kind of dispute is named before it."""
        return self.leads_to

    @property
    def comes_to(self) -> Mapping[str, Any]:
        """The answer, as keys with what JSON has: two findings that come to the same are one answer."""
        told = {
            "verdict": self.verdict.value,
            "clauses": list(self.clauses),
            "remedies": list(self.remedies),
            "tokens": self.tokens_told,
            "violations": self._told(self.violations),
            "penalties": self._told(self.penalties),
            "open": self._told(self.open_questions),
        }
        own = (each.name for each in fields(self) if each.name not in {*_OF_ALL, *self.ASIDE, *told})
        return told | {name: self._told(getattr(self, name), seated=name in _SEATED) for name in own}

    def _told(self, value: Any, *, seated: bool = False) -> Any:
        """A part of an answer as JSON has it, without the words in which it is told; seats by their names."""
        if value is None or isinstance(value, bool | str):
            return None if isinstance(value, Message) else value
        if isinstance(value, Enum):
            return value.value
        if isinstance(value, int):
            return self.everybody[value] if seated else value
        if isinstance(value, Fraction):
            return exact(value)
        if isinstance(value, Struct):
            return {
                name: self._told(part, seated=name in _SEATED)
                for name, part in structs.asdict(value).items()
                if not isinstance(part, Message)
            }
        if isinstance(value, Mapping):
            return {str(key): self._told(part) for key, part in value.items()}
        if isinstance(value, frozenset):
            return sorted(map(str, value))
        if isinstance(value, tuple | list):
            return [self._told(each, seated=seated) for each in value]
        return str(value)

    @property
    def when_right(self) -> Message:
        """The headline if nothing is wrong and nothing is open."""
        back = [Name(self.dispute.players[seat]) for seat in self.cards_taken_back]
        if back:
            return say("Cards go back to {players}", players=both(back))
        return say("Everything followed the rules")

    def facts_said(self) -> Iterator[Phrase]:
        """The facts of the file, if the ruling is hard to follow without them."""
        yield from ()

    def reasons_said(self) -> Iterator[Phrase]:
        """How the ruling was found."""
        yield from ()

    def remedy_said(self) -> Iterator[Phrase]:
        """What is to be done: what could have been done instead, and who pays whom by which clause."""
        yield from ()

    @abstractmethod
    def answer(self) -> CheckAnswer:
        """The JSON of the ruling: what every ruling tells, and the keys of the kind of dispute."""

    @property
    def common(self) -> dict[str, Any]:
        """What the answers about all kinds of disputes tell, by key."""
        dispute, rules = self.dispute, self.dispute.rules
        found: dict[str, Any] = {
            "kind": dispute.kind,
            **grounded(rules, self.grounds),
            "title": dispute.title,
            "verdict": self.verdict,
            "violations": [violation_view(rules, each) for each in self.violations],
            "unsettled": list(self.grounds.unsettled or _asked_of(self)),
            "readings": _readings(self),
            "laws": [law_view(rules, each) for each in dict.fromkeys((*self.bearing, *self.clauses))],
            "sources": source_views(rules, (*self.bearing, *self.clauses)),
            "penalties": [penalty_view(dispute, each) for each in self.penalties],
            "proofs": [ProvedView(each.statement, list(each.core)) for each in self.proofs],
            "notes": list(self.notes),
        }
        if self.in_deals is not None:
            found["worlds"] = _in_deals(self.in_deals, dispute)
        if dispute.expect is not None:
            found["expected"] = AsExpectedView(not self.unexpected, list(self.unexpected))
        return found

    def beyond_question(self, cases: Sequence[Finding]) -> Self:
        """The finding that was merged from these, with what is still so in all of them."""
        del cases
        return self

    @property
    def everybody(self) -> tuple[str, ...]:
        """The players by seat, one sitting out last."""
        out = self.dispute.sitting_out
        return (*self.dispute.players, *([out] if out is not None else []))


_OF_ALL: Final = frozenset(each.name for each in fields(Finding))
_SEATED: Final = frozenset(
    {"payer", "payee", "seat", "by", "partner", "declarer", "to_speak", "winner", "winners", "must_play"}
    | {"take_back", "named_by", "right_to_name", "false_statements", "may_call", "deals_again", "next_dealer"}
    | {"counting", "sits_out", "deals_next", "founds", "answers_for", "waits"}
)
"""Fields that hold seats."""


def _in_deals(found: RuledInDeals, dispute: Dispute) -> RuledInDealsView:
    def hands(deal: Setting) -> dict[str, list[CardWord]]:
        return {player: words(hand) for player, hand in zip(dispute.players, deal.hands, strict=True)}

    cases = [
        DealCaseView(
            case.number,
            case.finding.verdict,
            list(case.finding.clauses),
            case.finding.leads_to,
            [hands(deal) for deal in case.settings[:MOST_EXAMPLES]],
        )
        for case in found.cases
    ]
    return RuledInDealsView(found.count, found.exact, found.fit, cases, words(found.turns_on))


def _asked_of(finding: Finding) -> Iterable[str]:
    """The clauses that meet in what no source settles: in the verdict, or in what a breach costs."""
    if finding.in_deals is not None:
        return ()
    return dict.fromkeys(clause for each in finding.open_questions for clause in each.clauses)


def _readings(finding: Finding) -> list[dict[str, Any]]:
    """Each way to read what no source settles: what it says, the verdict by it, its laws, what it leads to.

    Where answers differ by options, with the keys in which they do; else as the open questions tell it.
    """
    rules = finding.dispute.rules
    told = [(question, each) for question in finding.open_questions for each in question.readings]
    found: list[dict[str, Any]] = [
        {
            "variant": dict(each.variant),
            "text": str(each.text),
            "verdict": None if each.verdict is None else each.verdict.value,
            "laws": [
                to_builtins(law_view(rules, clause), enc_hook=str)
                for clause in each.clauses or question.clauses
            ],
            "leads_to": None if each.leads_to is None else str(each.leads_to),
            **({} if each.tokens is None else {"tokens": dict(each.tokens)}),
        }
        for question, each in told
    ]
    answered = {tuple(each.variant.items()): each.differs for each in finding.grounds.readings}
    for each in found:
        each.update(answered.pop(tuple(each["variant"].items()), {}))
    for variant, differs in answered.items():
        clauses = [rules.options[option].clause for option, _ in variant]
        laws = [to_builtins(law_view(rules, clause), enc_hook=str) for clause in dict.fromkeys(clauses)]
        says = [rules.options[option].readings[word][0].statement for option, word in variant]
        told_so = {"text": "; ".join(map(str, says)), "verdict": finding.verdict.value, "laws": laws}
        found.append({"variant": dict(variant), **told_so, "leads_to": None, **differs})
    return found


class DisputeModule(NamedTuple):
    """One way in which a kind of dispute is told, whole: what a module of this folder is about."""

    shape: type[DisputeShape]
    """What a file of it may say."""
    read: Callable[[Reader, Any], Dispute | None]
    """The facts of a file; None where they cannot be read, with the faults in the reader."""
    settle: Callable[[Any], Finding]
    """The ruling on the facts by the rules. Raises: as :func:`analyzer.disputes.table.settle`."""
    answer: type[CheckAnswer]
    """Its JSON."""
