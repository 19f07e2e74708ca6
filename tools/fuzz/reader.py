"""Coverage-guided fuzzing of everything that reads files; `make fuzz` runs it with atheris.

    PYTHONPATH=tests:tools python -P -m fuzz.reader -max_total_time=300 CORPUS positions specs docs/studies

Into the first folder it writes what no file here holds: certificates, plans, diagrams. What is done with the
bytes stands in `targets.py`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["analyzer"]):
    from fuzz.targets import one_input, write_seeds

if __name__ == "__main__":
    corpus = next((each for each in sys.argv[1:] if not each.startswith("-")), None)
    if corpus is not None:
        write_seeds(Path(__file__).resolve().parents[2], Path(corpus))
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
