import { z } from "zod";
import { said } from "../failures/refusal";
import { changeBounds, newBounds } from "../fields/field-bounds";
import { absentIfEmpty, committed, idText, lineText, nameText, ofPage, oneOf, versioned } from "../fields/text";
import { deliveryOutcomes } from "./delivery-outcome";
import { ruleFields, sourceFields } from "./fields";

/** Checked by the adapter's own schema. */
const settings = z.record(z.string().max(64), z.unknown());

export const createSourceInput = z.object({
  ...ofPage,
  ...committed,
  kind: z.string().min(1).max(64),
  ...newBounds(sourceFields),
  settings: settings.default({}),
});
export type CreateSourceInput = z.input<typeof createSourceInput>;

const target = { ...ofPage, ...committed, ...versioned, id: idText };

export const sourceTarget = z.object(target);
export type SourceTarget = z.input<typeof sourceTarget>;

export const endOverlapInput = z.object({ ...target, what: oneOf(["address", "settings"]) });
export type EndOverlapInput = z.input<typeof endOverlapInput>;

export const listDeliveriesInput = z.object({
  ...ofPage,
  sourceId: idText,
  outcome: absentIfEmpty(oneOf(deliveryOutcomes)),
  /** In its body, its keys or why it was refused. */
  text: absentIfEmpty(
    z
      .string()
      .trim()
      .max(100, said("value.longest", { most: 100 })),
  ),
  before: z.string().max(200).optional(),
});
export type ListDeliveriesInput = z.input<typeof listDeliveriesInput>;

export const replayInput = z.object({
  ...ofPage,
  ...committed,
  sourceId: idText,
  ids: z
    .array(z.string().min(1).max(120))
    .min(1, said("source.choose_delivery"))
    .max(50, said("source.deliveries_at_once")),
});
export type ReplayInput = z.input<typeof replayInput>;

export const updateSourceInput = z.object({
  ...target,
  ...changeBounds(sourceFields),
  /** Secrets that are left out keep their value; an empty text takes one away. */
  settings: settings.optional(),
  mutedUntil: z.number().int().nullable().optional(),
});
export type UpdateSourceInput = z.input<typeof updateSourceInput>;

const glob = lineText.refine((text) => text.length <= 255, said("value.longest", { most: 255 }));

const labels = z.record(nameText, glob).refine((given) => Object.keys(given).length <= 20, said("rule.labels"));

/** From a form `name=glob`, one a line. */
function labelsIn(text: string, issues: { addIssue(message: string): void }): Record<string, string> | undefined {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const given = lines.filter((line) => line !== "");
  const bad = given.find((line) => line.indexOf("=") < 1);
  if (bad !== undefined) issues.addIssue(said("rule.line", { line: bad }));
  const pairs = given.map((line) => {
    const at = line.indexOf("=");
    return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  });
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
}

export const ruleMatchInput = z.object({
  labels: z
    .preprocess((given, issues) => (typeof given === "string" ? labelsIn(given, issues) : given), labels.optional())
    .optional() as unknown as z.ZodOptional<
    z.ZodType<Record<string, string> | undefined, Record<string, string> | string | undefined>
  >,
  severities: z
    .array(oneOf(["critical", "error", "warning", "info", "none"]))
    .max(5)
    .optional(),
  title: absentIfEmpty(glob),
});

export const saveRuleInput = z.object({
  ...ofPage,
  ...committed,
  ...versioned,
  sourceId: idText,
  /** Absent = a new rule, before the catch-all. */
  id: idText.optional(),
  match: ruleMatchInput.optional(),
  ...changeBounds(ruleFields),
  position: z.number().int().min(0).max(1000).optional(),
});
export type SaveRuleInput = z.input<typeof saveRuleInput>;

export const tryRuleInput = saveRuleInput.pick({ pageId: true, sourceId: true, id: true, match: true });
export type TryRuleInput = z.input<typeof tryRuleInput>;

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

/** One deed for all that are ticked. */
export const severalAlertsInput = z.object({
  ...ofPage,
  ...committed,
  action: oneOf(["acknowledge", "dismiss"]),
  ids: z
    .array(z.string().min(1).max(120))
    .min(1, said("alert.tick_one"))
    .max(200, said("alert.at_once"))
    .transform((given) => [...new Set(given)]),
  reason: nameText.optional(),
});
export type SeveralAlertsInput = z.input<typeof severalAlertsInput>;

/** null = away from its incident. */
export const attachAlertInput = alertTarget.extend({ incidentId: idText.nullable() });
export type AttachAlertInput = z.input<typeof attachAlertInput>;
