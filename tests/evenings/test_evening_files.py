"""What is wrong with the file of an evening is told in one go; what is missing, by its name."""

from __future__ import annotations

import json
import random
import re
from contextlib import suppress
from pathlib import Path

import pytest
from commands import Run
from places import POSITIONS

from analyzer.errors import InvalidFile
from analyzer.evenings.model import ContractHand
from analyzer.evenings.tally import load, loads, tally

WHOLE = (POSITIONS / "whole-hand.yaml").read_text(encoding="utf-8")
HEAD = "format: tarok-session/1\n"
THREE = HEAD + "players: [A, B, C]\n"
FOUR = HEAD + "players: [A, B, C, D]\n"
SLOVENIAN = FOUR + "ruleset: slovenian\n"
NONSENSE = (
    "null",
    "true",
    "-1",
    "3",
    "78",
    "1e9",
    "8 1/3",
    "[]",
    "{}",
    "A",
    "declarer",
    "hR",
    "fool",
    "slam",
    '""',
)
FRENCH = HEAD + "ruleset: french\nplayers: [A, B, C, D, E]\n"
LAST = "last_trick: {winner: A}"


def faults(text: str) -> list[str]:
    """The faults of an evening, without its name."""
    with pytest.raises(InvalidFile) as caught:
        loads(text, "here")
    return [str(fault).removeprefix("here:") for fault in caught.value.faults]


def hand(told: str, head: str = THREE) -> list[str]:
    """The faults of an evening of one hand that A deals, without their places and what was expected."""
    found = faults(f"{head}hands:\n  - {{dealer: A, {told}}}\n")
    return [fault.partition(": ")[2].partition(";")[0] for fault in found]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", ["1:1: the file is empty; expected `key: value` lines"]),
        ("[]", ["1:1: the file is a list; expected `format: tarok-session/1` and more `key: value` lines"]),
        (
            "format: tarok-position/1\n",
            [
                (
                    "1:9: the format is tarok-position/1; expected tarok-session/1; "
                    "the command for this file is `replay`"
                )
            ],
        ),
        (
            HEAD,
            [
                "1:1: `players` is missing; expected `players: ...`",
                "1:1: `hands` is missing; expected `hands: ...`",
            ],
        ),
        (
            HEAD + "players: Q[A, B]\nhands:\n  - {dealer: A, nolo: B}\n",
            ["2:10: `players` must be a list; got “Q[A, B]”"],
        ),
        (THREE + "hands: []\n", ["3:8: `hands` has 0 items; expected at least 1"]),
        (
            THREE + "players: [A, B]\nhands:\n  - {dealer: A, dealer: B, nolo: A}\n",
            [
                "3:1: duplicate key `players`, first at line 2, column 1; expected each key once",
                "5:17: duplicate key `dealer`, first at line 5, column 6; expected each key once",
            ],
        ),
        (
            HEAD + "players: [A, B, C, D, E]\nhands:\n  - {dealer: A, tout: A, points: {A: 3, B: 3}}\n",
            ["2:10: 5 players; danish is played by 3"],
        ),
        (
            HEAD + "ruleset: tapp\nplayers: [A, B, C, D]\n"
            "hands:\n  - {dealer: A, contract: tapp, declarer: A}\n",
            ["3:10: 4 players; tapp is played by 3"],
        ),
        (
            HEAD + "ruleset: tapp\nplayers: [A, B, C, D]\n"
            "hands:\n  - {dealer: D, contract: threes, declarer: A, points: {D: 40}}\n",
            ["3:10: 4 players; tapp is played by 3"],
        ),
        (
            THREE + "hands:\n  - {file: {dealer: B, nolo: C}}\n",
            ["4:12: `file` must be text; got a mapping"],
        ),
        (
            THREE + "sitting_out: D\nhands:\n  - {dealer: A, nolo: B}\n",
            ["3:1: `sitting_out` in an evening; who sits a hand out follows from the rules"],
        ),
        (
            THREE + "hands:\n  - {nolo: B}\n  - {nolo: Q}\n",
            [
                "4:5: `dealer` is missing; expected who dealt the first hand",
                "5:12: no player is called Q; the players are A, B, C",
            ],
        ),
        (
            FRENCH + "pots: {king: 3}\nradli: {A: 1}\nhands:\n  - {bids: [{B: pass}], dealer: A, tout: A}\n",
            [
                "4:1: `pots` in a game that has no use for it; danish has it, french has not",
                "4:7: `pagat` is missing; expected `pagat: ...`",
                "5:1: `radli` in a game that has no use for it; slovenian has it, french has not",
                "7:6: the auction is not over; expected the bid of C",
                "7:36: `tout` in a game that has no use for it; danish has it, french has not",
            ],
        ),
    ],
    ids=lambda value: None if isinstance(value, list) else value[-50:].strip() or "nothing",
)
def test_everything_that_is_wrong_with_an_evening_is_told_with_its_place(text: str, told: list[str]) -> None:
    assert faults(text) == told


