"""Forms for what a file may say, made from the shapes that read the files."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from analyzer.api.board.deals import NAMES
from analyzer.api.board.moment import NAME
from analyzer.api.board.views import FilledAnswer, FormAnswer, FormField, FormKind
from analyzer.cards.card import BY_TEXT, COURTS, KINGS, PAGAT
from analyzer.disputes.payments.owed import SAID_KEYS, SaidOwedKeys
from analyzer.disputes.shape import DISPUTE_FORMAT, DisputeShape
from analyzer.disputes.table import DISPUTE_KINDS
from analyzer.errors import UsageError, meant
from analyzer.evenings.model import SESSION_FORMAT, PlayedHandShape
from analyzer.messages import FORMS, Message, Verbatim, quoted, say, translated
from analyzer.position.files.hands.contract import HANDFULS, KEYS, list_announcements
from analyzer.position.files.hands.result import RESULT_KEYS, bonus_words
from analyzer.position.files.handshape import ResultKeys
from analyzer.position.files.shape import FORMAT as POSITION_FORMAT
from analyzer.position.files.shape import PositionShape
from analyzer.position.files.tree import open_tree
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.deal.auction import bid_words
from analyzer.rules.deal.combinations import PLAIN_SUITS, SUIT_WORDS, Declaration
from analyzer.rules.spec.clause import Clause
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset, ruleset_names
from analyzer.rules.spec.variants import in_form
from analyzer.words.names import named_message
from analyzer.yamltree.node import Node, Plain
from analyzer.yamltree.schema import schema_of

# Fields of a form, made from the shapes that read the files: each by its type, parts within parts.


Schema = Mapping[str, Any]
Kind = tuple[str, list[str], list[FormField]]
"""The kind of a field, what can be chosen in it, and the fields within it."""

NOT_ASKED: Final = frozenset({
    *("format", "kind", "title", "source", "stipulation", "teaches", "ruleset", "expect", "lines"),
    "position",
})  # fmt: skip
"""Keys that a form has no field for, or one of its own."""
_CARDS, _ORDER, _NAME = "Cards as one text", "Cards in the order played", "A player's name."
"""How the shapes describe what is filled in by picking cards or a player."""
_PLAYER: Final = frozenset({
    *("declarer", "partner", "swept", "lead", "by", "nil", "all-tricks", "slam", "valat", "hidden_from"),
    *("mond_lost", "mond_to", "winner", "won_by", "lies_with", "owes", "from", "to"),
    *("dealer", "tout", "nolo", "player", "deals", "petit_au_bout"),
})  # fmt: skip
"""Keys whose text is the name of a player."""
_LAST: Final = frozenset({"players", "sitting_out", "variant"})
"""Keys of the table and not of the dispute, asked for behind the others."""
_NOBODY: Final = frozenset({"nil", "all-tricks", "slam", "valat", "petit_au_bout"})
"""Keys that tell of nobody too."""
_PLAYERS: Final = frozenset({"kontra", "passed", "looked"})
_CARD: Final = frozenset({"called", "leads", "plays", "wants", "gives"})
_EVENT: Final = ("leads", "plays", "says void", "says holds", "claims naming", "demands fool")
_ASKED: Final = {
    "events": say("What happened, in order?"),
    "asked": say("Who asked, and when?"),
    "talon": say("The talon: what was taken, and what was left"),
    "unseen": say("What does one player not see?"),
    "worlds": say("Which deals fit?"),
    "variant": say("What does this table play?"),
    "last_trick": say("Who won the last trick, and with what?"),
    "found": say("When was it found?"),
    "when": say("When was it found?"),
    "cards": say("Which cards?"),
    "lead": say("Who led?"),
    "names": say("Which suit is named?"),
    "looked": say("Who has looked at his cards?"),
    "nil": say("Who alone won no trick?"),
    "nolo": say("Who alone won no trick?"),
    **dict.fromkeys(("tout", "slam", "valat", "all-tricks"), say("Who won every trick?")),
    "dealer": say("Who dealt?"),
    "contract": say("Which contract?"),
    "declarer": say("Who declared it?"),
    "partner": say("Who was the partner?"),
    "players": say("Who plays, in order of play?"),
    "sitting_out": say("Who sits out?"),
}
"""Questions for keys of which the shapes describe nothing, or more than is asked at a table."""
_SCALARS: Final = {"true": say("yes"), "false": say("no"), "null": say("nobody")}
_BY_SHAPE: Final = {"EarlierCardShape": "during", "LastTrickShape": "last-trick"}


class Fields:
    """The fields that a form of a game has, with the words of its rules to choose among."""

    def __init__(self, rules: RuleSet, style: TextStyle, schema: Schema) -> None:
        self._rules, self._style, self._schema = rules, style, schema
        self._named: Schema = schema.get("$defs", {})
        self._of_game = dict(self._worded())

    def all(self) -> list[FormField]:
        """A field for each key, those that must be told first."""
        return self._build_fields(self._schema)

    def build_question(self, key: str, about: Message, kind: str, choices: list[str]) -> FormField:
        """A key with a question of the form's own, filled in with a kind of field that fits it."""
        parts = self._field(key, self._schema["properties"][key]).parts
        shown = parts if kind in ("each", "record", "rows") else None
        return self._part(kind, choices, shown, key=key, about=self._style.render(about))

    def _build_fields(self, schema: Schema) -> list[FormField]:
        required = schema.get("required", [])
        keys = [key for key in schema["properties"] if key not in NOT_ASKED]
        return [
            self._field(key, schema["properties"][key], required=key in required)
            for key in sorted(keys, key=lambda each: (each not in required, each in _LAST))
        ]

    def _field(self, key: str, part: Schema, *, required: bool = False) -> FormField:
        kind, choices, parts = self._kind_from_key(key, part) or self._kind_from_type(key, part)
        examples = part.get("examples") or [_example(part)]
        return FormField(
            key=key,
            about=self._about(key, part.get("description", "")),
            kind=kind,
            choices=choices,
            names=[self._word(each) for each in choices],
            parts=parts,
            example="" if examples[0] is None else written(examples[0]),
            required=required,
        )

    def _about(self, key: str, described: str) -> str:
        if key in _ASKED and not (key == "lead" and described):
            return self._style.render(_ASKED[key])
        described = translated(described, self._style.lang, FORMS) if described else self._word(key)
        return described.replace("`", "")

    def _word(self, word: str) -> str:
        suits = {suit.value: each for suit, each in SUIT_WORDS.items()}
        if word in suits:
            return self._style.render(suits[word])
        return self._style.render(_SCALARS.get(word) or named_message(word))

    def _kind_from_key(self, key: str, part: Schema) -> Kind | None:
        """What the game has words for; keys that tell other things in other kinds are told apart by type."""
        about = part.get("description", "")
        if key in ("from", "to") and "pot" not in about:
            return None
        if key == "announced" and "each player" not in about:
            return None
        if key == "points" and "`declarer`" not in about:
            return None
        return self._of_game.get(key)

    def _worded(self) -> Iterator[tuple[str, Kind]]:
        """Keys filled in with words of the game: its contracts, bids, bonuses, irregularities, options."""
        rules, game, part = self._rules, self._rules.game, self._part
        wrong = list(rules.fines.irregularities) if game.pots is not None else []
        pools = ["pool", "pool 2", "new pool"] if game.pools else []
        held = sorted(game.difference_sheet.personal_held) if game.difference_sheet is not None else []
        options = [
            part(
                "word",
                list(each.readings),
                key=name,
                about=self._rule(each.readings[each.default]),
                names=[self._rule(clauses) for clauses in each.readings.values()],
            )
            for name, each in rules.options.items()
        ]
        if game.contracts:
            yield "contract", ("word", list(game.contracts), [])
        yield "discard", ("cards", ["hand"], [])
        yield "irregularity", ("word", wrong, [])
        yield "after", ("word", ["hand", "misdeal", *wrong], [])
        yield "bids", ("rows", [], [part("deed", [], [part("word", list(bid_words(game)))])])
        yield "bonuses", ("rows", [], [part("deed", list(bonus_words(game)), [part("player")])])
        yield "announced", ("each", [], [part("words", list(list_announcements(game)))])
        yield "poignee", ("each", [], [part("word", list(HANDFULS))])
        yield "held", ("each", [], [part("some", held)])
        yield "announce", ("words", ["tout", "trumps"], [])
        yield "answered", ("choice", ["true", "false", *map(str, range(1, 4))], [])
        yield "discarded_trumps", ("choice", ["true", "false", *map(str, range(1, 4))], [])
        yield "names", ("choice", [suit.value for suit in SUIT_WORDS], [])
        yield "variant", ("record", [], options)
        yield "points", ("numbers", ["declarer"], [])
        declarations = list(_declarations(rules))
        said = [self._style.render(each.message) for each in declarations]
        for key in ("said", "declarations", "declared"):
            words = part(
                "words", ["pass", *(each.text() for each in declarations)], names=[self._word("pass"), *said]
            )
            yield key, ("each", [], [words])
        yield "void", ("each", [], [part("some", [suit.value for suit in SUIT_WORDS])])
        for key in ("from", "to"):
            yield key, ("player", ["king", "pagat"] if game.pots is not None else pools, [])

    def _rule(self, clauses: Sequence[Clause]) -> str:
        """A reading of an option as the rule that it puts in force."""
        return self._style.stated(clauses[0].statement)

    def _part(
        self,
        kind: str,
        choices: list[str] | None = None,
        parts: list[FormField] | None = None,
        *,
        key: str = "",
        about: str | None = None,
        names: list[str] | None = None,
    ) -> FormField:
        told = choices or []
        return FormField(
            key=key,
            about=self._about(key, "") if about is None else about,
            kind=kind,
            choices=told,
            names=[self._word(each) for each in told] if names is None else names,
            parts=parts or [],
            example="",
            required=False,
        )

    def _kind_from_type(self, key: str, part: Schema) -> Kind:
        """How a key is filled in by its type: what it is one of, what it has many of, what it is made of."""
        either = [each for each in part.get("anyOf", [part]) if each.get("type") != "null"]
        first = either[0]
        if "$ref" in first:
            return self._kind_from_shape(first["$ref"].rpartition("/")[2])
        choices = [str(word) for each in either for word in each.get("enum", [])]
        kinds = [each.get("type") for each in either]
        about = " ".join([part.get("description", ""), *(each.get("description", "") for each in either)])
        if kinds == ["boolean"]:
            return "choice", ["true", "false"], []
        if key in _PLAYERS:
            return "players", [], []
        if key in _CARD:
            return "card", [], []
        if _CARDS in about:
            among = ["hands"] if "hands" in self._schema["properties"] else []
            return ("order", among, []) if _ORDER in about else ("cards", [], [])
        if "object" in kinds:
            return self._kind_per_player(either[kinds.index("object")]["additionalProperties"])
        if key in _PLAYER or about.strip() == _NAME:
            return "player", ["null"] if key in _NOBODY else [], []
        if choices:
            return "choice", choices, []
        if "array" in kinds:
            return self._many(key, either[kinds.index("array")]["items"], kinds)
        return ("number" if kinds[0] in ("integer", ["number", "string"]) else "text"), [], []

    def _kind_from_shape(self, name: str) -> Kind:
        if name in _BY_SHAPE:
            return _BY_SHAPE[name], chief(self._rules), []
        if name == "EventShape":
            return "event", list(_EVENT), [self._part("card"), self._field("names", {})]
        if name == "PotsShape":
            return "amounts", ["king", "pagat"], []
        return "record", [], self._build_fields(self._named[name])

    def _kind_per_player(self, value: Schema) -> Kind:
        """What is told of each player: cards, numbers, words, or several of them."""
        kind, choices, parts = self._kind_from_type("", value)
        if kind == "cards":
            return "hands", [], []
        if kind == "number":
            return "numbers", [], []
        return "each", [], [self._part(kind, choices, parts)]

    def _many(self, key: str, item: Schema, kinds: list[Any]) -> Kind:
        """A list: of names, of tricks, of blocks of keys, or of what each player did in turn."""
        named = self._kind_from_type("", item)
        if named[0] == "during":
            return named
        if key == "tricks":
            trick = [self._part("order", ["hands"], key="cards"), self._field("lead", {})]
            return "rows", [], [self._part("record", [], trick)]
        if item.get("maxProperties") == 1:
            return (
                "rows",
                [],
                [
                    self._part(
                        "deed", [], [self._part(*self._kind_from_type("", item["additionalProperties"]))]
                    )
                ],
            )
        if named[0] == "record":
            return "rows", [], [self._part(*named)]
        return ("text" if "string" in kinds else "list"), [], []


