"""AllenNLP's annotators, which run in a worker process."""
