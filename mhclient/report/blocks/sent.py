"""What was sent and by what it was answered: parameters, models served, replies that may not have ended."""

from collections.abc import Iterator

from mhclient.report.blocks.block import Block
from mhclient.report.loading.marks import sent_parameters, shown_parameters
from mhclient.report.summary import Finding, Summary
from mhclient.run.adopted import PROVIDER as ADOPTED
from mhclient.run.marks import Mark
from mhclient.show.counts import agreeing, counted


def sent_findings(summary: Summary) -> Iterator[Finding]:
    """Where the requests, or what answered them, were not the same throughout."""
    yield from _parameters(summary)
    yield from _served(summary)
    yield from _unfinished(summary)


def _parameters(summary: Summary) -> Iterator[Finding]:
    """Where a run was not sent as it was asked for, or not as most of the runs beside it."""
    run = summary.run
    asked, sent = shown_parameters(run.spec.parameters), sent_parameters(run)
    changed = [f"{name} {sent[name]} instead of {asked[name]}" for name in sent if sent[name] != asked[name]]
    if changed:
        text = f"The model refused some parameters: sent with {', '.join(changed)}."
        yield Finding("adapted_parameters", "overall", text)
    if Mark.OTHER_PARAMETERS in run.marks:
        listed = ", ".join(f"{name} {value}" for name, value in sent.items())
        text = f"Not sent with the same parameters as the other runs: {listed}."
        yield Finding("other_parameters", "overall", text)


def _served(summary: Summary) -> Iterator[Finding]:
    if len(summary.run.served) > 1:
        listed = ", ".join(f"{name} ({n})" for name, n in summary.run.served.items())
        text = f"The provider served more than one model under the name asked for: {listed}."
        yield Finding("several_models_served", "overall", text)
    if len(summary.run.fingerprints) > 1:
        listed = ", ".join(f"{name} ({n})" for name, n in summary.run.fingerprints.items())
        text = f"What served the model changed within the run, by its fingerprint: {listed}."
        yield Finding("fingerprint_changed", "overall", text)


def _unfinished(summary: Summary) -> Iterator[Finding]:
    """Replies of which nobody knows that they ended by themselves: what they say counts all the same."""
    if n := summary.run.broken_off:
        own = summary.run.spec.provider != ADOPTED
        again = f"; the run's command asks {agreeing(n, 'it', 'them')} again" if own else ""
        was, counts, it = (
            agreeing(n, "was", "were"),
            agreeing(n, "counts", "count"),
            agreeing(n, "it", "them"),
        )
        text = (
            f"{counted(n, 'reply')} {was} broken off by a failure of the provider, and {counts} as if the "
            f"model had written {it} so{again}."
        )
        yield Finding("broken_off", "overall", text)
    if n := summary.run.glued:
        yield Finding(
            "glued",
            "overall",
            f"The text of {counted(n, 'reply')} holds the model's commentary before the final answer, as "
            "versions up to 0.2.0 kept it; it is read as it was kept.",
        )
    if n := summary.run.unfinished - summary.run.broken_off:
        text = (
            f"For {counted(n, 'reply')} the provider does not say how {agreeing(n, 'it', 'they')} "
            f"ended. What {agreeing(n, 'it commits', 'they commit')} to counts, as in a reply that was cut; "
            f"--ask-again unfinished asks {agreeing(n, 'it', 'them')} again."
        )
        yield Finding("unfinished", "overall", text)


BLOCK = Block(findings=sent_findings)
