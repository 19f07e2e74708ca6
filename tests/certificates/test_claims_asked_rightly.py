"""A certificate claims what may be asked, and nothing else is proven by it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from effort import part
from places import POSITIONS
from ruamel.yaml import YAML

import analyzer
from analyzer.answers.forced import certificate_of, claimed, searched
from analyzer.answers.requests import ForcedRequest, Means
from analyzer.certificates.certificate import digest_of, dumps_certificate, loads_certificate
from analyzer.certificates.checker import certify
from analyzer.errors import InvalidFile, UsageError
from analyzer.messages import Message
from analyzer.position.question import ForcingClaim, PositionQuestion
from analyzer.rules.score.goals import COUNTED, Aim

OF_SIDES = [
    *("appel-contract-defended", "french-contract-defended", "lhombre-half", "slovenian-king-ultimo"),
    *("slovenian-beggar-caught", "tapp-contract-defended", "grosstarock-partners-ultimo", "basic-partners"),
]
GOALS = [each.value for each in Aim if each not in COUNTED] + [f"{each.value}>=1" for each in COUNTED]
Content = dict[str, Any]


def certificates(path: Path) -> Iterator[Content]:
    """One of each of the first goals of an ending, as its file tells it."""
    position = analyzer.load(path)
    asking = PositionQuestion.from_position(position)
    for seat, goal in asking.keys(None, None)[:2]:
        request = ForcedRequest(goal=goal, player=seat)
        claim = claimed(position, request)
        found = searched(position, claim, Means(), line=False, sets=False)
        yield json.loads(dumps_certificate(certificate_of(position, claim, found, Means(), 5)))


def forged(content: Content) -> Iterator[Content]:
    """It with another player, goal, coalition, contract or declarer."""
    position = YAML(typ="safe").load(content["position"])
    players = position["players"]
    yield from (content | {"player": each} for each in (*players, "Nobody"))
    yield from (content | {"goal": each} for each in GOALS)
    yield from (content | {"by": each} for each in ([], players[:1], players[:2], players[1:], players))
    yield from (changed(content, position, declarer=each) for each in players)
    contracts = analyzer.loads(content["position"]).spec
    yield from (changed(content, position, contract=each) for each in contracts.contracts)
    yield content | {"holds": not content["holds"]}


def changed(content: Content, position: Content, **keys: str) -> Content:
    return content | {"position": json.dumps(position | keys)}


def asked(position: analyzer.Position, content: Content) -> ForcingClaim | Message:
    """What is claimed, as a question; or why it may not be asked."""
    try:
        return PositionQuestion.from_position(position).claim(
            content["goal"], content["player"], content["by"]
        )
    except UsageError as wrong:
        return wrong.message


@pytest.mark.parametrize("name", part(OF_SIDES, 3))
def test_a_forger_proves_only_what_may_be_asked_and_is_true(name: str) -> None:
    proven = refused = 0
    for content in certificates(POSITIONS / "endings" / f"{name}.yaml"):
        for each in forged(content):
            sealed = json.dumps(each | {"digest": digest_of(each)})
            try:
                position = analyzer.loads(each["position"])
            except InvalidFile:
                continue
            claim = asked(position, each)
            if isinstance(claim, Message):
                refused += 1
                with pytest.raises(InvalidFile) as found:
                    loads_certificate(sealed)
                assert claim in [fault.message for fault in found.value.faults]
                continue
            if certify(loads_certificate(sealed)).proven:
                proven += 1
                answer = searched(position, claim, Means(), line=False, sets=False)
                assert answer.holds is each["holds"], each
    assert proven
    assert refused


def test_a_defender_has_no_contract_that_a_certificate_could_prove() -> None:
    (content, *_) = certificates(POSITIONS / "endings" / "french-contract-defended.yaml")
    position = analyzer.loads(content["position"])
    defender = next(name for name in position.players if name != content["player"])
    other = content | {"player": defender}
    with pytest.raises(InvalidFile, match=f"the contract is not a matter of {defender}"):
        loads_certificate(json.dumps(other | {"digest": digest_of(other)}))
