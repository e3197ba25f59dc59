"""Tables: their events, what may happen when, and what each client gets to see."""
