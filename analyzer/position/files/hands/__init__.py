"""Readers of the hands of a position file: cards, contract, piles, tricks, result, and what is not known."""
