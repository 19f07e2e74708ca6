"""On a board a hand of which not every card is known is played on in the deals that fit."""

from __future__ import annotations

import re

import pytest
from places import POSITIONS

import analyzer
from analyzer.answers.requests import Means
from analyzer.api.board.cards import WorthRequest, worth
from analyzer.api.board.moment import moment, position_after, tree_checked
from analyzer.api.board.page_questions import as_yaml
from analyzer.api.board.views import BoardAnswer, WorthAnswer
from analyzer.api.python.reading import loads
from analyzer.errors import IllegalMove, TarokError, UsageError
from analyzer.knowledge.fitting import fitting_deals
from analyzer.report.style.textstyle import TextStyle
from analyzer.search.engine.watch import Watch
from analyzer.search.worlds.everydeal import InEveryDeal
from analyzer.search.worlds.results import Criterion

PROP1 = POSITIONS / "prop1.yaml"
ONE = "danish / Anna: hR T7 ? / Bent: T1 s4 d5 / Clara: T20 hD c2 / Anna leads"
MANY = "danish / Anna: hR T7 ? / Bent: T1 ? ? / Clara: T20 ? c7|c4 / Anna leads"
UNSEEN = """\
format: tarok-position/1
hands: {A: T20 hR}
lead: A
unseen: {hidden_from: A, sizes: {B: 2, C: 2}, cards: T10 T7 h3 h4}
"""
STYLE = TextStyle(width=400)


def table(text: str, *words: str) -> BoardAnswer:
    return moment(text, words, STYLE).view()


def may(shown: BoardAnswer) -> set[str]:
    """Everything that a board offers to do."""
    own = {word for seat in shown.seats for card in seat.hand for word in card.words}
    return own | {each.word for each in (*shown.untold, *shown.other)}


@pytest.mark.parametrize("text", [ONE, UNSEEN], ids=["one card", "two hands"])
def test_a_board_offers_what_is_legal_in_a_deal_that_fits_and_nothing_else(text: str) -> None:
    lines = [((), list(fitting_deals(loads(text)).listed()))]
    while lines:
        words, deals = lines.pop()
        legal = {str(each) for deal in deals if not deal.over for each in deal.legal()}
        assert may(table(text, *words)) == legal, words
        for word in sorted(legal)[:: 1 + len(legal) // 3]:
            after = [deal.after(word) for deal in deals if word in map(str, deal.legal())]
            lines.append(((*words, word), after))


def test_what_is_asked_after_a_move_is_asked_in_the_deals_in_which_it_was_legal() -> None:
    played = ("hR", "T1", "hD", "d5", "T20", "d9")
    assert [str(deal.hands) for deal in fitting_deals(position_after(ONE, played)).deals] == [
        str(loads("danish / Anna: T7 / Bent: s4 / Clara: c2 / Clara leads").hands)
    ]
    assert table(ONE, *played).seats[0].hidden == 0


@pytest.mark.thorough
def test_a_card_that_is_played_was_held_though_few_of_the_deals_that_were_drawn_had_it() -> None:
    words = ("hR", "h5", "hV", "T7", "T1", "T20", "c4", "s4", "d4")
    for number in range(1, len(words) + 1):
        shown = table(MANY, *words[:number])
        assert shown.moves[-1].word == words[number - 1]
    assert shown.over
    assert shown.amounts is not None
    assert "Pagat pot 65" in shown.facts
    assert sum(shown.amounts.values()) == -5, "what the Pagat that was lost put into its pot"


def test_a_card_that_no_deal_allows_is_refused_with_the_rule() -> None:
    with pytest.raises(IllegalMove, match="void in hearts, while holding T1"):
        table(ONE, "hR", "s4")
    with pytest.raises(TarokError):
        table(ONE, "hD")
    assert [each.moves for each in tree_checked(ONE, ["hR", ["T1"], ["s4"]], STYLE).refused] == [["hR", "s4"]]


def test_a_card_that_may_go_back_where_its_player_holds_the_fool_lies_on_the_table() -> None:
    shown = table(ONE, "hR")
    assert [laid.card for laid in shown.trick] == ["hR"]
    assert shown.to_play == "Bent"


def test_another_player_may_lead_a_hand_of_which_not_every_card_is_known() -> None:
    led = table(ONE, "lead[Bent]")
    assert (led.to_play, may(led)) == ("Bent", {"T1", "s4", "d5"})
    assert [laid.card for laid in table(ONE, "lead[Bent]", "s4").trick] == ["s4"]


def test_a_card_that_nobody_remembers_may_be_any() -> None:
    text = as_yaml("danish / Anna: hR T7 / Bent: T1 s4 / Clara: T20 hD / Anna leads", (), None, "hD").text
    position = loads(text)
    assert not loads(as_yaml(PROP1.read_text(encoding="utf-8"), (), None, "c7").text).lines
    assert position.untold == {2: 1}
    assert len(fitting_deals(position)) == 78 - 5
    again = loads(as_yaml(text, ("T7",), None, "s4").text)
    assert again.untold == {1: 1, 2: 1}
    with pytest.raises(UsageError, match="in no hand"):
        as_yaml(text, (), None, "hD")


FIT = "danish / Anna: T10 ? / Bent: hR d9 / Clara: h4 s5 / Bent leads"
"""Its 73 deals are few enough to be counted."""


def test_over_drawn_deals_each_share_has_a_range_that_mostly_holds_that_of_all() -> None:
    over = analyzer.forced(loads(FIT), "king_ultimo", "Bent")
    assert isinstance(over, InEveryDeal)
    number, asked = over.number, len(over.answers)
    held = 0
    for seed in range(20):
        told = " ".join(str(analyzer.solve(loads(FIT), sample=40, seed=seed)).split())
        (found,) = re.findall(r"Bent's Ultimo: in about (\S+) % \((\S+) % to (\S+) %\) of the deals", told)
        share, low, high = map(float, found)
        assert low < share < high
        held += low <= 100 * number / asked <= high
        assert "40 deals were drawn at random; of the others nothing is certain." in told
        drawn = analyzer.forced(loads(FIT), "king_ultimo", "Bent", sample=40, seed=seed)
        assert f"about {found[0]} % ({found[1]} % to {found[2]} %)." in " ".join(str(drawn).split())
    assert held >= 18


def test_what_may_be_played_in_all_drawn_deals_is_not_said_of_the_others() -> None:
    told = str(analyzer.moves(loads(MANY.replace("T7 ?", "T7 c2"))))
    assert "in all 1 000 deals that were drawn" in told.replace("\u00a0", " ")
    assert "wherever" not in told


def test_a_board_names_the_card_to_play_over_counted_and_drawn_deals() -> None:
    for text, drawn in ((FIT, False), (FIT.replace("h4 s5", "h4 ?"), True)):
        shown: list[WorthAnswer] = []
        worth(loads(text), WorthRequest(), Means(), STYLE, Watch(), shown.append)
        last = shown[-1]
        assert last.complete
        best = analyzer.decide(loads(text)).highest(Criterion.EXPECTED)
        assert {each.word for each in last.cards if each.best} == {each.name for each in best}
        assert last.verdict is not None
        cells = [cell.text for row in last.verdict.forces for cell in row.cells]
        assert all("%" in cell for cell in cells) is drawn
