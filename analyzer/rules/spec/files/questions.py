"""The questions that clauses answer, so that two clauses with one answer too many are found at load.

A question is a subject and the trick it is asked at, counted from the end; None stands for every trick.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from typing import Final, NamedTuple

from analyzer.messages import Message, Verbatim, marked, say
from analyzer.rules.spec.clause import Clause


class ClauseRequest(NamedTuple):
    """A question in words, and the trick it is asked at."""

    subject: Message
    trick: int | None = None

    def meets(self, other: ClauseRequest) -> bool:
        """Return True if it is the same question, somewhere in the hand."""
        return self.subject == other.subject and (
            None in (self.trick, other.trick) or self.trick == other.trick
        )


class Clash(NamedTuple):
    """Two clauses that answer one question, neither of which overrides the other."""

    first: Clause
    second: Clause
    subject: Message


def clashes(clauses: Mapping[str, Clause]) -> Iterator[Clash]:
    """Yield every two clauses that answer one question without `overrides`, in the order of the clauses."""
    by_kinds = [(clause, list(_asked(clause))) for clause in clauses.values()]
    for (first, mine), (second, theirs) in combinations(by_kinds, 2):
        if first.id in second.overrides or second.id in first.overrides:
            continue
        met = next((one.subject for one in mine for other in theirs if one.meets(other)), None)
        if met is not None:
            yield Clash(first, second, met)


def _asked(clause: Clause) -> Iterable[ClauseRequest]:
    reader = _QUESTIONS.get(clause.kind)
    return () if reader is None else reader(clause)


def _once(subject: Message) -> Callable[[Clause], Iterable[ClauseRequest]]:
    """Return the question of a kind with one clause per rule set."""

    def asked(_: Clause) -> Iterable[ClauseRequest]:
        return (ClauseRequest(subject),)

    return asked


def _of(template: str, name: str) -> Callable[[Clause], Iterable[ClauseRequest]]:
    """Return a question for each value of a parameter: each card of a list, each suit, one word."""
    return lambda clause: (
        ClauseRequest(Message(template, {"word": Verbatim(value)}), _trick(clause))
        for value in _values(clause, name)
    )


def _values(clause: Clause, name: str) -> tuple[object, ...]:
    value = clause.parameters.get(name, ())
    return value if isinstance(value, tuple) else (value,)


def _trick(clause: Clause) -> int | None:
    trick = clause.parameters.get("trick")
    return trick if isinstance(trick, int) else None


_QUESTIONS: Final[Mapping[str, Callable[[Clause], Iterable[ClauseRequest]]]] = {
    "seats": _once(say("how many play")),
    "deck": _once(say("which cards there are")),
    "ranks": _once(say("how the cards rank")),
    "deal": _once(say("how many cards are dealt")),
    "leads": _once(say("who leads")),
    "duty": _of(marked("whether one must {word}"), "to"),
    "trick-winner": _once(say("who wins a trick")),
    "excuse": _of(marked("whether {word} may be played"), "card"),
    "ban-at-trick": _of(marked("whether {word} may be played"), "card"),
    "demand-at-trick": _of(marked("whether {word} may be played"), "card"),
    "demand-takes-back": _once(say("whose cards go back where the Fool is demanded late")),
    "pile": _of(marked("in whose pile {word} ends"), "card"),
    "pile-at-trick": _of(marked("in whose pile {word} ends"), "card"),
    "naming-step": _of(marked("who names the Fool where {word}"), "when"),
    "skat-size": _once(say("how many cards are discarded")),
    "never-discard": _of(marked("whether {word} may be discarded"), "cards"),
    "only-if-announced": _of(marked("whether {word} may be discarded"), "cards"),
    "not-in-combination-unless-unavoidable": _once(say("whether combination cards may be discarded")),
    "must-tell": _once(say("what the dealer says about trumps in the skat")),
    "trump-declaration": _once(say("what trumps are declared for")),
    "matador-declaration": _once(say("what matadors are declared for")),
    "graded-declaration": _of(marked("what {word} are declared for"), "of"),
    "foundation": _of(marked("who founds the {word} pot"), "pots"),
    "lost-early": _of(marked("what {word} costs where it is lost early"), "cards"),
    "ultimo": _of(marked("what the last trick brings with {word}"), "cards"),
    "bagud": _of(marked("what {word} costs where it is lost in the last trick"), "cards"),
    "settlement-order": _once(say("in which order is settled")),
    "takes-pots": _of(marked("whether a Tout takes the {word} pot"), "pots"),
    "failed-tout": _once(say("what an announced Tout costs where it fails")),
    "card-points": _once(say("what the cards count")),
    "par": _once(say("against what points are held")),
    "settles-count": _once(say("who settles the count with whom")),
    "count-after": _of(marked("whether there is a count after {word}"), "outcome"),
    "fine": _of(marked("what a {word} irregularity costs"), "category"),
    "propriety": _of(marked("whether it is proper to {word}"), "duty"),
}
"""The questions of clauses by kind. Other kinds may have several clauses: each one judges a discard."""
