"""`python -m carcassonne` is the command `carcassonne`."""

from carcassonne.cli import main

if __name__ == "__main__":
    main()
