"""`train NAME`: what is fitted to labels, units or documents."""

GROUP = "training and research"
HELP = "Train a judge, the easiness regressor or a coherence model (train --help lists them)"
