"""Kernels that know no game: just-in-time compilation, contracts, bit sets, hashes."""
