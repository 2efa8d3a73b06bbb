import { englishSentence, type Refusal } from "~/failures/refusal";
import type { PresentedCertificate } from "../../rules/evidence";
import {
  type CertificateVerdict,
  certificateOwnTrouble,
  certificateTrustTrouble,
  certificateValidityText,
  presentedCertificate,
} from "./judge-certificate";
import { fetchServerCertificate, type TlsConnectContext, type TlsEndpoint } from "./look";
import { checkPlatformTrust } from "./trust";

/** The fault of a certificate, with the certificate itself. */
export type CertificateTrouble = CertificateVerdict & { certificate: PresentedCertificate };

/**
 * Returns the reason why a TLS connection to this place failed, judged by the certificate shown there; null when that
 * is valid or none is shown, so that the cause is another. Two calls, in parallel.
 */
export async function findCertificateTrouble(
  place: TlsEndpoint,
  around: TlsConnectContext,
): Promise<CertificateTrouble | null> {
  const given = { ...around, timeout: Math.max(1, around.timeout) };
  const [looked, trusted] = await Promise.all([fetchServerCertificate(place, given), checkPlatformTrust(place, given)]);
  if (looked.how !== "shown") return null;
  const [certificate] = looked.shown.chain;
  if (!certificate) return null;
  const own = certificateOwnTrouble(certificate, { host: place.host, days: 0 }, around.now());
  const trouble =
    own ?? (trusted.how === "refused" ? certificateTrustTrouble(looked.shown, trusted, around.now()) : null);
  return trouble && { ...trouble, certificate: presentedCertificate(certificate) };
}

const unseen = englishSentence("It answers, but its certificate can’t be read from here, so its expiry is unknown.");

/**
 * Judges a reachable place whose certificate the platform trusts: how soon it expires and how long it is valid. Reports
 * nothing when the server did not prove that it holds the certificate. One call.
 */
export async function judgeCertificateExpiry(
  { days, ...at }: { host: string; port: number; days: number },
  around: TlsConnectContext,
): Promise<{ judged: CertificateVerdict | null; detail: Refusal; certificate?: PresentedCertificate }> {
  const looked = await fetchServerCertificate({ ...at, starttls: "no" }, around);
  const certificate = looked.how === "shown" && looked.shown.proven ? looked.shown.chain[0] : undefined;
  if (!certificate) return { judged: null, detail: unseen };
  const judged = certificateOwnTrouble(certificate, { host: at.host, days }, around.now());
  const detail = judged?.detail ?? certificateValidityText(certificate, around.now());
  return { judged, detail, certificate: presentedCertificate(certificate) };
}
