"""Many answers as a pandas table, if pandas is installed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct, structs

from analyzer.arguments import checked_arguments, kind_of
from analyzer.errors import UsageError, install
from analyzer.messages import say
from analyzer.pythonanswer import PythonAnswer

if TYPE_CHECKING:
    from pandas import DataFrame


@checked_arguments
def table(answers: Iterable[PythonAnswer | Mapping[str, Any]]) -> DataFrame:
    """Return many answers as a `pandas.DataFrame`: a row for each, a column for each key of its `to_dict()`.

    Answers may be about any question, and `ForcedMany` and the other arrays of answers are accepted too. A
    key within a key becomes a column such as `guarantee.A`; a list stays one value.

    >>> import analyzer
    >>> position = analyzer.load("positions/prop1.yaml")
    >>> asked = [analyzer.forced(position, player=name) for name in position.players]
    >>> print(analyzer.table(asked)[["player", "goal", "holds"]].to_string(index=False))
    player   goal  holds
         A ultimo  False
         B ultimo  False
         C ultimo  False

    Raises: UsageError if pandas is not installed.
    """
    try:
        from pandas import DataFrame  # noqa: PLC0415 - an extra
    except ImportError:
        told = say("a table of answers needs pandas")
        raise UsageError(told, install("tables")) from None
    return DataFrame([dict(_flat(each)) for each in answers])


def _flat(answer: Any) -> Iterator[tuple[str, Any]]:
    """Yield the keys of an answer; a nested key comes after the name of its parent."""
    if isinstance(answer, PythonAnswer):
        answer = answer.to_dict()
    elif isinstance(answer, Struct):
        answer = structs.asdict(answer)
    if not isinstance(answer, Mapping):
        raise TypeError(f"a table is made of answers, not of {kind_of(answer)}")
    for key, value in answer.items():
        if isinstance(value, Mapping) and value:
            yield from ((f"{key}.{inner}", told) for inner, told in _flat(value))
        else:
            yield key, value
