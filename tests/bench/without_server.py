"""How fast the page without a server is, in processor seconds without a browser; run by `make page-bench`.

Each row is what a question adds to a start with Z3, in the page's Python and here.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from page.page_served import BUILT, Question, asked_in_wasm
from places import POSITIONS

from analyzer.api.board.dealing import DealRequest, deal
from analyzer.web.here import answered

PROP1 = (POSITIONS / "prop1.yaml").read_text(encoding="utf-8")
TIMES = 10
LONG = deal(DealRequest(tricks=12, seed=1)).to_text()
ROWS: dict[str, tuple[Question, int]] = {
    "the table of a link": (("table", {"position": PROP1}), TIMES),
    "two tricks, all values": (("worth", {"position": PROP1}), TIMES),
    "twelve tricks, all values": (("worth", {"position": LONG}), 1),
}
"""A question, and how often it is asked."""


def here(question: Question, times: int) -> float:
    """Processor seconds of it in this Python."""
    began = time.process_time()
    for _ in range(times):
        answered(question[0], json.dumps(question[1]), lambda *_: None)
    return time.process_time() - began


def there(question: Question, times: int) -> float:
    """Processor seconds of a start and of the question in the page's Python."""
    return asked_in_wasm([question] * times)[1]["seconds"]


def main() -> None:
    """Print a line for each."""
    begun = asked_in_wasm([])[1]["seconds"]
    print(f"{'until it can be asked':28}{begun:8.2f} s")
    for name, (question, times) in ROWS.items():
        wasm, native = (there(question, times) - begun) / times, here(question, times) / times
        print(f"{name:28}{wasm:8.3f} s{native:8.3f} s here{native / wasm:8.0%}")
    for name, size in json.loads((BUILT / "manifest.json").read_text())["first"].items():
        print(f"the first visit, {name:11}{size / 1e6:8.2f} MB")


if __name__ == "__main__":
    main()
