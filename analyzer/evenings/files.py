"""Reading session files (`tarok-session/1`): all faults at once, each at line and column.

What cannot be told from the facts of a hand is asked for by name. The files of hands that are recorded card
by card are read with it, and their faults told with its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from analyzer.cards.notation import shown
from analyzer.errors import Fault
from analyzer.evenings.contracthands import read_contract_hand
from analyzer.evenings.model import Evening, Hand, VoidHand
from analyzer.evenings.pothands import read_pot_hand
from analyzer.evenings.recorded import beside, read_recorded
from analyzer.evenings.seats import HandSeats
from analyzer.evenings.shape import SESSION_FORMAT, EveningShape, PlayedHandShape
from analyzer.evenings.tally import contradictions
from analyzer.messages import Message, Verbatim, say
from analyzer.position.files.beforeplay.came import CAME_KEYS
from analyzer.position.files.beforeplay.handtold import read_told
from analyzer.position.files.beforeplay.uses import KEYS, KeyUse, useless
from analyzer.position.files.reader import Reader
from analyzer.position.files.tree import Tree, open_tree
from analyzer.rules.book import Pots
from analyzer.rules.conduct.session import next_dealer
from analyzer.rules.score.hand import NOTHING_TOLD
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.readings import Once
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.variants import Under, played_by
from analyzer.yamltree.placed import Notes, Text
from analyzer.yamltree.reading import named_text

__all__ = ["load", "loads"]

KnownHands: TypeAlias = Once[tuple[Hand | None, list[Fault]]]
"""The hands of one text, each read once for all readings that it does not tell apart."""


def load(path: str, under: Under | None = None) -> Evening:
    """The evening of a file, `-` for standard input; by other rules than its own if `under` gives them.

    Raises: InvalidFile with every fault, in file order, those of recorded hands behind; what `under` raises.
    """
    return loads(*named_text(path), under)


def loads(
    text: str, file: str = "<text>", under: Under | None = None, found: Callable[[str], str] | None = None
) -> Evening:
    """The evening a text tells; rule sets and recorded hands are looked for beside the `file`.

    `found` gives the text of a recorded hand by its name instead, and raises InvalidFile where there is none.

    Raises: InvalidFile with every fault; what `under` raises.
    """
    tree = open_tree(text, file, SESSION_FORMAT)
    shape, notes = tree.filled(EveningShape)
    return _read(_OpenEvening(tree, shape, found), notes, under, Once())


class _OpenEvening(NamedTuple):
    """The file of an evening as it is parsed, and what gives the texts of its recorded hands."""

    tree: Tree
    shape: EveningShape
    found: Callable[[str], str] | None


def _read(opened: _OpenEvening, notes: Notes, under: Under | None, known: KnownHands) -> Evening:
    """The evening of a file that is parsed, under its rules or those of `under`."""
    tree, shape, found = opened
    reader = Reader(tree, shape, notes, under)
    idle = useless(reader, shape, SESSION_KEYS)
    _check_table(reader, shape)
    hands = tuple(_hands(reader, shape, found or beside(reader.file), known))
    lying = NOTHING_TOLD if reader.rules.game.pots is not None else read_told(reader, shape, idle)
    evening = Evening(
        rules=reader.rules,
        players=reader.players,
        hands=hands,
        pots=None if shape.pots is None or "pots" in idle else Pots(shape.pots.king, shape.pots.pagat),
        pools=lying.pools,
        radli=lying.radli,
        title=None if shape.title is None else str(shape.title),
        source=None if shape.source is None else str(shape.source),
        teaches=None if shape.teaches is None else str(shape.teaches),
        file=reader.file,
    )
    reader.finish()
    reader.notes.faults += contradictions(evening)
    reader.finish()
    return replace(evening, read_by=partial(_read_again, opened, known))


def _read_again(opened: _OpenEvening, known: KnownHands, rules: RuleSet) -> Evening:
    return _read(opened, Notes(opened.tree.root.where), lambda _: rules, known)


def _check_table(reader: Reader, shape: EveningShape) -> None:
    """A fault where more sit at the table than the rules let, and where somebody is said to sit out.

    Raises: InvalidFile where nobody sits out and too many sit there: no hand is one of them all.
    """
    table = reader.rules.table
    if shape.sitting_out is not None:
        expected = say("who sits a hand out follows from the rules")
        reader.fault(shape.key_place("sitting_out"), say("`sitting_out` in an evening"), expected)
    if len(reader.players) > table.players and not table.may_sit_out:
        expected = say(
            "{ruleset} is played by {number}",
            ruleset=Verbatim(reader.rules.name),
            number=played_by(reader.rules),
        )
        where = shape.place("players")
        reader.fault(where, say("{number} {number:player/players}", number=len(reader.players)), expected)
        reader.finish()


def _hands(
    reader: Reader, shape: EveningShape, found: Callable[[str], str], known: KnownHands
) -> Iterator[Hand]:
    """The hands that can be read; who deals goes round the table."""
    dealer: int | None = None
    misdealt = False
    for number, each in enumerate(shape.hands):
        told = reader.seat_of(each.dealer)
        if told is None and dealer is not None:
            told = next_dealer(reader.rules, dealer, len(reader.players), misdealt=misdealt)
        if number == 0 and not each.tells("dealer") and not each.tells("file"):
            message = say("`{key}` is missing", key=Verbatim("dealer"))
            reader.lack(each.node.where, message, say("expected who dealt the first hand"))
        if each.tells("file"):
            _check_alone(reader, each)
            read: tuple[Hand | None, int | None] = read_recorded(reader, shape, each, told, found)
        else:
            sound = len(reader.notes.faults)
            in_words, faults = known.of(reader.rules, (number, told), partial(_hand, reader, each, told))
            reader.notes.faults[sound:] = faults
            read = in_words, told
        hand, dealer = read
        misdealt = each.misdeal is not None
        if hand is not None:
            yield hand


def _hand(reader: Reader, shape: PlayedHandShape, dealer: int | None) -> tuple[Hand | None, list[Fault]]:
    """A hand that is told in words, None where it cannot be read; and what is wrong with it."""
    before = len(reader.notes.faults)
    if shape.tells("line"):
        message = say("`line` without a `file`")
        reader.lack(shape.key_place("line"), message, say("expected the file of the recorded hand"))
    idle = useless(reader, shape, HAND_KEYS)
    sound, torn = len(reader.notes.faults), reader.torn
    seats = HandSeats(reader, 0, None) if dealer is None else HandSeats.of(reader, dealer)
    # Where nobody knows who dealt, what is wrong in itself is told, and nothing is asked for.
    reader.torn = torn or dealer is None
    pots = reader.rules.game.pots is not None
    hand: Hand
    if shape.misdeal is not None:
        hand = _void_hand(seats, shape, shape.misdeal)
    elif pots:
        hand = read_pot_hand(seats, shape)
    else:
        hand = read_contract_hand(seats, shape, idle)
    reader.torn = torn
    faults = reader.notes.faults[before:]
    return hand if dealer is not None and sound == len(reader.notes.faults) else None, faults


def _void_hand(seats: HandSeats, shape: PlayedHandShape, told: Text) -> VoidHand:
    """A deal of which nothing was played; a fault for everything that is told of its play."""
    reader = seats.reader
    for key in shape.keys:
        if key not in ("misdeal", "dealer"):
            message = say("`{key}` with `misdeal`", key=Verbatim(key))
            reader.fault(shape.key_place(key), message, say("expected nothing of a hand not played"))
    reason = Message("{reason}", {"reason": Verbatim(shown(told))})
    if told in reader.players:
        caller = seats.seat(told)
        reason = reason if caller is None else say("called by {player}", player=reader.who(caller))
    return VoidHand(seats.dealer, shape.node.where, reason)


def _check_alone(reader: Reader, shape: PlayedHandShape) -> None:
    """A fault for everything told of a hand that its own file tells."""
    for key in shape.keys:
        if key not in ("file", "line", "dealer"):
            message = say("`{key}` with `file`", key=Verbatim(key))
            reader.fault(shape.key_place(key), message, say("expected it in the file of the hand"))


_SAID: Final = (
    "contract", "declarer", "called", "partner", "bids", "purchase", "kontra", "passed", "held",
    "declarations", "announced", "announce",
)  # fmt: skip
_POTS: Final = KeyUse(lambda _, game: game.pots is not None, ("danish",))


def _also_danish(use: KeyUse) -> KeyUse:
    """A key of what came of a hand that Danish Tarok has too."""

    def uses(rules: RuleSet, game: GameSpec) -> bool:
        return game.pots is not None or use.uses(rules, game)

    return KeyUse(uses, ("danish", *use.games))


HAND_KEYS: Final[Mapping[str, KeyUse]] = {
    **{key: KEYS[key] for key in _SAID},
    **CAME_KEYS,
    **{key: _also_danish(CAME_KEYS[key]) for key in ("during", "last_trick")},
    **dict.fromkeys(("tout", "nolo", "fines"), _POTS),
}
"""The keys of a hand that not every game has a use for."""

SESSION_KEYS: Final[Mapping[str, KeyUse]] = {key: KEYS[key] for key in ("pots", "pools", "radli")}
"""The keys of a whole evening, with the games that have a use for them."""
