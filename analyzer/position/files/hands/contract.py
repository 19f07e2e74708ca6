"""The facts of a hand beyond its cards and piles, and the keys that each game uses."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from analyzer.cards.card import Card, folded
from analyzer.cards.notation import shown
from analyzer.messages import Message, Verbatim, Whose, both, say
from analyzer.position.files.cardlists import CardList, Said, WrittenNumber
from analyzer.position.files.hands.deal import Pile
from analyzer.position.files.handshape import ContractKeys, PileShape, PoolShape, PurchaseShape, TalonKeys
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import DealShape
from analyzer.rules.deal.auction import SLAM, bid_words, understood
from analyzer.rules.score.hand import PASS, Bid, HandFacts, Pool, Purchase
from analyzer.rules.score.opening import MISERIES, NO_COURTS, NO_TRUMPS
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.bidding import Called
from analyzer.rules.spec.kinds.contracts import Contract, ContractAim
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.yamltree.node import nearest
from analyzer.yamltree.shapes import Shape, Text

# The keys of a position that each game uses.
#
# A game uses a key if a part of its rules is about it; a key without use is a fault that names the shipped
# games that use it.


Uses: TypeAlias = "Callable[[RuleSet, GameSpec], bool]"


class KeyUse(NamedTuple):
    """The test if a rule set uses a key, and the shipped games that do."""

    uses: Uses
    games: tuple[str, ...]


DANISH_ONLY: Final = KeyUse(lambda _, game: game.pots is not None, ("danish",))
_BIDDING: Final = KeyUse(
    lambda _, game: bool(game.contracts),
    ("lhombre", "french", "appel", "tapp", "slovenian", "tarot"),
)
_CALLING: Final = KeyUse(
    lambda _, game: any(not each.alone for each in game.contracts.values()),
    ("lhombre", "french", "appel", "slovenian", "tarot"),
)
_POOLS: Final = KeyUse(lambda _, game: game.pools is not None, ("french", "appel"))
TARGET_ONLY: Final = KeyUse(lambda _, game: game.target is not None, ("french", "appel", "tarot"))
_TAPP: Final = KeyUse(lambda _, game: game.difference_sheet is not None, ("tapp",))
SLOVENIAN_ONLY: Final = KeyUse(lambda _, game: game.bonus_sheet is not None, ("slovenian",))


def _dead_hand(rules: RuleSet, _: GameSpec) -> bool:
    return any(each.kind == "dead-hand" and each.parameters["hands"] for each in rules.clauses.values())


KEYS: Final[Mapping[str, KeyUse]] = {
    **dict.fromkeys(
        ("pots", "fool_demand", "picked", "let_pass", "demanded", "count", "announce"), DANISH_ONLY
    ),
    "declarations": KeyUse(
        lambda _, game: game.pots is not None or game.declaring is not None, ("danish", "grosstarock")
    ),
    **dict.fromkeys(("contract", "declarer", "bids"), _BIDDING),
    "announced": KeyUse(
        lambda _, game: (
            game.pots is not None or (game.target or game.difference_sheet or game.bonus_sheet) is not None
        ),
        ("danish", "french", "appel", "tapp", "slovenian", "tarot"),
    ),
    **dict.fromkeys(("called", "partner"), _CALLING),
    "purchase": KeyUse(
        lambda _, game: any(each.buys for each in game.contracts.values()),
        ("lhombre", "french", "appel"),
    ),
    "talon": KeyUse(
        lambda _, game: game.declarer_takes,
        ("french", "tapp", "slovenian", "tarot"),
    ),
    "pools": _POOLS,
    "swept": TARGET_ONLY,
    **dict.fromkeys(("kontra", "passed", "held"), _TAPP),
    **dict.fromkeys(("radli", "trump_led", "mond_lost"), SLOVENIAN_ONLY),
    "dead": KeyUse(_dead_hand, ("grosstarock",)),
}
"""The keys of a position that only some games use."""

EXPECTED: Final[Mapping[str, KeyUse]] = {
    **dict.fromkeys(("tout", "nolo", "bagud", "pots"), DANISH_ONLY),
    **dict.fromkeys(("contract", "margin", "partner"), _BIDDING),
    **dict.fromkeys(("target", "slam"), TARGET_ONLY),
    "pools": _POOLS,
    "bonuses": KeyUse(
        lambda _, game: (game.difference_sheet or game.bonus_sheet) is not None, ("tapp", "slovenian")
    ),
    **dict.fromkeys(("valat", "radli"), SLOVENIAN_ONLY),
    "sheet": KeyUse(lambda _, game: game.on_a_sheet, ("basic", "tapp", "slovenian")),
    "tokens": KeyUse(
        lambda _, game: not game.on_a_sheet,
        ("danish", "grosstarock", "lhombre", "french", "appel", "tarot"),
    ),
    "nil": KeyUse(lambda _, game: game.pots is None, ("grosstarock", "slovenian")),
}
"""The keys of a line's expectations, with the games that use them."""


