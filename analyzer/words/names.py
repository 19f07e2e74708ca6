"""How games, rules and cards are called, and what an answer rests on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from analyzer.cards.card import Card, Suit
from analyzer.messages import (
    Amount,
    BareClause,
    ClauseId,
    LineWord,
    Message,
    Name,
    Put,
    Several,
    Statement,
    Title,
    Verbatim,
    Word,
    alone,
    both,
    formed,
    in_a_row,
    listed,
    marked,
    say,
    stated,
    word_alone,
)
from analyzer.rules.book import COIN, Pots
from analyzer.rules.deal.auction import SLAM
from analyzer.rules.deal.combinations import FACE_WORDS, SUIT_WORDS
from analyzer.rules.score.hand import HandFacts
from analyzer.rules.score.opening import MISERIES, NO_TRUMPS, declared_trumps
from analyzer.rules.spec.called import contract_name_message
from analyzer.rules.spec.clause import Clause
from analyzer.rules.spec.grounds import AnsweredReading, Grounds
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.words.blocks import Phrase

# How a game, a rule, a card and odd coins are called.


def contract_messages(told: HandFacts, players: Sequence[str]) -> Iterator[Message]:
    """Yield the contract and who plays it with whom; nothing for a game without contracts."""
    contract = contract_name_message(told.contract) if told.contract else None
    if told.declarer is None:
        yield from () if contract is None else (contract,)
        return
    player = Name(players[told.declarer])
    if contract is None:
        yield word_alone(player)
    elif told.partner is None or told.partner == told.declarer:
        yield say("{player} plays {contract}", player=player, contract=contract)
    else:
        partner = Name(players[told.partner])
        yield say(
            "{player} plays {contract} with {partner}", player=player, contract=contract, partner=partner
        )


def announcement_messages(
    announced: Mapping[int, Sequence[str]], players: Sequence[str]
) -> Iterator[Message]:
    """Say which player announced what, by seat, in the order given."""
    for seat, words in announced.items():
        said = listed(map(_announced_message, words))
        yield say("{player} announced {words}", player=Name(players[seat]), words=said)


def _announced_message(word: str) -> Message:
    """What a player announced, as the reader's table says it."""
    number = declared_trumps([word])
    if number is not None:
        return say("{number} {number:trump/trumps}", number=number)
    if word in MISERIES:
        return say("no trump") if word == NO_TRUMPS else say("no court")
    return say("slam") if word == SLAM else contract_name_message(word)


def rules_message(rules: RuleSet, *, short: bool = False) -> Message:
    """What the game is called, and what is chosen of its rules; in `short` without which form of it it is."""
    chosen, title = str(rules).partition("+")[2], word_alone(stated(rules.title))
    told = word_alone(Put(title, "name")) if short else title
    return formed("{title} ({chosen})", title=told, chosen=Verbatim(chosen)) if chosen else told


TERMS: Final = frozenset({
    # what is irregular, how grave it is, what becomes of it, and until when it can be put right
    marked("corrected revoke"), marked("irrecoverable revoke"), marked("premature play"),
    marked("needless demand"), marked("mistaken demand"), marked("improper discard"),
    marked("wrong number of cards"),
    marked("early declaration"), marked("lead out of turn"), marked("unfollowable name"),
    marked("pots not moved"), marked("wrong declaration"), marked("wrong deal unseen"),
    marked("wrong deal"), marked("corrected declaration"),
    marked("superficial"), marked("minor"), marked("major"), marked("irrecoverable"),
    marked("corrected"), marked("abandoned"), marked("none"), marked("redeal same dealer"),
    marked("stands"), marked("repaid"), marked("taken back"),
    marked("opening lead"), marked("all paid"), marked("next declaration"),
    marked("before declarations"), marked("before lead"), marked("during play"), marked("after payments"),
    # what is done in a trick
    marked("leads"), marked("plays"), marked("says void"), marked("says holds"), marked("claims"),
    marked("demands"),
    # how a clause stands
    marked("stated"), marked("silent"), marked("disputed"),
    # what a case tells
    marked("hand"), marked("hands"), marked("discard"), marked("announce"), marked("must announce"),
    marked("led"), marked("trick"), marked("tricks"), marked("winner"), marked("pots before"),
    marked("pots after"), marked("tokens"), marked("king"), marked("pagat"), marked("lead"),
    marked("names"), marked("case"), marked("points"), marked("dealer"), marked("tout"), marked("nolo"),
    marked("skat"), marked("laid"), marked("trumps"), marked("combination cards"), marked("declares"),
    marked("verdict"), marked("announced"), marked("variant"), marked("players"), marked("contract"),
    marked("pile"), marked("declarer"), marked("opponents"), marked("frees"), marked("table"),
    marked("by"), marked("with"), marked("asked"), marked("answered"), marked("chances"), marked("said"),
    marked("kind"),
    # what is said in an auction and in a trick, what happens around the hands, and where tokens lie
    marked("pass"), marked("hold"), marked("push"), marked("slam"), marked("four kings"),
    marked("claims naming"), marked("demands fool"), marked("pool"), marked("pool 2"), marked("new pool"),
    marked("start"), marked("pot emptied"), marked("fourth joins"), marked("session ends"),
    marked("pot short"), marked("dealer paid"), marked("left"), marked("right"), marked("paid"),
    marked("unpaid"), marked("misdeal"), marked("play"), marked("deal"),
    # the cases of naming the Fool
    marked("both play"), marked("both play without trumps"), marked("both say void"),
    marked("second plays third claims"),
})  # fmt: skip


