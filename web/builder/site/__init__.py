"""The pages, scripts and assets of the site, and the checks before it is published."""
