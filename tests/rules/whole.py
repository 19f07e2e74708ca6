"""Everything that a value says, where its `repr` leaves out what is long."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass

from msgspec import Struct

from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.ruleset import RuleSet


def whole(value: object) -> str:
    """A value with all its fields, however deep; a rule set in it is left out, since each differs anyway."""
    match value:
        case RuleSet() | GameSpec() | type():
            return f"<{type(value).__name__}>"
        case Struct():
            parts = {name: getattr(value, name) for name in value.__struct_fields__}
        case Mapping():
            return "{" + ", ".join(f"{whole(key)}: {whole(each)}" for key, each in value.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(whole, value)) + "]"
        case set() | frozenset():
            return "{" + ", ".join(sorted(map(whole, value))) + "}"
        case _ if is_dataclass(value):
            parts = {each.name: getattr(value, each.name) for each in fields(value) if each.repr}
        case _:
            return repr(value)
    return f"{type(value).__name__}({', '.join(f'{name}={whole(each)}' for name, each in parts.items())})"
