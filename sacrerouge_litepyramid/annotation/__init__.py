"""New data sets by people: worksheets for SCUs, forms for presence, and what is made of both."""
