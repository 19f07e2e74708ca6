"""The help of the program and of its commands: complete, in both languages, and each option declared once."""

from __future__ import annotations

import gettext
import re
import shlex
from inspect import Parameter, signature
from itertools import chain
from pathlib import Path
from typing import get_args

import pytest
import typer
from commands import PROP1, Run
from effort import part
from places import ROOT

from analyzer.api.files.new import describe_kinds
from analyzer.cli.program import command_of
from analyzer.cli.table import COMMANDS, COMMON, EXAMPLES, GROUPS, PURPOSE, SECTIONS
from analyzer.messages import catalogue, translated

ENGLISH = {"the", "of", "with", "which", "options", "arguments", "commands", "usage", "and", "this"}
"""Words that stand in the English help and are no Danish."""

OF_POSITIONS = ["solve", "forced", "explain", "replay", "deals", "decide", "show", "graph", "moves", "batch"]


def options(command: str, lang: str = "en") -> dict[str, typer.models.ParameterInfo]:
    """The arguments and options of a command by the names of their values."""
    found = {}
    for name, parameter in signature(command_of(command, lang)).parameters.items():
        [info] = [
            each for each in get_args(parameter.annotation) if isinstance(each, typer.models.ParameterInfo)
        ]
        found[name] = info
    return found


def spelled(info: typer.models.ParameterInfo) -> set[str]:
    """How an option is written; typer keeps the first word of it as a default."""
    return {each for each in (info.default, *(info.param_decls or ())) if isinstance(each, str)}


def words(text: str) -> set[str]:
    return set(re.findall(r"[a-zæøå]+", text.casefold()))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_of_a_command_has_help_in_both_languages(command: str) -> None:
    danish = options(command, "da")
    for name, info in options(command).items():
        assert info.help, f"{command} {name}"
        assert danish[name].help == catalogue("da").gettext(info.help)
        assert danish[name].help != info.help or name == "goal", f"{command} {name} has no Danish help"


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("asked", part([["--lang", "da", "--help"], ["--lang=da", "-h"]], 2), ids=" ".join)
def test_the_help_of_a_command_is_danish_where_that_is_asked_for(
    run: Run, command: str, asked: list[str]
) -> None:
    ran = run(command, *asked)
    assert ran.status == 0
    assert ran.out.startswith(f"Brug: tarok-analyze {command} [TILVALG]")
    assert "Vis denne hjælp." in ran.out
    assert not words(ran.out) & ENGLISH


