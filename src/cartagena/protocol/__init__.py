"""The types of the HTTP API and its event streams, shared by server and clients."""
