"""How fast and how strong the compiled hardware is, in figures that can be followed from change to change."""
