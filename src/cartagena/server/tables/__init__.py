"""Tables: their events, what may happen when, and what each viewer is told."""
