"""What stands above single answers: files, paper, the page's table, Python's names.

Imported module by module where it is asked for; see :mod:`analyzer.importing`.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from analyzer.api import board, files, paper  # noqa: F401
else:
    from analyzer.importing import modules_of

    __getattr__ = modules_of(__name__)
