"""How fast the search is: seeded deals, standard questions, node counts and a plain solver to compare with.

``PYTHONPATH=tests:tools python -P -m bench --help`` says what can be measured. Node counts of one build are
reproducible to the last digit; times are not, so compare them by ratio and within one run.
"""

from bench.deals import BenchDeal, club_deal, strong_deal, uniform_deal
from bench.questions import KINDS, BenchRequest, asked, standard

__all__ = [
    "KINDS",
    "BenchDeal",
    "BenchRequest",
    "asked",
    "club_deal",
    "standard",
    "strong_deal",
    "uniform_deal",
]