@pytest.mark.parametrize(
    ("told", "wrong"),
    [
        ("points: {A: 26, C: 26}", ["`last_trick` is missing"]),
        (LAST, ["`points` is missing", "`points` is missing"]),
        (f"{LAST}, points: {{A: 31, B: 20, C: 10}}", ["61 points in the piles"]),
        (f"{LAST}, points: {{A: 60, C: 20}}", ["80 points in the piles"]),
        (f"{LAST}, points: {{A: -3, C: 1.5}}", ["`points` is missing"] * 2 + ["-3 points", "1.5 points"]),
        (
            "nolo: B, last_trick: {winner: B}",
            ["these cannot be true together: B alone wins no trick, B wins the last trick"],
        ),
        (
            "tout: A, nolo: B, points: {A: 70, C: 4}",
            ["these cannot be true together: A wins every trick, B alone wins no trick"],
        ),
        (
            "tout: A, during: [{lost: hR, by: A}], points: {A: 70, C: 4}",
            ["these cannot be true together: A wins every trick, A loses hR before the last trick"],
        ),
        ("nolo: C, during: [{won: h3, by: A}]", ["nothing is paid for h3"]),
        (
            "nolo: C, during: [{won: T1, lost: hR, by: A}]",
            ["the file does not say whether a card won its trick or was lost"],
        ),
        ("nolo: C, during: [{lost: hR, by: A}, {lost: hR, by: B}]", ["hR is in the tricks twice"]),
        (
            "nolo: C, last_trick: {winner: A, with: hR, lost: {B: T1}}",
            ["hR does not win a trick with T1 in it"],
        ),
        (
            "nolo: C, last_trick: {winner: A, with: h3, lost: {B: hR}}",
            ["h3 does not win a trick with hR in it"],
        ),
        ("nolo: C, last_trick: {winner: A, lost: {A: hR}}", ["A wins the trick and loses a card in it"]),
        ("nolo: C, last_trick: {winner: A, lost: {B: [hR, dR]}}", ["2 cards"]),
        ("nolo: C, last_trick: {with: hR}", ["a last trick that nobody wins"]),
        ("nolo: C, last_trick: {lead: B, cards: h3 hR}", ["the trick holds 2 cards"]),
        ("nolo: A, last_trick: {lead: B, cards: h3 hR c2, winner: A}", ["C wins the trick with these cards"]),
        (
            "nolo: C, declarations: {A: full kings, B: half kings no hearts}",
            ["these cannot be true together: A declared “full kings”, B declared “half kings no hearts”"],
        ),
        (
            "nolo: C, declarations: {A: [full hearts, half hearts no king]}",
            ["“full hearts” and “half hearts no king” of one player"],
        ),
        ("nolo: C, contract: solo", ["`contract` in a game that has no use for it"]),
    ],
)
def test_what_cannot_be_in_a_danish_hand_is_a_fault_and_what_is_missing_is_asked_for(
    told: str, wrong: list[str]
) -> None:
    assert sorted(hand(told)) == sorted(wrong)


