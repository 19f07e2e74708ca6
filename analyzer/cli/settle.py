"""Commands that settle: check, score, rules, compare, verify."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from analyzer import answers, api, fileio, position
from analyzer.cli.answering import printed, progress, show_answer
from analyzer.cli.options import (
    AnswerForm,
    PaperFile,
    PerFile,
    RuleOptions,
    RuleSetName,
    Seats,
    Variant,
    clauses,
    named,
)
from analyzer.cli.program import ask_each_file
from analyzer.errors import UsageError
from analyzer.messages import marked, say
from analyzer.yamltree.reading import named_text

# `check`: the verdict on a dispute.


def check(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar=marked("FILE"),
            help=marked(
                "A dispute, or a recorded hand to rule on: a file, - for standard input, or the text itself; "
                "several are one booklet with -o."
            ),
        ),
    ],
    *,
    kind: Annotated[
        str | None,
        typer.Option(
            "--kind", metavar=marked("KIND"), help=marked("Kind of dispute, if the text does not name it.")
        ),
    ] = None,
    ruleset: Annotated[
        str | None,
        typer.Option(
            "--ruleset",
            metavar=marked("NAME"),
            help=marked("Settle it under this rule set; also show the verdict under the file's own."),
        ),
    ] = None,
    variant: Variant = None,
    smt2: Annotated[
        Path | None,
        typer.Option("--smt2", metavar=marked("OUT"), help=marked("Write Z3's question as SMT-LIB text.")),
    ] = None,
    output: PaperFile = None,
    form: AnswerForm,
) -> int:
    """Settle a dispute, or rule on a recorded hand; 0 legal, 1 illegal, 4 where no source settles it."""
    pages: list[tuple[str, api.paper.Printed]] = []
    ruled: set[str] = set()

    def settled(file: str) -> int:
        text, name = named_text(file)
        if kind is None and position.files.tree.is_position(text, name):
            if smt2 is not None:
                told = say("a recorded hand is ruled on by replaying it, with no question for Z3 to write")
                raise UsageError(told, say("--smt2 is for a dispute; `new` writes one of each kind"))
            ruling = answers.records.ruling.rule_on_text(text, name, named(ruleset, variant))
            if output is not None:
                pages.append((name, api.paper.ruling_page(ruling)))
                ruled.add(file)
            return show_answer(ruling, form, output=output)
        with progress(form, limited="endless"):
            answer = answers.records.check.answer_dispute(text, name, named(ruleset, variant), kind)
        question = None if smt2 is None else answer.smt2()
        if output is not None:
            pages.append((name, api.paper.verdict_page(answer)))
            ruled.add(file)
        unwritten = None
        if smt2 is not None and question is not None:
            unwritten = fileio.write_file(smt2, question)
        return show_answer(answer, form, unwritten, output=output)

    if output is not None:
        api.paper.check_form(output)
    status = ask_each_file(settled, files, form, [] if smt2 is None else ["--smt2"])
    if output is None or not pages:
        return status
    booklet = api.paper.booklet_of(pages, [file for file in files if file not in ruled])
    return printed(api.paper.print_into(output, booklet, form.lang), output, form, status)


# `score`: the score sheet of an evening.


def score(
    file: Annotated[
        str,
        typer.Argument(metavar=marked("FILE"), help=marked("A session file, or - for standard input.")),
        PerFile(),
    ],
    *,
    output: PaperFile = None,
    details: Annotated[
        bool, typer.Option("--details", help=marked("On paper, every payment with its clause."))
    ] = False,
    rules: RuleOptions,
    form: AnswerForm,
) -> int:
    """Score an evening hand by hand: payments or sheet, pots, pools, radli, totals, and the end."""
    answer = answers.records.score.score(answers.records.score.evening_of(file, rules.named))
    if output is None:
        return show_answer(answer, form)
    unwritten = api.paper.print_into(output, api.paper.score_page(answer, details=details), form.lang)
    return printed(unwritten, output, form, show_answer(answer, form, output=output))


# `rules`: a rule set, clause by clause, or the graph of its clauses.


_USUAL: Final = "danish"


def rules(
    ruleset: RuleSetName = _USUAL,
    clause: Annotated[
        str | None,
        typer.Argument(
            metavar=marked("CLAUSE"),
            help=marked("Only this clause, such as discard.fool, or those with this word."),
            autocompletion=clauses,
        ),
    ] = None,
    *,
    variant: Variant = None,
    seats: Seats = None,
    graph: Annotated[
        Path | None,
        typer.Option(
            "--graph",
            metavar=marked("OUT"),
            help=marked("Write which clause depends on which; see `graph -o`."),
        ),
    ] = None,
    form: AnswerForm,
) -> int:
    """Write a rule set, one of its clauses, or the graph of them into a file."""
    found = (
        answers.records.rules.clauses_with(ruleset, _USUAL) if clause is None and variant is None else None
    )
    if found is not None and graph is None:
        return show_answer(found, form)
    asked = named(ruleset, variant) or ruleset
    if clause is not None and graph is not None:
        raise UsageError(say("--graph writes all clauses, not one"))
    if clause is not None:
        return show_answer(answers.records.rules.clauses_of(asked, clause, seats), form)
    if graph is None:
        return show_answer(answers.records.rules.rules(asked, seats), form)
    written = api.files.show.clause_graph(asked, graph, seats)
    return show_answer(written, form, written.unwritten)


# `compare`: where two rule sets differ.


def compare(
    one: RuleSetName, other: RuleSetName, *, variant: Variant = None, seats: Seats = None, form: AnswerForm
) -> int:
    """Compare two rule sets, clause by clause; what is chosen is chosen of the second one."""
    with progress(form, limited="endless"):
        answer = answers.records.verify.compare(one, named(other, variant) or other, seats)
    return show_answer(answer, form)


# `verify`: the claims about a rule set.


def verify(
    ruleset: RuleSetName = "danish",
    *,
    variant: Variant = None,
    seats: Seats = None,
    claim: Annotated[
        list[str] | None,
        typer.Option("--claim", metavar="ID", help=marked("Only this claim; may be given again.")),
    ] = None,
    rlimit: Annotated[
        int | None,
        typer.Option(
            "--rlimit",
            min=1,
            metavar="N",
            help=marked("Z3 resource limit per question."),
        ),
    ] = None,
    form: AnswerForm,
) -> int:
    """Decide the claims about a rule set; 4 where one stays undecided, or no source settles it."""
    with progress(form, limited="endless"):
        answer = answers.records.verify.verify(named(ruleset, variant) or ruleset, claim or (), rlimit, seats)
    return show_answer(answer, form)
