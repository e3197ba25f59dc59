"""Grades: how many points of winning chance a bot loses per decision, against a set of decisions."""
