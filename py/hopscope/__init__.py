"""Hopscope: where a tool call went wrong, said as data. The one door is `hopscope.api.handle`."""

__version__ = "0.1.0"
