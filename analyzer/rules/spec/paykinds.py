"""The kinds of clauses about payments for single cards, for no trick and for declarations, and their ids."""

from __future__ import annotations

from typing import Final

from analyzer.rules.spec.shapes import CARDS, FLAG, ClauseKind, kind, whole, word

_TOKENS: Final = whole(0, 1000)

PAY_KINDS: Final[dict[str, ClauseKind]] = {
    "card-payment": kind(when=word("before-last", "last"), cards=CARDS, amount=_TOKENS),
    "partner-cards": kind(lost_to_partner=word("free", "paid")),
    "card-payers": kind(who=word("opponents", "all-others")),
    "nil": kind(amount=_TOKENS, ultimo_won=FLAG),
    "partners-settle": kind(share=word("whole", "half")),
    "trumps-declared": kind(from_=whole(1, 22), amount=_TOKENS, step=_TOKENS),
    "fool-among-trumps": kind(counts=FLAG),
    "declared-return": kind(above=whole(0, 250)),
    "courts-declared": kind(of=word("courts-of-a-suit", "kings"), half=_TOKENS, full=_TOKENS),
    "declaration-payers": kind(who=word("opponents", "all-others")),
    "may-declare": kind(voluntary=FLAG),
}
"""Every kind of clause about such payments by its name."""

PAY_IDS: Final[dict[str, tuple[str, ...]]] = {
    "declare.order": ("declaring-order",),
    "declare.voluntary": ("may-declare",),
    "declare.payers": ("declaration-payers",),
    "declare.trumps": ("trumps-declared",),
    "declare.trumps.fool": ("fool-among-trumps",),
    "declare.trumps.return": ("declared-return",),
    "declare.matadors": ("matador-declaration",),
    "declare.cavalry": ("courts-declared",),
    "declare.kings": ("courts-declared",),
    "declare.shared": ("independent",),
    "payment.early": ("card-payment",),
    "payment.ultimo": ("card-payment",),
    "payment.partner": ("partner-cards",),
    "payment.partner-payers": ("card-payers",),
    "payment.count": ("deviation",),
    "payment.count-four": ("partners-settle",),
    "payment.nil": ("nil",),
}
"""The clauses about such payments, by id, and the kinds they may be of."""
