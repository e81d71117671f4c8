import pytest

pytest.importorskip("transformers", reason="needs torch and transformers")

from nli_costs import compute_cost_per_1000_summaries, count_model_flops, enlarge_groups, measure_peak_flops

from sacrerouge_litepyramid.core.pairs import Group, unique

GROUPS = [Group("one", ("a", "b")), Group("two", ("c",))]


def test_operations_are_those_of_the_matrices() -> None:
    sizes = {"hidden_size": 2, "intermediate_size": 3, "num_hidden_layers": 5}
    # a layer: 4 * 2 * 2 + 2 * 2 * 3 = 28 weights, 2 operations each for a token; attention 4 n n h
    assert count_model_flops(sizes, [1, 3]) == 5 * (2 * 28 * 4 + 4 * 2 * (1 + 9))


def test_torch_counts_the_same_operations() -> None:
    import torch
    from torch.utils.flop_counter import FlopCounterMode
    from transformers import RobertaConfig, RobertaModel

    sizes = {"hidden_size": 16, "intermediate_size": 24, "num_hidden_layers": 2}
    config = RobertaConfig(vocab_size=10, num_attention_heads=2, attn_implementation="eager", **sizes)
    model = RobertaModel(config, add_pooling_layer=False).eval()
    with FlopCounterMode(display=False) as counter, torch.no_grad():
        model(torch.full((1, 7), 5))
    assert counter.get_total_flops() == count_model_flops(sizes, [7])


def test_enlarged_groups_are_distinct_and_enough() -> None:
    assert enlarge_groups(GROUPS, 3) == GROUPS
    many = enlarge_groups(GROUPS, 20)
    assert len(unique(many)[0]) == len(many)
    assert 20 <= sum(len(group.units) for group in many) < 22


def test_the_cost_of_summaries() -> None:
    assert compute_cost_per_1000_summaries(GROUPS, 10) == {
        "pairs_per_1000_summaries": 1500,
        "seconds_per_1000_summaries": 150,
    }


def test_a_peak_is_known_but_for_int8() -> None:
    assert (measure_peak_flops("cpu", "fp32", seconds=0.05) or 0) > 1e8
    assert measure_peak_flops("cpu", "int8") is None
