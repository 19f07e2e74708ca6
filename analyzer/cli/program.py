"""The command line: a program with the commands of the table, and their groups of options."""

from __future__ import annotations

import copy
import dataclasses
import gettext
import os
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from importlib import import_module
from inspect import Parameter, Signature, signature
from pathlib import Path
from types import GenericAlias
from typing import Annotated, Any, Final, Literal, get_args, get_origin, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup

from analyzer import api, cli, fileio
from analyzer.cli.failures import (
    BAD_FILE,
    DONE,
    NO,
    UNDECIDED,
    UNWRITTEN,
    USAGE,
    language_of,
    one_of_several,
    report,
    report_bug,
    report_unwritten,
)
from analyzer.cli.interrupts import remembering
from analyzer.cli.options import AnswerForm, PerFile, start_clock, words_being_typed
from analyzer.cli.screen import Unwritten, put
from analyzer.cli.table import (
    COMMANDS,
    COMMON,
    GROUPS,
    PURPOSE,
    SECTIONS,
    STATUSES,
    find_repeated_option,
    misused,
    no_command,
    too_many,
    twice,
)
from analyzer.errors import LimitReached, TarokError, UsageError
from analyzer.fileio import begin
from analyzer.messages import ENGLISH, LOCALES, Language, Verbatim, marked, say, spoken, translated
from analyzer.report.style.language import typeset

# From a function that takes groups of options to a command that has these options.


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
    files = next((name for name, hint in hints.items() if _takes_several(hint)), None)
    writing = {each.name: word for each in parameters if (word := _output(each)) is not None}

    def run(**told: Any) -> int:
        for name, group in groups.items():
            told[name] = group(**{each.name: told.pop(each.name) for each in dataclasses.fields(group)})
        start_clock()
        if files is None:
            return command(**told)
        several = told.pop(files)
        if len(several) == 1:
            return command(**told, **{files: several[0]})
        outputs = [word for name, word in writing.items() if told.get(name) is not None]
        return ask_each_file(lambda file: command(**told, **{files: file}), several, told["form"], outputs)

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


def _takes_several(hint: Any) -> bool:
    return get_origin(hint) is Annotated and any(isinstance(each, PerFile) for each in get_args(hint))


def _several(hint: Any) -> Any:
    """The type of an argument as typer reads it: a list where each of several files is asked about."""
    if not _takes_several(hint):
        return hint
    kind, *told = get_args(hint)
    return Annotated[(GenericAlias(list, (kind,)), *(each for each in told if not isinstance(each, PerFile)))]


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


def ask_each_file(
    ask: Callable[[str], int], files: Sequence[str], form: AnswerForm, outputs: Sequence[str]
) -> int:
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
    start_clock()
    with one_of_several(file):
        try:
            return ask(file)
        except TarokError as error:
            return report(error, form.lang, as_json=form.as_json)


# The command line: a program with the commands of the table, in the language it is asked in.


INTERRUPTED_BY_TYPER = 130
"""What typer gives back for a Ctrl-C that no command caught."""


def run(args: Sequence[str]) -> int:
    """Run one command line (without the program's name); the exit status."""
    if sys.stdout is None:  # Python's way to say that it was closed before the program began
        return report_unwritten(Unwritten(say("standard output is closed")), language_of(args))
    try:
        return _run(args)
    except OSError as error:
        # Help and usage are not written by us, and only reading and writing files by name names the file.
        lang = language_of(args)
        return report_unwritten(error, lang) if error.filename is None else report_bug(error, lang)
    except Unwritten as error:
        return report_unwritten(error, language_of(args))


def _run(args: Sequence[str]) -> int:
    begin()
    try:
        with remembering():
            status = run_program(args, language_of(args))
    except typer.TyperException as error:
        return _misused(error, args)
    except Unwritten:
        raise
    except TarokError as error:
        return report(error, language_of(args), as_json="--json" in args)
    except (KeyboardInterrupt, typer.Abort):
        return _interrupted(args)
    except OSError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever is left is a bug, and the user deserves one line
        return report_bug(error, language_of(args))
    return _interrupted(args) if status == INTERRUPTED_BY_TYPER else int(status or 0)


def _misused(error: typer.TyperException, args: Sequence[str]) -> int:
    """No command, an unknown one, or options that do not fit."""
    if not args:
        put(sys.stdout, f"{error.format_message()}\n")
        return USAGE
    return report(misused(error, args), language_of(args), as_json="--json" in args)


def _interrupted(args: Sequence[str]) -> int:
    # Where the interrupt broke off a text that Python ran, as dataclasses are made of texts, Python ends
    # itself by the signal though all was caught; running another text makes it forget that.
    exec("")  # noqa: S102 - nothing is run
    return report(
        LimitReached(say("interrupted before anything was decided")),
        language_of(args),
        as_json="--json" in args,
    )


