"""Certificates: written, checked again from the text that was written, refused where one was falsified."""

from __future__ import annotations

import json
from pathlib import Path

from frozen.asking import WRITTEN, Case, asked, questions

ASKED = (
    ("positions/prop1.yaml", "ultimo", "A", "B"),
    ("positions/prop1.yaml", "ultimo", "A", "A"),
    ("positions/prop1.yaml", "last_trick", "A", "A"),
    ("positions/prop2.yaml", "bagud", "B", "B"),
    ("positions/fool-demand.yaml", "bagud", "A", "B"),
    ("positions/fool-naming-last.yaml", "ultimo", "B", "A"),
    ("positions/composed/one-card-wins-3-1-3.yaml", "ultimo", "C", "C"),
    ("positions/composed/one-card-wins-4-2-17.yaml", "ultimo", "A", "A"),
    ("positions/composed/one-card-saves-5-3-96.yaml", "bagud", "C", "C"),
    ("positions/composed/pagat-wins-5-5-115.yaml", "pagat_ultimo", "B", "B"),
    ("positions/composed/demand-decides-4-2-406.yaml", "ultimo", "B", "B"),
    ("positions/composed/demand-decides-4-2-406.yaml", "bagud", "B", "A,C"),
    ("positions/composed/naming-decides-4-2-44.yaml", "ultimo", "A", "A"),
)


def certificate_cases(folder: Path) -> list[Case]:
    """The certificates themselves, and what `certify` says of them as they are and with one thing changed."""
    writing = questions(
        [
            ("forced", file, "--goal", goal, "--for", player, "--by", by, "--certificate", WRITTEN)
            for file, goal, player, by in ASKED
        ]
    )
    certificates = [asked(case, folder).written for case in writing]
    checking = [case for found in certificates for case in _checked(found)]
    return [*writing, *checking]


def _checked(certificate: dict[str, object]) -> list[Case]:
    """The certificate, one that claims the opposite, one of another goal, one with a part missing each."""
    certify = [("certify", "-")]
    falsified = [
        certificate,
        certificate | {"holds": not certificate["holds"]},
        certificate | {"goal": "bagud" if certificate["goal"] != "bagud" else "ultimo"},
        *({key: part for key, part in certificate.items() if key != gone} for gone in certificate),
    ]
    cases = [case for text in falsified for case in questions(certify, json.dumps(text, indent=1) + "\n")]
    return [*cases, *questions([("certify", "-", "--max-nodes", "1")], json.dumps(certificate) + "\n")]
