"""The page in a browser: its first visit, without a network, and a search that is stopped."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from page.page_visited import LINK, PROP1, READY, visited
from places import POSITIONS
from playwright.sync_api import Browser, Page, ViewportSize, expect

PHONE = ViewportSize(width=375, height=667)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with visited(browser, PHONE) as found:
        yield found


def table(page: Page) -> None:
    expect(
        page.get_by_role("group", name="hand of B").get_by_role("button", name="king of hearts")
    ).to_be_visible(timeout=READY)


def test_a_phone_shows_the_cards_of_a_link_before_the_program_has_come(page: Page, place: str) -> None:
    page.route("**/board.tar.xz", lambda _: None)
    page.goto(f"{place}?lang=en{LINK}")
    expect(page.locator("#early svg")).to_have_count(6)
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.locator("#coming")).to_contain_text("MB")


def test_a_link_opens_below_any_path_and_again_without_a_network(page: Page, place: str) -> None:
    page.goto(f"{place}?lang=en{LINK}")
    table(page)
    assert page.locator("#early").count() == 0
    assert page.locator("#coming").count() == 0
    page.context.set_offline(True)
    page.reload()
    table(page)


FOREIGN = """() => new Promise((done) => {
  document.addEventListener("securitypolicyviolation", (event) => done(event.effectiveDirective));
  const script = document.createElement("script");
  script.textContent = "self.tarokRan = true";
  document.head.append(script);
  if (self.tarokRan) done("it ran");
})"""
"""A script that somebody slipped into the page; what comes back is by which rule it was refused."""


@pytest.mark.parametrize("name", ["", "python.html"])
def test_the_page_runs_no_script_that_does_not_lie_beside_it(page: Page, place: str, name: str) -> None:
    page.goto(f"{place}{name}")
    if not name:  # a first visit is loaded once more, when what shares memory has come
        page.wait_for_function("() => self.crossOriginIsolated", timeout=READY)
    assert page.evaluate(FOREIGN) == "script-src-elem"


OFFLINE = ("table", "set up", "dispute", "what I know", "score sheet", "rules")


def test_after_the_first_visit_every_tab_works_without_a_network(page: Page, place: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(f"{place}?lang=en{LINK}")
    table(page)
    page.evaluate("() => self.tarokKept")
    page.context.set_offline(True)
    page.reload()
    table(page)
    for tab in OFFLINE:
        page.get_by_role("tab", name=tab, exact=True).click()
        expect(page.get_by_role("tab", name=tab, exact=True)).to_have_attribute("aria-selected", "true")
    expect(page.get_by_text("does not answer")).to_have_count(0)
    listed = page.evaluate("async () => Object.keys(await (await fetch('told/shelf.json')).json())")
    assert listed
    page.get_by_role("tab", name="dispute", exact=True).click()
    page.get_by_role("combobox", name="what it is about").select_option("settlement")
    page.get_by_role("region", name="Verdict").get_by_role("button").first.click()
    expect(page.locator(".stamp")).to_be_visible()
    session = (POSITIONS / "sessions/basic.yaml").read_text(encoding="utf-8")
    assert page.evaluate("(session) => tarok.ask('score', {session})", session)["answer"]["hands"]
    page.goto("about:blank")
    page.goto(f"{place}?lang=fr{LINK}")
    expect(page.get_by_role("tab", name="table", exact=True)).to_be_visible(timeout=READY)
    expect(page.get_by_role("tab", name="litige", exact=True)).to_be_visible()
    assert wrong == []


def test_the_prover_comes_with_the_first_dispute_that_needs_it(page: Page, place: str) -> None:
    page.goto(f"{place}?lang=en{LINK}")
    table(page)
    page.evaluate("() => self.tarokKept")
    came: list[str] = []
    page.on("request", lambda asked: came.append(asked.url.rpartition("/")[2]))

    def ruled(name: str) -> str:
        dispute = (POSITIONS / f"disputes/{name}.yaml").read_text(encoding="utf-8")
        told: str = page.evaluate(
            "(dispute) => tarok.ask('check', {dispute}).then(({answer}) => answer.verdict, (e) => e.message)",
            dispute,
        )
        return told

    page.context.set_offline(True)
    assert ruled("settlement-three-kings") == "legal"
    assert "comes over the network the first time" in ruled("discard-king")
    lacking = page.evaluate("() => tarok.ask('best', {position: 'no position'}).catch((e) => e.message)")
    assert "network" not in lacking
    page.context.set_offline(False)
    assert ruled("discard-king") == "illegal"
    assert came.count("prover.tar.xz") == 2
    page.context.set_offline(True)
    assert ruled("naming-stands") in ("legal", "illegal")


STOPPED = """async ([whole, short]) => {
    const giving = new AbortController();
    const name = (error) => error.name;
    const searching = new Promise((begun) => {
        tarok.follow("worth", {position: whole}, giving.signal, begun).then(() => begun("answered"), begun);
    });
    await searching;
    const long = tarok.ask("solve", {position: whole}, giving.signal).then(() => "answered", name);
    giving.abort();
    const moves = await tarok.ask("moves", {position: short});
    return [await long, moves.moves.length, tarok.starts(), tarok.shared];
}"""


def stopped(page: Page) -> list[object]:
    """What comes of a long search that is given up when it tells something, and of a short question."""
    whole = (POSITIONS / "whole-hand.yaml").read_text(encoding="utf-8")
    found: list[object] = page.evaluate(STOPPED, [whole, PROP1])
    return found


def test_a_long_search_is_stopped_and_the_same_worker_goes_on(page: Page, place: str) -> None:
    page.goto(f"{place}?lang=en{LINK}")
    table(page)
    assert stopped(page) == ["AbortError", 2, 1, True]


@pytest.mark.thorough
def test_where_memory_is_not_shared_a_search_ends_with_its_worker(page: Page, place: str) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'serviceWorker', {value: undefined})")
    page.goto(f"{place}?lang=en{LINK}")
    table(page)
    assert stopped(page) == ["AbortError", 2, 2, False]


def test_a_browser_that_is_too_old_is_told_so(page: Page, place: str) -> None:
    page.add_init_script("WebAssembly.validate = () => false")
    page.goto(f"{place}?lang=da")
    expect(page.get_by_text("Denne browser er for gammel")).to_be_visible()


def test_whoever_writes_programs_types_python_and_it_runs_here(place: str, browser: Browser) -> None:
    with visited(browser) as page:
        page.goto(f"{place}python.html")
        run = page.get_by_role("button", name="run", exact=True)
        expect(run).to_be_enabled(timeout=READY)
        run.click()
        expect(page.get_by_role("status")).to_have_text("Done.", timeout=READY)
        told = page.get_by_label("what it printed")
        expect(told).to_contain_text("Yes: B can force A's Ultimo.")
        expect(told).to_contain_text("in all 70 deals that fit")
        page.get_by_label("Python").fill("position.legal()[0]\nnowhere")
        run.click()
        expect(told).to_contain_text("NameError: name 'nowhere' is not defined")
        expect(page.get_by_role("status")).to_have_text("It did not come to its end.")
