"""The web table: rooms of encounters kept in a database and played over HTTP and WebSocket.

Nothing here knows a rule: the engine referees, `fracas.protocol` puts it into messages, and this package keeps,
shows and guards.
"""
