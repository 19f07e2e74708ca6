"""The JSON Schema of dispute files, made from the models that read them."""

from __future__ import annotations

from typing import Any, Final

from pydantic.json_schema import models_json_schema

from analyzer.disputes.table import DISPUTE_KINDS
from analyzer.yamltree.pydantic_schema import model_of
from analyzer.yamltree.schema import DIALECT

_DISPUTE_EXAMPLE: Final = {
    "format": "tarok-dispute/1",
    "kind": "fool-naming",
    "hands": {"A": "fool", "B": "c5", "C": "d4"},
    "lead": "A",
    "events": [
        {"A": {"leads": "fool", "names": "h"}},
        {"B": {"plays": "c5"}},
        {"C": {"claims": "naming", "names": "d"}},
    ],
}


def dispute_schema() -> dict[str, Any]:
    """The JSON Schema of a dispute file, whatever its kind and its game."""
    shapes = [shape for kind in DISPUTE_KINDS.values() for shape in kind.shapes]
    refs, parts = models_json_schema([(model_of(shape), "validation") for shape in shapes])
    of_shape = {shape: refs[model_of(shape), "validation"] for shape in shapes}
    mapping = {}
    for name, kind in DISPUTE_KINDS.items():
        either = [of_shape[shape] for shape in kind.shapes]
        if len(either) > 1:
            # A kind that is told in two ways, by the game.
            parts["$defs"][name] = {"anyOf": either, "description": str(kind.about)}
        mapping[name] = either[0]["$ref"] if len(either) == 1 else f"#/$defs/{name}"
    told = {
        "discriminator": {"mapping": mapping, "propertyName": "kind"},
        "oneOf": [{"$ref": ref} for ref in mapping.values()],
    }
    about = {
        "title": "Tarok dispute",
        "description": "The facts of a dispute, then the actions and statements in question.",
    }
    return DIALECT | about | parts | told | {"examples": [_DISPUTE_EXAMPLE]}
