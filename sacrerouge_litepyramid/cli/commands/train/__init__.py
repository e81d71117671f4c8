"""`train NAME`: what is fitted to labels, units or documents."""
