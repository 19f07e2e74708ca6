"""What was said in a Danish hand was paid for, and one sum is due; a demand belongs to its own trick."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from commands import Run, run
from effort import part
from msgspec import structs
from places import POSITIONS
from whole_hands import SILENT, played_out

import analyzer
from analyzer.answers.records.ruling import rule
from analyzer.disputes.files import loads_dispute
from analyzer.disputes.table import settle
from analyzer.errors import Where
from analyzer.messages import percent, say
from analyzer.position.files.writing import dumps
from analyzer.position.model import Position
from analyzer.position.replay.replay import as_played
from analyzer.position.replay.ruling import ruled
from analyzer.position.setting import Aftermath
from analyzer.rules.book import NOBODY, Pot
from analyzer.views.base import plain

__all__ = ["run"]
AMOUNTS = {
    "10 trumps without pagat": 10, "11 trumps with pagat": 15, "12 trumps without pagat": 20,
    "3 matadors": 10, "4 matadors": 15, "half hearts no queen": 5, "full spades": 10, "abundant clubs": 15,
    "half kings no hearts": 5, "full kings": 10,
}  # fmt: skip
"""What each opponent pays for a declaration, from the table of the main rule text, "3. Declaring"."""
HAND = played_out(SILENT)


def saying(words: list[list[str]]) -> Position:
    """The hand with these declarations of its three players; none is a pass."""
    position = analyzer.loads(HAND)
    said = zip(position.players, words, strict=True)
    told = "\n".join(f"  {name}: {each or 'pass'}" for name, each in said).replace("'", '"')
    return analyzer.loads(f"{SILENT}\ndeclarations:\n{told}\n{HAND[HAND.index('lines:') :]}")


def random_words(seed: int) -> list[list[str]]:
    rng = Random(seed)
    return [rng.sample(sorted(AMOUNTS), rng.choice((0, 0, 1, 2))) for _ in range(3)]


def brought(words: list[list[str]]) -> list[int]:
    """What the three gain by what they say, summed up by hand."""
    each = [sum(AMOUNTS[word] for word in said) for said in words]
    return [3 * mine - sum(each) for mine in each]


@pytest.mark.parametrize("seed", part(range(40), 4))
def test_every_declaration_is_paid_as_it_was_said_whatever_the_cards_are(seed: int) -> None:
    words = random_words(seed)
    silent = ruled(saying([[], [], []]), None).replay.tokens
    found = ruled(saying(words), None).replay.tokens
    assert [one - other for one, other in zip(found, silent, strict=True)] == brought(words)


@pytest.mark.parametrize("found", [None, "at-once", "before-lead", "during-play", "after-payments"])
@pytest.mark.parametrize("seed", part(range(20), 4))
def test_the_sum_due_for_wrong_words_is_what_the_dispute_about_them_orders(
    seed: int, found: str | None
) -> None:
    words = random_words(seed)
    position = handled(saying(words), found={} if found is None else {"": found})
    line = ruled(position, None)
    if not line.breaches:
        return
    told = {
        "format": "tarok-dispute/1",
        "kind": "declarations",
        "players": list(position.players),
        "dealer": position.players[position.dealer or 0],
        "hands": dict(zip(position.players, ([*map(str, hand)] for hand in position.hands), strict=True)),
        "said": {name: each or "pass" for name, each in zip(position.players, words, strict=True)},
        "found": {None: "during-play", "at-once": "before-declarations"}.get(found, found),
    }
    dispute = loads_dispute(json.dumps(told), "d.yaml")
    ordered: Any = settle(dispute)
    if ordered.paid is None:
        return  # no source says whether it may be put right
    dealing = [-10 if seat == position.dealer else 0 for seat in range(3)]
    before = [a + b for a, b in zip(dealing, brought(words), strict=True)]
    given_up = any(each.fine and not each.fine.play_goes_on for each in line.breaches)
    ends = given_up and found != "after-payments"
    assert line.due.ends_in == (0 if ends else None)
    came = before if ends else line.as_paid.tokens
    assert list(line.due.tokens) == [a + b for a, b in zip(came, ordered.paid.tokens, strict=True)]


@pytest.mark.parametrize("seed", part(range(40), 4))
def test_the_payments_for_all_breaches_lead_from_what_the_table_paid_to_what_is_due(seed: int) -> None:
    rng = Random(seed)
    position = random_cards_swapped(saying(random_words(seed)), rng)
    moments = sorted({each.at for each in ruled(position, None).breaches})
    grave = {at: rng.choice(["corrected", "irrecoverable"]) for at in moments if rng.random() < 0.5}
    found = {at: rng.choice(WHEN) for at in moments if rng.random() < 0.5}
    points = ruled(position, None).replay.points or ()
    counted = {position.players[rng.randrange(3)]: Fraction(rng.choice([*points, 12, 30]))}
    paid = {name: 5 * rng.randrange(-9, 9) for name in rng.sample(position.players, rng.randrange(3))}
    line = ruled(handled(position, found=found, agreed=grave, counted=counted, paid=paid), None)
    assert all(line.as_paid.tokens[position.players.index(name)] == amount for name, amount in paid.items())
    accounts = {seat: line.as_paid.tokens[seat] for seat in range(3)}
    accounts |= {Pot.KING: line.as_paid.pots.king, Pot.PAGAT: line.as_paid.pots.pagat, NOBODY: 0}
    for cost in (cost for breach in line.breaches for cost in breach.costs):
        accounts[cost.payer] -= cost.amount
        accounts[cost.payee] += cost.amount
    assert tuple(accounts[seat] for seat in range(3)) == line.due.tokens
    assert (accounts[Pot.KING], accounts[Pot.PAGAT]) == (line.due.pots.king, line.due.pots.pagat)
    assert sum(line.due.tokens) + line.due.pots.king + line.due.pots.pagat == 0
    for each in line.rows:
        assert sum(each.due.tokens) + each.due.pots.king + each.due.pots.pagat == 0
        assert (each.due.tokens, each.due.pots) != (line.due.tokens, line.due.pots)
    numbers = [each.number for each in line.rows]
    assert numbers == sorted(set(numbers))


WHEN = ("at-once", "before-lead", "during-play", "after-payments")


def handled(position: Position, **told: Any) -> Position:
    """The same with what its players did about its one line."""
    (line,) = position.lines
    places = {(key, name): Where("", 1, 1) for key, by in told.items() for name in by}
    return replace(position, lines=(structs.replace(line, table=Aftermath(**told, places=places)),))


def random_cards_swapped(position: Position, rng: Random) -> Position:
    """The same with two cards of a player laid in each other's places, some of them against the rules."""
    (line,) = position.lines
    words = list(line.moves)
    mine = [at for at, word in enumerate(words) if word.card in position.hands[rng.randrange(3)]]
    one, other = rng.sample(mine[:-2], 2)
    words[one], words[other] = words[other], words[one]
    swapped = replace(position, lines=(structs.replace(line, moves=tuple(words)),))
    return swapped if as_played(swapped, None).complete else position


