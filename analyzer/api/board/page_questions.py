"""What the other views of a board ask: disputes, evenings, rules, what can be known, and what goes out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING, Final

from msgspec import structs

from analyzer.answers.records.check import Checked
from analyzer.answers.records.rules import chapter_message, group_by_chapter
from analyzer.answers.records.score import Scored, score
from analyzer.api.board.moment import dispute_in, evening_in, line_played, table_after
from analyzer.api.board.views import (
    CardsAnswer,
    ClauseTold,
    HandSeating,
    RulesTold,
    SeatingAnswer,
    TextAnswer,
)
from analyzer.cards.card import Card, Suit
from analyzer.cards.notation import read_suit, scan_cards
from analyzer.disputes.files import loads_dispute
from analyzer.disputes.table import settle
from analyzer.errors import CardError, Fault, UsageError, meant
from analyzer.frozenrecord import Record
from analyzer.messages import LineWord, Verbatim, quoted, say
from analyzer.position.diagram import svg
from analyzer.position.files.writing import dumps
from analyzer.position.model import Position
from analyzer.position.setting import NOTHING_UNKNOWN, Line, Unseen
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.session import next_dealer, sitting_out
from analyzer.rules.spec.shipped import load_ruleset, rules_asked, ruleset_names
from analyzer.words.names import card_name, term_message

if TYPE_CHECKING:
    from analyzer.rules.spec.clause import Clause
    from analyzer.rules.spec.ruleset import RuleSet


_SLIP: Final = re.compile("[ivx]+")
"""Small letters that could be read as a number, and are as likely a slip of the finger."""
_PLAYED: Final = "as it was played"


def check_text(text: str, ruleset: str | None = None) -> Checked:
    """The verdict on a dispute, by its own rules and by others where they are named.

    Raises: InvalidFile with every fault; UsageError for an unknown rule set; LimitReached.
    """
    own = dispute_in(text)
    if ruleset is None:
        return Checked(settle(own))
    _check_named(ruleset)
    asked = loads_dispute(text, under=rules_asked(ruleset))
    return Checked(settle(asked)) if own.rules == asked.rules else Checked(settle(asked), settle(own))


def _check_named(ruleset: str) -> None:
    if ruleset not in ruleset_names():
        raise UsageError(
            say("unknown rule set {word}", word=quoted(ruleset)), meant(ruleset, ruleset_names())
        )


def score_text(text: str, found: Callable[[str], str]) -> Scored:
    """The score of an evening; `found` gives the text of a hand that is recorded, by its name.

    Raises: as :func:`analyzer.answers.records.score.score`; InvalidFile if a recorded hand is missing.
    """
    return score(evening_in(text, found=found))


def seating(
    ruleset: str, players: Sequence[str], told: Sequence[str], misdealt: Sequence[str]
) -> SeatingAnswer:
    """Who deals each hand of an evening, and who sits it out; `told` is who is said to deal it, or nothing.

    `misdealt` are the numbers of hands, from 1, that were dealt anew.
    Raises: UsageError for an unknown rule set.
    """
    _check_named(ruleset)
    rules, dealer, found = load_ruleset(ruleset), None, []
    for number, name in enumerate(told):
        if name in players:
            dealer = players.index(name)
        elif dealer is not None:
            dealer = next_dealer(rules, dealer, len(players), misdealt=str(number) in misdealt)
        out = None if dealer is None else sitting_out(rules, dealer, len(players))
        found.append(
            HandSeating(
                dealer=None if dealer is None else players[dealer], out=None if out is None else players[out]
            )
        )
    return SeatingAnswer(hands=found)


def cards_text(text: str, style: TextStyle, ruleset: str | None = None) -> CardsAnswer:
    """Cards in any notation, as canonical words; of the pack of a rule set where one is named.

    Raises: CardError with every fault; UsageError for an unknown rule set.
    """
    read, unread = scan_cards(text)
    faults = [each.fault for each in unread]
    cards = [each.card for each in read]
    if ruleset is not None:
        pack = _pack(ruleset)
        for each in read:
            word = text[each.offset : each.offset + each.length]
            if _SLIP.fullmatch(word):
                told = say("{word}: no such card", word=Verbatim(word))
                faults.append(Fault(told, say("the trump is written {card}", card=LineWord(str(each.card)))))
            elif each.card not in pack:
                faults.append(Fault(say("{card}: no card of this game", card=card_name(each.card))))
    if faults:
        raise CardError(faults)
    return _named(cards, style)


def pack_of(ruleset: str, style: TextStyle) -> CardsAnswer:
    """The cards that a game is played with, trumps first. Raises: UsageError for an unknown rule set."""
    return _named(sorted(_pack(ruleset)), style)


def _pack(ruleset: str) -> frozenset[Card]:
    _check_named(ruleset)
    return frozenset(load_ruleset(ruleset).table.deck)


def _named(cards: Sequence[Card], style: TextStyle) -> CardsAnswer:
    return CardsAnswer(
        cards=[str(each) for each in cards], names=[style.render(card_name(each)) for each in cards]
    )


def recorded_text(text: str, words: Sequence[str]) -> TextAnswer:
    """The position that a line begins at with the line, as the text of a file: a recorded hand."""
    start, actions = line_played(text, words)
    return TextAnswer(text=dumps(replace(start, lines=(Line(_PLAYED, actions),))))


def as_yaml(
    text: str, words: Sequence[str], title: str | None = None, forgotten: str | None = None
) -> TextAnswer:
    """The position after some moves, as the text of a file; a page knows the title of one told in a line.

    A card that is `forgotten` is one that may be any. Raises: UsageError where it is in no hand.
    """
    position = table_after(text, words)
    if forgotten is not None:
        position = _less(position, forgotten)
    return TextAnswer(text=dumps(replace(position, title=title or position.title)))


def _less(position: Position, word: str) -> Position:
    """The position with a card of a hand not known."""
    holder = next(
        ((seat, card) for seat, hand in enumerate(position.hands) for card in hand if str(card) == word), None
    )
    if holder is None:
        raise UsageError(say("{cards}: in no hand and not in the skat", cards=quoted(word)))
    seat, card = holder
    half = position.half_known or NOTHING_UNKNOWN
    hands = tuple(hand - {card} if each == seat else hand for each, hand in enumerate(position.hands))
    known = structs.replace(half, holes={**half.holes, seat: half.holes.get(seat, 0) + 1}, then=())
    return replace(position, hands=hands, half_known=known, lines=(), source=None, teaches=None)


def as_svg(text: str, words: Sequence[str]) -> TextAnswer:
    """The position after some moves, as a drawing."""
    return TextAnswer(text=svg(table_after(text, words)))


def show_rules(ruleset: str, style: TextStyle) -> RulesTold:
    """A rule set in the reader's language. Raises: UsageError for an unknown one."""
    _check_named(ruleset)
    rules = load_ruleset(ruleset)
    return RulesTold(
        ruleset=rules.name,
        title=style.stated(rules.title),
        clauses=[
            _clause(style, rules, each, style.render(chapter_message(chapter)))
            for chapter, clauses in group_by_chapter(rules.clauses.values())
            for each in clauses
        ],
        options={name: list(option.readings) for name, option in rules.options.items()},
    )


