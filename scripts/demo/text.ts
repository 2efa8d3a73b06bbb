/** A plain sentence as the application stores Markdown: source, HTML and words. */
export function storedText(body: string) {
  const html = body.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
  return { body, bodyHtml: `<p>${html}</p>`, bodyText: body };
}
