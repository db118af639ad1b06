"""Routes of the server, one file an area; imports the models, jobs and answers they serve."""
