"""Kernels of the research library; in their own folder, because it names the compiler's cache."""