def test_who_sits_opposite_the_dealer_has_no_part_in_the_hand() -> None:
    told = (
        "last_trick: {winner: C, lost: {C: hR}}, points: {C: 3, A: 26, D: 26}, declarations: {C: full hearts}"
    )
    assert hand(told, FOUR) == ["C sits this hand out"] * 4
    assert hand("nolo: C", FOUR) == ["C sits this hand out"]


@pytest.mark.parametrize(
    ("told", "wrong"),
    [
        ("points: {A: 30}", ["`contract` is missing"]),
        ("contract: twoo, declarer: A", ["twoo is not said in this game"]),
        ("contract: two", ["`declarer` is missing"]),
        ("contract: two, declarer: A", ["`partner` is missing"]),
        ("contract: two, declarer: A, partner: B", ["`points` is missing"]),
        ("contract: two, declarer: A, partner: B, points: {A: 44.5}", ["44.5 points in the pile of A"]),
        ("contract: two, declarer: A, partner: B, points: {A: 44, C: 44}", ["88 points in the piles"]),
        (
            "contract: two, declarer: A, partner: B, points: {A: 44, B: 45}",
            ["the points of one side are given twice, and differ"],
        ),
        (
            "contract: two, declarer: A, partner: B, points: {A: 44}, bonuses: [{kingz: A}]",
            ["kingz is not said in this game"],
        ),
        ("contract: solo-one, declarer: A, partner: B, points: {A: 44}", ["a partner in solo one"]),
        ("contract: beggar, declarer: C", ["`tricks` is missing"]),
        ("contract: two, declarer: A, partner: A, announced: {A: colour-valat}", ["`valat` is missing"]),
        ("contract: misere, declarer: A", ["`declarer` where everybody plays for himself"]),
        ("contract: misere, points: {A: 3}", ["`points` is missing"]),
        ("contract: misere, points: {A: 30, B: 20, C: 10, D: 0}", ["60 points in the piles"]),
    ],
)
def test_what_a_slovenian_hand_hangs_on_is_asked_for(told: str, wrong: list[str]) -> None:
    assert hand(told, SLOVENIAN) == wrong


@pytest.mark.parametrize(
    ("told", "wrong"),
    [
        ("contract: take, declarer: B", ["`partner` is missing"]),
        ("contract: take, declarer: B, partner: C", ["`trull` is missing", "`points` is missing"]),
        ("contract: take, declarer: B, partner: C, trull: 2", ["`points` is missing"]),
        ("contract: take, declarer: B, partner: C, points: {B: 40}", ["`trull` is missing"]),
        (
            "contract: take, declarer: B, partner: C, trull: 2, announced: {B: slam}, points: {B: 40}",
            ["`slam` is missing"],
        ),
        (
            "bids: [{B: take}, {C: pass}, {D: pass}, {E: pass}, {A: pass}], contract: no-discard",
            ["`partner` is missing"],
        ),
        ("bids: [{C: pass}]", ["the auction is not over"]),
    ],
)
def test_what_a_french_hand_hangs_on_is_asked_for(told: str, wrong: list[str]) -> None:
    assert [each.partition(";")[0] for each in hand(told, FRENCH)] == wrong


def test_partners_are_told_apart_where_a_king_is_lost_among_four() -> None:
    head = HEAD + "ruleset: grosstarock\nplayers: [A, B, C, D]\n"
    told = hand("during: [{lost: hR, by: B}], points: {A: 36}", head)
    assert told == ["the file does not say who won the trick with the card of B"]


def test_a_nil_needs_no_points_unless_trumps_were_declared_that_may_go_back() -> None:
    head = HEAD + "ruleset: grosstarock\nplayers: [A, B, C]\n"
    assert loads(f"{head}hands:\n  - {{dealer: A, nil: C}}\n").hands
    assert hand("nil: C, declarations: {A: 10 trumps}", head) == ["`points` is missing"]


