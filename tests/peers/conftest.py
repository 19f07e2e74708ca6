"""Games of other programs are replayed where these are installed; they have wheels for few machines."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore = [] if find_spec("pyspiel") else ["test_openspiel.py"]
