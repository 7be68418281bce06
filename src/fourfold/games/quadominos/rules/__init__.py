"""What the kernels of Quad-Ominos are made of."""
