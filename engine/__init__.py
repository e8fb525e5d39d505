"""The engine: trees, how they are read, prepared, aligned and measured. It knows nothing of Qt."""