def _clause(style: TextStyle, rules: RuleSet, clause: Clause, chapter: str) -> ClauseTold:
    return ClauseTold(
        id=clause.id,
        chapter=chapter,
        statement=style.stated(clause.statement),
        standing=style.render(term_message(clause.standing.value)),
        sources=[
            f"{style.stated(rules.sources[each.source].title)}, {style.safe(each.place)}"
            for each in clause.cites
        ],
    )


class PlayerKnowledge(Record, frozen=True, kw_only=True):
    """What one player knows: whose hands he does not see, and what he has heard and seen of them."""

    player: str
    hidden: tuple[str, ...]
    void: Mapping[str, str]
    """Suits each is known to be without, as letters."""
    declared: Mapping[str, str]
    """What each was heard to declare, between commas."""


def hidden_text(text: str, words: Sequence[str], knowing: PlayerKnowledge) -> TextAnswer:
    """The position after some moves as one player knows it, as the text of a file.

    Raises: UsageError for an unknown player or suit, and where nothing is hidden from him.
    """
    position = table_after(text, words)
    me = position.seat(knowing.player)
    seats = [position.seat(name) for name in knowing.hidden]
    if not seats or me in seats:
        raise UsageError(say("nothing is hidden from him"))
    cards: frozenset[Card] = frozenset().union(*(position.hands[seat] for seat in seats))
    unseen = Unseen(
        hidden_from=me,
        sizes={seat: len(position.hands[seat]) for seat in seats},
        cards=cards,
        void={position.seat(name): _suits(suits) for name, suits in knowing.void.items() if suits.strip()},
        declared={
            position.seat(name): _between_commas(words)
            for name, words in knowing.declared.items()
            if words.strip()
        },
    )
    hands = tuple(frozenset[Card]() if seat in seats else hand for seat, hand in enumerate(position.hands))
    return TextAnswer(text=dumps(replace(position, hands=hands, unseen=unseen, lines=(), worlds=())))


def _between_commas(text: str) -> tuple[str, ...]:
    """What a player declared, nothing for a pass."""
    found = tuple(each.strip() for each in text.split(",") if each.strip())
    return () if found == ("pass",) else found


def _suits(text: str) -> frozenset[Suit]:
    return frozenset(read_suit(word) for word in text.replace(",", " ").split())


def as_qr(text: str) -> TextAnswer:
    """The text as a QR code, in SVG. Raises: UsageError where it is too long for one."""
    import segno  # noqa: PLC0415 - it is for this alone

    try:
        code = segno.make_qr(text)
    except segno.DataOverflowError:
        raise UsageError(say("the link is too long for a QR code")) from None
    drawn = BytesIO()
    code.save(drawn, kind="svg", xmldecl=False, scale=4, light="white")
    return TextAnswer(text=drawn.getvalue().decode())
