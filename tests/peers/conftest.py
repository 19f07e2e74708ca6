"""Games of other programs are replayed where these are installed; they have wheels for few machines."""

from __future__ import annotations

from importlib.util import find_spec

_TESTS = {"pyspiel": "test_openspiel.py", "tarot": "test_french_tarot.py"}
"""Each module of another program, and the test that needs it."""

collect_ignore = [test for module, test in _TESTS.items() if find_spec(module) is None]
