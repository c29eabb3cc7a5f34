"""Questions that come from elsewhere: MentalBench's released files, and whatever file anybody has."""

from benchmark.errors import BadLines
from benchmark.imports.mentalbench import import_mentalbench
from benchmark.imports.own import Imported, import_questions, read_people_file

__all__ = ["BadLines", "Imported", "import_mentalbench", "import_questions", "read_people_file"]
