"""The rule sets: shipped ones by name, in compiled form, and any other file by path."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import msgspec

from analyzer import yamltree
from analyzer.errors import Fault, InvalidFile, UsageError, Where, meant
from analyzer.messages import (
    LANGUAGES,
    Message,
    Verbatim,
    letters,
    quoted,
    say,
    spoken,
    stated,
    word_alone,
)
from analyzer.rules.spec import files
from analyzer.rules.spec.clause import Citation, Clause, NumberReading, Option, Parameter, Source, Standing
from analyzer.rules.spec.readings import APART, differing_places
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.variants import Under, choose, complete, in_form, split_named
from analyzer.yamltree.node import reader_of

# The compiled form of a rule set: flat JSON with every clause, read without any library.


SCHEMA: Final = "tarok-compiled/3"

Json = dict[str, Any]


def to_compiled(rules: RuleSet) -> Json:
    """Return the written form of a rule set, without the head that says what it was made from."""
    return {
        "name": rules.name,
        "title": rules.title,
        "sources": rules.sources,
        "forms": rules.forms,
        "digest": rules.digest,
        "clauses": [_written(each) for each in rules.clauses.values()],
        "options": [_written_option(rules, name, each) for name, each in rules.options.items()],
    }


def _written(clause: Clause) -> Json:
    written: Json = {
        "id": clause.id,
        "kind": clause.kind,
        "standing": clause.standing.value,
        "statement": clause.statement,
        "parameters": clause.parameters,
        "cites": [
            [each.source, each.heading, *([each.within] if each.within else [])] for each in clause.cites
        ],
        "because": clause.because,
        "readings": clause.readings,
        "depends": clause.depends,
        "overrides": clause.overrides,
        "origin": clause.origin,
    }
    return written | ({"by_seats": clause.by_seats} if clause.by_seats else {})


def _written_option(rules: RuleSet, name: str, option: Option) -> Json:
    """Return an option; a reading equal to the clauses themselves is not written again."""
    stated = tuple(rules.clauses[each] for each in option.clauses)
    readings = {
        word: None if reading == stated else [_written(each) for each in reading]
        for word, reading in option.readings.items()
    }
    return {
        "name": name,
        "clauses": option.clauses,
        "default": option.default,
        "readings": readings,
        "sources": option.sources,
        "number": None if option.number is None else _written_number(option.number),
    }


def _written_number(number: NumberReading) -> Json:
    values = number.values
    parts = [values.start, values.stop, values.step]
    return {"clause": _written(number.clause), "parameter": number.parameter, "values": parts}


def _sources(data: Mapping[str, Any]) -> dict[str, Source]:
    return {name: Source(*told) for name, told in data["sources"].items()}


def from_compiled(data: Mapping[str, Any]) -> RuleSet:
    """Return the rule set in a written form."""
    clauses = {each["id"]: _clause(each) for each in data["clauses"]}
    options = {each["name"]: _option(each, clauses) for each in data["options"]}
    forms = tuple(data["forms"])
    return complete(
        data["name"], data["title"], clauses, _sources(data), forms, options, digest=data["digest"]
    )


def _option(data: Mapping[str, Any], clauses: Mapping[str, Clause]) -> Option:
    stated = tuple(clauses[each] for each in data["clauses"])
    readings = {
        word: stated if each is None else tuple(map(_clause, each)) for word, each in data["readings"].items()
    }
    told = data["number"]
    number = told and NumberReading(_clause(told["clause"]), told["parameter"], range(*told["values"]))
    return Option(stated[0].id, data["default"], readings, _sources(data), number)


def _clause(data: Mapping[str, Any]) -> Clause:
    return Clause(
        data["id"],
        data["kind"],
        Standing(data["standing"]),
        data["statement"],
        _parameters(data["parameters"]),
        tuple(Citation(*cite) for cite in data["cites"]),
        data["because"],
        tuple(data["readings"]),
        tuple(data["depends"]),
        tuple(data["overrides"]),
        data["origin"],
        {int(seats): _parameters(each) for seats, each in data.get("by_seats", {}).items()},
    )


def _parameters(data: Mapping[str, Any]) -> dict[str, Parameter]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}


# The rule sets: shipped ones by name, and any other file by path.
#
# The shipped ones are read from `specs/compiled/NAME.json`, made from `specs/NAME/rules.yaml` after all
# checks and used only while it belongs to that text (a checksum says so); otherwise, and for every file
# of a user, the YAML itself is read and checked. `python -m analyzer.generated` makes them.


_SOURCES: Final = "sources"
_RULES: Final = "rules.yaml"
MOST_EXTENDED: Final = 16
"""The largest number of files that may extend one another; each of them is checked in full."""


@cache
def specs_dir() -> Path:
    """Return the folder of the rule sets: inside the package when installed, next to it in a checkout."""
    package = Path(__file__).resolve().parents[2]
    for place in (package / "specs", package.parent / "specs"):
        if (place / f"{_SOURCES}.yaml").is_file():
            return place
    raise UsageError(
        say("the shipped rule sets are not where they belong ({specs})", specs=Verbatim(package / "specs"))
    )


@cache
def ruleset_names() -> tuple[str, ...]:
    """Return the names of the shipped rule sets, in alphabetical order."""
    return tuple(sorted(path.parent.name for path in specs_dir().glob(f"*/{_RULES}")))


def rules_file(name: str) -> Path:
    """Return the file of a shipped rule set."""
    return specs_dir() / name / _RULES


def load_ruleset(
    named: str, variant: Mapping[str, str] | None = None, beside: Path | None = None, *, paths: bool = True
) -> RuleSet:
    """Return a rule set, by the name of a shipped one or the path of a file (anything with a `/` or a `.`).

    `named` may choose readings itself, as in `danish+fool-in-skat=never`; those of `variant` override
    them. A path is looked for from the folder `beside` first, if one is given; without `paths` only names of
    shipped rule sets are accepted.

    Raises: UsageError for an unknown name, option or reading, with the nearest one; InvalidFile with every
    fault of a file.
    """
    name, chosen = split_named(named)
    return choose(_file(_find_rules_file(name, beside, paths=paths), ()), {**chosen, **(variant or {})})


def rules_asked(named: str) -> Under:
    """Return the function that applies `NAME+OPTION=READING` to the rules of a file.

    It gives the rule set of that name with these readings; without a name, the file's own.

    Raises: UsageError for an unknown rule set, option or reading; for a file's own rules, when they are
    known.
    """
    name, chosen = split_named(named)
    if not name:
        return lambda own: choose(own(), chosen)
    asked = load_ruleset(named)
    return lambda _: asked


def _find_rules_file(name: str, beside: Path | None, *, paths: bool = True) -> Path:
    """Return the file of a rule set.

    Raises: UsageError for anything that is neither the name of a shipped one nor a path.
    """
    if name in ruleset_names():
        return rules_file(name)
    if not paths and ("/" in name or "." in name):
        told = say("{word} is the path of another file", word=quoted(name))
        raise UsageError(told, say("expected the name of a shipped rule set, since a text names no files"))
    path = _path_of(name, beside) if paths else None
    if path is not None and _may_wait(path):
        told = say("{file} is a pipe or a device", file=Verbatim(name))
        raise UsageError(told, say("expected a file of rules, which can be read again"))
    if path is not None:
        return path
    titled = _titled(name)
    if titled is not None:
        return rules_file(titled)
    raise UsageError(say("unknown rule set {word}", word=quoted(name)), meant(name, ruleset_names()))


_CALLED: Final = {"slovenian": ("Slovenski tarok",)}
"""Local names of games, in a language in which nothing is written."""


def _titled(word: str) -> str | None:
    """Return the shipped rule set with this title: in full, up to the comma, or its first word.

    Of several descriptions of one game it is the one with the shortest name. No title has a `/` or a `.` in
    it.
    """
    wanted = letters(word)
    if not wanted or "/" in word or "." in word:
        return None
    for name in sorted(ruleset_names(), key=len):
        title = stated(_file(rules_file(name), ()).title)
        for told in (*(spoken(word_alone(title), lang) for lang in LANGUAGES), *_CALLED.get(name, ())):
            game = told.partition(",")[0]
            if wanted in {letters(each) for each in (name, told, game, game.partition(" ")[0])}:
                return name
    return None


def _may_wait(path: Path) -> bool:
    """Return True if reading may never end: it exists, and is neither a file nor a folder."""
    try:
        return path.exists() and not path.is_file() and not path.is_dir()
    except (OSError, ValueError):
        return False


def _path_of(name: str, beside: Path | None) -> Path | None:
    if "\0" in name:  # no file has such a name
        return None
    like_a_path = "/" in name or "." in name
    try:
        near = None if beside is None else beside / name
        if (
            near is not None
            and ("/" in name or near.suffix in (".yaml", ".yml"))
            and (near.is_file() or _may_wait(near))
        ):
            return near
        return Path(name) if like_a_path or Path(name).is_file() else None
    except OSError:
        return Path(name) if like_a_path else None


_Texts = dict[Path, int]
"""The files that a rule set was read from, each by its full path with the checksum of its text."""

_read: Final[dict[Path, tuple[_Texts, RuleSet]]] = {}
"""The rule sets read so far, by the full path of the file, so that one path in two folders is two of them."""


def _file(path: Path, chain: tuple[Path, ...]) -> RuleSet:
    """Return the rule set of a file, read again if its text, or that of one it extends, has changed.

    `chain` are the files that extend it, the first one first.
    """
    whole = path if path.parent.parent == specs_dir() else path.resolve()
    known = _read.get(whole)
    if known is not None and all(_checksum([each]) == checksum for each, checksum in known[0].items()):
        return known[1]
    name = _shipped_name(whole)
    rules = None if name is None else _compiled(name)
    if rules is None:
        rules, bases = _read_file(path, chain)
        texts = {each: _checksum([each]) for base in bases for each in (base, *_read[base][0])}
        _read[whole] = ({whole: _checksum([whole]), **texts} if name is None else {}, rules)
    else:
        _read[whole] = ({}, rules)
    return rules


def _shipped_name(whole: Path) -> str | None:
    """Return the name of the shipped rule set in a file; None for a user's file."""
    name = whole.parent.name
    return name if name in ruleset_names() and whole == rules_file(name).resolve() else None


