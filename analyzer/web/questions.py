"""What can be asked of the board, by name: each question takes a body and says what answers it.

No server is needed here: the local one puts a question on a thread (`asking`), and a page without a server
answers it on the spot (`here`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from analyzer.web import others, tables
from analyzer.web.bodies import Body
from analyzer.web.work import Work

Question = Callable[[Body], Work]

QUESTIONS: Final[dict[str, Question]] = {
    "solve": tables.ask_solve,
    "table": tables.ask_table,
    "open": tables.ask_open,
    "moves": tables.ask_moves,
    "tree": tables.ask_tree,
    "worth": tables.ask_worth,
    "best": tables.ask_best,
    "check": others.ask_check,
    "score": others.ask_score,
    "recorded": others.ask_recorded,
    "deals": others.ask_deals,
    "decide": others.ask_decide,
    "hidden": others.ask_hidden,
    "rules": others.ask_rules,
    "cards": others.ask_cards,
    "pack": others.ask_pack,
    "form": others.ask_form,
    "seating": others.ask_seating,
    "filled": others.ask_filled,
    "yaml": others.ask_yaml,
    "svg": others.ask_svg,
    "qr": others.ask_qr,
    "deal": others.ask_deal,
    "compose": others.ask_compose,
    "why": others.ask_why,
    "certificate": others.ask_certificate,
    "audit": others.ask_audit,
    "ruling": others.ask_ruling,
}
