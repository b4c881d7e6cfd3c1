"""Secrets that tell themselves: tokens with a prefix or a shape that nothing else has.

Prefixes and lengths are the issuers' own formats; where an issuer has several, the longest prefix stands first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of token: `prefix` stays visible when masked, `body` is what follows it."""

    label: str
    prefix: str
    body: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Shape:
    """A kind known by a `mark` inside it: `whole` matches from one of the distances in `backs` before the mark.

    `keep` is the length of the beginning that stays visible when masked.
    """

    label: str
    mark: str
    backs: tuple[int, ...]
    whole: re.Pattern[str]
    keep: int = 0


# label | prefixes | what follows. W is a word character or a hyphen, H a hexadecimal digit, A a letter or digit.
_TABLE = r"""
Anthropic key | sk-ant- | W{16,400}
OpenRouter key | sk-or-v1- sk-or- | W{16,200}
OpenAI key | sk-proj- sk-svcacct- sk-admin- sk-None- | W{16,400}
API key | sk-lf- pk-lf-secret- sk-helicone- | W{16,200}
API key | sk- | (?=W{0,40}[0-9A-Z])W{18,400}
Google API key | AIza | W{30,45}
Google OAuth token | ya29. | [\w.-]{20,2048}
Google OAuth secret | GOCSPX- | W{20,40}
Google refresh token | 1//0 | W{30,200}
AWS access key | AKIA ASIA ABIA ACCA | [A-Z0-9]{16}(?![A-Za-z0-9])
AWS Bedrock key | ABSK bedrock-api-key- | [\w+/=-]{40,2000}
GitHub token | ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ | \w{20,255}
GitLab token | glpat- gldt- glrt- glcbt- glptt- glft- glsoat- gloas- glimt- glagent- glffct- GR1348941 | [\w.-]{18,300}
Slack token | xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxe- xoxe.xoxb- xoxe.xoxp- xoxc- xoxd- xapp- | [\w%-]{10,400}
Slack webhook | hooks.slack.com/services/ hooks.slack.com/workflows/ hooks.slack.com/triggers/ | [\w/-]{20,120}
Discord webhook | discord.com/api/webhooks/ discordapp.com/api/webhooks/ | [0-9]{10,25}/W{20,120}
Teams webhook | .webhook.office.com/webhookb2/ | [\w@/-]{40,300}
Stripe key | sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_ | A{10,250}
Webhook secret | whsec_ | [\w+/=]{16,100}
Twilio key | SK | [0-9a-f]{32}(?![A-Za-z0-9])
SendGrid key | SG. | W{16,32}\.W{30,64}
Mailgun key | key- | [0-9a-f]{32}(?![A-Za-z0-9])
Brevo key | xkeysib- xsmtpsib- | [0-9a-f]{40,80}W{0,20}
Resend key | re_ | A{6,12}_A{16,40}
npm token | npm_ | A{30,60}
PyPI token | pypi-AgE | W{40,300}
RubyGems key | rubygems_ | H{40,60}
Docker token | dckr_pat_ dckr_oat_ | W{20,60}
Hugging Face token | hf_ api_org_ | A{30,50}
Replicate token | r8_ | A{30,50}
Groq key | gsk_ | A{30,80}
xAI key | xai- | A{40,120}
Perplexity key | pplx- | A{30,80}
NVIDIA key | nvapi- | W{40,100}
Cerebras key | csk- | A{30,80}
Fireworks key | fw_ | (?=A{0,30}[0-9])A{20,60}
Together key | tgp_v1_ | W{20,80}
Tavily key | tvly- tvly-dev- tvly-prod- | W{16,60}
Firecrawl key | fc- | H{32}(?![A-Za-z0-9])
LangSmith key | lsv2_pt_ lsv2_sk_ ls__ | \w{30,80}
Pinecone key | pcsk_ | \w{30,100}
ElevenLabs key | sk_ | H{40,64}(?![A-Za-z0-9])
Jina key | jina_ | W{30,80}
Context7 key | ctx7sk- | W{20,60}
Databricks token | dapi dkea dose | H{32}(?:-[0-9])?(?![A-Za-z0-9])
DigitalOcean token | dop_v1_ doo_v1_ dor_v1_ | H{40,80}
Doppler token | dp.pt. dp.st. dp.ct. dp.sa. | [\w.-]{30,80}
Linear key | lin_api_ lin_oauth_ lin_wh_ | A{30,80}
Notion token | ntn_ secret_ | A{40,60}(?![A-Za-z0-9])
Figma token | figd_ figo_ figu_ | W{30,80}
Airtable token | pat | A{14}\.H{64}
Atlassian token | ATATT3 ATCTT3 ATBB | [\w+/=-]{20,300}
Shopify token | shpat_ shpca_ shppa_ shpss_ shpua_ | H{32}
Square token | sq0atp- sq0csp- | W{22,80}
Square token | EAAA | W{56,64}(?![\w+/=-])
Facebook token | EAACEd EAAM EAAC EAAG EAAB EAAD | A{60,300}
PlanetScale token | pscale_tkn_ pscale_pw_ pscale_oauth_ | [\w=.-]{32,64}
Supabase key | sbp_ sb_secret_ | W{20,60}
Neon key | napi_ | A{30,80}
Postman key | PMAK- | H{24}-H{34}
Pulumi token | pul- | H{40}
Sentry token | sntrys_ sntryu_ sntrya_ | [\w+/=.-]{40,400}
Grafana token | glc_ glsa_ | [\w+/=]{30,400}
New Relic key | NRAK- NRII- NRJS- NRAA- | W{19,40}
Netlify token | nfp_ nfc_ nfu_ | A{30,60}
Vercel token | vcp_ vci_ vca_ vcr_ vck_ | A{20,80}
Fly token | FlyV1 | \s[\w+/=,-]{40,2000}
Fly token | fm1r_ fm2_ fo1_ | [\w+/=,-]{40,1500}
Heroku key | HRKU- | W{36,80}
Vault token | hvs. hvb. hvr. | W{20,400}
Dropbox token | sl.u. sl. | [\w-]{100,2000}
age key | AGE-SECRET-KEY-1 | [A-Z0-9]{50,70}
1Password token | ops_eyJ | [\w+/=-]{100,2000}
Adafruit key | aio_ | A{28}(?![A-Za-z0-9])
Alibaba key | LTAI | A{16,26}(?![A-Za-z0-9])
Tencent key | AKID | A{28,40}(?![A-Za-z0-9])
Clojars token | CLOJARS_ | A{50,70}
Dynatrace token | dt0c01. dt0s01. dt0s16. | [A-Z0-9]{24}\.[A-Z0-9]{60,70}
EasyPost key | EZAK EZTK | A{50,60}
Duffel token | duffel_live_ duffel_test_ | [\w=-]{40,50}
Frame.io token | fio-u- | [\w=-]{60,70}
Mapbox token | sk.eyJ pk.eyJ tk.eyJ | [\w-]{20,400}\.[\w-]{16,60}
Prefect key | pnu_ pnb_ | A{30,50}
ReadMe key | rdme_ | A{60,80}
Scalingo token | tk-us- | W{40,60}
Shippo token | shippo_live_ shippo_test_ | H{40}
Sourcegraph token | sgp_ | (?:H{16}_|local_)?H{40}
Typeform token | tfp_ | [\w.=-]{40,80}
Infracost key | ico- | A{32}(?![A-Za-z0-9])
JFrog key | AKCp cmVmdGtu | A{50,80}
Contentful token | CFPAT- | W{40,50}
CircleCI token | CCIPAT_ CCIPRJ_ | \w{40,100}
Buildkite token | bkua_ bkct_ | H{40}
Tailscale key | tskey-auth- tskey-api- tskey-client- tskey- | [\w-]{20,80}
Sonar token | squ_ sqp_ sqa_ | H{40}
Octopus key | API- | [A-Z0-9]{25,40}(?![A-Za-z0-9])
Plaid token | access-sandbox- access-development- access-production- | H{8}-H{4}-H{4}-H{4}-H{12}
LaunchDarkly key | api- sdk- | H{8}-H{4}-4H{3}-H{4}-H{12}
Flutterwave key | FLWSECK_TEST- FLWSECK- | A{12,40}
GoCardless token | live_ | [\w=-]{40}(?![\w-])
Lob key | live_pub_ test_pub_ | H{30,40}
Yandex key | AQVN t1. | [\w=.-]{35,220}
Harness key | pat. sat. | W{22}\.H{24}\.A{20}
OpenShift token | sha256~ | W{40,50}
Intra42 secret | s-s4t2ud- s-s4t2af- | H{64}
SettleMint token | sm_aat_ sm_pat_ sm_sat_ | A{16}
Cloudflare CA key | v1.0- | H{24}-H{146}
"""

