"""Where a newcomer would stand before a wall, the next step is told."""

from __future__ import annotations

from commands import Run


def test_a_position_that_is_not_told_as_one_is_answered_with_how_it_is(run: Run) -> None:
    ran = run("solve", "Anna dR T7, Bent hR d9, Clara c7 c2")
    assert ran.status == 3
    assert "this is neither a file nor a position" in ran.err
    assert "danish / A: dR T7 / B: hR d9 / C: c7 c2 / B leads" in ran.err
    assert "there is no such file" in run("solve", "my file.yaml").err


def test_a_word_alone_is_looked_for_in_the_usual_rules(run: Run) -> None:
    assert run("rules", "tout").out == run("rules", "danish", "tout").out
    assert run("rules", "kulørsvigt", "--lang", "da").status == 0
    wrong = run("rules", "grostarock")
    assert (wrong.status, "did you mean grosstarock?" in wrong.err) == (2, True)


def test_what_may_be_played_where_the_own_card_is_forgotten_is_one_sentence(run: Run) -> None:
    told = run("moves", "danish / A: dR ? / B: hR d9 / C: c7 c2 / A leads", "--brief").out.splitlines()
    assert len(told) == 2
    assert told[1].startswith("In so many of ")


def test_a_file_to_begin_with_is_found_by_what_it_is_for(run: Run) -> None:
    for word in ("evening", "aften", "session"):
        made = run("new", word)
        assert (made.status, "format: tarok-session/1" in made.out) == (0, True)
    meant = run("new", "sesion")
    assert (meant.status, "did you mean session" in meant.err) == (2, True)
