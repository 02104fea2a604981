"""Exchange with everyone: other tools' findings in, ours out.

`read.py` is the way in: it recognises a format and asks its reader. A reader is one module that turns one format's
text into `ForeignFinding`s, words of side and severity mapped once, at the door.
"""
