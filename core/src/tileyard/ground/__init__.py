"""What everything stands on: typed errors, the wire, and the chance stream."""
