"""New data sets annotated by people: worksheets for SCUs, forms for presence, and their import."""
