import { isFullMailAddress } from "~/net/mail-address";
import { dayMs } from "~/time/durations";

/** Time in which a subscription can be confirmed, ms. */
export const confirmationWindowMs = dayMs;

/**
 * Time in which a confirmation request of an import can be confirmed, in ms; longer, because the recipients do not
 * expect the email.
 */
export const importConfirmWindowMs = 7 * dayMs;

/** Maximum number of confirmation requests that imports of a page send in any 24 hours, including scheduled ones. */
export const maxImportedRequestsPerDay = 500;
/** Length of that period, ms. */
export const importedRequestWindowMs = dayMs;

export const subscriberStates = ["pending", "active", "unsubscribed", "quarantined"] as const;
export type SubscriberState = (typeof subscriberStates)[number];
export const subscriptionScopes = ["page", "components", "incident"] as const;
export type SubscriptionScope = (typeof subscriptionScopes)[number];

/**
 * Returns one address in its normal form: lower case, composed characters (NFC), the domain as in DNS (IDNA). null =
 * not an address.
 */
export function parseEmailAddress(text: string): string | null {
  const trimmed = text.trim();
  if (!isFullMailAddress(trimmed)) return null;
  const at = trimmed.lastIndexOf("@");
  const host = URL.parse(`http://${trimmed.slice(at + 1)}/`)?.hostname;
  const address = host ? `${trimmed.slice(0, at)}@${host}`.toLowerCase().normalize("NFC") : null;
  return address !== null && isFullMailAddress(address) && !/@[\d.]+$|@\[/.test(address) ? address : null;
}

/**
 * True unless the subscriber is active, which means confirmed. All others must confirm, even those who had
 * unsubscribed.
 */
export const needsConfirmation = (state: SubscriberState | null): boolean => state !== "active";

export type ConfirmLinkState = "confirm" | "already" | "gone";

/** Returns what the button of a confirmation link does. */
export function confirmLinkState(
  row: { state: string; generation: number } | null,
  generation: number,
): ConfirmLinkState {
  if (row?.generation !== generation) return "gone";
  if (row.state === "active") return "already";
  return row.state === "pending" ? "confirm" : "gone";
}

/**
 * Returns the same for a link that contains the request itself. `generation` is that of the address's row at the time
 * of the request, null without a row. An old link does not restore a subscription that ended since.
 */
export function confirmRequestState(
  row: { state: string; generation: number } | null,
  generation: number | null,
): ConfirmLinkState {
  if (!row) return generation === null ? "confirm" : "gone";
  if (row.state === "active") return "already";
  return row.state === "pending" || row.generation === generation ? "confirm" : "gone";
}

export type ManageLinkState = "valid" | "left" | "gone";

/**
 * Returns the state of the link that is in every email. Unsubscribing revokes it, but pressing it again still shows
 * that the subscription ended.
 */
export function manageLinkState(
  row: { state: string; generation: number } | null,
  generation: number,
): ManageLinkState {
  if (!row) return "gone";
  if (row.state === "unsubscribed" && row.generation === generation + 1) return "left";
  if (row.generation !== generation) return "gone";
  return row.state === "unsubscribed" ? "left" : "valid";
}

/** Returns the identifier of a subscriber by another way than email; the endpoint itself stays encrypted. */
export const hashedEndpointAddress = (kind: string, hash: string): string => `${kind}:${hash.slice(0, 32)}`;

/**
 * Returns "a•••@example.com", which is enough to recognise one's own address. Identifiers of other ways are returned
 * unchanged, because they grant no access.
 */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf("@");
  if (at < 0) return address;
  return `${address.slice(0, 1)}•••${address.slice(at)}`;
}

const addressLikeWord = /[^\s<>"'(),;:]+/g;
const withoutAddress = (text: string) => (text.slice(1, -1).includes("@") ? maskAddress(text) : text);
const literal = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
const bounded = (part: string) => new RegExp(`(?<![\\p{L}\\p{N}])${literal(part)}(?![\\p{L}\\p{N}])`, "giu");

/** Returns a mail server's answer without the addresses in it, which are kept in one table only (spec §9). */
export function maskAddressesIn(text: string, recipient: string): string {
  const local = recipient.slice(0, Math.max(0, recipient.lastIndexOf("@")));
  const masked = text.replaceAll(addressLikeWord, withoutAddress);
  return local.length > 1 ? masked.replaceAll(bounded(local), `${local.slice(0, 1)}•••`) : masked;
}
