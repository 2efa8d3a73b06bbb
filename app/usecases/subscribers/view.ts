import type { SubscriberRow } from "~/db/queries/subscriber";
import type { Role } from "~/rules/basics/actor";
import { atLeast } from "~/rules/basics/permission";
import type { Refusal } from "~/rules/failures/refusal";
import { maskedAddress } from "~/rules/telling/subscriber";

export interface SubscriberView {
  id: string;
  /** Whole for admins; "a•••@example.com" for everybody else; null once erased. */
  address: string | null;
  state: string;
  scope: string;
  componentIds: string[];
  incidentId: string;
  language: string;
  timeZone: string;
  confirmedAt: number | null;
  /** When an import asks them, or asked; null = none did. */
  askedAt: number | null;
  quarantinedAt: number | null;
  quarantineReason: Refusal | null;
  createdAt: number;
}

/** What members may see of a subscriber; never the links. */
export const viewOf = (row: SubscriberRow, role: Role): SubscriberView => ({
  id: row.id,
  address: row.address !== null && !atLeast(role, "admin") ? maskedAddress(row.address) : row.address,
  state: row.state,
  scope: row.scope,
  componentIds: row.componentIds,
  incidentId: row.incidentId,
  language: row.language,
  timeZone: row.timeZone,
  confirmedAt: row.confirmedAt,
  askedAt: row.askedAt,
  quarantinedAt: row.quarantinedAt,
  quarantineReason: row.quarantineReason,
  createdAt: row.createdAt,
});
