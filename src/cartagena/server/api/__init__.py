"""HTTP: the endpoints, the middleware around them, and problem documents."""
