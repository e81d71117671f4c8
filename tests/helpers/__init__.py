"""What the tests share: small data sets, made-up releases, miniature models, and components whose
answers are known.
"""