REVOKED = """\
format: tarok-position/1
players: [Anna, Bent, Carl]
hands: {Anna: dR T7 h3, Bent: hR d9 c9, Carl: c7 c2 s3}
lead: Bent
lines:
  - name: revoked
    play: hR c2 T7 dR d9 c7 h3 c9 s3
"""


@pytest.mark.parametrize(
    ("told", "due", "rows"),
    [
        # The table paid +45, -35, -15; given up in its trick the revoke costs 40 into each pot.
        ("", (45, -35, -15), [(-80, 0, 0)]),
        ("found: at-once", (45, -35, -15), [(-80, 0, 0)]),
        ("agreed: {23.3: corrected}", (45, -35, -15), []),
        ("agreed: {23.3: irrecoverable}", (-80, 0, 0), [(-35, -35, -15)]),
        ("found: during-play\n    agreed: {'23.3': irrecoverable}", (-80, 0, 0), []),
        ("found: {23.3: after-payments}\n    agreed: {23.3: irrecoverable}", (-35, -35, -15), []),
    ],
)
def test_one_sum_is_due_and_what_the_file_does_not_tell_is_a_sentence_of_its_own(
    run: Run, told: str, due: tuple[int, ...], rows: list[tuple[int, ...]]
) -> None:
    ran = run("check", "-", "--json", stdin=f"{REVOKED}    {told}\n")
    (line,) = ran.json["lines"]
    assert ran.status == 1
    assert tuple(line["as_played"]["tokens"].values()) == (45, -35, -15)
    assert tuple(line["due"]["tokens"].values()) == due
    assert [tuple(each["tokens"].values()) for each in line["rows"]] == rows
    said = run("check", "-", stdin=f"{REVOKED}    {told}\n").out
    assert said.count("Had ") == len(rows)


def test_a_false_count_or_payment_and_an_end_told_otherwise_are_breaches(run: Run) -> None:
    text = SILENT + HAND[HAND.index("lines:") :]
    position = analyzer.loads(text)
    right = ruled(position, None).replay
    points = dict(zip(right.players, right.points or (), strict=True))
    tokens = dict(zip(right.players, right.tokens, strict=True))
    dealer, counting, third = (right.players[(position.dealer + more) % 3] for more in (0, 2, 1))  # type: ignore[operator]
    told = {
        f"counted: {{{counting}: {points[counting] + 10}}}": "counted",
        f"paid: {{{dealer}: {tokens[dealer] + 5}, {third}: {tokens[third] - 5}}}": "settled for",
        f"expect: {{points: {{{dealer}: {points[dealer] + 1}}}}}": "the file says",
    }
    for key, words in told.items():
        ran = run("check", "-", "--json", stdin=f"{text}    {key}\n")
        (line,) = ran.json["lines"]
        assert (ran.status, line["verdict"]) == (1, "illegal")
        assert all(words in each["what"] for each in line["breaches"])
        assert line["due"]["tokens"] == tokens
        assert (line["as_played"]["tokens"] == tokens) is ("expect" in key)
        at = line["breaches"][0]["at"]
        assert run("show", "-", "--at", at, "--text", stdin=f"{text}    {key}\n").status == 0
        assert run("replay", "-", stdin=f"{text}    {key}\n").status == 1
    same = f"counted: {{{counting}: {points[counting]}}}\n    paid: {{{dealer}: {tokens[dealer]}}}"
    assert run("check", "-", stdin=f"{text}    {same}\n").status == 0


