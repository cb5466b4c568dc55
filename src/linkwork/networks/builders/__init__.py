"""Parts of circuits as a user adds them in Python: a file a domain, one method a kind."""
