"""One table as its seats see it: commands, answers, events, questions, undo, odds and bots; no input or output."""
