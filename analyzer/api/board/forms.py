"""Forms for what a file may say, made from the shapes that read the files, and filled from texts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from analyzer.api.board.dealing import NAMES
from analyzer.api.board.texts import NAME
from analyzer.disputes.kinds.common import DISPUTE_FORMAT
from analyzer.disputes.registry import KINDS
from analyzer.errors import UsageError, meant
from analyzer.evenings.shape import SESSION_FORMAT, PlayedHandShape
from analyzer.messages import FORMS, Verbatim, quoted, say, translated
from analyzer.position.files.shape import PositionShape
from analyzer.position.files.tree import open_tree
from analyzer.report.phrases.terms import term
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.view.board import FilledAnswer, FormAnswer, FormField, FormKind
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset, ruleset_names
from analyzer.yamltree.node import Node, Plain
from analyzer.yamltree.schema import schema_of

_PLAIN: Final = re.compile(r"[^\W\d_][\w ]*")
"""Text that YAML reads as text without quotes."""
_NOT_ASKED: Final = frozenset({"format", "kind", "title", "source", "teaches", "ruleset", "expect", "lines"})
"""Keys that a form has no field for, or one of its own."""
_CARDS, _ORDER, _NAME = "Cards as one text", "Cards in the order played", "A player's name."
"""How the shapes describe what is filled in by picking cards or a player."""
_OF_TEXT: Final = frozenset({"text", "cards", "player"})
_BY_KEY: Final = {
    "called": "card",
    "sitting_out": "text",
    **dict.fromkeys(("declarer", "partner", "swept", "lead", "by"), "player"),
}
_QUESTIONS: Final = {
    "discard": say("What may be laid away?"),
    "declarations": say("What was there to declare, and when?"),
    "fool-naming": say("Who had the right to name a suit?"),
    "fool-demand": say("Could the Fool be demanded?"),
    "play": say("Did everybody follow suit, and in turn?"),
    "trick": say("Whose trick was it?"),
    "piles": say("Which cards count for whom?"),
    "purchase": say("May the card be bought, and what does it cost?"),
    "settlement": say("Who owes whom how much?"),
    "announcement": say("May that be announced?"),
    "bid": say("May that be bid?"),
    "call": say("May that card be called?"),
    "count": say("What do the cards count?"),
    "irregularity": say("What does it cost, and what now?"),
    "misdeal": say("Is it dealt again, and by whom?"),
    "asking": say("Had that to be answered?"),
    "propriety": say("Was it a proper card?"),
    "session": say("Do the pots and the accounts agree?"),
}
"""Each kind of dispute as it is asked at the table."""


def dispute_form(ruleset: str, kind: str | None, style: TextStyle) -> FormAnswer:
    """The kinds of dispute that a rule set has, and the fields of one of them.

    Raises: UsageError for an unknown rule set, or a kind that it has not.
    """
    _check_named(ruleset)
    rules = load_ruleset(ruleset)
    told = {name: each for name, each in KINDS.items() if each.by(rules) is not None}
    chosen = next(iter(told)) if kind is None else kind
    if chosen not in told:
        raise UsageError(
            say("{ruleset} has no disputes of the kind {word}", ruleset=Verbatim(ruleset), word=quoted(kind))
        )
    telling = told[chosen].by(rules)
    assert telling is not None
    schema, game = schema_of(telling.shape), rules.game
    for key in (key for key, use in telling.shape.uses().items() if not use.uses(rules, game)):
        schema["properties"].pop(key)
    return FormAnswer(
        kinds=[
            FormKind(kind=name, about=style.said(each.about), asked=style.said(_QUESTIONS[name]))
            for name, each in told.items()
        ],
        kind=chosen,
        players=_letters(rules),
        fields=list(_fields(schema, _of_game(rules), style)),
    )


def _of_game(rules: RuleSet) -> dict[str, tuple[str, list[str]]]:
    """Fields filled in from what the game has: its contracts, its irregularities, the cards of a hand."""
    game = rules.game
    found = {"discard": ("cards", ["hand"]), "irregularity": ("word", list(rules.fines.irregularities))}
    if game.contracts:
        found["contract"] = ("word", list(game.contracts))
    return found


def position_form(ruleset: str, style: TextStyle) -> FormAnswer:
    """What a position of one game may tell beside the hands, in the order of a hand.

    Raises: UsageError for an unknown rule set.
    """
    _check_named(ruleset)
    told = schema_of(PositionShape)["properties"]
    rules = load_ruleset(ruleset)
    fields = [_asked(told, *each) for each in _of_position(rules, style)]
    return FormAnswer(kinds=[], kind="position", players=_letters(rules), fields=fields)


def _letters(rules: RuleSet) -> list[str]:
    return list(NAMES[: rules.table.players])


def _of_position(rules: RuleSet, style: TextStyle) -> Iterator[Asked]:
    game = rules.game
    if game.has_pots:
        yield "pots", style.t("What lies in the pots?"), "amounts", ["king", "pagat"]
        yield "skat", style.t("What lies in the skat?"), "cards", []
    elif game.contracts:
        yield "contract", style.t("Which contract?"), "word", list(game.contracts)
        yield "declarer", style.t("Who declared it?"), "player", []
    if game.call is not None:
        kings = [str(card) for card in sorted(rules.table.deck) if card.is_king]
        yield "called", style.t("Which card was called?"), "card", kings
    if game.partner is not None:
        yield "partner", style.t("Who was the partner?"), "player", []
    if not game.has_pots and rules.table.skat_size:
        yield "discard", style.t("What was laid away?"), "cards", []
        if game.contracts:
            yield "talon", style.t("The talon: what was taken, and what was left"), "parts", ["taken", "left"]
    yield "trick", style.t("What lies on the table, in order?"), "order", []
    yield "taken", style.t("What was taken before?"), "piles", ["tricks", "points"]


def hand_form(ruleset: str, style: TextStyle) -> FormAnswer:
    """What a hand of an evening is asked about in one game, in the order of play; the rest of it follows.

    Raises: UsageError for an unknown rule set.
    """
    _check_named(ruleset)
    asked = _of_pots if load_ruleset(ruleset).game.has_pots else _of_points
    told = schema_of(PlayedHandShape)["properties"]
    rules = load_ruleset(ruleset)
    fields = [_asked(told, *each) for each in asked(rules, style)]
    return FormAnswer(kinds=[], kind="hand", players=_letters(rules), fields=fields)


Asked = tuple[str, str, str, list[str]]
"""A key, the question, the kind of its field, and what can be chosen."""


def _asked(told: Mapping[str, Any], key: str, about: str, kind: str, choices: list[str]) -> FormField:
    assert key in told
    return FormField(key=key, about=about, kind=kind, choices=choices, names=[], example="", required=False)


def _of_pots(rules: RuleSet, style: TextStyle) -> Iterator[Asked]:
    """Who won the last trick with what, and what was lost and won before it."""
    chief = [str(card) for card in sorted(rules.table.deck) if card.is_king or str(card) == "T1"]
    yield "dealer", style.t("Who dealt?"), "player", []
    yield "declarations", style.t("What was declared?"), "said", []
    yield "during", style.t("Kings and the Pagat before the last trick"), "during", chief
    yield "last_trick", style.t("Who won the last trick, and with what?"), "last-trick", chief
    yield "points", style.t("Card points"), "numbers", []
    yield "tout", style.t("Who won every trick?"), "player", []
    yield "nolo", style.t("Who alone won no trick?"), "player", []


def _of_points(rules: RuleSet, style: TextStyle) -> Iterator[Asked]:
    """The contract and who plays it, and what came of it."""
    game = rules.game
    yield "dealer", style.t("Who dealt?"), "player", []
    if game.contracts:
        yield "contract", style.t("Which contract?"), "word", list(game.contracts)
        yield "declarer", style.t("Who declared it?"), "player", []
    if game.call is not None:
        kings = [str(card) for card in sorted(rules.table.deck) if card.is_king]
        yield "called", style.t("Which card was called?"), "card", kings
    if game.partner is not None:
        yield "partner", style.t("Who was the partner?"), "player", []
    if game.payments is not None:
        chief = [str(card) for card in sorted(rules.table.deck) if card.is_king or str(card) == "T1"]
        yield "during", style.t("Kings and the Pagat before the last trick"), "during", chief
        yield "last_trick", style.t("Who won the last trick, and with what?"), "last-trick", chief
    yield "points", style.t("Card points"), "side-numbers" if game.contracts else "numbers", []
    if game.tricks:
        yield "tricks", style.t("Tricks, where they matter"), "numbers", []
    if game.nil is not None:
        yield "nil", style.t("Who alone won no trick?"), "player", []
    if game.slam is not None:
        yield "slam", style.t("Who won every trick?"), "player", []
    if game.tapp is not None:
        yield "all-tricks", style.t("Who won every trick?"), "player", []


def _check_named(ruleset: str) -> None:
    if ruleset not in ruleset_names():
        told = say("there is no rule set {word}", word=quoted(ruleset))
        raise UsageError(told, meant(ruleset, ruleset_names()))


def _fields(
    schema: Mapping[str, Any], of_game: Mapping[str, tuple[str, list[str]]], style: TextStyle
) -> Iterator[FormField]:
    """A field for each key, those that must be told first."""
    parts: Mapping[str, Any] = schema.get("$defs", {})
    required = schema.get("required", [])
    keys = [key for key in schema["properties"] if key not in _NOT_ASKED]
    for key in sorted(keys, key=lambda each: each not in required):
        part = schema["properties"][key]
        kind, choices = of_game.get(key) or _kind_of(part, parts)
        kind = _BY_KEY.get(key, kind) if kind in _OF_TEXT else kind
        examples = part.get("examples") or [_example(part)]
        yield FormField(
            key=key,
            about=translated(part.get("description", ""), style.lang, FORMS),
            kind=kind,
            choices=choices,
            names=[
                {"true": style.t("yes"), "false": style.t("no")}.get(each, term(style, each))
                for each in choices
            ],
            example="" if examples[0] is None else _written(examples[0]),
            required=key in required,
        )


def _kind_of(part: Mapping[str, Any], parts: Mapping[str, Any]) -> tuple[str, list[str]]:
    """How a key is filled in: by cards, a player, text, a choice, a number, a list, a block of keys."""
    either = [each for each in part.get("anyOf", [part]) if each.get("type") != "null"]
    resolved = [parts[each["$ref"].rpartition("/")[2]] if "$ref" in each else each for each in either]
    choices = [str(word) for each in resolved for word in each.get("enum", [])]
    kinds = [each.get("type") for each in resolved]
    about = " ".join(each.get("description", "") for each in resolved)
    if _CARDS in about:
        return ("order" if _ORDER in about else "cards"), []
    if "object" in kinds and _CARDS in json.dumps(resolved[0].get("additionalProperties")):
        return "hands", []
    if about == _NAME:
        return "player", []
    if choices and all("enum" in each for each in resolved):
        return "choice", choices
    if "string" in kinds and all(each in ("string", "array") for each in kinds):
        return "text", []
    if kinds == ["boolean"]:
        return "choice", ["true", "false"]
    if kinds == ["integer"]:
        return "number", []
    names = kinds == ["array"] and resolved[0].get("items", {}).get("type") == "string"
    return ("list" if names else "block"), []


def _example(part: Mapping[str, Any]) -> Any:
    found = [each["examples"][0] for each in part.get("anyOf", []) if each.get("examples")]
    return found[0] if found else None


def filled(text: str) -> FilledAnswer:
    """What a dispute or an evening says, key by key, as its form has it. Raises: InvalidFile."""
    kind = SESSION_FORMAT if "tarok-session" in text else DISPUTE_FORMAT
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
    return {key: _written(node.plain()) for key, node in told.items()}


def _written(value: Plain) -> str:
    """A value as a field of a form has it: text as it is, lists of words in a row, more keys in lines."""
    if isinstance(value, bool):
        return str(value).lower()
    if value is None:
        return ""
    if isinstance(value, list) and all(isinstance(each, str) and " " not in each for each in value):
        return ", ".join(map(str, value))
    if isinstance(value, list):
        return "\n".join(f"- {_flow(each)}" for each in value)
    if isinstance(value, dict):
        return "\n".join(f"{key}: {_flow(each)}" for key, each in value.items())
    return str(value)


def _flow(value: Plain) -> str:
    """A value within a line of YAML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if isinstance(value, str) and _PLAIN.fullmatch(value):
        return value
    return json.dumps(value, ensure_ascii=False)
