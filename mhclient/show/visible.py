"""Text from models and files as text that can do nothing: for a terminal and for a page.

A completion may hold escape sequences that move the cursor, set the window's title or hide what stands beside
them, and characters that turn the direction of writing. Each is shown as a sign of its own, so the offsets of
spans stay what they are.
"""

import re

# Directional and invisible format characters (Unicode 16, "Bidi_Control" and "Default_Ignorable"), and
# separators that a terminal may take for a line's end.
_HARMLESS = {
    **{code: 0x2400 + code for code in range(0x20) if chr(code) not in "\n\t"},
    0x7F: 0x2421,
    **dict.fromkeys(range(0x80, 0xA0), 0xFFFD),
    **dict.fromkeys((0x00AD, 0x061C, 0x180E, 0x2028, 0x2029, 0xFEFF), 0x2426),
    **dict.fromkeys((*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070)), 0x2426),
    **dict.fromkeys(range(0xD800, 0xE000), 0xFFFD),
    **dict.fromkeys(range(0xE0000, 0xE0080), 0x2426),
}

_SPACE = re.compile(r"\s+")


def visible(text: str) -> str:
    """The text with one visible sign for every character that does something; of the same length.

    >>> visible("A\\x1b[2JB")
    'A␛[2JB'
    """
    return text.translate(_HARMLESS)


def one_line(text: str, width: int) -> str:
    """The beginning of a text on one line.

    >>> one_line("The answer\\n is  B", 12)
    'The answer …'
    """
    flat = _SPACE.sub(" ", visible(text[: 4 * width])).strip()
    return flat if len(flat) <= width and len(text) <= 4 * width else flat[: width - 1] + "…"
