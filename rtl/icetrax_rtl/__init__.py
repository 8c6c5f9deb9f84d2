"""The Trax player as hardware, written in Amaranth; knows no pins and nothing of the simulation or the host."""

__all__ = ["VERSION"]

VERSION = "0.1.0"
