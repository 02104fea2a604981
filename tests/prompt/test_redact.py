"""Secrets go, everything that is none stays; and no text makes it slow or hides code."""

from __future__ import annotations

import json

import pytest

from houndsman.prompt.redact import redact

LETTERS = "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9aB3dE5gH7jK9m"
KEY_LINES = "\n".join(["MIIEpAIBAAKCAQEA" + LETTERS] * 12 + ["abc="])
PRIVATE_KEY = f"-----BEGIN RSA PRIVATE KEY-----\n{KEY_LINES}\n-----END RSA PRIVATE KEY-----"

SECRETS = {
    "aws-access-key": "AKIA" + "ABCDEFGH12345678",
    "github-token": "ghp_" + LETTERS[:36],
    "gitlab-token": "glpat-" + LETTERS[:20],
    "slack-token": "xoxb-" + LETTERS[:20],
    "stripe-key": "sk_live_" + LETTERS[:24],
    "google-api-key": "AIza" + LETTERS[:35],
    "openai-key": "sk-proj-" + LETTERS[:30],
    "npm-token": "npm_" + LETTERS[:36],
    "pypi-token": "pypi-AgEIcHlwaS" + LETTERS,
    "jwt": f"eyJ{LETTERS[:20]}.eyJ{LETTERS[:30]}.{LETTERS[:30]}",
    "private-key": PRIVATE_KEY,
}


@pytest.mark.parametrize(("kind", "secret"), SECRETS.items())
@pytest.mark.parametrize("around", ['key = "{}"\n', "+{} # old\n", "{}", "({}, 1)"])
def test_a_secret_of_a_known_shape_goes_wherever_it_stands(kind: str, secret: str, around: str) -> None:
    assert redact(around.format(secret)) == around.format(f"[redacted:{kind}]")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("https://me:hunter22@host/x", "https://[redacted:url-password]@host/x"),
        ("Authorization: Bearer " + LETTERS, "Authorization: Bearer [redacted:bearer-token]"),
        ('DB_PASSWORD = "hunter2hunter2"', 'DB_PASSWORD = "[redacted:named-secret]"'),
        ("'client-secret': 'abcdefgh'", "'client-secret': '[redacted:named-secret]'"),
        ("api_key := `x`, apiKey: 'abcdefgh1'", "api_key := `x`, apiKey: '[redacted:named-secret]'"),
        ('passwd => "abcdefgh"', 'passwd => "[redacted:named-secret]"'),
    ],
)
def test_a_secret_with_a_telling_name_or_place_goes(text: str, shown: str) -> None:
    assert redact(text) == shown


@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("before", ["the token:\n", "\t", "\r\n", "\x1b"])
@pytest.mark.parametrize(("kind", "secret"), SECRETS.items())
def test_a_secret_goes_in_json_too(kind: str, secret: str, before: str, times: int) -> None:
    """The letter of an escape is no part of the word behind it."""
    text = before + secret
    for _ in range(times):
        text = json.dumps(text)
    text = redact(text)
    for _ in range(times):
        text = json.loads(text)
    assert text == f"{before}[redacted:{kind}]"


@pytest.mark.parametrize(
    "source", ['password = "hunter2hunter2"', '{"api_key": "hunter2hunter2"}', "passwd='hunter2hunter2'"]
)
def test_a_secret_with_a_telling_name_goes_in_json_too(source: str) -> None:
    hidden = redact(source)
    assert "[redacted:named-secret]" in hidden
    assert json.loads(redact(json.dumps({"quote": source}))) == {"quote": hidden}
    assert json.loads(json.loads(redact(json.dumps(json.dumps(source))))) == hidden


@pytest.mark.parametrize(
    "text",
    [
        'password = "short"',
        "password = get_password()",
        'password = "two words here"',
        "secret_sauce = 3",
        "https://host/path:80@x",
        "ghp_short",
        "skeleton-key-of-the-house-of-the-lord",
        "-----BEGIN CERTIFICATE-----\nMIIE",
        "total += round(item.price * item.count, 2)",
        "commit 0123456789abcdef0123456789abcdef01234567",
    ],
)
def test_what_is_no_secret_stays(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize(
    "dress",
    [
        pytest.param(lambda key: key, id="plain"),
        pytest.param(lambda key: "+" + key.replace("\n", "\n+"), id="diff"),
        pytest.param(lambda key: '"' + key.replace("\n", "\\n") + '"', id="string"),
        pytest.param(lambda key: '"' + key.replace("\n", '\\n"\n    "') + '"', id="pieces"),
        pytest.param(lambda key: key.replace("\n", "\r\n"), id="windows"),
        pytest.param(lambda key: key.rpartition("\n-----END")[0], id="cut"),
        pytest.param(lambda key: key.replace("KEY-----\n", "KEY-----\nProc-Type: 4,ENCRYPTED\n\n", 1), id="headers"),
    ],
)
def test_nothing_of_a_private_key_is_left(dress: object) -> None:
    assert callable(dress)
    shown = redact(f"before()\n{dress(PRIVATE_KEY)}\nafter()\n")
    assert "MIIE" not in shown and LETTERS not in shown
    assert "before()" in shown and "after()" in shown


@pytest.mark.parametrize("end", ["", "\n# -----END PRIVATE KEY-----\n"])
def test_code_dressed_as_a_key_is_not_hidden(end: str) -> None:
    code = "import os\nos.system('rm -rf /')\nx = y\n"
    assert code in redact(f"# -----BEGIN PRIVATE KEY-----\n{code}{end}")


@pytest.mark.parametrize(
    "text",
    [
        "a" * 200_000,
        "secret" * 30_000,
        "-eyJ" * 50_000,
        "+" * 200_000,
        "-----BEGIN RSA PRIVATE KEY" + "+" * 100_000,
        "-----BEGIN " * 20_000,
        "://a:" * 40_000,
        ("secret" + " " * 50) * 4_000,
        "secret='" * 30_000,
    ],
    ids=lambda text: repr(text[:12]),
)
def test_a_text_without_secrets_comes_back_in_time_that_grows_with_its_length(text: str) -> None:
    # Where a pattern needed the square of the length this would run for minutes.
    assert redact(text) == text