NAME = "tarok-analyze"
HELP_ALL = "--help-all"
"""Asks for the help of a command with its rare options."""
WIDEST = 1000
SOLUTION_PLACES = ("none", "apart", "below", "upside-down")
"""Help is as wide as the terminal."""
_COMPLETION: Final = {
    "install_completion": marked("Let the shell in use complete command lines."),
    "show_completion": marked("Show what the shell needs for that."),
}
"""What is said of the options that typer adds."""
_TYPER = "typer"
"""The catalogue of what typer says itself."""


class _Group(TyperGroup):
    """The program; what typer says in English alone is said in its language."""

    lang = ENGLISH

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        _usage(self, ctx, formatter)

    def get_help_option(self, ctx: Any) -> Any:
        return _help_option(super().get_help_option(ctx), self.lang)

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002 - as typer calls it
        width = max(map(len, COMMANDS))
        for heading, names in GROUPS.values():
            with formatter.section(_heading(heading, self.lang)):
                formatter.write_dl([(name.ljust(width), self.commands[name].help or "") for name in names])

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        first = next((place for place, word in enumerate(args) if word in self.commands), len(args))
        _read_if_needed(self.get_params(ctx), args[:first])
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[Any, Any, list[str]]:
        if args[0] not in self.commands and not ctx.resilient_parsing:
            raise no_command(args[0], self.commands)
        return super().resolve_command(ctx, args)


class _Command(TyperCommand):
    """A command of it, likewise; its help shows the common options, and all of them if `--help-all` asks."""

    lang = ENGLISH
    all = False

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        _usage(self, ctx, formatter)

    def get_help_option(self, ctx: Any) -> Any:
        return _help_option(super().get_help_option(ctx), self.lang)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:  # noqa: ARG002 - as typer calls it
        return [
            self.options_metavar or "",
            *(_argument(each) for each in self.params if each.param_type_name == "argument"),
        ]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        common = {*COMMON[ctx.info_name].split(), "--help"}
        sections: dict[str, list[tuple[str, str]]] = {}
        left_out = 0
        params: list[Any] = self.get_params(ctx)
        for each in params:
            shown = each.get_help_record(ctx)
            if each.param_type_name == "argument":
                sections.setdefault(marked("Arguments"), []).append((each.metavar, shown[1]))
            elif self.all or common.intersection((*each.opts, *each.secondary_opts)):
                sections.setdefault(_section(each.opts), []).append(shown)
            else:
                left_out += 1
        for title in (marked("Arguments"), marked("Options"), *SECTIONS):
            if title in sections:
                with formatter.section(_heading(title, self.lang)):
                    formatter.write_dl(sections[title])
        if left_out:
            more = say("`--help-all` lists {number} {number:more option/more options}.", number=left_out)
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(spoken(more, self.lang))

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        if ctx.info_name == "new":
            with formatter.section(_heading(marked("Kinds"), self.lang)):
                formatter.write_dl(list(api.files.new.describe_kinds(self.lang).items()))
        with formatter.section(_heading(marked("Examples"), self.lang)):
            for words, lesson in cli.table.EXAMPLES[ctx.info_name]:
                formatter.write(f"  # {translated(lesson, self.lang)}\n  {ctx.command_path} {words}\n")

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        ctx.allow_extra_args = True
        if HELP_ALL in args:
            self.all, args = True, ["--help"]
        valued: list[Any] = [each for each in self.params if not getattr(each, "is_flag", True)]
        names = {word: each.name for each in valued for word in each.opts}
        repeated = find_repeated_option(args, names, {each.name for each in valued if each.multiple})
        if repeated is not None and not ctx.resilient_parsing:
            raise twice(ctx.info_name, repeated)
        _read_if_needed(self.get_params(ctx), args)
        rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            raise too_many(ctx.info_name, rest)
        return rest


def _heading(title: str, lang: str) -> str:
    """A title before a colon, with the space that French sets there."""
    return typeset(f"{translated(title, lang)}:", lang).removesuffix(":")


def _argument(param: Any) -> str:
    """An argument as the usage line shows it: `FILE`, `FILE...`, `[FILE]`."""
    shown = f"{param.metavar}..." if param.nargs == -1 else param.metavar
    return shown if param.required else f"[{shown}]"


def _section(options: Sequence[str]) -> str:
    """The title under which help shows an option."""
    of = (title for title, words in SECTIONS.items() if {*words.split()}.intersection(options))
    return next(of, marked("Options"))


