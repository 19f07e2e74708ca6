"""A recorded hand is ruled on: every breach with its law, remedy and cost, and what everybody pays."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest
from commands import Run
from contract.dealing import dealt
from contract.test_every_game import at_random
from position.replay.test_played_on import revoked
from rulesets import FORMS
from whole_hands import dealt as dealt_otherwise
from whole_hands import played_out

from analyzer.answers.answer import Settled
from analyzer.answers.records.ruling import rule
from analyzer.views.base import plain

HAND = """format: tarok-position/1
players: [Anna, Bent, Carl]
hands: {Anna: dR T7 h3, Bent: hR d9 c9, Carl: c7 c2 s3}
lead: Bent
lines: [{name: played, play: PLAY}]
"""


def ruling(run: Run, play: str, status: int) -> dict:
    ran = run("check", "-", "--json", stdin=HAND.replace("PLAY", play))
    assert ran.status == status
    assert ran.json["schema"] == "tarok-analyze/ruling/1"
    (line,) = ran.json["lines"]
    return dict(line)


def test_a_hand_played_by_the_rules_has_no_breach_and_is_due_as_it_was_played(run: Run) -> None:
    line = ruling(run, "hR c2 h3 d9 s3 dR T7 c9 c7", 0)
    assert (line["verdict"], line["breaches"], line["complete"]) == ("legal", [], True)
    assert line["as_played"] == line["due"]
    said = run("check", "-", "--brief", stdin=HAND.replace("PLAY", "hR c2 h3 d9 s3 dR T7 c9 c7")).out
    assert said == "nothing was against the rules\n"


def test_a_revoke_is_told_with_its_law_and_both_fines_and_the_hand_goes_on(run: Run) -> None:
    line = ruling(run, "hR c2 T7 dR d9 c7 h3 c9 s3", 1)
    (breach,) = line["breaches"]
    assert (breach["at"], breach["by"], breach["clause"]) == ("23.3", "Anna", "play.follow")
    assert (breach["legal"], breach["put_right"], breach["costs"]) == (["h3"], False, [])
    # Bent's king is lost: 5 to each and 5 to its pot; the last trick is 20 from each to Anna.
    assert line["as_played"] == {
        "tokens": {"Anna": 45, "Bent": -35, "Carl": -15},
        "pots": {"king": 5, "pagat": 0},
    }
    (irrecoverable,) = line["rows"]
    assert line["due"] == line["as_played"]
    assert irrecoverable["when"] == "had the players agreed that breach 1 cannot be put right"
    assert irrecoverable["tokens"] == {"Anna": -80, "Bent": 0, "Carl": 0}
    assert irrecoverable["pots"] == {"king": 40, "pagat": 40}


def test_two_breaches_are_told_in_order_and_their_fines_are_added_up(run: Run) -> None:
    # Carl plays before Anna (20 into each pot), and leads out of turn afterwards, which is taken back.
    line = ruling(run, "hR h3 c2 c7 d9 s3 dR T7 c9 c7", 1)
    assert [(each["at"], each["by"], each["clause"]) for each in line["breaches"]] == [
        ("23.2", "Anna", "irregularity.premature-play"),
        ("24.1", "Carl", "irregularity.lead-out-of-turn"),
    ]
    assert [each["put_right"] for each in line["breaches"]] == [False, True]
    played, due = line["as_played"], line["due"]
    assert {name: due["tokens"][name] - played["tokens"][name] for name in due["tokens"]} == {
        "Anna": -40, "Bent": 0, "Carl": -40,
    }  # fmt: skip
    assert due["pots"]["king"] - played["pots"]["king"] == 40
    assert sum(due["tokens"].values()) + sum(due["pots"].values()) == 0


def test_the_verdict_alone_names_trick_player_and_clause_and_the_sum(run: Run) -> None:
    said = run("check", "-", "--brief", stdin=HAND.replace("PLAY", "hR h3 c2 d9 s3 dR T7 c9 c7")).out
    assert said == ("trick 23: Anna plays before his turn [irregularity.premature-play]; 20 into each pot\n")


@pytest.mark.parametrize("lang", ["en", "da"])
def test_the_answer_comes_first_and_is_told_in_both_languages(run: Run, lang: str) -> None:
    said = run("check", "-", "--lang", lang, stdin=HAND.replace("PLAY", "hR c2 T7 dR d9 c7 h3 c9 s3")).out
    first = " ".join(said.split("\n\n")[0].split())
    assert first.startswith(
        {"en": "played: trick 23: Anna revokes", "da": "played: stik 23: Anna svigter"}[lang]
    )
    assert {"en": "Had the players agreed", "da": "Var spillerne"}[lang] in said


def test_a_position_in_which_nothing_was_played_is_refused(run: Run) -> None:
    ran = run("check", "-", stdin=HAND.replace("lines: [{name: played, play: PLAY}]", ""))
    assert ran.status == 2


def test_a_wrong_skat_in_a_whole_hand_costs_forty_into_each_pot_whatever_was_played(run: Run) -> None:
    # Trump 2 was laid away for the eight of spades, with ten trumps kept.
    (line,) = run("check", "-", "--json", stdin=played_out(dealt_otherwise(("T2", "s8")))).json["lines"]
    breach, *others = line["breaches"]
    assert not [each for each in others if each["at"] != "deal" or each["costs"]]
    assert (breach["at"], breach["by"], breach["clause"]) == ("deal", "Clara", "discard.trumps")
    fine = [(each["to"], each["amount"]) for each in breach["costs"]][:2]
    assert fine == [("king pot", 40), ("pagat pot", 40)]
    # The hand ends there: she has paid 10 for dealing, and her right declarations brought 20.
    assert line["due"]["tokens"]["Clara"] == -10 + 20 - 80
    assert line["due"]["pots"] == {"king": 45, "pagat": 45}


@pytest.mark.parametrize(("name", "seats"), FORMS)
def test_a_random_hand_with_one_forbidden_card_has_that_breach_in_every_game(name: str, seats: int) -> None:
    start = dealt(name, seats, 7 * seats)
    legal = at_random(start, 1)
    before = rule(start, legal)
    assert not [each for each in before.lines[0].breaches if each.trick is not None]
    changed = revoked(start, legal, random.Random(1).randrange(9))
    if changed is None:
        return
    told, at = changed
    found = rule(replace(start, lines=(told,)))
    assert [each.at for each in found.lines[0].breaches if each.trick is not None] == [at]
    assert found.settled is Settled.NO
    (line,) = json.loads(json.dumps(plain(found.view())))["lines"]
    assert {"as_played", "due", "breaches"} <= {*line}
    if "pots" in line["due"]:
        assert sum(line["due"]["tokens"].values()) + sum(line["due"]["pots"].values()) == 0
    elif not any(each.voids for each in found.lines[0].breaches):
        assert line["due"] == line["as_played"]


TWO_BREACHES = """format: tarok-position/1
hands: {A: c7 s2 s4, B: c2 s3 s5, C: hR c9 s9}
lead: A
lines: [{name: told, play: [c7 c2 hR, s9 s2 s3, c9 s4 s5]}]
"""


def test_of_several_breaches_it_is_said_first_who_pays_and_then_how_many_there_are_more(run: Run) -> None:
    first = " ".join(run("check", "-", stdin=TWO_BREACHES).out.split("\n\n")[0].split())
    assert first == "told: trick 24: C leads out of turn. C pays 20 into each pot. 1 more breach."
