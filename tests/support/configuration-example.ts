import type { ConfigurationDocument, ConfigurationPlan, PresentPage } from "~/configuration/rules/configuration-types";
import { readFile } from "./configuration";
import { applyToModel, planInModel } from "./configuration-model";

/** Reads the lines of a page as a file of this name. */
export function documentOfPage(lines: readonly string[], name = "infra", slug = "main"): ConfigurationDocument {
  const text = [`name: ${name}`, "pages:", `  ${slug}:`, ...lines.map((line) => `    ${line}`)].join("\n");
  const { document, errors } = readFile(text);
  if (!document) throw new Error(JSON.stringify(errors));
  return document;
}

/** A page with one thing of most nouns. */
export const exampleLines = [
  "name: Example",
  "groups: { core: { name: Core } }",
  "components: { api: { name: API, group: core }, shop: { name: Shop, depends_on: api } }",
  "monitors: { api-http: { kind: http, name: API, settings: { url: https://api.example.com }, components: [api] } }",
  "channels: { ops: { kind: slack, name: Ops, settings: { url: { secret: ops-slack } } } }",
  "escalate_channels: [ops]",
];

/** Returns the same page with other lines in the place of one. */
export const exampleLinesWith = (line: number, ...by: string[]): string[] => exampleLines.toSpliced(line, 1, ...by);

/** Returns what is here after a file was applied. */
export function pagesAfter(present: readonly PresentPage[], document: ConfigurationDocument): PresentPage[] {
  const plan = planInModel(document, present);
  if (plan.errors.length > 0) throw new Error(JSON.stringify(plan.errors));
  return applyToModel(plan, document, present);
}

export const examplePages = pagesAfter([], documentOfPage(exampleLines));

/** Returns each change of a plan with the names of its fields. */
export const changeLines = ({ changes }: ConfigurationPlan): string[] =>
  changes.map(({ action, noun, key, fields }) =>
    [action, `${noun}/${key}`, ...fields.map(({ name }) => name)].join(" "),
  );

export const errorMessages = ({ errors }: ConfigurationPlan): string[] => errors.map(({ message }) => message);
