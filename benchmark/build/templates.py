"""Every word of a question, in fixed English. Who changes it raises TEMPLATES_VERSION.

The paper fixes the tasks, not the wording. Ours names PrimeKG as the authority (gold is what the graph
records, not what is medically right), says the type of an entity where another type may share its name, and
puts names into quotation marks.
"""

TEMPLATES_VERSION = "1"

GRAPH = "the PrimeKG knowledge graph"
YES, NO = "yes", "no"

# What a triple says, as a statement about its head and tail.
STATEMENTS = {
    "disease_protein": 'The disease "{head}" is associated with the gene or protein "{tail}".',
    "contraindication": 'The drug "{head}" is contraindicated for the disease "{tail}".',
    "indication": 'The drug "{head}" is indicated for the disease "{tail}".',
    "off-label use": 'The drug "{head}" is used off-label for the disease "{tail}".',
    "disease_disease": 'The diseases "{head}" and "{tail}" are directly linked '
    "as broader and narrower disease, in either order.",
    "disease_phenotype_positive": 'The disease "{head}" presents with the phenotype "{tail}".',
    "exposure_disease": 'The exposure "{head}" is linked to the disease "{tail}".',
}
# The first hop of R1 and R2.
HOPS = {
    "indication": "is indicated for",
    "contraindication": "is contraindicated for",
    "off-label use": "is used off-label for",
}


def entity_typing(name: str) -> str:
    """ET."""
    return f'Which entity type does {GRAPH} give to "{name}"?'


def entity_clustering() -> str:
    """EC; the entities are the options."""
    return (
        f"All of the following entities but one have the same entity type in {GRAPH}. "
        "Which one has a different type?"
    )


def fact_checking(relation: str, head: str, tail: str) -> str:
    """FC."""
    return f"Does {GRAPH} record the following? {STATEMENTS[relation].format(head=head, tail=tail)}"


def relation_typing(relation: str) -> str:
    """RT; the options are type pairs."""
    return f'Which types of entities does the relation "{relation}" link in {GRAPH}?'


def type_pair(head_type: str, tail_type: str) -> str:
    """An option of RT."""
    return f"{head_type} → {tail_type}"


def relation_prediction(drug: str, disease: str, *, several: bool) -> str:
    """RP."""
    ask = "Which relations does" if several else "Which relation does"
    return f'{ask} {GRAPH} record between the drug "{drug}" and the disease "{disease}"?'


def two_hop(drug: str, relation: str, disease_a: str, disease_b: str) -> str:
    """The scaffold R1 and R2 share: two facts of the graph."""
    return (
        f'In {GRAPH}, the drug "{drug}" {HOPS[relation]} the disease "{disease_a}", '
        f'and the disease "{disease_a}" is directly linked to the disease "{disease_b}".'
    )


def verification(drug: str, disease_b: str) -> str:
    """R1, after the scaffold."""
    return (
        "Does the graph also record an indication, a contraindication or an off-label use "
        f'between the drug "{drug}" and the disease "{disease_b}"?'
    )


def selection(drug: str, disease_b: str, *, several: bool) -> str:
    """R2, after the scaffold."""
    ask = "Which relations does" if several else "Which relation does"
    return f'{ask} the graph record between the drug "{drug}" and the disease "{disease_b}"?'


def entity_selection(disease: str) -> str:
    """ES; the options are drugs."""
    return f'Which of these drugs does {GRAPH} record as indicated for the disease "{disease}"?'


def with_evidence(question: str, evidence: str) -> str:
    """R1+E and R2+E: the question, then the evidence blocks."""
    return f"{question}\n\nEvidence:\n\n{evidence}"
