"""Evenings read from files and scored: hand after hand, what carries over, the totals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from analyzer.cards.notation import shown
from analyzer.errors import Fault
from analyzer.evenings.hands import make_sibling_reader, read_pot_hand, read_recorded
from analyzer.evenings.model import (
    SESSION_FORMAT,
    CarriedOver,
    ContractHand,
    Evening,
    EveningEnd,
    EveningScore,
    EveningShape,
    GameScore,
    Hand,
    HandScore,
    HandSeats,
    PlayedHandShape,
    PotHand,
    RecordedHand,
    VoidHand,
)
from analyzer.evenings.pots import (
    founded,
    read_contract_hand,
    score_contract_hand,
    score_pot_hand,
    score_recorded,
    score_void,
)
from analyzer.messages import Message, Name, Verbatim, say
from analyzer.position.files.hands.contract import (
    DANISH_ONLY,
    KEYS,
    KeyUse,
    inapplicable_keys,
    read_contract_facts,
)
from analyzer.position.files.hands.result import RESULT_KEYS
from analyzer.position.files.reader import Reader
from analyzer.position.files.tree import Tree, open_tree
from analyzer.rules.book import Book, Pots, unmatched
from analyzer.rules.score.hand import NOTHING_TOLD, Pool
from analyzer.rules.session import divide_pots, hands_more, next_dealer, settle_game
from analyzer.rules.spec.bearing import Occurrences, Topic, bearing
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.bidding import GameEnd
from analyzer.rules.spec.readings import CachePerReading
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.variants import Under, played_by
from analyzer.yamltree.reading import named_text
from analyzer.yamltree.shapes import Notes, Text

# The score of an evening: hand after hand, what carries over, the totals and the end.
#
# At the end pots are shared out and games settled; before it, how many hands are still played is told.


def end_of(
    evening: Evening, hands: Sequence[HandScore], games: Sequence[GameScore], lying: CarriedOver
) -> EveningEnd:
    """What is paid and received, were the evening over after these hands."""
    game, seats = evening.rules.game, len(evening.players)
    if game.pots is not None:
        return _divided(evening, hands, lying)
    transfers = tuple(paid for each in games for paid in each.transfers)
    book = Book(seats)
    for each in transfers:
        book.enter(each)
    applied = [] if game.end is None else [game.end.clause]
    more = None if game.wish is None else hands_more(game.wish, len(hands), seats)
    applied += [] if game.wish is None else [game.wish.clause]
    return EveningEnd(transfers, book.tokens, tuple(applied), hands_more=more)


def _divided(evening: Evening, hands: Sequence[HandScore], lying: CarriedOver) -> EveningEnd:
    """The pots, shared out by everybody at the table; an odd coin goes to the last dealer first."""
    rules, seats = evening.rules, len(evening.players)
    assert lying.pots is not None
    book = Book(seats, lying.pots)
    shared = divide_pots(rules, book, seats, hands[-1].dealer)
    applied = bearing(rules, Occurrences(frozenset({Topic.DIVIDING})))
    return EveningEnd(book.transfers, book.tokens, applied, uneven=shared.uneven)


def games_of(evening: Evening, hands: Sequence[HandScore]) -> tuple[GameScore, ...]:
    """The games of an evening, where a game is over when everybody has dealt; none in other games."""
    game = evening.rules.game
    if game.end is None:
        return ()
    return tuple(_games(evening, hands, game.end))


def _games(evening: Evening, hands: Sequence[HandScore], rule: GameEnd) -> Iterator[GameScore]:
    seats, begun, number = len(evening.players), list[HandScore](), 1
    for hand in hands:
        begun.append(hand)
        if len({each.dealer for each in begun if each.void is None}) == seats:
            yield _game(number, begun, rule, seats, complete=True)
            begun, number = [], number + 1
    if begun:
        yield _game(number, begun, rule, seats, complete=False)


def _game(number: int, hands: Sequence[HandScore], rule: GameEnd, seats: int, *, complete: bool) -> GameScore:
    sheet, book = tuple(sum(each.amounts[seat] for each in hands) for seat in range(seats)), Book(seats)
    settle_game(rule, sheet, book)
    first, last = hands[0].number, hands[-1].number
    return GameScore(number, first, last, complete, sheet, book.transfers, book.tokens)


def tally(evening: Evening, known: CachePerReading[HandScore] | None = None) -> EveningScore:
    """Return the score of an evening; `known` has the scores of its hands under other readings of its rules.

    Raises: Invalid, IllegalMove for a hand that cannot be by these rules.
    """
    hands = tuple(score for _, _, score in _scored(evening, known or CachePerReading()))
    seats, lying = range(len(evening.players)), hands[-1].lying
    games = games_of(evening, hands)
    return EveningScore(
        evening=evening,
        hands=hands,
        totals=tuple(sum(each.amounts[seat] for each in hands) for seat in seats),
        lying=lying,
        games=games,
        end=end_of(evening, hands, games, lying),
    )


def contradictions(evening: Evening) -> list[Fault]:
    """Where the file of a recorded hand says otherwise than the evening comes to before it."""
    if not any(isinstance(hand, RecordedHand) for hand in evening.hands):
        return []
    return [
        fault
        for hand, lying, _ in _scored(evening, CachePerReading())
        if isinstance(hand, RecordedHand)
        for fault in _contradicted(evening, hand, lying)
    ]


def _scored(
    evening: Evening, known: CachePerReading[HandScore]
) -> Iterator[tuple[Hand, CarriedOver, HandScore]]:
    """Each hand, what lay there before it, and its score."""
    lying = CarriedOver(evening.pots, evening.pools, evening.radli)
    for number, hand in enumerate(evening.hands, 1):
        score = known.get_or_make(
            evening.rules, (number, lying), partial(_score, evening, number, hand, lying)
        )
        assert imbalance(evening, score, lying) == 0, f"hand {number} loses something, or makes it up"
        yield hand, lying, score
        lying = score.lying


def _score(evening: Evening, number: int, hand: Hand, lying: CarriedOver) -> HandScore:
    if isinstance(hand, PotHand):
        return score_pot_hand(evening, number, hand, lying)
    if isinstance(hand, ContractHand):
        return score_contract_hand(evening, number, hand, lying)
    if isinstance(hand, VoidHand):
        return score_void(evening, number, hand.dealer, hand.reason, lying)
    return score_recorded(evening, number, hand, lying)


def imbalance(evening: Evening, score: HandScore, before: CarriedOver) -> int:
    """What a hand has too much or too little, were everything kept that must be; 0 always.

    Tokens sum to zero with the pots and the pools, what nobody pays or receives left out. What is written for
    points above or below the average sums to zero. Any other sheet is the sum of what its clauses write.
    """
    game = evening.rules.game
    if not game.on_a_sheet:
        pots = score.pots_change.king + score.pots_change.pagat
        pools = _together(score.lying.pools) - _together(before.pools)
        return sum(score.amounts) + pots + pools - unmatched(score.transfers)
    if game.deviation is not None:
        return sum(score.amounts)
    return sum(score.amounts) - sum(each.amount for each in score.scores)


def _together(pools: Sequence[Pool]) -> int:
    return sum(each.amount for each in pools)


def _contradicted(evening: Evening, hand: RecordedHand, lying: CarriedOver) -> Iterator[Fault]:
    """Every difference between what a file says and what lies there."""
    says, pots = hand.says, lying.pots
    if evening.rules.game.pots is not None:
        pots = founded(evening, lying).pots
    for pot, amount in says.pots.items():
        if pots is not None and amount != pots[pot]:
            text = say("the {pot} pot holds {amount}", pot=Verbatim(pot.value), amount=amount)
            expected = say("expected {amount}, as the evening has it", amount=pots[pot])
            yield Fault(text, expected, says.places.get(pot.value))
    if says.pools is not None and says.pools != lying.pools:
        words = Verbatim(", ".join(f"{each.amount}{'d' * each.doubled}" for each in lying.pools) or "[]")
        expected = say("expected {pools}, as the evening has it", pools=words)
        yield Fault(say("other pools lie there"), expected, says.places.get("pools"))
    for name, number in says.radli.items():
        held = lying.radli.get(evening.players.index(name), 0)
        if number != held:
            text = say("{player} has {number} radli", player=Name(name), number=number)
            expected = say("expected {number}, as the evening has it", number=held)
            yield Fault(text, expected, says.places.get("radli"))


# Reading session files (`tarok-session/1`): all faults at once, each at line and column.
#
# What cannot be told from the facts of a hand is asked for by name. The files of hands that are recorded card
# by card are read with it, and their faults told with its own.


__all__ = ["load", "loads"]

KnownHands: TypeAlias = CachePerReading[tuple[Hand | None, list[Fault]]]
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
    return _read(_OpenEvening(tree, shape, found), notes, under, CachePerReading())


class _OpenEvening(NamedTuple):
    """The file of an evening as it is parsed, and what gives the texts of its recorded hands."""

    tree: Tree
    shape: EveningShape
    found: Callable[[str], str] | None


def _read(opened: _OpenEvening, notes: Notes, under: Under | None, known: KnownHands) -> Evening:
    """The evening of a file that is parsed, under its rules or those of `under`."""
    tree, shape, found = opened
    reader = Reader(tree, shape, notes, under)
    idle = inapplicable_keys(reader, shape, SESSION_KEYS)
    _check_table(reader, shape)
    hands = tuple(_hands(reader, shape, found or make_sibling_reader(reader.file), known))
    lying = NOTHING_TOLD if reader.rules.game.pots is not None else read_contract_facts(reader, shape, idle)
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
            in_words, faults = known.get_or_make(
                reader.rules, (number, told), partial(_hand, reader, each, told)
            )
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
    idle = inapplicable_keys(reader, shape, HAND_KEYS)
    sound, torn = len(reader.notes.faults), reader.torn
    seats = HandSeats(reader, 0, None) if dealer is None else HandSeats.from_dealer(reader, dealer)
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


def _also_danish(use: KeyUse) -> KeyUse:
    """A key of what came of a hand that Danish Tarok has too."""

    def uses(rules: RuleSet, game: GameSpec) -> bool:
        return game.pots is not None or use.uses(rules, game)

    return KeyUse(uses, ("danish", *use.games))


HAND_KEYS: Final[Mapping[str, KeyUse]] = {
    **{key: KEYS[key] for key in _SAID},
    **RESULT_KEYS,
    **{key: _also_danish(RESULT_KEYS[key]) for key in ("during", "last_trick")},
    **dict.fromkeys(("tout", "nolo", "fines"), DANISH_ONLY),
}
"""The keys of a hand that not every game has a use for."""

SESSION_KEYS: Final[Mapping[str, KeyUse]] = {key: KEYS[key] for key in ("pots", "pools", "radli")}
"""The keys of a whole evening, with the games that have a use for them."""
