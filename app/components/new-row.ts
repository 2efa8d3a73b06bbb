import type { component, page } from "~/db/schema";
import type { Insert } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { SettableStatus } from "~/status/status";
import { dayOf } from "~/time/day";

export const componentLimit = 500;

interface New {
  id: string;
  name: string;
  position: number;
  manualStatus: SettableStatus | null;
  /** People keep it by hand: they say so, or how it is. */
  byHand: boolean;
}

/** Of a component that is new on its page: its data begin today, as the page's zone has it. */
export function newComponentRow(
  ctx: Ctx,
  owner: typeof page.$inferSelect,
  { byHand, ...own }: New,
): Insert<typeof component> {
  const now = ctx.now();
  const kept = byHand ? ({ keptBy: "hand", coverage: "operational" } as const) : {};
  return {
    startDate: dayOf(owner.timeZone, now),
    ...own,
    ...kept,
    coverageSince: now,
    pageId: owner.id,
    observedSince: now,
    createdAt: now,
    updatedAt: now,
  };
}

export const nextPosition = (all: readonly { position: number }[]): number =>
  Math.max(0, ...all.map(({ position }) => position)) + 1;
