"""Text from a file, a graph or a model, for a terminal."""


def printable(text: str) -> str:
    """The text without characters that move the cursor.

    >>> printable("a\\x1b[2Jb\\nc")
    'a\\\\u001b[2Jb c'
    """
    return "".join(char if char.isprintable() else _harmless(char) for char in text)


def _harmless(char: str) -> str:
    return " " if char.isspace() else f"\\u{ord(char):04x}"