class RawText:
    """In place of a reader of values: text that stays text, and a default, which is what it is."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:  # noqa: ARG002 - as typer calls it
        if param.multiple or param.nargs == -1:
            return list(value or ())
        return value


_AS_IT_IS: Final = RawText()


class _OneOf:
    """In place of a reader of words: one that is known is itself; any other typer reads, and refuses."""

    def __init__(self, words: Collection[str], read: Callable[[], Any]) -> None:
        self._words = words
        self._read = read

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        return value if value in self._words else self._read().coerce(value, param=param, ctx=ctx)


def _read_if_needed(params: Sequence[Any], args: Sequence[str]) -> None:
    """Spare parameters the readers that typer makes, told or not: all of them take longer than an answer."""
    for each in params:
        told = each.param_type_name == "argument" or any(word.startswith(tuple(each.opts)) for word in args)
        if not told or each.type_descriptor.annotation in (str, list[str]):
            each.get_runtime_param = lambda: _AS_IT_IS
        elif get_origin(each.type_descriptor.annotation) is Literal:
            words = get_args(each.type_descriptor.annotation)
            each.get_runtime_param = partial(_OneOf, words, each.get_runtime_param)


def _usage(command: _Group | _Command, ctx: Any, formatter: Any) -> None:
    prefix = translated(marked("Usage: "), command.lang)
    formatter.write_usage(ctx.command_path, " ".join(command.collect_usage_pieces(ctx)), prefix=prefix)


def _help_option(option: Any, lang: str) -> Any:
    option.help = translated(marked("Show this message and exit."), lang)
    return option


def run_program(args: Sequence[str], lang: str) -> int | None:
    """Run a command line; the exit status that the command gives.

    Raises: what the command raises; typer.TyperException or Misused for a line that does not fit.
    """
    words = words_being_typed()
    if words:
        lang = language_of(words)
    with _typer_speaking(lang):
        group: Any = typer.main.get_command(_program(words or args, lang))
        for each in (group, *group.commands.values()):
            each.lang = lang
        for each in group.params:
            each.help = translated(_COMPLETION[each.name], lang) if each.name in _COMPLETION else each.help
        try:
            status: int | None = group(_with_places(args), prog_name=NAME, standalone_mode=False)
        except SystemExit as left:  # typer's way to end what it answers itself: completion
            return int(left.code or 0)
        except OSError as error:
            if "--install-completion" not in args:
                raise
            raise fileio.unwritable(error.filename, error) from error
    return status


def _with_places(args: Sequence[str]) -> list[str]:
    """A `--solution` that no place follows stands below what it solves."""
    after = [*args[1:], ""]
    return [
        "--solution=below" if each == "--solution" and then not in SOLUTION_PLACES else each
        for each, then in zip(args, after, strict=False)
    ]


def _program(args: Sequence[str], lang: str) -> typer.Typer:
    """The program; only commands that are named have their options, since making them takes time."""
    program = typer.Typer(
        cls=_Group,
        name=NAME,
        help=translated(PURPOSE, lang),
        epilog=translated(STATUSES, lang),
        no_args_is_help=True,
        add_completion=bool(words_being_typed()) or COMMANDS.keys().isdisjoint(args),
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": WIDEST},
        options_metavar=translated(marked("[OPTIONS]"), lang),
        subcommand_metavar=translated(marked("COMMAND [ARGS]..."), lang),
    )
    program.callback()(flattened(_options, lang, {"lang": lang}))
    for name, help_text in COMMANDS.items():
        command = command_of(name, lang) if name in args else _unnamed
        program.command(
            name,
            cls=_Command,
            help=translated(help_text, lang),
            options_metavar=translated(marked("[OPTIONS]"), lang),
        )(command)
    return program


@cache
def command_of(name: str, lang: str) -> Command:
    """A command with its options, described in a language."""
    group = next(group for group, (_, names) in GROUPS.items() if name in names)
    module = import_module(f"analyzer.cli.{group}")
    return flattened(vars(module)[name], lang, {"lang": lang})


def _unnamed() -> int:
    raise AssertionError("a command is run only where it is named")


def _options(
    *,
    version: Annotated[  # noqa: ARG001 - it is answered before there is a program
        bool,
        typer.Option("--version", help=marked("Show the version.")),
    ] = False,
    lang: Annotated[  # noqa: ARG001 - it was looked for before there was a program
        Language,
        typer.Option("--lang", help=marked("The language of the text.")),
    ] = "en",
) -> int:
    """What may stand before a command."""
    return 0


@contextmanager
def _typer_speaking(lang: str) -> Iterator[None]:
    """What typer says through gettext is said in the language, from a catalogue of ours."""
    if lang == ENGLISH:
        yield
        return
    before, domain = os.environ.get("LANGUAGE"), gettext.textdomain()
    gettext.bindtextdomain(_TYPER, str(LOCALES))
    gettext.textdomain(_TYPER)
    os.environ["LANGUAGE"] = lang
    try:
        yield
    finally:
        gettext.textdomain(domain)
        if before is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = before