def kings(rules: RuleSet) -> list[str]:
    """The kings that are played with."""
    return [str(card) for card in sorted(rules.table.deck) if card.is_king]


def chief(rules: RuleSet) -> list[str]:
    """The Pagat and the kings that are played with."""
    return [str(card) for card in sorted(rules.table.deck) if card.is_king or card == PAGAT]


def _declarations(rules: RuleSet) -> Iterator[Declaration]:
    """Everything that can be declared by a rule set, in the order in which hands declare it."""
    told = rules.declarations
    for number in range(told.trumps_from, 23):
        for pagat in (True, False) if told.pagat_told else (None,):
            yield Declaration("trumps", number=number, pagat=pagat)
    for number in range(told.matadors_from, 23):
        yield Declaration("matadors", number=number)
    for suit in (*PLAIN_SUITS, None):
        four = [BY_TEXT[f"{suit}{face}"] for face in COURTS] if suit else list(KINGS)
        kind: Any = "kings" if suit is None else "cavallerie"
        yield from (Declaration(kind, "half", suit, missing) for missing in four)
        yield Declaration(kind, "full", suit)
        if told.abundant is not None:
            yield Declaration(kind, "abundant", suit)


def _example(part: Schema) -> Any:
    found = [each["examples"][0] for each in part.get("anyOf", []) if each.get("examples")]
    return found[0] if found else None


