import { z } from "zod";
import { settableStatuses } from "../basics/status";
import { absentIfEmpty, committed, idText, lineText, nameText, ofPage, oneOf, versioned } from "../fields/text";
import { intervals, regions } from "./monitor";
import { resultRanges } from "./monitor-points";

const whole = (what: string, least: number, most: number) =>
  z
    .number({ error: `A number of ${what}.` })
    .int(`A whole number of ${what}.`)
    .min(least, `Not less than ${least}.`)
    .max(most, `At most ${most}.`);

/** Minutes. */
const interval = z
  .number({ error: "A number of minutes." })
  .refine((given) => intervals.some((each) => each === given), `Choose one of: ${intervals.join(", ")} minutes.`);

const tag = nameText.refine((text) => text.length <= 30, "A tag has at most 30 characters.");
const tags = z
  .array(tag)
  .transform((given) => [...new Set(given)])
  .refine((given) => given.length <= 10, "At most 10 tags.");

/** Checked by the kind's own schema. */
const settings = z.record(z.string().max(64), z.unknown());

/** Of an alert of the monitor's own: which components it moves, and what becomes of incidents. */
const rule = {
  /** component id → the status it takes while the monitor is down. */
  components: z.record(idText, oneOf(settableStatuses)),
  mode: oneOf(["none", "draft", "publish"]),
  hold: whole("seconds", 0, 86_400),
  resolveAfter: whole("seconds", 0, 86_400),
};

const fields = {
  interval,
  timeoutSeconds: whole("seconds", 1, 8),
  retries: whole("tries", 0, 2),
  inARow: whole("results", 1, 5),
  /** null = it is never too slow. */
  degradedAboveMs: whole("milliseconds", 1, 8000).nullable(),
  regions: z
    .array(oneOf(regions))
    .transform((given) => [...new Set(given)])
    .refine((given) => given.length <= 3, "At most 3 regions."),
  tags,
  chartShown: z.boolean(),
  dependsOn: idText.nullable(),
  ...rule,
};

export const createMonitorInput = z.object({
  ...ofPage,
  ...committed,
  kind: z.string().min(1).max(64),
  name: nameText,
  settings: settings.default({}),
  /** Another monitor of the page: where settings are masked or left out, they are taken from it. */
  cloneOf: absentIfEmpty(idText),
  interval: fields.interval.default(1),
  timeoutSeconds: fields.timeoutSeconds.default(8),
  retries: fields.retries.default(0),
  inARow: fields.inARow.default(2),
  degradedAboveMs: fields.degradedAboveMs.default(null),
  regions: fields.regions.default([]),
  tags: fields.tags.default([]),
  chartShown: fields.chartShown.default(true),
  dependsOn: fields.dependsOn.default(null),
  components: fields.components.default({}),
  mode: fields.mode.default("draft"),
  hold: fields.hold.default(120),
  resolveAfter: fields.resolveAfter.default(300),
});
export type CreateMonitorInput = z.input<typeof createMonitorInput>;
export type NewMonitor = z.output<typeof createMonitorInput>;

const target = { ...ofPage, ...committed, ...versioned, id: idText };

export const monitorTarget = z.object(target);
export type MonitorTarget = z.input<typeof monitorTarget>;

export const updateMonitorInput = z.object({
  ...target,
  ...z.object({ ...fields, name: nameText, settings }).partial().shape,
});
export type UpdateMonitorInput = z.input<typeof updateMonitorInput>;
export type ChangedMonitor = z.output<typeof updateMonitorInput>;

const many = {
  ...ofPage,
  ...committed,
  ids: z
    .array(idText)
    .min(1, "Tick at least one monitor.")
    .transform((given) => [...new Set(given)])
    .refine((given) => given.length <= 50, "At most 50 at once."),
};

/** `value`: the tag, or the minutes; texts of a form, so both are read here. */
export const bulkMonitorsInput = z.discriminatedUnion("action", [
  z.object({ ...many, action: z.literal("pause") }),
  z.object({ ...many, action: z.literal("resume") }),
  z.object({ ...many, action: z.literal("delete") }),
  z.object({ ...many, action: z.literal("add_tag"), value: tag }),
  z.object({ ...many, action: z.literal("remove_tag"), value: tag }),
  z.object({ ...many, action: z.literal("set_interval"), value: z.coerce.number().pipe(interval) }),
]);
export type Bulk = z.output<typeof bulkMonitorsInput>;
export interface BulkMonitorsInput {
  pageId: string;
  ids: string[];
  action: string;
  value?: string | number;
  commitId?: string;
}

export const monitorStates = ["new", "up", "degraded", "down", "no_data", "paused"] as const;
export type ShownState = (typeof monitorStates)[number];

export const listMonitorsInput = z.object({
  ...ofPage,
  tag: absentIfEmpty(lineText),
  state: absentIfEmpty(oneOf(monitorStates)),
  /** A part of the name. */
  text: absentIfEmpty(lineText),
  after: z.string().max(400).optional(),
});
export type ListMonitorsInput = z.input<typeof listMonitorsInput>;

export const monitorResultsInput = z.object({ ...ofPage, id: idText, range: oneOf(resultRanges) });
export type MonitorResultsInput = z.input<typeof monitorResultsInput>;
