"""Jobs: the queue, the worker processes, and the work they do; imports everything below web."""