def inapplicable_keys(reader: Reader, shape: Shape, keys: Mapping[str, KeyUse] = KEYS) -> frozenset[str]:
    """Return the keys of a shape that its game does not use; each is a fault."""
    found = frozenset(_useless(reader.rules, shape, keys))
    for key in sorted(found, key=lambda each: list(keys).index(each)):
        games, name = keys[key].games, Verbatim(key)
        message = say("`{key}` in a game that has no use for it", key=name)
        if key == "fool_demand":
            message = say("`fool_demand` in a game where nobody may demand the Fool")
        reader.fault(shape.key_place(key), message, _who_has(reader, games))
    return found


def _useless(rules: RuleSet, shape: Shape, keys: Mapping[str, KeyUse]) -> Iterator[str]:
    for key, use in keys.items():
        node = shape.node.child(key)
        undemanded = (
            key == "fool_demand" and rules.fool.demand_trick is None and node and node.value is not False
        )
        if node is not None and (undemanded or not use.uses(rules, rules.game)):
            yield key


def _who_has(reader: Reader, games: tuple[str, ...]) -> Message:
    ruleset: Message | Verbatim = Verbatim(reader.rules.name)
    if reader.rules.name in games:
        games = tuple(each for each in games if each != reader.rules.name)
        ruleset = say("{ruleset} for {number}", ruleset=ruleset, number=len(reader.players))
    if not games:
        return say("{ruleset} has it not", ruleset=ruleset)
    if len(games) > 1:
        return say("{games} have it, {ruleset} has not", games=both(map(Verbatim, games)), ruleset=ruleset)
    return say("{game} has it, {ruleset} has not", game=Verbatim(games[0]), ruleset=ruleset)


# The facts of a hand beyond its cards and piles: contract, auction, talon, pools.


_WORDS: Final = {
    "prise": ("petite", "take"),
    "garde sans": ("garde-sans",),
    "garde sans le chien": ("garde-sans",),
    "garde contre": ("garde-contre",),
    "garde contre le chien": ("garde-contre",),
    "passe": (PASS,),
    "je passe": (PASS,),
    "chelem": (SLAM,),
    "grand chelem": (SLAM,),
    "misere d'atout": (NO_TRUMPS,),
    "misere d'atouts": (NO_TRUMPS,),
    "misere de tete": (NO_COURTS,),
    "misere de tetes": (NO_COURTS,),
    "petit": ("pagat",),
    "petit au bout": ("pagat",),
    "tri": ("three",),
    "dva": ("two",),
    "dve": ("two",),
    "ena": ("one",),
    "solo tri": ("solo-three",),
    "solo dva": ("solo-two",),
    "solo dve": ("solo-two",),
    "solo ena": ("solo-one",),
    "berac": ("beggar",),
    "solo brez": ("solo-without",),
    "solo brez talona": ("solo-without",),
    "barvni valat": ("colour-valat",),
    "klop": ("misere",),
    "naprej": (PASS,),
    "dalje": (PASS,),
    "kralji": ("kings",),
    "trula": ("trinity",),
    "kralj ultimo": ("king-ultimo",),
    "pagat ultimo": ("pagat",),
    "pagatultimo": ("pagat",),
    "dreier": ("threes",),
    "trull": ("trull", "trinity"),
    "vier konige": ("four-kings",),
    "weiter": (PASS,),
    "passt": (PASS,),
    "ich passe": (PASS,),
    "pas": (PASS,),
}
"""By what is said, folded, the words of the rule sets that have it."""

