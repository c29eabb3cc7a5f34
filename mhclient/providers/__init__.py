"""Providers: whom to ask. One file each; `base` says what one is, `registry` finds them by name."""
