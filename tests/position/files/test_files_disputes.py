"""What dispute files say, kind by kind, and what cannot be."""

from __future__ import annotations

from itertools import islice

import pytest

from analyzer.cards.card import BY_TEXT, DECK, FOOL, Suit, cards
from analyzer.disputes.deal.declarations import DeclarationsDispute
from analyzer.disputes.deal.discard import DiscardDispute
from analyzer.disputes.deal.irregularity import IrregularityDispute
from analyzer.disputes.files import loads_dispute
from analyzer.disputes.payments.settlement import SettlementDispute
from analyzer.disputes.shape import ClaimedPayment
from analyzer.disputes.table import DISPUTE_KINDS
from analyzer.disputes.tricks.naming import FoolNamingDispute
from analyzer.disputes.tricks.play import FoolDemandDispute, PlayDispute
from analyzer.errors import InvalidFile
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.book import Pot, Pots
from analyzer.rules.score.hand import PileFacts
from analyzer.rules.spec.clause import Category

HEAD = "format: tarok-dispute/1\n"
MEANT = {"tap": "tapp", "bassic": "basic", "slovenien": "slovenian"}
HAND_28 = " ".join(map(str, islice(DECK, 28)))
HAND_25 = " ".join(map(str, islice(DECK, 25)))
NAMING = HEAD + (
    "kind: fool-naming\n"
    "hands: {A: fool h2, B: c5 d3, C: d4 s9}\n"
    "lead: A\n"
    "events:\n"
    "  - {A: {leads: fool, names: s}}\n"
    "  - {B: {says: void}}\n"
    "  - {B: {claims: naming, names: klør}}\n"
    "  - {B: {plays: club 5}}\n"
)


def faults(text: str) -> list[str]:
    with pytest.raises(InvalidFile) as caught:
        loads_dispute(HEAD + text, "f")
    return str(caught.value).split("\n")


def test_a_discard_is_the_dealers_28_cards_and_what_he_lays_away() -> None:
    text = f"kind: discard\nhand: {HAND_28}\ndiscard: hD h3 h4\nannounce: [tout, heart 3]\ndealer: B\n"
    dispute = loads_dispute(HEAD + text)
    assert isinstance(dispute, DiscardDispute)
    assert dispute.hand == frozenset(DECK[:28])
    assert dispute.discard == frozenset(cards("hD h3 h4"))
    assert dispute.announce == ("tout", BY_TEXT["h3"])
    assert (dispute.dealer, dispute.rules.name) == (1, "danish")


def test_a_discard_of_four_cards_is_for_the_rules_to_judge_not_for_the_reader() -> None:
    dispute = loads_dispute(
        HEAD + f"kind: discard\nhand: {HAND_28}\ndiscard: [h1, h2, h3, h4]\nannounce: trumps\n"
    )
    assert isinstance(dispute, DiscardDispute)
    assert len(dispute.discard) == 4
    assert dispute.announce == ("trumps",)


def test_a_discard_comes_out_of_28_different_cards() -> None:
    hand = HAND_28.replace("hD ", "")
    assert faults(f"kind: discard\nhand: {hand} h1\ndiscard: hD h3 h3\nannounce: tot\n") == [
        f"f:3:{8 + len(hand)}: h1 is in the hand twice; a card belongs in one (first at line 3, column 16)",
        "f:4:10: hD is not in the hand; expected one of the dealer's cards",
        "f:4:16: h3 is in the discard twice; a card belongs in one (first at line 4, column 13)",
        "f:5:11: tot: no such card; expected tout, trumps or cards of the skat",
    ]


def test_declarations_are_hands_and_what_was_said() -> None:
    text = f"kind: declarations\nhands: {{B: {HAND_25}}}\nskat: s5 s6 s7\n"
    dispute = loads_dispute(HEAD + text + "said: {B: [full hearts, full diamonds]}\n")
    assert isinstance(dispute, DeclarationsDispute)
    assert dispute.hands == {1: frozenset(DECK[:25])}
    assert dispute.said == {1: ("full hearts", "full diamonds")}
    assert dispute.skat == frozenset(cards("s5 s6 s7"))


