"""What a dispute tells is what was told of it: words worth nothing, a dealer who was silent, open sums."""

from __future__ import annotations

from typing import Any, Final

import pytest
from commands import here

import analyzer
from analyzer.disputes.paid import corrections_of
from analyzer.errors import InvalidFile, UsageError
from analyzer.rules.book import Pot, Transfer
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.shipped import load_ruleset, ruleset_names
from analyzer.rules.spec.variants import in_form

COURTS_AWAY: Final = """\
format: tarok-dispute/1
kind: discard
hand: hR hD hC hV dR dD dC dV sR sD sC sV cR cD cC cV fool T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 T1
discard: hV dV sV
"""
JOINS: Final = """\
format: tarok-dispute/1
kind: session
event: fourth-joins
players: [Karen, Lars, Mogens, Nina]
by: Nina
pots: {king: 65, pagat: 100}
"""
NAMING: Final = """\
format: tarok-dispute/1
kind: fool-naming
players: [Anna, Bent, Clara]
hands: {Anna: fool c2 d3, Bent: T3 h4 d2, Clara: T9 hR c3}
lead: Anna
events:
  - {Anna: {leads: fool, names: spades}}
  - {Bent: {plays: h4}}
  - {Clara: {plays: c3}}
"""
SHEET: Final = "format: tarok-session/1\nruleset: {rules}\nplayers: [{players}]\nhands:\n  - {{{hand}}}\n"


def forms(name: str) -> tuple[int, ...]:
    rules = load_ruleset(name)
    return rules.forms or (rules.table.players,)


def game(name: str, seats: int) -> GameSpec:
    return in_form(load_ruleset(name), seats).game


def settled(text: str) -> dict[str, Any]:
    found: dict[str, Any] = analyzer.check(text).to_dict()
    return found


def test_a_dealer_who_was_silent_broke_a_clause_and_one_of_whom_nothing_is_told_did_not() -> None:
    unsaid = here("check", "-", stdin=COURTS_AWAY).out
    assert unsaid.startswith("LEGAL")
    assert "to be announced: ♥V ♦V ♠V" in unsaid.partition("\n\n")[0]
    silent = settled(COURTS_AWAY + "announce: []\n")
    assert [each["clause"] for each in silent["violations"]] == ["discard.announce"]
    assert settled(COURTS_AWAY + "announce: [hV, dV, sV]\n")["verdict"] == "legal"


def test_no_trick_is_won_by_a_card_that_has_to_go_back() -> None:
    found = settled(NAMING)
    assert (found["verdict"], found["winner"]) == ("illegal", None)
    assert {each["player"] for each in found["penalties"] if "revoke" in each["irregularity"]} == {
        "Bent",
        "Clara",
    }


def test_an_open_case_has_a_sum_for_each_reading_and_none_that_is_due() -> None:
    told = here("check", "-", stdin=JOINS).out
    assert told.startswith("UNSETTLED")
    assert "By the first reading" not in told
    assert all(f"Nina -{amount}" in told for amount in (60, 55, 50))


POTS: Final = "points: {A: 20, B: 24, C: 34}, last_trick: {winner: A}"
WORTHLESS: Final = [
    ("danish", "A, B, C", "dealer: C, declarations: {B: [9 trumps with pagat]}, " + POTS, "9 trumps"),
    (
        "grosstarock",
        "A, B, C",
        "dealer: C, declarations: {B: [2 matadors]}, points: {A: 30, B: 28}",
        "2 matadors",
    ),
    (
        "slovenian",
        "A, B, C, D",
        "dealer: D, contract: beggar, declarer: A, tricks: {A: 0}, announced: {A: [valat]}",
        "valat",
    ),
]


@pytest.mark.parametrize(("rules", "players", "hand", "said"), WORTHLESS)
def test_words_that_are_worth_nothing_are_told_on_a_score_sheet(
    rules: str, players: str, hand: str, said: str
) -> None:
    (scored,) = analyzer.score(SHEET.format(rules=rules, players=players, hand=hand)).to_dict()["hands"]
    assert [said in each["text"] for each in scored["violations"]] == [True]


@pytest.mark.parametrize("showed", ["A", "B"])
@pytest.mark.parametrize(
    ("rules", "seats"),
    [(each, seats) for each in ruleset_names() for seats in forms(each) if game(each, seats).shown],
)
def test_what_is_said_to_wait_is_what_the_settlement_pays_however_the_hand_ends(
    rules: str, seats: int, showed: str
) -> None:
    of_game = game(rules, seats)
    assert of_game.shown is not None
    number, contracts = min(of_game.shown.amounts), list(of_game.contracts.values())
    alone = next((each for each in contracts if each.alone), contracts[0])
    players = "ABCDE"[:seats]
    head = f"format: tarok-dispute/2\nruleset: {rules}\nplayers: [{', '.join(players)}]\n"
    head += f"contract: {alone.name}\ndeclarer: B\n"
    shown = f"announced: {{{showed}: [{number} trumps]}}\n"
    told = settled(f"{head}kind: announcement\n{shown}")
    worth = told["worth"][f"{number} trumps"] if showed in told["waits"] else 0
    assert worth or showed == "A", "what the declarer shows waits in every game that has it"
    for points, way in ((60, 1), (20, -1)):
        ended = f"{head}kind: settlement\ntrull: 2\npoints: {{B: {points}}}\n"
        with_it, without = settled(ended + shown)["tokens"], settled(ended)["tokens"]
        brings = {name: with_it[name] - without[name] for name in players}
        assert brings == dict.fromkeys(players, -way * worth) | {"B": way * worth * (seats - 1)}


