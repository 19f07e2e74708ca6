"""Commands about a position: board, solve, forced, explain, moves, replay, deals, decide, certify."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from analyzer import answers, api, report
from analyzer.cli.answering import printed, progress, show_answer, text_style
from analyzer.cli.options import (
    AnswerForm,
    Audited,
    ContractOptions,
    GoalOptions,
    MomentOptions,
    MostNodes,
    MyHand,
    PaperFile,
    PartOptions,
    PerFile,
    PositionFile,
    RuleOptions,
    SampleOptions,
    SearchOptions,
    Seed,
    SeenBy,
    Threads,
    Timeout,
    Together,
    own_hand,
)
from analyzer.cli.screen import Screen, tell
from analyzer.errors import MOST_STATES, UsageError, install
from analyzer.messages import Verbatim, marked, say, spoken
from analyzer.position import replay as replaying

if TYPE_CHECKING:
    from analyzer.search.worlds.results import Decision


# `board`: a page on which to play, ask and settle without writing a file.


LONGEST = 60.0
"""Seconds that a question may take where nothing else is said."""


def board(
    file: Annotated[
        str | None,
        typer.Argument(metavar=marked("FILE"), help=marked("A position, a dispute or an evening to open.")),
    ] = None,
    *,
    port: Annotated[
        int,
        typer.Option("--port", min=0, max=65535, metavar="N", help=marked("The port; 0 is any free one.")),
    ] = 8725,
    browse: Annotated[
        bool, typer.Option("--open/--no-open", help=marked("Open the page in the browser."))
    ] = True,
    host: Annotated[
        str,
        typer.Option(
            "--host",
            metavar=marked("ADDRESS"),
            help=marked("Address to listen on; by default only this machine."),
        ),
    ] = "127.0.0.1",
    remote: Annotated[
        bool,
        typer.Option("--allow-remote", help=marked("Let other machines ask: whoever reaches it may use it.")),
    ] = False,
    public: Annotated[
        str | None,
        typer.Option(
            "--public-url",
            envvar="TAROK_PUBLIC_URL",
            metavar="URL",
            help=marked("Public address of the page that `make page` builds; shared links lead there."),
        ),
    ] = None,
    threads: Threads = 1,
    timeout: Timeout = None,
    form: AnswerForm,
) -> int:
    """Serve the page on this machine until Ctrl-C ends it."""
    try:
        from analyzer.web.serving import (  # noqa: PLC0415 - starlette is for this alone
            Served,
            open_page,
            public_place,
            serve_board,
        )
    except ModuleNotFoundError as missing:
        if missing.name not in ("starlette", "uvicorn"):
            raise
        told = say("the board needs {package}, which is not installed", package=Verbatim(missing.name))
        raise UsageError(told, install("board")) from None

    def started(address: str) -> None:
        Screen.present().write(f"{address}\n")
        if remote:
            said = say("whoever reaches this machine may use the board and its processors")
            tell(f"tarok-analyze: {spoken(said, form.lang)}\n")
        if browse:
            open_page(address)

    others = "allowed" if remote else "refused"
    served = Served(
        file=file,
        host=host,
        port=port,
        others=others,
        threads=threads,
        seconds=LONGEST if timeout is None else timeout,
        lang=form.lang,
        public=None if public is None else public_place(public),
    )
    serve_board(served, started)
    return 0


# `solve`: who can force what, what everyone is sure of, and the value of every card.


def solve(
    file: PositionFile,
    *,
    goals: GoalOptions,
    moment: MomentOptions,
    parts: PartOptions,
    by: Annotated[
        Literal["sides", "seats"],
        typer.Option(
            "--by", help=marked("In games with sides, who acts as one player: whole sides or single seats.")
        ),
    ] = "sides",
    drawn: SampleOptions,
    search: SearchOptions,
    threads: Threads = 1,
    contract: ContractOptions,
    rules: RuleOptions,
    form: AnswerForm,
) -> int:
    """Answer `solve`; 4 where something stayed undecided."""
    position = moment.in_every_deal(answers.requests.position_of(file, rules.named, contract.stated_keys))
    request = answers.requests.SolveRequest(
        goals=parts.who,
        tokens=parts.tokens,
        cards=parts.cards,
        goal=goals.goal,
        player=goals.player,
        by=by,
        sample=drawn.sample,
        seed=drawn.seed,
        equilibria=not form.brief or position.tricks_left <= answers.requests.QUICK_TRICKS,
    )
    news = deque[str]()
    with progress(form, news) as watch:
        if watch is not None:
            style = text_style(form)
            watch.grown = answers.values.GoalsTold(position, lambda told: news.append(style.render(told)))
        answer = answers.solve.solve(position, request, search.means(threads), watch)
    return show_answer(answer, form)


# `forced`: whether one goal can be forced.


def forced(
    file: PositionFile,
    *,
    goals: GoalOptions,
    moment: MomentOptions,
    by: Together = None,
    no_line: Annotated[bool, typer.Option("--no-line", help=marked("Show no line of play."))] = False,
    certificate: Annotated[
        Path | None,
        typer.Option(
            "--certificate",
            metavar=marked("OUT"),
            help=marked("Write a strategy that proves the answer."),
        ),
    ] = None,
    certificate_mb: Annotated[
        int,
        typer.Option(
            "--certificate-mb", min=1, max=200, metavar="N", help=marked("Refuse to write a larger one.")
        ),
    ] = 5,
    drawn: SampleOptions,
    search: SearchOptions,
    threads: Threads = 1,
    contract: ContractOptions,
    rules: RuleOptions,
    form: AnswerForm,
) -> int:
    """Answer `forced`; 0 it holds, 1 it does not, 4 undecided."""
    position = moment.in_every_deal(answers.requests.position_of(file, rules.named, contract.stated_keys))
    news = deque[str]()

    def report_verdict(holds: bool) -> None:  # noqa: FBT001 - it is what is told
        style, asked = text_style(form), answers.forced.claimed(position, request)
        told = answers.forced.yes_or_no(position, asked, None, holds=holds)
        news.extend(report.terminal.line_rows(told, style))
        news.append(
            style.render(say("Now finding who else decides it and a line of play; Ctrl-C skips this."))
        )

    request = answers.requests.ForcedRequest(
        goal=goals.goal,
        player=goals.player,
        by=None if by is None else answers.requests.names_in(by),
        line=not (no_line or form.brief),
        sets=not form.brief,
        certificate=certificate,
        most_mb=certificate_mb,
        sample=drawn.sample,
        seed=drawn.seed,
        known=report_verdict,
    )
    with progress(form, news):
        answer = answers.forced.forced(position, request, search.means(threads))
    return show_answer(answer, form, answer.unwritten)


# `explain`: why a goal is forced or prevented, in lines that a player can follow.


def explain(
    file: PositionFile,
    *,
    goals: GoalOptions,
    moment: MomentOptions,
    by: Together = None,
    certificate: Annotated[
        Path | None,
        typer.Option(
            "--certificate",
            metavar=marked("OUT"),
            help=marked("Write the plan as a certificate, which `certify` checks."),
        ),
    ] = None,
    output: PaperFile = None,
    drawn: SampleOptions,
    search: SearchOptions,
    contract: ContractOptions,
    rules: RuleOptions,
    form: AnswerForm,
) -> int:
    """Explain a yes or no with a plan; 0 it is forced, 1 it is not, 4 undecided or no plan found."""
    position = moment.in_every_deal(answers.requests.position_of(file, rules.named, contract.stated_keys))
    request = answers.requests.ForcedRequest(
        goal=goals.goal,
        player=goals.player,
        by=None if by is None else answers.requests.names_in(by),
        certificate=certificate,
        sample=drawn.sample,
        seed=drawn.seed,
    )
    with progress(form):
        answer = answers.explain.explain(position, request, search.means())
    status = show_answer(answer, form, answer.unwritten, output=output)
    if output is None:
        return status
    return printed(
        api.paper.print_into(output, api.paper.answer_page(answer), form.lang), output, form, status
    )


# `moves`: what may be played in a position.


def moves(file: PositionFile, *, moment: MomentOptions, rules: RuleOptions, form: AnswerForm) -> int:
    """What may be played now, and for each other card of the hand the clause that forbids it."""
    return show_answer(
        answers.moves.moves(moment.in_every_deal(answers.requests.position_of(file, rules.named))), form
    )


# `deals`: how many deals fit what a player knows, which they are, or some of them at random.


def deals(
    file: PositionFile,
    *,
    count: Annotated[bool, typer.Option("--count", help=marked("Print only the number. [default]"))] = False,
    every: Annotated[bool, typer.Option("--list", help=marked("All of them."))] = False,
    number: Annotated[
        int | None,
        typer.Option("--sample", min=1, max=100_000, metavar="N", help=marked("N of them, drawn at random.")),
    ] = None,
    seed: Seed = 0,
    moment: MomentOptions,
    seen_by: SeenBy = None,
    my_hand: MyHand = None,
    rules: RuleOptions,
    form: AnswerForm,
) -> int:
    """Answer `deals`; 1 where none fits."""
    if count + every + (number is not None) > 1:
        raise UsageError(say("--count, --list and --sample exclude each other"))
    shown = (
        answers.deals.DealsShown.ALL
        if every
        else answers.deals.DealsShown.NONE
        if number is None
        else answers.deals.DealsShown.SAMPLE
    )
    position, line, at = (
        answers.requests.position_of(file, rules.named, own_hand(my_hand)),
        moment.line,
        moment.at,
    )
    if seen_by is None and position.has_unknown_cards:
        known = moment.in_every_deal(position)
        return show_answer(answers.deals.deals_in_hand(known, every=every, number=number, seed=seed), form)
    if seen_by is None and moment != MomentOptions():
        raise UsageError(say("--seen-by PLAYER is missing: a line shows what a player knows"))
    if moment != MomentOptions(line, at):
        position, line, at = moment.apply_to(position), None, None
    request = answers.deals.DealsRequest(
        line=line, at=at, seen_by=seen_by, shown=shown, number=number or 0, seed=seed
    )
    return show_answer(answers.deals.deals(position, request), form)


# `decide`: one card for all the worlds a player cannot tell apart.


def decide(
    file: PositionFile,
    *,
    opponents: Annotated[
        Literal["selfish", "against"],
        typer.Option(
            "--opponents", help=marked("Each for his own tokens, or all together against the player.")
        ),
    ] = "selfish",
    sample: Annotated[
        int | None,
        typer.Option(
            "--sample",
            min=1,
            max=10_000,
            metavar="N",
            help=marked("N deals drawn at random: an estimate."),
        ),
    ] = None,
    seed: Seed = 0,
    moment: MomentOptions,
    seen_by: SeenBy = None,
    my_hand: MyHand = None,
    search: SearchOptions,
    threads: Threads = 1,
    rules: RuleOptions,
    form: AnswerForm,
) -> int:
    """Answer `decide`; 4 where something stayed undecided."""
    position = answers.requests.position_of(file, rules.named, own_hand(my_hand))
    position = (
        moment.in_every_deal(position)
        if seen_by is None
        else answers.moves.as_seen(moment.apply_to(position), seen_by)
    )
    news = deque[str]()

    def grown(found: Decision) -> None:
        news.append(text_style(form).render(answers.decide.drawn_so_far(found)))

    request = answers.decide.DecideRequest(opponents=opponents, sample=sample, seed=seed, grown=grown)
    with progress(form, news):
        answer = answers.decide.decide(position, request, search.means(threads))
    return show_answer(answer, form)


# `certify`: whether a certificate proves its claim.


def certify(
    file: Annotated[
        str,
        typer.Argument(metavar=marked("FILE"), help=marked("A certificate, or - for standard input.")),
        PerFile(),
    ],
    *,
    max_nodes: MostNodes = MOST_STATES,
    form: AnswerForm,
) -> int:
    """Check a certificate: 0 its claim is proven, 1 it is not, 4 there is more to play than allowed."""
    with progress(form, limited="endless"):
        answer = answers.explain.certify(file, max_nodes)
    return show_answer(answer, form)


# `replay`: what happens in the lines of a file.


def replay(
    file: PositionFile,
    *,
    moment: MomentOptions,
    audit: Audited = False,
    strict: Annotated[
        bool, typer.Option("--strict", help=marked("End a line at the first card that the rules forbid."))
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="OUT.pdf",
            help=marked("Print it too: .pdf, .html or .md; with --audit .svg or .png, a figure."),
        ),
    ] = None,
    search: SearchOptions,
    rules: RuleOptions,
    form: AnswerForm,
) -> int:
    """Replay one line or all; 1 where a move was illegal or something expected did not come out."""
    if output is not None and output.suffix in api.paper.PICTURES and not audit:
        raise UsageError(say("a figure shows what the cards were worth"), say("ask with --audit"))
    manners = replaying.trick.Manner
    manner = manners.STRICT if strict else manners.AS_PLAYED

    position, line = answers.requests.position_of(file, rules.named), moment.line
    if moment != MomentOptions(line=line):
        position = answers.moves.to_replay(position, moment.question)
        line = None if moment.begins_later else line
    if audit:
        with progress(form) as watch:
            answer = answers.records.replay.audited(position, line, search.means(), watch, manner)
    else:
        answer = answers.records.replay.replay(position, line, manner)
    if output is None:
        return show_answer(answer, form)
    page, figures = api.paper.replay_page(answer), api.paper.audit_figures(answer)
    unwritten = api.paper.print_into(output, page, form.lang, figures)
    return printed(unwritten, output, form, show_answer(answer, form, output=output))