@pytest.mark.parametrize(
    ("told", "fault"),
    [
        ("found: {22.1: at-once}", "8:13: nothing was against the rules at 22.1"),
        ("agreed: {deal: corrected}", "8:14: nothing was against the rules at deal"),
        ("found: at-onec", "8:12: at-onec says neither when"),
        ("counted: {Anna: 12}", "8:15: the position does not say what is in the piles"),
        ("paid: {Anne: 12}", "8:12: no player is called Anne"),
    ],
)
def test_a_word_about_a_breach_that_there_is_not_is_a_fault_at_its_place(
    run: Run, told: str, fault: str
) -> None:
    ran = run("check", "-", stdin=f"{REVOKED}    {told}\n")
    assert (ran.status, fault in ran.err) == (3, True), ran.err


def test_what_the_players_did_about_a_line_is_written_back() -> None:
    told = ("found: {23.3: after-payments}", "agreed: {23.3: corrected}", "paid: {Anna: 5}")
    text = "".join([REVOKED, *(f"    {each}\n" for each in told)])
    position = analyzer.loads(text)
    assert analyzer.loads(dumps(position)) == position
    assert position.lines[0].table.found == {"23.3": "after-payments"}


def test_twelve_trumps_that_were_never_declared_bring_their_holder_nothing() -> None:
    position = analyzer.load(str(POSITIONS / "whole-hand.yaml"))
    assert [fault for _, fault in ruled(position, None).replay.deal.faults] == []  # type: ignore[union-attr]
    (ruling,) = check_lines(saying([[], [], []]))
    assert ruling["as_played"] != ruling["due"]
    assert ruling["breaches"][0]["at"] == "deal"


def check_lines(position: Position) -> list[dict[str, Any]]:
    """What `check --json` says of each line of a position."""
    return list(plain(rule(position).view())["lines"])


ENDING = """\
format: tarok-position/1
hands: {A: fool hR c3 c4, B: T21 T20 T18 c10, C: s4 s5 h9 s6}
lead: B
lines:
  - name: demanded
    play: PLAY
"""
TRICKS = (("T21", "s6", "c4"), ("T20", "s4"), ("c10", "s5", "c3"), ("T18", "h9", "hR"))


def with_demand(trick: int, place: int) -> list[dict[str, Any]]:
    """The breaches of an ending in which C demands the Fool before so many cards of a trick."""
    words = [list(each) for each in TRICKS]
    words[1].append("fool")
    words[trick].insert(place, "demand[C]")
    text = ENDING.replace("PLAY", " ".join(word for each in words for word in each))
    position = analyzer.loads(text)
    found = check_lines(position)[0]["breaches"]
    for each in found:
        position.at("demanded", each["at"])
    return list(found)


@pytest.mark.parametrize("place", range(4))
def test_a_demand_in_its_own_trick_is_right_and_elsewhere_an_error_of_that_trick(
    place: int,
) -> None:
    assert all("needless" not in each["clause"] for each in with_demand(1, min(place, 2)))
    for trick in (2, 3):
        breaches = with_demand(trick, place)
        assert {each["by"] for each in breaches} == {"C"}
        later = place == 3 and trick < 3  # after the last card: before the next trick
        assert all(each["at"].startswith(f"{22 + trick + later}.") for each in breaches), breaches


def test_a_demand_before_the_lead_of_its_trick_is_not_booked_on_the_trick_before() -> None:
    assert with_demand(0, 3) == []
    assert {each["at"] for each in with_demand(0, 0)} == {"22.1"}


@pytest.mark.parametrize(
    ("pair", "at", "stays"),
    [("c3,h9", "22.3", True), ("s5,T18", "22.3", True), ("T18,c3", "22.3", True), ("T20,c3", "23.2", False)],
)
def test_cards_in_each_others_places_leave_what_was_played_or_are_refused(
    run: Run, pair: str, at: str, *, stays: bool
) -> None:
    text = ENDING.replace("PLAY", "T21 s6 c4 T20 s4 fool c10 s5 c3 T18 h9 hR")
    before = run("show", "-", "--at", at, "--text", stdin=text)
    after = run("show", "-", "--at", at, "--swap", pair, "--text", stdin=text)
    assert after.status == (0 if stays else 2)
    assert (before.out.partition("leads")[2] == after.out.partition("leads")[2]) is stays


def test_a_share_of_deals_is_a_number_and_never_all_or_none_where_it_is_not() -> None:
    told = [percent(Fraction(number, 1000), 0) for number in (0, 1, 4, 500, 999, 1000)]
    assert told == [f"{number}\u00a0%" for number in (0, 1, 1, 50, 99, 100)]


def test_a_yes_or_no_is_never_printed_for_a_number() -> None:
    with pytest.raises(TypeError):
        say("{a}", a=True)
