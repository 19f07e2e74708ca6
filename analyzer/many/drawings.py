"""The figures of a study: one for each question, over the facts that group the deals, with its labels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import sqrt
from typing import Any, Final

from analyzer.answers.batch import GroupsApartView
from analyzer.cards.card import FOOL
from analyzer.many.store import DealGroup
from analyzer.many.study import ANY, EACH, LEADER, NOBODY, Fact, fact_message
from analyzer.many.tally import Tally, tally_view
from analyzer.messages import GoalName, Message, Verbatim, say
from analyzer.report.paper.figures import Drawing, Estimate
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.score.goals import read_goal

TOKENS: Final = say("tokens")
MOST_LINES: Final = 6
"""The most lines that a reader can distinguish; more groups are joined into one line."""
_WHO: Final[Mapping[str, Message]] = {
    LEADER: say("the leader"),
    EACH: say("each player"),
    ANY: say("any player"),
}
_BY: Final[Mapping[str, Message]] = {
    "alone": say("forced alone"),
    "nobody": say("however it is played"),
    "others": say("forced by the others"),
    "two": say("forced with one of the others"),
}


def question_message(name: str, ask: Mapping[str, Any]) -> Message:
    """Return the question as a title; `ask` is the question as the study file states it."""
    said = _ask_message(name, ask)
    if "discard" in ask:
        said = say("{title}; discarded: {what}", title=said, what=Verbatim(ask["discard"]))
    if ask.get("fool_demand") is False:
        said = say("{title}; nobody may demand the Fool", title=said)
    return said


def _ask_message(name: str, ask: Mapping[str, Any]) -> Message:
    of, whose = str(ask.get("of", name)), str(ask.get("for", EACH))
    who = _WHO.get(whose) or Verbatim(whose)
    card = Verbatim(ask.get("card", FOOL))
    match of:
        case "forced":
            by = str(ask.get("by", "alone"))
            how = _BY.get(by) or say("forced by {who}", who=Verbatim(by))
            return say("{goal} of {who}, {how}", goal=_goal(ask), who=who, how=how)
        case "explain":
            return say("The plan for {goal:the} of {who}", goal=_goal(ask), who=who)
        case "guarantee":
            return say("Amount guaranteed to {who}", who=who)
        case "points":
            return say("Card points that {who} is sure of", who=who)
        case "gain":
            return say("Gain of {card} over the best other card", card=card)
        case "naming":
            return say("The best suit named for {card} against the worst", card=card)
        case "parting":
            return say("Which kinds of good cards have none in common")
        case _:
            return say("{key} of {command}", key=Verbatim(ask.get("take", name)), command=Verbatim(of))


def _goal(ask: Mapping[str, Any]) -> GoalName:
    goal = read_goal(str(ask.get("goal", "")))
    return GoalName("", say("goal"), say("the goal")) if goal is None else goal.named


def _measured(name: str, ask: Mapping[str, Any], paid: Message, *, share: bool) -> Message:
    """Return the name of the values of a figure; `paid` names the unit in which the game is paid."""
    of = ask.get("of", name)
    if not share:
        return say("card points in the mean") if of == "points" else say("{unit} in the mean", unit=paid)
    if of in ("forced", "explain") and ask.get("for", EACH) == EACH:
        return say("share of the players")
    return say("share of the deals")


class CountedGroups:
    """The groups of a study, as figures; `paid` names the unit in which its game is paid."""

    def __init__(
        self,
        asks: Mapping[str, Mapping[str, Any]],
        facts: Sequence[str],
        groups: Sequence[DealGroup],
        paid: Message = TOKENS,
    ) -> None:
        self.asks, self.facts, self.groups, self.paid = asks, facts, groups, paid

    def drawings(self, style: TextStyle) -> Iterator[tuple[str, Drawing]]:
        """Yield each figure with its name; without groups, one for all shares and one for all means."""
        if self.facts:
            for name in self.asks:
                drawing = self.draw_question(name, style)
                if drawing is not None:
                    yield name, drawing
            return
        yield from self._overview(style)

    def draw_question(self, name: str, style: TextStyle) -> Drawing | None:
        """Draw the answers over the first fact, with a line for each value of the second if those are few.

        None if the answers are words.
        """
        seconds = {group.facts[1] for group in self.groups if len(group.facts) > 1}
        apart = 1 < len(seconds) <= MOST_LINES and len(self.facts) == 2
        lines: dict[str, list[Estimate]] = {}
        whole = join_tallies((group.facts[: 2 if apart else 1], group.tallies[name]) for group in self.groups)
        share = not any(tally.numbers for tally in whole.values())
        if any(tally.words for tally in whole.values()):
            return None
        for (at, *more), tally in whole.items():
            mark = mark_of(_value_fact(at, style), tally)
            if mark is not None:
                line = (
                    f"{style.render(fact_message(self.facts[1]))}: {_value_fact(more[0], style)}"
                    if more
                    else ""
                )
                lines.setdefault(line, []).append(mark)
        ask = self.asks[name]
        title, along = question_message(name, ask), _measured(name, ask, self.paid, share=share)
        across = fact_message(self.facts[0])
        return _drawing(style, title, across, along, dict(sorted(lines.items())), percent=share)

    def _overview(self, style: TextStyle) -> Iterator[tuple[str, Drawing]]:
        pairs = ((name, group.tallies[name]) for group in self.groups for name in self.asks)
        named = {name: tally for name, tally in join_tallies(pairs).items() if not tally.words}
        for share in (True, False):
            asked = {name: tally for name, tally in named.items() if bool(tally.numbers) != share}
            rows = ((name.replace("-", " "), tally) for name, tally in asked.items())
            marks = [mark for name, tally in rows if (mark := mark_of(name, tally)) is not None]
            if marks:
                first = next(iter(asked))
                titles = {style.render(_ask_message(name, self.asks[name])) for name in asked}
                title = _ask_message(first, self.asks[first]) if len(titles) == 1 else say("All questions")
                along = _measured(first, self.asks[first], self.paid, share=share)
                drawing = _drawing(style, title, say("question"), along, {"": marks}, percent=share)
                yield ("shares" if share else "means"), drawing

    def differences(self, fact: str, first: Fact, second: Fact) -> list[GroupsApartView]:
        """Return by how much the second group exceeds the first, question by question.

        Groups that differ only in other facts are joined. Each interval is computed from the intervals of
        the two groups.
        Source: Newcombe, Statistics in Medicine 17 (1998), method 10; Zou and Donner, ibid. 27 (2008).
        """
        place, found = self.facts.index(fact), []
        for name in self.asks:
            whole = join_tallies((group.facts[place], group.tallies[name]) for group in self.groups)
            one, other = mark_of(first, whole[first]), mark_of(second, whole[second])
            if one is not None and other is not None:
                ends = between(one, other)
                found.append(GroupsApartView(name, fact, first, second, other.value - one.value, *ends))
        return found


def between(one: Estimate, other: Estimate) -> tuple[float | None, float | None]:
    """Return the least and the most by which the second estimate exceeds the first.

    Both are None if one of the estimates has no bounds.
    """
    if one.low is None or one.high is None or other.low is None or other.high is None:
        return None, None
    difference = other.value - one.value
    down = (other.value - other.low) ** 2 + (one.high - one.value) ** 2
    up = (other.high - other.value) ** 2 + (one.value - one.low) ** 2
    return difference - sqrt(down), difference + sqrt(up)


def _value_fact(value: Fact, style: TextStyle) -> Fact:
    return style.render(say("nobody")) if value == NOBODY else value


def mark_of(at: Fact, tally: Tally) -> Estimate | None:
    """Return the estimate of a tally; None if its answers are words or nothing was answered."""
    told = tally_view(tally)
    value = told.get("share", told.get("mean"))
    return None if value is None else Estimate(at, value, told["low"], told["high"], deals=tally.alike.deals)


def join_tallies(groups: Iterable[tuple[Any, Tally]]) -> dict[Any, Tally]:
    """Return one tally for each name: the sum of all tallies with that name."""
    found: dict[Any, Tally] = {}
    for name, tally in groups:
        found.setdefault(name, Tally()).join(tally)
    return found


def _drawing(
    style: TextStyle,
    title: Message,
    across: Message,
    along: Message,
    lines: Mapping[str, Sequence[Estimate]],
    *,
    percent: bool,
) -> Drawing:
    return Drawing(_begun(style.render(title)), style.render(across), style.render(along), lines, percent)


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]
