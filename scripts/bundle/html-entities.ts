import { decodeHTML, decodeHTMLStrict } from "entities";

/**
 * Returns the character of a text that is a whole entity, such as `&amp;` or one that HTML accepts without its
 * semicolon.
 */
function entity(text: string): string | undefined {
  if (!/^&[a-z]+\d*;?$/i.test(text)) return undefined;
  const closed = text.endsWith(";") ? text : `${text};`;
  const found = decodeHTMLStrict(closed);
  return found === closed || decodeHTML(text) !== found ? undefined : found;
}

/** Replaces `postal-mime`'s table of all entities: the table for Markdown has the same, packed. */
export const htmlEntities: Record<string, string | undefined> = new Proxy(
  {},
  { get: (_, name) => (typeof name === "string" ? entity(name) : undefined) },
);
