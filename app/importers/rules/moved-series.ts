import { z } from "zod";
import { repeatFrequencies, weekdays } from "~/time/repeat";
import { repeatLimits } from "~/time/repeat-limits";

const dateSchema = z.string().regex(/^\d{4}-\d\d-\d\d$/);

/** When a maintenance takes place again; the day of a month is that of its first start. */
export const movedRepeatSchema = z.object({
  frequency: z
    .enum(repeatFrequencies)
    .describe("monthly_day: on the day of its first start; monthly_weekday: on that weekday of the month"),
  interval: z.number().int().min(1).max(repeatLimits.interval).default(1),
  weekdays: z.array(z.enum(weekdays)).optional().describe("Of a weekly one; absent = that of its first start"),
  until: dateSchema.nullable().default(null).describe("Last day; null = it has no end"),
});

/** A maintenance that repeats there: its next occurrences are made here. */
export const movedMaintenanceSeriesSchema = z.object({
  id: z.string().min(1).max(200).describe("The id that the origin gives the thing"),
  title: z.string().max(1000),
  body: z.string().default(""),
  startsLocal: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
    .describe("First start on the clock of its zone, such as 2026-12-01T02:00"),
  timeZone: z.string().nullable().default(null).describe("IANA name; null = the page’s"),
  durationSeconds: z.number().int().positive().max(31_536_000),
  repeat: movedRepeatSchema,
  componentIds: z.array(z.string().min(1).max(200)),
  autoStart: z.boolean().default(true),
  autoEnd: z.boolean().default(true),
});

export type MovedRepeat = z.output<typeof movedRepeatSchema>;
export type MovedMaintenanceSeries = z.output<typeof movedMaintenanceSeriesSchema>;