def term_message(word: str) -> Message:
    """A word, written with `-` or `_`, as a message; what is no term stays as it is."""
    spaced = word.replace("-", " ").replace("_", " ")
    return Message(spaced, {}) if spaced in TERMS else formed("{word}", word=LineWord(word))


def named_message(word: str) -> Message:
    """A term, else a contract or a bonus as it is called at the table; of other words the blanks are told."""
    spaced = word.replace("-", " ").replace("_", " ")
    return term_message(word) if spaced in TERMS else contract_name_message(word)


def card_name(card: Card, names: Suit | None = None) -> Message:
    """The name of a card; that of a led Fool with the suit it names."""
    if card.suit is None:
        return say("the Fool") if names is None else say("the Fool, naming {suit}", suit=SUIT_WORDS[names])
    face = FACE_WORDS.get(card.face, Verbatim(card.face))
    match card.suit:
        case Suit.HEARTS:
            return say("{face} of hearts", face=face)
        case Suit.DIAMONDS:
            return say("{face} of diamonds", face=face)
        case Suit.SPADES:
            return say("{face} of spades", face=face)
        case Suit.CLUBS:
            return say("{face} of clubs", face=face)
        case Suit.TRUMPS:
            return say("{face} of trumps", face=face)


def the_card(card: Card) -> Message:
    """A card by its full name."""
    return card_name(card) if card.is_fool else say("the {card}", card=card_name(card))


def sign_or_name(card: Card) -> Word:
    """A card by its sign; the Fool, which has none, by its name."""
    return card_name(card) if card.is_fool else card


def odd_pot_messages(pots: Pots) -> list[Message]:
    """Told of each such amount, since all that is ever paid into a pot is whole coins."""
    odd = sorted({amount for amount in (pots.king, pots.pagat) if amount % COIN})
    return [
        say("{amount} is not a whole number of coins of {coin}", coin=COIN, amount=amount) for amount in odd
    ]


# What an answer rests on: its sources, and the clauses where its source is silent or disputed.


def source_of(rules: RuleSet, clause: str) -> Message:
    """Where a clause stands: `The rules, “The fool”; “Play”`; if its source is silent, why it is taken."""
    found = rules.clauses[clause]
    if found.cites:
        return alone(Several(tuple(_places(rules, found, {})), ";"))
    return say("no source says so: {reason}", reason=stated(found.because or ""))


def source_numbers(rules: RuleSet) -> dict[str, int]:
    """The number by which each source of a rule set is told, from 1."""
    return {source: number for number, source in enumerate(rules.sources, 1)}


def source_message(rules: RuleSet, clause: str) -> Message:
    """Where a clause stands, for a reader: `[1] The rules, “The fool”; “Play”`."""
    found = rules.clauses[clause]
    if not found.cites:
        return source_of(rules, clause)
    return alone(Several(tuple(_places(rules, found, source_numbers(rules))), ";"))


def _places(rules: RuleSet, clause: Clause, numbers: Mapping[str, int]) -> Iterator[Message]:
    """The headings under which each source has a clause, its number before it if it has one."""
    for source, each in groupby(clause.cites, lambda cite: cite.source):
        words = {
            "title": stated(rules.sources[source].title),
            "headings": Several(tuple(Verbatim(cite.place) for cite in each), ";"),
        }
        if source in numbers:
            yield Message("[{number}] {title}, {headings}", {"number": numbers[source], **words})
        else:
            yield Message("{title}, {headings}", words)


