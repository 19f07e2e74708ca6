"""The answer of `forced` over every deal that fits, as text: yes, no or it depends, and on what."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.cards.card import Card
from analyzer.layout import wrap
from analyzer.position.asked import ForcingClaim
from analyzer.position.model import Position
from analyzer.report.phrases.cardnames import card_name
from analyzer.report.phrases.grounds import grounds_lines
from analyzer.report.phrases.moves import names
from analyzer.report.phrases.plans import Seen, plan_texts
from analyzer.report.phrases.verdicts import goal_word
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.deals import number_words
from analyzer.report.text.explain import why_lines
from analyzer.report.text.frame import framed, search_lines
from analyzer.search.engine.reasons import Explained
from analyzer.search.worlds.counted import CountedGoals
from analyzer.search.worlds.everydeal import InEveryDeal

MOST_CASES = 2
"""So many cases of several cards are told one by one."""


def forced_deals_text(
    position: Position,
    claim: ForcingClaim,
    found: InEveryDeal,
    style: TextStyle,
    plan: Sequence[str] = (),
) -> str:
    """The answer, whether one plan does for all, deals where it is otherwise, and what is known.

    The lines of a `plan` follow the verdict.
    """
    told = list[str]()
    for answer, word in ((False, style.t("A deal in which not")), (True, style.t("A deal in which so"))):
        example = next(found.of(answer), None)
        if example is not None and len(set(found.answers)) > 1:
            told += wrap(f"{word}: {_hands(style, found, example)}", style.width, "", "  ")
    return framed(
        style,
        deals_brief(position, claim, found, style),
        plan,
        told,
        grounds_lines(position.rules, found.grounds, style),
        search_lines(style, found.nodes, found.seconds),
        position=position,
    )


def deals_brief(position: Position, claim: ForcingClaim, found: InEveryDeal, style: TextStyle) -> list[str]:
    """The verdict, what was asked, and whether one plan does for all."""
    lines = [style.paint(verdict(style, position, found), _colour(found)), _asked(style, position, claim)]
    if found.holds and claim.by.bit_count() == 1:
        (who,) = names(claim.by, position.players)
        lines.append(_plan(style, found, style.strong(who)))
    return lines


def _colour(found: InEveryDeal) -> str:
    return "warn" if found.holds is None else "good" if found.holds else "bad"


def verdict(style: TextStyle, position: Position, found: InEveryDeal) -> str:
    """Yes, no, or in how many of the deals and where not."""
    number, asked = number_words(found.number), number_words(len(found.answers))
    if found.stopped is not None:
        reason, every = style.said(found.stopped.short), number_words(len(found.deals))
        return style.t(
            "Undecided: {reason}; so far in {number} of {asked} deals, of {every}.",
            reason=reason, number=number, asked=asked, every=every,
        )  # fmt: skip
    if found.grounds.differs("holds"):
        return style.t("Unsettled: the answer hangs on what no source settles.")
    if not found.exact:
        return _drawn(style, position, found, number, asked)
    if found.number == len(found.answers):
        return style.n(
            "Yes: in the {number} deal that fits.",
            "Yes, wherever the cards lay: in all {number} deals that fit.",
            found.number,
        )
    if not found.number:
        return style.n(
            "No: not in the {number} deal that fits.",
            "No, wherever the cards lay: in none of the {number} deals that fit.",
            len(found.answers),
        )
    where = _where(style, position, found)
    told = style.t("It depends: in {number} of {asked} deals", number=number, asked=asked)
    return f"{told}; {where}." if where else f"{told}."


def _drawn(style: TextStyle, position: Position, found: InEveryDeal, number: str, asked: str) -> str:
    """What deals that were drawn tell: that it depends, or nothing for certain."""
    told = style.t("Drawn: in {number} of {asked} deals", number=number, asked=asked)
    if found.fit is not None:
        every = number_words(found.fit)
        told = style.t(
            "Drawn: in {number} of {asked} deals, of {every} that fit",
            number=number,
            asked=asked,
            every=every,
        )
    where = _where(style, position, found)
    if where:
        return style.t("It depends. {drawn}; {where}.", drawn=told, where=where)
    if 0 < found.number < len(found.answers):
        return style.t("It depends. {drawn}.", drawn=told)
    return style.t("Undecided. {drawn}; the others were not asked.", drawn=told)


def _where(style: TextStyle, position: Position, found: InEveryDeal) -> str:
    """Where the cards lay that it turns on, in the deals in which it does not hold, or in which it does."""
    if not found.turns_on:
        return ""
    no, yes = found.places(answer=False), found.places(answer=True)
    if len(found.turns_on) > 1 and min(len(no), len(yes)) > MOST_CASES:
        cards = style.both([_the(style, card) for card in found.turns_on])
        return style.t("it turns on where {cards} lay", cards=cards)
    if len(yes) < len(no):
        return style.t("only where {cases}", cases=_cases(style, position, found, yes))
    return style.t("not where {cases}", cases=_cases(style, position, found, no))


def _cases(
    style: TextStyle, position: Position, found: InEveryDeal, cases: list[tuple[int | None, ...]]
) -> str:
    return style.either([_case(style, position, found, places) for places in cases])


def _case(style: TextStyle, position: Position, found: InEveryDeal, places: tuple[int | None, ...]) -> str:
    """Who held which of the cards that it turns on."""
    held: dict[int | None, list[str]] = {}
    for card, seat in zip(found.turns_on, places, strict=True):
        held.setdefault(seat, []).append(_the(style, card))
    return style.both([_held(style, position, seat, style.both(cards)) for seat, cards in held.items()])


def _held(style: TextStyle, position: Position, seat: int | None, cards: str) -> str:
    if seat is None:
        return style.t("nobody held {card}", card=cards)
    return style.t("{player} held {card}", player=style.strong(position.players[seat]), card=cards)


def _the(style: TextStyle, card: Card) -> str:
    """A card by its full name."""
    name = style.said(card_name(card))
    return name if card.is_fool else style.t("the {card}", card=name)


def _asked(style: TextStyle, position: Position, claim: ForcingClaim) -> str:
    players = names(claim.by, position.players)
    who = style.both([style.strong(player) for player in players])
    words = {
        "who": who,
        "whose": style.whose(position.players[claim.seat]),
        "goal": goal_word(style, claim.goal),
    }
    if not players:
        return style.t("Asked was whether every legal line leads to {whose} {goal}.", **words)
    if claim.by == 1 << claim.seat and not position.scored:
        return style.t("Asked was whether {who} can force the {goal}.", **words)
    return style.t("Asked was whether {who} can force {whose} {goal}.", **words)


def _plan(style: TextStyle, found: InEveryDeal, who: str) -> str:
    if found.one_plan is None:
        return style.t("Whether one plan does for all of them was not found out.")
    if found.one_plan:
        return style.t("One plan does for all of them: {who} need not know where the cards lie.", who=who)
    return style.t("No one plan does for all of them: {who} would have to know where the cards lie.", who=who)


def _hands(style: TextStyle, found: InEveryDeal, deal: Position) -> str:
    """The hands of a deal that are not the same in all."""
    told = []
    for seat, hand in enumerate(deal.hands):
        if any(other.hands[seat] != hand for other in found.deals):
            cards = " ".join(style.card(card) for card in sorted(hand))
            told.append(f"{style.strong(deal.players[seat])} {cards}")
    return f" {style.dot} ".join(told)


def solve_deals_text(position: Position, found: CountedGoals, style: TextStyle) -> str:
    """The goals by player, each with in how many of the deals it is in hand, and what is sure in all."""
    return framed(
        style,
        solve_deals_brief(position, found, style),
        grounds_lines(position.rules, found.grounds, style),
        search_lines(style, found.nodes, found.seconds),
        position=position,
    )


def solve_deals_brief(position: Position, found: CountedGoals, style: TextStyle) -> list[str]:
    """Of each goal that is in hand in some deal, in how many; and what is sure in all."""
    asked = number_words(len(found.deals))
    lines = [
        style.n("Over the {number} deal that fits.", "Over all {number} deals that fit.", len(found.deals))
    ]
    if not found.exact:
        lines = [style.t("Over {asked} deals that were drawn; of the others nothing is said.", asked=asked)]
    for key, answers in found.goals.items():
        number = found.number(key)
        if number:
            lines.append(
                style.t(
                    "{who} can force {goal} in {number} of {asked}.",
                    who=style.strong(position.players[key[0]]),
                    goal=goal_word(style, key[1]),
                    number=number_words(number),
                    asked=number_words(len(answers)),
                )
            )
    if len(lines) == 1 and found.goals:
        lines.append(style.t("Nobody can force any of the goals alone, in any of them."))
    if found.least is not None:
        each = zip(position.players, found.least, strict=True)
        amounts = ", ".join(f"{style.strong(name)} {style.signed(amount)}" for name, amount in each)
        lines.append(style.t("Sure of, wherever the cards lie: {amounts}.", amounts=amounts))
    if found.reason is not None:
        words = {"reason": style.said(found.reason.short), "number": number_words(found.answered)}
        lines.append(style.t("Not finished: {reason}; {number} of {asked} deals.", asked=asked, **words))
    return lines


def explain_deals_text(
    position: Position, claim: ForcingClaim, answer: InEveryDeal, found: Explained, style: TextStyle
) -> str:
    """The answer over every deal that fits, and the plan that is right in all of them where one was found."""
    if found.plan is None:
        none = style.t("No plan in lines that is right in all of them was found.")
        return forced_deals_text(position, claim, answer, style, wrap(none, style.width))
    deal = answer.deals[0]
    texts = plan_texts(Seen(deal.players, deal.table), claim.goal, claim.seat, found)[:-1]
    return forced_deals_text(position, claim, answer, style, why_lines(texts, style))
