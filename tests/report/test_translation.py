"""The Danish catalogue: complete, current, and in the words of the table."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from catalogue import READABLE, called, calls, compiled, fields, read, said, written
from commands import PROP1
from places import CATALOGUES, POSITIONS

import analyzer
from analyzer.answers.decide import decision_blocks
from analyzer.answers.solve import solution_blocks
from analyzer.cards.card import BY_TEXT, Suit
from analyzer.errors import INTERRUPTED, IllegalMove, LimitReached
from analyzer.messages import LANGUAGES, LOCALES, Whose, catalogue, decimal, translated, word_alone
from analyzer.report import terminal
from analyzer.report.style.language import in_ascii
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.deal.combinations import Declaration
from analyzer.rules.play import naming
from analyzer.rules.verdicts import Unsettled
from analyzer.words.remedies import illegal_phrases, unsettled_phrases

PACKAGE = CATALOGUES.parent
DANISH = TextStyle(lang="da")
SAYING = {
    "CardError", "DeclarationError", "Disagreement", "Fault", "IllegalMove", "LimitReached", "Proof",
    "Reading", "TarokError", "Unsettled", "UsageError", "Violation", "fault", "key_fault", "lack",
}  # fmt: skip
"""What takes messages: errors, faults of a file, and what a dispute finds."""


@cache
def danish() -> Catalog:
    return read(PACKAGE / READABLE)


def test_every_message_is_in_the_catalogue_and_no_other() -> None:
    known = {message.id for message in danish() if message.id}
    assert len(known) > 1000
    assert {each.template for each in said(PACKAGE)} == known, "make catalogue"


def test_every_message_has_a_danish_text_with_the_same_words_put_in() -> None:
    for message in danish():
        if not message.id:
            continue
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        texts = message.string if isinstance(message.string, tuple) else (message.string,)
        for text in texts:
            assert text, f"{message.id} has no Danish text"
            assert fields(ids[0]) <= fields(text) <= fields(ids[-1]), (
                f"{message.id} and {text} put in different words"
            )


def test_a_line_of_play_has_one_danish_word() -> None:
    for message in danish():
        english, text = (each if isinstance(each, str) else each[-1] for each in (message.id, message.string))
        if re.search(r"\blines?\b", re.sub(r"\{\w+\}|`[^`]*`", "", english), re.IGNORECASE):
            assert "linje" in text.casefold(), f"{english}: {text}"


@pytest.mark.parametrize("path", sorted(CATALOGUES.rglob("*.po")), ids=lambda path: path.stem)
def test_a_compiled_catalogue_is_made_from_the_readable_one(path: Path) -> None:
    assert path.with_suffix(".mo").read_bytes() == compiled(read(path)), "make catalogue"


def test_the_danish_catalogue_is_kept_in_one_form() -> None:
    assert (PACKAGE / READABLE).read_bytes() == written(danish()), "make catalogue"


def test_what_is_said_is_written_where_it_is_said() -> None:
    """A message put together from pieces at run time would be in no catalogue."""
    for node, place in calls(PACKAGE):
        name = called(node)
        if name in {"say", "say_many", "or_brief", "marked"}:
            texts = node.args[: 2 if name == "say_many" else 1]
            assert all(isinstance(each, ast.Constant) for each in texts), place
        if name == "formed":
            template = ast.literal_eval(node.args[0])
            assert not re.search(r"[A-Za-z]{2}", re.sub(r"{\w+}", "", template)), f"{place}: it has words"
        if name in SAYING:
            handed = [*node.args, *(each.value for each in node.keywords)]
            put_together = [
                each for each in handed if isinstance(each, ast.JoinedStr) and " " in ast.unparse(each)
            ]
            assert not put_together, f"{place}: {name}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_offered_can_be_spoken(lang: str) -> None:
    assert translated("Bagud", lang).casefold() == "bagud"


@pytest.mark.parametrize(
    ("english", "word"),
    [
        ("fool", "skis"),
        ("the king pot", "kongekoppen"),
        ("the Pagat pot", "pagatkoppen"),
        ("king Ultimo", "kongeultimo"),
        ("Pagat Ultimo", "pagatultimo"),
        ("tokens", "jetoner"),
        ("knight", "kaval"),
        ("abundant {cards}", "sprøjtefulde {cards}"),
    ],
)
def test_danes_read_the_words_of_their_table(english: str, word: str) -> None:
    assert catalogue("da").gettext(english) == word


def test_a_danish_answer_has_no_english_left() -> None:
    position = analyzer.loads(PROP1.replace("title: Who leads decides\n", ""))
    text = terminal.blocks_text(solution_blocks(position, analyzer.solve(position)), DANISH)
    english = {"the", "of", "leads", "cards", "tricks", "pot", "gives", "forced", "searched", "best", "by"}
    words = {word.strip(".,;:()").casefold() for word in text.split()}
    assert not words & english


@pytest.mark.parametrize(
    ("declaration", "danish_words"),
    [
        (Declaration("trumps", number=11, pagat=True), "11 tarokker med pagat"),
        (Declaration("trumps", number=10, pagat=False), "10 tarokker uden pagat"),
        (Declaration("trumps", number=12), "12 tarokker"),
        (Declaration("matadors", number=4), "4 matadorer"),
        (Declaration("cavallerie", "full", Suit.HEARTS), "fulde hjerter"),
        (Declaration("cavallerie", "abundant", Suit.SPADES), "sprøjtefulde spar"),
        (
            Declaration("cavallerie", "half", Suit.DIAMONDS, BY_TEXT["dC"]),
            "halve ruder, mangler kaval",
        ),
        (Declaration("kings", "full"), "fulde konger"),
        (Declaration("kings", "half", missing=BY_TEXT["cR"]), "halve konger, mangler klør"),
        (Declaration("kings", "half"), "halve konger"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_declarations_are_said_in_both_languages(declaration: Declaration, danish_words: str) -> None:
    assert TextStyle().render(declaration.message) == declaration.text()
    assert DANISH.render(declaration.message) == danish_words


@pytest.mark.parametrize("limits", [{"max_nodes": 3}, {"timeout": 0.0}])
@pytest.mark.parametrize("what", ["solve", "forced"])
def test_the_reasons_of_a_stopped_search_are_translated(limits: dict[str, int], what: str) -> None:
    position = analyzer.loads(PROP1)
    if what == "solve":
        reason = analyzer.solve(position, **limits).reason  # type: ignore[arg-type]
        assert reason is not None
    else:
        with pytest.raises(LimitReached) as stopped:
            analyzer.forced(position, player="A", by="B", max_nodes=0)
        reason = stopped.value.reason
    assert DANISH.render(reason).endswith("blev nået")
    assert DANISH.render(INTERRUPTED) == "afbrudt"


def test_why_a_card_is_improper_is_translated() -> None:
    position = analyzer.loads(PROP1)
    why = analyzer.solve(position).cards[0].why
    assert why is not None
    assert DANISH.render(why.short) == "♦9 ville have forhindret den"


def test_an_incomplete_line_is_told_in_danish() -> None:
    position = analyzer.loads(PROP1.replace("play: d9 c7 dR T7 hR c2", "play: d9 c7"))
    missing = analyzer.replay(position, "B leads the nine").missing
    assert missing is not None
    assert DANISH.render(missing) == "A har turen; kort, der endnu mangler: 4"


@pytest.mark.parametrize(
    ("name", "whose"), [("B", "B's"), ("Anna", "Annas"), ("Jens", "Jens'"), ("Max", "Max'"), ("S", "S'")]
)
def test_a_danish_genitive_has_its_apostrophe_after_letters_and_after_an_s(name: str, whose: str) -> None:
    assert DANISH.render(word_alone(Whose(name))) == whose


def test_seconds_have_a_danish_comma() -> None:
    assert DANISH.render(word_alone(decimal(0.25, 3))) == "0,250"
    assert TextStyle().render(word_alone(decimal(0.25, 3))) == "0.250"


@pytest.mark.parametrize(
    ("hands", "play", "verdict"),
    [
        (("dR T7", "d9 hR", "c7 c2"), "d9 c2 T7", "stik 24, 2 stik tilbage: A lægger T7 til ruder og har ♦R"),
        (("dR T7", "d9 hR", "T3 c2"), "d9 c2", "C er renonce i ruder, lægger ♣2 og har T3"),
        (("fool T7", "d9 hR", "c7 c2"), "d9 c2 fool", "A: skisen må ikke lægges til næstsidste stik"),
        (("dR", "d9", "c7"), "c7", "sidste stik: C har ♣7, men det er B, der skal spille ud"),
        (("dR", "d9", "c7"), "d9 s5", "♠5 er ikke længere på nogen hånd, og C har turen"),
        (("c3 c4 fool", "d9 d8 d7", "s5 s4 s3"), "d9 s5 demand c3", "A lægger ♣3, men skisen er krævet"),
        (("c3 c4 d2", "fool d8 d7", "s5 s4 s3"), "fool=d s5 c3", "A: ♣3 bekender ikke ♦, som spilleren har"),
        (
            ("c3 c4 T2", "fool d8 d7", "d5 s4 s3"),
            "fool=d d5 c3",
            "A: ♣3 er ikke en tarok; spilleren, renonce i ♦, har",
        ),
    ],
)
def test_a_revoke_is_told_in_danish(hands: tuple[str, str, str], play: str, verdict: str) -> None:
    a, b, c = hands
    text = f"""\
