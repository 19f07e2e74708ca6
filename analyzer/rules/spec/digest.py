"""The digest that distinguishes rule sets."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256

from analyzer.rules.spec.clause import Clause


def digest_of(clauses: Iterable[Clause]) -> str:
    """Return the digest of the content of clauses: kinds, parameters, standings and overrides.

    The order of the clauses, their wording and their sources are not in it.
    """
    decides = {
        each.id: [each.kind, each.standing.value, dict(each.parameters), sorted(each.overrides)]
        for each in clauses
    }
    text = json.dumps(decides, sort_keys=True, separators=(",", ":"))
    return f"sha256:{sha256(text.encode()).hexdigest()}"
