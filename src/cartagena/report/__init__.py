"""Tables, charts, HTML pages and progress lines for reports."""