HANDFULS: Final = ("simple", "double", "triple")
_HANDFULS: Final = tuple((f"{each} poignee", f"poignee {each}") for each in HANDFULS)
"""Trumps that are shown, from the fewest to the most of which something is paid."""

_TRUMP_WORDS: Final = r"(?P<number>[0-9]{1,2}) atouts"


def match_game_word(text: str, known: Collection[str], game: GameSpec) -> str:
    """Return the word of the game that a text is or means; other text is returned in lower case."""
    word = " ".join(text.lower().split())
    if word in known:
        return word
    said = " ".join(map(folded, word.replace("-", " ").replace("’", "'").split()))
    meant = next((each for each in _WORDS.get(said, ()) if each in known), None)
    if meant is not None or game.shown is None:
        return meant or word
    trumps = re.fullmatch(_TRUMP_WORDS, said)
    shown = [str(each) for each in game.shown.amounts]
    numbers = (
        [trumps["number"]]
        if trumps
        else [n for n, names in zip(shown, _HANDFULS, strict=False) if said in names]
        or shown[: said == "poignee"]
    )
    return f"{numbers[0]} trumps" if numbers else word


_TRUMPS: Final = r"[0-9]{1,2} trumps"


def read_contract_facts(
    reader: Reader, shape: Shape, useless: frozenset[str], *, bids_disputed: bool = False
) -> HandFacts:
    """Read the facts of a hand beyond its cards and piles; keys that the game does not use are left out.

    The shape may have any of the keys of :class:`HandKeys`, and `announced`. If bids are disputed, a word
    that the game does not have is still a bid.
    """
    game = reader.rules.game

    def get_value(key: str) -> Any:
        return None if key in useless else getattr(shape, key, None)

    talon, dead, held = get_value("talon"), get_value("dead"), get_value("held")
    left = None if talon is None else talon.left
    taken = None if talon is None else talon.taken
    return HandFacts(
        contract=_contract(reader, game, get_value("contract")),
        declarer=reader.seat_of(get_value("declarer")),
        called=_card(reader, get_value("called")),
        partner=reader.seat_of(get_value("partner")),
        trull=stated_trull(reader, shape, get_value("trull"), get_value("bouts")),
        announced=_all_announced(reader, game, get_value("announced"), get_value("poignee")),
        kontra=_players(reader, get_value("kontra")),
        held=None if held is None else dict(_held(reader, game, held)),
        passed=_players(reader, get_value("passed")),
        bids=tuple(_bids(reader, game, get_value("bids") or (), disputed=bids_disputed)),
        purchases=tuple(_purchases(reader, get_value("purchase") or ())),
        talon_taken=frozenset() if taken is None else taken.cards,
        talon_left=() if left is None else tuple(each.card for each in left.placed),
        dead=frozenset() if dead is None else dead.cards,
        pools=read_pools(get_value("pools")),
        radli=dict(read_radli(reader, get_value("radli"))),
        swept=reader.seat_of(get_value("swept")),
        trump_led=bool(get_value("trump_led")),
        mond_lost=reader.seat_of(get_value("mond_lost")),
    )


def stated_trull(reader: Reader, shape: Shape, trull: int | None, bouts: int | None) -> int | None:
    """Return the number of cards of the Trull that somebody has, under either of its names."""
    if trull is not None and bouts is not None and trull != bouts:
        message = say("`trull` and `bouts` count the same cards, and differ")
        reader.fault(shape.key_place("bouts"), message, say("expected one of them"))
    return bouts if trull is None else trull


