"""The kinds of clauses that games of card points have beside those of Danish Tarok, and their ids."""

from __future__ import annotations

from typing import Final

from analyzer.rules.spec.bidkinds import BID_IDS, BID_KINDS
from analyzer.rules.spec.paykinds import PAY_IDS, PAY_KINDS
from analyzer.rules.spec.shapes import CARD, CARDS, FLAG, POINTS, SUIT, ClauseKind, kind, whole, word
from analyzer.rules.spec.sheetkinds import SHEET_IDS, SHEET_KINDS, SHEET_TOGETHER
from analyzer.rules.spec.targetkinds import TARGET_IDS, TARGET_KINDS

GAME_KINDS: Final[dict[str, ClauseKind]] = {
    # the table
    "sides": kind(who=word("alone", "partners", "declarer")),
    "honours": kind(cards=CARDS, trull=CARDS),
    "takes-talon": kind(who=word("dealer", "declarer")),
    "dead-hand": kind(hands=whole(0, 2)),
    # what is laid away
    "only-if-needed": kind(suit=SUIT),
    "discard-counts": kind(for_=word("its-maker", "dealers-side")),
    # the Fool
    "led-fool": kind(led_by=word("next-card", "leader")),
    "fool-is": kind(what=word("trump", "excuse")),
    "top-when-swept": kind(holds=FLAG),
    "exchange": kind(card=CARD),
    "exchange-card": kind(gives=word("least", "worthless")),
    "exchange-later": kind(owed=FLAG),
    "surrender": kind(without=word("trick")),
    "discard-no-trick": kind(holds=FLAG),
    # the count
    "count-cards": kind(
        points=POINTS, unit=whole(1, 3), card=whole(0, 3), trick=whole(0, 3), discard=whole(0, 3),
        total=whole(1, 500),
    ),
    "deviation": kind(par=whole(0, 250), to=word("sheet", "in-common", "other", "one-opponent")),
    "game-end": kind(
        after=word("round-of-deals"), pays=word("each-pays-each", "lowest-pays"), amount=whole(1, 1000)
    ),
    **BID_KINDS,
    **TARGET_KINDS,
    **PAY_KINDS,
    **SHEET_KINDS,
}  # fmt: skip
"""Every further kind of clause by its name."""

_TABLE: Final[dict[str, tuple[str, ...]]] = {
    "table.players": ("seats",),
    "table.sides": ("sides",),
    "table.deck": ("deck",),
    "table.honours": ("honours",),
    "table.ranks": ("ranks",),
    "table.hand": ("deal",),
    "play.lead": ("leads",),
    "play.follow": ("duty",),
    "play.trump": ("duty",),
    "play.winner": ("trick-winner",),
    "count.points": ("count-cards",),
}
GAME_NEEDED: Final = frozenset(_TABLE)
"""The clauses that every rule set of such a game has."""
_COMMON: Final[dict[str, tuple[str, ...]]] = {
    **_TABLE,
    "table.direction": ("direction",),
    "table.two": ("dead-hand",),
    "talon.taker": ("takes-talon",),
    "play.free": ("duty",),
    "discard.size": ("skat-size",),
    "discard.honours": ("never-discard",),
    "discard.trumps": ("only-if-needed",),
    "discard.counts-for": ("discard-counts",),
    "fool.any-trick": ("excuse",),
    "fool.never-wins": ("never-wins",),
    "fool.led": ("led-fool",),
    "fool.kind": ("fool-is",),
    "fool.top": ("top-when-swept",),
    "fool.lost": ("pile-at-trick",),
    "fool.last": ("pile-at-trick",),
    "fool.exchange": ("exchange",),
    "fool.exchange-card": ("exchange-card",),
    "fool.exchange-later": ("exchange-later",),
    "fool.surrender": ("surrender",),
    "fool.discard-is-no-trick": ("discard-no-trick",),
    "count.par": ("deviation",),
    "end.game": ("game-end",),
}


def _joined(*tables: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Every id with all the kinds that one of the tables has for it."""
    found: dict[str, tuple[str, ...]] = {}
    for table in tables:
        for name, kinds in table.items():
            found[name] = tuple(dict.fromkeys((*found.get(name, ()), *kinds)))
    return found


GAME_IDS: Final = _joined(_COMMON, BID_IDS, TARGET_IDS, PAY_IDS, SHEET_IDS)
"""The clauses that such games have, by id, and the kinds they may be of."""
GAME_FURTHER: Final[dict[str, tuple[str, ...]]] = {}
"""The kinds of further clauses, by what their ids begin with: a rule set has as many as its source names."""
GAME_TOGETHER: Final = SHEET_TOGETHER
"""By kind the kinds of which a rule set has a clause too where it has one of that kind."""
MARK: Final = "table.sides"
"""The clause by which a rule set is seen to be of such a game."""
