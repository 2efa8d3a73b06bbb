import { z } from "zod";
import { settableStatuses } from "../basics/status";
import { absentIfEmpty, committed, idText, lineText, nameText, ofPage, oneOf, versioned } from "../fields/text";

/** null = off. */
const heartbeat = z
  .number()
  .int()
  .min(60, "At least 60 seconds.")
  .max(31 * 24 * 3600, "At most 31 days.")
  .nullable();
/** Checked by the adapter's own schema. */
const settings = z.record(z.string().max(64), z.unknown());

export const createSourceInput = z.object({
  ...ofPage,
  ...committed,
  kind: z.string().min(1).max(64),
  name: nameText,
  settings: settings.default({}),
  heartbeatSeconds: heartbeat.optional(),
});
export type CreateSourceInput = z.input<typeof createSourceInput>;

const target = { ...ofPage, ...committed, ...versioned, id: idText };

export const sourceTarget = z.object(target);
export type SourceTarget = z.input<typeof sourceTarget>;

export const updateSourceInput = z.object({
  ...target,
  name: nameText.optional(),
  /** Secrets that are left out keep their value; an empty text takes one away. */
  settings: settings.optional(),
  heartbeatSeconds: heartbeat.optional(),
  mutedUntil: z.number().int().nullable().optional(),
});
export type UpdateSourceInput = z.input<typeof updateSourceInput>;

const glob = lineText.refine((text) => text.length <= 255, "At most 255 characters.");

export const ruleMatchInput = z.object({
  labels: z
    .record(nameText, glob)
    .refine((given) => Object.keys(given).length <= 20, "At most 20 labels.")
    .optional(),
  severities: z
    .array(oneOf(["critical", "error", "warning", "info", "none"]))
    .max(5)
    .optional(),
  title: absentIfEmpty(glob),
});

const seconds = (most: number) =>
  z
    .number({ error: "A number of seconds." })
    .int("Whole seconds.")
    .min(0, "Not less than 0.")
    .max(most, `At most ${most} seconds.`);

export const saveRuleInput = z.object({
  ...ofPage,
  ...committed,
  ...versioned,
  sourceId: idText,
  /** Absent = a new rule, before the catch-all. */
  id: idText.optional(),
  match: ruleMatchInput.optional(),
  /** component id → the status it takes while the alert fires. */
  components: z.record(idText, oneOf(settableStatuses)).optional(),
  mode: oneOf(["none", "draft", "publish"]).optional(),
  hold: seconds(86_400).optional(),
  resolveAfter: seconds(86_400).optional(),
  groupBy: z.array(nameText).max(10, "At most 10 labels.").optional(),
  position: z.number().int().min(0).max(1000).optional(),
});
export type SaveRuleInput = z.input<typeof saveRuleInput>;

export const ruleTarget = z.object({ ...target, sourceId: idText.optional() });
export type RuleTarget = z.input<typeof ruleTarget>;
export const moveRuleInput = z.object({ ...target, direction: oneOf(["up", "down"]) });
export type MoveRuleInput = z.input<typeof moveRuleInput>;

export const listAlertsInput = z.object({
  ...ofPage,
  sourceId: idText.optional(),
  state: oneOf(["firing", "resolved"]).optional(),
  /** Of one incident. */
  incidentId: idText.optional(),
  before: z.string().max(120).optional(),
});
export type ListAlertsInput = z.input<typeof listAlertsInput>;

export const alertTarget = z.object({ ...ofPage, ...committed, id: z.string().min(1).max(120) });
export type AlertTarget = z.input<typeof alertTarget>;
export const dismissAlertInput = alertTarget.extend({ reason: nameText });
export type DismissAlertInput = z.input<typeof dismissAlertInput>;

/** null = away from its incident. */
export const attachAlertInput = alertTarget.extend({ incidentId: idText.nullable() });
export type AttachAlertInput = z.input<typeof attachAlertInput>;
