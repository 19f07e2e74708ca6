"""The JSON Schemas of the file kinds."""

from __future__ import annotations

import json

from places import SHIPPED

from analyzer.disputes.files import loads_dispute
from analyzer.disputes.schema import dispute_schema
from analyzer.disputes.table import DISPUTE_KINDS
from analyzer.position.files.positions import position_schema
from analyzer.position.reading import loads


def test_every_key_of_a_position_is_described() -> None:
    undescribed = [
        f"{name}.{key}"
        for name, part in position_schema()["$defs"].items()
        for key, value in part["properties"].items()
        if "description" not in json.dumps(value) and "$ref" not in json.dumps(value)
    ]
    assert undescribed == []


def test_the_schema_of_positions_knows_both_formats_with_an_example_that_reads_in_either() -> None:
    schema = position_schema()
    assert set(schema["properties"]["format"]["enum"]) == {"tarok-position/1", "tarok-position/2"}
    (example,) = schema["examples"]
    for version in (1, 2):
        loads(json.dumps({**example, "format": f"tarok-position/{version}"}))


def test_the_example_of_a_dispute_is_a_file_that_reads() -> None:
    (dispute,) = dispute_schema()["examples"]
    loads_dispute(json.dumps(dispute))


def test_a_dispute_schema_knows_every_kind() -> None:
    assert set(dispute_schema()["discriminator"]["mapping"]) == set(DISPUTE_KINDS)


def test_shipped_positions_name_their_schema_first() -> None:
    assert SHIPPED
    first = "# yaml-language-server: $schema=schema/position.schema.json"
    assert [path.name for path in SHIPPED if path.read_text(encoding="utf-8").split("\n")[0] != first] == []
