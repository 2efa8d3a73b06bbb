const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };

export const isHtml = (text: string): boolean =>
  /<\/?(?:p|br|a|b|i|ul|ol|li|strong|em|div|span|h\d)\b[^<>]*>/i.test(text);

const marks: readonly [RegExp, string][] = [
  [/<a\b[^<>]*\bhref="(https?:[^"<>\s]*)"[^<>]*>([^<>]*)<\/a>/gi, "[$2]($1)"],
  [/<br\b[^<>]*>/gi, "\n"],
  [/<li\b[^<>]*>/gi, "\n- "],
  [/<\/(?:p|div|ul|ol|h\d)>/gi, "\n\n"],
  [/<\/?(?:strong|b)>/gi, "**"],
  [/<\/?(?:em|i)>/gi, "*"],
  [/<\/?[a-z][^<>]*>/gi, ""],
];

/** Returns the HTML of an editor as Markdown: paragraphs, lists, links and stress; a text without tags as it is. */
export function htmlToMarkdown(html: string): string {
  if (!isHtml(html)) return html;
  const text = marks.reduce((before, [pattern, instead]) => before.replace(pattern, instead), html);
  const plain = text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (found, name: string) => entities[name] ?? found);
  return plain.replace(/\n{3,}/g, "\n\n").trim();
}
