"""Python that runs beside pyrules in the site's worker: requests in, HTML out."""
