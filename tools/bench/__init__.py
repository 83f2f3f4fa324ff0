"""The bench: Fracas of today and version 0.1.0, pure and compiled, beside others who do the like. For `make bench`."""
