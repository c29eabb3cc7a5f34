"""Names that options choose among. Their rooms are too heavy to import for a help text; a test compares."""

SEED_LISTS = ("psychiatric-42",)  # benchmark.build.seeds.SHIPPED
SCOPES = ("graph", "slice")  # benchmark.Scope
MULTI_USAGES = ("exclude", "ask")  # benchmark.MultiUsage
GENERIC_DISEASES = ("keep", "mark", "leave-out")  # benchmark.build.settings.GenericDiseases
GENERATORS = ("mentalkg",)
CASE_TYPES = ("type1", "type2", "type3", "type4")  # benchmark.mentalkg.profiles.PROFILES
LABEL_SETS = ("released", "reordered", "experts")  # benchmark.labels.fit.SETS
LABEL_ORDERS = ("released", "corrected", "ignored")  # benchmark.labels.ratings.OrderUndone
LABEL_MODELS = ("hierarchical", "bt")  # benchmark.labels.fit.LabelModel
MENTAT_PARTS = ("eval", "shots", "all")  # benchmark.mentat.design.Part
DESCRIPTION_FORMATS = ("markdown", "latex", "html", "json", "csv")  # benchmark.describe.WRITERS
ENDINGS = ("cut", "filtered", "empty", "unfinished", "errors")  # cache.ASKABLE_AGAIN
ENTITIES = ("sample", "fixed")  # mhclient.figures.clustering.Entities
COVERAGE_ITEMS = ("all", "facts")  # mhclient.figures.coverage.CoverageItems
ASKS = ("write", "forced-choice", "generate", "logprobs")  # mhclient.run.spec.Ask
ANCHOR = "\\nAnswer:"  # mhclient.run.letter_forms.ANCHOR
DTYPES = ("bfloat16", "float16", "float32")
ENGINES = ("packed", "reference")
SIMULATED_MODELS = (  # mhclient.simulator.profiles.PROFILES
    *("sim-tidy", "sim-verbose", "sim-a-biased", "sim-refusing", "sim-reasoning", "sim-wavering"),
    *("sim-shortcut", "sim-even", "sim-turning", "sim-ordered", "sim-writer", "sim-checker"),
    *("sim-embedder", "sim-limited"),
)
DEFAULT_VARIANT = "letter-only"  # mhclient.ask.making.DEFAULT_VARIANT
MAX_TOKENS = 120  # mhclient.ask.making.MAX_TOKENS
STORE_ANYWAY_VARIABLE = "MHCLIENT_STORE_ANYWAY"  # what `cache.store_file` looks at; that import is not light
