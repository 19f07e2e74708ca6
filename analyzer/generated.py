"""Files made when the program is built: compiled rule sets, and the JSON Schemas of files written by hand.

`python -m analyzer.generated FOLDER` writes them below a folder: the root of a checkout, where editors find
the schemas, or what an installed package is made of. They are not kept in git.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from analyzer.disputes.schema import dispute_schema
from analyzer.evenings.model import session_schema
from analyzer.position.files.positions import position_schema
from analyzer.rules.spec.shipped import compiled_form, ruleset_names, ruleset_schema


def generated_files() -> Iterator[tuple[PurePosixPath, dict[str, Any]]]:
    """Every file by its place below the folder, with the JSON it holds."""
    schemas = PurePosixPath("positions", "schema")
    yield schemas / "position.schema.json", position_schema()
    yield schemas / "dispute.schema.json", dispute_schema()
    yield schemas / "session.schema.json", session_schema()
    yield PurePosixPath("specs", "schema", "rules.schema.json"), ruleset_schema()
    for name in ruleset_names():
        yield PurePosixPath("specs", "compiled", f"{name}.json"), compiled_form(name)


def main(folder: Path) -> None:
    """Write every generated file below the folder."""
    for place, data in generated_files():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
