"""What is printed as the solution is the key of what was asked; what else is best there stands apart."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import Run, run
from pypdf import PdfReader

__all__ = ["run"]


@pytest.mark.parametrize("sought", ["pagat-wins", "one-card-wins", "one-card-saves", "no-bagud"])
def test_the_solution_of_a_composed_problem_is_its_key_and_no_other_answer(
    run: Run, tmp_path: Path, sought: str
) -> None:
    file = tmp_path / "b.pdf"
    ran = run("compose", sought, "--tricks", "3", "--seed", "1", "-o", str(file))
    assert ran.status == 0, ran.err
    text = "\n".join(page.extract_text() for page in PdfReader(file).pages)
    _, _, solution = text.partition("Solution\n")
    assert len(solution.split(". ")) == 1, solution
    assert "Best" not in text
