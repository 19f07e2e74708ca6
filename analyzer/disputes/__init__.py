"""Disputes: a kind of dispute is a module, from what a file says to what is told; `table` names them all.

It knows the rules, the search and Z3, and no printer or language. Imported module by module where it is asked
for; see :mod:`analyzer.importing`.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from analyzer.disputes import (  # noqa: F401
        answer,
        deal,
        halfknown,
        payments,
        schema,
        session,
        shape,
        table,
        tricks,
        wording,
    )
else:
    from analyzer.importing import modules_of

    __getattr__ = modules_of(__name__)
