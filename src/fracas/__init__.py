"""Fracas referees tabletop role-playing encounters."""

__version__ = "0.3.0"
