"""Cards, tables and sheets as pictures: drawn from `View` for everybody, and from nothing else."""
