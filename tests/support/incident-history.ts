import { readBatch } from "~/db/read";
import { incidentTable, incidentUpdateTable, statusChangeTable } from "~/db/schema";
import { incidentStatusHistoriesSinceQuery, toIncidentStatusHistory } from "~/incidents/queries/incident";
import { restatedLayerChanges } from "~/status-page/rules/incident-story";
import type { LayerChange } from "~/status-page/rules/snapshot-facts";
import { toStatusChangeFact } from "~/status-page/timeline/queries/status-change";
import { layerStepsOf } from "~/status-page/timeline/rules/timeline";
import type { Desk } from "./desk";

const minute = 60_000;

/** Longest time from the recovery of its alerts until an incident is resolved automatically. */
const longestEnd = 40 * minute;

interface Stretch {
  from: number;
  to: number;
}

/**
 * Returns stretches in which restated history says more than the live layer did: before an incident was published, and
 * while its end was not yet certain.
 */
function unsure(
  incidents: readonly (typeof incidentTable.$inferSelect)[],
  updates: readonly (typeof incidentUpdateTable.$inferSelect)[],
): Stretch[] {
  const opening = incidents.map(({ startedAt, publishedAt }) => ({ from: startedAt, to: publishedAt ?? startedAt }));
  const ends = updates.filter(({ status, authorKind }) => status === "resolved" && authorKind === "machine");
  return [...opening, ...ends.map(({ createdAt }) => ({ from: createdAt - longestEnd, to: createdAt }))];
}

const toldAt = (rows: readonly LayerChange[], at: number) => rows.findLast((row) => row.at <= at)?.to ?? null;

/** Returns the places where the written incident layer differs from the incidents' updates. Empty = they agree. */
export async function historyFaults({ deployment, pageId, components }: Desk): Promise<string[]> {
  const ctx = deployment.ctx();
  const [found, rows, incidents, updates] = await readBatch(
    ctx,
    incidentStatusHistoriesSinceQuery(ctx, pageId, 0, ""),
    ctx.db.select().from(statusChangeTable),
    ctx.db.select().from(incidentTable),
    ctx.db.select().from(incidentUpdateTable),
  );
  const told = restatedLayerChanges([], found.map(toIncidentStatusHistory), deployment.clock.now);
  const skipped = unsure(incidents, updates);
  return components.flatMap((componentId, index) => {
    const own = rows
      .map(toStatusChangeFact)
      .filter((each) => each.componentId === componentId && each.layer === "incident");
    const story = told.filter((each) => each.componentId === componentId);
    const steps = layerStepsOf(own, null);
    const written = (at: number) => steps.findLast((step) => step.at <= at)?.status ?? null;
    const times = [...own.map(({ at }) => at), ...story.map(({ at }) => at), deployment.clock.now];
    const sure = [...new Set(times)].filter((at) => !skipped.some(({ from, to }) => from <= at && at < to));
    return sure.flatMap((at) =>
      written(at) === toldAt(story, at)
        ? []
        : [`${index} at ${(at - deployment.clock.now) / minute}: ${written(at)}, told as ${toldAt(story, at)}`],
    );
  });
}
