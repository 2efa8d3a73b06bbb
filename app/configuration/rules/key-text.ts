/** Keys are short and plain, so that they can be read aloud and written everywhere. */
const keyShape = /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/;
export const configurationKeyPattern = keyShape.source;
export const configurationKeyHint =
  "Use 1–80 letters, digits, dots, hyphens and underscores, and start with a letter or a digit.";

export const isConfigurationKey = (text: string): boolean => keyShape.test(text);

/** Name of a secret of a page. */
const secretNameShape = /^[a-z0-9_-]{1,60}$/;
export const secretNamePattern = secretNameShape.source;
export const isPageSecretName = (text: string): boolean => secretNameShape.test(text);

/** A slug of a page has this form (pages/rules/input). */
const slugShape = /^[a-z0-9][a-z0-9-]{1,39}$/;
export const slugPattern = slugShape.source;
export const isSlug = (text: string): boolean => slugShape.test(text);

/** A reference: a key, or a key after the place of its noun, such as monitors/api-http. */
export interface ParsedReference {
  /** Null = any noun to which the field may refer. */
  plural: string | null;
  key: string;
}

export function parseReference(text: string): ParsedReference {
  const at = text.indexOf("/");
  return at < 0 ? { plural: null, key: text } : { plural: text.slice(0, at), key: text.slice(at + 1) };
}
