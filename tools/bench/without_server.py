"""How fast the page without a server is, in processor seconds without a browser; run by `make page-bench`.

Each row is what a question adds to a start with Z3, in the page's Python and here.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time

from page.page_served import BUILT, HERE, Question, asked_in_wasm, built_for_node
from places import POSITIONS

from analyzer.api.board.deals import DealRequest, deal
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
SEARCH = """
import analyzer
whole = analyzer.loads(WHOLE)
searched = []
for _ in range(4):
    began = clock()
    try:
        a, b, _ = whole.players
        analyzer.forced(whole, "ultimo", player=b, by={a, b}, max_nodes=2_000_000)
    except analyzer.LimitReached as limit:
        searched.append(limit.nodes / (clock() - began) / 1e6)
print(max(searched))
"""
"""Millions of nodes that the core searches in a second of a whole hand; the best of four, as what is used
most is compiled anew meanwhile."""
START = "from analyzer.web.here import answered\nprint(clock())"


def here(question: Question, times: int) -> float:
    """Processor seconds of it in this Python."""
    began = time.process_time()
    for _ in range(times):
        answered(question[0], json.dumps(question[1]), lambda *_: None)
    return time.process_time() - began


def there(question: Question, times: int) -> float:
    """Processor seconds of a start and of the question in the page's Python."""
    return asked_in_wasm([question] * times)[1]["seconds"]


def printed_there(lines: str) -> float:
    """What lines of Python print in the page's Python, which has no Z3 yet."""
    node = shutil.which("node")
    assert node is not None
    with built_for_node() as built:
        return _printed(json.dumps(lines), node, str(HERE / "searched.mjs"), str(built))


def _printed(told: str, *command: str) -> float:
    ran = subprocess.run(command, input=told, text=True, capture_output=True, check=True)
    return float(ran.stdout)


def main() -> None:
    """Print a line for each."""
    print(f"{'until it can be asked':28}{printed_there(START):8.2f} s")
    begun = asked_in_wasm([])[1]["seconds"]
    print(f"{'the same, with Z3':28}{begun:8.2f} s")
    for name, (question, times) in ROWS.items():
        wasm, native = (there(question, times) - begun) / times, here(question, times) / times
        print(f"{name:28}{wasm:8.3f} s{native:8.3f} s here{native / wasm:8.0%}")
    search = SEARCH.replace("WHOLE", repr((POSITIONS / "whole-hand.yaml").read_text(encoding="utf-8")))
    here_too = f"from time import process_time as clock\n{search}"
    wasm, native = printed_there(search), _printed(here_too, sys.executable, "-")
    print(f"{'millions of nodes a second':28}{wasm:8.2f}  {native:8.2f}   here{wasm / native:8.0%}")
    for name, size in json.loads((BUILT / "manifest.json").read_text())["first"].items():
        print(f"the first visit, {name:11}{size / 1e6:8.2f} MB")


if __name__ == "__main__":
    main()
