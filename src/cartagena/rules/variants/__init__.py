"""The variants that add moves of their own: the sloop, Morgan, Filibusters and Black Magic Woman."""
