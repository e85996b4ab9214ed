"""Brings each message of a duel up to what is saved. Knows no interaction but those of open ephemeral panels."""
