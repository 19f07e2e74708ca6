"""A replayed line as text: trick by trick what was laid and paid, the settlement, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from analyzer.layout import GLUE, finished, pad, visible, wrap
from analyzer.messages import marked
from analyzer.position.model import Position
from analyzer.position.replay.model import Deal, Mismatch, PlayedTrick, Replay
from analyzer.report.phrases.tokens import token_head, token_row, token_widths
from analyzer.report.rulings.illegal import illegal_lines, unsettled_lines
from analyzer.report.style.diagram import position_lines
from analyzer.report.style.face import Face
from analyzer.report.text.audit import audit_lines
from analyzer.report.text.judgement import judgement_lines
from analyzer.report.text.payments import payment_lines
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.deal.declarations import DeclarationFault
from analyzer.search.review.audit import Audit
from analyzer.search.review.judgement import Judgement
from analyzer.search.review.told import Told

_INDENT = "  "
_DEEPER = "    "


def replay_text(position: Position, lines: Sequence[Told], face: Face) -> str:
    """All lines that were replayed, no line of text wider than the face."""
    text = position_lines(face, position, turn=False)
    for line in lines:
        text += ["", face.paint(face.safe(line.replay.name) or face.t("the line"), "bold")]
        text += replay_lines(face, line.replay, line.audit, line.judgement)
    return finished(text, face.width)


def replay_lines(
    face: Face, replay: Replay, audit: Audit | None, judgement: Judgement | None = None
) -> list[str]:
    """One line of play from the deal to the tokens, or to the move that the rules forbid."""
    lines: list[str] = [""]
    if replay.deal is not None:
        lines += _deal(face, replay.deal, replay.players)
        lines.append("")
    for trick in replay.tricks:
        lines += _trick(face, trick, replay)
    if replay.settlement:
        lines += ["", face.paint(face.t("Settlement"), "bold")]
        lines += payment_lines(face, replay.settlement, replay.players)
    if replay.illegal is not None:
        lines += [*([""] if replay.tricks else []), *illegal_lines(face, replay.illegal)]
    lines += [*_came_to(face, replay), "", *_amounts(face, replay)]
    if audit is not None:
        lines += audit_lines(face, audit, replay.players)
        if judgement is not None:
            lines += judgement_lines(face, judgement, audit, replay)
    return [*lines, *_expected(face, replay)]


def _deal(face: Face, deal: Deal, players: Sequence[str]) -> list[str]:
    dealer = face.strong(players[deal.dealer])
    lines = wrap(
        face.t("{player} deals; skat {cards}", player=dealer, cards=face.cards(deal.skat)), face.width
    )
    if "tout" in deal.announce:
        lines.append(face.t("{player} announces Tout", player=dealer))
    for seat in declaring_order(deal.dealer, len(deal.declarations)):
        words = ", ".join(face.said(each.said) for each in deal.declarations[seat]) or face.t("pass")
        lines += wrap(f"{face.strong(players[seat])}: {words}", face.width, _INDENT, _DEEPER)
    for seat, fault in deal.faults:
        text = f"{face.name(players[seat])}: {_fault(face, fault)}"
        lines += [face.paint(line, "bad") for line in wrap(text, face.width, _INDENT, _DEEPER)]
    return lines + payment_lines(face, deal.payments, players)


def declaring_order(dealer: int, seats: int) -> list[int]:
    """The seats in the order they declare."""
    return [(dealer + step) % seats for step in range(seats)]


def _fault(face: Face, fault: DeclarationFault) -> str:
    said = "" if fault.said is None else face.said(fault.said.said)
    held = "" if fault.required is None else face.said(fault.required.said)
    if not said:
        return face.t("did not declare {held}", held=held)
    if not held:
        return face.t("declared {said} without holding it", said=said)
    return face.t("declared {said}, but holds {held}", said=said, held=held)


def _trick(face: Face, trick: PlayedTrick, replay: Replay) -> list[str]:
    number = face.t("Trick {number}", number=f"{trick.number:>2}")
    cards = _laid(face, trick, replay.players)
    if trick.winner is not None:
        cards += f" {face.arrow} {face.strong(replay.players[trick.winner])}"
    lines = wrap(cards, face.width, f"{face.paint(number, 'dim')}  ", _DEEPER)
    for event in trick.events:
        lines += [face.paint(line, "dim") for line in _event(face, event, replay.players)]
    lines += unsettled_lines(face, trick.unsettled)
    return lines + payment_lines(face, trick.payments, replay.players)


def _laid(face: Face, trick: PlayedTrick, players: Sequence[str]) -> str:
    cards = [
        f"{face.name(players[each.seat], 12)}{GLUE}{face.card(each.card, each.names)}" for each in trick.laid
    ]
    return "  ".join(cards)


def _event(face: Face, event: Action, players: Sequence[str]) -> list[str]:
    """What was said in a trick, and the irregular; the cards themselves stand above."""
    player = face.name(players[event.by])
    card = "" if event.card is None else face.card(event.card)
    suit = "" if event.suit is None else face.suit(event.suit)
    text = {
        ActionKind.PLAY: _irregular(face, event, player, card, suit),
        ActionKind.DEMAND: face.t("{player} demands the Fool", player=player),
        ActionKind.TAKE_BACK: face.t("{player} takes {card} back", player=player, card=card),
        ActionKind.VOID: face.t("{player} has no {suit}", player=player, suit=suit),
        ActionKind.LOST_RIGHT: face.t("{player} has lost the right to name", player=player),
        ActionKind.CLAIM: face.t(
            "{player} claims the right to name and names {suit}", player=player, suit=suit
        ),
        ActionKind.NAMING: face.t("{player} names {suit}", player=player, suit=suit),
    }[event.kind]
    if not text:
        return []
    return wrap(f"{text} [{event.clause}]" if event.clause else text, face.width, _DEEPER)


def _irregular(face: Face, event: Action, player: str, card: str, suit: str) -> str:
    """What was wrong with a card that stayed on the table; nothing for most of them."""
    match event.clause:
        case "irregularity.premature-play":
            return face.t("{player} plays {card} before his turn", player=player, card=card)
        case "irregularity.unfollowable-name":
            return face.t("{player} names {suit}, which nobody else can follow", player=player, suit=suit)
        case _:
            return ""


def outcome_list(face: Face, replay: Replay) -> list[str]:
    """What the hand came to, the grave things first."""
    outcome, players = replay.outcome, replay.players
    if outcome is None:
        return []
    named = [
        (marked("Tout for {player}"), outcome.tout),
        (marked("Nolo for {player}"), outcome.nolo),
        (marked("king Ultimo for {player}"), outcome.king_ultimo),
        (marked("Pagat Ultimo for {player}"), outcome.pagat_ultimo),
    ]
    words = [face.t(text, player=face.strong(players[seat])) for text, seat in named if seat is not None]
    if outcome.ultimo is None:
        words.append(face.t("last trick to {player}", player=face.strong(players[outcome.last_trick])))
    if outcome.bagud:
        behind = face.both([face.strong(players[seat]) for seat in outcome.bagud])
        words.append(face.t("Bagud for {players}", players=behind))
    return words


def _came_to(face: Face, replay: Replay) -> list[str]:
    if replay.missing is not None:
        missing = face.said(replay.missing)
        return ["", *wrap(face.t("The line stops here: {missing}", missing=missing), face.width, "", _INDENT)]
    if replay.outcome is None:
        return []
    text = face.t("Outcome: {words}.", words="; ".join(outcome_list(face, replay)))
    return ["", *wrap(text, face.width, "", _INDENT)]


def _amounts(face: Face, replay: Replay) -> list[str]:
    """Tokens, tricks and points as a table, and the pots before and after."""
    rows: list[tuple[str, Sequence[int | None]]] = []
    tokens = face.t("tokens")
    if replay.points is not None:
        rows.append((face.t("points"), replay.points))
    if any(number is not None for number in replay.tricks_won):
        rows.append((face.t("tricks"), replay.tricks_won))
    label = max(visible(name) for name in (tokens, *(name for name, _ in rows)))
    widths = token_widths(face, replay.players, label)
    lines = [token_head(face, replay.players, widths), token_row(face, tokens, replay.tokens, widths)]
    lines += [_plain_row(name, amounts, widths) for name, amounts in rows]
    before, after = replay.pots_before, replay.pots_after
    pots = [
        face.t("king pot {before} {arrow} {after}", before=before.king, arrow=face.arrow, after=after.king),
        face.t(
            "Pagat pot {before} {arrow} {after}", before=before.pagat, arrow=face.arrow, after=after.pagat
        ),
    ]
    return [*lines, *wrap(f" {face.dot} ".join(pot.replace(" ", GLUE) for pot in pots), face.width)]


def _plain_row(name: str, amounts: Sequence[int | None], widths: list[int]) -> str:
    cells = ["-" if amount is None else str(amount) for amount in amounts]
    padded = [pad(text, width, ">") for text, width in zip(cells, widths[1:], strict=False)]
    return "  ".join([pad(name, widths[0]), *padded])


def _differs(face: Face, mismatch: Mismatch) -> str:
    expected, got = _value(face, mismatch.expected), _value(face, mismatch.got)
    key = mismatch.key.replace("_", GLUE)
    return face.t("{key}: expected {expected}, got {got}", key=key, expected=expected, got=got)


def _value(face: Face, value: object) -> str:
    """A name, several, amounts by name, or nobody."""
    if isinstance(value, Mapping):
        return ", ".join(f"{face.name(str(key))} {amount}" for key, amount in value.items())
    if isinstance(value, tuple | list):
        return ", ".join(face.name(str(name)) for name in value) or face.t("nobody")
    return face.t("nobody") if value is None else face.name(str(value))


def _expected(face: Face, replay: Replay) -> list[str]:
    if replay.mismatches is None:
        return []
    if not replay.mismatches:
        return ["", face.paint(face.t("As expected."), "good")]
    lines = ["", face.paint(face.t("Not as expected:"), "bad")]
    for mismatch in replay.mismatches:
        lines += wrap(_differs(face, mismatch), face.width, _INDENT, _DEEPER)
    return lines
