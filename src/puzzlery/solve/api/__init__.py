"""The entrance to all solvers: methods by name, requests, solutions; imports the solvers lazily."""
