"""Make true statements false by one edit, to train presence models and to test them."""
