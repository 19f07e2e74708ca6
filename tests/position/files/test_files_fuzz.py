"""Whatever stands in a file, reading it ends in a position, a dispute, or an error of ours."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from effort import examples
from hypothesis import example, given, settings
from hypothesis import strategies as st

from analyzer.disputes.files import loads_dispute
from analyzer.disputes.table import settle
from analyzer.errors import InvalidFile
from analyzer.position.files.writing import dumps
from analyzer.position.reading import load, loads

POSITION = (
    "format: tarok-position/1\nruleset: danish\nplayers: [A, B, C]\nhands:\n"
    "  A: [dR, T7]\n  B: hR d9\n  C: c7 c2\nlead: B\ntrick: []\ndealer: C\npots: {king: 60, pagat: 60}\n"
    "fool_demand: true\ntaken:\n  A: {tricks: 9, points: 20}\ncount: false\nannounce: []\nsitting_out: D\n"
    "worlds:\n  - {name: second, weight: 1, hands: {A: T10 h3, C: T7 h4}}\n"
    'unseen: {hidden_from: B, sizes: {A: 2, C: 2}, cards: "dR T7 c7 c2", void: {C: [h]}}\n'
    "lines:\n  - name: one\n    lead: B\n    play: hR T7 c2 demand[C] fool=h claim[B]=c void[B]\n"
    "    expect: {ultimo: A, bagud: [], tokens: {A: 130, B: -75}, pots: {king: 5}}\n"
)
SECOND = (
    "format: tarok-position/2\nruleset: danish\nplayers: [A, B, C]\nhands: {A: T7, B: hR d9, C: c7 c2}\n"
    "lead: A\ntrick: dR\ndealer: C\nskat: h9 h10 d10\npots: {king: 60, pagat: 60}\nfool_demand: false\n"
    "count: false\ntaken: {A: {tricks: 1, cards: hD h4 h5}, B: {tricks: 22}}\nannounced: {C: [tout]}\n"
    "lines:\n  - play: T7 hR c7\n"
)
LINE = (
    'danish / A: T7 / "B b": hR d9 / C: c7 c2 / A leads dR / king=0 pagat=65 demand=off '
    "taken=A:9,C:6 dealer=C skat=h9,h10,d10 announced=C:tout sitting_out=D\n"
)
DISPUTE = (
    "format: tarok-dispute/1\nkind: fool-naming\nhands: {A: fool h2, B: c5 d3, C: d4 s9}\nlead: A\nevents:\n"
    "  - {A: {leads: fool, names: s}}\n  - {B: {says: void}}\n  - {B: {claims: naming, names: c}}\n"
    "  - {C: {plays: d4}}\n"
)
COUNT = (
    "format: tarok-dispute/1\nkind: count\ndealer: A\npiles:\n  A: {cards: hR hD h2 c2 c3 c4 fool}\n"
    "  C: {points: 26}\nfool: {by: A, won_by: C, tricks_left: 4}\npaid: [{from: B, to: C, amount: 5}]\n"
)
SESSION = (
    "format: tarok-dispute/1\nkind: session\nplayers: [A, B, C, D]\nevent: pot-emptied\ndealer: A\nby: B\n"
    "sitting_out: C\npots: {king: 0, pagat: 85}\npaid: [{from: A, to: king, amount: 20}]\n"
)
EVENTS = ["start", "fourth-joins", "session-ends", "pot-short", "dealer-paid", "sits-out", "next-dealer"]
OTHER_EVENTS = st.builds(SESSION.replace, st.just("pot-emptied"), st.sampled_from(EVENTS))
WORDS = 'fool hR T7 T1 null [] {} A Q -1 1.5 * &a " | demand[ = =h fool=s ] } , # 25 true skat tout'
SCRAPS = st.sampled_from([*WORDS.split(), "h kn", "{card: fool, names: T}", "\n", "  ", ": ", "- "])


@st.composite
def mutated(draw: st.DrawFn, base: str) -> str:
    """A good file with a few lines or words lost, doubled or replaced."""
    text = base
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 12)))
        text = text[:start] + draw(SCRAPS | st.text(max_size=3)) + text[end:]
    return text


def reads_or_refuses(text: str) -> None:
    try:
        position = loads(text, "f")
    except InvalidFile as error:
        faults = error.faults
    else:
        assert loads(dumps(position), "f") == position
        return
    assert faults
    assert all(fault.where is not None for fault in faults)


def test_the_files_these_are_made_from_are_good() -> None:
    for text in (POSITION, SECOND, LINE):
        loads(text)
    for text in (DISPUTE, COUNT, SESSION):
        loads_dispute(text)


@settings(max_examples=examples(150), deadline=None)
@given(mutated(POSITION))
def test_a_mutated_position_is_read_or_refused(text: str) -> None:
    reads_or_refuses(text)


@settings(max_examples=examples(100), deadline=None)
@given(mutated(SECOND))
def test_a_mutated_position_of_the_second_format_is_read_or_refused(text: str) -> None:
    reads_or_refuses(text)


@settings(max_examples=examples(100), deadline=None)
@given(mutated(LINE))
@example("danish / A: T7 / B: hR d9 / C: c7 c2 / A leads dR / taken= dealer=C announced=C:tout")
def test_a_mutated_line_is_read_or_refused(text: str) -> None:
    reads_or_refuses(text)


@settings(max_examples=examples(100), deadline=None)
@given(mutated(DISPUTE))
def test_a_mutated_dispute_is_read_or_refused(text: str) -> None:
    with suppress(InvalidFile):
        loads_dispute(text, "f")


@settings(max_examples=examples(100), deadline=None)
@given(mutated(COUNT) | mutated(SESSION) | OTHER_EVENTS)
@example("format: tarok-dispute/1\nkind: session\npaid: [{from: A}: \n")
def test_a_mutated_dispute_around_the_hands_is_settled_or_refused(text: str) -> None:
    with suppress(InvalidFile):
        settle(loads_dispute(text, "f"))


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    reads_or_refuses(text)


@settings(max_examples=examples(50), deadline=None)
@given(data=st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = Path(tmp_path_factory.mktemp("bytes")) / "f.yaml"
    path.write_bytes(data)
    with pytest.raises(InvalidFile):
        load(str(path))
