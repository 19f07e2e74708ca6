"""The house is in order: light imports, a core built from its sources, files that say what they should."""

from __future__ import annotations

import ast
import hashlib
import json
import re
import shlex
import subprocess
import sys
import tomllib
from dataclasses import Field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
from commands import process
from places import POSITIONS, ROOT

import analyzer
from analyzer.core import _core, fastest
from analyzer.errors import install_command
from analyzer.frozenrecord import Record
from analyzer.generated import generated_files
from analyzer.rules.spec.shipped import specs_dir
from analyzer.yamltree import reading as yamlfile

LIBRARIES = {"pydantic", "networkx", "z3", "constraint", "typer", "rich", "starlette", "msgspec"}
"""What takes long to import, or is needed by one room only."""

OURS = ("analyzer", "page", "tests", "tools", "specs", "positions", "docs", ".ci")
"""The folders whose files were written for this project."""

REGISTRIES = ("py" + "pi.org", "python" + "hosted.org", "npm" + "js.org", "conda." + "anaconda.org")
WORKPLACES = re.compile(r"(?<![\w.~}/-])/(?:work|home|root|tmp|opt|mnt|Users|workspaces?)/")


def modules_after(code: str) -> set[str]:
    """The top names and our own modules that Python has imported after running some code."""
    shown = "import sys; sys.stderr.write(chr(10).join(sys.modules))"
    ran = subprocess.run(
        [sys.executable, "-c", f"{code}\n{shown}"], capture_output=True, text=True, timeout=60, check=True
    )
    names = set(ran.stderr.split())
    return {name.partition(".")[0] for name in names} | {
        name for name in names if name.startswith("analyzer")
    }


def written_files() -> list[Path]:
    """Every text file of the project that somebody wrote."""
    made = {".so", ".pyc", ".mo", ".ambr", ".xz", ".png", ".jpg", ".pdf"}
    below = [path for folder in OURS for path in (ROOT / folder).rglob("*") if path.is_file()]
    top = [path for path in ROOT.iterdir() if path.is_file() and path.name != ".git"]
    return sorted(path for path in (*below, *top) if path.suffix not in made)


def test_importing_the_analyzer_imports_no_library() -> None:
    loaded = modules_after("import analyzer")
    assert not loaded & LIBRARIES
    assert loaded & {"analyzer.core", "analyzer.search", "analyzer.report", "analyzer.cli"} == set()


@pytest.mark.parametrize(
    ("args", "of_typer"),
    [
        (["--help"], {"typer"}),
        (["--version"], set[str]()),
        (["solve", "--help"], {"typer", "pydantic"}),  # typer reads a command's options with pydantic
    ],
)
def test_help_is_quick_because_it_imports_nothing_but_the_command_line(
    args: list[str], of_typer: set[str]
) -> None:
    loaded = modules_after(f"from analyzer.cli.main import main\nmain({args!r})")
    assert ("typer" in loaded) is ("typer" in of_typer)
    assert not loaded & (LIBRARIES - of_typer)
    assert not loaded & {"analyzer.core", "analyzer.rules.spec.shipped"}
    inside = {each for each in loaded if each.startswith(("analyzer.search.", "analyzer.position."))}
    assert {each for each in inside if not (ROOT / each.replace(".", "/")).is_dir()} == set()  # faces alone


def test_no_command_imports_what_answers_it_before_it_is_run() -> None:
    loaded = modules_after(
        "from importlib import import_module\n"
        "import analyzer.cli.main\n"
        "from analyzer.cli.table import GROUPS\n"
        "for module in GROUPS: import_module(f'analyzer.cli.{module}')"
    )
    modules = {each for each in loaded if not (ROOT / each.replace(".", "/")).is_dir()}
    rooms = {each.split(".")[1] for each in modules if each.startswith("analyzer.")}
    questions = {"api", "claims", "disputes", "evenings", "knowledge", "search", "many", "web"}
    assert not rooms & (questions | {"certificates", "position", "proofs", "rules"})


def test_the_page_begins_without_the_rooms_and_libraries_that_it_fetches_later_or_never() -> None:
    loaded = modules_after("import analyzer.web.here")
    later = {each for each in loaded if each.startswith(("analyzer.proofs", "analyzer.claims"))}
    never = {each for each in loaded if each.startswith(("analyzer.cli", "analyzer.many"))}
    assert not later | never | (loaded & {"z3", "pydantic", "networkx", "typer", "starlette", "rich"})


