"""Movement: speed, standing up and mounts."""
