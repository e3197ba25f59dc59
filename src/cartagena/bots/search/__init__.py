"""Search: rollouts, all moves of a turn, Monte Carlo tree search."""
