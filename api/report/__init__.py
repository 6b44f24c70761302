"""How good the eye is on labelled pictures, as `croupier validate` finds and reports it."""
