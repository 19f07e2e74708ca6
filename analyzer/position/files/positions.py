"""Reading position files (`tarok-position/1` and `/2`): all faults at once, each at line and column."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from analyzer.cards.card import Card
from analyzer.messages import Verbatim, say
from analyzer.position import files
from analyzer.position.faults import called_faults, demand_faults, points_taken_of
from analyzer.position.files.cardlists import CardList, Placed, WrittenNumber, untold_of
from analyzer.position.files.hands.contract import (
    check_called,
    check_contract_facts,
    inapplicable_keys,
    lying_apart,
    read_contract_facts,
)
from analyzer.position.files.hands.deal import (
    Hands,
    Pile,
    TrickCard,
    check_cards,
    check_skat,
    check_trick,
    laid,
    piles,
    read_hands,
    read_trick,
    tricks_left,
)
from analyzer.position.files.hands.piles import Piles, read_stated_piles, read_taken
from analyzer.position.files.hands.tricks import hands_from_tricks, take_names_out
from analyzer.position.files.hands.unknown import (
    announced_by,
    check_announced,
    check_count,
    own_faults,
    read_declarations,
    read_half_known,
    read_pots,
    read_spoken_words,
    read_unseen,
    read_worlds,
    unseen_seats,
)
from analyzer.position.files.handshape import ContractKeys
from analyzer.position.files.lines import check_variations, read_lines
from analyzer.position.files.moves import read_moves, read_words
from analyzer.position.files.reader import NameReader, Reader
from analyzer.position.files.shape import FIRST_FORMAT, DealShape, PositionShape, UnseenShape
from analyzer.position.files.tree import Tree, is_line, open_tree
from analyzer.position.piles import with_the_rest
from analyzer.position.setting import NOTHING_UNKNOWN, TEXTS, HalfKnown, Line, RecordWithGaps, Setting
from analyzer.rules.score.hand import NOTHING_TOLD, HandFacts
from analyzer.rules.score.payments import TOUT
from analyzer.rules.score.target import slam_announcer
from analyzer.rules.spec.game import first_leader, laid_away_under, nothing_laid_away
from analyzer.rules.spec.variants import Under
from analyzer.yamltree.schema import DIALECT, schema_of
from analyzer.yamltree.shapes import Notes, Text

# Reading position files (`tarok-position/1` and `/2`): all faults at once, each at line and column.


def position_tree(text: str, file: str) -> Tree:
    """The tree of a position, written as a file or in one line.

    Raises: InvalidFile where the text is so far from a position that looking further tells nothing.
    """
    return files.oneline.line_tree(text, file) if is_line(text) else open_tree(text, file, FIRST_FORMAT)


def setting_of(tree: Tree, under: Under | None = None) -> Setting:
    """What a tree tells, of whatever version: the first had fewer keys.

    Raises: InvalidFile with every fault, in file order; what `under` raises.
    """
    shape, notes = tree.filled(PositionShape)
    return read_setting(Reader(tree, shape, notes, under), shape)


def read_setting(reader: Reader, shape: DealShape) -> Setting:
    """What a file of any kind tells with the keys of a deal.

    Raises: InvalidFile with every fault.
    """
    idle = inapplicable_keys(reader, shape)
    _check_told_once(reader, shape, idle)
    told = NOTHING_TOLD if reader.rules.game.pots is not None else read_contract_facts(reader, shape, idle)
    laid_away = shape.discard if isinstance(shape, PositionShape) else None
    deal = _read_deal(reader, shape, shape.skat or laid_away, lying_apart(shape, idle), told)
    setting = _setting(reader, shape, deal).changed(told=told, **_read_pot_fields(reader, shape, deal, idle))
    if deal.half_known is not None:

        def with_hands(half: Setting, hands: tuple[frozenset[Card], ...]) -> Setting:
            with own_faults(reader):
                dealt = half.changed(hands=hands, half_known=None)
                return _with_piles(
                    reader,
                    shape,
                    deal,
                    dealt,
                    ([card for hand in dealt.hands for card in hand] + [each.card for each in dealt.trick]),
                )

        setting = setting.changed(half_known=replace(deal.half_known, with_hands=with_hands))
    setting = _with_piles(reader, shape, deal, setting, deal.held)
    _check(reader, shape, deal, setting)
    reader.finish()
    check_variations(setting)
    return setting


def _check_told_once(reader: Reader, shape: DealShape, idle: frozenset[str]) -> None:
    """A fault for what is told under two keys that say the same."""
    for key, other in (("skat", "discard"), ("announce", "announced")):
        if shape.has(key) and shape.has(other) and key not in idle:
            message = say("`{key}` and `{other}` say the same", key=Verbatim(key), other=Verbatim(other))
            reader.fault(shape.key_place(other), message, say("expected one of them"))


def _read_pot_fields(reader: Reader, shape: DealShape, deal: _Deal, idle: frozenset[str]) -> dict[str, Any]:
    """The fields of a setting for what lies in the pots, and what was said of the hand."""
    told = None if "declarations" in idle else shape.declarations
    said = {"declarations": None if told is None else read_declarations(reader, told)}
    if reader.rules.game.pots is None:
        return said
    by_player = shape.announced if isinstance(shape, PositionShape) else None
    spoken = announced_by(reader, by_player, deal.dealer)
    announced = shape.announce or spoken
    announce = read_spoken_words(reader, announced)
    if announced is not None and announce:
        check_announced(reader, announced.where, shape, whole=deal.whole)
    demand = reader.rules.fool.demand_trick is not None
    return said | {
        "pots": read_pots(shape.pots),
        "fool_demand": demand if shape.fool_demand is None else shape.fool_demand,
        **_read_fool_pick(reader, shape),
        "count": bool(shape.count),
        "announce": announce,
    }


def _read_fool_pick(reader: Reader, shape: DealShape) -> dict[str, Any]:
    """The card picked in place of the Fool, how many let it pass, and whether the Fool was demanded."""
    moves = () if shape.picked is None else read_moves(reader, shape.picked)
    if shape.picked is not None and len(moves) != 1:
        reader.lack(
            shape.key_place("picked"), say("one card is picked"), say("expected one card, such as s4")
        )
    return {
        "picked": moves[0] if len(moves) == 1 else None,
        "passed": shape.let_pass or 0,
        "demanded": bool(shape.demanded),
    }


def _with_piles(
    reader: Reader, shape: DealShape, deal: _Deal, setting: Setting, held: Sequence[Card] | None
) -> Setting:
    """The setting with what lies in the piles; `held` are all cards in play, None where not all are known."""
    where = shape.key_place("taken")
    if setting.rules.game.pots is not None:
        if not shape.has("taken"):
            return setting
        gone = None if held is None else points_taken_of(reader.rules, held, deal.left)
        if deal.left == reader.rules.table.hand_size and deal.skat is not None:
            # Nothing is taken yet: the skat and its point are the dealer's when the count is made.
            gone = 0
        told = read_stated_piles(reader, shape.taken, deal.dealer, deal.skat)
        piles = read_taken(reader, told, where, deal.left, gone)
        return setting.changed(told=replace(setting.told, piles=piles))
    setting = setting.changed(told=with_the_rest(setting))
    if held is None:
        return setting
    called: CardList | None = getattr(shape, "called", None)
    if called is not None:
        for each in called_faults(setting):
            reader.lack(called.where, each.message, each.expected)
    if not shape.has("taken"):
        return setting
    piles = Piles(reader, setting, shape.taken or {}).read(where)
    return setting.changed(told=replace(setting.told, piles=piles))


class _Deal(NamedTuple):
    """Where the cards of a position are, and whose turn it is; `lead` is None where it cannot be read."""

    hands: Hands
    trick: tuple[TrickCard, ...]
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
    told: HandFacts = NOTHING_TOLD,
) -> _Deal:
    """The deal of a file, with a fault for everything in it that cannot be; `won` are cards of old tricks."""
    take_names_out(reader, shape)
    played = hands_from_tricks(reader, shape)
    if played is not None and not skat:
        skat = shape.skat
    if shape.has("hands"):
        hide_other_hands(reader, shape)
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
    left = tricks_left(reader, sized, (lead or 0) if known else None, trick)
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


def _check(reader: Reader, shape: DealShape, deal: _Deal, setting: Setting) -> None:
    """A fault for what the file says of the deal without saying what it needs."""
    game, told = reader.rules.game, setting.told
    asked = next(filter(shape.tells, ("picked", "demanded", "let_pass")), None)
    for fault in demand_faults(setting) if asked is not None and game.pots is not None and deal.held else ():
        reader.lack(shape.key_place(asked or ""), fault.message, fault.expected)
    if isinstance(shape, ContractKeys):
        check_contract_facts(reader, shape, told)
        if not deal.whole:
            check_called(reader, shape, told)  # of a whole hand it is judged with all that was said
    if deal.skat is not None:
        if not shape.tells("dealer") and not game.declarer_takes:
            expected = say("expected `dealer`: the discard is the dealer's")
            if game.pots is not None:
                expected = say("expected `dealer`: the skat is his")
            reader.lack(deal.skat.where, say("a skat without a dealer"), expected)
        tout = TOUT in setting.announce
        check_skat(reader, deal.skat, tout=tout, played=deal.whole and bool(shape.lines or deal.played))
    if game.pots is not None and shape.count:
        check_count(reader, shape, setting.told.piles, whole=deal.whole)
    if game.pots is not None and shape.declarations is not None and not deal.whole:
        expected = say("expected a whole hand: `dealer`, `skat` and full hands")
        reader.lack(shape.key_place("declarations"), say("declarations in the middle of a hand"), expected)


def _has_a_full_hand(reader: Reader, hands: Hands) -> bool:
    """Whether a hand is as large as it is dealt, or nothing is known of any."""
    sizes = [hand.size for hand in hands if hand is not None]
    return not sizes or max(sizes) >= reader.rules.table.hand_size


def _read_lead(
    reader: Reader, shape: DealShape, dealer: int | None, told: HandFacts, *, whole: bool
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
        seat = reader.find_seat(name)
        if seat is not None and hands[seat] is None and size.value is not None:
            found[seat] = CardList((), size.value, name.where)
    return found


def hide_other_hands(reader: Reader, shape: DealShape) -> None:
    """Tell a file in which one hand alone stands that all other cards are hidden from who holds it.

    Where tricks were played before nobody knows which cards are left: that is a fault.
    """
    if shape.tells("unseen") or shape.tells("worlds") or len(shape.hands) != 1 or not reader.players_known:
        return
    ((name, own),) = shape.hands.items()
    seat = reader.seat(name, name.key_where)
    if seat is None or untold_of(own):
        return
    on_table = _on_table(reader, shape)
    lead = reader.seat_of(shape.lead) if shape.tells("lead") else None
    played = {((lead or 0) + step) % len(reader.players) for step in range(len(on_table))}
    left = own.size + (seat in played)
    away = shape.skat or getattr(shape, "discard", None)
    known = own.cards | set(on_table) | (frozenset() if away is None else away.cards)
    rest = sorted(set(reader.rules.table.deck) - known)
    _tell_lead(reader, shape)
    sizes = {each: left - (each in played) for each in range(len(reader.players)) if each != seat}
    in_skat = 0 if away is not None else laid_away_under(reader.game, reader.contract) or 0
    if left < reader.rules.table.hand_size or len(rest) != sum(sizes.values()) + in_skat:
        if left == reader.rules.table.hand_size:
            return
        message = say(
            "{player} alone has a hand, and nobody knows which cards were played before",
            player=reader.who(seat),
        )
        expected = say("expected the other hands, or `unseen` with `cards`: those that are left")
        reader.lack(shape.key_place("hands"), message, expected)
        reader.torn = True  # that the others have no hand is said by it
        return
    placed = tuple(Placed(card, own.where) for card in rest)
    cards = CardList(placed, len(rest), own.where)
    shape.unseen = _unseen(reader, shape, name, sizes, in_skat, cards)


def _unseen(
    reader: Reader, shape: DealShape, name: Text, sizes: dict[int, int], in_skat: int, cards: CardList
) -> UnseenShape:
    told = {
        Text.from_node(reader.players[seat], name.node): WrittenNumber(size) for seat, size in sizes.items()
    }
    if in_skat:
        told[Text.from_node("skat", name.node)] = WrittenNumber(in_skat)
    made = UnseenShape(hidden_from=Text.from_node(name, name.node), sizes=told, cards=cards)
    return made.stand_at(shape.node)


def _tell_lead(reader: Reader, shape: DealShape) -> None:
    """In a hand that is as large as it was dealt, who leads after the dealer."""
    dealer, game = reader.seat_of(shape.dealer), reader.game
    full = any(hand.size == reader.rules.table.hand_size for hand in shape.hands.values())
    if dealer is None or shape.tells("lead") or not full or game.contracts:
        return
    lead = first_leader(reader.game, reader.contract, dealer, None)
    shape.lead = Text.from_node(reader.players[lead], shape.node)


def _on_table(reader: Reader, shape: DealShape) -> list[Card]:
    """The cards of the trick; what is wrong with them is said where it is read."""
    if shape.trick is None:
        return []
    words = read_words(NameReader(Notes(shape.node.where), reader.players), shape.trick)
    return [card for each in words if (card := getattr(each, "card", None)) is not None]


# The JSON Schema of position files, made from the models that read them.


def position_schema() -> dict[str, Any]:
    """The JSON Schema of a position file, of whatever version."""
    return DIALECT | schema_of(PositionShape)
