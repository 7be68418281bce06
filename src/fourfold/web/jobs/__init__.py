"""Jobs: slow work for requests, beside the event loop."""
