"""What a person sees of a mechanism in space: solids, projected and painted from far to near."""
