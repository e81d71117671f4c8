"""The papers' experiments; only `cli` imports them."""
