"""Forms for what a file may say, made from the shapes that read the files, and filled from texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from analyzer.api.board.dealing import NAMES
from analyzer.api.board.fields import Fields, chief, kings, written
from analyzer.api.board.texts import NAME
from analyzer.api.board.views import FilledAnswer, FormAnswer, FormKind
from analyzer.disputes.owed import SAID_KEYS, SaidOwedKeys
from analyzer.disputes.shape import DISPUTE_FORMAT, DisputeShape
from analyzer.disputes.table import KINDS
from analyzer.errors import UsageError, meant
from analyzer.evenings.model import SESSION_FORMAT, PlayedHandShape
from analyzer.messages import Message, Verbatim, quoted, say
from analyzer.position.files.hands.contract import HANDFULS, KEYS, said_before_play
from analyzer.position.files.hands.result import CAME_KEYS, bonus_words
from analyzer.position.files.handshape import CameKeys
from analyzer.position.files.shape import FORMAT as POSITION_FORMAT
from analyzer.position.files.shape import PositionShape
from analyzer.position.files.tree import open_tree
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset, ruleset_names
from analyzer.rules.spec.variants import in_form
from analyzer.yamltree.node import Node
from analyzer.yamltree.schema import schema_of


def dispute_form(ruleset: str, kind: str | None, style: TextStyle, seats: int = 0) -> FormAnswer:
    """The kinds of dispute that a rule set has, and the fields of one of them.

    Raises: UsageError for an unknown rule set, or a kind that it has not.
    """
    rules = _played(ruleset, seats)
    told = {name: each for name, each in KINDS.items() if each.by(rules) is not None}
    chosen = next(iter(told)) if kind is None else kind
    if chosen not in told:
        raise UsageError(
            say("{ruleset} has no disputes of the kind {word}", ruleset=Verbatim(ruleset), word=quoted(kind))
        )
    telling = told[chosen].by(rules)
    assert telling is not None
    shape = telling.kind().shape
    schema = schema_of(shape)
    for key in _idle(shape, rules):
        schema["properties"].pop(key, None)
    schema["required"] = [*schema.get("required", []), *shape.CHIEF]
    return FormAnswer(
        kinds=[
            FormKind(kind=name, about=style.said(each.about), asked=style.said(each.asked))
            for name, each in told.items()
        ],
        kind=chosen,
        players=_letters(rules),
        fields=Fields(rules, style, schema).all(),
    )


def _idle(shape: type[DisputeShape], rules: RuleSet) -> list[str]:
    """The keys that the game of a rule set has no use for."""
    uses = {
        **(CAME_KEYS if issubclass(shape, CameKeys) else {}),
        **(SAID_KEYS if issubclass(shape, SaidOwedKeys) else {}),
        **shape.uses(),
    }
    return [key for key, use in uses.items() if not use.uses(rules, rules.game)]


def position_form(ruleset: str, style: TextStyle, seats: int = 0) -> FormAnswer:
    """What a position of one game may tell beside the hands, in the order of a hand.

    Raises: UsageError for an unknown rule set.
    """
    rules = _played(ruleset, seats)
    told = Fields(rules, style, schema_of(PositionShape))
    fields = [told.asked(*each) for each in _of_position(rules)]
    return FormAnswer(kinds=[], kind="position", players=_letters(rules), fields=fields)


def _letters(rules: RuleSet) -> list[str]:
    return list(NAMES[: rules.table.players])


def _of_position(rules: RuleSet) -> Iterator[Asked]:
    game = rules.game
    yield "title", say("What is it called?"), "text", []
    yield "stipulation", say("What is a solver asked?"), "text", []
    if game.pots is not None:
        yield "pots", say("What is in the pots?"), "amounts", ["king", "pagat"]
        yield "skat", say("Which cards were discarded?"), "cards", []
    elif game.contracts:
        yield "contract", say("Which contract?"), "word", list(game.contracts)
        yield "declarer", say("Who declared it?"), "player", []
    if game.call is not None:
        yield "called", say("Which card was called?"), "card", kings(rules)
    if game.partner is not None:
        yield "partner", say("Who was the partner?"), "player", []
    if game.pots is None and rules.table.skat_size:
        yield "discard", say("What was discarded?"), "cards", []
        if game.contracts:
            yield "talon", say("The talon: what was taken, and what was left"), "record", []
    yield "trick", say("Which cards are on the table, in order?"), "order", []
    yield "taken", say("What was taken before?"), "piles", ["tricks", "points"]


def hand_form(ruleset: str, style: TextStyle, seats: int = 0) -> FormAnswer:
    """What a hand of an evening is asked about in one game, in the order of play; the rest of it follows.

    Raises: UsageError for an unknown rule set.
    """
    rules = _played(ruleset, seats)
    asked = _of_pots if rules.game.pots is not None else _of_points
    told = Fields(rules, style, schema_of(PlayedHandShape))
    used = (each for each in asked(rules) if each[0] not in KEYS or KEYS[each[0]].uses(rules, rules.game))
    fields = [told.asked(*each) for each in used]
    return FormAnswer(kinds=[], kind="hand", players=_letters(rules), fields=fields)


Asked = tuple[str, Message, str, list[str]]
"""A key, the question, the kind of its field, and what can be chosen."""


def _of_pots(rules: RuleSet) -> Iterator[Asked]:
    """Who won the last trick with what, and what was lost and won before it."""
    yield "dealer", say("Who dealt?"), "player", []
    yield "declarations", say("What was declared?"), "each", []
    yield "during", say("Kings and the Pagat before the last trick"), "during", chief(rules)
    yield "last_trick", say("Who won the last trick, and with what?"), "last-trick", chief(rules)
    yield "points", say("Card points"), "numbers", []
    yield "tout", say("Who won every trick?"), "player", []
    yield "nolo", say("Who alone won no trick?"), "player", []


def _of_points(rules: RuleSet) -> Iterator[Asked]:
    """The contract and who plays it, and what came of it."""
    game = rules.game
    yield "dealer", say("Who dealt?"), "player", []
    if game.contracts:
        yield "contract", say("Which contract?"), "word", list(game.contracts)
        yield "declarer", say("Who declared it?"), "player", []
    if game.call is not None:
        yield "called", say("Which card was called?"), "card", kings(rules)
    if game.partner is not None:
        yield "partner", say("Who was the partner?"), "player", []
    if game.payments is not None:
        yield "during", say("Kings and the Pagat before the last trick"), "during", chief(rules)
        yield (
            "last_trick",
            say("Who won the last trick, and with what?"),
            "last-trick",
            chief(rules),
        )
    yield (
        "points",
        say("Card points"),
        *(("amounts", ["declarer"]) if game.contracts else ("numbers", [])),
    )
    if game.tricks:
        yield "tricks", say("Tricks, if they matter"), "numbers", []
    yield from _beside(game)
    if game.nil is not None:
        yield "nil", say("Who alone won no trick?"), "player", []
    if game.slam is not None:
        yield "slam", say("Who won every trick?"), "player", []
    if game.difference_sheet is not None:
        yield "all-tricks", say("Who won every trick?"), "player", []


def _beside(game: GameSpec) -> Iterator[Asked]:
    """What is announced, and what is paid beside the contract."""
    if game.coefficients is not None:
        yield (
            "bouts",
            say("How many of the bouts were the declarer's?"),
            "choice",
            ["0", "1", "2", "3"],
        )
        yield "poignee", say("Who showed a handful?"), "each", list(HANDFULS)
    elif game.target is not None:
        yield (
            "trull",
            say("How many of the trull were the declarer's?"),
            "choice",
            ["0", "1", "2", "3"],
        )
    if announced := said_before_play(game):
        yield "announced", say("What was announced?"), "each", list(announced)
    if bonuses := bonus_words(game):
        yield (
            "bonuses",
            say("What was achieved in addition to the contract, and by whom?"),
            "rows",
            list(bonuses),
        )


def _played(ruleset: str, seats: int) -> RuleSet:
    """The rules as so many play them; in their usual form where they are not played by so many."""
    if ruleset not in ruleset_names():
        told = say("unknown rule set {word}", word=quoted(ruleset))
        raise UsageError(told, meant(ruleset, ruleset_names()))
    rules = load_ruleset(ruleset)
    return in_form(rules, seats) if seats in rules.forms else rules


def filled(text: str) -> FilledAnswer:
    """What a dispute or an evening says, key by key, as its form has it. Raises: InvalidFile."""
    formats = (SESSION_FORMAT, POSITION_FORMAT)
    kind = next((each for each in formats if each.partition("/")[0] in text), DISPUTE_FORMAT)
    tree = open_tree(text, NAME, kind)
    assert isinstance(tree.root.value, dict)
    values = _values(tree.root.value)
    parts = {
        key: [_values(each.value) for each in node.value if isinstance(each.value, dict)]
        for key, node in tree.root.value.items()
        if isinstance(node.value, list)
    }
    return FilledAnswer(values=values, parts=parts)


def _values(told: Mapping[str, Node]) -> dict[str, str]:
    return {key: written(node.plain()) for key, node in told.items()}
