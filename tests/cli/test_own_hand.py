"""One's own hand alone: the rest of the pack is unseen, the skat included, and nobody types it."""

from __future__ import annotations

import pytest
from commands import written
from places import POSITIONS

WHOLE = str(POSITIONS / "whole-hand.yaml")
BENT = "h3 h5 h7 h8 dR dC dV d1 d2 d3 d5 d7 sD s7 s3 cR cD cC cV c1 T16 T14 T12 T11 T6"
OWN = f"format: tarok-position/1\nplayers: [Anna, Bent, Clara]\ndealer: Clara\nhands:\n  Bent: {BENT}\n"


def test_the_others_and_the_skat_hold_the_rest_of_the_pack(run, tmp_path):
    told = run("deals", written(tmp_path, OWN), "--json").json
    assert (told["seen_by"], told["sizes"], len(told["cards"])) == (
        "Bent",
        {"Anna": 25, "Clara": 25, "skat": 3},
        53,
    )
    known = run("deals", written(tmp_path, OWN + "skat: d6 s9 s8\n"), "--json").json
    assert (known["sizes"], known["count"] < told["count"]) == ({"Anna": 25, "Clara": 25}, True)


@pytest.mark.parametrize("words", ["Bent", "bent", f"Bent: {BENT}"])
def test_of_a_file_with_every_hand_one_alone_is_taken(words, run, tmp_path):
    same = run("deals", written(tmp_path, OWN), "--json").json
    told = run("deals", WHOLE, "--my-hand", words, "--json").json
    assert {key: told[key] for key in ("seen_by", "count", "cards")} == {
        key: same[key] for key in ("seen_by", "count", "cards")
    }


def test_the_fault_of_a_missing_hand_tells_that_one_alone_would_do(run, tmp_path):
    two = run("deals", written(tmp_path, OWN + "  Anna: h1\n"))
    assert two.status == 3
    assert "or one alone: then the rest of the pack is unseen" in two.err


def test_in_the_middle_of_a_hand_nobody_knows_what_is_left(run, tmp_path):
    text = "format: tarok-position/1\nhands: {B: hR d9}\nlead: B\n"
    told = run("deals", written(tmp_path, text))
    assert (told.status, "which cards were played before" in told.err, len(told.err.splitlines())) == (
        3,
        True,
        1,
    )
