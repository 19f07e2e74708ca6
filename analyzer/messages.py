"""What is said to a reader: an English template with typed words, put into a language where it is shown.

A :class:`Message` *is* its English text, so that JSON and logs need nothing more; :func:`spoken` says it in
another language. Templates stand in the code, their translations in `analyzer/locale`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, Self, TypeAlias, get_args

if TYPE_CHECKING:
    from fractions import Fraction
    from gettext import NullTranslations

LOCALES: Final = Path(__file__).parent / "locale"
"""Where the catalogues are: `LANG/LC_MESSAGES/DOMAIN.mo`, made from the `.po` beside it."""

RULES: Final = "rules"
"""The catalogue of what rule sets say; what it lacks, as for one of a user's own, is said as it stands."""
TITLES: Final = "titles"
"""The catalogue of what shipped positions and evenings are called; others are called as they are."""
FORMS: Final = "forms"
"""The catalogue of what the fields of forms are about."""

ENGLISH: Final = "en"
FRENCH: Final = "fr"
Language: TypeAlias = Literal["en", "da", "fr"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
"""The languages in which everything is said. English is that of the code, so it needs no catalogue."""


def choose_language(word: str | None, otherwise: str = ENGLISH) -> str:
    """The language of that word where it is spoken, else the other one."""
    return word if word in LANGUAGES else otherwise


class Name(str):
    """The name of a player, as the file has it."""

    __slots__ = ()


class AsPrinted(str):
    """Text that is shown as it is, with the minus of the reader's page."""

    __slots__ = ()


class LineWord(str):
    """A word of a line of play, such as `hR`, `fool=h` or `demand[C]`."""

    __slots__ = ()


class Verbatim(str):
    """Text that is the same in every language: out of a file or a command line, a key, an id."""

    __slots__ = ()


class ClauseId(Verbatim):
    """The id of a clause, for which a reader may be told what the clause says."""

    __slots__ = ()


class BareClause(ClauseId):
    """The id of a clause that stands by itself, and is called without quotes."""

    __slots__ = ()


class Title(str):
    """What a position, an evening or a line is called; whose cards stand in it are shown as cards."""

    __slots__ = ()


class Statement(str):
    """A sentence of a rule set, whose translation stands in a catalogue of its own."""

    __slots__ = ()


class Amount(int):
    """Tokens, or what is written, with their sign."""

    __slots__ = ()


class Spaced(int):
    """A number with its thousands apart, never broken."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"{int(self):,}".replace(",", "\u00a0")


class Grouped(int):
    """A great number, with a sign between its thousands."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"{int(self):,}"


class Decimal(str):
    """A number with a point, which some languages write as a comma."""

    __slots__ = ()


class Signed(Protocol):
    """A card, a suit or a move: a value with a sign of its own, which a style may draw otherwise."""

    @property
    def sign(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Whose:
    """A player's name in the genitive: `Anna's`; where he does it himself, in Danish `sin`."""

    name: str
    own: bool = False

    def __str__(self) -> str:
        return str(whose(self, ENGLISH))


class Message(str):
    """A text of this program: `template` with its `words`; `plural` is said where `number` is not one.

    `brief` is a template of the same words for where room is short.
    """

    __slots__ = ("brief", "number", "plural", "template", "words")

    template: str
    plural: str | None
    number: int
    words: Mapping[str, Word]
    brief: str | None

    def __new__(
        cls,
        template: str,
        words: Mapping[str, Word],
        plural: str | None = None,
        number: int = 1,
        brief: str | None = None,
    ) -> Self:
        text = template if plural is None or number == 1 else plural
        made = super().__new__(cls, _filled(text, words))
        made.template, made.words, made.plural, made.number = template, words, plural, number
        made.brief = brief
        return made

    def or_brief(self, template: str) -> Message:
        """The message with a form of the same words for where room is short."""
        return Message(self.template, self.words, self.plural, self.number, template)

    @property
    def short(self) -> Message:
        """The message, and those put into it, where room is short."""
        words = {key: word.short if isinstance(word, Message) else word for key, word in self.words.items()}
        if self.brief is not None:
            return Message(self.brief, words)
        return Message(self.template, words, self.plural, self.number)

    def __reduce__(self) -> tuple[Any, ...]:
        return Message, (self.template, self.words, self.plural, self.number, self.brief)


@dataclass(frozen=True, slots=True)
class Several:
    """Words one after another: `A, B and C`, `A, B or C`, `A, or B, or C`, `A, B, C` or `A B C`."""

    items: tuple[Word, ...]
    joined: Literal["and", "all and", "or", "all or", "or as", ",", ";", "·", "+", "/", "", "\u00a0"]

    def __str__(self) -> str:
        return _joined(self, ENGLISH, _plain)


@dataclass(frozen=True, slots=True)
class Put:
    """A message as a part of a text: as a sentence begins, in capitals, or without its full stop.

    Of a title the name is what stands before its first comma; unbroken words stay in one row.
    """

    said: Message
    how: Literal["capital", "capitals", "open", "name", "unbroken"]

    def __str__(self) -> str:
        return self.as_put(str(self.said))

    def as_put(self, text: str) -> str:
        """The text of the message so."""
        match self.how:
            case "capital":
                return f"{text[:1].upper()}{text[1:]}"
            case "capitals":
                return text.upper()
            case "open":
                return text.rstrip(".")
            case "name":
                return text.partition(",")[0]
            case "unbroken":
                return text.replace(" ", "\u00a0")


@dataclass(frozen=True, slots=True)
class Toned:
    """A word in a colour: that of what is good, bad, to be minded, or of less weight."""

    said: Word
    tone: Literal["good", "bad", "warn", "dim", "bold", "plain"]

    def __str__(self) -> str:
        return str(self.said)


@dataclass(frozen=True, slots=True)
class GoalName:
    """A goal by its name at the table, and `as_the` with its article; `goal` is the word it is asked with."""

    goal: str
    said: Message
    as_the: Message

    def __str__(self) -> str:
        return str(self.said)


Leaf: TypeAlias = Name | LineWord | Verbatim | Title | AsPrinted | Amount | Toned | Signed
"""What a style may show in its own way."""

Word: TypeAlias = int | Leaf | Decimal | Whose | GoalName | Put | Statement | Several | Message
Shown: TypeAlias = Callable[[Leaf], str]


def say(template: str, /, **words: Word) -> Message:
    """The message of a template; `{name}` in it is where the word of that name is put in."""
    return Message(template, words)


def formed(template: str, /, **words: Word) -> Message:
    """Words put together by a template that is the same in every language, such as `{line}: {verdict}`."""
    return Message(template, words)


def say_many(one: str, many: str, number: int, /, **words: Word) -> Message:
    """The message for one thing or for many; `{number}` is put in beside the other words."""
    return Message(one, {"number": number, **words}, many, number)


def marked(msgid: str) -> str:
    """The message as it is: marks text for translation where it is said somewhere else."""
    return msgid


def printable(text: str) -> str:
    """A text as it may be shown: what would steer a terminal becomes `?`."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def quoted(word: object) -> Verbatim:
    """What somebody wrote, between quotes, its control characters made visible."""
    return Verbatim(repr(word))


def stated(text: str) -> Message | Statement:
    """What a rule set says, as a word of a message; a rule set may have said it by a message itself."""
    return text if isinstance(text, Message) else Statement(text)


def both(items: Iterable[Word]) -> Several:
    """`A`, `A and B`, `A, B and C`."""
    return Several(tuple(items), "and")


def either(items: Iterable[Word]) -> Several:
    """`A`, `A or B`, `A, B or C`."""
    return Several(tuple(items), "or")


def listed(items: Iterable[Word]) -> Several:
    """`A, B, C`."""
    return Several(tuple(items), ",")


def word_alone(word: Word) -> Message:
    """A message of one word and no others."""
    return Message("{word}", {"word": word})


def alone(several: Several, nothing: Message | None = None) -> Message:
    """A message of these words and no others; `nothing` where there are none."""
    if not several.items and nothing is not None:
        return nothing
    return Message("{words}", {"words": several})


def in_a_row(items: Iterable[Word]) -> Several:
    """`A B C`."""
    return Several(tuple(items), "")


def unbroken(items: Iterable[Word]) -> Several:
    """`A B C`, which stay in one row."""
    return Several(tuple(items), "\u00a0")


def decimal(number: float | Fraction, places: int) -> Decimal:
    """A number with so many places behind the point."""
    return Decimal(f"{float(number):.{places}f}")


def per_hundred(share: Fraction, places: int = 1) -> Decimal:
    """A share as so many of a hundred; 0 or 100 only where it is, else to so many places, and nearly that."""
    if share in (0, 1):
        return Decimal(int(share * 100))
    least = 10**-places
    return decimal(min(100 - least, max(least, float(share * 100))), places)


def percent(share: Fraction, places: int = 1) -> Decimal:
    """A share in percent, as :func:`per_hundred` counts it."""
    return Decimal(f"{per_hundred(share, places)}\u00a0%")


def spoken(text: str, lang: str = ENGLISH, shown: Shown | None = None) -> str:
    """A message in a language, its cards and names as `shown` shows them; other text stays as it is.

    Raises: FileNotFoundError for a language without a catalogue.
    """
    if not isinstance(text, Message):
        return text
    if lang == ENGLISH and shown is None:
        return str(text)
    show = _plain if shown is None else shown
    return _filled(template(text, lang), text.words, lang, show)


def letters(text: str) -> str:
    """A text without regard to case, marks, blanks and the like: what two ways to write a name share."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", text.casefold())))


