"""`python -m infoset` is the command `infoset`."""

import sys

from infoset.cli import main

sys.exit(main())
