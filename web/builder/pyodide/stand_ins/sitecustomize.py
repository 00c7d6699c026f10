"""Imported by Python itself as soon as it can import anything: so nearly everything can come from the packs."""

import packs

packs.begin(__loader__)
