"""Golden streams: one game of every preset, and every byte of what each viewer is sent.

`python -m tests.server.streams.golden` writes them again. Each message is shown as the fields that
differ from the viewer's previous message of that kind. A change in a file is a change for clients: read
it before you commit it.
"""
