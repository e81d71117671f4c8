"""Text to units. `build` registers every extractor."""
