"""The judgement of a line as text: who came to force an Ultimo, what mistakes cost, who could have won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analyzer.report.face import Face
from analyzer.report.layout import wrap
from analyzer.search.audit import Audit, Audited, MarkKind
from analyzer.search.judgement import Blame, Chance, Judgement, Turn

_INDENT = "  "


def judgement_lines(face: Face, judgement: Judgement, audit: Audit, players: Sequence[str]) -> Iterator[str]:
    """The section under the audit; nothing where no Ultimo was ever in anybody's hand alone."""
    said = [_turn(face, turn, audit, players) for turn in judgement.turns]
    said += [_blame(face, blame, audit, players) for blame in judgement.blames if blame.cost is not None]
    told = [*said, *(text for chance in judgement.chances for text in _chance(face, chance, audit, players))]
    if not judgement.turns and not judgement.blames:
        return
    yield ""
    yield face.paint(face.t("Judgement"), "bold")
    for text in told:
        yield from wrap(text, face.width, "", _INDENT)


def _card(face: Face, decision: Audited) -> str:
    if decision.move.card is None:
        return face.t("demand")
    return face.card(decision.move.card, decision.move.names)


def _turn(face: Face, turn: Turn, audit: Audit, players: Sequence[str]) -> str:
    whose = face.whose(players[turn.seat])
    if turn.place is None:
        return face.t("{whose} Ultimo was forced from the start.", whose=whose)
    decision = audit.decisions[turn.place]
    words = {
        "whose": whose,
        "by": face.whose(players[decision.seat]),
        "card": _card(face, decision),
        "trick": decision.step.trick + 1,
    }
    if turn.forced:
        return face.t("{whose} Ultimo was forced by {by} {card} in trick {trick}.", **words)
    return face.t("{whose} Ultimo was let go by {by} {card} in trick {trick}.", **words)


def _blame(face: Face, blame: Blame, audit: Audit, players: Sequence[str]) -> str:
    """What a marked card cost whom, and for an improper one instead of which."""
    decision = audit.decisions[blame.place]
    whose, card = face.whose(players[decision.seat]), _card(face, decision)
    changed = ", ".join(
        f"{face.name(players[seat])} {face.signed(amount)}"
        for seat, amount in enumerate(blame.cost or ())
        if amount
    )
    change = changed or face.t("nothing")
    if MarkKind.IMPROPER not in blame.kinds:
        return face.t("What {whose} {card} changed: {change}.", whose=whose, card=card, change=change)
    if blame.instead is None or blame.instead.card is None:
        return face.t("{whose} {card} was improper: {change}.", whose=whose, card=card, change=change)
    return face.t(
        "{whose} {card} was improper; held against {instead} it changed: {change}.",
        whose=whose, card=card, change=change,
        instead=face.card(blame.instead.card, blame.instead.names),
    )  # fmt: skip


def _chance(face: Face, chance: Chance, audit: Audit, players: Sequence[str]) -> Iterator[str]:
    """Whether a player could have won the Ultimo, and how; only of those who ever could, or did."""
    player = face.strong(players[chance.seat])
    if chance.won:
        yield face.t("{player} won the Ultimo.", player=player)
    elif chance.place is None:
        yield face.t("{player} could never have forced the Ultimo alone.", player=player)
    else:
        decision = audit.decisions[chance.place]
        yield face.t(
            "{player} could have won the Ultimo, playing otherwise than {card} in trick {trick}: {line}",
            player=player, card=_card(face, decision), trick=decision.step.trick + 1,
            line=" ".join(face.word(word) for word in chance.line),
        )  # fmt: skip
