import { isFullMailAddress } from "~/net/mail-address";

/** How long a subscription may be confirmed, ms. */
export const confirmWithin = 24 * 3600_000;

/** How long somebody may do so whom a list of people asks, ms: they wait for no mail. */
export const answerWithin = 7 * 24 * 3600_000;

/** So many people of a page are asked in any 24 hours, those who are still to be asked among them. */
export const mostAsked = 500;
/** ms */
export const askedIn = 24 * 3600_000;

export const subscriberStates = ["pending", "active", "unsubscribed", "quarantined"] as const;
export type SubscriberState = (typeof subscriberStates)[number];
export const subscriptionScopes = ["page", "components", "incident"] as const;
export type SubscriptionScope = (typeof subscriptionScopes)[number];

/** One address, written in one way: lower case, each letter as one character where there is one (NFC), its domain as the network knows it (IDNA). null = none. */
export function normalAddress(text: string): string | null {
  const trimmed = text.trim();
  if (!isFullMailAddress(trimmed)) return null;
  const at = trimmed.lastIndexOf("@");
  const host = URL.parse(`http://${trimmed.slice(at + 1)}/`)?.hostname;
  const address = host ? `${trimmed.slice(0, at)}@${host}`.toLowerCase().normalize("NFC") : null;
  return address !== null && isFullMailAddress(address) && !/@[\d.]+$|@\[/.test(address) ? address : null;
}

/** Somebody who is active has confirmed already; everybody else is asked to, also who had left. */
export const isToBeAsked = (state: SubscriberState | null): boolean => state !== "active";

export type Confirming = "confirm" | "already" | "gone";

/** What pressing the button of a confirmation does. */
export function confirming(known: { state: string; generation: number } | null, generation: number): Confirming {
  if (known?.generation !== generation) return "gone";
  if (known.state === "active") return "already";
  return known.state === "pending" ? "confirm" : "gone";
}

/**
 * The same of a link that carries the wish itself. `generation` = of the row that the address had when it was asked; null =
 * none. Who has left since then is not taken back by an old link.
 */
export function confirmingWish(
  known: { state: string; generation: number } | null,
  generation: number | null,
): Confirming {
  if (!known) return generation === null ? "confirm" : "gone";
  if (known.state === "active") return "already";
  return known.state === "pending" || known.generation === generation ? "confirm" : "gone";
}

export type Holding = "valid" | "left" | "gone";

/** What the link that every mail repeats is good for. Leaving revokes it, but still says so to who presses again. */
export function holding(known: { state: string; generation: number } | null, generation: number): Holding {
  if (!known) return "gone";
  if (known.state === "unsubscribed" && known.generation === generation + 1) return "left";
  if (known.generation !== generation) return "gone";
  return known.state === "unsubscribed" ? "left" : "valid";
}

/** How subscribers who are told elsewhere than by mail are named: what they gave stays sealed. */
export const endpointAddress = (kind: string, hash: string): string => `${kind}:${hash.slice(0, 32)}`;

/** "a•••@example.com": enough to know one's own address by. What is no address of a mail opens nothing. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf("@");
  if (at < 0) return address;
  return `${address.slice(0, 1)}•••${address.slice(at)}`;
}

const word = /[^\s<>"'(),;:]+/g;
const withoutAddress = (text: string) => (text.slice(1, -1).includes("@") ? maskedAddress(text) : text);
const literal = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
const bounded = (part: string) => new RegExp(`(?<![\\p{L}\\p{N}])${literal(part)}(?![\\p{L}\\p{N}])`, "giu");

/** What a mail server said, without the addresses that it repeats: those are kept in one table only (spec §9). */
export function withoutAddresses(text: string, recipient: string): string {
  const local = recipient.slice(0, Math.max(0, recipient.lastIndexOf("@")));
  const masked = text.replaceAll(word, withoutAddress);
  return local.length > 1 ? masked.replaceAll(bounded(local), `${local.slice(0, 1)}•••`) : masked;
}