def test_the_help_of_the_program_is_danish_where_that_is_asked_for(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = run("--lang", "da", "--help")
    monkeypatch.setenv("TAROK_LANG", "da")
    assert run("--help") == asked
    shown = " ".join(asked.out.split())
    assert translated(PURPOSE, "da") in shown
    assert "Spørg:" in shown
    assert not words(shown) & ENGLISH
    assert all(f" {command} " in shown for command in COMMANDS)


def test_the_help_is_english_where_nothing_else_is_asked_for(run: Run) -> None:
    shown = run("solve", "--help").out
    assert shown.startswith("Usage: tarok-analyze solve [OPTIONS]")
    assert "--goal GOAL" in shown
    assert " ".join(COMMANDS["solve"].split()) in " ".join(shown.split())


def test_every_command_stands_under_what_one_comes_for() -> None:
    assert sorted(name for _, names in GROUPS.values() for name in names) == sorted(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_shows_the_few_options_of_a_table_and_help_all_shows_every_one(run: Run, command: str) -> None:
    few, every = run(command, "--help").out, run(command, "--help-all").out
    declared = [
        spelled(info) for info in options(command).values() if isinstance(info, typer.models.OptionInfo)
    ]
    written = [
        {word for each in names for word in each.split("/") if word.startswith("--")} for names in declared
    ]
    common = {*COMMON[command].split()}
    assert common <= {*chain(*written)}
    assert 1 <= len(common) <= 7
    for names in written:
        assert any(re.search(rf"^  .*{word}\b", every, re.MULTILINE) for word in names), names
        assert any(re.search(rf"^  .*{word} ", few, re.MULTILINE) for word in names) is bool(names & common)
    left_out = sum(not names & common for names in written)
    assert f"`--help-all` lists {left_out} more options." in few
    assert "more options" not in every


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("asked", ["--help", "--help-all"])
def test_help_has_titles_of_ours_and_no_words_of_python(run: Run, command: str, asked: str) -> None:
    shown = run(command, asked).out
    assert not re.search(r"<(?:str|list|int|float|bool|path)\b|\{", shown)
    titles = set(re.findall(r"^(\w+):$", shown, re.MULTILINE))
    assert titles <= {"Arguments", "Options", "Examples", "Kinds", *SECTIONS}
    assert "Output" in titles


def test_the_help_of_new_tells_what_each_kind_of_file_is_for(run: Run) -> None:
    shown = run("new", "--help").out
    for kind, purpose in describe_kinds().items():
        assert f"  {kind} " in shown
        assert purpose in " ".join(shown.split())


def test_danish_help_leaves_the_language_of_the_process_alone(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    run("--lang", "da", "--help")
    assert gettext.textdomain() == "messages"
    assert run("--help").out.startswith("Usage: ")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_writes_json_and_speaks_the_language_asked_for(command: str) -> None:
    found = {name for info in options(command).values() for name in spelled(info)}
    assert {"--json", "--lang", "--color"} <= found
    assert ("--ruleset" in found) is (command in {*OF_POSITIONS, "check", "compose", "score"})


def test_an_option_of_several_commands_is_one_and_the_same() -> None:
    for name in ("--json", "--lang", "--timeout", "--table-mb", "--engine"):
        told = {
            (info.help, info.metavar)
            for command in COMMANDS
            for info in options(command).values()
            if name in spelled(info)
        }
        assert len(told) == 1, name


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_takes_its_options_by_name_alone(command: str) -> None:
    parameters = signature(command_of(command, "en")).parameters.values()
    for parameter in parameters:
        [info] = [
            each for each in get_args(parameter.annotation) if isinstance(each, typer.models.ParameterInfo)
        ]
        by_name = parameter.kind is Parameter.KEYWORD_ONLY
        assert by_name is isinstance(info, typer.models.OptionInfo)


@pytest.mark.parametrize("command", part([*COMMANDS], 3))
def test_every_command_shows_two_examples_that_can_be_run(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    shown = " ".join(run(command, "--help").out.split())
    monkeypatch.chdir(ROOT)
    first, second = EXAMPLES[command]
    for words, purpose in (first, second):
        assert f"# {purpose} tarok-analyze {command} {words}" in shown
        if command == "board":  # it answers until it is stopped, as the tests of the page do
            continue
        if command == "certify":
            made = ["forced", "positions/prop1.yaml", "--for", "A", "--by", "B", "--certificate"]
            assert run(*made, str(tmp_path / "why.json")).status == 0
        ran = run(command, *in_folder(words.partition(" < ")[0], tmp_path), **fed(words, tmp_path))
        assert ran.status in (0, 1), ran.err
        assert ran.out


def in_folder(words: str, folder: Path) -> list[str]:
    """The words as a shell would make them, with what is written going into a folder."""
    found: list[str] = []
    for word in shlex.split(words):
        if word in ("why.json", "often.db") or found[-1:] == ["-o"]:
            found.append(str(folder / word))
        else:
            found += sorted(str(path) for path in Path().glob(word)) if {"*", "?"} & {*word} else [word]
    return found


def fed(words: str, folder: Path) -> dict[str, str]:
    """What stands on standard input, where the example names a file for it."""
    _, fed, file = words.partition(" < ")
    return {"stdin": (folder / file).read_text(encoding="utf-8")} if fed else {}


def test_help_is_as_wide_as_the_terminal_and_no_purpose_of_a_command_is_cut(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for columns in ("60", "80", "160"):
        monkeypatch.setenv("COLUMNS", columns)
        shown = run("--help").out
        whole = " ".join(shown.split())
        assert all(" ".join(purpose.split()) in whole for purpose in COMMANDS.values())
        widest = max(map(len, shown.splitlines()))
        assert int(columns) - 12 < widest <= int(columns)


@pytest.mark.parametrize(
    ("args", "command"),
    [
        (["solve"], "solve"),
        (["graph", "-"], "graph"),
        (["rules", "a", "b", "c"], "rules"),
        (["new", "--x"], "new"),
    ],
)
def test_a_command_line_that_does_not_fit_names_the_help_of_its_own_command(
    run: Run, args: list[str], command: str
) -> None:
    assert f"; tarok-analyze {command} --help shows how it is used" in run(*args).err


@pytest.mark.parametrize(
    ("args", "english", "danish"),
    [
        (["slov"], "command 'slov'. Did you mean 'solve'?", "kommando 'slov'. Mente du 'solve'?"),
        (["sing"], "No such command 'sing';", "Der er ingen kommando 'sing';"),
        (["solve"], "Missing argument 'FILE'", "Argumentet 'FIL' mangler"),
        (["graph", "-"], "Missing option '-o' / '--output'", "Tilvalget '-o' / '--output' mangler"),
        (["graph", "-", "more", "-o", "x.svg"], "extra argument(s) (more)", "for mange argumenter (more)"),
        (["solve", "-", "--qqqqqq"], "No such option: --qqqqqq;", "Intet sådant tilvalg: --qqqqqq;"),
        (["solve", "-", "--engin"], "(Possible options: --engine", "(mulige tilvalg: --engine"),
        (["solve", "-", "--goal"], "'--goal' requires an argument", "'--goal' kræver en værdi"),
        (["solve", "-", "--json=1"], "'--json' does not take a value", "'--json' tager ingen værdi"),
        (["solve", "-", "--max-nodes", "x"], "'x' is not a whole number", "'x' er intet helt tal"),
        (["solve", "-", "--timeout", "x"], "'x' is not a number", "'x' er intet tal"),
        (["solve", "-", "--max-nodes", "-1"], "'-1' is less than 0", "'-1' er mindre end 0"),
        (["forced", "-", "--certificate-mb", "900"], "'900' is more than 200", "'900' er større end 200"),
        (["solve", "-", "--engine", "slow"], "is not one of 'native'", "er ikke en af 'native'"),
        (["schema", "solv"], "did you mean solve?", "mente du solve?"),
    ],
)  # fmt: skip
def test_a_command_line_that_does_not_fit_is_told_in_both_languages(
    run: Run, monkeypatch: pytest.MonkeyPatch, args: list[str], english: str, danish: str
) -> None:
    ran = run(*args, stdin=PROP1)
    assert ran.status == 2
    assert english in ran.err
    assert "Input should" not in ran.err
    monkeypatch.setenv("TAROK_LANG", "da")
    ran = run(*args, stdin=PROP1)
    assert ran.status == 2
    assert danish in ran.err
