"""`python -m puzzlery` is the command line."""

import sys

from puzzlery.cli import main

sys.exit(main())
