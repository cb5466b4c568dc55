"""Reports: all about a mechanism and its motion in one file, HTML or PDF.

`gather` collects the contents once, as plain tables, words and figures; `html` and `pdf` write them.
"""