def translated(msgid: str, lang: str, domain: str = "analyzer") -> str:
    """The text of a catalogue in the language; what it lacks stays English."""
    return msgid if lang == ENGLISH or not msgid else catalogue(lang, domain).gettext(msgid)


@cache
def catalogue(lang: str, domain: str = "analyzer") -> NullTranslations:
    """The catalogue of a language other than English.

    Raises: FileNotFoundError for a language without one.
    """
    import gettext  # noqa: PLC0415 - English needs none of it

    own = domain in (RULES, TITLES)
    return gettext.translation(domain, LOCALES, [lang], fallback=own)


def template(message: Message, lang: str) -> str:
    """The template of a message in a language."""
    if message.plural is None:
        return translated(message.template, lang)
    if lang == ENGLISH:
        return message.template if message.number == 1 else message.plural
    return catalogue(lang).ngettext(message.template, message.plural, message.number)


def _filled(template: str, words: Mapping[str, Word], lang: str = ENGLISH, shown: Shown | None = None) -> str:
    """A template with its words as `shown` shows them, as plain English where nothing shows them."""
    if not words:
        return template
    told = []
    for text, name, form in parts_of(template):
        told.append(text)
        if name is not None:
            word = in_form(numbers(words)[name], form, lang)
            told.append(str(word) if shown is None else _word(word, lang, shown))
    return "".join(told)


