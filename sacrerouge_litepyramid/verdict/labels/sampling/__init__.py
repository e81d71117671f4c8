"""Plan which units to label, and estimate systems' scores from annotators and a judge."""
