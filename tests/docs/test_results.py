"""The pages of results say what the kept answers of their studies say, and those are what is answered."""

from __future__ import annotations

import importlib.util
import lzma
import re
from hashlib import sha256
from types import ModuleType

import pytest
from places import ROOT

from analyzer.many.asks import answer_deals
from analyzer.many.study import load

STUDIES = ROOT / "docs" / "studies"
PAGES = sorted(STUDIES.glob("*.md"))
KEPT = sorted(path.name.removesuffix(".csv.xz") for path in STUDIES.glob("*.csv.xz"))


def made() -> ModuleType:
    """The module that runs the studies, which lies beside the pages of the site."""
    spec = importlib.util.spec_from_file_location("results", ROOT / "docs" / "results.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


RESULTS = made()


def drawn_of(svg: str) -> tuple[list[str], int]:
    """The words of a figure, and how many marks and strokes it has."""
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg), svg.count("<use ")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_figure_of_a_page_comes_out_of_the_kept_answers(page: object) -> None:
    text = (STUDIES / f"{page.stem}.md").read_text(encoding="utf-8")  # type: ignore[attr-defined]
    claims = list(RESULTS.CLAIM.finditer(text))
    assert len(claims) == text.count("<!--")
    for claim in claims:
        said = claim["said"]
        places = len(said.partition(".")[2])
        assert f"{RESULTS.told(claim['what'], claim['words']):.{places}f}" == said, claim[0]


def test_the_pages_of_results_make_claims() -> None:
    assert sum(len(RESULTS.CLAIM.findall(page.read_text(encoding="utf-8"))) for page in PAGES) > 20


@pytest.mark.parametrize("name", KEPT)
def test_the_kept_answers_are_those_that_are_given(name: str) -> None:
    study, rows = load(str(STUDIES / f"{name}.yaml")), RESULTS.rows(name)
    assert {int(row["deal"]) for row in rows} == set(range(study.count))
    short = max(study.tricks, default=study.rules.table.hand_size) <= 12
    left = {int(row["deal"]) for row in rows if row["answer"] == ""}
    first = 0 if short else min({int(row["deal"]) for row in rows} - left)  # one of long hands takes a second
    asked = iter([row for row in rows if int(row["deal"]) >= first])
    for told in answer_deals(study, first, 8 if short else 1):
        for ask, values in zip(study.asks, told.values, strict=True):
            for value in values:
                row = next(asked)
                assert (int(row["deal"]), row["question"]) == (told.k, ask.name)
                assert RESULTS.value(row["answer"]) == value
                assert [row[fact] for fact in study.group_by] == list(map(str, told.facts))


def test_every_table_of_answers_is_named_by_its_digest() -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    for name in KEPT:
        assert sha256(lzma.decompress((STUDIES / f"{name}.csv.xz").read_bytes())).hexdigest() in pages


def test_plots_are_made_from_what_is_kept() -> None:
    for path, text in RESULTS.drawn():
        kept = path.read_text(encoding="utf-8")
        # What a figure says and where its marks lie; how a curve is written is the library's.
        assert drawn_of(kept) == drawn_of(text)
