"""Make true statements false by one edit, to train judges and to test them."""
