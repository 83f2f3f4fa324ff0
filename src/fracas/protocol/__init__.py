"""The protocol: messages, replies, and the referee that answers one request of one seat; no streams, no terminal."""
