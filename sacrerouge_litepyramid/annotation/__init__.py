"""New data sets annotated by people: worksheets for SCUs, forms for judge, and their import."""
