/** What a template may leave open; nothing else between braces means anything. */
export const placeholders = ["component", "page", "time"] as const;

/** What stands in for the placeholders; null = not known yet, the placeholder stays to be seen. */
export type Blanks = Record<(typeof placeholders)[number], string | null>;

const blank = /\{\{(component|page|time)\}\}/g;
const special = /[\\`*_[\]<>&~!|]/g;
/** What makes a list, a heading, a quote or a rule where a line begins with it. */
const opening = /^([-+#=]|\d{1,9}(?=[.)]))/;

/** A value as Markdown that shows exactly itself, on one line. */
export function escapeMarkdown(value: string): string {
  const line = value.replace(/\s+/g, " ").trim().replace(special, "\\$&");
  return line.replace(opening, (found) =>
    /^\d/.test(found) ? `&#${found.charCodeAt(0)};${found.slice(1)}` : `\\${found}`,
  );
}

/** Filled once: a value that looks like a placeholder stays what it is. */
const fill = (text: string, blanks: Blanks, shown: (value: string) => string): string =>
  text.replace(blank, (whole, name: keyof Blanks) => {
    const value = blanks[name];
    return value === null ? whole : shown(value);
  });

export const fillLine = (text: string, blanks: Blanks): string => fill(text, blanks, (value) => value);
export const fillMarkdown = (text: string, blanks: Blanks): string => fill(text, blanks, escapeMarkdown);

/** What of an incident's form a template can say. Words as stored. */
export interface TemplateText {
  title: string;
  body: string;
  /** null = as it is. */
  status: string | null;
  impactOverride: string | null;
  components: Record<string, string>;
  nextMinutes: number | null;
}

/** The form as it was typed so far; "" = nothing. */
export interface TypedText {
  title: string;
  body: string;
  status: string;
  impactOverride: string;
  components: Record<string, string>;
  nextMinutes: string;
}

function bodyOf(typed: string, filled: string): string {
  if (typed.trim() === "") return filled;
  return typed.includes(filled) ? typed : `${typed.trimEnd()}\n\n${filled}`;
}

/** The form with the template in it: what somebody typed or chose is kept, a text goes below what stands there. */
export function withTemplate(typed: TypedText, template: TemplateText, blanks: Blanks): TypedText {
  return {
    title: typed.title.trim() === "" ? fillLine(template.title, blanks) : typed.title,
    body: bodyOf(typed.body, fillMarkdown(template.body, blanks)),
    status: template.status ?? typed.status,
    impactOverride: typed.impactOverride || (template.impactOverride ?? ""),
    components: { ...template.components, ...typed.components },
    nextMinutes: typed.nextMinutes || String(template.nextMinutes ?? ""),
  };
}

/** "Website, API and Sign-in" in the words of a language; null for none. */
export const listed = (names: readonly string[], language: string): string | null =>
  names.length === 0 ? null : new Intl.ListFormat(language, { type: "conjunction" }).format(names);
