"""The standard formats, each a predicate on one string; sources are the RFCs named in their docstrings."""

from __future__ import annotations

import re
import unicodedata
from calendar import monthrange
from collections.abc import Callable, Mapping
from ipaddress import AddressValueError, IPv4Address, IPv6Address

import idna

from hopscope.contracts import patterns
from hopscope.contracts.iri import is_iri, is_iri_reference, is_uri, is_uri_reference

Predicate = Callable[[str], bool]

_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)", re.ASCII)
_TIME = re.compile(r"(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))", re.ASCII)
_SPAN = r"(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)"
_CLOCK = r"T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S)"
_DURATION = re.compile(rf"P(?:{_SPAN}(?:{_CLOCK})?|{_CLOCK}|\d+W)", re.ASCII)
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII | re.IGNORECASE)
_POINTER = r"(?:/(?:[^~/]|~[01])*)*"
_RELATIVE = rf"(?:0|[1-9]\d*)(?:#|{_POINTER})"
_HOSTNAME = re.compile(
    r"(?=.{1,253}\Z)(?!-)[a-z0-9-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9-]{1,63}(?<!-))*", re.IGNORECASE | re.ASCII
)
_ATOM = re.compile(r"[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*", re.ASCII)
_WIDE = r"(?:[\w!#$%&'*+/=?^`{|}~-]|[^\x00-\x7f])+"
_WIDE_ATOM = re.compile(rf"{_WIDE}(?:\.{_WIDE})*", re.ASCII)
_QUOTED = re.compile(r'"(?:[^"\\\x00-\x1f\x7f]|\\[\x20-\x7e])*"')
_TRIPLET = "%[0-9A-Fa-f]{2}"
_VARIABLE = rf"(?:\w|{_TRIPLET})+(?:\.(?:\w|{_TRIPLET})+)*(?::[1-9]\d{{0,3}}|\*)?"
_EXPRESSION = rf"\{{[+#./;?&=,!@|]?{_VARIABLE}(?:,{_VARIABLE})*\}}"
_TEMPLATE = re.compile(rf"(?:[^\x00-\x20\x7f\"%<>\\^`{{|}}]|{_TRIPLET}|{_EXPRESSION})*", re.ASCII)
_DOTS = re.compile("[.\u3002\uff0e\uff61]")


def is_date(text: str) -> bool:
    """RFC 3339 full-date; the day must be in the calendar."""
    found = _DATE.fullmatch(text)
    if not found:
        return False
    year, month, day = map(int, found.groups())
    return 1 <= month <= 12 and 1 <= day <= monthrange(year or 2000, month)[1]


def is_time(text: str) -> bool:
    """RFC 3339 full-time; a leap second only where it can be one in UTC."""
    found = _TIME.fullmatch(text)
    if not found:
        return False
    hour, minute, second = (int(part) for part in found.group(1, 2, 3))
    ahead = -1 if found[4] == "-" else 1
    off_hour, off_minute = int(found[5] or 0), int(found[6] or 0)
    if hour > 23 or minute > 59 or second > 60 or off_hour > 23 or off_minute > 59:
        return False
    utc = (hour * 60 + minute - ahead * (off_hour * 60 + off_minute)) % 1440
    return second < 60 or utc == 1439


def is_date_time(text: str) -> bool:
    """RFC 3339 date-time."""
    return len(text) > 10 and text[10] in "Tt" and is_date(text[:10]) and is_time(text[11:])


def is_duration(text: str) -> bool:
    """RFC 3339, appendix A."""
    return bool(_DURATION.fullmatch(text))


def is_ipv4(text: str) -> bool:
    """RFC 2673, section 3.2: four decimal numbers without leading zeros."""
    try:
        return bool(IPv4Address(text))
    except AddressValueError:
        return False


def is_ipv6(text: str) -> bool:
    """RFC 4291, section 2.2, without a zone."""
    try:
        IPv6Address(text)
    except AddressValueError:
        return False
    return "%" not in text and text.isascii()


