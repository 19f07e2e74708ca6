"""The studies under docs/studies: runs them, keeps their answers, and draws what the pages show.

    python docs/results.py run NAME     # runs docs/studies/NAME.yaml; writes NAME.csv.xz beside it
    python docs/results.py draw         # the plots, from what is kept

Every figure in a page stands before a comment that says what it is; the tests work it out again from the
answers.
"""

from __future__ import annotations

import csv
import io
import lzma
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path

from msgspec.structs import replace

from analyzer.many.drawings import mark_of
from analyzer.many.report import export
from analyzer.many.store import about_study, writable_store
from analyzer.many.study import load
from analyzer.many.studyrun import run_study, threads
from analyzer.many.tally import Tally, Value, counted, tally_view
from analyzer.report.paper.figures import Drawing
from analyzer.report.paper.figures import drawn as figure
from analyzer.report.style.textstyle import TextStyle

HERE = Path(__file__).parent / "studies"
STYLE = TextStyle(100, colour=False, symbols=True, lang="en")
SHARE = "share of the deals"
BY_TRICKS = {
    "ultimo-alone": ("ultimo", "alone", "Somebody forces his Ultimo alone"),
    "ultimo-with_help": ("ultimo", "with_help", "Somebody forces his Ultimo with one of the others"),
    "ultimo-automatic": ("ultimo", "automatic", "Somebody makes his Ultimo however it is played"),
    "fool-lead": ("fool", "lead", "What leading the Fool wins against the best other card"),
    "fool-naming": ("fool", "naming", "The best suit named for the Fool against the worst"),
}
"""By file the study, the question, and the title of a figure over the number of tricks."""
BY_QUESTION: Mapping[str, Mapping[str, str]] = {"discards": {}, "discards-longer": {"tricks": "16"}}
"""Studies of which a figure has a row for each question, of the deals with some facts."""
LOST = "discards-whole"
"""A study of which a figure has a row for each question, of how often a no is proved."""
STRENGTH: Mapping[str, str] = {
    "best": "the best discard",
    "most-voids": "a suit made void",
    "most-points": "the points laid away",
    "random": "chance",
}
"""What a Slovenian declarer lays away, by question."""
STRENGTH_WORDS = "Slovenian twos that can be made, by trumps", "trumps in the hand after the discard", SHARE
DANISH_STRENGTH: Mapping[str, str] = {
    "best": "den bedste ekartering",
    "most-voids": "en farve gjort blank",
    "most-points": "pointene lagt bort",
    "random": "tilfældet",
}
DANISH_WORDS = (
    "Slovenske toere, der kan vindes, efter tarokker", "tarokker på hånden efter ekarteringen",
    "andel af givene",
)  # fmt: skip
ENOUGH = 20
"""Groups of fewer deals are not drawn."""
PARTED: Mapping[str, str] = {
    "proper|equilibrium": "proper and clever",
    "proper|sure": "proper and careful",
    "equilibrium|sure": "clever and careful",
}
"""How often a page says that two kinds of good cards have none in common, by the word of the answer."""
OTHERS: Mapping[str, str] = {
    "rules-danish-1996 worth": "rules of 1996, what the leader is sure of",
    "rules-danish-1996 ultimo": "rules of 1996, whether an Ultimo is forced",
    "rules-danish-concise worth": "concise rules, what the leader is sure of",
    "rules-danish-concise ultimo": "concise rules, whether an Ultimo is forced",
}
"""What another rule set may change, by its study and question."""
CLAIM = re.compile(r"(?P<said>[0-9][0-9,.]*)(?P<unit> %)?<!-- (?P<what>\w+) (?P<words>[^>]*?) -->")


Row = Mapping[str, str]


def run(name: str) -> None:
    """Run a study from nothing, and keep its answers."""
    study = load(str(HERE / f"{name}.yaml"))
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        with writable_store(Path(folder) / "store", about_study(study)) as store:
            run_study(store, threads(study, 2), lambda: None)
            export(store, Path(folder) / "answers.csv")
        data = (Path(folder) / "answers.csv").read_bytes()
    kept(name).write_bytes(lzma.compress(data, preset=9))
    sys.stdout.write(f"{name}: {study.count} deals, {time.monotonic() - started:.0f} s, {study.digest}\n")


def kept(name: str) -> Path:
    """The file with the answers of a study."""
    return HERE / f"{name}.csv.xz"


