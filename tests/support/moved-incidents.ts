import fc from "fast-check";
import type { MovedIncident } from "~/importers/rules/move-document";
import { theirComponents } from "./moved-world";

const hour = 3600_000;
export const bad = ["degraded_performance", "partial_outage", "major_outage", "under_maintenance"] as const;

/** An incident that is over, whatever product it is of. */
export interface PastIncident {
  startedAt: number;
  endsAt: number;
  statuses: Record<string, (typeof bad)[number]>;
  /** Instants of updates between, as parts of its time. */
  between: number[];
}

export const now = Date.UTC(2026, 10, 20, 12);
export const pastIncident: fc.Arbitrary<PastIncident> = fc
  .record({
    ago: fc.integer({ min: 2, max: 40 * 24 }),
    hours: fc.integer({ min: 1, max: 60 }),
    statuses: fc.dictionary(fc.constantFrom(...theirComponents), fc.constantFrom(...bad), { minKeys: 1 }),
    between: fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 2 }),
  })
  .map(({ ago, hours, statuses, between }) => {
    const startedAt = now - ago * hour;
    const endsAt = Math.min(now - hour, startedAt + hours * hour);
    const parts = [...between].sort().map((tenth) => startedAt + Math.floor(((endsAt - startedAt) * tenth) / 10));
    return { startedAt, endsAt, statuses, between: parts };
  });

/** Returns the incident as another product tells it. */
export const movedIncident = ({ startedAt, endsAt, statuses, between }: PastIncident, id: string): MovedIncident => {
  const given = Object.entries(statuses).map(([componentId, status]) => ({ componentId, status }));
  const isShort = between.length === 0;
  return {
    id,
    title: `Incident ${id}`,
    impact: "major",
    startedAt,
    resolvedAt: endsAt,
    updates: [
      ...between.map((shownAt, index) => ({
        status: "identified" as const,
        body: "We know why.",
        shownAt,
        changes: index === 0 ? given : [],
      })),
      {
        status: "resolved",
        body: "It is over.",
        shownAt: endsAt,
        changes: isShort ? [] : given.map(({ componentId }) => ({ componentId, status: null })),
      },
    ],
    components: isShort ? given : [],
    postmortem: null,
    path: null,
    isBackfilled: false,
  };
};
