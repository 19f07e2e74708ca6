"""What settling a dispute comes to: values without names, files or looks.

Seats are numbers in order of play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import Enum
from fractions import Fraction
from typing import Any, ClassVar, Final, Self

from msgspec import Struct, structs

from analyzer.cards.card import Card
from analyzer.disputes.model import Dispute, ExpectedVerdict
from analyzer.frozenrecord import Record
from analyzer.knowledge.deciding import place_of
from analyzer.messages import Message, Name, Verbatim, alone, listed, say
from analyzer.position.setting import Setting
from analyzer.pythonanswer import PythonAnswer
from analyzer.rules.book import Book, Pots, Transfer
from analyzer.rules.conduct.irregularities import Fine, Penalty, settle_fine
from analyzer.rules.score.amounts import exact
from analyzer.rules.spec.grounds import AnsweredReading, Grounds, silent_among
from analyzer.rules.verdicts import VERDICT_WORDS, OpenQuestion, Verdict, Violation, amounts_told


class Proof(Record, frozen=True):
    """A statement and the clauses it rests on; where Z3 has proved it, none of them can be left out."""

    statement: Message
    core: tuple[str, ...]
    proved: bool = False
    """Whether Z3 has proved it; otherwise it follows by the engine."""


class Paid(Record, frozen=True):
    """What is paid because of what was wrong: payment by payment, and what all gain, one sitting out last."""

    payments: tuple[Transfer, ...]
    tokens: tuple[int, ...]
    pots: Pots

    @classmethod
    def of(cls, book: Book) -> Paid:
        return cls(book.transfers, book.tokens, book.pot_changes)

    @classmethod
    def of_fines(cls, dispute: Dispute, fined: Iterable[tuple[int, Fine]]) -> Paid:
        """What fines come to, each with the seat that pays it."""
        book = Book(len(dispute.players) + (dispute.sitting_out is not None))
        for seat, fine in fined:
            settle_fine(fine, seat, book)
        return cls.of(book)


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
                yield say("no tokens are told of {player}", player=Name(name))
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
        paid: Paid | None = getattr(self, "paid", None)
        found: tuple[int, ...] = getattr(self, "tokens", ())
        return found if paid is None else paid.tokens

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

    def beyond_question(self, cases: Sequence[Finding]) -> Self:
        """The finding that was merged from these, with what is still so in all of them."""
        del cases
        return self

    @property
    def everybody(self) -> tuple[str, ...]:
        """The players by seat, one sitting out last."""
        out = self.dispute.sitting_out
        return (*self.dispute.players, *([out] if out is not None else []))


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidFinding(Finding):
    """What is owed, payment by payment; `tokens` by seat, one sitting out last, `pots` what they gain."""

    payments: tuple[Transfer, ...]
    tokens: tuple[int, ...]
    pots: Pots


_OF_ALL: Final = frozenset(each.name for each in fields(Finding))
_SEATED: Final = frozenset(
    {"payer", "payee", "seat", "by", "partner", "declarer", "to_speak", "winner", "winners", "must_play"}
    | {"take_back", "named_by", "right_to_name", "false_statements", "may_call", "deals_again", "next_dealer"}
    | {"counting", "sits_out", "deals_next", "founds", "answers_for", "waits"}
)
"""Fields that hold seats."""