def source_phrases(rules: RuleSet, clauses: Iterable[str]) -> Iterator[Phrase]:
    """The sources that some clauses cite, by number: title, author, date and address."""
    cited = {cite.source for clause in clauses for cite in rules.clauses[clause].cites}
    for source, number in source_numbers(rules).items():
        if source in cited:
            title, *more = rules.sources[source]
            words = (stated(title), *(Verbatim(each) for each in more if each))
            yield Phrase(alone(Several(words, ";")), mark=f"[{number}] ")


def ground_phrases(rules: RuleSet, grounds: Grounds) -> Iterator[Phrase]:
    """What an answer rests on; nothing if its source states everything."""
    yield from silent_phrases(grounds)
    yield from grounds_lines(grounds)
    if grounds.readings:
        text = say(
            (
                "No source settles {clauses}. The answer is given under the first of these "
                "readings; --variant chooses one:"
            ),
            clauses=both(map(ClauseId, grounds.unsettled)),
        )
        yield Phrase(text, "warn", hang=False)
        yield from (Phrase(_reading(rules, each), level=1, mark="* ") for each in grounds.readings)


def first_reading_message(grounds: Grounds) -> Message:
    """Before an answer that another reading would change."""
    clauses = both(map(ClauseId, grounds.unsettled))
    return say("By the first reading of {clauses}, which no source settles:", clauses=clauses)


def silent_phrases(grounds: Grounds) -> Iterator[Phrase]:
    """The silent clauses that an answer rests on."""
    if grounds.rests_on:
        text = say(
            "This rests on {clauses}, on which the source is silent.",
            clauses=both(map(ClauseId, grounds.rests_on)),
        )
        yield Phrase(text, hang=False)


def grounds_lines(grounds: Grounds) -> Iterator[Phrase]:
    """The readings under which what is told cannot be, and whether there are too many to go through."""
    if grounds.too_many:
        text = say(
            "More readings of {clauses} bear on this than can be gone through, so nothing is settled; "
            "--variant chooses one.",
            clauses=both(map(ClauseId, grounds.unsettled)),
        )
        yield Phrase(text, "warn", hang=False)
    for each in grounds.impossible:
        fault = Verbatim(each.differs["faults"][0])
        yield Phrase(
            say("Under {reading} it cannot be: {fault}", reading=_chosen(each), fault=fault), hang=False
        )


def _chosen(reading: AnsweredReading) -> Verbatim:
    return Verbatim(", ".join(f"{option}={word}" for option, word in reading.variant.items()))


def _reading(rules: RuleSet, reading: AnsweredReading) -> Message:
    says = in_a_row(
        Statement(rules.options[option].readings[word][0].statement)
        for option, word in reading.variant.items()
    )
    told = formed("{chosen}: {says}", chosen=_chosen(reading), says=says)
    came = tuple(_answer_parts(reading.differs))
    return formed("{told} ({came})", told=told, came=Several(came, ";")) if came else told


def _answer_parts(differs: Mapping[str, Any]) -> Iterator[Message | Verbatim]:
    """What of a reading's answer is told in a few words."""
    for key, value in differs.items():
        if key == "holds":
            yield say("yes") if value else say("no")
        elif key == "lines":
            yield from map(_line, value or ())
        elif key == "end" and "totals" not in differs:
            yield say("in the end {amounts}", amounts=_amounts(value["tokens"]))
        elif key in {"guarantee", "tokens", "totals"} and isinstance(value, Mapping):
            yield _amounts(value)
        elif isinstance(value, int) and not isinstance(value, bool):
            yield Verbatim(value)


def _line(line: Mapping[str, Any]) -> Message:
    """What a line comes to: its amounts and the clauses that were broken, or the one that ended it."""
    paid, illegal = line.get("as_played", line), line.get("illegal")
    broken = listed(BareClause(each["clause"]) for each in line.get("violations", line.get("breaches", ())))
    name = Title(line["name"])
    if illegal:
        return formed("{line}: {clause}", line=name, clause=BareClause(illegal["clause"]))
    told = formed("{line}: {came}", line=name, came=_amounts(paid.get("tokens", paid.get("sheet", {}))))
    return formed("{told} ({broken})", told=told, broken=broken) if broken.items else told


def _amounts(amounts: Mapping[str, int]) -> Message:
    each = (formed("{player} {amount}", player=Name(name), amount=Amount(n)) for name, n in amounts.items())
    return alone(listed(each))
