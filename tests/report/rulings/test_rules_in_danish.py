"""Every sentence of the shipped rule sets is there in Danish, and in the words of the table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from places import CATALOGUES

from analyzer.rules.spec.clause import Clause
from analyzer.rules.spec.shipped import load_ruleset, ruleset_names


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))


ENGLISH = words(
    "a and any are as but card cards dealer every fool from has he his if it its king knight lead may "
    "nobody not of only or pays player pot pots said source suit that the them they this three trick tricks "
    "trump trumps was what where which who with"
)
"""English words that are none in Danish."""

WORDS = {
    "Fool": "skis",
    "Pagat": "pagat",
    "Mondo": "mondo",
    "Ultimo": "ultimo",
    "Bagud": "bagud",
    "Tout": "tout",
    "Nolo": "nolo",
    "king pot": "kongekop",
    "Pagat pot": "pagatkop",
    "pot": "kop",
    "skat": "skat",
    "trick": "stik",
    "trump": "tarok",
    "matador": "matador",
    "knight": "kaval",
    "jack": "knægt",
    "court": "honnør",
    "spot card": "ladon",
    "suit": "farve",
    "void": "renonce",
    "dealer": "giver",
    "declaration": "meld",
    "foundation": "funder",
    "irregularity": "uregelmæssighed",
    "revoke": "kulørsvigt",
    "abundant": "sprøjtefuld",
    "tokens": "jetoner",
}
"""What an English word of the rules is called in Danish, in the form that all its inflections share."""


@cache
def danish() -> Catalog:
    with (CATALOGUES / "da/LC_MESSAGES/rules.po").open("rb") as file:
        return read_po(file, locale="da")


def translations() -> dict[str, str]:
    """The Danish text by the English one."""
    return {str(message.id): str(message.string) for message in danish() if message.id}


def told_of(clause: Clause) -> Iterator[str]:
    """The sentences of a clause."""
    yield clause.statement
    yield from clause.readings
    if clause.because is not None:
        yield clause.because


def told_by(name: str) -> Iterator[str]:
    """Every sentence of a shipped rule set, those of all readings of its options with them."""
    rules = load_ruleset(name)
    yield rules.title
    yield from (source.title for source in rules.sources.values())
    for clause in rules.clauses.values():
        yield from told_of(clause)
    for option in rules.options.values():
        yield from (source.title for source in option.sources.values())
        for reading in option.readings.values():
            for clause in reading:
                yield from told_of(clause)
        if option.number is not None:
            yield from told_of(option.number.clause)


@pytest.mark.parametrize("name", ruleset_names())
def test_every_sentence_of_a_shipped_rule_set_has_a_danish_one(name: str) -> None:
    known = translations()
    for text in told_by(name):
        assert known.get(text), f"rules.po has no Danish for: {text}"


def test_the_catalogue_of_the_rules_has_no_sentence_that_no_rule_set_says() -> None:
    assert set(translations()) == {text for name in ruleset_names() for text in told_by(name)}


def test_no_sentence_of_the_catalogue_is_doubtful_or_left_over() -> None:
    assert not [message.id for message in danish() if message.id and message.fuzzy]
    assert not danish().obsolete


def test_no_danish_rule_has_an_english_word_left() -> None:
    for text in translations().values():
        assert not words(text) & ENGLISH, text


def test_every_english_rule_has_one_of_the_words_that_tell_it_from_a_danish_one() -> None:
    sentences = [text for text in translations() if text.endswith(".") and len(words(text)) > 4]
    assert len(sentences) > 100
    assert not [text for text in sentences if not words(text) & ENGLISH]


def test_a_danish_rule_names_the_same_numbers_as_the_english_one() -> None:
    for english, told in translations().items():
        assert sorted(re.findall(r"\d+", told)) == sorted(re.findall(r"\d+", english)), english


@pytest.mark.parametrize(("english", "stem"), WORDS.items(), ids=WORDS)
def test_a_danish_rule_calls_things_what_the_table_calls_them(english: str, stem: str) -> None:
    saying = [told for text, told in translations().items() if re.search(rf"\b{english}s?\b", text)]
    assert saying
    assert not [told for told in saying if stem not in told.casefold()]
