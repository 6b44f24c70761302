"""How the eyes were trained: torch and the picture generators live here and nowhere else."""
