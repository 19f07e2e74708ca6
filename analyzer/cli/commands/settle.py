"""`check`, `verify`, `compare`: load, ask the proofs, have the answer written."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from analyzer.cli.common import write_file, write_json
from analyzer.cli.failures import DONE, NO, UNDECIDED
from analyzer.cli.options import Style
from analyzer.cli.screen import Screen
from analyzer.disputes.files import load_dispute
from analyzer.errors import UsageError
from analyzer.position.model import Position
from analyzer.report.view.results import Json
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.verdicts import Verdict

STATUS: Final = {Verdict.LEGAL: DONE, Verdict.ILLEGAL: NO, Verdict.UNSETTLED: UNDECIDED}


def check(file: str, ruleset: str | None, smt2: Path | None, style: Style) -> int:
    """Settle a dispute; 0 legal, 1 illegal, 4 where no source settles it."""
    from analyzer.disputes.settling import settle, under  # noqa: PLC0415

    dispute = load_dispute(file)
    asked = None
    finding = settle(dispute)
    if ruleset is not None:
        rules = load_ruleset(ruleset)
        if rules.name != dispute.rules.name:
            asked, finding = finding, settle(under(dispute, rules))
    if smt2 is not None:
        write_file(smt2, finding.smt2)
    if style.as_json:
        from analyzer.report.view.proofs import check_json  # noqa: PLC0415

        write_json(check_json(finding, asked))
    else:
        from analyzer.report.rulings.check import check_text  # noqa: PLC0415

        screen = Screen.present()
        screen.write(check_text(finding, screen.face(style.color, style.lang), asked))
    return STATUS[finding.verdict]


def verify(ruleset: str, only: list[str], rlimit: int | None, style: Style) -> int:
    """Decide the claims about a rule set; 4 where one stays undecided."""
    from analyzer.claims.verify import CLAIMS, verify_rules  # noqa: PLC0415

    known = [claim.id for claim in CLAIMS]
    for name in only:
        if name not in known:
            raise UsageError(f"there is no claim {name!r}; there are {', '.join(known)}")
    rules = load_ruleset(ruleset)
    found = verify_rules(rules, only or None, rlimit)
    if style.as_json:
        from analyzer.report.view.proofs import verify_json  # noqa: PLC0415

        write_json(verify_json(rules, found))
    else:
        from analyzer.report.rulings.verify import verify_text  # noqa: PLC0415

        screen = Screen.present()
        screen.write(verify_text(rules, found, screen.face(style.color, style.lang)))
    return UNDECIDED if any(each.limit is not None for each in found) else DONE


def compare(one: str, other: str, style: Style) -> int:
    """Compare two rule sets, clause by clause."""
    from analyzer.claims.compare import compare_rules  # noqa: PLC0415

    comparison = compare_rules(load_ruleset(one), load_ruleset(other))
    if style.as_json:
        from analyzer.report.view.proofs import compare_json  # noqa: PLC0415

        write_json(compare_json(comparison))
    else:
        from analyzer.report.rulings.compare import compare_text  # noqa: PLC0415

        screen = Screen.present()
        screen.write(compare_text(comparison, screen.face(style.color, style.lang)))
    return DONE


def prove(position: Position, goal: str, seat: int, by: int, *, holds: bool) -> tuple[Json, str]:
    """Z3's word on a forced goal, as JSON and as text; `holds` is what the search found.

    Raises: UsageError for an ending of more than three tricks; Mismatch where the two differ.
    """
    from analyzer.proofs.forcing import prove_forced  # noqa: PLC0415
    from analyzer.proofs.smt import Mismatch  # noqa: PLC0415

    proved = prove_forced(position, goal, seat, by)
    if proved.holds is not holds:
        raise Mismatch(f"{goal} for {position.players[seat]}: Z3 says {proved.holds}, the search {holds}")
    told = {"holds": proved.holds, "states": proved.states}
    text = f"Z3 says the same, from the clauses, over {proved.states} states of play.\n"
    return {"proof": told}, text
