import { planConfiguration } from "~/configuration/plan-configuration";
import type {
  ConfigurationError,
  ConfiguredValue,
  FilePlace,
  PlannedChange,
} from "~/configuration/rules/configuration-types";
import { configurationPlanSummary, configurationPlanText } from "~/configuration/rules/plan-text";
import { ok } from "~/failures/failure";
import { sanitiseStrangerText } from "~/text/stranger-text";
import type { ToolOutput } from "../rules/tool-outputs";
import { markUntrustedText, withoutMarks } from "../rules/untrusted-text";
import type { ToolRun } from "./tool-call";

/** Maximum number of changes and of errors in a response, and maximum length of a text and of a value in characters. */
const maxListedItems = 100;
const maxTextChars = 20_000;
const maxValueChars = 300;
const maxErrorChars = 500;

const placeShape = (place: FilePlace | null) => ({ line: place?.line ?? null, column: place?.column ?? null });

/** Marks a value: what is there may have been written by anyone. */
const valueShape = (value: ConfiguredValue | undefined): string | null =>
  value === undefined || value === null ? null : markUntrustedText(JSON.stringify(value), maxValueChars);

const changeShape = (change: PlannedChange): ToolOutput<"plan">["changes"][number] => ({
  action: change.action,
  page: change.slug,
  noun: change.noun,
  key: change.key,
  fields: change.fields.map(({ name, before, after }) => ({
    name,
    before: valueShape(before),
    after: valueShape(after),
  })),
  drift: change.isDrift,
  ...placeShape(change.place),
});

/** An error is our sentence, which quotes the file: it says what to correct, and is no text of others. */
const errorShape = ({ message, place }: ConfigurationError) => ({
  message: withoutMarks(sanitiseStrangerText(message, maxErrorChars)),
  ...placeShape(place),
});

export const planTool: ToolRun<"plan"> = async ({ ctx }, input) => {
  const planned = await planConfiguration(ctx, input);
  if (!planned.ok) return planned;
  const { file, plan } = planned.value;
  return ok({
    file,
    summary: configurationPlanSummary(plan),
    text: markUntrustedText(configurationPlanText(plan, file || "upfront.yaml"), maxTextChars),
    changes: plan.changes.slice(0, maxListedItems).map(changeShape),
    changes_left_out: Math.max(0, plan.changes.length - maxListedItems),
    errors: plan.errors.slice(0, maxListedItems).map(errorShape),
    errors_left_out: Math.max(0, plan.errors.length - maxListedItems),
  });
};
