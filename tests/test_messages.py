"""Messages: English by themselves, Danish where they are asked for it, with words that know what they are."""

from __future__ import annotations

import copy
import pickle

import pytest

from analyzer.cards.card import BY_TEXT, Suit
from analyzer.errors import (
    CardError,
    Fault,
    IllegalMove,
    InvalidFile,
    LimitReached,
    UsageError,
    Where,
    reason_of,
)
from analyzer.messages import (
    Grouped,
    LineWord,
    Message,
    Name,
    Several,
    Verbatim,
    Whose,
    both,
    either,
    in_a_row,
    listed,
    quoted,
    say,
    say_many,
    spoken,
    stated,
    translated,
)
from analyzer.report.style.language import language
from analyzer.report.style.textstyle import TextStyle

LIMIT = say("the time limit was reached")


def test_a_message_is_its_english_text() -> None:
    said = say("{player} plays {card} before his turn", player=Name("Bent"), card=BY_TEXT["hR"])
    assert said == "Bent plays hR before his turn"
    assert spoken(said) == str(said)


def test_a_message_is_said_in_danish_with_the_words_put_in() -> None:
    said = say("{player} names {suit}", player=Name("Bent"), suit=say("hearts"))
    assert spoken(said, "da") == "Bent benævner hjerter"


def test_a_face_shows_the_cards_and_names_of_a_message_in_its_own_way() -> None:
    words = in_a_row([BY_TEXT["hR"], LineWord("fool=d"), Suit.CLUBS, Verbatim("a\tb")])
    said = say("{several} and {last}", several=words, last=Name("Per Hansen"))
    assert TextStyle(lang="da").render(said) == "♥R skis=♦ ♣ a b og Per\u00a0Hansen"
    assert TextStyle(symbols=False).render(said) == "hR fool=d c a b and Per Hansen"
    assert str(said) == "hR fool=d c a\tb and Per Hansen"


@pytest.mark.parametrize(
    ("number", "english", "danish"),
    [
        (1, "1 deal is possible.", "1 fordeling er mulig."),
        (2, "2 deals are possible.", "2 fordelinger er mulige."),
    ],
)
def test_one_thing_is_said_otherwise_than_many(number: int, english: str, danish: str) -> None:
    said = say_many("{number} deal is possible.", "{number} deals are possible.", number)
    assert (said, spoken(said, "da")) == (english, danish)


@pytest.mark.parametrize(
    ("word", "english", "danish"),
    [
        (both([Name("A"), Name("B"), Name("C")]), "A, B and C", "A, B og C"),
        (either([Name("A"), Name("B")]), "A or B", "A eller B"),
        (both([Name("A")]), "A", "A"),
        (listed([Verbatim("x"), say("hearts")]), "x, hearts", "x, hjerter"),
        (Whose("Anna"), "Anna's", "Annas"),
        (Whose("Jens"), "Jens's", "Jens'"),
        (Whose("B"), "B's", "B's"),
        (Grouped(1_000_000), "1,000,000", "1.000.000"),
    ],
)
def test_each_kind_of_word_is_said_as_the_language_writes_it(word: object, english: str, danish: str) -> None:
    said = say("legal: {cards}", cards=word)  # type: ignore[arg-type]
    assert (said, spoken(said, "da")) == (f"legal: {english}", f"lovligt: {danish}")


def test_what_is_no_message_is_the_same_in_every_language() -> None:
    assert spoken("the time limit was reached", "da") == "the time limit was reached"
    assert translated("there is no such text", "da") == "there is no such text"


@pytest.mark.parametrize("copied", [lambda each: pickle.loads(pickle.dumps(each)), copy.deepcopy])
def test_a_message_can_be_sent_to_another_process(copied: object) -> None:
    said = say_many("{number} deal is possible.", "{number} deals are possible.", 3)
    assert spoken(copied(said), "da") == "3 fordelinger er mulige."  # type: ignore[operator]


def test_every_error_is_said_in_the_language_asked_for() -> None:
    where = Where("hand.yaml", 3, 7)
    assert LimitReached(LIMIT).describe("da") == "tidsgrænsen blev nået"
    fault = Fault(LIMIT, say("legal: {cards}", cards=BY_TEXT["hR"]), where)
    assert fault.describe("da") == "hand.yaml:3:7: tidsgrænsen blev nået; lovligt: hR"
    assert str(InvalidFile([fault])) == "hand.yaml:3:7: the time limit was reached; legal: hR"
    assert InvalidFile([fault, fault]).describe("da") == f"{fault.describe('da')}\n{fault.describe('da')}"
    refused = IllegalMove(LIMIT, "play.follow", ["hR", "fool"], where)
    assert str(refused) == "hand.yaml:3:7: the time limit was reached; legal: hR fool"
    assert refused.describe("da") == "hand.yaml:3:7: tidsgrænsen blev nået; lovligt: hR fool"


