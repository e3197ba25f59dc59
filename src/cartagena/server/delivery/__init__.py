"""Notices to people who are not here: web push and webhooks, sent from the outbox."""
