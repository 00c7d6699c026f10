"""Tools for developers: the environment, the test run, the local server and the benchmark."""
