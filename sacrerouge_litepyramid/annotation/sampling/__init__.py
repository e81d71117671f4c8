"""People and machine together: which judgements to ask for, and what a judged sample says of the systems."""
