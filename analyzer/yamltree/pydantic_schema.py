"""Shapes as models of pydantic, which makes JSON Schemas of them."""

from __future__ import annotations

from types import UnionType
from typing import Annotated, Any, Final, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import pydantic

from analyzer.yamltree.shapes import AboutField, Converted, Shape, Text, kind_of


def model_of(shape: type[Shape]) -> Any:
    """The model with the fields of a shape."""
    if shape not in _MODELS:
        _MODELS[shape] = _build_model(shape)
    return _MODELS[shape]


_MODELS: Final[dict[type[Shape], Any]] = {}


def _build_model(shape: type[Shape]) -> Any:
    bases = tuple(model_of(each) for each in shape.__bases__ if issubclass(each, Shape))
    own = vars(shape).get("__annotations__", {})
    hints = get_type_hints(shape, include_extras=True)
    fields = {each.name: each.told for each in shape.fields().values() if each.name in own}
    told = {
        "__module__": shape.__module__,
        "__qualname__": shape.__qualname__,
        "__doc__": vars(shape).get("__doc__"),
        "__annotations__": {name: _convert_type(hints[name]) for name in fields},
        "model_config": {"extra": "forbid", "defer_build": True, **vars(shape).get("SCHEMA", {})},
        **{name: _field(said) for name, said in fields.items()},
    }
    kind: Any = type(pydantic.BaseModel)
    return kind(shape.__name__, bases or (pydantic.BaseModel,), told)


def _field(told: AboutField) -> Any:
    said = told.schema
    if not told.required:
        said |= (
            {"default_factory": told.default_factory} if told.default_factory else {"default": told.default}
        )
    return pydantic.Field(**said)


class _OfShape(NamedTuple):
    """A shape in a type: its model is asked for when the schema is made, since shapes hold one another."""

    shape: type[Shape]

    def __get_pydantic_core_schema__(self, source: Any, handler: pydantic.GetCoreSchemaHandler) -> Any:
        return handler.generate_schema(model_of(self.shape))


def _convert_type(annotation: Any) -> Any:
    """A type of a field in the words of pydantic."""
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        said = (_field(each) if isinstance(each, AboutField) else each for each in parts[1:])
        return Annotated[_convert_type(parts[0]), *said]
    if kind_of(annotation) is Text:
        return str
    if kind_of(annotation) is Converted:
        return _convert_type(annotation.shape)
    if kind_of(annotation) is Shape:
        return Annotated[Any, _OfShape(annotation)]
    if not parts or origin is Literal:
        return annotation
    inner = tuple(map(_convert_type, parts))
    return Union[inner] if origin in (Union, UnionType) else origin[inner]  # noqa: UP007 - as many as there are