def test_a_slam_is_asked_for_only_where_nothing_settles_it() -> None:
    hand = "dealer: D, contract: garde, declarer: A, bouts: 3, points: {A: 50}, announced: {A: [slam]}"

    def totals(more: str) -> object:
        sheet = SHEET.format(rules="tarot", players="A, B, C, D", hand=hand + more)
        return analyzer.score(sheet).to_dict()["totals"]

    assert totals(", last_trick: {winner: B, with: c4}") == totals(", slam: none")
    with pytest.raises(analyzer.errors.Invalid, match="slam: none"):
        totals("")


@pytest.mark.parametrize("goal", ["tricks>=1.5", "tricks>=19", "points>=999", "points>=-3", "bouts>=4"])
def test_a_goal_out_of_range_is_refused(goal: str) -> None:
    hands = "tarot / A: s8 T8 / B: s9 T9 / C: c1 T10 / D: c2 T11 / A leads / contract=garde declarer=A"
    with pytest.raises(UsageError, match="cannot be"):
        analyzer.forced(hands, goal)
    assert analyzer.forced(hands, "tricks>=1").holds is not None


def test_propriety_is_not_told_from_a_sample() -> None:
    hands = "danish / Karen: T10 ? / Lars: hR d9 / Mogens: h4 ? / Lars leads"
    found = analyzer.decide(hands, sample=100).to_dict()
    assert found["advice"]["proper"] is None
    assert [each["proper"] for each in found["cards"]] == [None, None]
    assert "A sample of 100 does not show which card is proper" in str(analyzer.decide(hands, sample=100))


def test_tricks_that_are_taken_for_the_last_ones_are_said_to_be() -> None:
    text = "format: tarok-dispute/2\nkind: piles\nruleset: basic\nplayers: [Anna, Ole, Clara]\nlead: Anna\n"
    text += "tricks: [hR h9 h3]\n"
    assert any("taken for the last ones" in note for note in settled(text)["notes"])
    assert not settled(text + "tricks_left: 1\n")["notes"]


def test_deals_that_differ_in_the_pots_are_other_deals() -> None:
    text = (
        "format: tarok-position/1\nplayers: [A, B, C]\npots: {king: 100, pagat: 60}\ntricks:\n"
        '  - {lead: B, cards: "hD ? h3"}\n  - {lead: B, cards: "d9 dR d4"}\n'
    )
    told = here("solve", "-", "--at", "25", "--json", stdin=text).out
    assert '"count": 50' in told
    assert '"guarantee": {"A": -60, "B": -60, "C": 160}' in told
    assert "king pot 100 or 105" in here("show", "-", "--at", "25", stdin=text).out


def test_a_problem_is_answered_with_the_question_that_it_asks() -> None:
    text = (
        "format: tarok-position/1\nstipulation: Lars leads. Which card alone prevents Karen's Ultimo?\n"
        "players: [Karen, Lars, Mogens]\nhands: {Karen: dR T7, Lars: hR d9, Mogens: c7 c2}\nlead: Lars\n"
    )
    assert analyzer.forced(text).to_dict()["question"] == {"goal": "ultimo", "for": "Karen", "by": ["Karen"]}
    assert "playing ♦9 prevents it" in here("solve", "-", "--brief", stdin=text).out.splitlines()[0]
    assert here("explain", "-", stdin=text).out.startswith("No: Karen cannot force the Ultimo.")
    assert analyzer.forced(text, player="Lars").to_dict()["question"]["for"] == "Lars"


TWO_WRONG_DECLARATIONS = """
format: tarok-dispute/2
kind: declarations
players: [Anna, Bent, Carl]
hands: {Bent: T2 T3 T5 T6 T8 T11 T13 T15 T17 hD hC h1 h4 hV dV s3 s6 sV c2 c4 c7 cR dR sR d8}
said: {Bent: [DECLARED]}
found: during-play
"""


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_every_wrong_declaration_is_paid_back_and_one_is_fined(
    order: tuple[int, ...],
) -> None:
    said = ("10 trumps without pagat", "half kings no heart king")
    told = ", ".join(said[place] for place in order)
    found = settled(TWO_WRONG_DECLARATIONS.replace("DECLARED", told))
    assert found["tokens"] == {"Anna": 15, "Bent": -110, "Carl": 15}
    assert found["pots"] == {"king": 40, "pagat": 40}


def test_more_trumps_than_there_are_cannot_be_shown() -> None:
    about = "format: tarok-dispute/2\nkind: announcement\nruleset: french\nplayers: [A, B, C]\n"
    with pytest.raises(InvalidFile, match="cannot be true together"):
        settled(about + "announced: {A: [13 trumps], B: [13 trumps]}\n")


def test_what_was_paid_wrongly_is_put_right_in_as_few_payments_as_the_debts_are() -> None:
    owed = [Transfer(2, 0, 5, ""), Transfer(3, Pot.KING, 20, "")]
    paid = [Transfer(2, 0, 10, "")]
    assert [(each.payer, each.payee, each.amount) for each in corrections_of(owed, paid)] == [
        (0, 2, 5),
        (3, Pot.KING, 20),
    ]


def test_all_tricks_of_the_opponents_are_not_told_of_one_of_them() -> None:
    hand = "{dealer: Ana, contract: beggar, declarer: Z, tricks: {Z: 0}}"
    text = f"format: tarok-session/1\nruleset: slovenian\nplayers: [Ana, Bor, Cene, Z]\nhands: [{hand}]\n"
    assert "all tricks for Ana's side" in str(analyzer.score(text))
