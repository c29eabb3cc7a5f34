"""The full-screen browser of replies (Textual): made for 80×24 over ssh, usable by keyboard alone."""
