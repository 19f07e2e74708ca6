"""Each view does without a server what it does with one: a run puts some tests of the board to the page."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator

import pytest
from board_page import says
from effort import part
from page.page_visited import LINK, READY, visited
from playwright.sync_api import Browser, Page, expect
from web import test_board, test_hand_ruled, test_lines, test_out, test_problems, test_sound, test_views

OF_THE_BOARD = [
    test_board.test_position_1_is_played_by_mouse_until_the_nine_has_put_b_behind,
    test_board.test_position_1_is_played_by_keyboard_alone_until_a_has_the_ultimo,
    test_lines.test_back_and_forward_return_to_the_line_that_was_left,
    test_lines.test_a_guess_is_marked_as_one_and_stands_apart_from_what_is_proved,
    test_hand_ruled.test_a_line_played_on_the_table_is_ruled_on_in_the_language_of_the_page,
    test_problems.test_the_goal_that_is_chosen_is_what_a_solver_is_asked,
    test_views.test_a_position_is_set_up_from_nothing_and_the_nine_goes_bagud,
    test_views.test_what_is_wrong_with_a_text_is_told_all_at_once_beside_it,
    test_views.test_a_shipped_dispute_opens_in_its_form_and_is_settled,
    test_views.test_a_player_who_sees_his_own_hand_alone_counts_the_deals_and_decides,
    test_views.test_a_hand_is_told_with_buttons_and_its_totals_follow_at_once,
    test_views.test_an_evening_is_scored_hand_by_hand,
    test_views.test_a_link_opens_the_same_moment_with_its_variations_on_another_page,
    test_views.test_the_page_speaks_danish_at_a_switch,
    test_sound.test_the_rules_name_their_sources_as_people_do,
    test_sound.test_what_is_refused_is_refused_in_danish_to_a_dane,
    test_out.test_a_position_leaves_as_yaml_and_as_one_line_and_is_the_same,
    test_out.test_a_certificate_of_the_answer_shown_is_saved_and_holds,
    test_out.test_a_problem_is_composed_and_lies_on_the_table,
    test_out.test_a_link_is_shown_as_a_code_for_a_phone,
]
"""One at least of every view; what a server alone does is not among them."""


@pytest.fixture
def address(place: str) -> str:
    return place


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """The page in English, opened with a link to position 1."""
    expect.set_options(timeout=READY)
    with visited(browser) as found:
        found.goto(f"{address}?lang=en{LINK}")
        says(found, "B leads.")
        yield found


@pytest.mark.parametrize("test", part(OF_THE_BOARD, 5), ids=lambda test: test.__name__.removeprefix("test_"))
def test_without_a_server_too(test: Callable[..., None], request: pytest.FixtureRequest) -> None:
    test(**{name: request.getfixturevalue(name) for name in inspect.signature(test).parameters})
