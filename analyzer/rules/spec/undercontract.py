"""A game under one of its contracts: duties and tricks as they then are, and who leads."""

from __future__ import annotations

from msgspec.structs import replace

from analyzer.cards.card import Card
from analyzer.rules.spec.game import Beat, Duty, GameSpec
from analyzer.rules.spec.kinds.piling import TrickRules


def under_contract(game: GameSpec, contract: str | None, called: Card | None = None) -> GameSpec:
    """The game as it is played under a contract; itself where that changes nothing, or there is none.

    Source: clauses of the kinds beats-in, three-trumps and first-lead.
    """
    if game.called_lead and called != game.barred:
        game = replace(game, barred=called)
    found = game.contract(contract)
    if found is None:
        return game
    duty, tricks = game.duty, game.tricks
    if found.beats:
        duty = Duty(duty.follow, duty.trump, Beat.ANY, (*duty.clauses[:2], found.duty or duty.clauses[2]))
    if tricks is not None and not found.three_trumps:
        # Nothing is announced on top of such a contract, so that no suit beats trumps in it either.
        tricks = TrickRules(three_clause=tricks.three_clause, colour_clause=tricks.colour_clause)
    if (duty, tricks) == (game.duty, game.tricks):
        return game
    return replace(game, duty=duty, tricks=tricks)


def first_leader(
    game: GameSpec, contract: str | None, dealer: int, declarer: int | None, slam: int | None = None
) -> int:
    """The seat that leads to the first trick of a hand.

    `slam` is who announced one. Source: clauses of the kinds leads, leads-in and slam-leads.
    """
    found = game.contract(contract)
    if found is not None and found.leads and declarer is not None:
        return declarer
    if slam is not None and game.slam is not None and game.slam.leads:
        return slam
    return (dealer + game.table.first_lead) % game.table.players


def laid_away_under(game: GameSpec, contract: str | None) -> int | None:
    """How many cards are laid away before the play; None where the contract tells it and is not known.

    Source: clauses of the kinds skat-size and as-many-as-taken.
    """
    if not game.declarer_takes:
        return game.table.skat_size
    found = game.contract(contract)
    return None if found is None else found.takes


def nothing_laid_away(game: GameSpec, contract: str | None) -> bool:
    """Whether a hand is whole as it was dealt: where nothing is taken up, or the cards are thrown in.

    Source: clauses of the kinds skat-size, as-many-as-taken and thrown-in-for.
    """
    found = game.contract(contract)
    return laid_away_under(game, contract) == 0 or (found is not None and not found.played)
