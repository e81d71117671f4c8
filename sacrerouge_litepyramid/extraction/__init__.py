"""Extract units from texts: extractors, the models they use, and sentence features.

Importing it registers them.
"""

from sacrerouge_litepyramid.registry import import_modules

import_modules(__name__)
