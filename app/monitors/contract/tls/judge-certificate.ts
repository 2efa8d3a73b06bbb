import type { X509Certificate } from "node:crypto";
import { normaliseHostOrKeepText } from "~/net/host-name";
import type { OutboundFailure } from "~/platform/outbound";
import { dayMs } from "~/time/durations";
import type { PresentedCertificate } from "../../rules/evidence";
import { nearestExpiryStepDays } from "../../rules/expiry";
import { type CheckFinding, type CheckStep, englishSentence } from "../contract";
import { quotePeerText } from "../quoted-text";
import type { ServerCertificate } from "./read-certificate";

type StepDetail = CheckStep["detail"];

/** Outcome of the platform's own TLS connection, which shows whether it trusts the certificate for this name. */
export type PlatformTrust =
  | { how: "trusted" }
  | { how: "refused"; detail: StepDetail }
  | { how: "late" }
  | { how: "away"; failure: OutboundFailure };

const isAddress = (host: string) => host.includes(":") || /^[\d.]+$/.test(host);

function isNamed(certificate: X509Certificate, written: string): boolean {
  const host = normaliseHostOrKeepText(written);
  return (isAddress(host) ? certificate.checkIP(host) : certificate.checkHost(host)) !== undefined;
}

/** Returns one part of a name, such as the issuer's organisation. */
const partOf = (name: string, part: string) => new RegExp(`^${part}=(.*)$`, "m").exec(name)?.[1];

const issuerOf = ({ issuer }: X509Certificate) =>
  quotePeerText(partOf(issuer, "O") ?? partOf(issuer, "CN") ?? issuer, 80);

/** Joins the parts of a name, which are on separate lines. Alternative names have the form `DNS:one, DNS:other`. */
const inOneLine = (name: string): string => name.replaceAll("\n", ", ");

export const presentedCertificate = (certificate: X509Certificate): PresentedCertificate => ({
  subject: inOneLine(certificate.subject),
  names: (certificate.subjectAltName ?? "")
    .split(", ")
    .flatMap((each) => each.replace(/^(?:DNS|IP Address):/, "") || []),
  issuer: inOneLine(certificate.issuer),
  validFrom: Date.parse(certificate.validFrom),
  validTo: Date.parse(certificate.validTo),
  serial: certificate.serialNumber,
  fingerprint: certificate.fingerprint256,
});

export interface CertificateVerdict {
  verdict: CheckFinding["verdict"];
  code: string;
  detail: StepDetail;
  within?: number;
}

const expires = (days: number): StepDetail =>
  days === 1
    ? englishSentence("The certificate expires in one day.")
    : englishSentence("The certificate expires in {{days}} days.", { days });

/**
 * Requirements for a certificate: the host, the days before expiry when the warning starts, and a part of the issuer's
 * name.
 */
export interface CertificateRequirement {
  host: string;
  days: number;
  issuer?: string | undefined;
}

/** Returns the worst fault in the certificate itself; null when it has none. */
export function certificateOwnTrouble(
  certificate: X509Certificate,
  given: CertificateRequirement,
  now: number,
): CertificateVerdict | null {
  const [from, to] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
  const down = (code: string, detail: StepDetail): CertificateVerdict => ({ verdict: "down", code, detail });
  if (now >= to)
    return down(
      "expired",
      englishSentence("The certificate expired on {{date}}.", { date: new Date(to).toISOString().slice(0, 10) }),
    );
  if (now < from)
    return down(
      "not_yet_valid",
      englishSentence("The certificate is not valid before {{date}}.", {
        date: new Date(from).toISOString().slice(0, 10),
      }),
    );
  if (!isNamed(certificate, given.host)) {
    const { names, subject } = presentedCertificate(certificate);
    const told = { names: quotePeerText(names.join(", ") || subject, 100), host: given.host };
    return down("wrong_name", englishSentence("The certificate is for {{names}}, not for {{host}}.", told));
  }
  if (given.issuer !== undefined && !certificate.issuer.includes(given.issuer)) {
    return down(
      "wrong_issuer",
      englishSentence("The certificate was issued by {{issuer}}.", { issuer: issuerOf(certificate) }),
    );
  }
  const days = Math.floor((to - now) / dayMs);
  const within = nearestExpiryStepDays(days, given.days);
  return within === null ? null : { verdict: "degraded", code: "expires_soon", detail: expires(days), within };
}

