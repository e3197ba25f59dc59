"""HTTP: middleware, limits, errors and the API description."""
