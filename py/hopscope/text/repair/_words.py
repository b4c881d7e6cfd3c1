"""Everything that is written without quotes: literals, numbers of other languages, calls, bare words."""

from __future__ import annotations

import re
from itertools import accumulate

from hopscope.text.repair._ahead import ends_well
from hopscope.text.repair._blanks import next_token, skip_blanks
from hopscope.text.repair._bodies import mend_body, put_in_quotes
from hopscope.text.repair._mender import Frame, Mark, Mender
from hopscope.text.repair._objects import RULE as PYTHON_OBJECT
from hopscope.text.repair._objects import read_enum
from hopscope.text.repair._shapes import FAR, KEY_AHEAD, OPENING
from hopscope.text.repair._strings import QUOTES, read_string, rule_of

NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.$+-])")
_TOKEN = re.compile(r"[^\s,\uff0c:;\[\]{}()\"'`]+")
LITERALS = {
    "true": ("true", ""), "false": ("false", ""), "null": ("null", ""),
    "True": ("true", "python-value"), "False": ("false", "python-value"), "None": ("null", "python-value"),
    "TRUE": ("true", "python-value"), "FALSE": ("false", "python-value"), "NULL": ("null", "python-value"),
    "undefined": ("null", "undefined"), "nil": ("null", "undefined"),
}  # fmt: skip
_NONFINITE = re.compile(r"[+-]?(?:NaN|nan|NAN|Infinity|infinity|inf|Inf|INF|-?1\.#(?:INF|IND|QNAN))(?![\w.$])")
PREFIX = re.compile(r"(?:[bBuUfF]|[rR][bBfF]?|[bBfF][rR])(?=['\"])")
_CALL = re.compile(r"(?:new\s+)?[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*\s*\(")
_ARGUMENTS = re.compile(
    r"(?:[^()\"']|\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|\((?:[^()\"']|\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|\([^()]*\))*\))*+\)"
)
_REGEX = re.compile(r"/(?![/*])(?:[^/\\\r\n\[]|\\.|\[(?:[^\]\\\r\n]|\\.)*\])+/[a-z]*")
_OBJECT_REPR = re.compile(r"<[A-Za-z_][^<>\n]{0,200}(?:<[^<>\n]{0,200}>[^<>\n]{0,200})*>")
_OF_PYTHON = re.compile(r"<(?:class '[^'<>\n]{1,200}'|[^<>\n]{1,200}(?: at 0x[0-9a-fA-F]{1,16}|\blen=\d{1,20}))>")
_FORMS: tuple[tuple[re.Pattern[str], int], ...] = (
    (re.compile(r"([+-]?)0[xX]([0-9a-fA-F_]+)n?"), 16),
    (re.compile(r"([+-]?)0[oO]([0-7_]+)n?"), 8),
    (re.compile(r"([+-]?)0[bB]([01_]+)n?"), 2),
)
_DECIMAL = re.compile(r"([+-]?)(\d[\d_]*|)(?:(\.)(\d[\d_]*|))?(?:([eE][+-]?)(\d+))?([nL]?)")
_ZEROS = re.compile(r"\A([+-]?)[0_]+(?=\d)")
_THOUSANDS_BEFORE = re.compile(r":[ \t]{0,20}[+-]?[1-9]\d{0,2},\Z")
_GOES_ON = r"(?=\s*(?:,\s*[\"'\w$]|[}\r\n]|\Z))(?!\s*:)"
_THOUSANDS = re.compile(rf"\d{{3}}(?:,\d{{3}})*+(?:\.\d+)?{_GOES_ON}")
_PARTED = r"[1-9]\d{0,2}(?:\.\d{3})++"  # thousands parted by dots, as where commas begin the decimals
_FRACTION_BEFORE = re.compile(rf":[ \t]{{0,20}}(?:[+-]?(?:0|[1-9]\d{{0,14}})|(?P<parted>-?{_PARTED})),\Z")
_FRACTION = re.compile(r"\d{1,15}(?=\s*(?:,\s*[\"'A-Za-z_$]|[}\r\n]))(?!\s*:)")
_LOOKED_BACK = 30
_PARTIAL_NUMBER = re.compile(r"-|-?(?:0|[1-9]\d*)(?:\.|(?:\.\d+)?[eE][+-]?)")
_NAME = rf"[^\s,:=\uff1a\[\]{{}}(){OPENING}]+"
_BARE_KEY = re.compile(rf"{_NAME}(?:[ \t]+{_NAME})*")
_BARE = re.compile(
    r"(?:[^,\[\]{}\"'`\s#/]|(?<=\S)['#/]|/(?![/*])|(?<=\w)\{[^{}\n]*\}|[ \t]+(?=[^\s,\[\]{}\"#/]|/(?![/*])))+"
)
# A value that lost its opening quote, with brackets or commas in it; no members, and no strings of their own.
_HALF_QUOTED = re.compile(
    r"[A-Za-z](?:(?:[^\"\\\n:]|\\[^\n]){0,300}+(?<![\s,\[{])\"|[^'\n:]{0,300}+(?<![\s,\[{])'|[^\u201c\u201d\n:]{0,300}+(?<![\s,\[{])\u201d)(?=\s*+(?:[,}\]]|\Z))"
)
_INNER_SIGN = re.compile(r"[,\[\]{}']|\\\"")
_LOST_OPENING = re.compile(r"[\"'\u201d\u2019]\s*:")
_WORD_AND_VALUE = re.compile(r"([A-Za-z_$][\w$-]*)[ \t]+(?:true|false|null|True|False|None|-?\d[\d.]*)(?=\s*[,}])")
_HEX_LIMIT = 4_000
_LONGEST_CALL = 2_000


