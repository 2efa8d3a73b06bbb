import { z } from "zod";
import { refusalFor } from "~/failures/refusal";
import { commitIdInput, idTextSchema, nameTextSchema, oneOfSchema, pageIdInput } from "~/fields/text-inputs";

export const listAlertsInput = z.object({
  ...pageIdInput,
  sourceId: idTextSchema.optional(),
  state: oneOfSchema(["firing", "resolved"]).optional(),
  /** Lists only alerts of this incident. */
  incidentId: idTextSchema.optional(),
  before: z.string().max(120).optional(),
});
export type ListAlertsInput = z.input<typeof listAlertsInput>;

export const alertTargetInput = z.object({ ...pageIdInput, ...commitIdInput, id: z.string().min(1).max(120) });
export type AlertTarget = z.input<typeof alertTargetInput>;
export const dismissAlertInput = alertTargetInput.extend({ reason: nameTextSchema });
export type DismissAlertInput = z.input<typeof dismissAlertInput>;

/** One action on all alerts that are ticked. */
export const bulkAlertsInput = z.object({
  ...pageIdInput,
  ...commitIdInput,
  action: oneOfSchema(["acknowledge", "dismiss"]),
  ids: z
    .array(z.string().min(1).max(120))
    .min(1, refusalFor("alert.tick_one"))
    .max(200, refusalFor("alert.at_once"))
    .transform((given) => [...new Set(given)]),
  reason: nameTextSchema.optional(),
});
export type BulkAlertsInput = z.input<typeof bulkAlertsInput>;

/** Null detaches the alert from its incident. */
export const attachAlertInput = alertTargetInput.extend({ incidentId: idTextSchema.nullable() });
export type AttachAlertInput = z.input<typeof attachAlertInput>;
