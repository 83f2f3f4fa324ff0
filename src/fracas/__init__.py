"""Fracas referees tabletop role-playing encounters."""
