import { type Refusal, said } from "~/failures/refusal";
import { cut } from "./signal-limits";

/** What a rule lets visitors read of an incident that it opens; "" = the usual words. */
export interface RuleWords {
  publicTitle: string;
  publicBody: string;
  /** Whether those may hold what the alert calls itself. */
  showsTitle: boolean;
}

export const placeholders = ["component", "since", "title"] as const;
export type Placeholder = (typeof placeholders)[number];

/** Incident templates write two braces, so both are read. */
const anyPlaceholder = /\{\{?\s*([a-z_]+)\s*\}?\}/gi;

const named = (template: string): string[] =>
  [...template.matchAll(anyPlaceholder)].map(([, name = ""]) => name.toLowerCase());

const isPlaceholder = (name: string): name is Placeholder => (placeholders as readonly string[]).includes(name);

/** The first name in braces that stands for nothing; null = all are known. */
export const unknownPlaceholder = (template: string): string | null =>
  named(template).find((name) => !isPlaceholder(name)) ?? null;

export const namesTitle = (template: string): boolean => named(template).includes("title");

/** The template with its placeholders filled in; what a value holds is text and no template again. */
export const filled = (template: string, values: Readonly<Record<Placeholder, string>>): string =>
  template.replace(anyPlaceholder, (whole, name: string) => {
    const known = name.toLowerCase();
    return isPlaceholder(known) ? values[known] : whole;
  });

export interface WordsTrouble {
  field: "publicTitle" | "publicBody";
  message: Refusal;
}

/** What is wrong with the templates of a rule; null = they may be saved. */
export function wordsTrouble(words: RuleWords): WordsTrouble | null {
  for (const field of ["publicTitle", "publicBody"] as const) {
    const unknown = unknownPlaceholder(words[field]);
    if (unknown !== null) {
      return { field, message: said("rule.no_placeholder", { name: `{${unknown}}` }) };
    }
    if (!words.showsTitle && namesTitle(words[field])) {
      return { field, message: said("rule.title_not_shown") };
    }
  }
  return null;
}

const marks = /[\\`*_{}[\]()#+\-.!|<>~&]/g;

/** A value within Markdown: words and nothing else. */
export const inMarkdown = (value: string): string => value.replaceAll(/\s+/g, " ").replace(marks, "\\$&");

const titleLimit = 255;

/**
 * The title that a rule gives in the page's own words, or null where the usual words stand. What the alert calls itself
 * is in it only where the rule allows it, whatever the template says.
 */
export function titleOf(rule: RuleWords, values: Readonly<Record<Placeholder, string>>): string | null {
  const template = rule.publicTitle.trim() || (rule.showsTitle ? "{title}" : "");
  const title = filled(template, { ...values, title: rule.showsTitle ? values.title : "" });
  return cut(title.replaceAll(/\s+/g, " ").trim(), titleLimit) || null;
}

/** The same of the first update, as Markdown. */
export function bodyOf(rule: RuleWords, values: Readonly<Record<Placeholder, string>>): string | null {
  const { component, since, title } = values;
  const shown = { component: inMarkdown(component), since: inMarkdown(since), title: inMarkdown(title) };
  return filled(rule.publicBody, { ...shown, title: rule.showsTitle ? shown.title : "" }).trim() || null;
}