def test_who_declared_has_a_hand_of_25_cards() -> None:
    text = "kind: declarations\nhands: {B: hR hD}\nsaid: {B: pass, C: half of it}\n"
    assert faults(text) == [
        "f:3:12: B holds 2 cards; expected 25",
        "f:4:17: C has no hand; expected the hand of each who declared",
        (
            "f:4:20: “half of it” is not a declaration; say it like “11 trumps with pagat”, “4 matadors”, "
            "“full hearts”, “half diamonds no knight” or “pass”"
        ),
    ]


def test_the_naming_of_the_fool_is_hands_and_what_was_said_and_played() -> None:
    dispute = loads_dispute(NAMING)
    assert isinstance(dispute, FoolNamingDispute)
    assert dispute.hands[0] == frozenset(cards("fool h2"))
    assert (dispute.lead, dispute.tricks_left) == (0, 2)
    assert dispute.events == (
        Action(ActionKind.LEAD, FOOL, Suit.SPADES, seat=0),
        Action(ActionKind.VOID, seat=1),
        Action(ActionKind.CLAIM, None, Suit.CLUBS, seat=1),
        Action(ActionKind.PLAY, BY_TEXT["c5"], seat=1),
    )
    assert dispute.events[0].where is not None
    assert (dispute.events[0].where.line, dispute.events[0].where.column) == (6, 6)


def test_what_cannot_have_happened_in_a_naming_is_told_event_by_event() -> None:
    text = (
        NAMING.replace("club 5", "c6")
        + "  - {C: {plays: d4, says: void}}\n  - {C: {demands: fool}}\n  - {Q: {says: none}}\n"
    )
    assert faults(text.removeprefix(HEAD)) == [
        "f:9:6: c6 is not in the hand of the player said to play it; expected what can have happened",
        "f:10:9: 2 things are done at once; expected one of leads, plays, says, claims, demands",
        "f:11:6: this is not part of naming the Fool; expected the Fool led, what was said, and cards",
        "f:12:6: no player is called Q; the players are A, B, C",
        "f:12:16: `says` is “none”; expected one of void, holds",
    ]


def test_a_naming_begins_with_the_fool_led_by_the_leader() -> None:
    assert faults(NAMING.removeprefix(HEAD).replace("lead: A", "lead: B")) == [
        "f:6:6: the Fool is not led first; expected {B: {leads: fool, names: h}} first"
    ]
    assert faults(NAMING.removeprefix(HEAD).replace(", names: s", ""))[0] == (
        "f:6:17: the Fool is led and names no suit; expected names: h with it (fool.naming)"
    )


def test_hands_before_the_trick_are_of_one_size_and_share_no_card() -> None:
    text = NAMING.removeprefix(HEAD).replace("C: d4 s9", "C: c5 d4 s9")
    assert faults(text) == [
        "f:3:34: C holds 3 cards; expected 2 cards, as A and B hold with 2 to play",
        "f:3:34: c5 is in two hands (B, C); a card belongs in one (first at line 3, column 24)",
    ]


def test_a_demand_is_told_among_what_was_played() -> None:
    text = (
        "kind: fool-demand\nhands: {A: fool h2 h3, B: c5 d3 T2, C: d4 s9 T1}\nfool_demand: false\n"
        "events: [{A: {leads: h2}}, {C: {demands: fool}}]\n"
    )
    dispute = loads_dispute(HEAD + text)
    assert isinstance(dispute, FoolDemandDispute)
    assert dispute.events == (
        Action(ActionKind.LEAD, BY_TEXT["h2"], seat=0),
        Action(ActionKind.DEMAND, seat=2),
    )
    assert (dispute.lead, dispute.tricks_left, dispute.fool_demand) == (0, 3, False)


def test_a_play_is_told_as_it_happened_legal_or_not() -> None:
    text = "kind: play\nhands: {A: h2, B: h5, C: d4}\nevents: [{A: {leads: h2}}, {C: {plays: d4}}]\n"
    dispute = loads_dispute(HEAD + text)
    assert isinstance(dispute, PlayDispute)
    assert [(each.seat, str(each.card)) for each in dispute.events] == [(0, "h2"), (2, "d4")]


