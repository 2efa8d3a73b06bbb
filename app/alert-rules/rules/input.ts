import { z } from "zod";
import { refusalFor } from "~/failures/refusal";
import { changeFieldSchemas } from "~/fields/field-bounds";
import {
  absentIfEmpty,
  commitIdInputShape,
  idTextSchema,
  lineTextSchema,
  nameTextSchema,
  oneOfSchema,
  pageIdInputShape,
  versionInputShape,
} from "~/fields/text-inputs";
import { ruleFields } from "./fields";

const target = { ...pageIdInputShape, ...commitIdInputShape, ...versionInputShape, id: idTextSchema };

const glob = lineTextSchema.refine((text) => text.length <= 255, refusalFor("value.longest", { most: 255 }));

const labels = z
  .record(nameTextSchema, glob)
  .refine((given) => Object.keys(given).length <= 20, refusalFor("rule.labels"));

/** Parses a form's `name=glob`, one per line. */
function labelsIn(text: string, issues: { addIssue(message: string): void }): Record<string, string> | undefined {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const given = lines.filter((line) => line !== "");
  const bad = given.find((line) => line.indexOf("=") < 1);
  if (bad !== undefined) issues.addIssue(refusalFor("rule.line", { line: bad }));
  const pairs = given.map((line) => {
    const at = line.indexOf("=");
    return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  });
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
}

export const ruleMatchInputSchema = z.object({
  labels: z
    .preprocess((given, issues) => (typeof given === "string" ? labelsIn(given, issues) : given), labels.optional())
    .optional() as unknown as z.ZodOptional<
    z.ZodType<Record<string, string> | undefined, Record<string, string> | string | undefined>
  >,
  severities: z
    .array(oneOfSchema(["critical", "error", "warning", "info", "none"]))
    .max(5)
    .optional(),
  title: absentIfEmpty(glob),
});

export const saveRuleInputSchema = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  ...versionInputShape,
  sourceId: idTextSchema,
  /** Id of the rule; absent = a new rule, before the catch-all. */
  id: idTextSchema.optional(),
  match: ruleMatchInputSchema.optional(),
  ...changeFieldSchemas(ruleFields),
  position: z.number().int().min(0).max(1000).optional(),
});
export type SaveRuleInput = z.input<typeof saveRuleInputSchema>;

export const tryRuleInputSchema = saveRuleInputSchema.pick({ pageId: true, sourceId: true, id: true, match: true });
export type TryRuleInput = z.input<typeof tryRuleInputSchema>;

export const ruleTargetInputSchema = z.object({ ...target, sourceId: idTextSchema.optional() });
export type RuleTargetInput = z.input<typeof ruleTargetInputSchema>;
export const moveRuleInputSchema = z.object({ ...target, direction: oneOfSchema(["up", "down"]) });
export type MoveRuleInput = z.input<typeof moveRuleInputSchema>;
