"""The hardware player compiled into a cycle-accurate native program."""
