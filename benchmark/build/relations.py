"""The seven relations of MHGraphBench, each in one direction (paper, section 3.1 and appendix A).

PrimeKG stores every edge in both directions under the same label, so the direction of a row says nothing;
here a relation's triples run from `head_type` to `tail_type`.
"""

from dataclasses import dataclass

DISEASE, DRUG, GENE = "disease", "drug", "gene/protein"
PHENOTYPE, EXPOSURE = "effect/phenotype", "exposure"


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation and the types it connects; a symmetric one puts the smaller name first."""

    name: str
    head_type: str
    tail_type: str

    @property
    def symmetric(self) -> bool:
        """Whether head and tail are interchangeable: then the lexicographically smaller name comes first."""
        return self.head_type == self.tail_type


RELATIONS: dict[str, Relation] = {
    relation.name: relation
    for relation in (
        Relation("disease_protein", DISEASE, GENE),
        Relation("contraindication", DRUG, DISEASE),
        Relation("indication", DRUG, DISEASE),
        Relation("off-label use", DRUG, DISEASE),
        Relation("disease_disease", DISEASE, DISEASE),
        Relation("disease_phenotype_positive", DISEASE, PHENOTYPE),
        Relation("exposure_disease", EXPOSURE, DISEASE),
    )
}
# The three relations between a drug and a disease, in the order in which the paper lists them as options.
USAGE = ("indication", "contraindication", "off-label use")
NONE = "none"
