import { decodeHTML, decodeHTMLStrict } from "entities";

/** A text that is a whole entity, as `&amp;` or one that HTML takes without its semicolon; what it stands for. */
function entity(text: string): string | undefined {
  if (!/^&[a-z]+\d*;?$/i.test(text)) return undefined;
  const closed = text.endsWith(";") ? text : `${text};`;
  const found = decodeHTMLStrict(closed);
  return found === closed || decodeHTML(text) !== found ? undefined : found;
}

/** In the place of `postal-mime`'s table of all entities: `entities` has the same for Markdown, packed. */
export const htmlEntities: Record<string, string | undefined> = new Proxy(
  {},
  { get: (_, name) => (typeof name === "string" ? entity(name) : undefined) },
);
