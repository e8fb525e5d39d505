"""Item models: what tables and outlines show, apart from how they show it."""
