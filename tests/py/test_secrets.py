"""Secrets are found in whatever stands round them, masked without breaking it, and little else is taken for one."""

import base64
import json
import random
import re
import string
import sys
import tomllib
from pathlib import Path

import pytest

from hopscope.secrets import fields, find, kinds, masked

SHARED = Path(__file__).parents[3] / "shared"
ALNUM = string.ascii_letters + string.digits
HEX = "0123456789abcdef"
B64 = ALNUM + "-_"


def made(chance: random.Random, alphabet: str, size: int) -> str:
    return "".join(chance.choice(alphabet) for _ in range(size))


def jwt(chance: random.Random) -> str:
    parts = [{"alg": "HS256", "typ": "JWT"}, {"sub": made(chance, HEX, 12), "exp": chance.randrange(10**9)}]
    head = [base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=") for part in parts]
    return ".".join([*head, made(chance, B64, 43)])


def pem(chance: random.Random) -> str:
    lines = [made(chance, ALNUM + "+/", 64) for _ in range(6)]
    return "\n".join(["-----BEGIN RSA PRIVATE KEY-----", *lines, "-----END RSA PRIVATE KEY-----"])


TOKENS = {
    "openai project": lambda c: "sk-proj-" + made(c, B64, 74) + "T3BlbkFJ" + made(c, B64, 74),
    "openai old": lambda c: "sk-" + made(c, ALNUM, 48),
    "anthropic": lambda c: "sk-ant-api03-" + made(c, B64, 93) + "AA",
    "google": lambda c: "AIza" + made(c, B64, 35),
    "aws id": lambda c: "AKIA" + made(c, string.ascii_uppercase + "234567", 16),
    "github": lambda c: "ghp_" + made(c, ALNUM, 36),
    "github fine": lambda c: "github_pat_" + made(c, ALNUM, 22) + "_" + made(c, ALNUM, 59),
    "gitlab": lambda c: "glpat-" + made(c, B64, 20),
    "slack": lambda c: f"xoxb-{c.randrange(10**11, 10**12)}-{c.randrange(10**11, 10**12)}-{made(c, ALNUM, 24)}",
    "stripe": lambda c: "sk_live_" + made(c, ALNUM, 24),
    "sendgrid": lambda c: "SG." + made(c, B64, 22) + "." + made(c, B64, 43),
    "npm": lambda c: "npm_" + made(c, ALNUM, 36),
    "pypi": lambda c: "pypi-AgEIcHlwaS5vcmcC" + made(c, B64, 120),
    "hugging face": lambda c: "hf_" + made(c, string.ascii_letters, 34),
    "telegram": lambda c: f"{c.randrange(10**9, 10**10)}:AA{made(c, B64, 32)}a",
    "databricks": lambda c: "dapi" + made(c, HEX, 32),
    "jwt": jwt,
    "private key": pem,
}
NAMED = {
    "password": lambda c: made(c, ALNUM + "!#%*-", 12),
    "aws_secret_access_key": lambda c: made(c, ALNUM + "+/", 40),
    "client_secret": lambda c: made(c, B64, 32),
    "x-api-key": lambda c: made(c, HEX, 32),
    "access_token": lambda c: made(c, ALNUM, 40),
}
WHOLE = {
    "bearer": lambda s: {"headers": {"Authorization": f"Bearer {s}"}},
    "basic": lambda s: {
        "headers": [{"name": "authorization", "value": "Basic " + base64.b64encode(f"u:{s}".encode()).decode()}]
    },
    "cookie": lambda s: {"headers": [{"name": "Cookie", "value": f"session={s}; theme=dark"}]},
    "url": lambda s: {"dsn": f"postgres://keeper:{s}@db.internal.test:5432/stock"},
}


def arguments(inside: object) -> str:
    call = {"id": "call_8fKq", "type": "function", "function": {"name": "connect", "arguments": json.dumps(inside)}}
    return json.dumps(
        {"choices": [{"message": {"role": "assistant", "content": None, "tool_calls": [call]}}]}, indent=2
    )


SETTINGS = {
    "result": lambda inside: json.dumps({"jsonrpc": "2.0", "id": 4, "result": {"structuredContent": inside}}),
    "arguments": arguments,
    "twice": lambda inside: arguments({"body": json.dumps(inside)}),
    "python": lambda inside: f"calling tool with {inside!r}",
}


def payloads() -> list[tuple[str, str, str]]:
    """(kind, secret, text): 27 kinds of made-up secrets, each in every setting, two of each."""
    chance, out = random.Random(6), []
    for _ in range(2):
        for setting in SETTINGS.values():
            for kind, make in TOKENS.items():
                secret = make(chance)
                out.append((kind, secret, setting({"note": f"use {secret} for it", "city": "Oslo"})))
            for name, make in NAMED.items():
                secret = make(chance)
                out.append((name, secret, setting({"user": "keeper", name: secret, "max_tokens": 512})))
            for kind, wrap in WHOLE.items():
                secret = made(chance, ALNUM, 30)
                inside = wrap(secret)
                told = base64.b64encode(f"u:{secret}".encode()).decode() if kind == "basic" else secret
                out.append((kind, told, setting(inside)))
    return out


def test_made_up_secrets_of_many_kinds_are_found_in_any_quoting():
    missed = []
    for kind, secret, text in payloads():
        core = secret.splitlines()[1] if kind == "private key" else secret
        hits = [text[one.start : one.end] for one in find(text)]
        if not any(core in hit for hit in hits):
            missed.append((kind, text[:200]))
    assert len(payloads()) >= 200
    assert not missed


def test_what_is_masked_keeps_the_json_and_lets_nothing_through():
    for kind, secret, text in payloads():
        out = text
        for number, one in reversed(list(enumerate(find(text), 1))):
            out = out[: one.start] + masked(one.kind, text[one.start : one.end], one.keep, number) + out[one.end :]
        core = secret.splitlines()[1] if kind == "private key" else secret
        assert core not in out
        assert not find(out), (kind, out)
        if text.startswith("{"):
            assert shape(json.loads(out)) == shape(json.loads(text))


def shape(value: object) -> object:
    if isinstance(value, dict):
        return {key: shape(item) for key, item in value.items()}
    if isinstance(value, list):
        return [shape(item) for item in value]
    if isinstance(value, str) and value.startswith("{"):
        return shape(json.loads(value))
    return type(value).__name__


def joined(text: str) -> str:
    """A text without the breaks that keep what is made up here from being taken for a leak."""
    return text.replace("¦", "")


@pytest.mark.parametrize(
    "text",
    [
        '{"password": "string", "token": {"type": "string"}}',
        '{"max_tokens": 4096, "prompt_tokens": "12", "next_page_token": "CAoQAB12¦34567890abcdef"}',
        '{"id": "call_Ab12Cd34Ef56Gh78Ij90", "tool_use_id": "toolu_01A09q90qw90lq917835lq9"}',
        '{"trace": "7f2c0c8e-52a0-4a54-9d8e-1d2f7f0c9a11", "sha1": "a94a8fe5ccb19ba61c4c¦0873d391e987982fbbd3"}',
        '{"image": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk"}',
        '{"thoughtSignature": "EpwCCpkCAXLI2nwMdJvMR8Ll0ZlKQ2mX5oJyU1s9oD4xk3gq", "encrypted_content": "gAAAAABo8Zk2Q1xw9bT"}',
        "Authorization: Bearer <token>",
        "export OPENAI_API_KEY=$KEY; curl -H 'x-api-key: ${KEY}'",
        'client = Client(api_key=os.environ["OPENAI_API_KEY"], token=settings.auth.token)',
        "https://user@example.com/path and http://localhost:8080/a@b",
        '{"description": "The password: at least 8 characters, with the api_key of the account"}',
        '{"password": "********", "secret": "[REDACTED]", "api_key": "your-api-key", "token": "sk-..."}',
        '{"primary_key": "orders_2026_id_17", "public_key": "MFkwEwYHKoZI¦zj0CAQYIKoZIzj0DAQcDQgAE", "key": "total_2026"}',
        '{"properties": {"password": {"type": "string", "format": "password"}}, "required": ["password", "token"]}',
        "risk-assessment-of-task-2026-11-30-and-disk-usage",
    ],
)
def test_ids_hashes_placeholders_and_schemas_are_no_secrets(text):
    text = joined(text)
    assert [text[one.start : one.end] for one in find(text)] == []


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("curl -u keeper¦:Ab3dE9fGh https://api.test/v1", "Ab3dE9fGh"),
        ("npx server --api-key ¦9aF3kQ77bX21mZ", "9aF3kQ77bX21mZ"),
        ('["--password", "¦tulip-Garden-9"]', "tulip-Garden-9"),
        ("headers:\n  authorization:\n  - Bearer 8sKd93kLQ0a71hZ\n", "8sKd93kLQ0a71hZ"),
        ("DB_PASSWORD=m4rble!Arch\nNEXT=1", "m4rble!Arch"),
        ("https://api.test/x?city=Oslo&api_key=¦77afc3d09be14412", "77afc3d09be14412"),
        ("Server=db;User Id=sa;Password=Gr4nite-7;Encrypt=true", "Gr4nite-7"),
        (
            "DefaultEndpointsProtocol=https;AccountKey=¦pL8Zr0qXw2b7Tt5Yk3VvN1mCcD9eFfG6hHjJ4kK0aS2dD3fF5gG7hH8jJ9kL1qQ2wW3eE4rR5tT6yY7uU8iI9oO==",
            "pL8Zr0q",
        ),
        ("{'api_key': '¦c0ffee77b3d24e41'}", "c0ffee77b3d24e41"),
        ("a\\nsk-ant-api03-Zx9kQ77bX21mZZx9kQ77bX21mZ", "api03-Zx9kQ77bX21mZZx9kQ77bX21mZ"),
        ("https://hooks.slack.com/services/T0AB12CD3/B0AB12CD3/Xa8Kq2ZpQw7LmN4RtYvB", "Xa8Kq2ZpQw7LmN4RtYvB"),
        ('{"cookies": [{"name": "sid", "value": "b81c-77fa-9921-ee03"}]}', "b81c-77fa-9921-ee03"),
        ("Set-Cookie: sid=Zk39dKq02LxPa; Path=/; HttpOnly", "Zk39dKq02LxPa"),
        ('{"key": "X-Api-Key", "value": "44d1a0b7c2e94f"}', "44d1a0b7c2e94f"),
    ],
)
def test_secrets_outside_of_json_are_found_too(text, secret):
    text = joined(text)
    assert any(secret in text[one.start : one.end] for one in find(text)), find(text)


