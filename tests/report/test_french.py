"""Tarot in French: its words are read and written, and what is said at its table has no English left."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import chain, count
from pathlib import Path

import pytest
from catalogue import PACKAGE, fields, read, said, written
from commands import Run
from effort import part
from places import POSITIONS

from analyzer.cards.notation import read_card
from analyzer.messages import spoken
from analyzer.position.reading import loads
from analyzer.report.style.language import language
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.words.names import card_name

ANALYZER, RULES = (PACKAGE / f"locale/fr/LC_MESSAGES/{domain}.po" for domain in ("analyzer", "rules"))
TAROT = sorted(path.relative_to(POSITIONS) for path in POSITIONS.rglob("*tarot*.yaml"))
ENGLISH = {
    "the", "of", "by", "leads", "made", "lost", "pays", "pay", "trick", "tricks", "hand", "best", "for",
    "force", "forced", "can", "cannot", "with", "which", "and", "or", "is", "deals", "sure", "trumps",
}  # fmt: skip
AUTHORS = re.compile(r"^( *-? *(?:title|source|teaches|name):) *(?:>-.*(?:\n  .*)*|.*)", re.MULTILINE)
"""Texts of files that are their author's."""
EVENING = """\
format: tarok-session/1
ruleset: tarot
players: [Anne, Bea, Carl, Dora]
hands:
  - dealer: Dora
    contract: CONTRACT
    declarer: Anne
    trull: 2
    points: {Anne: 49}
    announced: {Bea: HANDFUL}
    bonuses: [{PETIT: Anne}]
  - bids: [{Bea: PASS}, {Carl: PASS}, {Dora: PASS}, {Anne: PASS}]
"""


def scored(run: Run, **words: str) -> str:
    text = EVENING
    for key, word in words.items():
        text = text.replace(key, word)
    return run("score", "-", "--lang", "fr", stdin=text).out


@pytest.mark.parametrize("path", sorted(ANALYZER.parent.glob("*.po")), ids=lambda path: path.name)
def test_french_is_set_with_its_own_apostrophes_and_quotes(path: Path) -> None:
    french = chain.from_iterable(
        [each.string] if isinstance(each.string, str) else each.string for each in read(path) if each.id
    )
    outside = ((text, re.sub(r"`[^`]*`", "", text)) for text in french)
    assert [text for text, told in outside if re.search(r"\w'\w|[“”]", told)] == []


def test_everything_that_is_said_is_said_in_french() -> None:
    french = {each.id if isinstance(each.id, str) else each.id[0] for each in read(ANALYZER) if each.string}
    said_here = {each.template for each in said(PACKAGE)}
    lacking = {each if isinstance(each, str) else each[0] for each in said_here} - french
    assert lacking == set(), "write the French into analyzer.po, then make catalogue"


@pytest.mark.parametrize("domain", ["rules", "titles", "forms", "typer"])
def test_every_catalogue_in_danish_is_one_in_french(domain: str) -> None:
    danish, french = (
        {each.id for each in read(PACKAGE / f"locale/{lang}/LC_MESSAGES/{domain}.po")}
        for lang in ("da", "fr")
    )
    assert danish - french == set()


@pytest.mark.parametrize("path", [ANALYZER, RULES], ids=lambda path: path.name)
def test_the_catalogue_is_of_what_is_said_and_compiled_from_what_is_read(path: Path) -> None:
    french, known = read(path), {each.template for each in said(PACKAGE)}
    if path.name == "rules.po":
        known = {each.id for each in read(PACKAGE / "locale/da/LC_MESSAGES/rules.po")}
    for message in filter(lambda each: each.id, french):
        assert message.id in known
        texts = message.string if isinstance(message.string, tuple) else (message.string,)
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        assert all(text and fields(ids[0]) <= fields(text) <= fields(ids[-1]) for text in texts), message.id
    assert path.read_bytes() == written(french), "make catalogue"


def test_every_clause_of_tarot_and_every_reading_of_its_options_is_said_in_french() -> None:
    french = {each.id for each in read(RULES)}
    rules = load_ruleset("tarot")
    readings = [each for option in rules.options.values() for each in chain(*option.readings.values())]
    for clause in (*rules.clauses.values(), *readings):
        assert str(clause.statement) in french, clause.id


