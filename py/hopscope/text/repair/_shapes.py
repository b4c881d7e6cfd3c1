"""The shapes of keys and values, whole or damaged, as they are recognised ahead of the place that is read."""

from __future__ import annotations

import re

from hopscope.text.repair._blanks import BLANKS

FAR = 400  # characters that are looked ahead
COMMAS = ",\uff0c"  # the second is that of Chinese keyboards
OPENING = "\"'`\u201c\u201d\u201e\u201f\u2018\u2019\u201a\u201b\u00b4\u00ab"
REST = re.compile(r"[^\r\n]*")
ELLIPSIS = re.compile(r"\.{3}|\u2026")

# ---- the parts

_QUOTED = (
    r"(?:\"(?:[^\"\\\n]|\\.){0,300}\"|'(?:[^'\\\n]|\\.){0,300}'|[\u201c-\u201f][^\u201c-\u201f\"\n]{0,300}[\u201c-\u201f\"]"
    r"|[`\u00b4\u2018-\u201b][^`\u00b4\u2018-\u201b'\n]{0,300}[`\u00b4\u2018-\u201b'])"
)
_NAME = r"[A-Za-z_$][\w$-]{0,99}"
_NAMED = r":[A-Za-z_]\w{0,99}(?=\s*=>)|\[Symbol\([^()\n]{0,200}\)\]|[A-Za-z_$][\w$.-]{0,99}"
_PLAIN = r"\((?:(?:['\"\d-]|None\b|True\b|False\b)[^()\n]{0,400})?\)"
# Behind a number that is a key begins a value; `10:30` is a time.
_NUMBERED = r"-?\d[\d.]{0,99}(?=\s*:(?:\s|[\"'\[{]))"
# The rest of a string that lost its opening quote.
_HALF = r"\s*[^\s\"'\u201d,\[\]{}\n][^\"'\u201d,\[\]{}\n]{0,99}[\"'\u201d]\s*[,}\]]"
_VALUE = r"[-+]?(?:\d[\w.+-]*|\.\d\w*)|(?:true|false|null|None|True|False|NaN|undefined|Infinity)\b"

# ---- keys

# A key that is a tuple, or as a class prints it: `date(2026, 1, 2)`.
CALLED_KEY = rf"(?:[A-Za-z_][\w.]{{0,99}})?{_PLAIN}(?=\s*:)"
USUAL_KEY = re.compile(rf"(?:{_QUOTED}|{_NAMED})\s*(?:[:\uff1a]|=>|=(?!=))")
KEY_AHEAD = re.compile(rf"[bBuU]?{USUAL_KEY.pattern}|(?:{CALLED_KEY}|{_NUMBERED})\s*:")
QUOTED_KEY = re.compile(rf"{_QUOTED}\s*:")
# Behind a key without quotes stands a blank or a value, so that no address begins one.
PLAIN_KEY = re.compile(rf"{_QUOTED}\s*:|{_NAME}:(?=[\s\"'\[{{])(?!{_HALF})")
HALF_KEY = re.compile(r"[\w$.-]{1,100}[\"'\u201d]\s*:")
UNCLOSED_KEY = re.compile(rf"[{OPENING}][\w$.-]{{1,100}}:(?=[\s\"'\[{{\d])")
STRAY_WORD = re.compile(rf"[A-Za-z]\w{{0,40}}\s+{_QUOTED}\s*:")  # before a key

# ---- values

VALUE_AHEAD = re.compile(r"-?\d|(?:true|false|null|None|True|False)\b|[\[{]")
PREFIXED = re.compile(r"[bBuU](?=')")
STRING_AHEAD = re.compile(rf"{_QUOTED}(?:\s*(?:[,\uff0c\]}}):+]|\Z)|\s+[\"\d\[{{-])")
WORDS_AHEAD = re.compile(r"[\w ]{1,60}(?=[\]}])")
SCALAR_AHEAD = re.compile(rf"(?:{_VALUE})\s*(?:[,;\uff0c\]}}):]|//|/\*|#|\Z)")
OPEN_AHEAD = re.compile(
    rf"[\[{{(]{BLANKS.pattern}(?:{PREFIXED.pattern}|[{OPENING}\[{{\]}}(]|-?\d|true|false|null|None|True|False|\w+\s*:|\Z)"
)
BARE_OBJECT = re.compile(rf"\{{\s*{_NAME}\s*:")
NUMBER_ITEM = re.compile(r"-?\d[\d.]{0,99}\s*[,\]]")
ELEMENT_AHEAD = re.compile(rf"(?:{_QUOTED}|{_VALUE})\s*[,\]]|{OPEN_AHEAD.pattern}")

# ---- members

KEY_AND_VALUE = re.compile(rf"{_QUOTED}\s*:|{_NAMED}\s*:\s*(?:[{OPENING}\[{{]|{SCALAR_AHEAD.pattern})")
WITHOUT_COLON = re.compile(rf"{_QUOTED}\s+(?:{SCALAR_AHEAD.pattern}|{OPEN_AHEAD.pattern}|{_QUOTED}\s*[,}}])")
BARE_WITHOUT_COLON = re.compile(rf"{_NAME}\s+(?:{SCALAR_AHEAD.pattern}|[\[{{]|{_QUOTED}\s*[,}}])")
