import pytest
from commands import run

from analyzer.rules.specs import load_ruleset

__all__ = ["run"]


@pytest.fixture
def danish():
    return load_ruleset("danish")


@pytest.fixture(params=["danish", "danish-1996", "danish-concise"])
def rules(request):
    """Each of the three Danish rule sets in turn."""
    return load_ruleset(request.param)
