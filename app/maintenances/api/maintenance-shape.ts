import { z } from "@hono/zod-openapi";
import { requestFieldSchemas, responseFieldSchemas } from "~/api/noun-fields";
import { idSchema, instantSchema, toIsoInstant, toIsoInstantOrNull } from "~/api/shapes";
import { apiFieldNames, requestValues, responseFieldValues } from "~/fields/api-values";
import { minuteMs } from "~/time/durations";
import { type MaintenanceRepeat, repeatFrequencies, repeatOfRrule, weekdays } from "~/time/repeat";
import type { MaintenanceSeriesView, MaintenanceUpdateView, MaintenanceView } from "../maintenance-view";
import { maintenanceFields, maintenanceFieldsWithoutWindow, maintenanceWindowFields } from "../rules/fields";

export const maintenanceSchema = z
  .object({
    id: idSchema,
    page_id: idSchema,
    ...responseFieldSchemas(maintenanceFields),
    status: z.string(),
    started_at: instantSchema.nullable(),
    verifying_at: instantSchema.nullable(),
    completed_at: instantSchema.nullable(),
    series_id: idSchema.nullable(),
    created_at: instantSchema,
    updated_at: instantSchema,
  })
  .openapi("Maintenance");

export const maintenanceUpdateSchema = z
  .object({
    id: idSchema,
    status: z.string(),
    body: z.string(),
    author: z.string(),
    shown_at: instantSchema,
    edits: z.array(z.object({ at: instantSchema, author: z.string(), body: z.string(), shown_at: instantSchema })),
    created_at: instantSchema,
    updated_at: instantSchema,
  })
  .openapi("MaintenanceUpdate");

export const maintenanceDetailSchema = maintenanceSchema
  .extend({ updates: z.array(maintenanceUpdateSchema), reach: z.number().int() })
  .openapi("MaintenanceDetail");

const whole = z.number().int().min(1);
/** A repetition rule as plain fields; the day of a month follows from the first start. */
export const repeatSchema = z
  .strictObject({
    frequency: z.enum(repeatFrequencies),
    interval: whole.max(99).default(1),
    weekdays: z.array(z.enum(weekdays)).optional(),
    count: whole.max(1000).optional(),
    until: z.string().openapi({ format: "date" }).optional(),
  })
  .openapi("Repeat");

export const maintenanceSeriesSchema = z
  .object({
    id: idSchema,
    page_id: idSchema,
    ...responseFieldSchemas(maintenanceFieldsWithoutWindow),
    repeat: repeatSchema.nullable(),
    rule: z.string().openapi({ example: "FREQ=WEEKLY;BYDAY=TU" }),
    time_zone: z.string(),
    first_start: z.string().openapi({ example: "2026-12-01T02:00" }),
    minutes: z.number(),
    next_start: instantSchema.nullable(),
    created_at: instantSchema,
    updated_at: instantSchema,
  })
  .openapi("MaintenanceSeries");

export const maintenanceSeriesDetailSchema = maintenanceSeriesSchema
  .extend({ occurrences: z.array(maintenanceSchema) })
  .openapi("MaintenanceSeriesDetail");

const showTimes = (row: { createdAt: number; updatedAt: number }) => ({
  created_at: toIsoInstant(row.createdAt),
  updated_at: toIsoInstant(row.updatedAt),
});

export const maintenanceResponseOf = (pageId: string, row: MaintenanceView): z.output<typeof maintenanceSchema> => ({
  id: row.id,
  page_id: pageId,
  ...responseFieldValues(maintenanceFields, row),
  status: row.status,
  started_at: toIsoInstantOrNull(row.startedAt),
  verifying_at: toIsoInstantOrNull(row.verifyingAt),
  completed_at: toIsoInstantOrNull(row.completedAt),
  series_id: row.seriesId,
  ...showTimes(row),
});

export const maintenanceUpdateResponseOf = (row: MaintenanceUpdateView): z.output<typeof maintenanceUpdateSchema> => ({
  id: row.id,
  status: row.status,
  body: row.body,
  author: row.author,
  shown_at: toIsoInstant(row.shownAt),
  edits: row.edits.map(({ at, author, body, shownAt }) => ({
    at: toIsoInstant(at),
    author,
    body,
    shown_at: toIsoInstant(shownAt),
  })),
  ...showTimes(row),
});

function showRepeat(given: MaintenanceRepeat | null): z.output<typeof repeatSchema> | null {
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

export function maintenanceRepeatOf({ count, until, ...given }: z.output<typeof repeatSchema>): MaintenanceRepeat {
  if (count !== undefined) return { ...given, end: { kind: "count", count } };
  return { ...given, end: until === undefined ? { kind: "never" } : { kind: "until", date: until } };
}

export const maintenanceSeriesResponseOf = (
  pageId: string,
  row: MaintenanceSeriesView,
): z.output<typeof maintenanceSeriesSchema> => ({
  id: row.id,
  page_id: pageId,
  ...responseFieldValues(maintenanceFieldsWithoutWindow, row),
  repeat: showRepeat(repeatOfRrule(row.rule)),
  rule: row.rule,
  time_zone: row.zone,
  first_start: row.startsLocal,
  minutes: row.duration / minuteMs,
  next_start: toIsoInstantOrNull(row.next),
  ...showTimes(row),
});

/** Fields of a maintenance in a request, by form or JSON. */
export const maintenanceRequestShape = {
  ...requestFieldSchemas(maintenanceFields),
  component_ids: z.array(z.string()).optional(),
};

/** Fields of a preview: the window and the affected components. */
export const maintenancePreviewRequestShape = {
  ...requestFieldSchemas({ ...maintenanceWindowFields, components: maintenanceFields.components }),
  component_ids: maintenanceRequestShape.component_ids,
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
export function maintenanceRequestValues(given: MaintenanceBody) {
  const plan = requestValues(maintenanceFields, given);
  return { ...plan, components: touchedOf(given.component_ids, plan.components) };
}

/** Names of our fields in the API. */
export const maintenanceApiNames = { ...apiFieldNames(maintenanceFields), tellPlanned: "deliver_notifications" };
