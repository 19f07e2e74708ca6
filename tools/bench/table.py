"""The results of `make bench` as a table.

    PYTHONPATH=tests:tools python -P -m bench.table build/bench.json

Times are processor time in ms, over the questions of a row; `left` counts searches that were given up.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

HEAD = (
    f"{'question':36}{'asked':>6}{'median':>11}{'p90':>11}{'max':>11}"
    f"{'nodes median':>14}{'p90':>12}{'all':>14}{'M/s':>6}{'left':>6}"
)


def main(path: str) -> None:
    """Print one line for each row."""
    sys.stdout.write(HEAD + "\n")
    for row in json.loads(Path(path).read_text(encoding="utf-8"))["benchmarks"]:
        stats, extra = row["stats"], row["extra_info"]
        times = (stats["median"], extra["seconds_p90"], stats["max"])
        sys.stdout.write(
            f"{row['param']:36}{stats['rounds']:6}"
            + "".join(f"{each * 1e3:11.3f}" for each in times)
            + f"{extra['nodes_median']:14,}{extra['nodes_p90']:12,}{extra['nodes']:14,}"
            f"{extra['nodes_per_second'] / 1e6:6.1f}{extra['unfinished']:6}\n"
        )


if __name__ == "__main__":
    main(sys.argv[1])
