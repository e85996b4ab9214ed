"""Tests of the rules: rule books, rulings, known answers, conformance, golden playthroughs and secrecy."""
