"""The compiled form of a rule set: flat JSON with every clause, read without any library."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from analyzer.rules.spec.clause import Citation, Clause, NumberReading, Option, Parameter, Source, Standing
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.variants import complete

SCHEMA: Final = "tarok-compiled/3"

Json = dict[str, Any]


def to_compiled(rules: RuleSet) -> Json:
    """Return the written form of a rule set, without the head that says what it was made from."""
    return {
        "name": rules.name,
        "title": rules.title,
        "sources": rules.sources,
        "forms": rules.forms,
        "digest": rules.digest,
        "clauses": [_written(each) for each in rules.clauses.values()],
        "options": [_written_option(rules, name, each) for name, each in rules.options.items()],
    }


def _written(clause: Clause) -> Json:
    written: Json = {
        "id": clause.id,
        "kind": clause.kind,
        "standing": clause.standing.value,
        "statement": clause.statement,
        "parameters": clause.parameters,
        "cites": [
            [each.source, each.heading, *([each.within] if each.within else [])] for each in clause.cites
        ],
        "because": clause.because,
        "readings": clause.readings,
        "depends": clause.depends,
        "overrides": clause.overrides,
        "origin": clause.origin,
    }
    return written | ({"by_seats": clause.by_seats} if clause.by_seats else {})


def _written_option(rules: RuleSet, name: str, option: Option) -> Json:
    """Return an option; a reading equal to the clauses themselves is not written again."""
    stated = tuple(rules.clauses[each] for each in option.clauses)
    readings = {
        word: None if reading == stated else [_written(each) for each in reading]
        for word, reading in option.readings.items()
    }
    return {
        "name": name,
        "clauses": option.clauses,
        "default": option.default,
        "readings": readings,
        "sources": option.sources,
        "number": None if option.number is None else _written_number(option.number),
    }


def _written_number(number: NumberReading) -> Json:
    values = number.values
    parts = [values.start, values.stop, values.step]
    return {"clause": _written(number.clause), "parameter": number.parameter, "values": parts}


def _sources(data: Mapping[str, Any]) -> dict[str, Source]:
    return {name: Source(*told) for name, told in data["sources"].items()}


def from_compiled(data: Mapping[str, Any]) -> RuleSet:
    """Return the rule set in a written form."""
    clauses = {each["id"]: _clause(each) for each in data["clauses"]}
    options = {each["name"]: _option(each, clauses) for each in data["options"]}
    forms = tuple(data["forms"])
    return complete(
        data["name"], data["title"], clauses, _sources(data), forms, options, digest=data["digest"]
    )


def _option(data: Mapping[str, Any], clauses: Mapping[str, Clause]) -> Option:
    stated = tuple(clauses[each] for each in data["clauses"])
    readings = {
        word: stated if each is None else tuple(map(_clause, each)) for word, each in data["readings"].items()
    }
    told = data["number"]
    number = told and NumberReading(_clause(told["clause"]), told["parameter"], range(*told["values"]))
    return Option(stated[0].id, data["default"], readings, _sources(data), number)


def _clause(data: Mapping[str, Any]) -> Clause:
    return Clause(
        data["id"],
        data["kind"],
        Standing(data["standing"]),
        data["statement"],
        _parameters(data["parameters"]),
        tuple(Citation(*cite) for cite in data["cites"]),
        data["because"],
        tuple(data["readings"]),
        tuple(data["depends"]),
        tuple(data["overrides"]),
        data["origin"],
        {int(seats): _parameters(each) for seats, each in data.get("by_seats", {}).items()},
    )


def _parameters(data: Mapping[str, Any]) -> dict[str, Parameter]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
