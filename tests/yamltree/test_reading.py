"""Files are read strictly, and every fault is told with its place."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from analyzer.errors import Fault, InvalidFile
from analyzer.yamltree.reading import MAX_BYTES, parse, read, read_text, validate, where_in
from analyzer.yamltree.shapes import Field, Shape


def told(faults: Iterable[Fault]) -> list[tuple[int, int, str, str]]:
    return [(at.line, at.column, each.message, each.expected or "") for each in faults if (at := each.where)]


def faults_of(text: str) -> list[tuple[int, int, str, str]]:
    return told(read(text, "f.yaml").faults)


STAR = 'for the Fool write `fool`, or the star in quotes: "*"'
KEYS = "expected the text in quotes, or one `key: value` per line, the keys of a mapping in one column"

FAULTY: list[tuple[str, list[tuple[int, int, str, str]]]] = [
    ("", [(1, 1, "the file is empty", "expected `key: value` lines")]),
    ("# only a remark\n", [(1, 1, "the file is empty", "expected `key: value` lines")]),
    (
        "a: 1\nb: 2\na: 3\n",
        [(3, 1, "duplicate key `a`, first at line 1, column 1", "expected each key once")],
    ),
    (
        "x: {k: 1, k: 2}\n",
        [(1, 11, "duplicate key `k`, first at line 1, column 5", "expected each key once")],
    ),
    ("a: *b\n", [(1, 4, "`*b` is a YAML alias, which is not read here", STAR)]),
    ("h: [dR, *]\n", [(1, 9, "`*` begins a YAML alias, which is not read here", STAR)]),
    ("h: * hR\n", [(1, 4, "`*` begins a YAML alias, which is not read here", STAR)]),
    (
        "a: &b 1\n",
        [(1, 4, "`&b` is a YAML anchor, which is not read here", "expected every value written out")],
    ),
    (
        "a: !!str 1\n",
        [(1, 4, "`!!str` is a YAML tag, which is not read here", "expected a plain value")],
    ),
    ("a: !<x\n", [(1, 4, "`!` begins a YAML tag, which is not read here", "expected the text in quotes")]),
    ("a: &\n", [(1, 4, "`&` begins a YAML anchor, which is not read here", "expected the text in quotes")]),
    ("<<: {a: 1}\n", [(1, 1, "unexpected merge key `<<`", "expected every key written out")]),
    ("a: 1\n---\nb: 1\n", [(2, 1, "a second document begins here", "expected one document in a file")]),
    (
        "%YAML 1.1\n---\na: 1\n",
        [(1, 1, "unexpected % directive", "expected plain YAML without directives")],
    ),
    (
        "a:\n\tb: 1\n\tc: 2\n",
        [
            (
                2,
                1,
                "a tab is in the indentation",
                "expected spaces: replace them all in the file (lines with one: 2)",
            )
        ],
    ),
    (
        "```yaml\na: 1\n```\n",
        [
            (
                1,
                1,
                "the text is in a Markdown fence",
                "expected the file alone: leave out the lines with ```",
            )
        ],
    ),
    (
        "a:\n\u00a0\u00a0b: 1\n",
        [
            (
                2,
                1,
                "a blank that is not a space is in the indentation",
                "expected spaces: replace them all in the file (lines with one: 1)",
            )
        ],
    ),
    ("a: @b\n", [(1, 4, "@ may not begin a value", "expected the text in quotes")]),
    ("a: b: c\n", [(1, 5, "a `:` is not allowed here", KEYS)]),
    ("a: 1\n  b: 2\n", [(2, 4, "a `:` is not allowed here", KEYS)]),
    ("a: 1\nword\nb: 2\n", [(2, 1, "a line that is not a `key: value`", "expected a `:` after the key")]),
    ("a: - 1\n", [(1, 4, "a `- ` may not begin a list here", "expected the list on the next line")]),
    (
        "a: [1, 2\nb: 3\n",
        [(2, 1, "the list opened at line 1, column 4 is not closed", "expected `,` or `]`")],
    ),
    ("a: {b: 1\n", [(2, 1, "the mapping opened at line 1, column 4 is not closed", "expected `,` or `}`")]),
    ("a: 'b\n", [(1, 4, "a quote opens here and is never closed", "expected its end")]),
    ('a: "b\n---\n"\n', [(1, 4, "a quote opens here and is not closed before `---`", "expected its end")]),
    ('a: "\\q"\n', [(1, 6, "`\\q` means nothing in double quotes", "expected single quotes")]),
    ('a: "\\u12"\n', [(1, 7, "an escape in double quotes is not complete", "expected hexadecimal digits")]),
    ('a: "\\ud800"\n', [(1, 4, "half of a surrogate pair is escaped here", "expected whole characters")]),
    (
        "a: \u202eb\n",
        [(1, 4, "the character U+202E is not allowed in a text file", "expected printable text")],
    ),
    ("- a\nb: 1\n", [(2, 1, "a line does not fit the list around it", "expected `- `")]),
    ("a: }\n", [(1, 4, "a value is missing before `}`", "expected a value")]),
    (": x\n", [(1, 1, "a key is missing before the `:`", "expected `key: value`")]),
    ("? [1]\n: 2\n", [(1, 1, "a `? ` is not allowed here", "expected `key: value`")]),
    ("a: {[1]: 2}\n", [(1, 5, "a list is used as a key", "expected a word as key")]),
    (
        "a: |x\n  b\n",
        [
            (
                1,
                5,
                "a text block does not begin like this",
                "expected `|` or `>` alone on its line and the text indented below it",
            )
        ],
    ),
    ("a: 1\0\n", [(1, 5, "the character U+0000 is not allowed in a text file", "expected printable text")]),
    (
        "a: \u2028\n",
        [(1, 4, "the character U+2028 is not allowed in a text file", "expected printable text")],
    ),
    ("a: 1234567890123456789\n", [(1, 4, "the number here has 19 digits", "expected at most 18 digits")]),
    ("[" * 100_000, [(1, 41, "lists and mappings are nested too deep", "expected at most 40 levels")]),
    ("{" * 100_000, [(1, 41, "lists and mappings are nested too deep", "expected at most 40 levels")]),
    ("- " * 100_000, [(1, 81, "lists and mappings are nested too deep", "expected at most 40 levels")]),
    (
        "\ufeffa: 1\r\na: 2\r\n",
        [(2, 1, "duplicate key `a`, first at line 1, column 1", "expected each key once")],
    ),
]


@pytest.mark.parametrize(("text", "expected"), FAULTY, ids=[repr(text[:20]) for text, _ in FAULTY])
def test_what_is_wrong_with_a_file_is_told_at_its_line_and_column(
    text: str, expected: list[tuple[int, int, str, str]]
) -> None:
    assert faults_of(text) == expected
    with pytest.raises(InvalidFile):
        parse(text, "f.yaml")


def test_all_faults_of_a_file_come_at_once_in_file_order() -> None:
    text = "a: [x, *]\nb: &n 1\nc: @y\nd:\n\te: 1\na: 2\nf: \x07\n"
    places = [fault.where for fault in read(text, "f").faults]
    assert [(each.line, each.column) for each in places if each] == [
        (1, 8),
        (2, 4),
        (3, 4),
        (5, 1),
        (6, 1),
        (7, 4),
    ]


def test_a_bare_star_is_a_fault_and_still_read_as_the_star_it_is() -> None:
    node, faults = read("A: [dR, *]\nB: * hR\n", "f")
    assert node is not None
    assert node.plain() == {"A": ["dR", "*"], "B": "* hR"}
    assert len(faults) == 2


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a: 1\nb: [x, y", {"a": 1, "b": ["x", "y"]}),
        ("a: 1\nb: {x: 1, y: [2\n", {"a": 1, "b": {"x": 1, "y": [2]}}),
        ("a: [1, 2\nb: 3\n", {"a": [1, 2], "b": 3}),
        ("a: 'x\nb: 3\n", {"a": None, "b": 3}),
        ("a: b: c\nd: 1\n", {"a": None, "d": 1}),
        ("a:\n  x: [1, c\n  y: d\nb: 3\n", {"a": {"x": [1, "c"], "y": "d"}, "b": 3}),
        ("a:\n  x: [1,\n  y: d\n  z: e\nb: 3\n", {"a": {"x": [1], "y": "d", "z": "e"}, "b": 3}),
        ("a:\n    x: 1\n  y: 2\nb: 3\n", {"a": {"x": 1}, "b": 3}),
        ("a: [1\nb: {c: 2\nd: 3\n", {"a": [1], "b": {"c": 2}, "d": 3}),
        ("a: [1]]\nb: 3\n", {"a": [1], "b": 3}),
    ],
)
def test_where_the_syntax_breaks_the_rest_is_still_read(text: str, kept: object) -> None:
    node, faults = read(text, "f")
    assert faults
    assert node is not None
    assert node.plain() == kept


def test_every_break_of_the_syntax_is_told_and_doubled_keys_beside_it_too() -> None:
    assert [(line, column) for line, column, *_ in faults_of("a: [1\nb: {c: 2\na: 3\nc: @x\n")] == [
        (2, 1), (3, 1), (3, 1), (4, 4),
    ]  # fmt: skip


def test_only_what_can_lack_something_is_torn() -> None:
    node, _ = read("a: {x: 1}\nb: {x: 1\nc: 2\n", "f")
    assert node is not None
    assert [node.torn, *(node.path((key,))[1].torn for key in "abc")] == [False, False, True, False]
    lost, _ = read("a: 1\nb [x]\nc: 2\n", "f")
    assert lost is not None
    assert lost.torn


def test_a_doubled_key_keeps_its_first_value() -> None:
    node, _ = read("a: 1\na: 2\n", "f")
    assert node is not None
    assert node.plain() == {"a": 1}


def test_only_plain_numbers_and_constants_are_anything_but_text() -> None:
    numbers = "0, -7, 60, 007, 1_000, 1.5, 1e3, 1:30, 0x1F, 0o7"
    words = "no, on, True, true, false, null, ~, 2024-01-01, '5', \"true\""
    assert parse(f"[{numbers}, {words}]", "f").plain() == [
        0, -7, 60, "007", "1_000", "1.5", "1e3", "1:30", "0x1F", "0o7", "no", "on", "True",
        True, False, None, None, "2024-01-01", "5", "true",
    ]  # fmt: skip
    assert parse("{a: , b: 1}", "f").plain() == {"a": None, "b": 1}


def test_keys_are_what_was_typed() -> None:
    assert parse("1: a\ntrue: b\n'x y': c\n", "f").plain() == {"1": "a", "true": "b", "x y": "c"}


def test_every_value_knows_where_it_begins_and_ends_and_where_its_key_is() -> None:
    node = parse("hands:\n  A: [dR, T7]\n  B: hR d9\n", "f")
    cards = node.at(("hands", "A", 1))
    assert (cards.line, cards.column) == (2, 11)
    inner = node.path(("hands", "B"))[1]
    assert inner.key_where is not None
    assert (inner.key_where.line, inner.key_where.column) == (3, 3)
    assert (inner.end.line, inner.end.column) == (3, 11)
    assert node.at(("hands", "C", 3)) == node.at(("hands",))


@pytest.mark.parametrize(
    ("text", "offset", "place"),
    [
        ("B: hR d9\n", 3, (1, 7)),
        ("B: 'hR d9'\n", 3, (1, 8)),
        ('B: "hR d9"\n', 3, (1, 8)),
        ("B: 'it''s d9'\n", 5, (1, 11)),
        ("B: hR\n   d9 s4\n", 3, (2, 4)),
        ("B: hR\n   d9 s4\n", 6, (2, 7)),
        ("B: 'hR\n\n     d9'\n", 3, (3, 6)),
        ("B: |\n  hR d9\n  s4\n", 3, (2, 6)),
        ("B: >-\n    hR d9\n    s4 c2\n", 9, (3, 8)),
        ("B: hR\r\n  d9\r\n", 3, (2, 3)),
        ("B: hR d9\n", 5, (1, 9)),
    ],
)
def test_a_card_in_the_middle_of_a_text_has_its_own_place(
    text: str, offset: int, place: tuple[int, int]
) -> None:
    node = parse(text, "f").child("B")
    assert node is not None
    where = where_in(node, offset)
    assert (where.line, where.column) == place


@example("a: [b]!  # c\nd: e\n")
@given(st.text(alphabet="ab: -[]{},'\"#&*!|>%@`\n\t?<.1~\\\r\ufeff\ue02a", max_size=40))
def test_no_text_whatever_breaks_the_reader(text: str) -> None:
    node, faults = read(text, "f")
    assert (node is not None) or faults
    assert all(fault.where is not None for fault in faults)
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for fault in faults:
        assert fault.where is not None
        assert 1 <= fault.where.line <= len(lines)
        assert 1 <= fault.where.column <= len(lines[fault.where.line - 1]) + 1


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            b"a: 1\nb: \xff\n",
            "2:4: byte 0xff is not UTF-8; expected UTF-8: it is Windows-1252 (ÿ); save it as UTF-8",
        ),
        (
            "a: æø".encode("latin-1"),
            "1:4: byte 0xe6 is not UTF-8; expected UTF-8: it is Windows-1252 (æ ø); save it as UTF-8",
        ),
        ("a: 1".encode("utf-16"), "1:1: this text is UTF-16; expected UTF-8"),
        (b"x" * (MAX_BYTES + 1), "1:1: the file is too large; expected at most 1,000,000 bytes"),
    ],
    ids=["a byte", "latin-1", "utf-16", "too large"],
)
def test_a_file_that_is_no_text_is_refused(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "f.yaml"
    path.write_bytes(data)
    with pytest.raises(InvalidFile) as caught:
        read_text(str(path))
    assert str(caught.value) == f"{path}:{message}"


def test_a_huge_file_is_refused_without_reading_it(tmp_path: Path) -> None:
    path = tmp_path / "huge.yaml"
    with path.open("wb") as file:
        file.truncate(100 * 1024**3)
    with pytest.raises(InvalidFile, match=r":1:1: the file is too large"):
        read_text(str(path))


def test_a_missing_file_and_a_directory_are_named_as_what_they_are(tmp_path: Path) -> None:
    with pytest.raises(InvalidFile, match=r"nowhere.yaml: the file does not exist; expected the path"):
        read_text(str(tmp_path / "nowhere.yaml"))
    with pytest.raises(InvalidFile, match=r": this is a directory; expected a YAML file"):
        read_text(str(tmp_path))
    with pytest.raises(InvalidFile, match=r'"": the file does not exist'):
        read_text("")
    with pytest.raises(InvalidFile, match=r": the file cannot be read"):
        read_text(str(tmp_path / "a\0b"))


def test_a_dash_reads_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = io.TextIOWrapper(io.BytesIO("a: æ\n".encode()), encoding="ascii")
    monkeypatch.setattr(sys, "stdin", stdin)
    assert read_text("-") == "a: æ\n"


def test_a_closed_standard_input_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InvalidFile, match=r"standard input is closed"):
        read_text("-")


def test_standard_input_is_called_so_in_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff")))
    with pytest.raises(InvalidFile, match=r"^<stdin>:1:1: byte 0xff"):
        read_text("-")


class Pots(Shape):
    king: int = Field(60, ge=0, multiple_of=5)
    pagat: int = 60


class Game(Shape):
    lead: str
    players: list[str] = Field(default=["A", "B", "C"], min_length=3, max_length=3)
    hand: list[str] | str = ""
    pots: Pots = Field(default_factory=Pots)
    goal: str | Pots = ""
    count: bool = False


WRONG: list[tuple[str, list[tuple[int, int, str, str]]]] = [
    (
        "leed: A\n",
        [
            (1, 1, "`lead` is missing", "expected `lead: ...`"),
            (1, 1, "unknown key `leed`", "did you mean `lead`?"),
        ],
    ),
    (
        "lead: A\nxyzzy: 1\n",
        [(2, 1, "unknown key `xyzzy`", "expected one of lead, players, hand, pots, goal, count")],
    ),
    ("lead: A\npots: {kin: 5}\n", [(2, 8, "unknown key `kin`", "did you mean `king`?")]),
    (
        'lead: A\n"\\e[31mx": 1\n',
        [(2, 1, "unknown key `?[31mx`", "expected one of lead, players, hand, pots, goal, count")],
    ),
    ("lead: A\nplayers: A B C\n", [(2, 10, "`players` must be a list", "got “A B C”")]),
    ("lead: A\nplayers: [A, 2, C]\n", [(2, 14, "item 2 of `players` must be text", "got 2")]),
    ("lead: A\nplayers: [A, B]\n", [(2, 10, "`players` has 2 items", "expected at least 3")]),
    ("lead: A\nhand: 7\n", [(2, 7, "`hand` must be a list or text", "got 7")]),
    ("lead: A\nhand: [[]]\n", [(2, 8, "item 1 of `hand` must be text", "got a list")]),
    ("lead: A\ngoal: {king: x}\n", [(2, 14, "`king` must be a whole number", "got “x”")]),
    ("lead: A\npots: {king: 7}\n", [(2, 14, "`king` is 7", "expected a multiple of 5")]),
    ("lead: A\npots: {king: -5}\n", [(2, 14, "`king` is -5", "expected at least 0")]),
    ('lead: A\npots: {king: "5"}\n', [(2, 14, "`king` must be a whole number", "got “5”")]),
    ("lead: A\ncount: 1\n", [(2, 8, "`count` must be true or false", "got 1")]),
    ("lead: A\npots:\n", [(2, 6, "`pots` must be a mapping", "got nothing")]),
    ("[A]\n", [(1, 1, "the file must be a mapping", "got a list")]),
    (
        "pots: {king: x, pagat: y}\n",
        [
            (1, 1, "`lead` is missing", "expected `lead: ...`"),
            (1, 14, "`king` must be a whole number", "got “x”"),
            (1, 24, "`pagat` must be a whole number", "got “y”"),
        ],
    ),
]


@pytest.mark.parametrize(("text", "expected"), WRONG, ids=[text for text, _ in WRONG])
def test_a_file_of_the_wrong_shape_is_told_in_plain_words(
    text: str, expected: list[tuple[int, int, str, str]]
) -> None:
    model, faults = validate(Game, parse(text, "f"))
    assert model is None
    assert told([f if f.expected else Fault(*f.message.split("; "), f.where) for f in faults]) == expected


def test_a_file_of_the_right_shape_fills_its_model() -> None:
    model, faults = validate(Game, parse("lead: B\nhand: [hR]\npots: {king: 135}\n", "f"))
    assert faults == []
    assert model is not None
    assert (model.lead, model.hand, model.pots.king) == ("B", ["hR"], 135)


def test_what_is_missing_beside_a_break_may_stand_in_it() -> None:
    node, _ = read("hand: [hR]\nlead A\n", "f")
    assert node is not None
    assert validate(Game, node)[1] == []
    whole, _ = read("pots: {king: 5\nhand: [hR]\n", "f")
    assert whole is not None
    assert told(validate(Game, whole)[1]) == [(1, 1, "`lead` is missing", "expected `lead: ...`")]
