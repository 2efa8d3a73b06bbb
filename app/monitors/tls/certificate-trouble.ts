import { type Refusal, says } from "../../rules/failures/refusal";
import { type Judged, ownTrouble, trustTrouble, validFor } from "./judge-certificate";
import { type Around, lookAt, type Place } from "./look";

/**
 * Why the platform's own TLS connection to this place was refused, from the certificate that is shown there; null where
 * none is, so that it may have been something else. One call.
 */
export async function certificateTrouble(place: Place, around: Around): Promise<Judged | null> {
  const looked = await lookAt(place, { ...around, timeout: Math.max(1, around.timeout) });
  const certificate = looked.how === "shown" ? looked.shown.chain[0] : undefined;
  if (!certificate) return null;
  const own = ownTrouble(certificate, { host: place.host, days: 0 }, around.now());
  return own ?? trustTrouble(certificate, { how: "refused", detail: "call.unreachable" });
}

const unseen = says("It answers, but its certificate cannot be read from here: when it expires is not known.");

/**
 * Of a place whose certificate the platform trusts, as it answered: whether it soon expires, and how long it is valid.
 * Without a certificate that the server proved to have, nothing is said of it. One call.
 */
export async function expiryOf(
  { days, ...at }: { host: string; port: number; days: number },
  around: Around,
): Promise<{ judged: Judged | null; detail: Refusal }> {
  const looked = await lookAt({ ...at, starttls: "no" }, around);
  const certificate = looked.how === "shown" && looked.shown.proven ? looked.shown.chain[0] : undefined;
  if (!certificate) return { judged: null, detail: unseen };
  const judged = ownTrouble(certificate, { host: at.host, days }, around.now());
  return { judged, detail: judged?.detail ?? validFor(certificate, around.now()) };
}
