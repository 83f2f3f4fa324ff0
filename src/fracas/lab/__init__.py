"""The lab: scripts, rulebooks, proofs and mass play over any ruleset; it names none."""
