"""HTML pages that are one file each: what the report and the annotation forms share."""
