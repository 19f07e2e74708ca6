"""The kinds of clauses about games that are written on a sheet, and about play that hangs on the contract."""

from __future__ import annotations

from typing import Final

from analyzer.rules.spec.bidkinds import BY_NAME, NAMES
from analyzer.rules.spec.contractwords import ContractAim, TalonLeft
from analyzer.rules.spec.shapes import ClauseKind, kind, some, whole, word

SHEET_KINDS: Final[dict[str, ClauseKind]] = {
    # what hangs on the contract
    "contract-aim": kind(contracts=NAMES, aim=word(*(each.value for each in ContractAim))),
    "talon-left": kind(contracts=NAMES, goes_to=word(*(each.value for each in TalonLeft))),
    "as-many-as-taken": kind(of=word("talon")),
    "thrown-in-for": kind(contracts=NAMES, takes=whole(0, 6), amount=whole(0, 1000)),
    "talon-taken-in": kind(takes=BY_NAME),
    "leads-in": kind(contracts=NAMES, first=word("after-dealer", "declarer")),
    "beats-in": kind(contracts=NAMES),
    "three-trumps": kind(won=word("in-order", "any-order"), never_in=NAMES),
    "three-trumps-in-colour": kind(holds=word("under-normal-ranks", "never")),
    "suit-beats-trumps": kind(contract=word("colour-valat"), ends=word("for-good", "that-trick")),
    "suit-beats-led-by": kind(whose=word("anybody", "declarers-side")),
    "contracts-of-three": kind(without=NAMES),
    # the sheet of a game with a consolation
    "sheet-value": kind(base=whole(1, 1000), half=whole(1, 250), difference=whole(1, 100)),
    "sheet-flow": kind(won=word("declarer"), lost=word("each-opponent")),
    "pagat-announcement": kind(kontra=word("bonus", "game")),
    "pagat-bonus": kind(amount=whole(1, 1000)),
    "personal-bonus": kind(amount=whole(1, 1000), held=some("trull", "four-kings")),
    "all-tricks": kind(amount=whole(1, 10000)),
    "ends-on-wish": kind(least=whole(1, 100), most=whole(1, 100)),
    # the sheet of a game with bonuses and radli
    "count-rest": kind(to=word("nearest")),
    "game-value": kind(half=whole(1, 250), rounding=whole(1, 50)),
    "game-for": kind(who=word("each-of-side")),
    "flat-value": kind(contracts=NAMES),
    "side-bonuses": kind(missed=word("doubled-loss", "nothing")),
    "side-bonus": kind(amount=whole(1, 1000)),
    "valat-bonus": kind(amount=whole(1, 1000), counts=word("added", "instead")),
    "player-pagat": kind(amount=whole(1, 1000)),
    "pagat-absent": kind(brings=word("loss", "nothing")),
    "pagat-beaten": kind(brings=word("loss", "nothing")),
    "mond-lost": kind(amount=whole(1, 1000), to_partner=word("lost", "kept")),
    "misere-score": kind(
        amount=whole(1, 1000), over=whole(1, 250), with_trickless=word("trickless-scores", "nobody-else")
    ),
    "misere-bonuses": kind(count=word("none", "own")),
    "radli-earned": kind(contracts=NAMES),
    "radli-doubles": kind(for_=word("side", "declarer")),
}
"""The kinds of games that are written on a sheet."""

SHEET_IDS: Final[dict[str, tuple[str, ...]]] = {
    "discard.size": ("as-many-as-taken",),
    "discard.limits": ("never-discard",),
    "bid.contracts-of-three": ("contracts-of-three",),
    "bid.tapp": ("thrown-in-for",),
    "bid.threes": ("talon-taken-in",),
    "bid.solo": ("talon-taken-in",),
    "talon": ("talon-taken-in",),
    "talon.open": ("talon-shown",),
    "talon.left": ("talon-left",),
    "talon.beggar": ("talon-left",),
    "play.lead-beggar": ("leads-in",),
    "play.lead-misere": ("leads-in",),
    "play.beat": ("beats-in",),
    "play.three-trumps": ("three-trumps",),
    "play.three-trumps-in-colour-valat": ("three-trumps-in-colour",),
    "play.colour-valat": ("suit-beats-trumps",),
    "play.colour-valat-leads": ("suit-beats-led-by",),
    "beggar.goal": ("contract-aim",),
    "valat.goal": ("contract-aim",),
    "misere.goal": ("contract-aim",),
    "misere.talon": ("talon-left",),
    "misere.score": ("misere-score",),
    "misere.bonuses": ("misere-bonuses",),
    "announce.pagat": ("pagat-announcement",),
    "payment.value": ("sheet-value",),
    "payment.flow": ("sheet-flow",),
    "payment.pagat": ("pagat-bonus",),
    "payment.personal": ("personal-bonus",),
    "payment.all-tricks": ("all-tricks",),
    "payment.game": ("game-value",),
    "payment.game-each": ("game-for",),
    "payment.flat": ("flat-value",),
    "count.rest": ("count-rest",),
    "bonus.side": ("side-bonuses",),
    "bonus.kings": ("side-bonus",),
    "bonus.trinity": ("side-bonus",),
    "bonus.king-ultimo": ("side-bonus",),
    "bonus.valat": ("valat-bonus",),
    "bonus.pagat": ("player-pagat",),
    "bonus.pagat-absent": ("pagat-absent",),
    "bonus.pagat-beaten": ("pagat-beaten",),
    "bonus.mond-lost": ("mond-lost",),
    "radli.earned": ("radli-earned",),
    "radli": ("radli-doubles",),
    "end": ("ends-on-wish",),
}
"""The clauses of such games by id, and the kinds they may be of."""
SHEET_TOGETHER: Final[dict[str, tuple[str, ...]]] = {
    "sheet-value": (
        "contracts", "sheet-flow", "pagat-announcement", "pagat-bonus", "personal-bonus", "all-tricks",
        "thrown-in-for",
    ),
    "game-value": (
        "contracts", "game-for", "flat-value", "count-rest", "side-bonuses", "valat-bonus", "player-pagat",
        "pagat-absent", "pagat-beaten", "mond-lost", "misere-score", "misere-bonuses", "radli-earned",
        "radli-doubles",
    ),
}  # fmt: skip
"""The clauses that a sheet is made of, by the kind of the one that makes it one."""
