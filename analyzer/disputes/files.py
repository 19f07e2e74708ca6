"""Reading dispute files (`tarok-dispute/1` and `/2`): all faults at once, each at line and column.

The reader settles nothing. It refuses only what cannot be: cards that nobody can hold, players who
are not at the table, a card played that was not in the hand. What was wrong at the table, such as a
discard of four cards or a revoke, is for the rules to judge.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from analyzer import disputes
from analyzer.cards.card import Card
from analyzer.cards.notation import shown
from analyzer.disputes.shape import DISPUTE_FORMAT, LATEST_FORMAT, Dispute, DisputeShape, half_known
from analyzer.disputes.table import DISPUTE_KINDS, DisputeWay
from analyzer.errors import Fault, InvalidFile, UsageError
from analyzer.messages import Verbatim, listed, say
from analyzer.position.files.reader import DEFAULT_RULES, Reader, unknown_rules
from analyzer.position.files.tree import Tree, open_tree
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import Under
from analyzer.yamltree.node import suggestion


def loads_dispute(text: str, file: str = "<text>", under: Under | None = None) -> Dispute:
    """The dispute a text tells; `file` is its name in messages, and rule sets are looked for beside it.

    It is read by other rules than its own where `under` gives them.

    Raises: InvalidFile with every fault, in file order; what `under` raises.
    """
    shape, reader, read = _opened(text, file, under)
    if half_known(shape):
        deals, first = disputes.halfknown.in_deals(reader, shape, partial(_in_deal, text, file, reader.rules))
        return replace(first, fits=deals)
    dispute = read(reader, shape)
    reader.finish()
    assert dispute is not None
    return replace(dispute, read_by=partial(_again, text, file))


def with_kind(text: str, file: str, kind: str) -> str:
    """The text of a dispute with its kind, and its format, behind it where it tells none; every place stays.

    Raises: UsageError where the text is of another kind; InvalidFile where it is no dispute.
    """
    tree = open_tree(text, file, DISPUTE_FORMAT)
    told = tree.word("kind")
    if told not in (None, kind):
        raise UsageError(say("the dispute is of the kind {word}", word=Verbatim(shown(told))))
    keys = {"kind": kind} if told is None else {}
    if tree.word("format") is None:
        keys["format"] = LATEST_FORMAT
    if text.lstrip().startswith("{"):
        inside, _, after = text.rpartition("}")
        return f"{inside}{''.join(f', {key}: {word}' for key, word in keys.items())}}}{after}"
    return text.rstrip("\n") + "".join(f"\n{key}: {word}" for key, word in keys.items()) + "\n"


def _opened(
    text: str, file: str, under: Under | None
) -> tuple[DisputeShape, Reader, Callable[[Reader, Any], Dispute | None]]:
    """What a file says, who reads it, and how its kind is read."""
    tree = open_tree(text, file, DISPUTE_FORMAT)
    kind = _require_way(tree, _kind(tree), _rules(tree, under)).kind()
    shape, notes = tree.filled(kind.shape)
    return shape, Reader(tree, shape, notes, under), kind.read


def _in_deal(text: str, file: str, rules: RuleSet, held: tuple[frozenset[Card], ...]) -> Dispute:
    """The dispute of a file as it is where the hands are these. Raises: InvalidFile where it cannot be."""
    shape, reader, read = _opened(text, file, lambda _: rules)
    vars(shape).update(hands=disputes.halfknown.fill_hands(reader, shape, held), worlds=None, unseen=None)
    dispute = read(reader, shape)
    reader.finish()
    assert dispute is not None
    return replace(dispute, read_by=lambda other: _in_deal(text, file, other, held))


def _again(text: str, file: str, rules: RuleSet) -> Dispute:
    return loads_dispute(text, file, lambda _: rules)


def _rules(tree: Tree, under: Under | None) -> RuleSet:
    """The rule set that a file names, which says what may stand in the file; Danish where it names none.

    Raises: InvalidFile where it cannot be had.
    """
    name = tree.word("ruleset") or DEFAULT_RULES

    def named() -> RuleSet:
        try:
            return load_ruleset(name, beside=Path(tree.file).parent)
        except (UsageError, InvalidFile) as error:
            raise tree.refused(*unknown_rules(name, tree.root.at(("ruleset",)), error)) from error

    return named() if under is None else under(named)


def _require_way(tree: Tree, kind: str, rules: RuleSet) -> DisputeWay:
    """How a kind is told by the rules. Raises: InvalidFile where they have no such disputes."""
    found = DISPUTE_KINDS[kind].find_way(rules)
    if found is not None:
        return found
    message = say(
        "{ruleset} has no disputes of the kind {word}, of which its source has no word",
        ruleset=Verbatim(rules.name),
        word=Verbatim(kind),
    )
    others = listed(
        Verbatim(name) for name, each in DISPUTE_KINDS.items() if each.find_way(rules) is not None
    )
    fault = Fault(message, say("expected one of {words}", words=others), tree.root.at(("kind",)))
    raise tree.refused(fault)


def _kind(tree: Tree) -> str:
    """The kind of a dispute. Raises: InvalidFile where there is no such kind."""
    kind = tree.word("kind")
    if kind in DISPUTE_KINDS:
        return kind
    if kind is None and tree.torn:
        raise tree.refused()
    message = (
        say("`kind` is missing") if kind is None else say("the kind is {word}", word=Verbatim(shown(kind)))
    )
    raise InvalidFile(
        [*tree.faults, Fault(message, suggestion(kind or "", DISPUTE_KINDS), tree.root.at(("kind",)))]
    )
