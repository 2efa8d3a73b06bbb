import { z } from "@hono/zod-openapi";
import { namesInApi, requestShape, requestValues, responseFields, responseShape } from "~/api/noun-fields";
import { id, instant, toInstant, toInstantOrNull } from "~/api/shapes";
import { minuteMs } from "~/time/durations";
import { frequencies, type Repeat, repeatOf, weekdays } from "~/time/repeat";
import type { MaintenanceUpdateView, MaintenanceView, SeriesView } from "../maintenance-view";
import { choiceFields, maintenanceFields, windowFields } from "../rules/fields";

export const maintenance = z
  .object({
    id,
    page_id: id,
    ...responseShape(maintenanceFields),
    status: z.string(),
    started_at: instant.nullable(),
    verifying_at: instant.nullable(),
    completed_at: instant.nullable(),
    series_id: id.nullable(),
    created_at: instant,
    updated_at: instant,
  })
  .openapi("Maintenance");

export const maintenanceUpdate = z
  .object({
    id,
    status: z.string(),
    body: z.string(),
    author: z.string(),
    shown_at: instant,
    edits: z.array(z.object({ at: instant, author: z.string(), body: z.string(), shown_at: instant })),
    created_at: instant,
    updated_at: instant,
  })
  .openapi("MaintenanceUpdate");

export const maintenanceDetail = maintenance
  .extend({ updates: z.array(maintenanceUpdate), reach: z.number().int() })
  .openapi("MaintenanceDetail");

const whole = z.number().int().min(1);
/** A repetition rule as plain fields; the day of a month follows from the first start. */
export const repeat = z
  .strictObject({
    frequency: z.enum(frequencies),
    interval: whole.max(99).default(1),
    weekdays: z.array(z.enum(weekdays)).optional(),
    count: whole.max(1000).optional(),
    until: z.string().openapi({ format: "date" }).optional(),
  })
  .openapi("Repeat");

export const series = z
  .object({
    id,
    page_id: id,
    ...responseShape(choiceFields),
    repeat: repeat.nullable(),
    rule: z.string().openapi({ example: "FREQ=WEEKLY;BYDAY=TU" }),
    time_zone: z.string(),
    first_start: z.string().openapi({ example: "2026-12-01T02:00" }),
    minutes: z.number(),
    next_start: instant.nullable(),
    created_at: instant,
    updated_at: instant,
  })
  .openapi("MaintenanceSeries");

export const seriesDetail = series.extend({ occurrences: z.array(maintenance) }).openapi("MaintenanceSeriesDetail");

const showTimes = (row: { createdAt: number; updatedAt: number }) => ({
  created_at: toInstant(row.createdAt),
  updated_at: toInstant(row.updatedAt),
});

export const showMaintenance = (pageId: string, row: MaintenanceView): z.output<typeof maintenance> => ({
  id: row.id,
  page_id: pageId,
  ...responseFields(maintenanceFields, row),
  status: row.status,
  started_at: toInstantOrNull(row.startedAt),
  verifying_at: toInstantOrNull(row.verifyingAt),
  completed_at: toInstantOrNull(row.completedAt),
  series_id: row.seriesId,
  ...showTimes(row),
});

export const showMaintenanceUpdate = (row: MaintenanceUpdateView): z.output<typeof maintenanceUpdate> => ({
  id: row.id,
  status: row.status,
  body: row.body,
  author: row.author,
  shown_at: toInstant(row.shownAt),
  edits: row.edits.map(({ at, author, body, shownAt }) => ({
    at: toInstant(at),
    author,
    body,
    shown_at: toInstant(shownAt),
  })),
  ...showTimes(row),
});

function showRepeat(given: Repeat | null): z.output<typeof repeat> | null {
  if (!given) return null;
  const { frequency, interval, weekdays: days, end } = given;
  return {
    frequency,
    interval,
    ...(days ? { weekdays: days } : {}),
    ...(end.kind === "count" ? { count: end.count } : {}),
    ...(end.kind === "until" ? { until: end.date } : {}),
  };
}

export function toRepeat({ count, until, ...given }: z.output<typeof repeat>): Repeat {
  if (count !== undefined) return { ...given, end: { kind: "count", count } };
  return { ...given, end: until === undefined ? { kind: "never" } : { kind: "until", date: until } };
}

export const showSeries = (pageId: string, row: SeriesView): z.output<typeof series> => ({
  id: row.id,
  page_id: pageId,
  ...responseFields(choiceFields, row),
  repeat: showRepeat(repeatOf(row.rule)),
  rule: row.rule,
  time_zone: row.zone,
  first_start: row.startsLocal,
  minutes: row.duration / minuteMs,
  next_start: toInstantOrNull(row.next),
  ...showTimes(row),
});

/** Fields of a maintenance in a request, by form or JSON. */
export const givenPlan = {
  ...requestShape(maintenanceFields),
  component_ids: z.array(z.string()).optional(),
};

/** Fields of a preview: the window and the affected components. */
export const givenOutlook = {
  ...requestShape({ ...windowFields, components: maintenanceFields.components }),
  component_ids: givenPlan.component_ids,
};

interface MaintenanceBody {
  [name: string]: unknown;
  component_ids?: string[] | undefined;
}

/** Returns the affected components; one that is named without a status is under maintenance. */
function touchedOf(ids: readonly string[] | undefined, components: Record<string, string> | undefined) {
  if (components === undefined && ids === undefined) return undefined;
  return { ...Object.fromEntries((ids ?? []).map((each) => [each, "under_maintenance"])), ...components };
}

/** Returns the request's values under the names of the use cases; those not given are absent. */
export function toPlan(given: MaintenanceBody) {
  const plan = requestValues(maintenanceFields, given);
  return { ...plan, components: touchedOf(given.component_ids, plan.components) };
}

/** Names of our fields in the API. */
export const planNames = { ...namesInApi(maintenanceFields), tellPlanned: "deliver_notifications" };
