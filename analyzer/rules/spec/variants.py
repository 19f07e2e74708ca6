"""Choices among the readings of a rule set's options."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Final, NamedTuple

from msgspec.structs import replace

from analyzer.cards.card import DECK
from analyzer.errors import MOST_OF_ALL, UsageError, check_whole
from analyzer.messages import Message, Several, Verbatim, both, either, listed, quoted, say
from analyzer.rules import spec
from analyzer.rules.spec.chapters import make_ruleset
from analyzer.rules.spec.clause import Category, Clause, Option, Source
from analyzer.rules.spec.reading import ClauseReader
from analyzer.rules.spec.ruleset import RuleSet


class Disagreement(NamedTuple):
    """A parameter of a clause with an impossible value, the reason, and the expectation."""

    clause: str
    parameter: str
    message: Message
    expected: Message


_KINGS: Final = ("hR", "dR", "sR", "cR")

_NAMING: Final = {
    "followable": ("led", "leader"),
    "statement": ("both-say-void", "second"),
    "lost-right": ("second-plays-third-claims", "third"),
    "both-void": ("both-play", "nobody"),
    "second-card-names": ("both-play-without-trumps", "second-card"),
}
"""The time of each step of the naming, and the player who then names the Fool."""

_SETTLED: Final = {
    "table.fourth": ("seat", "opposite-the-dealer"),
    "play.follow": ("to", "follow-suit"),
    "play.trump": ("to", "trump-when-void"),
    "play.no-beat": ("to", "beat"),
    **{f"naming.{each}": ("when", when) for each, (when, _) in _NAMING.items()},
    "discard.trumps": ("suit", "T"),
    "discard.tell-trumps": ("about", "T"),
    "declare.cavallerie": ("of", "courts-of-a-suit"),
    "declare.kings": ("of", "kings"),
    "payment.early-king": ("pot", "king"),
    "payment.king-ultimo": ("pot", "king"),
    "payment.king-bagud": ("pot", "king"),
    "payment.early-pagat": ("pot", "pagat"),
    "payment.pagat-ultimo": ("pot", "pagat"),
    "payment.pagat-bagud": ("pot", "pagat"),
    "count.tout": ("outcome", "tout"),
    "count.nolo": ("outcome", "nolo"),
    **{f"fine.{each.value}": ("category", each.value) for each in Category},
    **{
        f"fool.{each}": ("card", "fool")
        for each in ("any-trick", "lowest", "own-pile", "naming", "second-to-last", "last-trick", "demand")
    },
    **{f"proper.{each}": ("duty", each) for each in ("protect-pots", "take-chance", "richer-pot")},
    "proper.silence": ("asks", "silence"),
    "proper.fourth-silent": ("asks", "silence-of-the-fourth"),
    "proper.hands-down": ("asks", "hands-down"),
    "declare.fool-untold": ("card", "fool"),
}
"""A parameter that the clause's id already settles, and its word."""

SUBJECTS: Final = {
    "discard.kings": _KINGS,
    "discard.pagat": ("T1",),
    "discard.mondo": ("T21",),
    "discard.fool": ("fool",),
    "declare.matadors": ("fool", "T1", "T21"),
    "payment.early-king": _KINGS,
    "payment.king-ultimo": _KINGS,
    "payment.king-bagud": _KINGS,
    "payment.early-pagat": ("T1",),
    "payment.pagat-ultimo": ("T1",),
    "payment.pagat-bagud": ("T1",),
}
"""The cards that a clause's id says it is about."""

_ALIKE: Final = (
    ("declare.cavallerie", "declare.kings", ("half", "full", "abundant")),
    ("payment.king-bagud", "payment.king-ultimo", ("amount",)),
    ("payment.pagat-bagud", "payment.pagat-ultimo", ("amount",)),
)
"""Clauses whose amounts are one amount for the engine."""


def settled_by_id(given: ClauseReader) -> Iterator[Disagreement]:
    """Yield every parameter that differs from its clause's id."""
    yield from _words_agree(given)
    yield from _cards_agree(given)
    yield from _amounts_agree(given)


def _words_agree(given: ClauseReader) -> Iterator[Disagreement]:
    settled = [(clause, name, word) for clause, (name, word) in _SETTLED.items()]
    settled += [(f"naming.{each}", "named_by", by) for each, (_, by) in _NAMING.items()]
    for clause, name, word in settled:
        if clause not in given.by_id:
            continue
        said = given.word(clause, name)
        if said != word:
            yield Disagreement(
                clause,
                name,
                say("`{word}` is not what this is about", word=Verbatim(said)),
                say("expected `{word}`", word=Verbatim(word)),
            )
    if not {"h", "d", "s", "c"} <= set(given.words("fool.naming", "suits")):
        message, expected = say("a plain suit cannot be named"), say("expected all of h, d, s, c")
        yield Disagreement("fool.naming", "suits", message, expected)