def read_word(mender: Mender) -> bool:
    """Reads the value at the present place that has no quotes and no brackets; False where there is none."""
    for rule in (
        read_enum,
        _string_with_prefix,
        _number,
        _nonfinite,
        _literal,
        _number_form,
        _half_quoted,
        _call,
        _regular_expression,
        _bare,
    ):
        if rule(mender):
            mender.last_end = mender.at
            return True
    return False


def read_key(mender: Mender, skip: int = 0) -> bool:
    """Reads a member's name without quotes, past the sign that makes it a symbol of Ruby."""
    if skip:
        mender.edit(mender.at, mender.at + skip, "", "unquoted-key")
        mender.at += skip
    prefix = mender.match(PREFIX)
    if prefix and not _LOST_OPENING.match(mender.text, prefix.end(), mender.end):
        return _string_with_prefix(mender)
    found = mender.match(_BARE_KEY)
    if not found:
        return False
    if _LOST_OPENING.match(mender.text, found.end(), mender.end):
        mender.edit(found.start(), found.start(), '"', "missing-quote")
        mend_body(mender, found.start(), found.end(), '"', "", raw=True)
        mender.at = found.end() + 1
        if mender.text[found.end()] != '"':
            mender.edit(found.end(), mender.at, '"', rule_of(mender.text[found.end()]))
    else:
        rule = PYTHON_OBJECT if mender.stack[-1].printed else "unquoted-key"
        lacks_colon = mender.match(_WORD_AND_VALUE)
        put_in_quotes(mender, found.start(), lacks_colon.end(1) if lacks_colon else found.end(), rule)
        mender.bare = True
    mender.last_end = mender.at
    return True


def _alone(mender: Mender, after: int) -> bool:
    """Whether a literal or number that ends at `after` is a whole value: no bare word goes on with it."""
    text, stop = mender.text, min(mender.end, after + FAR)
    if after < stop and text[after] in QUOTES:
        return bool(KEY_AHEAD.match(text, after, stop)) or not ends_well(mender, after + 1)
    at = next_token(text, after, stop)
    if at >= stop or text[at] in ",\uff0c;]})" or (text[at] == ":" and mender.role != "member"):
        return True
    if text.startswith("/*", at):  # a comment that is long, or never closed
        return True
    if at == after or text[at] in "[{(" or text[at] in QUOTES:
        return at > after or text[at] in "[{"
    new_line = any(sign in text[after:at] for sign in "\r\n")
    return new_line or mender.role == "item" or bool(KEY_AHEAD.match(text, at, stop))


def _string_with_prefix(mender: Mender) -> bool:
    found = mender.match(PREFIX)
    if not found:
        return False
    mender.edit(found.start(), found.end(), "", "string-prefix")
    mender.at = found.end()
    read_string(mender, raw="r" in found[0].lower())
    return True


def _number(mender: Mender) -> bool:
    found = mender.match(NUMBER)
    if not found or not _alone(mender, found.end()):
        return False
    mender.at = found.end()
    if found.end() == mender.end and mender.bracketed:
        mender.broken = ("a number", None)
    return True


def join_number(mender: Mender, top: Frame) -> bool:
    """Digits where a key belongs go on with the number before the comma, if it parts thousands or is a decimal one."""
    before = _THOUSANDS_BEFORE.search(mender.text, max(0, mender.at - _LOOKED_BACK), mender.at)
    found = mender.match(_THOUSANDS) if before and top.comma == mender.at - 1 else None
    if not found or found.end() == mender.end:
        return _join_fraction(mender, top)
    several = "," in found[0] or "." in found[0]
    other = "the number ends at the first comma" if several else "it is a decimal comma, or the number ends there"
    if mender.doubt(mender.at - 1, found.end(), "the commas part the thousands of one number", other):
        return False
    for at in (at for at in range(mender.at - 1, found.end()) if mender.text[at] == ","):
        mender.edit(at, at + 1, "", "number-form")
    return _number_joined(mender, top, found)


