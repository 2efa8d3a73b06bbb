import type { ConfigurationPlan, ConfiguredValue, PlannedChange, PlannedField } from "./configuration-types";
import { nounInFileByName } from "./configured-nouns";
import { isNamedSecret } from "./configured-values";
import { deploymentSlug } from "./deployment-page";

/** Number of the changes of each action in a plan. */
export type ConfigurationPlanCounts = Readonly<Record<PlannedChange["action"], number>>;

export function countPlannedChanges({ changes }: ConfigurationPlan): ConfigurationPlanCounts {
  const counts = { create: 0, change: 0, adopt: 0, rename: 0, move: 0, remove: 0 };
  for (const { action, fields } of changes) counts[action] += action === "move" ? fields.length : 1;
  return counts;
}

/** Exit code of a program that shows a plan: 0 nothing, 2 changes, 1 an error. */
export const configurationPlanExitCode = ({ changes, errors }: ConfigurationPlan): 0 | 1 | 2 =>
  errors.length > 0 ? 1 : changes.length > 0 ? 2 : 0;

const marks: Readonly<Record<PlannedChange["action"], string>> = {
  create: "+",
  change: "~",
  adopt: "=",
  rename: ">",
  move: "^",
  remove: "-",
};

const maxTextChars = 80;

/** Returns a value on one line. */
function valueText(value: ConfiguredValue | undefined): string {
  if (value === undefined || value === null || value === "") return "nothing";
  if (isNamedSecret(value)) return `the secret ${value.secret}`;
  const text = JSON.stringify(value);
  return text.length > maxTextChars ? `${text.slice(0, maxTextChars)}…` : text;
}

const fieldText = (action: PlannedChange["action"], { name, before, after }: PlannedField): string =>
  action === "create" || action === "adopt"
    ? `${name}: ${valueText(after)}`
    : `${name}: ${valueText(before)} → ${valueText(after)}`;

const nameText = ({ action, noun, key }: PlannedChange): string =>
  action === "move" ? "to another place" : `${nounInFileByName[noun].called} ${key}`;

/** Returns the lines of one change: what is done, and each field below it. */
function changeLines(change: PlannedChange): string[] {
  const { action, was, isDrift, fields, released = [] } = change;
  const from = was === undefined ? "" : `, before: ${was}`;
  const drift = isDrift ? ", changed by hand since" : "";
  const head = `  ${marks[action]} ${action} ${nameText(change)}${from}${drift}`;
  const below = [
    ...fields.map((field) => fieldText(action, field)),
    ...(released.length > 0 ? [`no longer of this file: ${released.join(", ")}`] : []),
  ];
  return [head, ...below.map((line) => `      ${line}`)];
}

const verbs: readonly [PlannedChange["action"], string][] = [
  ["create", "to create"],
  ["change", "to change"],
  ["adopt", "to take over"],
  ["rename", "to rename"],
  ["move", "to move"],
  ["remove", "to remove"],
];

/** Returns the sum of a plan in one sentence. */
export function configurationPlanSummary(plan: ConfigurationPlan): string {
  if (plan.errors.length > 0) return plan.errors.length === 1 ? "1 error." : `${plan.errors.length} errors.`;
  const counts = countPlannedChanges(plan);
  const parts = verbs.flatMap(([action, text]) => (counts[action] > 0 ? [`${counts[action]} ${text}`] : []));
  return parts.length === 0 ? "Nothing to change." : `${parts.join(", ")}.`;
}

/** Returns an error with its place, as editors and terminals link it; a file without a name has no path before it. */
export const configurationErrorLine = (path: string, { message, place }: ConfigurationPlan["errors"][number]): string =>
  [path, place?.line, place?.column, ` ${message}`]
    .filter((part) => part !== "" && part !== undefined)
    .join(":")
    .trim();

function pageLines(plan: ConfigurationPlan): string[] {
  const slugs = [...new Set(plan.changes.map(({ slug }) => slug))];
  return slugs.flatMap((slug) => {
    const changes = plan.changes.filter((change) => change.slug === slug);
    return [slug === deploymentSlug ? "deployment" : `page ${slug}`, ...changes.flatMap(changeLines), ""];
  });
}

function leftLines({ left = [] }: ConfigurationPlan): string[] {
  if (left.length === 0) return [];
  const names = left.map(
    ({ slug, noun, key }) =>
      `  ${nounInFileByName[noun].called} ${key} of ${slug === deploymentSlug ? "the deployment" : slug}`,
  );
  return ["No longer in the file, and kept without --prune:", ...names, ""];
}

/** Returns a plan as people read it. `path` is the file, for the places of errors. */
export function configurationPlanText(plan: ConfigurationPlan, path: string): string {
  const errors = plan.errors.map((error) => configurationErrorLine(path, error));
  const lines = errors.length > 0 ? errors : [...pageLines(plan), ...leftLines(plan)];
  return `${[...lines, configurationPlanSummary(plan)].join("\n")}\n`;
}

/** A plan for programs. */
export interface ConfigurationPlanAnswer extends ConfigurationPlan {
  summary: string;
  counts: ConfigurationPlanCounts;
  exit_code: 0 | 1 | 2;
}

export const toConfigurationPlanAnswer = (plan: ConfigurationPlan): ConfigurationPlanAnswer => ({
  ...plan,
  summary: configurationPlanSummary(plan),
  counts: countPlannedChanges(plan),
  exit_code: configurationPlanExitCode(plan),
});
