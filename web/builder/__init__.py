"""Build time only: from the repository to the finished site. Nothing that ships imports this package."""


class BuildError(Exception):
    """The build or its set-up cannot go on; the message is for the person at the shell."""
