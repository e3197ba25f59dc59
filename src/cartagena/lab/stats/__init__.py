"""Statistics of games between bots: lengths, seats, leads, cards, tiles and options."""
