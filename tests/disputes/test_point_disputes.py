"""Play, tricks, piles and declarations in the games of card points, as disputes."""

from __future__ import annotations

import json
import re

import pytest
from commands import Run
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from places import POSITIONS
from proofs.twice import settled_twice

from analyzer.answers.records.check import check
from analyzer.cards.card import FOOL, Card
from analyzer.disputes.deal.handsdeclared import DeclaredHandsFinding
from analyzer.disputes.files import loads_dispute
from analyzer.disputes.findings import Finding
from analyzer.disputes.payments.piles import PilesFinding
from analyzer.disputes.table import settle
from analyzer.disputes.tricks.events import TrickFinding
from analyzer.disputes.tricks.trickwon import TrickWonFinding
from analyzer.errors import InvalidFile
from analyzer.rules.play.table import Laid, winner
from analyzer.rules.spec.game import apply_contract
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import in_form

NAMES = "ABCDE"
SEATS = {"basic": (3, 4), "grosstarock": (2, 3, 4), "lhombre": (3, 4, 5), "french": (3, 4, 5), "appel": (4,),
         "tapp": (3,), "slovenian": (4, 3)}  # fmt: skip
FORMS = [(name, seats) for name, forms in SEATS.items() for seats in forms]


def settled(kind: str, ruleset: str, seats: int, **facts: object) -> Finding:
    """A dispute told with these keys, settled."""
    told = {"format": "tarok-dispute/2", "kind": kind, "ruleset": ruleset, "players": [*NAMES[:seats]]}
    return settled_twice(loads_dispute(json.dumps({**told, **facts})))


def faults(kind: str, ruleset: str, seats: int, **facts: object) -> list[str]:
    with pytest.raises(InvalidFile) as caught:
        settled(kind, ruleset, seats, **facts)
    return [fault.message.template for fault in caught.value.faults]


# Play


@pytest.mark.parametrize(
    ("table", "hand", "card", "clauses"),
    [
        ("T9", "T5 T12 T20", "T5", ("play.overtrump",)),
        ("T9", "T5 T3 fool", "T3", ()),
        ("h4 T9", "T5 T12 s2", "s2", ("play.trump",)),
        ("h4 T9", "T5 T12 s2", "T5", ("play.overtrump",)),
        ("h4 T9", "h2 T12 s2", "h2", ()),
        ("h4 T9", "T5 s2 s3", "T5", ()),
        ("fool", "T5 s2 s3", "s2", ()),
        ("fool T9", "T5 T12 s2", "T5", ("play.overtrump",)),
        ("h4 hR", "T1 T7 c5", "T1", ()),
    ],
)
def test_a_trump_beats_the_trumps_in_the_trick_where_it_can(
    table: str, hand: str, card: str, clauses: tuple[str, ...]
) -> None:
    who = NAMES[len(table.split())]
    found = settled("play", "french", 3, lead="A", trick=table, hands={who: hand}, play=card)
    assert found.clauses == clauses


@pytest.mark.parametrize(
    ("table", "hand", "card", "legal"),
    [
        ("h4 hC", "hR hD h1 T20", "h1", "hR hD"),
        ("h4 hC", "h2 hV s7 s8", "h2", ""),
        ("h4 T3", "T2 T9 sR s7", "T2", "T9"),
        ("h4 T3", "T1 T2 sR s7", "T1", ""),
        ("T8", "fool T2 T9 s7", "T2", "T9 fool"),
    ],
)
@pytest.mark.parametrize("contract", ["beggar", "misere"])
def test_in_beggar_and_misere_the_best_card_on_the_table_is_beaten(
    contract: str, table: str, hand: str, card: str, legal: str
) -> None:
    who, declarer = NAMES[len(table.split())], {"declarer": "A"} if contract == "beggar" else {}
    found = settled(
        "play",
        "slovenian",
        4,
        contract=contract,
        lead="A",
        trick=table,
        hands={who: hand},
        play=card,
        **declarer,
    )
    assert isinstance(found, TrickFinding)
    assert " ".join(map(str, found.steps[0].legal)) == legal
    assert found.clauses == (("play.beat",) if legal else ())


def test_what_is_played_goes_on_with_the_winner_of_each_trick() -> None:
    hands = {"A": "hR c7", "B": "h1 T2", "C": "h2 T3", "D": "h3 T4"}
    found = settled(
        "play", "slovenian", 4, contract="two", declarer="A", called="sR", hands=hands, lead="A",
        play="hR h1 h2 h3 c7 T2 T3 T4",
    )  # fmt: skip
    assert isinstance(found, TrickFinding)
    assert (found.verdict.value, found.winners) == ("legal", (0, 3))


