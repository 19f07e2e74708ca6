"""Reading dispute files (`format: tarok-dispute/1`): all faults at once, each at line and column.

The reader settles nothing. It refuses only what cannot be: cards that nobody can hold, players who
are not at the table, a card played that was not in the hand. What was wrong at the table, such as a
discard of four cards or a revoke, is for the rules to judge.
"""

from __future__ import annotations

from analyzer.cards.notation import shown
from analyzer.disputes.kinds.common import DISPUTE_FORMAT
from analyzer.disputes.model import Dispute
from analyzer.disputes.registry import KINDS
from analyzer.errors import Fault, InvalidFile
from analyzer.messages import Verbatim, say
from analyzer.position.files.reader import Reader
from analyzer.position.files.tree import Tree, open_tree
from analyzer.rules.spec.variants import Under
from analyzer.yamltree.quoting import suggestion
from analyzer.yamltree.reading import read_text


def load_dispute(path: str) -> Dispute:
    """The dispute of a file, `-` for standard input.

    Raises: InvalidFile with every fault, in file order.
    """
    return loads_dispute(read_text(path), "<stdin>" if path == "-" else path)


def loads_dispute(text: str, file: str = "<text>", under: Under | None = None) -> Dispute:
    """The dispute a text tells; `file` is its name in messages, and rule sets are looked for beside it.

    It is read by other rules than its own where `under` gives them.

    Raises: InvalidFile with every fault, in file order; what `under` raises.
    """
    tree = open_tree(text, file, DISPUTE_FORMAT)
    kind = _kind(tree)
    shape, notes = tree.filled(KINDS[kind].shape)
    reader = Reader(tree, shape, notes, under)
    dispute = KINDS[kind].read(reader, shape)
    reader.finish()
    assert dispute is not None
    return dispute


def _kind(tree: Tree) -> str:
    """The kind of a dispute. Raises: InvalidFile where there is no such kind."""
    kind = tree.word("kind")
    if kind in KINDS:
        return kind
    if kind is None and tree.torn:
        raise tree.refused()
    message = (
        say("`kind` is missing") if kind is None else say("the kind is {word}", word=Verbatim(shown(kind)))
    )
    raise InvalidFile([*tree.faults, Fault(message, suggestion(kind or "", KINDS), tree.root.at(("kind",)))])
