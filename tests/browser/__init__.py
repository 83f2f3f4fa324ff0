"""A package, so that what is made for all of its tests is ended when the last of them is done."""