def test_a_card_that_was_not_in_the_hand_cannot_have_been_played() -> None:
    text = "kind: play\nhands: {A: h2, B: h5, C: d4}\nevents: [{A: {leads: h5}}, {C: {plays: h4 d4}}]\n"
    assert faults(text) == [
        "f:4:11: A plays h5, which is not in the hand; expected a card of A's",
        "f:4:29: C plays h4, which is not in the hand; expected a card of C's",
        "f:4:40: 2 cards are played at once; expected one card",
    ]


def test_a_settlement_is_a_complete_trick_with_pots_and_piles_and_what_was_paid() -> None:
    text = (
        "kind: settlement\nlead: B\ntrick: hR T7 sR\npots: {king: 135}\ndealer: A\nsitting_out: D\n"
        "taken: {A: {tricks: 8}, C: {tricks: 10}}\n"
        "paid:\n  - {from: B, to: king, amount: 135}\n  - {from: D, to: pagat, amount: 20}\n"
    )
    dispute = loads_dispute(HEAD + text)
    assert isinstance(dispute, SettlementDispute)
    assert [(each.seat, str(each.card)) for each in dispute.trick] == [(1, "hR"), (2, "T7"), (0, "sR")]
    assert (dispute.tricks_left, dispute.pots) == (1, Pots(135, 60))
    assert dispute.taken == {0: PileFacts(8), 1: PileFacts(6), 2: PileFacts(10)}
    assert dispute.paid == (ClaimedPayment(1, Pot.KING, 135), ClaimedPayment(3, Pot.PAGAT, 20))


def test_a_settled_trick_has_three_different_cards() -> None:
    text = "kind: settlement\nlead: B\ntrick: hR hR\npaid: [{from: B, to: B, amount: -5}]\nannounce: tout\n"
    assert faults(text) == [
        "f:4:8: the trick holds 2 cards; expected 3: a settled trick is complete",
        "f:4:11: hR is in the trick twice; a card belongs in one (first at line 4, column 8)",
        "f:5:8: a payment to oneself; expected two of the players and the pots",
        "f:5:33: `amount` is -5; expected at least 0",
        "f:6:11: a Tout is announced without a dealer; expected `dealer`",
    ]


def test_an_irregularity_has_a_name_and_a_player() -> None:
    text = "kind: irregularity\nirregularity: lead-out-of-turn\nby: C\ncategory: minor\n"
    dispute = loads_dispute(HEAD + text)
    assert isinstance(dispute, IrregularityDispute)
    assert (dispute.irregularity, dispute.by, dispute.category) == ("lead-out-of-turn", 2, Category.MINOR)
    assert faults("kind: irregularity\nirregularity: leading-out-of-turn\nby: X\ncategory: grave\n") == [
        "f:3:15: no irregularity is called leading-out-of-turn; did you mean `lead-out-of-turn`?",
        "f:4:5: no player is called X; the players are A, B, C",
        "f:5:11: `category` is “grave”; expected one of superficial, minor, major, irrecoverable",
    ]


def test_a_dispute_says_what_kind_it_is() -> None:
    assert faults("hand: hR\n") == [f"f:1:1: `kind` is missing; expected one of {', '.join(DISPUTE_KINDS)}"]
    assert faults("kind: discards\n") == ["f:2:7: the kind is discards; did you mean `discard`?"]


def test_a_position_is_no_dispute() -> None:
    with pytest.raises(InvalidFile, match="the format is tarok-position/1; expected tarok-dispute/1"):
        loads_dispute("format: tarok-position/1\n")


def test_a_kind_that_is_no_word_is_no_kind() -> None:
    assert faults("kind: {a: b}\n")[0].startswith("f:2:7: the kind is a mapping; expected one of discard,")


@pytest.mark.parametrize("game", ["tap", "bassic", "slovenien"])
def test_a_dispute_under_a_misspelt_rule_set_is_not_read_by_other_rules(game: str) -> None:
    head = f"kind: count\nruleset: {game}\nplayers: [A, B, C]\n"
    text = head + "contract: threes\ndeclarer: A\npiles: {B: {cards: hR}}\n"
    (told,) = faults(text)
    assert told.startswith(f"f:3:10: unknown rule set '{game}'; did you mean {MEANT[game]}?")
