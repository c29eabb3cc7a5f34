"""Proxies and certificates are found in one way, whatever the provider."""

import pytest

from mhclient.errors import MissingPackage, UsageError
from mhclient.providers.transport import environment
from mhclient.providers.transport.environment import proxy_for, ssl_context

API = "https://api.example.org/v1"


@pytest.mark.parametrize(
    ("named", "url"),
    [
        ({}, None),
        ({"https": "http://proxy:3128"}, "http://proxy:3128"),
        ({"https": "proxy:3128"}, "http://proxy:3128"),
        ({"http": "http://proxy:3128"}, None),
        ({"all": "http://user:pw@proxy"}, "http://user:pw@proxy"),
        ({"https": "http://one", "all": "http://other"}, "http://one"),
        ({"all": "http://proxy", "no": "localhost, example.org"}, None),
        ({"all": "http://proxy", "no": "API.example.org:443"}, None),
        ({"all": "http://proxy", "no": "api.example.org:8443"}, "http://proxy"),
        ({"all": "http://proxy", "no": "*"}, None),
        ({"all": "http://proxy", "no": "le.org"}, "http://proxy"),
    ],
)
def test_the_environment_names_the_proxy(named, url):
    found = proxy_for(API, named)
    assert (found and found.url) == url


@pytest.mark.parametrize(
    ("address", "url"),
    [("http://10.1.2.3:8000/v1", None), ("http://[::1]:8000/v1", None), ("http://11.0.0.1/v1", "http://p")],
)
def test_networks_and_addresses_need_no_proxy_where_they_are_excepted(address, url):
    found = proxy_for(address, {"all": "p", "no": "10.0.0.0/8,[::1]"})
    assert (found and found.url) == url


@pytest.mark.parametrize(
    "address", ["http://", "http://h:port", "ftp://proxy", "http://[", "user:s3cret@:80"]
)
def test_what_is_no_proxy_is_refused_without_showing_a_password(address):
    with pytest.raises(UsageError, match="ALL_PROXY") as refused:
        proxy_for(API, {"all": address})
    assert "s3cret" not in str(refused.value)


def test_socks_is_refused_by_name_where_nothing_speaks_it(monkeypatch):
    monkeypatch.setattr(environment, "find_spec", lambda _: None)
    with pytest.raises(MissingPackage, match=r"SOCKS proxy \(socks5h\).*type: .*\[socks\]"):
        proxy_for(API, {"all": "socks5h://localhost:1080"})


def test_a_proxy_does_not_show_its_password():
    assert "pw" not in repr(proxy_for(API, {"all": "http://user:pw@proxy"}))


@pytest.mark.parametrize("name", ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"])
def test_certificates_that_cannot_be_read_are_told_by_the_variable(name, tmp_path):
    (tmp_path / "bundle.pem").write_text("none")
    for place in ("bundle.pem", "nowhere.pem"):
        with pytest.raises(UsageError, match=f"{name}: .*{place} holds no certificates"):
            ssl_context({name: str(tmp_path / place)})
