"""A laid card goes back only where a clause says so; what cannot have happened is told at its place."""

from __future__ import annotations

import pytest
from commands import Run

HANDS = "hands: {A: fool h5 h6 c2 s1, B: h7 h8 c4 c5 s2, C: h9 h10 c6 c7 s3}\n"
LED, FOOL_LED = "{A: {leads: h5}}", "{A: {leads: fool, names: h}}"
PREMATURE = "irregularity.premature-play"


def told(kind: str, *events: str) -> str:
    listed = "".join(f"  - {event}\n" for event in events)
    return f"format: tarok-dispute/1\nkind: {kind}\n{HANDS}lead: A\nevents:\n{listed}"


@pytest.mark.parametrize("kind", ["play", "fool-demand"])
@pytest.mark.parametrize(
    ("events", "by"),
    [
        ((LED, "{A: {leads: h6}}"), "A"),
        ((LED, "{B: {plays: h7}}", "{B: {plays: h8}}"), "B"),
        ((LED, "{B: {plays: h7}}", "{A: {leads: c2}}"), "A"),
        ((FOOL_LED, "{A: {leads: h6}}"), "A"),
        ((FOOL_LED, "{B: {plays: h7}}", "{B: {plays: h8}}"), "B"),
        ((FOOL_LED, "{B: {plays: h7}}", "{A: {plays: h6}}", "{C: {plays: h9}}"), "A"),
    ],
)
def test_a_second_card_over_one_that_stays_laid_is_premature_play(
    run: Run, kind: str, events: tuple[str, ...], by: str
) -> None:
    found = run("check", "-", "--json", stdin=told(kind, *events))
    assert found.status == 1
    assert [each["clause"] for each in found.json["violations"]] == [PREMATURE]
    assert [(each["player"], each["into_each_pot"]) for each in found.json["penalties"]] == [(by, 20)]


def test_a_revoke_under_a_led_fool_is_put_right_by_a_second_card(run: Run) -> None:
    found = run("check", "-", "--json", stdin=told("play", FOOL_LED, "{B: {plays: c4}}", "{B: {plays: h7}}"))
    assert (found.status, found.json["violations"]) == (0, [])


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            told("play", LED, "{B: {plays: h7}}", "{C: {plays: h9}}", "{C: {leads: h9}}"),
            "9:6: C does not hold h9 any more; expected what can have happened",
        ),
        (
            told("fool-naming", FOOL_LED, "{C: {says: void}}", "{C: {plays: h9}}").replace(
                ", C: h9 h10 c6 c7 s3", ""
            ),
            "2:7: no hands fit what was said and done; expected what can have happened",
        ),
    ],
)
def test_what_cannot_have_happened_is_a_fault_of_the_file_at_its_place(
    run: Run, text: str, fault: str
) -> None:
    found = run("check", "-", stdin=text)
    assert (found.status, found.err) == (3, f"<stdin>:{fault}\n")
