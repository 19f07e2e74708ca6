"""A stipulation is a question: its goal and its player are read out of its sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from effort import part
from places import POSITIONS

from analyzer.api.python.reading import load, loads
from analyzer.errors import UsageError
from analyzer.messages import LANGUAGES, spoken, translated
from analyzer.position.model import Position
from analyzer.position.question import PositionQuestion, stipulated
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.score.goals import COUNTED, Goal, at_least
from analyzer.words.verdicts import goal_question_message

ENDINGS = sorted(path for folder in ("endings", "composed") for path in (POSITIONS / folder).glob("*.yaml"))
ASKING = [path for path in ENDINGS if "stipulation:" in path.read_text(encoding="utf-8")]


def named(position: Position, text: str | None) -> tuple[str, str] | None:
    found = stipulated(position, text)
    return None if found is None else (position.players[found[0]], str(found[1]))


def test_most_endings_of_the_shelf_ask_something() -> None:
    assert len(ASKING) > 40


@pytest.mark.parametrize("path", ASKING, ids=lambda path: path.stem)
def test_what_an_ending_of_the_shelf_asks_is_read_in_both_languages(path: Path) -> None:
    position = load(path)
    asked = named(position, position.stipulation)
    assert asked is not None
    assert position.stipulation is not None
    assert named(position, translated(position.stipulation, "da", "titles")) == asked


@pytest.mark.parametrize("path", part(ENDINGS, 3), ids=lambda path: path.stem)
def test_every_goal_that_the_program_asks_about_is_read_back(path: Path) -> None:
    position = load(path)
    asking = PositionQuestion.about(position)
    goals = [*asking.goals(), *(at_least(aim, 3) for aim in asking.worth.counted if aim in COUNTED)]
    for lang in LANGUAGES:
        for goal in goals:
            for seat in asking.seats(goal):
                told = TextStyle(lang=lang).render(goal_question_message(position, (seat, goal)))
                asked = (position.players[seat], str(goal)) if _may_be_asked(asking, goal) else None
                assert named(position, told) == asked, told


def _may_be_asked(asking: PositionQuestion, goal: Goal) -> bool:
    try:
        asking.aim(goal)
    except UsageError:
        return False
    return True


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Can Bent force the Pagat Ultimo?", ("Bent", "pagat_ultimo")),
        ("Anna leads. Can C stop Bent's Ultimo?", ("Bent", "ultimo")),
        ("Can Anna give Bent the Ultimo?", ("Bent", "ultimo")),
        ("Which card brings Bent's Pagat home?", ("Bent", "pagat_ultimo")),
        ("Can Bent win the last trick with the Pagat?", ("Bent", "pagat_ultimo")),
        ("Can Bent win the last trick with a king?", ("Bent", "king_ultimo")),
        ("Kan Bent tvinge pagat-ultimoen igennem?", ("Bent", "pagat_ultimo")),
        ("Kan Anna få det sidste stik?", ("Anna", "last_trick")),
        ("Bent spiller ud. Hvem går Bagud: C?", ("C", "bagud")),
        ("pagat_ultimo for Anna", ("Anna", "pagat_ultimo")),
        ("Force the Ultimo.", ("Bent", "ultimo")),
        ("What is the best card?", None),
        ("", None),
        (None, None),
    ],
)
def test_a_sentence_of_a_composer_is_read(text: str | None, asked: tuple[str, str] | None) -> None:
    position = loads("danish / Anna: dR T7 / Bent: hR T1 / C: c7 c2 / Bent leads")
    assert named(position, text) == asked


def test_the_goal_that_is_named_is_one_of_the_game() -> None:
    position = load(POSITIONS / "endings/tarot-petit-au-bout.yaml")
    assert named(position, "C entame. C peut-il mener le Petit au bout ?") == ("C", "pagat_ultimo")
    assert named(position, "Can C force a Bagud?") is None


def test_the_word_of_every_goal_is_known_in_every_language() -> None:
    position = loads("danish / A: dR T7 / B: hR T1 / C: c7 c2 / B leads")
    for goal in PositionQuestion.about(position).goals():
        for lang in LANGUAGES:
            assert named(position, f"B: {spoken(goal.name_message, lang)}?") == ("B", str(goal))


@pytest.mark.parametrize(
    "text",
    [
        "Anna leads and forces a king Ultimo with the help of Bent. How?",
        "Can Anna force the Ultimo with Bent?",
        "Kan Anna gennemtvinge ultimo med hjælp fra Bent?",
        "Anna peut-elle forcer l’ultimo avec l’aide de Bent ?",
    ],
)
def test_a_question_about_two_who_play_together_is_not_read_as_one_about_one_of_them(text: str) -> None:
    position = loads("danish / Anna: hR T7 / Bent: sR h4 / Clara: T12 s2 / Anna leads / king=60 pagat=60")
    assert named(position, text) is None
    assert named(position, "Can Anna force the Ultimo while Bent leads?") == ("Anna", "ultimo")


@pytest.mark.parametrize(
    "text",
    [
        "Bent leads. Can Bent win the last trick with the Pagat against Anna and Clara?",
        "Bent leads. Which card keeps his Pagat Ultimo forced, whatever Anna and Clara do?",
        "Bent begynder. Hvilket kort sikrer ham pagatultimo, uanset hvad Anna og Clara gør?",
        "Bent commence. Peut-il, contre Anna et Clara, forcer le Pagat Ultimo ?",
    ],
)
def test_a_goal_is_not_that_of_those_against_whom_it_is_to_be_reached(text: str) -> None:
    position = loads("Bent: T21 T18 T1 h5 / Clara: T7 c9 d3 hD / Anna: T12 s5 s6 h10 / Bent leads")
    assert named(position, text) == ("Bent", "pagat_ultimo")