def _read_file(path: Path, chain: tuple[Path, ...]) -> tuple[RuleSet, list[Path]]:
    """Return the rule set in a file's text, and the files it extends."""
    # pydantic and the parser cost more than everything else here: only files need them
    sources = specs_dir() / f"{_SOURCES}.yaml"
    known = files.clausefile.read_sources(yamltree.reading.read_text(str(sources)), str(sources))
    here = (*chain, path.resolve())
    if len(here) > MOST_EXTENDED:
        told = say("more than {number} rule sets extend one another", number=MOST_EXTENDED)
        raise UsageError(told, say("expected fewer"))
    bases: list[Path] = []

    def fetch(name: str) -> RuleSet:
        base = _find_rules_file(name, path.parent)
        if base.resolve() in here:
            circle = (*here[here.index(base.resolve()) :], base.resolve())
            told: Verbatim | Message = Verbatim(_display_name(circle[-1]))
            for each in reversed(circle[:-1]):
                told = say("{file} extends {base}", file=Verbatim(_display_name(each)), base=told)
            assert isinstance(told, Message)
            raise UsageError(told, say("expected no circle"))
        rules = _file(base, here)
        bases.append(base.resolve())
        return rules

    taken = ruleset_names() if _shipped_name(path.resolve()) is None else ()
    return files.clausefile.read_rules(_text_of_rules(path), str(path), known, fetch, taken), bases


