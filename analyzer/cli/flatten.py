"""From a function that takes groups of options to a command that has these options."""

from __future__ import annotations

import copy
import dataclasses
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter, Signature, signature
from pathlib import Path
from types import GenericAlias
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

import typer

from analyzer.cli.failures import BAD_FILE, DONE, NO, UNDECIDED, UNWRITTEN, USAGE, one_of_several, report
from analyzer.cli.options import AnswerForm, OfEach, begin
from analyzer.errors import TarokError, UsageError
from analyzer.messages import Verbatim, say, translated

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
            parameters.append(parameter.replace(annotation=_several(hints[name])))
    shown = [_in_language(_with_default(each, defaults), lang) for each in parameters]
    files = next((name for name, hint in hints.items() if _asked_of_each(hint)), None)
    writing = {each.name: word for each in parameters if (word := _output(each)) is not None}

    def run(**told: Any) -> int:
        for name, group in groups.items():
            told[name] = group(**{each.name: told.pop(each.name) for each in dataclasses.fields(group)})
        begin()
        if files is None:
            return command(**told)
        several = told.pop(files)
        if len(several) == 1:
            return command(**told, **{files: several[0]})
        outputs = [word for name, word in writing.items() if told.get(name) is not None]
        return of_each(lambda file: command(**told, **{files: file}), several, told["form"], outputs)

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


def _asked_of_each(hint: Any) -> bool:
    return get_origin(hint) is Annotated and any(isinstance(each, OfEach) for each in get_args(hint))


def _several(hint: Any) -> Any:
    """The type of an argument as typer reads it: a list where each of several files is asked about."""
    if not _asked_of_each(hint):
        return hint
    kind, *told = get_args(hint)
    return Annotated[(GenericAlias(list, (kind,)), *(each for each in told if not isinstance(each, OfEach)))]


def _output(parameter: Parameter) -> str | None:
    """How an option that names a file to be written is spelt; None for every other parameter."""
    if get_origin(parameter.annotation) is not Annotated:
        return None
    kind, *told = get_args(parameter.annotation)
    if Path not in (kind, *get_args(kind)):
        return None
    words = (word for each in told for word in (each.default, *(each.param_decls or ())))
    return max((word for word in words if isinstance(word, str)), key=len)


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


_STANDARD_INPUT: Final = "-"
_GRAVEST: Final = (UNWRITTEN, USAGE, BAD_FILE, UNDECIDED, NO, DONE)


def of_each(ask: Callable[[str], int], files: Sequence[str], form: AnswerForm, outputs: Sequence[str]) -> int:
    """Ask of each file; a fault of one of them is told, and the others are asked about all the same.

    `outputs` are the options that name a file which is written.
    Raises: UsageError where several files would be written into one, or standard input is read twice.
    """
    if len(files) == 1:
        return ask(files[0])
    if outputs:
        raise UsageError(
            say("{option} names one file, and would be written for several", option=Verbatim(outputs[0]))
        )
    if Counter(files)[_STANDARD_INPUT] > 1:
        raise UsageError(say("standard input can be read once"))
    found = {_one(ask, file, form) for file in files}
    return next(status for status in _GRAVEST if status in found)


def _one(ask: Callable[[str], int], file: str, form: AnswerForm) -> int:
    begin()
    with one_of_several(file):
        try:
            return ask(file)
        except TarokError as error:
            return report(error, form.lang, as_json=form.as_json)
