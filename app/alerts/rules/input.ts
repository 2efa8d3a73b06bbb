import { z } from "zod";
import { refusalFor } from "~/failures/refusal";
import {
  absentIfEmpty,
  commitIdInputShape,
  idTextSchema,
  nameTextSchema,
  oneOfSchema,
  pageIdInputShape,
  searchTextInput,
} from "~/fields/text-inputs";
import { muteMinutesInput } from "~/mutes/rules/mute-input";
import { alertStateFilters } from "./alert-filters";
import { alertSortKeys } from "./alert-order";
import { severitiesWorstFirst } from "./signal";

export const listAlertsInput = z.object({
  ...pageIdInputShape,
  sourceId: idTextSchema.optional(),
  state: oneOfSchema(["firing", "resolved"]).optional(),
  /** Lists only alerts of this incident. */
  incidentId: idTextSchema.optional(),
  before: z.string().max(120).optional(),
});
export type ListAlertsInput = z.input<typeof listAlertsInput>;

export const listPageAlertsInput = z.object({
  ...pageIdInputShape,
  order: z.object({ key: oneOfSchema(alertSortKeys), descending: z.boolean() }),
  state: absentIfEmpty(oneOfSchema(alertStateFilters)),
  severity: absentIfEmpty(oneOfSchema(severitiesWorstFirst)),
  sourceId: absentIfEmpty(idTextSchema),
  componentId: absentIfEmpty(idTextSchema),
  /** Text in its title, its labels or its source's name. */
  text: searchTextInput,
  before: z.string().max(150).optional(),
});
export type ListPageAlertsInput = z.input<typeof listPageAlertsInput>;

export const alertReferenceInput = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  id: z.string().min(1).max(120),
});
export type AlertTarget = z.input<typeof alertReferenceInput>;
export const dismissAlertInput = alertReferenceInput.extend({ reason: nameTextSchema });
export type DismissAlertInput = z.input<typeof dismissAlertInput>;

/** One action on all alerts that are ticked. */
export const bulkAlertsInput = z.object({
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
  minutes: muteMinutesInput.optional(),
});
export type BulkAlertsInput = z.input<typeof bulkAlertsInput>;

/** Null detaches the alert from its incident. */
export const attachAlertInput = alertReferenceInput.extend({ incidentId: idTextSchema.nullable() });
export type AttachAlertInput = z.input<typeof attachAlertInput>;
