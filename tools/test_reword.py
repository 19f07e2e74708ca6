"""Messages said in other words: code and catalogues change together."""

from __future__ import annotations

import ast
from pathlib import Path

import reword

OLD = "the pots are {owed}"
NEW = "the pots should hold {owed}; the file says {said}, which is not what the rules make of this very hand"
PO = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"

#, python-brace-format
msgid "the pots are {owed}"
msgstr "kopperne er {owed}"

msgid "one card"
msgid_plural "many cards"
msgstr[0] "et kort"
msgstr[1] "mange kort"
"""


def test_a_message_is_changed_in_code_however_long_it_is_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "said.py"
    file.write_text(f'def told():\n    return say("{OLD}", owed=1), say("é {OLD}")\n', "utf-8")
    assert reword.in_code(file, {OLD: NEW}) == {OLD}
    said = [
        node.value for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Constant)
    ]
    assert said.count(NEW) == 1
    assert f"é {OLD}" in said


def test_a_translation_is_kept_or_changed_with_its_message(tmp_path: Path) -> None:
    file = tmp_path / "da" / "LC_MESSAGES" / "analyzer.po"
    file.parent.mkdir(parents=True)
    file.write_text(PO, "utf-8")
    reword.in_catalogue(file, [{"old": OLD, "new": NEW}, {"old": "many cards", "new": "cards", "da": "kort"}])
    found = {message.id: message.string for message in reword.catalogue.read(file) if message.id}
    assert found == {NEW: "kopperne er {owed}", ("one card", "cards"): ("et kort", "kort")}