def lying_apart(shape: DealShape, useless: frozenset[str]) -> Iterator[Pile]:
    """Yield the given cards in no hand and on no table: old tricks, the talon, a dead hand."""
    yield from tricks_won(shape.taken)
    if not isinstance(shape, TalonKeys):
        return
    if shape.talon is not None and shape.talon.left is not None and "talon" not in useless:
        yield Pile(say("the talon"), shape.talon.left.placed)
    if shape.dead is not None and "dead" not in useless:
        yield Pile(say("the dead hand"), shape.dead.placed)


def tricks_won(taken: Mapping[Text, PileShape] | None) -> Iterator[Pile]:
    """Yield the given cards of old tricks, by their pile."""
    for name, pile in (taken or {}).items():
        if pile.cards is not None:
            yield Pile(say("{whose} tricks", whose=Whose(shown(name))), pile.cards.placed)


def check_contract_facts(reader: Reader, shape: ContractKeys, told: HandFacts) -> None:
    """Note a fault for facts of a contract without those that they need."""
    game = reader.rules.game
    contract = game.contract(told.contract)
    if contract is None:
        return
    if contract.aim is not ContractAim.FEWEST and not shape.tells("declarer") and shape.contract is not None:
        reader.lack(shape.contract.where, say("a contract without a declarer"), say("expected `declarer`"))


def check_called(reader: Reader, shape: ContractKeys, told: HandFacts) -> None:
    """Note a fault for a card that no declarer of the contract can call, whatever their hand."""
    game = reader.rules.game
    contract = game.contract(told.contract)
    if contract is not None and told.called is not None and shape.called is not None:
        _check_card_called(reader, game, contract, shape.called, told.called)


def _check_card_called(
    reader: Reader, game: GameSpec, contract: Contract, told: CardList, called: Card
) -> None:
    if contract.alone:
        name = Verbatim(contract.name)
        reader.fault(
            told.where, say("`{contract}` is played alone", contract=name), say("expected no `called`")
        )
    elif game.call is not None and game.call.what is Called.KING and not called.is_king:
        queens = game.call.queen_clause is not None
        if not (queens and called.face == "D"):
            expected = (
                say("expected a king, or a queen by a player who holds all kings")
                if queens
                else say("expected a king")
            )
            reader.fault(told.where, say("{card} cannot be called", card=called), expected)


def _contract(reader: Reader, game: GameSpec, told: Text | None) -> str | None:
    """The name of a contract of the game; another one is a fault."""
    if told is None:
        return None
    name = match_game_word(told, game.contracts, game)
    if name in game.contracts:
        return name
    _unknown(reader, told, tuple(game.contracts))
    return None


def _unknown(reader: Reader, told: Text, known: Iterable[str]) -> None:
    names, word = tuple(known), told.strip().lower()
    guess = next((name for name in names if word.startswith(f"{name}-")), None) or nearest(word, names)
    expected = say("there are {known}", known=Verbatim(", ".join(names)))
    if guess:
        expected = say("did you mean {word}?", word=Verbatim(guess))
    reader.fault(told.where, say("{word} is not said in this game", word=Verbatim(shown(told))), expected)


def _card(reader: Reader, told: CardList | None) -> Card | None:
    """The one card that a text names."""
    if told is None:
        return None
    if told.size != 1:
        reader.lack(
            told.where, say("{number} {number:card/cards}", number=told.size), say("expected one card")
        )
    return told.placed[0].card if told.placed else None


def announceable(game: GameSpec) -> tuple[str, ...]:
    """Return the possible announcements in a game; a number of trumps is a different matter."""
    words: list[str] = []
    if game.target is not None:
        words.append("slam")
    if game.misery is not None:
        words += MISERIES
    if game.difference_sheet is not None:
        words.append("pagat")
    if game.bonus_sheet is not None:
        words += [each.name for each in (*game.bonus_sheet.bonuses, game.bonus_sheet.pagat)]
    words += [name for name, each in game.contracts.items() if each.aim is ContractAim.EVERY_TRICK]
    return tuple(words)