def written(value: Plain) -> str:
    """A value as a field of a form has it: a word as it is, names in a row, what has parts as JSON."""
    if isinstance(value, bool):
        return str(value).lower()
    if value is None:
        return "null"
    if isinstance(value, list) and value and all(isinstance(each, str) and " " not in each for each in value):
        return ", ".join(map(str, value))
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else str(value)


# Forms for what a file may say, made from the shapes that read the files, and filled from texts.


def dispute_form(ruleset: str, kind: str | None, style: TextStyle, seats: int = 0) -> FormAnswer:
    """The kinds of dispute that a rule set has, and the fields of one of them.

    Raises: UsageError for an unknown rule set, or a kind that it has not.
    """
    rules = _played(ruleset, seats)
    told = {name: each for name, each in DISPUTE_KINDS.items() if each.find_way(rules) is not None}
    chosen = next(iter(told)) if kind is None else kind
    if chosen not in told:
        raise UsageError(
            say("{ruleset} has no disputes of the kind {word}", ruleset=Verbatim(ruleset), word=quoted(kind))
        )
    telling = told[chosen].find_way(rules)
    assert telling is not None
    shape = telling.kind().shape
    schema = schema_of(shape)
    for key in _idle(shape, rules):
        schema["properties"].pop(key, None)
    schema["required"] = [*schema.get("required", []), *shape.CHIEF]
    return FormAnswer(
        kinds=[
            FormKind(kind=name, about=style.render(each.about), asked=style.render(each.asked))
            for name, each in told.items()
        ],
        kind=chosen,
        players=_letters(rules),
        fields=Fields(rules, style, schema).all(),
    )