/**
 * Returns true for a self-signed certificate. Names are not enough, because an authority may share the name of a
 * certificate that it signs.
 */
function signsItself(certificate: X509Certificate): boolean {
  try {
    return certificate.issuer === certificate.subject && certificate.verify(certificate.publicKey);
  } catch {
    return false;
  }
}

/** Returns true when `signer` signed the other certificate. */
function signed(signer: X509Certificate, other: X509Certificate): boolean {
  try {
    return other.checkIssued(signer) && other.verify(signer.publicKey);
  } catch {
    return false;
  }
}

/**
 * Returns the certificates that the server sent after its own and that form its chain of trust, in the order of
 * signing.
 */
function signersOf([own, ...others]: readonly X509Certificate[]): X509Certificate[] {
  const signers: X509Certificate[] = [];
  for (let last = own; last; last = signers.at(-1)) {
    const next = others.find((each) => !signers.includes(each) && signed(each, last as X509Certificate));
    if (!next) return signers;
    signers.push(next);
  }
  return signers;
}

/** Returns true for a key that every TLS client accepts: RSA, and the two mandatory curves. */
function isUsualKey({ publicKey }: X509Certificate): boolean {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = publicKey;
  if (type === "rsa") return (details?.modulusLength ?? 2048) >= 1024;
  return type === "ec" && /^(?:prime256v1|secp384r1|P-256|P-384)$/.test(details?.namedCurve ?? "prime256v1");
}

/**
 * Returns the reason why the handshake may have failed although the certificate is trusted; null when there is no
 * visible reason.
 */
function otherReason({ chain, asksForClient }: ServerCertificate): CertificateVerdict | null {
  if (asksForClient) {
    const detail = englishSentence("It asks for a client certificate, so trust in its own couldn’t be checked.");
    return { verdict: "unknown", code: "client_certificate", detail };
  }
  if (chain[0] && isUsualKey(chain[0])) return null;
  const detail = englishSentence("Its certificate has an unusual type of key, so trust couldn’t be checked.");
  return { verdict: "unknown", code: "unusual_key", detail };
}

/** Returns the fault in the chain, for a certificate that the platform's own connection refused. */
function chainTrouble(shown: ServerCertificate, now: number): CertificateVerdict {
  const [certificate] = shown.chain as [X509Certificate];
  const down = (code: string, detail: StepDetail): CertificateVerdict => ({ verdict: "down", code, detail });
  if (signsItself(certificate)) return down("self_signed", englishSentence("The certificate is self-signed."));
  const over = signersOf(shown.chain).find(({ validTo }) => now >= Date.parse(validTo));
  if (over) {
    const date = new Date(Date.parse(over.validTo)).toISOString().slice(0, 10);
    return down(
      "untrusted",
      englishSentence("The certificate is not trusted: an intermediate certificate expired on {{date}}.", { date }),
    );
  }
  return (
    otherReason(shown) ??
    down(
      "untrusted",
      englishSentence(
        "The certificate is not trusted: an intermediate certificate is missing, or its authority is unknown.",
      ),
    )
  );
}

export function certificateTrustTrouble(
  shown: ServerCertificate,
  trusted: PlatformTrust,
  now: number,
): CertificateVerdict | null {
  if (trusted.how === "trusted") return null;
  if (trusted.how === "refused") return chainTrouble(shown, now);
  const detail = englishSentence("The certificate was received, but trust couldn’t be checked in time.");
  return { verdict: "unknown", code: "trust_unknown", detail };
}

export const certificateValidityText = (certificate: X509Certificate, now: number): StepDetail => {
  const days = Math.floor((Date.parse(certificate.validTo) - now) / dayMs);
  return englishSentence("Valid for {{days}} days, issued by {{issuer}}.", { days, issuer: issuerOf(certificate) });
};
