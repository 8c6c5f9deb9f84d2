"""Fits the values of open paths, with which the hardware's memory is initialised, to games of its search."""
