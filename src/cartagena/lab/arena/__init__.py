"""The arena: bots play duplicate deals, and their strength is measured."""
