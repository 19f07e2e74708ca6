"""A study as a value, the named facts of a deal, and the reader of study files (`tarok-study/1`)."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, get_args

from analyzer.cards.card import BY_TEXT, FOOL, PAGAT, Card, Suit
from analyzer.cards.notation import read_card, read_suit, shown
from analyzer.errors import CardError, UsageError, Where
from analyzer.frozenrecord import Record, derived
from analyzer.many.source import SUFFIXES
from analyzer.messages import Message, Verbatim, either, listed, quoted, say
from analyzer.position.files.reader import Reader
from analyzer.position.files.studyshape import (
    STUDY_FORMAT,
    AskedOf,
    AskShape,
    DealsShape,
    StudyShape,
    WhereShape,
)
from analyzer.position.files.tree import open_tree
from analyzer.position.model import Position
from analyzer.rules.score.goals import LAST_TRICK_GOALS, is_ultimo_card, read_goal
from analyzer.rules.spec.game import FoolKind, GameSpec
from analyzer.rules.spec.kinds.bidding import Called
from analyzer.rules.spec.kinds.contracts import Contract, ContractAim, TalonLeft
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.variants import Under
from analyzer.yamltree.node import Node
from analyzer.yamltree.reading import named_text
from analyzer.yamltree.shapes import Text

# A study as a value: deals, questions, limits, and the facts that group the deals.


LEADER: Final = "leader"
EACH: Final = "each"
ANY: Final = "any"

Who = int | str
"""A seat, or LEADER, EACH or ANY."""


class Wanted(Record, frozen=True):
    """A condition on the hand of a player; the study uses only deals that meet it."""

    who: Who
    trumps: range | None = None
    void: frozenset[Suit] = frozenset()
    holds: frozenset[Card] = frozenset()


class StudyAsk(Record, frozen=True):
    """A question about each deal."""

    name: str
    of: str
    goal: str | None
    who: Who | None
    """The players in question; None if the answer does not belong to a player."""
    by: str
    """The coalition: `alone`, `nobody`, `others`, `two`, or names with commas."""
    take: tuple[str, ...]
    card: Card
    """The card for `gain` and `naming`."""
    fool_demand: bool | None
    """True if players may demand the Fool; None keeps the rule of the deal."""
    discard: str | None
    """The rule for the discard that replaces that of the study; `best` tries every legal discard."""


@dataclass(frozen=True)
class Study:
    """A study; equal studies give equal figures."""

    rules: RuleSet
    players: tuple[str, ...]
    title: str
    deals: DealsShape
    count: int
    """The number of deals."""
    tricks: tuple[int, ...]
    """The numbers of tricks left; the deals use them in turn."""
    wanted: tuple[Wanted, ...]
    files: tuple[Path, ...]
    """The position files of a folder, if they are the deals."""
    asks: tuple[StudyAsk, ...]
    nodes: int | None
    table_mb: int
    group_by: tuple[str, ...]
    told: Mapping[str, Any]
    """The file as plain data."""

    @derived
    def digest(self) -> str:
        """The digest of the contents of the study file, in any layout, and of the files of its folder."""
        text = json.dumps(self.told, sort_keys=True, ensure_ascii=False)
        whole = sha256(text.encode())
        for path in self.files:
            whole.update(path.name.encode() + b"\0" + sha256(path.read_bytes()).digest())
        return f"sha256:{whole.hexdigest()}"


# Facts of a deal by name: they group the deals of a study and select them.


Fact = int | str
Hand = frozenset[Card]


def voids(hand: Hand) -> int:
    """Return the number of plain suits of which a hand has no card."""
    return len({Suit.HEARTS, Suit.DIAMONDS, Suit.SPADES, Suit.CLUBS} - {card.suit for card in hand})


def _trumps(hand: Hand, game: GameSpec) -> int:
    fool = game.fool.kind is FoolKind.TRUMP
    return sum(card.is_trump or (fool and card.is_fool) for card in hand)


_OF_HAND: Final[Mapping[str, Callable[[Hand, GameSpec], int]]] = {
    "trumps": _trumps,
    "kings": lambda hand, _: sum(card.is_king for card in hand),
    "courts": lambda hand, _: sum(card.is_court for card in hand),
    "ultimo_cards": lambda hand, _: sum(map(is_ultimo_card, hand)),
    "voids": lambda hand, _: voids(hand),
}
"""Functions that count cards or suits in a hand, for facts such as `trumps_of_leader` or `kings_of_A`."""
_MEANT: Final[Mapping[str, Message]] = {
    "tricks": say("tricks to go"),
    "lead": say("who leads"),
    "trumps": say("trumps in a hand; the Fool where it is one"),
    "kings": say("kings in a hand"),
    "courts": say("kings, queens, knights and jacks in a hand"),
    "ultimo_cards": say("kings and the Pagat in a hand"),
    "voids": say("plain suits of which a hand has no card"),
    "fool_with": say("who holds the Fool, or nobody"),
    "pagat_with": say("who holds the Pagat, or nobody"),
    "hR_with": say("who holds a card, by its name, or nobody"),
}
"""The meaning of each fact; facts about a hand are listed by the part before `_of_`."""
_HOLDERS: Final = {"fool_with": FOOL, "pagat_with": PAGAT}
NOBODY: Final = "nobody"


def fact_names() -> list[str]:
    """Return the names of all facts; those about a player are given for the leader."""
    return ["tricks", "lead", *(f"{each}_of_{LEADER}" for each in _OF_HAND), *_HOLDERS, "hR_with"]


def fact_pairs() -> list[tuple[str, Message]]:
    """Return every fact with its meaning."""
    return [(name, _MEANT[name.partition("_of_")[0]]) for name in fact_names()]


def fact_message(name: str) -> Message:
    """Return the meaning of a fact, with the player whose hand it counts."""
    kind, of, who = name.partition("_of_")
    if name.endswith("_with") and name not in _MEANT:
        return say("who holds {card}, or nobody", card=Verbatim(name.removesuffix("_with")))
    if not of:
        return _MEANT[name]
    if who == LEADER:
        return say("{fact}, of the leader", fact=_MEANT[kind])
    return say("{fact}, of {player}", fact=_MEANT[kind], player=Verbatim(who))


def check_fact(name: str, players: Sequence[str]) -> None:
    """Check the name of a fact. Raises: UsageError with all facts if it is unknown."""
    kind, of, who = name.partition("_of_")
    if name in ("tricks", "lead") or name in _HOLDERS:
        return
    if of and kind in _OF_HAND and (who == LEADER or who in players):
        return
    if name.endswith("_with") and name.removesuffix("_with") in BY_TEXT:
        return
    known = listed(map(Verbatim, fact_names()))
    told = say("unknown fact {word}", word=quoted(name))
    raise UsageError(told, say("there are {known}; of a player by name too", known=known))


def fact_of(name: str, position: Position) -> Fact:
    """Return the value of a fact in a deal."""
    if name == "tricks":
        return position.tricks_left
    if name == "lead":
        return position.players[position.lead]
    kind, of, who = name.partition("_of_")
    if of and kind in _OF_HAND:
        seat = position.lead if who == LEADER else position.players.index(who)
        return _OF_HAND[kind](position.hands[seat], position.rules.game)
    card = _HOLDERS[name] if name in _HOLDERS else BY_TEXT[name.removesuffix("_with")]
    holders = [seat for seat, hand in enumerate(position.hands) if card in hand]
    return position.players[holders[0]] if holders else NOBODY


def seats_of(who: Who, position: Position) -> tuple[int, ...]:
    """Return the seats that an entry of a study names."""
    if isinstance(who, int):
        return (who,)
    return (position.lead,) if who == LEADER else tuple(range(len(position.players)))


def is_wanted(wanted: Sequence[Wanted], game: GameSpec, hands: Sequence[Hand], lead: int) -> bool:
    """Return True if a deal meets all conditions."""
    return all(_has(each, game, hands[lead if each.who == LEADER else int(each.who)]) for each in wanted)


def _has(wanted: Wanted, game: GameSpec, hand: Hand) -> bool:
    if wanted.trumps is not None and _trumps(hand, game) not in wanted.trumps:
        return False
    return wanted.holds <= hand and not any(card.suit in wanted.void for card in hand)


# Reading study files (`tarok-study/1`): all faults at once, each with line and column.


QUESTIONS: Final = get_args(AskedOf)
TOGETHER: Final = ("alone", "nobody", "others", "two")
_TAKEN: Final = ("solve", "decide", "replay")
_OF_NOBODY: Final = (*_TAKEN, "gain", "naming", "parting")
_EACH_FOR_HIMSELF: Final = ("explain", "guarantee", "points")


def load(path: str, under: Under | None = None) -> Study:
    """Read the study of a file, or of standard input if `path` is `-`.

    Raises: InvalidFile with every fault, in file order; any error of `under`.
    """
    return loads(*named_text(path), under)


def loads(text: str, file: str = "<text>", under: Under | None = None) -> Study:
    """Read the study of a text; rule sets and folders are relative to the folder of `file`.

    Raises: InvalidFile with every fault; any error of `under`.
    """
    tree = open_tree(text, file, STUDY_FORMAT)
    shape, notes = tree.filled(StudyShape)
    reader = Reader(tree, shape, notes, under)
    reading = _Reading(reader)
    dealt = reading.deals(shape.deals, shape) if shape.has("deals") else {}
    by = shape.deals.by if shape.has("deals") else ""
    asks = tuple(reading.asks(shape.ask, by)) if shape.has("ask") else ()
    facts = tuple(reading.facts(shape.group_by or ()))
    limits = shape.limits
    reader.finish()
    return Study(
        rules=reader.rules,
        players=reader.players,
        title=str(shape.title or "study"),
        deals=shape.deals,
        **dealt,
        asks=asks,
        nodes=None if limits is None else limits.nodes,
        table_mb=256 if limits is None else limits.table_mb,
        group_by=facts,
        told={**_plain(tree.root), "rules": reader.rules.identity["digest"]},
    )


def _plain(node: Node) -> Any:
    """Return a tree as plain data."""
    if isinstance(node.value, Mapping):
        return {key: _plain(each) for key, each in node.value.items()}
    if isinstance(node.value, list):
        return [_plain(each) for each in node.value]
    return node.value


class _Reading:
    """The conversion of the shape of a study file to a study."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def deals(self, shape: DealsShape, whole: StudyShape) -> dict[str, Any]:
        """Return the fields of a study about its deals: count, tricks left, conditions and files."""
        tricks = shape.tricks if isinstance(shape.tricks, list) else [shape.tricks] if shape.tricks else []
        files = tuple(self._files(shape)) if shape.by == "files" else ()
        self._check_kind(shape, tricks, whole)
        if shape.count is None and shape.by != "files" and not whole.deals.tells("count"):
            self._lacks(shape, say("`count` is missing"), say("expected how many deals"))
        count = min(shape.count or len(files), len(files)) if shape.by == "files" else shape.count or 0
        wanted = tuple(self._wanted(shape.where)) if shape.where is not None else ()
        return {"count": count, "tricks": tuple(tricks), "wanted": wanted, "files": files}

    def _check_kind(self, shape: DealsShape, tricks: list[int], whole: StudyShape) -> None:
        rules = self._reader.rules
        if shape.by == "files":
            return
        if shape.contract is not None or rules.game.pots is None:
            self._check_contract(shape, whole)
        if shape.by == "uniform" and not tricks and not shape.tells("tricks"):
            self._lacks(shape, say("`tricks` is missing"), say("expected how many are to go"))
        most = min(rules.table.hand_size, len(rules.table.deck) // rules.table.players)
        if any(each > most for each in tricks):
            told = say("{number} {number:trick/tricks}", number=max(tricks))
            self._reader.fault(shape.place("tricks"), told, say("expected at most {number}", number=most))

    def _check_contract(self, shape: DealsShape, whole: StudyShape) -> None:
        """Check that a contract is given if the game needs one, and that its hands can be dealt."""
        rules, contract = self._reader.rules, shape.contract
        known = dealable(rules)
        if contract is None or shape.by != "whole-hands" or not known:
            told = say("deals of {ruleset} need a contract", ruleset=Verbatim(rules.name))
            if rules.game.pots is not None:
                told = say("{ruleset} has no contracts", ruleset=Verbatim(rules.name))
            expected = say("expected `by: files` with positions of it")
            if known:
                expected = say(
                    "expected `by: files` with positions of it, or `by: whole-hands` and a contract: {known}",
                    known=either(map(Verbatim, known)),
                )
            where = whole.key_place("deals") if contract is None else contract.where
            self._reader.fault(where, told, None if rules.game.pots is not None else expected)
        elif contract not in known:
            told = say("no hands are dealt for a contract {word}", word=quoted(shown(contract)))
            self._reader.fault(
                contract.where, told, say("there are {known}", known=listed(map(Verbatim, known)))
            )
        elif shape.tricks:
            told = say("a contract is played with whole hands")
            self._reader.fault(shape.place("tricks"), told, say("expected no `tricks` with it"))

    def _lacks(self, shape: DealsShape, message: Message, expected: Message) -> None:
        self._reader.lack(shape.node.where, message, expected)

    def _files(self, shape: DealsShape) -> Iterator[Path]:
        """Yield the position files of the folder, in the order of their names."""
        named = shape.folder
        if named is None:
            self._lacks(shape, say("`from` is missing"), say("expected a folder with positions"))
            return
        folder = Path(self._reader.file).parent / named
        found = sorted(each for each in folder.glob("*") if each.suffix in SUFFIXES)
        if not found:
            told = say("{folder} has no position files", folder=Verbatim(shown(named)))
            self._reader.fault(named.where, told, say("expected a folder with positions"))
        yield from found

    def _wanted(self, shape: WhereShape) -> Iterator[Wanted]:
        for name, between in (shape.trumps or {}).items():
            yield Wanted(self._who(name, name.key_where), trumps=range(between.least, between.most + 1))
        for name, suits in (shape.void or {}).items():
            void = frozenset(each for each in self._words(suits, read_suit) if each is not None)
            yield Wanted(self._who(name, name.key_where), void=void)
        for name, cards in (shape.holds or {}).items():
            yield Wanted(self._who(name, name.key_where), holds=frozenset(self._words(cards, read_card)))

    def _words(self, told: Text, read: Any) -> list[Any]:
        found: list[Card | Suit] = []
        for word in told.split():
            try:
                found.append(read(word))
            except CardError as wrong:
                for each in wrong.faults:
                    self._reader.fault(told.where, each.message, each.expected)
        return found

    def _who(self, named: str, where: Where, more: tuple[str, ...] = (LEADER,)) -> Who:
        if named in more:
            return named
        if named in self._reader.players:
            return self._reader.players.index(named)
        known = listed(map(Verbatim, (*self._reader.players, *more)))
        told = say("no player is called {word}", word=Verbatim(shown(named)))
        self._reader.fault(where, told, say("there are {known}", known=known))
        return 0

    def asks(self, shapes: Mapping[Text, AskShape], by: str) -> Iterator[StudyAsk]:
        for name, shape in shapes.items():
            of = shape.of or (str(name) if name in QUESTIONS else None)
            if of is None:
                told = say("{word} is not a question by itself", word=Verbatim(shown(name)))
                expected = say("expected `of:` with one of {known}", known=listed(map(Verbatim, QUESTIONS)))
                self._reader.fault(name.key_where, told, expected)
                continue
            self._check_ask(name, of, shape, by)
            who = EACH if shape.for_ is None else self._who(shape.for_, shape.for_.where, (LEADER, EACH, ANY))
            take = tuple((shape.take or "").split(".")) if of in _TAKEN else ()
            yield StudyAsk(
                str(name), of, None if shape.goal is None else str(shape.goal),
                None if of in _OF_NOBODY else who, self._read_coalition(shape), take,
                self._card(shape), shape.fool_demand, shape.discard,
            )  # fmt: skip

    def _card(self, shape: AskShape) -> Card:
        """Return the card in question; by default the Fool."""
        return FOOL if shape.card is None else next(iter(self._words(shape.card, read_card)), FOOL)

    def _check_ask(self, name: Text, of: str, shape: AskShape, by: str) -> None:
        if shape.discard is not None and (of != "forced" or by != "whole-hands"):
            told = say("the dealer has already discarded")
            self._reader.fault(shape.place("discard"), told, say("expected it of `forced` and whole hands"))
        if of in _TAKEN and shape.take is None:
            told = say("`take` is missing")
            self._reader.lack(name.key_where, told, say("expected which value of the answer"))
        if of in _EACH_FOR_HIMSELF and shape.for_ == ANY:
            told = say("no answer of {of} is that of any player", of=Verbatim(of))
            self._reader.fault(shape.place("for"), told, None)
        goal = shape.goal
        if goal is not None and not read_goal(goal):
            told = say("unknown goal {goal}", goal=Verbatim(shown(goal)))
            expected = say("there are {known}", known=listed(map(Verbatim, LAST_TRICK_GOALS)))
            self._reader.fault(goal.where, told, expected)

    def _read_coalition(self, shape: AskShape) -> str:
        if shape.by is None or shape.by in TOGETHER:
            return str(shape.by or TOGETHER[0])
        for name in shape.by.split(","):
            self._who(name.strip(), shape.by.where, TOGETHER)
        return str(shape.by)

    def facts(self, named: list[Text] | tuple[()]) -> Iterator[str]:
        for each in named:
            try:
                check_fact(each, self._reader.players)
            except UsageError as wrong:
                self._reader.fault(each.where, wrong.message, wrong.expected)
            yield str(each)


def dealable(rules: RuleSet) -> list[str]:
    """Return the contracts for points that a deal of cards determines fully.

    Nothing is bought in them, and no cards of the talon remain without an owner.
    """
    return [name for name, each in rules.game.contracts.items() if _is_dealable(rules, each)]


def _is_dealable(rules: RuleSet, contract: Contract) -> bool:
    game = rules.game
    for_points = contract.aim is ContractAim.POINTS and contract.played and contract.bid
    whole = contract.takes == rules.table.skat_size or contract.left is not TalonLeft.NOBODY
    return (
        for_points
        and whole
        and game.declarer_takes
        and not contract.buys
        and (contract.alone or (game.call is not None and game.call.what is Called.KING))
    )


def called_of(hand: Collection[Card], others: Sequence[Collection[Card]]) -> Card | None:
    """Return the king to call, from the longest suit possible; None if the other players hold no king."""
    kings = sorted(card for each in others for card in each if card.is_king)
    return max(kings, key=lambda king: sum(card.suit is king.suit for card in hand), default=None)