def test_solving_a_position_needs_neither_the_prover_nor_the_graphs() -> None:
    solved = f"from analyzer.cli.main import main\nmain(['solve', {str(POSITIONS / 'prop1.yaml')!r}])"
    assert not modules_after(solved) & {"z3", "networkx", "constraint", "starlette", "rich", "pydantic"}


def test_of_disputes_only_discards_and_naming_the_fool_need_the_prover() -> None:
    shipped = {path.name.partition("-")[0]: str(path) for path in POSITIONS.glob("disputes/*.yaml")}
    asked = [path for kind, path in shipped.items() if kind not in {"discard", "naming"}]
    checked = f"from analyzer.cli.main import main\nfor path in {asked}: main(['check', path, '--json'])"
    assert len(asked) > 10
    assert "z3" not in modules_after(checked)


def test_a_program_that_a_test_starts_uses_the_analyzer_under_test() -> None:
    code = "import analyzer, sys; sys.stdout.write(analyzer.__file__)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert ran.stdout == analyzer.__file__


@pytest.mark.parametrize("build", [_core, fastest()], ids=lambda module: module.__name__)
def test_the_core_was_built_from_the_sources_that_lie_here(build: object) -> None:
    sources = sorted((ROOT / "analyzer/core/src").glob("*/*.?pp"), key=str)
    assert sources
    each = "".join(hashlib.sha256(path.read_bytes()).hexdigest() for path in sources)
    assert vars(build)["SOURCE_HASH"] == hashlib.sha256(each.encode()).hexdigest(), "make install"


def files_under(folder: Path) -> dict[str, bytes]:
    """The YAML files below a folder, by their path in it."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.yaml")}


def test_the_rule_sets_that_are_read_are_those_that_lie_here() -> None:
    here = files_under(ROOT / "specs")
    names = {f"{name}/rules.yaml" for name in ("danish", "danish-1996", "danish-concise")}
    assert {*names, "sources.yaml"} <= set(here)
    assert files_under(specs_dir()) == here


def test_compiled_rules_and_schemas_are_those_of_the_files_that_lie_here() -> None:
    old = [
        str(place)
        for place, data in generated_files()
        if json.loads(text_of(ROOT / place)) != json.loads(json.dumps(data))
    ]
    assert old == [], "run: python -m analyzer.generated ."


def test_what_is_made_when_the_program_is_built_asks_for_no_core_and_no_prover() -> None:
    """A build has neither: the core is what it builds."""
    loaded = modules_after("from analyzer.generated import generated_files; list(generated_files())")
    assert not {"analyzer.core", "z3"} & loaded


def test_a_missing_extra_is_told_with_its_libraries_and_the_python_that_runs() -> None:
    extras = tomllib.loads(text_of(ROOT / "pyproject.toml"))["project"]["optional-dependencies"]
    assert set(extras) == {"board", "print", "figures", "tables", "parquet", "cluster"}
    for extra, libraries in extras.items():
        python, *pip = shlex.split(install_command(extra))
        assert Path(python).absolute() == Path(sys.executable).absolute()
        assert pip == ["-m", "pip", "install", *libraries], extra


def test_no_file_names_a_package_registry() -> None:
    named = [path for path in written_files() if any(host in text_of(path) for host in REGISTRIES)]
    assert named == []


def test_no_file_names_a_place_on_somebodys_machine() -> None:
    named = [f"{path}: {found[0]}" for path in written_files() if (found := WORKPLACES.search(text_of(path)))]
    assert named == []


def text_of(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


def commands_in(document: str, program: str) -> set[str]:
    """What a document tells to run as the first word after a program's name."""
    code = re.findall(
        r"^```(?:sh)?\n(.*?)^```$|`([^`\n]+)`", text_of(ROOT / document), re.MULTILINE | re.DOTALL
    )
    return {word for block in code for part in block for word in re.findall(rf"\b{program} ([a-z]+)\b", part)}


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md"])
def test_every_make_target_that_is_named_is_there(document: str) -> None:
    targets = set(re.findall(r"^([a-z]+):", text_of(ROOT / "Makefile"), re.MULTILINE))
    named = commands_in(document, "make")
    assert named
    assert named <= targets


