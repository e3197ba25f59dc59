"""The daily escape: one deal a day, the same for everyone, against the same rivals. See docs/daily.md."""
