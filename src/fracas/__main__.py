"""`python -m fracas` is the command `fracas`."""

from fracas.cli import main

if __name__ == "__main__":
    main()
