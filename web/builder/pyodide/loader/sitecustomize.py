"""Python imports this module first, so nearly all other modules come from the packs."""

import packs

packs.begin(__loader__)
