"""Pages that are made, not written: rule sets from their clauses, files and answers from their schemas.

Everything comes from `tarok-analyze rules NAME --json`, `tarok-analyze schema NAME` and `tarok-analyze check
FILE --json`, so the site says what the program says.
"""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Container, Iterable, Iterator, Mapping
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from games import games
from keys import answer_page, file_pages

from analyzer.api.files.new import template_kinds
from analyzer.cli.main import main
from analyzer.cli.table import COMMANDS
from analyzer.disputes.files import loads_dispute
from analyzer.disputes.table import DISPUTE_KINDS
from analyzer.rules.spec.shipped import load_ruleset, ruleset_names

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = "tarok-analyze"
SETTLED = (
    "Questions that come up at the table, each with its answer. Every one is a file that `tarok-analyze "
    "check` settles twice, by Z3 from the clauses and by the engine; this page is made of what it says."
)
GAMES = (
    "Every rule set that is shipped: how many clauses its source says, is silent on, sees disputed. "
    "What is left open is an option with named readings; an answer that hangs on one tells them all."
)
FILES = (
    "Every kind of file with its keys, made from the schemas that `tarok-analyze schema NAME` writes, and "
    "with the commented file to begin with that `tarok-analyze new KIND` writes."
)
COMMAND_PAGE = (
    "Every command with the options that most need, made from what `tarok-analyze COMMAND --help` says; the "
    "manual pages (`man tarok-analyze-COMMAND`) have them all, in English and Danish."
)
DISPUTES = Path(__file__).parents[1] / "positions" / "disputes"


def written(*args: str, statuses: Container[int] = (0,)) -> Any:
    """The JSON that a command line writes."""
    out = io.StringIO()
    with redirect_stdout(out):
        status = main(args)
    assert status in statuses, (args, status)
    return json.loads(out.getvalue())


def rule_sets() -> tuple[str, ...]:
    """The names of the shipped rule sets."""
    return ruleset_names()


def files() -> tuple[str, ...]:
    """The names of the schemas that describe files."""
    return tuple(written("schema", "list", "--json")["files"])


def answers() -> tuple[str, ...]:
    """The names of those that describe answers."""
    return tuple(written("schema", "list", "--json")["answers"])


def rules_page(name: str) -> str:
    """A rule set as a page: chapter by chapter each clause, its parameters, its standing, its sources."""
    rules = written("rules", name, "--json")
    titles = {file: source.title for file, source in load_ruleset(name).sources.items()}
    lines = [f"# {rules['title']}", "", f"`{name}`. Every clause with its parameters and its source.", ""]
    chapter = ""
    for clause in rules["clauses"]:
        if (now := clause["id"].partition(".")[0]) != chapter:
            chapter = now
            lines += [f"## {chapter}", ""]
        lines += [f"### {clause['id']}", "", clause["statement"], "", *_clause_facts(clause, titles), ""]
    return "\n".join(lines)


def _clause_facts(clause: Mapping[str, Any], titles: Mapping[str, str]) -> Iterator[str]:
    told = ", ".join(f"{key}: {_shown(value)}" for key, value in clause["parameters"].items())
    yield f"* kind `{clause['kind']}`" + (f"; {told}" if told else "")
    if clause["standing"] != "stated":
        yield f"* **{clause['standing']}**: {clause['because']}"
    yield from (f"* reading: {each}" for each in clause.get("readings") or ())
    yield from (f"* {titles[cite['source']]}, “{cite['heading']}”" for cite in clause["cites"])
    if clause["depends"]:
        yield f"* depends on {_names(clause['depends'])}"
    if clause["overrides"]:
        yield f"* overrides {_names(clause['overrides'])}"


def _names(ids: Iterable[str]) -> str:
    return ", ".join(f"`{each}`" for each in ids)


