"""Certificates: strategies that prove an answer, and the small checker, which knows no search."""

from analyzer.importing import let_call

let_call(__name__)