@cache
def rows(name: str) -> list[Row]:
    """The answers of a study, a line for each."""
    return list(csv.DictReader(io.StringIO(lzma.decompress(kept(name).read_bytes()).decode())))


def value(answer: str) -> Value:
    """An answer as it was before it was exported."""
    if answer in ("true", "false", ""):
        return {"true": True, "false": False, "": None}[answer]
    return int(answer) if answer.lstrip("-").isdigit() else answer


def tally(name: str, question: str, facts: Mapping[str, str]) -> Tally:
    """The answers to a question of the deals with some facts."""
    deals: dict[str, list[Value]] = {}
    for row in rows(name):
        if row["question"] == question and all(row[key] == word for key, word in facts.items()):
            deals.setdefault(row["deal"], []).append(value(row["answer"]))
    return counted(*deals.values())


def told(what: str, words: str) -> float:
    """What a claim is about: the true figure. Shares are told in per cent."""
    name, question, *more = words.split()
    facts = dict(word.split("=") for word in more if "=" in word)
    if what == "differ":
        return len(differing(name, more[0], question))
    if what == "deals":
        asked = [row["deal"] for row in rows(name) if all(row[key] == word for key, word in facts.items())]
        return len(set(asked))
    if what == "parted":
        words_of = tally(name, question, facts).words
        return sum(count for word, count in words_of.items() if more[0] in word.split())
    if what in ("lines", "within"):
        return lines_of(tally(name, question, facts).words, what, more[0])
    if what in _SIGNS:
        found = [_SIGNS[what](number) for number in numbers(name, question, facts)]
        return 100 * sum(found) / len(found)
    if what in ("changed", "more", "less"):
        return compared(what, numbers(name, question, facts), numbers(name, more[0], facts))
    figures = tally_view(tally(name, question, facts))
    if what in ("lost", "open"):
        return float(figures["no" if what == "lost" else "open"])
    if what == "loss":
        return -float(figures["mean"])
    return float(figures[what]) * (100 if "share" in figures else 1)


def compared(what: str, some: list[Fraction], others: list[Fraction]) -> float:
    """How many per cent of some answers are not those to another question; else the difference of means."""
    between = [one - other for one, other in zip(some, others, strict=True)]
    if what == "changed":
        return 100 * sum(map(bool, between)) / len(between)
    return float(sum(between) / len(between)) * (1 if what == "more" else -1)


_SIGNS = {"pays": lambda n: n > 0, "even": lambda n: n == 0, "costs": lambda n: n < 0}


def numbers(name: str, question: str, facts: Mapping[str, str]) -> list[Fraction]:
    """The answers to a question as numbers, a yes as 1, of the deals with some facts; all are answered."""
    asked = (row for row in rows(name) if row["question"] == question)
    told = [value(row["answer"]) for row in asked if all(row[key] == word for key, word in facts.items())]
    return [Fraction(str(int(each) if isinstance(each, bool) else each)) for each in told]


def lines_of(words: Mapping[str, int], what: str, asked: str) -> float:
    """Of answers of `explain` how many have so many lines; or of those in need of any, per cent with no more.

    `asked` is a number, with `yes-` or `no-` before it for one of the two.
    """
    side, _, most = asked.rpartition("-")
    lengths = Counter[str]()
    for word, count in words.items():
        if word.startswith(side):
            lengths[word.partition("-")[2]] += count
    if what == "lines":
        return lengths[most]
    needing = {length: count for length, count in lengths.items() if length != "0"}
    short = sum(count for length, count in needing.items() if length.isdigit() and int(length) <= int(most))
    return 100 * short / sum(needing.values())


def differing(one: str, other: str, question: str) -> list[int]:
    """The deals of two studies, of the same deals, in which some answer to a question differs."""
    pairs = zip(rows(one), rows(other), strict=True)
    found = {int(a["deal"]) for a, b in pairs if a["question"] == question and a["answer"] != b["answer"]}
    return sorted(found)


def drawn() -> Iterator[tuple[Path, str]]:
    """Every file that is made from what is kept, with its text."""
    for file, drawing in plotted():
        yield HERE / f"{file}.svg", figure(drawing, STYLE).decode()
    danish = replace(STYLE, lang="da")
    drawing = by_strength("slovenian", "trumps_of_A", DANISH_STRENGTH, *DANISH_WORDS)
    yield HERE / "slovenian-da.svg", figure(drawing, danish).decode()


