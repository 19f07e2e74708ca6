"""A bonus that both sides announced is told of both."""

from __future__ import annotations

from commands import Run

KINGS = """\
format: tarok-position/2
ruleset: slovenian
variant: {missed-announcement: doubled-loss}
players: [A, B, C, D]
contract: two
declarer: A
called: hR
lead: A
hands: {A: T5, B: T7, C: hR, D: T9}
announced: {A: [kings], B: [kings]}
taken:
  A: {tricks: 6, points: 30}
  B: {tricks: 5, points: 34 2/3}
  C: {tricks: 0, points: 0}
  D: {tricks: 0, points: 0}
lines:
  - name: both miss them
    play: T5 T7 hR T9
    expect: {bonuses: {kings: {by: B, value: 20}, king-ultimo: {by: B}}}
"""


def test_kings_announced_by_both_sides_are_a_bonus_of_each(run: Run) -> None:
    ran = run("replay", "-", "--json", stdin=KINGS)
    assert ran.status == 0, ran.err
    (line,) = ran.json["lines"]
    kings = line["outcome"]["bonuses"]["kings"]
    assert kings == {"by": "A", "value": -20, "beside": [{"by": "B", "value": 20}]}
    assert line["expected"]["met"] is True
    told = " ".join(run("replay", "-", stdin=KINGS).out.split())
    assert "kings -20 (A); kings +20 (B)" in told
