"""`experiment NAME`: the experiments of papers."""

GROUP = "training and research"
HELP = "Run a paper's experiment, such as reproduce or cross-validate (experiment --help lists them)"
