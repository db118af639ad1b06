"""The kernel of stabilizer chains: slices, snapshots, and input that it must refuse."""

from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles import known_groups as known

from puzzlery._core import StabChain
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Report, drive

RUBIK = [p.data for p in known.rubik()]
CUBE7 = [p.data for p in known.cube(7)]


def facts(kernel: StabChain) -> tuple[list[int], list[int], list[bytes]]:
    return kernel.base(), kernel.orbit_sizes(), kernel.strong_generators()


def test_slices_do_not_change_the_result():
    whole, sliced = drive(StabChain(294, CUBE7, 3)), StabChain(294, CUBE7, 3)
    slices = 0
    while not sliced.run(0.05):
        slices += 1
    assert slices > 1
    assert facts(sliced) == facts(whole)


@pytest.mark.parametrize("slices", [0, 1, 5, 60])
def test_a_snapshot_goes_on_where_it_stood(slices):
    first = StabChain(294, CUBE7, 3)
    for _ in range(slices):
        first.run(0)
    second = StabChain(294, CUBE7, 3)
    second.restore(first.snapshot())
    assert facts(drive(second)) == facts(drive(first)) == facts(drive(StabChain(294, CUBE7, 3)))


def test_a_snapshot_of_a_proof_goes_on():
    data = [p.data for p in known.MATHIEU_24]
    first = StabChain(24, data, 1)
    first.prove()
    for _ in range(20):
        first.run(0)
    second = StabChain(24, data, 1)
    second.restore(first.snapshot())
    assert prod(drive(second).orbit_sizes()) == prod(drive(first).orbit_sizes()) == 244823040


@settings(max_examples=150)
@given(st.data())
def test_broken_snapshots_are_refused_or_harmless(data):
    """Whatever bytes are changed, nothing is read outside of an array."""
    kernel = StabChain(48, RUBIK, 0)
    for _ in range(6):
        kernel.run(0)
    snapshot = bytearray(kernel.snapshot())
    for _ in range(data.draw(st.integers(1, 4))):
        snapshot[data.draw(st.integers(0, len(snapshot) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(snapshot)) | st.just(len(snapshot)))
    other = StabChain(48, RUBIK, 0)
    try:
        other.restore(bytes(snapshot[:cut]))
    except ValueError:
        return
    other.run(5)


def test_snapshots_of_other_groups_are_refused():
    snapshot = drive(StabChain(48, RUBIK, 0)).snapshot()
    for other in (StabChain(48, RUBIK, 1), StabChain(294, CUBE7, 0)):
        with pytest.raises(ValueError, match="another group"):
            other.restore(snapshot)


def test_progress_names_the_phase():
    reports: list[Report] = []
    kernel = StabChain(294, CUBE7, 3)
    assert kernel.progress() == (0, None, "analysing")
    drive(kernel, progress=reports.append, slice_ms=0.05)
    assert "growing" in {report.note for report in reports}
    kernel.prove()
    assert kernel.progress()[2] == "proving"
    kernel.check(3)
    assert kernel.progress() == (0, 3, "checking")
    assert drive(kernel).progress()[2] == "finished"


def test_checking_adds_what_is_missing():
    kernel = StabChain(48, RUBIK, 0)
    kernel.check(20)
    assert prod(drive(kernel).orbit_sizes()) == 43252003274489856000


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (Permutation([0, 1]).data, "degrees differ"),
        (b"\x00\x00\x00\x00\x01\x00", "not a permutation"),
        (b"\x00\x00\x01\x00\x09\x00", "not a permutation"),
        (b"\x00", "degrees differ"),
    ],
)
def test_bad_generators_are_refused(bad, message):
    with pytest.raises(ValueError, match=message):
        StabChain(3, [bad], 0)


def test_bad_questions_are_refused():
    kernel = drive(StabChain(48, RUBIK, 0))
    with pytest.raises(ValueError, match="degrees differ"):
        kernel.holds_many(np.zeros((2, 47), dtype=np.uint16))
    with pytest.raises(ValueError, match="one digit"):
        kernel.element([0])
    with pytest.raises(ValueError, match="too large"):
        kernel.element([99] * len(kernel.base()))
    with pytest.raises(ValueError, match="too many points"):
        StabChain(65536, [], 0)


@pytest.mark.parametrize("filled", [False, True])
def test_what_is_no_permutation_is_not_contained(filled):
    kernel = drive(StabChain(48, RUBIK, 0))
    kernel.settle(filled)
    for fill in (b"\x00\x00", b"\xff\xff", b"\x05\x00"):
        assert not any(kernel.holds_many(np.frombuffer(fill * 48, dtype=np.uint16)[None]))
        assert kernel.digits(fill * 48) is None


def test_only_permutations_of_its_degree_are_judged_and_only_after_a_proof():
    kernel = drive(StabChain(48, RUBIK, 0))
    assert kernel.holds(known.rubik()[0]) is None
    kernel.settle(True)
    assert kernel.holds(known.rubik()[0]) is True
    for stranger in (Permutation.identity(47), 3, None, RUBIK[0]):
        assert kernel.holds(stranger) is None


def test_a_restored_chain_waits_for_its_proof_again():
    kernel = drive(StabChain(48, RUBIK, 0))
    kernel.settle(True)
    kernel.restore(kernel.snapshot())
    assert kernel.holds(known.rubik()[0]) is None
