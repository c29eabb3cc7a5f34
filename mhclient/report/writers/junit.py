"""A report as JUnit XML for build servers: a suite per run, with a case over all items,
and one per task where there are several.

Valid by the schema that Jenkins and others read (jenkinsci/xunit-plugin, junit-10.xsd).
"""

import re
from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from mhclient.report.summary import Figures, Summary
from mhclient.show.cells import percent

# What XML 1.0 cannot hold (section 2.2), not even escaped.
_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def as_junit(summaries: Sequence[Summary], fail_under: float | None = None) -> bytes:
    """The report as XML.

    Args:
        fail_under: accuracy in percent below which a run's case over all items has failed.
    """
    suites = Element("testsuites", name="mhclient")
    for summary in summaries:
        _add_suite(suites, summary, fail_under)
    indent(suites)
    return bytes(tostring(suites, encoding="utf-8", xml_declaration=True)) + b"\n"


def _add_suite(suites: Element, summary: Summary, fail_under: float | None) -> None:
    problem = short_of(summary, fail_under)
    tasks = list(summary.tasks.items()) if len(summary.tasks) > 1 else []  # one task is all items
    failed = problem is not None and not summary.partial
    counts = {"tests": len(tasks) + 1, "failures": int(failed), "errors": int(summary.partial)}
    attributes = {"name": _plain(summary.run_id), **{name: str(n) for name, n in counts.items()}}
    suite = SubElement(suites, "testsuite", attributes)
    for task, figures in tasks:
        _add_case(suite, summary, f"accuracy of {task}", figures)
    case = _add_case(suite, summary, "accuracy", summary.overall)
    if problem is not None:
        kind = "error" if summary.partial else "failure"
        SubElement(case, kind, type="partial" if summary.partial else "accuracy", message=_plain(problem))


def _add_case(suite: Element, summary: Summary, name: str, figures: Figures) -> Element:
    case = SubElement(suite, "testcase", classname=_plain(summary.run_id), name=_plain(name), time="0")
    SubElement(case, "system-out").text = _plain(", ".join(_figures(figures)))
    return case


def _figures(figures: Figures) -> Iterator[str]:
    accuracy = figures.accuracy
    yield f"accuracy {percent(accuracy.accuracy)} %"
    if figures.estimate.ci95 is not None:
        low, high = figures.estimate.ci95
        yield f"95 % interval {percent(low)} to {percent(high)}"
    yield f"n {accuracy.n} of {accuracy.n_planned}"
    yield f"unread {accuracy.n_unread}"


def short_of(summary: Summary, fail_under: float | None) -> str | None:
    """Why a run does not pass: items are missing, or its accuracy is too low; None where it does.

    Without a bound, only missing items count.
    """
    accuracy = summary.overall.accuracy
    if summary.partial:
        return f"{summary.run_id}: {accuracy.n:,} of {accuracy.n_planned:,} items have been asked."
    if fail_under is None or (accuracy.accuracy is not None and 100 * accuracy.accuracy >= fail_under):
        return None
    return f"{summary.run_id}: accuracy {percent(accuracy.accuracy)} % is below {fail_under:g} %."


def _plain(text: str) -> str:
    return _NOT_XML.sub("�", text)
