import { isRoleAtLeast, type Role } from "~/access/actor";
import { type Refusal, refusalFor } from "~/failures/refusal";
import { originTitleOf } from "~/importers/rules/known-origins";
import { networkAllowSettings } from "~/net/network-settings";
import type { Ctx } from "~/platform/ctx";
import type { SubscriberRow } from "./queries/subscriber";
import { maskAddress } from "./rules/subscriber";
import { findBlockedNetworksOfTarget, openSubscriberTarget, readSubscriberTargetLabel } from "./target-label";

export interface SubscriberView {
  id: string;
  /** Kind: `email`, or the kind of channel. */
  kind: string;
  /**
   * Email address, complete for admins and masked ("a•••@example.com") for others. For other kinds a text that
   * distinguishes them and grants no access, such as "hooks.slack.com/…abcd". null once erased, or when there is no
   * such text.
   */
  address: string | null;
  state: string;
  scope: string;
  componentIds: string[];
  incidentId: string;
  language: string;
  timeZone: string;
  /** Time at which they confirmed here, or consented in the product from which they were imported. */
  confirmedAt: number | null;
  /** Product from which they were imported with their consent, such as “Statuspage”; null = they subscribed here. */
  importedFrom: string | null;
  /** Time of their consent in that product; null when it is not known, or when they subscribed here. */
  consentedAt: number | null;
  /** Time at which an import sends or sent their confirmation request; null = none did. */
  askedAt: number | null;
  quarantinedAt: number | null;
  quarantineReason: Refusal | null;
  /** Reason why an active subscriber gets nothing: the operator does not allow their private address. */
  pausedReason: Refusal | null;
  createdAt: number;
}

async function visibleAddress(ctx: Ctx, row: SubscriberRow, role: Role): Promise<string | null> {
  if (row.address === null) return null;
  if (row.kind !== "email") return (await readSubscriberTargetLabel(ctx, row)) || null;
  return isRoleAtLeast(role, "admin") ? row.address : maskAddress(row.address);
}

async function pausedReason(ctx: Ctx, row: SubscriberRow): Promise<Refusal | null> {
  if (row.state !== "active" || row.kind === "email" || ctx.config.onCloudflare) return null;
  const missing = await findBlockedNetworksOfTarget(ctx, await openSubscriberTarget(ctx, row));
  return missing.length > 0 ? refusalFor("subscriber.out_of_reach", { setting: networkAllowSettings.visitor }) : null;
}

/** Consent without a known time is stored as that of the import. */
function importedConsent({ importedFrom, confirmedAt, createdAt }: SubscriberRow) {
  const isDated = importedFrom !== null && confirmedAt !== null && confirmedAt < createdAt;
  return { importedFrom: importedFrom && originTitleOf(importedFrom), consentedAt: isDated ? confirmedAt : null };
}

/** Returns what members may see of a subscriber; never the links, nor an address to which others could post. */
export const subscriberViewOf = async (ctx: Ctx, row: SubscriberRow, role: Role): Promise<SubscriberView> => ({
  id: row.id,
  kind: row.kind,
  address: await visibleAddress(ctx, row, role),
  state: row.state,
  scope: row.scope,
  componentIds: row.componentIds,
  incidentId: row.incidentId,
  language: row.language,
  timeZone: row.timeZone,
  confirmedAt: row.confirmedAt,
  ...importedConsent(row),
  askedAt: row.askedAt,
  quarantinedAt: row.quarantinedAt,
  quarantineReason: row.quarantineReason,
  pausedReason: await pausedReason(ctx, row),
  createdAt: row.createdAt,
});
