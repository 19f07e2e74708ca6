"""What every field of a form is about is told in Danish too."""

from __future__ import annotations

from functools import cache

from babel.messages.pofile import read_po
from places import CATALOGUES

from analyzer.api.board.forms import dispute_form, hand_form
from analyzer.api.board.views import FormAnswer, FormField
from analyzer.disputes.table import DISPUTE_KINDS
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.spec.shipped import load_ruleset, ruleset_names

FILE = CATALOGUES / "da/LC_MESSAGES/forms.po"


@cache
def forms(lang: str) -> list[FormAnswer]:
    """Every form that the board has."""
    style = TextStyle(lang=lang)
    return [hand_form(name, style) for name in ruleset_names()] + [
        dispute_form(name, kind, style)
        for name in ruleset_names()
        for kind, each in DISPUTE_KINDS.items()
        if each.find_way(load_ruleset(name)) is not None
    ]


def fields_of(form: FormAnswer) -> list[FormField]:
    """Every field of a form, those within others among them."""

    def within(field: FormField) -> list[FormField]:
        return [field, *(each for part in field.parts for each in within(part))]

    return [each for field in form.fields for each in within(field)]


def test_no_field_of_a_form_is_about_something_in_english_alone() -> None:
    for english, danish in zip(forms("en"), forms("da"), strict=True):
        for told, said in zip(fields_of(english), fields_of(danish), strict=True):
            assert told.key == said.key
            assert not told.about or told.about != said.about, told.about


def test_no_danish_of_a_form_is_left_over() -> None:
    with FILE.open("rb") as file:
        kept = {str(each.id) for each in read_po(file) if each.id}
    asked = {field.about for form in forms("en") for field in fields_of(form)}
    assert {each.replace("`", "") for each in kept} <= asked
