"""Reading position files (`tarok-position/1` and `/2`): all faults at once, each at line and column."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from analyzer.cards.card import Card
from analyzer.cards.notation import shown
from analyzer.errors import InvalidFile, UsageError
from analyzer.messages import Verbatim, Whose, say
from analyzer.position.beside import with_the_rest
from analyzer.position.faults import points_taken_of
from analyzer.position.files.cardlists import CardList, Said, untold_of
from analyzer.position.files.deal import (
    Hands,
    OnTable,
    Pile,
    check_cards,
    check_skat,
    check_trick,
    laid,
    piles,
    read_hands,
    read_trick,
    tricks_left,
)
from analyzer.position.files.halfknown import hands_told, judged_apart, read_half_known
from analyzer.position.files.lines import check_variations, read_lines
from analyzer.position.files.oneline import is_line, line_tree
from analyzer.position.files.own import with_the_rest_unseen
from analyzer.position.files.piles import (
    TOUT,
    ToldPiles,
    announced_by,
    check_announced,
    check_count,
    counted_piles,
    read_declarations,
    read_pots,
    read_said,
    read_taken,
    told_piles,
)
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import (
    FORMAT,
    FORMAT_2,
    DealShape,
    Position2Shape,
    PositionShape,
)
from analyzer.position.files.tree import Tree, open_tree
from analyzer.position.files.tricks import with_what_follows
from analyzer.position.files.unknown import read_unseen, read_worlds, unseen_seats
from analyzer.position.files.uses import useless
from analyzer.position.model import Position
from analyzer.position.setting import NOTHING_UNKNOWN, TEXTS, HalfKnown, Line, RecordWithGaps, Setting, Taken
from analyzer.rules.score.target import slam_announcer
from analyzer.rules.score.told import NOTHING_TOLD, HandTold
from analyzer.rules.spec.undercontract import first_leader, nothing_laid_away
from analyzer.rules.spec.variants import Under
from analyzer.yamltree.reading import named_text

__all__ = ["MY_HAND", "load", "loads"]

MY_HAND = "my hand"
"""What is told in place of a key: the only hand that is known."""


def load(path: str, under: Under | None = None, told: Mapping[str, str] | None = None) -> Position:
    """The position of a file, `-` for standard input; read by other rules than its own if `under` gives them.

    `told` are words that stand under keys of the file in place of its own, under `MY_HAND` the only hand.
    Raises: InvalidFile with every fault, in file order; UsageError for words that do not fit the file; what
    `under` raises.
    """
    text, file = named_text(path)
    return _told_otherwise(text, file, under, told) if told else loads(text, file, under)


def _told_otherwise(text: str, file: str, under: Under | None, told: Mapping[str, str]) -> Position:
    tree = position_tree(text, file)
    words = dict(told)
    own = words.pop(MY_HAND, None)
    tree.tell(words)
    if own is not None:
        tree.tell_hand(own)
    try:
        return of_tree(tree, under)
    except InvalidFile as refused:
        loads(text, file, under)  # a fault of the file itself is told with its place
        fault = refused.faults[0]
        raise UsageError(fault.message, fault.expected) from None


def loads(text: str, file: str = "<text>", under: Under | None = None) -> Position:
    """The position a text tells; `file` is its name in messages, and rule sets are looked for beside it.

    Raises: InvalidFile with every fault, in file order; what `under` raises.
    """
    return of_tree(position_tree(text, file), under)


def position_tree(text: str, file: str) -> Tree:
    """The tree of a position, written as a file or in one line.

    Raises: InvalidFile where the text is so far from a position that looking further tells nothing.
    """
    return line_tree(text, file) if is_line(text) else open_tree(text, file, FORMAT)


def of_tree(tree: Tree, under: Under | None = None) -> Position:
    """The position that a tree tells.

    Raises: InvalidFile with every fault, in file order; what `under` raises.
    """
    if tree.word("format") == FORMAT_2:
        return _second(tree, under)
    shape, notes = tree.filled(PositionShape)
    return read_position(Reader(tree, shape, notes, under), shape)


def read_position(reader: Reader, shape: DealShape) -> Position:
    """The position that a file of any kind tells with the keys of a deal.

    Raises: InvalidFile with every fault.
    """
    deal = _read_deal(reader, shape, shape.skat)
    return _position(reader, shape, deal, shape.announce, told_piles(reader, shape.taken))


def _second(tree: Tree, under: Under | None) -> Position:
    """The position of a file of the second format."""
    shape, notes = tree.filled(Position2Shape)
    reader = Reader(tree, shape, notes, under)
    idle = useless(reader, shape)
    for key, other in (("skat", "discard"), ("announce", "announced")):
        if shape.has(key) and shape.has(other) and key not in idle:
            message = say("`{key}` and `{other}` say the same", key=Verbatim(key), other=Verbatim(other))
            reader.fault(shape.key_place(other), message, say("expected one of them"))
    skat = shape.skat or shape.discard
    told = [(name, pile.cards) for name, pile in (shape.taken or {}).items() if pile.cards is not None]
    won = [Pile(say("{whose} tricks", whose=Whose(shown(name))), cards.placed) for name, cards in told]
    if not reader.rules.game.has_pots:
        return _of_points(reader, shape, idle, skat, won)
    deal = _read_deal(reader, shape, skat, won)
    spoken = announced_by(reader, shape.announced, deal.dealer)
    piles = counted_piles(reader, shape.taken, deal.dealer, skat)
    return _position(reader, shape, deal, shape.announce or spoken, piles)


def _of_points(
    reader: Reader, shape: Position2Shape, idle: frozenset[str], skat: CardList | None, won: list[Pile]
) -> Position:
    """The position of a game of card points.

    Raises: InvalidFile with every fault.
    """
    from analyzer.position.files.pointpiles import PointPiles  # noqa: PLC0415
    from analyzer.position.files.points import check_called, check_told, lying_apart, read_told  # noqa: PLC0415
    from analyzer.position.toldfaults import called_faults  # noqa: PLC0415

    apart = [pile for key, pile in lying_apart(shape) if key not in idle]
    told = read_told(reader, shape, idle)
    deal = _read_deal(reader, shape, skat, [*won, *apart], told)
    check_told(reader, shape, told)
    if not deal.whole:
        check_called(reader, shape, told)  # of a whole hand it is judged with all that was said
    if skat is not None:
        game = reader.rules.game
        if not shape.tells("dealer") and not game.declarer_takes:
            expected = say("expected `dealer`: what is laid away is his")
            reader.lack(skat.where, say("a skat without a dealer"), expected)
        check_skat(reader, skat, tout=False, played=deal.whole and bool(shape.lines or deal.played))
    said = None if "declarations" in idle else shape.declarations
    setting = _setting(reader, shape, deal).changed(
        told=told,
        declarations=None if said is None else read_declarations(reader, said),
    )

    def with_piles(setting: Setting) -> Setting:
        """The setting with what follows of the piles, all hands being told."""
        setting = setting.changed(told=with_the_rest(setting))
        if shape.called is not None:
            for each in called_faults(setting):
                reader.lack(shape.called.where, each.message, each.expected)
        if not shape.has("taken"):
            return setting
        piles = PointPiles(reader, setting, shape.taken or {}).read(shape.key_place("taken"))
        return setting.changed(told=replace(setting.told, piles=piles))

    def with_hands(half: Setting, hands: tuple[frozenset[Card], ...]) -> Setting:
        with judged_apart(reader):
            return with_piles(half.changed(hands=hands, half_known=None))

    if deal.half_known is not None:
        setting = setting.changed(half_known=replace(deal.half_known, with_hands=with_hands))
    setting = with_piles(setting) if deal.held is not None else setting.changed(told=with_the_rest(setting))
    reader.finish()
    return _made(setting)


class _Deal(NamedTuple):
    """Where the cards of a position are, and whose turn it is; `lead` is None where it cannot be read."""

    hands: Hands
    trick: tuple[OnTable, ...]
    skat: CardList | None
    dealer: int | None
    lead: int | None
    left: int
    """Tricks left, the present one included."""
    whole: bool
    """Whether it is a whole hand, from the deal on."""
    played: Line | RecordWithGaps | None
    """The line that its tricks are, where the file tells them."""
    half_known: HalfKnown | None = None
    """What is not known of its hands, though they are told."""

    @property
    def cards(self) -> tuple[frozenset[Card], ...]:
        return tuple(frozenset() if hand is None else hand.cards for hand in self.hands)

    @property
    def held(self) -> list[Card] | None:
        """All cards in hands and on the table; None where a hand is hidden."""
        if None in self.hands or any(map(untold_of, self.hands)):
            return None
        return [card for hand in self.cards for card in hand] + [each.card for each in self.trick]


def _read_deal(
    reader: Reader,
    shape: DealShape,
    skat: CardList | None,
    won: Iterable[Pile] = (),
    told: HandTold = NOTHING_TOLD,
) -> _Deal:
    """The deal of a file, with a fault for everything in it that cannot be; `won` are cards of old tricks."""
    played = with_what_follows(reader, shape)
    if played is not None and not skat:
        skat = shape.skat
    if shape.has("hands"):
        with_the_rest_unseen(reader, shape)
    where = shape.key_place("hands") if shape.has("hands") else None
    hands = read_hands(reader, shape.hands, where, unseen_seats(reader, shape.unseen))
    so_far = len(reader.notes.faults)
    trick = read_trick(reader, shape.trick)
    trick_is_read = so_far == len(reader.notes.faults)
    dealer = reader.seat_of(shape.dealer)
    nothing = told.passed_out or nothing_laid_away(reader.game, told.contract)
    laid = skat is not None or nothing
    lead = _read_lead(reader, shape, dealer, told, whole=laid and _has_a_full_hand(reader, hands))
    # Where it is not known who has played to the trick, nothing can be said about sizes and plays.
    known = trick_is_read and not (lead is None and trick)
    sized = _with_unseen(reader, shape, hands)
    left = tricks_left(reader, sized, (lead or 0) if known else None, len(trick))
    whole = laid and not trick and left == reader.rules.table.hand_size
    hidden = unseen_seats(reader, shape.unseen)
    open_hands = tuple(None if seat in hidden else hand for seat, hand in enumerate(hands))
    lying = [*piles(reader, hands, trick, skat), *won]
    check_cards(reader, lying)
    unseen = None if shape.unseen is None or not shape.unseen.has("cards") else shape.unseen.cards
    lying_open = [*piles(reader, open_hands, trick, skat), *won]
    half_known = read_half_known(reader, hands, lying_open, unseen, hidden)
    if isinstance(played, RecordWithGaps):
        half_known = replace(half_known or NOTHING_UNKNOWN, recorded=played)
    if lead is not None and known:
        held = [None if hand is None or untold_of(hand) else hand.cards for hand in hands]
        check_trick(reader, held, lead, trick)
    return _Deal(hands, trick, skat, dealer, lead, left, whole, played, half_known)


def _position(
    reader: Reader,
    shape: DealShape,
    deal: _Deal,
    announced: Said | None,
    piles: Sequence[ToldPiles],
) -> Position:
    """The position of a file.

    Raises: InvalidFile with every fault.
    """
    taken = _taken(reader, shape, deal, piles)
    announce = read_said(reader, announced)
    if announced is not None and announce:
        check_announced(reader, announced.where, shape, whole=deal.whole)
    _check(reader, shape, deal, taken, tout=TOUT in announce)
    said = shape.declarations
    demand = reader.rules.fool.demand_trick is not None
    setting = _setting(reader, shape, deal).changed(
        pots=read_pots(shape.pots),
        fool_demand=demand if shape.fool_demand is None else shape.fool_demand,
        taken=taken,
        count=bool(shape.count),
        announce=announce,
        declarations=None if said is None else read_declarations(reader, said),
    )
    reader.finish()

    def with_hands(half: Setting, hands: tuple[frozenset[Card], ...]) -> Setting:
        told = half.changed(hands=hands, half_known=None)
        if not shape.has("taken"):
            return told
        with judged_apart(reader):
            known = deal._replace(hands=hands_told(deal.hands, hands))
            return told.changed(taken=_taken(reader, shape, known, piles))

    if deal.half_known is not None:
        setting = setting.changed(half_known=replace(deal.half_known, with_hands=with_hands))
    return _made(setting)


def _made(setting: Setting) -> Position:
    """The position of a setting without a fault, but perhaps in its variations."""
    position = Position.of(setting)
    check_variations(position)
    return position


def _setting(reader: Reader, shape: DealShape, deal: _Deal) -> Setting:
    """What a file of any game tells: the cards, who leads, what is not known, and the lines."""
    lead, skat = deal.lead or 0, deal.skat
    texts: dict[str, Any] = {
        key: str(text) for key in (*TEXTS, "ruleset") if (text := getattr(shape, key)) is not None
    }
    return Setting(
        rules=reader.rules,
        players=reader.players,
        hands=deal.cards,
        lead=lead,
        trick=laid(deal.trick, lead, len(deal.hands)),
        dealer=deal.dealer,
        fool_demand=reader.rules.fool.demand_trick is not None,
        skat=None if skat is None else skat.cards,
        sitting_out=reader.sitting_out,
        worlds=read_worlds(reader, shape.worlds, deal.hands, lead, deal.trick, skat),
        half_known=deal.half_known,
        unseen=read_unseen(reader, shape.unseen, deal.hands, deal.trick, skat, deal.dealer),
        lines=read_lines(
            reader,
            shape.lines,
            deal.lead,
            len(deal.trick),
            None if isinstance(deal.played, RecordWithGaps) else deal.played,
        ),
        file=reader.file,
        **texts,
    )


def _check(
    reader: Reader,
    shape: DealShape,
    deal: _Deal,
    taken: tuple[Taken | None, ...] | None,
    *,
    tout: bool,
) -> None:
    """A fault for what the file says of the deal without saying what it needs."""
    if deal.skat is not None:
        if not shape.tells("dealer"):
            reader.lack(
                deal.skat.where, say("a skat without a dealer"), say("expected `dealer`: the skat is his")
            )
        check_skat(reader, deal.skat, tout=tout, played=deal.whole and bool(shape.lines or deal.played))
    if shape.count:
        check_count(reader, shape, taken, whole=deal.whole)
    if shape.declarations is not None and not deal.whole:
        expected = say("expected a whole hand: `dealer`, `skat` and full hands")
        reader.lack(shape.key_place("declarations"), say("declarations in the middle of a hand"), expected)


def _taken(
    reader: Reader, shape: DealShape, deal: _Deal, told: Iterable[ToldPiles]
) -> tuple[Taken | None, ...] | None:
    if not shape.has("taken"):
        return None
    gone = None if deal.held is None else points_taken_of(reader.rules, deal.held, deal.left)
    if deal.left == reader.rules.table.hand_size and deal.skat is not None:
        # Nothing is taken yet: the skat and its point are the dealer's when the count is made.
        gone = 0
    return read_taken(reader, told, shape.key_place("taken"), deal.left, gone)


def _has_a_full_hand(reader: Reader, hands: Hands) -> bool:
    """Whether a hand is as large as it is dealt, or nothing is known of any."""
    sizes = [hand.size for hand in hands if hand is not None]
    return not sizes or max(sizes) >= reader.rules.table.hand_size


def _read_lead(
    reader: Reader, shape: DealShape, dealer: int | None, told: HandTold, *, whole: bool
) -> int | None:
    """Who leads: as the file says, else in a whole hand the player whom the rules name."""
    if shape.tells("lead"):
        return reader.seat_of(shape.lead)
    if whole:
        spec = reader.rules.game
        return (
            None
            if dealer is None
            else first_leader(spec, told.contract, dealer, told.declarer, slam_announcer(told))
        )
    if not shape.node.torn:
        expected = say("expected the player who leads this trick")
        reader.fault(shape.node.where, say("`lead` is missing"), expected)
    return None


def _with_unseen(reader: Reader, shape: DealShape, hands: Hands) -> Sequence[CardList | None]:
    """The hands, those that are hidden with the size that `unseen` gives them."""
    found = list(hands)
    for name, size in shape.unseen.sizes.items() if shape.unseen is not None else ():
        seat = reader.known_seat(name)
        if seat is not None and hands[seat] is None and size.value is not None:
            found[seat] = CardList((), size.value, name.where)
    return found