def test_every_file_that_the_recipes_name_is_there() -> None:
    named = re.findall(r"`([a-z_]+/[^`* ]*)`", text_of(ROOT / "CONTRIBUTING.md"))
    paths = [path.split("NAME")[0].rpartition("/")[0] if "NAME" in path else path for path in named]
    assert len(paths) > 30
    assert [path for path in paths if not any((ROOT / top / path).exists() for top in ("", "analyzer"))] == []


def test_each_decision_has_a_number_of_its_own_and_says_it() -> None:
    decisions = sorted((ROOT / "docs" / "decisions").glob("0*.md"))
    numbers = [int(path.name[:4]) for path in decisions]
    assert len({*numbers}) == len(numbers) > 10
    for number, path in zip(numbers, decisions, strict=True):
        assert text_of(path).startswith(f"# {number}. "), path.name


def test_every_command_that_the_readme_names_is_there() -> None:
    named = commands_in("README.md", "tarok-analyze")
    assert {"solve", "forced", "replay"} <= named
    for command in sorted(named):
        assert process(command, "--help").returncode == 0, command


def test_the_changelog_tells_of_this_version() -> None:
    version = tomllib.loads(text_of(ROOT / "pyproject.toml"))["project"]["version"]
    assert analyzer.__version__ == version
    assert re.search(rf"^## {re.escape(version)}\b", text_of(ROOT / "CHANGELOG.md"), re.MULTILINE)


def test_every_shipped_file_has_a_title_and_says_what_it_teaches() -> None:
    for path in sorted(POSITIONS.rglob("*.yaml")):
        found = yamlfile.parse(text_of(path), path.name).plain()
        assert isinstance(found, dict), path
        assert found["title"].strip(), path
        assert len(found["teaches"].split()) > 5, path


def test_no_public_class_has_the_name_of_another() -> None:
    places: dict[str, list[str]] = {}
    for path in sorted((ROOT / "analyzer").rglob("*.py")):
        for node in ast.parse(text_of(path)).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(str(path.relative_to(ROOT)))
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_no_import_is_an_exception_to_the_plan_of_the_house() -> None:
    contracts = tomllib.loads(text_of(ROOT / "pyproject.toml"))["tool"]["importlinter"]["contracts"]
    assert [each["name"] for each in contracts if "ignore_imports" in each] == []


def test_no_docstring_begins_with_the_same() -> None:
    """Whoever reads it would have to look for what it is the same as."""
    said = [
        f"{path}:{node.lineno}"
        for path in sorted((ROOT / "analyzer").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if str(node.value.value).startswith(("The same", "Likewise"))
    ]
    assert said == []


def test_every_name_that_tests_and_documents_import_is_there() -> None:
    written = (path for folder in ("tests", "docs", "page") for path in (ROOT / folder).rglob("*.py"))
    lacking = [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.module}.{alias.name}"
        for path in sorted(written)
        for node in ast.walk(ast.parse(text_of(path)))
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "analyzer"
        for alias in node.names
        if not hasattr(import_module(str(node.module)), alias.name)
        and find_spec(f"{node.module}.{alias.name}") is None
    ]
    assert lacking == []


def test_no_record_takes_what_a_dataclass_says_of_a_field_for_a_value() -> None:
    """A record reads `field` of msgspec; that of dataclasses would stand there as the default."""
    for path in (ROOT / "analyzer").rglob("*.py"):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        if not name.endswith(("__main__", "generated")):
            import_module(name.removesuffix(".__init__"))
    kinds, taken = [Record], set()
    for kind in kinds:
        kinds += kind.__subclasses__()
        taken |= {kind for value in kind.__struct_defaults__ if isinstance(value, Field)}
    assert len(kinds) > 200
    assert taken == set()


def test_no_answer_hides_its_words_in_letters_of_its_own() -> None:
    letters = re.compile("[\ue000-\uf8ff]|\\\\ue[0-9a-f]{3}|0xE0")
    sources = (ROOT / "analyzer").rglob("*.py")
    hidden = [path for path in sources if letters.search(path.read_text(encoding="utf-8"))]
    assert hidden == []
