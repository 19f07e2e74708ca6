"""The compile step of games that are written on a sheet, and of what hangs on the contract there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from analyzer.rules.spec.contracts import Contract, SideBonus, SlovenianScore, TappScore
from analyzer.rules.spec.contractwords import ContractAim, TalonLeft
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.piling import ColourEnds, ColourLeads, EndOnWish, ThreeTrumps, TrickRules
from analyzer.rules.spec.reading import RulesReading


def with_sheet(game: GameSpec, given: RulesReading) -> GameSpec:
    """The game with what its clauses say of contracts one by one, of tricks and of its sheet."""
    return replace(
        game,
        contracts=_contracts(game.contracts, given),
        tricks=_tricks(given),
        tapp=_tapp(given),
        slovenian=_slovenian(given),
        wish=_wish(given),
    )


def _wish(given: RulesReading) -> EndOnWish | None:
    clause = given.maybe("ends-on-wish")
    if clause is None:
        return None
    return EndOnWish(clause, given.number(clause, "least"), given.number(clause, "most"))


def _contracts(known: Mapping[str, Contract], given: RulesReading) -> dict[str, Contract]:
    """The contracts with what single clauses say of some of them; those that are not played left out."""
    found = {name: replace(each, **_said(name, given)) for name, each in known.items()}
    for clause in given.each("contracts-of-three"):
        left_out = given.words(clause, "without")
        if given.number(given.the("seats"), "active") == _THREE_SEATS:
            found = {name: each for name, each in found.items() if name not in left_out}
    return found


def _said(name: str, given: RulesReading) -> dict[str, Any]:
    """What the clauses say of one contract, by field."""
    said: dict[str, Any] = {}
    for clause in given.each("talon-taken-in"):
        said |= {"takes": given.table(clause, "takes")[name]} if name in given.table(clause, "takes") else {}
    for clause in given.each("thrown-in-for"):
        takes = given.number(clause, "takes")
        said |= {"takes": takes, "played": False} if name in given.words(clause, "contracts") else {}
    for clause in given.each("contract-aim"):
        aim = ContractAim(given.word(clause, "aim"))
        said |= {"aim": aim} if name in given.words(clause, "contracts") else {}
    for clause in given.each("talon-left"):
        left = TalonLeft(given.word(clause, "goes_to"))
        said |= {"left": left, "left_clause": clause} if name in given.words(clause, "contracts") else {}
    return said | _said_of_play(name, given)


def _said_of_play(name: str, given: RulesReading) -> dict[str, Any]:
    """What the clauses say of play under one contract, by field."""
    said: dict[str, Any] = {}
    for clause in given.each("leads-in"):
        leads = given.word(clause, "first") == "declarer"
        said |= {"leads": leads} if name in given.words(clause, "contracts") else {}
    for clause in given.each("beats-in"):
        said |= {"beats": True, "duty": clause} if name in given.words(clause, "contracts") else {}
    for clause in given.each("three-trumps"):
        said |= {"three_trumps": False} if name in given.words(clause, "never_in") else {}
    for clause in given.each("radli-earned"):
        said |= {"brings_radl": True} if name in given.words(clause, "contracts") else {}
    return said


def _tricks(given: RulesReading) -> TrickRules | None:
    """Who wins a trick against the usual order; None where no clause says so."""
    three, colour = given.maybe("three-trumps"), given.maybe("suit-beats-trumps")
    in_colour, leads = given.maybe("three-trumps-in-colour"), given.maybe("suit-beats-led-by")
    if three is None and colour is None:
        return None
    return TrickRules(
        three_trumps=ThreeTrumps.NONE if three is None else ThreeTrumps(given.word(three, "won")),
        three_in_colour=in_colour is None or given.word(in_colour, "holds") == "under-normal-ranks",
        colour_ends=ColourEnds.FOR_GOOD if colour is None else ColourEnds(given.word(colour, "ends")),
        colour_leads=ColourLeads.ANYBODY if leads is None else ColourLeads(given.word(leads, "whose")),
        three_clause=three or "",
        colour_clause=colour or "",
    )


def _tapp(given: RulesReading) -> TappScore | None:
    """The sheet of a game with a consolation; None in other games."""
    value = given.maybe("sheet-value")
    if value is None:
        return None
    pagat, personal, every = (given.the(kind) for kind in ("pagat-bonus", "personal-bonus", "all-tricks"))
    kontra, thrown_in = given.the("pagat-announcement"), given.the("thrown-in-for")
    return TappScore(
        value=value,
        flow=given.the("sheet-flow"),
        pagat=pagat,
        personal=personal,
        all_tricks=every,
        unit=given.number(value, "base"),
        half=given.number(value, "half"),
        difference=given.number(value, "difference"),
        thrown_in=given.number(thrown_in),
        thrown_in_clause=thrown_in,
        pagat_value=given.number(pagat),
        personal_value=given.number(personal),
        personal_held=frozenset(given.words(personal, "held")),
        all_value=given.number(every),
        kontra=kontra,
        kontra_doubles_game=given.word(kontra, "kontra") == "game",
    )


def _slovenian(given: RulesReading) -> SlovenianScore | None:
    """The sheet of a game with bonuses and radli; None in other games."""
    game = given.maybe("game-value")
    if game is None:
        return None
    flat, side, valat = (given.the(kind) for kind in ("flat-value", "side-bonuses", "valat-bonus"))
    mond, misere, radli = (given.the(kind) for kind in ("mond-lost", "misere-score", "radli-doubles"))
    own, absent, beaten = (given.the(kind) for kind in ("misere-bonuses", "pagat-absent", "pagat-beaten"))
    bonuses = (*given.each("side-bonus"), valat)
    return SlovenianScore(
        game=game,
        flat=flat,
        misere=misere,
        radli=radli,
        radli_earned=given.the("radli-earned"),
        missed=side,
        rest=given.the("count-rest"),
        each=given.the("game-for"),
        absent=absent,
        beaten=beaten,
        own=own,
        half=given.number(game, "half"),
        rounding=given.number(game, "rounding"),
        bonuses=tuple(_bonus(given, each) for each in bonuses),
        pagat=_bonus(given, given.the("player-pagat")),
        mond=_bonus(given, mond),
        valat_instead=given.word(valat, "counts") == "instead",
        missed_loses=given.word(side, "missed") == "doubled-loss",
        pagat_absent_loses=given.word(absent, "brings") == "loss",
        pagat_beaten_loses=given.word(beaten, "brings") == "loss",
        mond_to_partner_lost=given.word(mond, "to_partner") == "lost",
        trickless_alone=given.word(misere, "with_trickless") == "nobody-else",
        misere_bonuses=given.word(own, "count") == "own",
        misere_value=given.number(misere),
        misere_over=given.number(misere, "over"),
        radl_for_side=given.word(radli, "for") == "side",
    )


def _bonus(given: RulesReading, clause: str) -> SideBonus:
    """A bonus, called as the last part of its clause's id."""
    return SideBonus(clause, clause.rpartition(".")[2], given.number(clause))


_THREE_SEATS: Final = 3