def _cards_agree(given: ClauseReader) -> Iterator[Disagreement]:
    deck = {str(card) for card in DECK} - set(given.words("table.deck", "without"))
    for clause, subject in SUBJECTS.items():
        name = "core" if clause == "declare.matadors" else "cards"
        there = [card for card in subject if card in deck]
        if set(given.words(clause, name)) != set(there):
            yield Disagreement(
                clause,
                name,
                say("these are other cards"),
                say("expected [{cards}]", cards=listed(map(Verbatim, there))),
            )


def _amounts_agree(given: ClauseReader) -> Iterator[Disagreement]:
    for clause, like, names in _ALIKE:
        for name in names:
            here, there = given.number(clause, name), given.number(like, name)
            if here != there:
                yield Disagreement(
                    clause,
                    name,
                    say("{here} here and {there} in {like}", here=here, there=there, like=Verbatim(like)),
                    say("expected one amount"),
                )


_CHOICE: Final = r"[^+=/]+=[^+=/]+"
_NAMED: Final = re.compile(rf"(?P<name>.*?)(?P<choices>(?:\+{_CHOICE})*)", re.DOTALL)

Under = Callable[[Callable[[], RuleSet]], RuleSet]
"""A function that gives the rule set for a file, from a function for the one it names, called if needed."""


def split_named(named: str) -> tuple[str, dict[str, str]]:
    """Return the rule set and the choices of `NAME+OPTION=READING+...`; the name may be left out.

    Raises: UsageError for an option that is chosen twice.
    """
    match = _NAMED.fullmatch(named)
    assert match is not None
    return match["name"], choices(match["choices"].split("+")[1:])


def choices(words: Iterable[str]) -> dict[str, str]:
    """Return the choices in words such as `fool-in-skat=never`, by option.

    Raises: UsageError for a word of another form, or for an option with two different choices.
    """
    chosen: dict[str, str] = {}
    for word in words:
        option, equals, reading = word.partition("=")
        if not (equals and option and reading):
            raise UsageError(say("{word} chooses nothing", word=quoted(word)), say("expected OPTION=READING"))
        if chosen.setdefault(option, reading) != reading:
            chosen_twice = both([Verbatim(chosen[option]), Verbatim(reading)])
            raise UsageError(
                say(
                    "the option {option} is chosen twice, {readings}",
                    option=Verbatim(option),
                    readings=chosen_twice,
                )
            )
    return chosen


def check_choice(rules: RuleSet, option: str, reading: str) -> None:
    """Check a choice. Raises: UsageError for an unknown option or reading, with the nearest and all."""
    if option not in rules.options:
        if not rules.options:
            raise UsageError(
                say("{ruleset} has no options", ruleset=Verbatim(rules.name)),
                say("{option} cannot be chosen", option=quoted(option)),
            )
        unknown = say("{ruleset} has no option {option}", ruleset=Verbatim(rules.name), option=quoted(option))
        raise UsageError(unknown, _guess(option, rules.options))
    found = rules.options[option]
    if found.reading(reading) is not None:
        return
    unknown = say(
        "the option {option} has no reading {reading}", option=Verbatim(option), reading=quoted(reading)
    )
    known = _guess(reading, found.readings)
    if found.number is not None:
        low, high = found.number.values[0], found.number.values[-1]
        known = say("{known}, and the whole numbers from {low} to {high}", known=known, low=low, high=high)
    raise UsageError(unknown, known)


def _guess(word: str, known: Iterable[str]) -> Message:
    names = list(known)
    longer = [name for name in names if name.startswith(f"{word}-")]
    close = longer or get_close_matches(word, names, n=1)
    there_are = listed(map(Verbatim, names))
    if close:
        guess = either(map(Verbatim, close))
        return say("did you mean {word}? there are {known}", word=guess, known=there_are)
    return say("there are {known}", known=there_are)


def choose(rules: RuleSet, variant: Mapping[str, str]) -> RuleSet:
    """Return the rule set with these readings of its options; other options stay as chosen before.

    Raises: UsageError for an unknown option or reading, and for readings that contradict.
    """
    for option, reading in variant.items():
        check_choice(rules, option, reading)
    if all(rules.variant.get(option) == reading for option, reading in variant.items()):
        return rules
    made = read_as(rules, variant)
    return made if made.clauses is rules.clauses else _agreeing(made)