_SHORTHAND = {"W": r"[\w-]", "H": "[0-9A-Fa-f]", "A": "[A-Za-z0-9]"}


def _expanded(body: str) -> re.Pattern[str]:
    spelled = re.sub(r"(?<![\[\w\\])[WHA](?=\{|\))|(?<=4)H(?=\{)", lambda match: _SHORTHAND[match[0]], body)
    return re.compile(spelled, re.ASCII)


def _rows() -> Iterator[Kind]:
    for line in _TABLE.strip().splitlines():
        label, prefixes, body = line.split(" | ")
        pattern = _expanded(body)
        yield from (Kind(label, prefix, pattern) for prefix in prefixes.split())


KINDS: tuple[Kind, ...] = tuple(_rows())

_PEM = r"-----(?:BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
_JWT = r"eyJ[\w-]{8,4096}\.[\w-]{8,16384}(?:\.[\w-]{0,4096}){1,3}"
SHAPES: tuple[Shape, ...] = (
    Shape("JWT", "eyJ", (0,), re.compile(_JWT, re.ASCII), 3),
    Shape(
        "private key",
        "-----BEGIN ",
        (0,),
        re.compile(rf"{_PEM}(?:[\w+/=\s\\:,.]|-(?!----)){{40,16384}}(?:{_PEM})?", re.ASCII),
    ),
    Shape("Azure client secret", "Q~", (4,), re.compile(r"[\w~.]{3}[0-9]Q~[\w~.-]{31,34}", re.ASCII)),
    Shape("Telegram bot token", ":AA", (10, 9, 8), re.compile(r"[0-9]{8,10}:AA[\w-]{32,34}(?![\w-])", re.ASCII)),
    Shape("Mailchimp key", "-us", (32,), re.compile(r"[0-9a-f]{32}-us[0-9]{1,2}(?![0-9A-Za-z])")),
    Shape("Terraform token", ".atlasv1.", (14,), re.compile(r"[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{50,80}", re.ASCII)),
)
# Known only by its three parts, so the whole text is searched for it.
DISCORD = re.compile(r"(?<![\w.-])[MNO][\w-]{23,25}\.[\w-]{6}\.[\w-]{27,40}(?![\w.-])", re.ASCII)