@pytest.mark.parametrize("file", part(TAROT, 4), ids=str)
def test_what_is_said_of_tarot_in_french_has_no_english_left(file: Path, run: Run) -> None:
    asked = {
        "endings": ("replay", "solve", "forced", "moves", "explain"),
        "disputes": ("check",),
        "sessions": ("score",),
    }[file.parts[0]]
    text, names = (POSITIONS / file).read_text(encoding="utf-8"), count(1)
    text = AUTHORS.sub(lambda found: f"{found[1]} x{next(names)}", text)
    for command in asked:
        out = run(command, "-", "--lang", "fr", stdin=text).out
        words = re.findall(r"\w+", re.sub(r"`[^`]*`|«[^»]*»|\[[^]]*\]|\S+\.\S+|\S+=\S+", "", out))
        assert len(words) > 5
        assert not ENGLISH.intersection(words), out


def test_a_card_is_read_by_its_french_name() -> None:
    for card in load_ruleset("tarot").table.deck:
        assert read_card(spoken(card_name(card), "fr")) == card


@pytest.mark.parametrize(
    ("word", "card"),
    [
        ("le Petit", "T1"),
        ("le 21", "T21"),
        ("l’Excuse", "fool"),
        ("Roi de trèfle", "cR"),
        ("21 d'atout", "T21"),
    ],
)
def test_the_names_of_the_table_mean_their_cards(word: str, card: str) -> None:
    assert str(read_card(word)) == card


@pytest.mark.parametrize(
    ("french", "plain"),
    [
        ({"CONTRACT": "Prise"}, {"CONTRACT": "petite"}),
        ({"CONTRACT": "garde sans le chien"}, {"CONTRACT": "garde-sans"}),
        ({"CONTRACT": "Garde contre"}, {"CONTRACT": "garde-contre"}),
        ({"HANDFUL": "double poignée"}, {"HANDFUL": "13 trumps"}),
        ({"HANDFUL": "poignée"}, {"HANDFUL": "10 trumps"}),
        ({"HANDFUL": "15 atouts"}, {"HANDFUL": "triple poignée"}),
        ({"PETIT": "petit au bout"}, {"PETIT": "pagat"}),
        ({"PASS": "je passe"}, {"PASS": "pass"}),
    ],
    ids=str,
)
def test_a_word_of_french_players_is_read_as_that_of_the_rules(
    french: Mapping[str, str], plain: Mapping[str, str], run: Run
) -> None:
    usual = {"CONTRACT": "garde", "HANDFUL": "10 trumps", "PETIT": "pagat", "PASS": "passe"}
    one, other = scored(run, **{**usual, **french}), scored(run, **{**usual, **plain})
    assert one.startswith("En tout\u00a0: Anne +")
    assert one == other


def test_a_word_that_french_players_do_not_say_is_refused_with_the_words_of_the_game(run: Run) -> None:
    refused = run("score", "-", stdin=EVENING.replace("CONTRACT", "gardon").replace("HANDFUL", "10 trumps"))
    assert "garde" in refused.err


@pytest.mark.parametrize("word", ["misère d'atout", "misère d’atouts", "Misère d’atout"])
def test_a_misere_is_read_with_either_apostrophe(word: str, run: Run) -> None:
    text = EVENING.replace("CONTRACT", "garde").replace("HANDFUL", word).replace("PETIT", "pagat")
    text = text.replace("PASS", "passe").replace("ruleset: tarot", "ruleset: tarot\nvariant: {misere: ten}")
    assert "[misère annoncée]" in run("score", "-", "--lang", "fr", stdin=text).out


def test_a_chelem_announced_is_a_slam(run: Run) -> None:
    text = (POSITIONS / "sessions/tarot-evening.yaml").read_text(encoding="utf-8")
    told = run("score", "-", "--json", stdin=text.replace("{A: slam}", "{A: grand chelem}"))
    assert told.out == run("score", "-", "--json", stdin=text).out


def test_a_french_locale_speaks_french() -> None:
    assert language({"LANG": "fr_FR.UTF-8"}) == "fr"
    assert language({"TAROK_LANG": "fr", "LANG": "da_DK"}) == "fr"


def test_the_handful_of_a_french_diagram_is_of_atouts(run: Run) -> None:
    text = (POSITIONS / "endings/tarot-petit-au-bout.yaml").read_text(encoding="utf-8")
    shown = text.replace("lead: C\n", "lead: C\nannounced: {C: [poignée]}\n")
    assert loads(shown).told.announced == {2: ("10 trumps",)}
    assert "C a annoncé 10 atouts" in run("show", "-", "--lang", "fr", stdin=shown).out.replace("\u00a0", " ")
