"""`python -m autogm` is `autogm`."""

from autogm.cli import main

main()
