"""The answers of `forced` and `solve` for a position with unknown cards, in every deal that fits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final, TypeVar

from msgspec import structs

from analyzer.answers.forced import UNSETTLED, ForcedOrNot
from analyzer.answers.requests import ForcedRequest, Means, SharedBudget, SolveRequest, answer_each_reading
from analyzer.answers.solve import Solved
from analyzer.errors import LimitReached, UsageError, check_whole
from analyzer.knowledge.deciding import deciding_rank
from analyzer.knowledge.fitting import Fitting, as_it_stands, fitting_deals
from analyzer.messages import (
    Decimal,
    LineWord,
    Message,
    Name,
    Several,
    Spaced,
    Whose,
    alone,
    both,
    either,
    formed,
    in_a_row,
    listed,
    per_hundred,
    percent,
    say,
    say_many,
)
from analyzer.position.bearing import bearing_in
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.position.question import ForcingClaim, PositionQuestion, question_of
from analyzer.rules.score.goals import Aim, points_text
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.reasons import Explained
from analyzer.search.engine.results import CountedGoals, CountedValues, Key, Solution
from analyzer.search.worlds.everydeal import CountedRequest, InEveryDeal, counted_goals, in_every_deal
from analyzer.search.worlds.results import wilson
from analyzer.views.base import side_names
from analyzer.words.blocks import Drawn, Phrase, Said, Sentences, Tone, effort, part
from analyzer.words.names import ground_phrases, the_card
from analyzer.words.paid import amounts_message
from analyzer.words.plans import Seen, plan_texts
from analyzer.words.verdicts import LESS, drawn_message, names, number_name

A = TypeVar("A")

MOST_SAMPLE: Final = 100_000
"""The largest number of deals in a sample."""


def forced(position: Position, request: ForcedRequest, means: Means) -> ForcedOrNot:
    """Return the answer in every deal that fits, under every reading.

    Raises: UsageError for a question that any deal does not allow, or for a certificate, which is for one
    deal; InvalidFile if no deal fits.
    """
    if request.certificate is not None:
        told = say("a certificate is of one deal, and this position may be one of several")
        raise UsageError(told, say("expected a position with every card given"))
    goal, player = question_of(position, request.goal, request.player)

    def claim_of(deal: Position) -> ForcingClaim:
        return PositionQuestion.from_position(deal).claim(goal, player, request.by)

    def within(read: Position, fits: Fitting, budget: Budget) -> ForcedOrNot:
        engine = means.engine_of(read.spec)
        over = in_every_deal(fits.deals, claim_of, engine, budget, exact=fits.exact, fit=fits.fit)
        stopped = None if over.stopped is None else LimitReached(over.stopped, over.nodes)
        return ForcedOrNot(read, claim_of(fits.deals[0]), None, stopped, over=over)

    def deals_of(answer: ForcedOrNot) -> Sequence[Position]:
        return () if answer.over is None else answer.over.deals

    ask = _build_deal_asker(request, means, within, lambda each: each.stopped is None)
    answer, grounds = answer_each_reading(
        position, ask, ForcedOrNot.view, lambda each: bearing_in(deals_of(each))
    )
    assert answer.over is not None
    shown = as_it_stands(position, answer.over.deals)
    return structs.replace(answer, position=shown, over=replace(answer.over, grounds=grounds))


def decided(position: Position, request: ForcedRequest, means: Means) -> tuple[ForcedOrNot, InEveryDeal]:
    """Return the answer in every deal. Raises: LimitReached too, if a limit came before the answer."""
    answer = forced(position, request, means)
    if answer.stopped is not None:
        raise answer.stopped
    assert answer.over is not None
    return answer, answer.over


def solved(position: Position, request: SolveRequest, means: Means) -> Solved:
    """Return the players who can force each goal in every deal that fits, under every reading.

    Raises: UsageError for a question that any deal does not allow; InvalidFile if no deal fits.
    """
    asked = CountedRequest(
        request.goal,
        request.player,
        goals=request.goals,
        tokens=request.with_tokens,
        cards=request.cards,
        numbers=request.numbers and request.goal is None,
    )

    def within(read: Position, fits: Fitting, budget: Budget) -> Solved:
        engine = means.engine_of(read.spec)
        found = counted_goals(fits.deals, asked, engine, budget, exact=fits.exact, fit=fits.fit)
        return Solved(read, found.solution(), request)

    def deals_of(answer: Solved) -> Sequence[Position]:
        return () if answer.solution.found is None else answer.solution.found.deals

    ask = _build_deal_asker(request, means, within, lambda each: each.solution.complete)
    answer, grounds = answer_each_reading(position, ask, Solved.view, lambda each: bearing_in(deals_of(each)))
    shown = as_it_stands(position, deals_of(answer))
    return Solved(shown, replace(answer.solution, grounds=grounds), request)


def _build_deal_asker(
    request: ForcedRequest | SolveRequest,
    means: Means,
    within: Callable[[Position, Fitting, Budget], A],
    complete: Callable[[A], bool],
) -> Callable[[Position], A]:
    """Return a function that asks the deals that fit under one reading after another, within the limits."""
    if request.sample is not None:
        check_whole("sample", request.sample, 1, MOST_SAMPLE)
    check_whole("seed", request.seed, -(2**63), 2**63 - 1)
    shared = SharedBudget(Budget.from_limits(means.limits))

    def ask_reading(read: Position, budget: Budget) -> A:
        return within(read, fitting_deals(read, request.sample, request.seed, budget.deadline), budget)

    return lambda read: shared.ask(lambda budget: ask_reading(read, budget), complete)


MOST_CASES = 2
"""The largest number of cases with several cards that are shown one by one."""


def forced_blocks(position: Position, claim: ForcingClaim, found: InEveryDeal, plan: Sentences = ()) -> Said:
    """Return the answer, a note on one plan for all deals, the exceptions, and the known facts.

    The sentences of a `plan` follow the verdict.
    """
    told = list[Phrase]()
    for answer, word in ((False, say("A deal where it fails")), (True, say("A deal where it works"))):
        example = next(found.deals_with(answer), None)
        if example is not None and len(set(found.answers)) > 1:
            told.append(Phrase(formed("{which}: {hands}", which=word, hands=_hands(found, example))))
    return (
        *part("headline", forced_headline(position, claim, found)),
        *part("paragraph", plan),
        *part("paragraph", told),
        *part(
            "notes", [] if found.exact else [sampled_message(len(found.deals), ranges=found.stopped is None)]
        ),
        *part("notes", ground_phrases(position.rules, found.grounds)),
        effort(found.nodes, found.seconds),
        Drawn(position),
    )


def forced_headline(position: Position, claim: ForcingClaim, found: InEveryDeal) -> Iterator[Phrase]:
    """Yield the verdict, the question, and a note on one plan for all deals."""
    tone: Tone = "warn" if found.holds is None else "good" if found.holds else "bad"
    yield Phrase(_verdict(position, found), tone)
    yield Phrase(_question_message(position, claim))
    if found.holds and claim.by.bit_count() == 1:
        (who,) = names(claim.by, position.players)
        yield Phrase(_whether_one_plan_does(found, Name(who)))


def one_plan(claim: ForcingClaim, answer: InEveryDeal, found: Explained) -> list[Phrase]:
    """Return the plan that is right in every deal that fits, if one was found."""
    if found.plan is None:
        return [Phrase(say("No plan in lines that is right in all of them was found."), hang=False)]
    deal = answer.deals[0]
    return plan_texts(Seen(deal.players, deal.table), claim.goal, claim.seat, found)[:-1]


def _verdict(position: Position, found: InEveryDeal) -> Message:
    """Return yes, no, or the number of deals with yes and the exceptions."""
    number, asked = Spaced(found.number), Spaced(len(found.answers))
    if found.stopped is not None:
        return say(
            "Undecided: {reason}; so far in {number} of {asked} {asked:deal/deals}, of {every}.",
            reason=found.stopped.short, number=number, asked=asked, every=Spaced(len(found.deals)),
        )  # fmt: skip
    if found.grounds.differs("holds"):
        return UNSETTLED.said
    if not found.exact:
        return _drawn(found)
    if found.number == len(found.answers):
        return say_many(
            "Yes: only one deal fits, and in it the goal can be forced.",
            "Yes, wherever the cards lay: in all {number} deals that fit.",
            found.number,
        )
    if not found.number:
        return say_many(
            "No: only one deal fits, and in it the goal cannot be forced.",
            "No, wherever the cards lay: in none of the {number} deals that fit.",
            len(found.answers),
        )
    where = _where(position, found)
    told = say("It depends: in {number} of {asked} {asked:deal/deals}", number=number, asked=asked)
    if where is None:
        return formed("{told}.", told=told)
    return formed("{told}; {where}.", told=told, where=where)


def _drawn(found: InEveryDeal) -> Message:
    """Return the conclusion from drawn deals: it depends, or nothing is certain."""
    number, asked = Spaced(found.number), Spaced(len(found.answers))
    share = share_message(found.number, len(found.answers))
    told = say(
        "Drawn: in {number} of {asked} {asked:deal/deals}, about {share}",
        number=number,
        asked=asked,
        share=share,
    )
    if found.fit is not None:
        told = say(
            "Drawn: in {number} of {asked} {asked:deal/deals} of {every} that fit, about {share}",
            number=number, asked=asked, every=Spaced(found.fit), share=share,
        )  # fmt: skip
    if 0 < found.number < len(found.answers):
        return say("It depends. {drawn}.", drawn=told)
    return say("Undecided. {drawn}; the other deals were not searched.", drawn=told)


SELDOM: Final = 0.1
"""Shares up to this, or as close to the whole, are given to a tenth of a percent."""


def share_message(number: int, asked: int) -> Message:
    """Return the share in drawn deals, and the range in which the share in all deals is likely to be."""
    share, low, high, places = _share(number, asked)
    ends = {"low": percent(low, places), "high": percent(high, places)}
    return say("{share} ({low} to {high})", share=percent(share, places), **ends)


def share_in_short(number: int, asked: int) -> Message:
    """Return a share for a narrow space: `84 % (82–87)`."""
    share, low, high, places = _share(number, asked)
    ends = {"low": per_hundred(low, places), "high": per_hundred(high, places)}
    return formed("{share} ({low}\u2060–\u2060{high})", share=percent(share, places), **ends)


def _share(number: int, asked: int) -> tuple[Fraction, Fraction, Fraction, int]:
    """Return a share, the ends of its range, and its number of decimals in percent."""
    low, high = map(Fraction, wilson(number, asked))
    return Fraction(number, asked), low, high, 0 if low >= SELDOM and high <= 1 - SELDOM else 1


def sampled_message(asked: int, *, ranges: bool) -> Message:
    """Return what an answer over drawn deals is worth; with `ranges`, what the ranges mean."""
    drawn = drawn_message(asked)
    if not ranges:
        return drawn
    meant = say("The range in brackets holds the share of all deals in 95 of 100 such draws.")
    return formed("{drawn} {ranges}", drawn=drawn, ranges=meant)


def _where(position: Position, found: InEveryDeal) -> Message | None:
    """Return the places of the deciding cards in the deals in which it does not hold, or does."""
    if not found.turns_on:
        return _from_a_card_on(position, found)
    no, yes = found.places(answer=False), found.places(answer=True)
    if len(found.turns_on) > 1 and min(len(no), len(yes)) > MOST_CASES:
        return say("it depends on where {cards} were", cards=both(map(the_card, found.turns_on)))
    if len(yes) < len(no):
        return say("only where {cases}", cases=_cases(position, found, yes))
    return say("not where {cases}", cases=_cases(position, found, no))


def _from_a_card_on(position: Position, found: InEveryDeal) -> Message | None:
    """Return a condition on one held rank, if the places of a few cards do not decide."""
    held = deciding_rank(found.deals[: len(found.answers)], found.answers)
    if held is None:
        return None
    player, card = Name(position.players[held.seat]), the_card(held.card)
    if held.answer:
        return say("only where {player} held {card} or a higher one", player=player, card=card)
    return say("not where {player} held {card} or a higher one", player=player, card=card)


def _cases(position: Position, found: InEveryDeal, cases: list[tuple[int | None, ...]]) -> Several:
    return either(_case(position, found, places) for places in cases)


def _case(position: Position, found: InEveryDeal, places: tuple[int | None, ...]) -> Message:
    """Return the holders of the deciding cards."""
    held: dict[int | None, list[Message]] = {}
    for card, seat in zip(found.turns_on, places, strict=True):
        held.setdefault(seat, []).append(the_card(card))
    return alone(both(_held(position, seat, both(cards)) for seat, cards in held.items()))


def _held(position: Position, seat: int | None, cards: Several) -> Message:
    if seat is None:
        return say("nobody held {card}", card=cards)
    return say("{player} held {card}", player=Name(position.players[seat]), card=cards)


def _question_message(position: Position, claim: ForcingClaim) -> Message:
    players = names(claim.by, position.players)
    who, whose = both(map(Name, players)), Whose(position.players[claim.seat])
    goal = claim.goal.named
    if not players:
        return say("Question: does every legal line of play lead to {whose} {goal}?", whose=whose, goal=goal)
    if claim.by == 1 << claim.seat:
        return say("Question: can {who} force {goal:the}?", who=who, goal=goal)
    return say("Question: can {who} force {whose} {goal}?", who=who, whose=whose, goal=goal)


def _whether_one_plan_does(found: InEveryDeal, who: Name) -> Message:
    if found.one_plan is None:
        return say("Not determined: whether one plan works in every deal.")
    if found.one_plan:
        return say("One plan works in every deal: {who} does not need to know who holds what.", who=who)
    return say("No single plan works in every deal: {who} would have to know who holds what.", who=who)


def _hands(found: InEveryDeal, deal: Position) -> Several:
    """Return the hands of a deal that are not the same in all deals."""
    told = (
        formed("{player} {cards}", player=Name(deal.players[seat]), cards=in_a_row(sorted(hand)))
        for seat, hand in enumerate(deal.hands)
        if any(other.hands[seat] != hand for other in found.deals)
    )
    return Several(tuple(told), "·")


def counted_blocks(position: Position, solution: Solution, found: CountedGoals) -> Said:
    """Return the goals by player, each with its number of deals, the guarantees, and the cards."""
    return (
        *part("headline", counted_sentences(position, found)),
        *part("paragraph", _cards(position, found)),
        *part("notes", ground_phrases(position.rules, solution.grounds)),
        effort(solution.nodes, solution.seconds),
        Drawn(position),
    )


def counted_sentences(position: Position, found: CountedGoals) -> list[Message]:
    """Return the number of deals for each goal that is in hand in some deal, and the guarantees in all."""
    told = [counted_headline(position, found)]
    chief = chief_goal(found)
    for key, by_deal in found.goals.items():
        number = found.number(key)
        if number and key != chief:
            who, goal = Name(position.players[key[0]]), key[1].named
            told.append(
                say(
                    "{who} can force {goal:the} in {number} of {asked}.",
                    who=who, goal=goal, number=Spaced(number), asked=Spaced(len(by_deal)),
                )
                if found.exact
                else say(
                    "{who} can force {goal:the} in about {share} of the deals.",
                    who=who, goal=goal, share=share_message(number, len(by_deal)),
                )
            )  # fmt: skip
    told += _sure(position, found)
    asked = Spaced(len(found.deals))
    if not found.exact:
        told.append(sampled_message(len(found.deals), ranges=chief is not None))
    elif found.finished and (chief is None or found.number(chief) == len(found.goals[chief])):
        told.append(
            say_many(
                "Over the {number} deal that fits.", "Over all {number} deals that fit.", len(found.deals)
            )
        )
    if found.reason is not None and found.finished:
        told.append(say("Not finished: {reason}; the cards are not valued.", reason=found.reason.short))
    elif found.reason is not None:
        told.append(
            say(
                "Not finished: {reason}; {number} of {asked} {asked:deal/deals}.",
                asked=asked,
                reason=found.reason.short,
                number=Spaced(found.answered),
            )
        )
    return told


def chief_goal(found: CountedGoals) -> Key | None:
    """Return the most important goal among those that somebody has in hand in some deal."""
    mover = found.deals[0].table.to_move

    def rank(key: Key) -> tuple[bool, bool, int]:
        return key[1] in LESS, key[0] != mover, -found.number(key)

    return min(filter(found.number, found.goals), key=rank, default=None)


def counted_headline(position: Position, found: CountedGoals) -> Message:
    """Return the number of deals in which the goal in question, or the most important one, is in hand."""
    chief = next(iter(found.goals)) if len(found.goals) == 1 else chief_goal(found)
    if chief is None and found.reason is not None and not found.finished:
        return say("Undecided: {reason}.", reason=found.reason.short)
    if chief is None and not found.goals and found.least is not None:
        return next(_sure(position, found))
    if chief is None and not found.exact:
        return say("Nothing can be forced in any of the deals that were drawn.")
    if chief is None:
        return say("Nothing can be forced here.")
    number, asked = found.number(chief), len(found.goals[chief])
    whose, goal = Whose(position.players[chief[0]]), chief[1].named
    if not found.exact:
        share = share_message(number, asked)
        return say("{whose} {goal}: in about {share} of the deals.", whose=whose, goal=goal, share=share)
    if not found.finished:
        return say(
            "{whose} {goal}: in {number} of the first {asked} {asked:deal/deals}.",
            whose=whose, goal=goal, number=number, asked=asked,
        )  # fmt: skip
    if number == asked:
        return say("{whose} {goal}: yes, in every deal that fits.", whose=whose, goal=goal)
    if number:
        return say(
            "{whose} {goal}: in {number} of {asked} {asked:deal/deals}.",
            whose=whose, goal=goal, number=number, asked=asked,
        )  # fmt: skip
    return say(
        "{whose} {goal}: in none of the {asked} {asked:deal/deals}.", whose=whose, goal=goal, asked=asked
    )


def _sure(position: Position, found: CountedGoals) -> Iterator[Message]:
    """Yield the guarantees in all deals: everybody's tokens, each side's points and tricks."""
    if not found.finished:
        return
    if found.least is not None:
        amounts = amounts_message(found.least, map(Name, position.players))
        if found.exact:
            yield say("Sure of, wherever the cards lie: {amounts}.", amounts=amounts)
        else:
            yield say("Sure of in each of the deals that were drawn: {amounts}.", amounts=amounts)
    deal = found.deals[0]
    to_come = Hand.from_position(deal).to_come
    sides = [both(map(Name, side)) for side in side_names(deal.sides, deal.players)]
    for aim in (Aim.POINTS, Aim.TRICKS):
        least = found.least_of(aim, deal.sides.count, found.sense)
        if least is not None:
            told = (
                formed("{who} {number}", who=who, number=Decimal(points_text(number)))
                for who, number in zip(sides, least, strict=True)
            )
            words = {"counted": number_name(aim, to_come), "amounts": alone(Several(tuple(told), ";"))}
            if found.exact:
                yield say("Sure of, wherever the cards lie, in {counted}: {amounts}.", **words)
            else:
                yield say("Sure of in each of the deals that were drawn, in {counted}: {amounts}.", **words)


def _cards(position: Position, found: CountedGoals) -> Iterator[Phrase]:
    """Yield for each card the number of deals in which each goal is in hand after it."""
    if not found.cards or not found.goals:
        return
    yield Phrase(
        say(
            "{player} cards, and in how many of {asked} {asked:deal/deals} what can be forced behind each:",
            player=Whose(position.players[found.deals[0].table.to_move]),
            asked=Spaced(len(found.deals)),
        ),
        "bold",
        hang=False,
    )
    for move, counted in found.cards.items():
        told = tuple(_behind(position, counted))
        behind = alone(Several(told, ";")) if told else say("nothing")
        yield Phrase(formed("{card} {behind}", card=LineWord(str(move)), behind=behind), hang=True)


def _behind(position: Position, counted: CountedValues) -> Iterator[Message]:
    """Yield the goals that each player can force after a card."""
    for seat, name in enumerate(position.players):
        goals = [
            formed("{goal} {number}", goal=key[1].named, number=Spaced(counted.number(key)))
            for key in counted.goals
            if key[0] == seat and counted.number(key)
        ]
        if goals:
            yield formed("{player}: {goals}", player=Name(name), goals=listed(goals))
