"""All solutions of polynomial systems by homotopy continuation, with certificates. Knows no mechanics."""
