"""Certificates as files: JSON with the position, the claim, and the strategist's move in every state.

    {"schema": "tarok-analyze/certificate/1", "position": "format: tarok-position/1 ...",
     "rules": {"ruleset": "danish", "variant": {}, "digest": "sha256:..."},
     "goal": "ultimo", "player": "A", "by": ["B"], "holds": true,
     "strategy": {"A*B*.A..CC.A.- B": "h#1"}, "digest": "sha256:..."}

The position is the text of a position file. The strategy has one entry for each state in which a player of
the winning side has a choice; :mod:`analyzer.certificates.claim` describes the notation of states and moves.
With an empty `strategy` there may be a `plan`, as :mod:`analyzer.certificates.plan` writes it. The digest
reveals a damaged file; the checker decides if the strategy proves the claim. `rules` are the rules that the
claim was found under, with the digest of what they decide; older certificates have none.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from analyzer.certificates.claim import GoalClaim
from analyzer.certificates.plan import Plan, PlanUnreadable, plan_json, read_plan
from analyzer.errors import Fault, InvalidFile, UsageError, Where, reason_of
from analyzer.fileio import opened
from analyzer.frozenrecord import Record
from analyzer.messages import Grouped, Message, Verbatim, quoted, say
from analyzer.position.files.writing import dumps
from analyzer.position.model import Position
from analyzer.position.question import PositionQuestion
from analyzer.position.reading import loads
from analyzer.rules.spec.shipped import ruleset_names
from analyzer.rules.spec.variants import split_named

SCHEMA: Final = "tarok-analyze/certificate/1"
RULES: Final = "rules"
PLAN: Final = "plan"
_EXPECTED: Final = say("expected a certificate")
_FORMAT: Final = re.compile(r"^format:\s*(tarok-[a-z]+/\d+)", re.MULTILINE)
MAX_BYTES: Final = 256_000_000
"""The size of the largest file that is read, in bytes."""

_KINDS: Final[Mapping[str, tuple[type, Message]]] = {
    "schema": (str, say("expected text")),
    "position": (str, say("expected the text of a position file")),
    "goal": (str, say("expected text")),
    "to_come": (bool, say("expected true if the position does not say what was won before")),
    "player": (str, say("expected the name of a player")),
    "by": (list, say("expected a list of players")),
    "holds": (bool, say("expected true or false")),
    "strategy": (dict, say("expected moves by state")),
    PLAN: (dict, say("expected lines by player")),
    "digest": (str, say("expected text")),
    RULES: (dict, say("expected the rule set, its variant and its digest")),
}
_RULES_KINDS: Final = {"ruleset": str, "variant": dict, "digest": str}


class Certificate(Record, frozen=True):
    """A position, a claim about it, and the strategy that proves the claim."""

    position: Position
    claim: GoalClaim
    strategy: Mapping[str, str]
    """The strategist's move by the shape of the state, both in the notation of a certificate."""
    sealed: bool = True
    """True if the digest of the file matched its content."""
    rules: Mapping[str, Any] | None = None
    """The rules that the claim was found under; None if the file does not name them."""
    plan: Plan | None = None
    """Lines to follow instead of a strategy."""

    def __str__(self) -> str:
        return dumps_certificate(self)

    @property
    def length(self) -> int:
        """The number of lines in its plan, or of moves in its strategy."""
        return len(self.strategy) if self.plan is None else self.plan.length

    @property
    def matches_rules(self) -> bool:
        """True if the claim names no rules, or the rules that the position is read with here."""
        return self.rules is None or self.rules == self.position.rules.identity


def dumps_certificate(certificate: Certificate) -> str:
    """Return the text of a certificate; each move of the strategy is on its own line."""
    position, claim = certificate.position, certificate.claim
    content: dict[str, Any] = {
        "schema": SCHEMA,
        "position": dumps(_bare(position)),
        RULES: position.rules.identity,
        "goal": str(claim.goal),
        **({"to_come": True} if claim.goal.to_come else {}),
        "player": position.players[claim.seat],
        "by": [position.players[seat] for seat in sorted(claim.by)],
        "holds": claim.holds,
        **_proof(certificate),
    }
    fields = [f"{_written(key)}: {_field(value)}" for key, value in content.items()]
    fields.append(f'"digest": {_written(digest_of(content))}')
    return "{" + ",\n ".join(fields) + "}\n"


