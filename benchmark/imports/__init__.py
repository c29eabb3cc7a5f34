"""Questions that come from elsewhere: MentalBench's released files, and whatever file anybody has."""

from benchmark.imports.mentalbench import import_mentalbench
from benchmark.imports.own import Imported, import_questions, read_people_file
from benchmark.imports.problems import BadLines

__all__ = ["BadLines", "Imported", "import_mentalbench", "import_questions", "read_people_file"]
