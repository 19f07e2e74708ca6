"""From a function that takes groups of options to a command that has these options."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable, Mapping
from inspect import Parameter, Signature, signature
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import typer

from analyzer.messages import translated

Command = Callable[..., int]


def flattened(command: Command, lang: str, defaults: Mapping[str, object]) -> Command:
    """The command with an option for each field of its groups, described in a language.

    `defaults` stand in for those that the fields have themselves.
    """
    groups: dict[str, type] = {}
    parameters: list[Parameter] = []
    hints = get_type_hints(command, include_extras=True)
    for name, parameter in signature(command).parameters.items():
        if dataclasses.is_dataclass(hints[name]):
            groups[name] = hints[name]
            parameters += _fields(hints[name])
        else:
            parameters.append(parameter.replace(annotation=hints[name]))
    shown = [_in_language(_with_default(each, defaults), lang) for each in parameters]

    def run(**told: Any) -> int:
        for name, group in groups.items():
            told[name] = group(**{each.name: told.pop(each.name) for each in dataclasses.fields(group)})
        return command(**told)

    run.__name__ = command.__name__
    run.__annotations__ = {each.name: each.annotation for each in shown} | {"return": int}
    vars(run)["__signature__"] = Signature(shown)
    return run


def _fields(group: type) -> list[Parameter]:
    hints = get_type_hints(group, include_extras=True)
    return [
        Parameter(
            each.name,
            Parameter.KEYWORD_ONLY,
            default=Parameter.empty if each.default is dataclasses.MISSING else each.default,
            annotation=hints[each.name],
        )
        for each in dataclasses.fields(group)
    ]


def _with_default(parameter: Parameter, defaults: Mapping[str, object]) -> Parameter:
    return parameter.replace(default=defaults.get(parameter.name, parameter.default))


def _in_language(parameter: Parameter, lang: str) -> Parameter:
    """The parameter with its help and the name of its value in the language."""
    if get_origin(parameter.annotation) is not Annotated:
        return parameter
    kind, *told = get_args(parameter.annotation)
    spoken = [_spoken(each, lang) for each in told]
    return parameter.replace(annotation=Annotated[(kind, *spoken)])


def _spoken(info: Any, lang: str) -> Any:
    if not isinstance(info, typer.models.ParameterInfo):
        return info
    found = copy.copy(info)
    found.help = None if info.help is None else translated(info.help, lang)
    found.metavar = None if info.metavar is None else translated(info.metavar, lang)
    return found