def _join_fraction(mender: Mender, top: Frame) -> bool:
    """They do where the comma can only be that of a decimal number, as in `2,35` and `1.234,56`."""
    before = _FRACTION_BEFORE.search(mender.text, max(0, mender.at - _LOOKED_BACK), mender.at)
    found = mender.match(_FRACTION) if before and top.comma == mender.at - 1 else None
    if not before or not found:
        return False
    if mender.doubt(
        mender.at - 1, found.end(), "the comma is that of a decimal number", "the number ends at the comma"
    ):
        return False
    if before["parted"]:
        _drop_dots(mender, before.start("parted"))
    mender.edit(mender.at - 1, mender.at, ".", "number-form")
    return _number_joined(mender, top, found)


def _drop_dots(mender: Mender, start: int) -> None:
    """Takes the dots out of a number that was read as one with decimals, or, with several dots, as text."""
    mender.edits[:] = [edit for edit in mender.edits if edit.start < start]
    for at in (at for at in range(start, mender.at) if mender.text[at] == "."):
        mender.edit(at, at + 1, "", "number-form")


def _number_joined(mender: Mender, top: Frame, found: re.Match[str]) -> bool:
    top.comma, top.state = None, "after"
    mender.at = mender.last_end = found.end()
    return True


def _nonfinite(mender: Mender) -> bool:
    found = mender.match(_NONFINITE)
    if not found or not _alone(mender, found.end()):
        return False
    mender.edit(found.start(), found.end(), "null", "nonfinite")
    mender.marks.append(Mark(found.start(), found.end(), found[0]))
    mender.at = found.end()
    return True


def _literal(mender: Mender) -> bool:
    found = mender.match(_TOKEN)
    if not found:
        return False
    if found[0] in LITERALS and _alone(mender, found.end()):
        written, rule = LITERALS[found[0]]
        if rule:
            mender.edit(found.start(), found.end(), written, rule)
        mender.at = found.end()
        return True
    return found.end() == mender.end and _cut_literal(mender, found[0])


def _cut_literal(mender: Mender, begun: str) -> bool:
    """A literal of which the end is missing."""
    whole = next((name for name in LITERALS if name.startswith(begun) and mender.stack), None)
    if whole is None:
        return False
    written, rule = LITERALS[whole]
    start = mender.at
    mender.at = mender.end
    if rule:
        mender.edit(start, mender.end, written, "cut")
    else:
        mender.edit(mender.end, mender.end, written[len(begun) :], "cut")
    mender.broken = ("a literal", None)
    return True


def _number_form(mender: Mender) -> bool:
    """Numbers as other languages write them: `+1`, `.5`, `5.`, `0x1F`, `1_000`, `10n`, `007`."""
    found = mender.match(_TOKEN)
    if not found or not (found[0] in "+-" or any(sign.isdigit() for sign in found[0])):
        return False
    if found.end() == mender.end and mender.stack and _PARTIAL_NUMBER.fullmatch(found[0]):
        mender.edit(mender.end, mender.end, "0", "cut")
        mender.at = mender.end
        mender.broken = ("a number", None)
        return True
    written = _written(found[0])
    if written is None or not _alone(mender, found.end()):
        return False
    if written == "":
        if mender.doubt(found.start(), found.end(), "the digits stay text", "a number without the leading zeros") and (
            written := _written(_ZEROS.sub(r"\1", found[0]))
        ):
            mender.edit(found.start(), found.end(), written, "leading-zeros")
            mender.at = found.end()
        else:
            put_in_quotes(mender, found.start(), found.end(), "leading-zeros")
        return True
    mender.edit(found.start(), found.end(), written, "number-form")
    mender.at = found.end()
    return True


def _written(token: str) -> str | None:
    """A foreign number as JSON writes it; "" where leading zeros would be lost, None where it is no number."""
    for pattern, base in _FORMS:
        if (found := pattern.fullmatch(token)) and len(token) < _HEX_LIMIT:
            digits = found[2].replace("_", "")
            return found[1].strip("+") + str(int(digits, base)) if digits else None
    found = _DECIMAL.fullmatch(token)
    if not found:
        return None
    sign, whole, point, fraction, power, exponent, _ = found.groups("")
    if not whole and not fraction:
        return None
    whole, fraction = whole.replace("_", ""), fraction.replace("_", "")
    if len(whole) > 1 and whole[0] == "0":
        return ""
    after = "." + (fraction or "0") if point else ""
    return sign.strip("+") + (whole or "0") + after + power + exponent


