"""Where things lie in the checkout: the tests run against the installed package, the files lie here."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
POSITIONS = ROOT / "positions"
SHIPPED = tuple(sorted(POSITIONS.glob("*.yaml")))
CATALOGUES = ROOT / "analyzer" / "locale"
"""Where texts are translated; an installed package has them compiled alone."""
