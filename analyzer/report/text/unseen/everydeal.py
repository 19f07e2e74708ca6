"""The answer of `forced` over every deal that fits, as text: yes, no or it depends, and on what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from analyzer.knowledge.deciding import deciding_rank
from analyzer.layout import wrap
from analyzer.messages import Spaced, marked
from analyzer.position.asked import ForcingClaim
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.report.phrases.cardnames import the_card
from analyzer.report.phrases.grounds import grounds_lines
from analyzer.report.phrases.moves import names
from analyzer.report.phrases.plans import Seen, plan_texts
from analyzer.report.phrases.verdicts import goal_word, number_word
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.explain import why_lines
from analyzer.report.text.frame import framed, search_lines
from analyzer.report.text.headline import LESS
from analyzer.report.view.base import side_names
from analyzer.rules.score.amounts import points_text
from analyzer.rules.score.goals import Aim
from analyzer.search.engine.reasons import Explained
from analyzer.search.engine.results import Key
from analyzer.search.worlds.counted import CountedGoals, CountedValues
from analyzer.search.worlds.everydeal import InEveryDeal

MOST_CASES = 2
"""So many cases of several cards are told one by one."""
_IN = marked("{whose} {goal}: in {number} of {asked} deals.")
_ABOUT = marked("{whose} {goal}: in about {percent} of the deals.")
_NEVER = marked("{whose} {goal}: in none of the {asked} deals.")
_ALWAYS = marked("{whose} {goal}, wherever the cards lie.")
_TOKENS = marked("Sure of, wherever the cards lie: {amounts}.")
_TOKENS_DRAWN = marked("Sure of in each of the deals that were drawn: {amounts}.")
_COUNTED = marked("Sure of, wherever the cards lie, in {counted}: {amounts}.")
_COUNTED_DRAWN = marked("Sure of in each of the deals that were drawn, in {counted}: {amounts}.")


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


def deals_sentences(
    position: Position, claim: ForcingClaim, found: InEveryDeal, style: TextStyle
) -> list[str]:
    """The verdict, where the cards lie that it turns on, and whether one plan does for all."""
    told, _, *plan = deals_brief(position, claim, found, style)
    turns = _where(style, position, found) if 0 < found.number < len(found.answers) else ""
    return [told, *([f"{turns[:1].upper()}{turns[1:]}."] if turns else []), *plan]


def _colour(found: InEveryDeal) -> str:
    return "warn" if found.holds is None else "good" if found.holds else "bad"


def verdict(style: TextStyle, position: Position, found: InEveryDeal) -> str:
    """Yes, no, or in how many of the deals and where not."""
    number, asked = Spaced(found.number), Spaced(len(found.answers))
    if found.stopped is not None:
        reason, every = style.said(found.stopped.short), Spaced(len(found.deals))
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


def _drawn(style: TextStyle, position: Position, found: InEveryDeal, number: object, asked: object) -> str:
    """What deals that were drawn tell: that it depends, or nothing for certain."""
    told = style.t("Drawn: in {number} of {asked} deals", number=number, asked=asked)
    if found.fit is not None:
        every = Spaced(found.fit)
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
        return _from_a_card_on(style, position, found)
    no, yes = found.places(answer=False), found.places(answer=True)
    if len(found.turns_on) > 1 and min(len(no), len(yes)) > MOST_CASES:
        cards = style.both([the_card(style, card) for card in found.turns_on])
        return style.t("it turns on where {cards} lay", cards=cards)
    if len(yes) < len(no):
        return style.t("only where {cases}", cases=_cases(style, position, found, yes))
    return style.t("not where {cases}", cases=_cases(style, position, found, no))


def _from_a_card_on(style: TextStyle, position: Position, found: InEveryDeal) -> str:
    """From which card on a player's highest of a suit decides, where the places of no few cards do."""
    held = deciding_rank(found.deals[: len(found.answers)], found.answers)
    if held is None:
        return ""
    words = {"player": style.strong(position.players[held.seat]), "card": the_card(style, held.card)}
    if held.answer:
        return style.t("only where {player} held {card} or a higher one", **words)
    return style.t("not where {player} held {card} or a higher one", **words)


def _cases(
    style: TextStyle, position: Position, found: InEveryDeal, cases: list[tuple[int | None, ...]]
) -> str:
    return style.either([_case(style, position, found, places) for places in cases])


def _case(style: TextStyle, position: Position, found: InEveryDeal, places: tuple[int | None, ...]) -> str:
    """Who held which of the cards that it turns on."""
    held: dict[int | None, list[str]] = {}
    for card, seat in zip(found.turns_on, places, strict=True):
        held.setdefault(seat, []).append(the_card(style, card))
    return style.both([_held(style, position, seat, style.both(cards)) for seat, cards in held.items()])


def _held(style: TextStyle, position: Position, seat: int | None, cards: str) -> str:
    if seat is None:
        return style.t("nobody held {card}", card=cards)
    return style.t("{player} held {card}", player=style.strong(position.players[seat]), card=cards)


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
    if claim.by == 1 << claim.seat and position.pots is not None:
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
    """The goals by player, each with in how many of the deals it is in hand, what is sure, and the cards."""
    return framed(
        style,
        solve_deals_brief(position, found, style),
        _cards(position, found, style),
        grounds_lines(position.rules, found.grounds, style),
        search_lines(style, found.nodes, found.seconds),
        position=position,
    )


