import { maintenance } from "~/db/schema";
import { updateRows } from "~/db/write";
import { ok } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import {
  bodyColumns,
  headOf,
  insertMaintenanceUpdates,
  maintenanceNotices,
  plannedRows,
  reminders,
  replaceComponents,
} from "./engine/maintenance-rows";
import { usualWords } from "./engine/maintenance-words";
import { occurrencesAt } from "./engine/series-rows";
import { dropReminders } from "./queries/maintenance";
import type { OccurrenceRow, SeriesRow } from "./queries/maintenance-series";
import type { MaintenanceStatus } from "./rules/maintenance";
import { planMaintenanceState } from "./rules/maintenance";
import { changedStep, type OccurrenceChanges, rearrange, type SeriesStep } from "./rules/series";

const timeNames = ["rule", "startsLocal", "duration"] as const;

export interface ArrangedSeries extends OccurrenceChanges {
  step: Pick<SeriesStep, "madeUntil" | "dueAt">;
  /** Id of the soonest kept occurrence, when its window changes. */
  moved: string | null;
}

/**
 * Returns which occurrences stay, are cancelled or are made; those that a person changed or cancelled, or that have
 * started, hold their day.
 */
export function arrangeOccurrences(
  now: number,
  before: SeriesRow,
  after: SeriesRow,
  found: readonly OccurrenceRow[],
): ArrangedSeries {
  const free = found.filter(({ row }) => row.status === "scheduled" && !row.edited && row.startsAt > now);
  const waiting = free.map(({ row }) => ({ id: row.id, occurrenceAt: row.occurrenceAt ?? row.startsAt }));
  if (timeNames.every((name) => before[name] === after[name])) {
    const kept = waiting.map(({ id, occurrenceAt: at }) => ({ id, at }));
    return { step: before, kept, dropped: [], made: [], moved: null };
  }
  const ids = new Set(waiting.map(({ id }) => id));
  const held = found.flatMap(({ row }) => (ids.has(row.id) ? [] : [row.occurrenceAt ?? row.startsAt]));
  const planned = waiting.map((each) => each.occurrenceAt);
  const step = changedStep(after, now, planned, held);
  const next = rearrange(waiting, held, step.starts, after.zone);
  const soonest = [...next.kept].sort((one, other) => one.at - other.at)[0];
  return { ...next, step, moved: soonest?.id ?? null };
}

/** Returns the rows of kept occurrences with the series' present values. */
function keptRows(ctx: Ctx, series: SeriesRow, kept: OccurrenceChanges["kept"]) {
  const { title, body, autoStart, autoEnd, tellStart, tellEnd, remindDay, remindHour, duration } = series;
  const choices = { autoStart, autoEnd, tellStart, tellEnd, remindDay, remindHour };
  return kept.flatMap(({ id, at }) => {
    const plan = planMaintenanceState({ startsAt: at, endsAt: at + duration, autoStart, autoEnd });
    if (!plan.ok) return [];
    const { startsAt, endsAt, dueAt } = plan.value;
    const times = { startsAt, endsAt, dueAt, occurrenceAt: at, updatedAt: ctx.now() };
    return [{ id, title, ...bodyColumns(body), ...choices, ...times }];
  });
}

const said = (status: MaintenanceStatus, body: string, notify: boolean) => (maintenanceId: string) => ({
  maintenanceId,
  status,
  body,
  notify,
});

/**
 * Returns statements and notices that bring the occurrences in line with the series; `versions` = those on which this
 * was decided.
 */
export function occurrenceChanges(
  ctx: Ctx,
  series: SeriesRow,
  { kept, dropped, made, moved }: ArrangedSeries,
  { found, notify }: { found: readonly OccurrenceRow[]; notify: boolean },
) {
  const { pageId, components, remindDay, remindHour } = series;
  const fresh = plannedRows(ctx, pageId, headOf(series), occurrencesAt(ctx, series, made));
  if (!fresh.ok) return fresh;
  const ids = kept.map(({ id }) => id);
  const touched = new Set([...ids, ...dropped]);
  const told = notify && moved !== null ? [moved] : [];
  const versionOf = (id: string) => found.find(({ row }) => row.id === id)?.row.version ?? 0;
  const rearranged = (id: string) =>
    maintenanceNotices(ctx, {
      id,
      components,
      sequence: versionOf(id) + 1,
      event: "maintenance_moved",
      notify,
      silent: !notify,
    });
  const gone = dropped.map((id) => ({
    id,
    status: "cancelled" as const,
    dueAt: null,
    occurrenceAt: null,
    updatedAt: ctx.now(),
  }));
  return ok({
    changes: [
      ...updateRows(maintenance, pageId, keptRows(ctx, series, kept)),
      ...updateRows(maintenance, pageId, gone),
      ...replaceComponents(pageId, ids, components),
      ...(touched.size > 0 ? [dropReminders([...touched])] : []),
      ...insertMaintenanceUpdates(ctx, pageId, [
        ...dropped.map(said("cancelled", usualWords.cancelled, false)),
        ...told.map(said("scheduled", usualWords.rearranged, true)),
      ]),
      ...fresh.value.changes,
    ],
    notices: [
      ...(moved === null ? [] : rearranged(moved)),
      ...kept.flatMap(({ id, at }) => reminders(ctx, { id, components, startsAt: at, remindDay, remindHour })),
      ...fresh.value.notices,
    ],
    versions: found.flatMap(({ row }) => (touched.has(row.id) ? [{ id: row.id, version: row.version }] : [])),
  });
}