def test_nobody_demands_a_fool_or_claims_to_name_it_in_these_games() -> None:
    events = [{"A": {"leads": "h4"}}, {"B": {"demands": "fool"}}]
    assert faults("play", "basic", 3, hands={"A": "h4 h5"}, lead="A", events=events) == [
        "{word} has no meaning in {ruleset}"
    ]


def test_what_is_played_is_told_in_one_way() -> None:
    facts = {"hands": {"A": "h4 h5"}, "lead": "A"}
    assert faults("play", "basic", 3, **facts) == ["nothing is played"]
    events = [{"A": {"leads": "h4"}}]
    assert faults("play", "basic", 3, **facts, play="h4", events=events) == [
        "`play` and `events` say the same"
    ]


# Tricks


@pytest.mark.parametrize(
    ("ruleset", "trick", "more", "card"),
    [
        ("slovenian", "fool T21 T1 s7", {}, "T1"),
        ("slovenian", "fool d1 T21 T1", {}, "T1"),
        ("slovenian", "T21 fool T1 s7", {}, "fool"),
        ("slovenian", "T21 fool T1 s7", {"variant": {"three-trumps": "any-order"}}, "T1"),
        ("slovenian", "hR fool T21 T1", {}, "T1"),
        ("slovenian", "fool T21 T1 s7", {"contract": "misere"}, "fool"),
        ("tapp", "fool T21 T1", {}, "fool"),
        ("basic", "h10 h1 h3", {}, "h1"),
        ("basic", "h10 h1 h3", {"variant": {"order": "modern"}}, "h10"),
        ("basic", "s10 s1 s9", {}, "s10"),
        ("basic", "hV h1 hC", {}, "hC"),
        ("slovenian", "d4 d1 d2 d3", {}, "d1"),
        ("basic", "fool d4 dC", {}, "dC"),
    ],
)
def test_a_trick_goes_to_the_card_that_the_rules_say(
    ruleset: str, trick: str, more: dict[str, object], card: str
) -> None:
    found = settled("trick", ruleset, len(trick.split()), lead="A", trick=trick, **more)
    assert isinstance(found, TrickWonFinding)
    assert str(found.card) == card


COLOUR = {
    "contract": "two",
    "declarer": "A",
    "called": "sR",
    "partner": "C",
    "announced": {"A": ["colour-valat"]},
}


@pytest.mark.parametrize(
    ("trick", "led", "winners"),
    [
        ("s8 T21 sV d1", False, ["C"]),
        ("s8 T2 hR d1", False, ["A"]),
        ("T2 s8 T5 d1", False, ["C"]),
        ("s8 fool T21 T1", False, ["A"]),
        ("s8 T21 sV d1", True, ["B", "C"]),
    ],
)
def test_in_colour_valat_the_suit_led_beats_trumps_until_a_trump_is_led(
    trick: str, led: bool, winners: list[str]
) -> None:
    found = settled("trick", "slovenian", 4, lead="A", trick=trick, trump_led=led, **COLOUR)
    assert isinstance(found, TrickWonFinding)
    told = [each.differs["winner"] for each in found.answered if "winner" in each.differs]
    assert (told or [NAMES[found.winner]]) == winners
    assert found.verdict.value == ("unsettled" if len(winners) > 1 else "legal")


def test_the_players_of_a_trick_may_be_named_with_their_cards() -> None:
    for trick in ({"B": "d1", "C": "T3", "A": "d2"}, [{"B": "d1"}, {"C": "T3"}, {"A": "d2"}],
                  {"lead": "B", "cards": "d1 T3 d2"}):  # fmt: skip
        found = settled("trick", "tapp", 3, contract="solo", declarer="A", trick=trick, winner="C")
        assert isinstance(found, TrickWonFinding)
        assert (found.verdict.value, found.winner) == ("legal", 2)


def test_players_of_a_trick_who_are_named_out_of_turn_are_a_fault() -> None:
    assert faults("trick", "basic", 3, trick={"B": "d1", "A": "T3", "C": "d2"}) == [
        "{player} plays out of turn"
    ]


def test_where_sides_decide_a_trick_the_partner_must_be_told() -> None:
    more = {**COLOUR, "lead": "A", "trick": "h1 h2 h3 h4"}
    del more["partner"]
    assert faults("trick", "slovenian", 4, **more) == ["the file does not say who holds {card}"]
    assert settled("trick", "slovenian", 4, **more, partner="C").verdict.value == "legal"


