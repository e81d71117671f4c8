"""FFCI: faithfulness, focus, coverage and coherence."""
