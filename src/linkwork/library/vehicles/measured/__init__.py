"""What is measured of cars and tyres on test grounds and rigs: frequency responses, maps of a tyre, fits to them."""
