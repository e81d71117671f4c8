"""AllenNLP's models, which run in a worker process. Importing the package registers them."""

from sacrerouge_litepyramid.registry import import_modules

import_modules(__name__)
