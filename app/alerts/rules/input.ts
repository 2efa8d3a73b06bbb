import { z } from "zod";
import { refusalFor } from "~/failures/refusal";
import { commitIdInput, idText, nameText, ofPage, oneOf } from "~/fields/text-inputs";

export const listAlertsInput = z.object({
  ...ofPage,
  sourceId: idText.optional(),
  state: oneOf(["firing", "resolved"]).optional(),
  /** Lists only alerts of this incident. */
  incidentId: idText.optional(),
  before: z.string().max(120).optional(),
});
export type ListAlertsInput = z.input<typeof listAlertsInput>;

export const alertTarget = z.object({ ...ofPage, ...commitIdInput, id: z.string().min(1).max(120) });
export type AlertTarget = z.input<typeof alertTarget>;
export const dismissAlertInput = alertTarget.extend({ reason: nameText });
export type DismissAlertInput = z.input<typeof dismissAlertInput>;

/** One action on all alerts that are ticked. */
export const severalAlertsInput = z.object({
  ...ofPage,
  ...commitIdInput,
  action: oneOf(["acknowledge", "dismiss"]),
  ids: z
    .array(z.string().min(1).max(120))
    .min(1, refusalFor("alert.tick_one"))
    .max(200, refusalFor("alert.at_once"))
    .transform((given) => [...new Set(given)]),
  reason: nameText.optional(),
});
export type SeveralAlertsInput = z.input<typeof severalAlertsInput>;

/** Null detaches the alert from its incident. */
export const attachAlertInput = alertTarget.extend({ incidentId: idText.nullable() });
export type AttachAlertInput = z.input<typeof attachAlertInput>;
