"""Judges: models that give the probability that a summary states a unit.

Importing the package registers them. It imports `models` and below. `scoring` asks judges, and
`meta_evaluation` describes them.
"""

from sacrerouge_litepyramid.registry import import_modules

import_modules(__name__)
