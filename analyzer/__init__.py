"""Proofs for tarok arguments: who could force the Ultimo, what was legal, what everyone pays.

>>> import analyzer
>>> position = analyzer.load("positions/prop1.yaml")
>>> analyzer.forced(position, goal="ultimo", player="A", by={"B"})
<Forced A ultimo: yes>

A position     load  loads  Position  legal  moves  replay
A question     forced  solve  explain  decide  deals  audit  graph
An argument    check  score  rule_set  verify  compare
A proof        certificate  certify
Many at once   Batch  forced_many  table
To begin with  compose  examine  template  schema

`help(analyzer.forced)` describes one of them. Every answer prints like the command of the same name, shows
its cards as drawings in a notebook, and becomes plain data with `to_dict()`. Players are given by name and
sets of players are frozensets of names. Goals and cards are written as in a position file.

A position is a board to play on. It never changes: `after` returns the next position, and `legal` the legal
actions.

>>> [str(action) for action in position.legal()]
['hR', 'd9']
>>> position.after("d9").after("c7")
<Position danish, A to play, 2 tricks left: A dR T7 / B hR / C c2>
>>> position.after("c7")
Traceback (most recent call last):
...
analyzer.errors.IllegalMove: trick 24, 2 left: C holds c7, but it is B to lead; legal: hR d9

Anything impossible or forbidden raises a TarokError that lists all its faults. An argument of the wrong type
raises a TypeError that names the argument. `rests_on` lists the clauses that an answer rests on and no source
states, `unsettled` the clauses whose readings give different answers, and `readings` the answer under each
reading. Every function may be called from several threads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analyzer.answers.records.ruling import Ruled
    from analyzer.answers.records.verify import Verified
    from analyzer.api.python.library import (
        audit,
        certificate,
        certify,
        check,
        compare,
        compose,
        examine,
        graph,
        rule_set,
        schema,
        table,
        template,
        verify,
    )
    from analyzer.api.python.positions import (
        deals,
        decide,
        explain,
        forced,
        moves,
        replay,
        score,
        solve,
    )
    from analyzer.api.python.reading import legal, load, loads
    from analyzer.cards.card import Card, Suit
    from analyzer.certificates.certificate import Certificate
    from analyzer.certificates.checker import CertificateVerdict
    from analyzer.claims.verify import Comparison
    from analyzer.disputes.findings import Finding
    from analyzer.disputes.shape import Dispute
    from analyzer.errors import (
        CardError,
        Fault,
        IllegalMove,
        InvalidFile,
        InvalidPosition,
        LimitReached,
        TarokError,
        UsageError,
        Where,
    )
    from analyzer.evenings.model import Evening, EveningScore
    from analyzer.knowledge.deals import Deals
    from analyzer.many.arrays import Batch, CardsMany, ForcedMany, ValuesMany, forced_many
    from analyzer.position.model import Position
    from analyzer.position.reading import LegalMoves
    from analyzer.position.replay.model import Replay
    from analyzer.position.setting import Line
    from analyzer.pythonanswer import PythonAnswer
    from analyzer.rules.actions import Action
    from analyzer.rules.score.goals import Goal
    from analyzer.rules.spec.ruleset import RuleSet
    from analyzer.rules.verdicts import Verdict
    from analyzer.search.compose.compose import Problem
    from analyzer.search.engine.reasons import Explained
    from analyzer.search.engine.results import Forced, ForcingAnswer, Solution
    from analyzer.search.review.judgement import Told
    from analyzer.search.worlds.results import Decision

    # Type checkers read it; `help` would list every name with all it has.
    __all__ = [
        "Action",
        "Batch",
        "Card",
        "CardError",
        "CardsMany",
        "Certificate",
        "CertificateVerdict",
        "Comparison",
        "Deals",
        "Decision",
        "Dispute",
        "Evening",
        "EveningScore",
        "Explained",
        "Fault",
        "Finding",
        "Forced",
        "ForcedMany",
        "ForcingAnswer",
        "Goal",
        "IllegalMove",
        "InvalidFile",
        "InvalidPosition",
        "LegalMoves",
        "LimitReached",
        "Line",
        "Position",
        "Problem",
        "PythonAnswer",
        "Replay",
        "RuleSet",
        "Ruled",
        "Solution",
        "Suit",
        "TarokError",
        "Told",
        "UsageError",
        "ValuesMany",
        "Verdict",
        "Verified",
        "Where",
        "__version__",
        "audit",
        "certificate",
        "certify",
        "check",
        "compare",
        "compose",
        "deals",
        "decide",
        "examine",
        "explain",
        "forced",
        "forced_many",
        "graph",
        "legal",
        "load",
        "loads",
        "moves",
        "replay",
        "rule_set",
        "schema",
        "score",
        "solve",
        "table",
        "template",
        "verify",
    ]  # fmt: skip

_ROOMS = {
    "analyzer.pythonanswer": "PythonAnswer",
    "analyzer.api.python.library": "audit certificate certify check compare compose examine graph rule_set "
    "schema table template verify",
    "analyzer.many.arrays": "Batch CardsMany ForcedMany ValuesMany forced_many",
    "analyzer.api.python.positions": "deals decide explain forced moves replay score solve",
    "analyzer.api.python.reading": "legal load loads",
    "analyzer.answers.records.ruling": "Ruled",
    "analyzer.answers.records.verify": "Verified",
    "analyzer.cards.card": "Card Suit",
    "analyzer.certificates.certificate": "Certificate",
    "analyzer.certificates.checker": "CertificateVerdict",
    "analyzer.claims.verify": "Comparison",
    "analyzer.disputes.findings": "Finding",
    "analyzer.disputes.shape": "Dispute",
    "analyzer.errors": "CardError Fault IllegalMove InvalidFile InvalidPosition LimitReached TarokError "
    "UsageError Where",
    "analyzer.evenings.model": "Evening EveningScore",
    "analyzer.knowledge.deals": "Deals",
    "analyzer.position.model": "Position",
    "analyzer.position.reading": "LegalMoves",
    "analyzer.position.replay.model": "Replay",
    "analyzer.position.setting": "Line",
    "analyzer.rules.actions": "Action",
    "analyzer.rules.score.goals": "Goal",
    "analyzer.rules.spec.ruleset": "RuleSet",
    "analyzer.rules.verdicts": "Verdict",
    "analyzer.search.compose.compose": "Problem",
    "analyzer.search.engine.reasons": "Explained",
    "analyzer.search.engine.results": "Forced ForcingAnswer Solution",
    "analyzer.search.review.judgement": "Told",
    "analyzer.search.worlds.results": "Decision",
}
"""The names in each module, which is imported on first use; Ctrl-C works before any import."""

_LATER = {name: room for room, names in _ROOMS.items() for name in names.split()}

__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    if name in _LATER:
        from importlib import import_module  # noqa: PLC0415

        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*_LATER, "__doc__", "__file__", "__name__", "__path__", "__version__"])
