"""The schemas of the machine interface, made strict."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from analyzer.api.files.new import ANSWERS, answer_schema, schema_of


def closed(schema: Any) -> Any:
    """A schema that also refuses keys it does not know, so that none goes undescribed."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {key: closed(value) for key, value in schema.items()}
    return inner | {"additionalProperties": False} if isinstance(schema.get("properties"), dict) else inner


@cache
def judge(kind: str) -> Draft202012Validator:
    """A validator that also refuses keys the schema does not know, so that none goes undescribed."""
    schema = closed(answer_schema(kind) if kind in ANSWERS else schema_of(kind))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def faults(kind: str, answer: Any) -> list[str]:
    """What of an answer is not as its schema says."""
    return [f"{error.json_path}: {error.message}" for error in judge(kind).iter_errors(answer)]


def block_texts(blocks: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the plain text of every sentence and cell of a document."""
    for block in blocks:
        cells = [cell for row in block.get("rows", ()) for cell in row]
        for sentence in (*block.get("sentences", ()), *cells):
            yield from (span["text"] for span in sentence if "text" in span)