def solve_deals_brief(position: Position, found: CountedGoals, style: TextStyle) -> list[str]:
    """Of each goal that is in hand in some deal, in how many; and what is sure in all."""
    lines = [counted_headline(style, position, found)]
    chief = chief_goal(found)
    for key, answers in found.goals.items():
        number = found.number(key)
        if number and key != chief:
            lines.append(
                style.t(
                    "{who} can force {goal} in {number} of {asked}.",
                    who=style.strong(position.players[key[0]]),
                    goal=goal_word(style, key[1]),
                    number=Spaced(number),
                    asked=Spaced(len(answers)),
                )
            )
    lines += _sure(position, found, style)
    asked = Spaced(len(found.deals))
    if not found.exact:
        lines.append(
            style.t("Over {asked} deals that were drawn; of the others nothing is said.", asked=asked)
        )
    elif found.finished and (chief is None or found.number(chief) == len(found.goals[chief])):
        lines.append(
            style.n(
                "Over the {number} deal that fits.", "Over all {number} deals that fit.", len(found.deals)
            )
        )
    if found.reason is not None and found.finished:
        reason = style.said(found.reason.short)
        lines.append(style.t("Not finished: {reason}; the cards are not valued.", reason=reason))
    elif found.reason is not None:
        words = {"reason": style.said(found.reason.short), "number": Spaced(found.answered)}
        lines.append(style.t("Not finished: {reason}; {number} of {asked} deals.", asked=asked, **words))
    return lines


def chief_goal(found: CountedGoals) -> Key | None:
    """The goal that matters most of those that somebody has in hand in some deal."""
    mover = found.deals[0].table.to_move

    def rank(key: Key) -> tuple[bool, bool, int]:
        return key[1] in LESS, key[0] != mover, -found.number(key)

    return min(filter(found.number, found.goals), key=rank, default=None)


def counted_headline(style: TextStyle, position: Position, found: CountedGoals) -> str:
    """In how many of the deals the goal that is asked about is in hand, or the one that matters most."""
    chief = next(iter(found.goals)) if len(found.goals) == 1 else chief_goal(found)
    if chief is None and found.reason is not None and not found.finished:
        return style.t("Undecided: {reason}.", reason=style.said(found.reason.short))
    if chief is None and not found.goals and found.least is not None:
        return next(_sure(position, found, style))
    if chief is None and not found.exact:
        return style.t("Nothing can be forced in any of the deals that were drawn.")
    if chief is None:
        return style.t("Nothing can be forced here.")
    number, asked = found.number(chief), len(found.goals[chief])
    every = _ALWAYS if number == asked else _IN if number else _NEVER
    return style.t(
        every if found.exact and found.complete else _ABOUT,
        whose=style.whose(position.players[chief[0]]),
        goal=goal_word(style, chief[1]),
        number=number,
        asked=asked,
        percent=style.percent(Fraction(number, asked), 0),
    )


def _sure(position: Position, found: CountedGoals, style: TextStyle) -> Iterator[str]:
    """What is sure wherever the cards lie: tokens of each, points and tricks of each side."""
    if not found.finished:
        return
    if found.least is not None:
        each = zip(position.players, found.least, strict=True)
        amounts = ", ".join(f"{style.strong(name)} {style.signed(amount)}" for name, amount in each)
        yield style.t(_TOKENS if found.exact else _TOKENS_DRAWN, amounts=amounts)
    deal = found.deals[0]
    to_come = Hand.of(deal).to_come
    names = [style.both(list(map(style.strong, side))) for side in side_names(deal.sides, deal.players)]
    for aim in (Aim.POINTS, Aim.TRICKS):
        least = found.least_of(aim, deal.sides.count, found.sense)
        if least is not None:
            told = (f"{who} {points_text(number)}" for who, number in zip(names, least, strict=True))
            word = number_word(style, aim, to_come)
            every = _COUNTED if found.exact else _COUNTED_DRAWN
            yield style.t(every, counted=word, amounts="; ".join(told))


def _cards(position: Position, found: CountedGoals, style: TextStyle) -> Iterator[str]:
    """For each card in how many deals each goal is in hand behind it."""
    if not found.cards or not found.goals:
        return
    asked = Spaced(len(found.deals))
    player = style.whose(position.players[found.deals[0].table.to_move])
    head = style.t("{player} cards, and in how many of {asked} deals what can be forced behind each:",
                   player=player, asked=asked)  # fmt: skip
    yield from wrap(style.paint(head, "bold"), style.width)
    for move, counted in found.cards.items():
        assert move.card is not None
        card = style.card(move.card, move.suit)
        told = "; ".join(_behind(position, counted, style)) or style.t("nothing")
        yield from wrap(told, style.width, f"{card:<5} ", "      ")


def _behind(position: Position, counted: CountedValues, style: TextStyle) -> Iterator[str]:
    """What each player can force behind a card."""
    for seat, name in enumerate(position.players):
        goals = [
            f"{goal_word(style, key[1])} {Spaced(counted.number(key))}"
            for key in counted.goals
            if key[0] == seat and counted.number(key)
        ]
        if goals:
            yield f"{style.strong(name)}: {', '.join(goals)}"


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
