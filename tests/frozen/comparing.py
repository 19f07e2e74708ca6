"""What of a frozen answer is no longer so. Keys may be added; nothing else may change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from frozen.asking import Case
from frozen.saying import LANGS

NODES_ARE_FROZEN = True
"""Whether as many positions have to be searched as before, and as much be known when a limit is reached.

A change of the search that searches less says so by setting this to False, until the cases are made anew.
"""

Difference = tuple[str, Any, Any]
"""A path such as `cards[0].why`, what was there, and what is there now."""

GONE = "(nothing)"


def family_differences(family: str, frozen: Case, now: Case) -> list[Difference]:
    """The differences of two answers to one question of a family."""
    if family != "schemas":
        return case_differences(frozen, now)
    other_status = [("exit status", frozen.status, now.status)] if frozen.status != now.status else []
    return other_status + schema_differences(frozen.answer, now.answer)


def case_differences(frozen: Case, now: Case) -> list[Difference]:
    """The differences of two answers to one question."""
    if not NODES_ARE_FROZEN and _limited(frozen):
        return []
    found: list[Difference] = []
    if frozen.status != now.status:
        found.append(("exit status", frozen.status, now.status))
    found += differences("answer", frozen.answer, now.answer)
    return found + list(differences("written", frozen.written, now.written))


def said_differences(frozen: Sequence[str], now: Sequence[str]) -> list[Difference]:
    """The languages in which something else is said; two digests each."""
    pairs = zip(LANGS, frozen, now, strict=True)
    return [(f"what is said ({lang})", was, is_now) for lang, was, is_now in pairs if was != is_now]


def differences(path: str, frozen: Any, now: Any) -> Iterator[Difference]:
    """Every place where a value is not what it was."""
    if isinstance(frozen, dict) and isinstance(now, dict):
        yield from _of_objects(path, frozen, now)
    elif isinstance(frozen, list) and isinstance(now, list):
        yield from _of_lists(path, frozen, now)
    elif (type(frozen) is not type(now) or frozen != now) and _counts(path):
        yield path, frozen, now


def schema_differences(frozen: Any, now: Any) -> list[Difference]:
    """The names of properties that a JSON Schema no longer has, wherever in it they stood."""
    lost = sorted(properties(frozen) - properties(now))
    return [(f"property {name}", name, GONE) for name in lost]


def properties(schema: Any) -> set[str]:
    """The names of all properties that a JSON Schema describes."""
    if isinstance(schema, list):
        return set().union(*map(properties, schema))
    if not isinstance(schema, dict):
        return set()
    told = schema.get("properties")
    named = set(told) if isinstance(told, dict) else set()
    return named.union(*map(properties, schema.values()))


def _of_objects(path: str, frozen: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Difference]:
    for key in frozen:
        place = f"{path}.{key}"
        if key not in now:
            yield place, frozen[key], GONE
        elif (key == "bytes" and frozen[key] < now[key]) or (key == "digest" and now.keys() > frozen.keys()):
            continue  # a file to which a key is added is larger, and its seal is another
        elif key != "seconds":
            yield from differences(place, frozen[key], now[key])
    before = [key for key in frozen if key in now]
    after = [key for key in now if key in frozen]
    if before != after:
        yield f"the order of keys in {path}", before, after


def _of_lists(path: str, frozen: Sequence[Any], now: Sequence[Any]) -> Iterator[Difference]:
    for place, (was, is_now) in enumerate(zip(frozen, now, strict=False)):
        yield from differences(f"{path}[{place}]", was, is_now)
    if len(frozen) != len(now):
        yield f"the length of {path}", len(frozen), len(now)


def _counts(path: str) -> bool:
    return NODES_ARE_FROZEN or not path.endswith("stats.nodes")


def _limited(case: Case) -> bool:
    """Whether the answer is what was known when a limit of nodes was reached."""
    return "--max-nodes" in case.args and case.status == 4