def test_who_the_partner_is_matters_only_where_sides_decide_who_wins() -> None:
    more = {"contract": "take", "declarer": "A", "called": "sR", "lead": "A"}
    assert settled("trick", "french", 5, **more, trick="h1 h2 h3 h4 h5").verdict.value == "legal"
    swept = {**more, "swept": "A", "trick": "fool h2 h3 h4 h5"}
    assert faults("trick", "french", 5, **swept) == ["the file does not say who holds {card}"]


def test_how_many_tricks_are_left_is_told_in_one_way() -> None:
    more = {"lead": "A", "trick": "h1 h2 h3", "tricks_left": 1}
    assert faults("trick", "basic", 3, **more, number=24) == ["{left} {left:trick is/tricks are} left"]
    assert settled("trick", "basic", 3, **more, number=25).verdict.value == "legal"


def test_who_won_a_trick_can_be_asked_of_danish_tarok_too() -> None:
    found = settled(
        "trick", "danish", 3, lead="A", trick=[{"card": "fool", "names": "h"}, "h5", "h7"], winner="B"
    )
    assert found.verdict.value == "legal"


@st.composite
def tricks(draw: st.DrawFn) -> tuple[str, int, list[Card], str | None]:
    """A game, a form of it, the cards of a trick, and a contract or none."""
    name, seats = draw(st.sampled_from(FORMS))
    rules = in_form(load_ruleset(name), seats)
    deck = rules.table.deck
    often = st.sampled_from(
        [card for card in deck if card.is_trump or card.is_fool or card.suit == "h"] or deck
    )
    cards = draw(
        st.lists(st.one_of(often, st.sampled_from(deck)), min_size=seats, max_size=seats, unique=True)
    )
    game = rules.game
    return name, seats, cards, draw(st.sampled_from([None, *game.contracts]))


@settings(max_examples=examples(15))
@given(tricks(), st.booleans(), st.booleans())
def test_engine_and_z3_agree_on_who_wins_any_trick_of_any_game(
    drawn: tuple[str, int, list[Card], str | None], swept: bool, led: bool
) -> None:
    name, seats, cards, contract = drawn
    more: dict[str, object] = {"lead": "A", "trick": " ".join(map(str, cards))}
    if contract is not None:
        more |= {"contract": contract} | ({} if contract == "misere" else {"declarer": "B"})
    more |= {"swept": "A"} if swept and name in ("french", "appel") else {}
    more |= {"trump_led": True} if led and name == "slovenian" else {}
    found = settled("trick", name, seats, **more)
    assert isinstance(found, TrickWonFinding)
    if not more.keys() & {"swept", "trump_led"} and contract != "colour-valat":
        game = apply_contract(in_form(load_ruleset(name), seats).game, contract)
        assert found.winner == winner([Laid(seat, card) for seat, card in enumerate(cards)], game)


# Piles


def test_a_card_is_given_for_a_fool_that_goes_home_and_the_trick_counts_for_its_winner() -> None:
    tricks_ = ["hR h9 h3", "fool h8 c4", "h7 c5 s2"]
    found = settled("piles", "basic", 3, lead="A", tricks=tricks_)
    assert isinstance(found, PilesFinding)
    assert (found.points, tuple(map(str, found.may_give))) == ((9, 2, 0), ("h3", "h9"))
    for given_, verdict in (("h3", "legal"), ("h9", "legal"), ("hR", "legal"), ("c4", "illegal")):
        assert (
            settled("piles", "basic", 3, lead="A", tricks=tricks_, gave={"A": given_}).verdict.value
            == verdict
        )
    assert settled("piles", "basic", 3, lead="A", tricks=tricks_, gave={"B": "c4"}).clauses == (
        "fool.exchange",
    )


def test_a_fool_is_given_up_by_a_side_without_a_trick_and_kept_by_one_that_has_one() -> None:
    tricks_ = ["fool hR h3", "h8 c4 s2"]
    found = settled(
        "piles", "basic", 3, lead="A", tricks=tricks_, taken={"A": {"tricks": 0}}, piles={"B": "fool"}
    )
    assert isinstance(found, PilesFinding)
    assert (found.verdict.value, found.points) == ("legal", (0, 10, 0))
    kept = settled("piles", "basic", 3, lead="A", tricks=tricks_, piles={"A": "fool"})
    assert isinstance(kept, PilesFinding)
    assert (kept.verdict.value, kept.points) == ("legal", (4, 6, 0))


def test_a_fool_that_a_partner_wins_is_paid_for_with_nothing() -> None:
    found = settled(
        "piles", "basic", 4, lead="A", tricks=["hR h9 fool h8", "s2 c2 s3 c3"], points={"A": 10, "D": 0}
    )
    assert found.verdict.value == "legal"


