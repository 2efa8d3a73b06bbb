import { z } from "zod";
import { type Refusal, refusalFor } from "~/failures/refusal";
import { changeBounds, listItemBound, wholeBounds } from "~/fields/field-bounds";
import { absentIfEmpty, commitIdInput, idText, lineText, ofPage, oneOf, versionInput } from "~/fields/text-inputs";
import { muteMinutes } from "~/mutes/rules/mute-input";
import { belongingFields, intervalField, monitorFields } from "./fields";
import { resultRanges } from "./monitor-points";

/** Settings, validated by the kind's own schema. */
const settings = z.record(z.string().max(64), z.unknown());

export const createMonitorInput = z.object({
  ...ofPage,
  ...commitIdInput,
  kind: z.string().min(1).max(64),
  settings: settings.default({}),
  /** Another monitor of the page, from which masked or missing settings are taken. */
  cloneOf: absentIfEmpty(idText),
  ...wholeBounds(monitorFields),
});
export type CreateMonitorInput = z.input<typeof createMonitorInput>;
export type NewMonitor = z.output<typeof createMonitorInput>;

const target = { ...ofPage, ...commitIdInput, ...versionInput, id: idText };

export const monitorTarget = z.object(target);
export type MonitorTarget = z.input<typeof monitorTarget>;

export const updateMonitorInput = z.object({
  ...target,
  ...changeBounds(monitorFields),
  settings: settings.optional(),
});
export type UpdateMonitorInput = z.input<typeof updateMonitorInput>;
export type ChangedMonitor = z.output<typeof updateMonitorInput>;

const tag = listItemBound(belongingFields.tags);
const interval = changeBounds(intervalField).interval.unwrap();

/** Ids of ticked rows, 50 at most, with the messages for none and for too many. */
export const bulkIds = (none: Refusal, tooMany: Refusal) =>
  z
    .array(idText)
    .min(1, none)
    .transform((given) => [...new Set(given)])
    .refine((given) => given.length <= 50, tooMany);

const many = {
  ...ofPage,
  ...commitIdInput,
  ids: bulkIds(refusalFor("monitor.tick_one"), refusalFor("monitor.at_once")),
};

/** Fields of a bulk change. `value` is the tag or the minutes; forms send texts, which are parsed here. */
export const bulkMonitorsInput = z.discriminatedUnion("action", [
  z.object({ ...many, action: z.literal("pause") }),
  z.object({ ...many, action: z.literal("resume") }),
  z.object({ ...many, action: z.literal("delete") }),
  z.object({ ...many, action: z.literal("add_tag"), value: tag }),
  z.object({ ...many, action: z.literal("remove_tag"), value: tag }),
  z.object({ ...many, action: z.literal("mute"), value: z.coerce.number().pipe(muteMinutes) }),
  z.object({ ...many, action: z.literal("unmute") }),
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

/** States that need attention, worst first. */
export const troubledStates = ["down", "degraded", "no_data"] as const satisfies ShownState[];

export const listMonitorsInput = z.object({
  ...ofPage,
  tag: absentIfEmpty(lineText),
  state: absentIfEmpty(oneOf(monitorStates)),
  /** Part of the name. */
  text: absentIfEmpty(lineText),
  /**
   * True to list monitors that need attention first, for people; programs list by name, which no check changes
   * meanwhile.
   */
  worstFirst: z.boolean().default(false),
  after: z.string().max(400).optional(),
});
export type ListMonitorsInput = z.input<typeof listMonitorsInput>;

export const monitorResultsInput = z.object({ ...ofPage, id: idText, range: oneOf(resultRanges) });
export type MonitorResultsInput = z.input<typeof monitorResultsInput>;
