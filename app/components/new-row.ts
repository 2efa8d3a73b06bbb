import type { componentTable, pageTable } from "~/db/schema";
import type { InsertRow } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { SettableStatus } from "~/status/status";
import { dayOf } from "~/time/day";
import type { StatusKeeper } from "./rules/fields";

interface NewComponentColumns {
  id: string;
  name: string;
  position: number;
  manualStatus: SettableStatus | null;
  /** The keeper that an admin chose; without a choice, people keep a component whose status they give. */
  keptBy: StatusKeeper | null;
}

/** Returns the row of a new component: its data start today in the page's time zone. */
export function newComponentRow(
  ctx: Ctx,
  owner: Pick<typeof pageTable.$inferSelect, "id" | "timeZone">,
  { keptBy, ...own }: NewComponentColumns,
): InsertRow<typeof componentTable> {
  const now = ctx.now();
  const coverage = keptBy === "manual" ? ({ coverage: "operational" } as const) : {};
  return {
    startDate: dayOf(owner.timeZone, now),
    ...own,
    keptBy,
    keptAnswered: keptBy !== null,
    ...coverage,
    coverageSince: now,
    pageId: owner.id,
    observedSince: now,
    createdAt: now,
    updatedAt: now,
  };
}

export const nextComponentPosition = (all: readonly { position: number }[]): number =>
  Math.max(0, ...all.map(({ position }) => position)) + 1;
