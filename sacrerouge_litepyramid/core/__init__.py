"""What all rooms share: texts, units, judgements, names of arguments, threads; no files, no SacreROUGE, no model."""
