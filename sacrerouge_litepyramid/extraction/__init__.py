"""Extract units from texts: extractors, the models they use, and sentence features.

Importing it registers them. It imports `models` and below. `metrics` and `training` use it.
"""

from sacrerouge_litepyramid.registry import import_modules

import_modules(__name__)