def test_in_the_last_three_tricks_of_grosstarock_the_fool_goes_with_the_trick() -> None:
    tricks_ = ["hR h9 h3", "fool h8 c4", "h7 c5 s2"]
    found = settled("piles", "grosstarock", 3, lead="A", tricks=tricks_)
    assert isinstance(found, PilesFinding)
    assert found.points == (5, 6, 0)
    assert (
        settled(
            "piles", "grosstarock", 3, lead="A", tricks=tricks_, tricks_left=5, piles={"A": "fool"}
        ).clauses
        == ()
    )


def test_a_card_that_lies_nowhere_cannot_be_said_to_lie_in_a_pile() -> None:
    more = {"lead": "A", "tricks": ["hR h9 h3"], "piles": {"A": "c9"}}
    assert faults("piles", "basic", 3, **more) == ["{card} is in none of the tricks given"]


def test_tricks_are_led_by_who_won_the_one_before_and_won_as_the_rules_say() -> None:
    played = [{"A": "h3", "B": "hR", "C": "h4"}, {"A": "c1", "B": "c2", "C": "c3"}]
    assert faults("piles", "basic", 3, tricks=played) == ["{player} plays out of turn"]
    told = [{"lead": "A", "cards": "h3 hR h4", "winner": "C"}]
    assert faults("piles", "basic", 3, tricks=told) == ["{player} wins the trick with {card}"]


@st.composite
def turned(draw: st.DrawFn) -> tuple[str, int, dict[str, object]]:
    """Tricks of a game with a Fool that excuses, and what lay in the piles before them."""
    name, seats = draw(st.sampled_from([form for form in FORMS if form[0] != "slovenian"]))
    rules = in_form(load_ruleset(name), seats)
    number = draw(st.integers(1, 4))
    cards = draw(st.permutations([card for card in rules.table.deck if card != FOOL]))[: number * seats]
    cards[draw(st.integers(0, len(cards) - 1))] = FOOL
    told = [" ".join(map(str, cards[place * seats : (place + 1) * seats])) for place in range(number)]
    more: dict[str, object] = {"lead": "A", "tricks": told}
    most = rules.table.hand_size
    more["tricks_left"] = draw(st.integers(number, min(number + 4, most)))
    bare = draw(st.sets(st.sampled_from(NAMES[:seats]), max_size=seats - 1))
    more["taken"] = {each: {"tricks": 0} for each in sorted(bare)}
    if name == "tapp":
        more |= {
            "contract": "solo",
            "declarer": "B",
            "variant": {"fool-kind": draw(st.sampled_from(["trump", "excuse"]))},
        }
    return name, seats, more


@settings(max_examples=examples(10))
@given(turned())
def test_engine_and_z3_agree_on_where_every_card_of_some_tricks_may_lie(
    drawn: tuple[str, int, dict[str, object]],
) -> None:
    name, seats, more = drawn
    found = settled("piles", name, seats, **more)
    assert isinstance(found, PilesFinding)
    lying = [card for pile in found.piles for card in pile]
    assert len(lying) == len(set(lying)) == sum(len(str(each).split()) for each in more["tricks"])  # type: ignore[attr-defined]


# Declarations


def test_what_a_hand_of_grosstarock_can_declare_is_paid_for_at_once_by_the_others() -> None:
    hand = "T21 T20 T18 T1 fool hR hD hC h1 h2 c1 c2 c3 c4 h3 h4 h5 d1 d2 d3 d4 s1 s2 s3 s4"
    found = settled(
        "declarations",
        "grosstarock",
        3,
        dealer="A",
        hands={"A": hand},
        said={"A": ["4 matadors", "half hearts"]},
    )
    assert isinstance(found, DeclaredHandsFinding)
    assert (found.verdict.value, found.tokens) == ("legal", (40, -20, -20))
    assert found.rests_on == ("declare.shared",)


def test_nothing_is_declared_in_a_game_that_has_no_declarations() -> None:
    assert faults("declarations", "french", 3, hands={}, said={}) == [
        "{ruleset} has no disputes of the kind {word}, of which its source has no word"
    ]


@settings(max_examples=examples(8))
@given(st.data())
def test_engine_and_z3_agree_on_what_any_hand_of_grosstarock_declares(data: st.DataObject) -> None:
    deck = load_ruleset("grosstarock").table.deck
    strong = [card for card in deck if card.is_trump or card.is_fool or card.is_court]
    hand = data.draw(st.permutations(strong))[:20]
    hand += [card for card in deck if card not in strong][: 25 - len(hand)]
    words = ["10 trumps", "11 trumps", "3 matadors", "5 matadors", "full hearts", "half hearts", "half kings",
             "half kings no clubs", "full kings", "abundant spades"]  # fmt: skip
    said = data.draw(st.lists(st.sampled_from(words), max_size=4))
    found = settled(
        "declarations",
        "grosstarock",
        3,
        dealer="A",
        hands={"A": " ".join(map(str, hand))},
        said={"A": said or "pass"},
    )
    assert isinstance(found, DeclaredHandsFinding)
    assert sum(found.tokens) == 0


