"""Cards, tables and sheets as pictures: drawn from `Shown` for everybody, and from nothing else."""
