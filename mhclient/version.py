"""The program's version: in reports, in the store, and in requests' headers."""

__version__ = "0.2.0"
