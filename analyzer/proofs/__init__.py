"""Clauses as formulas: disputes settled, claims about the rules proved or refuted, rule sets compared.

The only room that imports z3. It reads the same clauses as `analyzer.rules` does and never asks the
engine for a verdict; whatever Z3 finds is then held against the engine, and a difference is a bug
(:class:`~analyzer.errors.Mismatch`), never an answer.
"""
