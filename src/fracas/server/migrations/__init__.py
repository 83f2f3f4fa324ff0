"""How the database came to look as it does; run whenever a server starts."""
