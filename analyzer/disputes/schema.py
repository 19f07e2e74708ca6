"""The JSON Schema of dispute files, made from the models that read them.

`python -m analyzer.disputes.schema`, run in a checkout, writes it and those of position and session files to
`positions/schema`, where editors find them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from pydantic.json_schema import models_json_schema

from analyzer.disputes.registry import KINDS
from analyzer.evenings.shape import session_schema
from analyzer.position.files.schema import position_schema
from analyzer.yamltree.modelled import model_of
from analyzer.yamltree.schema import DIALECT

FOLDER: Final = Path("positions", "schema")
"""Where the schemas lie, seen from the root of a checkout."""
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
    shapes = [shape for kind in KINDS.values() for shape in kind.shapes]
    refs, parts = models_json_schema([(model_of(shape), "validation") for shape in shapes])
    of_shape = {shape: refs[model_of(shape), "validation"] for shape in shapes}
    mapping = {}
    for name, kind in KINDS.items():
        either = [of_shape[shape] for shape in kind.shapes]
        if len(either) > 1:
            # A kind that is told in two ways, by the game.
            parts["$defs"][name] = {"anyOf": either, "description": str(kind.about)}
        mapping[name] = either[0]["$ref"] if len(either) == 1 else f"#/$defs/{name}"
    told = {
        "discriminator": {"mapping": mapping, "propertyName": "kind"},
        "oneOf": [{"$ref": ref} for ref in mapping.values()],
    }
    about = {"title": "Tarok dispute", "description": "The facts of a dispute, then what was said or done."}
    return DIALECT | about | parts | told | {"examples": [_DISPUTE_EXAMPLE]}


def schema_files() -> dict[str, str]:
    """Every schema file by its name, with the text it should have."""
    schemas = {"position": position_schema(), "dispute": dispute_schema(), "session": session_schema()}
    return {
        f"{name}.schema.json": json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
        for name, schema in schemas.items()
    }


def main() -> None:
    """Write the schema files; to be run from the root of a checkout."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in schema_files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
