"""A count and what it counts agree: every message that has one is filled in with 0, 1 and 2."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pytest
from catalogue import PACKAGE, Said, read, said

from analyzer.messages import LANGUAGES, in_form, parts_of

NOUNS: Final = {
    "en": """deal/deals card/cards point/points trick/tricks trump/trumps token/tokens hand/hands line/lines
        world/worlds player/players king/kings position/positions move/moves question/questions unit/units
        time/times fault/faults error/errors option/options pot/pots seat/seats answer/answers second/seconds
        file/files digit/digits key/keys clause/clauses byte/bytes character/characters level/levels
        worker/workers ending/endings way/ways arrow/arrows evening/evenings
        case/cases difference/differences""",
    "da": """fordeling/fordelinger jeton/jetoner tarok/tarokker trumf/trumfer linje/linjer stilling/stillinger
        spiller/spillere hånd/hænder gang/gange givning/givninger regel/regler plads/pladser ciffer/cifre
        enhed/enheder måde/måder pil/pile niveau/niveauer konge/konger time/timer sekund/sekunder""",
    "fr": """donne/donnes carte/cartes point/points pli/plis atout/atouts main/mains suite/suites monde/mondes
        joueur/joueurs position/positions coup/coups question/questions unité/unités faute/fautes
        erreur/erreurs option/options place/places chiffre/chiffres bout/bouts article/articles octet/octets
        caractère/caractères niveau/niveaux flèche/flèches façon/façons réponse/réponses
        roi/rois jeton/jetons""",
}
"""Nouns whose plural differs, by language."""
ADJECTIVES: Final = "more|other|unseen|drawn|trukne|trukken|andre|andet|ukendte|ukendt|autres?|premières?"
NAMES: Final = frozenset(
    {"player", "whose", "who", "card", "cards", "pot", "suit", "leader", "instead", "dealer", "opposite"}
    | {"whom", "other", "others", "by", "word", "name", "part", "after", "behind", "first"}
)
"""Words of messages that are never a number."""
BY_A_SCRIPT: Final = "web/page_messages.py"
"""Where the page's messages are: it chooses between two of them, by the count."""


def texts(message: Said, lang: str) -> tuple[str, ...]:
    """A message in a language, for one thing and for many where they differ."""
    template = (message.template,) if isinstance(message.template, str) else message.template
    if lang == "en":
        return template
    there = TRANSLATED[lang][template[0]]
    return (there,) if isinstance(there, str) else tuple(there)


TRANSLATED: Final = {
    lang: {
        each.id if isinstance(each.id, str) else each.id[0]: each.string
        for each in read(PACKAGE / f"locale/{lang}/LC_MESSAGES/analyzer.po")
        if each.id
    }
    for lang in LANGUAGES[1:]
}


def is_several(number: int, lang: str) -> bool:
    return str(in_form(number, "one/many", lang)) == "many"


def filled(text: str, count: str, number: int, lang: str) -> str:
    """A text with a number for one of its words."""
    told = []
    for literal, name, form in parts_of(text):
        told.append(literal)
        if name == count:
            told.append(str(in_form(number, form, lang)))
        elif name is not None:
            told.append("X")
    return "".join(told)


def disagreeing(message: Said, lang: str) -> Iterator[str]:
    """The sentences of a message in which a number and its noun do not agree."""
    forms = texts(message, lang)
    for number in (0, 1, 2):
        several = is_several(number, lang)
        text = forms[-1] if several else forms[0]
        goals = {name for _, name, form in parts_of(text) if form and "/" not in form}
        for count in {name for _, name, _ in parts_of(text) if name} - goals - NAMES:
            shown = filled(text, count, number, lang)
            for pair in NOUNS[lang].split():
                wrong = pair.split("/")[0 if several else 1]
                if re.search(rf"(?<![\w.]){number}[ \u00a0](?:(?:{ADJECTIVES}) )?{wrong}\b", shown):
                    yield shown


def test_a_message_of_one_and_of_many_has_no_word_that_chooses_between_them() -> None:
    several = [each.template for each in said(PACKAGE) if not isinstance(each.template, str)]
    assert [each for each in several if any("{number:" in text for text in each)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_count_agrees_with_its_noun(lang: str) -> None:
    messages = [each for each in said(PACKAGE) if not each.place.startswith(BY_A_SCRIPT)]
    wrong = sorted({shown for message in messages for shown in disagreeing(message, lang)})
    assert wrong == []