def _text_of_rules(path: Path) -> str:
    """Return the text of a file of rules. Any file may be named as rules; other contents are not revealed.

    Raises: InvalidFile.
    """
    try:
        text = yamltree.reading.read_text(str(path))
    except InvalidFile as refused:
        if all(fault.where is not None and not fault.where.line for fault in refused.faults):
            raise  # it is not there, or cannot be read at all
        text = ""
    command = reader_of(text)
    if command != "rules":
        told, expected = say("this is not a file of rules"), say("expected `format: tarok-rules/2`")
        if command:
            words = {"format": Verbatim("tarok-rules"), "command": Verbatim(command)}
            expected = say("expected {format}; the command for this file is `{command}`", **words)
        raise InvalidFile([Fault(told, expected, Where(str(path), 1, 1))])
    return text


def _display_name(whole: Path) -> str:
    """Return a file for a message: a shipped rule set by its name."""
    return _shipped_name(whole) or whole.name


def ruleset_schema() -> dict[str, Any]:
    """Return the JSON Schema of a rule-set file."""
    return files.clausemodel.rules_schema()


def _checksum(files: Iterable[Path]) -> int:
    """Return a checksum of the bytes of files; a missing file has one that no file has."""
    found = 0
    for each in files:
        try:
            found = crc32(each.read_bytes(), found)
        except OSError:
            found = crc32(b"\0", found)
    return found


def _files(names: Iterable[str]) -> Iterator[Path]:
    """Yield the files that shipped rule sets are made from."""
    yield from map(rules_file, names)
    yield specs_dir() / f"{_SOURCES}.yaml"


def _compiled(name: str) -> RuleSet | None:
    """Return a shipped rule set from its compiled form; None if that does not match the current text."""
    path = specs_dir() / "compiled" / f"{name}.json"
    try:
        data = msgspec.json.decode(path.read_bytes())
    except (OSError, ValueError):
        return None
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        return None
    if data["checksum"] != _checksum(_files(data["made_from"])):
        return None
    for digest, places in data["apart"].items():
        APART[name, digest] = {tuple(place): frozenset(options) for place, options in places}
    return from_compiled(data)


def compiled_form(name: str) -> dict[str, Any]:
    """Return the compiled form of a shipped rule set, read and checked again from its YAML."""
    rules, bases = _read_file(rules_file(name), ())
    made_from = [name]
    while bases:
        made_from += map(_display_name, bases)
        bases = _read_file(bases[0], ())[1]
    head = {"schema": SCHEMA, "checksum": _checksum(_files(made_from)), "made_from": made_from}
    forms = [in_form(rules, seats) for seats in rules.forms or (rules.table.players,)]
    return {
        **head,
        **to_compiled(rules),
        "apart": {
            each.digest: [(place, sorted(options)) for place, options in differing_places(each).items()]
            for each in forms
        },
    }
