import { maskAddressesIn, parseEmailAddress } from "~/subscribers/rules/subscriber";
import { minuteMs } from "~/time/durations";

/** A service's report on an email that it had accepted (app/mailers/contract/contract). */
interface MailFeedback {
  address: string;
  kind: "bounce" | "left";
  reason: string;
  at: number | null;
}

export interface MailAddressChange {
  address: string;
  kind: "bounce" | "left";
  reason: string;
  /** Subscriptions changed after this time are left alone: their holder has already responded, or was asked again. */
  until: number;
}

/** Maximum number of recipients in a report. Our emails have one recipient each, so a longer list is not about them. */
const maxRecipients = 20;
const maxReasonChars = 200;
/** Clock difference between the service and us, in ms. */
const clockToleranceMs = minuteMs;

/** Returns each address once, normalised; unsubscribing takes precedence over a bounce. */
export function mailNewsByAddress(told: readonly MailFeedback[], now: number): MailAddressChange[] {
  const found = new Map<string, MailAddressChange>();
  for (const { address: given, kind, reason, at } of told.slice(0, maxRecipients)) {
    const address = parseEmailAddress(given.slice(0, 400));
    if (address === null || (found.has(address) && kind === "bounce")) continue;
    const said = maskAddressesIn(reason.slice(0, 2000).replaceAll(/[\p{Cc}\s]+/gu, " "), address).trim();
    const until = Math.min(at ?? now, now) + clockToleranceMs;
    found.set(address, { address, kind, reason: said.slice(0, maxReasonChars) || "bounced", until });
  }
  return [...found.values()];
}
