"""Close combat: attack options, charges, holds, mounts, shields and unarmed attacks."""
