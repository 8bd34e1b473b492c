"""The commands, one module for each group: a few lines over the library. What a command needs is
imported when it runs, so that `autogm --help` answers at once.
"""
