"""The rules engine: pure, deterministic, and without a word of any ruleset."""
