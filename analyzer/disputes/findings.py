"""The results of settling disputes: values without names, files or looks.

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
from analyzer.disputes.shape import Dispute, DisputeShape, ExpectedVerdict
from analyzer.frozenrecord import Record
from analyzer.knowledge.deciding import place_of
from analyzer.messages import Message, Name, Verbatim, alone, both, listed, say
from analyzer.position.files.reader import Reader
from analyzer.position.setting import Setting
from analyzer.pythonanswer import PythonAnswer
from analyzer.rules.book import Pots, Transfer
from analyzer.rules.irregularities import Penalty
from analyzer.rules.score.goals import exact
from analyzer.rules.spec.grounds import AnsweredReading, Grounds, silent_among
from analyzer.rules.verdicts import VERDICT_WORDS, OpenQuestion, Verdict, Violation, amounts_message
from analyzer.views.base import MOST_EXAMPLES, CardWord, grounded, words
from analyzer.words.blocks import Phrase

ONLY_RESULT: Final = say("these clauses give this result and no other")
"""What is true of a ruling about sums, unless something is open."""


class Proof(Record, frozen=True):
    """A statement and the clauses it rests on; if Z3 has proved it, none of them can be left out."""

    statement: Message
    core: tuple[str, ...]
    proved: bool = False
    """True if Z3 has proved it; otherwise it follows from the engine."""


class DealCase(Record, frozen=True):
    """A way in which a dispute is ruled on, and the number of deals with that ruling."""

    number: int
    finding: Finding
    """The finding in the first of these deals."""
    settings: tuple[Setting, ...]

    def places(self, cards: Sequence[Card]) -> list[tuple[int | None, ...]]:
        """Return the places of cards in these deals: a seat or None for each card, each case once."""
        found = {tuple(place_of(card, deal) for card in cards) for deal in self.settings}
        return sorted(found, key=lambda seats: [99 if seat is None else seat for seat in seats])


class RuledInDeals(Record, frozen=True):
    """The rulings in the deals that fit, the most frequent first."""

    cases: tuple[DealCase, ...]
    turns_on: tuple[Card, ...]
    """A smallest set of cards whose places decide the ruling; () if no small set does."""
    exact: bool
    """True if these are all the deals that fit; otherwise they were drawn."""
    fit: int | None
    alike: bool
    """True if everything in the answer is the same in all of them."""

    @property
    def count(self) -> int:
        """The number of deals ruled on."""
        return sum(case.number for case in self.cases)

    @property
    def same(self) -> bool:
        """True if the ruling is the same in all deals that fit."""
        return self.exact and len(self.cases) == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding(PythonAnswer):
    """The verdict on a dispute: everything broken, everything open, and everything proved on the way."""

    dispute: Dispute
    violations: tuple[Violation, ...]
    open_questions: tuple[OpenQuestion, ...] = ()
    proofs: tuple[Proof, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    notes: tuple[Message, ...] = ()
    applied: tuple[str, ...] = ()
    """Every clause that was applied on the way, broken or kept, because it affected the facts."""
    unsettled: tuple[str, ...] = ()
    """The disputed clauses that the finding depends on and no variant chooses."""
    answered: tuple[AnsweredReading, ...] = ()
    """The finding under each of their readings, as far as it differs."""
    impossible: tuple[AnsweredReading, ...] = ()
    """The readings that contradict the file."""
    too_many: bool = False
    """True if more readings affect it than can be tried."""
    smt2: str = field(default="", compare=False, repr=False)
    """The question to Z3 as SMT-LIB text; empty if Z3 gets no question."""
    in_deals: RuledInDeals | None = None
    """The rulings in the deals that fit, if not every hand is known; otherwise None."""
    ASIDE: ClassVar[frozenset[str]] = frozenset()
    """Fields that are not part of the answer: the derivation, or alternatives to what was done."""

    @property
    def rests_on(self) -> tuple[str, ...]:
        """The silent clauses whose default the finding depends on, in the order of the rule set."""
        fined = [clause for each in self.penalties for clause in each.clauses]
        return silent_among(self.dispute.rules, (*self.applied, *self.clauses, *fined))

    @property
    def bearing(self) -> tuple[str, ...]:
        """The clauses that were applied, each once; the :attr:`usual` ones if no single clause was."""
        applied = dict.fromkeys(each for each in self.applied if each in self.dispute.rules.clauses)
        return tuple(applied) or self.usual

    @property
    def usual(self) -> tuple[str, ...]:
        """The clauses that settle a dispute of this kind if no clause was applied."""
        return ()

    @property
    def grounds(self) -> Grounds:
        """The grounds of the finding, apart from what its source states."""
        return Grounds(self.rests_on, self.unsettled, self.answered, self.impossible, self.too_many)

    @property
    def verdict(self) -> Verdict:
        """Illegal if a clause is certainly broken, unsettled if a question is open, otherwise legal."""
        if self.violations:
            return Verdict.ILLEGAL
        return Verdict.UNSETTLED if self.open_questions else Verdict.LEGAL

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that decide it, each once: the broken ones, otherwise those of the open questions."""
        broken = [each.clause for each in self.violations]
        asked = [clause for each in self.open_questions for clause in each.clauses]
        return tuple(dict.fromkeys(broken or asked))

    @property
    def nothing_claimed(self) -> bool:
        """True if the only question is an amount or a winner, so that no verdict can be given."""
        return False

    @property
    def hangs_on_hands(self) -> bool:
        """True if it is open because hands are unknown, and not because no source settles it."""
        return False

    @property
    def sums_by_reading(self) -> bool:
        """True if the readings of an open question have different sums, so that none is due."""
        return any(each.tokens for question in self.open_questions for each in question.readings)

    @property
    def remedies(self) -> tuple[str, ...]:
        """The consequences of what was done, such as `abandoned`; each word once."""
        back = ["taken-back"] if self.cards_taken_back else []
        return tuple(dict.fromkeys([*back, *(each.remedy for each in self.penalties)]))

    @property
    def unexpected(self) -> tuple[Message, ...]:
        """The differences from what the dispute's file expects, in words."""
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
        """Yield the differences from the expected remedies and from the tokens of the players named."""
        if expect.remedy is not None and set(expect.remedy) != set(self.remedies):
            said = alone(listed(map(Verbatim, self.remedies)), say("nothing"))
            yield say("the remedy is {remedy}", remedy=said)
        tokens = dict(zip(self.everybody, self.gained, strict=False))
        for name, amount in (expect.tokens or {}).items():
            if name not in tokens:
                yield say("no tokens are given for {player}", player=Name(name))
            elif tokens[name] != amount:
                yield say(
                    "{player} has {amount} {amount:token/tokens}, not {expected}",
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
        """Everybody's tokens by seat; empty if the finding is not about tokens, or cannot give them."""
        return ()

    @property
    def due(self) -> Sequence[int]:
        """Everybody's payments or score entries; empty if the kind of dispute is about neither."""
        return self.gained

    @property
    def pots_gain(self) -> Pots | None:
        """The gain of the pots; None if it is unknown, or the game has no pots."""
        return None

    @property
    def corrections(self) -> tuple[Transfer, ...]:
        """The payments that correct those already made; empty if none were made, or all were right."""
        return ()

    @property
    def cards_taken_back(self) -> tuple[int, ...]:
        """The seats that had to take a card back, each once; this is not a penalty."""
        return ()

    @property
    def stated_tokens(self) -> dict[str, int] | None:
        """Everybody's tokens received less tokens paid, by name; None if nothing is settled in tokens."""
        tokens = self.gained
        return dict(zip(self.everybody, tokens, strict=True)) if tokens else None

    @property
    def leads_to(self) -> Message | None:
        """The consequence beyond the verdict, in a few words; None if there is none."""
        tokens = self.stated_tokens
        return None if tokens is None else amounts_message(tokens)

    @property
    def in_brief(self) -> Message | None:
        """The consequence in as few words as possible, for a line that names the kind of dispute first."""
        return self.leads_to

    @property
    def comes_to(self) -> Mapping[str, Any]:
        """The answer as JSON keys and values; findings with equal values are the same answer."""
        told = {
            "verdict": self.verdict.value,
            "clauses": list(self.clauses),
            "remedies": list(self.remedies),
            "tokens": self.stated_tokens,
            "violations": self._to_json(self.violations),
            "penalties": self._to_json(self.penalties),
            "open": self._to_json(self.open_questions),
        }
        own = (each.name for each in fields(self) if each.name not in {*_OF_ALL, *self.ASIDE, *told})
        return told | {name: self._to_json(getattr(self, name), seated=name in _SEATED) for name in own}

    def _to_json(self, value: Any, *, seated: bool = False) -> Any:
        """Return a part of an answer as JSON, without its wording; seats become names."""
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
                name: self._to_json(part, seated=name in _SEATED)
                for name, part in structs.asdict(value).items()
                if not isinstance(part, Message)
            }
        if isinstance(value, Mapping):
            return {str(key): self._to_json(part) for key, part in value.items()}
        if isinstance(value, frozenset):
            return sorted(map(str, value))
        if isinstance(value, tuple | list):
            return [self._to_json(each, seated=seated) for each in value]
        return str(value)

    @property
    def when_right(self) -> Message:
        """The headline if nothing is wrong and nothing is open."""
        back = [Name(self.dispute.players[seat]) for seat in self.cards_taken_back]
        if back:
            return say("Cards go back to {players}", players=both(back))
        return say("Everything followed the rules")

    def fact_phrases(self) -> Iterator[Phrase]:
        """Yield the facts of the file, if the ruling is hard to follow without them."""
        yield from ()

    def reason_phrases(self) -> Iterator[Phrase]:
        """Yield the steps that led to the ruling."""
        yield from ()

    def remedy_phrases(self) -> Iterator[Phrase]:
        """Yield the remedy: what could have been done instead, and who pays whom under which clause."""
        yield from ()

    @abstractmethod
    def answer(self) -> CheckAnswer:
        """Return the JSON of the ruling: the common keys, and those of the kind of dispute."""

    @property
    def common(self) -> dict[str, Any]:
        """The keys that the answers about all kinds of disputes share."""
        dispute, rules = self.dispute, self.dispute.rules
        found: dict[str, Any] = {
            "kind": dispute.kind,
            **grounded(rules, self.grounds),
            "title": dispute.title,
            "verdict": self.verdict,
            "violations": [violation_view(rules, each) for each in self.violations],
            "unsettled": list(self.grounds.unsettled or _collect_open_clauses(self)),
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

    def restricted_to_common(self, cases: Sequence[Finding]) -> Self:
        """Return the finding merged from these cases, with everything that is the same in all of them."""
        del cases
        return self

    @property
    def everybody(self) -> tuple[str, ...]:
        """The players by seat, a player sitting out last."""
        out = self.dispute.sitting_out
        return (*self.dispute.players, *([out] if out is not None else []))


_OF_ALL: Final = frozenset(each.name for each in fields(Finding))
_SEATED: Final = frozenset(
    {"payer", "payee", "seat", "by", "partner", "declarer", "to_speak", "winner", "winners", "must_play"}
    | {"take_back", "named_by", "right_to_name", "false_statements", "may_call", "deals_again", "next_dealer"}
    | {"counting", "sits_out", "deals_next", "founds", "answers_for", "waits"}
)
"""The fields that hold seats."""


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


def _collect_open_clauses(finding: Finding) -> Iterable[str]:
    """Return the clauses in conflict in open questions, of the verdict or of the cost of a breach."""
    if finding.in_deals is not None:
        return ()
    return dict.fromkeys(clause for each in finding.open_questions for clause in each.clauses)


def _readings(finding: Finding) -> list[dict[str, Any]]:
    """Return each reading of what no source settles: its text, its verdict, its laws, its consequence.

    If answers differ by options, the keys that differ are added; otherwise the open questions give
    everything.
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
    """A kind of dispute in full: the contents of a module in this folder."""

    shape: type[DisputeShape]
    """The shape of its file."""
    read: Callable[[Reader, Any], Dispute | None]
    """Read the facts of a file; None if they cannot be read, with the faults in the reader."""
    settle: Callable[[Any], Finding]
    """Rule on the facts under the rules. Raises: as :func:`analyzer.disputes.table.settle`."""
    answer: type[CheckAnswer]
    """The class of its JSON."""
