"""The forms a report is written in: terminal, text for files, rows for programs."""
