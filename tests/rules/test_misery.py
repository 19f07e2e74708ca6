"""A hand without trumps or courts: replay, score, check and Z3 agree on what it brings and who may say so."""

from __future__ import annotations

import json

import pytest
from proofs.twice import settled_twice
from rules.point_battery import deal

from analyzer.disputes.files import loads_dispute
from analyzer.evenings.tally import loads as evening_of
from analyzer.evenings.tally import tally
from analyzer.position.reading import loads
from analyzer.position.replay.replay import replay

AWAY = "c1 c2 c3 c4 c5 c6"
PLAYERS = ["A", "B", "C", "D"]
POOR = "h4 h5 h6 h7 h8 h9 d4 d5 d6 d7 d8 d9 s4 s5 s6"


def told(given: str, said: list[str], misere: str) -> dict[str, object]:
    """A garde of A in which B has such cards beside fifteen spot cards, and says so."""
    hands = deal("tarot", 4, AWAY, B=f"{given} {POOR}")
    head = {"ruleset": "tarot", "variant": {"misere": misere}, "players": PLAYERS}
    return {**head, "contract": "garde", "declarer": "A", "announced": {"B": said}, "hands": hands}


def checked(given: str, said: list[str], misere: str = "ten") -> tuple[list[str], tuple[int, ...]]:
    """The clauses that are broken, and what each player has; Z3 is asked about both."""
    file = {"format": "tarok-dispute/2", "kind": "announcement", **told(given, said, misere)}
    found = settled_twice(loads_dispute(json.dumps(file)))
    balance = [0, 0, 0, 0]
    for each in found.transfers:
        balance[int(str(each.payer))] -= each.amount
        balance[int(str(each.payee))] += each.amount
    return [each.clause for each in found.violations], tuple(balance)


@pytest.mark.parametrize(
    ("said", "each"), [(["no-trumps"], 10), (["no-courts"], 10), (["misère d'atout", "misère de tête"], 20)]
)
def test_each_of_the_others_pays_for_every_misery(said: list[str], each: int) -> None:
    paid = (-each, 3 * each, -each, -each)
    assert checked("s1 s2 s3", said) == ([], paid)
    assert checked("s1 s2 s3", said, "none") == ([], (0, 0, 0, 0))
    whole = {**told("s1 s2 s3", said, "ten"), "lead": "A", "discard": AWAY, "lines": [{"play": "hR"}]}
    start = loads(json.dumps({"format": "tarok-position/2", **whole}))
    (opening,) = {(str(one.clause), one.amount) for one in replay(start, start.lines[0]).opening}
    assert opening == ("announce.misery", each)
    hand = {"dealer": "D", "contract": "garde", "declarer": "A", "trull": 2, "points": {"A": 41}}
    evening = {
        "format": "tarok-session/1",
        "ruleset": "tarot",
        "variant": {"misere": "ten"},
        "players": PLAYERS,
        "hands": [{**hand, "announced": {"B": said}}],
    }
    (found,) = tally(evening_of(json.dumps(evening))).hands
    assert [one.amount for one in found.transfers if one.clause == "announce.misery"] == [each] * 3


@pytest.mark.parametrize(
    ("given", "said", "wrong"),
    [
        ("fool s2 s3", "no-trumps", True),
        ("fool s2 s3", "no-courts", False),
        ("T1 s2 s3", "no-trumps", True),
        ("T1 s2 s3", "no-courts", False),
        ("hV s2 s3", "no-courts", True),
        ("hV s2 s3", "no-trumps", False),
    ],
)
def test_a_misery_is_said_of_a_hand_that_has_none_the_excuse_among_trumps(
    given: str, said: str, wrong: bool
) -> None:
    clauses, paid = checked(given, [said])
    assert clauses == ["announce.misery"] * wrong
    assert paid == ((0, 0, 0, 0) if wrong else (-10, 30, -10, -10))