def is_plain_hostname(text: str) -> bool:
    """RFC 1123, section 2.1."""
    return bool(_HOSTNAME.fullmatch(text))


def is_hostname(text: str) -> bool:
    """RFC 1123, section 2.1; a label that claims to be internationalised must be (RFC 5891)."""
    return is_plain_hostname(text) and all(_is_label(label) for label in text.split(".") if label[2:4] == "--")


def _is_label(label: str) -> bool:
    try:
        return label[:2].lower() == "xn" and idna.encode(idna.decode(label)).decode() == label.lower()
    except (idna.IDNAError, UnicodeError):
        return False


def is_idn_hostname(text: str) -> bool:
    """RFC 5890, section 2.3.2.3, with the rule of RFC 5893 for names that run from right to left."""
    labels = _DOTS.split(text)
    if "" in labels:
        return False
    try:
        encoded = ".".join(label if label.isascii() else idna.encode(label.lower()).decode() for label in labels)
        if any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in text):
            for label in labels:
                idna.check_bidi(label, check_ltr=True)
    except (idna.IDNAError, UnicodeError):
        return False
    return unicodedata.is_normalized("NFC", text) and is_hostname(encoded)


def _is_email(text: str, atom: re.Pattern[str], host: Predicate) -> bool:
    name, at, domain = text.rpartition("@")
    if not at or len(name.encode("utf-8", "surrogatepass")) > 64:
        return False
    if not (atom.fullmatch(name) or _QUOTED.fullmatch(name)):
        return False
    if domain.startswith("[") and domain.endswith("]"):
        literal = domain[1:-1]
        return is_ipv6(literal[5:]) if literal[:5].lower() == "ipv6:" else is_ipv4(literal)
    return host(domain)


def is_email(text: str) -> bool:
    """RFC 5321, section 4.1.2 Mailbox."""
    return text.isascii() and _is_email(text, _ATOM, is_hostname)


def is_idn_email(text: str) -> bool:
    """RFC 6531, section 3.3."""
    return _is_email(text, _WIDE_ATOM, lambda host: is_idn_hostname(unicodedata.normalize("NFC", host)))


def is_json_pointer(text: str) -> bool:
    """RFC 6901, section 5."""
    return bool(re.fullmatch(_POINTER, text))


def is_relative_json_pointer(text: str) -> bool:
    """The draft of relative JSON pointers that the drafts of JSON Schema name."""
    return bool(re.fullmatch(_RELATIVE, text, re.ASCII))


def is_uri_template(text: str) -> bool:
    """RFC 6570, section 2."""
    return bool(_TEMPLATE.fullmatch(text))


def is_uuid(text: str) -> bool:
    """RFC 4122, section 3."""
    return bool(_UUID.fullmatch(text))


def is_regex(text: str) -> bool:
    """ECMA-262; as everywhere here, with the `u` flag or without."""
    return patterns.fault_of(text) is None


FORMATS: dict[str, Predicate] = {
    "date": is_date,
    "date-time": is_date_time,
    "duration": is_duration,
    "email": is_email,
    "hostname": is_hostname,
    "idn-email": is_idn_email,
    "idn-hostname": is_idn_hostname,
    "ipv4": is_ipv4,
    "ipv6": is_ipv6,
    "iri": is_iri,
    "iri-reference": is_iri_reference,
    "json-pointer": is_json_pointer,
    "regex": is_regex,
    "relative-json-pointer": is_relative_json_pointer,
    "time": is_time,
    "uri": is_uri,
    "uri-reference": is_uri_reference,
    "uri-template": is_uri_template,
    "uuid": is_uuid,
}


OLD_FORMATS = {**FORMATS, "hostname": is_plain_hostname}
"""Formats as drafts 4 and 6 have them, which know of no internationalised names."""


def holds(name: object, text: str, table: Mapping[str, Predicate] = FORMATS) -> bool:
    """Whether the text is of the format; a name that is not known holds for all texts."""
    predicate = table.get(name) if isinstance(name, str) else None
    return predicate is None or predicate(text)