@cache
def parts_of(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """A template in its parts: a text, the name of the word behind it, and the form that it asks for.

    `{goal:the}` is a goal with its article, `{goal:The}` so at the beginning of a sentence; of
    `{who:peut/peuvent}` the first form stands where `who` is one, the second where they are several.
    """
    return tuple((text, name, form or "") for text, name, form, _ in Formatter().parse(template))


def in_form(word: Word, form: str, lang: str) -> Word:
    """A word of a template in the form that its place asks for; see :func:`parts_of`."""
    if not form:
        return word
    if "/" in form:
        one, many = form.split("/")
        return Verbatim(many if _is_several(word, lang) else one)
    assert isinstance(word, GoalName)
    return GoalName(word.goal, word.as_the if form == "the" else _beginning(word.as_the), word.as_the)


def _beginning(said: Message) -> Message:
    """A message as a sentence begins."""
    return word_alone(Put(said, "capital"))


def _is_several(word: Word, lang: str) -> bool:
    """Return True if a word takes a plural: several players, or a number as its language counts."""
    match word:
        case Several():
            if len(word.items) < 2 or word.joined in ("or", "all or", "or as"):
                return any(_is_several(each, lang) for each in word.items)
            return True
        case Message() if len(word.words) == 1 and word.template in ("{word}", "{words}"):
            return any(_is_several(each, lang) for each in word.words.values())
        case int():
            return abs(word) > 1 if lang == FRENCH else word != 1
        case Decimal() | AsPrinted() | Verbatim():  # `1`, `27.5`, `1 1/3`, and what a file writes
            return not re.match(r"[-+−]?[01](?!\d)" if lang == FRENCH else r"\+?1$", word)
        case _:
            return False


def numbers(words: Mapping[str, Any]) -> Mapping[str, Any]:
    """The words of a template. Raises: TypeError for a yes or no, which is no number and no word."""
    if any(isinstance(word, bool) for word in words.values()):
        raise TypeError(f"a yes or no is told in words of its own: {dict(words)}")
    return words


def _plain(word: object) -> str:
    return str(word)


def _word(word: Word, lang: str, show: Shown) -> str:  # noqa: C901 - a case for every kind of word
    match word:
        case Message():
            return _filled(template(word, lang), word.words, lang, show)
        case GoalName():
            return _word(word.said, lang, show)
        case Put():
            return word.as_put(_word(word.said, lang, show))
        case Several():
            return _joined(word, lang, show)
        case Decimal():
            return word.replace(".", translated(".", lang))
        case AsPrinted():
            return show(AsPrinted(word.replace(".", translated(".", lang))))
        case Grouped():
            return str(word).replace(",", translated(",", lang))
        case int() if not isinstance(word, Amount):
            return str(word)
        case Statement():
            return show(Verbatim(translated(word[:], lang, RULES)))
        case Whose():
            return _word(whose(word, lang), lang, show)
        case _:
            return show(word)


def whose(word: Whose, lang: str) -> Message:
    """A genitive as a message; some languages write it otherwise after a letter or an s."""
    name = Name(word.name)
    if word.own and lang != ENGLISH:
        return say("his own")
    if name[-1:].casefold() in {"s", "x", "z"}:
        return say("{sibilant}'s", sibilant=name)
    if len(name) == 1:
        return say("{letter}'s", letter=name)
    return say("{player}'s", player=name)


_LAST: Final[dict[str, str]] = {
    "and": marked("{several} and {last}"),
    "or": marked("{several} or {last}"),
    "or as": marked("{several} or as {last}"),
}
_BETWEEN: Final[dict[str, str]] = {
    "": " ", ";": "; ", "·": " · ", "+": "+", "/": " / ", "\u00a0": "\u00a0",
}  # fmt: skip
_ALL: Final = {"all and": marked(" and "), "all or": marked(", or ")}


def _joined(several: Several, lang: str, show: Shown) -> str:
    shown = [_word(each, lang, show) for each in several.items]
    if several.joined in _ALL:
        return translated(_ALL[several.joined], lang).join(shown)
    last = _LAST.get(several.joined)
    if last is None or len(shown) < 2:
        return _BETWEEN.get(several.joined, ", ").join(shown)
    return translated(last, lang).format(several=", ".join(shown[:-1]), last=shown[-1])


def between(several: Several, place: int, lang: str) -> str:
    """What stands before a word that is not the first of several."""
    if several.joined in _ALL:
        return translated(_ALL[several.joined], lang)
    last = _LAST.get(several.joined) if place == len(several.items) - 1 else None
    if last is None:
        return _BETWEEN.get(several.joined, ", ")
    return translated(last, lang).removeprefix("{several}").removesuffix("{last}")


NOTHING: Final = Message("", {})
"""What is said where there is nothing to say."""
