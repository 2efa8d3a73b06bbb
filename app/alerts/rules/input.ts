import { z } from "zod";
import { refusalFor } from "~/failures/refusal";
import {
  absentIfEmpty,
  commitIdInputShape,
  idTextSchema,
  nameTextSchema,
  oneOfSchema,
  pageIdInputShape,
  searchTextInputSchema,
} from "~/fields/text-inputs";
import { muteMinutesInputSchema } from "~/mutes/rules/mute-input";
import { alertStateFilters } from "./alert-filters";
import { alertSortKeys } from "./alert-order";
import { severitiesWorstFirst } from "./signal";

export const listAlertsInputSchema = z.object({
  ...pageIdInputShape,
  sourceId: idTextSchema.optional(),
  state: oneOfSchema(["firing", "resolved"]).optional(),
  /** Lists only alerts of this incident. */
  incidentId: idTextSchema.optional(),
  before: z.string().max(120).optional(),
});
export type ListAlertsInput = z.input<typeof listAlertsInputSchema>;

export const listPageAlertsInputSchema = z.object({
  ...pageIdInputShape,
  order: z.object({ key: oneOfSchema(alertSortKeys), descending: z.boolean() }),
  state: absentIfEmpty(oneOfSchema(alertStateFilters)),
  severity: absentIfEmpty(oneOfSchema(severitiesWorstFirst)),
  sourceId: absentIfEmpty(idTextSchema),
  componentId: absentIfEmpty(idTextSchema),
  /** Text in its title, its labels or its source's name. */
  text: searchTextInputSchema,
  before: z.string().max(150).optional(),
});
export type ListPageAlertsInput = z.input<typeof listPageAlertsInputSchema>;

export const alertReferenceInputSchema = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  id: z.string().min(1).max(120),
});
export type AlertTargetInput = z.input<typeof alertReferenceInputSchema>;
export const dismissAlertInputSchema = alertReferenceInputSchema.extend({ reason: nameTextSchema });
export type DismissAlertInput = z.input<typeof dismissAlertInputSchema>;

/** One action on all alerts that are ticked. */
export const bulkAlertsInputSchema = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  action: oneOfSchema(["acknowledge", "dismiss", "mute"]),
  ids: z
    .array(z.string().min(1).max(120))
    .min(1, refusalFor("alert.tick_one"))
    .max(200, refusalFor("alert.at_once"))
    .transform((given) => [...new Set(given)]),
  reason: nameTextSchema.optional(),
  /** Minutes for which their sources are muted. */
  minutes: muteMinutesInputSchema.optional(),
});
export type BulkAlertsInput = z.input<typeof bulkAlertsInputSchema>;

/** Null detaches the alert from its incident. */
export const attachAlertInputSchema = alertReferenceInputSchema.extend({ incidentId: idTextSchema.nullable() });
export type AttachAlertInput = z.input<typeof attachAlertInputSchema>;