def test_a_refusal_says_what_would_have_been_right_in_the_same_language() -> None:
    refused = UsageError(
        say("unknown rule set {name} here", name=quoted("x")),
        say("expected {known}", known=Verbatim("y")),
    )
    assert str(refused) == "unknown rule set 'x' here; expected y"
    assert refused.describe("da") == "der er intet regelsæt 'x' her; forventet y"
    assert refused.message == "unknown rule set 'x' here"


def test_every_fault_of_a_text_of_cards_is_said() -> None:
    faults = [Fault(LIMIT), Fault(say("legal: {cards}", cards=BY_TEXT["hR"]))]
    assert str(CardError(faults)) == "the time limit was reached\nlegal: hR"
    assert CardError(faults).describe("da") == "tidsgrænsen blev nået\nlovligt: hR"


def test_a_message_has_a_form_for_where_room_is_short_and_so_have_those_in_it() -> None:
    inner = say("gives {player} an Ultimo: nobody can prevent it any more", player=Name("A")).or_brief(
        "gives {player} an Ultimo that can no longer be prevented"
    )
    outer = say("{clause}: {reason}", clause=Verbatim("play.follow"), reason=inner)
    assert outer == "play.follow: gives A an Ultimo: nobody can prevent it any more"
    assert outer.short == "play.follow: gives A an Ultimo that can no longer be prevented"
    assert spoken(outer.short, "da").startswith("play.follow: giver A en ultimo")
    assert LIMIT.short == LIMIT


def test_what_a_rule_set_says_comes_from_its_own_catalogue_or_stays_as_it_is() -> None:
    told = say("no source says so: {reason}", reason=stated("The Mondo may never lie in the skat."))
    assert told == "no source says so: The Mondo may never lie in the skat."
    assert spoken(told, "da") == "ingen kilde siger det: Mondoen må aldrig ligge i skaten."
    assert spoken(say("no source says so: {reason}", reason=stated("Our own.")), "da").endswith(": Our own.")
    assert stated(LIMIT) is LIMIT


@pytest.mark.parametrize(
    ("error", "danish"),
    [
        (FileNotFoundError(2, "No such file or directory"), "Filen eller mappen findes ikke"),
        (OSError(99, "Cannot assign requested address"), "Cannot assign requested address"),
        (ValueError(LIMIT), "tidsgrænsen blev nået"),
        (ValueError("{braces} stay"), "{braces} stay"),
    ],
)
def test_why_the_system_refused_is_said_in_danish_where_that_is_known(error: Exception, danish: str) -> None:
    assert spoken(reason_of(error), "da") == danish


@pytest.mark.parametrize(
    ("environ", "spoken_there"),
    [
        ({}, "en"),
        ({"LANG": "da_DK.UTF-8"}, "da"),
        ({"LANG": "da"}, "da"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "da_DK.UTF-8", "LC_MESSAGES": "C.UTF-8"}, "en"),
        ({"LC_MESSAGES": "da_DK", "LANG": "C"}, "da"),
        ({"LC_ALL": "POSIX", "LC_MESSAGES": "da_DK", "LANG": "da_DK"}, "en"),
        ({"LC_ALL": "", "LANG": "da_DK"}, "da"),
        ({"TAROK_LANG": "da", "LC_ALL": "C"}, "da"),
        ({"TAROK_LANG": "en", "LANG": "da_DK.UTF-8"}, "en"),
    ],
)
def test_the_locale_chooses_the_language_unless_tarok_lang_does(
    environ: dict[str, str], spoken_there: str
) -> None:
    assert language(environ) == spoken_there


def test_a_verb_agrees_with_players_however_they_are_joined() -> None:
    one, two = both([Name("B")]), both([Name("B"), Name("C")])
    for word, verb in (
        (one, "peut"),
        (two, "peuvent"),
        (Several((two,), "all or"), "peuvent"),
        (Several((one, Name("C")), "or"), "peut"),
    ):
        said = Message("No: {players} can prevent it.", {"players": word})
        assert f" {verb} l’empêcher" in spoken(said, "fr")
