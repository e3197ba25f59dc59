"""Operations: start-up, supervision, administration and backups."""
