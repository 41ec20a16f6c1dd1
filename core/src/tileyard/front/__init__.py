"""What people look at and type into: the built-in front ends, themselves a plugin."""
