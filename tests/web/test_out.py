"""What leaves the page: paper, pictures, files, a link; and what comes in by chance or composed."""

from __future__ import annotations

import re
import struct
import zlib
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from board_page import card, finds, open_tab, press, says
from board_served import board_served
from commands import Run
from effort import part
from playwright.sync_api import Browser, Page, expect
from web.test_server import asked, body

import analyzer
from analyzer.certificates.certificate import loads_certificate

A4 = (595, 842)
"""Points."""
COLOURS = """() => [...document.querySelectorAll('body, body *')]
    .filter((each) => each.checkVisibility()).flatMap((each) => {
        const {color, backgroundColor, fill, stroke} = getComputedStyle(each);
        return [color, backgroundColor, fill, stroke].map((colour) => `${colour} ${each.tagName}`);
    })"""


def take_out(page: Page) -> None:
    """What leaves the page is behind a click; a second one would hide it again."""
    out = page.locator("section.out details")
    if out.get_attribute("open") is None:
        out.locator("summary").click()
    expect(page.get_by_role("button", name="download YAML")).to_be_visible()


def saved(page: Page, button: str, folder: Path) -> bytes:
    """What a button downloads."""
    take_out(page)
    with page.expect_download() as found:
        press(page, button)
    path = folder / found.value.suggested_filename
    found.value.save_as(path)
    return path.read_bytes()


def test_the_diagram_and_its_solution_are_printed_on_a4_in_black_on_white(page: Page) -> None:
    finds(page, "No: B can prevent it.")
    paper = page.pdf(prefer_css_page_size=True)
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", paper)
    assert {(round(float(wide)), round(float(high))) for wide, high in boxes} == {A4}
    assert len(boxes) == 1, "a club paper has room for one page"
    page.emulate_media(media="print", color_scheme="dark")
    for told in page.evaluate(COLOURS):
        parts = re.match(r"rgba?\((\d+), (\d+), (\d+)", told)
        assert parts is None or len(set(parts.groups())) == 1, told
    ground, ink = page.evaluate(
        "() => { const s = getComputedStyle(document.body); return [s.backgroundColor, s.color]; }"
    )
    assert (ground, ink) == ("rgb(255, 255, 255)", "rgb(0, 0, 0)")
    expect(card(page, "B", "9 of diamonds")).to_be_visible()
    expect(page.get_by_role("region", name="Values")).not_to_be_visible()
    assert "up to B" not in page.locator("body").inner_text(), "a problem is printed without its solution"
    expect(page.get_by_role("button", name="undo")).not_to_be_visible()


def test_a_diagram_is_saved_as_svg_and_as_png_of_twice_its_size(page: Page, tmp_path: Path) -> None:
    says(page, "B leads.")
    drawing = ET.fromstring(saved(page, "save SVG", tmp_path))
    assert drawing.tag == "{http://www.w3.org/2000/svg}svg"
    wide, high = (float(drawing.attrib[side]) for side in ("width", "height"))
    picture = saved(page, "save PNG", tmp_path)
    assert picture.startswith(b"\x89PNG\r\n")
    assert struct.unpack(">II", picture[16:24]) == (int(2 * wide), int(2 * high))
    length = struct.unpack(">I", picture[picture.index(b"IDAT") - 4 : picture.index(b"IDAT")])[0]
    begun = picture.index(b"IDAT") + 4
    pixels = zlib.decompressobj().decompress(picture[begun : begun + length])
    assert len(set(pixels)) > 8, "something is drawn on it"


def test_a_position_leaves_as_yaml_and_as_one_line_and_is_the_same(page: Page, tmp_path: Path) -> None:
    says(page, "B leads.")
    card(page, "B", "9 of diamonds").click()
    says(page, "C is to play. ")
    finds(page, "No: A cannot get the king Ultimo, even with help.")
    text = saved(page, "download YAML", tmp_path).decode()
    take_out(page)
    press(page, "copy one line")
    says(page, "danish / A: dR T7 / B: hR / C: c7 c2 / B leads d9")
    line = page.get_by_role("status").inner_text()
    found, other = analyzer.loads(text), analyzer.loads(line[line.index("danish") :])
    assert [str(each) for each in found.legal()] == ["c7", "c2"]
    assert (found.hands, found.trick, found.pots) == (other.hands, other.trick, other.pots)


