"""The JSON Schemas of files and answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from analyzer.api.answer import Settled
from analyzer.errors import UsageError, meant
from analyzer.messages import Verbatim, say
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.view import schema
from analyzer.report.view.schema import SchemasAnswer, schemas_view


@dataclass(frozen=True, slots=True)
class Schemas:
    """The answer of `schema list`: what there is a schema of."""

    @property
    def settled(self) -> Settled:
        return Settled.YES

    def view(self) -> SchemasAnswer:
        return schemas_view()

    def text(self, style: TextStyle) -> str:
        found = self.view()
        files = style.t("Files: {names}", names=", ".join(found.files))
        return f"{files}\n" + style.t("Answers: {names}", names=", ".join(found.answers)) + "\n"


def schema_of(name: str) -> dict[str, Any]:
    """The JSON Schema of a kind of file or answer. Raises: UsageError with the nearest name."""
    try:
        return schema.schema_of(name)
    except KeyError:
        told = say("there is no schema {name}", name=Verbatim(repr(name)))
        raise UsageError(told, meant(name, schema.names())) from None
