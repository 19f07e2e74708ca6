"""Facts that cannot be true together, in words."""

from __future__ import annotations

from fractions import Fraction

from analyzer.messages import Message, Verbatim, listed, say
from analyzer.rules.facts.fact import Ground, Quarrel
from analyzer.rules.facts.together import total_of
from analyzer.rules.score.amounts import points_text


def quarrel_words(ground: Ground, quarrel: Quarrel) -> tuple[Message, Message]:
    """What cannot be, and what was expected, or may have been forgotten."""
    facts = quarrel.facts
    bounds = [bound for each in facts for bound in each.units.values()]
    twice = sum(low + high for low, high in bounds)
    more = len(facts) > 1 and twice != 2 * total_of(ground)
    if bounds and len(bounds) == len(facts) and (more or bounds[0][0] > total_of(ground)):
        return _of_points(ground, twice)
    expected = say("expected facts of one hand") if quarrel.forgotten is None else quarrel.forgotten
    texts = [each.text for each in facts]
    for side in facts[0].units if len(facts) == 1 else ():
        own = max((each.laid_away[side] for each in ground.apart), default=0)
        laid = max((max(each.laid_away) for each in ground.apart), default=0)
        texts += [say("{number} cards are laid away there", number=own)] if own else []
        texts += [say("{number} cards are laid away elsewhere", number=laid)] if laid and not own else []
    if not texts:
        return say("this cannot be a hand"), expected
    if len(texts) == 1:
        return say("{fact}: that cannot be", fact=texts[0]), expected
    return say("these cannot be true together: {facts}", facts=listed(texts)), expected


def _of_points(ground: Ground, twice: int) -> tuple[Message, Message]:
    """Points that make another sum than the game has; `twice` the units that are told."""
    game = ground.rules.game
    unit = game.piles.unit
    number = Verbatim(points_text(Fraction(twice, 2 * unit)))
    whole = Verbatim(points_text(Fraction(total_of(ground), unit)))
    expected = say("expected {number} in all", number=whole)
    if twice > 2 * total_of(ground):
        expected = say("expected at most {number}", number=whole)
    return say("{number} points in the piles", number=number), expected
