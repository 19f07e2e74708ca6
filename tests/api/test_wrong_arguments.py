"""Whatever is given as an argument is answered, or refused by its name: no call ends as a bug."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from places import POSITIONS

import analyzer

PROP1 = str(POSITIONS / "prop1.yaml")
ASKED: dict[str, tuple[Any, ...]] = {
    "Batch": (),
    "audit": (PROP1,),
    "certificate": (PROP1,),
    "check": (str(POSITIONS / "disputes" / "discard-king.yaml"),),
    "compare": ("danish", "danish-1996"),
    "compose": ("ultimo",),
    "deals": (PROP1,),
    "decide": (PROP1,),
    "examine": (PROP1,),
    "explain": (PROP1,),
    "forced": (PROP1,),
    "forced_many": ([PROP1],),
    "graph": (PROP1,),
    "legal": (PROP1,),
    "load": (PROP1,),
    "loads": ("danish / A: dR / B: hR / C: c7 / B leads / king=60 pagat=60",),
    "moves": (PROP1,),
    "replay": (PROP1,),
    "rule_set": (),
    "schema": ("position",),
    "score": (str(next((POSITIONS / "sessions").glob("*.yaml"), Path(PROP1))),),
    "solve": (PROP1,),
    "table": ([],),
    "template": ("position",),
    "verify": ("danish",),
}
"""Every function that asks something, with what it asks about."""
WRONG = [object(), b"x", 3.5, True, [object()], "0.2", 10**30, float("nan"), None, {"a": 1}, -1, ""]


FUNCTIONS = {name: getattr(analyzer, name) for name in ASKED}
CALLS = [(name, argument) for name in ASKED for argument in inspect.signature(FUNCTIONS[name]).parameters]


def outcome(name: str, argument: str, value: Any) -> str | None:
    """What Python says of a call with this value of an argument; None where it is answered or refused."""
    function, values = FUNCTIONS[name], list(ASKED[name])
    names = list(inspect.signature(function).parameters)
    named: dict[str, Any] = {"tries": 1} if name == "compose" else {}
    named |= {"claims": ["fool.claim-lost"]} if name == "verify" else {}
    if names.index(argument) < len(values):
        values[names.index(argument)] = value
    else:
        named[argument] = value
    with suppress(analyzer.TarokError, FileNotFoundError):
        try:
            function(*values, **named)
        except TypeError as error:
            return str(error)
    return None


@pytest.mark.parametrize(("name", "argument"), CALLS)
def test_an_argument_that_is_none_is_refused_by_its_name(name: str, argument: str) -> None:
    told = {f"`{argument}`", f"{name} takes ", "expected a position", "made of answers"}
    for value in WRONG:
        said = outcome(name, argument, value)
        assert said is None or any(word in said for word in told), (value, said)


LONG = {("sample", "number")}
"""What is drawn for as long as somebody asks."""
OURS = {"restricted_to_common"}
"""What a finding is merged with, which only the driver of disputes calls."""


def methods() -> Iterator[tuple[str, Any]]:
    """Every method of what the package gives or answers that takes one argument, by its name."""
    position = analyzer.load(PROP1)
    seen = analyzer.load(POSITIONS / "whole-hand.yaml").at("as it was played", "22.2").seen_by("Bent")
    given = [
        position,
        position.lines[0],
        position.legal()[0],
        position.rules,
        analyzer.Batch(),
        analyzer.check(str(POSITIONS / "disputes" / "discard-king.yaml")),
        analyzer.deals(seen),
        analyzer.explain(position),
        analyzer.forced(position),
        analyzer.moves(position),
        analyzer.replay(position, position.lines[0]),
        analyzer.solve(position),
    ]
    for of in given:
        for name, method in inspect.getmembers(type(of), callable):
            if name.startswith("_") or name in OURS or inspect.isclass(method):
                continue
            yield f"{type(of).__name__}.{name}", getattr(of, name)


@pytest.mark.parametrize(("name", "method"), [pytest.param(*each, id=each[0]) for each in methods()])
def test_a_method_refuses_what_is_none_by_its_name(name: str, method: Any) -> None:
    taken = inspect.signature(method).parameters.values()
    named = [each for each in taken if each.kind not in (each.VAR_KEYWORD, each.VAR_POSITIONAL)]
    needed = [each for each in named if each.default is each.empty]
    for parameter in (each.name for each in named):
        if len(needed) > 1 or (needed and needed[0].name != parameter):
            continue
        for value in WRONG:
            if value == 10**30 and (name.rpartition(".")[2], parameter) in LONG:
                continue
            said = refused(method, parameter, value)
            assert said is None or "takes " in said or f"`{parameter}`" in said, (parameter, value, said)


def refused(method: Any, parameter: str, value: Any) -> str | None:
    """What Python says of a call with this value; None where it is answered or refused."""
    with suppress(analyzer.TarokError, FileNotFoundError):
        try:
            found = method(**{parameter: value})
            list(found) if isinstance(found, Iterator) else None
        except TypeError as error:
            return str(error)
    return None


def test_a_class_is_told_by_its_own_name() -> None:
    with pytest.raises(TypeError, match=r"^Batch takes text as `ruleset`, not None$"):
        analyzer.Batch(None)  # type: ignore[arg-type]


def test_every_function_of_the_package_is_asked() -> None:
    public = {name for name in dir(analyzer) if name.islower() and callable(getattr(analyzer, name))}
    assert public - set(ASKED) == {"certify"}  # what a certificate must be is held by the checker's tests
