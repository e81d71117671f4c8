"""What all subpackages share: texts, units, judgements, arguments and threads; no files, no SacreROUGE, no model."""
