import { normalAddress, withoutAddresses } from "~/subscribers/rules/subscriber";

/** What a service told of a mail that it had taken (app/mailers/contract/contract). */
interface Told {
  address: string;
  kind: "bounce" | "left";
  reason: string;
  at: number | null;
}

export interface MailNews {
  address: string;
  kind: "bounce" | "left";
  reason: string;
  /** Who changed something after this has answered to it already, or was asked again. */
  until: number;
}

/** Mails have one recipient each; what names more is not about ours. */
const most = 20;
const reasonLength = 200;
/** Their clock and ours. */
const tolerance = 60_000;

/** Of each address once, written as we write it; leaving weighs more than a bounce. */
export function newsIn(told: readonly Told[], now: number): MailNews[] {
  const found = new Map<string, MailNews>();
  for (const { address: given, kind, reason, at } of told.slice(0, most)) {
    const address = normalAddress(given.slice(0, 400));
    if (address === null || (found.has(address) && kind === "bounce")) continue;
    const said = withoutAddresses(reason.slice(0, 2000).replaceAll(/[\p{Cc}\s]+/gu, " "), address).trim();
    const until = Math.min(at ?? now, now) + tolerance;
    found.set(address, { address, kind, reason: said.slice(0, reasonLength) || "bounced", until });
  }
  return [...found.values()];
}