def _shown(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def settled_page() -> str:
    """Every shipped dispute as a question with its answer, by kind."""
    lines = ["# Settled at the table", "", SETTLED, "", *_kinds(), ""]
    answers: dict[str, list[tuple[Path, dict[str, Any]]]] = {kind: [] for kind in DISPUTE_KINDS}
    for path in sorted(DISPUTES.glob("*.yaml")):
        answer = written("check", str(path), "--json", statuses=(0, 1, 4))
        assert answer["expected"]["met"], (path, answer["expected"])
        answers[answer["kind"]].append((path, answer))
    for kind, settled in answers.items():
        about = str(DISPUTE_KINDS[kind].about)
        lines += [f"## {about[0].upper()}{about[1:]}", ""] if settled else []
        for path, answer in settled:
            dispute = loads_dispute(path.read_text(encoding="utf-8"), str(path))
            lines += [f"### {answer['title']}", "", dispute.teaches or "", ""]
            lines += [
                *_verdict(answer),
                f"* `positions/disputes/{path.name}`, rule set `{answer['ruleset']}`",
                "",
            ]
    return "\n".join(lines)


def _kinds() -> Iterator[str]:
    """Every kind of dispute with the rule sets that have such disputes."""
    sets = {name: load_ruleset(name) for name in ruleset_names()}
    yield from ("| kind | about | rule sets |", "|---|---|---|")
    for kind, each in DISPUTE_KINDS.items():
        names = [name for name, rules in sets.items() if each.find_way(rules) is not None]
        yield f"| `{kind}` | {each.about} | {'all' if len(names) == len(sets) else _names(names)} |"


def _verdict(answer: Mapping[str, Any]) -> Iterator[str]:
    """The verdict with its clauses, what is open, what has to be done, and what everybody gains."""
    broken = [each["clause"] for each in answer["violations"]]
    names = _names(dict.fromkeys(broken or answer["unsettled"]))
    yield f"* **{answer['verdict']}**" + (f": {names}" if names else "")
    for each in answer["readings"]:
        comes_to = f"; {each['leads_to']}" if each["leads_to"] else ""
        yield f"* reading: {each['text']}: {each['verdict']}{comes_to}"
    yield from (f"* {each['text']}" for each in answer["violations"])
    for each in answer["penalties"]:
        cost = f"{each['into_each_pot']} into each pot" if each["into_each_pot"] else "no fine"
        done = "" if each["remedy"] == "none" else f"; {_words(each['remedy'])}"
        yield f"* {_words(each['irregularity'])}: {each['category']}, {cost}{done}"
    remedy = answer.get("remedy", {})
    for each in remedy.get("legal_instead", ()):
        yield f"* {each['player']} could play {_told(each['legal'])} in place of {each['played']}"
    for key, value in remedy.items():
        if key not in ("payments", "nearest", "count", "legal_instead"):
            yield f"* {_words(key)}: {_told(value)}"
    if any(answer.get("tokens", {}).values()):
        yield f"* tokens: {', '.join(_signed(*each) for each in answer['tokens'].items())}"
    elif "tokens" in answer:
        yield "* nothing is paid"
    if answer["rests_on"]:
        yield f"* rests on {_names(answer['rests_on'])}, where the source is silent"


def _signed(name: str, amount: int) -> str:
    return f"{name} {amount:+d}" if amount else f"{name} 0"


def _words(key: str) -> str:
    return key.replace("_", " ").replace("-", " ")


def _told(value: Any) -> str:
    """A value of a remedy as a reader reads it."""
    if isinstance(value, dict):
        return "; ".join(f"{_words(key)} {_told(each)}" for key, each in value.items())
    if isinstance(value, list):
        between = "; " if any(isinstance(each, dict) for each in value) else ", "
        return between.join(map(_told, value))
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def every_file_page() -> dict[str, str]:
    """A page for each kind of file, by its name; each kind of dispute is a kind of its own."""
    schemas = {name: written("schema", name) for name in files()}
    templates = {kind: written("new", kind, "--json")["text"] for kind in template_kinds()}
    return file_pages(schemas, templates)


def commands_page() -> str:
    """Every command with its options, as `--help` tells them."""
    lines = ["# Commands", "", COMMAND_PAGE, ""]
    for name, about in COMMANDS.items():
        out = io.StringIO()
        with redirect_stdout(out):
            main((name, "--help"))
        lines += [f"## {name}", "", str(about), "", "```text", out.getvalue().rstrip(), "```", ""]
    return "\n".join(lines)


PAPER = {
    "ruling.pdf": ("a whole hand ruled on", "check", "whole-hand.yaml"),
    "decision.pdf": ("a dispute settled", "check", "disputes/demand-too-early.yaml"),
    "decisions.pdf": ("several rulings, the first page a list", "check", "disputes/discard-k*.yaml"),
    "jugement.pdf": (
        "a dispute of tarot, in French", "check", "disputes/discard-tarot-king.yaml", "--lang", "fr",
    ),
    "sheet.pdf": ("the sheet of an evening", "score", "sessions/basic.yaml"),
    "regnskab.pdf": (
        "the same with every payment, in Danish", "score", "sessions/four-at-the-table.yaml", "--details",
        "--lang", "da",
    ),
    "problem.pdf": ("a problem, its solution under it", "show", "prop1.yaml", "--solution", "below"),
    "booklet.pdf": (
        "a booklet of problems, the solutions behind", "show", "composed/*.yaml", "--title",
        "Twenty endings of Danish Tarok", "--solution", "apart",
    ),
    "plan.pdf": ("a plan", "explain", "prop1.yaml", "--for", "A", "--goal", "ultimo", "--by", "B"),
    "hand.pdf": ("a hand trick by trick, with its audit", "replay", "prop2.yaml", "--audit"),
    "problem.png": ("a picture for a newsletter", "show", "prop1.yaml", "--solution", "upside-down"),
    "opgave.png": (
        "the same in Danish", "show", "prop1.yaml", "--solution", "upside-down", "--lang", "da",
    ),
}  # fmt: skip
"""What the pages show of paper, by its file: what it is, the command, which shipped files, and options."""
PAPER_PAGE = """\
What the program prints, and the command that printed it. Every page is A4, has its fonts in it, prints
black and white, and its text can be searched and copied."""


def print_paper(folder: Path) -> None:
    """Print what the pages show of paper."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, (_, command, about, *options) in PAPER.items():
        files = [str(path) for path in sorted(DISPUTES.parent.glob(about))]
        with redirect_stdout(io.StringIO()):
            status = main((command, *files, *options, "-o", str(folder / name)))
        assert status in {0, 1}, (name, status)


def paper_page() -> str:
    """What is printed, each with its command."""
    lines = ["# On paper", "", PAPER_PAGE, "", "| what | command |", "|---|---|"]
    for name, (what, command, about, *options) in PAPER.items():
        typed = f"tarok-analyze {command} positions/{about} {shlex.join([*options, '-o', name])}"
        lines.append(f"| {{download}}`{what} <paper/{name}>` | `{typed}` |")
    return "\n".join(lines) + "\n"


def with_whole_answers(text: str) -> str:
    """A page in whose console blocks what is left out as `...` is what the program prints.

    The blocks of a page are run one after the other in a folder with the shipped positions.
    """
    if "\n...\n" not in text:
        return text
    with TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "positions", Path(folder) / "positions")

        def whole(block: re.Match[str]) -> str:
            shown = []
            for part in block[1].split("\n$ "):
                line, _, answer = part.partition("\n")
                words = shlex.split(line.removeprefix("$ "), comments=True)
                ran = run_in(Path(folder), words) if words[:1] == [PROGRAM] else None
                shown.append(f"{line}\n{ran if ran is not None and '...' in answer.splitlines() else answer}")
            return "```console\n" + "\n$ ".join(each.rstrip("\n") for each in shown) + "\n```"

        return re.sub(r"```console\n(.*?)\n```", whole, text, flags=re.DOTALL)


def run_in(folder: Path, words: list[str]) -> str:
    """What a command line prints where it is typed in that folder."""
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "HOME") if name in os.environ}
    command = [sys.executable, "-m", "analyzer", *words[1:]]
    return subprocess.run(  # noqa: S603 - a command that a page of ours shows
        command,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env=kept | {"COLUMNS": "90", "LC_ALL": "C.UTF-8"},
    ).stdout


def index(title: str, about: str, names: Iterable[str]) -> str:
    """A page that lists the pages of a folder."""
    tree = "\n".join(names)
    return f"# {title}\n\n{about}\n\n```{{toctree}}\n:maxdepth: 1\n\n{tree}\n```\n"


def write_pages(folder: Path) -> None:
    """Write all made pages below a folder, and what they show of paper."""
    print_paper(folder / "paper")
    made = {f"rules/{name}": rules_page(name) for name in rule_sets()}
    made |= {f"schemas/{name}": answer_page(name, written("schema", name)) for name in answers()}
    made |= {f"files/{name}": text for name, text in every_file_page().items()}
    made["settled"] = settled_page()
    made["paper"] = paper_page()
    made["commands"] = commands_page()
    made["games"] = f"# Games\n\n{GAMES}\n\n{games()}"
    made["rules/index"] = index("Rules", "Every rule set, clause by clause, made from `specs/`.", rule_sets())
    made["files"] = index("Files", FILES, (f"files/{name}" for name in every_file_page()))
    made["answers"] = index(
        "JSON answers", "What `--json` writes.", (f"schemas/{name}" for name in answers())
    )
    for name, text in made.items():
        path = folder / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
