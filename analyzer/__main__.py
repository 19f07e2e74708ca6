"""`python -m analyzer`: the same as `tarok-analyze`."""

import sys

from analyzer.cli.main import main

sys.exit(main())
