"""A position in one line, such as `danish / A: dR T7 / B: hR d9 / C: c7 c2 / B leads`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from typing import Final, NamedTuple

from analyzer.cards.card import BY_TEXT
from analyzer.cards.notation import scan_cards
from analyzer.errors import Fault, UsageError, Where
from analyzer.messages import Message, Verbatim, printable, say
from analyzer.position import files
from analyzer.position.files.shape import FORMAT, PositionShape
from analyzer.position.files.tree import Tree
from analyzer.position.setting import Setting
from analyzer.rules.spec.variants import split_named
from analyzer.yamltree.node import Node, refused_characters, suggestion

# A position in one line: `danish / A: dR T7 / B: hR d9 / C: c7 c2 / B leads / king=60 pagat=60`.
#
# It is meant for batches, links and chat; when pasted by hand, its fields may be on separate lines. A line
# is another way to write the tree that a file of the second format is read into, so it is checked against
# the same shape, and every fault has its line and column.


_QUOTED: Final = r'"(?:[^"\\]|\\.)*"'
_PART: Final = re.compile(rf"(?:{_QUOTED}|[^\"/\s]|\"|/(?!\s|$)|(?<=\S)/|[^\S\n]+(?!/(?:\s|$)))+")
"""A field: what stands between two slashes with blanks around them, or on a line of its own."""
_RULES: Final = re.compile(rf"(?P<name>{_QUOTED}|[^+=\"]+)(?P<options>(?:\+[^+=\s]+=[^+=\s]+)*)")
_SEAT: Final = re.compile(rf"(?P<name>{_QUOTED}|[^:=\"]+?)\s*:\s*(?P<cards>.*)", re.DOTALL)
LEADS: Final = (
    "leads", "is to lead", "starts", "begins",
    "spiller ud", "har udspillet", "er i forhånd", "har forhånd", "starter", "begynder", "leder",
    "entame", "attaque", "commence", "spielt aus", "beginnt", "hat Vorhand", "začne",
)  # fmt: skip
"""Phrases for the leader, in English, Danish, French, German and Slovenian."""
_LEADS: Final = re.compile(
    rf"(?P<name>{_QUOTED}|[^\s\"]+(?:\s+[^\s\"]+)*?)\s+"
    rf"(?:{'|'.join(LEADS)})\b\s*(?P<trick>.*)",
    re.DOTALL,
)
_WORD: Final = re.compile(rf"(?P<key>[^\s=\"]+)=(?P<value>(?:{_QUOTED}|[^\s\"]|\")*)|(?P<other>\S+)")
_PLAIN: Final = re.compile(r"(?:[^\W_]|[.-])+")
"""A name that needs no quotes. A `_` would be a blank in a link."""
_BLANKS: Final = re.compile(r"sitting_out=|trump_led=|mond_lost=|let_pass=|_")
"""The possible blanks in a link: every `_` except that of a key."""
_LONGEST: Final = 20_000
"""The largest number of characters of a line; a full hand with all its declarations has a tenth of them."""
_COMMENT: Final = re.compile(r"^[^\S\n]*#.*$", re.MULTILINE)
_NUMBER: Final = re.compile(r"-?[0-9]{1,18}")
Span = tuple[int, int]
"""The beginning and the end of a part of the line."""
_KEYS: Final = (
    *("king", "pagat", "demand", "picked", "let_pass", "demanded"),
    *("taken", "count", "dealer", "skat", "discard", "announced"),
    *("declarations", "sitting_out", "contract", "declarer", "called", "partner", "kontra", "passed"),
    *("bids", "purchase", "talon", "dead", "pools", "radli", "swept", "trump_led", "mond_lost", "held"),
)
_TRUTHS: Final[Mapping[str, bool]] = {"on": True, "off": False, "true": True, "false": False}


def line_tree(text: str, file: str) -> Tree:
    """Return the tree of a position in one line; text outside its fields is a fault."""
    return _Line(text.removeprefix("\ufeff"), file).tree()


class _Line:
    """One line on its way into a tree; a text without blanks is that of a link, where `_` is one."""

    def __init__(self, text: str, file: str) -> None:
        self._text = _COMMENT.sub(lambda told: " " * len(told[0]), text.rstrip())
        if re.search(r"\s", self._text.strip()) is None:
            self._text = _BLANKS.sub(lambda match: match[0] if match[0] != "_" else " ", self._text)
        self._file = file
        self._faults = list(refused_characters(self._text, file))
        self._torn = False
        """Whether a field was not understood, so that what is missing may stand there."""
        self._keys: dict[str, Node] = {"format": self._node(FORMAT, 0, 0)}

    def tree(self) -> Tree:
        if len(self._text) > _LONGEST:
            message = say("a line of {number} {number:character/characters}", number=len(self._text))
            self._fault(0, message, say("expected at most {number}", number=_LONGEST))
            self._text = ""
        lines = "\n" in self._text
        fields = [_trimmed(field[0], field.start()) for field in _PART.finditer(self._text)]
        for number, (start, end) in enumerate(each for each in fields if not lines or each[0] < each[1]):
            if match := _SEAT.fullmatch(self._text, start, end):
                self._seat(match)
            elif match := _LEADS.fullmatch(self._text, start, end):
                self._put("lead", self._name(match, "name"), start)
                if match["trick"]:
                    self._put("trick", self._text_of(match, "trick"), match.start("trick"))
            elif number == 0 and (match := _RULES.fullmatch(self._text, start, end)):
                self._rules(match)
            else:
                self._words(start, end)
        root = self._node(self._keys, 0, len(self._text))
        root.torn = self._torn
        return Tree(root, self._file, tuple(self._faults))

    def _rules(self, match: re.Match[str]) -> None:
        """The rule set with its options, `danish+fool-in-skat=never`."""
        self._put("ruleset", self._name(match, "name"), match.start())
        chosen: dict[str, Node] = {}
        for each in _WORD.finditer(match["options"].replace("+", " ")):
            at = match.start("options") + each.start()
            span = match.start("options") + each.start("value"), match.start("options") + each.end()
            self._put(each["key"], self._scalar(*span), at, chosen)
        if chosen:
            self._put("variant", self._node(chosen, *match.span("options")), match.start("options"))

    def _seat(self, match: re.Match[str]) -> None:
        name, cards = self._name(match, "name"), self._text_of(match, "cards")
        cards.key_where = name.where
        players = self._keys.setdefault("players", self._node([], *match.span()))
        hands = self._keys.setdefault("hands", self._node({}, *match.span()))
        assert isinstance(players.value, list)
        assert isinstance(hands.value, dict)
        players.value.append(name)
        hands.value.setdefault(str(name.value), cards)

    def _words(self, start: int, end: int) -> None:
        if "=" not in self._text[start:end]:
            told = self._text[start:end]
            word, meant = Verbatim(printable(told)), _lead_meant(told)
            expected = say("expected NAME: CARDS, NAME leads, or key=value")
            if meant is not None:
                expected = say("did you mean `{word}`?", word=Verbatim(printable(meant)))
            self._fault(start, say("{word} is on its own", word=word), expected)
            self._torn = True
            return
        for match in _WORD.finditer(self._text, start, end):
            if match["other"] is not None:
                message = say("{word} is on its own", word=Verbatim(printable(match[0])))
                self._fault(match.start(), message, say("expected NAME: CARDS, NAME leads, or key=value"))
                continue
            key, at = match["key"].replace("-", "_"), match.start("value")
            if key in ("king", "pagat"):
                pots = self._keys.setdefault("pots", self._node({}, *match.span()))
                assert isinstance(pots.value, dict)
                self._put(key, self._scalar(at, match.end()), match.start(), pots.value)
            else:
                if key not in _KEYS:
                    message = say("unknown key `{key}`", key=Verbatim(printable(key)))
                    self._fault(match.start(), message, suggestion(key, _KEYS))
                    continue
                key = "fool_demand" if key == "demand" else key
                self._put(key, self._value(key, at, match.end()), match.start())

    def _put(self, key: str, value: Node, start: int, holder: dict[str, Node] | None = None) -> None:
        """Put a value under a key of the tree, which may stand there once."""
        holder = self._keys if holder is None else holder
        value.key_where = self._where(start)
        if key in holder:
            message = say("duplicate key `{key}`", key=Verbatim(printable(key)))
            self._fault(start, message, say("expected it once"))
        else:
            holder[key] = value

    def _value(self, key: str, start: int, end: int) -> Node:
        """The value of a key; that of most keys is a number or a text."""
        if key in ("fool_demand", "demanded", "count", "trump_led"):
            text = self._text[start:end]
            return self._node(_TRUTHS.get(text.lower(), text), start, end)
        if key in ("skat", "discard", "dead", "kontra", "passed"):
            return self._node([self._scalar(*each) for each in self._pieces(start, end, ",")], start, end)
        if key in ("bids", "purchase", "pools"):
            made = {"bids": self._bid, "purchase": self._purchase, "pools": self._pool}[key]
            return self._node([made(*each) for each in self._pieces(start, end, ",")], start, end)
        reader = {
            "taken": self._pile,
            "announced": self._list,
            "held": self._list,
            "declarations": self._list,
            "talon": self._list,
            "radli": self._first,
        }.get(key)
        return self._scalar(start, end) if reader is None else self._mapping(start, end, reader)

    def _scalar(self, start: int, end: int) -> Node:
        """A number or a text, in quotes where it needs them."""
        text = self._text[start:end]
        if _NUMBER.fullmatch(text):
            return self._node(int(text), start, end)
        return self._node(self._unquoted(text, start), start, end)

    def _mapping(self, start: int, end: int, value: Callable[[list[Span]], Node]) -> Node:
        """`NAME:PART:PART,NAME:PART` as a mapping, its values made of the parts."""
        found: dict[str, Node] = {}
        for span in self._pieces(start, end, ","):
            name, *parts = list(self._pieces(*span, ":")) or [span]
            key = self._unquoted(self._text[slice(*name)], name[0])
            self._put(key, value(parts or [(span[1], span[1])]), span[0], found)
        return self._node(found, start, end)

    def _list(self, spans: list[Span]) -> Node:
        return self._node([self._scalar(*each) for each in spans], *spans[0])

    def _first(self, spans: list[Span]) -> Node:
        """One value."""
        if len(spans) > 1:
            self._fault(spans[1][0], say("one value too many"), say("expected NAME:VALUE"))
        return self._scalar(*spans[0])

    def _bid(self, start: int, end: int) -> Node:
        """`NAME:BID` as a mapping."""
        return self._mapping(start, end, self._first)

    def _purchase(self, start: int, end: int) -> Node:
        """`WANTS:GIVES:FROM` as a mapping."""
        told = zip(("wants", "gives", "from"), self._pieces(start, end, ":"), strict=False)
        return self._node({key: self._scalar(*each) for key, each in told}, start, end)

    def _pool(self, start: int, end: int) -> Node:
        """`85` or `85d` as a mapping."""
        doubled = self._text[start:end].endswith("d")
        amount = self._scalar(start, end - doubled)
        return self._node({"amount": amount, "doubled": self._node(doubled, start, end)}, start, end)

    def _pile(self, spans: list[Span]) -> Node:
        """The tricks and points of a pile, and what else is told of it."""
        found: dict[str, Node] = {}
        told = list(zip(("tricks", "points"), spans, strict=False))
        if len(spans) == 1 and spans[0][0] == spans[0][1]:
            told = []
        found |= {key: self._scalar(*each) for key, each in told}
        points = found.get("points")
        if points is not None and isinstance(points.value, str):
            points.value = points.value.replace("+", " ")
        cards = []
        for start, end in spans[2:]:
            word = self._text[start:end]
            if word in ("gives", "keeps"):
                self._put("gives", self._node(word == "gives", start, end), start, found)
            elif word.startswith("owes="):
                self._put("owes", self._scalar(start + len("owes="), end), start, found)
            else:
                cards.append(self._scalar(start, end))
        if cards:
            found["cards"] = self._node(cards, *spans[2])
        return self._node(found, *spans[0])

    def _pieces(self, start: int, end: int, sign: str) -> Iterator[Span]:
        """What stands between the signs of a value, those in quotes left alone."""
        begin = start
        for match in re.finditer(rf"{_QUOTED}|{re.escape(sign)}", self._text[start:end]):
            if match[0] == sign:
                yield begin, start + match.start()
                begin = start + match.end()
        if begin < end:
            yield begin, end

    def _name(self, match: re.Match[str], group: str) -> Node:
        return self._node(self._unquoted(match[group], match.start(group)), *match.span(group))

    def _text_of(self, match: re.Match[str], group: str) -> Node:
        return self._node(match[group], *match.span(group))

    def _unquoted(self, text: str, start: int) -> str:
        """A text without its quotes, which are those of JSON."""
        if not text.startswith('"'):
            return text
        try:
            read = json.loads(text, strict=False)
        except ValueError:
            read = None
        if isinstance(read, str) and not re.search("[\ud800-\udfff]", read):
            return read
        self._fault(start, say("a text in quotes cannot be read"), say("expected it as in JSON"))
        return text

    def _node(self, value: bool | int | str | list[Node] | dict[str, Node], start: int, end: int) -> Node:  # noqa: FBT001 - a value of a file
        return Node(value, self._where(start), self._where(end), "plain", self._text[start:end])

    def _where(self, offset: int) -> Where:
        line_begins = self._text.rfind("\n", 0, offset) + 1
        return Where(self._file, 1 + self._text.count("\n", 0, offset), offset - line_begins + 1)

    def _fault(self, offset: int, message: Message, expected: Message) -> None:
        self._faults.append(Fault(message, expected, self._where(offset)))


def on_own_lines(text: str) -> bool:
    """Whether a text is the fields of a position on lines of their own: hands, and who leads."""
    if len(text) > _LONGEST:
        return False
    told = _COMMENT.sub("", text.removeprefix("\ufeff"))
    fields = [match[0].strip() for match in _PART.finditer(told) if match[0].strip()]
    found = [(_SEAT.fullmatch(each), _LEADS.fullmatch(each)) for each in fields]
    hands = [seat for seat, _ in found if seat is not None]
    if len(hands) < 2 or not PositionShape.fields().keys().isdisjoint(seat["name"] for seat in hands):
        return False
    cards = sum(bool(scan_cards(seat["cards"])[0]) for seat in hands)
    return cards == len(hands) or (cards > 1 and any(leads is not None for _, leads in found))


def _lead_meant(text: str) -> str | None:
    """What a misspelt word of who leads was meant to say, as `Bent spiler ud`; None where it is none."""
    name, _, words = text.partition(" ")
    near = get_close_matches(words, LEADS, n=1, cutoff=0.75)
    return f"{name} {near[0]}" if near else None


def _trimmed(text: str, start: int) -> tuple[int, int]:
    """Where a text begins and ends without the blanks around it."""
    return start + len(text) - len(text.lstrip()), start + len(text.rstrip())


def to_line(position: Setting) -> str:
    """Return a position as one line, without its title, worlds, unseen cards and lines.

    Raises: UsageError if not all hands are given.
    """
    half = position.half_known
    if position.untold.keys() - (() if half is None else half.sizes):
        raise UsageError(say("a missing hand cannot be written in one line of text"))
    names = [_written(name) for name in position.players]
    unknown = ([] if half is None else half.words(seat) for seat in range(len(names)))
    hands = (
        f"{name}: {' '.join((' '.join(map(str, sorted(hand))), *more)).strip()}".rstrip()
        for name, hand, more in zip(names, position.hands, unknown, strict=True)
    )
    trick = (f"{each.card}={each.names}" if each.names else str(each.card) for each in position.trick)
    rules = "".join((_written(split_named(position.ruleset or position.rules.name)[0]), *_chosen(position)))
    lead = " ".join((names[position.lead], "leads", *trick))
    state = " ".join(files.writing.hand_words(position, _written))
    return " / ".join((rules, *hands, lead, *([state] if state else [])))


def _chosen(position: Setting) -> Iterator[str]:
    """The options that are read otherwise than by default."""
    for option, reading in position.rules.variant.items():
        if reading != position.rules.options[option].default:
            yield f"+{option}={reading}"


def _written(text: str) -> str:
    """A text as a line has it: as it is where that is safe, else in quotes, without a `_`."""
    if _PLAIN.fullmatch(text):
        return text
    return f'"{"".join(map(_escaped, text))}"'


def _escaped(char: str) -> str:
    """A character between quotes; one that cannot be seen, or means a blank in a link, by its number."""
    if char == "_":
        return "\\u005f"
    return json.dumps(char, ensure_ascii=not char.isprintable())[1:-1]


# Positions in one line read as fast as may be: those that tell nothing but who holds what and who leads.
#
# A line with an empty trick and no words but pots, dealer and whether the Fool may be demanded becomes a
# row of bytes, in whatever order it tells them, with or without rule set and pots, and however many blanks
# there are. The readers of files have the rest: they know all ways to write a position and tell every
# fault, so what is refused here is not wrong; and they read the first line of those that differ in their
# cards and pots alone.


ROW: Final = len(BY_TEXT) + 1
"""Bytes of a row: the seat that holds each card, in the order of the deck, and the seat that leads."""
NOBODY: Final = 255
"""In the place of a seat: nobody holds the card."""

_INDEX: Final = {text: card.index for text, card in BY_TEXT.items()}
_POT: Final = re.compile(r"(king|pagat)=(0|[1-9][0-9]{0,5})", re.ASCII)
_FLAG: Final = re.compile(r"demand=(?:on|off)|(?:dealer|sitting_out)=[^\W_]+")
_NAME: Final = re.compile(r'[^\W_](?:[.-]?[^\W_])*|"[^\W_]+(?: [^\W_]+)*"')
_EMPTY: Final = bytes([NOBODY]) * ROW
_PLAIN_LEADS: Final = " leads"
_BETWEEN: Final = " / "
_SEATS: Final = 5


class Plain(NamedTuple):
    """A line that tells nothing but the cards: its rule set as it is named, its players, and its row."""

    rules: str
    players: tuple[str, ...]
    tricks: int
    row: bytearray
    pots: str = ""
    """What lies in them, in whatever words."""
    flags: str = ""
    """What else it says, in whatever words."""


def plain_line(text: str) -> Plain | None:
    """What a line tells, if it is as plain as that; None for any other text, sound or not."""
    fields = _fields(text)
    if fields is None:
        return None
    rules, hands, leads, pots, flags = fields
    row, names, size = bytearray(_EMPTY), [], -1
    for seat, hand in enumerate(hands):
        name, colon, cards = hand.partition(": ")
        words = cards.split(" ")
        if not colon or size not in (-1, len(words)) or _NAME.fullmatch(name) is None:
            return None
        size = len(words)
        names.append(name.strip('"'))
        try:
            for word in words:
                row[_INDEX[word]] = seat
        except KeyError:
            return None
    lead = leads[: -len(_PLAIN_LEADS)].strip('"')
    twice = row.count(NOBODY) != ROW - size * len(names)
    if twice or lead not in names or len(set(names)) < len(names):
        return None
    row[-1] = names.index(lead)
    return Plain(rules, tuple(names), size, row, pots, flags)


def _fields(text: str) -> tuple[str, list[str], str, str, str] | None:
    """The rule set, the hands, who leads, the pots and what else is told, in whatever order they stand."""
    text = text.removeprefix("\ufeff").rstrip("\r\n")
    if not text.isprintable():
        return None
    fields = " ".join(text.split()).split(_BETWEEN)
    rules = "" if ":" in fields[0] or "=" in fields[0] or fields[0].endswith(_PLAIN_LEADS) else fields.pop(0)
    hands, others = [each for each in fields if ":" in each], [each for each in fields if ":" not in each]
    leads = [each for each in others if each.endswith(_PLAIN_LEADS)]
    words = [word for each in others if not each.endswith(_PLAIN_LEADS) for word in each.split(" ")]
    if len(leads) != 1 or not 2 <= len(hands) <= _SEATS:
        return None
    pots = [word for word in words if _POT.fullmatch(word)]
    flags = [word for word in words if _FLAG.fullmatch(word)]
    keys = {word.partition("=")[0] for word in words}
    if len(keys) < len(words) or len(pots) + len(flags) < len(words):
        return None
    return rules, hands, leads[0], " ".join(sorted(pots)), " ".join(sorted(flags))
