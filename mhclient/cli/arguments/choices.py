"""Names that options choose among. Their rooms are too heavy to import for a help text; a test compares."""

SEED_LISTS = ("psychiatric-42",)  # benchmark.build.seeds.SHIPPED
SCOPES = ("graph", "slice")  # benchmark.Scope
MULTI_USAGES = ("exclude", "ask")  # benchmark.MultiUsage
EXPORT_FORMATS = ("parquet", "hf", "inspect", "lm-eval")  # benchmark.exchange.EXPORTERS
DESCRIPTION_FORMATS = ("markdown", "latex", "html")  # benchmark.describe.WRITERS
ENDINGS = ("cut", "filtered", "empty", "unfinished", "errors")  # cache.ASKABLE_AGAIN
CLUSTERS = ("entity", "triple", "item")  # mhclient.figures.clusters.ClusterBy
OUTCOMES = (  # parsers.Outcome, less the answer
    *("ambiguous", "out_of_range", "refusal", "filtered", "no_answer", "truncated", "empty"),
)
TABLES = (  # mhclient.report.tables.TABLES
    *("decisions", "accuracy", "groups", "outcomes", "strictness", "letters", "shares", "calibration"),
    *("averages", "coverage", "relations", "entities", "evidence", "sets", "disorders", "confusions"),
    *("raters", "reader"),
)
