"""The rulesets that ship with Fracas, each readable alone."""
