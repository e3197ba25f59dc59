"""What a game is like: lengths, seats, leads, cards, tiles and options, from games of bots."""
