"""Train judges, the easiness regressor, and models of coherence and NLI.

Importing it registers trainable judges.
"""

from sacrerouge_litepyramid.registry import import_modules

import_modules(__name__)
