"""Notices to people who are not here: web push, webhooks and email, sent from the outbox."""
