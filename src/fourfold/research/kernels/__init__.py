"""The compiled part of the research library; apart from the rest, because the compiler's cache is named by it."""
