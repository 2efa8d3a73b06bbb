import { type Refusal, refusalFor } from "~/failures/refusal";
import { truncateText } from "./signal-limits";

/** The texts that a rule gives visitors for an incident that it opens; "" for the usual text. */
export interface RulePublicTexts {
  publicTitle: string;
  publicBody: string;
  /** True when those may hold the alert's own title. */
  showsTitle: boolean;
}

export const titlePlaceholders = ["component", "since", "title"] as const;
export type TitlePlaceholder = (typeof titlePlaceholders)[number];

/** Incident templates use two braces, so both forms are read. */
const anyPlaceholder = /\{\{?\s*([a-z_]+)\s*\}?\}/gi;

const named = (template: string): string[] =>
  [...template.matchAll(anyPlaceholder)].map(([, name = ""]) => name.toLowerCase());

const isPlaceholder = (name: string): name is TitlePlaceholder =>
  (titlePlaceholders as readonly string[]).includes(name);

/** Returns the first unknown placeholder; null when all are known. */
export const unknownTitlePlaceholder = (template: string): string | null =>
  named(template).find((name) => !isPlaceholder(name)) ?? null;

export const usesTitlePlaceholder = (template: string): boolean => named(template).includes("title");

/** Returns the template with its placeholders filled in; a value is text and is not expanded again. */
export const fillPlaceholders = (template: string, values: Readonly<Record<TitlePlaceholder, string>>): string =>
  template.replace(anyPlaceholder, (whole, name: string) => {
    const known = name.toLowerCase();
    return isPlaceholder(known) ? values[known] : whole;
  });

export interface RuleTextProblem {
  field: "publicTitle" | "publicBody";
  message: Refusal;
}

/** Returns the problem with a rule's templates; null when they may be saved. */
export function ruleTextProblem(words: RulePublicTexts): RuleTextProblem | null {
  for (const field of ["publicTitle", "publicBody"] as const) {
    const unknown = unknownTitlePlaceholder(words[field]);
    if (unknown !== null) {
      return { field, message: refusalFor("rule.no_placeholder", { name: `{${unknown}}` }) };
    }
    if (!words.showsTitle && usesTitlePlaceholder(words[field])) {
      return { field, message: refusalFor("rule.title_not_shown") };
    }
  }
  return null;
}

const marks = /[\\`*_{}[\]()#+\-.!|<>~&]/g;

/** Escapes a value for Markdown, so that it is plain text. */
export const escapeMarkdownText = (value: string): string => value.replaceAll(/\s+/g, " ").replace(marks, "\\$&");

const maxTitleChars = 255;

/**
 * Returns the title that a rule gives in the page's own words, or null for the usual title. The alert's own title is in
 * it only if the rule allows that, whatever the template says.
 */
export function publicTitleOfRule(
  rule: RulePublicTexts,
  values: Readonly<Record<TitlePlaceholder, string>>,
): string | null {
  const template = rule.publicTitle.trim() || (rule.showsTitle ? "{title}" : "");
  const title = fillPlaceholders(template, { ...values, title: rule.showsTitle ? values.title : "" });
  return truncateText(title.replaceAll(/\s+/g, " ").trim(), maxTitleChars) || null;
}

/** Returns the first update in the same way, as Markdown. */
export function publicUpdateBodyOfRule(
  rule: RulePublicTexts,
  values: Readonly<Record<TitlePlaceholder, string>>,
): string | null {
  const { component, since, title } = values;
  const shown = {
    component: escapeMarkdownText(component),
    since: escapeMarkdownText(since),
    title: escapeMarkdownText(title),
  };
  return fillPlaceholders(rule.publicBody, { ...shown, title: rule.showsTitle ? shown.title : "" }).trim() || null;
}
