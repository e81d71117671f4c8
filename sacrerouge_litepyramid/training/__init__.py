"""Training: judges, the easiness regressor, coherence and NLI models. Importing it registers trainable judges."""

from sacrerouge_litepyramid.registry import import_modules

import_modules(__name__)
