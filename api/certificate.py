"""The certificate that the program makes itself, for browsers that lend their camera to https only."""

import ipaddress
import os
import ssl
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

DAYS = 397  # the longest that browsers take
LEFT = timedelta(days=30)  # before its end a new one is made


@dataclass(frozen=True, slots=True)
class Certificate:
    """Two PEM files: the certificate and its key."""

    certificate: Path
    key: Path


def certificate(folder: Path, names: Iterable[str], now: datetime | None = None) -> Certificate:
    """The certificate in a folder, made anew where it does not name all `names` or does not hold now and for a while.

    Raises:
        OSError: it cannot be written.
    """
    found = Certificate(folder / "certificate.pem", folder / "key.pem")
    wanted, now = frozenset(names), now or datetime.now(UTC)
    if not _holds(found, wanted, now):
        folder.mkdir(parents=True, exist_ok=True)
        _make(found, wanted, now)
    return found


def _holds(found: Certificate, names: frozenset[str], now: datetime) -> bool:
    """Whether a certificate and its key are there, go together, name all `names`, have begun and do not end soon."""
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(found.certificate, found.key, password="")
        known = x509.load_pem_x509_certificate(found.certificate.read_bytes())
        named = known.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, x509.ExtensionNotFound):
        return False
    there = {*named.get_values_for_type(x509.DNSName), *map(str, named.get_values_for_type(x509.IPAddress))}
    began = known.not_valid_before_utc  # the clock may have been wrong when it was made
    return names <= there and began <= now < known.not_valid_after_utc - LEFT


def _make(to: Certificate, names: frozenset[str], now: datetime) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Croupier at home")])
    began = now - timedelta(hours=1)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(began)
        .not_valid_after(began + timedelta(days=DAYS))
        .add_extension(x509.SubjectAlternativeName([_named(name) for name in sorted(names)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    to.key.unlink(missing_ok=True)
    with os.fdopen(os.open(to.key, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(secret)
    to.certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))


def _named(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)
