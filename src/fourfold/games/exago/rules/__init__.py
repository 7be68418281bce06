"""What the kernels of Exago are made of."""