def test_the_kind_and_the_length_stay_visible():
    key = "sk-ant-api03-" + "aB3" * 20
    (one,) = find(f'{{"k": "{key}"}}')
    shown = masked(one.kind, key, one.keep, 3)
    assert one.kind == "Anthropic key"
    assert shown.startswith("sk-ant-") and "masked3" in shown and len(shown) == len(key)


def test_equal_secrets_stay_equal_and_different_ones_different():
    assert masked("password", "tulip", 0, 1) == masked("password", "tulip", 0, 1) != masked("password", "rose", 0, 2)


@pytest.mark.parametrize(
    "piece",
    ["sk-", "sk-sk_live_", '"token":"', '\\"password\\":\\"', "eyJ.", " eyJaaaaaaaa.", "-----BEGIN ", "://a:", "authorization: ",
     "cookie: a=", "AKIA", ";Password=", "Bearer ", '"cookies":[{"value":"', "password=a1b2c3 ",
     "İtoken=", "M" * 24 + ".", "\\" * 50 + '"', "A" * 99],
)  # fmt: skip
def test_the_steps_of_a_search_grow_with_the_text_and_not_with_its_square(piece):
    short, long = (steps(piece * (size // len(piece))) for size in (15_000, 60_000))
    assert long < 5 * short + 1_000


def steps(text: str) -> int:
    """How many calls, of Python and of C, a search takes; what one call looks at is bounded, as the test below sees to."""
    count = 0

    def called(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(called)
    try:
        find(text)
    finally:
        sys.setprofile(None)
    return count


def test_each_pattern_looks_at_a_bounded_stretch():
    modules = [fields, kinds]
    loose = [value for module in modules for value in vars(module).values() if isinstance(value, re.Pattern)]
    patterns = [*loose, *(kind.body for kind in kinds.KINDS), *(shape.whole for shape in kinds.SHAPES)]
    assert len(patterns) > 100
    assert [one.pattern for one in patterns if widest(one) > 200_000] == []


def widest(pattern: re.Pattern[str]) -> int:
    return re._parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE).getwidth()[1]


@pytest.mark.parametrize("folder", ["corpora/provider-dialects", "captures", "cases", "corpora/traces"])
def test_few_false_alarms_in_recorded_traffic(folder):
    if not (SHARED / folder).is_dir():
        pytest.skip(f"the recorded traffic (../shared/{folder}) is not there")
    paths = [path for path in sorted((SHARED / folder).rglob("*")) if path.is_file() and "LICENSE" not in path.name]
    texts = [path.read_text("utf-8", "replace") for path in paths]
    assert sum(map(len, texts)) > 100_000
    hits = sum(len(find(text)) for text in texts)
    assert hits <= sum(map(len, texts)) / 100_000


def test_the_kinds_that_gitleaks_knows_by_a_prefix_are_known_here():
    rules = SHARED / "corpora" / "gitleaks" / "gitleaks.toml"
    if not rules.is_file():
        pytest.skip("the rules of gitleaks (../shared/corpora/gitleaks) are not there")
    told = {rule["id"]: rule["regex"] for rule in tomllib.loads(rules.read_text())["rules"] if "regex" in rule}
    ours = [pair for pair in GITLEAKS if pair[0] in told]
    assert len(ours) > 30
    for rule, secret in ours:
        pattern = re.compile(told[rule].replace(r"\z", r"\Z").replace("(?i)", ""), re.IGNORECASE)
        assert pattern.search(f"{rule.rsplit('-', 2)[0]}_key = '{secret}'"), (
            f"{rule}: the made-up token is none of that kind"
        )
        assert find(f'{{"v": "{secret}"}}'), rule


# A rule of gitleaks and a form of its tokens: runs of letters and digits (A9), hexadecimal digits (h) or capitals (C), by length.
_FORMS = """
digitalocean-pat dop_v1_ h64 | doppler-api-token dp.pt. A43 | linear-api-key lin_api_ A40 | shopify-access-token shpat_ h32
rubygems-api-token rubygems_ h48 | pulumi-api-token pul- h40 | postman-api-token PMAK- h24 - h34
planetscale-api-token pscale_tkn_ A43
prefect-api-token pnu_ A36 | readme-api-token rdme_ A70 | sendinblue-api-token xkeysib- h64 - A16
shippo-api-token shippo_live_ h40
scalingo-api-token tk-us- A48 | square-access-token sq0atp- A22 | typeform-api-token tfp_ A59 | twilio-api-key SK h32
vault-service-token hvs. A95 | grafana-service-account-token glsa_ A32 _ h8 | gitlab-deploy-token gldt- A20 | gitlab-ptt glptt- h40
github-oauth gho_ A36 | github-app-token ghs_ A36 | slack-app-token xapp-1- C8 -12345- h8 | perplexity-api-key pplx- A48
slack-user-token xoxp-1234567890-1234567890-1234567890- A28 | new-relic-user-api-key NRAK- C27 | openai-api-key sk- A20 T3BlbkFJ A20
dynatrace-api-token dt0c01. C24 . C64 | duffel-api-token duffel_test_ A43 | easypost-api-token EZAK A54
infracost-api-token ico- A32
clojars-api-token CLOJARS_ A60 | databricks-api-token dapi h32 | alibaba-access-key-id LTAI A20 | sourcegraph-access-token sgp_ h40
openshift-user-token sha256~ A43 | frameio-api-token fio-u- A64
"""
_RUNS = {"A": ALNUM, "h": HEX, "C": "ABCDEF0123456789"}


def _forms() -> list[tuple[str, str]]:
    chance, out = random.Random(11), []
    for form in re.split(r" \| |\n", _FORMS.strip()):
        rule, *pieces = form.split()
        runs = [re.fullmatch("([AhC])([0-9]+)", piece) for piece in pieces]
        made_up = [
            made(chance, _RUNS[run[1]], int(run[2])) if run else piece for run, piece in zip(runs, pieces, strict=True)
        ]
        out.append((rule, "".join(made_up)))
    return out


GITLEAKS = _forms()
