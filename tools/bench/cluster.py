"""What a scheduler and the client cost: the same tasks by one worker, by two and by four.

    PYTHONPATH=tests:tools python -P -m bench.cluster

Needs the extra `cluster`. Tasks wait for a tenth of a second each in place of searching, so that what is
measured is handing them out and taking them back, on however busy a machine: the efficiency is the time of
one worker over that of all, times their number.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

TASKS = 100
SECONDS = 0.1


def waits(_number: int) -> int:
    """One task."""
    time.sleep(SECONDS)
    return 1


@contextmanager
def cluster(workers: int) -> Iterator[str]:
    """A scheduler on this machine with so many workers, each a process of one thread; its address."""
    with tempfile.TemporaryDirectory() as folder:
        said = Path(folder) / "scheduler.json"
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        program = [
            sys.executable,
            "-m",
            "distributed.cli.dask_scheduler",
            "--host",
            "127.0.0.1",
            "--port",
            "0",
        ]
        running = [subprocess.Popen([*program, "--no-dashboard", "--scheduler-file", str(said)], **quiet)]  # type: ignore[call-overload]
        try:
            while not said.exists():
                time.sleep(0.05)
            address = json.loads(said.read_text(encoding="utf-8"))["address"]
            worker = [
                sys.executable,
                "-m",
                "distributed.cli.dask_worker",
                address,
                "--nthreads",
                "1",
                "--no-nanny",
            ]
            running += [subprocess.Popen([*worker, "--no-dashboard"], **quiet) for _ in range(workers)]  # type: ignore[call-overload]
            yield address
        finally:
            for each in running:
                each.kill()
                each.wait()


def took(workers: int) -> float:
    """Seconds for all tasks, by so many workers that are there already."""
    from distributed import Client  # noqa: PLC0415 - an extra

    with cluster(workers) as address, Client(address) as client:
        client.wait_for_workers(workers, timeout=60)
        client.gather(client.map(waits, range(2 * workers), pure=False))
        started = time.monotonic()
        client.gather(client.map(waits, range(TASKS), pure=False))
        return time.monotonic() - started


def main() -> None:
    """Print what one worker takes, and what more take."""
    one = took(1)
    sys.stdout.write(f"{TASKS} tasks of {SECONDS} s: one worker {one:.2f} s\n")
    for workers in (2, 4):
        several = took(workers)
        sys.stdout.write(f"{workers} workers {several:.2f} s, efficiency {one / several / workers:.2f}\n")


if __name__ == "__main__":
    main()