format: tarok-position/1
hands: {{A: {a}, B: {b}, C: {c}}}
lead: B
lines: [{{name: one, play: {play}}}]
"""
    with pytest.raises(IllegalMove) as refused:
        analyzer.replay(analyzer.loads(text), strict=True)
    [head, *told] = (DANISH.render(each.said) for each in illegal_phrases(refused.value))
    assert head == "Ulovligt:"
    assert verdict in told[0]


@pytest.mark.parametrize(
    "question",
    [each for each in vars(naming).values() if isinstance(each, Unsettled)],
    ids=lambda each: each.readings[0][:30],
)
def test_the_readings_of_an_open_question_are_translated(question: Unsettled) -> None:
    said = [each.said for each in unsettled_phrases([question])]
    assert said[1:] == list(question.readings)
    assert not set(map(str, said)) & set(map(DANISH.render, said))


def test_danish_letters_are_spelled_out_where_there_are_none() -> None:
    assert in_ascii("Århus på Ærø: ♥R – ♣7 → T1…") == "Aarhus paa Aeroe: hR - c7 -> T1..."
    assert in_ascii("日") == "?"


def test_every_catalogue_is_compiled_beside_the_code_it_speaks_for() -> None:
    compiled = {path.relative_to(LOCALES).with_suffix("") for path in LOCALES.rglob("*.mo")}
    assert {path.relative_to(CATALOGUES).with_suffix("") for path in CATALOGUES.rglob("*.po")} == compiled


def test_chances_and_averages_have_a_danish_comma() -> None:
    worlds = analyzer.load(POSITIONS / "worlds/six-deals.yaml")
    told = terminal.blocks_text(decision_blocks(worlds, analyzer.decide(worlds)), DANISH)
    assert "42,9 %" in told
    assert not re.search(r"\d\.\d", told)
