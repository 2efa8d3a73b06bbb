import { maintenanceTable } from "~/db/schema";
import { updateRowsStatements } from "~/db/write";
import { ok } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { keepWordsStatements } from "~/search/queries/keep-words";
import {
  insertMaintenanceUpdatesStatements,
  maintenanceNotices,
  maintenanceReminderNotices,
  maintenanceTemplateOf,
  maintenanceWordSource,
  plannedMaintenanceRows,
  renderedBodyColumns,
  replaceMaintenanceComponentsStatements,
} from "./engine/maintenance-rows";
import { standardUpdateTexts } from "./engine/maintenance-words";
import { plannedOccurrencesAt } from "./engine/series-rows";
import { deleteRemindersStatement } from "./queries/maintenance";
import type { MaintenanceSeriesRow, OccurrenceRow } from "./queries/maintenance-series";
import type { MaintenanceStatus } from "./rules/maintenance";
import { newMaintenanceState } from "./rules/maintenance";
import { type OccurrenceChanges, type OccurrencePlan, reassignOccurrences, replanOccurrences } from "./rules/series";

const timeNames = ["rule", "startsLocal", "duration"] as const;

export interface ArrangedSeries extends OccurrenceChanges {
  step: Pick<OccurrencePlan, "madeUntil" | "dueAt">;
  /** Id of the soonest kept occurrence, when its window changes. */
  moved: string | null;
}

/**
 * Returns which occurrences stay, are cancelled or are made; those that a person changed or cancelled, or that have
 * started, hold their day.
 */
export function planOccurrenceChanges(
  now: number,
  before: MaintenanceSeriesRow,
  after: MaintenanceSeriesRow,
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
  const step = replanOccurrences(after, now, planned, held);
  const next = reassignOccurrences(waiting, held, step.starts, after.zone);
  const soonest = [...next.kept].sort((one, other) => one.at - other.at)[0];
  return { ...next, step, moved: soonest?.id ?? null };
}

/** Returns the rows of kept occurrences with the series' current values. */
function keptRows(ctx: Ctx, series: MaintenanceSeriesRow, kept: OccurrenceChanges["kept"]) {
  const { title, body, autoStart, autoEnd, tellStart, tellEnd, remindDay, remindHour, duration } = series;
  const choices = { autoStart, autoEnd, tellStart, tellEnd, remindDay, remindHour };
  return kept.flatMap(({ id, at }) => {
    const plan = newMaintenanceState({ startsAt: at, endsAt: at + duration, autoStart, autoEnd });
    if (!plan.ok) return [];
    const { startsAt, endsAt, dueAt } = plan.value;
    const times = { startsAt, endsAt, dueAt, occurrenceAt: at, updatedAt: ctx.now() };
    return [{ id, title, ...renderedBodyColumns(body), ...choices, ...times }];
  });
}

/** Keeps the words of occurrences that take over the texts of their series, for the search. */
const wordsOf = ({ pageId, title, body }: MaintenanceSeriesRow, kept: OccurrenceChanges["kept"]) =>
  keepWordsStatements(
    pageId,
    kept.map(({ id, at }) => maintenanceWordSource({ id, startsAt: at }, { title, ...renderedBodyColumns(body) })),
  );

const said = (status: MaintenanceStatus, body: string, notify: boolean) => (maintenanceId: string) => ({
  maintenanceId,
  status,
  body,
  notify,
});

/** Returns the values of dropped occurrences: they are cancelled, and no longer hold a day. */
const cancelledRows = (ctx: Ctx, dropped: OccurrenceChanges["dropped"]) =>
  dropped.map((id) => ({
    id,
    status: "cancelled" as const,
    dueAt: null,
    occurrenceAt: null,
    updatedAt: ctx.now(),
  }));

/** Returns the notices that an occurrence was moved; `sequence` = its next version. */
const movedNotices = (
  ctx: Ctx,
  { components }: MaintenanceSeriesRow,
  { id, sequence, notify }: { id: string; sequence: number; notify: boolean },
) => maintenanceNotices(ctx, { id, components, sequence, event: "maintenance_moved", notify, silent: !notify });

/**
 * Returns statements and notices that bring the occurrences in line with the series; `versions` = those on which this
 * was decided.
 */
export function occurrenceChanges(
  ctx: Ctx,
  series: MaintenanceSeriesRow,
  { kept, dropped, made, moved }: ArrangedSeries,
  { found, notify }: { found: readonly OccurrenceRow[]; notify: boolean },
) {
  const { pageId, components, remindDay, remindHour } = series;
  const fresh = plannedMaintenanceRows(
    ctx,
    pageId,
    maintenanceTemplateOf(series),
    plannedOccurrencesAt(ctx, series, made),
  );
  if (!fresh.ok) return fresh;
  const ids = kept.map(({ id }) => id);
  const touched = new Set([...ids, ...dropped]);
  const told = notify && moved !== null ? [moved] : [];
  const rowOf = (id: string) => found.find(({ row }) => row.id === id)?.row;
  // The search keeps what it has: each edit of a series would add the words of all occurrences again.
  const isReworded = ({ id, at }: { id: string; at: number }) => {
    const { title, body, startsAt } = rowOf(id) ?? {};
    return title !== series.title || body !== series.body || startsAt !== at;
  };
  const versionOf = (id: string) => rowOf(id)?.version ?? 0;
  return ok({
    changes: [
      ...updateRowsStatements(maintenanceTable, pageId, keptRows(ctx, series, kept)),
      ...wordsOf(series, kept.filter(isReworded)),
      ...updateRowsStatements(maintenanceTable, pageId, cancelledRows(ctx, dropped)),
      ...replaceMaintenanceComponentsStatements(pageId, ids, components),
      ...(touched.size > 0 ? [deleteRemindersStatement([...touched])] : []),
      ...insertMaintenanceUpdatesStatements(ctx, pageId, [
        ...dropped.map(said("cancelled", standardUpdateTexts.cancelled, false)),
        ...told.map(said("scheduled", standardUpdateTexts.rearranged, true)),
      ]),
      ...fresh.value.changes,
    ],
    notices: [
      ...(moved === null ? [] : movedNotices(ctx, series, { id: moved, sequence: versionOf(moved) + 1, notify })),
      ...kept.flatMap(({ id, at }) =>
        maintenanceReminderNotices(ctx, { id, components, startsAt: at, remindDay, remindHour }),
      ),
      ...fresh.value.notices,
    ],
    versions: found.flatMap(({ row }) => (touched.has(row.id) ? [{ id: row.id, version: row.version }] : [])),
  });
}