# What a verdict rests on


@pytest.mark.parametrize(
    ("file", "clauses"),
    [
        ("trick-slovenian-three-trumps", {"play.three-trumps", "play.winner"}),
        ("trick-slovenian-colour-valat", {"play.colour-valat"}),
        ("trick-slovenian-three-trumps-in-colour-valat", {"play.three-trumps-in-colour-valat"}),
        ("trick-french-fool-after-a-sweep", {"fool.top"}),
        ("trick-basic-red-ranks", {"table.ranks"}),
        ("trick-tapp-fool-on-the-mond", {"fool.kind"}),
        ("play-french-overtrump", {"play.overtrump"}),
        ("play-slovenian-beat-in-beggar", {"play.beat"}),
        ("piles-basic-card-for-the-fool", {"fool.exchange", "fool.exchange-card", "count.points"}),
        ("piles-basic-fool-owed-for", {"fool.exchange-later"}),
        (
            "piles-basic-discard-is-no-trick",
            {"fool.surrender", "fool.discard-is-no-trick", "discard.counts-for"},
        ),
        ("piles-french-fool-in-the-last-trick", {"fool.last"}),
        ("piles-slovenian-talon-card-in-the-sixth-trick", {"misere.talon"}),
        ("discard-appel-pagat-alone", {"discard.limits-hand"}),
        ("declarations-grosstarock-matadors", {"declare.matadors", "declare.cavalry", "declare.shared"}),
    ],
)
def test_a_verdict_names_the_clauses_that_it_hangs_on(file: str, clauses: set[str]) -> None:
    found = check(str(POSITIONS / "disputes" / f"{file}.yaml")).finding
    assert clauses <= {*found.applied, *found.clauses}


# At the command line


@pytest.mark.parametrize(
    ("file", "status", "said"),
    [
        ("play-french-overtrump", 1, "could play T12"),
        ("trick-slovenian-three-trumps-in-colour-valat", 4, "wins the trick with"),
        ("piles-basic-card-for-the-fool", 0, "The pile of A: 9 points"),
        ("declarations-grosstarock-matadors", 0, "A can declare: 4 matadors"),
    ],
)
def test_a_shipped_dispute_is_told_in_words_with_its_exit_status(
    run: Run, file: str, status: int, said: str
) -> None:
    told = run("check", f"positions/disputes/{file}.yaml")
    assert told.status == status
    assert said in told.out


def test_piles_are_told_by_side_with_exact_points(run: Run) -> None:
    told = run(
        "check", "positions/disputes/piles-slovenian-talon-card-in-the-sixth-trick.yaml", "--json"
    ).json
    assert told["points"] == {"A": [23, 3], "B": 0, "C": 0, "D": 0}
    assert told["tricks"][0]["goes"] == [{"card": "cC", "to": "A", "clause": "misere.talon"}]


def test_readings_of_a_trick_tell_who_wins_it_by_each(run: Run) -> None:
    told = run("check", "positions/disputes/trick-tapp-fool-on-the-mond.yaml", "--json").json
    assert [(each["variant"], each["winner"]) for each in told["readings"]] == [
        ({"fool-kind": "trump"}, "B"),
        ({"fool-kind": "excuse"}, "A"),
    ]


@pytest.mark.parametrize(
    ("name", "needed"),
    [
        ("french-fool-not-led", False),
        ("slovenian-three-trumps", False),
        ("tapp-fool-on-the-mond", False),
        ("french-fool-after-a-sweep", True),
        ("slovenian-colour-valat-led-by-an-opponent", True),
    ],
)
def test_the_declarer_is_asked_for_only_where_who_won_the_trick_hangs_on_him(name: str, needed: bool) -> None:
    text = (POSITIONS / "disputes" / f"trick-{name}.yaml").read_text()
    told = settle(loads_dispute(text))
    without = re.sub(r"(?m)^(declarer|called|partner):.*\n", "", text)
    if needed:
        with pytest.raises(InvalidFile, match="a contract without a declarer"):
            loads_dispute(without)
    else:
        found = settle(loads_dispute(without))
        assert (found.verdict, found.comes_to) == (told.verdict, told.comes_to)
