import { z } from "@hono/zod-openapi";
import { frequencies, type Repeat, repeatOf, weekdays } from "~/rules/basics/repeat";
import type { MaintenanceUpdateView, MaintenanceView, SeriesView } from "~/usecases/maintenances/view";
import { flag, givenInstant, id, instant, status, toInstant, toInstantOrNull } from "./shapes";

const choices = {
  auto_start: z.boolean(),
  auto_end: z.boolean(),
  tell_start: z.boolean(),
  tell_end: z.boolean(),
  remind_24h: z.boolean(),
  remind_60m: z.boolean(),
};

export const maintenance = z
  .object({
    id,
    page_id: id,
    title: z.string(),
    body: z.string(),
    status: z.string(),
    starts_at: instant,
    ends_at: instant,
    started_at: instant.nullable(),
    verifying_at: instant.nullable(),
    completed_at: instant.nullable(),
    ...choices,
    components: z.record(z.string(), z.string()),
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
/** A rule as plain fields; which day of a month comes from the first start. */
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
    title: z.string(),
    body: z.string(),
    repeat: repeat.nullable(),
    rule: z.string().openapi({ example: "FREQ=WEEKLY;BYDAY=TU" }),
    time_zone: z.string(),
    first_start: z.string().openapi({ example: "2026-12-01T02:00" }),
    minutes: z.number(),
    next_start: instant.nullable(),
    ...choices,
    components: z.record(z.string(), z.string()),
    created_at: instant,
    updated_at: instant,
  })
  .openapi("MaintenanceSeries");

export const seriesDetail = series.extend({ occurrences: z.array(maintenance) }).openapi("MaintenanceSeriesDetail");

type Choices = Pick<MaintenanceView, "autoStart" | "autoEnd" | "tellStart" | "tellEnd" | "remindDay" | "remindHour">;

const showChoices = (row: Choices) => ({
  auto_start: row.autoStart,
  auto_end: row.autoEnd,
  tell_start: row.tellStart,
  tell_end: row.tellEnd,
  remind_24h: row.remindDay,
  remind_60m: row.remindHour,
});

const showTimes = (row: { createdAt: number; updatedAt: number }) => ({
  created_at: toInstant(row.createdAt),
  updated_at: toInstant(row.updatedAt),
});

export const showMaintenance = (pageId: string, row: MaintenanceView): z.output<typeof maintenance> => ({
  id: row.id,
  page_id: pageId,
  title: row.title,
  body: row.body,
  status: row.status,
  starts_at: toInstant(row.startsAt),
  ends_at: toInstant(row.endsAt),
  started_at: toInstantOrNull(row.startedAt),
  verifying_at: toInstantOrNull(row.verifyingAt),
  completed_at: toInstantOrNull(row.completedAt),
  ...showChoices(row),
  components: row.components,
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
    ...{ at: toInstant(at), author, body, shown_at: toInstant(shownAt) },
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
  title: row.title,
  body: row.body,
  repeat: showRepeat(repeatOf(row.rule)),
  rule: row.rule,
  time_zone: row.zone,
  first_start: row.startsLocal,
  minutes: row.duration / 60_000,
  next_start: toInstantOrNull(row.next),
  ...showChoices(row),
  components: row.components,
  ...showTimes(row),
});

/** What may be given of a plan, by form or JSON. */
export const givenPlan = {
  title: z.string(),
  body: z.string(),
  starts_at: givenInstant,
  ends_at: givenInstant,
  components: z.record(z.string(), status),
  component_ids: z.array(z.string()),
  auto_start: flag,
  auto_end: flag,
  tell_start: flag,
  tell_end: flag,
  remind_24h: flag,
  remind_60m: flag,
};

type Given = Partial<z.output<z.ZodObject<typeof givenPlan>>>;

/** A component that is named without a status is under maintenance. */
function touchedOf({ components, component_ids: ids }: Given) {
  if (components === undefined && ids === undefined) return undefined;
  return { ...Object.fromEntries((ids ?? []).map((each) => [each, "under_maintenance"])), ...components };
}

const instantOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Date.parse(text));

/** The use cases' names for what was given; what was not is absent. */
export function toPlan(given: Given) {
  const { title, body, auto_start: autoStart, auto_end: autoEnd, tell_start: tellStart, tell_end: tellEnd } = given;
  const { remind_24h: remindDay, remind_60m: remindHour } = given;
  const window = { startsAt: instantOf(given.starts_at), endsAt: instantOf(given.ends_at) };
  const choice = { autoStart, autoEnd, tellStart, tellEnd, remindDay, remindHour };
  return { title, body, ...window, ...choice, components: touchedOf(given) };
}

/** What the API calls our fields. */
export const planNames = { remindDay: "remind_24h", remindHour: "remind_60m", tellPlanned: "deliver_notifications" };
