"""The service, without Discord: a real file, a clock that is set, and people who are only numbers and names."""
