import { type Refusal, says } from "../../rules/failures/refusal";
import type { SeenCertificate } from "../../rules/monitors/evidence";
import { type Judged, ownTrouble, seenCertificate, trustTrouble, validFor } from "./judge-certificate";
import { type Around, lookAt, type Place } from "./look";

/** What is wrong with a certificate, and what it says. */
export type Trouble = Judged & { certificate: SeenCertificate };

/**
 * Why the platform's own TLS connection to this place was refused, from the certificate that is shown there; null where
 * none is, so that it may have been something else. One call.
 */
export async function certificateTrouble(place: Place, around: Around): Promise<Trouble | null> {
  const looked = await lookAt(place, { ...around, timeout: Math.max(1, around.timeout) });
  const certificate = looked.how === "shown" ? looked.shown.chain[0] : undefined;
  if (!certificate) return null;
  const own = ownTrouble(certificate, { host: place.host, days: 0 }, around.now());
  const trouble = own ?? trustTrouble(certificate, { how: "refused", detail: "call.unreachable" });
  return trouble && { ...trouble, certificate: seenCertificate(certificate) };
}

const unseen = says("It answers, but its certificate cannot be read from here: when it expires is not known.");

/**
 * Of a place whose certificate the platform trusts, as it answered: whether it soon expires, and how long it is valid.
 * Without a certificate that the server proved to have, nothing is said of it. One call.
 */
export async function expiryOf(
  { days, ...at }: { host: string; port: number; days: number },
  around: Around,
): Promise<{ judged: Judged | null; detail: Refusal; certificate?: SeenCertificate }> {
  const looked = await lookAt({ ...at, starttls: "no" }, around);
  const certificate = looked.how === "shown" && looked.shown.proven ? looked.shown.chain[0] : undefined;
  if (!certificate) return { judged: null, detail: unseen };
  const judged = ownTrouble(certificate, { host: at.host, days }, around.now());
  const detail = judged?.detail ?? validFor(certificate, around.now());
  return { judged, detail, certificate: seenCertificate(certificate) };
}
