"""HTTP below the application: middleware, proxies, rate limits, static files."""
