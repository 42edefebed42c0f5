"""The JSON Schemas of the files that people write, made from the words of the language and a table of their keys."""
