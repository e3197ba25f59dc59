"""Tables in the browser, compared with those of the server."""