def list_announcements(game: GameSpec) -> tuple[str, ...]:
    """Return the possible announcements in a game, including the numbers of trumps that are paid."""
    paid = () if game.shown is None else game.shown.amounts
    return (*announceable(game), *(f"{number} trumps" for number in paid))


def _all_announced(
    reader: Reader,
    game: GameSpec,
    announced: Mapping[Text, Said] | None,
    poignee: Mapping[Text, Said] | None,
) -> dict[int, tuple[str, ...]]:
    """What each player announced, with the handful that he showed where it is told by itself."""
    found = dict(_announced(reader, game, announced))
    for seat, _, said in reader.values_by_seat(poignee):
        for text in said.texts:
            named = text.strip().lower()
            word = match_game_word(f"poignee {named}" if named in HANDFULS else text, (), game)
            if game.shown is None or word not in list_announcements(game):
                _unknown(reader, text, HANDFULS)
            elif word not in found.get(seat, ()):
                found[seat] = (*found.get(seat, ()), word)
    return found


def _announced(
    reader: Reader, game: GameSpec, told: Mapping[Text, Said] | None
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """What each player announced, each word once, in order."""
    known = announceable(game)
    for seat, _, said in reader.values_by_seat(told):
        words = []
        for text in said.texts:
            for part in text.split(","):
                word = match_game_word(part, known, game)
                if word in known or (game.target is not None and re.fullmatch(_TRUMPS, word)):
                    words.append(word)
                else:
                    _unknown(reader, text, known)
        yield seat, tuple(dict.fromkeys(words))


def _held(reader: Reader, game: GameSpec, told: Mapping[Text, Said]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """What each player had in hand at the start of play."""
    known = () if game.difference_sheet is None else tuple(sorted(game.difference_sheet.personal_held))
    for seat, _, said in reader.values_by_seat(told):
        words = []
        for text in said.texts:
            for word in (match_game_word(part, known, game) for part in text.split(",")):
                if word in known:
                    words.append(word)
                else:
                    _unknown(reader, text, known)
        yield seat, tuple(words)


def _players(reader: Reader, told: Said | None) -> frozenset[int]:
    seats = [reader.seat(each, each.where) for each in (() if told is None else told.texts)]
    return frozenset(seat for seat in seats if seat is not None)


def _bids(
    reader: Reader, game: GameSpec, told: Iterable[Mapping[Text, Text]], *, disputed: bool
) -> Iterator[Bid]:
    """What was said in the auction, in order.

    A word that the game does not have is a fault of the file, unless it is `disputed` whether it may be said.
    """
    known = understood(reader.rules)
    for each in told:
        for seat, _, says in reader.values_by_seat(each):
            word = match_game_word(says, known, game)
            if word in known:
                yield Bid(seat, word)
            elif disputed and shown(says).strip():
                yield Bid(seat, shown(says).strip())
            else:
                _unknown(reader, says, bid_words(game))


def _purchases(reader: Reader, told: Iterable[PurchaseShape]) -> Iterator[Purchase]:
    for each in told:
        wants = _card(reader, each.wants if each.has("wants") else None)
        holder, gives = reader.seat_of(each.from_), _card(reader, each.gives)
        if wants is not None:
            yield Purchase(wants, holder, gives)


def read_pools(told: Iterable[PoolShape] | None) -> tuple[Pool, ...]:
    """Read the pools on the table; an empty one is left out."""
    return tuple(Pool(each.amount, each.doubled) for each in told or () if each.amount)


def read_radli(reader: Reader, told: Mapping[Text, WrittenNumber] | None) -> Iterator[tuple[int, int]]:
    """Yield the number of radli of each player."""
    for seat, _, number in reader.values_by_seat(told):
        if number.value is not None:
            yield seat, number.value
