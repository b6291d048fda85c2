"""What workers do: a module a topic, a function a role. A role makes ready and returns what answers an order."""
