"""Laws of fibres and tendons as the kernels read them."""
