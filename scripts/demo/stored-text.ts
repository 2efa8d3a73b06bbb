import { escapeHtml } from "../../app/text/escape-html.ts";

/** Returns a plain sentence as the application stores Markdown: source, HTML and words. */
export function storedMarkdownColumns(body: string) {
  return { body, bodyHtml: `<p>${escapeHtml(body)}</p>`, bodyText: body };
}
