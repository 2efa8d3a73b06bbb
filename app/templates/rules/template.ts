/** Maximum number of templates of a page, because the right one could not be found among more in an outage. */
export const maxTemplates = 100;

/** Placeholders of a template; anything else between braces is plain text. */
export const templatePlaceholders = ["component", "page", "time"] as const;

/** Values of the placeholders; null when not known yet, so that the placeholder stays visible. */
export type TemplatePlaceholderValues = Record<(typeof templatePlaceholders)[number], string | null>;

const blank = /\{\{(component|page|time)\}\}/g;
const special = /[\\`*_[\]<>&~!|]/g;
/** Start of a line that would make a list, a heading, a quote or a rule. */
const opening = /^([-+#=]|\d{1,9}(?=[.)]))/;

/** Returns Markdown that shows exactly the value, on one line. */
export function escapeMarkdown(value: string): string {
  const line = value.replace(/\s+/g, " ").trim().replace(special, "\\$&");
  return line.replace(opening, (found) =>
    /^\d/.test(found) ? `&#${found.charCodeAt(0)};${found.slice(1)}` : `\\${found}`,
  );
}

/** Fills the placeholders once: a value that looks like a placeholder is not expanded. */
const fill = (text: string, blanks: TemplatePlaceholderValues, shown: (value: string) => string): string =>
  text.replace(blank, (whole, name: keyof TemplatePlaceholderValues) => {
    const value = blanks[name];
    return value === null ? whole : shown(value);
  });

export const fillTemplateLine = (text: string, blanks: TemplatePlaceholderValues): string =>
  fill(text, blanks, (value) => value);
export const fillTemplateMarkdown = (text: string, blanks: TemplatePlaceholderValues): string =>
  fill(text, blanks, escapeMarkdown);

/** The part of an incident's form that a template can fill. Words as stored. */
export interface TemplateContent {
  title: string;
  body: string;
  /** Null to leave it unchanged. */
  status: string | null;
  impactOverride: string | null;
  components: Record<string, string>;
  nextMinutes: number | null;
}

/** The form as typed so far; "" for an empty field. */
export interface IncidentFormTypedValues {
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

/**
 * Returns the form filled from the template: typed and chosen values stay, and a text is added below the present one.
 */
export function incidentFormWithTemplate(
  typed: IncidentFormTypedValues,
  template: TemplateContent,
  blanks: TemplatePlaceholderValues,
): IncidentFormTypedValues {
  return {
    title: typed.title.trim() === "" ? fillTemplateLine(template.title, blanks) : typed.title,
    body: bodyOf(typed.body, fillTemplateMarkdown(template.body, blanks)),
    status: template.status ?? typed.status,
    impactOverride: typed.impactOverride || (template.impactOverride ?? ""),
    components: { ...template.components, ...typed.components },
    nextMinutes: typed.nextMinutes || String(template.nextMinutes ?? ""),
  };
}

/** Returns a list such as "Website, API and Sign-in" in a language; null when empty. */
export const formatNameList = (names: readonly string[], language: string): string | null =>
  names.length === 0 ? null : new Intl.ListFormat(language, { type: "conjunction" }).format(names);
