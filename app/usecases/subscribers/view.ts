import type { SubscriberRow } from "~/db/queries/subscriber";
import { channelOf } from "~/notify/channels";
import type { Role } from "~/rules/basics/actor";
import { atLeast } from "~/rules/basics/permission";
import type { Refusal } from "~/rules/failures/refusal";
import { maskedAddress } from "~/rules/telling/subscriber";

export interface SubscriberView {
  id: string;
  /** `email`, or the kind of channel by which they are told. */
  kind: string;
  /** Whole for admins; "a•••@example.com" for everybody else; null once erased. Of who is told elsewhere its kind and four signs. */
  address: string | null;
  state: string;
  scope: string;
  componentIds: string[];
  incidentId: string;
  language: string;
  timeZone: string;
  confirmedAt: number | null;
  quarantinedAt: number | null;
  quarantineReason: Refusal | null;
  createdAt: number;
}

/** "Slack …3f2a": where somebody is told opens nothing, is sealed, and needs a name all the same. */
export function endpointName(kind: string, address: string): string {
  const signs = address.slice(address.indexOf(":") + 1, address.indexOf(":") + 5);
  return `${channelOf(kind)?.title ?? kind} …${signs}`;
}

function shownAddress({ kind, address }: SubscriberRow, role: Role): string | null {
  if (address === null) return null;
  if (kind !== "email") return endpointName(kind, address);
  return atLeast(role, "admin") ? address : maskedAddress(address);
}

/** What members may see of a subscriber; never the links. */
export const viewOf = (row: SubscriberRow, role: Role): SubscriberView => ({
  id: row.id,
  kind: row.kind,
  address: shownAddress(row, role),
  state: row.state,
  scope: row.scope,
  componentIds: row.componentIds,
  incidentId: row.incidentId,
  language: row.language,
  timeZone: row.timeZone,
  confirmedAt: row.confirmedAt,
  quarantinedAt: row.quarantinedAt,
  quarantineReason: row.quarantineReason,
  createdAt: row.createdAt,
});
