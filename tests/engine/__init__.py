"""Tests of the engine: rules, contract, records, the command line."""