def proved_no(name: str, question: str) -> Tally:
    """How often a no is proved."""
    return counted(*([row["answer"] == "false"] for row in rows(name) if row["question"] == question))


def questions(name: str) -> list[str]:
    """What a study asks, in its order."""
    return [ask.name for ask in load(str(HERE / f"{name}.yaml")).asks]


def spaced(word: str) -> str:
    """The name of a question as words."""
    return word.replace("-", " ")


def plotted() -> Iterator[tuple[str, Drawing]]:
    """Every figure by its file."""
    for file, (name, question, title) in BY_TRICKS.items():
        known = sorted({int(row["tricks"]) for row in rows(name)})
        marks = [(n, tally(name, question, {"tricks": str(n)})) for n in known]
        yield file, drawing_of(title, "tricks to go", marks)
    forces = "The dealer forces his Ultimo after laying away by a rule"
    for name, facts in BY_QUESTION.items():
        title = ", ".join([forces, *(f"{value} {fact}" for fact, value in facts.items())])
        asked = [(spaced(each), tally(name, each, facts)) for each in questions(name)]
        yield name, drawing_of(title, "what is laid away", asked)
    title = "Whole hands that are surely lost after laying away by a rule"
    lost = [(spaced(each), proved_no(LOST, each)) for each in questions(LOST)]
    yield LOST, drawing_of(title, "what is laid away", lost)
    yield "demand", dearer()
    yield "slovenian", by_strength("slovenian", "trumps_of_A", STRENGTH, *STRENGTH_WORDS)
    words = [str(row["answer"]).split() for row in rows("parting")]
    kinds = [(kind, counted(*([word in each] for each in words))) for word, kind in PARTED.items()]
    yield "parting", drawing_of("Endings in which two kinds of good cards have none in common", "", kinds)
    yield (
        "rule-sets",
        drawing_of("Deals whose answer another rule set changes", "", others()),
    )


def dearer() -> Drawing:
    """How much less the holder of the Fool is sure of because it may be demanded, by tricks to go."""
    marks: list[tuple[int | str, Tally]] = []
    for tricks in sorted({int(row["tricks"]) for row in rows("demand")}):
        facts = {"tricks": str(tricks), "place": "0"}
        pairs = zip(numbers("demand", "sure-without", facts), numbers("demand", "sure", facts), strict=True)
        marks.append((tricks, counted(*([int(without - sure)] for without, sure in pairs))))
    return drawing_of("What the right to demand the Fool costs its holder", "tricks to go", marks)


def by_strength(
    name: str, fact: str, discards: Mapping[str, str], title: str, across: str, along: str
) -> Drawing:
    """How often a contract is made by what the declarer holds, a line for each discard."""
    held = Counter(int(row[fact]) for row in rows(name) if row["question"] == next(iter(discards)))
    known = sorted(number for number, deals in held.items() if deals >= ENOUGH)
    lines = {
        word: [
            mark
            for number in known
            if (mark := mark_of(number, tally(name, question, {fact: str(number)}))) is not None
        ]
        for question, word in discards.items()
    }
    return Drawing(title, across, along, lines, percent=True)


def others() -> Iterator[tuple[str, Tally]]:
    """How often another rule set answers otherwise than `danish`."""
    for other in ("rules-danish-1996", "rules-danish-concise"):
        for question in ("worth", "ultimo"):
            differ = set(differing("rules-danish", other, question))
            deals = sorted({int(row["deal"]) for row in rows(other)})
            changed = counted(*([deal in differ] for deal in deals))
            yield OTHERS[f"{other} {question}"], changed


def drawing_of(title: str, across: str, tallies: Iterable[tuple[int | str, Tally]]) -> Drawing:
    """A figure of one line, or of a row for each name."""
    known = list(tallies)
    marks = [mark for name, each in known if (mark := mark_of(name, each)) is not None]
    share = not any(each.numbers for _, each in known)
    along = SHARE if share else "tokens in the mean"
    return Drawing(title, across, along, {"": marks}, share)


def main(words: list[str]) -> None:
    """Do what the command line asks for."""
    if words[:1] == ["run"]:
        for name in words[1:]:
            run(name)
    for path, text in drawn():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
