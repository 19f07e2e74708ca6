"""Games whose hands are written on a sheet, and what a hand brings there. Points are whole points."""

from __future__ import annotations

from typing import Final

from analyzer.frozenrecord import Record
from analyzer.rules.spec.kinds.clausekind import ClauseKind, chapter, kind, some, whole, word
from analyzer.rules.spec.kinds.contracts import CONTRACTS, FLAT_VALUE, RADLI_EARNED, THROWN_IN_FOR
from analyzer.rules.spec.reading import RulesReading

_WORTH: Final = whole(1, 1000)

_VALUE: Final = kind(
    "sheet-value", "payment.value", base=_WORTH, half=whole(1, 250), difference=whole(1, 100)
)
_FLOW: Final = kind("sheet-flow", "payment.flow", won=word("declarer"), lost=word("each-opponent"))
_KONTRA: Final = kind("pagat-announcement", "announce.pagat", kontra=word("bonus", "game"))
_PAGAT: Final = kind("pagat-bonus", "payment.pagat", amount=_WORTH)
_PERSONAL: Final = kind("personal-bonus", "payment.personal", amount=_WORTH, held=some("trull", "four-kings"))
_ALL_TRICKS: Final = kind("all-tricks", "payment.all-tricks", amount=whole(1, 10000))


@chapter(_VALUE, beside=(CONTRACTS,))
class DifferenceSheet:
    """A sheet of base and difference, the Pagat in the last trick, hands held, all tricks."""

    value: str = _VALUE.clause
    flow: str = _FLOW.clause
    pagat: str = _PAGAT.clause
    personal: str = _PERSONAL.clause
    all_tricks: str = _ALL_TRICKS.clause
    unit: int = _VALUE["base"]
    """The consolation: what a contract of factor 1 is worth."""
    half: int = _VALUE["half"]
    difference: int = _VALUE["difference"]
    """What a point of difference is worth in a contract of factor 1."""
    thrown_in: int = THROWN_IN_FOR["amount"]
    """What a contract that is not played out is worth."""
    thrown_in_clause: str = THROWN_IN_FOR.clause
    pagat_value: int = _PAGAT["amount"]
    """What the Pagat in the last trick is worth, unannounced, in a contract of factor 1."""
    personal_value: int = _PERSONAL["amount"]
    personal_held: frozenset[str] = _PERSONAL.get("held", as_=frozenset)
    """What brings it, held at the start of play: `four-kings`, `trull`."""
    all_value: int = _ALL_TRICKS["amount"]
    """What every trick is worth in a contract of factor 1."""
    kontra: str = _KONTRA.clause
    """The clause of the announced Pagat and of Kontra."""
    kontra_doubles_game: bool = _KONTRA.says("kontra", "game")


class SideBonus(Record, frozen=True):
    """A bonus of a side: its clause, what it is called, what it is worth unannounced."""

    clause: str
    name: str
    value: int


def _bonus(kind: ClauseKind) -> SideBonus:
    """The bonus of the one clause of a kind."""
    found: SideBonus = kind.of(lambda given: _bonus_at(given, given.the(kind.name)))
    return found


def _bonus_at(given: RulesReading, clause: str) -> SideBonus:
    """A bonus, called as the last part of its clause's id."""
    return SideBonus(clause, clause.rpartition(".")[2], given.number(clause))


_GAME: Final = kind("game-value", "payment.game", half=whole(1, 250), rounding=whole(1, 50))
_GAME_FOR: Final = kind("game-for", "payment.game-each", who=word("each-of-side"))
_REST: Final = kind("count-rest", "count.rest", to=word("nearest"))
_SIDE: Final = kind("side-bonuses", "bonus.side", missed=word("doubled-loss", "nothing"))
_SIDE_BONUS: Final = kind("side-bonus", "bonus.kings", "bonus.trinity", "bonus.king-ultimo", amount=_WORTH)
_VALAT: Final = kind("valat-bonus", "bonus.valat", amount=_WORTH, counts=word("added", "instead"))
_PLAYER_PAGAT: Final = kind("player-pagat", "bonus.pagat", amount=_WORTH)
_ABSENT: Final = kind("pagat-absent", "bonus.pagat-absent", brings=word("loss", "nothing"))
_BEATEN: Final = kind("pagat-beaten", "bonus.pagat-beaten", brings=word("loss", "nothing"))
_MOND: Final = kind("mond-lost", "bonus.mond-lost", amount=_WORTH, to_partner=word("lost", "kept"))
_MISERE: Final = kind(
    "misere-score", "misere.score",
    amount=_WORTH, over=whole(1, 250), with_trickless=word("trickless-scores", "nobody-else"),
)  # fmt: skip
_OWN: Final = kind("misere-bonuses", "misere.bonuses", count=word("none", "own"))
_RADLI: Final = kind("radli-doubles", "radli", for_=word("side", "declarer"))


@chapter(_GAME, beside=(CONTRACTS,))
class BonusSheet:
    """A sheet of the contract with the difference, bonuses of sides and of players, radli."""

    game: str = _GAME.clause
    flat: str = FLAT_VALUE.clause
    misere: str = _MISERE.clause
    radli: str = _RADLI.clause
    radli_earned: str = RADLI_EARNED.clause
    """The clause of what brings everybody a radl."""
    missed: str = _SIDE.clause
    rest: str = _REST.clause
    """The clause of a rest of thirds."""
    each: str = _GAME_FOR.clause
    """The clause that gives declarer and partner the whole of the game each."""
    absent: str = _ABSENT.clause
    beaten: str = _BEATEN.clause
    """The clauses of a Pagat announced and not in the last trick, and of one unannounced and beaten there."""
    own: str = _OWN.clause
    """The clause of what players have beside their points where each plays alone."""
    half: int = _GAME["half"]
    rounding: int = _GAME["rounding"]
    bonuses: tuple[SideBonus, ...] = _VALAT.of(
        lambda given: tuple(
            _bonus_at(given, each) for kind in (_SIDE_BONUS, _VALAT) for each in given.each(kind.name)
        )
    )
    pagat: SideBonus = _bonus(_PLAYER_PAGAT)
    mond: SideBonus = _bonus(_MOND)
    valat_instead: bool = _VALAT.says("counts", "instead")
    missed_loses: bool = _SIDE.says("missed", "doubled-loss")
    pagat_absent_loses: bool = _ABSENT.says("brings", "loss")
    pagat_beaten_loses: bool = _BEATEN.says("brings", "loss")
    mond_to_partner_lost: bool = _MOND.says("to_partner", "lost")
    trickless_alone: bool = _MISERE.says("with_trickless", "nobody-else")
    """Whether with a player without a trick nobody else is deducted anything."""
    misere_bonuses: bool = _OWN.says("count", "own")
    misere_value: int = _MISERE["amount"]
    misere_over: int = _MISERE["over"]
    """With more points than this somebody alone is deducted that value."""
    radl_for_side: bool = _RADLI.says("for", "side")
    """Whether a radl doubles for the declarer's side; else for the declarer alone."""