def _proof(certificate: Certificate) -> dict[str, Any]:
    if certificate.plan is not None:
        return {"strategy": {}, PLAN: plan_json(certificate.plan, certificate.position.players)}
    return {"strategy": dict(certificate.strategy)}


def _field(value: object) -> str:
    if not isinstance(value, dict) or not value or value.keys() == _RULES_KINDS.keys():
        return _written(value)
    entries = ",\n".join(f"{_written(shape)}: {_written(word)}" for shape, word in value.items())
    return "{\n" + entries + "}"


def _written(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def digest_of(content: Mapping[str, Any]) -> str:
    """Return the digest of everything in a certificate except the digest itself."""
    bare = {key: value for key, value in content.items() if key != "digest"}
    text = json.dumps(bare, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return f"sha256:{hashlib.sha256(text.encode('ascii')).hexdigest()}"


def _bare(position: Position) -> Position:
    """Return the position without anything that no goal depends on; the pots and the title stay for readers.

    A rule set in a file is named by its full path. In a game of card points everything won before stays.
    """
    rules, _ = split_named(position.ruleset or position.rules.name)
    if rules not in ruleset_names():
        beside = Path(position.file).parent / rules
        rules = str((beside if beside.is_file() else Path(rules)).resolve())
    if position.pots is None:
        return replace(position, worlds=(), lines=(), ruleset=rules)
    return Position(
        rules=position.rules,
        players=position.players,
        hands=position.hands,
        lead=position.lead,
        trick=position.trick,
        pots=position.pots,
        fool_demand=position.fool_demand,
        title=position.title,
        source=position.source,
        ruleset=rules,
    )


def load_certificate(path: str) -> Certificate:
    """Read the certificate in a file; `-` is standard input.

    Raises: InvalidFile with every fault.
    """
    name = "<stdin>" if path == "-" else path
    try:
        with opened(path) as file:
            data = file.read(MAX_BYTES + 1)
        text = data.decode("utf-8")
    except (OSError, ValueError) as error:
        unread = say("the file cannot be read ({reason})", reason=reason_of(error))
        raise InvalidFile([Fault(unread, _EXPECTED, Where(name, 0, 0))]) from error
    if len(data) > MAX_BYTES:
        raise _invalid(
            name,
            say("the file is too large"),
            say("expected at most {number} {number:byte/bytes}", number=Grouped(MAX_BYTES)),
        )
    return loads_certificate(text, name)


def loads_certificate(text: str, file: str = "<text>") -> Certificate:
    """Read the certificate in a text; `file` is its name in messages.

    Raises: InvalidFile with every fault.
    """
    content = _object(text, file)
    _check_fields(content, file)
    position = loads(content["position"], f"{file}#position")
    if position.unseen is not None or not position.complete or position.tricks_left == 0:
        raise _invalid(
            file, say("nothing can be proven of this position"), say("expected one with every hand given")
        )
    claim = _claim(content, position, file)
    sealed = content["digest"] == digest_of(content)
    plan = _plan(content, position, claim, file)
    return Certificate(position, claim, content["strategy"], sealed, content.get(RULES), plan)


def _plan(content: Mapping[str, Any], position: Position, claim: GoalClaim, file: str) -> Plan | None:
    """Raises: InvalidFile with every fault of the plan."""
    if PLAN not in content:
        return None
    players = position.players
    who = [name for seat, name in enumerate(players) if claim.strategist(seat)]
    try:
        return read_plan(content[PLAN], players, who)
    except PlanUnreadable as wrong:
        faults = [_fault(file, each.message, each.expected) for each in wrong.faults]
        raise InvalidFile(faults) from wrong


def _object(text: str, file: str) -> dict[str, Any]:
    try:
        content = json.loads(text, object_pairs_hook=_without_twins)
    except json.JSONDecodeError as error:
        where = Where(file, error.lineno, error.colno)
        message = say("not valid JSON ({reason})", reason=Message(error.msg, {}))
        told = _FORMAT.search(text)
        expected = _EXPECTED
        if told is not None:
            message = say("the format is {word}", word=Verbatim(told[1]))
            expected = say("expected a certificate, as `forced --certificate OUT` writes it")
        raise InvalidFile([Fault(message, expected, where)]) from error
    except (ValueError, RecursionError) as error:
        deep = isinstance(error, RecursionError)
        reason = say("it is nested too deeply") if deep else reason_of(error)
        raise _invalid(file, say("this is not a certificate ({reason})", reason=reason), _EXPECTED) from error
    if not isinstance(content, dict):
        raise _invalid(file, say("this is not a JSON object"), _EXPECTED)
    return content


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        # The first key that comes back is named; counting each anew would take a long file minutes.
        times = Counter(key for key, _ in pairs)
        raise ValueError(say("duplicate key {key}", key=quoted(next(key for key in found if times[key] > 1))))
    return found


def _check_fields(content: Mapping[str, Any], file: str) -> None:
    """Raises: InvalidFile for keys that are missing, unknown or of the wrong kind, with all of them."""
    if content.get("schema") != SCHEMA:
        told = say("`{key}` is missing", key=Verbatim("schema"))
        if "schema" in content:
            told = say("the schema is {schema}", schema=Verbatim(json.dumps(content["schema"])))
        raise _invalid(file, told, say("expected {schema}", schema=Verbatim(SCHEMA)))
    faults = [
        _fault(file, say("`{key}` is missing", key=Verbatim(key)))
        for key in _KINDS
        if key not in {*content, RULES, PLAN, "to_come"}
    ]
    if PLAN in content and content.get("strategy"):
        both = say("`{key}` and `{other}` are both given", key=Verbatim("strategy"), other=Verbatim(PLAN))
        faults.append(_fault(file, both, say("expected an empty strategy with a plan")))
    faults += [
        _fault(file, say("`{key}` is not known", key=Verbatim(key))) for key in content if key not in _KINDS
    ]
    for key, (kind, expected) in _KINDS.items():
        if key in content and not isinstance(content[key], kind):
            faults.append(_fault(file, say("`{key}` cannot be read", key=Verbatim(key)), expected))
    words = content.get("strategy")
    if isinstance(words, dict) and not all(isinstance(word, str) for word in words.values()):
        faults.append(_fault(file, say("a move of `strategy` cannot be read"), say("expected text")))
    rules = content.get(RULES)
    if isinstance(rules, dict) and {key: type(part) for key, part in rules.items()} != _RULES_KINDS:
        unread = say("`{key}` cannot be read", key=Verbatim(RULES))
        faults.append(_fault(file, unread, _KINDS[RULES][1]))
    if faults:
        raise InvalidFile(faults)


def _claim(content: Mapping[str, Any], position: Position, file: str) -> GoalClaim:
    """Return the claim, if it may be asked of the position. Raises: InvalidFile if it may not."""
    by = [str(name) for name in content["by"]]
    if len(set(by)) < len(by):
        raise _invalid(file, say("a player appears twice in `by`"))
    try:
        claim = PositionQuestion.from_position(position).claim(content["goal"], content["player"], by)
    except UsageError as refused:
        raise _invalid(file, refused.message, refused.expected) from refused
    if content.get("to_come", claim.goal.to_come) is not claim.goal.to_come:
        told = say("the position does not say this: {goal}", goal=claim.goal.name_message)
        raise _invalid(file, say("`{key}` is not as the position has it", key=Verbatim("to_come")), told)
    seats = frozenset(seat for seat in range(len(position.players)) if claim.by >> seat & 1)
    return GoalClaim(claim.goal, claim.seat, seats, content["holds"], position.pots is None)


def _fault(file: str, message: Message, expected: Message | None = None) -> Fault:
    return Fault(message, expected, Where(file, 1, 1))


def _invalid(file: str, message: Message, expected: Message | None = None) -> InvalidFile:
    return InvalidFile([_fault(file, message, expected)])
