import type { X509Certificate } from "node:crypto";
import { type Judged, ownTrouble, trustTrouble } from "./judge-certificate";
import { type Around, lookAt, type Place } from "./look";

/**
 * Why the platform's own TLS connection to this place was refused, from the certificate that is shown there; null where
 * none is, so that it may have been something else. One call.
 */
export async function certificateTrouble(place: Place, around: Around): Promise<Judged | null> {
  const looked = await lookAt(place, { ...around, timeout: Math.max(1, around.timeout) });
  const certificate = looked.how === "shown" ? looked.shown.chain[0] : undefined;
  if (!certificate) return null;
  const own = ownTrouble(certificate as X509Certificate, { host: place.host, days: 0 }, around.now());
  return own ?? trustTrouble(certificate as X509Certificate, { how: "refused", detail: "call.unreachable" });
}
