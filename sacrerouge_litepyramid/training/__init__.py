"""Train judges, the easiness regressor, and models of coherence and NLI; mix SCUs with STUs.

Importing it registers trainable judges. It imports `metrics` and below. `experiments` and `cli` use
it.
"""

from sacrerouge_litepyramid.registry import import_modules

import_modules(__name__)
