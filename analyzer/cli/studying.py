"""Studies on the command line: run with a line about how far it is, shown, reported, exported."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Final

from analyzer.answers.batch import export_lacks, study_left, study_progress, study_takes
from analyzer.cli.answering import RunningLine, plain_style, show_answer, text_style
from analyzer.cli.failures import DONE, UNDECIDED, UNWRITTEN, write_json
from analyzer.cli.interrupts import not_interrupted
from analyzer.cli.options import AnswerForm
from analyzer.cli.screen import Screen, tell
from analyzer.layout import clip
from analyzer.messages import say
from analyzer.report.style.textstyle import TextStyle
from analyzer.studies.files import fact_pairs, loads
from analyzer.studies.report import StudyShown, write_report
from analyzer.studies.report import export as write_export
from analyzer.studies.run import Cluster, Threads, Workers, about, is_open, run_study
from analyzer.studies.store import Store, readable_store, writable_store
from analyzer.yamltree.reading import named_text

OPEN_PORT: Final = say(
    "what goes to this scheduler is not encrypted, and whoever reaches its port runs code on every machine "
    "of the cluster; tls:// with certificates ends that (docs/cluster.md)"
)

_ENOUGH: Final = 3.0
"""After so many seconds it is known how long the whole takes."""
_LONG: Final = 60.0
"""What takes longer is told."""


def run(file: str, path: Path, workers: int | None, cluster: str | None, form: AnswerForm) -> int:
    """Ask the deals that are missing in the store, and show what came of all; 4 where it was broken off."""
    text, name = named_text(file)
    study = loads(text, name)
    not_interrupted()
    with writable_store(path, about(study)) as store:
        style = plain_style(form.lang)
        try:
            crew: Workers
            if cluster is None:
                crew = Threads(study, workers or os.cpu_count() or 1)
            else:
                if is_open(cluster):
                    tell(f"tarok-analyze: {style.render(OPEN_PORT)}\n")
                crew = Cluster(study, text, name, cluster)
            _ask(store, crew, style)
        except KeyboardInterrupt:
            tell(f"tarok-analyze: {style.render(study_left(store.done()[0], store.count))}\n")
            return UNDECIDED
        return show_answer(StudyShown.from_store(store), form)


def _ask(store: Store, crew: Workers, style: TextStyle) -> None:
    """Run the study, with a line about how far it is."""
    before, _ = store.done()
    began, untold = time.monotonic(), store.count > before
    with RunningLine() as line:

        def stored() -> None:
            nonlocal untold
            took = time.monotonic() - began
            if untold and took > _ENOUGH:
                untold = False
                left = took * (store.count - store.done()[0]) / (store.done()[0] - before)
                if left > _LONG:
                    tell(f"tarok-analyze: {style.render(study_takes(left, store.count))}\n")
            seconds = line.due()
            if seconds is not None:
                done = store.done()
                told = study_progress(done, store.count, done[0] - before, seconds)
                line.write(clip(style.render(told), style.width - 1))

        run_study(store, crew, stored)


def facts(form: AnswerForm) -> int:
    """What deals can be counted by."""
    style = text_style(form)
    told = [(name, style.render(meant)) for name, meant in fact_pairs()]
    if form.as_json:
        write_json({"facts": dict(told)})
        return DONE
    wide = max(len(name) for name, _ in told)
    rows = "".join(f"{name.ljust(wide)}  {meant}\n" for name, meant in told)
    end = style.render(say("Of a player by name too: trumps_of_A; a card by its name: dR_with."))
    Screen.present().write(f"{rows}{end}\n")
    return DONE


def show(path: Path, between: str | None, form: AnswerForm) -> int:
    """The figures so far."""
    with readable_store(path) as store:
        return show_answer(StudyShown.from_store(store, between), form)


def report(path: Path, folder: Path, between: str | None, form: AnswerForm) -> int:
    """A folder to publish."""
    with readable_store(path) as store:
        shown = StudyShown.from_store(store, between)
    style = TextStyle(100, colour=False, symbols=True, lang=form.lang)
    written, lacking = write_report(shown, folder, style)
    Screen.present().write("".join(f"{each}\n" for each in written))
    if lacking is not None:
        tell(f"tarok-analyze: {lacking.describe(form.lang)}\n")
    return DONE


def export(path: Path, out: Path, form: AnswerForm) -> int:
    """The answers as a table."""
    with readable_store(path, whole=False) as store:
        missing = write_export(store, out)
    Screen.present().write(f"{out}\n")
    if not missing:
        return DONE
    tell(f"tarok-analyze: {text_style(form).render(export_lacks(path, missing))}\n")
    return UNWRITTEN
