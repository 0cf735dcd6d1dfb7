"""The statements of the store, a module for each thing that is kept."""
