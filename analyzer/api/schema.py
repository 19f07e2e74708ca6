"""The JSON Schemas of files and answers."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.api.answer import Settled
from analyzer.report.style.face import Face
from analyzer.report.view.schema import SchemasAnswer, schema_of, schemas_view

__all__ = ["Schemas", "schema_of"]


@dataclass(frozen=True, slots=True)
class Schemas:
    """The answer of `schema list`: what there is a schema of."""

    @property
    def settled(self) -> Settled:
        return Settled.YES

    def view(self) -> SchemasAnswer:
        return schemas_view()

    def text(self, face: Face) -> str:
        found = self.view()
        files = face.t("Files: {names}", names=", ".join(found.files))
        return f"{files}\n" + face.t("Answers: {names}", names=", ".join(found.answers)) + "\n"