def test_a_certificate_of_the_answer_shown_is_saved_and_holds(page: Page, tmp_path: Path) -> None:
    says(page, "B leads.")
    page.get_by_label("question").select_option("ultimo A")
    says(page, "No: B can prevent it")
    told = saved(page, "certificate", tmp_path).decode()
    assert loads_certificate(told)
    press(page, "follow this play")
    expect(page.get_by_role("button", name="redo")).to_have_attribute("aria-disabled", "false")


@pytest.mark.parametrize(
    ("ruleset", "seats"), part([("grosstarock", 2), ("tapp", 3), ("appel", 4), ("french", 5)], 3)
)
def test_a_deal_by_seed_is_played_to_its_end_by_two_to_five(page: Page, ruleset: str, seats: int) -> None:
    texts = []
    for _ in range(2):
        open_tab(page, "set up")
        chance = page.get_by_role("region", name="By chance")
        chance.get_by_label("rule set").select_option(ruleset)
        chance.get_by_label("players").select_option(str(seats))
        chance.get_by_label("tricks").fill("2")
        chance.get_by_label("seed").fill("7")
        chance.get_by_role("button", name="deal").click()
        says(page, "A leads.")
        expect(page.get_by_role("group", name="hand of")).to_have_count(seats)
        texts += re.findall(r"p=[^&]*", page.url)
    assert len(set(texts)) == 1
    press(page, "best play")
    says(page, "Outcome")
    expect(page.get_by_role("list", name=re.compile("^what . held"))).to_have_count(seats)


def test_a_problem_is_composed_and_lies_on_the_table(page: Page) -> None:
    open_tab(page, "set up")
    chance = page.get_by_role("region", name="By chance")
    chance.get_by_label("property").select_option("one-card-wins")
    chance.get_by_label("tricks").fill("3")
    chance.get_by_role("button", name="compose a problem").click()
    expect(page.get_by_role("region", name="Lines")).to_be_visible()
    values = page.get_by_role("region", name="Values")
    expect(values).to_contain_text("Ultimo")
    open_tab(page, "set up")
    press(page, "examine the problem on the table")
    expect(chance).to_contain_text(re.compile("Sound: .* alone keeps .*Ultimo forced"))


def test_a_link_is_shown_as_a_code_for_a_phone(page: Page) -> None:
    take_out(page)
    press(page, "QR code of the link")
    code = page.get_by_role("img", name="QR code of the link")
    expect(code).to_be_visible()
    assert code.evaluate("async (each) => { await each.decode(); return each.naturalWidth > 100; }")


def test_a_link_too_long_for_a_code_is_told_so(address: str) -> None:
    status, told = asked(address, "api/qr", body(text="x" * 5000, lang="da"))
    assert (status, told["errors"][0]["message"]) == (400, "linket er for langt til en QR-kode")


def test_a_shared_link_leads_to_the_page_for_everyone_where_one_is_named(browser: Browser) -> None:
    with board_served("prop1", "--public-url", "https://club.example/tarok/?x=1#y") as served:
        context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
        page = context.new_page()
        page.goto(f"{served.address}?lang=en")
        card(page, "B", "9 of diamonds").click()
        says(page, "B plays")
        press(page, "share")
        says(page, "The link is copied.")
        link = page.evaluate("navigator.clipboard.readText()")
        assert link.startswith("https://club.example/tarok/#p=danish_")
        assert link.partition("#")[2] == page.url.partition("#")[2]
        context.close()


@pytest.mark.parametrize("url", ["club.example", "ftp://club.example/", ""])
def test_links_lead_to_an_address_of_a_page_or_the_board_is_not_begun(run: Run, url: str) -> None:
    ran = run("board", "--public-url", url, "--no-open", "--port", "0")
    assert ran.status == 2
    assert "is not an address of a page" in ran.err
