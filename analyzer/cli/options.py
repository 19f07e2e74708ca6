"""The groups of options that several commands take; each is declared here once.

A group is a dataclass whose fields are options; nobody changes or prints one, and without what that takes it
is made in a third of the time. :mod:`analyzer.cli.program` makes a command of a function that takes groups.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer

from analyzer import answers, knowledge, position
from analyzer.errors import TABLE_MB, TarokError, UsageError
from analyzer.messages import Language, marked, say
from analyzer.rules import score, spec
from analyzer.search import engine

if TYPE_CHECKING:
    from analyzer.position.model import Position


COMPLETING: Final = "_TAROK_ANALYZE_COMPLETE"
"""The variable of the environment in which a shell says that it wants to know what may stand next."""


def words_being_typed(environ: Mapping[str, str] = os.environ) -> list[str]:
    """The words of the command line that a shell completes; none where it completes nothing."""
    if not environ.get(COMPLETING):
        return []
    return (environ.get("_TYPER_COMPLETE_ARGS") or environ.get("COMP_WORDS", "")).split()[1:]


def players() -> list[str]:
    """The players of the first position that stands on the line; those of the usual names where none does."""
    position = _position()
    return ["A", "B", "C"] if position is None else list(position.players)


def goals() -> list[str]:
    """The goals of the game that the position is one of."""
    position = _position()
    if position is None or position.pots is not None:
        return [str(goal) for goal in score.goals.LAST_TRICK_GOALS]
    from analyzer.position.question import PositionQuestion  # noqa: PLC0415 - likewise

    return [word.removesuffix("N") for word in PositionQuestion.about(position).words()]


def rulesets() -> list[str]:
    """The rule sets that are shipped."""
    return list(spec.shipped.ruleset_names())


def clauses() -> list[str]:
    """The clauses of the rule set that stands on the line."""
    names = [word for word in words_being_typed() if word.partition("+")[0] in rulesets()]
    return list(spec.shipped.load_ruleset(names[0]).clauses) if names else []


def _position() -> Position | None:
    """The position of the first file on the line that is one; None where there is none."""
    for word in words_being_typed():
        try:
            if Path(word).is_file():
                return position.reading.load(word)
        except (TarokError, OSError, ValueError):
            continue
    return None


class PerFile:
    """Marks the argument of a file where several may be told, each asked about by itself."""


_POSITION = typer.Argument(
    metavar=marked("FILE"), help=marked("A position: a file, - for standard input, or the text itself.")
)
PositionFile = Annotated[str, _POSITION, PerFile()]
OnePositionFile = Annotated[str, _POSITION]
RuleSetName = Annotated[
    str,
    typer.Argument(
        metavar=marked("RULESET"), help=marked("A shipped rule set, or a file."), autocompletion=rulesets
    ),
]
Together = Annotated[
    str | None,
    typer.Option(
        "--by",
        metavar="A,B",
        help=marked("Players who cooperate to reach it. [default: the player alone]"),
        autocompletion=players,
    ),
]
Timeout = Annotated[
    float | None,
    typer.Option("--timeout", min=0, metavar="S", help=marked("Stop after S seconds; inf for no end.")),
]
LONGEST: Final = 600.0
"""Seconds that a command searches where no other limit is given."""
MostNodes = Annotated[
    int | None, typer.Option("--max-nodes", min=0, metavar="N", help=marked("Stop after N positions."))
]
Threads = Annotated[
    int,
    typer.Option(
        "--threads",
        min=1,
        max=256,
        metavar="N",
        help=marked("Search with N threads; the answer is the same."),
    ),
]
WorkersOption = Annotated[
    int | None,
    typer.Option("--workers", min=1, max=256, metavar="N", help=marked("Threads; default: one a processor.")),
]
LineName = Annotated[
    str | None,
    typer.Option("--line", metavar=marked("NAME"), help=marked("Line to use; optional if the file has one.")),
]
Audited = Annotated[
    bool, typer.Option("--audit", help=marked("Value every card, and judge who could have won."))
]
PaperFile = Annotated[
    Path | None,
    typer.Option("-o", "--output", metavar="OUT.pdf", help=marked("Print it too: .pdf, .html or .md.")),
]
Seed = Annotated[int, typer.Option("--seed", metavar="S", help=marked("The same seed draws the same deals."))]


@dataclass(repr=False, match_args=False)
class AnswerForm:
    """How the answer is to be written."""

    as_json: Annotated[bool, typer.Option("--json", help=marked("Write JSON."))] = False
    lang: Annotated[
        Language,
        typer.Option("--lang", help=marked("The language of the text.")),
    ] = "en"
    color: Annotated[
        Literal["auto", "always", "never"], typer.Option("--color", help=marked("Colours in the text."))
    ] = "auto"
    brief: Annotated[bool, typer.Option("--brief", help=marked("Write the answer alone."))] = False
    told_as: Annotated[
        Literal["document"] | None,
        typer.Option("--as", help=marked("Write the text of the answer as JSON blocks.")),
    ] = None
    stats: Annotated[bool, typer.Option("--stats", help=marked("Print search statistics."))] = False
    ids: Annotated[bool, typer.Option("--ids", help=marked("Print clause ids instead of names."))] = False

    def __post_init__(self) -> None:
        if self.told_as == "document" and (self.as_json or self.brief):
            raise UsageError(say("--as document writes all that is said; leave out --json and --brief"))
        if self.as_json and self.brief:
            raise UsageError(say("--json writes the whole answer, --brief the verdict alone; choose one"))


@dataclass(repr=False, match_args=False)
class ShowForm(AnswerForm):
    """How a position is to be shown: as an answer, or in a form of its own."""

    told_as: Annotated[
        Literal["text", "yaml", "html", "markdown", "svg", "png", "pdf", "document"] | None,
        typer.Option(
            "--as",
            help=marked("Output form. [default: as the extension of -o says, or a diagram]"),
        ),
    ] = None  # type: ignore[assignment] # a wider choice than the others have

    @property
    def shape(self) -> str | None:
        """The form that the position has, where it is another than the diagram."""
        return None if self.told_as == "document" else self.told_as


Variant = Annotated[
    list[str] | None,
    typer.Option(
        "--variant",
        metavar=marked("OPTION=READING"),
        help=marked("Choose a reading of a rule option (repeatable)."),
    ),
]

Seats = Annotated[
    int | None,
    typer.Option("--seats", metavar="N", help=marked("Rules for N players, if the game has several forms.")),
]


def named(ruleset: str | None, variant: list[str] | None) -> str | None:
    """A rule set with what is chosen of it, `NAME+OPTION=READING`; without a name it is chosen of the file's.

    Raises: UsageError for a word that chooses nothing.
    """
    if not variant:
        return ruleset

    return "+".join(
        (
            ruleset or "",
            *(f"{option}={reading}" for option, reading in spec.variants.choices(variant).items()),
        )
    )


@dataclass(repr=False, match_args=False)
class RuleOptions:
    """Which rules are played by."""

    ruleset: Annotated[
        str | None,
        typer.Option(
            "--ruleset",
            metavar=marked("NAME"),
            help=marked("Play by this rule set instead."),
            autocompletion=rulesets,
        ),
    ] = None
    variant: Variant = None

    @property
    def named(self) -> str | None:
        """The rules that are asked for; None for those of the file."""
        return named(self.ruleset, self.variant)


@dataclass(repr=False, match_args=False)
class MomentOptions:
    """Which moment of a recorded hand is asked about, and what is to be otherwise."""

    line: LineName = None
    at: Annotated[
        str | None,
        typer.Option(
            "--at",
            metavar=marked("TRICK.CARD"),
            help=marked(
                "Moment just before this card, e.g. 24.2; 24 means 24.1. [default: start of the line]"
            ),
        ),
    ] = None
    play: Annotated[
        str | None,
        typer.Option(
            "--play", metavar=marked("CARDS"), help=marked("Play these cards first, written as in a line.")
        ),
    ] = None
    discard: Annotated[
        str | None,
        typer.Option(
            "--discard", metavar=marked("CARDS"), help=marked("As if the dealer had discarded these cards.")
        ),
    ] = None
    swap: Annotated[
        str | None,
        typer.Option(
            "--swap",
            metavar=marked("CARDS"),
            help=marked("Swap two cards (or two pairs) between the hands first."),
        ),
    ] = None

    @property
    def question(self) -> answers.moves.MomentAsked:
        """The moment for the question itself."""
        return answers.moves.MomentAsked(
            line=self.line, at=self.at, play=self.play, discard=self.discard, swap=self.swap
        )

    @property
    def begins_later(self) -> bool:
        """Whether a replay is of something else than whole lines."""
        return self.at is not None or self.play is not None

    def apply_to(self, position: Position) -> Position:
        """The position at the moment that is asked about."""
        if self == MomentOptions():
            return position
        return answers.moves.at_moment(position, self.question)

    def in_every_deal(self, position: Position) -> Position:
        """The position at the moment where not all is known: every deal of it is at that moment."""
        if not position.many or self == MomentOptions():
            return self.apply_to(position)

        asked = self.question
        return knowledge.fitting.in_every_deal(
            position, lambda deal: answers.moves.at_moment_of_a_deal(deal, asked)
        )

    def shown(self, position: Position) -> Position:
        """The position at the moment as it is shown: with what is known there of the cards."""
        if not position.many or self == MomentOptions():
            return self.apply_to(position)

        later = self.in_every_deal(position)
        return knowledge.fitting.as_it_stands(later, knowledge.fitting.fitting_deals(later).deals)


MyHand = Annotated[
    str | None,
    typer.Option(
        "--my-hand",
        metavar=marked("PLAYER|CARDS"),
        help=marked("Only this hand is known, such as Bent or Bent: hR d9; the rest of the pack is unseen."),
    ),
]
SeenBy = Annotated[
    str | None,
    typer.Option(
        "--seen-by",
        metavar=marked("PLAYER"),
        help=marked("Use only what this player knew at that moment."),
        autocompletion=players,
    ),
]


@dataclass(repr=False, match_args=False)
class GoalOptions:
    """Which goal, and whose."""

    goal: Annotated[
        str | None,
        typer.Option(
            "--goal",
            metavar=marked("GOAL"),
            help=marked(
                "ultimo, king_ultimo, pagat_ultimo, last_trick or bagud; in other games contract, points>=42 "
                "and more: a wrong one lists them."
            ),
            autocompletion=goals,
        ),
    ] = None
    player: Annotated[
        str | None,
        typer.Option(
            "--for",
            metavar=marked("PLAYER"),
            help=marked("Player whose goal it is. [default: the player to move; in solve everyone]"),
            autocompletion=players,
        ),
    ] = None


@dataclass(repr=False, match_args=False)
class SampleOptions:
    """How many deals are asked about, where more fit what is known of the hands."""

    sample: Annotated[
        int | None,
        typer.Option(
            "--sample",
            min=1,
            max=100_000,
            metavar="N",
            help=marked("If cards are unknown and more than N deals fit, draw N at random. [default: 1,000]"),
        ),
    ] = None
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", help=marked("The same seed draws the same deals."))
    ] = 0


@dataclass(repr=False, match_args=False)
class PartOptions:
    """Which parts of the whole answer about a position."""

    who: Annotated[bool, typer.Option("--goals/--no-goals", help=marked("Show who can force what."))] = True
    tokens: Annotated[
        bool | None, typer.Option("--tokens/--no-tokens", help=marked("Guarantees and equilibria."))
    ] = None
    cards: Annotated[bool, typer.Option("--cards/--no-cards", help=marked("Every legal card."))] = True


@dataclass(repr=False, match_args=False)
class ContractOptions:
    """What is played, where it is to be something else than the file says."""

    contract: Annotated[
        str | None,
        typer.Option(
            "--contract", metavar=marked("CONTRACT"), help=marked("Ask as if this contract were played.")
        ),
    ] = None
    declarer: Annotated[
        str | None,
        typer.Option(
            "--declarer",
            metavar=marked("PLAYER"),
            help=marked("Ask as if this player played it."),
            autocompletion=players,
        ),
    ] = None

    @property
    def stated_keys(self) -> dict[str, str]:
        """The keys of a position file that are told here."""
        found = {"contract": self.contract, "declarer": self.declarer}
        return {key: word for key, word in found.items() if word is not None}


_BEGAN: Final = ContextVar[float]("_BEGAN")
"""When the present answer was begun, by the clock that limits go by."""


def start_clock() -> None:
    """An answer is begun: what it takes to read the file counts too."""
    _BEGAN.set(time.monotonic())


@dataclass(repr=False, match_args=False)
class SearchOptions:
    """What a search may use up, and which engine it is."""

    timeout: Timeout = LONGEST
    max_nodes: MostNodes = None
    table_mb: Annotated[
        int, typer.Option("--table-mb", min=1, metavar="N", help=marked("Memory for the table, in MB."))
    ] = TABLE_MB
    engine: Annotated[
        Literal["native", "reference"],
        typer.Option("--engine", help=marked("The fast search, or the plain one.")),
    ] = "native"

    def means(self, threads: int = 1) -> answers.requests.Means:
        """What is left of it for the search, the file being read: one answer has one limit."""
        return self.means_per_question(threads).left(_BEGAN.get(time.monotonic()))

    def means_per_question(self, threads: int = 1) -> answers.requests.Means:
        """The means for each of many questions."""
        limits = engine.results.Limits(self.max_nodes, self.timeout, self.table_mb)
        return answers.requests.Means(
            limits, answers.requests.plain_engine() if self.engine == "reference" else None, threads
        )


def own_hand(words: str | None) -> dict[str, str]:
    """The only hand that is known, as it is told in place of the hands of a file."""
    if words is None:
        return {}

    return {position.reading.ONLY_HAND: words}
