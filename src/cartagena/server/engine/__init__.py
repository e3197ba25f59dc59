"""The engine: it chooses bots' moves, gives hints and analyses finished games.

`engine.Engine` is the front door. Everything else in this folder hides behind it, apart from
`analysis_queue`, which decides what is analysed next.
"""
