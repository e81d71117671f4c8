"""Edit true statements so that they become false, to train and test judges."""
