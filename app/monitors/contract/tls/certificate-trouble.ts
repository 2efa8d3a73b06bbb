import { type Refusal, says } from "~/failures/refusal";
import type { SeenCertificate } from "../../rules/evidence";
import { type CertificateVerdict, ownTrouble, seenCertificate, trustTrouble, validFor } from "./judge-certificate";
import { lookAt, type TlsEndpoint, type TlsLookContext } from "./look";
import { platformTrustAt } from "./trust";

/** The fault of a certificate, with the certificate itself. */
export type CertificateTrouble = CertificateVerdict & { certificate: SeenCertificate };

/**
 * Returns the reason why a TLS connection to this place failed, judged by the certificate shown there; null when that
 * is valid or none is shown, so that the cause is another. Two calls, in parallel.
 */
export async function certificateTrouble(
  place: TlsEndpoint,
  around: TlsLookContext,
): Promise<CertificateTrouble | null> {
  const given = { ...around, timeout: Math.max(1, around.timeout) };
  const [looked, trusted] = await Promise.all([lookAt(place, given), platformTrustAt(place, given)]);
  if (looked.how !== "shown") return null;
  const [certificate] = looked.shown.chain;
  if (!certificate) return null;
  const own = ownTrouble(certificate, { host: place.host, days: 0 }, around.now());
  const trouble = own ?? (trusted.how === "refused" ? trustTrouble(looked.shown, trusted, around.now()) : null);
  return trouble && { ...trouble, certificate: seenCertificate(certificate) };
}

const unseen = says("It answers, but its certificate cannot be read from here: when it expires is not known.");

/**
 * Judges a reachable place whose certificate the platform trusts: how soon it expires and how long it is valid. Reports
 * nothing when the server did not prove that it holds the certificate. One call.
 */
export async function expiryOf(
  { days, ...at }: { host: string; port: number; days: number },
  around: TlsLookContext,
): Promise<{ judged: CertificateVerdict | null; detail: Refusal; certificate?: SeenCertificate }> {
  const looked = await lookAt({ ...at, starttls: "no" }, around);
  const certificate = looked.how === "shown" && looked.shown.proven ? looked.shown.chain[0] : undefined;
  if (!certificate) return { judged: null, detail: unseen };
  const judged = ownTrouble(certificate, { host: at.host, days }, around.now());
  const detail = judged?.detail ?? validFor(certificate, around.now());
  return { judged, detail, certificate: seenCertificate(certificate) };
}
