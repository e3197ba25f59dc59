"""The types of the HTTP API and of its event streams, shared by server and client."""