def _idle(shape: type[DisputeShape], rules: RuleSet) -> list[str]:
    """The keys that the game of a rule set has no use for."""
    uses = {
        **(RESULT_KEYS if issubclass(shape, ResultKeys) else {}),
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
    fields = [told.build_question(*each) for each in _position_questions(rules)]
    return FormAnswer(kinds=[], kind="position", players=_letters(rules), fields=fields)


def _letters(rules: RuleSet) -> list[str]:
    return list(NAMES[: rules.table.players])


def _position_questions(rules: RuleSet) -> Iterator[FormQuestion]:
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
    asked = _pot_questions if rules.game.pots is not None else _point_questions
    told = Fields(rules, style, schema_of(PlayedHandShape))
    used = (each for each in asked(rules) if each[0] not in KEYS or KEYS[each[0]].uses(rules, rules.game))
    fields = [told.build_question(*each) for each in used]
    return FormAnswer(kinds=[], kind="hand", players=_letters(rules), fields=fields)


FormQuestion = tuple[str, Message, str, list[str]]
"""A key, the question, the kind of its field, and what can be chosen."""


def _pot_questions(rules: RuleSet) -> Iterator[FormQuestion]:
    """Who won the last trick with what, and what was lost and won before it."""
    yield "dealer", say("Who dealt?"), "player", []
    yield "declarations", say("What was declared?"), "each", []
    yield "during", say("Kings and the Pagat before the last trick"), "during", chief(rules)
    yield "last_trick", say("Who won the last trick, and with what?"), "last-trick", chief(rules)
    yield "points", say("Card points"), "numbers", []
    yield "tout", say("Who won every trick?"), "player", []
    yield "nolo", say("Who alone won no trick?"), "player", []


def _point_questions(rules: RuleSet) -> Iterator[FormQuestion]:
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
    yield from _bonus_questions(game)
    if game.nil is not None:
        yield "nil", say("Who alone won no trick?"), "player", []
    if game.slam is not None:
        yield "slam", say("Who won every trick?"), "player", []
    if game.difference_sheet is not None:
        yield "all-tricks", say("Who won every trick?"), "player", []


def _bonus_questions(game: GameSpec) -> Iterator[FormQuestion]:
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
    if announced := list_announcements(game):
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
