"""Reading files that strangers made, in a process of its own that can do nothing else and is ended when it takes too
much: pictures through Pillow, and maps in the Universal VTT form.

The child (`python -m fracas.server.reading WHAT`) gets the file on its standard input; `child.py` is the other side.
"""
