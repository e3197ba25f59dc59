"""Analyses of finished games: the queue, and the process that works on one."""