def test_the_contract_that_nobody_bids_is_the_dealers(run: Run) -> None:
    head = HEAD + "ruleset: lhombre\nplayers: [A, B, C, D]\n"
    told = "contract: call-king, called: hR, partner: C, points: {A: 40}"
    (read,) = loads(f"{head}hands:\n  - {{dealer: A, {told}}}\n").hands
    assert isinstance(read, ContractHand)
    assert read.told.declarer == 0
    another = f"{head}hands:\n  - {{dealer: D, {told}, declarer: A}}\n"
    (hand,) = run("score", "-", "--json", stdin=another).json["hands"]
    assert [each["clause"] for each in hand["violations"]] == ["bid.all-pass"]
    assert "call king is played by the dealer, D" in run("score", "-", stdin=another).out
    assert hand["tokens"] == {"A": 14, "B": -14, "C": 14, "D": -14}


def test_whose_side_swept_is_told_by_a_player_or_for_the_declarer_by_true() -> None:
    found = []
    won = ("trull: 3", "91"), ("trull: 3", "91"), ("trull: 3", "91")
    lost = ("trull: 2", "41"), ("trull: 2", "41"), ("trull: 0", "1.5")
    for word, (trull, points) in zip(("C", "B", "true", "false", "null", "A"), won + lost, strict=True):
        told = f"contract: take, declarer: B, partner: C, {trull}, slam: {word}, points: {{B: {points}}}"
        evening = loads(f"{FRENCH}hands:\n  - {{dealer: A, {told}}}\n")
        (hand,) = tally(evening).hands
        assert hand.outcome is not None
        found.append(hand.outcome.slam)
    assert found == [1, 1, 1, None, None, None]


def written(folder: Path, text: str = WHOLE, head: str = "") -> str:
    """An evening with one recorded hand, as the path of its file."""
    (folder / "hand.yaml").write_text(text, encoding="utf-8")
    evening = folder / "evening.yaml"
    head = head or HEAD + "players: [Anna, Bent, Clara]\npots: {king: 80, pagat: 95}\n"
    evening.write_text(head + "hands:\n  - {file: hand.yaml}\n", encoding="utf-8")
    return str(evening)