def skip_calls(mender: Mender) -> None:
    """Drops calls round one value, as in `ObjectId("…")`; their brackets are dropped when they come."""
    while found := mender.match(_CALL):
        whole, inside = _arguments(mender, found)
        if not (_ONE.fullmatch(inside) if whole else _value_begins(mender.text, found.end(), mender.end)):
            return
        mender.edit(found.start(), found.end(), "", "call")
        mender.at = found.end()
        mender.calls.append(len(mender.stack))
        skip_blanks(mender)


def _arguments(mender: Mender, found: re.Match[str]) -> tuple[re.Match[str] | None, str]:
    """The arguments of a call up to its bracket, if that is near, and their text."""
    whole = _ARGUMENTS.match(mender.text, found.end(), min(mender.end, found.end() + _LONGEST_CALL))
    return whole, mender.text[found.end() : whole.end() - 1].strip() if whole else ""


def _call(mender: Mender) -> bool:
    """A call of several arguments becomes its own text (`datetime(2024, 1, 1)`), an empty container of Python its JSON."""
    found = mender.match(_CALL)
    if not found:
        return False
    whole, inside = _arguments(mender, found)
    if not whole:
        return False
    empty = "" if inside else _EMPTY.get(found[0][:-1].strip(), "")
    if empty:
        mender.edit(found.start(), whole.end(), empty, "python-set")
        mender.at = whole.end()
    else:
        put_in_quotes(mender, found.start(), whole.end(), "call-text")
    return True


_EMPTY = {"set": "[]", "frozenset": "[]", "list": "[]", "tuple": "[]", "dict": "{}", "OrderedDict": "{}"}


_ONE = re.compile(
    r"\"(?:[^\"\\]|\\.)*+\"|'(?:[^'\\]|\\.)*+'|[-+]?\.?\d[\w.]*|true|false|null|True|False|None|[\[{(][\s\S]*[\]})]"
)


def _value_begins(text: str, at: int, end: int) -> bool:
    at = next_token(text, at, min(end, at + FAR))
    return at < end and text[at] in "{[\"'"


def _regular_expression(mender: Mender) -> bool:
    found = mender.match(_REGEX)
    if not found or not _alone(mender, found.end()):
        return False
    put_in_quotes(mender, found.start(), found.end(), "regular-expression")
    return True


def _half_quoted(mender: Mender) -> bool:
    """Words of which only the closing quote is there, brackets and commas among them."""
    found = mender.match(_HALF_QUOTED)
    if not found or not _INNER_SIGN.search(found[0]) or not _balanced(found[0]) or not ends_well(mender, found.end()):
        return False
    mender.edit(found.start(), found.start(), '"', "missing-quote")
    _end_quote(mender, found.start(), found.end())
    return True


def _balanced(text: str) -> bool:
    """Whether every bracket in a text is opened in it and closed in it."""
    levels = list(accumulate(1 if sign in "([{" else -1 for sign in text if sign in "()[]{}"))
    return not levels or (min(levels) >= 0 and levels[-1] == 0)


def _end_quote(mender: Mender, start: int, end: int) -> None:
    """Mends the body of a string whose opening quote is missing, and the closing one, and goes behind it."""
    quote = mender.text[end - 1]
    mend_body(mender, start, end - 1, quote, "")
    if quote != '"':
        mender.edit(end - 1, end, '"', rule_of(quote))
    mender.at = end


def _bare(mender: Mender) -> bool:
    """A bare word, or several: they end at a comma, a bracket, a quote or a line's end."""
    found = mender.match(_OBJECT_REPR) or mender.match(_BARE)
    if not found:
        return False
    stop = found.start() + len(found[0].rstrip())
    if (
        mender.text[stop : stop + 1] == '"'
        and stop == found.end()
        and stop < mender.end
        and ends_well(mender, stop + 1)
    ):
        mender.edit(found.start(), found.start(), '"', "missing-quote")
        _end_quote(mender, found.start(), stop + 1)
        return True
    if mender.text[stop - 1] in "'\u201d" and stop > found.start() + 1 and ends_well(mender, stop):
        mender.edit(found.start(), found.start(), '"', "missing-quote")
        _end_quote(mender, found.start(), stop)
        return True
    said = found[0].rstrip("\uff0c \t") if mender.bracketed else ""
    stop = found.start() + len(said) if said else stop
    rule = PYTHON_OBJECT if _OF_PYTHON.match(mender.text, found.start(), stop) else "unquoted-string"
    put_in_quotes(mender, found.start(), stop, rule)
    if stop == mender.end and mender.stack:
        mender.broken = ("a value", None)
    return True