def read_as(rules: RuleSet, variant: Mapping[str, str]) -> RuleSet:
    """Return the rule set under known readings, even if they contradict.

    A rule set that is read as stated already has the same clauses, which are not compiled again.
    """
    wanted = {**rules.variant, **variant}
    ordered = {option: wanted[option] for option in rules.options if option in wanted}
    read = {
        each.id: each for name, word in ordered.items() for each in rules.options[name].reading(word) or ()
    }
    if all(rules.clauses.get(name) == each for name, each in read.items()):
        return replace(rules, variant=ordered)
    return derive_rules(rules, {**rules.clauses, **read}, ordered)


def in_form(rules: RuleSet, seats: int) -> RuleSet:
    """Return the rule set for a number of players: each clause, in every reading, with its parameters for it.

    Raises: UsageError for a number that it does not allow, and if clauses then contradict.
    """
    check_whole("seats", seats, 1, MOST_OF_ALL)
    if seats == rules.table.players:
        return rules
    if seats not in rules.forms:
        name = Verbatim(rules.name)
        message = say(
            "{ruleset} has no form for {number} {number:player/players}", ruleset=name, number=seats
        )
        raise UsageError(message, say("it is played by {forms}", forms=played_by(rules)))
    return _agreeing(_formed(rules, seats))


def disagreements_of_forms(rules: RuleSet) -> Iterator[tuple[int, Disagreement]]:
    """Yield every clause that contradicts another in an unusual form, or seats another number."""
    for seats in rules.forms:
        made = _formed(rules, seats)
        if made.table.players != seats:
            players = made.table.players
            message = say("the form for {number} is played by {players}", number=seats, players=players)
            expected = say("expected {number}", number=seats)
            yield seats, Disagreement("table.players", "active", message, expected)
            continue
        for each in spec.agreement.disagreements(made) if seats != rules.table.players else ():
            message = say(
                "with {number} {number:player/players}: {reason}", number=seats, reason=each.message
            )
            yield seats, each._replace(message=message)


def _formed(rules: RuleSet, seats: int) -> RuleSet:
    """Return the rule set with the parameters of one of its forms, even if its clauses then contradict."""

    def apply_form(clause: Clause) -> Clause:
        return replace(clause, parameters=clause.by_seats.get(seats, clause.parameters))

    options = {
        name: replace(
            option, readings={word: tuple(map(apply_form, each)) for word, each in option.readings.items()}
        )
        for name, option in rules.options.items()
    }
    clauses = {each: apply_form(clause) for each, clause in rules.clauses.items()}
    return derive_rules(replace(rules, options=options), clauses, rules.variant)


def played_by(rules: RuleSet) -> Several:
    """Return the numbers of players that the rule set allows: `3`, `3 or 4`."""
    return either(rules.forms or (rules.table.players,))


def _agreeing(made: RuleSet) -> RuleSet:
    """Return the rule set itself. Raises: UsageError if its clauses contradict one another."""
    contradiction = next(spec.agreement.disagreements(made), None)
    if contradiction is not None:
        told = say(
            "{ruleset}: {clause}: {reason}",
            ruleset=Verbatim(made),
            clause=Verbatim(contradiction.clause),
            reason=contradiction.message,
        )
        raise UsageError(told, contradiction.expected)
    return made


def derive_rules(like: RuleSet, clauses: Mapping[str, Clause], variant: Mapping[str, str]) -> RuleSet:
    """Return the rule set of other clauses with the name, the forms and the options of an existing one."""
    sources = {**like.sources}
    for option in like.options.values():
        sources |= option.sources
    return complete(like.name, like.title, clauses, sources, like.forms, like.options, variant)


def complete(
    name: str,
    title: str,
    clauses: Mapping[str, Clause],
    known: Mapping[str, Source],
    forms: tuple[int, ...] = (),
    options: Mapping[str, Option] | None = None,
    variant: Mapping[str, str] | None = None,
    digest: str | None = None,
) -> RuleSet:
    """Return the rule set of these clauses, compiled, with the rest of its file.

    Its digest takes as long to compute as all the rest; a caller that has kept it passes it.
    """
    cited = {cite.source for each in clauses.values() for cite in each.cites}
    sources = {source: told for source, told in known.items() if source in cited}
    rules = make_ruleset(name, title, clauses, sources)
    return replace(
        rules,
        forms=forms,
        options=options or {},
        variant=variant or {},
        digest=digest or spec.compiling.digest_of(clauses.values()),
    )
