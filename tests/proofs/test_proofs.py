"""The proofs that take seconds; `make proofs` checks all."""

import pytest

from tests.proofs.catalogue import PROOFS
from tests.proofs.prover import Mutant, ProofError, Spec, check


@pytest.mark.parametrize("proof", [proof for proof in PROOFS if proof.quick], ids=lambda proof: proof.name)
def test_proof(proof):
    check(proof)


@pytest.mark.parametrize("proof", PROOFS, ids=lambda proof: proof.name)
def test_every_mutant_can_be_planted(proof):
    assert proof.mutants
    whole = proof.spec(None).to_rtlil()
    for mutant in proof.mutants:
        assert proof.spec(mutant).to_rtlil() != whole


def test_a_mutant_needs_one_place():
    with pytest.raises(ProofError, match=r"must occur once in timer\.py: 'no such text'"):
        Spec(Mutant("timer", "no such text", "")).hardware("timer")