def changed(path: Path, old: str, new: str) -> None:
    """A file with something otherwise."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def recorded(folder: Path, text: str = WHOLE, head: str = "") -> list[str]:
    """The faults of an evening with one recorded hand, without folders."""
    with pytest.raises(InvalidFile) as caught:
        load(written(folder, text, head))
    return [str(fault).replace(f"{folder}/", "") for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("king: 80", "king: 85", "hand.yaml:13:14: the king pot holds 85"),
        ("Clara\ncount", "Dora\ncount", "hand.yaml:11:9: no player is called Dora"),
        (
            "format: tarok-position/1",
            "format: tarok-position/1\nruleset: danish-1996",
            "hand.yaml:3:10: the rule set is danish-1996",
        ),
        (
            "format: tarok-position/1",
            "format: tarok-position/1\nvariant: {tout-amount: 135}",
            "hand.yaml:3:24: tout-amount is read as 135",
        ),
        (
            "players: [Anna, Bent, Clara]",
            "players: [Anna, Clara, Bent]",
            "hand.yaml:10:10: the players are Anna, Clara, Bent",
        ),
        ("      - dR hC sR\n", "", "hand.yaml:24:11: it is Bent to play"),
        ("- s10 s3 T2", "- s10 hR T2", "hand.yaml:26:13: trick 1, 25 left: Clara plays hR, void in spades, "),
    ],
)
def test_a_recorded_hand_that_does_not_fit_is_a_fault_of_its_own_file(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    assert old in WHOLE
    (fault,) = recorded(tmp_path, WHOLE.replace(old, new))
    assert fault.startswith(told)


def test_a_file_of_a_hand_that_is_not_there_is_told_where_it_is_named(tmp_path: Path) -> None:
    path = Path(written(tmp_path))
    (tmp_path / "hand.yaml").unlink()
    with pytest.raises(InvalidFile) as caught:
        load(str(path))
    first, second = map(str, caught.value.faults)
    assert first == f"{path}:5:12: the hand hand.yaml cannot be read; its faults follow"
    assert second.startswith(f"{tmp_path / 'hand.yaml'}: the file does not exist")


def test_a_recorded_hand_tells_nothing_beside_its_file(tmp_path: Path) -> None:
    path = Path(written(tmp_path))
    path.write_text(
        path.read_text(encoding="utf-8").replace("hand.yaml}", "hand.yaml, nolo: Anna}"), encoding="utf-8"
    )
    with pytest.raises(InvalidFile, match="`nolo` with `file`"):
        load(str(path))


def test_an_ending_is_no_hand_of_an_evening(tmp_path: Path) -> None:
    text = (POSITIONS / "prop1.yaml").read_text(encoding="utf-8")
    head = HEAD + "players: [A, B, C]\n"
    path = Path(written(tmp_path, text, head))
    changed(path, "{file", "{dealer: A, file")
    with pytest.raises(InvalidFile, match="this is not a whole hand"):
        load(str(path))


def test_the_dealer_of_a_recorded_hand_is_the_evenings(tmp_path: Path) -> None:
    text = WHOLE.replace("dealer: Clara\n", "")
    assert text != WHOLE
    path = Path(written(tmp_path, text))
    assert recorded(tmp_path, text) == [
        "evening.yaml:5:5: `dealer` is missing; expected who dealt the first hand"
    ]
    path.write_text(
        path.read_text(encoding="utf-8").replace("{file", "{dealer: Clara, file"), encoding="utf-8"
    )
    (hand,) = load(str(path)).hands
    assert hand.dealer == 2
    path.write_text(
        path.read_text(encoding="utf-8").replace("dealer: Clara", "dealer: Bent"), encoding="utf-8"
    )
    (tmp_path / "hand.yaml").write_text(WHOLE, encoding="utf-8")
    with pytest.raises(InvalidFile, match="Clara deals; expected Bent, as the evening has it"):
        load(str(path))


def test_the_command_says_what_is_wrong_with_status_3_in_both_languages(run: Run) -> None:
    text = THREE + "hands:\n  - {dealer: A}\n"
    asked = run("score", "-", "--json", stdin=text)
    assert asked.status == 3
    assert asked.json["errors"][0]["line"] == 4
    assert json.dumps(asked.json).count("is missing") == 3
    told = run("score", "-", "--lang", "da", stdin=text)
    assert told.status == 3
    assert "`last_trick` mangler; forventet, hvem der vandt det" in " ".join((told.out + told.err).split())


def test_names_are_of_any_letters(run: Run) -> None:
    text = HEAD + "players: [Ægir, 'Øjvind 李', Ååse]\nhands:\n  - {dealer: Ægir, nolo: 'Øjvind 李'}\n"
    assert run("score", "-", "--json", stdin=text).json["totals"] == {
        "Ægir": -75,
        "Øjvind 李": 10,
        "Ååse": -65,
    }
    assert "Øjvind 李" in run("score", "-", stdin=text).out


def mutated(text: str, rng: random.Random) -> str:
    """A text with something gone, doubled, or in the place of something else."""
    lines = text.split("\n")
    match rng.randrange(4):
        case 0:
            lines.pop(rng.randrange(len(lines)))
        case 1:
            lines.insert(rng.randrange(len(lines)), rng.choice(lines))
        case 2:
            start = rng.randrange(len(text))
            return text[:start] + text[start + rng.randrange(1, 12) :]
        case _:
            word = rng.choice(list(re.finditer(r"[\w.-]+", text)))
            return text[: word.start()] + rng.choice(NONSENSE) + text[word.end() :]
    return "\n".join(lines)


@pytest.mark.parametrize("path", sorted((POSITIONS / "sessions").glob("*.yaml")), ids=lambda path: path.stem)
def test_a_torn_file_is_scored_or_every_fault_told_and_nothing_else(path: Path) -> None:
    rng, text = random.Random(path.stem), path.read_text(encoding="utf-8")
    for _ in range(12):
        torn = text
        for _ in range(rng.randrange(1, 4)):
            torn = mutated(torn, rng)
        with suppress(InvalidFile):
            assert tally(loads(torn, str(path))).hands
