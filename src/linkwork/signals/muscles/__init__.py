"""What muscles do by iteration: the speed of fibres under a law of a user's own, curves after Millard."""
