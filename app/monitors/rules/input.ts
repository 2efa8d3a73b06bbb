import { z } from "zod";
import { type Refusal, refusalFor } from "~/failures/refusal";
import { changeFieldSchemas, fieldSchemasWithDefaults, listItemSchema } from "~/fields/field-bounds";
import {
  absentIfEmpty,
  commitIdInputShape,
  idTextSchema,
  lineTextSchema,
  oneOfSchema,
  pageIdInputShape,
  versionInputShape,
} from "~/fields/text-inputs";
import { muteMinutesInputSchema } from "~/mutes/rules/mute-input";
import { checkIntervalField, monitorFields, monitorMetadataFields } from "./fields";
import { listSortByName, monitorSortKeys } from "./list-order";
import { resultRanges } from "./monitor-points";

/** Settings, validated by the kind's own schema. */
const settings = z.record(z.string().max(64), z.unknown());

export const createMonitorInputSchema = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  kind: z.string().min(1).max(64),
  settings: settings.default({}),
  /** Another monitor of the page, from which masked or missing settings are copied. */
  cloneOf: absentIfEmpty(idTextSchema),
  ...fieldSchemasWithDefaults(monitorFields),
});
export type CreateMonitorInput = z.input<typeof createMonitorInputSchema>;
export type ParsedCreateMonitorInput = z.output<typeof createMonitorInputSchema>;

const target = { ...pageIdInputShape, ...commitIdInputShape, ...versionInputShape, id: idTextSchema };

export const monitorTargetInputSchema = z.object(target);
export type MonitorTargetInput = z.input<typeof monitorTargetInputSchema>;

export const updateMonitorInputSchema = z.object({
  ...target,
  ...changeFieldSchemas(monitorFields),
  settings: settings.optional(),
});
export type UpdateMonitorInput = z.input<typeof updateMonitorInputSchema>;
export type MonitorUpdate = z.output<typeof updateMonitorInputSchema>;

const tag = listItemSchema(monitorMetadataFields.tags);
const interval = changeFieldSchemas(checkIntervalField).interval.unwrap();

/** Ids of ticked rows, 50 at most, with the messages for none and for too many. */
export const bulkIdsSchema = (none: Refusal, tooMany: Refusal) =>
  z
    .array(idTextSchema)
    .min(1, none)
    .transform((given) => [...new Set(given)])
    .refine((given) => given.length <= 50, tooMany);

const many = {
  ...pageIdInputShape,
  ...commitIdInputShape,
  ids: bulkIdsSchema(refusalFor("monitor.tick_one"), refusalFor("monitor.at_once")),
};

/** Fields of a bulk change. `value` is the tag or the minutes; forms send text, which is parsed here. */
export const bulkMonitorsInputSchema = z.discriminatedUnion("action", [
  z.object({ ...many, action: z.literal("pause") }),
  z.object({ ...many, action: z.literal("resume") }),
  z.object({ ...many, action: z.literal("delete") }),
  z.object({ ...many, action: z.literal("add_tag"), value: tag }),
  z.object({ ...many, action: z.literal("remove_tag"), value: tag }),
  z.object({ ...many, action: z.literal("mute"), value: z.coerce.number().pipe(muteMinutesInputSchema) }),
  z.object({ ...many, action: z.literal("unmute") }),
  z.object({ ...many, action: z.literal("set_interval"), value: z.coerce.number().pipe(interval) }),
]);
export type BulkMonitorsChange = z.output<typeof bulkMonitorsInputSchema>;
export interface BulkMonitorsInput {
  pageId: string;
  ids: string[];
  action: string;
  value?: string | number;
  commitId?: string;
}

export const monitorFilterStates = ["new", "up", "degraded", "down", "no_data", "paused"] as const;
export type MonitorFilterState = (typeof monitorFilterStates)[number];

/** States that need attention, worst first. */
export const troubledMonitorStates = ["down", "degraded", "no_data"] as const satisfies MonitorFilterState[];

export const listMonitorsInputSchema = z.object({
  ...pageIdInputShape,
  tag: absentIfEmpty(lineTextSchema),
  state: absentIfEmpty(oneOfSchema(monitorFilterStates)),
  /** Part of the name. */
  text: absentIfEmpty(lineTextSchema),
  kind: absentIfEmpty(lineTextSchema),
  sort: z.object({ key: oneOfSchema(monitorSortKeys), descending: z.boolean() }).default(listSortByName),
  after: z.string().max(400).optional(),
});
export type ListMonitorsInput = z.input<typeof listMonitorsInputSchema>;

export const monitorResultsInputSchema = z.object({
  ...pageIdInputShape,
  id: idTextSchema,
  range: oneOfSchema(resultRanges),
});
export type MonitorResultsInput = z.input<typeof monitorResultsInputSchema>;
